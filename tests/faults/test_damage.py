"""Damage on the disk is noticed, told, and the table goes on from its last whole point."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import Column, LargeBinary, Text, select, text

from fatedeck.engine.errors import Unreadable
from fatedeck.table import rows
from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import (
    PROTOCOL,
    SPECTATORS,
    AddSalt,
    Bye,
    Hello,
    Link,
    Rewind,
    Say,
    Welcome,
    WriteNote,
)
from fatedeck.table.rows import is_whole
from fatedeck.table.settings import Settings
from fatedeck.table.store import Store
from fatedeck.table.story import DAMAGED
from tests.faults.flips import Known, cut, flip, make_table, read_all
from tests.table.house import PATIENCE, OwnHouse, Reader, Sitting, new_id, open_house

FLIPS = 60
INDEX_FLIPS = 6
CUTS = 40
COLUMNS = [
    (table.name, column.name)
    for table in (rows.tables, rows.seats, rows.invites, rows.papers, rows.steps, rows.story)
    for column in table.c
    if column.name not in ("id", "table_id")
]


async def play(house: OwnHouse, steps: int) -> Sitting:
    """A table after so many steps; everyone has left, and the server has let go of it."""
    table = await house.sit("deckahedron")
    luck = random.Random(21)
    for _ in range(steps):
        await table.step(luck)
    await table["GM"].done(Say(new_id(), "chat", "Brave deeds."))
    await table["GM"].done(WriteNote(new_id(), SPECTATORS, 0, "Candles, rope."))
    await leave(house, table)
    return table


async def leave(house: OwnHouse, table: Sitting) -> None:
    await table.close()
    room = house.hall.rooms[table.links.table]
    async with asyncio.timeout(PATIENCE):
        while not room.is_idle:
            await asyncio.sleep(0.005)
    house.hall.rooms.clear()


async def change(house: OwnHouse, statement: str, **values: str | int) -> None:
    """Change the database behind the server's back."""
    async with house.hall.store.engine.begin() as connection:
        await connection.execute(text(statement), values)


async def farewell(house: OwnHouse, link: Link) -> Bye:
    return await (await house.knock(link)).bye()


async def go_on(house: OwnHouse, link: Link, v: int) -> Reader:
    """Say hello, and that a damaged table goes on from here."""
    reader = Reader(house, link, await house.connect())
    await reader.send(Hello(PROTOCOL, link.fragment.partition(".")[0], link.token, v))
    return reader


# Noticed


@pytest.mark.parametrize(("table", "column"), COLUMNS)
async def test_any_column_that_changes_is_noticed(
    quick_house: OwnHouse, table: str, column: str
) -> None:
    made = await play(quick_house, 3)
    await change(
        quick_house, f"UPDATE {table} SET {another(rows.metadata.tables[table].c[column])}"
    )
    if table == "story":
        story = await quick_house.hall.store.story(made.links.table)
        assert not any(map(is_whole, story))
        answer = await quick_house.get(made.links.host, "/story")
        assert {line["text"] for line in answer.json()["lines"]} == {DAMAGED}
    else:
        bye = await farewell(quick_house, made.links.host)
        assert "damaged" in bye.sentence or "lost" in bye.sentence


def another(column: Column[object]) -> str:
    """What changes a column to another value of its kind."""
    name = f'"{column.name}"'
    if isinstance(column.type, Text):
        return f"{name} = {name} || rowid"
    if isinstance(column.type, LargeBinary):
        return f"{name} = COALESCE(CAST({name} AS TEXT), '') || 'x'"
    return f"{name} = 1 - {name}" if column.name in FLAGS else f"{name} = {name} + 1000000"


FLAGS = ("locked", "paused", "odds_shown", "taken", "sat", "undone")


async def test_single_bits_turned_over(tmp_path: Path) -> None:
    """Of many single bits of the main file none changes what is read without a word."""
    made = await make_table(tmp_path, "deckahedron", 8)
    whole, luck = await read_all(made.database, made.links), random.Random(12)
    bits = some_bits(luck, made.database.read_bytes(), FLIPS)
    found = Counter([await flip(made.database, made.links, whole, bit) for bit in bits])
    assert found["silent"] == found["prefix"] == 0
    assert found["told"] >= FLIPS // 10


def some_bits(luck: random.Random, data: bytes, count: int, since: int = 0) -> list[int]:
    """Places of bits, where something is written."""
    used = [at for at in range(since, len(data)) if data[at]]
    return [luck.choice(used) * 8 + luck.randrange(8) for _ in range(count)]


