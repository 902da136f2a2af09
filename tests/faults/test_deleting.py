"""A deleted table is gone: for everyone who sat there, and from the file to its last byte."""

from __future__ import annotations

import asyncio
import random
import time
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from fatedeck.engine.entries import Act
from fatedeck.table import rows
from fatedeck.table.clock import Clock
from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import (
    AddSalt,
    CloseSession,
    DeleteTable,
    Do,
    Done,
    End,
    Links,
    Pause,
    Refusal,
    Resume,
    Say,
    WriteNote,
)
from fatedeck.table.refusals import ServerFull, Unsaved
from fatedeck.table.room import MOST_UNSAVED
from fatedeck.table.rows import HereRow, Work
from fatedeck.table.settings import Settings
from fatedeck.table.store import Store
from fatedeck.table.story import Body
from tests.table.house import OwnHouse, Sitting, new_id, open_house

CANARY = "canary-7f3a"


async def filled(house: OwnHouse, words: str, lines: int = 40) -> Sitting:
    """A table with these words in its name, its talk, its salts and its cards' past."""
    body = {
        "game": "high-card",
        "name": f"{words} table",
        "seats": [{"name": f"{words} A"}, {"name": f"{words} B"}],
        "start": True,
    }
    answer = await house.http.post("/api/v1/tables", json=body)
    assert answer.status_code == 201, answer.text
    table = await house.sit_at(msgspec.json.decode(answer.content, type=Links))
    first = table[table.seats[0]]
    await first.done(AddSalt(new_id(), f"{words} salt"))
    for number in range(lines):
        await first.done(Say(new_id(), "chat", f"{words} {number} " * (1 + number % 60)))
    return table


async def in_database(house: OwnHouse, table_id: str) -> int:
    """How many rows of a table are left."""
    count = 0
    async with house.hall.store.engine.connect() as connection:
        for table in set(rows.metadata.sorted_tables) - {rows.workers}:
            key = "id" if table.name == "tables" else "table_id"
            query = text(f"SELECT count(*) FROM {table.name} WHERE {key} = :id")
            count += int((await connection.execute(query, {"id": table_id})).scalar_one())
    return count


async def test_a_deleted_table_is_gone_for_everyone(house: OwnHouse) -> None:
    table = await house.sit("high-card")
    other = await house.sit("high-card")
    refused = await table["host"].refused(DeleteTable(new_id()))
    assert "sure" in refused.sentence
    for name in ("Ana", "spectator"):
        forbidden = await table[name].refused(DeleteTable(new_id(), sure=True))
        assert forbidden.why == "forbidden"
    await table["host"].done(DeleteTable(new_id(), sure=True))
    for reader in table.readers.values():
        bye = await reader.bye()
        assert not bye.again
        assert "deleted" in bye.sentence
    for link in (table.links.host, table.links.spectator, *table.links.seats):
        assert not (await (await house.knock(link)).bye()).again
        assert (await house.get(link, "")).status_code == 403
    assert await in_database(house, table.links.table) == 0
    assert await in_database(house, other.links.table) > 4
    await other.step(random.Random(1))


async def test_nobody_is_at_a_deleted_table(house: OwnHouse) -> None:
    """Who saw its readers and tells of them only now leaves no row of it."""
    table = await house.sit("high-card")
    await table["host"].done(DeleteTable(new_id(), sure=True))
    store = house.hall.store
    await store.save_now(Work(here=[HereRow(store.worker, table.links.table, "{}")]))
    assert await in_database(house, table.links.table) == 0


