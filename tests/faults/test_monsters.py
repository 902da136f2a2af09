"""Numbers, lists and decrees beyond all measure: the table says no, and nobody else waits."""

from __future__ import annotations

import asyncio
import itertools
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec import Struct

from fatedeck.bots.machines import machine
from fatedeck.bots.moves import Move
from fatedeck.engine import record
from fatedeck.engine.adventure_text import LONGEST, read_adventure
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.offers import Value, tag
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory.rules.decks import read_list
from fatedeck.games.realms_behind.rules.names import is_lore
from fatedeck.table import commands, patience, room, web
from fatedeck.table.aside import THINKERS, aside, begin
from fatedeck.table.hall import looked_through
from fatedeck.table.links import Member
from fatedeck.table.patience import Patience, Rest, Watched, stop_watching
from fatedeck.table.protocol import (
    AskForm,
    Colour,
    Command,
    Do,
    Done,
    End,
    FreeSeat,
    HandOver,
    Lock,
    NewLink,
    NewTable,
    Pause,
    PlanSession,
    Refusal,
    Resume,
    Rewind,
    Say,
    ShowOdds,
    WearColour,
    WriteNote,
)
from fatedeck.table.refusals import TooLong
from fatedeck.table.room import AnyRecord, Room
from fatedeck.table.scene import Picture
from fatedeck.table.settings import Settings
from tests.table.house import HARDLY, PATIENCE, OwnHouse, Sitting, new_id, open_house

CHANGING: list[Colour] = ["teal", "sky", "teal", "sky", "teal"]


def decree(table: Sitting, do: str, path: str, **what: Value) -> Do:
    return Do(new_id(), table["GM"].v, {"do": f"fiat.{do}", "path": path, **what})


def endless(*_: object) -> None:
    """A rule that goes round and round."""
    for number in itertools.count():
        assert number >= 0


class Thinker(Struct):
    """A machine that takes its time over this."""

    move: Callable[[AnyRecord, str], Move | None]
    quick: bool = False


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
            assert again.sentence == "A rule took too long at this table. Try again in a while."
            await neighbours["Ana"].done(Say(new_id(), "chat", "We play on."))
        house.hall.rooms[table.links.table].resting = Rest()
        await table["Ana"].done(Say(new_id(), "chat", "So do we."))


def test_what_threads_compute_beside_it_is_not_counted() -> None:
    """The timer runs with all of them: whoever computes little is not broken off for the others."""
    over = threading.Event()

    def compute() -> None:
        while not over.is_set():
            pass

    beside = [threading.Thread(target=compute) for _ in range(3)]
    for thread in beside:
        thread.start()
    try:
        with Patience(0.2):
            until = time.process_time() + 0.5  # of which a quarter is our own
            own = time.thread_time() + 0.15
            while time.process_time() < until and time.thread_time() < own:
                pass
    finally:
        over.set()
        for thread in beside:
            thread.join()


async def test_what_takes_too_long_in_a_thread_is_broken_off_and_the_thread_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """More often than there are threads: none of them is lost by it."""
    monkeypatch.setattr(patience, "_AGAIN", 0.01)
    for _ in range(8):
        with pytest.raises(TooLong):
            await aside(endless, 0.01)
    assert await asyncio.gather(*(aside(lambda: 7) for _ in range(20))) == [7] * 20


async def test_what_is_stopped_while_it_ends_leaves_its_thread_free() -> None:
    def too_late() -> None:
        watched._spent = lambda: 2.0
        watched.watch(asyncio.get_running_loop())
        watched.forget()

    watched = Watched(too_late, 1.0)
    with pytest.raises(TooLong):
        watched.run()
    assert watched._thread == 0


def test_what_was_watched_to_its_end_leaves_nothing_to_be_looked_for() -> None:
    """A stop that was called back was looked for ever after; a traced program then stood still."""
    traced = """
import sys
from fatedeck.table.patience import Watched

Watched(lambda: None, 1).run()
sys.settrace(lambda *_: None)
print((lambda: "on it goes")())
"""
    process = subprocess.run(
        [sys.executable, "-c", traced], capture_output=True, text=True, timeout=60, check=True
    )
    assert process.stdout == "on it goes\n"


