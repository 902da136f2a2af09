"""Copies of a database, put back; looking through one, and what is found when it is damaged."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import stat
from collections import Counter
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from fatedeck.engine.errors import Unreadable
from fatedeck.table.backup import back_up, restore
from fatedeck.table.checking import Found, Report, check_database
from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import Say
from fatedeck.table.rows import StepRow, checksum
from fatedeck.table.settings import Settings
from fatedeck.table.store import Store
from tests.table.house import OwnHouse, Postgres, Sitting, new_id, open_house

FLIPS = 40


def unheard(_: Found) -> None:
    """What was found is looked at in the report."""


async def look_through(database: str, replayed: int | None = None) -> Report:
    return await check_database(database, replayed, unheard)


async def copy(database: str, to: Path) -> Report | None:
    """Copy it beside the server that runs here, as another process would."""
    return await asyncio.to_thread(lambda: asyncio.run(back_up(database, to, unheard)))


async def another(database: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of the same kind."""
    if not database.startswith("postgresql"):
        return str(tmp_path / "again.sqlite3")
    server: Postgres = request.getfixturevalue("postgres")
    return await server.new_database()


async def chains(database: str) -> dict[str, list[bytes | None]]:
    """The heads of all steps of all tables."""
    store = Store(database, Metrics())
    await store.look()
    try:
        return {
            table_id: [step.chain async for piece in store.steps(table_id) for step in piece]
            for table_id in (await store.everything())[0]
        }
    finally:
        await store.engine.dispose()


async def play(house: OwnHouse, game: str, steps: int) -> Sitting:
    table, luck = await house.sit(game), random.Random(steps)
    for _ in range(steps):
        await table.step(luck)
    await table["Ana"].done(Say(new_id(), "chat", "Well played."))
    return table


# Copies


