"""The database: migrations, one writer for all tables, and what happens when it fails."""

from __future__ import annotations

import asyncio
import random
from functools import partial
from pathlib import Path

import msgspec
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import create_async_engine

from fatedeck.engine.errors import Unreadable
from fatedeck.table.metrics import Metrics
from fatedeck.table.migrate import HEAD, bring_up_to_date, migrate, version
from fatedeck.table.protocol import Refusal, Say, Welcome
from fatedeck.table.rows import Work, metadata
from fatedeck.table.settings import database_url
from fatedeck.table.store import Job, Store
from tests.table.house import OwnHouse, new_id

ROOT = Path(__file__).resolve().parents[2]


def differences(connection: Connection) -> list[object]:
    context = MigrationContext.configure(connection, opts={"compare_type": True})
    return list(compare_metadata(context, metadata))


async def test_migrating_an_old_database_gives_what_a_new_one_has(database: str) -> None:
    engine = create_async_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.run_sync(migrate)
        assert await connection.run_sync(differences) == []
        assert await connection.run_sync(version) == HEAD
        await connection.run_sync(bring_up_to_date)
    await engine.dispose()


async def test_a_new_database_is_made_at_once(database: str) -> None:
    engine = create_async_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.run_sync(bring_up_to_date)
        assert await connection.run_sync(differences) == []
        names = await connection.run_sync(lambda made: inspect(made).get_table_names())
        assert set(names) == {
            "alembic_version",
            "heads",
            "here",
            "invites",
            "papers",
            "seats",
            "steps",
            "story",
            "tables",
            "workers",
        }
    await engine.dispose()


async def test_a_database_of_somebody_else_is_left_alone(database: str) -> None:
    engine = create_async_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.execute(text("CREATE TABLE tables (id INTEGER)"))
        with pytest.raises(Unreadable):
            await connection.run_sync(bring_up_to_date)
    await engine.dispose()


async def test_sqlite_writes_through_to_the_disk(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "tables.sqlite3"), Metrics())
    await store.open()
    async with store.engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2  # full
    await store.close()


async def test_many_tables_share_one_commit(database: str) -> None:
    metrics = Metrics()
    store = Store(database, metrics)
    await store.open()
    saved: list[int] = []
    for number in range(50):
        store.save(Job(Work(), partial(saved.append, number), lambda: None))
    await store.save_now(Work())
    await asyncio.sleep(0)
    assert saved == list(range(50))
    assert metrics.commits == 1
    await store.close()


async def test_what_cannot_be_saved_was_never_told(house: OwnHouse) -> None:
    """A table whose step is refused by the database goes back to the disk; the others play on."""
    table, other = await house.sit(), await house.sit()
    await table.step(random.Random(1))
    room = house.hall.rooms[table.links.table]
    room.v = room.asked_at = 0  # the next step is one that is on disk already
    name, command = await table.choose(random.Random(2))
    await table[name].send(msgspec.structs.replace(command, v=0))
    await other["Ana"].done(Say(new_id(), "chat", "All well here."))
    assert (await table[name].until(Refusal)).why == "unsaved"
    before = table[name].scene
    assert (await table[name].until(Welcome)).v == 2
    assert table[name].scene == before
    assert house.hall.metrics.commits_failed >= 1
