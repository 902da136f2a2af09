"""How far each thing goes: once, thrice, at most, exactly."""

from __future__ import annotations

import pytest

from fatedeck.games.realms_behind.rules.attacks import Attack, CreatureAttack
from fatedeck.games.realms_behind.rules.calls import CallCheck, CreatureCheck
from fatedeck.games.realms_behind.rules.carrying import limit
from fatedeck.games.realms_behind.rules.checks import Terms, check, taunts_against
from fatedeck.games.realms_behind.rules.crafting import Craft
from fatedeck.games.realms_behind.rules.creation import Raise
from fatedeck.games.realms_behind.rules.days import Investigate
from fatedeck.games.realms_behind.rules.derived import defence, is_stupefied, resist
from fatedeck.games.realms_behind.rules.encounter import EndTurn, Ready, StartEncounter
from fatedeck.games.realms_behind.rules.fates import Decide, Heal, Hurt
from fatedeck.games.realms_behind.rules.feats import Build
from fatedeck.games.realms_behind.rules.growth import Dream
from fatedeck.games.realms_behind.rules.moving import Move
from fatedeck.games.realms_behind.rules.rests import LongRest, ShortRest
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.state import Project, Table
from tests.games.realms_behind.realms import (
    GM,
    asked_in,
    do,
    fight,
    game_of,
    goblin,
    hero,
    holds,
    item,
    refused,
    table_of,
    technique,
)


def duel(**values: int) -> Table:
    """Ana and a hardy goblin side by side; it is Ana's turn."""
    table = table_of(Ana="basic")
    hero(table, "Ana", **values)
    goblin(table).health = 99
    fight(table, "Ana", "Goblin")
    return table


@pytest.mark.parametrize(("reactions", "asked"), [(1, 1), (0, 0)])
@pytest.mark.parametrize("feature", ["instinctive", "opportunistic"])
def test_without_a_reaction_nobody_reacts(feature: str, reactions: int, asked: int) -> None:
    """RB-15.7, RB-18.7."""
    table = duel(body=3)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", feature)
    fight(table, "Goblin", "Ana")
    ana.reactions = reactions
    assert len(asked_in(table, GM, Move(2, 0), *["No"] * asked)) == asked


def test_an_opportunity_is_an_enemys_action() -> None:
    """RB-18.22: an ally moves by unharmed."""
    table = table_of(Ana="basic", Ben="basic")
    ana = hero(table, body=3)
    hero(table, "Ben").x = 1
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "opportunistic")
    goblin(table, x=9)
    fight(table, "Ben", "Ana", "Goblin")
    assert asked_in(table, "Ben", Move(2, 0)) == []


def test_a_set_up_serves_one_check() -> None:
    """RB-18.22: the next one only."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.support = 1
    holds(ana, "9S 8S")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "9S", "No more")
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (1, 2)
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "8S")
    assert (table.last.net, table.last.successes) == (0, 1)


@pytest.mark.parametrize(
    ("used", "gone", "asked"),
    [(0, False, True), (2, False, True), (3, False, False), (0, True, False)],
)
def test_a_sanctified_weapon_helps_thrice_a_day_on_the_scene(
    used: int, gone: bool, asked: bool
) -> None:
    """RB-18.22, RB-15.7; a long rest brings all three back."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    item(ben, "1h-light-melee", "equipped", "sanctified")
    ben.used_today = {"1h-light-melee advantage": used}
    ben.left_scene = gone
    holds(ana, "9S")
    answers = ("Let it be", "9S") if asked else ("9S",)
    assert len(
        asked_in(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), *answers)
    ) == len(answers)
    do(table, GM, LongRest())
    assert ben.used_today == {}


def test_resurgence_does_not_pass_the_maximum() -> None:
    """RB-20.15: Shallow 2 is all that a blank character holds."""
    table = table_of(Ana="basic")
    ana = hero(table)
    item(ana, "hat", "equipped", "resurgent")
    do(table, GM, Hurt("Ana", 50))
    assert (ana.deep, ana.shallow) == (1, 2)


