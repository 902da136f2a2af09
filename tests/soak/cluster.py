"""Three workers on one PostgreSQL, all of which fail, and 50 tables spread over them."""

from __future__ import annotations

import asyncio
import logging
import random
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from msgspec import Struct, field
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import create_async_engine
from websockets.exceptions import WebSocketException

from fatedeck.engine.random_play import random_answer, random_value
from fatedeck.table.protocol import Answer, Command, Do, Done, Links, Say
from fatedeck.table.settings import database_url
from tests.faults.shown import acts
from tests.soak.kills import Server
from tests.table.house import House, Postgres, Reader, new_id
from tests.table.postgres import PostgresServer

WORKERS, TABLES = 3, 50
FAULTS = {"killed": 300, "paused": 60, "PostgreSQL stopped": 30, "ended": 200, "restarted": 10}
"""What happens how often: to workers, to the database, to its connections, to each in turn."""
EVERY, PAUSED = 2.0, 5.0
"""Seconds between two of them, and for which a worker is paused."""
_PAUSE = 0.5
"""Seconds at most between two actions at a table."""
_LATE = 20.0
"""Seconds after which a page gives a line up."""


class Player(Struct):
    """Plays one table with all its seats, which are spread over the workers."""

    links: Links
    acknowledged: set[str] = field(default_factory=set)
    pending: tuple[str, Command] | None = None
    versions: dict[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    away: list[float] = field(default_factory=list)

    async def play(self, houses: Sequence[House], luck: random.Random, over: asyncio.Event) -> None:
        """Until it is over; what was not answered is sent again first."""
        lost = 0.0
        while not over.is_set() or self.pending is not None:
            readers: dict[str, Reader] = {}
            try:
                for link in self.links.seats:
                    async with asyncio.timeout(_LATE / 10):
                        readers[link.name] = await luck.choice(houses).join(link)
                if lost:
                    self.away.append(time.monotonic() - lost)
                lost = 0.0
                while not over.is_set() or self.pending is not None:
                    async with asyncio.timeout(_LATE):
                        await self._do_something(readers, luck)
            except (WebSocketException, OSError, TimeoutError):
                lost = lost or time.monotonic()
                await asyncio.sleep(luck.uniform(0, 0.2))
            finally:
                for reader in readers.values():
                    reader.socket.transport.abort()

    async def _do_something(self, readers: dict[str, Reader], luck: random.Random) -> None:
        await asyncio.sleep(luck.uniform(0, _PAUSE))
        if self.pending is None:
            name = luck.choice(list(readers))
            self.pending = name, _command(readers[name], luck)
        name, command = self.pending
        answer = await readers[name].ask(command)
        for seat, reader in readers.items():
            if reader.v < self.versions.get(seat, 0):
                self.faults.append(f"{seat} went back to version {reader.v}")
            self.versions[seat] = reader.v
        if isinstance(answer, Done):
            self.acknowledged.add(f"{readers[name].link.place}/{command.id}")
        elif answer.why not in ("rules", "stale", "unsaved", "limit"):
            self.faults.append(f"refused as {answer.why}")
        self.pending = None


def _command(reader: Reader, luck: random.Random) -> Command:
    scene = reader.scene
    if scene.question is not None:
        return Answer(new_id(), reader.v, random_answer(scene.question, luck))
    offers = [offer for offer in scene.offers if not offer.why_not]
    if luck.random() < 0.3 or not offers:
        return Say(new_id(), "chat", "On we go.")
    offer = luck.choice(offers)
    chosen = {param.name: random_value(param, luck) for param in offer.params}
    return Do(new_id(), reader.v, offer.action(**chosen))


class Cluster:
    """The workers and their database."""

    def __init__(self, folder: Path, luck: random.Random, workers: int) -> None:
        self.postgres = PostgresServer(folder)
        self.luck = luck
        self.count = workers
        self.database = ""
        self.servers: list[Server] = []
        self.houses: list[House] = []
        self._clients: list[httpx.AsyncClient] = []

    async def start(self) -> None:
        self.postgres.start()
        self.database = await Postgres(self.postgres.port).new_database()
        self.servers = [Server(self.database) for _ in range(self.count)]
        for server in self.servers:
            address = f"http://127.0.0.1:{server.port}"
            self._clients.append(httpx.AsyncClient(base_url=address, timeout=60))
        await asyncio.gather(*map(self._start, range(self.count)))
        self.houses = [
            House(server.port, http)
            for server, http in zip(self.servers, self._clients, strict=True)
        ]

    async def _start(self, number: int) -> None:
        await self.servers[number].start(self._clients[number])

    async def go_wrong(self, what: str, paused: float) -> None:
        number = self.luck.randrange(self.count)
        server = self.servers[number]
        match what:
            case "killed":
                server.kill()
                await self._start(number)
            case "paused":
                server.send(signal.SIGSTOP)
                await asyncio.sleep(paused)
                server.send(signal.SIGCONT)
            case "PostgreSQL stopped":
                await asyncio.to_thread(self.postgres.stop)
                await asyncio.to_thread(self.postgres.start)
            case "restarted":
                for each, one in enumerate(self.servers):
                    one.send(signal.SIGTERM)
                    await asyncio.to_thread(one.wait)
                    await self._start(each)
            case _:
                await self._end_a_connection()

    async def _end_a_connection(self) -> None:
        engine = create_async_engine(database_url(self.database))
        end = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "ORDER BY random() LIMIT 1"
        )
        with suppress(SQLAlchemyError, OSError):
            async with engine.connect() as connection:
                await connection.execute(text(end))
        await engine.dispose()

    async def stop(self) -> None:
        for house in self.houses:
            await house.close()
        for http in self._clients:
            await http.aclose()
        for server in self.servers:
            server.kill()
        self.postgres.stop()


