"""Who comes late makes a character while the others play, and joins them."""

from __future__ import annotations

import pytest

from fatedeck.engine.game import Seat
from fatedeck.engine.questions import Each
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.attacks import Attack
from fatedeck.games.realms_behind.rules.calls import CallCheck
from fatedeck.games.realms_behind.rules.creation import Finish, Raise, TakeSample
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.encounter import StartEncounter
from fatedeck.games.realms_behind.rules.equipment import Buy, Carry, Sell
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.fates import Afflict, Decide, Heal, Hurt, Judge
from fatedeck.games.realms_behind.rules.growth import Dream, Sublimate
from fatedeck.games.realms_behind.rules.phases import Begin, Welcome
from fatedeck.games.realms_behind.rules.rests import LongRest, ShortRest
from fatedeck.games.realms_behind.rules.scenes import PlaceBeing
from fatedeck.games.realms_behind.rules.tries import Contest, Try
from fatedeck.games.realms_behind.rules.turns import all_down
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.rules.will import SpendWill
from fatedeck.games.realms_behind.state import Table, TableOptions
from tests.games.realms_behind.realms import (
    GM,
    asked_in,
    do,
    hero,
    holds,
    offered,
    refused,
    table_of,
)


def evening() -> Table:
    """Ana has begun the first day; Ben has not made a character yet."""
    seats = (Seat(GM, "gm"), Seat("Ana"), Seat("Ben"))
    table = ruleset.begin(TableOptions(characters={"Ana": "basic"}), seats)
    do(table, GM, Begin())
    return table


def ready_to_join(table: Table, insight: int = 1) -> Table:
    do(table, "Ben", Raise("mind", insight))
    do(table, "Ben", Raise("body", 1))
    do(table, "Ben", Finish("Mira"))
    return table


def test_the_first_day_needs_one_finished_character() -> None:
    """RB-22.7, RB-4.1."""
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana"), Seat("Ben")))
    with refused("RB-22.7"):
        do(table, GM, Begin())
    do(table, "Ana", Finish())
    (begin,) = offered(table, GM, "begin")
    assert begin.note == "Ben can come later."
    do(table, GM, Begin())
    assert (table.day, table.players["Ana"].waiting, table.players["Ben"].waiting) == (
        1,
        False,
        True,
    )
    with refused("RB-4.1"):
        do(table, GM, Begin())


def test_the_gm_is_told_first_that_a_late_one_is_ready() -> None:
    """RB-22.7: it is the GM's to do, and whoever waits reads so."""
    table = evening()
    told = ruleset.view(table, GM)
    assert (told.turn, told.task, told.deed) == ((), "", "")

    ready_to_join(table)

    told = ruleset.view(table, GM)
    assert told.turn == (GM,)
    assert (told.task, told.deed) == ("Ben’s character is ready: let them in.", "welcome")
    assert ruleset.view(table, "Ben").banner.startswith("Mira is ready. The game master lets you")
    do(table, GM, Welcome("Ben"), "2C", "3C", "4C")
    assert ruleset.view(table, GM).deed == ""
    assert ruleset.view(table, "Ben").banner == "Day 1, Exploration."


def test_the_late_one_comes_in_when_the_gm_says_so() -> None:
    """RB-22.7: finished first; at full strength and with Draw cards of a full deck."""
    table = evening()
    ben = table.players["Ben"]
    with refused("RB-22.7"):
        do(table, GM, Welcome("Ben"))
    ready_to_join(table)
    assert ben.waiting
    assert not ben.hand.top
    told = do(table, GM, Welcome("Ben"), "2C", "3C", "4C")
    assert "Ben joins as Mira" in told
    assert sorted(ben.hand) == ["2C", "3C", "4C"]
    assert (len(ben.deck), ben.shallow, ben.deep, ben.waiting) == (49, 3, 6, False)
    with refused("RB-22.7"):
        do(table, GM, Welcome("Ben"))
    do(table, GM, CallCheck(seat="Ben", skill="might", threshold=4), {"Ana": "No"}, "4C")
    assert table.last is not None
    assert table.last.success


def test_dawn_brings_in_whoever_is_finished() -> None:
    """RB-22.7, RB-14.9: before that a rest is not theirs."""
    table = evening()
    do(table, GM, LongRest())
    ben = table.players["Ben"]
    assert (ben.waiting, len(ben.hand)) == (True, 0)
    ready_to_join(table)
    do(table, GM, ShortRest())
    assert (ben.waiting, len(ben.hand)) == (True, 0)
    do(table, GM, LongRest(), "2C", "3C", "4C")
    assert (ben.waiting, len(ben.hand)) == (False, 3)


