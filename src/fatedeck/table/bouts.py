"""Is this fight fair? Fights are tried out beside the server, each for a few seconds."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import Bout, Estimate
from fatedeck.table.beside import lines_of
from fatedeck.table.logs import log
from fatedeck.table.pace import OneEach, Places
from fatedeck.table.refusals import Limit

SECONDS = 4.0
"""How long a fight is tried out; with what it takes to begin, an answer stands after five."""
GRACE = 60.0
"""Seconds more until it is broken off, where a machine is slow."""


class Bouts:
    """The fights that one server tries out: a few at a time, one for each who asks."""

    def __init__(self, at_once: int, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._places = Places(at_once)
        self._one_each = OneEach()

    async def try_out(self, address: str, who: str, bout: Bout) -> AsyncGenerator[Estimate, None]:
        """What is known of a fight, again and again; ended when nobody listens any more."""
        already = Limit("", "You’re already trying out a fight. Wait for it, or cancel it.")
        with self._one_each.asked_by(who, already):
            yield Estimate(0.0)
            async with self._places.taken_by(address), aclosing(self._listen(bout)) as heard:
                async for estimate in heard:
                    yield estimate

    async def _listen(self, bout: Bout) -> AsyncGenerator[Estimate, None]:
        sent = msgspec.json.encode(bout)
        told = lines_of("fatedeck.lab.aside", sent, self.seconds, self.seconds + GRACE)
        async with aclosing(told) as lines:
            async for line in lines:
                if not line:
                    log.warning("a fight has stopped", extra={"facts": {"game": bout.game}})
                    raise Refused("", "The fights have stopped. Ask again.")
                estimate = msgspec.json.decode(line, type=Estimate)
                yield estimate
                if estimate.over:
                    return
