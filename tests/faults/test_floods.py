"""Floods: nobody slows the others down, and whoever goes on is sent away."""

from __future__ import annotations

import asyncio
import random
import threading
import time
from collections.abc import Iterable
from contextlib import AsyncExitStack
from pathlib import Path

import msgspec
import pytest
import segno
from sqlalchemy.sql import Executable
from starlette.requests import Request
from starlette.types import Message
from websockets.exceptions import ConnectionClosed

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.prospects import Prospect
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.dilemmas import Dilemma
from fatedeck.table import past, store, web
from fatedeck.table.hall import DISK
from fatedeck.table.line import CONTROL, SLICE, LiveLine
from fatedeck.table.links import Member
from fatedeck.table.pace import Allowance, Budget, Pace
from fatedeck.table.past import read_table_file, timeline
from fatedeck.table.protocol import Bye, Changed, Do, End, Outgoing, Ping, Refusal, Rewind, Say
from fatedeck.table.room import AnyRecord, Room
from fatedeck.table.rows import PastStep, StepRow, StoryRow, Work
from fatedeck.table.settings import Settings
from tests.faults.flood import LINES, flood
from tests.faults.loop import turns_counted
from tests.faults.wires import (
    CLOSE,
    CONT,
    NEIGHBOUR,
    PING,
    TEXT,
    frame,
    handshake,
    hello,
    memory,
    raw,
    raw_line,
    said,
)
from tests.table.house import HARDLY, PATIENCE, OwnHouse, Reader, bearer, new_id, open_house

OURS = Settings()
AS_SET = {
    name: getattr(OURS, name)
    for name in (
        "messages_per_second",
        "message_burst",
        "link_work_per_second",
        "link_work_burst",
        "address_work_per_second",
        "address_work_burst",
    )
}
"""The limits of a server on which nothing was set."""
_decoder: msgspec.json.Decoder[Outgoing] = msgspec.json.Decoder(Outgoing)


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "tables.sqlite3"))


async def hear_out(reader: Reader) -> list[Outgoing]:
    """All that a reader is told until its line is closed."""
    heard: list[Outgoing] = []
    try:
        while True:
            heard.append(await reader.next())
    except ConnectionClosed:
        return heard


async def test_stale_commands_by_one_link_are_answered_with_less_than_was_sent(
    tmp_path: Path,
) -> None:
    async with open_house(settings(tmp_path), **AS_SET) as house:
        table = await house.sit("deckahedron")
        lines = [await house.join(table["Ana"].link) for _ in range(5)]
        for line in lines:
            line.raw.clear()
        stale = [
            msgspec.json.encode(Do(new_id(), 0, {"do": "narrate"})).decode() for _ in range(200)
        ]
        for line in lines:
            for text in stale:
                try:
                    await line.socket.send(text)
                except ConnectionClosed:
                    break
        heard = [message for line in lines for message in await hear_out(line)]
        sent = len(lines) * sum(map(len, stale))
        assert sum(len(told) for line in lines for told in line.raw) < sent
        refused = [message for message in heard if isinstance(message, Refusal)]
        carried = [message for message in refused if message.why == "stale"]
        assert len(carried) < AS_SET["link_work_burst"] / 5
        await table["Ben"].done(Say(new_id(), "chat", "I am still here."))


async def test_a_flood_from_fifty_lines_is_sent_away_and_hardly_felt() -> None:
    """At a hundred times the limit; the long run behind docs/promises.md measures how it feels."""
    seconds = 3
    told = await flood(seconds)
    assert told.closed >= LINES
    assert not told.faults
    assert told.memory < 40_000_000
    assert told.alone.took
    assert told.beside.took
    stale = 1 + DISK  # what it costs the link to be told that
    refill = (2 * seconds + 60) * OURS.link_work_per_second  # however slow the machine is
    assert told.handled <= min(told.sent / 2, (OURS.link_work_burst + refill) / stale)


