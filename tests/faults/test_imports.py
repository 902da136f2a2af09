"""A file from a stranger brings no secret, no seat of its own making and no number too large."""

from __future__ import annotations

import base64
import copy
import random
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeAlias

import aiosqlite
import httpx
import msgspec
import pytest

from fatedeck.engine.chance import commitment
from fatedeck.engine.entries import Opened, read_record
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.replay import verify
from fatedeck.engine.ruleset import find_game
from fatedeck.table import store, web
from fatedeck.table.past import read_table_file
from fatedeck.table.protocol import AddSalt, End, Links, Rewind, Say
from fatedeck.table.settings import Settings
from tests.faults.loop import turns_counted
from tests.faults.store import FaultyStore
from tests.faults.wires import NEIGHBOUR, raw
from tests.table.house import OwnHouse, Sitting, new_id, open_house

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

NUMBERS: list[Json] = [10**30, -(10**30), 2**63, -1, 1.5, 2**53]
WORDS: list[Json] = ["", "x" * 70_000, "\u2028\u2029\u0085", "AAAA", "-1"]
THINGS: list[Json] = [None, True, [], {}, [[[[]]]]]
STRANGE = [*NUMBERS, *WORDS, *THINGS]


async def played(house: OwnHouse, game: str, steps: int, *, end: bool = False) -> Sitting:
    table = await house.sit(game)
    luck = random.Random(4)
    for _ in range(steps):
        if not table.over():
            await table.step(luck)
    await table[table.seats[-1]].done(Say(new_id(), "chat", "Here we are."))
    if end:
        await table["host"].done(End(new_id(), sure=True))
    else:
        await table.agree_to_copy()
    return table


async def exported(house: OwnHouse, table: Sitting) -> dict[str, Json]:
    answer = await house.get(table.links.host, "/export")
    assert answer.status_code == 200, answer.text
    file: dict[str, Json] = answer.json()
    return file


async def brought(house: OwnHouse, file: dict[str, Json]) -> httpx.Response:
    return await house.http.post("/api/v1/tables/import", content=msgspec.json.encode(file))


