"""Numbers, lists and decrees beyond all measure: the table says no, and nobody else waits."""

from __future__ import annotations

import itertools
import random
import time
from pathlib import Path

import pytest

from fatedeck.engine import record
from fatedeck.engine.offers import Value
from fatedeck.engine.ruleset import find_game
from fatedeck.table import commands, room
from fatedeck.table.links import Member
from fatedeck.table.patience import Patience, stop_watching
from fatedeck.table.protocol import (
    AskForm,
    Do,
    End,
    Lock,
    NewLink,
    Pause,
    Refusal,
    Resume,
    Rewind,
    Say,
)
from fatedeck.table.refusals import TooLong
from fatedeck.table.room import Room
from fatedeck.table.scene import Picture
from fatedeck.table.settings import Settings
from tests.table.house import OwnHouse, Sitting, new_id, open_house


def decree(table: Sitting, do: str, path: str, **what: Value) -> Do:
    return Do(new_id(), table["GM"].v, {"do": f"fiat.{do}", "path": path, **what})


def endless(*_: object) -> None:
    """A rule that goes round and round."""
    for number in itertools.count():
        assert number >= 0


# Rules that take for ever


def test_what_takes_too_long_is_broken_off() -> None:
    began = time.thread_time()
    with pytest.raises(TooLong), Patience(0.05), Patience(60):
        endless()
    assert time.thread_time() - began < 1
    with Patience(0.05):  # what is about to be saved is not broken off any more
        stop_watching()
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass


async def test_a_rule_that_takes_for_ever_costs_only_its_own_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, rule_seconds=0.1) as house:
        table, neighbours = await house.sit("deckahedron"), await house.sit("high-card")
        with monkeypatch.context() as patch:
            patch.setattr(type(find_game("deckahedron")), "form", endless)
            refused = await table["Ana"].refused(AskForm(new_id(), "flip"))
            assert (refused.why, refused.sentence) == (
                "limit",
                "That would have kept the server busy too long, so it was stopped.",
            )
            again = await table["Ana"].refused(AskForm(new_id(), "flip"))
            assert again.sentence == "A rule took too long at this table; try again in a while."
            await neighbours["Ana"].done(Say(new_id(), "chat", "We play on."))
        house.hall.rooms[table.links.table].resting.end()
        await table["Ana"].done(Say(new_id(), "chat", "So do we."))


async def test_what_cannot_be_drawn_lets_nobody_in_and_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, rule_seconds=0.1) as house:
        table = await house.sit("deckahedron")
        await table.close()
        with monkeypatch.context() as patch:
            for drawing in ("view", "views"):
                patch.setattr(type(find_game("deckahedron")), drawing, endless)
            bye = await (await house.knock(table["Ana"].link)).bye()
            assert (
                bye.sentence == "That would have kept the server busy too long, so it was stopped."
            )
            began = time.thread_time()
            bye = await (await house.knock(table["Ana"].link)).bye()
            assert bye.sentence == "A rule took too long at this table; try again in a while."
            assert (await house.get(table["Ana"].link, "")).status_code == 429
            assert (await house.get(table["Ana"].link, "/steps/1")).status_code == 429
            assert time.thread_time() - began < 0.1  # it was not tried again
        room = house.hall.rooms[table.links.table]
        assert not room.audiences
        room._undrawn.end()
        await house.join(table["Ana"].link)


async def test_what_cannot_be_taken_up_is_not_tried_again_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, rule_seconds=0.1) as house:
        table = await house.sit("deckahedron")
        await table.close()
        house.hall.rooms.clear()
        with monkeypatch.context() as patch:
            patch.setattr(Room, "_restore", endless)
            sentences = [(await house.get(table["Ana"].link, "")).json()["sentence"] for _ in "ab"]
        assert ["it was stopped" in sentences[0], "in a while" in sentences[1]] == [True, True]
        house.hall._slow.clear()
        await house.join(table["Ana"].link)