def test_necrotic_takes_its_share_of_deep_healing_too() -> None:
    """RB-16.9."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.deep, ana.statuses.necrotic = 1, 2
    do(table, GM, Heal("Ana", 3, "deep"))
    assert (ana.deep, ana.statuses.necrotic) == (2, 0)


@pytest.mark.parametrize(("health", "cards"), [(1, 1), (0, 0)])
def test_only_who_stood_can_be_brought_down(health: int, cards: int) -> None:
    """RB-18.22: Victorious draws for a foe who goes down, not for one who lies there."""
    table = duel(body=5)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "victorious")
    table.creatures["Goblin"].health = health
    holds(ana, "KS", "2C")
    use = UseTechnique("maneuver", "Goblin", weapon="innate-melee-weapon")
    do(table, "Ana", use, "Parry", 0, "KS")
    assert len(ana.hand) == cards


def test_a_creatures_gambles_add_two_damage_each() -> None:
    """RB-10.6, RB-21.4: 6 for its level, 4 for two gambles."""
    table = duel(body=9)
    fight(table, "Goblin", "Ana")
    ana = table.players["Ana"]
    ana.statuses.harried = 20
    do(table, GM, CreatureAttack("Ana"), "Parry", 2, "KS")
    assert table.last is not None
    assert table.last.damage == {"Ana": 6 + 4}


def test_luck_breaks_a_tie_of_initiative() -> None:
    """RB-15.4."""
    table = table_of(Ana="basic", Ben="basic", Cleo="basic")
    hero(table, spirit=5)
    hero(table, "Ben", spirit=5, luck=2)
    hero(table, "Cleo", spirit=5, luck=1)
    goblin(table)
    do(table, GM, StartEncounter())
    assert table.order == ["Ben", "Cleo", "Ana", "Goblin"]


def test_the_enchanted_need_not_rage() -> None:
    """RB-16.10, RB-16.11."""
    table = duel(body=3)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    ana.statuses.berserk = ana.statuses.enchanted = 1
    do(table, "Ana", EndTurn())
    assert table.whose_turn() == "Goblin"


def test_the_berserk_do_not_walk_away_the_ap_of_their_attack() -> None:
    """RB-16.10: two AP must be left when they get there."""
    table = duel(body=3)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    table.creatures["Goblin"].x = 4
    ana.statuses.berserk = 1
    with refused("RB-16.10"):
        do(table, "Ana", Move(1, 0))  # then the Goblin would be out of reach of what is left
    do(table, "Ana", Move(3, 0))
    with refused("RB-16.10"):
        do(table, "Ana", EndTurn())


def test_each_action_of_a_search_is_spent() -> None:
    """RB-15.12, RB-15.3."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9S")
    do(table, "Ana", Investigate(2), 20, 0, "9S", "No more")
    assert ana.exploration_actions == 2
    assert table.last is not None
    assert table.last.net == 2
    with refused("RB-15.3"):
        do(table, "Ana", Investigate(2))


def test_a_dream_that_cannot_be_paid_is_not_dreamed() -> None:
    """RB-17.7, RB-17.8: the experience was spent before the night."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.xp = 3
    do(table, "Ana", Dream("2C"))
    ana.xp = 2
    told = do(table, GM, LongRest())
    assert "dreams of nothing" in told
    assert (ana.xp, len(ana.deck), ana.growth) == (2, 52, [])


def test_a_debt_comes_before_any_other_purchase() -> None:
    """RB-17.7."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.xp = -1
    with refused("RB-17.7"):
        do(table, "Ana", Raise("melee", 1))