async def test_who_was_sent_away_waits_at_the_door(tmp_path: Path) -> None:
    """By the link, and by the address; who is inside from there, or comes by a proxy, is not."""
    limits = AS_SET | {"address_work_per_second": HARDLY, "link_work_per_second": HARDLY}
    pings = said(Ping()) * 300
    async with open_house(settings(tmp_path), **limits) as house:
        links = await house.create()
        async with raw_line(house.port, NEIGHBOUR) as inside:
            await inside.send(hello(links.seats[1]))
            await inside.reader.readuntil(b"welcome")
            for link in (links.seats[0], links.spectator):
                async with raw_line(house.port, NEIGHBOUR) as line:
                    await line.send(hello(link))
                    await line.reader.readuntil(b"welcome")
                    await line.send(pings)
                    assert b"too fast" in await line.rest()
            async with raw(house.port, NEIGHBOUR) as line:
                await line.send(handshake(house.port))
                assert await line.rest() == b""
            forwarded = f"X-Forwarded-For: {NEIGHBOUR}"
            async with raw(house.port) as line:
                await line.send(handshake(house.port, forwarded))
                assert (await line.rest()).startswith(b"HTTP/1.1 429")
            async with raw_line(house.port) as line:
                await line.send(hello(links.seats[0]))
                assert b"bye" in await line.rest()
            await inside.send(said(Say(new_id(), "chat", "I am still here.")))
            await inside.reader.readuntil(b'"done"')


async def test_who_floods_before_the_door_has_opened_pays_by_the_link_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table is still read from the disk while the flood comes in and the line is closed."""
    limits = AS_SET | {"link_work_per_second": HARDLY}
    async with open_house(settings(tmp_path), **limits) as house:
        links, opened = await house.create(), asyncio.Event()
        enter = house.hall.enter

        async def enter_late(table_id: str, token: str) -> tuple[Room, Member]:
            await opened.wait()
            return await enter(table_id, token)

        monkeypatch.setattr(house.hall, "enter", enter_late)
        async with raw_line(house.port, NEIGHBOUR) as line:
            await line.send(hello(links.seats[0]) + said(Ping()) * 300)
            assert b"too fast" in await line.rest()
        opened.set()
        key = f"{links.table} {links.seats[0].place}"
        async with asyncio.timeout(PATIENCE):
            while house.hall.link_pace.lacks(key, 1) <= 0:
                await asyncio.sleep(0.001)
        again = await house.knock(links.seats[0])
        assert (await again.bye()).again
        await house.join(links.seats[1])


async def test_those_inside_are_heard_between_newcomers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many come at once, one is let in at each turn of the loop."""
    async with open_house(settings(tmp_path)) as house, AsyncExitStack() as all:
        crowd = [await all.enter_async_context(raw(house.port)) for _ in range(40)]
        with turns_counted(monkeypatch, LiveLine, "_shake_hands") as turns:
            for line in crowd:
                line.writer.write(handshake(house.port))
            for line in crowd:
                assert (await line.reader.readline()).startswith(b"HTTP/1.1 101")
        assert turns.done.total() == 40
        assert turns.most == 1