@pytest.mark.parametrize("path", ["/odds", "/best"])
async def test_odds_that_take_for_ever_are_broken_off_and_their_table_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """As many as may be counted at once, and then others still get theirs."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, odds_seconds=0.1) as house:
        tables = [await house.sit("deckahedron") for _ in range(settings.max_searches)]
        with monkeypatch.context() as patch:
            patch.setattr(find_game("deckahedron"), "prospects", endless)
            patch.setattr(web, "dilemma", endless)
            asked = [house.get(table["Ana"].link, path) for table in tables]
            for answer in await asyncio.gather(*asked):
                assert answer.status_code == 429
                assert "busy too long" in answer.json()["sentence"]
            again = await house.get(tables[0]["Ben"].link, path)
            assert "in a while" in again.json()["sentence"]
        other = await house.sit("deckahedron")
        assert (await house.get(other["Ana"].link, "/odds")).status_code == 200
        house.hall.rooms[tables[0].links.table].uncounted = Rest()
        assert (await house.get(tables[0]["Ana"].link, "/odds")).status_code == 200


async def test_a_machine_that_thinks_for_ever_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as may think at once, and then others still think."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, search_seconds=0.1) as house:
        with monkeypatch.context() as patch:
            patch.setattr(room, "machine", lambda *_: Thinker(endless))
            tables = [
                house.hall.rooms[(await house.sit("adventurer-factory")).links.table]
                for _ in range(2)
            ]
            for table in tables:
                table.seats[0].machine = table.seats[1].machine = "ismcts"
                table.wake_machine()
            async with asyncio.timeout(PATIENCE):
                while not all(table._unthought.why_not_now() for table in tables):
                    await asyncio.sleep(0.001)
        assert [table.v for table in tables] == [1, 1]
        async with asyncio.timeout(PATIENCE):
            assert await begin(THINKERS, lambda: "thought", 60) == "thought"


async def test_machines_at_many_tables_of_one_address_think_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that those of others think too."""
    begun, over = list[str](), threading.Event()

    def ponder(record: AnyRecord, seat: str) -> Move | None:
        begun.append(seat)
        assert over.wait(60)
        return None

    monkeypatch.setattr(room, "machine", lambda *_: Thinker(ponder))
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        rooms = []
        for _ in range(2):
            table = await house.sit("adventurer-factory")
            rooms.append(house.hall.rooms[table.links.table])
            for place in range(2):
                await table["host"].done(HandOver(new_id(), place, "ismcts"))
        while any(one._thinking is None for one in rooms) or not begun:
            await asyncio.sleep(0.001)
        assert len(begun) == 1
        over.set()
        while len(begun) < 2:
            await asyncio.sleep(0.001)


