"""What each choice is worth: searches beside the server, with a limit of time, ended on a word."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.odds.aside import Heard
from fatedeck.odds.best import Dilemma
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
        """How far the search is, again and again, and at last what it found.

        It runs in a process of its own, which is ended when nobody listens any more, and when its
        time is up.
        """
        who = (table, chosen.seat)
        if who in self._asking:
            raise Limit("", "You have asked that already; wait for it, or call it off.")
        self._asking.add(who)
        try:
            yield Weighed(v, 0.0)
            async with self._places:
                process = await asyncio.create_subprocess_exec(
                    *(sys.executable, "-m", "fatedeck.odds.aside"),
                    stdin=PIPE,
                    stdout=PIPE,
                    limit=_LINE,
                )
                try:
                    async with aclosing(self._listen(process, v, chosen)) as heard:
                        async for weighed in heard:
                            yield weighed
                finally:
                    await _end(process)
        finally:
            self._asking.discard(who)

    async def _listen(
        self, process: Process, v: int, chosen: Dilemma
    ) -> AsyncGenerator[Weighed, None]:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(chosen))
        process.stdin.close()
        done = 0.0
        until = asyncio.get_running_loop().time() + self.seconds
        while True:
            try:
                async with asyncio.timeout_at(until):
                    line = await process.stdout.readline()
            except TimeoutError:
                words = f"That takes longer than {self.seconds:g} s; {done:.0%} was done."
                yield Weighed(v, done, refused=words)
                return
            if not line:
                raise Refused("", "The search has stopped; ask again.")
            heard = msgspec.json.decode(line, type=Heard)
            done = heard.done
            yield Weighed(v, done, list(heard.choices), heard.refused)
            if heard.choices or heard.refused:
                return


async def _end(process: Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