async def fail_under_load(
    folder: Path,
    faults: Sequence[str],
    *,
    workers: int = WORKERS,
    tables: int = TABLES,
    every: float = EVERY,
    paused: float = PAUSED,
) -> tuple[str, list[str]]:
    """One line of figures, and whatever was wrong."""
    luck, over = random.Random(1), asyncio.Event()
    cluster = Cluster(folder, luck, workers)
    await cluster.start()
    try:
        players = [
            Player(await luck.choice(cluster.houses).create("high-card")) for _ in range(tables)
        ]
        playing = [
            asyncio.create_task(player.play(cluster.houses, luck, over)) for player in players
        ]
        for what in faults:
            await asyncio.sleep(luck.uniform(0, 2 * every))
            await cluster.go_wrong(what, paused)
        over.set()
        await asyncio.gather(*playing)
        return await _judge(cluster, players, faults)
    finally:
        await cluster.stop()


async def _judge(
    cluster: Cluster, players: Sequence[Player], faults: Sequence[str]
) -> tuple[str, list[str]]:
    acknowledged, wrong = 0, [fault for player in players for fault in player.faults]
    for player in players:
        kept = await acts(cluster.database, player.links.table)
        acknowledged += len(player.acknowledged)
        wrong += [f"{act} is missing" for act in player.acknowledged - set(kept)]
        wrong += [f"{act} is there {times} times" for act, times in kept.items() if times > 1]
    away = sorted(seconds for player in players for seconds in player.away) or [0.0]
    told = ", ".join(f"{faults.count(what)} {what}" for what in dict.fromkeys(faults))
    return (
        f"several workers fail: {cluster.count} workers, {len(players)} tables, {told}; "
        f"{acknowledged} actions shown, {len(wrong)} missing, doubled or gone back; "
        f"{len(away)} times away, half of them for {away[len(away) // 2]:.2f} s, "
        f"99 of 100 for {away[len(away) * 99 // 100]:.2f} s",
        wrong,
    )


def main(size: float = 1) -> None:
    """Fail, and compare what was shown with what is there."""
    logging.disable(logging.CRITICAL)
    faults = [what for what, times in FAULTS.items() for _ in range(max(1, round(times * size)))]
    random.Random(1).shuffle(faults)
    with TemporaryDirectory(prefix="fatedeck-cluster-") as folder:
        line, wrong = asyncio.run(fail_under_load(Path(folder), faults))
    print("\n".join([line, *wrong[:5]]), flush=True)
    logging.disable(logging.NOTSET)
