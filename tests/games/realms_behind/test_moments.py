"""What is staged when cards are revealed or drawn, and who is a figure."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer
from fatedeck.engine.story import Line, Moment
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.calls import CallCheck, CreatureCheck
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.rests import LongRest
from fatedeck.games.realms_behind.state import Table
from tests.games.realms_behind.realms import (
    GM,
    Script,
    fight,
    goblin,
    hero,
    holds,
    table_of,
)


def shown(table: Table, action: Deed, *answers: Answer) -> list[Moment]:
    """The moments of an action of the GM's."""
    lines: list[Line] = []
    ruleset.perform(Game(table, Script(answers), (), lines), GM, action)
    return [line.moment for line in lines if line.moment is not None]


def test_a_check_shows_its_cards_and_how_it_went() -> None:
    """RB-8.3, RB-8.4: what is revealed before another card, and in the end the rank that counts."""
    table = table_of(Ana="basic")
    holds(hero(table, body=2), "9S 4C")
    open_, settled = shown(
        table, CallCheck(seat="Ana", skill="might", threshold=11, advantage=1), "9S", "4C", "9S"
    )[-2:]
    assert [turned.card for turned in open_.turned] == ["9S", "4C"]
    assert not open_.verdict
    assert settled.aim == "Might +2 against 11"
    assert [(turned.card, turned.counts) for turned in settled.turned] == [
        ("9S", True),
        ("4C", False),
    ]
    assert (settled.verdict, settled.tone) == ("Success", "good")


def test_a_hidden_threshold_and_a_creatures_values_are_not_staged() -> None:
    """RB-22.5."""
    table = table_of(Ana="basic")
    holds(hero(table), "9S")
    goblin(table)
    [hidden] = shown(table, CallCheck(seat="Ana", skill="might", threshold=17, hidden=True), "9S")
    assert hidden.aim == "Might +0 against a hidden threshold"
    [of_creature] = shown(
        table, CreatureCheck(creature="Goblin", skill="stealth", threshold=5), 0, "9C"
    )
    assert of_creature.aim == "Stealth"


def test_a_new_hand_is_seen_by_its_player_alone() -> None:
    """RB-22.2."""
    table = table_of(Ana="basic")
    hero(table, mind=1)
    [hand] = shown(table, LongRest(), "2C", "3C", "4C")
    assert {turned.card for turned in hand.read_by("Ana").turned} == {"2C", "3C", "4C"}
    assert {turned.card for turned in hand.read_by(GM).turned} == {""}


def test_heroes_and_creatures_are_figures() -> None:
    """Where they stand, whose turn it is, and what a portrait is made from."""
    table = table_of(Ana="basic")
    hero(table)
    goblin(table, "Goblin raider 2", x=3)
    fight(table, "Goblin raider 2", "Ana")
    _, ana, foe = ruleset.view(table, "Ana").sheets
    assert (ana.side, ana.at, ana.acts) == ("hero", "0,0", False)
    assert (foe.side, foe.at, foe.acts, foe.kind) == ("foe", "3,0", True, "Goblin raider")
    assert [counter.label for counter in ana.counters if counter.bar] == [
        "Shallow Health",
        "Deep Health",
        "Will",
    ]
    assert not foe.counters
