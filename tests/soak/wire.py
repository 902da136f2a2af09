"""The wire under load: frames by the million, floods, and half requests."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import AsyncExitStack
from statistics import median

import httpx

from tests.faults.flood import LINES, TIMES, Served, flood, new_links, p99, serving
from tests.faults.fuzz import fuzz
from tests.faults.wires import memory, raw
from tests.table.house import GENEROUS

FRAMES = 1_000_000
SECONDS = 30.0
HALVES = 3000


def main(size: float = 1) -> None:
    """Fuzz, knock without coming in, and flood."""
    logging.disable(logging.CRITICAL)
    asyncio.run(_fuzz(max(1000, round(FRAMES * size))))
    asyncio.run(_half_requests(max(200, round(HALVES * size))))
    asyncio.run(_flood(max(3.0, SECONDS * size)))
    logging.disable(logging.NOTSET)


async def _fuzz(frames: int) -> None:
    limits = {name: value for name, value in GENEROUS.items() if name != "port"}
    with serving(**limits) as server:
        links = await new_links(server.port)
        among = [links.seats[0], links.spectator]
        lines = await fuzz(server.port, among, frames // 5, seed=1)
        before = await _rested(server)
        lines += await fuzz(server.port, among, frames - frames // 5, seed=2)
        after = await _rested(server)
        faults = server.faults()
    grown = 100 * (after - before) / before
    print(
        f"fuzzed frames: {frames:,} over {lines:,} lines, {faults} unhandled, "
        f"memory {before / 1e6:.0f} MB to {after / 1e6:.0f} MB ({grown:+.0f} %)",
        flush=True,
    )
    assert not faults
    assert grown <= 10


async def _rested(server: Served) -> int:
    """The server's memory when it has had time to tidy up."""
    await asyncio.sleep(6)
    return memory(server.process.pid)


async def _flood(seconds: float) -> None:
    told = await flood(seconds)
    alone, beside = told.alone, told.beside
    slower = p99(beside.took) / p99(alone.took)
    print(
        f"flood at {TIMES} times the limit from {LINES} lines: {told.sent:,} messages sent, "
        f"lines closed {told.closed} times; neighbours' median {_ms(median(alone.took))} alone, "
        f"{_ms(median(beside.took))} beside it, p99 {_ms(p99(alone.took))} and "
        f"{_ms(p99(beside.took))} ({slower:.2f} times); of which the server computed for "
        f"{_ms(p99(alone.computed))} and {_ms(p99(beside.computed))} (p99), and was busy for "
        f"{alone.share:.1%} and {beside.share:.1%} of the time; "
        f"memory {told.memory / 1e6:+.0f} MB, {told.computing:.1f} s of the server's time in "
        f"twice {seconds:.0f} s; {told.faults} faults",
        flush=True,
    )
    assert told.closed >= LINES
    assert not told.faults
    assert slower <= 1.5


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.1f} ms"


async def _half_requests(halves: int) -> None:
    with serving() as server:
        took: list[float] = []
        async with AsyncExitStack() as all:
            for number in range(halves):
                half = await all.enter_async_context(raw(server.port))
                half.writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX-Half: ")
                if number % 100 == 99:
                    took.append(await _health(server.port))
            took += [await _health(server.port) for _ in range(50)]
        faults = server.faults()
    print(
        f"half requests: {halves:,} open, /health answered {len(took)} times, "
        f"the slowest in {1000 * max(took):.0f} ms; {faults} faults",
        flush=True,
    )
    assert max(took) < 1
    assert not faults


async def _health(port: int) -> float:
    began = time.perf_counter()
    async with httpx.AsyncClient(timeout=10) as http:
        assert (await http.get(f"http://127.0.0.1:{port}/health")).status_code == 200
    return time.perf_counter() - began
