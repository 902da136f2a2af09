"""The wire under load: frames by the million, floods, and half requests."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import httpx

from fatedeck.table.protocol import Do, Link, Links, Ping, Say
from fatedeck.table.settings import PREFIX, Settings
from tests.faults.fuzz import fuzz, swallow
from tests.faults.wires import NEIGHBOUR, hello, memory, raw, raw_line, said
from tests.table.house import GENEROUS, House, free_port, new_id

LINES = 50
TIMES = 100
"""How many times faster than it may a line of the flood sends."""
HALVES = 3000


def main(size: int = 1_000_000) -> None:
    """So many fuzzed frames; floods and half requests for a time that goes with it."""
    seconds = min(30.0, max(3.0, size / 30_000))
    asyncio.run(_fuzz(size))
    asyncio.run(_flood(seconds))
    asyncio.run(_half_requests(seconds))


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


async def _links(port: int) -> Links:
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=30) as http:
        return await House(port, http).create("deckahedron", players=3)


# Fuzzed frames


async def _fuzz(frames: int) -> None:
    limits = {name: value for name, value in GENEROUS.items() if name != "port"}
    with serving(**limits) as server:
        links = await _links(server.port)
        among = [links.seats[0], links.spectator]
        lines = await fuzz(server.port, among, frames // 5, seed=1)
        before = await _rested(server)
        lines += await fuzz(server.port, among, frames - frames // 5, seed=2)
        after = await _rested(server)
        faults = server.faults()
    grown = 100 * (after - before) / before
    print(
        f"fuzzed frames: {frames:,} over {lines:,} lines, {faults} unhandled, "
        f"memory {before / 1e6:.0f} MB to {after / 1e6:.0f} MB ({grown:+.0f} %)"
    )
    assert not faults
    assert grown <= 10


async def _rested(server: Served) -> int:
    """The server's memory when it has had time to tidy up."""
    await asyncio.sleep(6)
    return memory(server.process.pid)


# Floods


async def _flood(seconds: float) -> None:
    with serving() as server:
        links = await _links(server.port)
        others = await _links(server.port)
        await _talk(server.port, others, 1)
        alone = await _talk(server.port, others, seconds)
        before, spent = memory(server.process.pid), _cpu(server.process.pid)
        results: multiprocessing.Queue[tuple[int, int]] = multiprocessing.Queue()
        flood = multiprocessing.Process(
            target=_flood_apart, args=(server.port, links.seats[0], seconds + 1, results)
        )
        flood.start()
        await asyncio.sleep(0.5)
        beside = await _talk(server.port, others, seconds)
        flood.join(60)
        closed, sent = results.get(timeout=10)
        grown = memory(server.process.pid) - before
        spent = _cpu(server.process.pid) - spent
        faults = server.faults()
    print(
        f"flood at {TIMES} times the limit from {LINES} lines: {sent:,} messages sent, "
        f"lines closed {closed} times; neighbours' median {1000 * median(alone):.1f} ms alone, "
        f"{1000 * median(beside):.1f} ms beside it, p99 {1000 * _p99(alone):.1f} and "
        f"{1000 * _p99(beside):.1f} ms ({_p99(beside) / _p99(alone):.2f} times); "
        f"memory {grown / 1e6:+.0f} MB, {spent:.1f} s of the server's time in "
        f"{seconds:.0f} s; {faults} faults"
    )
    assert closed >= LINES
    assert not faults
    assert _p99(beside) <= 1.5 * _p99(alone)


def _cpu(process: int) -> float:
    """The seconds of computing that a process has used."""
    fields = Path(f"/proc/{process}/stat").read_text("ascii").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _p99(latencies: list[float]) -> float:
    return sorted(latencies)[int(len(latencies) * 0.99)]


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
    port: int, link: Link, seconds: float, results: multiprocessing.Queue[tuple[int, int]]
) -> None:
    """Flood from a process of its own, which gives way to the others on a small machine."""
    os.nice(10)
    results.put(asyncio.run(_flood_from_lines(port, link, seconds)))


async def _flood_from_lines(port: int, link: Link, seconds: float) -> tuple[int, int]:
    end = time.monotonic() + seconds
    told = await asyncio.gather(*(_flood_one(port, link, end) for _ in range(LINES)))
    return sum(closed for closed, _ in told), sum(sent for _, sent in told)


async def _flood_one(port: int, link: Link, end: float) -> tuple[int, int]:
    """Send without mercy; whenever the line is closed, come again."""
    closed = sent = 0
    stale = said(Do(new_id(), 0, {"do": "narrate", "words": "Again."})) + said(Ping())
    per_second = Settings().messages_per_second * TIMES
    while time.monotonic() < end:
        with suppress(OSError, EOFError, AssertionError, TimeoutError):
            async with raw_line(port, NEIGHBOUR) as line:
                await line.send(hello(link))
                swallowing = asyncio.create_task(swallow(line))
                while time.monotonic() < end and not swallowing.done():
                    line.writer.write(stale * (per_second // 40))
                    sent += 2 * (per_second // 40)
                    await line.writer.drain()
                    await asyncio.sleep(0.05)
        closed += 1
        await asyncio.sleep(0.5)
    return closed, sent


# Half requests


async def _half_requests(seconds: float) -> None:
    with serving(trusted_proxies="127.0.0.1") as server:
        took: list[float] = []
        async with AsyncExitStack() as all:
            for number in range(HALVES):
                half = await all.enter_async_context(raw(server.port))
                half.writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
                if number % 100 == 99:
                    took.append(await _health(server.port))
            end = time.monotonic() + min(seconds, 5)
            while time.monotonic() < end:
                took.append(await _health(server.port))
                await asyncio.sleep(0.05)
        faults = server.faults()
    print(
        f"half requests: {HALVES:,} open, /health answered {len(took)} times, "
        f"the slowest in {1000 * max(took):.0f} ms; {faults} faults"
    )
    assert max(took) < 1
    assert not faults


async def _health(port: int) -> float:
    began = time.perf_counter()
    async with httpx.AsyncClient(timeout=10) as http:
        assert (await http.get(f"http://127.0.0.1:{port}/health")).status_code == 200
    return time.perf_counter() - began


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
