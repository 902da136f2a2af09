"""What can be done next in any game: the actions of a seat, the answers to a question."""

from __future__ import annotations

import itertools
import random
from functools import cache, partial
from typing import Protocol, TypeAlias, runtime_checkable

import msgspec
from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.forms import fillings
from fatedeck.engine.imagine import suppose
from fatedeck.engine.offers import Count, Many, One, Param, Value, Words, YesNo
from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import AnyRuleset

Move: TypeAlias = Struct | str | int | tuple[str, ...]
"""An action, or an answer to a question; a list of names is a tuple, so that it can be a key."""

MOST = 24
"""So many ways at most to fill a form or to answer a wide question."""


@runtime_checkable
class Quick(Protocol):
    """What a game may offer for speed: whose move it is and its moves, without making offers.

    With `sensible` a game may leave out what is allowed and hardly ever wise; `leave_out` names
    such answers to a question.
    """

    def to_act(self, state: Struct, /) -> str | None: ...

    def legal_actions(
        self, state: Struct, seat: str, /, sensible: bool = False
    ) -> list[Struct]: ...

    def leave_out(self, state: Struct, question: Decision, /) -> list[str]: ...


@runtime_checkable
class Ordered(Protocol):
    """A game that can settle beforehand which cards will be drawn, so that moves compare fairly."""

    def order(self, state: Struct, luck: random.Random, /) -> None: ...


@runtime_checkable
class Scored(Protocol):
    """A game that can be searched says what its end is worth to each seat, from 0 to 1."""

    def worth(self, state: Struct, /) -> dict[str, float]: ...


def to_act(ruleset: AnyRuleset, state: Struct) -> str | None:
    """The seat that is to move between two actions; None when the game is over."""
    if (quick := _quick(ruleset)) is not None:
        return quick.to_act(state)
    if ruleset.is_over(state):
        return None
    return next(iter(ruleset.view(state, None).turn), None)


def actions(
    ruleset: AnyRuleset,
    state: Struct,
    seat: str,
    *,
    sensible: bool = False,
    among: tuple[str, ...] = (),
) -> list[Struct]:
    """Every action that a seat may begin now; of wide forms, a number of ways to fill them.

    With `among` only those of these kinds.
    """
    if (quick := _quick(ruleset)) is not None:
        return quick.legal_actions(state, seat, sensible=sensible)
    codec = Codec(ruleset)
    return [
        codec.action(act)
        for offer in ruleset.offers(state, seat)
        if not offer.why_not and (not among or offer.do in among)
        for act in itertools.islice(
            fillings(partial(ruleset.form, state, seat, offer), offer, tried), MOST
        )
    ]


@cache
def _quick(ruleset: AnyRuleset) -> Quick | None:
    return ruleset if isinstance(ruleset, Quick) else None


def tried(param: Param) -> list[Value]:
    """What is tried for a field of a form."""
    match param:
        case One():
            return [*param.options]
        case Many():
            return [[*some] for some in _some(param.options, param.least, param.most)]
        case Count():
            return [*range(param.low, param.high + 1)[:MOST]]
        case YesNo():
            return [True, False]
        case Words():
            return ["so be it"]


def sensible_answers(ruleset: AnyRuleset, state: Struct, question: Decision) -> list[Move]:
    """The answers to a question without those that are hardly ever wise."""
    found = answers(question)
    quick = _quick(ruleset)
    without = quick.leave_out(state, question) if quick is not None else []
    return [answer for answer in found if answer not in without] if without else found


def answers(question: Decision) -> list[Move]:
    """Every answer to a question; of wide ones, a number of them."""
    match question:
        case Choose():
            return [*question.options]
        case Number():
            low, high = question.low, question.high
            if high - low < MOST:
                return [*range(low, high + 1)]
            return [*sorted({low + (high - low) * k // (MOST - 1) for k in range(MOST)})]
        case Several():
            return [*_some(question.options, question.least, question.most)]
        case _:
            return ["so be it"]


def as_answer(move: Move) -> Answer:
    """A move that answers a question, as the engine takes it."""
    assert not isinstance(move, Struct)
    return list(move) if isinstance(move, tuple) else move


def as_move(answer: Answer) -> Move:
    """An answer as a key."""
    assert not isinstance(answer, dict)
    return tuple(answer) if isinstance(answer, list) else answer


def imagine_here(ruleset: AnyRuleset, state: Struct, seat: str, luck: random.Random) -> None:
    """Fill in, in this very state, what a seat cannot know, in a set order where the game can."""
    suppose(ruleset, state, seat, luck)
    if isinstance(ruleset, Ordered):
        ruleset.order(state, luck)


def said(move: Move) -> str:
    """A move in short words, for a log or a report: what is done, and what was chosen for it."""
    if isinstance(move, Struct):
        return " ".join(str(part) for part in msgspec.to_builtins(move).values())
    return str(move)


def _some(options: tuple[str, ...], least: int, most: int) -> list[tuple[str, ...]]:
    sizes = range(least, min(most, len(options)) + 1)
    ways = (way for size in sizes for way in itertools.combinations(options, size))
    return list(itertools.islice(ways, MOST))
