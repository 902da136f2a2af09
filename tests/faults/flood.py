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
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from msgspec import Struct, field

from fatedeck.table.protocol import Do, Link, Links, Ping, Say
from fatedeck.table.settings import PREFIX, Settings
from tests.faults.fuzz import swallow
from tests.faults.wires import NEIGHBOUR, hello, memory, raw_line, said
from tests.table.house import PATIENCE, House, Reader, free_port, new_id

LINES = 50
TIMES = 100
"""How many times faster than it may a line of the flood sends."""


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
                process.wait(PATIENCE)


def _wait_for(port: int) -> None:
    latest = time.monotonic() + PATIENCE
    while time.monotonic() < latest:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)
    raise AssertionError("the server does not listen")


async def new_links(port: int) -> Links:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as http:
        return await House(port, http).create("deckahedron", players=3)


class Talk(Struct):
    """The words of neighbours: the seconds that each took until it was on disk and acknowledged.

    `computed` is for how many of them the server has computed meanwhile: the rest is the disk, and
    whatever else the machine was busy with. `busy` is for how many seconds it computed in all of
    these `seconds`.
    """

    took: list[float] = field(default_factory=list)
    computed: list[float] = field(default_factory=list)
    busy: float = 0
    seconds: float = 0

    @property
    def share(self) -> float:
        """The part of its time for which the server was busy."""
        return self.busy / self.seconds


class Flooded(Struct):
    """What a flood did: to its own lines, to the neighbours and to the server.

    `handled` is what the server has looked at and refused.
    """

    sent: int
    closed: int
    handled: int
    alone: Talk
    beside: Talk
    memory: int
    computing: float
    faults: int


async def flood(seconds: float) -> Flooded:
    """Let neighbours talk for so long alone, and for as long beside a flood.

    Both take turns of a second, so that whatever else the machine does hits both alike.
    """
    alone, beside = Talk(), Talk()
    with serving() as server:
        process = server.process.pid
        links, others = await new_links(server.port), await new_links(server.port)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{server.port}") as http:
            house = House(server.port, http)
            players = [await house.join(link) for link in others.seats]
            await _talk(players, process, Talk(), 1)
            before, spent = memory(process), _cpu(process)
            with _flooding(server.port, links.seats[0]) as flooding:
                for _ in range(round(seconds)):
                    await _talk(players, process, alone, 1)
                    flooding.on.set()
                    await _talk(players, process, beside, 1)
                    flooding.on.clear()
            closed, sent = await asyncio.to_thread(flooding.told.get, timeout=PATIENCE)
            grown, spent = memory(process) - before, _cpu(process) - spent
            await house.close()
        handled = await _refusals(server.port)
        return Flooded(sent, closed, handled, alone, beside, grown, spent, server.faults())


class Flooding:
    """A flood in a process of its own, while it is `on`; in the end it tells what it has done."""

    def __init__(self) -> None:
        self.on, self.over = multiprocessing.Event(), multiprocessing.Event()
        self.told: multiprocessing.Queue[tuple[int, int]] = multiprocessing.Queue()


@contextmanager
def _flooding(port: int, link: Link) -> Iterator[Flooding]:
    """A flood that can be let loose until the block ends."""
    flooding = Flooding()
    multiprocessing.Process(target=_flood_apart, args=(port, link, flooding)).start()
    try:
        yield flooding
    finally:
        flooding.over.set()


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


def _computed(process: int) -> float:
    """The seconds for which the main thread of a process has computed so far."""
    return int(Path(f"/proc/{process}/schedstat").read_text("ascii").split()[0]) / 1e9


async def _talk(players: list[Reader], process: int, talk: Talk, seconds: float) -> None:
    """Let players say a word in turn, for so long."""
    start, busy = time.monotonic(), _computed(process)
    while time.monotonic() < start + seconds:
        player = players[len(talk.took) % len(players)]
        await player.settle()
        began, computed = time.perf_counter(), _computed(process)
        await player.done(Say(new_id(), "chat", "A word."))
        talk.took.append(time.perf_counter() - began)
        talk.computed.append(_computed(process) - computed)
        await asyncio.sleep(0.03)
    talk.seconds += time.monotonic() - start
    talk.busy += _computed(process) - busy


def _flood_apart(port: int, link: Link, flooding: Flooding) -> None:
    """Flood from a process of its own, which gives way to the others on a small machine."""
    os.nice(10)
    logging.disable(logging.CRITICAL)
    flooding.told.put(asyncio.run(_flood_from_lines(port, link, flooding)))


async def _flood_from_lines(port: int, link: Link, flooding: Flooding) -> tuple[int, int]:
    told = await asyncio.gather(*(_flood_one(port, link, flooding) for _ in range(LINES)))
    return sum(closed for closed, _ in told), sum(sent for _, sent in told)


async def _flood_one(port: int, link: Link, flooding: Flooding) -> tuple[int, int]:
    """Send without mercy; whenever the line is closed, come again."""
    closed = sent = 0
    stale = said(Do(new_id(), 0, {"do": "narrate", "words": "Again."})) + said(Ping())
    per_second = Settings().messages_per_second * TIMES
    while not flooding.over.is_set():
        if not flooding.on.is_set():
            await asyncio.sleep(0.05)
            continue
        with suppress(OSError, EOFError, AssertionError, TimeoutError):
            async with raw_line(port, NEIGHBOUR) as line:
                await line.send(hello(link))
                swallowing = asyncio.create_task(swallow(line))
                while flooding.on.is_set() and not swallowing.done():
                    line.writer.write(stale * (per_second // 40))
                    sent += 2 * (per_second // 40)
                    await line.writer.drain()
                    await asyncio.sleep(0.05)
        closed += 1
        await asyncio.sleep(0.5)
    return closed, sent
