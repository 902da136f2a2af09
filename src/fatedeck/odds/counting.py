"""Closed forms: odds by counting cards, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.engine.prospects import Prospect
from fatedeck.odds.distribution import Distribution


def count(prospect: Prospect) -> Distribution[str]:
    """The odds of a prospect: the best or worst of so many cards, none of them put back."""
    number = dict.fromkeys(prospect.order, 0)
    classes = prospect.classes
    for card in prospect.cards:
        try:
            number[classes[card]] += 1
        except KeyError as unknown:
            raise Refused(
                "", f"{card} has no place among {', '.join(prospect.order)}."
            ) from unknown
    if prospect.draws < 1:
        raise Refused("", f"At least one card is drawn, not {prospect.draws}.")
    ways = best_of if prospect.keep == "best" else worst_of
    counts = ways(list(number.values()), prospect.draws)
    odds = Distribution(dict(zip(number, counts, strict=True)))
    if not prospect.names:
        return odds
    return odds.map(lambda outcome: prospect.names[outcome], prospect.results)


def best_of(classes: Sequence[int], draws: int) -> list[int]:
    """Of all hands of so many cards, how many have each class as their best.

    `classes` are the numbers of cards in each class, from the worst to the best.

    >>> best_of([8, 4, 6, 2], 1)
    [8, 4, 6, 2]
    """
    if draws < 0 or min(classes, default=0) < 0:
        raise Refused("", "There are no fewer than no cards.")
    hands: list[int] = []
    cards = 0
    worse = comb(0, draws)
    for number in classes:
        cards += number
        up_to_here = comb(cards, draws)
        hands.append(up_to_here - worse)
        worse = up_to_here
    if draws > cards:
        raise Refused("", f"{draws} cards cannot be drawn from {cards}.")
    return hands


def worst_of(classes: Sequence[int], draws: int) -> list[int]:
    """Of all hands of so many cards, how many have each class as their worst."""
    return best_of(classes[::-1], draws)[::-1]


def without(prospect: Prospect, gone: Iterable[str]) -> Prospect:
    """The same prospect when these cards are gone from the deck."""
    left = list(prospect.cards)
    for card in gone:
        if card not in left:
            raise Refused("", f"There is no card {card} in that deck.")
        left.remove(card)
    return msgspec.structs.replace(prospect, cards=tuple(left))