async def test_others_are_heard_between_lines_from_one_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what they all send at once, one message is heard at each turn of the loop."""
    pings = said(Ping()) * 100
    async with open_house(settings(tmp_path)) as house, AsyncExitStack() as all:
        lines = [await all.enter_async_context(raw_line(house.port, NEIGHBOUR)) for _ in range(10)]
        with turns_counted(monkeypatch, LiveLine, "_read") as turns:
            for line in lines:
                line.writer.write(pings)
            for line in lines:
                for _ in range(100):
                    await line.reader.readuntil(b"pong")
        assert turns.done.total() == 1000
        assert turns.most == 1


async def test_who_sends_more_than_can_be_heard_in_turn_is_closed(tmp_path: Path) -> None:
    """Although everything may be asked as fast as one likes; the others of the crowd go on."""
    async with open_house(settings(tmp_path)) as house:
        links = await house.create()
        async with (
            raw_line(house.port, NEIGHBOUR) as other,
            raw_line(house.port, NEIGHBOUR) as line,
        ):
            await line.send(hello(links.seats[0]) + said(Ping()) * 20_000)
            assert b"too fast" in await line.rest()
            await other.send(said(Ping()))
            await other.reader.readuntil(b"pong")


@pytest.mark.parametrize("address", ["127.0.0.1", NEIGHBOUR])
@pytest.mark.parametrize("farewell", [frame(CLOSE), b""])
@pytest.mark.parametrize("count", [5, 50])
async def test_what_is_sent_before_hanging_up_is_heard(
    tmp_path: Path, address: str, farewell: bytes, count: int
) -> None:
    """However much of it waits for its turn then."""
    async with open_house(settings(tmp_path)) as house:
        links = await house.create()
        ben = await house.join(links.seats[1])
        async with raw_line(house.port, address) as line:
            await line.send(hello(links.seats[0]))
            await line.reader.readuntil(b"welcome")
            words = [said(Say(new_id(), "chat", f"Word {number}.")) for number in range(count)]
            await line.send(b"".join(words) + farewell)
            line.writer.write_eof()
            heard: list[str] = []
            while len(heard) < count:
                changed = await ben.until(Changed)
                if isinstance(changed.story, list):
                    heard += [told.text for told in changed.story if told.kind == "chat"]
        assert heard == [f"Word {number}." for number in range(count)]


async def test_all_lines_of_a_link_share_what_it_may_ask(tmp_path: Path) -> None:
    limits = {"link_work_per_second": HARDLY, "link_work_burst": 60}
    async with open_house(settings(tmp_path), **limits) as house:
        links = await house.create()
        first, second = await house.join(links.seats[0]), await house.join(links.seats[0])
        ben = await house.join(links.seats[1])
        for _ in range(60):
            await first.send(Ping())
        assert (await first.until(Refusal)).why == "limit"
        assert (await second.refused(Say(new_id(), "chat", "Me too?"))).why == "limit"
        await ben.done(Say(new_id(), "chat", "Not me."))
        third = await house.knock(links.seats[0])
        assert (await third.bye()).again


async def test_all_lines_from_an_address_share_what_it_may_ask(tmp_path: Path) -> None:
    limits = {"address_work_per_second": HARDLY, "address_work_burst": 100}
    async with open_house(settings(tmp_path), **limits) as house:
        links = await house.create()
        ana = await house.join(links.seats[0])
        async with raw_line(house.port, NEIGHBOUR) as flooder:
            await flooder.send(hello(links.seats[1]) + said(Ping()) * 200)
            assert b"too fast" in await flooder.rest()
        await ana.done(Say(new_id(), "chat", "From elsewhere."))


async def test_a_refusal_for_pace_names_the_command_so_that_the_page_knows(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), messages_per_second=HARDLY, message_burst=5) as house:
        ana = await house.join((await house.create()).seats[0])
        for _ in range(5):
            await ana.send(Ping())
        assert (await ana.refused(Say(new_id(), "chat", "Too much?"))).why == "limit"


async def test_who_stays_just_above_the_pace_is_closed_too(tmp_path: Path) -> None:
    """Being refused costs as well: one message in time does not pay for many that are not."""
    now = 0.0
    async with open_house(settings(tmp_path), refusals_before_closing=30) as house:
        house.hall.line_pace = Pace(20, 10, clock=lambda: now)
        ana = await house.join((await house.create()).seats[0])
        heard: list[Outgoing] = []
        while len(heard) < 200 and not (heard and isinstance(heard[-1], Bye)):
            await ana.send(Ping())
            heard.append(await ana.next())
            now += 0.01
        assert isinstance(heard[-1], Bye)
        assert "too fast" in heard[-1].sentence


async def test_pings_count_and_whoever_goes_on_is_closed(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), **AS_SET) as house, raw_line(house.port) as line:
        links = await house.create()
        await line.send(hello(links.seats[0]) + frame(PING, b"x" * 125) * 2000)
        assert (await line.rest()).count(b"x" * 125) < 2 * OURS.message_burst + 100


async def test_pings_whose_answers_are_not_read_fill_no_memory(tmp_path: Path) -> None:
    """However fast one may send: 20 MB of pings, read by nobody."""
    async with open_house(settings(tmp_path)) as house:
        links = await house.create()
        async with raw_line(house.port) as line:
            line.reader._transport.pause_reading()  # type: ignore[attr-defined]
            await line.send(hello(links.seats[0]))
            before = memory()
            pings = frame(PING, b"x" * 125) * 1000
            for _ in range(150):
                line.writer.write(pings)
                await asyncio.sleep(0)
                if house.hall.metrics.lines_dropped:
                    break
            while not house.hall.metrics.lines_dropped:
                await asyncio.sleep(0.01)
            assert memory() - before < 60_000_000


async def test_empty_pieces_of_a_message_are_counted(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house, raw_line(house.port) as line:
        await line.send(frame(TEXT, b"", fin=False) + frame(CONT, b"", fin=False) * 5000)
        assert b"too many pieces" in await line.rest()


async def test_one_read_of_tiny_frames_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A quarter of a megabyte of the shortest frames comes in one piece: few of them are read."""
    async with open_house(settings(tmp_path), **AS_SET) as house, raw_line(house.port) as line:
        links = await house.create()
        with turns_counted(monkeypatch, LiveLine, "_read") as turns:
            await line.send(hello(links.seats[0]) + frame(PING) * 40_000)
            await line.rest()
        allowed = OURS.message_burst / CONTROL + OURS.refusals_before_closing
        assert turns.done.total() < 2 * allowed + SLICE / len(frame(PING))


