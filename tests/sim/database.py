"""A database server as several workers meet it: far away, shared, and not to be relied on.

The store's own code runs against it; only the drivers are ours. What is read and
written is SQL in a real SQLite file. Around it this plays PostgreSQL's part: readers of one
moment, heads that are locked while a commit is under way and passed over by others, a lock that
tells a worker how its last commit ended. And it fails: before a commit, behind it, and for a while.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TypeAlias

import msgspec
from msgspec import Struct
from sqlalchemy import create_engine, text
from sqlalchemy.ext.asyncio import create_async_engine

from fatedeck.table.metrics import Metrics
from fatedeck.table.migrate import bring_up_to_date
from fatedeck.table.store import Store
from tests.sim.loop import Process

Value: TypeAlias = str | int | bytes | float | None
Row: TypeAlias = tuple[Value, ...]

_FENCE = "SELECT 'fence' AS fence"
_CLAIM = "UPDATE heads SET rev"
_MOVE = "UPDATE heads SET rev = ?, format = max(format, ?) WHERE table_id = ?"
SLOW = 5.0
"""Seconds that an answer takes at most."""
IDLE = 5.0
"""Seconds after which a transaction whose worker is silent is ended."""
SERVER = Process("database")
"""Does what it was asked to, whether its clients live or not."""


class Odds(Struct, frozen=True):
    """How often what goes wrong, of a thousand times."""

    lost: int = 0  # before anything of it has happened
    unknown: int = 0  # a commit whose end its worker does not learn
    slow: int = 0  # up to `SLOW` seconds


class Gone(Struct, frozen=True):
    """The last version and line that may be told by a link, which was taken away then."""

    v: int
    at: int


class Database:
    """The server. It knows which heads are claimed just now, and checks whatever is committed."""

    def __init__(self, folder: Path, luck: Random) -> None:
        self.path = folder / "tables.sqlite3"
        self.path.write_bytes(_new())
        self.luck = luck
        self.odds = Odds()
        self.is_down = False
        self._claimed: dict[str, Change] = {}
        self.sessions: list[Session] = []
        self.faults: list[str] = []
        self.revoked: dict[bytes, Gone] = {}
        self.happened: Counter[str] = Counter()
        self._fences: dict[str, dict[Change, asyncio.Future[None]]] = {}
        self._file = self.connect()

    def connect(self) -> sqlite3.Connection:
        file = sqlite3.connect(self.path, isolation_level=None)
        file.execute("PRAGMA synchronous=OFF")
        return file

    def close(self) -> None:
        for session in self.sessions:
            session.file.close()
        self._file.close()

    def rows(self, query: str, *values: Value) -> list[Row]:
        """What is there, for whoever checks."""
        return self._file.execute(query, values).fetchall()

    def has_chance(self, of_a_thousand: int, what: str) -> bool:
        if self.luck.random() * 1000 >= of_a_thousand:
            return False
        self.happened[what] += 1
        return True

    # What the server does

    async def fence(self, change: Change) -> None:
        """Wait until every earlier change of this worker has come to its end."""
        held = self._fences.setdefault(change.worker, {})
        if change not in held:
            held[change] = asyncio.get_running_loop().create_future()
            _let_first_pass(held)
            await held[change]

    def claim(self, change: Change, wanted: str) -> list[str]:
        """The tables of which nobody else changes the head, and of which it is as expected."""
        won: dict[str, tuple[int, int]] = {}
        revs: list[tuple[int, int, str]] = []
        claims = msgspec.json.decode(wanted, type=list[tuple[str, int, int, int]])
        for table, was, rev, form in claims:
            if self._claimed.get(table, change) is change and self.is_head(table, was):
                self._claimed[table] = change
                won[table] = was, rev
                revs.append((rev, form, table))
        change.claims |= won
        change.statements.append((_MOVE, revs))
        self._mind(change)
        return list(won)

    def is_head(self, table: str, rev: int) -> bool:
        """Whether a table is there and has had so many changes."""
        return self._head(table) == rev

    def _mind(self, change: Change) -> None:
        """End a change of which nothing is heard for too long."""
        loop = asyncio.get_running_loop()

        def look() -> None:
            if not (change.is_over or change.is_asked):
                if loop.time() - change.heard >= IDLE:
                    self.end(change)
                else:
                    self._mind(change)

        SERVER.run(loop.call_later, IDLE, look)

    def commit(self, change: Change) -> None:
        """All of it, or an error of SQLite's and nothing."""
        before = {table: (self._head(table), self._link(table)) for table in change.claims}
        try:
            self._file.execute("BEGIN IMMEDIATE")
            for statement, values in change.statements:
                self._file.executemany(statement, values)
            self._file.execute("COMMIT")
        except sqlite3.Error as fault:
            self._file.execute("ROLLBACK")
            self.faults.append(f"the database refused a commit: {fault}")
            raise
        finally:
            self.end(change)
        for table, (was, rev) in change.claims.items():
            head, link = before[table]
            if head != was or self._head(table) != rev:
                self.faults.append(f"change {was} of {table} was claimed at {head!r}")
            ((steps, last),) = self.rows(
                "SELECT count(*), coalesce(max(v), 0) FROM steps WHERE table_id = ?", table
            )
            if steps != last:
                self.faults.append(f"{table} has {steps!r} steps and is at {last!r}")
            if isinstance(link, bytes) and self._link(table) != link:
                ((at,),) = self.rows("SELECT max(at) FROM story WHERE table_id = ?", table)
                self.revoked[link] = Gone(int(str(last)), int(str(at)))

    def _head(self, table: str) -> Value:
        found = self.rows("SELECT rev FROM heads WHERE table_id = ?", table)
        return found[0][0] if found else None

    def _link(self, table: str) -> Value:
        found = self.rows("SELECT spectator_hash FROM tables WHERE id = ?", table)
        return found[0][0] if found else None

    def end(self, change: Change) -> None:
        """A change is over, one way or the other."""
        change.is_over = True
        self._claimed = {table: by for table, by in self._claimed.items() if by is not change}
        held = self._fences.get(change.worker, {})
        if (turn := held.pop(change, None)) is not None:
            if not turn.done():
                turn.set_exception(ConnectionResetError("the connection was lost"))
            _let_first_pass(held)

    def cut_off(self, worker: str) -> None:
        """A worker has died: what it had not asked to commit never happens."""
        for session in self.sessions:
            if session.worker == worker and not session.change.is_asked:
                self.end(session.change)

    def restart(self) -> None:
        """The server is gone: all that was not committed never happens."""
        self.is_down = True
        for session in self.sessions:
            self.end(session.change)


