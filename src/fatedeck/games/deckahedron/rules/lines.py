"""The line of three: cards joined corner to corner.

Corners match if they show the same sign. The dragon matches every sign but the goat, another
dragon too; the goat matches nothing. The middle card touches its neighbours with two diagonally
opposite corners; the end cards may be turned, so any of their corners can meet it. DKH-105.
"""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.games.deckahedron.data import faces

WILD = "dragon"
DEAD = "goat"


def signs_match(one: str, other: str) -> bool:
    """Whether two corner signs match. DKH-40, DKH-66, DKH-105."""
    if DEAD in (one, other):
        return False
    return one == other or WILD in (one, other)


def joins(middle: str, ends: Sequence[str]) -> bool:
    """Whether two cards can be joined to this middle card at diagonally opposite corners."""
    first, second = ends
    corners = faces("classic")[middle].corners
    return any(_meets(corners[k], first) and _meets(corners[(k + 2) % 4], second) for k in range(4))


def _meets(sign: str, card: str) -> bool:
    return any(signs_match(sign, other) for other in faces("classic")[card].corners)
