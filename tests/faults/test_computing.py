"""What takes long to compute is done beside the server's own thread, once, within bounds."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import msgspec
import pytest

from fatedeck.engine.game import Asked
from fatedeck.engine.questions import Roll
from fatedeck.engine.record import Record
from fatedeck.table import beside, pages, past, store, web
from fatedeck.table.beside import hold_within
from fatedeck.table.pace import Pace
from fatedeck.table.protocol import (
    AskHero,
    CloseSession,
    HandOver,
    InviteCode,
    Links,
    QuietPoint,
    Say,
    Sessions,
)
from fatedeck.table.refusals import Limit
from fatedeck.table.room import AnyRecord, Room
from fatedeck.table.rows import StoryRow
from fatedeck.table.scene import Picture, draw
from fatedeck.table.settings import Settings
from fatedeck.table.store import Store
from tests.faults.loop import turns_counted
from tests.table.house import HARDLY, PATIENCE, OwnHouse, new_id, open_house
from tests.table.test_best import act, tired

P = ParamSpec("P")
R = TypeVar("R")


class Hands:
    """How often the server's own thread does some work, and how often others do."""

    def __init__(self) -> None:
        self.own, self.others = 0, 0

    def count(self, work: Callable[P, R]) -> Callable[P, R]:
        """The same work, counted."""

        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            if threading.current_thread() is threading.main_thread():
                self.own += 1
            else:
                self.others += 1
            return work(*args, **kwargs)

        return counted


def hands(patches: pytest.MonkeyPatch, target: object, name: str) -> Hands:
    """Count from here on who does this."""
    found = Hands()
    patches.setattr(target, name, found.count(getattr(target, name)))
    return found


# Games that are taken up again


