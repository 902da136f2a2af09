"""Random legal play of any game, from its offers alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Literal, get_args, get_origin, get_type_hints

from msgspec import Struct

from fatedeck.engine import forms
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Count, Many, Offer, One, Param, Value, Words, YesNo, tag
from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import AnyRuleset

AnyRecord = Record[Struct, Struct, Struct]

NAMES = ("Ana", "Ben", "Cleo", "Dov")
WORDS = ("by the river", "a torch", "Mira")
"""What is written where words are asked for; somebody may come to be called so."""
TRIES = 200
"""How often a form is filled in whose fields have to go together, before it counts as hopeless."""


def seats_for(ruleset: AnyRuleset, players: int = 2) -> tuple[Seat, ...]:
    """A game master if the game has one, and two players, or as many as it needs at least."""
    master = (Seat("GM", "gm"),) if ruleset.seating.game_master else ()
    players = min(max(players, ruleset.seating.fewest), ruleset.seating.most)
    return master + tuple(Seat(name) for name in NAMES[:players])


def new_record(
    ruleset: AnyRuleset, seed: int = 0, options: dict[str, object] | None = None, players: int = 2
) -> AnyRecord:
    """A table with a secret made from a seed, set up."""
    secret = seed.to_bytes(32, "big")
    seats = seats_for(ruleset, players)
    header = new_header(ruleset, seats, options or {}, secret)
    record = Record(ruleset, header, secret=secret)
    record.set_up()
    return record


def fill_in(
    ruleset: AnyRuleset, state: Struct, seat: str, offer: Offer, luck: random.Random
) -> Act:
    """An action from an offer, its form filled in at random within what it allows.

    Where the fields have to go together it is tried again, at last with little out of the ordinary;
    a form that nothing fits is refused.
    """
    chosen: list[Value] = []
    value = random_value

    def choose(param: Param) -> Value:
        chosen.append(value(param, luck))
        return chosen[-1]

    for number in range(TRIES):
        value = random_value if number < TRIES // 2 else plain_value
        try:
            return forms.fill(partial(ruleset.form, state, seat, offer), offer, choose)
        except Refused:
            if not chosen:
                raise
    raise Refused("", f"{seat} cannot fill in “{offer.label}” in {TRIES} tries.")


def fill(offer: Offer, luck: random.Random) -> Act:
    """The same where the offer itself tells all that may be chosen."""
    return offer.action(**{param.name: random_value(param, luck) for param in offer.params})


def random_value(param: Param, luck: random.Random) -> Value:
    """Something that a field of a form allows."""
    match param:
        case One():
            return luck.choice(param.options or ("",))
        case Many():
            most = min(param.most, len(param.options))
            return luck.sample(param.options, luck.randint(min(param.least, most), most))
        case Count():
            return luck.randint(param.low, max(param.low, param.high))
        case YesNo():
            return luck.random() < 0.5
        case Words():
            none: tuple[str, ...] = ("",) if param.may_be_empty else ()
            return luck.choice((*WORDS, *none))


def plain_value(param: Param, luck: random.Random) -> Value:
    """The same, but half the time what stands there already, or words that nobody has used yet."""
    if luck.random() < 0.5:
        return random_value(param, luck)
    match param:
        case Words():
            return f"guest {luck.randint(1, 999)}"
        case One(default=stands) | Count(default=stands) | YesNo(default=stands):
            if stands is not None and param.why_not(stands) is None:
                return stands
        case Many():
            pass
    return random_value(param, luck)


def hostile(ruleset: AnyRuleset, words: list[str], luck: random.Random) -> Act:
    """An action of the right shape whose values mean little: what a hostile client would send."""
    wanted: type[Struct] = luck.choice(ruleset.actions)
    values: Act = {"do": tag(wanted)}
    for name, kind in get_type_hints(wanted, include_extras=False).items():
        values[name] = _any_value(kind, words, luck)
    return values


def _any_value(kind: object, words: list[str], luck: random.Random) -> Value:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return str(luck.choice(args))
    if kind is bool:
        return luck.random() < 0.5
    if kind is int:
        return luck.choice((-1, 0, 1, 2, 3, 7, 10**6))
    if origin in (list, tuple):
        return [str(_any_value(args[0], words, luck)) for _ in range(luck.randint(0, 3))]
    if origin is dict:
        return {
            luck.choice(words): luck.choice((-2, 0, 1, 4, 99)) for _ in range(luck.randint(0, 3))
        }
    if origin is not None and args:
        return _any_value(luck.choice([arg for arg in args if arg is not type(None)]), words, luck)
    return luck.choice(words)


def random_answer(question: Decision, luck: random.Random) -> Answer:
    match question:
        case Choose():
            return luck.choice(question.options)
        case Several():
            size = luck.randint(question.least, min(question.most, len(question.options)))
            return luck.sample(question.options, size)
        case Number():
            return luck.randint(question.low, question.high)
        case _:
            return luck.choice(("the rope holds", "a door opens"))


def play(
    record: AnyRecord,
    luck: random.Random,
    steps: int,
    after: Callable[[AnyRecord], None] = lambda record: None,
) -> None:
    """Take this many random steps, an action or an answer each; refused ones count too."""
    for _ in range(steps):
        if record.ruleset.is_over(record.state) and not record.waiting_for:
            return
        step(record, luck)
        after(record)


def step(record: AnyRecord, luck: random.Random) -> None:
    """One random action or answer; what is refused counts for nothing."""
    try:
        if record.waiting_for:
            seat = luck.choice(record.waiting_for)
            question = record.question_for(seat)
            assert question is not None
            record.answer(seat, random_answer(question, luck))
        else:
            offered = [
                (seat.name, offer)
                for seat in record.header.seats
                for offer in record.ruleset.offers(record.state, seat.name)
                if not offer.why_not
            ]
            assert offered, "nobody can do anything, and the game is not over"
            seat, offer = luck.choice(offered)
            record.do(seat, fill_in(record.ruleset, record.state, seat, offer, luck))
    except Refused:
        pass
