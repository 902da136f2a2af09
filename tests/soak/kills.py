"""A server killed under load, again and again: one table of each game, 500 rounds."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
from msgspec import Struct, field
from websockets.exceptions import WebSocketException

from fatedeck.engine.ruleset import games
from fatedeck.table.protocol import Command, Done, Links, Say, Scene
from tests.faults.shown import acts
from tests.table.house import GENEROUS, House, Sitting, free_port, new_id

ROUNDS = 500
SECONDS = 0.3
"""A round ends at the latest so long after its first acknowledgement."""


class Server:
    """`fatedeck serve` as anyone starts it."""

    def __init__(self, database: str) -> None:
        self.port = free_port()
        limits = {f"FATEDECK_{name.upper()}": str(value) for name, value in GENEROUS.items()}
        own = {"FATEDECK_PORT": str(self.port), "FATEDECK_DATABASE": database}
        self._environment = {**os.environ, **limits, **own}
        self._process: subprocess.Popen[bytes] | None = None

    async def start(self, http: httpx.AsyncClient) -> float:
        """Start it; the seconds until it can read and write."""
        began = time.monotonic()
        command = [sys.executable, "-m", "fatedeck", "serve"]
        self._process = subprocess.Popen(
            command, env=self._environment, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL
        )
        while True:
            try:
                if (await http.get("/health")).status_code == 200:
                    return time.monotonic() - began
            except httpx.TransportError:
                await asyncio.sleep(0.01)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        self.wait()

    def send(self, sign: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(sign)

    def wait(self) -> None:
        """Until it has ended."""
        if self._process is not None:
            self._process.wait()


class Guest(Struct):
    """Plays one table, and remembers what was acknowledged, and what every seat was shown last."""

    game: str
    links: Links
    acknowledged: set[str] = field(default_factory=set)
    shown: dict[str, tuple[int, Scene]] = field(default_factory=dict)
    pending: tuple[str, Command] | None = None
    faults: list[str] = field(default_factory=list)
    over: bool = False

    async def play(self, house: House, luck: random.Random, near: asyncio.Event) -> None:
        """Until the server is gone; what was not answered is sent again first."""
        try:
            table = await self._sit(house)
            while not table.over():
                if self.pending is None:
                    self.pending = await self._next(table, luck)
                name, command = self.pending
                answer = await table[name].ask(command)
                if isinstance(answer, Done):
                    self.acknowledged.add(f"{table[name].link.place}/{command.id}")
                    near.set()
                    for reader in table.readers.values():
                        await reader.catch_up(answer.v)
                elif answer.why != "rules":
                    self.faults.append(f"refused as {answer.why}")
                self.pending = None
                self._remember(table)
            self.over = True
        except (WebSocketException, OSError):
            return

    async def _sit(self, house: House) -> Sitting:
        readers = {link.name: await house.join(link) for link in self.links.seats}
        for name, (v, scene) in self.shown.items():
            now = readers[name]
            if now.v < v or (now.v == v and now.scene != scene):
                self.faults.append(f"{name} was shown version {v}, which is not there")
        return Sitting(house, self.links, readers)

    def _remember(self, table: Sitting) -> None:
        self.shown = {name: (reader.v, reader.scene) for name, reader in table.readers.items()}

    async def _next(self, table: Sitting, luck: random.Random) -> tuple[str, Command]:
        if luck.random() < 0.2:
            return luck.choice(table.seats), Say(new_id(), "chat", "On we go.")
        return await table.choose(luck)


async def kill_under_load(database: Path, rounds: int, seed: int = 1) -> str:
    """One line: how many actions were acknowledged, missing and doubled, and how restarts went."""
    server, luck = Server(str(database)), random.Random(seed)
    guests: list[Guest] = []
    starts: list[float] = []
    for _ in range(rounds):
        address = f"http://127.0.0.1:{server.port}"
        async with httpx.AsyncClient(base_url=address, timeout=60) as http:
            starts.append(await server.start(http))
            house = House(server.port, http)
            for game in sorted(ruleset.id for ruleset in games()):
                if not any(guest.game == game and not guest.over for guest in guests):
                    guests.append(Guest(game, await house.create(game)))
            near = asyncio.Event()
            ending = asyncio.create_task(_kill(server, near, luck.uniform(0, SECONDS)))
            playing = [guest for guest in guests if not guest.over]
            await asyncio.gather(ending, *(guest.play(house, luck, near) for guest in playing))
            await house.close()
    return await _judge(database, guests, rounds, sorted(starts))


async def _kill(server: Server, near: asyncio.Event, seconds: float) -> None:
    await near.wait()
    await asyncio.sleep(seconds)
    server.kill()


async def _judge(database: Path, guests: list[Guest], rounds: int, starts: list[float]) -> str:
    acknowledged = missing = doubled = 0
    for guest in guests:
        kept = await acts(str(database), guest.links.table)
        acknowledged += len(guest.acknowledged)
        missing += len(guest.acknowledged - set(kept)) + len(guest.faults)
        doubled += sum(count > 1 for count in kept.values())
    return (
        f"kill -9 under load: {rounds} rounds x {len(guests)} tables, {acknowledged} actions "
        f"shown, {missing} missing, {doubled} doubled, restarts within {starts[-1]:.1f} s, "
        f"half of them within {starts[len(starts) // 2]:.1f} s"
    )


def main(size: float = 1) -> None:
    """Kill, restart and compare."""
    with TemporaryDirectory() as folder:
        rounds = max(1, round(ROUNDS * size))
        print(asyncio.run(kill_under_load(Path(folder) / "tables.sqlite3", rounds)), flush=True)
