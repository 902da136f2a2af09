"""Nothing that was acknowledged is lost, and nothing is done twice, however the server ends."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable

import httpx
from websockets.exceptions import WebSocketException

from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import Command, Done, Links, Say
from fatedeck.table.store import Store
from tests.table.house import PATIENCE, House, Sitting, new_id
from tests.table.killable import KillableServer

TABLES = 3
KILLS = {"sqlite": 8, "postgresql": 4}


class Player:
    """Plays one table as fast as it can, and remembers what was acknowledged."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.acknowledged: set[str] = set()
        self.pending: tuple[str, Command] | None = None

    async def play(
        self, house: House, luck: random.Random, acknowledged: Callable[[], None]
    ) -> None:
        """Until the server is gone. What was not answered is sent again first, with its id."""
        try:
            readers = {link.name: await house.join(link) for link in self.links.seats}
            table = Sitting(house, self.links, readers)
            while True:
                if self.pending is None:
                    self.pending = await self.next_command(table, luck)
                name, command = self.pending
                answer = await table[name].ask(command)
                if isinstance(answer, Done):
                    place = next(link.place for link in self.links.seats if link.name == name)
                    self.acknowledged.add(f"{place}/{command.id}")
                    acknowledged()
                    for reader in readers.values():
                        await reader.catch_up(answer.v)
                else:
                    assert answer.why == "rules", answer
                self.pending = None
        except (WebSocketException, OSError):
            return

    async def next_command(self, table: Sitting, luck: random.Random) -> tuple[str, Command]:
        if luck.random() < 0.2:
            return luck.choice(table.seats), Say(new_id(), "chat", "On we go.")
        return await table.choose(luck)


class Ending:
    """Kills the server at a random moment soon after the first acknowledgement of its life."""

    def __init__(self, server: KillableServer, luck: random.Random) -> None:
        self.server = server
        self.seconds = luck.uniform(0, 0.05)
        self.is_near = False

    def near(self) -> None:
        if not self.is_near:
            self.is_near = True
            asyncio.get_running_loop().call_later(self.seconds, self.server.kill)


async def test_every_acknowledged_action_survives_a_kill(database: str) -> None:
    kind = "sqlite" if database.endswith("sqlite3") else "postgresql"
    server, luck = KillableServer(database), random.Random(kind)
    players: list[Player] = []
    for _ in range(KILLS[kind]):
        server.start()
        async with httpx.AsyncClient(base_url=server.address, timeout=PATIENCE) as http:
            house = House(server.port, http)
            while len(players) < TABLES:
                players.append(Player(await house.create("deckahedron")))
            end = Ending(server, luck)
            await asyncio.gather(*(player.play(house, luck, end.near) for player in players))
            await house.close()
        server.wait()
    done = sum(len(player.acknowledged) for player in players)
    assert done >= KILLS[kind]
    await check(database, players)


async def check(database: str, players: list[Player]) -> None:
    store = Store(database, Metrics())
    await store.open()
    for player in players:
        table = player.links.table
        kept = Counter(step.act for step in await store.past(table) if step.act)
        kept += Counter(line.act for line in await store.story(table) if line.act)
        assert player.acknowledged <= set(kept)
        assert set(kept.values()) <= {1}
        steps = await store.past(table)
        assert [step.v for step in steps] == list(range(1, len(steps) + 1))
    await store.close()
