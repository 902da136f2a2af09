"""Prints beside the server: a few at a time, one for each address, ended on a word or in time.

`fatedeck.press.aside` does the work in a process of its own; nothing of it is loaded here.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.table.logs import log
from fatedeck.table.protocol import Printed, PrintWanted
from fatedeck.table.refusals import Limit
from fatedeck.table.weighing import end

_LINE = 64_000_000
"""The longest line that the press may write: a whole book in base 64."""


class Printing:
    """The prints of one server."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = asyncio.Semaphore(at_once)
        self._asking: set[str] = set()

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
        if address in self._asking:
            raise Limit("", "You’re already printing something. Wait for it, or cancel it.")
        self._asking.add(address)
        try:
            yield Printed("Waiting for the press.")
            job = {"game": game, **msgspec.structs.asdict(wanted), **(of_table or {})}
            async with self._places:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "fatedeck.press.aside"),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,
                    limit=_LINE,
                )
                try:
                    async with aclosing(self._listen(process, job)) as heard:
                        async for printed in heard:
                            yield printed
                finally:
                    await end(process)
        finally:
            self._asking.discard(address)

    async def _listen(
        self, process: Process, job: Mapping[str, object]
    ) -> AsyncGenerator[Printed, None]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(job))
        process.stdin.close()
        until = asyncio.get_running_loop().time() + self.seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    line = await process.stdout.readline()
            except TimeoutError:
                yield Printed(refused=f"It could not be printed within {self.seconds:g} s.")
                return
            if not line:
                log.warning("a print has stopped", extra={"facts": {"game": job["game"]}})
                raise Refused("", "The press has stopped. Try again.")
            printed = msgspec.json.decode(line, type=Printed)
            yield printed
            if printed.pdf or printed.refused:
                return