def leaves(value: Json, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where every value of a file lies; of long lists the first and the last are enough."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for place in sorted({0, len(value) - 1} if value else ()):
            yield from leaves(value[place], (*path, place))
    else:
        yield path


def changed(file: dict[str, Json], path: tuple[str | int, ...], value: Json) -> dict[str, Json]:
    other: Json = copy.deepcopy(file)
    holder = other
    for part in path[:-1]:
        holder = holder[part]  # type: ignore[index]
    holder[path[-1]] = value  # type: ignore[index]
    assert isinstance(other, dict)
    return other


@pytest.mark.parametrize("end", [False, True])
async def test_whatever_stands_in_a_file_is_taken_in_whole_or_refused_and_the_others_play_on(
    quick_house: OwnHouse, end: bool
) -> None:
    table = await played(quick_house, "high-card", 5, end=end)
    other = await quick_house.sit("high-card")
    file = await exported(quick_house, table)
    luck = random.Random(9)
    taken_in = 0
    for path in leaves(file):
        for value in luck.sample(STRANGE, 3):
            try:
                read = read_table_file(msgspec.json.encode(changed(file, path, value)))
            except Unreadable as refused:
                assert str(refused).endswith("."), refused
            else:
                taken_in += 1
                await look_around(quick_house, await quick_house.hall.adopt(*read))
    assert taken_in > 0
    await other.step(luck)
    assert (await quick_house.http.get("/health")).status_code == 200


async def look_around(house: OwnHouse, links: Links) -> None:
    """Everything that can be read of a table can be read."""
    for link in (links.host, links.seats[0]):
        reader = await house.join(link)
        await reader.close()
    for path in ("", "/steps", "/steps/1", "/story", "/chronicle.md", "/chronicle.html"):
        answer = await house.get(links.host, path)
        assert answer.status_code == 200, (path, answer.text)


@pytest.mark.parametrize("place", [-1, -2, 64, 10**30])
async def test_nobody_sits_on_a_chair_that_a_table_has_not(
    quick_house: OwnHouse, place: int
) -> None:
    """The places -1 and -2 are the spectators' and the host's."""
    table = await quick_house.sit("high-card", start=False)
    await table.agree_to_copy()
    file = await exported(quick_house, table)
    answer = await brought(quick_house, changed(file, ("seats", 0, "place"), place))
    assert answer.status_code == 400
    assert "place" in answer.json()["sentence"]


async def test_a_table_that_has_not_begun_gets_a_secret_that_its_bringer_does_not_know(
    house: OwnHouse,
) -> None:
    table = await house.sit("high-card", start=False)
    await table.agree_to_copy()
    file = await exported(house, table)
    own = bytes(range(32))
    file = changed(file, ("table", "secret"), base64.b64encode(own).decode())
    answer = await brought(house, file)
    assert answer.status_code == 201, answer.text
    here = await house.sit_at(msgspec.json.decode(answer.content, type=Links))
    seals = {reader.table.fairness.seal for reader in here.readers.values()}
    assert len(seals) == 1
    assert commitment(own) not in seals
    assert table["Ana"].table.fairness.seal not in seals


@pytest.mark.parametrize("game", ["high-card", "deckahedron"])
async def test_a_table_that_has_begun_says_to_everyone_that_it_was_brought(
    house: OwnHouse, game: str
) -> None:
    table = await played(house, game, 7)
    file = await exported(house, table)
    row = file["table"]
    assert isinstance(row, dict)
    assert row["secret"] == ""
    own = bytes(range(32))
    row["secret"] = base64.b64encode(own).decode()
    answer = await brought(house, file)
    assert answer.status_code == 201, answer.text
    here = await house.sit_at(msgspec.json.decode(answer.content, type=Links))
    v, n = table["Ana"].v, table["Ana"].scene.n
    for reader in here.readers.values():
        assert reader.table.brought == f"Saturday, step {v}"
        assert reader.table.fairness.seal != commitment(own)
        assert any("was opened from a file" in line.text for line in reader.story)
        assert any("proved from here on" in line.text for line in reader.story)
    gone = await here["host"].refused(Rewind(new_id(), here["host"].v, n - 1))
    assert "no step" in gone.sentence

    luck = random.Random(1)
    for _ in range(4):
        if not here.over():
            await here.step(luck)
    await here["Ana"].done(AddSalt(new_id(), "my own"))
    await here["host"].done(End(new_id(), sure=True))
    record = (await house.get(here.links.host, "/record")).text
    verdict = verify(find_game(game), record)
    assert verdict.fair, verdict.sentence
    assert f"before point {n} was played elsewhere" in verdict.sentence


async def test_a_number_that_no_database_holds_stops_nobody_from_saving(house: OwnHouse) -> None:
    table = await played(house, "high-card", 3)
    file = await exported(house, table)
    for path in (
        ("story", 0, "at"),
        ("steps", 0, "at"),
        ("steps", 0, "furthest"),
        ("story", 0, "k"),
    ):
        answer = await brought(house, changed(file, path, 10**30))
        assert answer.status_code == 400, path
    await table["Ana"].done(Say(new_id(), "chat", "Still here."))


async def test_a_file_that_takes_too_long_is_refused_and_nobody_waits(tmp_path: Path) -> None:
    """Its process is ended with it."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, import_seconds=0.05) as house:
        table = await played(house, "high-card", 3)
        answer = await brought(house, await exported(house, table))
        assert answer.status_code == 429
        assert "too long" in answer.json()["sentence"]
        await table["Ana"].done(Say(new_id(), "chat", "Still here."))


async def test_an_ended_table_is_proved_by_its_own_secret_wherever_it_is(house: OwnHouse) -> None:
    table = await played(house, "high-card", 7, end=True)
    file = await exported(house, table)
    answer = await brought(house, file)
    assert answer.status_code == 201, answer.text
    here = msgspec.json.decode(answer.content, type=Links)
    record = (await house.get(here.host, "/record")).text
    assert record == (await house.get(table.links.host, "/record")).text
    assert isinstance(read_record(record)[1][-2], Opened)
    reader = await house.join(here.spectator)
    assert reader.table.brought.startswith("Saturday, step ")


async def test_a_table_that_was_brought_can_be_brought_on(quick_house: OwnHouse) -> None:
    table = await played(quick_house, "deckahedron", 6)
    for _ in range(2):
        answer = await brought(quick_house, await exported(quick_house, table))
        assert answer.status_code == 201, answer.text
        table = await quick_house.sit_at(msgspec.json.decode(answer.content, type=Links))
        for _ in range(3):
            await table.step(random.Random(3))
        await table.agree_to_copy()
    await table["host"].done(End(new_id(), sure=True))
    last = await brought(quick_house, await exported(quick_house, table))
    links = msgspec.json.decode(last.content, type=Links)
    record = (await quick_house.get(links.host, "/record")).text
    verdict = verify(find_game("deckahedron"), record)
    assert verdict.fair, verdict.sentence


async def long_file(house: OwnHouse, lines: int) -> dict[str, Json]:
    """A table whose story is as long as nobody tells one."""
    file = await exported(house, await played(house, "high-card", 2))
    story = file["story"]
    assert isinstance(story, list)
    said = story[-1]
    assert isinstance(said, dict)
    return {**file, "story": [{**said, "at": at, "v": 0} for at in range(1, lines + 1)]}


async def test_a_long_file_lets_others_be_saved_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many rows it brings, only so many are reckoned and written at a time."""
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3"))) as house:
        file = await long_file(house, 5_000)
        with turns_counted(monkeypatch, store, "stamped") as turns:
            answer = await brought(house, file)
        assert answer.status_code == 201
        assert turns.done.total() > 5_000
        assert turns.most <= 1_000
        links = msgspec.json.decode(answer.content, type=Links)
        told = (await house.get(links.host, "/story")).json()
        assert told["more"]
        assert "opened from a file" in told["lines"][-1]["text"]
        await look_around(house, links)


async def test_slow_files_keep_nobody_else_from_bringing_theirs(tmp_path: Path) -> None:
    """One address brings one file at a time, however many others are still sending theirs."""
    head = b"POST /api/v1/tables/import HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3"))) as house:
        file = await exported(house, await played(house, "high-card", 2))
        async with AsyncExitStack() as all:
            slow = [await all.enter_async_context(raw(house.port, NEIGHBOUR)) for _ in range(3)]
            for number in range(web.IMPORTS_AT_ONCE):
                other = raw(house.port, f"127.0.7.{number + 1}")
                await (await all.enter_async_context(other)).send(head)
            for line in slow:
                await line.send(head)
            for line in slow[1:]:
                assert (await line.reader.readline()).startswith(b"HTTP/1.1 429")
            assert (await brought(house, file)).status_code == 201


