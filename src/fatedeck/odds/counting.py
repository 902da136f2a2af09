"""Closed forms: odds by counting cards, in whole numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import accumulate
from math import comb
from operator import sub
from typing import TypeAlias

import msgspec

from fatedeck.engine.errors import Refused
from fatedeck.engine.prospects import Prospect
from fatedeck.odds.distribution import Distribution


def count(prospect: Prospect) -> Distribution[str]:
    """The odds of a prospect: the best or worst of so many cards, none of them put back."""
    return count_classes(prospect, numbers_of(prospect))


def numbers_of(prospect: Prospect) -> list[int]:
    """How many cards each class has, from worst to best.

    A card weighs 1 in the byte of its class, so that one sum counts all classes at once.
    """
    cards, order = prospect.cards, prospect.order
    weights = _weights(prospect)
    try:
        if len(cards) <= MOST_IN_A_BYTE:
            return list(sum(map(weights.__getitem__, cards)).to_bytes(len(order), "little"))
        numbers = Counter(map(weights.__getitem__, cards))
    except KeyError as unknown:
        stray = next(card for card in cards if card not in weights)
        raise Refused("", f"{stray} has no place among {', '.join(order)}.") from unknown
    return [numbers[1 << 8 * place] for place in range(len(order))]


MOST_IN_A_BYTE = 255
MOST_KNOWN = 1000

Known: TypeAlias = tuple[dict[str, str], tuple[str, ...], dict[str, int]]
_known: dict[int, Known] = {}
"""The weights of the cards for tables of classes that were counted before, by their identity."""


def _weights(prospect: Prospect) -> dict[str, int]:
    classes, order = prospect.classes, prospect.order
    known = _known.get(id(classes))
    if known is not None and known[0] is classes and known[1] == order:
        return known[2]
    place = {outcome: 1 << 8 * at for at, outcome in enumerate(order)}
    weights = {card: place[name] for card, name in classes.items() if name in place}
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[id(classes)] = classes, order, weights
    return weights


def count_classes(prospect: Prospect, numbers: list[int]) -> Distribution[str]:
    """The odds of a prospect when each class, from worst to best, has so many cards left."""
    if prospect.draws < 1:
        raise Refused("", f"At least one card is drawn, not {prospect.draws}.")
    if prospect.further < 0:
        raise Refused("", f"No fewer than 0 further cards are turned, not {prospect.further}.")
    ways, order, names = _ways(prospect, numbers), prospect.order, prospect.names
    if not names:
        return Distribution(dict(zip(order, ways, strict=True)))
    named = dict.fromkeys(prospect.results, 0)
    for result, hands in zip(map(names.__getitem__, order), ways, strict=True):
        named[result] += hands
    return Distribution(named)


def _ways(prospect: Prospect, classes: list[int]) -> list[int]:
    """How many of all draws come to each class."""
    draws, best = prospect.draws, prospect.keep == "best"
    if prospect.further:
        if best:
            return best_then_worst_of(classes, draws, prospect.further)
        draws += prospect.further
    if not prospect.again:
        _enough(sum(classes), draws)
        return _best_of(classes, draws) if best else _best_of(classes[::-1], draws)[::-1]
    names = prospect.names
    good = [names.get(outcome, outcome) in prospect.good for outcome in prospect.order]
    if draws == 1 or prospect.again == "all":
        if best:
            first, anew = all_again(classes, draws, good)
        else:
            worst = all_again(classes[::-1], draws, good[::-1])
            first, anew = worst[0][::-1], worst[1][::-1]
        for place, hands in enumerate(anew):
            first[min(place + prospect.raised, len(first) - 1)] += hands
        return first
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
    _enough(sum(classes), draws)
    return _best_of(classes, draws)


def _best_of(classes: Sequence[int], draws: int) -> list[int]:
    hands_of = _hands_of(draws)
    try:
        hands = [hands_of[cards] for cards in accumulate(classes)]
    except IndexError:
        hands = [comb(cards, draws) for cards in accumulate(classes)]
    return list(map(sub, hands, (hands_of[0], *hands)))


@cache
def _hands_of(draws: int) -> tuple[int, ...]:
    """How many hands of so many cards there are in decks of 0 to 120 cards."""
    return tuple(comb(cards, draws) for cards in range(121))


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


def all_again(
    classes: Sequence[int], draws: int, good: Sequence[bool]
) -> tuple[list[int], list[int]]:
    """The best of some cards; when it is not good, the best of as many others instead.

    How often each class stands at first, and how often it comes from the other cards.

    >>> all_again([1, 1, 1], 1, [False, True, True])
    ([0, 2, 2], [0, 1, 1])
    """
    cards = sum(classes)
    _enough(cards, 2 * draws)
    up_to = [0, *accumulate(classes)]

    def both(first: int, second: int) -> int:
        """How many pairs of hands stay within so many classes each."""
        less, more = sorted((up_to[first], up_to[second]))
        return comb(less, draws) * comb(max(0, more - draws), draws)

    first, anew = [0] * len(classes), [0] * len(classes)
    others = comb(cards - draws, draws)
    for place, number in enumerate(best_of(classes, draws)):
        if good[place]:
            first[place] += number * others
            continue
        for again in range(len(classes)):
            anew[again] += (
                both(place + 1, again + 1)
                - both(place, again + 1)
                - both(place + 1, again)
                + both(place, again)
            )
    return first, anew


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
    return msgspec.structs.replace(prospect, cards=take_out(prospect.cards, gone))


def take_out(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards that are left when these are gone."""
    left = list(cards)
    for card in gone:
        if card not in left:
            raise Refused("", f"There is no card {card} in that deck.")
        left.remove(card)
    return tuple(left)