@pytest.mark.parametrize(("card", "left"), [("AS", False), ("2S", True)])
def test_only_an_ace_ruins_a_project(card: str, left: bool) -> None:
    """RB-20.6."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.feats.append("weaving")
    item(ana, "tailors-kit", "inventory")
    ana.projects["tunic"] = Project("tunic", "tunic", 1, 3)
    table.phase, table.workspace = "downtime", True
    holds(ana, card)
    do(table, "Ana", Craft("tunic"), 0, card)
    assert ("tunic" in ana.projects) is left


@pytest.mark.parametrize(("x", "net", "successes"), [(4, 0, 1), (5, 1, 2)])
def test_a_charge_is_more_than_four_spaces(x: int, net: int, successes: int) -> None:
    """RB-18.22."""
    table = duel(body=6)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "charge")
    table.creatures["Goblin"].x = x + 1
    holds(ana, "KS")
    use = UseTechnique("maneuver", "Goblin", weapon="innate-melee-weapon", x=x, y=0)
    do(table, "Ana", use, "Parry", 0, "KS", *(["No more"] if net else []))
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (net, successes)


def test_the_downed_are_not_asked_whether_they_are_willing() -> None:
    """RB-18.10, RB-13.3."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table, spirit=4), hero(table, "Ben")
    technique(ana, "abjuration", "force-shield", "stable-magic")
    ben.shallow = ben.deep = 0
    holds(ana, "9S")
    do(table, "Ana", UseTechnique("abjuration", "Ben"), 0, "9S")
    assert table.last is not None
    assert table.last.threshold == 11


def test_a_bulwark_stands_until_the_end_of_the_next_turn() -> None:
    """RB-18.22: Defences +2 and Resists +1."""
    table = duel(body=3)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "bulwark")
    holds(ana, "KS 2S")
    before = defence(ana, "mind"), resist(ana, "fire")
    use = UseTechnique("maneuver", "Goblin", weapon="innate-melee-weapon")
    do(table, "Ana", use, "Parry", 0, "KS")
    for _ in range(2):
        assert (defence(ana, "mind"), resist(ana, "fire")) == (before[0] + 2, before[1] + 1)
        do(table, "Ana", EndTurn())
        do(table, GM, EndTurn())
    assert (defence(ana, "mind"), resist(ana, "fire")) == before


def test_vulnerable_to_an_element_needs_damage_of_it() -> None:
    """RB-16.25: what Resist has swallowed opens nothing."""
    table = duel()
    ana = table.players["Ana"]
    item(ana, "hat", "equipped", "fireproof")
    ana.vulnerable_to = {"fire": 3}
    do(table, GM, Hurt("Ana", 2, "fire"))
    assert (ana.shallow, ana.deep) == (2, 4)
    do(table, GM, Hurt("Ana", 3, "fire"))
    assert (ana.shallow, ana.deep) == (0, 2)


@pytest.mark.parametrize("second", ["1h-heavy-melee", "1h-light-melee"])
def test_the_second_weapon_must_be_light(second: str) -> None:
    """RB-18.19: 2 AP and 1 AP make three, 2 and 2 do not."""
    table = duel(body=4)
    ana = table.players["Ana"]
    ana.feats = ["dual-wielding"]
    item(ana, "1h-light-melee")
    item(ana, second)
    holds(ana, "2S 3S")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 0, "2S")
    name = list(ana.items)[-1]
    if second == "1h-heavy-melee":
        with refused("RB-15.6"):
            do(table, "Ana", Attack(name, "Goblin"))
    else:
        do(table, "Ana", Attack(name, "Goblin"), "Parry", 0, "3S")


def test_only_the_downed_die() -> None:
    """RB-13.4."""
    table = duel()
    with refused("RB-13.4"):
        do(table, GM, Decide("Ana", "dies"))


@pytest.mark.parametrize(("skill", "modifier"), [("sorcery", 0), ("theurgy", 0), ("stealth", 4)])
def test_dispelled_touches_sorcery_and_theurgy(skill: str, modifier: int) -> None:
    """RB-16.16."""
    table = table_of(Ana="basic")
    ana = hero(table, spirit=4, luck=4)
    ana.fortune = 0
    ana.statuses.dispelled = 4
    holds(ana, "9S")
    do(table, GM, CallCheck(seat="Ana", skill=skill, threshold=5), "9S")
    assert table.last is not None
    assert table.last.modifier == modifier


def test_frightened_creatures_calm_with_each_check() -> None:
    """RB-16.19."""
    table = duel()
    foe = table.creatures["Goblin"]
    foe.statuses.frightened = 2
    do(table, GM, CreatureCheck(creature="Goblin", skill="stealth", threshold=5), 0, "9C", "8C")
    assert table.last is not None
    assert (table.last.rank, foe.statuses.frightened) == (8, 1)


