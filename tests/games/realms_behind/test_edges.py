"""Cases at the edges of the rules, where two of them meet."""

from __future__ import annotations

import pytest

from fatedeck.engine.game import Seat
from fatedeck.engine.questions import Choose, Number
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.attacks import Attack
from fatedeck.games.realms_behind.rules.calls import CallCheck, CreatureCheck
from fatedeck.games.realms_behind.rules.carrying import limit
from fatedeck.games.realms_behind.rules.crafting import BeginProject, Craft
from fatedeck.games.realms_behind.rules.creation import Finish, Raise
from fatedeck.games.realms_behind.rules.encounter import EndTurn
from fatedeck.games.realms_behind.rules.equipment import Buy, Carry, Sell
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.fates import Heal
from fatedeck.games.realms_behind.rules.feats import Build, TakeFeat
from fatedeck.games.realms_behind.rules.gifts import Give
from fatedeck.games.realms_behind.rules.moving import Move, Step
from fatedeck.games.realms_behind.rules.rests import LongRest
from fatedeck.games.realms_behind.rules.scenes import Ground, Workspace
from fatedeck.games.realms_behind.rules.tries import Contest
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.state import TableOptions
from tests.games.realms_behind.realms import (
    GM,
    asked_in,
    do,
    fight,
    goblin,
    hero,
    holds,
    item,
    offered,
    refused,
    table_of,
    technique,
)


@pytest.mark.parametrize(
    ("to_deep", "shallow", "deep"),
    [
        (0, 0, 1),  # all of it to Shallow: exactly 1 Deep instead
        (2, 1, 2),  # Deep first: no longer Downed when the rest comes
        (3, 0, 3),
    ],
)
def test_a_downed_one_may_split_healing_but_wakes_with_deep_health(
    to_deep: int, shallow: int, deep: int
) -> None:
    """RB-13.5, RB-13.6, RB-13.7."""
    table = table_of(Ana="basic")
    ana = hero(table, body=1)
    ana.shallow = ana.deep = 0
    do(table, GM, Heal("Ana", 3), to_deep)
    assert (ana.shallow, ana.deep) == (shallow, deep)


def test_no_healing_is_no_news() -> None:
    """RB-14.8, RB-16.9: Body 0 and Medicine 0 heal nothing, and Necrotic has no part in it."""
    table = table_of(Ana="basic")
    hero(table)
    assert "Necrotic" not in do(table, GM, LongRest())


def test_a_step_sets_off_no_reactions_at_all() -> None:
    """RB-15.13, RB-18.7: not even those of Instinctive techniques; a Move does."""
    table = table_of(Ana="basic", Ben="basic")
    ana = hero(table, body=3)
    ben = hero(table, "Ben")
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "instinctive")
    goblin(table, x=2)
    ben.y = 1
    fight(table, "Goblin", "Ben", "Ana")
    assert asked_in(table, GM, Step(3, 0)) == []
    (question,) = asked_in(table, GM, Move(4, 0), "No")
    assert isinstance(question, Choose)
    assert question.name == "react"


def test_a_spell_that_attacks_satisfies_the_berserk() -> None:
    """RB-16.10, RB-12.14."""
    table = table_of(Ana="basic")
    ana = hero(table, spirit=5, body=1)
    item(ana, "innate-melee-weapon")
    technique(ana, "evocation", "quickened", element="fire")
    ana.statuses.berserk = 1
    goblin(table).health = 99
    fight(table, "Ana", "Goblin")
    holds(ana, "9S")
    with refused("RB-16.10"):
        do(table, "Ana", EndTurn())
    ana.madness = -1
    do(table, "Ana", UseTechnique("evocation", "Goblin"), 0, "9S", "No more")
    assert ana.ap == 2
    do(table, "Ana", EndTurn())


