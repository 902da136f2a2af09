"""Several workers on one machine, and the parent that hands each visitor to one of them.

The parent listens, looks at the first line of what a visitor sends without taking it away, and
gives the connection itself to the worker of the table that is asked for: all who sit at one table
then meet in one process, which costs least. It never reads on, and keeps nothing: any worker serves
any table, so when one dies its share goes to the others until it is there again.
"""

from __future__ import annotations

import asyncio
import errno
import hashlib
import multiprocessing
import os
import re
import selectors
import signal
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from multiprocessing.context import ForkProcess
from types import FrameType

from msgspec import Struct

from fatedeck.engine.errors import Unreadable
from fatedeck.table.logs import log, note
from fatedeck.table.settings import Settings, database_url
from fatedeck.table.watchdog import notify, watched_for

READY, DRAINS, LIVES = b"r", b"d", b"l"
"""What a worker tells its parent: that it takes visitors, that it takes no more, that it lives."""
SILENT = 60.0
"""Seconds after which a worker that has said nothing hangs."""
MOST_AT_ONCE = 64
"""Visitors that are handed over, or accepted, before anything else is looked at."""
MOST_HELD = 1_000
"""Visitors whose first line has not come yet; beyond them the oldest is handed over without it."""
_FIRST_LINE = 2_048
"""Bytes in which it comes, or is not waited for."""
_HELD = 10.0
"""Seconds for which it is waited for."""
_LOOK_AGAIN = 0.05
"""Seconds after which we look whether the rest of a line has come."""
_TOO_MANY_FILES = {errno.EMFILE, errno.ENFILE}
_STOPPING = {signal.SIGTERM, signal.SIGINT}
_REST, _LONGEST_REST = 0.5, 30.0
"""Seconds until a worker that has died is started again, at first and at most."""
_TABLE = re.compile(rb"^[A-Z]+ /api/v1/(?:tables/|live\?(?:[^ ]*&)?t=)([\w-]+)")


def table_asked_for(first_line: bytes) -> str:
    """The id of the table that a request is about; empty when it is about none."""
    found = _TABLE.match(first_line)
    return found[1].decode() if found else ""


def why_not_many(settings: Settings) -> Unreadable | None:
    """Why there cannot be several workers here, or None if there can."""
    if sys.platform == "win32":
        return Unreadable("On Windows there is one worker. Leave out --workers.")
    if database_url(settings.database).startswith("sqlite"):
        return Unreadable(
            "Several workers need PostgreSQL. Name its address with --database, "
            "or leave out --workers."
        )
    return None


class Worker(Struct):
    """One of the processes, and the way to it."""

    number: int
    process: ForkProcess
    way: socket.socket
    began: float
    heard: float
    is_ready: bool = False
    drains: bool = False


class Held(Struct, eq=False):
    """A visitor whose first line has not come yet; when it `looks` again whether it has."""

    visitor: socket.socket
    until: float
    looks: float


