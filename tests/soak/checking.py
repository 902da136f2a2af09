"""Single bytes of a database turned over: `fatedeck check` tells, or nothing is different."""

from __future__ import annotations

import asyncio
import random
import tempfile
from pathlib import Path

from tests.table.test_backup import turn_over


def main(size: float = 1) -> None:
    count = max(1, int(3_000 * size))
    with tempfile.TemporaryDirectory() as folder:
        found = asyncio.run(turn_over(Path(folder), count, random.Random(1)))
    print(
        f"checking: {count:,} bytes turned over: {found['same']:,} without effect, "
        f"{found['told']:,} told, {found['silent']:,} silent"
    )
    assert not found["silent"]
