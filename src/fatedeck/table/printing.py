"""Prints beside the server: a few at a time, one for each address, ended on a word or in time.

`fatedeck.press.aside` does the work in a process of its own; nothing of it is loaded here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.table.beside import OneEach, lines_of
from fatedeck.table.logs import log
from fatedeck.table.protocol import Printed, PrintWanted


class Printing:
    """The prints of one server."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = asyncio.Semaphore(at_once)
        self._one_each = OneEach()

    async def print(
        self,
        address: str,
        game: str,
        wanted: PrintWanted,
        of_table: Mapping[str, object] | None = None,
    ) -> AsyncGenerator[Printed, None]:
        """What the press is doing, again and again, and at last the file.

        A print of a table has more to it than anybody may ask for of a game. Its process is ended
        when nobody listens any more, and when its time is up.
        """
        already = "You’re already printing something. Wait for it, or cancel it."
        with self._one_each.asked_by(address, already):
            yield Printed("Waiting for the press.")
            job = {"game": game, **msgspec.structs.asdict(wanted), **(of_table or {})}
            async with self._places, aclosing(self._listen(game, job)) as heard:
                async for printed in heard:
                    yield printed

    async def _listen(self, game: str, job: dict[str, object]) -> AsyncGenerator[Printed, None]:
        sent = msgspec.json.encode(job)
        async with aclosing(lines_of("fatedeck.press.aside", sent, self.seconds)) as lines:
            async for line in lines:
                if line is None:
                    yield Printed(refused=f"It could not be printed within {self.seconds:g} s.")
                    return
                if not line:
                    log.warning("a print has stopped", extra={"facts": {"game": game}})
                    raise Refused("", "The press has stopped. Try again.")
                printed = msgspec.json.decode(line, type=Printed)
                yield printed
                if printed.pdf or printed.refused:
                    return
