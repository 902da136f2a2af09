"""Moves that are ready to be made at a table: answers, and offers whose forms are filled in.

Whoever makes one needs to know nothing of the game. They come of what the seat is shown and of the
forms that it may ask for, so they tell nothing else.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from msgspec import Struct

from fatedeck.bots.moves import MOST, Move, answers, tried
from fatedeck.engine.entries import Act
from fatedeck.engine.forms import fillings
from fatedeck.engine.offers import Count, One, Param, Value, YesNo
from fatedeck.engine.questions import Decision, Number
from fatedeck.engine.record import Record
from fatedeck.engine.seen import see

LOOKS = 2 * MOST
"""How often the form of one offer is looked at, for moves that fit."""


class Ready(Struct, frozen=True):
    """What a seat can decide now; nothing while others have to."""

    answers: list[Move] = []
    actions: list[Act] = []


def ready_moves(record: Record[Struct, Struct, Struct], seat: str, ways: int = 1) -> Ready:
    """The answers to what a seat is asked, or what it can do, each offer in so many ways at most.

    What ends something for good is left out, and for a player everything while another has the
    turn.
    """
    seen = see(record, seat, len(record.log))
    if seen.question is not None:
        return Ready(answers=_nearest_first(seen.question))
    turn, ruleset = seen.view.turn, record.ruleset
    others = turn and seat not in turn and record.seat(seat).role != "gm"
    if seen.over or seen.waiting_for or others:
        return Ready()
    never = (*ruleset.any_time, *ruleset.asks_twice)
    return Ready(
        actions=[
            action
            for offer in seen.offers
            if not offer.why_not and offer.do not in never
            for action in islice(
                fillings(partial(record.form, seat, offer), offer, _usual_first, LOOKS), ways
            )
        ]
    )


def _nearest_first(question: Decision) -> list[Move]:
    """The answers to a question; of numbers those first that change least."""
    found = answers(question)
    return sorted(found, key=_size) if isinstance(question, Number) else found


def _size(move: Move) -> int:
    return abs(move) if isinstance(move, int) else 0


def _usual_first(param: Param) -> list[Value]:
    """What is tried for a field of a form, beginning with what stands there already."""
    found = tried(param)
    match param:
        case One(default=usual) | Count(default=usual) | YesNo(default=usual):
            if usual is not None and param.why_not(usual) is None:
                return [usual, *(value for value in found if value != usual)]
    return found
