"""Closed forms: odds by counting cards, in whole numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import accumulate
from math import comb, factorial, perm
from operator import sub

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.prospects import Prospect
from fatedeck.odds.distribution import Distribution


def count(prospect: Prospect) -> Distribution[str]:
    """The odds of a prospect: the best or worst of so many cards, none of them put back.

    Where nothing is turned or drawn after them, one sum over the cards tells how many of them stay
    within each class, and so how many hands do.
    """
    cards, draws = prospect.cards, prospect.draws
    if prospect.further or prospect.again or len(cards) > MOST_IN_A_BYTE or draws < 1:
        if prospect.may_stop():
            return _count_stopped(prospect)
        return count_classes(prospect, numbers_of(prospect))
    table = _table(prospect)
    try:
        within = sum(map(table.reaches, cards)).to_bytes(table.size, "little")
    except KeyError as unknown:
        if prospect.may_stop():
            return _count_stopped(prospect)
        raise _no_place(prospect) from unknown
    hands_of = _hands_of(draws)
    ways = dict.fromkeys(table.results, 0)
    hands = 0
    for result, number in zip(table.named, within, strict=True):
        before, hands = hands, hands_of[number]
        ways[result] += hands - before
    if not hands:
        _enough(len(cards), draws)
    return Distribution.counted(ways, hands)


def numbers_of(prospect: Prospect) -> list[int]:
    """How many cards each class has, from worst to best."""
    place = {outcome: at for at, outcome in enumerate(prospect.order)}
    numbers = [0] * len(place)
    try:
        for card in prospect.cards:
            numbers[place[prospect.classes[card]]] += 1
    except KeyError as unknown:
        raise _no_place(prospect) from unknown
    return numbers


def _no_place(prospect: Prospect) -> Refused:
    """Why a prospect cannot be counted: one of its cards falls into no class of the order."""
    classes, order = prospect.classes, prospect.order
    stray = next(card for card in prospect.cards if classes.get(card) not in order)
    return Refused("", f"{stray} has no place among {', '.join(order)}.")


MOST_IN_A_BYTE = 255
MOST_KNOWN = 1000


class Table(Struct, frozen=True):
    """How the cards of a prospect are counted, with every class in a byte of one number.

    A card weighs 1 in the byte of its class and of all classes after it, in the order of `keep`: so
    the bytes of a sum tell how many cards stay within each class. A card that `stops` the draw has
    no weight: its draws are counted otherwise. `named` is the result of each class, one of the
    `results`.
    """

    classes: dict[str, str]
    order: tuple[str, ...]
    names: dict[str, str]
    stops: tuple[str, ...]
    reaches: Callable[[str], int]
    size: int
    named: tuple[str, ...]
    results: tuple[str, ...]


_known: dict[tuple[int, int, int, str], Table] = {}
"""Tables that were made before, by the identity of their classes, names and stops, and by what is
kept.

A table holds on to all of them, so nothing else can have the same identity.
"""


def _table(prospect: Prospect) -> Table:
    classes, order, names = prospect.classes, prospect.order, prospect.names
    stops = prospect.stops
    results = prospect.results if names else order
    key = id(classes), id(names) if names else 0, id(stops), prospect.keep
    known = _known.get(key)
    if known is not None and known.order == order and known.results == results:
        return known
    upward = order if prospect.keep == "best" else order[::-1]
    bytes_ = range(len(upward))
    within = {name: sum(1 << 8 * at for at in bytes_[place:]) for place, name in enumerate(upward)}
    weights = {
        card: within[name] for card, name in classes.items() if name in within and card not in stops
    }
    named = tuple(names.get(name, name) for name in upward)
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    _known[key] = table = Table(
        classes, order, names, stops, weights.__getitem__, len(order), named, results
    )
    return table


def count_classes(prospect: Prospect, numbers: list[int]) -> Distribution[str]:
    """The odds of a prospect when each class, from worst to best, has so many cards left."""
    if prospect.draws < 1:
        raise Refused("", f"You draw at least one card, not {prospect.draws}.")
    if prospect.further < 0:
        raise Refused("", f"You can’t turn {prospect.further} further cards.")
    return _named(prospect, _ways(prospect, numbers))


def _named(prospect: Prospect, ways: list[int]) -> Distribution[str]:
    """The odds of the results, from the ways to come to each class."""
    order, names = prospect.order, prospect.names
    if not names:
        return Distribution(dict(zip(order, ways, strict=True)))
    named = dict.fromkeys(prospect.results, 0)
    for result, hands in zip(map(names.__getitem__, order), ways, strict=True):
        named[result] += hands
    return Distribution(named)


def _count_stopped(prospect: Prospect) -> Distribution[str]:
    """The odds of a draw that some cards end."""
    if prospect.further or prospect.again:
        raise Refused("", "A draw that some cards end is counted alone, with none after it.")
    parts: tuple[list[str], list[str]] = [], []
    for card in prospect.cards:
        parts[card in prospect.stops].append(card)
    plain, stops = (
        numbers_of(msgspec.structs.replace(prospect, cards=tuple(part))) for part in parts
    )
    if prospect.keep == "best":
        return _named(prospect, best_until_stopped(plain, stops, prospect.draws))
    ways = best_until_stopped(plain[::-1], stops[::-1], prospect.draws)
    return _named(prospect, ways[::-1])


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
        raise Refused("", "There can’t be fewer than no cards.")
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
    """How many hands of so many cards there are in decks of 0 to 255 cards."""
    return tuple(comb(cards, draws) for cards in range(MOST_IN_A_BYTE + 1))


def worst_of(classes: Sequence[int], draws: int) -> list[int]:
    """Of all hands of so many cards, how many have each class as their worst."""
    return best_of(classes[::-1], draws)[::-1]


def best_until_stopped(classes: Sequence[int], stops: Sequence[int], draws: int) -> list[int]:
    """Turn up to so many cards, none after one that stops: how often each class is the best.

    `stops` are the numbers of stopping cards in each class, `classes` those of all others. All
    orders of so many cards are counted, whether or not the last of them are turned.

    >>> best_until_stopped([1, 1], [1, 0], 2)
    [3, 3]
    """
    if draws < 1:
        raise Refused("", f"You draw at least one card, not {draws}.")
    cards = sum(classes) + sum(stops)
    _enough(cards, draws)
    ways = [factorial(draws) * hands for hands in _best_of(classes, draws)]
    for before in range(draws):
        rest = perm(cards - before - 1, draws - before - 1)
        hands = _best_of(classes, before) if before else [1, *(0 for _ in classes[1:])]
        for best, number in enumerate(hands):
            for place, stopping in enumerate(stops):
                ways[max(best, place)] += factorial(before) * number * stopping * rest
    return ways


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
        drawn = "1 card" if draws == 1 else f"{draws} cards"
        raise Refused("", f"You can’t draw {drawn} from {cards}.")


def without(prospect: Prospect, gone: Iterable[str]) -> Prospect:
    """The same prospect when these cards are gone from the deck."""
    return msgspec.structs.replace(prospect, cards=take_out(prospect.cards, gone))


def take_out(cards: Iterable[str], gone: Iterable[str]) -> tuple[str, ...]:
    """The cards that are left when these are gone."""
    left = list(cards)
    for card in gone:
        if card not in left:
            raise Refused("", f"There’s no card {card} in that deck.")
        left.remove(card)
    return tuple(left)