async def test_what_is_still_under_way_is_not_written_behind_it(house: OwnHouse) -> None:
    """Commands that come in beside the deletion leave no row of a table that is no more.

    They are fewer than may wait for the disk, or the deletion would have to wait as well.
    """
    table = await house.sit("high-card")
    for reader in (table["Ana"], table["Ben"]):
        for number in range(MOST_UNSAVED // 5):
            await reader.send(Say(new_id(), "chat", f"{number}"))
    await table["host"].send(DeleteTable(new_id(), sure=True))
    for reader in (table["Ana"], table["Ben"]):
        for number in range(MOST_UNSAVED // 5):
            await reader.send(Say(new_id(), "chat", f"late {number}"))
    for reader in table.readers.values():
        await reader.bye()
    assert await in_database(house, table.links.table) == 0
    assert table.links.table not in house.hall.rooms


async def test_a_file_that_cannot_be_written_keeps_its_table(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await quick_house.sit("high-card")

    async def full(_: object) -> None:
        raise Unsaved

    with monkeypatch.context() as fault:
        fault.setattr(quick_house.hall.store, "save_now", full)
        refused = await table["host"].refused(DeleteTable(new_id(), sure=True))
        assert refused.why == "unsaved"
    await table.step(random.Random(1))  # it goes on as if nothing had been said
    assert (await quick_house.join(table.links.seats[0])).v == table["Ana"].v


async def test_no_byte_of_a_deleted_table_stays_in_the_file(tmp_path: Path) -> None:
    database = tmp_path / "tables.sqlite3"
    async with open_house(Settings(database=str(database))) as house:
        kept, gone = await filled(house, "kept", 70), await filled(house, CANARY, 60)
        await gone[gone.seats[0]].done(Pause(new_id()))
        assert found(tmp_path) > 100
        await gone["host"].done(DeleteTable(new_id(), sure=True))
        await gone["host"].bye()
        assert found(tmp_path) == 0
        assert await in_database(house, kept.links.table) > 60
    assert found(tmp_path) == 0


@pytest.mark.parametrize("seed", [2, 4])  # with which SQLite leaves shreds where pages were split
async def test_no_shred_of_it_stays_where_pages_were_split(tmp_path: Path, seed: int) -> None:
    store = Store(str(tmp_path / "tables.sqlite3"), Metrics())
    await store.open()
    await write_beside(store, f"aaaa{seed}", f"gggg{seed}", seed)
    await store.save_now(rows.Work(tables_gone=[rows.TableGone(f"gggg{seed}")]))
    assert await store.compact()
    assert found(tmp_path) == 0
    await store.close()


async def write_beside(store: Store, kept: str, gone: str, seed: int) -> None:
    """Thousands of lines of several tables in turn, as many evenings would leave them."""
    luck = random.Random(seed)
    others = [(f"{luck.random()}", "other") for _ in range(3)]
    story = []
    for number in range(3000):
        table_id, words = luck.choice([(kept, "kept"), (gone, CANARY), *others])
        body = msgspec.json.encode(Body(f"{words} " * luck.randint(1, 400))).decode()
        line = rows.StoryRow(
            table_id=table_id,
            at=luck.randrange(10**9),
            k=number,
            v=1,
            n=0,
            by=words,
            act=f"{words} {number}",
            kind="chat",
            body=body,
        )
        story.append(line)
    for first in range(0, len(story), 10):
        await store.save_now(rows.Work(story=story[first : first + 10]))


def found(folder: Path) -> int:
    """How often the canary stands in the bytes of the database and its companions."""
    return sum(path.read_bytes().count(CANARY.encode()) for path in folder.iterdir())


# Tables that nobody opens any more


async def test_tables_that_nobody_opens_are_deleted_after_a_while(database: str) -> None:
    async with open_house(Settings(database=database), keep_days=30) as house:
        old = await house.sit("high-card")
        await old.close()
        young = await house.sit("high-card")
        await young.close()
        opened = await house.sit("high-card")
        await opened.close()
        await nobody_looks(house)
        await make_old(house, old.links.table, 31)
        await make_old(house, opened.links.table, 31)
        await make_old(house, young.links.table, 29)
        await (await house.join(opened.links.spectator)).close()  # looking is enough
        await nobody_looks(house)
        await house.hall.forget_untouched()
        assert await in_database(house, old.links.table) == 0
        assert await in_database(house, young.links.table) > 0
        assert await in_database(house, opened.links.table) > 0


async def test_tables_are_kept_for_ever_unless_it_is_set(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("high-card")
    await table.close()
    await nobody_looks(quick_house)
    await make_old(quick_house, table.links.table, 10_000)
    await quick_house.hall.forget_untouched()
    assert await in_database(quick_house, table.links.table) > 0


async def test_a_clock_that_leaps_deletes_nothing(tmp_path: Path) -> None:
    """A machine that begins a year ahead until its clock is put right would lose every table."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, keep_days=30) as house:
        table = await house.sit("high-card")
        await table.close()
        await nobody_looks(house)
        await make_old(house, table.links.table, 400)
        now = 0.0
        house.hall.clock = Clock(lambda: 1e9 + now, lambda: now)
        for _ in range(3):  # it is looked for, as it would be later
            await house.hall.sweep()
        assert await in_database(house, table.links.table) > 0
        now = 3600.0
        await house.hall.sweep()
        assert await in_database(house, table.links.table) == 0


def test_a_clock_is_trusted_once_it_has_run_evenly_for_an_hour() -> None:
    day, steady = 1_000_000.0, 50.0
    clock = Clock(lambda: day, lambda: steady)
    assert not clock.is_trusted()
    day, steady = day + 3600, steady + 3600
    assert clock.is_trusted()
    day += 86_400 * 365  # somebody sets it
    assert not clock.is_trusted()
    day, steady = day + 3599, steady + 3599
    assert not clock.is_trusted()
    day, steady = day + 31, steady + 1  # and now and then it is put right a little
    assert clock.is_trusted()


async def test_a_table_that_is_read_stays_in_memory(tmp_path: Path) -> None:
    """Whoever asks for it over HTTP holds it; let go meanwhile, it would be there twice."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, idle_seconds=60) as house:
        table = await house.sit("high-card")
        await table.close()
        while any(room.audiences for room in house.hall.rooms.values()):
            await asyncio.sleep(0)
        room = house.hall.rooms[table.links.table]
        room.touched -= 100
        assert (await house.get(table.links.host, "")).status_code == 200
        await house.hall.sweep()
        assert house.hall.rooms[table.links.table] is room
        room.touched -= 100
        await house.hall.sweep()
        assert table.links.table not in house.hall.rooms


async def nobody_looks(house: OwnHouse) -> None:
    """Wait until every room is empty, and let them go as the server does."""
    while any(room.audiences for room in house.hall.rooms.values()):
        await asyncio.sleep(0)
    await house.hall.store.save_now(rows.Work())
    house.hall.rooms.clear()


async def make_old(house: OwnHouse, table_id: str, days: int) -> None:
    then = int(time.time() * 1000) - days * 86_400_000
    async with house.hall.store.engine.begin() as connection:
        for statement in (
            "UPDATE tables SET checksum = 0, created = :then, touched = :then WHERE id = :id",
            "UPDATE steps SET checksum = 0, at = :then WHERE table_id = :id",
            "UPDATE story SET checksum = 0, at = :then + number WHERE table_id = :id",
        ):
            await connection.execute(text(statement), {"then": then, "id": table_id})


# What one table and one server hold

A_TABLE = {"name": "More", "seats": [{"name": "Ana"}, {"name": "Ben"}]}


async def test_talk_has_an_end(database: str) -> None:
    async with open_house(Settings(database=database), max_talk=10) as house:
        table = await house.sit("high-card")
        for number in range(4):
            await table["Ana"].done(Say(new_id(), "chat", f"{number}"))
        await table.close()
        await nobody_looks(house)
        ana = await house.join(table.links.seats[0])
        await ana.done(Say(new_id(), "whisper", "the last word", [1]))
        refused = await ana.refused(Say(new_id(), "chat", "one more"))
        assert refused.why == "limit"
        assert "start another" in refused.sentence
        await ana.done(Pause(new_id()))  # the safety card always works


async def test_a_full_server_says_what_to_do_and_has_room_again(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, max_tables=1) as house:
        table = await house.sit("high-card")
        body = {"game": "high-card", **A_TABLE}
        answer = await house.http.post("/api/v1/tables", json=body)
        assert answer.status_code == 429
        assert "Delete a table" in answer.json()["sentence"]
        await table["host"].done(DeleteTable(new_id(), sure=True))
        assert (await house.http.post("/api/v1/tables", json=body)).status_code == 201


@pytest.mark.parametrize("what", ["talk", "notes", "sessions", "play"])
async def test_all_tables_together_take_only_so_much(database: str, what: str) -> None:
    """Whatever they keep; who has nothing to do with it is told what to do as well."""
    async with open_house(Settings(database=database)) as house:
        table, other = await house.sit("deckahedron"), await house.sit("high-card")
        store, gm = house.hall.store, table["GM"]
        await store.measure()
        store.most = store.kept + 100_000

        async def grow(number: int) -> Done | Refusal:
            """About 2 kB more."""
            words = f"{number} " + 2000 * "x"
            match what:
                case "talk":
                    return await gm.ask(Say(new_id(), "chat", words))
                case "notes":
                    return await gm.ask(WriteNote(new_id(), -1, number, words))
                case "sessions":
                    await gm.ask(CloseSession(new_id(), words[:1000]))
                    return await gm.ask(Resume(new_id()))
            await gm.settle()
            path = "players/Ana/conditions"
            decree = Do(new_id(), gm.v, {"do": "fiat.add", "path": path, "condition": words})
            return await gm.ask(decree)

        for number in range(60):
            if isinstance(refused := await grow(number), Refusal):
                assert refused.sentence == ServerFull().sentence
        assert store.takes_no_more
        refused = await other["Ana"].refused(Say(new_id(), "chat", "And we?"))
        assert (refused.why, refused.sentence) == ("limit", ServerFull().sentence)
        made = await house.http.post("/api/v1/tables", json={"game": "high-card", **A_TABLE})
        assert (made.status_code, made.json()["sentence"]) == (429, ServerFull().sentence)
        await other["Ana"].done(Pause(new_id()))  # the safety card always works
        await other["host"].done(End(new_id(), sure=True))
        await table["host"].done(DeleteTable(new_id(), sure=True))
        if not database.startswith("postgresql"):  # there the space is free when it was vacuumed
            made = await house.http.post("/api/v1/tables", json={"game": "high-card", **A_TABLE})
            assert made.status_code == 201


@pytest.mark.parametrize("what", ["talk", "play"])
async def test_one_address_cannot_fill_the_disk_of_all(tmp_path: Path, what: str) -> None:
    """A twentieth of it in a few hours, wherever it plays; others go on, and all can stop."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"), trusted_proxies="192.0.2.1")
    async with open_house(settings, max_disk_bytes=4_000_000) as house:
        table = await house.sit("deckahedron")
        gm, path = table["GM"], "players/Ana/conditions"
        told: Done | Refusal = Done("", 0)
        while isinstance(told, Done):
            await gm.settle()
            more: Act = {"do": "fiat.add", "path": path, "condition": 2000 * "x"}
            play, talk = Do(new_id(), gm.v, more), Say(new_id(), "chat", 3900 * "x")
            told = await gm.ask(play if what == "play" else talk)
        assert told.why == "limit"
        assert "server’s disk" in told.sentence
        assert not house.hall.store.takes_no_more
        made = await house.http.post("/api/v1/tables", json={"game": "high-card", **A_TABLE})
        assert (made.status_code, made.json()["sentence"]) == (429, told.sentence)
        house.hall.allow_new_table("192.0.2.9")
        await table["Ana"].done(Pause(new_id()))


async def test_a_full_server_says_so_when_it_is_asked(tmp_path: Path) -> None:
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3"))) as house:
        assert (await house.http.get("/health")).json()["full"] is False
        house.hall.store.most = 0
        assert (await house.http.get("/health")).json()["full"] is True


async def test_what_was_kept_before_is_counted_after_a_restart(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        await house.create()
        await house.hall.store.measure()
        kept = house.hall.store.kept
    assert 0 < kept <= Path(settings.database).stat().st_size
    async with open_house(settings, max_disk_bytes=kept) as house:
        answer = await house.http.post("/api/v1/tables", json={"game": "high-card", **A_TABLE})
        assert answer.json()["sentence"] == ServerFull().sentence
