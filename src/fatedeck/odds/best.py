"""The best choice: what each answer to an open question is worth, the best first.

What a state is worth is the game's own data (`Ruleset.standing`) or the caller's; nothing here
knows what is better.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.imagine import suppose
from fatedeck.engine.offers import Count, Many, One, Param, Value, Words
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Draw, Each, Question, Roll, Text
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import Ruleset
from fatedeck.odds.distribution import Distribution

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


class Option(Struct, frozen=True):
    """An answer or an action, what it is worth on average, and how its worth is spread."""

    answer: str
    worth: Fraction
    spread: Distribution[Fraction]


class Dilemma(Struct, frozen=True):
    """What a seat has to choose, as plain data: another process can weigh it.

    It is an answer to what the action of an `actor` asks after the answers `given`, or one of some
    named `actions`. `worlds` are states that the seat cannot tell from the true one, so nothing
    that it may not know is in here.
    """

    game: str
    seat: str
    seats: tuple[Seat, ...]
    worlds: tuple[bytes, ...]
    actor: str = ""
    action: Act = {}
    given: tuple[Answer, ...] = ()
    actions: dict[str, Act] = {}


HIDDEN_HANDS = 8
"""How many worlds are weighed where others hold cards that this seat has not seen."""
TRIES = 200


def best_answers(
    record: Record[S, Opt, A],
    seat: str,
    *,
    worth: Callable[[S], Fraction | int] | None = None,
    decide: Callable[[S, Question], Answer | None] | None = None,
    watch: Callable[[float], None] | None = None,
    most_runs: int = 1_000_000,
) -> list[Option]:
    """Every answer to the question that a seat is asked now, the one worth most first.

    The rules run to every end of the action in flight, with unseen cards as this seat knows them;
    later choices are made by `decide`, else other seats choose by the game's own policy, if it has
    one, and this seat for the best. Free words are left empty. `watch` is told the share that is
    done, and may raise to call it off.
    """
    if record.question_for(seat) is None:
        raise Refused("", f"{seat} is not asked anything now.")
    return weigh(
        record.ruleset,
        dilemma(record, seat),
        worth=worth,
        decide=decide,
        watch=watch,
        most_runs=most_runs,
    )


def best_actions(
    record: Record[S, Opt, A],
    seat: str,
    actions: Mapping[str, Act],
    *,
    worth: Callable[[S], Fraction | int] | None = None,
    decide: Callable[[S, Question], Answer | None] | None = None,
    watch: Callable[[float], None] | None = None,
    most_runs: int = 1_000_000,
) -> list[Option]:
    """What each of these actions, given with a name, is worth to a seat now, the best first.

    Every choice on the way is made as in `best_answers`.
    """
    if record.flight is not None:
        raise Refused("", "An action is under way; ask for its best answer.")
    return weigh(
        record.ruleset,
        dilemma(record, seat, actions),
        worth=worth,
        decide=decide,
        watch=watch,
        most_runs=most_runs,
    )


def dilemma(
    record: Record[S, Opt, A], seat: str, actions: Mapping[str, Act] | None = None
) -> Dilemma:
    """What this seat has to choose now: an answer, or one of the actions that are named.

    Without names these are the actions that it is offered, where few details are left open, and to
    wait.
    """
    ruleset, header = record.ruleset, record.header
    if isinstance(record.asked, Each):
        raise Refused("", "Several seats answer this at once; what the others say is not known.")
    number = 1 if ruleset.open_questions else HIDDEN_HANDS
    worlds = tuple(_imagined(record, seat) for _ in range(number))
    flight = record.flight
    if flight is None:
        chosen = offered_actions(ruleset, record.state, seat) if actions is None else actions
        return Dilemma(header.game, seat, header.seats, worlds, actions=dict(chosen))
    if record.question_for(seat) is None:
        raise Refused("", f"{seat} is not asked anything now.")
    given = tuple(answered.answer for answered in flight.answers)
    return Dilemma(header.game, seat, header.seats, worlds, flight.seat, flight.action, given)


WAIT = "Wait"
MOST_WAYS = 12
"""An offer that may be taken in more ways than this is not weighed."""


def offered_actions(ruleset: Ruleset[S, Opt, A], state: S, seat: str) -> dict[str, Act]:
    """The actions that a seat is offered now, by name, each way to take them one."""
    found: dict[str, Act] = {WAIT: {}}
    for offer in ruleset.offers(state, seat):
        if offer.why_not:
            continue
        choices = [list(_details(param)) for param in offer.params]
        if prod(map(len, choices)) > MOST_WAYS:
            continue
        for details in product(*choices):
            values = {param.name: value for param, value in zip(offer.params, details, strict=True)}
            how = ", ".join(str(value) for value in details if value != "")
            name = f"{offer.label}: {how}" if how else offer.label
            found[name] = dict(offer.action(**values))
    if len(found) == 1:
        raise Refused("", f"{seat} has nothing to choose now.")
    return found


def _details(param: Param) -> Iterable[Value]:
    match param:
        case One():
            return param.options
        case Count():
            return range(param.low, param.high + 1)
        case Words() if param.may_be_empty:
            return ("",)
        case Many() if param.least == 0:
            return ([],)
    return ()


def weigh(
    ruleset: Ruleset[S, Opt, A],
    chosen: Dilemma,
    *,
    worth: Callable[[S], Fraction | int] | None = None,
    decide: Callable[[S, Question], Answer | None] | None = None,
    watch: Callable[[float], None] | None = None,
    most_runs: int = 1_000_000,
) -> list[Option]:
    """What each choice is worth, on average over the worlds, the best first."""
    names = list(chosen.actions) or [""]
    parts = len(names) * len(chosen.worlds)
    found: dict[str, dict[Fraction, Fraction]] = {}
    for part, (world, name) in enumerate(product(chosen.worlds, names)):

        def watch_part(done: float, part: int = part) -> None:
            if watch is not None:
                watch((part + done) / parts)

        search = _search(
            ruleset,
            world,
            chosen.seat,
            chosen.actor or chosen.seat,
            chosen.actions[name] if name else chosen.action,
            worth=worth,
            decide=decide,
            watch=watch_part,
            seats=chosen.seats,
            given=chosen.given,
            most_runs=most_runs,
        )
        ends = [(name, search.ends())] if name else [(_said(a), e) for a, e in search.options()]
        for choice, spread in ends:
            merged = found.setdefault(choice, {})
            for end, chance in spread.items():
                merged[end] = merged.get(end, Fraction(0)) + chance / len(chosen.worlds)
    return _ranked(found.items())


def _said(answer: Answer) -> str:
    return ", ".join(answer) if isinstance(answer, list) else str(answer)


def _imagined(record: Record[S, Opt, A], seat: str) -> bytes:
    """A world at this quiet point that the seat cannot tell from the true one.

    The answers of the action in flight must lead to the open question in it too.
    """
    codec, luck = Codec(record.ruleset), random.SystemRandom()
    for _ in range(TRIES):
        world = codec.decode(record.quiet[record.n])
        suppose(record.ruleset, world, seat, luck)
        kept = codec.encode(world)
        if record.flight is None or _leads_there(record, codec, kept):
            return kept
    raise Refused("", "What you have seen leaves too few possibilities to imagine one.")


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


def _search(
    ruleset: Ruleset[S, Opt, A],
    snapshot: bytes,
    seat: str,
    actor: str,
    action: Act,
    *,
    worth: Callable[[S], Fraction | int] | None,
    decide: Callable[[S, Question], Answer | None] | None,
    watch: Callable[[float], None] | None,
    seats: tuple[Seat, ...],
    given: tuple[Answer, ...],
    most_runs: int,
) -> Possibilities[S, Fraction]:
    """An action run to every end as a seat knows it, each end read as what it is worth."""
    codec, policy = Codec(ruleset), ruleset.policy()

    def decided(state: S, asked: Question) -> Answer | None:
        if decide is not None and (answer := decide(state, asked)) is not None:
            return answer
        if isinstance(asked, Text) and asked.may_be_empty:
            return ""
        if policy is None or isinstance(asked, Draw | Roll | Each) or asked.seat == seat:
            return None
        return policy.answer(state, asked)

    def value(state: S) -> Fraction:
        return Fraction(worth(state) if worth is not None else ruleset.standing(state, seat))

    def perform(game: Game[S]) -> None:
        if action:
            codec.perform(game, actor, action)

    return Possibilities(
        lambda: codec.decode(snapshot),
        perform,
        value,
        decide=decided,
        worth=lambda end: end,
        unseen=lambda world: ruleset.hidden(world, seat),
        blind=True,
        seats=seats,
        given=given,
        watch=watch,
        most_runs=most_runs,
    )


def _ranked(found: Iterable[tuple[str, dict[Fraction, Fraction]]]) -> list[Option]:
    options = []
    for name, ends in found:
        spread = Distribution.of_chances(ends, sorted(ends))
        options.append(Option(name, spread.mean(), spread))
    return sorted(options, key=lambda option: -option.worth)
