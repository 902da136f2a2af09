"""Keeping tables: one writer that commits for all of them at once, and readers beside it.

Whatever waits while a commit is under way shares the next one. A caller is told when its work is on
disk, and only then tells anyone else.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct
from sqlalchemy import (
    URL,
    and_,
    bindparam,
    delete,
    event,
    func,
    literal_column,
    make_url,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPIConnection, Dialect
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql import ClauseElement, Executable

from fatedeck.table import rows
from fatedeck.table.logs import log
from fatedeck.table.metrics import Metrics
from fatedeck.table.migrate import bring_up_to_date
from fatedeck.table.rows import (
    SeatRow,
    StepRow,
    StoryRow,
    TableRow,
    Work,
)
from fatedeck.table.settings import database_url

R = TypeVar("R", bound=Struct)

_DELETIONS = (
    *(
        delete(belonging).where(belonging.c.table_id == bindparam("for_table"))
        for belonging in (rows.seats, rows.steps, rows.story)
    ),
    delete(rows.tables).where(rows.tables.c.id == bindparam("for_table")),
)
"""Taking a table away with all that belongs to it."""


class Job(Struct):
    """Work on its way to disk, and what to do when it is there, or cannot be."""

    work: Work
    saved: Callable[[], None]
    failed: Callable[[], None]


class PastStep(Struct, frozen=True):
    """A step without its entries and its state."""

    v: int
    at: int
    act: str
    seat: str
    do: str
    n: int
    quiet: bool


class Store:
    """The database of a server."""

    def __init__(self, database: str, metrics: Metrics) -> None:
        self.url: URL = make_url(database_url(database))
        self.metrics = metrics
        self._jobs: list[Job] = []
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self.engine = _engine(self.url)
        self._statements = _statements(self.engine.dialect)
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Bring the database up to date and begin to write."""
        if self.url.get_backend_name() == "sqlite" and self.url.database:
            _keep_to_owner(Path(self.url.database))
        async with self.engine.begin() as connection:
            await connection.run_sync(bring_up_to_date)
        self._writer = asyncio.create_task(self._write())

    async def close(self) -> None:
        """Write what is waiting, and let go of the database."""
        await self._idle.wait()
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.wait([self._writer])
        await self.engine.dispose()

    # Writing

    def save(self, job: Job) -> None:
        """Write this as soon as the disk allows, in the order of the calls."""
        self._jobs.append(job)
        self._idle.clear()
        self._wake.set()

    async def save_now(self, work: Work) -> None:
        """Write this and wait until it is on disk."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self.save(Job(work, lambda: done.set_result(True), lambda: done.set_result(False)))
        if not await done:
            raise OSError("The table could not be saved.")

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await self._wake.wait()
            self._wake.clear()
            jobs, self._jobs = self._jobs, []
            saved = await self._commit(jobs)
            for job in jobs:
                # What one table cannot save must not cost the others theirs.
                alone = saved or (len(jobs) > 1 and await self._commit([job]))
                loop.call_soon(job.saved if alone else job.failed)
            if not self._jobs:
                self._idle.set()

    async def _commit(self, jobs: Sequence[Job]) -> bool:
        began = time.perf_counter()
        count = 0
        try:
            async with self.engine.begin() as connection:
                for kind, statement in self._statements.items():
                    found = [
                        msgspec.structs.astuple(row)
                        for job in jobs
                        for row in getattr(job.work, kind)
                    ]
                    if found:
                        await connection.exec_driver_sql(statement, found)
                        count += len(found)
                for gone in [row.for_table for job in jobs for row in job.work.tables_gone]:
                    for deletion in _DELETIONS:
                        await connection.execute(deletion, {"for_table": gone})
        except (SQLAlchemyError, OSError):
            log.exception("a commit failed")
            self.metrics.commits_failed += 1
            return False
        self.metrics.commits += 1
        self.metrics.commit_rows += count
        self.metrics.commit_seconds.add(time.perf_counter() - began)
        return True

    # Reading

    async def is_well(self) -> bool:
        """Whether the database answers."""
        try:
            async with self.engine.connect() as connection:
                await connection.execute(select(1))
        except (SQLAlchemyError, OSError):
            return False
        return True

    async def is_compact(self) -> bool:
        """Whether nothing of what was deleted may be left in SQLite's file."""
        if self.engine.dialect.name != "sqlite":
            return True
        async with self.engine.connect() as connection:
            found = await connection.exec_driver_sql("PRAGMA freelist_count")
            return int(found.scalar_one()) == 0

    async def compact(self) -> bool:
        """Write SQLite's file anew without what was deleted; False while its journal is read.

        What is deleted is overwritten at once, but pages that were split before keep shreds of it.
        """
        if self.engine.dialect.name != "sqlite":
            return True
        async with self.engine.connect() as connection:
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            await connection.exec_driver_sql("VACUUM")
            found = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            busy, *_ = found.one()
        return not busy

    def size(self) -> int:
        """The bytes of SQLite's file; 0 where there is none."""
        path = Path(self.url.database or "")
        return path.stat().st_size if self.engine.dialect.name == "sqlite" else 0

    async def untouched(self, since: int) -> list[str]:
        """The tables in which nothing has happened and which nobody has opened since a time."""
        tables, steps, story = rows.tables, rows.steps, rows.story
        done = select(steps.c.v).where(steps.c.table_id == tables.c.id, steps.c.at >= since)
        told = select(story.c.k).where(story.c.table_id == tables.c.id, story.c.at >= since)
        query = select(tables.c.id).where(
            tables.c.created < since, tables.c.touched < since, ~done.exists(), ~told.exists()
        )
        async with self.engine.connect() as connection:
            return [str(row[0]) for row in await connection.execute(query)]

    async def count_talk(self, table_id: str) -> int:
        """How many lines of talk a table has."""
        story = rows.story
        query = select(func.count()).where(
            story.c.table_id == table_id, story.c.kind.not_in(("play", "event"))
        )
        async with self.engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def count_tables(self) -> int:
        async with self.engine.connect() as connection:
            count = await connection.execute(select(func.count()).select_from(rows.tables))
            return int(count.scalar_one())

    async def table(self, table_id: str) -> TableRow | None:
        query = select(rows.tables).where(rows.tables.c.id == table_id)
        return await self._one(query, TableRow)

    async def seats(self, table_id: str) -> list[SeatRow]:
        query = select(rows.seats).where(rows.seats.c.table_id == table_id).order_by("place")
        return await self._all(query, SeatRow)

    async def last_step(self, table_id: str, upto: int | None = None) -> StepRow | None:
        """The last step, or the last up to version `upto`."""
        steps = rows.steps
        query = select(steps).where(steps.c.table_id == table_id).order_by(steps.c.v.desc())
        if upto is not None:
            query = query.where(steps.c.v <= upto)
        return await self._one(query.limit(1), StepRow)

    async def quiet_step(self, table_id: str, n: int, upto: int) -> StepRow | None:
        """The last step up to version `upto` that left the table at quiet point `n`."""
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
        return await self._one(query, StepRow)

    async def step_of(self, table_id: str, act: str, after: int) -> int | None:
        """The version that a command made, when it was carried out after version `after`."""
        steps = rows.steps
        query = select(steps.c.v).where(
            and_(
                steps.c.table_id == table_id,
                steps.c.v > after,
                steps.c.act == act,
            )
        )
        async with self.engine.connect() as connection:
            found = (await connection.execute(query)).scalar_one_or_none()
        return None if found is None else int(found)

    async def past(self, table_id: str, last: int | None = None) -> list[PastStep]:
        """All steps in order, or the last few, without what they hold."""
        columns = [rows.steps.c[name] for name in ("v", "at", "act", "seat", "do", "n")]
        quiet = rows.steps.c.state.is_not(None).label("quiet")
        query = select(*columns, quiet).where(rows.steps.c.table_id == table_id)
        query = query.order_by(rows.steps.c.v.desc()).limit(last)
        return (await self._all(query, PastStep))[::-1]

    async def steps(self, table_id: str) -> list[StepRow]:
        """All steps in order, whole."""
        query = select(rows.steps).where(rows.steps.c.table_id == table_id).order_by("v")
        return await self._all(query, StepRow)

    async def entries(self, table_id: str) -> list[str]:
        """The lines of the record, step by step."""
        steps = rows.steps
        query = select(steps.c.entries).where(steps.c.table_id == table_id).order_by(steps.c.v)
        async with self.engine.connect() as connection:
            return [str(row[0]) for row in await connection.execute(query)]

    async def story(
        self, table_id: str, before: int | None = None, limit: int | None = None
    ) -> list[StoryRow]:
        """Lines of the story, the oldest first; at most the last `limit` before a time."""
        story = rows.story
        query = select(story).where(story.c.table_id == table_id)
        if before is not None:
            query = query.where(story.c.at < before)
        query = query.order_by(story.c.at.desc(), story.c.k.desc())
        if limit is not None:
            query = query.limit(limit)
        return (await self._all(query, StoryRow))[::-1]

    async def _one(self, query: Executable, kind: type[R]) -> R | None:
        found = await self._all(query, kind)
        return found[0] if found else None

    async def _all(self, query: Executable, kind: type[R]) -> list[R]:
        async with self.engine.connect() as connection:
            return [kind(**row._mapping) for row in await connection.execute(query)]


