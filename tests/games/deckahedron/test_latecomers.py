"""Who sits down when the others play already."""

from __future__ import annotations

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.random_play import AnyRecord
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.games.deckahedron.data import trait_cards
from fatedeck.games.deckahedron.state import Table

SECRET = b"d" * 32


def playing(*modules: str) -> AnyRecord:
    seats = [Seat("GM", "gm"), Seat("Ana")]
    header = new_header(find_game("deckahedron"), seats, {"modules": list(modules)}, SECRET)
    record: AnyRecord = Record(find_game("deckahedron"), header, secret=SECRET)
    record.set_up()
    record.do("Ana", {"do": "take-sample", "character": "Corvin"})
    if "characters" in modules:
        record.do("GM", {"do": "deal-out"})
    record.do("GM", {"do": "begin-play"})
    return record


def table(record: AnyRecord) -> Table:
    assert isinstance(record.state, Table)
    return record.state


def test_a_latecomer_is_dealt_three_cards_and_waits_for_no_draft() -> None:
    """DKH-82, DKH-124."""
    record = playing("characters", "combat")
    wounds, pool = len(table(record).wound_supply), list(table(record).pool)

    record.join("Cleo")

    assert len(table(record).players["Cleo"].cards) == 3
    assert list(table(record).pool) == pool
    assert len(table(record).wound_supply) == 2 * wounds  # one player's share for each of two


def test_a_latecomer_takes_no_part_until_the_points_are_spread() -> None:
    """DKH-9, DKH-124."""
    record = playing("combat")
    record.join("Cleo")

    offered = see(record, "Cleo").offers
    assert {offer.group for offer in offered} == {"Your character"}
    assert "Cleo" not in see(record, "GM").view.turn
    with pytest.raises(Refused, match="isn’t in play yet"):
        record.do("Cleo", {"do": "flip", "stat": "strength"})
    with pytest.raises(Refused, match="six points"):
        record.do("Cleo", {"do": "come-in"})
    record.do("Cleo", {"do": "spread", "strength": 2, "dexterity": 3, "intelligence": 1})
    record.do("Cleo", {"do": "introduce", "name": "Vex"})
    assert table(record).players["Cleo"].is_incapacitated()
    record.do("Cleo", {"do": "come-in"})

    record.do("Cleo", {"do": "flip", "stat": "strength"})
    record.cancel("GM")
    with pytest.raises(Refused, match="before the first scene"):
        record.do("Cleo", {"do": "spread", "strength": 2, "dexterity": 2, "intelligence": 2})


def test_a_ready_made_character_is_there_at_once() -> None:
    """With two magic items, where a card is magic. DKH-83, DKH-124."""
    record = playing("characters", "combat")
    names = ("Cleo", "Dan", "Eve", "Finn", "Gil", "Hal")
    for name in names:
        record.join(name)
        record.do(name, {"do": "take-sample", "character": "Maren"})

    late = [table(record).players[name] for name in names]
    assert not any(player.is_late for player in late)
    magic = [any(trait_cards()[card].magic for card in player.cards) for player in late]
    assert {True, False} <= set(magic)
    assert [len(player.items) for player in late] == [2 * has for has in magic]


def test_the_first_scene_waits_for_no_latecomer() -> None:
    """DKH-8, DKH-124."""
    seats = [Seat("GM", "gm"), Seat("Ana")]
    record: AnyRecord = Record(
        find_game("deckahedron"), new_header(find_game("deckahedron"), seats, {}, SECRET)
    )
    record.set_up()
    record.join("Cleo")
    record.do("Ana", {"do": "spread", "strength": 2, "dexterity": 2, "intelligence": 2})

    record.do("GM", {"do": "begin-play"})

    assert table(record).phase == "play"
    assert table(record).players["Cleo"].is_late
