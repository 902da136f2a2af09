"""Slow and half requests: whoever keeps us waiting keeps nobody out, and not for long."""

from __future__ import annotations

import asyncio
import socket
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from fatedeck.table import door
from fatedeck.table.door import CONNECT, Visit
from fatedeck.table.rows import Work
from fatedeck.table.serve import within_limits
from fatedeck.table.settings import Settings
from fatedeck.table.story import Body, Tale
from tests.faults.wires import NEIGHBOUR, Raw, raw
from tests.table.house import HARDLY, PATIENCE, open_house

HALF = b"GET /health HTTP/1.1\r\nHost: x\r\nX-Half: "
LONG = b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 60000\r\n\r\n"


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "tables.sqlite3"))


async def trickle(line: Raw, first: bytes) -> tuple[int, bytes]:
    """Send a byte now and then until the server hangs up; how many, and what it said to that."""
    await line.send(first)
    listening, sent = asyncio.create_task(line.rest()), 0
    while not listening.done():
        line.writer.write(b"x")
        sent += 1
        await asyncio.sleep(0.02)
    return sent, await listening


async def test_headers_that_trickle_are_cut_off(tmp_path: Path) -> None:
    async with (
        open_house(settings(tmp_path), request_seconds=0.4) as house,
        raw(house.port) as line,
    ):
        _, told = await trickle(line, HALF)
        assert told.startswith(b"HTTP/1.1 408")


async def test_who_connects_and_says_nothing_is_cut_off(tmp_path: Path) -> None:
    async with (
        open_house(settings(tmp_path), request_seconds=0.2) as house,
        raw(house.port) as line,
    ):
        assert await line.rest() == b""


async def test_headers_that_trickle_after_a_first_request_are_cut_off(tmp_path: Path) -> None:
    async with (
        open_house(settings(tmp_path), request_seconds=0.4) as house,
        raw(house.port) as line,
    ):
        await line.send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await line.reader.readuntil(b"\r\n\r\n")).startswith(b"HTTP/1.1 200")
        _, told = await trickle(line, HALF)
        assert b"HTTP/1.1 408" in told


async def test_a_body_that_trickles_is_cut_off(tmp_path: Path) -> None:
    async with (
        open_house(settings(tmp_path), request_seconds=0.4) as house,
        raw(house.port) as line,
    ):
        sent, _ = await trickle(line, LONG)
        assert sent < 60_000


@pytest.fixture
def visits(monkeypatch: pytest.MonkeyPatch) -> list[Visit]:
    """Everyone who has come to the server, in their order."""
    found: list[Visit] = []
    come_in = Visit.come_in

    def noted(self: Visit, transport: asyncio.Transport, address: str) -> None:
        found.append(self)
        come_in(self, transport, address)

    monkeypatch.setattr(Visit, "come_in", noted)
    return found


ONCE_IN_A_WHILE = {"request_seconds": 600, "slowest_bytes_per_second": 1}
"""At 600 bytes between two looks one is fast enough, and it is we who look."""


async def test_a_body_that_comes_slowly_but_steadily_is_read(
    tmp_path: Path, visits: list[Visit]
) -> None:
    async with open_house(settings(tmp_path), **ONCE_IN_A_WHILE) as house, raw(house.port) as line:
        await line.send(LONG)
        while not visits or visits[-1]._at != "sends":
            await asyncio.sleep(0.001)
        visit = visits[-1]
        for _ in range(60):
            heard = visit._heard
            await line.send(b" " * 1000)
            while visit._heard < heard + 1000:
                await asyncio.sleep(0.001)
            visit._is_late(heard, 0)
        assert (await line.reader.readline()).startswith(b"HTTP/1.1 400")


async def test_an_answer_that_nobody_reads_is_dropped(tmp_path: Path) -> None:
    async with (
        open_house(settings(tmp_path), request_seconds=0.3) as house,
        raw(house.port) as line,
    ):
        line.reader._transport.pause_reading()  # type: ignore[attr-defined]
        ask = b"GET /api/v1/games/deck-of-adventures/rules HTTP/1.1\r\nHost: x\r\n\r\n"
        lost = asyncio.Event()

        async def ask_on() -> None:
            try:
                while True:
                    await line.send(ask * 20)
            except ConnectionError:
                lost.set()

        asking = asyncio.create_task(ask_on())
        await asyncio.wait_for(lost.wait(), PATIENCE)
        await asking


async def test_an_answer_that_is_read_slowly_but_steadily_is_sent_whole(
    tmp_path: Path, visits: list[Visit]
) -> None:
    """Much more than fits between server and reader, and many looks at how far it has come."""
    async with open_house(settings(tmp_path), **ONCE_IN_A_WHILE) as house:
        links = await house.create()
        talk = Tale(0, 0, 0, 0, "Ana", "chat", Body("word " * 800))
        lines = [replace(talk.row(links.table, ""), at=at) for at in range(1, 991)]
        await house.hall.store.save_now(Work(story=lines))
        with socket.create_connection(("127.0.0.1", house.port)) as reader:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
            link = links.host.fragment
            path = f"/api/v1/tables/{links.table}/chronicle.md"
            head = f"Host: x\r\nAuthorization: Bearer {link}\r\nConnection: close\r\n\r\n"
            reader.sendall(f"GET {path} HTTP/1.1\r\n{head}".encode())
            heard, unsent, looks = 0, 0, 0
            while data := await asyncio.to_thread(reader.recv, 65536):
                heard += len(data)
                if visits[-1].unsent() < unsent - 600:
                    visits[-1]._is_late(0, unsent)
                    looks += 1
                unsent = visits[-1].unsent()
        assert heard > 980 * 4000
        assert looks


