"""Every write and every sync of a long game fails once, in turn: in each game, in each way."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from tempfile import TemporaryDirectory

from fatedeck.engine.ruleset import games
from fatedeck.table.settings import Settings
from tests.faults.store import Fault, FaultyStore
from tests.faults.turns import fail_in_turn
from tests.table.house import open_house

ACTIONS = 300
WAYS: tuple[tuple[Fault, bool], ...] = (
    ("fail", False),
    ("cut", False),
    ("fail", True),
    ("cut", True),
)


async def fail_everywhere(folder: Path, actions: int) -> str:
    """One line: how many faults were met, and where what was shown is not what is there."""
    met = refused = done = 0
    wrong: list[str] = []
    played = sorted(ruleset.id for ruleset in games())
    for game in played:
        for fault, lasting in WAYS:
            database = str(folder / f"{game}-{fault}-{lasting}.sqlite3")
            async with open_house(Settings(database=database), FaultyStore) as house:
                found = await fail_in_turn(house, database, game, actions, fault, lasting=lasting)
            met, refused, done = met + found.met, refused + found.refused, done + found.done
            wrong += [f"{game}: {difference}" for difference in found.differences]
    line = (
        f"every write and sync fails once: {len(played)} games x {actions} actions, {met} faults, "
        f"{done} done, {refused} refused, {len(wrong)} differences"
    )
    return "\n".join([line, *wrong[:5]])


def main(size: float = 1) -> None:
    """Fail, compare, go on."""
    logging.disable(logging.CRITICAL)
    with TemporaryDirectory() as folder:
        actions = max(2, round(ACTIONS * size))
        print(asyncio.run(fail_everywhere(Path(folder), actions)), flush=True)
    logging.disable(logging.NOTSET)
