"""The puzzle of the day on the page: found once a day for each game, in a process of its own.

`python -m fatedeck.table.puzzles GAME DATE` writes it as JSON. Only today's is ever looked for, so
nobody can keep a server busy with puzzles.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Callable
from datetime import UTC, datetime

import msgspec
from msgspec.structs import replace

from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.odds.distribution import say
from fatedeck.odds.showing import Chance, choice_of, in_terms
from fatedeck.puzzles.finding import Weighed, puzzle_of
from fatedeck.table.logs import log
from fatedeck.table.protocol import PuzzleChoice, PuzzleToday
from fatedeck.table.showing import shown

PATIENCE = 300.0
"""Seconds that a search may take; mostly it needs one."""


def today() -> str:
    """The day, as everybody on Earth counts it who plays here."""
    return datetime.now(UTC).date().isoformat()


class Puzzles:
    """The puzzles of today, each looked for once; whoever comes meanwhile waits for it."""

    def __init__(self, day: Callable[[], str] = today) -> None:
        self._day = day
        self._found: dict[tuple[str, str], bytes] = {}
        self._looking = asyncio.Lock()

    async def of(self, ruleset: AnyRuleset) -> bytes:
        """Today's puzzle of a game, as JSON."""
        if ruleset.policy() is None:
            raise Refused("", f"There are no puzzles for {ruleset.title}.")
        wanted = (ruleset.id, self._day())
        if wanted in self._found:
            return self._there_is(wanted)
        async with self._looking:
            if wanted not in self._found:
                self._found = {
                    key: kept for key, kept in self._found.items() if key[1] == wanted[1]
                }
                self._found[wanted] = await self._look_for(*wanted)
        return self._there_is(wanted)

    def _there_is(self, wanted: tuple[str, str]) -> bytes:
        if not self._found[wanted]:
            raise Refused("", "There’s no puzzle here today. Come back tomorrow.")
        return self._found[wanted]

    async def _look_for(self, game: str, day: str) -> bytes:
        """A puzzle, or nothing; that there is none is not looked for again."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "fatedeck.table.puzzles", game, day),
            stdout=PIPE,
            stderr=DEVNULL,
        )
        try:
            async with asyncio.timeout(PATIENCE):
                found, _ = await process.communicate()
        except TimeoutError:
            found = b""
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if not found:
            log.warning("no puzzle was found", extra={"facts": {"game": game, "day": day}})
        return found


def found_today(game: str, day: str) -> PuzzleToday:
    """The puzzle of a day as the page shows it."""
    ruleset = find_game(game)
    puzzle = puzzle_of(ruleset, day)
    there = shown(puzzle.record, puzzle.seat, f"{ruleset.title}: the puzzle of the day")
    assert there.scene is not None
    there = replace(there, scene=replace(there.scene, tale=None))  # whoever plays it has yet to
    compared = in_terms(
        [choice_of(one.name, one.worth) for one in puzzle.choices], ruleset.measure()
    )
    told = [_told(one, how.said) for one, how in zip(puzzle.choices, compared, strict=True)]
    return PuzzleToday(game, day, puzzle.prompt, told, there)


def _told(choice: Weighed, said: str) -> PuzzleChoice:
    ahead = Chance(say(choice.ahead), str(choice.ahead), float(choice.ahead))
    worth = float(choice.worth)
    return PuzzleChoice(choice.name, choice.label, ahead, worth, choice.certain, said)


def main() -> None:
    """Write the puzzle of a game and a day; nothing when there is none."""
    _, game, day = sys.argv
    try:
        found = found_today(game, day)
    except FatedeckError:
        return
    sys.stdout.buffer.write(msgspec.json.encode(found))


if __name__ == "__main__":
    main()
