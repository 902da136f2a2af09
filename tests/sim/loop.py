"""An event loop whose time passes only in thought, and processes that may stop within it.

Nothing here waits: when all have done what they can, the clock leaps to the next appointment. Every
process has its own clock of the day; one that is paused or killed is not run, like a real one.
"""

from __future__ import annotations

import asyncio
import math
import secrets
import selectors
import time
from collections import deque
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from contextvars import Context, ContextVar, copy_context
from random import Random
from typing import TypeVar, TypeVarTuple
from unittest.mock import patch

import msgspec
from msgspec import Struct

T = TypeVar("T")
Ts = TypeVarTuple("Ts")

MONDAY = 1_800_000_000
"""When every simulation begins, in seconds since 1970."""
_FINE = 1e-6


class Process(Struct, eq=False):
    """Something that may be paused until `wakes`, for ever when it is killed, with a clock."""

    name: str
    wakes: float = 0.0
    ahead: float = 0.0
    late: deque[Turn] = msgspec.field(default_factory=deque)

    def run(self, work: Callable[[*Ts], T], *args: *Ts) -> T:
        """Do this as this process: all that follows from it is of the process too."""
        context = copy_context()
        context.run(_running.set, self)
        return context.run(work, *args)

    @property
    def is_dead(self) -> bool:
        return self.wakes == math.inf


class Turn(Struct, eq=False):
    """What a process is about to do, unless it is called off before."""

    callback: Callable[..., object]
    args: tuple[object, ...]
    context: Context
    handle: asyncio.Handle | None = None


_running: ContextVar[Process | None] = ContextVar("running", default=None)


class ThoughtLoop(asyncio.SelectorEventLoop):
    """The loop of one simulation."""

    def __init__(self) -> None:
        self._now = 0.0
        super().__init__(_Leaping(self))
        self._clock_resolution = _FINE
        self.tasks: set[asyncio.Task[object]] = set()
        self.dead: list[Process] = []

    def time(self) -> float:
        return self._now

    def leap(self, seconds: float) -> None:
        self._now += seconds

    def pause(self, process: Process, seconds: float) -> None:
        """A process stands still for a while; what it was to do, it does then, in its order."""
        process.wakes = max(process.wakes, self._now + seconds)
        if process.is_dead:
            self.dead.append(process)
        else:
            super().call_at(process.wakes, self.wake, process)

    def wake(self, process: Process) -> None:
        """A process that was paused, or has died, does what it was to do."""
        if self._now < process.wakes - _FINE:
            return
        process.wakes = 0.0
        while process.late:
            turn = process.late.popleft()
            if turn.handle is None or not turn.handle.cancelled():
                super().call_soon(self._take, process, turn, context=turn.context)

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[object, object, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        """A task that is kept until it is done, whether its process lives or not."""
        task = super().create_task(coro, name=name, context=context)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def call_soon(
        self, callback: Callable[..., object], *args: object, context: Context | None = None
    ) -> asyncio.Handle:
        context = copy_context() if context is None else context
        if (process := context.get(_running)) is None:
            return super().call_soon(callback, *args, context=context)
        turn = Turn(callback, args, context)
        turn.handle = super().call_soon(self._take, process, turn, context=context)
        return turn.handle

    def call_at(
        self,
        when: float,
        callback: Callable[..., object],
        *args: object,
        context: Context | None = None,
    ) -> asyncio.TimerHandle:
        context = copy_context() if context is None else context
        if (process := context.get(_running)) is None:
            return super().call_at(when, callback, *args, context=context)
        turn = Turn(callback, args, context)
        handle = super().call_at(when, self._take, process, turn, context=context)
        turn.handle = handle
        return handle

    def run_in_executor(
        self, executor: object, func: Callable[..., T], *args: object
    ) -> asyncio.Future[T]:
        """There are no threads: it is done at once."""
        done: asyncio.Future[T] = self.create_future()
        try:
            done.set_result(func(*args))
        except Exception as fault:  # noqa: BLE001  # it belongs to whoever waits for it
            done.set_exception(fault)
        return done

    def _take(self, process: Process, turn: Turn) -> None:
        if process.wakes > self._now or process.late:
            process.late.append(turn)
        else:
            turn.callback(*turn.args)


def think(work: Coroutine[object, object, T], luck: Random) -> T:
    """Run this to its end in a loop of its own; the same luck gives the same course."""
    loop = ThoughtLoop()
    try:
        with _of_the_simulation(loop, luck):
            asyncio.set_event_loop(loop)
            try:
                return loop.run_until_complete(work)
            finally:
                loop.run_until_complete(_end(loop))
    finally:
        asyncio.set_event_loop(None)
        loop.close()


async def _end(loop: ThoughtLoop) -> None:
    """Whatever is still under way is broken off, by those who have died too."""
    tasks = loop.tasks - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    for process in loop.dead:
        process.wakes = 0.0
        loop.wake(process)
    await asyncio.gather(*tasks, return_exceptions=True)
    await loop.shutdown_asyncgens()


@contextmanager
def _of_the_simulation(loop: ThoughtLoop, luck: Random) -> Iterator[None]:
    """Let clocks and chance be those of the simulation."""

    def day() -> float:
        process = _running.get()
        return MONDAY + loop.time() + (process.ahead if process is not None else 0.0)

    with (
        patch.object(time, "monotonic", loop.time),
        patch.object(time, "time", day),
        patch.object(time, "time_ns", lambda: int(day() * 1_000_000_000)),
        patch.object(secrets, "token_bytes", luck.randbytes),
        patch.object(secrets, "token_hex", lambda size: luck.randbytes(size).hex()),
        patch.object(secrets, "token_urlsafe", lambda size: luck.randbytes(size).hex()),
        patch.object(secrets, "choice", luck.choice),
    ):
        yield


class _Leaping(selectors.SelectSelector):
    """Waits for nothing: the time is over at once."""

    def __init__(self, loop: ThoughtLoop) -> None:
        super().__init__()
        self._loop = loop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        assert timeout is not None, "everybody waits for somebody else"
        self._loop.leap(timeout)
        return []
