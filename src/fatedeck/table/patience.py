"""A rule that would take for ever is stopped, so that no other table waits for it for long.

A number that a game master decrees, or that a stranger's file brings, may send a rule round and
round. Rules run on the server's own thread; a timer of the processor's time interrupts them there.
What is computed in threads beside it, as odds are, is watched from the server's own.
"""

from __future__ import annotations

import asyncio
import ctypes
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import cache
from types import FrameType, TracebackType
from typing import Generic, TypeVar

from fatedeck.table.refusals import Limit, TooLong

REST, LONGEST_REST = 5.0, 3600.0
"""Seconds for which others are spared it at first, and at most."""
_AGAIN = 0.5
"""Seconds until it is stopped once more, where the first time went unheard."""

T = TypeVar("T")


class _Stopped(BaseException):
    """The time is up. Like a question, it is caught by no rule."""


class Rest:
    """How long others are spared what was broken off: seconds at first, longer each time."""

    def __init__(self) -> None:
        self._seconds = 0.0
        self._until = 0.0

    def begin(self) -> None:
        self._seconds = min(4 * self._seconds, LONGEST_REST) or REST
        self._until = time.monotonic() + self._seconds

    def why_not_now(self) -> Limit | None:
        """Why it is not tried again yet, or None if it may be."""
        if time.monotonic() >= self._until:
            return None
        return Limit("", "A rule took too long at this table. Try again in a while.")


class Patience:
    """Within it the server computes for at most so many seconds; then `TooLong` is raised.

    What threads beside it compute meanwhile does not count. What it was doing has been broken off
    in the middle, so whoever changes something there goes back to what is on disk. With a `rest` it
    is not begun again for a while. Patience within patience is that of the outer one.
    """

    _running: Patience | None = None

    def __init__(self, seconds: float, rest: Rest | None = None) -> None:
        self.seconds = seconds
        self.rest = rest
        self._is_outer = False
        self._until = 0.0

    @property
    def is_over(self) -> bool:
        """Whether the server's own thread has computed for as long as it may."""
        return time.thread_time() >= self._until

    def __enter__(self) -> None:
        if self.rest is not None and (refused := self.rest.why_not_now()) is not None:
            raise refused
        self._is_outer = Patience._running is None and _can_interrupt()
        if self._is_outer:
            Patience._running = self
            self._until = time.thread_time() + self.seconds
            _listen()
            signal.setitimer(signal.ITIMER_VIRTUAL, self.seconds, _AGAIN)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        fault: BaseException | None,
        raised: TracebackType | None,
    ) -> None:
        if self._is_outer:
            stop_watching()
            if isinstance(fault, _Stopped):
                if self.rest is not None:
                    self.rest.begin()
                raise TooLong from None


def stop_watching() -> None:
    """What follows is not broken off any more: it is done, and is about to be saved."""
    if Patience._running is not None:
        Patience._running = None
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)


@cache
def _listen() -> None:
    """Hear the timer: once and for all, because it costs more than the timer itself."""
    signal.signal(signal.SIGVTALRM, _time_is_up)


def _can_interrupt() -> bool:
    return sys.platform != "win32" and threading.current_thread() is threading.main_thread()


def _time_is_up(_: int, frame: FrameType | None) -> None:
    running = Patience._running
    leaving = frame is not None and frame.f_code is Patience.__exit__.__code__
    if running is not None and running.is_over and not leaving:
        raise _Stopped


class Watched(Generic[T]):
    """Work for a thread, which computes for at most so many seconds; then it raises `TooLong`."""

    def __init__(self, work: Callable[[], T], seconds: float) -> None:
        self.seconds = seconds
        self._work = work
        self._lock = threading.Lock()
        self._thread = 0  # while it is at work
        self._spent: Callable[[], float]
        self._timer: asyncio.TimerHandle | None = None

    def run(self) -> T:
        """Do it, in this thread.

        A stop that is sent just before the end is raised at the latest when the lock is let go. It
        is never called back: Python would look for it from then on, and where it is traced do
        nothing else.
        """
        try:
            self._spent = _time_spent()
            self._thread = threading.get_ident()
            try:
                return self._work()
            finally:
                with self._lock:  # from here on nobody stops this thread, which others need
                    self._thread = 0
        except _Stopped:
            with self._lock:
                self._thread = 0
            raise TooLong from None

    def watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Look again and again how long it has computed, and stop it in time."""
        left = self.seconds
        with self._lock:
            if self._thread:
                left -= self._spent()
                if left <= 0:
                    _stop(self._thread)
        self._timer = loop.call_later(max(left, _AGAIN), self.watch, loop)

    def forget(self) -> None:
        """It is done, or nobody waits for it."""
        if self._timer is not None:
            self._timer.cancel()


def _time_spent() -> Callable[[], float]:
    """Tells how long this thread has computed from now on; elsewhere than on Linux, the time."""
    if sys.platform != "linux":
        then = time.monotonic()
        return lambda: time.monotonic() - then
    clock = time.pthread_getcpuclockid(threading.get_ident())
    began = time.clock_gettime(clock)
    return lambda: time.clock_gettime(clock) - began


def _stop(thread: int) -> None:
    """Raise `_Stopped` in a thread as soon as it computes on."""
    raised = ctypes.py_object(_Stopped)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)
