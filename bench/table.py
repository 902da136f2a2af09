"""The online table under load, beside boardgame.io, in one run on this machine.

`python -m bench.table` runs closed and paced loads, each game, a long table and 1,000 tables, which
takes a quarter of an hour; `--quick` and `--workers` run less, and `--help` says what.

Loopback only. The load generator and the peer are in bench/table-load and need Node.js; without it
this says so and does nothing. Durable writes are on for ours; boardgame.io's memory store keeps
nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import httpx
import msgspec
from msgspec import Struct

from fatedeck.engine.ruleset import games
from tests.table.house import Postgres, free_port
from tests.table.postgres import PostgresServer

LOAD = Path(__file__).parent / "table-load"
LIMITS = {
    "FATEDECK_MESSAGES_PER_SECOND": "100000",
    "FATEDECK_MESSAGE_BURST": "100000",
    "FATEDECK_LINK_WORK_PER_SECOND": "100000",
    "FATEDECK_LINK_WORK_BURST": "100000",
    "FATEDECK_ADDRESS_WORK_PER_SECOND": "1000000",
    "FATEDECK_ADDRESS_WORK_BURST": "1000000",
    "FATEDECK_MAX_LINES_PER_ADDRESS": "100000",
    "FATEDECK_ADDRESS_READS_PER_SECOND": "100000",
    "FATEDECK_ADDRESS_READ_BURST": "100000",
    "FATEDECK_NEW_TABLES_PER_HOUR": "1000000",
}
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
"""Where this is set every start compiles everything anew, which no installed server does."""
REPETITIONS = 3
WORKERS_SIZE = 100
PEER = "boardgame.io"


class Row(Struct):
    """One run of the load generator."""

    matches: int
    mode: str
    actions_per_s: float
    server_cpu: float
    p50_ms: float
    p95_ms: float
    p99_ms: float
    rss_per_match_kb: float
    rss_idle_mb: float
    unfinished: int
    host_steal_cpu: float
    server: str = ""
    ready_ms: float = 0

    @property
    def per_cpu_second(self) -> float:
        return self.actions_per_s / self.server_cpu if self.server_cpu else 0


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.table")
    less = parser.add_mutually_exclusive_group()
    less.add_argument(
        "--quick", action="store_true", help="300 tables of Deckahedron, closed and paced, once"
    )
    less.add_argument(
        "--workers",
        action="store_true",
        help="100 tables of Deckahedron on SQLite, and on PostgreSQL with 1, 2 and 4 workers, each "
        "at one of them or spread, beside boardgame.io on PostgreSQL; the database's CPU time "
        "counts too",
    )
    chosen = parser.parse_args(arguments)
    if shutil.which("node") is None:
        print("The load generator needs Node.js, which is not here.")
        return
    if not (LOAD / "node_modules").is_dir():
        npm = ["npm", "install", "--no-package-lock", "--no-audit", "--no-fund", "--silent"]
        subprocess.run(npm, cwd=LOAD, check=True)
    if chosen.workers:
        show([row for _ in range(REPETITIONS) for row in with_workers()])
        return
    quick: bool = chosen.quick
    sizes = [300] if quick else [10, 100, 300]
    rows: list[Row] = []
    for _ in range(1 if quick else REPETITIONS):
        for mode in ("closed", "paced"):
            for size in sizes:
                rows += [load(server, size, mode) for server in (PEER, "deckahedron")]
        if not quick:
            rows += [load(game, 300, "closed") for game in other_games()]
    show(rows)
    if not quick:
        many = load("deckahedron", 1000, "closed")
        print(
            f"\n1,000 tables, 4,000 sockets: {many.actions_per_s:.0f} actions/s, "
            f"{many.per_cpu_second:.0f} per CPU-second, {many.unfinished} unfinished"
        )
        print("\nOne long table:")
        for server in (PEER, "deckahedron"):
            with running(server) as (address, _, _):
                print(node("long.js", server, address, "--actions", "3000").strip())


def other_games() -> list[str]:
    """The other games that four can sit at."""
    return [
        game.id
        for game in games()
        if game.id not in ("deckahedron", "high-card") and game.seating.most >= 3
    ]


def load(server: str, size: int, mode: str) -> Row:
    """One fresh server under one load, on a core of its own."""
    with running(server) as (address, process, ready):
        row = loaded(server, address, size, mode, str(process))
    row.server, row.ready_ms = server, ready
    return row


def loaded(server: str, address: str, size: int, mode: str, processes: str) -> Row:
    """What the load generator measures at this address."""
    seconds = ("--warm", "3", "--secs", "10", "--rate", "1")
    sized = ("--matches", str(size), "--mode", mode, "--pid", processes)
    told = node("load.js", server, address, *sized, *seconds)
    return msgspec.json.decode(told.strip().splitlines()[-1], type=Row)


def with_workers() -> Iterator[Row]:
    """As many workers as there may be, on a PostgreSQL of their own that writes to the disk."""
    with tempfile.TemporaryDirectory(prefix="fatedeck-bench-") as folder:
        postgres = PostgresServer(Path(folder))
        postgres.start()
        try:
            databases = Postgres(postgres.port)
            for mode in ("closed", "paced"):
                yield load("deckahedron", WORKERS_SIZE, mode)
                yield load_peer(mode, asyncio.run(databases.new_database()), postgres.process)
                for count, spread in ((1, False), (2, False), (2, True), (4, False), (4, True)):
                    database = asyncio.run(databases.new_database())
                    yield load_workers(mode, count, database, postgres.process, spread=spread)
        finally:
            postgres.stop()


def load_peer(mode: str, database: str, postgres: int) -> Row:
    """The peer as durable as we are: one process and its add-on for PostgreSQL."""
    port = free_port()
    store = {"STORE": "postgres", "DATABASE": database}
    with started(["node", "server-bgio.js"], port, [], store) as (address, process, ready):
        row = loaded(PEER, address, WORKERS_SIZE, mode, f"{process},{postgres}")
    row.server, row.ready_ms = f"{PEER} on PostgreSQL", ready
    return row


def load_workers(mode: str, count: int, database: str, postgres: int, *, spread: bool) -> Row:
    """So many workers under one load; cores are shared by all, the load generator too."""
    port = free_port()
    command = [sys.executable, "-m", "fatedeck", "serve", "--port", str(port)]
    command += ["--workers", str(count), "--database", database]
    os.environ["SPREAD"] = "1" if spread else ""
    with started(command, port, []) as (address, process, ready):
        row = loaded("deckahedron", address, WORKERS_SIZE, mode, f"{process},{postgres}")
    how = ", spread" if spread else ""
    row.server, row.ready_ms = f"{count} on PostgreSQL{how}", ready
    return row


def node(script: str, server: str, address: str, *more: str) -> str:
    adapter = "bgio" if server == PEER else "fatedeck"
    command = ["node", script, "--adapter", adapter, "--base", address, *more]
    return subprocess.run(
        [*pinned(1), *command],
        cwd=LOAD,
        env={**os.environ, "GAME": server},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
        timeout=180,
    ).stdout


@contextmanager
def running(server: str) -> Iterator[tuple[str, int, float]]:
    """A server of its own on a database of its own; how long it took to listen."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="fatedeck-bench-") as folder:
        ours = [sys.executable, "-m", "fatedeck", "serve", "--port", str(port)]
        ours += ["--database", str(Path(folder) / "tables.sqlite3")]
        command = ["node", "server-bgio.js"] if server == PEER else ours
        with started(command, port, pinned(0)) as found:
            yield found