def _let_first_pass(held: dict[Change, asyncio.Future[None]]) -> None:
    for turn in list(held.values())[:1]:
        if not turn.done():
            turn.set_result(None)


class Change(Struct, eq=False):
    """A transaction: what is to be written, and the heads that it has claimed for that."""

    worker: str
    heard: float
    statements: list[tuple[str, Sequence[Sequence[Value]]]] = msgspec.field(default_factory=list)
    claims: dict[str, tuple[int, int]] = msgspec.field(default_factory=dict)
    is_asked: bool = False
    is_over: bool = False


class Session:
    """One connection, as SQLAlchemy's dialect for aiosqlite expects it."""

    def __init__(self, database: Database, worker: str) -> None:
        self._connection = self
        self.database = database
        self.worker = worker
        self.file = database.connect()
        self.change = Change(worker, 0.0)
        database.sessions.append(self)

    async def trip(self) -> None:
        """To the server and back."""
        database, loop = self.database, asyncio.get_running_loop()
        await asyncio.sleep(database.luck.uniform(0.0002, 0.002))
        if database.has_chance(database.odds.slow, "slow"):
            await asyncio.sleep(database.luck.uniform(0, SLOW))
        lost = database.has_chance(database.odds.lost, "lost")
        if lost or database.is_down or self.change.is_over:
            database.end(self.change)
            raise ConnectionResetError("the connection was lost")
        self.change.heard = loop.time()

    def cursor(self) -> Cursor:
        return Cursor(self)

    async def create_function(self, *_: object, **__: object) -> None:
        """There is none that we need."""

    async def commit(self) -> None:
        """Ask for it; the server does it even if nobody hears how it ends."""
        database, loop, change = self.database, asyncio.get_running_loop(), self.change
        if change.statements:
            await self.trip()
            change.is_asked = True
            done: asyncio.Future[Exception | None] = loop.create_future()

            def commit() -> None:
                fault: Exception | None = ConnectionResetError("the server was stopped")
                if not change.is_over:
                    try:
                        database.commit(change)
                        fault = None
                    except sqlite3.Error as found:
                        fault = found
                if not done.done():
                    done.set_result(fault)

            seconds = database.luck.uniform(0.0002, 0.003)
            is_unknown = database.has_chance(database.odds.unknown, "unknown")
            SERVER.run(loop.call_later, seconds * (1 + 300 * is_unknown), commit)
            if is_unknown:  # whoever asks next does so by another connection
                self.change = Change(self.worker, loop.time())
                raise ConnectionResetError("the connection was lost in the middle of a commit")
            if (fault := await done) is not None:
                raise fault
        await self.rollback()

    async def rollback(self) -> None:
        if self.file.in_transaction:
            self.file.execute("ROLLBACK")
        if not self.change.is_asked:
            self.database.end(self.change)
        self.change = Change(self.worker, asyncio.get_running_loop().time())

    async def close(self) -> None:
        await self.rollback()
        self.stop()

    def stop(self) -> None:
        """It is not heard of any more."""
        self.file.close()
        if self in self.database.sessions:
            self.database.sessions.remove(self)