class Parent:
    """Listens for all workers, and starts each again that dies."""

    def __init__(
        self, listening: socket.socket, count: int, work: Callable[[socket.socket], None]
    ) -> None:
        self._listening = listening
        self._work = work
        self._count = count
        self._workers: dict[int, Worker] = {}
        self._rests: dict[int, float] = {}
        self._starts: dict[int, float] = dict.fromkeys(range(count), 0.0)
        self._held: dict[Held, None] = {}
        self._next = 0
        self._stops = self._told_to_stop = False
        self._status = 0
        self._selector = selectors.DefaultSelector()
        self._watched_for = watched_for()

    def run(self) -> int:
        """Until a signal says to stop and every worker has; the status to end with."""
        self._listening.setblocking(False)
        self._selector.register(self._listening, selectors.EVENT_READ, self._accept)
        told, tells = socket.socketpair()  # a signal wakes the loop
        told.setblocking(False)
        tells.setblocking(False)
        self._selector.register(told, selectors.EVENT_READ, lambda: told.recv(4096))
        before = signal.set_wakeup_fd(tells.fileno())
        handlers = {s: signal.signal(s, self._stop) for s in _STOPPING}
        try:
            while self._workers or not self._stops:
                self._start_due()
                for key, _ in self._selector.select(self._seconds()):
                    key.data()
                self._look_at_held()
                self._end_silent()
                if self._told_to_stop:
                    self._told_to_stop = False
                    self._stop_all()
        finally:
            signal.set_wakeup_fd(before)
            for number, handler in handlers.items():
                signal.signal(number, handler)
            self._selector.close()
            told.close()
            tells.close()
        return self._status

    # The workers

    def _start_due(self) -> None:
        """Start every worker whose time has come."""
        now = time.monotonic()
        for number, at in list(self._starts.items()):
            if at <= now and not self._stops:
                del self._starts[number]
                try:
                    self._start(number)
                except OSError as fault:  # no more files, or no more processes, just now
                    log.error("a worker was not started", extra={"facts": {"why": str(fault)}})
                    self._starts[number] = now + _LONGEST_REST / 10

    def _start(self, number: int) -> None:
        ours, theirs = socket.socketpair()
        others = [self._listening, ours, *(worker.way for worker in self._workers.values())]
        others += [held.visitor for held in self._held]

        def work() -> None:
            os.environ.pop("NOTIFY_SOCKET", "")  # the parent speaks for all
            signal.set_wakeup_fd(-1)
            for sig in _STOPPING:
                signal.signal(sig, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
            self._selector.close()
            for other in others:
                other.close()
            self._work(theirs)

        process = multiprocessing.get_context("fork").Process(target=work)
        signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)  # our handlers are not the worker's
        try:
            process.start()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _STOPPING)
        theirs.close()
        ours.setblocking(False)
        now = time.monotonic()
        worker = Worker(number, process, ours, now, now)
        self._workers[number] = worker
        self._selector.register(ours, selectors.EVENT_READ, partial(self._hear, worker))
        ended = partial(self._bury, worker)
        self._selector.register(process.sentinel, selectors.EVENT_READ, ended)

    def _hear(self, worker: Worker) -> None:
        """A worker says how it is; one that says nothing more has died."""
        try:
            said = worker.way.recv(16)
        except BlockingIOError:
            return
        except OSError:
            said = b""
        worker.heard = time.monotonic()
        if READY in said and not worker.is_ready:
            worker.is_ready = True
            notify("READY=1")
        worker.drains |= DRAINS in said or not said
        if not said:
            self._forget_worker(worker)

    def _end_silent(self) -> None:
        """A worker that hangs, or whose writer does, is ended; it is started again as any other."""
        for worker in self._workers.values():
            if time.monotonic() - worker.heard > SILENT:
                log.error("a worker hangs", extra={"facts": {"number": worker.number}})
                worker.heard = time.monotonic()
                worker.process.kill()

    def _forget_worker(self, worker: Worker) -> None:
        if worker.way.fileno() != -1:
            self._forget(worker.way)
            worker.way.close()

    def _bury(self, worker: Worker) -> None:
        """Start one again that has died, later each time it dies early."""
        now, number = time.monotonic(), worker.number
        self._selector.unregister(worker.process.sentinel)
        self._forget_worker(worker)
        worker.process.join()
        del self._workers[number]
        status = worker.process.exitcode or 0
        if self._stops:
            self._status = max(self._status, status)
        elif not worker.is_ready and number not in self._rests:
            log.error("a worker could not begin", extra={"facts": {"status": status}})
            self._status = status or 1
            self._stop_all()
        else:
            log.warning("a worker has ended", extra={"facts": {"status": status}})
            early = now - worker.began < _LONGEST_REST
            rest = min(2 * self._rests.get(number, _REST / 2), _LONGEST_REST)
            self._rests[number] = rest if early else _REST
            self._starts[number] = now + self._rests[number]

    def _stop(self, _: int, __: FrameType | None) -> None:
        """A signal came, in the middle of whatever we do; told again, so are the workers."""
        self._told_to_stop = True

    def _stop_all(self) -> None:
        """Nobody is let in any more; every worker sends its readers home, and stops."""
        if not self._stops:
            self._stops = True
            notify("STOPPING=1")
            self._selector.unregister(self._listening)
            self._listening.close()
            for held in list(self._held):
                self._drop(held)
        for worker in self._workers.values():
            worker.process.terminate()

    def _seconds(self) -> float | None:
        """How long nothing is to be done, unless something happens."""
        now = time.monotonic()
        due = [at for at in self._starts.values() if not self._stops]
        due += [held.looks for held in self._held]
        due += [worker.heard + SILENT for worker in self._workers.values()]
        if self._watched_for:
            notify("WATCHDOG=1")
            due.append(now + self._watched_for / 3)
        return max(0.0, min(due) - now) if due else None

    # The visitors

    def _accept(self) -> None:
        for _ in range(MOST_AT_ONCE):
            try:
                visitor, _ = self._listening.accept()
            except OSError as fault:
                if fault.errno not in _TOO_MANY_FILES or not self._held:
                    break  # there is nobody any more
                self._hand_over(next(iter(self._held)), b"")
                continue
            visitor.setblocking(False)
            until = time.monotonic() + _HELD
            held = Held(visitor, until, until)
            self._held[held] = None
            self._selector.register(visitor, selectors.EVENT_READ, partial(self._look_at, held))
        while len(self._held) > MOST_HELD:
            self._hand_over(next(iter(self._held)), b"")

    def _look_at_held(self) -> None:
        now = time.monotonic()
        for held in [held for held in self._held if held.looks <= now]:
            self._look_at(held)

    def _look_at(self, held: Held) -> None:
        """Hand a visitor over if its first line has come, or was waited for for too long.

        A line of which only a part has come would wake us again and again, so it is looked for.
        """
        now, first = time.monotonic(), b""
        if held not in self._held:
            return
        with suppress(OSError):
            first = held.visitor.recv(_FIRST_LINE, socket.MSG_PEEK)
        if b"\n" in first or len(first) == _FIRST_LINE or now >= held.until:
            self._hand_over(held, first)
        elif first:
            self._forget(held.visitor)
            held.looks = min(held.until, now + _LOOK_AGAIN)
        else:  # it has hung up
            self._drop(held)

    def _hand_over(self, held: Held, first: bytes) -> None:
        self._give(held.visitor, table_asked_for(first))
        self._drop(held)

    def _drop(self, held: Held) -> None:
        """It is somebody else's now, or nobody's."""
        del self._held[held]
        self._forget(held.visitor)
        held.visitor.close()

    def _forget(self, end: socket.socket) -> None:
        with suppress(KeyError):
            self._selector.unregister(end)

    def _give(self, visitor: socket.socket, table: str) -> None:
        """Hand a visitor to the worker of a table, or to the next that can take one."""
        for worker in self._in_order(table):
            with suppress(OSError):  # it takes no more just now, or never again
                socket.send_fds(worker.way, [b"v"], [visitor.fileno()])
                return

    def _in_order(self, table: str) -> list[Worker]:
        """The workers, the one that a table belongs to first, and then who would follow it.

        One that only begins takes visitors when there is no other.
        """
        able = [worker for worker in self._workers.values() if not worker.drains]
        able = [worker for worker in able if worker.is_ready] or able
        if table:
            return sorted(able, key=lambda worker: _weight(worker.number, table))
        self._next += 1
        turn = self._next % max(1, len(able))
        return able[turn:] + able[:turn]


