"""Foes who have fallen: everybody sees it, and they go before a stage is set again."""

from __future__ import annotations

import pytest
from msgspec import Struct

from fatedeck.bots.machines import OWN, machine
from fatedeck.bots.trying import make_ready, new_record, step
from fatedeck.engine.entries import Act
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.engine.view import Sheet

AnyRecord = Record[Struct, Struct, Struct]

FIGHTS = {
    "deckahedron": ("the-bell-under-the-weir", "the-weir-at-night", "The dogs jump"),
    "deck-of-adventures": ("the-locked-granary", "the-road-in-the-snow", "The wolves close in"),
    "realms-behind": (
        "the-clerk-of-lost-names",
        "the-house-of-the-lender",
        "The raiders come in",
    ),
    "thousand-faces": ("the-orchard-that-walks", "between-the-rows", "The pickers take hold"),
}
ENDED: dict[str, Act] = {
    "realms-behind": {"do": "enter", "phase": "exploration"},
    "thousand-faces": {"do": "end-combat"},
}
"""Where the game master ends a fight that is won."""
FALLS = {
    "deckahedron": "is out of the fight",
    "deck-of-adventures": "is out of the fight",
    "realms-behind": "is Downed",
    "thousand-faces": "is out of the fight",
}


def table_in_a_fight(game: str) -> AnyRecord:
    adventure, scene, stage = FIGHTS[game]
    record = new_record(find_game(game).adventures[adventure], 2, "a fight")
    assert make_ready(record)
    record.do("GM", {"do": "tale.go", "to": scene})
    set_stage(record, stage)
    return record


def set_stage(record: AnyRecord, stage: str) -> None:
    record.do("GM", {"do": "tale.stage", "stage": stage})
    player = machine(record.ruleset.id, OWN)
    while record.waiting_for:
        assert step(record, player)


def foes(record: AnyRecord, seat: str) -> list[Sheet]:
    return [sheet for sheet in see(record, seat).view.sheets if sheet.side == "foe"]


def strike_down(record: AnyRecord, foe: Sheet) -> list[str]:
    """What is told as the game master sets what a foe lives on to 0."""
    path = next(counter.path for counter in foe.counters if counter.bar)
    before = len(record.log)
    record.do("GM", {"do": "fiat.set", "path": path, "value": 0})
    return [told.line.text for told in record.log[before:]]


@pytest.mark.parametrize("game", FIGHTS)
def test_whom_a_decree_leaves_with_nothing_falls_and_everybody_sees_it(game: str) -> None:
    record = table_in_a_fight(game)
    last = foes(record, "GM")[-1]

    told = strike_down(record, last)

    assert any(FALLS[game] in line for line in told)
    assert [foe.down for foe in foes(record, "Ana")] == [
        foe.id == last.id for foe in foes(record, "Ana")
    ]
    assert next(foe.conditions for foe in foes(record, "Ana") if foe.down)


@pytest.mark.parametrize("game", FIGHTS)
def test_the_fallen_are_gone_before_a_stage_is_set_again(game: str) -> None:
    record = table_in_a_fight(game)
    came = foes(record, "GM")
    for foe in came:
        strike_down(record, foe)
    if game in ENDED:
        record.do("GM", ENDED[game])
    lying = len(foes(record, "GM"))
    before = len(record.log)

    set_stage(record, FIGHTS[game][2])

    told = [line.line.text for line in record.log[before:]]
    assert [line for line in told if line.endswith("cleared away.")] == told[: min(lying, 1)]
    assert [foe.id for foe in foes(record, "GM")] == [foe.id for foe in came]
    assert not any(foe.down for foe in foes(record, "GM"))


@pytest.mark.parametrize("game", FIGHTS)
def test_a_fight_that_is_over_says_who_has_won_it_against_whom_and_who_fell(game: str) -> None:
    record = table_in_a_fight(game)
    for foe in foes(record, "GM"):
        strike_down(record, foe)
    if game in ENDED:
        record.do("GM", ENDED[game])

    (end,) = [told.line for told in record.log if told.line.fight]

    assert end is [told.line for told in record.log if told.line.template][-1]
    heroes, won, beaten = end.text.rstrip(".").partition(" have won the fight against ")
    assert won
    assert heroes.count(" and ") == 1
    assert beaten
    assert "fallen" not in end.text
