"""Work beside the server's own: long answers are made in threads, and make nobody wait."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from fatedeck.table.patience import Watched

T = TypeVar("T")

_THREADS = 6
_TURN = 0.001
"""Seconds after which a thread gives way; Python's own five would be felt at every table."""

LONGEST = 60.0
"""Seconds that any of it may compute, before it is broken off."""

THINKING = 2
"""How many machines think about their moves at once, of all tables."""
THINKERS = ThreadPoolExecutor(THINKING, "thinking")
_pool = ThreadPoolExecutor(_THREADS, "aside")


def give_way_sooner() -> None:
    """From here on the server's own work waits less for what is done beside it."""
    sys.setswitchinterval(_TURN)


async def aside(work: Callable[[], T], seconds: float = LONGEST) -> T:
    """What this work gives; others go on meanwhile, so it must touch nothing that they change.

    After so many seconds of computing it is broken off, and `TooLong` is raised.
    """
    return await begin(_pool, work, seconds)


def begin(pool: ThreadPoolExecutor, work: Callable[[], T], seconds: float) -> asyncio.Future[T]:
    """Begin such work in a thread of this pool."""
    loop = asyncio.get_running_loop()
    watched = Watched(work, seconds)
    done = loop.run_in_executor(pool, watched.run)
    watched.watch(loop)
    done.add_done_callback(lambda _: watched.forget())
    return done
