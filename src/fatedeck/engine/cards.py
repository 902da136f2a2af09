"""Cards and piles.

A card is its name: `"D05"`, `"9H"`, or `"longsword#2"` where copies must be told apart. A pile is
an unordered bag between two ordered ends. Shuffled cards have no order until somebody looks, so the
bag is kept sorted and says nothing about what comes next; cards that someone has put on top or at
the bottom lie in order. A hand or a face-up discard pile is a pile whose cards all lie on top.

Moving is the only way to change a pile, so no card is ever made or lost.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

Place = Literal["top", "bag", "bottom"]


class Pile(Struct, omit_defaults=True):
    """Cards in one place: `top` from the top down, the shuffled `bag`, `bottom` from there down."""

    top: list[str] = []
    bag: list[str] = []
    bottom: list[str] = []

    def __len__(self) -> int:
        return len(self.top) + len(self.bag) + len(self.bottom)

    def is_empty(self) -> bool:
        return not (self.bag or self.top or self.bottom)

    def __contains__(self, card: object) -> bool:
        return card in self.top or card in self.bag or card in self.bottom

    def __iter__(self) -> Iterator[str]:
        yield from self.top
        yield from self.bag
        yield from self.bottom


def shuffled(cards: Iterable[str]) -> Pile:
    """A new pile of these cards, in no order."""
    return Pile(bag=sorted(cards))


def laid(cards: Iterable[str]) -> Pile:
    """A new pile of these cards in this order, the first on top."""
    return Pile(top=list(cards))


def face(card: str) -> str:
    """The face of a card: its name without the number that tells copies apart.

    >>> face("longsword#2")
    'longsword'
    """
    return card.partition("#")[0]


def move(card: str, source: Pile, target: Pile, to: Place = "top") -> None:
    """Take this card out of one pile and lay it on top of, at the bottom of or into another."""
    for cards in (source.top, source.bag, source.bottom):
        if card in cards:
            cards.remove(card)
            break
    else:
        raise LookupError(f"{card} is not in that pile")
    put(card, target, to)


def put(card: str, target: Pile, to: Place) -> None:
    """Lay down a card that was taken up just now; rules use `move` or `Game.draw`."""
    if to == "top":
        target.top.insert(0, card)
    elif to == "bottom":
        target.bottom.append(card)
    else:
        insort(target.bag, card)


def move_all(source: Pile, target: Pile, to: Place = "top") -> None:
    """Move a whole pile as it lies, so that its order stays."""
    cards = list(source)
    for part in (source.top, source.bag, source.bottom):
        part.clear()
    if to == "top":
        target.top[:0] = cards
    elif to == "bottom":
        target.bottom += cards
    else:
        target.bag += cards
        target.bag.sort()


def shuffle(pile: Pile, *others: Pile) -> None:
    """Shuffle a pile, with every card of the others in it: what was known of it is gone."""
    found = [pile.top, pile.bottom]
    for other in others:
        found += (other.top, other.bag, other.bottom)
    for cards in found:
        pile.bag.extend(cards)
        cards.clear()
    pile.bag.sort()
