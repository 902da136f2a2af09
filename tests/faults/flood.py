"""A server in a process of its own, flooded from fifty lines while others play on."""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Event
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from msgspec import Struct

from fatedeck.table.protocol import Do, Link, Links, Ping, Say
from fatedeck.table.settings import PREFIX, Settings
from tests.faults.fuzz import swallow
from tests.faults.wires import NEIGHBOUR, hello, memory, raw_line, said
from tests.table.house import House, free_port, new_id

LINES = 50
TIMES = 100
"""How many times faster than it may a line of the flood sends."""
_SLICE = 2.0
"""Seconds between two changes from flood to quiet and back."""


class Served:
    """A server in a process of its own, and its log."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self.process = process
        self.port = port
        self.log = log

    def faults(self) -> int:
        """What it has logged as going wrong."""
        return self.log.read_text("utf-8").count('"level":"error"')


@contextmanager
def serving(**limits: int | float | str) -> Iterator[Served]:
    """A server on a new database, stopped in the end."""
    with TemporaryDirectory() as folder:
        port, log = free_port(), Path(folder) / "log"
        told = {"port": port, "database": f"{folder}/tables.sqlite3", **limits}
        environment = {PREFIX + name.upper(): str(value) for name, value in told.items()}
        with log.open("wb") as errors:
            process = subprocess.Popen(
                [sys.executable, "-m", "fatedeck", "serve"],
                env={**os.environ, **environment},
                stderr=errors,
            )
            try:
                _wait_for(port)
                yield Served(process, port, log)
            finally:
                process.terminate()
                process.wait(30)


def _wait_for(port: int) -> None:
    latest = time.monotonic() + 20
    while time.monotonic() < latest:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("the server does not listen")


async def new_links(port: int) -> Links:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        return await House(port, http).create("deckahedron", players=3)


class Flooded(Struct):
    """What a flood did: to its own lines, to the neighbours and to the server.

    `handled` is what the server has looked at and refused, `alone` and `beside` are the seconds
    that each word of the neighbours took.
    """

    sent: int
    closed: int
    handled: int
    alone: list[float]
    beside: list[float]
    memory: int
    computing: float
    faults: int


async def flood(seconds: float) -> Flooded:
    """Let neighbours talk for so long alone, and for as long beside a flood.

    Both take turns of a second or two, so that whatever else the machine does hits both alike.
    """
    with serving() as server:
        process = server.process.pid
        links, others = await new_links(server.port), await new_links(server.port)
        await _talk(server.port, others, 1)
        alone: list[float] = []
        beside: list[float] = []
        closed = sent = 0
        before, spent = memory(process), _cpu(process)
        slices = max(1, round(seconds / _SLICE))
        for _ in range(slices):
            alone += await _talk(server.port, others, seconds / slices)
            with _flooding(server.port, links.seats[0]) as told:
                beside += await _talk(server.port, others, seconds / slices)
            counted = await asyncio.to_thread(told.get, timeout=60)
            closed, sent = closed + counted[0], sent + counted[1]
        grown, spent = memory(process) - before, _cpu(process) - spent
        handled = await _refusals(server.port)
        return Flooded(sent, closed, handled, alone, beside, grown, spent, server.faults())


@contextmanager
def _flooding(port: int, link: Link) -> Iterator[multiprocessing.Queue[tuple[int, int]]]:
    """A flood until the block ends; it tells how often it was sent away, and what it has sent."""
    results: multiprocessing.Queue[tuple[int, int]] = multiprocessing.Queue()
    begun, over = multiprocessing.Event(), multiprocessing.Event()
    flooding = multiprocessing.Process(target=_flood_apart, args=(port, link, begun, over, results))
    flooding.start()
    begun.wait(20)
    yield results
    over.set()


async def _refusals(port: int) -> int:
    """How many commands the server has looked at and refused."""
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        told = (await http.get("/metrics")).text
    (line,) = (line for line in told.splitlines() if line.startswith("fatedeck_refusals_total "))
    return int(line.split()[1])


def p99(latencies: list[float]) -> float:
    return sorted(latencies)[int(len(latencies) * 0.99)]


def _cpu(process: int) -> float:
    """The seconds of computing that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


async def _talk(port: int, links: Links, seconds: float) -> list[float]:
    """How long each word of a player takes until it is on disk and acknowledged."""
    took: list[float] = []
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        house = House(port, http)
        players = [await house.join(link) for link in links.seats]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            player = players[len(took) % len(players)]
            await player.settle()
            began = time.perf_counter()
            await player.done(Say(new_id(), "chat", "A word."))
            took.append(time.perf_counter() - began)
            await asyncio.sleep(0.03)
        await house.close()
    return took


def _flood_apart(
    port: int,
    link: Link,
    begun: Event,
    over: Event,
    results: multiprocessing.Queue[tuple[int, int]],
) -> None:
    """Flood from a process of its own, which gives way to the others on a small machine."""
    os.nice(10)
    logging.disable(logging.CRITICAL)
    begun.set()
    results.put(asyncio.run(_flood_from_lines(port, link, over)))


async def _flood_from_lines(port: int, link: Link, over: Event) -> tuple[int, int]:
    told = await asyncio.gather(*(_flood_one(port, link, over) for _ in range(LINES)))
    return sum(closed for closed, _ in told), sum(sent for _, sent in told)


async def _flood_one(port: int, link: Link, over: Event) -> tuple[int, int]:
    """Send without mercy; whenever the line is closed, come again."""
    closed = sent = 0
    stale = said(Do(new_id(), 0, {"do": "narrate", "words": "Again."})) + said(Ping())
    per_second = Settings().messages_per_second * TIMES
    while not over.is_set():
        with suppress(OSError, EOFError, AssertionError, TimeoutError):
            async with raw_line(port, NEIGHBOUR) as line:
                await line.send(hello(link))
                swallowing = asyncio.create_task(swallow(line))
                while not (over.is_set() or swallowing.done()):
                    line.writer.write(stale * (per_second // 40))
                    sent += 2 * (per_second // 40)
                    await line.writer.drain()
                    await asyncio.sleep(0.05)
        closed += 1
        await asyncio.sleep(0.5)
    return closed, sent
