"""Who sits down when the others play already."""

from __future__ import annotations

import pytest

from fatedeck.bots.trying import make_ready
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.random_play import AnyRecord
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures.state import Table

SECRET = b"a" * 32


def playing() -> AnyRecord:
    seats = [Seat("GM", "gm"), Seat("Ana")]
    header = new_header(find_game("deck-of-adventures"), seats, {}, SECRET)
    record: AnyRecord = Record(find_game("deck-of-adventures"), header, secret=SECRET)
    record.set_up()
    make_ready(record)
    return record


def table(record: AnyRecord) -> Table:
    assert isinstance(record.state, Table)
    return record.state


def test_a_latecomer_joins_a_fight_when_the_character_is_made() -> None:
    """DOA-130, DOA-397."""
    record = playing()
    record.do("GM", {"do": "place-creature", "creature": "Wolf"})
    record.do("GM", {"do": "start-combat"})
    while record.waiting_for:
        record.answer(record.waiting_for[0], "no")

    record.join("Cleo")

    fight = table(record).combat
    assert fight is not None
    assert "Cleo" not in fight.order
    record.do("Cleo", {"do": "take-premade", "premade": "Clubs1"})
    record.answer("Cleo", "no")  # no other Target Card
    fight = table(record).combat
    assert fight is not None
    assert "Cleo" in fight.order
    assert table(record).seats == ["Ana", "Cleo"]


def test_a_latecomer_is_not_called_as_somebody_else() -> None:
    """DOA-397."""
    record = playing()
    for name in ("World deck", "Minions"):
        with pytest.raises(Refused, match="name"):
            record.join(name)
