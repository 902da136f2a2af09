"""Keeping tables: one writer that commits for all of them at once, and readers beside it.

Whatever waits while a commit is under way shares the next one. A caller is told when its work is on
disk, and only then tells anyone else. What fails takes with it what was to follow at its table, and
nothing of any other.

The database is the order. A change of a table claims the table's head in the transaction that
writes it, so that of two workers who change a table at once one is beaten, and knows.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from functools import partial
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TypeVar

import aiosqlite
import msgspec
from msgspec import Struct
from sqlalchemy import (
    URL,
    Column,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    event,
    func,
    literal_column,
    make_url,
    or_,
    select,
    text,
    true,
    tuple_,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql import ClauseElement, ColumnElement, Executable

from fatedeck.engine.errors import Unreadable
from fatedeck.table import news, rows
from fatedeck.table.clock import milliseconds
from fatedeck.table.drivers import (
    AS_READ,
    FAULTS,
    LOCKED,
    PATIENCE,
    SQLITE,
    Driver,
    Few,
    Lite,
    Postgres,
    Values,
)
from fatedeck.table.logs import log, named
from fatedeck.table.metrics import Metrics
from fatedeck.table.migrate import bring_up_to_date, check_version
from fatedeck.table.news import News, Reached
from fatedeck.table.refusals import Damaged, Limit, Unsaved
from fatedeck.table.rows import (
    SCAR,
    Claim,
    Found,
    HeadRow,
    HereRow,
    InviteRow,
    PaperRow,
    PastStep,
    Proof,
    SeatRow,
    StepRow,
    StoryRow,
    TableRow,
    Work,
    as_row,
    is_whole,
    is_whole_past,
    stamped,
    with_gaps_told,
)
from fatedeck.table.settings import database_url

if sys.platform != "win32":
    import fcntl

R = TypeVar("R", TableRow, SeatRow, StepRow, InviteRow, PaperRow)
T = TypeVar("T")

MOST_JOBS = 5_000
"""Jobs that may wait for the disk; beyond them nobody may add one."""
CLOSED = "The database is damaged, or cannot be reached."
_AT_A_TIME = 4
"""Connections by which one commits and looks for what is new."""
_WELL = 1.0
"""Seconds for which a proof that writing works stands."""
_PROOF = 2.0
"""Seconds that such a proof may take."""
_ROOM, _ROOM_FOR = 10.0, 65_536
"""Seconds for which a proof stands that there is room, and for how many bytes it proves it."""
_PROOFS = Table(
    "proofs",
    MetaData(),
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("written", LargeBinary, nullable=False),
)
"""Where that is proved. It is no part of any table and is made when it is not there."""
_KEYS = Table(
    "keys",
    MetaData(),
    Column("name", Text, primary_key=True),
    Column("value", LargeBinary, nullable=False),
)
"""Keys of the server itself, the same for all workers; made when it is not there, as that is."""
_KINDS = ("tables", "seats", "invites", "papers", "steps", "story")
_WRITERS = 617_283
"""With a worker's number, the lock of PostgreSQL that its writer holds: who has it knows how every
commit of this worker ended."""
AWAY = 15_000
"""Milliseconds after which a worker that was not heard of has no readers any more."""
_DEAD = 3_600_000
"""Milliseconds after which it is forgotten."""
_PAST = [
    *(rows.steps.c[name] for name in ("v", "at", "act", "seat", "do", "n", "furthest", "checksum")),
    rows.steps.c.state.is_not(None).label("quiet"),
]
_HAS_ACT, _HAS_NUMBER, _HAS_CODE = text("act <> ''"), text("number > 0"), text("code <> ''")
"""Said as the indexes over part of the rows say it, or they would not be used."""
_CLAIMS = {
    "sqlite": """
        UPDATE heads SET rev = json_extract(m.value, '$[2]'),
            format = max(format, json_extract(m.value, '$[3]'))
        FROM json_each(?) AS m
        WHERE table_id = json_extract(m.value, '$[0]') AND rev = json_extract(m.value, '$[1]')
        RETURNING table_id
        """,
    "postgresql": """
        WITH claims AS (
            SELECT value ->> 0 AS id, (value ->> 1)::bigint AS was, (value ->> 2)::bigint AS rev,
                (value ->> 3)::int AS form
            FROM json_array_elements($1::json)
        ), free AS (
            SELECT table_id, claims.rev, form
            FROM heads JOIN claims ON table_id = id AND heads.rev = was
            FOR UPDATE OF heads SKIP LOCKED
        )
        UPDATE heads SET rev = free.rev, format = greatest(format, free.form)
        FROM free WHERE heads.table_id = free.table_id RETURNING heads.table_id
        """,
}
"""Who is not returned was beaten. Nobody waits: a head that is claimed just now is lost too."""
_reading: ContextVar[AsyncConnection | None] = ContextVar("reading", default=None)
"""The connection of those who read several things of one moment."""
_HEAVY = ("entries", "flight", "state")
"""What of a step may be long."""
_PAGES_USED = text(
    'SELECT (page_count - freelist_count) * page_size AS "all" '
    "FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
_DATABASE_SIZE = text('SELECT pg_database_size(current_database()) AS "all"')

_HERE = text("""
    INSERT INTO here (worker, table_id, places)
    SELECT column1, column2, column3
    FROM (VALUES (CAST(:worker AS TEXT), CAST(:table_id AS TEXT), CAST(:places AS TEXT))) AS seen
    WHERE column2 IN (SELECT table_id FROM heads)
    ON CONFLICT (worker, table_id) DO UPDATE SET places = excluded.places