def test_what_takes_long_counts_for_more_and_is_paid_later() -> None:
    now = 100.0
    line, link = Pace(10, 20, lambda: now), Pace(20, 40, lambda: now)
    budget = Budget()
    budget.add(line, "line")
    budget.add(link, "Ana")
    assert budget.pay(1)  # the line has 19 left, the link 39
    budget.pay(24)  # a rule that took 25 thousandths of a second: 5 more than the line had
    assert not budget.pay(1)  # -5, and being refused costs one more
    now += 0.5
    assert not budget.pay(1)  # -1
    now += 0.5
    assert budget.pay(1)  # 3
    budget.pay(10_000)  # nobody owes more than a burst: -20 and -40
    now += 2.0
    assert not budget.pay(1)  # 0 and 0
    now += 0.25
    assert budget.pay(1)  # 1.5 and 4


def test_keys_without_number_do_not_make_a_pace_slow() -> None:
    """However many there are, few of them are looked at for each one that comes."""
    pace = CountingPace(1, 10, lambda: 100.0)
    for number in range(60_000):
        pace.charge(str(number), 5)
    assert pace.looked_at < 3 * 60_000


class CountingPace(Pace):
    """Counts how often an allowance was looked at."""

    looked_at = 0

    def _refilled(self, allowance: Allowance, now: float) -> float:
        self.looked_at += 1
        return super()._refilled(allowance, now)


# Over HTTP


async def test_counting_odds_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(settings(tmp_path)) as house:
        table = await house.sit("deckahedron")
        pondering = Pondering()

        def ponder(state: msgspec.Struct, seat: str) -> list[Prospect]:
            pondering.wait()
            return []

        monkeypatch.setattr(find_game("deckahedron"), "prospects", ponder)
        asked = asyncio.create_task(house.get(table["Ana"].link, "/odds"))
        await pondering.begun()
        await table["Ben"].done(Say(new_id(), "chat", "While you ponder."))
        pondering.end()
        assert (await asked).status_code == 200