async def test_a_seat_that_was_handed_back_is_not_played_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Although the machine was still thinking about its move then."""
    begun, over = threading.Event(), threading.Event()

    def ponder(record: AnyRecord, seat: str) -> Move | None:
        begun.set()
        assert over.wait(60)
        return machine("adventurer-factory", "machine").move(record, seat)

    monkeypatch.setattr(room, "machine", lambda *_: Thinker(ponder))
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        table = await house.sit("adventurer-factory")
        places = range(len(table.seats))
        for place in places:
            await table["host"].done(HandOver(new_id(), place, "ismcts"))
        while not begun.is_set():
            await asyncio.sleep(0.001)
        for place in places:
            await table["host"].done(HandOver(new_id(), place, ""))
        over.set()
        while house.hall.rooms[table.links.table]._thinking is not None:
            await asyncio.sleep(0.001)
        await table.settle()
        assert table["host"].v == 1


async def test_an_adventure_that_takes_long_to_read_makes_nobody_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever makes a table with it may bring any text."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    seats = [{"name": "Ana"}, {"name": "GM", "role": "gm"}]
    body = {"game": "deckahedron", "name": "Saturday", "seats": seats}
    async with open_house(settings, odds_seconds=0.1) as house:
        table = await house.sit("high-card")
        with monkeypatch.context() as patch:
            patch.setattr(type(find_game("deckahedron")), "begin", endless)
            made = asyncio.create_task(house.http.post("/api/v1/tables", json=body))
            await table["Ana"].done(Say(new_id(), "chat", "We play on."))
            assert (await made).json()["sentence"].endswith("so it was stopped.")
        assert (await house.http.post("/api/v1/tables", json=body)).status_code == 201


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
            for drawing in ("view", "views"):  # it is not tried again
                patch.setattr(type(find_game("deckahedron")), drawing, None)
            bye = await (await house.knock(table["Ana"].link)).bye()
            assert bye.sentence == "A rule took too long at this table. Try again in a while."
            patch.setattr(type(find_game("deckahedron")), "is_over", None)
            for path in ("", "/steps/1", "/chronicle.md", "/chronicle.html", "/verdict"):
                assert (await house.get(table["Ana"].link, path)).status_code == 429, path
            for what in ("sheet", "chronicle"):
                printed = await house.post(table["Ana"].link, "/print", {"what": what})
                assert printed.status_code == 429, what
        room = house.hall.rooms[table.links.table]
        assert not room.audiences
        room.undrawn = Rest()
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
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 100}
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
    assert (refused.why, "This table is full" in refused.sentence) == ("limit", True)
    await again["GM"].done(End(new_id(), sure=True))


async def test_changes_around_the_game_are_kept_only_so_often(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then nothing around it changes any more; but what protects people works, without a line."""
    table = await house.sit("high-card")
    room = house.hall.rooms[table.links.table]
    monkeypatch.setattr(commands, "MOST_EVENTS", 2 * room.grown.events + 6)
    host, ana = table["host"], table["Ana"]
    colours = [await ana.ask(WearColour(new_id(), colour)) for colour in CHANGING[:4]]
    assert [isinstance(answer, Done) for answer in colours] == [True, True, True, False]
    assert (await ana.refused(NewLink(new_id(), table.place("Ana")))).why == "limit"
    assert (await ana.refused(WriteNote(new_id(), -1, 0, "Remember."))).why == "limit"
    while isinstance(await host.ask(ShowOdds(new_id(), on=False)), Done):
        pass
    assert (await host.refused(PlanSession(new_id(), 1))).why == "limit"
    assert (await host.refused(Rewind(new_id(), host.v, 1))).why == "limit"
    lines = len(await house.hall.store.story(table.links.table))
    for _ in range(5):
        for stop in (Pause(new_id()), Resume(new_id())):
            await ana.done(stop)
            assert ana.table.paused is isinstance(stop, Pause)
        await host.done(Lock(new_id(), locked=True))
        await host.done(Lock(new_id(), locked=False))
    freed = await host.done(FreeSeat(new_id(), table.place("Ana")))
    assert len(await house.hall.store.story(table.links.table)) == lines
    assert freed.link is not None
    await table["Ben"].done(Say(new_id(), "chat", "We can still talk."))
    await table.close()
    house.hall.rooms.clear()
    await house.join(freed.link)
    late = await house.join(host.link)
    assert (await late.refused(PlanSession(new_id(), 1))).why == "limit"


def test_every_command_that_leaves_a_line_around_the_game_counts() -> None:
    """Whoever adds one says so; these are limited by play, talk or salts, or are asked once."""
    otherwise = {"do", "answer", "cancel", "take-back", "rewind", "say", "add-salt", "start", "end"}
    otherwise |= {"ask-form", "ask-hero", "ask-moves", "ask-uses", "ask-why", "delete-table"}
    counted = (*commands._AROUND, *commands._KEEPS_ORDER)
    kinds = {tag(kind) for kind in Command.__subclasses__() if kind not in counted}
    assert kinds == otherwise