def test_rage_helps_attacks_only() -> None:
    """RB-16.10."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.statuses.berserk = 1
    holds(ana, "9S")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "9S")
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (0, 1)


def test_a_reaction_is_used_up() -> None:
    """RB-15.7: one per round."""
    table = duel(body=3)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "opportunistic")
    fight(table, "Goblin", "Ana")
    holds(ana, "2S")
    how = "Goblin (innate-melee-weapon)"
    do(table, GM, Move(1, 1), "maneuver", how, "Parry", 0, "2S")
    assert ana.reactions == 0
    assert asked_in(table, GM, Move(1, 0)) == []


def test_the_downed_lose_no_more_and_do_not_rise_by_it() -> None:
    """RB-13.4, RB-20.15: a Resurgent thing put on too late helps with the next fall."""
    table = duel()
    ana = table.players["Ana"]
    ana.shallow = ana.deep = 0
    item(ana, "hat", "equipped", "resurgent")
    told = do(table, GM, Hurt("Ana", 3))
    assert (ana.shallow, ana.deep, ana.used_today) == (0, 0, {})
    assert "Downed" not in told


def test_a_whirling_weapon_strikes_two_at_close_range_only() -> None:
    """RB-5.15: a thrown one strikes one foe from afar."""
    table = duel(body=3)
    ana = table.players["Ana"]
    item(ana, "light-thrown", "equipped", "whirling")
    goblin(table, "Other", x=3).health = 99
    table.order.append("Other")
    holds(ana, "KS QS")
    with refused("RB-5.15"):
        do(table, "Ana", Attack("light-thrown", "Goblin", also="Other"))
    table.creatures["Other"].x, table.creatures["Other"].y = 0, 1
    do(table, "Ana", Attack("light-thrown", "Goblin", also="Other"), "Parry", "Parry", 0, "KS")
    assert table.last is not None
    assert table.last.hits == ["Goblin", "Other"]


def test_a_large_pack_holds_no_more_than_twice_the_capacity() -> None:
    """RB-19.4: Heavy Hauler makes Stowage 14, but a blank character carries 2 x 3."""
    ana = hero(table_of(Ana="basic"))
    item(ana, "knapsack", "equipped", "heavy-hauler")
    assert limit(ana, "inventory") == 6


def test_a_downed_taunter_taunts_no_more() -> None:
    """RB-16.13, RB-13.10: not even for the rest of the action that brought them down."""
    table = duel()
    ana = table.players["Ana"]
    ana.taunted = {"Goblin": 3}
    assert taunts_against(table, ana, "Somebody") == 3
    table.creatures["Goblin"].health = 0
    assert taunts_against(table, ana, "Somebody") == 0


def test_the_berserk_in_reach_strike_before_they_come_nearer() -> None:
    """RB-16.10: with two AP left a step more would cost the attack."""
    table = duel(body=2)
    ana = table.players["Ana"]
    item(ana, "light-thrown")
    table.creatures["Goblin"].x = 5
    ana.statuses.berserk, ana.ap = 1, 2
    with refused("RB-16.10"):
        do(table, "Ana", Move(1, 0))
    ana.ap = 3
    do(table, "Ana", Move(1, 0))


def test_no_attack_is_free() -> None:
    """RB-18.19: a Quickened maneuver with the second weapon still costs 1 AP."""
    table = duel(body=4)
    ana = table.players["Ana"]
    ana.feats = ["dual-wielding"]
    item(ana, "1h-light-melee")
    item(ana, "1h-light-melee")
    technique(ana, "maneuver", "quickened")
    holds(ana, "2S 3S")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 0, "2S")
    use = UseTechnique("maneuver", "Goblin", weapon="1h-light-melee 2")
    do(table, "Ana", use, "Parry", 0, "3S")
    assert ana.ap == 0


def test_a_profane_weapon_does_not_hinder_its_owner() -> None:
    """RB-18.22: somebody else's check."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    item(ana, "1h-light-melee", "equipped", "profane")
    holds(ana, "9S")
    holds(ben, "9C")
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=5), "9S")
    do(
        table,
        GM,
        CallCheck(seat="Ben", skill="might", threshold=5),
        "Give Disadvantage",
        "9C",
        "2C",
    )
    assert table.last is not None
    assert table.last.rank == 2


