"""Equal cards in one pile: a verifier without rules must know which places mean the same card."""

from __future__ import annotations

from fatedeck.engine.questions import Draw, Roll


def test_equal_cards_lie_side_by_side_and_are_counted() -> None:
    pile = Draw(("ork", "sword", "sword", "sword", "tail"))

    assert (pile.index("sword"), pile.copies("sword")) == (1, 3)
    assert all(pile.at(place) == "sword" for place in range(1, 1 + 3))
    assert (pile.index("tail"), pile.copies("tail")) == (4, 1)


def test_a_die_shows_each_number_once() -> None:
    assert Roll(6).copies(4) == 1
