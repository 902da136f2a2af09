"""A network that hurts, between a server and its PostgreSQL and between pages and the server."""

from __future__ import annotations

import asyncio
import logging
import random
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from fatedeck.table.settings import Settings
from tests.faults.shown import acts
from tests.faults.toxics import TOXICS, road
from tests.soak.cluster import Player
from tests.table.house import House, Postgres, open_house
from tests.table.postgres import PostgresServer

TABLES, SECONDS = 10, 60.0
"""For so long each thing is wrong with each way; then nothing is for a tenth of it."""


async def hurt_everywhere(folder: Path, seconds: float) -> str:
    """One line: what was shown, and what of it is missing or doubled."""
    luck, over = random.Random(1), asyncio.Event()
    postgres = PostgresServer(folder)
    postgres.start()
    try:
        database = await Postgres(postgres.port).new_database()
        async with road(postgres.port, luck) as below:
            settings = Settings(database=database.replace(f":{postgres.port}/", f":{below.port}/"))
            async with (
                open_house(settings) as server,
                road(server.port, luck) as above,
                httpx.AsyncClient() as http,
            ):
                pages = House(above.port, http)
                players = [Player(await server.create("high-card")) for _ in range(TABLES)]
                playing = [asyncio.create_task(p.play([pages], luck, over)) for p in players]
                for way in (below, above):
                    for toxic in TOXICS:
                        way.hurt(toxic)
                        await asyncio.sleep(seconds)
                        way.hurt(None)
                        await asyncio.sleep(seconds / 10)
                over.set()
                await asyncio.gather(*playing)
                await pages.close()
        wrong = [fault for player in players for fault in player.faults]
        for player in players:
            kept = await acts(database, player.links.table)
            wrong += [act for act in player.acknowledged if kept[act] != 1]
        shown = sum(len(player.acknowledged) for player in players)
        return (
            f"a network that hurts: {len(TOXICS)} ways x 2 sides x {seconds:.0f} s, "
            f"{shown} actions shown, {len(wrong)} missing, doubled or gone back"
        )
    finally:
        postgres.stop()


def main(size: float = 1) -> None:
    """Hurt, heal, compare."""
    logging.disable(logging.CRITICAL)
    with TemporaryDirectory(prefix="fatedeck-network-") as folder:
        print(asyncio.run(hurt_everywhere(Path(folder), SECONDS * size)), flush=True)
    logging.disable(logging.NOTSET)
