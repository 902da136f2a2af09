"""Closed forms: odds by counting cards, in whole numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
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
    if prospect.further < 0:
        raise Refused("", f"No fewer than 0 further cards are turned, not {prospect.further}.")
    counts = _ways(prospect, list(number.values()))
    odds = Distribution(dict(zip(number, counts, strict=True)))
    if not prospect.names:
        return odds
    return odds.map(lambda outcome: prospect.names[outcome], prospect.results)


def _ways(prospect: Prospect, classes: list[int]) -> list[int]:
    """How many of all draws come to each class."""
    draws, best = prospect.draws, prospect.keep == "best"
    if prospect.further and best:
        return best_then_worst_of(classes, draws, prospect.further)
    draws += prospect.further
    if not prospect.again:
        return best_of(classes, draws) if best else worst_of(classes, draws)
    names = prospect.names
    good = [names.get(outcome, outcome) in prospect.good for outcome in prospect.order]
    if draws == 1 or prospect.again == "all":
        if best:
            return all_again(classes, draws, good)
        return all_again(classes[::-1], draws, good[::-1])[::-1]
    redrawn = best_again if best else worst_again
    return redrawn(classes, draws, good)


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
    _enough(cards, draws)
    return hands


def worst_of(classes: Sequence[int], draws: int) -> list[int]:
    """Of all hands of so many cards, how many have each class as their worst."""
    return best_of(classes[::-1], draws)[::-1]


def best_then_worst_of(classes: Sequence[int], draws: int, further: int) -> list[int]:
    """Take the best of some cards, turn further ones: how often each class is then the worst.

    >>> best_then_worst_of([1, 2], 1, 1)
    [4, 2]
    """
    cards = sum(classes)
    _enough(cards, draws + further)
    up_from = 0
    ways: list[int] = []
    for number in reversed(classes):
        before = sum(ways)
        up_from += number
        ways.append(
            sum(
                comb(up_from, high) * comb(cards - up_from, draws - high) * comb(left, further)
                for high in range(1, draws + 1)
                if (left := up_from - high) >= 0
            )
            - before
        )
    return ways[::-1]


def all_again(classes: Sequence[int], draws: int, good: Sequence[bool]) -> list[int]:
    """The best of some cards; when it is not good, the best of as many others instead.

    >>> all_again([1, 1, 1], 1, [False, True, True])
    [0, 3, 3]
    """
    cards = sum(classes)
    _enough(cards, 2 * draws)
    up_to = [0, *accumulate(classes)]

    def both(first: int, second: int) -> int:
        """How many pairs of hands stay within so many classes each."""
        less, more = sorted((up_to[first], up_to[second]))
        return comb(less, draws) * comb(max(0, more - draws), draws)

    ways = [0] * len(classes)
    others = comb(cards - draws, draws)
    for place, number in enumerate(best_of(classes, draws)):
        if good[place]:
            ways[place] += number * others
            continue
        for again in range(len(classes)):
            ways[again] += (
                both(place + 1, again + 1)
                - both(place, again + 1)
                - both(place + 1, again)
                + both(place, again)
            )
    return ways


def best_again(classes: Sequence[int], draws: int, good: Sequence[bool]) -> list[int]:
    """The best of two or more cards; when it is not good, the worst of them is drawn anew.

    The best one stays, so only a card of a better class changes anything.
    """
    cards = sum(classes)
    _enough(cards, draws + 1)
    up_to = list(accumulate(classes))
    ways = [0] * len(classes)
    for place, hands in enumerate(best_of(classes, draws)):
        if good[place]:
            ways[place] += hands * (cards - draws)
            continue
        ways[place] += hands * (up_to[place] - draws)
        for better in range(place + 1, len(classes)):
            ways[better] += hands * classes[better]
    return ways


def worst_again(classes: Sequence[int], draws: int, good: Sequence[bool]) -> list[int]:
    """The worst of two or more cards; when it is not good, it is drawn anew.

    The second worst and the new card are then the ones that may be the worst.
    """
    cards = sum(classes)
    _enough(cards, draws + 1)
    up_from = [sum(classes[place:]) for place in range(len(classes) + 1)]
    ways = [0] * len(classes)
    for place, hands in enumerate(worst_of(classes, draws)):
        if good[place]:
            ways[place] += hands * (cards - draws)
            continue
        alone = classes[place] * comb(up_from[place + 1], draws - 1)
        twice = hands - alone
        ways[place] += twice * (up_from[place] - draws)
        for worse in range(place):
            ways[worse] += twice * classes[worse]
        for second in range(place + 1, len(classes)):
            rest = comb(up_from[second], draws - 1) - comb(up_from[second + 1], draws - 1)
            pairs = classes[place] * rest
            ways[second] += pairs * (up_from[second] - draws + 1)
            for new in range(second):
                ways[new] += pairs * (classes[new] - (new == place))
    return ways


def _enough(cards: int, draws: int) -> None:
    if draws > cards:
        raise Refused("", f"{draws} cards cannot be drawn from {cards}.")


def without(prospect: Prospect, gone: Iterable[str]) -> Prospect:
    """The same prospect when these cards are gone from the deck."""
    left = list(prospect.cards)
    for card in gone:
        if card not in left:
            raise Refused("", f"There is no card {card} in that deck.")
        left.remove(card)
    return msgspec.structs.replace(prospect, cards=tuple(left))
