"""Corner mini-games against brute force."""

from __future__ import annotations

from itertools import combinations, permutations, product

import pytest

from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.corners import box, line, matches

DECK = catalogue.deck_cards()


def turned(card: str, quarter: int) -> list[str]:
    """The corners nw, ne, se, sw of a card after so many quarter turns clockwise; no mirroring."""
    corners = list(catalogue.card_faces()[card].corners)
    return corners[-quarter:] + corners[:-quarter] if quarter else corners


def line_by_hand(cards: tuple[str, ...]) -> bool:
    """Lay three turned cards from the upper left to the lower right: se meets nw, twice."""
    for order in permutations(cards):
        for turns in product(range(4), repeat=3):
            one, two, three = (turned(card, q) for card, q in zip(order, turns, strict=True))
            if matches(one[2], two[0]) and matches(two[2], three[0]):
                return True
    return False


def box_by_hand(cards: tuple[str, ...]) -> bool:
    """Lay four turned cards around an empty square: north, east, south, west of it.

    North meets east with se and nw, east meets south with sw and ne, south meets west with nw and
    se, west meets north with ne and sw.
    """
    for rest in permutations(cards[1:]):
        for turns in product(range(4), repeat=4):
            north, east, south, west = (
                turned(card, q) for card, q in zip((cards[0], *rest), turns, strict=True)
            )
            if (
                matches(north[2], east[0])
                and matches(east[3], south[1])
                and matches(south[0], west[2])
                and matches(west[1], north[3])
            ):
                return True
    return False


@pytest.mark.parametrize(
    ("one", "other", "match"),
    [
        ("cow", "cow", True),
        ("cow", "rat", False),
        ("dragon", "rat", True),
        ("dragon", "dragon", True),
        ("dragon", "goat", False),
        ("goat", "goat", False),
        ("goat", "cow", False),
    ],
)
def test_which_signs_match(one: str, other: str, match: bool) -> None:
    """TFA-224, TFA-225."""
    assert matches(one, other) is match
    assert matches(other, one) is match


def test_lines_agree_with_laying_them_out() -> None:
    """Every set of three cards, turned and laid by hand; 951 of 1140 form a line. TFA-228."""
    found = 0
    for cards in combinations(DECK, 3):
        solved = line(cards) is not None
        assert solved == line_by_hand(cards)
        found += solved
    assert found == 951


def test_boxes_agree_with_laying_them_out() -> None:
    """455 of 4845 sets of four form a box; some of them are laid out by hand. TFA-230."""
    found = 0
    for place, cards in enumerate(combinations(DECK, 4)):
        solved = box(cards) is not None
        if place % 29 == 0 or (solved and place % 3 == 0):
            assert solved == box_by_hand(cards)
        found += solved
    assert found == 455


def test_the_worked_lines() -> None:
    """EX-37."""
    assert line(("D01", "D02", "D03")) == ("D02", "D01", "D03")
    assert line(("D02", "D03", "D04")) is None
    for pair in combinations(DECK, 2):
        assert line(("W1", *pair)) is None
        assert line(("B1", *pair)) is not None


def test_the_worked_boxes() -> None:
    """EX-38."""
    assert box(("D01", "D02", "D03", "D04")) is not None
    assert box_by_hand(("D01", "D03", "D02", "D04"))
    assert box(("D01", "D02", "D03", "D05")) is None
    assert box(("B1", "D02", "D03", "D05")) is None
    assert not box_by_hand(("B1", "D02", "D03", "D05"))