def test_a_spell_between_two_weapons_does_not_spoil_the_second() -> None:
    """RB-18.19."""
    table = table_of(Ana="basic")
    ana = hero(table, body=4, spirit=5)
    ana.feats = ["dual-wielding"]
    item(ana, "1h-heavy-melee")
    item(ana, "1h-light-melee")
    foe = goblin(table)
    foe.health = 99
    fight(table, "Ana", "Goblin")
    holds(ana, "2S 3S 4S")
    do(table, "Ana", Attack("1h-heavy-melee", "Goblin"), "Parry", 0, "2S")
    ana.attacked_with.append("evocation")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 0, "3S")
    assert ana.ap == 0


@pytest.mark.parametrize(
    ("base", "feature"), [("subtle-implication", "bully"), ("conjuration", "cauterize")]
)
def test_the_enchanted_bully_nobody_and_burn_nobody(base: str, feature: str) -> None:
    """RB-16.11: no harmful status and no damage, in whatever guise."""
    table = table_of(Ana="basic")
    ana = hero(table, spirit=5)
    technique(ana, base, feature)
    goblin(table)
    fight(table, "Ana", "Goblin")
    ana.statuses.enchanted = 1
    skill = "deception" if base == "subtle-implication" else ""
    with refused("RB-16.11"):
        do(table, "Ana", UseTechnique(base, "Goblin", skill=skill))


def test_taunts_count_on_both_sides_of_a_contest() -> None:
    """RB-16.13, RB-5.13: each of the two checks against the other."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    goblin(table)
    ben.taunted = {"Goblin": 3, "Ana": 5}
    ana.taunted = {"Goblin": 1}
    holds(ana, "9S")
    holds(ben, "JC")
    told = do(table, "Ana", Contest("might", "Ben", "might"), "JC", 0, "9S")
    assert "Ben wins the contest, 8 to 8" in told  # 11 - 3 against 9 - 1; a tie is Ben's


def test_a_full_pack_is_not_sold() -> None:
    """RB-19.4: Inventory holds only what the worn pack can."""
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana")))
    do(table, "Ana", Raise("might", 1))
    do(table, "Ana", Buy("knapsack"))
    do(table, "Ana", Buy("light-bow"))
    do(table, "Ana", Carry("light-bow", "inventory"))
    with refused("RB-19.4"):
        do(table, "Ana", Sell("knapsack"))
    do(table, "Ana", Carry("light-bow", "equipped"))
    do(table, "Ana", Sell("knapsack"))
    assert table.players["Ana"].gold == 7


def test_nobody_finishes_with_more_than_can_be_carried() -> None:
    """RB-19.4: a pack that holds too much must be emptied first."""
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana")))
    ana = table.players["Ana"]
    do(table, "Ana", Raise("might", 3))
    do(table, "Ana", Buy("backpack"))
    for _ in range(9):
        item(ana, "1h-light-melee", "inventory")
    with refused("RB-19.4"):
        do(table, "Ana", Finish())
    while len(ana.items) > 1 + limit(ana, "inventory"):
        do(table, "Ana", Sell(next(name for name in ana.items if name != "backpack")))
    do(table, "Ana", Finish())


@pytest.mark.parametrize("kind", ["innate-melee-weapon", "heavy-innate-melee-weapon", "unarmed"])
def test_nobody_sells_parts_of_the_body(kind: str) -> None:
    """RB-19.6: claws come with a background, bare hands with everybody."""
    table = ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana")))
    with refused("RB-19.6"):
        do(table, "Ana", Buy(kind))
    (shop,) = offered(table, "Ana", "buy")
    assert kind not in str(shop.params)


def test_a_workspace_is_set_up_where_there_is_none_and_closed_where_there_is_one() -> None:
    """RB-20.1."""
    table = table_of(Ana="basic")
    table.phase = "downtime"
    for there, label in ((False, "Set up a workspace"), (True, "Close the workspace")):
        table.workspace = there
        (offer,) = offered(table, GM, "workspace")
        assert (offer.label, offer.fixed) == (label, {"there": not there})


def test_a_project_waits_while_there_is_no_workspace() -> None:
    """RB-20.1: speciality, tool and workspace are needed for each Craft action."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.feats.append("weaving")
    ana.materials = {"cloth 1": 5, "leather 1": 5}
    item(ana, "tailors-kit", "inventory")
    table.phase, table.workspace = "downtime", True
    holds(ana, "9S")
    do(table, "Ana", BeginProject("tunic"))
    do(table, GM, Workspace(False))
    with refused("RB-20.1"):
        do(table, "Ana", Craft("tunic"))
    (offer,) = offered(table, "Ana", "craft")
    assert "workspace" in offer.why_not
    do(table, GM, Workspace(True))
    del ana.items["tailors-kit"]
    with refused("RB-20.1"):
        do(table, "Ana", Craft("tunic"))
    assert (ana.downtime_actions, ana.hand.top) == (1, ["9S"])


