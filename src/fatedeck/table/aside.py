"""Work beside the server's own: long answers are made in threads, and make nobody wait."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")

_THREADS = 6
_TURN = 0.001
"""Seconds after which a thread gives way; Python's own five would be felt at every table."""

THINKERS = ThreadPoolExecutor(2, "thinking")
"""Where machines think about their moves, two at a time for all tables."""
_pool = ThreadPoolExecutor(_THREADS, "aside")


def give_way_sooner() -> None:
    """From here on the server's own work waits less for what is done beside it."""
    sys.setswitchinterval(_TURN)


async def aside(work: Callable[[], T]) -> T:
    """What this work gives; others go on meanwhile, so it must touch nothing that they change."""
    return await asyncio.get_running_loop().run_in_executor(_pool, work)