async def test_finding_out_what_could_be_weighed_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(settings(tmp_path)) as house:
        table, pondering = await house.sit("deckahedron"), Pondering()

        def ponder(record: AnyRecord, seat: str) -> Dilemma:
            assert record is not house.hall.rooms[table.links.table].record
            pondering.wait()
            raise Refused("", "Nothing comes to mind.")

        monkeypatch.setattr(web, "dilemma", ponder)
        asked = asyncio.create_task(house.get(table["Ana"].link, "/best"))
        await pondering.begun()
        await table["Ben"].done(Say(new_id(), "chat", "While you ponder."))
        pondering.end()
        assert (await asked).json()["sentence"] == "Nothing comes to mind."


async def test_what_is_worked_out_for_an_address_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has the server count for them has less left for everything else."""
    limits = {"address_work_per_second": HARDLY, "address_work_burst": 1000}
    async with open_house(settings(tmp_path), **limits) as house:
        table, ours = await house.sit("deckahedron"), "127.0.0.1"
        before = house.hall.address_pace.lacks(ours, 1000)

        def ponder(state: msgspec.Struct, seat: str) -> list[Prospect]:
            until = time.thread_time() + 0.2
            while time.thread_time() < until:
                pass
            return []

        monkeypatch.setattr(find_game("deckahedron"), "prospects", ponder)
        assert (await house.get(table["Ana"].link, "/odds")).status_code == 200
        assert house.hall.address_pace.lacks(ours, 1000) > before + 150


async def test_packing_a_table_into_a_file_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(settings(tmp_path)) as house:
        table, pondering = await house.sit(), Pondering()
        await table.agree_to_copy()
        listed = past._listed

        def ponder(found: Iterable[StepRow | StoryRow]) -> bytes:
            pondering.wait()
            return listed(found)

        monkeypatch.setattr(past, "_listed", ponder)
        asked = asyncio.create_task(house.get(table.links.host, "/export"))
        await pondering.begun()
        await table["Ben"].done(Say(new_id(), "chat", "While you pack."))
        pondering.end()
        assert read_table_file((await asked).content)[1][0].name == "Ana"


async def test_a_table_larger_than_memory_is_copied_piece_by_piece(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of its steps only a few are held at once; they come out whole and in their order."""
    monkeypatch.setattr(store, "_FEW", 3)
    held: list[int] = []
    async with open_house(settings(tmp_path)) as house:
        table, luck = await house.sit("deckahedron"), random.Random(5)
        for _ in range(10):
            await table.step(luck)
        await table["host"].done(End(new_id(), sure=True))
        read = house.hall.store._all

        async def all_of(query: Executable, kind: type[StepRow]) -> list[StepRow]:
            found = await read(query, kind)
            held.append(len(found))
            return found

        monkeypatch.setattr(house.hall.store, "_all", all_of)
        file = read_table_file((await house.get(table.links.host, "/export")).content)
        record = (await house.get(table.links.host, "/record")).text
        steps = [step for work in file[2] for step in work.steps]
        assert [step.v for step in steps] == list(range(1, 13))
        assert record.endswith("".join(step.entries for step in steps))
        assert max(held) == 3


class Pondering:
    """Work that goes on until it is told to end."""

    def __init__(self) -> None:
        self._begun, self._over = threading.Event(), threading.Event()

    def wait(self) -> None:
        self._begun.set()
        assert threading.current_thread() is not threading.main_thread()
        assert self._over.wait(60)

    async def begun(self) -> None:
        while not self._begun.is_set():
            await asyncio.sleep(0.001)

    def end(self) -> None:
        self._over.set()


def past_of(choices: random.Random, count: int) -> list[PastStep]:
    """A random past: actions, answers, and going back from wherever it is."""
    steps, n, furthest = [PastStep(1, 1, "", "", "set-up", 1, 1, True, 0)], 1, 1
    flying = False
    for v in range(2, count + 2):
        do = choices.choice(["flip", "flip", "flip", "rewind", "take-back", "cancel"])
        if do == "flip":
            flying = choices.random() < 0.4
            n += int(not flying)
        elif do == "cancel":
            flying = False
        elif flying or n == 1:
            do, flying = "cancel", False
        else:
            n = choices.randint(1, n) if do == "rewind" else n - 1
        furthest = max(n, furthest)
        steps.append(PastStep(v, v, "", "Ana", do, n, furthest, not flying, 0))
    return steps