def test_every_card_of_a_suit_is_an_extra_success() -> None:
    """RB-6.5, RB-6.6."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9H 8H 7S")
    terms = Terms("might", 0, 5, advantage=2, extra_per=("hearts",), forced=True)
    outcome = check(game_of(table, "9H", "8H", "7S", "9H"), ana, terms)
    assert (outcome.pool.hearts, outcome.successes) == (2, 3)


def test_a_short_rest_calms_as_much_as_resilience() -> None:
    """RB-14.4."""
    table = table_of(Ana="basic")
    ana = hero(table, body=2)
    ana.madness = 5
    do(table, GM, ShortRest())
    assert ana.madness == 3


def test_gambles_raise_the_threshold_of_every_target() -> None:
    """RB-5.15, RB-10.3: 9 + 5 + 1 is 15; the second needs 12, and 16 with two gambles."""
    table = duel(body=5)
    ana = table.players["Ana"]
    item(ana, "innate-melee-weapon")
    technique(ana, "maneuver", "whirlwind")
    goblin(table, "Other", x=0, y=1).health = 99
    table.creatures["Goblin"].statuses.harried = 4
    table.order.append("Other")
    use = UseTechnique("maneuver", "Goblin", weapon="innate-melee-weapon")
    for gambles, hits in ((0, ["Goblin", "Other"]), (2, ["Goblin"])):
        holds(ana, "9S")
        ana.ap = 3
        do(table, "Ana", use, "Parry", "Parry", gambles, "9S")
        assert table.last is not None
        assert table.last.hits == hits


def test_a_spell_that_costs_ones_wits_is_still_cast() -> None:
    """RB-11.10, RB-11.12, RB-4.5: forced checks fail, this one was chosen."""
    table = table_of(Ana="basic")
    ana = hero(table, spirit=4)
    technique(ana, "abjuration", "force-shield")
    ana.shallow, ana.deep, ana.madness = 1, 1, 2
    holds(ana, "9S", "2C 3C 4C")
    do(table, "Ana", UseTechnique("abjuration", "Ana"), 0, "9S")
    assert is_stupefied(ana)
    assert ana.statuses.protected == 4 + 1


def test_the_levels_of_a_technique_add_up_to_nothing_at_least() -> None:
    """RB-18.6: Feint alone is -1."""
    table = table_of(Ana="basic")
    ana = hero(table, body=3)
    ana.xp = 9
    with refused("RB-18.6"):
        do(table, "Ana", Build("maneuver", "sham", ["feint"]))
    do(table, "Ana", Build("maneuver", "sham", ["feint", "lunging"]))
    assert ana.xp == 9


def test_who_goes_down_on_their_turn_has_nothing_left_of_it() -> None:
    """RB-13.3, RB-15.6: AP, a turn's Speed, and one turn of a Bulwark; no new turn begins."""
    table = duel()
    ana = table.players["Ana"]
    ana.speed_this_turn, ana.bulwark_turns, ana.statuses.slowed = 2, 2, 3
    do(table, GM, Hurt("Ana", 60))
    assert table.whose_turn() == "Goblin"
    assert (ana.ap, ana.speed_this_turn, ana.bulwark_turns) == (0, 0, 1)
    assert ana.statuses.slowed == 3


def test_a_reaction_goes_with_the_thing_that_gave_it() -> None:
    """RB-15.7: a Preemptive hat put back takes its reaction along."""
    table = duel()
    ana = table.players["Ana"]
    item(ana, "adventurers-belt")
    item(ana, "hat", "equipped", "preemptive")
    item(ana, "sandals", "at-hand")
    ana.reactions = 2
    do(table, "Ana", Ready("sandals", "hat"))
    assert (ana.reactions, ana.ap) == (1, 2)
