"""The log cut off at every byte of its last three changes, and 10,000 single bits turned over."""

from __future__ import annotations

import asyncio
import logging
import random
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.faults.flips import Known, cut, flip, make_table, read_all

FLIPS = 10_000
STEPS = 12


async def damage(folder: Path, size: float) -> None:
    """Print a line for the cuts, and one for the bits."""
    made = await make_table(folder, "deckahedron", STEPS)
    whole, luck = await read_all(made.database, made.links), random.Random(1)
    end = (folder / "running.sqlite3-wal").stat().st_size
    places = range(made.sizes[-3], end + 1, max(1, round(1 / size)))
    known: Known = {}
    cuts = Counter([await cut(made.database, made.links, whole, place, known) for place in places])
    print(
        f"the log cut off: {cuts.total()} places, {cuts['same']} whole, {cuts['prefix']} a whole "
        f"prefix, {cuts['told']} told, {cuts['silent']} silent",
        flush=True,
    )
    bits = made.database.stat().st_size * 8
    flips = Counter(
        [
            await flip(made.database, made.links, whole, luck.randrange(bits))
            for _ in range(max(1, round(FLIPS * size)))
        ]
    )
    print(
        f"single bits turned over: {flips.total()}, {flips['same']} without effect, "
        f"{flips['told']} told, {flips['prefix']} a whole prefix, {flips['silent']} silent",
        flush=True,
    )


def main(size: float = 1) -> None:
    """Cut, flip, read."""
    logging.disable(logging.CRITICAL)
    with TemporaryDirectory() as folder:
        asyncio.run(damage(Path(folder), size))
    logging.disable(logging.NOTSET)