async def test_a_file_that_never_arrives_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web, "UPLOAD", 0.05)
    head = b"POST /api/v1/tables/import HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house, raw(house.port, NEIGHBOUR) as line:
        await line.send(head)
        assert (await line.reader.readline()).startswith(b"HTTP/1.1 400")
        assert b"too long to arrive" in await line.rest()


async def test_nothing_stays_of_a_table_that_was_not_brought_whole(tmp_path: Path) -> None:
    database = str(tmp_path / "tables.sqlite3")
    async with open_house(Settings(database=database), FaultyStore) as house:
        faulty = house.hall.store
        assert isinstance(faulty, FaultyStore)
        file = await long_file(house, 5_000)
        for room in house.hall.rooms.values():
            await room.settled()
        before = await counted(database)
        for nth in (4, 6, 10):
            faulty.go_wrong(nth, "fail", lasting=True)
            assert (await brought(house, file)).status_code == 503
            faulty.go_on()
            assert await counted(database) > before
            await house.hall.forget_unfinished()
            assert await counted(database) == before
        assert (await brought(house, file)).status_code == 201
        faulty.go_wrong(1, "fail", lasting=True)
        for _ in range(3):
            assert (await brought(house, file)).status_code == 503
        faulty.go_on()
        await house.hall.sweep()
        assert house.hall._tables == (await counted(database))[0]


async def counted(database: str) -> list[int]:
    """How many rows there are of each kind."""
    async with aiosqlite.connect(database) as connection:
        found: list[int] = []
        for kind in ("tables", "seats", "steps", "story"):
            async with connection.execute(f"SELECT count(*) FROM {kind}") as rows:
                found += [int(row[0]) async for row in rows]
        return found