@contextmanager
def started(
    command: list[str], port: int, where: list[str], store: Mapping[str, str] | None = None
) -> Iterator[tuple[str, int, float]]:
    """A server until the block ends: its address, its process, how long it took to listen."""
    usual = {name: value for name, value in os.environ.items() if name != NO_BYTECODE}
    began = time.perf_counter()
    process = subprocess.Popen(
        [*where, *command],
        cwd=LOAD,
        env={**usual, **LIMITS, "PORT": str(port), "STORE": "memory", **(store or {})},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        address = f"http://127.0.0.1:{port}"
        ready = wait_for(address, began)
        yield address, process.pid, ready
    finally:
        process.kill()
        process.wait()


def wait_for(address: str, began: float) -> float:
    """Milliseconds until the port answers."""
    while time.perf_counter() - began < 30:
        try:
            httpx.get(address)
        except httpx.TransportError:
            time.sleep(0.01)
        else:
            return (time.perf_counter() - began) * 1000
    raise TimeoutError(f"{address} does not answer")


def pinned(core: int) -> list[str]:
    there = shutil.which("taskset") is not None and (os.cpu_count() or 1) > 1
    return ["taskset", "-c", str(core)] if there else []


def show(rows: list[Row]) -> None:
    """The medians over the repetitions, as a Markdown table."""
    print(
        "| load | tables | server | actions/s | per CPU-second | p50 ms | p95 ms | p99 ms "
        "| kB per table | listening ms | unfinished |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    for mode, size, server in sorted({(row.mode, row.matches, row.server) for row in rows}):
        same = [r for r in rows if (r.mode, r.matches, r.server) == (mode, size, server)]
        print(
            f"| {mode} | {size} | {server} | {median(r.actions_per_s for r in same):.0f} "
            f"| {median(r.per_cpu_second for r in same):.0f} "
            f"| {median(r.p50_ms for r in same):.1f} | {median(r.p95_ms for r in same):.1f} "
            f"| {median(r.p99_ms for r in same):.0f} "
            f"| {median(r.rss_per_match_kb for r in same):.0f} "
            f"| {median(r.ready_ms for r in same):.0f} | {sum(r.unfinished for r in same)} |",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