class Cursor:
    """What was asked of the server, and its answer."""

    arraysize = 1
    lastrowid = 0
    rowcount = -1

    def __init__(self, session: Session) -> None:
        self._session = session
        self._rows: list[Row] = []
        self.description: Sequence[Row] | None = None

    async def __aenter__(self) -> Cursor:
        return self

    async def execute(self, statement: str, values: Sequence[Value] = ()) -> None:
        session, statement = self._session, statement.strip()
        await session.trip()
        if statement == _FENCE:
            await session.database.fence(session.change)
            self.description, self._rows = (_column("fence"),), []
        elif statement.startswith(_CLAIM):
            (wanted,) = values
            won = session.database.claim(session.change, str(wanted))
            self.description, self._rows = (_column("table_id"),), [(table,) for table in won]
        elif statement.startswith(("SELECT", "WITH", "PRAGMA", "BEGIN")):
            found = session.file.execute(statement, values)
            self.description, self._rows = found.description, found.fetchall()
        else:
            session.change.statements.append((statement, [values]))

    async def executemany(self, statement: str, values: Sequence[Sequence[Value]]) -> None:
        await self._session.trip()
        self._session.change.statements.append((statement, list(values)))

    async def fetchall(self) -> list[Row]:
        return self._rows

    async def close(self) -> None:
        """There is nothing to let go of."""


class Distant:
    """A session as `fatedeck.table.drivers` knows it."""

    is_lost = False

    def __init__(self, session: Session) -> None:
        self._session = session

    async def begin(self) -> None:
        await self._cursor(_FENCE)

    async def read(self, statement: str, *values: Value) -> list[dict[str, Value]]:
        """As PostgreSQL gives it, which knows what is true from what is 1."""
        cursor = await self._cursor(statement, values)
        names = [str(name) for name, *_ in cursor.description or ()]
        rows = [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]
        return [{**row, "undone": bool(row["undone"])} if "undone" in row else row for row in rows]

    async def write(self, statement: str, rows: Sequence[Row]) -> None:
        await Cursor(self._session).executemany(statement, rows)

    async def commit(self) -> None:
        await self._session.commit()

    async def undo(self) -> None:
        await self._session.rollback()

    async def close(self) -> None:
        await self._session.close()

    async def _cursor(self, statement: str, values: Sequence[Value] = ()) -> Cursor:
        cursor = self._session.cursor()
        await cursor.execute(statement, values)
        return cursor


class DistantStore(Store):
    """The store of one worker of many, on this database."""

    def __init__(self, database: Database, metrics: Metrics) -> None:
        super().__init__(str(database.path), metrics)
        self._fence = _FENCE
        self._database = database

        async def creator() -> Session:
            if database.is_down:
                raise ConnectionRefusedError("the server is not there")
            return Session(database, self.worker)

        self.engine = create_async_engine(
            f"sqlite+aiosqlite:///{database.path}", async_creator=creator, pool_size=5
        )

    @property
    def is_shared(self) -> bool:
        return True

    async def _driver(self) -> Distant:
        if self._database.is_down:
            raise ConnectionRefusedError("the server is not there")
        return Distant(Session(self._database, self.worker))

    async def open(self, *, alone: bool = False) -> None:
        self._writer = asyncio.create_task(self._write())


def _column(name: str) -> Row:
    return name, None, None, None, None, None, None


@cache
def _new() -> bytes:
    """A new database."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "new.sqlite3"
        engine = create_engine(f"sqlite:///{path}")
        with engine.begin() as connection:
            bring_up_to_date(connection)
            connection.execute(
                text("CREATE TABLE proofs (id INTEGER PRIMARY KEY, written BLOB NOT NULL)")
            )
        engine.dispose()
        file = sqlite3.connect(path)
        file.execute("PRAGMA journal_mode=WAL")
        file.close()
        copy = Path(folder) / "copy.sqlite3"
        shutil.copyfile(path, copy)
        return copy.read_bytes()
