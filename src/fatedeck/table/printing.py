"""Prints beside the server: a few at a time, ended on a word or in time.

An address prints one thing at a time, and so does a link of a table. `fatedeck.press.aside` does
the work in a process of its own; nothing of it is loaded here.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import ExitStack, aclosing

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.table.beside import lines_of
from fatedeck.table.logs import log
from fatedeck.table.pace import OneEach
from fatedeck.table.protocol import Printed, PrintWanted
from fatedeck.table.refusals import Limit


class Printing:
    """The prints of one server."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = asyncio.Semaphore(at_once)
        self._one_each = OneEach()

    async def print(
        self,
        askers: Sequence[str],
        game: str,
        wanted: PrintWanted,
        of_table: Mapping[str, object] | None = None,
    ) -> AsyncGenerator[Printed, None]:
        """What the press is doing, again and again, and at last the file.

        Whoever asks is known by their address, and at a table by their link: a link that went
        round prints no faster. A print of a table has more to it than anybody may ask for of a
        game. Its process is ended when nobody listens any more, and when its time is up.
        """
        already = Limit("", "You’re already printing something. Wait for it, or cancel it.")
        with ExitStack() as asking:
            for asker in askers:
                asking.enter_context(self._one_each.asked_by(asker, already))
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
                    yield Printed(
                        refused=f"Printing took longer than {self.seconds:g} s, so it was stopped."
                    )
                    return
                if not line:
                    log.warning("a print has stopped", extra={"facts": {"game": game}})
                    raise Refused("", "The press has stopped. Try again.")
                printed = msgspec.json.decode(line, type=Printed)
                yield printed
                if printed.pdf or printed.refused:
                    return
