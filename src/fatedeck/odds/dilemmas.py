"""What a seat has to choose, as plain data that holds nothing which the seat may not know."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from math import comb
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine import titles
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.forms import fillings
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.imagine import suppose
from fatedeck.engine.names import free_name
from fatedeck.engine.offers import Count, Many, One, Param, Value, Words, YesNo
from fatedeck.engine.questions import Answer, Choose, Each, Question, Several, Text
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import Ruleset
from fatedeck.engine.telling import TAGS

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


class Dilemma(Struct, frozen=True):
    """What a seat has to choose, as plain data: another process can weigh it.

    It is an answer to what the action of an `actor` asks after the answers `given`, or one of some
    named `actions`. `worlds` are states that the seat cannot tell from the true one, so nothing
    that it may not know is in here. `left_out` are offers that may be taken in too many ways.
    """

    game: str
    seat: str
    seats: tuple[Seat, ...]
    worlds: tuple[bytes, ...]
    actor: str = ""
    action: Act = {}
    given: tuple[Answer, ...] = ()
    actions: dict[str, Act] = {}
    left_out: tuple[str, ...] = ()
    titles: dict[str, str] = {}
    """What people read for the options of what is asked, where a card or an id stands for them."""


HIDDEN_HANDS = 8
"""How many worlds are weighed where others hold cards that this seat has not seen."""
TRIES = 200


def dilemma(
    record: Record[S, Opt, A],
    seat: str,
    actions: Mapping[str, Act] | None = None,
    luck: random.Random | None = None,
) -> Dilemma:
    """What this seat has to choose now: an answer, or one of the actions that are named.

    Without names these are the actions that it is offered, where few details are left open, and to
    wait. What the seat cannot see is imagined by `luck`.
    """
    ruleset, header = record.ruleset, record.header
    if isinstance(record.asked, Each):
        raise Refused(
            "", "Several seats answer this at once, so nobody knows what the others will say."
        )
    if isinstance(record.question_for(seat), Text):
        raise Refused("", "Your own words can’t be weighed.")
    if record.flight is not None and record.flight.action.get(DO) in TAGS:
        raise Refused("", "What comes of this is written in the adventure, so it can’t be weighed.")
    number = 1 if ruleset.open_questions else HIDDEN_HANDS
    luck = luck if luck is not None else random.SystemRandom()
    worlds = tuple(_imagined(record, seat, luck) for _ in range(number))
    flight = record.flight
    if flight is None:
        left_out: tuple[str, ...] = ()
        if actions is None:
            actions, left_out = offered_actions(record, seat)
        chosen = dict(actions)
        return Dilemma(header.game, seat, header.seats, worlds, actions=chosen, left_out=left_out)
    asked = record.question_for(seat)
    if asked is None:
        raise Refused("", f"Nothing is being asked of {seat} right now.")
    return Dilemma(
        header.game,
        seat,
        header.seats,
        worlds,
        flight.seat,
        flight.action,
        given=tuple(answered.answer for answered in flight.answers),
        titles=_titles(record, asked),
    )


def _titles(record: Record[S, Opt, A], asked: Question) -> dict[str, str]:
    if not isinstance(asked, Choose | Several):
        return {}
    faces = titles.faces_at(record)
    return {option: titles.title(option, asked.labels, faces) for option in asked.options}


def plight(ruleset: Ruleset[S, Opt, A], state: S, seat: str, seats: tuple[Seat, ...]) -> Dilemma:
    """What a seat knows of a quiet table where something is about to happen to it."""
    codec, luck = Codec(ruleset), random.SystemRandom()
    worlds = []
    for _ in range(1 if ruleset.open_questions else HIDDEN_HANDS):
        world = codec.copy(state)
        suppose(ruleset, world, seat, luck)
        worlds.append(codec.encode(world))
    return Dilemma(ruleset.id, seat, seats, tuple(worlds))


WAIT = "Wait"
DO = "do"
MOST_WAYS = 12
"""An offer that may be taken in more ways than this is not weighed."""


def offered_actions(record: Record[S, Opt, A], seat: str) -> tuple[dict[str, Act], tuple[str, ...]]:
    """The actions that a seat is offered now, by what people call them, each way to take them one.

    And the names of those that may be taken in too many ways.
    """
    ruleset, state, faces = record.ruleset, record.state, titles.faces_at(record)
    found: dict[str, Act] = {WAIT: {}}
    left_out: dict[str, None] = {}
    for offer in ruleset.offers(state, seat):
        if offer.why_not:
            continue
        form = partial(ruleset.form, state, seat, offer)
        ways = list(islice(fillings(form, offer, _details), MOST_WAYS + 1))
        if not ways or len(ways) > MOST_WAYS:
            left_out[offer.label] = None
            continue
        for way in ways:
            chosen = {name: way[name] for name in way if name not in (DO, *offer.fixed)}
            how = titles.details(form(chosen), chosen, faces)
            found[free_name(f"{offer.label}: {how}" if how else offer.label, found)] = way
    if len(found) == 1:
        raise Refused("", f"{seat} has nothing to choose right now.")
    return found, tuple(left_out)


def _details(param: Param) -> Sequence[Value]:
    """What may be said about a detail; nothing when that is too much to look at."""
    match param:
        case One():
            return param.options
        case Count():
            return range(param.low, param.high + 1)
        case Words():
            return ("",) if param.may_be_empty else ()
        case Many():
            sizes = range(param.least, min(param.most, len(param.options)) + 1)
            few = len(param.options) <= MOST_WAYS
            if few and sum(comb(len(param.options), size) for size in sizes) <= MOST_WAYS:
                return [list(some) for n in sizes for some in combinations(param.options, n)]
            return ([],) if param.least == 0 else ()
        case YesNo():
            return (True, False)


def _imagined(record: Record[S, Opt, A], seat: str, luck: random.Random) -> bytes:
    """A world at this quiet point that the seat cannot tell from the true one.

    The answers of the action in flight must lead to the open question in it too.
    """
    codec = Codec(record.ruleset)
    for _ in range(TRIES):
        world = codec.decode(record.quiet[record.n])
        suppose(record.ruleset, world, seat, luck)
        kept = codec.encode(world)
        if record.flight is None or _leads_there(record, codec, kept):
            return kept
    raise Refused("", "What you’ve seen leaves too few possibilities to imagine one.")


def _leads_there(record: Record[S, Opt, A], codec: Codec[S, Opt, A], world: bytes) -> bool:
    flight, asked = record.flight, record.asked
    assert flight is not None
    assert asked is not None
    answers = iter(flight.answers)

    def answer(question: Question) -> Answer:
        answered = next(answers, None)
        if answered is None:
            raise Asked(question)
        return question.check(answered.answer)

    game = Game(codec.decode(world), answer, record.header.seats)
    try:
        codec.perform(game, flight.seat, flight.action)
    except Asked as reached:
        return reached.question.key == asked.key
    except Refused:
        return False
    return False
