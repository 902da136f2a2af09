"""Calling people who are away: once for each wait, and never into the server's own network."""

from __future__ import annotations

import asyncio
import json
import random
import socket
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.table import hooks
from fatedeck.table.aside import aside
from fatedeck.table.hooks import Bell, is_outside
from fatedeck.table.protocol import CloseSession, Resume, SetHook
from fatedeck.table.settings import Settings
from tests.table.house import PATIENCE, House, Sitting, new_id, open_house


class Chat:
    """Where a web-hook leads: a server that writes down what it is told."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[dict[str, object]] = asyncio.Queue()
        self.port = 0

    async def _hear(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().split(b"content-length:")[1].split(b"\r\n")[0])
        self.heard.put_nowait(json.loads(await reader.readexactly(length)))
        writer.write(b"HTTP/1.1 204 No Content\r\nContent-Length: 0\r\n\r\n")
        await writer.drain()
        writer.close()

    async def next(self) -> str:
        async with asyncio.timeout(PATIENCE):
            told = await self.heard.get()
        assert told["content"] == told["text"]  # Discord reads the one, Slack and Matrix the other
        assert told["allowed_mentions"] == {"parse": []}  # nobody named @everyone calls everyone
        return str(told["content"])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?key=secret"


@asynccontextmanager
async def chat() -> AsyncIterator[Chat]:
    chat = Chat()
    server = await asyncio.start_server(chat._hear, "127.0.0.1", 0)
    chat.port = server.sockets[0].getsockname()[1]
    try:
        yield chat
    finally:
        server.close()
        await server.wait_closed()


def settings(tmp_path: Path, networks: str = "127.0.0.0/8") -> Settings:
    return Settings(
        database=str(tmp_path / "tables.sqlite3"), hook_networks=networks, hook_seconds=0
    )


async def until_it_waits_for(table: Sitting, name: str) -> None:
    luck = random.Random(1)
    while table["host"].scene.waiting_for != (name,) and table["host"].scene.turn != (name,):
        await table.step(luck)


async def at_the_table(house: House, chat: Chat) -> Sitting:
    table = await house.sit()
    await table["host"].done(SetHook(new_id(), chat.url))
    return table


async def test_who_is_away_is_called_once_until_they_come_back(tmp_path: Path) -> None:
    async with chat() as room, open_house(settings(tmp_path)) as house:
        table = await at_the_table(house, room)
        await until_it_waits_for(table, "Ben")
        assert room.heard.empty()  # Ben is here

        await table["Ben"].close()
        assert await room.next() == "Ben, the table is waiting for you: Saturday."
        house.hall.rooms[table.links.table].mind_wait()
        await table["Ana"].close()  # somebody else comes and goes
        again = await house.join(table.links.seats[1])
        await again.close()
        assert await room.next() == "Ben, the table is waiting for you: Saturday."
        assert room.heard.empty()


async def test_a_session_that_begins_is_called_out_and_the_address_is_nobodys_to_read(
    tmp_path: Path,
) -> None:
    async with chat() as room, open_house(settings(tmp_path)) as house:
        table = await at_the_table(house, room)
        await table["host"].done(CloseSession(new_id()))
        await table["host"].done(Resume(new_id()))
        assert await room.next() == "Session 2 begins: Saturday."
        await table["host"].done(SetHook(new_id(), ""))
        for reader in table.readers.values():
            await reader.settle()
            assert not reader.table.hook
            assert b"key=secret" not in b"".join(reader.raw)


async def test_nothing_inside_is_called_unless_a_setting_allows_it(tmp_path: Path) -> None:
    async with chat() as room:
        bell = Bell(settings(tmp_path, ""))
        await bell.ring("t", room.url, "Hello.")
        await bell.ring("t", room.url.replace("http://127.0.0.1", "https://localhost"), "Hello.")
        assert room.heard.empty()
        await Bell(settings(tmp_path)).ring("t", room.url, "Hello.")
        assert await room.next() == "Hello."


@pytest.mark.parametrize(
    ("address", "outside"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1::1", True),
        ("127.0.0.1", False),
        ("10.1.2.3", False),
        ("192.168.0.7", False),
        ("169.254.169.254", False),
        ("100.64.0.1", False),
        ("::1", False),
        ("fd00::1", False),
        ("fe80::1%eth0", False),
        ("::ffff:127.0.0.1", False),
        ("0.0.0.0", False),
        ("224.0.0.1", False),
        ("192.0.0.192", False),
        ("3fff::1", False),
        ("64:ff9b::5db8:d822", True),  # 93.184.216.34 by NAT64
        ("64:ff9b::7f00:1", False),  # 127.0.0.1
        ("64:ff9b::a9fe:a9fe", False),  # 169.254.169.254
        ("64:ff9b:1::1", False),
        ("2002:5db8:d822::1", True),  # by 6to4
        ("2002:7f00:1::", False),
        ("2002:a01:203::1", False),  # 10.1.2.3
        ("::127.0.0.1", False),
        ("::ffff:0:127.0.0.1", False),
        ("fec0::1", False),
        ("2001:db8::1", False),
        ("ff0e::1", False),
    ],
)
def test_what_is_outside(address: str, outside: bool) -> None:
    assert is_outside(address, []) is outside


@pytest.mark.parametrize(
    "url",
    [
        "http://chat.example.org/hook",
        "ftp://chat.example.org",
        "https://",
        "https://ana:secret@chat.example.org/",
        "https://chat.example.org:0/",
        "https://chat.example.org:99999/",
        "https://chat example.org/",
        "https://[chat/",
        "chat.example.org",
    ],
)
def test_what_is_no_address_of_a_web_hook(tmp_path: Path, url: str) -> None:
    with pytest.raises(Refused, match="https"):
        Bell(settings(tmp_path, "")).check(url)


async def test_who_never_answers_keeps_nobody_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many are called, and however long that may take: odds and stories are made beside."""
    monkeypatch.setattr(hooks, "_SECONDS", 3600)
    called: asyncio.Queue[asyncio.StreamWriter] = asyncio.Queue()

    async def say_nothing(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        called.put_nowait(writer)

    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
    bell = Bell(settings(tmp_path))
    calls = [asyncio.create_task(bell.ring(f"t{n}", url, "Hello.")) for n in range(12)]
    async with asyncio.timeout(PATIENCE):
        reached = [await called.get() for _ in calls]
        assert await aside(lambda: "made") == "made"
        for writer in reached:
            writer.close()
        await asyncio.gather(*calls)
    server.close()
    await server.wait_closed()


async def test_a_call_is_over_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "_SECONDS", 0.01)
    async with asyncio.timeout(PATIENCE):
        with socket.create_server(("127.0.0.1", 0)) as deaf:
            url = f"http://127.0.0.1:{deaf.getsockname()[1]}/"
            await Bell(settings(tmp_path)).ring("t", url, "Hello.")