@pytest.mark.parametrize(
    "action",
    [
        Give("Ana", "item", "hat", 2),
        Give("Ana", "feat", "gambler", 2),
        Give("Ana", "recipe", "hat", 2),
        Give("Ana", "xp", amount=1001),
        Give("Ana", "gold", amount=10**30),
    ],
)
def test_gifts_are_counted(action: Deed) -> None:
    """RB-21.7."""
    table = table_of(Ana="basic")
    with refused("RB-21.7"):
        do(table, GM, action)


def test_a_recipe_is_found_once() -> None:
    """RB-20.2."""
    table = table_of(Ana="basic")
    do(table, GM, Give("Ana", "recipe", "hat"))
    with refused("RB-20.2"):
        do(table, GM, Give("Ana", "recipe", "hat"))


def test_skills_and_elements_go_by_all_their_names() -> None:
    """RB-2.10, RB-12.4: Society is Streetwise, Survival is Nature, Radiant is Brilliant."""
    table = table_of(Ana="basic")
    ana = hero(table, luck=3, body=3)
    ana.skills |= {"streetwise": 2, "nature": 1, "melee": 3}
    goblin(table)
    for name, skill in (("Society", "streetwise"), ("survival", "nature"), ("Melee", "melee")):
        holds(ana, "9S")
        do(table, GM, CallCheck(seat="Ana", skill=name, threshold=5), 0, "9S")
        assert table.last is not None
        assert table.last.skill == skill
    do(table, GM, CreatureCheck(creature="Goblin", skill="Stealth", threshold=5), 0, "9C")
    assert table.last is not None
    assert table.last.modifier == 4
    with refused("RB-2.7"):
        do(table, GM, CallCheck(seat="Ana", skill="juggling", threshold=5))
    ana.xp = 9
    do(table, "Ana", Build("maneuver", "sunblade", ["channel-divinity"], "Radiant"))
    assert ana.techniques["sunblade"].element == "brilliant"


def test_a_shape_may_lie_around_the_caster() -> None:
    """RB-18.5: an emanation is around the caster, who is not in it."""
    table = table_of(Ana="basic", Ben="basic")
    ana = hero(table, spirit=5)
    ben = hero(table, "Ben")
    ben.x, ben.y = 9, 9
    technique(ana, "evocation", "shaped-spell", element="fire", shape="emanation_6")
    near, far = goblin(table, "Near", x=3), goblin(table, "Far", x=4)
    near.health = far.health = 99
    fight(table, "Ana", "Ben", "Near", "Far")
    holds(ana, "KS")
    ana.madness = -1
    do(table, "Ana", UseTechnique("evocation", "Ana"), 0, "KS")
    assert table.last is not None
    assert table.last.hits == ["Near"]
    assert (near.health, far.health, ana.shallow) == (99 - 8, 99, 2)
    ana.statuses.berserk, ana.ap = 1, 3
    item(ana, "innate-melee-weapon")
    near.x = 1
    ana.attacked_with.clear()
    with refused("RB-16.10"):
        do(table, "Ana", UseTechnique("evocation", "Ana"))


