"""Databases of earlier servers, and older and newer servers beside each other."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import Connection, MetaData, inspect, text
from sqlalchemy.engine.interfaces import ReflectedColumn
from sqlalchemy.ext.asyncio import create_async_engine

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import find_game
from fatedeck.table import rows
from fatedeck.table.backup import back_up, restore
from fatedeck.table.checking import check_database
from fatedeck.table.metrics import Metrics
from fatedeck.table.migrate import EARLIER, HEAD, migrate, version
from fatedeck.table.protocol import Bye, Say
from fatedeck.table.settings import Settings, database_url
from fatedeck.table.store import Store
from tests.table.house import OwnHouse, Postgres, new_id, open_house
from tests.table.keep import FOLDER, Kept, kept
from tests.table.test_backup import unheard

VERSIONS = (*EARLIER, HEAD)


def load(number: str, database: Path) -> Kept:
    """A database as the server of that time has left it."""
    file = FOLDER / f"{number}.sql"
    connection = sqlite3.connect(database)
    connection.executescript(file.read_text("utf-8"))
    connection.close()
    return kept(file)


async def play_on(database: str, known: Kept) -> None:
    """Everybody finds the table as it was left and plays on; then all of it is whole."""
    async with open_house(Settings(database=database)) as house:
        table = await house.sit_at(known.links)
        assert table["Ana"].v == known.v
        assert [line.text for line in table["Ana"].story] == known.story
        for _ in range(2):
            await table.step(random.Random(5))
        await table["Ben"].done(Say(new_id(), "chat", "It still works."))
    report = await check_database(database, None, unheard)
    assert (report.damaged, report.passed, report.replayed) == ([], [], 1)


@pytest.mark.parametrize("number", VERSIONS)
async def test_a_database_of_every_earlier_server_is_played_on(number: str, tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    await play_on(str(database), load(number, database))


async def test_an_earlier_database_of_postgresql_is_played_on(
    postgres: Postgres, tmp_path: Path
) -> None:
    """The same rows, in tables that the first migration made; two workers start on them at once."""
    known, database = load("0001", tmp_path / "old.sqlite3"), await postgres.new_database()
    engine = create_async_engine(database_url(database))
    async with engine.begin() as connection:
        await connection.run_sync(migrate, "0001")
        await connection.run_sync(fill, tmp_path / "old.sqlite3")
    await engine.dispose()
    await start_two(database)
    await play_on(database, known)


def fill(connection: Connection, source: Path) -> None:
    """Write all rows of an SQLite file into the tables of the same names."""
    found = MetaData()
    found.reflect(connection)
    rows = sqlite3.connect(source)
    rows.row_factory = sqlite3.Row
    for table in found.sorted_tables:
        values = [dict(row) for row in rows.execute(f"SELECT * FROM {table.name}")]
        if values and table.name != "alembic_version":
            connection.execute(table.insert(), values)
    rows.close()


async def start_two(database: str) -> None:
    """Two workers start at the same moment: one brings the database up to date."""
    stores = [Store(database, Metrics()) for _ in range(2)]
    await asyncio.gather(*(store.open() for store in stores))
    async with stores[0].engine.connect() as connection:
        assert await connection.run_sync(version) == HEAD
    for store in stores:
        await store.close()


async def test_two_workers_start_at_once_on_a_new_database(postgres: Postgres) -> None:
    await start_two(await postgres.new_database())


async def test_an_earlier_database_is_copied_and_put_back_as_it_is(tmp_path: Path) -> None:
    """A copy is made before one goes over to a new version: so it must be as it was."""
    database, copy, again = (tmp_path / name for name in ("old", "copy", "again"))
    known = load("0001", database)
    assert await back_up(str(database), copy, unheard) is None
    with pytest.raises(Unreadable, match="earlier fatedeck"):
        await check_database(str(database), None, unheard)
    await restore(str(again), copy)
    assert list(sqlite3.connect(again).iterdump()) == list(sqlite3.connect(database).iterdump())
    await play_on(str(again), known)


# Beside each other


async def test_the_schema_only_grows(tmp_path: Path) -> None:
    """A server that still runs when another migrates goes on: what it writes has its place."""
    engine = create_async_engine(database_url(str(tmp_path / "tables.sqlite3")))
    before: dict[str, dict[str, ReflectedColumn]] = {}
    async with engine.begin() as connection:
        for number in VERSIONS:
            await connection.run_sync(migrate, number)
            after = await connection.run_sync(columns)
            for table, known in before.items():
                for name, column in known.items():
                    assert str(after[table][name]["type"]) == str(column["type"])
                for name in after[table].keys() - known.keys():
                    new = after[table][name]
                    assert new["nullable"] or new["default"] is not None, (number, table, name)
            before = after
    await engine.dispose()


def columns(connection: Connection) -> dict[str, dict[str, ReflectedColumn]]:
    found = inspect(connection)
    return {
        table: {column["name"]: column for column in found.get_columns(table)}
        for table in found.get_table_names()
    }


TOLD = Bye("This server is being updated. Come back in a moment.", True)


async def test_an_older_worker_refuses_what_a_newer_one_has_written(postgres: Postgres) -> None:
    """Its readers are sent to another worker, and it serves all other tables as before."""
    database = await postgres.new_database()
    async with (
        open_house(Settings(database=database)) as old,
        open_house(Settings(database=database)) as other,
    ):
        tables = [await old.sit() for _ in range(3)]
        await write_as_newer(other, tables[1].links.table)
        assert await tables[1]["Ana"].bye() == TOLD
        assert await (await old.knock(tables[1]["Ana"].link)).bye() == TOLD
        assert (await old.get(tables[1]["Ana"].link, "")).status_code == 503
        for table in (tables[0], tables[2]):
            there = await other.join(table["Ana"].link)
            await there.done(Say(new_id(), "chat", "As before."))
            while "As before." not in [line.text for line in table["Ben"].story]:
                await table["Ben"].next()
    report = await check_database(database, 0, unheard)
    assert [found.table_id for found in report.passed] == [tables[1].links.table]
    assert report.damaged == []


async def write_as_newer(house: OwnHouse, table_id: str) -> None:
    """Write to a table in a form that is not known here: not even its rows can be read."""
    async with house.hall.store.engine.begin() as connection:
        for change in (
            "UPDATE tables SET checksum = 1 WHERE id = :id",
            "UPDATE heads SET rev = rev + 1, format = format + 10000000 WHERE table_id = :id",
        ):
            await connection.execute(text(change), {"id": table_id})


@pytest.mark.parametrize("newer", ["format", "rules"])
async def test_whatever_is_written_carries_its_form(
    quick_house: OwnHouse, newer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The form of all rows, or a later version of the rules: who has an older one waits."""
    table = await quick_house.sit("high-card")
    with monkeypatch.context() as upgraded:
        if newer == "format":
            upgraded.setattr(rows, "FORMAT", rows.FORMAT + 1)
        else:
            ruleset = find_game("high-card")
            upgraded.setattr(type(ruleset), "version", "99.0.1")
        await table["Ana"].done(Say(new_id(), "chat", "From the newer one."))
        await table.close()
        quick_house.hall.rooms.clear()
        again = await quick_house.join(table["Ana"].link)  # a newer one reads what it wrote
        await again.close()
    quick_house.hall.rooms.clear()
    assert await (await quick_house.knock(table["Ana"].link)).bye() == TOLD


async def test_a_damaged_table_keeps_no_other_from_being_followed(postgres: Postgres) -> None:
    database = await postgres.new_database()
    async with (
        open_house(Settings(database=database)) as here,
        open_house(Settings(database=database)) as there,
    ):
        tables = [await here.sit() for _ in range(3)]
        await hurt(there, tables[1].links.table)
        assert "damaged" in (await tables[1]["Ana"].bye()).sentence
        for table in (tables[0], tables[2]):
            other = await there.join(table["Ana"].link)
            await other.done(Say(new_id(), "chat", "As before."))
            while "As before." not in [line.text for line in table["Ben"].story]:
                await table["Ben"].next()


async def hurt(house: OwnHouse, table_id: str) -> None:
    """Damage a table, and let others see that it has changed."""
    async with house.hall.store.engine.begin() as connection:
        for change in (
            "UPDATE steps SET entries = entries || ' ' WHERE table_id = :id",
            "UPDATE heads SET rev = rev + 1 WHERE table_id = :id",
        ):
            await connection.execute(text(change), {"id": table_id})