def _engine(url: URL) -> AsyncEngine:
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_size=5)
    engine = create_async_engine(url, pool_size=5, connect_args={"timeout": 30})
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _keep_to_owner(database: Path) -> None:
    """Let nobody else read the file; SQLite makes its companions as it finds the file."""
    database.touch(mode=0o600)
    for path in (database, *(Path(f"{database}{ending}") for ending in ("-wal", "-shm"))):
        if path.exists():
            path.chmod(0o600)


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """What is committed survives a loss of power, and readers never wait for the writer.

    What is deleted is overwritten.
    """
    cursor = connection.cursor()
    for setting in ("journal_mode=WAL", "synchronous=FULL", "secure_delete=ON"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _statements(dialect: Dialect) -> dict[str, str]:
    """How each kind of work is written, in the order in which it is, in the database's own words.

    They are compiled here once, and rows are given as tuples in the order of the columns: that
    saves a fifth of the time that SQLAlchemy takes for statements and mappings.
    """
    insert = sqlite.insert if dialect.name == "sqlite" else postgresql.insert
    upserts: dict[str, ClauseElement] = {}
    for name, table in (("tables", rows.tables), ("seats", rows.seats)):
        new = insert(table)
        keys = [column.name for column in table.primary_key]
        others = {c.name: new.excluded[c.name] for c in table.c if c.name not in keys}
        upserts[name] = new.on_conflict_do_update(index_elements=keys, set_=others)
    story, seats = rows.story, rows.seats
    statements: dict[str, ClauseElement] = {
        **upserts,
        "steps": insert(rows.steps),
        "story": insert(story),
        "strikes": update(story)
        .where(
            story.c.table_id == bindparam("for_table"),
            story.c.n >= bindparam("from_n"),
            story.c.at < bindparam("before"),
            story.c.kind == literal_column("'play'"),
        )
        .values(undone=true()),
        "seats_gone": delete(seats).where(
            seats.c.table_id == bindparam("for_table"), seats.c.place == bindparam("at_place")
        ),
    }
    return {name: str(made.compile(dialect=dialect)) for name, made in statements.items()}