""")
"""Nobody is at a table that is no more."""


class Version(Struct):
    """The version of a step, and no more of it."""

    v: int


class Grown(Struct):
    """What a table keeps: lines of talk, events around the game, and the bytes of its steps."""

    talk: int = 0
    events: int = 0
    bytes: int = 0

    def __add__(self, more: Grown) -> Grown:
        return Grown(self.talk + more.talk, self.events + more.events, self.bytes + more.bytes)


def grown_by(steps: Iterable[StepRow], story: Iterable[StoryRow]) -> Grown:
    """By how much a table grows with these rows, as `Store.grown` counts it."""
    kinds = [line.kind for line in story if line.act or line.kind not in ("play", "event")]
    heavy = (getattr(step, name) or "" for step in steps for name in _HEAVY)
    events = kinds.count("event")
    return Grown(len(kinds) - kinds.count("play") - events, events, sum(map(len, heavy)))


class Course(Struct):
    """The changes of one table in their order: after one that failed none may follow.

    One that was `beaten` lost against a change by another worker: nothing is wrong.
    """

    broken: bool = False
    beaten: bool = False


MOST_TOLD = 16_000_000
"""Bytes of a story that are read at once: some 60,000 lines."""
_FEW = 100
"""Steps that are held at once with all that is in them."""
_FEW_LINES = 1_000
"""Lines of a story that are read at once, where all of them are wanted."""
_AT_ONCE = 200
"""Rows that are read between two looks at what else there is to do."""

_BELONGING = (
    rows.heads,  # first: who is changing the table just now is waited for, who comes next is beaten
    *(rows.seats, rows.invites, rows.papers, rows.steps, rows.story, rows.here),
)
_DELETIONS = (
    *(
        delete(belonging).where(belonging.c.table_id == bindparam("for_table"))
        for belonging in _BELONGING
    ),
    delete(rows.tables).where(rows.tables.c.id == bindparam("for_table")),
)
"""Taking a table away with all that belongs to it."""


class Job(Struct):
    """Work on its way to disk, and what to do when it is there, or cannot be."""

    work: Work
    saved: Callable[[], None]
    failed: Callable[[], None]
    course: Course = msgspec.field(default_factory=Course)
    claim: Claim | None = None


class Store:
    """The database of a server."""

    def __init__(self, database: str, metrics: Metrics) -> None:
        self.url: URL = make_url(database_url(database))
        self.metrics = metrics
        self.worker = secrets.token_hex(8)
        self.on_change: Callable[[Collection[str]], None] = _nobody
        self._jobs: list[Job] = []
        self._under_way = 0
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self.engine = _engine(self.url)
        self._is_sqlite = self.engine.dialect.name == "sqlite"
        self._statements = _statements(self.engine.dialect)
        self._deletions = [str(made.compile(dialect=self.engine.dialect)) for made in _DELETIONS]
        self._claiming = _CLAIMS[self.engine.dialect.name]
        self._news = news.statement(self.engine.dialect)
        self._fence = f"SELECT pg_advisory_xact_lock({_WRITERS}, {int(self.worker[:7], 16)})"
        self.drivers = Few(self._driver, _AT_A_TIME)
        self._writer: asyncio.Task[None] | None = None
        self._lock: int | None = None
        self._proof: asyncio.Task[bool] | None = None
        self._proved = 0.0
        self._had_room = 0.0
        self.kept = 0  # bytes, as they were measured last, and what was written since
        self.most = sys.maxsize

    @property
    def is_shared(self) -> bool:
        """Whether other workers may write here too."""
        return not self._is_sqlite

    async def open(self, *, alone: bool = False) -> None:
        """Bring the database up to date and begin to write.

        A server has an SQLite file `alone`: two would not know of each other's changes.
        """
        try:
            if self._is_sqlite and self.url.database:
                _keep_to_owner(Path(self.url.database))
                if alone:
                    self._lock = locked(f"{self.url.database}-lock")
            async with self.engine.begin() as connection:
                await connection.run_sync(bring_up_to_date)
                await connection.run_sync(_PROOFS.create, checkfirst=True)
                await connection.run_sync(_KEYS.create, checkfirst=True)
        except (SQLAlchemyError, OSError, UnicodeError, Unreadable) as fault:
            why = str(fault) if isinstance(fault, Unreadable) else named(fault)
            log.error("the database cannot be opened", extra={"facts": {"why": why}})
            await self.engine.dispose()
            if isinstance(fault, Unreadable):
                raise
            raise Unreadable(CLOSED) from None
        self._writer = asyncio.create_task(self._write())

    async def _driver(self) -> Driver:
        if self._is_sqlite:
            return await Lite.connect(self.url)
        return await Postgres.connect(self.url, self._fence)

    async def look(self) -> None:
        """Open the database to read in it: nothing is made, brought up to date or written."""
        if self._is_sqlite and not Path(self.url.database or "").is_file():
            raise Unreadable(f"There’s no database “{self.url.database}”.")
        try:
            async with self.engine.connect() as connection:
                await connection.run_sync(check_version)
        except (SQLAlchemyError, OSError, UnicodeError):
            await self.engine.dispose()
            raise Unreadable(CLOSED) from None
        except Unreadable:
            await self.engine.dispose()
            raise

    async def close(self, seconds: float = 10) -> None:
        """Write what is waiting, and let go of the database; not longer than this."""
        try:
            async with asyncio.timeout(seconds):
                await self._idle.wait()
        except TimeoutError:
            log.error("the database did not answer; what was waiting is not saved")
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.wait([self._writer], timeout=1)
            await self._leave()
        with suppress(TimeoutError):
            async with asyncio.timeout(1):
                await self.drivers.close()
                await self.engine.dispose()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # Writing

    @property
    def is_full(self) -> bool:
        """Whether so much waits for the disk that nothing may be added."""
        return len(self._jobs) + self._under_way >= MOST_JOBS

    @property
    def takes_no_more(self) -> bool:
        """Whether all tables together take as much of the disk as they may."""
        return self.kept >= self.most

    def save(self, job: Job) -> None:
        """Write this as soon as the disk allows, in the order of the calls."""
        self._jobs.append(job)
        self._idle.clear()
        self._wake.set()

    async def save_now(self, work: Work, claim: Claim | None = None) -> None:
        """Write this and wait until it is on disk."""
        if self.is_full:
            raise Limit("", "The server is too busy right now. Try again in a moment.")
        if not await self._is_saved(work, claim):
            raise Unsaved

    async def _is_saved(self, work: Work, claim: Claim | None = None) -> bool:
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def tell(saved: bool) -> None:
            if not done.done():
                done.set_result(saved)

        self.save(Job(work, lambda: tell(True), lambda: tell(False), claim=claim))
        return await done

    async def is_well(self) -> bool:
        """Whether what is given to the writer comes to disk, and soon."""
        if self._proof is None or (self._proof.done() and time.monotonic() - self._proved > _WELL):
            self._proof = asyncio.create_task(self._prove())
        return await asyncio.shield(self._proof)

    async def answers(self) -> None:
        """Wait until the writer has answered, whether it could write or not."""
        await self._is_saved(Work(proof=True))

    async def _prove(self) -> bool:
        """Write a little, and now and then as much as a step takes: a disk may be nearly full."""
        well, work = False, Work(proof=True)
        if not self._had_room or time.monotonic() - self._had_room > _ROOM:
            work.proofs.append(Proof(1, os.urandom(_ROOM_FOR)))
            self._had_room = 0.0
        with suppress(TimeoutError):
            async with asyncio.timeout(_PROOF):
                well = await self._is_saved(work)
        self._proved = time.monotonic()
        if well and work.proofs:
            self._had_room = self._proved
        return well

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            jobs, self._jobs = self._jobs, []
            self._under_way = len(jobs)
            for job, saved in zip(jobs, await self._save_all(jobs), strict=True):
                loop.call_soon(job.saved if saved else job.failed)
            self._under_way = 0
            if not self._jobs:
                self._idle.set()

    async def _save_all(self, jobs: Sequence[Job]) -> list[bool]:
        """Which of these are on disk now: all at once, or what can be when that fails.

        What one table cannot save must not cost the others theirs. But when not even a proof can be
        written the database itself fails, and so does all of it.
        """
        saved = await self._commit(jobs)
        if saved is not None:
            return saved
        works = await self._commit([Job(Work(proof=True), _nothing, _nothing)]) is not None
        return [works and await self._is_saved_alone(job) for job in jobs]

    async def _is_saved_alone(self, job: Job) -> bool:
        (saved,) = await self._commit([job]) or [False]
        job.course.broken = not saved
        return saved

    async def _commit(self, jobs: Sequence[Job]) -> list[bool] | None:
        """Which of these are on disk now; None when the database failed."""
        began = time.perf_counter()
        going = [job for job in jobs if not job.course.broken]
        try:
            async with self.drivers.one() as driver:
                await driver.begin()
                beaten = await self._beaten(driver, going)
                going = [job for job in going if not (job.claim and job.claim.table_id in beaten)]
                count, size = await self._write_all(driver, going)
                await self.sync(driver)
        except Exception as fault:  # noqa: BLE001  # whatever is wrong with it, the writer goes on
            log.error("a commit failed", extra={"facts": {"fault": named(fault)}})
            self.metrics.commits_failed += 1
            self._had_room = 0.0
            return None
        self.kept += size
        for job in jobs:
            if job.claim and job.claim.table_id in beaten and not job.course.broken:
                job.course.broken = job.course.beaten = True
                self.metrics.beaten += 1
        if changed := _changed(going):
            self.on_change(changed)
        self.metrics.commits += 1
        self.metrics.commit_rows += count
        self.metrics.commit_seconds.add(time.perf_counter() - began)
        return [not job.course.broken for job in jobs]

    async def _beaten(self, driver: Driver, jobs: Sequence[Job]) -> set[str]:
        """Claim the heads of all tables that these jobs change; the tables that others changed."""
        claims: dict[str, Claim] = {}
        for job in jobs:
            if (claim := job.claim) is not None:
                first = claims.setdefault(claim.table_id, claim)
                claims[claim.table_id] = msgspec.structs.replace(first, rev=claim.rev)
        if not claims:
            return set()
        wanted = [(claim.table_id, claim.was, claim.rev, claim.form) for claim in claims.values()]
        won = await driver.read(self._claiming, msgspec.json.encode(wanted).decode())
        return claims.keys() - {row["table_id"] for row in won}

    async def _write_all(self, driver: Driver, jobs: Sequence[Job]) -> tuple[int, int]:
        """Write what these jobs want in one transaction; how many rows that were, and bytes."""
        if any(job.work.proof for job in jobs):
            seen = milliseconds()
            await self.write(driver, self._statements["workers"], [(self.worker, seen)])
        count, size = 0, 0
        for together in _stretches([job.work for job in jobs]):
            for kind, statement in self._statements.items():
                found: list[Values] = [
                    stamped(row) if kind in _KINDS else msgspec.structs.astuple(row)
                    for work in together
                    for row in getattr(work, kind, ())
                ]
                if found:
                    await self.write(driver, statement, found)
                    count += len(found)
                    size += len(msgspec.msgpack.encode(found))  # about what they take on disk
            for gone in [row.for_table for work in together for row in work.tables_gone]:
                for deletion in self._deletions:
                    await self.write(driver, deletion, [(gone,)])
        return count, size

    async def write(self, driver: Driver, statement: str, values: list[Values]) -> None:
        """Give rows to the database."""
        await driver.write(statement, values)

    async def sync(self, driver: Driver) -> None:
        """Have what was written on disk."""
        await driver.commit()

    # Reading

    async def settle(self) -> None:
        """Wait until every commit has ended, one whose connection was lost too."""
        if self.is_shared:
            await self._rows(text(self._fence))

    @asynccontextmanager
    async def together(self) -> AsyncIterator[None]:
        """What is read here is of one moment, whatever other workers write meanwhile."""
        with _told():
            async with self.engine.connect() as connection:
                if self._is_sqlite:
                    await connection.exec_driver_sql("BEGIN")
                else:
                    await connection.execution_options(isolation_level="REPEATABLE READ")
                before = _reading.set(connection)
                try:
                    yield
                finally:
                    _reading.reset(before)

    # The order of changes, and who is where

    async def head(self, table_id: str) -> HeadRow | None:
        """The head of a table; None when there is no such table."""
        return (await self.heads([table_id])).get(table_id)

    async def heads(self, table_ids: Sequence[str]) -> dict[str, HeadRow]:
        """The heads of these tables, as far as there are such."""
        query = select(rows.heads).where(rows.heads.c.table_id.in_(table_ids))
        return {head.table_id: head for head in await self._read(query, partial(as_row, HeadRow))}

    async def newer(self, reached: Sequence[Reached]) -> dict[str, News]:
        """What other workers have done at these tables since, as far as there are such.

        What cannot be read as it was written is `Damaged`, of whichever table.
        """
        with _told():
            async with self.drivers.one() as driver:
                found = await driver.read(self._news, news.asked(reached))
            return news.read(reached, found)

    async def elsewhere(self, table_ids: Sequence[str]) -> dict[str, dict[int, int]]:
        """How many lines other workers have at each place of these tables."""
        here, workers = rows.here, rows.workers
        since = milliseconds() - AWAY
        query = (
            select(here)
            .join(workers, workers.c.worker == here.c.worker)
            .where(here.c.table_id.in_(table_ids), here.c.worker != self.worker)
            .where(workers.c.seen > since)
        )
        found: dict[str, dict[int, int]] = {}
        for row in await self._read(query, partial(as_row, HereRow)):
            places = found.setdefault(row.table_id, {})
            for place, lines in msgspec.json.decode(row.places, type=dict[int, int]).items():
                places[place] = places.get(place, 0) + lines
        return found

    async def _leave(self) -> None:
        """Nobody is here any more: this worker stops. Others that died long ago are forgotten."""
        dead = select(rows.workers.c.worker).where(rows.workers.c.seen < milliseconds() - _DEAD)
        with suppress(SQLAlchemyError, OSError, TimeoutError):
            async with asyncio.timeout(1), self.engine.begin() as connection:
                for table in (rows.here, rows.workers):
                    gone = (table.c.worker == self.worker) | table.c.worker.in_(dead)
                    await connection.execute(delete(table).where(gone))

    async def key(self, name: str, make: Callable[[], bytes]) -> bytes:
        """The key of this name, made when it is first wanted, by whichever worker is first."""
        query = select(_KEYS.c.value).where(_KEYS.c.name == name)
        if not (found := await self._rows(query)):
            insert = sqlite.insert if self._is_sqlite else postgresql.insert
            new = insert(_KEYS).values(name=name, value=make()).on_conflict_do_nothing()
            with _told():
                async with self.engine.begin() as connection:
                    await connection.execute(new)
            found = await self._rows(query)
        return bytes(found[0]["value"])

    async def is_compact(self) -> bool:
        """Whether nothing of what was deleted may be left in SQLite's file."""
        if not self._is_sqlite:
            return True
        (found,) = await self._rows(text("PRAGMA freelist_count"))
        return int(found["freelist_count"]) == 0

    async def compact(self) -> bool:
        """Write SQLite's file anew without what was deleted; False while its journal is read.

        What is deleted is overwritten at once, but pages that were split before keep shreds of it.
        """
        if not self._is_sqlite:
            return True
        try:
            async with self.engine.connect() as connection:
                await connection.execution_options(isolation_level="AUTOCOMMIT")
                await connection.exec_driver_sql("VACUUM")
                found = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                busy, *_ = found.one()
        except (SQLAlchemyError, OSError):
            return False
        return not busy

    async def measure(self) -> None:
        """Look how many bytes all tables take."""
        (found,) = await self._rows(_PAGES_USED if self._is_sqlite else _DATABASE_SIZE)
        self.kept = int(found["all"])

    def size(self) -> int:
        """The bytes of SQLite's file; 0 where there is none."""
        path = Path(self.url.database or "")
        return path.stat().st_size if self._is_sqlite else 0

    async def untouched(self, since: int) -> list[str]:
        """The tables in which nothing has happened and which nobody has opened since a time."""
        tables, steps, story = rows.tables, rows.steps, rows.story
        done = select(steps.c.v).where(steps.c.table_id == tables.c.id, steps.c.at >= since)
        told = select(story.c.k).where(story.c.table_id == tables.c.id, story.c.at >= since)
        query = select(tables.c.id).where(
            tables.c.created < since, tables.c.touched < since, ~done.exists(), ~told.exists()
        )
        return [str(row["id"]) for row in await self._rows(query)]

    async def unfinished(self, before: int) -> list[str]:
        """The tables that were begun to be taken in before a time, and that nobody can open."""
        tables = rows.tables
        query = select(tables.c.id).where(tables.c.host_hash == b"", tables.c.touched <= before)
        return [str(row["id"]) for row in await self._rows(query)]

    async def grown(self, table_id: str, v: int = 0, line: int = 0) -> Grown:
        """How much a table has grown to, or by how much since this version and this line."""
        steps, story = rows.steps, rows.story
        query = select(story.c.kind, func.count().label("all")).where(story.c.table_id == table_id)
        if line:
            query = query.where(story.c.number > line, _HAS_NUMBER)
        counts_for = or_(story.c.kind.not_in(["play", "event"]), story.c.act != "")
        query = query.where(story.c.kind != "play", counts_for)
        lines = await self._rows(query.group_by(story.c.kind))
        counts = {str(row["kind"]): int(row["all"]) for row in lines}
        lengths = (func.coalesce(func.length(steps.c[name]), 0) for name in _HEAVY)
        states = select(func.sum(sum(lengths, literal_column("0"))).label("all"))
        (found,) = await self._rows(states.where(steps.c.table_id == table_id, steps.c.v > v))
        events = counts.pop("event", 0)
        return Grown(sum(counts.values()), events, int(found["all"] or 0))

    async def everything(self) -> tuple[list[str], bool]:
        """The ids of all tables of which anything is left, and whether all of it could be read."""
        found: set[str] = set()
        whole = True
        for kind in (rows.tables, *_BELONGING):
            key = kind.c.id if kind is rows.tables else kind.c.table_id
            try:
                found.update(str(row["id"]) for row in await self._rows(_ids(key)))
            except (Damaged, Unsaved):
                whole = False
        return sorted(found), whole

    async def changed_last(self, most: int) -> list[str]:
        """The tables in which something was played last, so many of them."""
        steps = rows.steps
        query = select(steps.c.table_id.label("id"), func.max(steps.c.at).label("at"))
        query = query.group_by(steps.c.table_id).order_by(text("at DESC")).limit(most)
        try:
            return [str(row["id"]) for row in await self._rows(query)]
        except Damaged:
            return []

    async def integrity(self) -> list[str]:
        """What SQLite finds wrong with its file as such; PostgreSQL has tools of its own."""
        if not self._is_sqlite:
            return []
        try:
            found = await self._rows(text("PRAGMA integrity_check(10)"))
        except Damaged as damaged:
            return [damaged.sentence]
        said = [str(row["integrity_check"]) for row in found]
        return [] if said == ["ok"] else said

    async def scarred(self, table_id: str) -> int:
        """The last step that is known to be damaged; 0 when none is."""
        steps = rows.steps
        query = select(steps.c.v).where(steps.c.table_id == table_id, steps.c.checksum == SCAR)
        found = await self._rows(query.order_by(steps.c.v.desc()).limit(1))
        return int(found[0]["v"]) if found else 0

    async def count_tables(self) -> int:
        (found,) = await self._rows(select(func.count().label("all")).select_from(rows.tables))
        return int(found["all"])

    async def table(self, table_id: str) -> TableRow | None:
        query = select(rows.tables).where(rows.tables.c.id == table_id)
        return await self._one(query, TableRow)

    async def seats(self, table_id: str) -> list[SeatRow]:
        query = select(rows.seats).where(rows.seats.c.table_id == table_id).order_by("place")
        return await self._all(query, SeatRow)

    async def invite(self, table_id: str) -> InviteRow:
        """How people come to a table; a table from before there were codes has a shut door."""
        query = select(rows.invites).where(rows.invites.c.table_id == table_id)
        return await self._one(query, InviteRow) or InviteRow(table_id=table_id)

    async def papers(self, table_id: str) -> dict[str, PaperRow]:
        """What is kept with a table, by its name."""
        query = select(rows.papers).where(rows.papers.c.table_id == table_id).order_by("name")
        return {paper.name: paper for paper in await self._all(query, PaperRow)}

    async def damaged_papers(self, table_id: str) -> list[str]:
        """The names of papers that cannot be read any more."""
        query = select(rows.papers.c.name).where(rows.papers.c.table_id == table_id)
        found: list[str] = []
        for row in await self._rows(query):
            one = select(rows.papers).where(
                rows.papers.c.table_id == table_id, rows.papers.c.name == row["name"]
            )
            try:
                await self._one(one, PaperRow)
            except Damaged:
                found.append(str(row["name"]))
        return found

    async def table_by(self, code: str) -> str | None:
        """The id of the table with this code."""
        invites = rows.invites
        query = select(invites.c.table_id).where(invites.c.code == code, _HAS_CODE)
        found = await self._rows(query)
        return str(found[0]["table_id"]) if found else None

    async def last_step(self, table_id: str, upto: int | None = None) -> StepRow | None:
        """The last step, or the last up to version `upto`."""
        steps = rows.steps
        query = select(steps).where(steps.c.table_id == table_id).order_by(steps.c.v.desc())
        if upto is not None:
            query = query.where(steps.c.v <= upto)
        return await self._one(query.limit(1), StepRow)

    async def quiet_step(self, table_id: str, n: int, upto: int) -> StepRow | None:
        """The last step up to version `upto` that left the table at quiet point `n`.

        What happened since is looked at too: if a later one was hidden by damage, this is not it.
        """
        steps = rows.steps
        query = (
            select(steps)
            .where(
                and_(
                    steps.c.table_id == table_id,
                    steps.c.n == n,
                    steps.c.v <= upto,
                    steps.c.state.is_not(None),
                )
            )
            .order_by(steps.c.v.desc())
            .limit(1)
        )
        found = await self._one(query, StepRow)
        if found is not None and found.v < upto:
            since = select(*_PAST).where(steps.c.table_id == table_id, steps.c.v <= upto)
            await self._past(table_id, since.where(steps.c.v >= found.v).order_by(steps.c.v))
        return found

    async def step_of(self, table_id: str, act: str) -> int | None:
        """The version that a command made."""
        steps = rows.steps
        query = select(*_PAST).where(steps.c.table_id == table_id, steps.c.act == act, _HAS_ACT)
        found = await self._past(table_id, query)
        return found[0].v if found else None

    async def line_of(self, table_id: str, act: str) -> StoryRow | None:
        """The line of the story that tells of a command around the game."""
        story = rows.story
        query = select(story).where(story.c.table_id == table_id, story.c.act == act, _HAS_ACT)
        found = await self._lines(query)
        return found[0] if found else None

    async def lines_of_commands(self, table_id: str, most: int) -> list[StoryRow]:
        """The last few lines of the story that tell of a command around the game."""
        story = rows.story
        query = select(story).where(story.c.table_id == table_id, _HAS_ACT)
        return (await self._lines(query.order_by(story.c.at.desc()).limit(most)))[::-1]

    async def past(self, table_id: str) -> list[PastStep]:
        """All steps in order, without what they hold.

        An index may be damaged as well as a row, so what is there is looked up another way; those
        that come to disk meanwhile are not among them.
        """
        last = next(iter(await self.versions(table_id)), 0)
        steps = rows.steps
        query = select(*_PAST).where(steps.c.table_id == table_id, steps.c.v <= last)
        found = await self._past(table_id, query.order_by(steps.c.v))
        _without_gap([0, *(step.v for step in found), last + 1])
        return found

    async def latest(self, table_id: str, most: int) -> list[PastStep]:
        """The last few steps in order, without what they hold; only those after known damage."""
        query = select(*_PAST).where(rows.steps.c.table_id == table_id)
        query = query.order_by(rows.steps.c.v.desc()).limit(most)
        latest = await self._read(query, partial(as_row, PastStep))
        whole = list(takewhile(lambda step: step.checksum != SCAR, latest))[::-1]
        for step in whole:
            _check_past(table_id, step)
        _without_gap([step.v for step in whole])
        if len(whole) == len(latest) < most:
            _without_gap([0, *(step.v for step in whole)])
        return whole

    async def versions(self, table_id: str) -> list[int]:
        """The versions of all steps there are, damaged or not, the last first."""
        steps = rows.steps
        query = select(steps.c.v).where(steps.c.table_id == table_id).order_by(steps.c.v.desc())
        return [row.v for row in await self._read(query, partial(as_row, Version))]

    async def count_salts(self, table_id: str, upto: int) -> int:
        """How many salts were added up to this version."""
        steps = rows.steps
        query = select(func.count().label("all")).where(
            steps.c.table_id == table_id, steps.c.v <= upto, steps.c.do == "salt"
        )
        (found,) = await self._rows(query)
        return int(found["all"])

    async def steps(
        self, table_id: str, upto: int | None = None, *, before: int = 0
    ) -> AsyncIterator[list[StepRow]]:
        """All steps in order, whole, a few at a time: together they may be larger than memory.

        Those up to version `before` are passed over.

        Those that come to disk meanwhile are not among them; one that is lost is missed.
        """
        steps = rows.steps
        last = next(iter(await self.versions(table_id)), 0) if upto is None else upto
        while before < last:
            query = select(steps).where(steps.c.table_id == table_id, steps.c.v > before)
            query = query.where(steps.c.v <= last).order_by(steps.c.v).limit(_FEW)
            piece = await self._all(query, StepRow)
            _without_gap([before, *(step.v for step in piece), *(() if piece else (last + 1,))])
            yield piece
            before = piece[-1].v

    async def brought_step(self, table_id: str) -> StepRow | None:
        """The step at which a table was brought here from elsewhere, the last if there are more."""
        steps = rows.steps
        query = select(steps).where(and_(steps.c.table_id == table_id, steps.c.do == "bring"))
        return await self._one(query.order_by(steps.c.v.desc()).limit(1), StepRow)

    async def entries(self, table_id: str, since: int = 1) -> list[str]:
        """The lines of the record from step `since` on, step by step."""
        pieces = self.steps(table_id)
        return [step.entries async for piece in pieces for step in piece if step.v >= since]

    async def story(
        self, table_id: str, before: int | None = None, limit: int | None = None
    ) -> list[StoryRow]:
        """Lines of the story, the oldest first; at most the last `limit` before a time.

        Damaged lines are among them, and one that is not whole where any is lost: whoever reads
        them is told so.
        """
        story = rows.story
        query = select(story).where(story.c.table_id == table_id)
        last = await self.last_number(table_id)  # what is told meanwhile is no gap
        earlier = query if before is None else query.where(story.c.at < before)
        earlier = earlier.order_by(story.c.at.desc(), story.c.k.desc()).limit(limit)
        lines = (await self._lines(earlier))[::-1]
        told = with_gaps_told(lines, None if len(lines) == limit else 0)
        if before is not None:
            later = query.where(story.c.at >= before).order_by(story.c.at, story.c.k).limit(1)
            after = await self._lines(later)
            told += with_gaps_told(after, lines[-1].number if lines else 0)[:-1]
        elif last > (lines[-1].number if lines else 0):
            told.append(_unreadable_line(lines[-1] if lines else None, last))
        return told

    async def whole_story(self, table_id: str) -> list[StoryRow]:
        """All lines of a story at once, unless it is longer than anybody could hold in memory."""
        story = rows.story
        size = select(func.sum(self._bytes(story.c.body)).label("all"))
        (found,) = await self._rows(size.where(story.c.table_id == table_id))
        if int(found["all"] or 0) > MOST_TOLD:
            raise Limit("", "This story is too long to be read at once. Export the table instead.")
        return await self.story(table_id)

    def _bytes(self, text: Column[str]) -> ColumnElement[int]:
        """The bytes of a text; plain `length` counts its letters."""
        if self._is_sqlite:
            return func.length(cast(text, LargeBinary))
        return func.octet_length(text)

    async def told(
        self, table_id: str, upto: tuple[int, int] | None = None
    ) -> AsyncIterator[list[StoryRow]]:
        """The whole story in order, a few lines at a time, as `story` gives it at once.

        With `upto` it ends with the line of that time and place.
        """
        story, number, last = rows.story, 0, await self.last_number(table_id)
        place, after = tuple_(story.c.at, story.c.k), (-1, -1)
        while True:
            query = select(story).where(story.c.table_id == table_id, place > after)
            query = query if upto is None else query.where(place <= upto)
            lines = await self._lines(query.order_by(story.c.at, story.c.k).limit(_FEW_LINES))
            if not lines:
                break
            yield with_gaps_told(lines, number)
            after, number = (lines[-1].at, lines[-1].k), lines[-1].number
        if upto is None and last > number:
            yield [_unreadable_line(None, last)]

    async def last_number(self, table_id: str) -> int:
        """The number of the last line of the story, found by another way than the line itself."""
        story = rows.story
        query = select(story.c.number).where(story.c.table_id == table_id, _HAS_NUMBER)
        found = await self._rows(query.order_by(story.c.number.desc()).limit(1))
        return int(found[0]["number"]) if found else 0

    async def _past(self, table_id: str, query: Executable) -> list[PastStep]:
        found = await self._read(query, partial(_whole_past, table_id))
        _without_gap([step.v for step in found])
        return found

    async def _one(self, query: Executable, kind: type[R]) -> R | None:
        found = await self._all(query, kind)
        return found[0] if found else None

    async def _all(self, query: Executable, kind: type[R]) -> list[R]:
        return await self._read(query, partial(_whole, kind))

    async def _lines(self, query: Executable) -> list[StoryRow]:
        """Lines of the story; one whose columns hold values of another kind is not whole."""
        last: StoryRow | None = None

        def line(row: Found) -> StoryRow:
            nonlocal last
            try:
                last = as_row(StoryRow, row)
            except msgspec.ValidationError:
                last = _unreadable_line(last, 0)
            return last

        return await self._read(query, line)

    async def _rows(self, query: Executable) -> list[Found]:
        """All rows of a query that has few of them."""
        return await self._read(query, lambda row: row)

    async def _read(self, query: Executable, read: Callable[[Found], T]) -> list[T]:
        """All rows of a query, each as it is `read`; many let others go first now and then.

        A row whose columns hold values of another kind is damaged.
        """
        with _told():
            async with self._connected() as connection:
                found: list[T] = []
                for part in (await connection.execute(query)).mappings().partitions(_AT_ONCE):
                    found += map(read, part)
                    if len(part) == _AT_ONCE:
                        await asyncio.sleep(0)
                return found

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read by: the one of those who read `together`, or one of its own."""
        if (shared := _reading.get()) is not None:
            yield shared
        else:
            async with self.engine.connect() as connection:
                if not self._is_sqlite:  # a statement by itself needs no transaction around it
                    await connection.execution_options(isolation_level="AUTOCOMMIT")
                yield connection


@contextmanager
def _told() -> Iterator[None]:
    """What goes wrong in reading, as those who asked are told."""
    try:
        yield
    except msgspec.ValidationError:
        raise Damaged("The server's database is damaged here.") from None
    except (SQLAlchemyError, UnicodeError, *FAULTS) as fault:
        log.error("the database could not be read", extra={"facts": {"fault": named(fault)}})
        if _is_damage(fault):
            raise Damaged("The server's database is damaged here.") from None
        raise Unsaved("The server can’t reach its tables. Try again in a moment.") from None


def _ids(key: Column[str]) -> Executable:
    return select(key.label("id")).distinct()


def _nothing() -> None:
    """Nobody waits for a proof."""


def _nobody(_: Collection[str]) -> None:
    """There are no other workers to tell."""


def _changed(jobs: Sequence[Job]) -> set[str]:
    """The tables that these jobs have changed, or deleted."""
    claimed = {job.claim.table_id for job in jobs if job.claim is not None}
    return claimed | {gone.for_table for job in jobs for gone in job.work.tables_gone}


def _unreadable_line(neighbour: StoryRow | None, number: int) -> StoryRow:
    """What stands for a line of which not even the time can be read."""
    return StoryRow(
        table_id="",
        at=neighbour.at if neighbour else 0,
        k=0,
        v=0,
        n=0,
        by="",
        act="",
        kind="event",
        body="",
        number=number,
        checksum=SCAR,
    )


def _whole(kind: type[R], row: Found) -> R:
    """A row of this kind, if it is whole."""
    found = as_row(kind, row)
    if not is_whole(found):
        raise Damaged(_damaged(found))
    return found


def _whole_past(table_id: str, row: Found) -> PastStep:
    step = as_row(PastStep, row)
    _check_past(table_id, step)
    return step


def _check_past(table_id: str, step: PastStep) -> None:
    if not is_whole_past(table_id, step):
        raise Damaged(f"Step {step.v} of this table was damaged on the server's disk.")


def _without_gap(versions: Sequence[int]) -> None:
    for before, after in pairwise(versions):
        if after != before + 1:
            raise Damaged(f"Step {before + 1} of this table is lost on the server's disk.")


def _damaged(row: TableRow | SeatRow | StepRow | InviteRow | PaperRow) -> str:
    what = f"Step {row.v} of this table" if isinstance(row, StepRow) else "This table"
    return f"{what} was damaged on the server's disk."


def _stretches(works: Sequence[Work]) -> list[list[Work]]:
    """Work that may be written kind by kind; a seat that is gone may come again behind it."""
    stretches: list[list[Work]] = [[]]
    for work in works:
        stretches[-1].append(work)
        if work.seats_gone:
            stretches.append([])
    return stretches


def _is_damage(fault: Exception) -> bool:
    """Whether a read failed because of what is on the disk, not because the disk was not there."""
    if isinstance(fault, UnicodeError):
        return True
    original = fault.orig if isinstance(fault, DBAPIError) else fault
    if not isinstance(original, sqlite3.Error):
        return False
    code = getattr(original, "sqlite_errorcode", None)
    return code is None or code & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        patience = {"timeout": PATIENCE, "command_timeout": PATIENCE}
        return create_async_engine(url, pool_size=5, hide_parameters=True, connect_args=patience)
    engine = create_async_engine(
        url, pool_size=5, hide_parameters=True, connect_args={"timeout": LOCKED}
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _keep_to_owner(database: Path) -> None:
    """Let nobody else read the file; SQLite makes its companions as it finds the file."""
    database.touch(mode=0o600)
    for path in (database, *(Path(f"{database}{ending}") for ending in ("-wal", "-shm"))):
        if path.exists():
            path.chmod(0o600)


def locked(path: str) -> int | None:
    """A file that nobody else may hold while we do, or `Unreadable` where somebody does."""
    if sys.platform == "win32":
        return None
    file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(file)
        raise Unreadable(
            "Another server has this database open. Stop it first, name another database, "
            "or let both use PostgreSQL."
        ) from None
    except OSError:  # a disk that knows no locks
        log.warning("nobody can tell whether another server has this database open")
    return file


def _prepare_sqlite(connection: DBAPIConnection, entry: ConnectionPoolEntry) -> None:
    """Each connection has the same settings as the writer's."""
    driver = entry.driver_connection
    assert isinstance(driver, aiosqlite.Connection)
    driver.text_factory = AS_READ
    cursor = connection.cursor()
    for setting in SQLITE:
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _statements(dialect: Dialect) -> dict[str, str]:
    """How each kind of work is written, in the order in which it is, in the database's own words.

    They are compiled here once, and rows are given as tuples in the order of the columns: that
    saves a fifth of the time that SQLAlchemy takes for statements and mappings.
    """
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    upserts: dict[str, ClauseElement] = {}
    upserted = {
        "tables": rows.tables,
        "seats": rows.seats,
        "invites": rows.invites,
        "papers": rows.papers,
        "proofs": _PROOFS,
        "heads": rows.heads,
        "workers": rows.workers,
    }
    for name, table in upserted.items():
        new = insert(table)
        keys = [column.name for column in table.primary_key]
        others = {c.name: new.excluded[c.name] for c in table.c if c.name not in keys}
        upserts[name] = new.on_conflict_do_update(index_elements=keys, set_=others)
    steps, story, seats, papers = rows.steps, rows.story, rows.seats, rows.papers
    scars = insert(steps).on_conflict_do_update(
        index_elements=["table_id", "v"], set_={"checksum": literal_column(str(SCAR))}
    )
    statements: dict[str, ClauseElement] = {
        "steps_gone": delete(steps).where(
            steps.c.table_id == bindparam("for_table"), steps.c.v > bindparam("after")
        ),
        "scars": scars,
        **upserts,
        "here": _HERE,
        "steps": insert(steps),
        "story": insert(story),
        "strikes": update(story)
        .where(
            story.c.table_id == bindparam("for_table"),
            story.c.n >= bindparam("from_n"),
            story.c.at < bindparam("before"),
            story.c.kind == literal_column("'play'"),
        )
        .values(undone=true(), checksum=-func.abs(story.c.checksum)),
        "seats_gone": delete(seats).where(
            seats.c.table_id == bindparam("for_table"), seats.c.place == bindparam("at_place")
        ),
        "papers_gone": delete(papers).where(
            papers.c.table_id == bindparam("for_table"), papers.c.name == bindparam("named")
        ),
    }
    return {name: str(made.compile(dialect=dialect)) for name, made in statements.items()}