@pytest.mark.parametrize("seed", range(30))
def test_what_was_undone_is_what_began_where_the_game_went_back_to_or_later(seed: int) -> None:
    """By its definition, step by step, for any past."""
    steps = past_of(random.Random(seed), 60)
    began = [steps[0].n - 1, *(step.n for step in steps[:-1])]
    back = ("rewind", "take-back", "cancel")
    for at, known in enumerate(timeline(steps)):
        undone = steps[at].do not in back and any(
            later.do in back and began[at] >= later.n for later in steps[at + 1 :]
        )
        assert (known.began_at, known.undone) == (began[at], undone)


def test_a_past_of_many_take_backs_is_told() -> None:
    """Each step is looked at once: a square of them would take minutes here."""
    steps = [PastStep(1, 1, "", "", "set-up", 1, 1, True, 0)]
    for v in range(2, 40_000, 2):
        steps.append(PastStep(v, v, "", "Ana", "flip", 2, 2, True, 0))
        steps.append(PastStep(v + 1, v + 1, "", "Ana", "take-back", 1, 2, True, 0))
    assert sum(known.undone for known in timeline(steps)) == 19_999


async def test_who_is_refused_for_its_pace_is_hung_up_on(tmp_path: Path) -> None:
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 20}
    async with open_house(settings(tmp_path), **limits) as house, raw(house.port) as line:
        await line.send(b"GET /api/v1/games HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        heard = await line.rest()
        assert heard.count(b"HTTP/1.1 200") >= 20
        assert heard.count(b"HTTP/1.1 429") == 1


@pytest.mark.parametrize("method", ["PUT", "OPTIONS", "X"])
async def test_wrong_methods_have_a_pace_too(tmp_path: Path, method: str) -> None:
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 20}
    async with open_house(settings(tmp_path), **limits) as house:
        for path in ("/api/v1/games", "/api/v1/tables", "/none"):
            codes = [(await house.http.request(method, path)).status_code for _ in range(40)]
            assert set(codes) <= {405, 429}
            assert 429 in codes


async def test_drawing_codes_does_not_hold_up_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worst = {"text": "ä€" * 200}
    async with open_house(settings(tmp_path)) as house:
        table, pondering, code = await house.sit(), Pondering(), segno.make("drawn")

        def draw(*_: object, **__: object) -> segno.QRCode:
            pondering.wait()
            return code

        with monkeypatch.context() as patches:
            patches.setattr(segno, "make", draw)
            asked = asyncio.create_task(house.http.post("/api/v1/qr", json=worst))
            await pondering.begun()
            await table["Ben"].done(Say(new_id(), "chat", "While you draw."))
            pondering.end()
            assert (await asked).status_code == 200
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 60}
    async with open_house(settings(tmp_path), **limits) as house:
        codes = [(await house.http.post("/api/v1/qr", json=worst)).status_code for _ in range(10)]
        assert codes.count(200) <= 7


@pytest.mark.parametrize("path", ["/", "/table", "/health", "/metrics", "/assets/none.js"])
async def test_the_page_has_a_pace_of_its_own(tmp_path: Path, path: str) -> None:
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 20}
    async with open_house(settings(tmp_path), **limits) as house:
        codes = [(await house.http.get(path)).status_code for _ in range(60)]
        assert codes[:15] == [200] * 15
        assert 429 in codes
        assert (await house.http.get("/api/v1/games")).status_code == 200


