"""Each number in `data/` makes a difference: to a card's face, or to a deck that is unpacked."""

from __future__ import annotations

import msgspec

from fatedeck.games.adventurer_factory.looks.view import faces
from fatedeck.games.adventurer_factory.rules.decks import known_decks
from tests.games.dead_data import Place, dead_numbers

GAME = "adventurer-factory"


def test_cards() -> None:
    def printed(place: Place) -> object:
        return msgspec.json.encode(faces()[place[2]])

    assert dead_numbers(GAME, "cards", printed) == []


def test_decks() -> None:
    def in_the_box(place: Place) -> object:
        return known_decks()[place[2]].cards

    assert dead_numbers(GAME, "decks", in_the_box) == []
    assert dead_numbers(GAME, "ladder", in_the_box) == []