@pytest.mark.parametrize(("body", "allowed"), [(1, False), (2, True)])
def test_an_attribute_that_just_reaches_what_is_needed_is_enough(body: int, allowed: bool) -> None:
    """RB-18.2: Crippling Strikes needs Body 2."""
    table = table_of(Ana="basic")
    ana = hero(table, body=body)
    if allowed:
        do(table, "Ana", TakeFeat("deep-debuffs-hearts"))
        assert ana.feats == ["deep-debuffs-hearts"]
    else:
        with refused("RB-18.2"):
            do(table, "Ana", TakeFeat("deep-debuffs-hearts"))


def test_a_feat_is_given_once_and_a_buildable_one_never() -> None:
    """RB-18.4, RB-18.5."""
    table = table_of(Ana="basic")
    do(table, GM, Give("Ana", "feat", "gambler"))
    for feat in ("gambler", "maneuver"):
        with refused("RB-18.4"):
            do(table, GM, Give("Ana", "feat", feat))


def test_the_gm_is_asked_for_up_to_the_worth_of_what_is_sold() -> None:
    """RB-19.9: 3 gold for a Lucky hat, which may be answered with more."""
    table = table_of(Ana="basic")
    item(hero(table), "hat", "equipped", "lucky")
    [asked] = asked_in(table, "Ana", Sell("hat"), 5)
    assert isinstance(asked, Number)
    assert (asked.low, asked.high, asked.or_more) == (0, 3, True)


@pytest.mark.parametrize("name", ["up/down", "x" * 41, "No"])
def test_a_technique_has_a_short_name(name: str) -> None:
    """RB-18.4: it is asked for by its name."""
    table = table_of(Ana="basic")
    hero(table, body=3)
    with refused("RB-18.4"):
        do(table, "Ana", Build("maneuver", name, ["wild-strike"]))
    do(table, "Ana", Build("maneuver", "x" * 40, ["wild-strike"]))


def test_a_technique_without_a_name_of_its_own_gets_one() -> None:
    """RB-18.4: its feat's, and a number if that is taken."""
    table = table_of(Ana="basic")
    ana = hero(table, body=3)
    do(table, "Ana", Build("maneuver", "  ", ["lunging"]))
    do(table, "Ana", Build("maneuver", "combat maneuver", ["wild-strike"]))
    assert list(ana.techniques) == ["combat maneuver", "combat maneuver 2"]


def test_materials_are_used_up_when_work_begins() -> None:
    """RB-20.7: one unit of each kind; three of level 1 stand in for one of level 2."""
    table = table_of(Ana="basic")
    ana = hero(table)
    table.phase, table.workspace = "downtime", True
    ana.feats += ["smithing"]
    item(ana, "smithing-kit", "inventory")
    ana.materials = {"bone 2": 2, "leather 1": 4, "wood 3": 1, "metal 1": 1}
    do(table, "Ana", BeginProject("1h-light-melee", ["seeking-spirit"]))
    assert ana.materials == {"bone 2": 1, "leather 1": 1, "metal 1": 1}


def test_the_last_gold_buys() -> None:
    """RB-2.12, RB-19.2."""
    table = table_of(Ana="basic")
    ana = hero(table, body=1)
    ana.gold = 3
    do(table, "Ana", Buy("knapsack"))
    assert ana.gold == 0


@pytest.mark.parametrize(("x", "y"), [(24, 0), (0, 16), (-1, 0), (0, -1)])
def test_there_is_no_ground_beyond_the_edge(x: int, y: int) -> None:
    """RB-15.13."""
    table = table_of(Ana="basic")
    with refused("RB-15.13"):
        do(table, GM, Ground(x, y, difficult=True))
    assert table.difficult == []