def _weight(number: int, table: str) -> bytes:
    """Who weighs least has the table; when one is gone, only its own tables move."""
    return hashlib.blake2b(f"{number} {table}".encode(), digest_size=8).digest()


class Handed:
    """A worker's end: connections that the parent has handed over."""

    def __init__(self, way: socket.socket, welcome: Callable[[socket.socket], None]) -> None:
        self._way = way
        self._welcome = welcome

    def open(self, on_end: Callable[[], None]) -> None:
        """Take visitors; `on_end` when the parent is gone."""
        self._way.setblocking(False)
        loop = asyncio.get_running_loop()
        loop.add_reader(self._way.fileno(), self._take, on_end)
        self._tell(READY)

    async def live(self, answers: Callable[[], Awaitable[None]]) -> None:
        """Say again and again that this worker lives, each time that its writer has answered."""
        while True:
            await answers()
            self._tell(LIVES)
            await asyncio.sleep(SILENT / 6)

    def drain(self) -> None:
        """No more visitors, please."""
        self._tell(DRAINS)

    def _tell(self, word: bytes) -> None:
        try:
            self._way.send(word)
        except OSError:
            log.warning("the parent is gone")

    def _take(self, on_end: Callable[[], None]) -> None:
        try:
            said, files, _, _ = socket.recv_fds(self._way, MOST_AT_ONCE, MOST_AT_ONCE)
        except BlockingIOError:
            return
        except OSError:
            said, files = b"", []
        for file in files:
            self._welcome(socket.socket(fileno=file))
        if not said:
            asyncio.get_running_loop().remove_reader(self._way.fileno())
            on_end()


def listen(settings: Settings) -> socket.socket:
    """Listen where the settings say."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        if os.name == "posix":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(2048)
    except OSError as fault:
        raise Unreadable(f"The server can’t listen on port {settings.port}: {fault}.") from None
    note("listening", host=settings.host, port=listening.getsockname()[1])
    return listening