async def test_indexes_with_bits_turned_over(tmp_path: Path) -> None:
    """A row that its index hides is missed: nothing is left out without a word."""
    made = await make_table(tmp_path, "deckahedron", 8)
    whole, luck = await read_all(made.database, made.links), random.Random(14)
    data = made.database.read_bytes()
    connection = sqlite3.connect(made.database)
    query = "SELECT tbl_name, rootpage FROM sqlite_master WHERE type = 'index'"
    pages = connection.execute(query).fetchall()
    connection.close()
    found: Counter[str] = Counter()
    for table, page in pages:
        count = INDEX_FLIPS * (3 if table == "story" else 1)  # the newest lines are easily hidden
        bits = some_bits(luck, data[: page * 4096], count, since=(page - 1) * 4096)
        found += Counter([await flip(made.database, made.links, whole, bit) for bit in bits])
    assert found["silent"] == found["prefix"] == 0
    assert found["told"] >= INDEX_FLIPS


async def test_a_lost_line_and_a_lost_seat_are_missed(quick_house: OwnHouse) -> None:
    made = await play(quick_house, 3)
    await change(quick_house, "DELETE FROM story WHERE number IN (1, 3)")
    answer = await quick_house.get(made.links.host, "/story")
    lines = [line["text"] for line in answer.json()["lines"]]
    assert [place for place, text in enumerate(lines) if text == DAMAGED] == [0, 2]
    later = answer.json()["lines"][3]["at"]
    answer = await quick_house.get(made.links.host, f"/story?before={later}")
    assert [line["text"] for line in answer.json()["lines"]] == lines[:3]
    quick_house.hall.rooms.clear()
    await change(quick_house, "DELETE FROM seats WHERE place = 1")
    bye = await farewell(quick_house, made.links.host)
    assert bye == Bye("This table was damaged on the server's disk.", False)


async def test_a_log_that_is_cut_off(tmp_path: Path) -> None:
    """Whatever is cut from the last three changes, what is left is whole."""
    made = await make_table(tmp_path, "deckahedron", 6)
    whole, luck = await read_all(made.database, made.links), random.Random(13)
    assert whole[0].refused == []
    end = (tmp_path / "running.sqlite3-wal").stat().st_size
    places = [luck.randrange(made.sizes[-3], end) for _ in range(CUTS)]
    known: Known = {}
    found = Counter([await cut(made.database, made.links, whole, place, known) for place in places])
    assert set(found) <= {"same", "prefix"}
    assert found["prefix"] >= CUTS // 2
    assert await cut(made.database, made.links, whole, end, known) == "same"
    assert len(known) >= 3


