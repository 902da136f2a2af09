"""Ways in which the machine plays a seat at a live table.

By a game's own policy; in games that can be searched also at random, or by searching for a while.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Protocol

from msgspec import Struct

from fatedeck.bots.ismcts import Searcher
from fatedeck.bots.keeper import tale_move
from fatedeck.bots.match import moment_of
from fatedeck.bots.moves import Move, Scored, actions, answers, as_answer, as_move
from fatedeck.bots.players import RandomPlayer
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import act
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.game import Asked, Game
from fatedeck.engine.offers import tag
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import AnyRuleset, Policy, find_game

OWN = "machine"
RANDOM = "random"
SEARCH = {"ismcts-quick": 0.3, "ismcts": 1.0, "ismcts-deep": 3.0}
"""The ways of searching, and how many seconds each may think about one move."""

LEVELS = {
    RANDOM: ("Wanderer", "plays whatever comes to hand"),
    OWN: ("Apprentice", "plays by rule of thumb"),
    "ismcts-quick": ("Journeyman", "thinks ahead for a moment"),
    "ismcts": ("Master", "thinks ahead for a second"),
    "ismcts-deep": ("Grandmaster", "thinks ahead for three seconds"),
}
"""What people call each way of playing a game that has several, and what it does, weakest first."""

AnyRecord = Record[Struct, Struct, Struct]


class Machine(Protocol):
    """Whoever decides for a seat at a live table. A `quick` one needs no time worth waiting for."""

    quick: bool

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        """What this seat does or answers now; None while it has nothing to decide."""

    def why(self, record: AnyRecord, seat: str, move: Move, /) -> str:
        """Why it will make this move, should anybody ask; empty when there is nothing to say."""


def machines(ruleset: AnyRuleset) -> list[str]:
    """The ways in which the machine can play this game, the game's own first."""
    own = [OWN] if ruleset.policy() is not None else []
    return own + ([RANDOM, *SEARCH] if isinstance(ruleset, Scored) else [])


def levels(ruleset: AnyRuleset) -> dict[str, str]:
    """The ways in which the machine can play this game as people call them, the weakest first."""
    return {way: f"{name}: {LEVELS[way][1]}" for way, name in level_names(ruleset).items()}


def level_names(ruleset: AnyRuleset) -> dict[str, str]:
    """The same by their names alone."""
    ways = machines(ruleset)
    return {way: name for way, (name, _) in LEVELS.items() if way in ways} if len(ways) > 1 else {}


@cache
def machine(game: str, name: str) -> Machine:
    """The way of playing with this name."""
    ruleset = find_game(game)
    if name not in machines(ruleset):
        ways = ", ".join(machines(ruleset)) or "not at all"
        raise Refused("", f"The machine can’t play {ruleset.title} as “{name}”. It can: {ways}.")
    policy = ruleset.policy()
    own = _Own(policy) if policy is not None else None
    if name == RANDOM:
        return _Random(ruleset, own)
    if name in SEARCH:
        return _Search(ruleset, own, SEARCH[name])
    assert own is not None
    return own


def make_move(record: AnyRecord, seat: str, move: Move) -> None:
    """Do or answer at the table what a machine has decided."""
    if isinstance(move, Struct):
        record.do(seat, act(move))
    else:
        record.answer(seat, as_answer(move))


def make_some_move(
    record: AnyRecord, seat: str, move: Move, make: Callable[[Move], None]
) -> FatedeckError | None:
    """Make what a machine has decided; should it be refused, another legal move in its place.

    When every one of them is refused, the first refusal comes back.
    """
    try:
        make(move)
    except FatedeckError as fault:
        for other in _others(record, seat):
            with suppress(FatedeckError):
                make(other)
                return None
        return fault
    return None


def _others(record: AnyRecord, seat: str) -> list[Move]:
    """All that a seat can decide now, in no order that favours any; nothing that ends the game."""
    ruleset, question = record.ruleset, record.question_for(seat)
    found: list[Move]
    if question is not None:
        found = answers(question)
    else:
        turn = ruleset.view(record.state, None).turn
        if record.flight is not None or (turn and seat not in turn):
            return []
        found = [
            action
            for action in actions(ruleset, record.state, seat)
            if tag(type(action)) not in ruleset.any_time and not _ends(record, seat, action)
        ]
    random.Random(record.n).shuffle(found)
    return found


def _ends(record: AnyRecord, seat: str, action: Struct) -> bool:
    """Whether an action ends the game at once, before anything else is asked or drawn."""
    state = Codec(record.ruleset).copy(record.state)
    with suppress(Asked, Refused):
        record.ruleset.perform(Game(state, _ask, record.header.seats), seat, action)
    return record.ruleset.is_over(state)


def _ask(question: Question) -> Answer:
    raise Asked(question)


class _Own:
    """Follows the rule of thumb that a game brings along, and the adventure that is told."""

    quick = True

    def __init__(self, policy: Policy[Struct]) -> None:
        self._policy = policy

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        question = record.question_for(seat)
        if question is not None:
            return as_move(self._policy.answer(record.state, question))
        return None if record.flight is not None else tale_move(record, seat, self._policy)

    def why(self, record: AnyRecord, seat: str, move: Move, /) -> str:
        if not isinstance(move, Struct | str):
            return ""
        return self._policy.reason(record.state, seat, move)


class _Random:
    """Makes any move that is allowed; where there are no turns, it follows the rule of thumb."""

    quick = True

    def __init__(self, ruleset: AnyRuleset, own: _Own | None) -> None:
        self._player, self._own = RandomPlayer(ruleset), own

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        moment = moment_of(record, seat)
        if moment is not None:
            return self._player.decide(moment)
        return self._own.move(record, seat) if self._own is not None else None

    def why(self, record: AnyRecord, seat: str, move: Move, /) -> str:
        return "No reason at all: I play whatever comes to hand."


class _Search:
    """Searches among the worlds that its seat cannot tell apart.

    Where there are no turns, as while characters are made, it follows the rule of thumb.
    """

    quick = False

    def __init__(self, ruleset: AnyRuleset, own: _Own | None, seconds: float) -> None:
        self._searcher = Searcher(ruleset, seconds=seconds)
        self._own = own

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        moment = moment_of(record, seat)
        if moment is not None:
            return self._searcher.decide(moment)
        return self._own.move(record, seat) if self._own is not None else None

    def why(self, record: AnyRecord, seat: str, move: Move, /) -> str:
        if self._own is None:
            return ""
        reason = self._own.why(record, seat, move)
        if not reason or self._own.move(record, seat) == move:
            return reason
        return f"I played it out in my head many times, and this came out best. {reason}"