async def test_tables_that_take_long_to_draw_are_shown_less_often(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the server computes for a reader over HTTP counts for the address."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    limits = {"address_reads_per_second": 1, "address_read_burst": 100}
    async with open_house(settings, **limits) as house:
        table = await house.sit("deckahedron")
        draw = Room.picture

        def slowly(self: Room, member: Member) -> Picture | None:
            end = time.thread_time() + 0.05
            while time.thread_time() < end:
                pass
            return draw(self, member)

        monkeypatch.setattr(Room, "picture", slowly)
        await table.close()
        codes = [(await house.get(table["Ana"].link, "")).status_code for _ in range(12)]
        assert codes[0] == 200
        assert codes[-1] == 429  # each took 25 times as long as a plain answer


async def test_a_map_has_an_edge(quick_house: OwnHouse) -> None:
    """With a million spaces to a side, every form that names a space would take for ever."""
    table = await quick_house.sit("deck-of-adventures")
    refused = await table["GM"].refused(decree(table, "set", "map/width", value=1_000_000))
    assert (refused.why, "100" in refused.sentence) == ("rules", True)


# Decrees


async def test_what_never_changes_cannot_be_decreed(quick_house: OwnHouse) -> None:
    """The options of a game stand: that is refused, and is no fault of ours."""
    table = await quick_house.sit("deckahedron")
    change = decree(table, "set", "options/max_penalty_cards", value=9)
    refused = await table["GM"].refused(change)
    assert (refused.why, refused.sentence) == (
        "rules",
        "options/max_penalty_cards can’t be set.",
    )


# Growing


CONDITIONS = "players/Ana/conditions"


async def test_a_state_grows_only_so_far(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every step keeps a state: a list that grows and grows would fill the disk."""
    table = await quick_house.sit("deckahedron")
    long = "x" * 9_000
    await table["GM"].done(decree(table, "add", CONDITIONS, condition=long))
    monkeypatch.setattr(record, "MOST_STATE", 10_000)
    before = table["GM"].v
    refused = await table["GM"].refused(decree(table, "add", CONDITIONS, condition=long))
    assert refused.sentence == "This table is full. Take something away before you add more."
    assert table["GM"].v == before
    await table["GM"].done(decree(table, "lift", CONDITIONS, condition=long))
    assert table["GM"].v == before + 1


async def test_a_table_keeps_only_so_many_bytes(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Counted anew when it is opened; the table can still be ended."""
    table = await house.sit("deckahedron")
    await table.step(random.Random(1))
    own = house.hall.rooms[table.links.table]
    kept = own.grown.bytes
    assert kept >= 2 * 500
    await table.close()
    house.hall.rooms.clear()
    again = await house.sit_at(table.links)
    assert house.hall.rooms[table.links.table].grown.bytes == kept
    monkeypatch.setattr(room, "MOST_BYTES", kept)
    refused = await again["GM"].refused(decree(again, "add", CONDITIONS, condition="tired"))
    assert (refused.why, "No more play fits here" in refused.sentence) == ("limit", True)
    await again["GM"].done(End(new_id(), sure=True))


async def test_changes_around_the_game_are_kept_only_so_often(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nothing around it changes any more; but the safety card works, and leaves no line."""
    table = await house.sit("high-card")
    monkeypatch.setattr(commands, "MOST_EVENTS", 10)
    host, ana = table["host"], table["Ana"]
    answers = [await host.ask(Lock(new_id(), locked=number % 2 == 0)) for number in range(10)]
    assert isinstance(answers[-1], Refusal)
    assert answers[-1].why == "limit"
    assert (await ana.refused(NewLink(new_id(), table.place("Ana")))).why == "limit"
    lines = len(await house.hall.store.story(table.links.table))
    for _ in range(5):
        await ana.done(Pause(new_id()))
        assert ana.table.paused
        await ana.done(Resume(new_id()))
        assert not ana.table.paused
    assert len(await house.hall.store.story(table.links.table)) == lines
    await ana.done(Say(new_id(), "chat", "We can still talk."))
    await table.close()
    house.hall.rooms.clear()
    late = await house.join(host.link)
    assert (await late.refused(Lock(new_id(), locked=True))).why == "limit"


async def test_refused_rewinds_leave_nothing_in_memory(quick_house: OwnHouse) -> None:
    """Each looks for its quiet point on disk; a player may not rewind, but may ask."""
    table = await quick_house.sit("deckahedron")
    luck = random.Random(4)
    for _ in range(30):
        await table.step(luck)
    own = quick_house.hall.rooms[table.links.table].playing()
    for to in range(1, own.n):
        await table["Ana"].refused(Rewind(new_id(), table["Ana"].v, to))
    assert set(own.quiet) == {own.n}


async def test_what_is_kept_counts_as_work(tmp_path: Path) -> None:
    """Whoever makes every step large has to wait sooner."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    limits = {"link_work_per_second": 1, "link_work_burst": 200}
    async with open_house(settings, **limits) as house:
        table = await house.sit("deckahedron")
        done = 0
        for number in range(100):
            condition = f"{number} " + "x" * 15_000
            answer = await table["GM"].ask(decree(table, "add", CONDITIONS, condition=condition))
            if isinstance(answer, Refusal):
                assert answer.why == "limit"
                break
            done += 1
        assert 2 <= done <= 13  # with one for each they would be 100