async def test_a_struck_line_is_as_whole_as_before(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    luck = random.Random(22)
    for _ in range(4):
        await table.step(luck)
    point = table["GM"].scene.rewinds[0]
    await table["GM"].done(Rewind(new_id(), table["GM"].v, point.n))
    story = await house.hall.store.story(table.links.table)
    assert any(line.undone for line in story)
    assert all(map(is_whole, story))
    assert all((line.checksum < 0) == line.undone for line in story)


async def test_what_was_written_before_checksums_is_read(quick_house: OwnHouse) -> None:
    made = await play(quick_house, 3)
    for name in ("tables", "seats", "steps", "story"):
        await change(quick_house, f"UPDATE {name} SET checksum = 0")
    ana = await quick_house.join(made["Ana"].link)
    assert ana.scene == made["Ana"].scene


async def test_a_database_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    database.write_bytes(b"SQLite format 3\0" + bytes(range(256)) * 64)
    with pytest.raises(Unreadable, match="damaged"):
        await Store(str(database), Metrics()).open()


async def test_a_database_of_the_future_says_so(quick_house: OwnHouse, tmp_path: Path) -> None:
    await change(quick_house, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(Unreadable, match="newer"):
        await Store(str(tmp_path / "tables.sqlite3"), Metrics()).open()


# Told, and gone on from


async def test_nobody_is_let_in_to_a_damaged_table(house: OwnHouse) -> None:
    """Players are told, who runs it is offered the last whole point, a stranger learns nothing."""
    made = await play(house, 4)
    table, v = made.links.table, made["Ana"].v
    await change(house, "UPDATE steps SET entries = entries || ' ' WHERE v = :v", v=v)
    ana = await farewell(house, made["Ana"].link)
    assert ana == Bye(
        "This table was damaged on the server's disk. "
        "The host or the game master can go on from the last whole point.",
        False,
    )
    assert await farewell(house, made["host"].link) == Bye(
        "This table was damaged on the server's disk. "
        f"It can go on from step {v - 1}; the last step is lost.",
        False,
        v - 1,
    )
    stranger = Link(0, "", "player", "x" * 22, f"{table}.{'x' * 22}")
    assert "doesn’t open a table" in (await farewell(house, stranger)).sentence
    answer = await house.get(made["Ana"].link, "")
    assert answer.status_code == 409
    assert "damaged" in answer.json()["sentence"]
    # A player cannot decide it, nor can anyone go on from another point.
    assert "damaged" in (await (await go_on(house, made["Ana"].link, v - 1)).bye()).sentence
    assert "damaged" in (await (await go_on(house, made["host"].link, v - 2)).bye()).sentence


async def test_who_runs_the_table_goes_on_from_the_last_whole_point(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    luck = random.Random(23)
    for _ in range(4):
        await table.step(luck)
    before, v = table["Ana"].scene, table["Ana"].v
    await table["Ana"].done(AddSalt(new_id(), "too late"))
    await table.settle()
    await table.step(luck)
    await leave(house, table)
    await change(house, "UPDATE steps SET n = n + 1 WHERE v > :v", v=v)
    both = [await go_on(house, table[name].link, v) for name in ("host", "GM")]
    for reader in both:  # both decide at once: it is mended once
        assert (await reader.until(Welcome)).v == v
    again = await house.sit_at(table.links)
    assert again["Ana"].scene == before
    assert [line.text for line in again["Ana"].story if "damaged" in line.text] == [
        "This table was damaged on the server's disk. It goes on from here. "
        "What came after is lost."
    ]
    assert again["Ana"].table.fairness.salts == []
    for _ in range(3):
        await again.step(luck)
    [steps] = [piece async for piece in house.hall.store.steps(table.links.table)]
    assert [step.v for step in steps] == list(range(1, v + 4))


async def test_a_damaged_note_costs_no_more_than_itself(house: OwnHouse) -> None:
    """Pictures and notes may be most of a table's bytes: it goes on without the damaged one."""
    table = await house.sit("deckahedron")
    await table.step(random.Random(23))
    await table["Ana"].done(WriteNote(new_id(), -1, 0, "Berta lies."))
    await table["Ben"].done(WriteNote(new_id(), table["Ben"].link.place, 0, "I know."))
    await table.settle()
    v = table["Ana"].v
    await leave(house, table)
    await change(house, "UPDATE papers SET body = body || ' ' WHERE name = 'notes'")
    assert (await farewell(house, table["host"].link)).whole == v
    assert (await (await go_on(house, table["host"].link, v)).until(Welcome)).v == v
    again = await house.sit_at(table.links)
    assert "A note or a picture is lost." in again["Ana"].story[-1].text
    notes = (await house.get(again["Ben"].link, "/notes")).json()
    assert notes["group"]["text"] == ""
    assert notes["own"]["text"] == "I know."


async def test_an_old_step_that_is_damaged_costs_nothing_of_the_game(house: OwnHouse) -> None:
    """The game goes on from its last step; what would show the damaged one is refused."""
    made = await play(house, 5)
    v = made["Ana"].v
    await change(house, "UPDATE steps SET at = at + 1 WHERE v = 2")
    await change(house, "DELETE FROM steps WHERE v = 3")
    bye = await farewell(house, made["host"].link)
    assert bye.whole == v
    host = await go_on(house, made["host"].link, v)
    assert (await host.until(Welcome)).v == v
    again = await house.sit_at(made.links)
    assert again["Ana"].scene == made["Ana"].scene
    await again.step(random.Random(24))
    answer = await house.get(made["host"].link, "/steps")
    assert (answer.status_code, answer.json()["sentence"]) == (
        409,
        "Step 2 of this table was damaged on the server's disk.",
    )
    await again.close()
    house.hall.rooms.clear()
    assert (await house.join(made["Ana"].link)).v == v + 1


async def test_lost_last_steps_are_missed(house: OwnHouse) -> None:
    """Nothing of what is left is damaged, but the story tells of more."""
    made = await play(house, 4)
    told = {line.v for line in made["GM"].story if line.kind == "play"}
    await change(house, "DELETE FROM steps WHERE v >= :v", v=max(told))
    assert (await farewell(house, made["host"].link)).whole == max(told) - 1


async def test_a_damaged_whisper_is_shown_to_nobody(house: OwnHouse) -> None:
    table = await house.sit()
    await table["Ana"].done(Say(new_id(), "whisper", "The baker did it.", [table.place("Ben")]))
    await leave(house, table)
    await change(house, "UPDATE story SET kind = 'chat' WHERE kind = 'whisper'")
    host = await house.join(table["host"].link)
    assert [line.text for line in host.story][-1] == DAMAGED
    assert not any(b"baker" in raw for raw in host.raw)


async def test_a_table_whose_own_row_is_damaged_cannot_be_opened(house: OwnHouse) -> None:
    made = await play(house, 2)
    await change(house, "UPDATE tables SET name = 'Sbturday'")
    bye = await farewell(house, made["host"].link)
    assert bye == Bye("This table was damaged on the server's disk.", False)


async def test_rewinding_never_finds_an_older_state(house: OwnHouse) -> None:
    """Quiet point n was reached twice; the later step of it is damaged so that n is another."""
    table = await house.sit("deckahedron")
    luck = random.Random(25)
    while len(table["GM"].scene.rewinds) < 3:
        await table.step(luck)
    to = table["GM"].scene.rewinds[-1].n
    await table["GM"].done(Rewind(new_id(), table["GM"].v, to - 1))
    await table.settle()
    while len(table["GM"].scene.rewinds) < 4 or table["GM"].scene.waiting_for:
        await table.step(luck)
    steps = rows.steps
    query = select(steps.c.v).where(steps.c.n == to, steps.c.state.is_not(None))
    async with house.hall.store.engine.connect() as connection:
        v = max((await connection.execute(query)).scalars())
    await change(house, "UPDATE steps SET n = 999 WHERE v = :v", v=v)
    refused = await table["GM"].refused(Rewind(new_id(), table["GM"].v, to))
    assert (refused.why, refused.sentence) == (
        "damaged",
        f"Step {v} of this table was damaged on the server's disk.",
    )


async def test_a_table_that_could_not_be_saved_and_is_damaged(quick_house: OwnHouse) -> None:
    """Going back finds the damage: everyone is told and sent away."""
    table = await quick_house.sit()
    room = quick_house.hall.rooms[table.links.table]
    await change(quick_house, "UPDATE steps SET act = 'x'")
    room.v = room.asked_at = 0  # the next step is one that is on disk already
    name, command = await table.choose(random.Random(2))
    await table[name].send(msgspec.structs.replace(command, v=0))
    assert "damaged" in (await table[name].bye()).sentence
    assert "damaged" in (await farewell(quick_house, table["Ana"].link)).sentence


async def test_copies_of_a_damaged_table_are_refused(tmp_path: Path) -> None:
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3"))) as house:
        table = await house.sit()
        await table["Ana"].done(Say(new_id(), "chat", "Hello."))
        await table.agree_to_copy()
        await change(house, "UPDATE story SET body = body || ' ' WHERE kind = 'chat'")
        for answer in (
            await house.get(table["host"].link, "/export"),
            await house.post(table["host"].link, "/fork", {"v": 1, "name": "Again"}),
        ):
            assert (answer.status_code, answer.json()["sentence"]) == (409, DAMAGED)


async def test_text_that_is_no_text_any_more_can_be_gone_on_from(quick_house: OwnHouse) -> None:
    """A letter of a chat and one of the last step are no letters now."""
    made = await play(quick_house, 3)
    v = made["Ana"].v
    broken = "CAST(substr({0}, 1, 9) || x'ff' || substr({0}, 10) AS TEXT)"
    await change(
        quick_house, f"UPDATE story SET body = {broken.format('body')} WHERE kind = 'chat'"
    )
    entries = broken.format("entries")
    await change(quick_house, f"UPDATE steps SET entries = {entries} WHERE v = :v", v=v)
    assert (await farewell(quick_house, made["host"].link)).whole == v - 1
    host = await go_on(quick_house, made["host"].link, v - 1)
    await host.until(Welcome)
    assert [line.text for line in host.story][-2:-1] == [DAMAGED]


async def test_an_old_state_that_cannot_be_read_says_so(quick_house: OwnHouse) -> None:
    """It was written before there were checksums."""
    made = await play(quick_house, 3)
    await change(quick_house, "UPDATE steps SET checksum = 0, state = x'c1' WHERE n > 0")
    bye = await farewell(quick_house, made.links.host)
    assert bye == Bye("This table was damaged on the server's disk.", False)