async def test_a_copy_that_is_made_while_people_play_is_put_back_whole(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """Whatever was done before it began is in it, nothing is torn, and it comes out the same."""
    file, target = tmp_path / "copy", await another(database, request, tmp_path)
    async with open_house(Settings(database=database)) as house:
        tables = [await play(house, "deckahedron", 3) for _ in range(2)]
        before = await chains(database)
        copying, luck = asyncio.create_task(copy(database, file)), random.Random(7)
        while not copying.done():
            for table in tables:
                await table.step(luck)
        await copying
        after = await chains(database)
    await restore(target, file)
    again = await chains(target)
    assert again.keys() == after.keys()
    for table_id, heads in again.items():
        assert len(heads) >= len(before[table_id]) >= 4
        assert heads == after[table_id][: len(heads)]
    report = await look_through(target)
    assert (report.damaged, report.passed) == ([], [])
    assert (report.tables, report.replayed) == (2, 2)
    assert report.steps == sum(map(len, again.values()))
    async with open_house(Settings(database=target)) as house:
        for table in tables:
            sitting = await house.sit_at(table.links)
            await sitting.step(random.Random(8))


async def test_a_copy_is_for_its_owner_alone_and_one_file(tmp_path: Path) -> None:
    database, file = tmp_path / "tables.sqlite3", tmp_path / "copies" / "copy.sqlite3"
    file.parent.mkdir()
    async with open_house(Settings(database=str(database))) as house:
        await play(house, "high-card", 2)
        report = await copy(str(database), file)
    assert report is not None
    assert (report.tables, report.damaged) == (1, [])
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_a_copy_is_put_into_an_empty_database_only(
    database: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    file = tmp_path / "copy"
    async with open_house(Settings(database=database)) as house:
        table = await play(house, "high-card", 2)
        await copy(database, file)
        with pytest.raises(Unreadable, match=r"already|Another server"):
            await restore(database, file)
    with pytest.raises(Unreadable, match="already"):
        await restore(database, file)
    with pytest.raises(Unreadable, match="already exists"):
        await copy(database, file)
    async with open_house(Settings(database=database)) as house:
        assert (await house.join(table["Ana"].link)).v == table["Ana"].v
    other = await another(database, request, tmp_path)
    async with open_house(Settings(database=other)):
        pass
    with pytest.raises(Unreadable, match="already"):  # a server has made its tables there
        await restore(other, file)


async def test_what_is_no_copy_is_refused(tmp_path: Path, postgres: Postgres) -> None:
    empty, strange = tmp_path / "tables.sqlite3", tmp_path / "strange"
    with pytest.raises(Unreadable, match="can’t be read"):
        await restore(str(empty), strange)
    strange.write_bytes(b"Dear diary")
    with pytest.raises(Unreadable, match="isn’t a copy of a database"):
        await restore(str(empty), strange)
    sqlite3.connect(strange.with_name("other")).executescript("CREATE TABLE cats (name)").close()
    with pytest.raises(Unreadable, match="nothing of fatedeck’s"):
        await restore(str(empty), strange.with_name("other"))
    with pytest.raises(Unreadable, match="Name a file"):
        await restore(await postgres.new_database(), strange.with_name("other"))
    strange.write_bytes(b"PGDMP")
    with pytest.raises(Unreadable, match="Name one to put it into"):
        await restore(str(empty), strange)
    with pytest.raises(Unreadable, match="pg_restore failed"):
        await restore(await postgres.new_database(), strange)
    assert not empty.exists()


async def test_what_cannot_be_copied_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="no database"):
        await back_up(str(tmp_path / "none.sqlite3"), tmp_path / "copy", unheard)
    with pytest.raises(Unreadable, match="no folder"):
        await back_up(str(tmp_path / "none.sqlite3"), tmp_path / "nowhere" / "copy", unheard)
    nobody = "postgresql://nobody:hidden@127.0.0.1:1/nothing"
    with pytest.raises(Unreadable, match="pg_dump failed") as fault:
        await back_up(nobody, tmp_path / "copy", unheard)
    assert "hidden" not in str(fault.value)
    assert list(tmp_path.iterdir()) == []


# Looking through it


DAMAGE = {
    "UPDATE steps SET entries = entries || ' ' WHERE v = 2": "Step 2 of this table was",
    "UPDATE steps SET chain = NULL WHERE v = 1": "Step 1 of this table was",
    "DELETE FROM steps WHERE v = 2": "Step 2 of this table is lost",
    "UPDATE story SET body = body || ' '": "A line of the story",
    "DELETE FROM story WHERE number = 1": "A line of the story",
    "UPDATE seats SET name = 'Bea' WHERE place = 1": "was damaged",
    "DELETE FROM seats WHERE place = 1": "was damaged",
    "UPDATE invites SET door = 'open'": "was damaged",
    "DELETE FROM heads": "order of changes",
    "DELETE FROM tables": "row of this table is lost",
}


async def test_every_damaged_table_is_named(house: OwnHouse) -> None:
    whole, told = (await play(house, "high-card", 2)).links.table, {}
    for change, expected in DAMAGE.items():
        table_id = (await play(house, "high-card", 2)).links.table
        key = "id" if change.endswith("tables") else "table_id"
        where = f" {'AND' if 'WHERE' in change else 'WHERE'} {key} = :id"
        async with house.hall.store.engine.begin() as connection:
            await connection.execute(text(change + where), {"id": table_id})
        told[table_id] = expected
    report = await look_through(house.hall.settings.database)
    assert {found.table_id for found in report.damaged} == told.keys() - {whole}
    for found in report.damaged:
        assert told[found.table_id] in found.sentence
    assert report.tables == len(DAMAGE) + 1


FORGED: list[tuple[dict[str, object], str]] = [
    ({"entries": "{}"}, "can’t be read"),
    ({"chain": b"x" * 32}, "head isn’t the one"),
    ({"n": 7}, "isn’t where its record leads"),
    ({"state": b"\x90"}, "can’t be read"),
]


async def test_a_step_that_somebody_changed_with_care_is_found(quick_house: OwnHouse) -> None:
    """Its checksum fits, but not what the record says of it."""
    store, told = quick_house.hall.store, {}
    for forged, expected in FORGED:
        table_id = (await play(quick_house, "high-card", 2)).links.table
        first = await store.last_step(table_id, upto=1)
        assert first is not None
        await write(store, msgspec.structs.replace(first, **forged))
        told[table_id] = expected
    report = await look_through(quick_house.hall.settings.database)
    assert {found.table_id for found in report.damaged} == told.keys()
    for found in report.damaged:
        assert told[found.table_id] in found.sentence


async def write(store: Store, step: StepRow) -> None:
    """Put a step in the place of its own, with the checksum that belongs to it."""
    values = {**msgspec.structs.asdict(step), "checksum": checksum(step)}
    columns = ", ".join(f"{name} = :{name}" for name in values)
    async with store.engine.begin() as connection:
        change = text(f"UPDATE steps SET {columns} WHERE table_id = :table_id AND v = :v")
        await connection.execute(change, values)


async def test_a_table_that_comes_out_otherwise_is_named(quick_house: OwnHouse) -> None:
    """Its cards are not those of its secret; that is seen when it is played again."""
    table = await play(quick_house, "high-card", 3)
    other = await play(quick_house, "high-card", 1)
    database, store = quick_house.hall.settings.database, quick_house.hall.store
    row = await store.table(table.links.table)
    assert row is not None
    row.secret = bytes(len(row.secret))
    async with store.engine.begin() as connection:
        change = text("UPDATE tables SET secret = :secret, checksum = :checksum WHERE id = :id")
        values = {"secret": row.secret, "checksum": checksum(row), "id": row.id}
        await connection.execute(change, values)
    report = await look_through(database)
    assert [found.table_id for found in report.damaged] == [table.links.table]
    assert (report.tables, report.replayed) == (2, 1)
    assert other.links.table


async def test_whole_tables_of_every_kind_pass(house: OwnHouse) -> None:
    """In the lobby, ended, forked and brought from a file."""
    database = house.hall.settings.database
    await house.create(start=False)
    table = await play(house, "deckahedron", 4)
    await table.agree_to_copy()
    file = await house.get(table["host"].link, "/export")
    assert file.status_code == 200
    await table.agree_to_copy()
    forked = await house.post(table["host"].link, "/fork", {"v": table["Ana"].v, "name": "Again"})
    assert forked.status_code == 201, forked.text
    brought = await house.http.post("/api/v1/tables/import", content=file.content)
    assert brought.status_code == 201, brought.text
    report = await look_through(database)
    assert (report.damaged, report.passed) == ([], [])
    assert (report.tables, report.replayed) == (4, 3)
    assert (await look_through(database, 1)).replayed == 1
    assert (await look_through(database, 0)).replayed == 0


async def test_any_byte_that_turns_over_is_noticed_where_it_matters(tmp_path: Path) -> None:
    """Either something is told, or every row is what it was."""
    found = await turn_over(tmp_path, FLIPS, random.Random(12))
    assert found["silent"] == 0
    assert found["told"] >= FLIPS // 4


async def turn_over(folder: Path, count: int, luck: random.Random) -> Counter[str]:
    """What becomes of a database with one byte changed, so many times."""
    database, found = folder / "tables.sqlite3", Counter[str]()
    async with open_house(Settings(database=str(database))) as house:
        await play(house, "high-card", 4)
    connection = sqlite3.connect(database, isolation_level=None)
    connection.execute("DELETE FROM proofs")
    connection.execute("VACUUM")
    connection.close()
    whole, data, hurt = rows_of(database), database.read_bytes(), folder / "hurt.sqlite3"
    used = [at for at, byte in enumerate(data) if byte]
    for _ in range(count):
        at = luck.choice(used)
        changed = bytes([data[at] ^ luck.randrange(1, 256)])
        for path in folder.glob("hurt.*"):
            path.unlink()
        hurt.write_bytes(data[:at] + changed + data[at + 1 :])
        try:
            report = await look_through(str(hurt))
            told = bool(report.damaged or report.passed)
        except Unreadable:  # not even the list of what is in it
            told = True
        found["told" if told else "same" if rows_of(hurt) == whole else "silent"] += 1
    return found


def rows_of(database: Path) -> list[list[tuple[object, ...]]]:
    """All that players would miss, found without any index."""
    copied = shutil.copy(database, database.with_suffix(".read"))
    connection = sqlite3.connect(copied)
    kept = ("tables", "seats", "steps", "story", "invites", "papers")
    try:
        return [sorted(connection.execute(f"SELECT * FROM {name} NOT INDEXED")) for name in kept]
    finally:
        connection.close()


async def test_a_copy_that_is_put_back_is_looked_through(tmp_path: Path) -> None:
    """SQLite has nothing to say against a row that holds other words than were written."""
    database, file = str(tmp_path / "tables.sqlite3"), tmp_path / "copy.sqlite3"
    async with open_house(Settings(database=database)) as house:
        await play(house, "high-card", 2)
        await copy(database, file)
    whole = await restore(str(tmp_path / "whole.sqlite3"), file)
    assert whole is not None
    assert (whole.tables, whole.damaged) == (1, [])
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute("UPDATE steps SET seat = 'Nobody' WHERE v = 2")
    report = await restore(str(tmp_path / "again.sqlite3"), file)
    assert report is not None
    assert len(report.damaged) == 1
