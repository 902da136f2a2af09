"""Green rings against laying the cards on a grid."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.rings import rings

WIDTH, HEIGHT = 4, 2
CELLS = [(x, y) for y in range(HEIGHT) for x in range(WIDTH)]


def rings_by_hand(cards: list[str]) -> int:
    """Lay all cards upright on a grid in every way and count the rings that close; 2 is enough."""
    faces = [catalogue.move_cards()[card] for card in cards]
    best = 0
    for places in permutations(CELLS, len(faces)):
        grid = dict(zip(places, faces, strict=True))
        closed = 0
        for (x, y), face in grid.items():
            right, below = grid.get((x + 1, y)), grid.get((x, y + 1))
            across = grid.get((x + 1, y + 1))
            if "e" in face.sides and right is not None and "w" in right.sides:
                closed += 1
            if (
                right is not None
                and below is not None
                and across is not None
                and "se" in face.corners
                and "sw" in right.corners
                and "ne" in below.corners
                and "nw" in across.corners
            ):
                closed += 1
        best = max(best, closed)
        if best >= 2:
            return 2
    return best


@pytest.mark.parametrize(
    ("cards", "closed"),
    [
        (["pick_pockets", "not_on_my_turf"], 1),
        (["pick_pockets", "fury"], 1),
        (["pick_pockets", "use_a_magic_item"], 0),
        (["fury", "tied_with_her_ribbon", "weak_spot", "pick_pockets"], 1),
        (["fury", "tied_with_her_ribbon", "weak_spot", "pick_pockets", "counterspell"], 2),
        (["pick_pockets", "fury", "use_a_magic_item", "counterspell"], 2),
        ([], 0),
        (["fury"], 0),
    ],
)
def test_the_worked_rings(cards: list[str], closed: int) -> None:
    """EX-13, EX-51, TFA-259, TFA-260, TFA-265."""
    assert rings(cards) == closed
    assert rings_by_hand(cards) == closed


def test_rings_agree_with_laying_the_cards() -> None:
    """Forty random hands of four or five cards. TFA-259 to TFA-261, TFA-264, TFA-265."""
    luck = random.Random(5)
    marked = [name for name, move in catalogue.move_cards().items() if move.corners or move.sides]
    found = set()
    for _ in range(40):
        hand = luck.sample(marked, luck.choice((4, 5)))
        closed = rings_by_hand(hand)
        assert rings(hand) == closed, hand
        assert rings(reversed(hand)) == closed  # the arrangement need not be kept
        found.add(closed)
    assert found == {0, 1, 2}
