"""Ways in which the machine plays a seat at a live table: a game's own policy, or by searching."""

from __future__ import annotations

from functools import cache
from typing import Protocol

from msgspec import Struct

from fatedeck.bots.ismcts import Searcher
from fatedeck.bots.match import moment_of
from fatedeck.bots.moves import Move, Scored, as_answer, as_move
from fatedeck.engine.codec import act
from fatedeck.engine.errors import Refused
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import AnyRuleset, Policy, find_game

OWN = "machine"
SEARCH = "ismcts"
SECONDS = 1.0
"""How long a search may think about one move."""

AnyRecord = Record[Struct, Struct, Struct]


class Machine(Protocol):
    """Whoever decides for a seat at a live table. A `quick` one needs no time worth waiting for."""

    quick: bool

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        """What this seat does or answers now; None while it has nothing to decide."""


def machines(ruleset: AnyRuleset) -> list[str]:
    """The ways in which the machine can play this game, the game's own first."""
    own = [OWN] if ruleset.policy() is not None else []
    return own + ([SEARCH] if isinstance(ruleset, Scored) else [])


@cache
def machine(game: str, name: str) -> Machine:
    """The way of playing with this name."""
    ruleset = find_game(game)
    if name not in machines(ruleset):
        ways = ", ".join(machines(ruleset)) or "not at all"
        raise Refused("", f"The machine cannot play {ruleset.title} as “{name}”; it can: {ways}.")
    if name == SEARCH:
        return _Search(ruleset)
    policy = ruleset.policy()
    assert policy is not None
    return _Own(policy)


def make_move(record: AnyRecord, seat: str, move: Move) -> None:
    """Do or answer at the table what a machine has decided."""
    if isinstance(move, Struct):
        record.do(seat, act(move))
    else:
        record.answer(seat, as_answer(move))


class _Own:
    """Follows the rule of thumb that a game brings along."""

    quick = True

    def __init__(self, policy: Policy[Struct]) -> None:
        self._policy = policy

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        question = record.question_for(seat)
        if question is not None:
            return as_move(self._policy.answer(record.state, question))
        return None if record.flight is not None else self._policy.act(record.state, seat)


class _Search:
    """Searches among the worlds that its seat cannot tell apart."""

    quick = False

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._searcher = Searcher(ruleset, seconds=SECONDS)

    def move(self, record: AnyRecord, seat: str, /) -> Move | None:
        moment = moment_of(record, seat)
        return None if moment is None else self._searcher.decide(moment)
