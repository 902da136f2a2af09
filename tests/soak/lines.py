"""100,000 commands over lines that are dropped, doubled and out of order."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

from fatedeck.table.settings import Settings
from tests.faults.storm import storm
from tests.table.house import open_house

COMMANDS = 100_000
TABLES = 20


async def weather(folder: Path, commands: int) -> str:
    """One line: how many commands were sent how often, and what was not once or not answered."""
    database = str(folder / "tables.sqlite3")
    given = sent = done = cuts = 0
    faults: list[str] = []
    async with open_house(Settings(database=database)) as house:
        for seed in range(TABLES):
            links = await house.create("deckahedron")
            found = await storm(house, database, links, commands // TABLES, seed)
            given, sent = given + found.commands, sent + found.sent
            done, cuts = done + found.done, cuts + found.cuts
            faults += found.faults
    line = (
        f"commands over bad lines: {given} given, {sent} sent, {cuts} lines cut, {done} done, "
        f"{len(faults)} not once or not answered"
    )
    return "\n".join([line, *faults[:5]])


def main(size: float = 1) -> None:
    """Send, drop, double, come back."""
    with TemporaryDirectory() as folder:
        commands = max(20 * TABLES, round(COMMANDS * size))
        print(asyncio.run(weather(Path(folder), commands)), flush=True)
