"""Plans for a draw or a day: when to stop drawing, what to draw anew, which card to spend."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb, prod
from operator import sub

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.prospects import Prospect, Spending
from fatedeck.odds.counting import best_of, numbers_of, worst_of


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


def when_to_stop(
    prospect: Prospect, worth: Callable[[str], Fraction | int], cost: Fraction | int = 0
) -> list[Held]:
    """For everything one may hold while drawing one by one for the best card: stop or go on.

    `worth` values a result, `cost` is what each further card costs. A card that is better than all
    drawn so far was not among them, so its chance is known whatever the others were.
    """
    if prospect.keep != "best" or prospect.further or prospect.again:
        raise Refused("", "You can only stop early where the best of several cards counts.")
    if prospect.draws < 2:
        raise Refused("", "With only one card to draw, there’s no stopping early.")
    counts, results = _counted(prospect, prospect.draws), _results(prospect)
    cards = len(prospect.cards)

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


def when_to_redraw(
    prospect: Prospect, worth: Callable[[str], Fraction | int], cost: Fraction | int = 0
) -> list[Held]:
    """For everything that may count after a draw: keep it, or have the worst card drawn anew.

    What comes then stands. `worth` values a result, `cost` is what the redraw costs.
    """
    if prospect.further or prospect.again or (prospect.keep == "worst" and prospect.draws > 1):
        raise Refused("", "A redraw can only be weighed where the best of several cards counts.")
    counts, results = _counted(prospect, prospect.draws + 1), _results(prospect)
    others = sum(counts) - prospect.draws
    found = []
    for place, outcome in enumerate(prospect.order):
        if not counts[place] or sum(counts[: place + 1]) < prospect.draws:
            continue
        keep = Fraction(worth(results[place]))
        if prospect.draws == 1:
            new = [(number - (at == place), at) for at, number in enumerate(counts)]
        else:
            better = [(counts[at], at) for at in range(place + 1, len(counts))]
            new = [(others - sum(number for number, _ in better), place), *better]
        again = sum((number * Fraction(worth(results[at])) for number, at in new), Fraction(0))
        found.append(Held(prospect.draws, outcome, keep, again / others - cost))
    return found


def when_to_draw_anew(
    first: Prospect,
    second: Prospect,
    worth: Callable[[str], Fraction | int],
    cost: Fraction | int = 0,
) -> list[Held]:
    """For everything that may count after a draw: keep it, or make the second draw instead.

    The second draw is made from the cards that the first one left, and what comes then stands.
    """
    numbers, results = _counted(first, first.draws + second.draws), _results(first)
    taking = best_of if first.keep == "best" else worst_of
    taking_anew = best_of if second.keep == "best" else worst_of
    hands = [0] * len(numbers)
    anew = [Fraction(0)] * len(numbers)
    for drawn in _hands(numbers, first.draws):
        ways = prod(map(comb, numbers, drawn))
        place = taking(drawn, first.draws).index(1)
        left = taking_anew(list(map(sub, numbers, drawn)), second.draws)
        expected = sum(
            (number * Fraction(worth(results[at])) for at, number in enumerate(left)), Fraction(0)
        )
        hands[place] += ways
        anew[place] += ways * expected / sum(left)
    return [
        Held(
            first.draws,
            first.order[place],
            Fraction(worth(results[place])),
            anew[place] / ways - cost,
        )
        for place, ways in enumerate(hands)
        if ways
    ]


def _hands(numbers: Sequence[int], draws: int) -> Iterator[list[int]]:
    """Every way to take so many cards from classes of so many cards each.

    >>> list(_hands([1, 2], 2))
    [[0, 2], [1, 1]]
    """
    if not numbers:
        if not draws:
            yield []
        return
    for taken in range(min(numbers[0], draws) + 1):
        for others in _hands(numbers[1:], draws - taken):
            yield [taken, *others]


def spend(spending: Spending) -> list[Spent]:
    """What each card of a hand, spent on this check, lets one pass in all; the best first.

    A small decision process over hands: every later check finds the hand that is left and spends
    its best card. Of equally good cards the lowest comes first.
    """
    if not spending.hand:
        raise Refused("", "There’s no card in your hand to spend.")
    if not spending.needs or min(spending.needs.values()) < 0 or spending.coming < 0:
        raise Refused("", "Say which checks you expect, and how many of each.")
    if spending.coming >= len(spending.hand) and not spending.pile:
        raise Refused(
            "", "Your hand is too small for all these checks, and there’s no pile to turn."
        )
    total = sum(spending.needs.values())
    if not total:
        raise Refused("", "Say which checks you expect, and how many of each.")

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


def _counted(prospect: Prospect, least: int) -> list[int]:
    """How many cards each class has, when there are enough in all and none ends the draw."""
    if prospect.may_stop():
        raise Refused("", "A card may end this draw, so no plan can be made for it.")
    if least > len(prospect.cards):
        raise Refused("", f"You can’t draw {least} cards from {len(prospect.cards)}.")
    return numbers_of(prospect)


def _results(prospect: Prospect) -> list[str]:
    return [prospect.names.get(outcome, outcome) for outcome in prospect.order]