async def test_names_that_are_looked_up_slowly_keep_only_their_own_table_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A look-up cannot be ended; a hundred of one table take one thread, and in turn."""
    answered, begun = threading.Event(), threading.Semaphore(0)
    looked_up = socket.getaddrinfo

    def slowly(host: str, *args: Any, **more: Any) -> Any:
        if host.startswith("slow"):
            begun.release()
            answered.wait()
            raise socket.gaierror
        return looked_up(host, *args, **more)

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    bell = Bell(settings(tmp_path))
    async with asyncio.timeout(PATIENCE), chat() as room:
        slow = [
            asyncio.create_task(bell.post("t1", str(n), f"https://slow{n}.example", {}, b""))
            for n in range(100)
        ]
        while not begun.acquire(blocking=False):
            await asyncio.sleep(0)
        await bell.ring("t2", room.url, "Hello.")
        assert await room.next() == "Hello."
        assert not begun.acquire(blocking=False)
        answered.set()
        await asyncio.gather(*slow)


def test_no_name_wakes_everyone() -> None:
    said = json.loads(hooks.message("It’s <!channel>’s turn."))
    assert said["text"] == said["content"] == "It’s ‹!channel>’s turn."


async def test_a_table_calls_no_more_than_so_often(tmp_path: Path) -> None:
    async with chat() as room:
        bell = Bell(settings(tmp_path))
        for number in range(8):
            await bell.ring("t", room.url, str(number))
        assert room.heard.qsize() == 5  # a quarter of an hour's worth at once
