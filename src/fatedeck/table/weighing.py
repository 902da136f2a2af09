"""What each choice is worth: searches beside the server, with a limit of time, ended on a word."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.odds.aside import Heard
from fatedeck.odds.dilemmas import Dilemma
from fatedeck.table.beside import lines_of
from fatedeck.table.logs import log
from fatedeck.table.pace import OneEach, Places
from fatedeck.table.protocol import Weighed
from fatedeck.table.refusals import Limit


class Weighing:
    """The searches of one server: a few at a time, one for each seat."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = Places(at_once)
        self._one_each = OneEach()

    async def weigh(
        self, address: str, table: str, v: int, chosen: Dilemma
    ) -> AsyncGenerator[Weighed, None]:
        """How far the search is and what it has found, again and again.

        It runs in a process of its own, which is ended when nobody listens any more, and when its
        time is up: then what it has found until then stands.
        """
        already = Limit("", "You’ve already asked that. Wait for it, or cancel it.")
        with self._one_each.asked_by((table, chosen.seat), already):
            yield Weighed(v, 0.0)
            listening = aclosing(self._listen(v, chosen))
            async with self._places.taken_by(address), listening as heard:
                async for weighed in heard:
                    yield weighed

    async def _listen(self, v: int, chosen: Dilemma) -> AsyncGenerator[Weighed, None]:
        now = asyncio.get_running_loop().time
        began, latest = now(), Heard(0)
        sent = msgspec.json.encode(chosen)
        async with aclosing(lines_of("fatedeck.odds.aside", sent, self.seconds)) as lines:
            async for line in lines:
                if line is None:
                    yield self._late(v, latest)
                    return
                if not line:
                    log.warning("a search has stopped", extra={"facts": {"game": chosen.game}})
                    raise Refused("", "The search has stopped. Ask again.")
                heard = msgspec.json.decode(line, type=Heard)
                latest = heard if heard.choices else latest
                done = 1 if heard.over else max(heard.done, (now() - began) / self.seconds)
                yield Weighed(v, done, list(heard.choices), heard.note, heard.refused)
                if heard.over:
                    return

    def _late(self, v: int, latest: Heard) -> Weighed:
        """What stands when the time is up."""
        if not latest.choices:
            words = f"Nothing could be weighed within {self.seconds:g} s."
            return Weighed(v, 1, refused=words)
        note = f"Stopped after {self.seconds:g} s. {latest.note}".rstrip()
        return Weighed(v, 1, list(latest.choices), note)