async def test_only_so_many_files_are_brought_at_once(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        head = b"POST /api/v1/tables/import HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{"
        halves = [await asyncio.open_connection("127.0.0.1", house.port) for _ in range(2)]
        for _, writer in halves:
            writer.write(head)
        async with raw(house.port) as line:  # whoever comes later is heard later
            await line.send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
            await line.reader.readline()
        answer = await house.http.post("/api/v1/tables/import", content=b"{}")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "60"
        for _, writer in halves:
            writer.transport.abort()
        while (answer := await house.http.post("/api/v1/tables/import", content=b"{}")).is_error:
            if answer.status_code == 400:
                break


async def test_tables_with_a_long_past_let_others_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_house(settings(tmp_path)) as house:
        table = await house.sit("high-card")
        await fill_past(house, table.links.table, 5_000)
        with turns_counted(monkeypatch, store, "is_whole_past") as turns:
            answer = await house.get(table["Ana"].link, "/steps")
        assert len(answer.json()["steps"]) == 5_001
        assert turns.done.total() == 5_001
        assert turns.most <= 200


async def fill_past(house: OwnHouse, table_id: str, count: int) -> None:
    """Steps that never happened, as an import could bring them."""
    last = await house.hall.store.last_step(table_id)
    assert last is not None
    more = [
        msgspec.structs.replace(last, v=last.v + number, act="", entries="", state=None)
        for number in range(1, count + 1)
    ]
    await house.hall.store.save_now(Work(steps=more))


async def test_a_whole_past_is_read_by_few_at_once(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for it holds nothing of it yet, and each address has one place in the line."""
    table = await quick_house.sit("high-card")
    kept, goes_on, came = quick_house.hall.store, asyncio.Event(), asyncio.Semaphore(0)
    story, enter, reading = kept.story, web.Web._enter, 0

    async def slowly(table_id: str) -> list[StoryRow]:
        nonlocal reading
        reading += 1
        await goes_on.wait()
        return await story(table_id)

    async def counted(self: web.Web, request: Request, cost: int = 1) -> tuple[Room, Member]:
        came.release()
        return await enter(self, request, cost)

    async def ask(number: int) -> int:
        link = table["Ana"].link
        headers = bearer(link) | {"X-Forwarded-For": f"192.0.2.{number}"}
        address = f"/api/v1/tables/{table.links.table}/sessions"
        return (await quick_house.http.get(address, headers=headers)).status_code

    monkeypatch.setattr(kept, "story", slowly)
    monkeypatch.setattr(web.Web, "_enter", counted)
    asked = [asyncio.create_task(ask(number)) for number in (1, 1, 1)]
    for _ in asked:
        await came.acquire()
    while reading < 1:
        await asyncio.sleep(0.01)
    asked += [asyncio.create_task(ask(number)) for number in range(2, web.READERS + 2)]
    while reading < web.READERS:
        await asyncio.sleep(0.01)
    assert (await quick_house.http.get("/health")).status_code == 200
    assert reading == web.READERS
    goes_on.set()
    assert await asyncio.gather(*asked) == [200] * len(asked)


async def test_who_may_not_go_back_has_nothing_looked_up(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Going back far reads much: that is only done for who may, and it counts."""
    table = await quick_house.sit("deckahedron")
    luck = random.Random(3)
    for _ in range(4):
        await table.step(luck)
    point = table["GM"].scene.rewinds[0]

    async def look(table_id: str, n: int, upto: int) -> StepRow | None:
        raise AssertionError("It was looked up.")

    with monkeypatch.context() as patch:
        patch.setattr(quick_house.hall.store, "quiet_step", look)
        for who in ("spectator", "Ana"):
            back = Rewind(new_id(), table["GM"].v, point.n)
            assert (await table[who].refused(back)).why == "forbidden"
        stale = Rewind(new_id(), table["GM"].v - 1, point.n)
        assert (await table["GM"].refused(stale)).why == "stale"
    await table["GM"].done(Rewind(new_id(), table["GM"].v, point.n))


async def test_a_whole_past_is_not_read_for_who_has_gone(quick_house: OwnHouse) -> None:
    async def gone() -> Message:
        return {"type": "http.disconnect"}

    request = Request({"type": "http", "headers": []}, gone)
    with pytest.raises(Unreadable, match="Nobody is waiting"):
        async with web.Web(quick_house.hall)._reading_all(request):
            pass
