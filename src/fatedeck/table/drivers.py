"""The databases spoken to by their own drivers, where every action passes.

A commit, and a look at what other workers have done, would take three times the work with
SQLAlchemy in between. Everything else is asked through it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Protocol, TypeAlias, TypeVar

import asyncpg
from sqlalchemy import URL

from fatedeck.table.rows import Found, Value

T = TypeVar("T")

Values: TypeAlias = tuple[Value, ...]

AS_READ: Callable[[bytes], str] = partial(str, encoding="utf-8", errors="replace")
"""Damaged text is read as well as it can be: its checksum tells."""
SQLITE = ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON")
"""What is committed survives a loss of power, readers never wait for the writer, and what is
deleted is overwritten."""
LOCKED = 5
"""Seconds to wait for another process that holds the database."""
PATIENCE = 10
"""Seconds in which PostgreSQL must have answered."""
_SILENT = 10_000
"""Milliseconds after which PostgreSQL ends a commit whose worker says nothing more, so that one
that is paused in the middle keeps nobody from its tables for longer."""
_BY_INDEXES = """
    SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off; SET jit = off
"""
"""Few tables are asked for at once and little is found of each, always by an index. The planner
does not know, and would read through all there is of a small database."""

FAULTS = (sqlite3.Error, asyncpg.PostgresError, asyncpg.InterfaceError, OSError)
"""What a driver raises; what takes too long is an `OSError` too."""


class Driver(Protocol):
    """A connection that one task has for itself."""

    @property
    def is_lost(self) -> bool:
        """Whether there is nobody at the other end any more."""

    async def begin(self) -> None:
        """Have all that follows happen together, or not at all."""

    async def read(self, statement: str, *values: Value) -> Sequence[Found]:
        """Ask something."""

    async def write(self, statement: str, rows: Sequence[Values]) -> None:
        """Say the same for each of these rows; a fault may be told only by the commit."""

    async def commit(self) -> None:
        """Have what was written on disk."""

    async def undo(self) -> None:
        """Whatever has begun does not happen, unless its commit is under way."""

    async def close(self) -> None:
        """Let go of it."""


class Few:
    """A few connections, made when they are wanted. One that went wrong undoes what had begun."""

    def __init__(self, connect: Callable[[], Awaitable[Driver]], most: int) -> None:
        self._connect = connect
        self._free: list[Driver] = []
        self._turn = asyncio.Semaphore(most)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Driver]:
        async with self._turn:
            driver = await self._any()
            try:
                yield driver
            except BaseException:
                await self._take_back(driver)
                raise
            else:
                self._free.append(driver)

    async def _take_back(self, driver: Driver) -> None:
        try:
            await driver.undo()
        except FAULTS:
            with suppress(*FAULTS):
                await driver.close()
        else:
            self._free.append(driver)

    async def _any(self) -> Driver:
        while self._free:
            driver = self._free.pop()
            if not driver.is_lost:
                return driver
            await driver.close()
        return await self._connect()

    async def close(self) -> None:
        while self._free:
            with suppress(*FAULTS):
                await self._free.pop().close()


class Lite:
    """A connection to SQLite's file, in a thread of its own.

    Each trip there costs more than a small write, so what gives no answer goes with what does.
    """

    def __init__(self, path: str) -> None:
        self.is_lost = False
        self._waiting: list[Callable[[], object]] = []
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._path = path
        self._connection: sqlite3.Connection

    @classmethod
    async def connect(cls, url: URL) -> Lite:
        lite = cls(url.database or "")
        try:
            await lite._run(lite._open)
        except BaseException:
            lite._thread.shutdown(wait=False)
            raise
        return lite

    def _open(self) -> None:
        file = sqlite3.connect(self._path, timeout=LOCKED, isolation_level=None)
        try:
            for setting in SQLITE:
                file.execute(f"PRAGMA {setting}")
        except sqlite3.Error:
            file.close()
            raise
        file.row_factory = sqlite3.Row
        file.text_factory = AS_READ
        self._connection = file

    async def _run(self, work: Callable[[], T]) -> T:
        """Do this in the thread, and before it what waits for a trip."""
        waiting, self._waiting = self._waiting, []

        def all_of_it() -> T:
            for waited in waiting:
                waited()
            return work()

        return await asyncio.get_running_loop().run_in_executor(self._thread, all_of_it)

    async def begin(self) -> None:
        self._waiting.append(partial(self._connection.execute, "BEGIN"))

    async def read(self, statement: str, *values: Value) -> Sequence[Found]:
        return await self._run(lambda: self._connection.execute(statement, values).fetchall())

    async def write(self, statement: str, rows: Sequence[Values]) -> None:
        self._waiting.append(partial(self._connection.executemany, statement, rows))

    async def commit(self) -> None:
        await self._run(self._connection.commit)

    async def undo(self) -> None:
        self._waiting.clear()
        await self._run(self._connection.rollback)

    async def close(self) -> None:
        if not self.is_lost:
            self.is_lost = True
            self._waiting.clear()
            await self._run(self._connection.close)
            self._thread.shutdown(wait=False)


class Asyncpg(Protocol):
    """What we need of a connection of asyncpg, which tells no types."""

    def is_closed(self) -> bool: ...

    async def execute(self, query: str, *values: Value) -> str: ...

    async def executemany(self, query: str, rows: Sequence[Values]) -> None: ...

    async def fetch(self, query: str, *values: Value) -> list[Found]: ...

    async def add_listener(
        self, channel: str, heard: Callable[[object, int, str, object], None]
    ) -> None: ...

    def terminate(self) -> None: ...


async def connected(url: URL, seconds: float) -> Asyncpg:
    """A connection of asyncpg, whose every answer comes within this time or not at all."""
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    connection: Asyncpg = await asyncpg.connect(address, timeout=seconds, command_timeout=seconds)
    return connection


class Postgres:
    """A connection to PostgreSQL. With every commit it takes the lock of its worker."""

    def __init__(self, connection: Asyncpg, lock: str) -> None:
        self._connection = connection
        self._lock = lock

    @classmethod
    async def connect(cls, url: URL, lock: str) -> Postgres:
        connection = await connected(url, PATIENCE)
        try:
            await connection.execute(f"SET idle_in_transaction_session_timeout = {_SILENT}")
            await connection.execute(_BY_INDEXES)
        except BaseException:
            connection.terminate()
            raise
        return cls(connection, lock)

    @property
    def is_lost(self) -> bool:
        return self._connection.is_closed()

    async def begin(self) -> None:
        await self._connection.execute(f"BEGIN; {self._lock}")

    async def read(self, statement: str, *values: Value) -> Sequence[Found]:
        return await self._connection.fetch(statement, *values)

    async def write(self, statement: str, rows: Sequence[Values]) -> None:
        await self._connection.executemany(statement, rows)

    async def commit(self) -> None:
        await self._connection.execute("COMMIT")

    async def undo(self) -> None:
        self._connection.terminate()

    async def close(self) -> None:
        self._connection.terminate()
