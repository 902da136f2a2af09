"""What each choice is worth: searches beside the server, with a limit of time, ended on a word."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.odds.aside import Heard
from fatedeck.odds.dilemmas import Dilemma
from fatedeck.table.logs import log
from fatedeck.table.protocol import Weighed
from fatedeck.table.refusals import Limit

_LINE = 4_000_000
"""The longest line that a search may write."""


class Weighing:
    """The searches of one server: a few at a time, one for each seat."""

    def __init__(self, at_once: int, seconds: float) -> None:
        self.seconds = seconds
        self._places = asyncio.Semaphore(at_once)
        self._asking: set[tuple[str, str]] = set()

    async def weigh(self, table: str, v: int, chosen: Dilemma) -> AsyncGenerator[Weighed, None]:
        """How far the search is and what it has found, again and again.

        It runs in a process of its own, which is ended when nobody listens any more, and when its
        time is up: then what it has found until then stands.
        """
        who = (table, chosen.seat)
        if who in self._asking:
            raise Limit("", "You’ve already asked that. Wait for it, or cancel it.")
        self._asking.add(who)
        try:
            yield Weighed(v, 0.0)
            async with self._places:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "fatedeck.odds.aside", str(self.seconds)),
                    stdin=PIPE,
                    stdout=PIPE,
                    stderr=DEVNULL,  # what a fault there says could quote the table
                    limit=_LINE,
                )
                try:
                    async with aclosing(self._listen(process, v, chosen)) as heard:
                        async for weighed in heard:
                            yield weighed
                finally:
                    await end(process)
        finally:
            self._asking.discard(who)

    async def _listen(
        self, process: Process, v: int, chosen: Dilemma
    ) -> AsyncGenerator[Weighed, None]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(chosen))
        process.stdin.close()
        now = asyncio.get_running_loop().time
        began, latest = now(), Heard(0)
        while True:
            try:
                async with asyncio.timeout_at(began + self.seconds):
                    line = await process.stdout.readline()
            except TimeoutError:
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


async def end(process: Process) -> None:
    """End a process of ours, whatever it is doing."""
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
