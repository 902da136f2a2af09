"""The best choice: what each answer to an open question is worth, the best first.

What a state is worth is the game's own data (`Ruleset.standing`) or the caller's; nothing here
knows what is better.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import Prospect, Spending
from fatedeck.engine.questions import Answer, Each, Question, Text
from fatedeck.engine.record import Record
from fatedeck.odds.distribution import Distribution

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


class Option(Struct, frozen=True):
    """One answer, what it is worth on average, and how its worth is spread."""

    answer: str
    worth: Fraction
    spread: Distribution[Fraction]


class Held(Struct, frozen=True):
    """What one holds after drawing, and whether to stop: the worth of stopping and of going on."""

    drawn: int
    outcome: str
    stop: Fraction
    draw: Fraction


class Spent(Struct, frozen=True):
    """A card of the hand and the checks one may expect to pass, this one included."""

    card: int
    passed: Fraction


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
    later choices are this seat's best ones unless `decide` gives an answer. Free words are left
    empty. `watch` is told the share that is done, and may raise to call it off.
    """
    question = record.question_for(seat)
    if question is None or record.flight is None:
        raise Refused("", f"{seat} is not asked anything now.")
    if isinstance(record.asked, Each):
        raise Refused("", "Several seats answer this at once; what the others say is not known.")
    ruleset, codec, flight = record.ruleset, Codec(record.ruleset), record.flight
    snapshot = record.quiet[record.n]

    def decided(state: S, asked: Question) -> Answer | None:
        if decide is not None and (answer := decide(state, asked)) is not None:
            return answer
        return "" if isinstance(asked, Text) and asked.may_be_empty else None

    def value(state: S) -> Fraction:
        return Fraction(worth(state) if worth is not None else ruleset.standing(state, seat))

    options = Possibilities(
        lambda: codec.decode(snapshot),
        lambda game: codec.perform(game, flight.seat, flight.action),
        value,
        decide=decided,
        worth=lambda end: end,
        unseen=lambda world: ruleset.hidden(world, seat),
        blind=True,
        seats=record.header.seats,
        given=tuple(answered.answer for answered in flight.answers),
        watch=watch,
        most_runs=most_runs,
    ).options()
    found = []
    for answer, ends in options:
        spread = Distribution.of_chances(ends, sorted(ends))
        said = ", ".join(answer) if isinstance(answer, list) else str(answer)
        found.append(Option(said, spread.mean(), spread))
    return sorted(found, key=lambda option: -option.worth)


def when_to_stop(
    prospect: Prospect, worth: Callable[[str], Fraction | int], cost: Fraction | int = 0
) -> list[Held]:
    """For everything one may hold while drawing one by one for the best card: stop or go on.

    `worth` values a result, `cost` is what each further card costs. A card that is better than all
    drawn so far was not among them, so its chance is known whatever the others were.
    """
    if prospect.keep != "best" or prospect.further or prospect.again:
        raise Refused("", "Stopping is asked for only where the best of some cards counts.")
    number = dict.fromkeys(prospect.order, 0)
    for card in prospect.cards:
        number[prospect.classes[card]] += 1
    counts, cards = list(number.values()), len(prospect.cards)
    if prospect.draws > cards:
        raise Refused("", f"{prospect.draws} cards cannot be drawn from {cards}.")
    results = [prospect.names.get(outcome, outcome) for outcome in prospect.order]

    def stopping(place: int) -> Fraction:
        return Fraction(worth(results[place]))

    @cache
    def drawing(place: int, drawn: int) -> Fraction:
        """The worth of drawing another one with this class as the best of those drawn."""
        no_better = sum(counts[: place + 1]) - drawn
        expected = no_better * best(place, drawn + 1)
        for better in range(place + 1, len(counts)):
            expected += counts[better] * best(better, drawn + 1)
        return expected / (cards - drawn) - cost

    @cache
    def best(place: int, drawn: int) -> Fraction:
        if drawn == prospect.draws:
            return stopping(place)
        return max(stopping(place), drawing(place, drawn))

    return [
        Held(drawn, prospect.order[place], stopping(place), drawing(place, drawn))
        for drawn in range(1, prospect.draws)
        for place in range(len(counts))
        if counts[place] and sum(counts[: place + 1]) >= drawn
    ]


def spend(spending: Spending) -> list[Spent]:
    """What each card of a hand, spent on this check, lets one pass in all; the best first.

    A small decision process over hands: every later check finds the hand that is left and spends
    its best card. Of equally good cards the lowest comes first.
    """
    if not spending.hand:
        raise Refused("", "There is no card in the hand to spend.")
    if not spending.needs or min(spending.needs.values()) < 0 or spending.coming < 0:
        raise Refused("", "Say which checks are expected, each a whole number of times.")
    if spending.coming >= len(spending.hand) and not spending.pile:
        raise Refused("", "The hand is too small for all checks, and there is no pile to turn.")
    total = sum(spending.needs.values())
    if not total:
        raise Refused("", "Say which checks are expected, each a whole number of times.")

    def from_pile(need: int) -> Fraction:
        return Fraction(sum(card >= need for card in spending.pile), len(spending.pile))

    @cache
    def ahead(hand: tuple[int, ...], coming: int) -> Fraction:
        """How many of the coming checks this hand may expect to pass."""
        if not coming:
            return Fraction(0)
        passed = Fraction(0)
        for need, times in spending.needs.items():
            if hand:
                passed += times * max(after(hand, card, need, coming - 1) for card in set(hand))
            else:
                passed += times * (from_pile(need) + ahead(hand, coming - 1))
        return passed / total

    def after(hand: tuple[int, ...], card: int, need: int, coming: int) -> Fraction:
        at = hand.index(card)
        return int(card >= need) + ahead(hand[:at] + hand[at + 1 :], coming)

    hand = tuple(sorted(spending.hand))
    found = [Spent(card, after(hand, card, spending.need, spending.coming)) for card in set(hand)]
    return sorted(found, key=lambda spent: (-spent.passed, spent.card))