async def test_a_past_step_is_drawn_beside_the_server(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that was in flight then is performed again for it."""
    table = await tired(quick_house)
    drawn = hands(monkeypatch, past, "draw")
    taken_up = hands(monkeypatch, Record, "resume")
    for path in (f"/steps/{table['Ana'].v}", f"/steps/{table['Ana'].v}?as=spectator"):
        assert (await quick_house.get(table["Ana"].link, path)).status_code == 200
    assert (drawn.own, drawn.others) == (0, 2)
    assert (taken_up.own, taken_up.others) == (0, 2)


async def test_drawing_a_past_step_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    limits = {"address_work_per_second": HARDLY, "address_work_burst": 1000}
    async with open_house(settings, **limits) as house:
        table, ours = await house.sit("deckahedron"), "127.0.0.1"
        before = house.hall.address_pace.lacks(ours, 1000)

        def ponder(record: AnyRecord, seat: str | None, rewinds: list[QuietPoint]) -> Picture:
            until = time.thread_time() + 0.2
            while time.thread_time() < until:
                pass
            return draw(record, seat, rewinds)

        monkeypatch.setattr(past, "draw", ponder)
        assert (await house.get(table["Ana"].link, "/steps/1")).status_code == 200
        assert house.hall.address_pace.lacks(ours, 1000) > before + 150


@pytest.mark.parametrize("by", ["a request", "a live line"])
async def test_whoever_wakes_a_table_pays_for_taking_its_game_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, by: str
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    slowly = {"address_work_per_second": HARDLY, "address_reads_per_second": HARDLY}
    most = {"address_work_burst": 1000, "address_read_burst": 1000}
    async with open_house(settings, **slowly, **most) as house:
        links, paces = await house.create("deckahedron"), []
        house.hall.rooms.clear()
        plain = Room._restore

        def restore(*args: object) -> None:
            until = time.thread_time() + 0.2
            while time.thread_time() < until:
                pass
            plain(*args)  # type: ignore[arg-type]

        monkeypatch.setattr(Room, "_restore", restore)
        charge = Pace.charge

        def noted(pace: Pace, key: str, cost: float) -> bool:
            paces.append(cost)
            return charge(pace, key, cost)

        monkeypatch.setattr(Pace, "charge", noted)
        if by == "a request":
            assert (await house.get(links.host, "/next.ics")).status_code == 409
            assert max(paces) > 90
        else:
            await house.join(links.host)
            assert max(paces) > 150


async def test_weighing_takes_the_game_up_beside_the_server(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await tired(quick_house)
    taken_up = hands(monkeypatch, Record, "resume")
    assert (await quick_house.get(table["Ben"].link, "/best")).status_code == 409
    assert (taken_up.own, taken_up.others) == (0, 1)


async def test_a_machine_that_searches_takes_the_game_up_beside_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, machine_seconds=3600) as house:
        table = await house.sit("adventurer-factory")
        for place in range(len(table.seats)):
            await table["host"].done(HandOver(new_id(), place, "ismcts-quick"))
        taken_up = hands(monkeypatch, Record, "resume")
        room = house.hall.rooms[table.links.table]
        room._machine_acts()
        assert room._thinking is not None
        await room._thinking
        assert (taken_up.own, taken_up.others) == (0, 1)


# Long answers


async def test_long_answers_are_written_beside_the_server(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await quick_house.sit("high-card")
    await table["host"].done(CloseSession(new_id()))
    written = hands(monkeypatch, web, "_json")
    for path in ("/sessions", "/steps", "/steps/1"):
        assert (await quick_house.get(table["Ana"].link, path)).status_code == 200
    assert (written.own, written.others) == (0, 3)


async def test_a_story_is_measured_in_bytes(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await house.sit("high-card")
    await table["Ana"].done(Say(new_id(), "chat", "✨" * 1000))  # three bytes each
    monkeypatch.setattr(store, "MOST_TOLD", 3000)
    with pytest.raises(Limit, match="too long to be read at once"):
        await house.hall.store.whole_story(table.links.table)
    monkeypatch.setattr(store, "MOST_TOLD", 4000)
    assert await house.hall.store.whole_story(table.links.table)


async def test_lines_that_are_read_for_a_short_answer_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A recap is short, but the whole story is read for it."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, address_reads_per_second=HARDLY) as house:
        table, ours = await house.sit("high-card"), "127.0.0.1"
        line = await house.hall.store.whole_story(table.links.table)

        async def long_story(*_: object) -> list[StoryRow]:
            return line[:1] * 20_000

        charges: list[float] = []
        charge = Pace.charge

        def noted(pace: Pace, key: str, cost: float) -> bool:
            if key == ours:
                charges.append(cost)
            return charge(pace, key, cost)

        monkeypatch.setattr(Store, "whole_story", long_story)
        monkeypatch.setattr(web, "recaps", lambda *_: Sessions([]))
        monkeypatch.setattr(Pace, "charge", noted)
        assert (await house.get(table["Ana"].link, "/sessions")).status_code == 200
        assert max(charges) == 20_000 / 200


async def test_a_tables_own_start_page_is_packed_once(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    seats = [{"name": "Ana", "mine": True}, {"name": "Ben"}]
    body = {"game": "high-card", "name": "Saturday", "seats": seats, "door": "open"}
    made = await quick_house.http.post("/api/v1/tables", json=body)
    links = msgspec.json.decode(made.content, type=Links)
    code = await quick_house.get(links.seats[0], "/invite")
    page = f"/t/{msgspec.json.decode(code.content, type=InviteCode).code}"
    packed = hands(monkeypatch, pages, "kept")
    told = [await quick_house.http.get(page) for _ in range(5)]
    assert all("Saturday" in answer.text for answer in told)
    assert packed.own == 1


# Whatever happens


async def test_a_command_that_ends_in_a_question_is_answered(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await quick_house.sit("deckahedron")

    def ask(*_: object) -> list[str]:
        raise Asked(Roll(6))

    monkeypatch.setattr(Record, "foretell", ask)
    told = await table["Ana"].refused(AskHero(new_id(), bring="A hero."))
    assert told.sentence.startswith("Something went wrong on our side")


async def test_a_question_in_a_heros_file_holds_nothing_up(quick_house: OwnHouse) -> None:
    """RB-19.9: the GM says for how much a finished hero sells something."""
    table = await quick_house.sit("realms-behind")
    hero = msgspec.json.encode(
        {
            "fatedeck": "hero",
            "game": "realms-behind",
            "rules": "1",
            "name": "Dhutlo",
            "choices": [
                {"act": {"do": "take-sample", "sample": "dhutlo"}},
                {"act": {"do": "sell", "item": "medium-armor"}},
            ],
        }
    ).decode()
    left = "Not everything could come along: Someone else at the table would have to decide part"
    foretold = await table["Ana"].done(AskHero(new_id(), bring=hero))
    assert [line.startswith(left) for line in foretold.told or []] == [True]
    await act(table, "Ana", {"do": "making.bring", "hero": hero})
    assert quick_house.hall.rooms[table.links.table].playing().flight is None


def test_who_has_lost_its_server_ends_by_itself() -> None:
    process = subprocess.Popen([sys.executable, "-c", "while True: pass"])
    try:
        hold_within(process.pid, 1 << 30, 1 - beside._START)
        assert -process.wait(PATIENCE) in (signal.SIGKILL, signal.SIGXCPU)
    finally:
        process.kill()
        process.wait()


async def test_others_go_first_while_a_table_is_made_ready(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine makes a character for every seat, one move at each turn of the loop."""
    seats = [{"name": "GM", "role": "gm"}, *({"name": name} for name in ("Ana", "Ben", "Cid"))]
    body = {"game": "deck-of-adventures", "name": "Saturday", "seats": seats, "start": True}
    with turns_counted(monkeypatch, Room, "_machine_moves") as moves:
        made = await quick_house.http.post("/api/v1/tables", json={**body, "ready": True})
    assert made.status_code == 201
    assert sum(moves.done.values()) >= 3
    assert moves.most == 1
