"""When cyclic garbage is looked for: while the tables rest, so that nobody waits for it.

What a table holds lives long, and rules leave hardly any cycles; looking through all of it in the
middle of play would cost a twelfth of the server's time and make some answers late.
"""

from __future__ import annotations

import asyncio
import gc
import time

from fatedeck.table.metrics import Metrics

PAUSE = 2.0
"""Seconds without a command or a newcomer: nobody will notice."""
AT_LATEST = 600.0
"""Seconds after which it is done in the middle of play."""


def leave_to_pauses() -> None:
    """From here on only `collect_in_pauses` looks; what was loaded so far stays for good."""
    gc.freeze()
    gc.disable()


async def collect_in_pauses(
    metrics: Metrics, pause: float = PAUSE, at_latest: float = AT_LATEST
) -> None:
    """Look for garbage in the pauses of play, as long as the server lives."""
    seen = collected = _doings(metrics)
    since = time.monotonic()
    while True:
        await asyncio.sleep(pause)
        doings = _doings(metrics)
        rests = doings == seen != collected
        seen = doings
        if rests or time.monotonic() - since > at_latest:
            gc.collect()
            collected, since = doings, time.monotonic()


def _doings(metrics: Metrics) -> int:
    return metrics.commands + metrics.refused + metrics.lines_opened