def test_into_an_encounter_it_comes_last() -> None:
    """RB-22.7, RB-15.4, RB-15.7: made during it, placed on a free space, with a reaction."""
    table = evening()
    do(table, GM, AddCreatures("goblin-raider"))
    do(table, GM, StartEncounter())
    assert table.order == ["Goblin raider 1", "Ana"]
    do(table, "Ben", Buy("1h-light-melee"))
    do(table, "Ben", Carry("1h-light-melee", "equipped"))
    do(table, "Ben", Sell("1h-light-melee"))
    ready_to_join(table)
    do(table, GM, Welcome("Ben"), "2C", "3C", "4C")
    assert table.order == ["Goblin raider 1", "Ana", "Ben"]
    ana, ben = table.players["Ana"], table.players["Ben"]
    assert ben.placed
    assert (ben.x, ben.y) != (ana.x, ana.y)
    assert ben.reactions == 1
    with refused("RB-15.1"):
        do(table, "Ben", Raise("luck", 1))


@pytest.mark.parametrize(
    "action",
    [Try("might"), SpendWill(), Contest("might", "Ana", "might"), Dream("2C"),
     Attack("unarmed", "Ana"), UseTechnique("blast", "Ana")],
)  # fmt: skip
def test_who_is_not_in_play_does_nothing_there(action: Deed) -> None:
    """RB-22.7."""
    table = ready_to_join(evening())
    with refused("RB-22.7"):
        do(table, "Ben", action)
    done = {offer.do for offer in ruleset.offers(table, "Ben")}
    assert not done & {"try", "spend-will", "contest", "dream", "attack", "investigate"}
    assert "raise" in done


@pytest.mark.parametrize(
    "action",
    [CallCheck(seat="Ben", skill="might", threshold=4), Hurt("Ben", 1), Afflict("Ben", "slowed", 1),
     PlaceBeing("Ben", 1, 1), Sublimate("Ben"), Decide("Ben", "leaves")],
)  # fmt: skip
def test_nothing_is_done_to_who_is_not_in_play(action: Deed) -> None:
    """RB-22.7."""
    table = ready_to_join(evening())
    with refused("RB-22.7"):
        do(table, GM, action)
    with refused("RB-22.7"):
        do(table, GM, LongRest(["Ben"]))
    with refused("RB-22.7"):
        do(table, "Ana", Contest("might", "Ben", "might"))
    for offer in ruleset.offers(table, GM):
        named = [str(getattr(param, "options", "")) for param in offer.params]
        assert "Ben" not in str(named) or offer.do == "give"


def test_who_is_not_in_play_is_neither_asked_nor_counted() -> None:
    """RB-22.7, RB-9.1, RB-13.8: no assists, and the party is down without them."""
    table = ready_to_join(evening())
    ana = hero(table)
    holds(ana, "9S")
    asked = asked_in(table, GM, CallCheck(seat="Ana", skill="might", threshold=4), "9S")
    assert not any(isinstance(question, Each) for question in asked)
    ana.shallow = ana.deep = 0
    assert all_down(table, "party")
    do(table, GM, Judge("They wake up in a cell."))
    sheet = next(sheet for sheet in ruleset.view(table, "Ana").sheets if sheet.id == "Ben")
    assert [condition.name for condition in sheet.conditions] == ["Not here yet"]


def test_a_sheet_in_the_making_shows_what_it_comes_to() -> None:
    """RB-11.1, RB-3.9, RB-4.2: before one is in play nothing is spent, and no hand is missed."""
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana")))
    do(table, "Ana", Raise("body", 2))
    do(table, "Ana", Raise("spirit", 1))
    (sheet,) = [sheet for sheet in ruleset.view(table, "Ana").sheets if sheet.id == "Ana"]
    shown = {counter.label: (counter.value, counter.most) for counter in sheet.counters}
    assert shown["Shallow Health"] == (4, 4)
    assert shown["Deep Health"] == (8, 8)
    assert shown["Will"] == (2, 2)
    assert shown["Parry Defence"][0] == 10
    assert shown["Luck Defence"][0] == 8
    assert not sheet.conditions


def test_the_machine_lets_the_late_ones_in() -> None:
    """RB-22.7: in the game master's seat it waits for all before the first day only."""
    policy = ruleset.policy()
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana"), Seat("Ben")))
    do(table, "Ana", Finish())
    assert policy.act(table, GM) is None
    table = evening()
    assert policy.act(table, GM) is None
    assert policy.act(table, "Ben") == TakeSample("tamsin")
    ready_to_join(table)
    assert policy.act(table, GM) == Welcome("Ben")


def test_a_dead_one_is_not_healed() -> None:
    """RB-13.4: the GM says first that they live."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.shallow = ana.deep = 0
    do(table, GM, Decide("Ana", "dies"))
    with refused("RB-13.4"):
        do(table, GM, Heal("Ana", 3, "deep"))
    do(table, GM, Decide("Ana", "lives"))
    do(table, GM, Heal("Ana", 3, "deep"))
    assert ana.deep == 3