async def test_what_players_say_leaves_room_for_who_runs_the_table(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "TALK", 4)
    monkeypatch.setattr(room, "TALK_PER_SECOND", 1e-6)
    table = await house.sit("deckahedron")
    for _ in range(4):
        await table["Ana"].done(Say(new_id(), "chat", "More!"))
    assert (await table["Ana"].refused(Say(new_id(), "chat", "More!"))).why == "limit"
    house.hall.rooms[table.links.table].most_talk = 10
    await table["Ben"].done(Say(new_id(), "chat", "Now me."))
    assert (await table["Ben"].refused(Say(new_id(), "chat", "Now me."))).why == "limit"
    for _ in range(5):
        await table["GM"].done(Say(new_id(), "narration", "It grows dark."))
    assert (await table["GM"].refused(Say(new_id(), "narration", "And now?"))).why == "limit"


async def test_a_player_changes_things_around_the_game_only_so_often(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that nobody uses up what the others have; everyone has a share of their own."""
    monkeypatch.setattr(room, "CHANGES", 5)
    monkeypatch.setattr(room, "CHANGES_PER_SECOND", 1e-6)
    table = await house.sit("high-card")
    for colour in CHANGING:
        await table["Ana"].done(WearColour(new_id(), colour))
    assert (await table["Ana"].refused(WearColour(new_id(), "plum"))).why == "limit"
    await table["Ben"].done(WearColour(new_id(), "slate"))
    for number in range(7):
        await table["host"].done(Lock(new_id(), locked=number % 2 == 0))


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
    limits = {"link_work_per_second": HARDLY, "link_work_burst": 200}
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


# Long words


@pytest.mark.parametrize(
    "text",
    ["," * 1_000_000, "1" + " " * 1_000_000, "1 a" + " " * 1_000_000 + "b"],
    ids=["commas", "spaces", "gap"],
)
def test_a_deck_of_one_endless_line_is_read_at_once(text: str) -> None:
    """Each letter is looked at a few times: a square of them would take hours."""
    with pytest.raises(Unreadable):
        read_list(text)


def test_a_condition_of_one_endless_gap_is_read_at_once() -> None:
    gap = " " * (LONGEST // 2)
    text = f'---\ntitle: X\ngame: deckahedron\n---\n## A\n> hi\n\n[go](#a "clock: a{gap}b")\n'
    with pytest.raises(Misread):
        read_adventure(text)


@pytest.mark.parametrize("endless", ["![" * 30_000, "a\n\n" * 20_000])
def test_an_adventure_of_links_or_lines_alone_is_not_even_read(endless: str) -> None:
    with pytest.raises(Misread, match="at most 4,000 lines and 1,000 links"):
        read_adventure(f"---\ntitle: X\ngame: deckahedron\n---\n## A\n> hi\n\n{endless}\n")


async def test_a_new_table_is_looked_through_aside(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its adventure may be any text: others are heard meanwhile, and it counts for who asks."""
    read, pace = list[str](), quick_house.hall.address_pace
    charge, charged = pace.charge, list[float]()

    def look(new: NewTable) -> dict[str, object]:
        read.append(threading.current_thread().name)
        return looked_through(new)

    def charging(key: str, cost: float) -> bool:
        charged.append(cost)
        return charge(key, cost)

    monkeypatch.setattr(web, "looked_through", look)
    monkeypatch.setattr(pace, "charge", charging)
    await quick_house.create("high-card")
    assert [name.rpartition("_")[0] for name in read] == ["aside"]
    assert sum(charged) > 0


def test_an_endless_lore_is_read_at_once() -> None:
    assert not is_lore("lore (" + "a" * 1_000_000)
    assert is_lore("Lore (old kings)")
    assert not is_lore("lore ( )")


@pytest.mark.parametrize("do", [["x"], {"a": 1}])
async def test_an_action_without_a_name_is_refused_by_the_rules(
    quick_house: OwnHouse, do: Value
) -> None:
    table = await quick_house.sit("deckahedron")
    answer = await table["Ana"].refused(Do(new_id(), table["Ana"].v, {"do": do}))
    assert answer.why == "rules"
    assert "our side" not in answer.sentence
    await table["Ben"].settle()
    assert not any(b'"is":"welcome"' in told for told in table["Ben"].raw[1:])
