"""Corners of cards: what matches, a line of three, a box of four."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from fatedeck.games.thousand_faces import data as catalogue

_DIAGONALS = ((0, 2), (1, 3))


def matches(one: str, other: str) -> bool:
    """Same signs match; the dragon matches all but the goat, the goat nothing. TFA-224, TFA-225."""
    if "goat" in (one, other):
        return False
    return one == other or "dragon" in (one, other)


def line(cards: Sequence[str]) -> tuple[str, str, str] | None:
    """Three cards joined corner to corner, the middle one by opposite corners. TFA-227, TFA-228.

    >>> line(["D01", "D02", "D03"])
    ('D02', 'D01', 'D03')
    """
    corners = [catalogue.card_faces()[card].corners for card in cards]
    for first, middle, last in permutations(range(len(cards)), 3):
        for near, far in _DIAGONALS:
            if any(matches(corners[middle][near], sign) for sign in corners[first]) and any(
                matches(corners[middle][far], sign) for sign in corners[last]
            ):
                return cards[first], cards[middle], cards[last]
    return None


def box(cards: Sequence[str]) -> list[str] | None:
    """A closed ring of four cards around an empty square, by neighbouring corners. TFA-230.

    >>> box(["D01", "D02", "D03", "D04"])
    ['D01', 'D03', 'D02', 'D04']
    """
    faces = catalogue.card_faces()
    for rest in permutations(cards[1:]):
        ring = [cards[0], *rest]
        corners = [faces[card].corners for card in ring]
        if any(_closes(corners, turned, turned, 0) for turned in range(4)):
            return ring
    return None


def _closes(corners: list[tuple[str, ...]], start: int, turned: int, place: int) -> bool:
    """Whether the ring closes from this card on, its exit corner being `turned`."""
    following = corners[(place + 1) % 4]
    if place == 3:
        return matches(corners[3][turned], following[(start + 1) % 4])
    return any(
        matches(corners[place][turned], following[(other + 1) % 4])
        and _closes(corners, start, other, place + 1)
        for other in range(4)
    )


def is_solved(size: int, cards: Sequence[str]) -> bool:
    """Whether the laid-out cards form a line of three, or a box of four."""
    if len(cards) < size:
        return False
    return (line(cards) if size == 3 else box(cards)) is not None
