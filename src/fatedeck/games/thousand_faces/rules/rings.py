"""Green rings: how many can be closed with a player's move cards. 30-hour campaigns only."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations, permutations

from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace

_BLOCK = ("se", "sw", "ne", "nw")
"""Which quarter each place of a block shows: upper left, upper right, lower left, lower right."""


def rings(cards: Iterable[str]) -> int:
    """How many rings these cards can close when laid best: 0, 1, or 2 for two or more.

    A side ring needs a half on a right edge beside a half on a left edge, a corner ring four cards
    around a point. Two rings need disjoint pairs, disjoint blocks, or a block and a pair that is
    not wholly inside it. TFA-258 to TFA-265.
    """
    faces = [catalogue.move_cards()[card] for card in cards if card in catalogue.move_cards()]
    pairs = [frozenset(pair) for pair in _side_pairs(faces)]
    blocks = _corner_blocks(faces)
    if not pairs and not blocks:
        return 0
    two = (
        any(not one & other for one, other in combinations(pairs, 2))
        or any(not one & other for one, other in combinations(blocks, 2))
        or any(not pair <= block for pair in pairs for block in blocks)
    )
    return 2 if two else 1


def _side_pairs(faces: list[MoveFace]) -> list[tuple[str, str]]:
    """Each left card with each right card. TFA-259."""
    return [
        (left.id, right.id)
        for left, right in permutations(faces, 2)
        if "e" in left.sides and "w" in right.sides
    ]


def _corner_blocks(faces: list[MoveFace]) -> list[frozenset[str]]:
    """Every set of four cards that can meet in a corner ring. TFA-260, TFA-261."""
    found: dict[frozenset[str], None] = {}
    fitting = [[face.id for face in faces if quarter in face.corners] for quarter in _BLOCK]
    for upper_left in fitting[0]:
        for upper_right in fitting[1]:
            for lower_left in fitting[2]:
                for lower_right in fitting[3]:
                    block = frozenset((upper_left, upper_right, lower_left, lower_right))
                    if len(block) == 4:
                        found[block] = None
    return list(found)