async def test_answers_that_nobody_reads_fill_no_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, visits: list[Visit]
) -> None:
    """Where they are too many, the one goes that takes most of where the most is unread."""
    async with open_house(settings(tmp_path)) as house, AsyncExitStack() as all:
        visits.clear()
        ask = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
        lines = []
        for address in (NEIGHBOUR, NEIGHBOUR, "127.0.0.3"):
            lines.append(await all.enter_async_context(raw(house.port, address)))
            await lines[-1].send(ask)
            await lines[-1].reader.readuntil(b"}")
        unread = dict(zip(visits, (5, 6, 8), strict=True))
        monkeypatch.setattr(door, "MOST_UNREAD", 10)
        monkeypatch.setattr(Visit, "unsent", lambda visit: unread.get(visit, 0))
        await lines[0].send(ask)
        await lines[0].reader.readuntil(b"}")
        for line in lines[1:]:  # 11 are more than 8, and then 8 are more than 5
            assert await line.rest() == b""
        await lines[0].send(ask)
        await lines[0].reader.readuntil(b"}")


async def test_half_requests_keep_nobody_out(tmp_path: Path) -> None:
    """Three times as many as there may be connections; those that waited longest make place."""
    async with open_house(settings(tmp_path), max_connections=40) as house, AsyncExitStack() as all:
        halves = [await all.enter_async_context(raw(house.port)) for _ in range(120)]
        for half in halves:
            half.writer.write(HALF)
        for _ in range(5):
            assert (await asyncio.wait_for(house.http.get("/health"), 5)).status_code == 200
        table = await house.sit("high-card")
        assert table["Ana"].v == 1
        assert await halves[0].rest(5) == b""


async def test_one_address_has_only_so_many_connections(tmp_path: Path) -> None:
    limits = {"max_connections_per_address": 10}
    async with open_house(settings(tmp_path), **limits) as house, AsyncExitStack() as all:
        others = [await all.enter_async_context(raw(house.port)) for _ in range(20)]
        halves = [await all.enter_async_context(raw(house.port, NEIGHBOUR)) for _ in range(30)]
        for half in halves[:20]:
            assert await half.rest(5) == b""
        await halves[-1].send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await halves[-1].reader.readline()).startswith(b"HTTP/1.1 200")
        # A proxy speaks for many: only what it says of them is counted.
        await others[0].send(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert (await others[0].reader.readline()).startswith(b"HTTP/1.1 200")


async def test_who_connects_too_often_is_not_listened_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "STANDING", 0.02)
    limits = {"address_work_per_second": HARDLY, "address_work_burst": 15 * CONNECT}
    async with open_house(settings(tmp_path), **limits) as house:
        answers: list[bytes] = []
        for _ in range(30):
            async with raw(house.port, NEIGHBOUR) as line:
                await line.send(b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
                answers.append(await line.rest())
        assert all(answer.startswith(b"HTTP/1.1 200") for answer in answers[:10])
        assert answers.count(b"") >= 10
        assert (await house.http.get("/health")).status_code == 200


async def test_who_connects_too_often_is_left_standing_and_then_heard(tmp_path: Path) -> None:
    """Knocking again and again keeps nobody busy; who has waited is looked at once more."""
    limits = {"address_work_per_second": 10, "address_work_burst": 2 * CONNECT}
    ask = b"GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    async with open_house(settings(tmp_path), **limits) as house, AsyncExitStack() as all:
        lines = [await all.enter_async_context(raw(house.port, NEIGHBOUR)) for _ in range(3)]
        for line in lines:
            await line.send(ask)
        began = time.monotonic()
        answers = [await line.rest() for line in lines]
        assert [answer[:12] for answer in answers] == [b"HTTP/1.1 200"] * 3
        assert time.monotonic() - began > door.STANDING / 2


async def test_a_body_in_the_tiniest_pieces_is_cut_off(tmp_path: Path) -> None:
    """A piece of one byte costs as much as one of thousands; a request costs only so much."""
    async with open_house(settings(tmp_path)) as house:
        for head in (b"GET /health", b"POST /api/v1/tables/import"):
            async with raw(house.port, NEIGHBOUR) as line:
                begin = b" HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                await line.send(head + begin)
                assert await is_cut_off(line, b"1\r\na\r\n" * 1000)
        assert (await house.http.get("/health")).status_code == 200


async def is_cut_off(line: Raw, data: bytes) -> bool:
    """Whether the server hangs up while the same is sent again and again."""
    try:
        for _ in range(1000):
            await line.send(data)
            await asyncio.sleep(0)
    except ConnectionError:
        return True
    return False


async def test_who_has_made_us_work_too_much_waits_outside(tmp_path: Path) -> None:
    limits = {"address_work_per_second": HARDLY, "address_work_burst": 50}
    async with open_house(settings(tmp_path), **limits) as house:
        house.hall.address_pace.charge(NEIGHBOUR, 100)
        async with raw(house.port, NEIGHBOUR) as line:
            assert await line.rest() == b""
        assert (await house.http.get("/health")).status_code == 200


async def test_a_long_file_is_read_whole(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        answer = await house.http.post("/api/v1/tables/import", content=b" " * 30_000_000)
        assert answer.status_code == 400
        answer = await house.http.post("/api/v1/tables/import", content=b" " * 33_000_000)
        assert "too long" in answer.json()["sentence"]


def test_limits_leave_files_for_the_database() -> None:
    """Of 1,024 files a quarter are for connections, 64 for the database, 64 for the door."""
    small = within_limits(Settings(), 1024)
    assert (small.max_connections, small.max_lines) == (256, 640)
    assert within_limits(Settings(), 1_000_000) == Settings()
