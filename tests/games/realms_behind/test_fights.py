"""Encounters: order, AP, reactions, attacks, statuses, techniques."""

from __future__ import annotations

import random

import pytest

from bench.realms_behind import Driver
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Asked, Game
from fatedeck.engine.offers import One
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.engine.story import Line
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import DEFENCES, book, proper_name
from fatedeck.games.realms_behind.rules.attacks import Attack, CreatureAttack
from fatedeck.games.realms_behind.rules.calls import CallCheck
from fatedeck.games.realms_behind.rules.checks import STOP
from fatedeck.games.realms_behind.rules.creatures import AddCreatures
from fatedeck.games.realms_behind.rules.derived import (
    defence,
    is_down,
    is_downed,
    is_exhausted,
    is_stupefied,
    is_wounded,
    resist,
    speed,
)
from fatedeck.games.realms_behind.rules.encounter import (
    EndTurn,
    Fleet,
    Ready,
    Retrieve,
    StartEncounter,
)
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.rules.fates import Afflict, Decide, Heal, Hurt, Judge, Relieve
from fatedeck.games.realms_behind.rules.field import (
    at,
    in_shape,
    is_in_reach,
    push,
    reach,
    straight,
)
from fatedeck.games.realms_behind.rules.health import hurt
from fatedeck.games.realms_behind.rules.moving import Move, Run, Step
from fatedeck.games.realms_behind.rules.scenes import Ground, OpenDialogue, PlaceBeing
from fatedeck.games.realms_behind.rules.statuses import stacks_by
from fatedeck.games.realms_behind.rules.talk import Parlay, RecallKnowledge
from fatedeck.games.realms_behind.rules.using import UseTechnique
from fatedeck.games.realms_behind.rules.weapons import UNARMED
from fatedeck.games.realms_behind.state import Character, Creature, Table
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
    only,
    refused,
    table_of,
    technique,
)


def duel(sample: str = "basic", hand: str = "", top: str = "", **values: int) -> Table:
    """One character next to a regular goblin, at the start of the character's turn."""
    table = table_of(Ana=sample)
    ana = hero(table, "Ana", **values)
    holds(ana, hand, top)
    ana.fortune = 0
    goblin(table)
    fight(table, "Ana", "Goblin")
    return table


def both(table: Table) -> tuple[Character, Creature]:
    return table.players["Ana"], table.creatures["Goblin"]


# Friends in reach


@pytest.mark.parametrize(("foe_at", "unlikely"), [(6, True), (1, False)])
def test_an_attack_that_could_only_hit_a_friend_is_not_suggested_and_picks_nobody(
    foe_at: int, unlikely: bool
) -> None:
    """RB-12.12."""
    table = table_of(Ana="basic", Ben="basic")
    technique(table.players["Ana"], "maneuver", "opportunistic")
    table.players["Ben"].y = 1
    goblin(table, x=foe_at)
    goblin(table, "Scout", x=foe_at, y=1)
    for who in ("Ana", "Goblin"):
        fight(table, who, *({"Ana", "Ben", "Goblin", "Scout"} - {who}))
        seat = GM if who == "Goblin" else who
        attacks = [
            offer
            for offer in ruleset.offers(table, seat)
            if offer.do in {"attack", "creature-attack", "use-technique"} and not offer.why_not
        ]
        assert attacks
        for offer in attacks:
            assert offer.unlikely is unlikely
            target = next(
                param
                for param in ruleset.form(table, seat, offer, {}).params
                if param.name == "target"
            )
            assert isinstance(target, One)
            assert target.options
            assert target.blank


# Order and turns


def test_turns_go_by_initiative_then_awareness_luck_and_chance() -> None:
    """RB-15.4, RB-3.7, RB-21.6."""
    table = table_of(Ana="basic", Ben="basic", Cleo="basic", Dov="basic")
    for name, luck in (("Ana", 0), ("Ben", 2), ("Cleo", 0), ("Dov", 0)):
        hero(table, name, luck=luck)
    table.players["Dov"].spirit = 5
    do(table, GM, AddCreatures("goblin-raider", "regular"))
    told = do(table, GM, StartEncounter(), "Cleo")
    assert table.order == ["Dov", "Goblin raider 1", "Ben", "Cleo", "Ana"]
    assert "Round 1: Dov’s turn" in told
    places = [(being.x, being.y) for being in table.beings()]
    assert len(set(places)) == len(places)


def test_a_round_is_one_turn_of_everyone_and_ap_are_lost() -> None:
    """RB-15.5, RB-15.6, RB-15.7."""
    table = duel()
    ana, _ = both(table)
    ana.reactions = 0
    assert ana.ap == 3
    do(table, "Ana", EndTurn())
    assert (ana.ap, table.whose_turn(), table.round) == (0, "Goblin", 1)
    with refused("RB-15.4"):
        do(table, "Ana", EndTurn())
    do(table, GM, EndTurn())
    assert (ana.ap, ana.reactions, table.round) == (3, 1, 2)


def test_what_the_basic_actions_cost() -> None:
    """RB-15.9, RB-15.1."""
    cost = {action.id: action.cost.ap for action in book().actions.values()}
    assert cost == {
        "attack": 2, "move": 1, "run": 3, "step": 1, "ready": 1, "retrieve": 2,
        "recall-knowledge": 1, "parlay": 1, "investigate": 1, "gather-information": 1,
        "craft": 1, "wage-labor": 1,
    }  # fmt: skip
    table = duel(body=3)
    ana, _ = both(table)
    ana.ap = 2
    with refused("RB-15.6"):
        do(table, "Ana", Run(0, 5))


def test_move_run_and_step() -> None:
    """RB-15.13."""
    table = duel(body=1)
    ana, _foe = both(table)
    assert speed(ana) == 3
    with pytest.raises(Refused, match="out of reach"):
        do(table, "Ana", Move(0, 4))
    do(table, GM, Ground(0, 3, difficult=True))
    with pytest.raises(Refused, match="Difficult"):
        do(table, "Ana", Move(0, 3))
    with pytest.raises(Refused, match="Goblin is already"):
        do(table, "Ana", Move(1, 0))
    do(table, "Ana", Move(0, 2))
    assert (ana.x, ana.y, ana.ap) == (0, 2, 2)
    for space in ((0, 2), (0, 4)):
        with pytest.raises(Refused, match="next to you"):
            do(table, "Ana", Step(*space))
    do(table, "Ana", Step(0, 3))
    assert (ana.y, ana.ap) == (3, 1)
    ana.ap = 3
    do(table, "Ana", Run(12, 14))
    assert (ana.x, ana.y, ana.ap) == (12, 14, 0)
    with refused("RB-15.13"):
        do(table, GM, PlaceBeing("Ana", 99, 0))


def test_a_wall_of_foes_or_difficult_ground_blocks_the_way() -> None:
    """RB-15.13: Difficult spaces and foes are not crossed, friends are."""
    table = duel(body=4)
    table.height = 1
    with pytest.raises(Refused, match="out of reach"):
        do(table, "Ana", Move(2, 0))
    table.creatures["Goblin"].side = "party"
    do(table, "Ana", Move(2, 0))
    do(table, GM, Ground(3, 0, difficult=True))
    with pytest.raises(Refused, match="out of reach"):
        do(table, "Ana", Move(4, 0))


@pytest.mark.parametrize(
    ("foes", "friends", "difficult", "there"),
    [
        ((), (), (), {(3, 0), (3, 1), (3, 2)}),
        (((2, 1),), (), (), {(3, 0), (3, 1), (3, 2)}),  # past the foe, above or below
        (((2, 0), (2, 1), (2, 2)), (), (), set()),  # a wall: only a way round leads nearer
        ((), ((2, 0), (2, 1), (2, 2)), (), {(3, 0), (3, 1), (3, 2)}),  # friends let pass
        ((), ((3, 1),), (), {(3, 0), (3, 2)}),  # and keep their spaces
        ((), (), ("3,0", "2,1"), {(3, 1), (3, 2)}),
    ],
)
def test_straight_toward_a_foe(
    foes: tuple[tuple[int, int], ...],
    friends: tuple[tuple[int, int], ...],
    difficult: tuple[str, ...],
    there: set[tuple[int, int]],
) -> None:
    """RB-15.13: three spaces toward a goblin at 6,1 on a ground that is 3 spaces high."""
    table = duel(body=4)
    ana, goblin_far = both(table)
    table.height, table.difficult = 3, list(difficult)
    (ana.x, ana.y), (goblin_far.x, goblin_far.y) = (0, 1), (6, 1)
    for place, space in enumerate((*foes, *friends)):
        other = goblin(table, f"Other {place}")
        other.x, other.y = space
        other.side = "foes" if space in foes else "party"
    assert straight(table, ana, goblin_far, 3) == there
    ways = reach(table, ana, 3)
    assert there == {space for space in ways if 6 - space[0] == 3 and ways[space] == 3}
    free = [(x, y) for x in range(8) for y in range(3) if at(table, x, y) is None]
    in_reach = [(x, y) for x, y in free if is_in_reach(table, ana, x, y, 3)]
    assert in_reach == [space for space in free if space in ways]


def test_ready_and_retrieve() -> None:
    """RB-15.9, RB-19.1."""
    table = duel(body=3)
    ana, _ = both(table)
    item(ana, "adventurers-belt")
    item(ana, "knapsack")
    item(ana, "1h-light-melee", "at-hand")
    item(ana, "light-bow")
    item(ana, "wooden-shield", "inventory")
    with refused("RB-19.6"):
        do(table, "Ana", Ready("1h-light-melee"))
    do(table, "Ana", Ready("1h-light-melee", "light-bow"))
    assert (ana.items["light-bow"].place, ana.ap) == ("at-hand", 2)
    do(table, "Ana", Retrieve("wooden-shield"))
    assert (ana.items["wooden-shield"].place, ana.ap) == ("equipped", 0)
    with refused("RB-15.9"):
        ana.ap = 3
        do(table, "Ana", Retrieve("wooden-shield", "inventory"))


def test_recall_knowledge_and_parlay() -> None:
    """RB-15.14, RB-15.9: each success is a concession; the number is fixed first."""
    table = duel(hand="9S 8S KS", mind=2)
    ana, _ = both(table)
    recall = RecallKnowledge("lore", "goblins")
    told = do(table, "Ana", recall, 10, "Show", 0, "9S", "They fear fire.")
    assert "Ana uses Recall Knowledge: goblins" in told
    with refused("RB-15.14"):
        do(table, "Ana", Parlay("diplomacy"))
    told = do(table, GM, OpenDialogue("the chief", 2, hidden=True))
    assert "2 concessions" not in told
    assert "of 2" not in str(ruleset.view(table, "Ana"))
    assert "of 2" in str(ruleset.view(table, GM))
    told = do(table, "Ana", Parlay("diplomacy", "We only want to pass."), 10, "Show", 0, "8S")
    assert "We only want to pass." in told
    assert table.parley is not None
    assert (table.parley.won, ana.ap) == (1, 1)
    told = do(table, "Ana", Parlay("presence"), 5, "Show", 1, "KS")
    assert table.parley.won == 3
    assert "won over" in told
    ana.ap = 1
    with refused("RB-15.14"):
        do(table, "Ana", Parlay("melee"))


# Attacks


def test_the_target_picks_parry_or_dodge() -> None:
    """RB-12.11, RB-12.14, RB-12.12."""
    table = duel(hand="9S 8S", body=2)
    ana, foe = both(table)
    item(ana, "1h-light-melee")
    asked = asked_in(table, "Ana", Attack("1h-light-melee", "Goblin"), "Dodge", 0, "9S")
    assert isinstance(asked[0], Choose)
    assert (asked[0].seat, asked[0].options) == (GM, ("parry", "dodge"))
    assert table.last is not None
    assert (table.last.skill, table.last.modifier) == ("melee", 3)
    foe.x = 5
    with refused("RB-12.12"):
        ana.ap = 3
        do(table, "Ana", Attack("1h-light-melee", "Goblin"))
    with refused("RB-12.14"):
        do(table, "Ana", Attack("1h-light-melee", "Ana"))


def test_thrown_weapons_do_both() -> None:
    """RB-12.12: Melee close by, Ranged up to 3 x Body."""
    table = duel(hand="9S 8S 7S", body=2)
    ana, foe = both(table)
    ana.skills = {"melee": 1, "ranged": 2}
    item(ana, "light-thrown")
    do(table, "Ana", Attack("light-thrown", "Goblin"), "Parry", 0, "9S")
    assert table.last is not None
    assert (table.last.skill, table.last.modifier) == ("melee", 4)
    ana.ap = 3
    do(table, "Ana", Attack("light-thrown", "Goblin", skill="ranged"), "Parry", 0, "7S")
    assert (table.last.skill, table.last.modifier) == ("ranged", 5)
    foe.x, ana.ap = 6, 3
    do(table, "Ana", Attack("light-thrown", "Goblin"), "Parry", 0, "8S")
    assert (table.last.skill, table.last.modifier) == ("ranged", 5)
    ana.ap = 3
    with refused("RB-12.12"):
        do(table, "Ana", Attack("light-thrown", "Goblin", skill="melee"))
    foe.x, ana.ap = 7, 3
    with refused("RB-12.12"):
        do(table, "Ana", Attack("light-thrown", "Goblin"))


def test_elements_and_their_other_name() -> None:
    """RB-12.4, RB-12.6: Radiant is Brilliant; a negative Resist adds damage."""
    assert tuple(book().elements) == ("physical", "fire", "frost", "brilliant", "shadow")
    assert proper_name("Radiant") == "brilliant"
    table = duel()
    hound = Creature(name="Hound", kind="ember-hound", level=2, health=8)
    table.creatures["Hound"] = hound
    assert (resist(hound, "fire"), resist(hound, "frost")) == (4, -2)
    do(table, GM, Hurt("Hound", 3, "frost"))
    assert hound.health == 3
    do(table, GM, Hurt("Ana", 1, "radiant"))
    assert table.players["Ana"].shallow == 1
    with refused("RB-12.4"):
        do(table, GM, Hurt("Hound", 3, "sound"))


def test_a_shield_strikes_and_a_weapon_too_heavy_does_not() -> None:
    """RB-19.10, RB-19.5."""
    table = duel(hand="KS", body=3)
    ana, _foe = both(table)
    item(ana, "metal-shield")
    do(table, "Ana", Attack("metal-shield", "Goblin"), "Parry", 0, "KS")
    assert table.last is not None
    assert (table.last.sum, table.last.damage) == (16, {"Goblin": 5})
    ana.body, ana.ap = 1, 3
    with refused("RB-19.5"):
        do(table, "Ana", Attack("metal-shield", "Goblin"))


def test_keen_volition_and_the_wish_of_the_attacker() -> None:
    """RB-18.17, RB-6.6: Clubs add 1 each; Spirit may replace Body, as the attacker says."""
    table = duel(hand="KC QC JC", body=1, spirit=3)
    ana, foe = both(table)
    foe.health = 99
    ana.feats = ["light-weapon-spirit-damage", "extra-hearts-damage"]
    item(ana, "1h-light-melee")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "spirit", "Parry", 0, "KC")
    assert table.last is not None
    assert table.last.damage == {"Goblin": 3 + 3 + 1}
    ana.ap = 3
    do(table, "Ana", Attack("1h-light-melee", "Goblin", attribute="body"), "Parry", 0, "QC")
    assert table.last.damage == {"Goblin": 3 + 1 + 1}
    ana.ap = 3
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "body", "Parry", 0, "JC")
    assert table.last.damage == {"Goblin": 3 + 1 + 1}
    ana.feats, ana.ap = ["driven-strikes"], 3
    ana.skills["might"] = 3
    item(ana, "1h-heavy-melee")
    with refused("RB-18.17"):
        do(table, "Ana", Attack("1h-heavy-melee", "Goblin", attribute="spirit"))


def test_calculated_attacks_use_insight_with_light_weapons() -> None:
    """RB-18.1, RB-12.12."""
    table = duel(hand="9S 8S", mind=6)
    ana, _ = both(table)
    ana.feats = ["calculated-attacks"]
    item(ana, "1h-light-melee")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "insight", "Parry", 0, "9S")
    assert table.last is not None
    assert (table.last.skill, table.last.modifier) == ("insight", 7)
    ana.ap = 3
    do(table, "Ana", Attack("1h-light-melee", "Goblin", skill="melee"), "Parry", 0, "8S")
    assert table.last.skill == "melee"
    ana.feats, ana.ap = [], 3
    with refused("RB-12.12"):
        do(table, "Ana", Attack("1h-light-melee", "Goblin", skill="insight"))


def test_gambler_also_on_the_basic_attack() -> None:
    """RB-18.18: each gamble +2 damage and one extra success, which adds 1 damage."""
    table = duel(hand="KS", body=3)
    ana, foe = both(table)
    foe.health = 99
    ana.feats = ["gambler"]
    item(ana, "1h-light-melee")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 2, "KS")
    assert table.last is not None
    assert (table.last.sum, table.last.threshold, table.last.successes) == (17, 16, 3)
    assert table.last.damage == {"Goblin": 3 + 3 + 4 + 2}


def test_the_second_weapon_costs_one_ap_less() -> None:
    """RB-18.19."""
    table = duel(hand="2S 3S", body=4)
    ana, _ = both(table)
    ana.feats = ["dual-wielding"]
    item(ana, "1h-heavy-melee")
    item(ana, "1h-light-melee")
    do(table, "Ana", Attack("1h-heavy-melee", "Goblin"), "Parry", 0, "2S")
    assert ana.ap == 1
    with refused("RB-15.6"):
        do(table, "Ana", Attack("1h-heavy-melee", "Goblin"))
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 0, "3S")
    assert ana.ap == 0


def test_whirling_strikes_a_second_foe_with_the_same_cards() -> None:
    """RB-5.15: the same sum against each threshold."""
    table = duel(hand="8S", body=3)
    ana, foe = both(table)
    other = goblin(table, "Other", 0, 1, level=1)
    table.order.append("Other")
    item(ana, "1h-light-melee", "equipped", "whirling")
    action = Attack("1h-light-melee", "Goblin", also="Other")
    do(table, "Ana", action, "Parry", "Parry", 1, "8S")
    assert table.last is not None
    assert (table.last.sum, table.last.threshold, table.last.success) == (12, 14, False)
    assert table.last.hits == ["Other"]
    assert foe.health == 6
    assert is_down(other)
    ana.items["1h-light-melee"].enhancements.clear()
    ana.ap = 3
    with refused("RB-5.15"):
        do(table, "Ana", action)


def test_maddening_puts_madness_on_the_wielder_hit_or_miss() -> None:
    """RB-20.12, RB-20.13."""
    table = duel(hand="2S")
    ana, _ = both(table)
    weapon = item(ana, "1h-light-melee", "equipped", "maddening")
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 0, "2S")
    assert ana.madness == 1
    assert weapon.curses_known


def test_sanctified_and_profane_weapons_turn_luck() -> None:
    """RB-15.7: a reaction, three times a day."""
    table = duel(hand="9S 8S", top="KC")
    ana, _ = both(table)
    item(ana, "1h-light-melee", "equipped", "sanctified")
    call = CallCheck(seat="Ana", skill="might", threshold=12)
    do(table, GM, call, "Give Advantage", "9S", "Draw pile", "KC")
    assert table.last is not None
    assert (table.last.success, ana.reactions) == (True, 0)
    do(table, GM, call, "8S")
    ana.items["1h-light-melee"].enhancements = ["profane"]
    ana.reactions = 1
    ana.used_today.clear()
    table.gm_deck.top = ["KH", "2H"]
    for card in table.gm_deck.top:
        table.gm_deck.bag.remove(card)
    table.turn = 1
    do(table, GM, CreatureAttack("Ana"), "Parry", 0, "Give Disadvantage")
    assert table.last.rank == 2


def test_resurgent_once_a_day() -> None:
    """RB-20.15."""
    table = duel(body=2)
    ana, _ = both(table)
    item(ana, "hat", "equipped", "resurgent")
    do(table, GM, Hurt("Ana", 50))
    assert (ana.deep, ana.shallow) == (1, 3)
    do(table, GM, Hurt("Ana", 50))
    assert is_down(ana)


def test_fleet_things_quicken_for_a_turn() -> None:
    """RB-3.6, RB-18.22: Speed +1, and thrice a day +2 for one turn."""
    table = duel()
    ana, _ = both(table)
    item(ana, "sandals", "equipped", "fleet")
    assert speed(ana) == 3
    do(table, "Ana", Fleet("sandals"))
    assert speed(ana) == 5
    do(table, "Ana", EndTurn())
    assert speed(ana) == 3
    ana.used_today["sandals fleet"] = 3
    do(table, GM, EndTurn())
    with pytest.raises(Refused, match="3 times today"):
        do(table, "Ana", Fleet("sandals"))


# Health


def test_health_paid_as_a_cost_ignores_everything() -> None:
    """RB-13.9, RB-18.8: Blood Magic."""
    table = duel("tamsin", hand="KS", top="2S 3S 4S")
    ana, foe = both(table)
    ana.statuses.vulnerable, ana.statuses.protected = 5, 5
    technique(ana, "evocation", "blood-magic", "destructive", element="fire")
    do(table, "Ana", UseTechnique("evocation", "Goblin"), 0, "KS")
    assert (ana.shallow, ana.statuses.protected) == (5, 5)
    assert foe.health == 0


def test_a_downed_one_loses_no_more_and_the_gm_decides() -> None:
    """RB-13.4, RB-13.3."""
    table = duel("basic")
    ana, _ = both(table)
    with refused("RB-13.4"):
        do(table, GM, Decide("Ana", "dies"))
    do(table, GM, Hurt("Ana", 50))
    assert (ana.shallow, ana.deep) == (0, 0)
    do(table, GM, Hurt("Ana", 50))
    assert ana.deep == 0
    do(table, GM, Decide("Ana", "dies"))
    assert ana.dead


def test_who_left_may_return_to_the_fight() -> None:
    """RB-16.19, RB-15.4: at the end of the order."""
    table = duel()
    goblin(table, "Other", 5)
    table.creatures["Other"].left_scene = True
    do(table, GM, Decide("Other", "returns"))
    assert table.order == ["Ana", "Goblin", "Other"]
    do(table, GM, Decide("Goblin", "leaves"))
    do(table, "Ana", EndTurn())
    assert table.whose_turn() == "Other"


def test_a_party_wholly_down_is_the_gms_to_judge() -> None:
    """RB-13.8, RB-13.10: Stupefied counts."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    ana.shallow = ana.deep = 0
    with refused("RB-13.8"):
        do(table, GM, Judge("They wake in a cell."))
    only(ben)
    assert is_downed(ben)
    assert not is_down(ben)
    told = do(table, GM, Judge("They wake in a cell."))
    assert "They wake in a cell." in told
    do(table, GM, Heal("Ben", 1, "shallow"))
    do(table, GM, Hurt("Ben", 1))
    assert ben.shallow == 1  # Stupefied, yet hurt as ever


def test_creatures_are_never_wounded_exhausted_or_stupefied() -> None:
    """RB-21.3, RB-21.6."""
    table = duel()
    _, foe = both(table)
    foe.health, foe.madness = 1, 50
    assert not (is_wounded(foe))
    assert not (is_exhausted(foe))
    assert not (is_stupefied(foe))
    assert [speed(foe), foe.reactions] == [5, 1]
    do(table, GM, Hurt("Goblin", 9))
    assert is_down(foe)


def test_healing_that_names_no_part_is_split_by_the_healed() -> None:
    """RB-13.5, RB-13.1: never above the maximum."""
    table = table_of(Ana="basic")
    ana = hero(table, body=2)
    ana.shallow, ana.deep = 1, 5
    do(table, GM, Heal("Ana", 4), 2)
    assert (ana.shallow, ana.deep) == (3, 7)
    do(table, GM, Heal("Ana", 9))
    assert (ana.shallow, ana.deep) == (4, 8)
    ana.deep = 2
    do(table, GM, Heal("Ana", 3, "deep"))
    assert (ana.shallow, ana.deep) == (4, 5)


# Statuses


def test_stacks_add_and_the_groups() -> None:
    """RB-16.1, RB-16.26, RB-16.24."""
    table = duel()
    ana, _ = both(table)
    do(table, GM, Afflict("Ana", "slowed", 2))
    do(table, GM, Afflict("Ana", "Hastened", 1))
    do(table, GM, Afflict("Ana", "slowed", 1))
    assert (ana.statuses.slowed, ana.statuses.hasted, speed(ana)) == (3, 1, 0)
    do(table, GM, Relieve("Ana", "slowed", 9))
    assert (ana.statuses.slowed, speed(ana)) == (0, 3)
    groups: dict[str, list[str]] = {}
    for status in book().statuses.values():
        group = f"{status.attribute} {book().attributes[status.attribute].suit}"
        groups.setdefault(group, []).append(status.id)
    assert {name: len(group) for name, group in groups.items()} == {
        "body hearts": 6, "mind spades": 7, "spirit clubs": 5, "luck diamonds": 2,
    }  # fmt: skip
    with refused("RB-16.26"):
        do(table, GM, Afflict("Ana", "bored", 1))


@pytest.mark.parametrize(
    ("status", "lowered"),
    [
        ("harried", ("parry", "dodge")),  # RB-16.6
        ("sickened", ("body", "luck")),  # RB-16.8
        ("fogged", ("mind", "spirit")),  # RB-16.12
    ],
)
def test_statuses_that_lower_defences(status: str, lowered: tuple[str, ...]) -> None:
    table = duel()
    ana, foe = both(table)
    for being in (ana, foe):
        before = {which: defence(being, which) for which in DEFENCES}
        setattr(being.statuses, status, 3)
        for which in DEFENCES:
            assert defence(being, which) == before[which] - (3 if which in lowered else 0)


def test_crippled_and_dispelled_lower_checks() -> None:
    """RB-16.5, RB-16.16."""
    table = duel("tamsin", hand="2S 3S 4S", top="5S 6S 7S")
    ana, _foe = both(table)
    ana.statuses.crippled, ana.statuses.dispelled = 2, 3
    do(table, "Ana", Attack("1h-light-melee", "Goblin"), "Parry", 0, "2S")
    assert table.last is not None
    assert table.last.modifier == 1 + 1 - 2
    ana.ap = 3
    do(table, "Ana", UseTechnique("cinder-shove", "Goblin"), 0, "3S")
    assert table.last.modifier == 8 - 2 - 3
    do(table, GM, CallCheck(seat="Ana", skill="arcana", threshold=5), "4S")
    assert table.last.modifier == 4


def test_one_stack_leaves_each_status_at_the_start_of_the_turn() -> None:
    """RB-16.3, RB-16.27, RB-16.21: also on a Downed bearer; Necrotic stays."""
    table = duel()
    ana, _ = both(table)
    ana.shallow = ana.deep = 0
    names = list(ana.statuses.__struct_fields__)
    for name in names:
        setattr(ana.statuses, name, 2)
    ana.taunted = {"Goblin": 2}
    ana.warded_against, ana.vulnerable_to = {"fire": 1}, {"frost": 2}
    table.turn = 1
    do(table, GM, EndTurn())
    left = {name: sum(stacks_by(ana, name).values()) for name in names}
    # Protected is gone: it stopped what Bleeding dealt.
    assert left == {**dict.fromkeys(names, 1), "necrotic": 2, "protected": 0}
    assert (ana.taunted, ana.warded_against, ana.vulnerable_to) == (
        {"Goblin": 1}, {}, {"frost": 1},
    )  # fmt: skip
    assert table.whose_turn() == "Goblin"


def test_a_berserk_one_attacks_the_nearest() -> None:
    """RB-16.10."""
    table = table_of(Ana="dhutlo", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    ana.fortune = 0
    holds(ana, "9S")
    ben.x = 1
    goblin(table, x=3)
    fight(table, "Ana", "Ben", "Goblin")
    ana.statuses.berserk = 2
    weapon = "innate-melee-weapon"
    for other in (EndTurn(), Attack(weapon, "Goblin"), RecallKnowledge("lore")):
        with refused("RB-16.10"):
            do(table, "Ana", other)
    do(table, "Ana", Attack(weapon, "Ben"), "Parry", 0, "9S", STOP)
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (1, 2)
    do(table, "Ana", EndTurn())


def test_a_berserk_one_who_cannot_get_there_is_free() -> None:
    """RB-16.10: only if a target can be reached."""
    table = duel("dhutlo")
    ana, foe = both(table)
    foe.x, ana.statuses.berserk = 4, 1
    with refused("RB-16.10"):
        do(table, "Ana", EndTurn())
    with refused("RB-16.10"):
        do(table, "Ana", Move(0, 3))
    table.difficult = ["0,1", "1,0", "1,1"]
    do(table, "Ana", EndTurn())


def test_an_enchanted_one_harms_nobody() -> None:
    """RB-16.11."""
    table = duel("tamsin", hand="9S")
    ana, _ = both(table)
    ana.statuses.enchanted = 1
    with refused("RB-16.11"):
        do(table, "Ana", Attack("1h-light-melee", "Goblin"))
    with refused("RB-16.11"):
        do(table, "Ana", UseTechnique("cinder-shove", "Goblin"))
    do(table, "Ana", Move(0, 3))
    table.creatures["Goblin"].statuses.enchanted = 2
    do(table, "Ana", EndTurn())
    with refused("RB-16.11"):
        do(table, GM, CreatureAttack("Ana"))


def test_warded_and_vulnerable_may_be_limited_to_an_element() -> None:
    """RB-16.25."""
    table = duel(body=8)
    ana, _ = both(table)
    do(table, GM, Afflict("Ana", "vulnerable", 3, element="fire"))
    do(table, GM, Afflict("Ana", "warded", 2, element="frost"))
    assert (resist(ana, "frost"), resist(ana, "fire"), resist(ana, "physical")) == (2, 0, 0)
    game = game_of(table)
    assert hurt(game, ana, {"physical": 2, "fire": 1}) == 6
    assert hurt(game, ana, {"physical": 2, "fire": 0}) == 2
    assert hurt(game, ana, {"frost": 2}) == 0
    with refused("RB-16.25"):
        do(table, GM, Afflict("Ana", "slowed", 1, element="fire"))


def test_taunts_end_with_a_stupefied_taunter() -> None:
    """RB-13.10, RB-16.13."""
    table = table_of(Ana="basic", Ben="basic")
    hero(table)
    ben = hero(table, "Ben")
    foe = goblin(table)
    do(table, GM, Afflict("Goblin", "taunted", 2, by="Ben"))
    assert foe.taunted == {"Ben": 2}
    only(ben)
    do(table, GM, Afflict("Goblin", "slowed", 1))
    assert foe.taunted == {}


# Techniques


@pytest.mark.parametrize(
    ("seat", "action", "told"),
    [
        (
            GM,
            CreatureAttack("Ana"),
            "Goblin is about to attack Standard, New (Ana): Ben may react.",
        ),
        ("Ana", Attack(weapon=UNARMED, target="Goblin"), "Ben may react."),
        (GM, CallCheck(seat="Ana", skill="might"), "Ana is checking Might: Ben may assist."),
    ],
)
def test_everybody_hears_what_is_waited_for(seat: str, action: Deed, told: str) -> None:
    """RB-15.8, RB-9.1: whom the table waits for, and why; not what they answer."""
    table = table_of(Ana="basic", Ben="basic")
    technique(hero(table, "Ben"), "maneuver", "instinctive")
    table.players["Ben"].willing = seat == GM
    hero(table)
    goblin(table)
    order = ("Goblin", "Ben", "Ana") if seat == GM else ("Ana", "Ben", "Goblin")
    fight(table, *order)

    def nobody_answers(question: Question) -> Answer:
        raise Asked(question)

    lines: list[Line] = []
    with pytest.raises(Asked):
        ruleset.perform(Game(table, nobody_answers, (), lines), seat, action)
    assert all(line.is_for_all for line in lines)
    assert told in " ".join(line.text for line in lines)


def test_reactions_come_before_what_sets_them_off() -> None:
    """RB-15.8, RB-15.7, RB-18.7: Opportunistic answers a move, not a Step; Instinctive anything."""
    table = duel("dhutlo", hand="KS QS JS")
    ana, foe = both(table)
    ana.fortune = 0
    technique(ana, "maneuver", "opportunistic")
    do(table, "Ana", EndTurn())
    do(table, GM, Step(1, 1))
    assert foe.y == 1
    told = do(table, GM, Move(5, 5), "maneuver", "Goblin (innate-melee-weapon)", "Parry", 0, "KS")
    assert told.index("reacts") < told.index("is Downed")
    assert "can’t go on" in told
    assert (foe.x, foe.y) == (1, 1)
    table = duel("dhutlo", hand="2S")
    ana, foe = both(table)
    ana.fortune = 0
    technique(ana, "maneuver", "instinctive")
    table.gm_deck.top = ["2D"]
    table.gm_deck.bag.remove("2D")
    do(table, "Ana", EndTurn())
    answers = ("maneuver", "Goblin (innate-melee-weapon)", "Parry", 0, "2S", "Dodge", 0)
    do(table, GM, CreatureAttack("Ana"), *answers)
    assert ana.hand.top == []


def test_preemptive_gives_one_more_reaction() -> None:
    """RB-15.7."""
    table = duel()
    ana, _ = both(table)
    item(ana, "hat", "equipped", "preemptive")
    do(table, "Ana", EndTurn())
    do(table, GM, EndTurn())
    assert ana.reactions == 2


def cast(base: str, *features: str, hand: str = "9S", **more: str) -> Table:
    """A strong character who knows one technique, next to an ally and a goblin."""
    table = table_of(Ana="basic", Ben="basic")
    ana = hero(table, body=2, mind=2, spirit=3, luck=4)
    ana.fortune = 0
    ana.skills = {"sorcery": 5, "theurgy": 4}
    hero(table, "Ben", body=5)
    table.players["Ben"].y = 1
    holds(ana, hand)
    ana.skills["melee"] = 5
    item(ana, "innate-melee-weapon")
    technique(ana, base, *features, **more)
    foe = goblin(table)
    foe.health = 99
    fight(table, "Ana", "Ben", "Goblin")
    return table


def use(
    table: Table, target: str, *answers: Answer, skill: str = "", x: int = -1, y: int = -1
) -> str:
    """Ana uses her only technique."""
    ana = table.players["Ana"]
    name = next(iter(ana.techniques))
    weapon = "innate-melee-weapon" if name == "maneuver" else ""
    ana.ap = 3
    ana.madness = 0 if weapon else -1  # the cost brings it to 0, and nothing is sifted
    action = UseTechnique(name, target, weapon=weapon, skill=skill, x=x, y=y)
    return do(table, "Ana", action, *answers)


def test_spells_on_the_willing_and_the_unwilling() -> None:
    """RB-18.10: Sorcery against 11, or against Spirit."""
    table = cast("abjuration", "force-shield", hand="2D 3D 9S")
    use(table, "Ben", "Willing", 0, "3D")
    ben = table.players["Ben"]
    assert ben.statuses.protected == 3 + 1 + 1
    use(table, "Goblin", "Unwilling", 0, "2D")
    assert table.last is not None
    assert (table.last.sum, table.last.threshold) == (10, 10)
    table.creatures["Goblin"].x = 17
    with refused("RB-18.10"):
        use(table, "Goblin")


def test_prayers() -> None:
    """RB-18.11, RB-18.16: healing by Luck, successes and Hearts, twice with Potent Mending."""
    table = cast("healing", hand="9H 8H KS")
    ben = table.players["Ben"]
    ben.shallow, ben.deep = 0, 14
    use(table, "Ben", 0, "9H")
    assert ben.shallow == 4 + 1 + 1
    table.players["Ana"].feats = ["extra-hearts-healing"]
    ben.shallow = 0
    use(table, "Ben", 0, "8H")
    assert ben.shallow == 4 + 1 + 2
    table = cast("curse", hand="KS")
    use(table, "Goblin", 0, "KS")
    assert table.last is not None
    assert table.last.threshold == 10


def test_steadying_takes_stacks_the_caster_picks() -> None:
    """RB-18.12."""
    table = cast("blessing", "steadying")
    ben = table.players["Ben"]
    ben.statuses.slowed, ben.statuses.frightened = 4, 3
    ben.taunted = {"Ana": 2, "Goblin": 2}
    use(table, "Ben", 0, "9S", 2, 0, 1, 2)
    assert (ben.statuses.slowed, ben.statuses.frightened) == (2, 1)
    assert ben.taunted == {"Ana": 2, "Goblin": 1}


def test_turn_elements_wards_against_one() -> None:
    """RB-18.12, RB-16.25."""
    table = cast("blessing", "turn-elements")
    use(table, "Ben", "shadow", 0, "9S")
    assert table.players["Ben"].warded_against == {"shadow": 4 + 1 + 1}
    table = cast("abjuration", "turn-elements", "warding")
    use(table, "Ben", "brilliant", "frost", "Willing", 0, "9S")
    assert table.players["Ben"].warded_against == {"brilliant": 4 + 1 + 1, "frost": 3 + 1 + 1}


def test_sudden_betrayal_compares_the_same_card_with_stealth_first() -> None:
    """RB-18.13."""
    table = cast("maneuver", "sudden-strike", hand="9S 5S")
    with refused("RB-18.13"):
        use(table, "Goblin")
    table.phase = "exploration"
    use(table, "Goblin", "Parry", 0, "9S", STOP)  # 9 + 3 reaches 8 + 4
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (1, 2)
    use(table, "Goblin", "Parry", 0, "5S")
    assert (table.last.net, table.last.extra) == (0, 0)


def test_cauterize_turns_bleeding_into_damage() -> None:
    """RB-18.14."""
    table = cast("evocation", "cauterize", element="fire")
    foe = table.creatures["Goblin"]
    foe.statuses.bleeding = 2
    use(table, "Goblin", 0, "9S")
    assert foe.statuses.bleeding == 0
    assert table.last is not None
    assert table.last.damage == {"Goblin": 3 + 3 + 2 * 2}


def test_deep_debuffs_add_a_stack_per_card() -> None:
    """RB-18.15."""
    table = cast("maneuver", "lacerating", hand="9H")
    table.players["Ana"].feats = ["deep-debuffs-hearts"]
    use(table, "Goblin", "Parry", 0, "9H")
    assert table.creatures["Goblin"].statuses.bleeding == 1 + 1 + 1
    table = cast("maneuver", "half-guard", hand="2D")
    table.players["Ana"].feats = ["deep-debuffs-diamonds"]
    use(table, "Goblin", "Parry", 0, "2D")
    assert table.players["Ana"].statuses.protected == 1  # a miss, and Protected does no harm


def test_sanguine_bleeds_twice_the_damage_after_resist() -> None:
    """RB-18.21."""
    table = cast("evocation", "sanguine", element="fire")
    foe = table.creatures["Goblin"]
    foe.statuses.warded, foe.statuses.vulnerable = 2, 5
    use(table, "Goblin", 0, "9S")
    assert foe.health == 99
    assert foe.statuses.bleeding == 2 * (3 + 3 - 2)


@pytest.mark.parametrize(
    ("feature", "card", "status", "stacks"),
    [
        ("exposing", "9D", "vulnerable", 2),
        ("distracting", "9S", "taunted", 2),
        ("hamstring", "9H", "crippled", 2),
        ("harrying", "9S", "harried", 1),
    ],
)
def test_maneuvers_put_statuses(feature: str, card: str, status: str, stacks: int) -> None:
    """RB-18.22, RB-6.5."""
    table = cast("maneuver", feature, hand=card)
    use(table, "Goblin", "Parry", 0, card)
    assert sum(stacks_by(table.creatures["Goblin"], status).values()) == stacks


@pytest.mark.parametrize(
    ("feature", "status", "stacks"),
    [
        ("barraging", "harried", 3 + 1),
        ("necrotizing", "necrotic", 3 + 1),
        ("frigid", "slowed", 3 + 1),
    ],
)
def test_evocations_put_statuses(feature: str, status: str, stacks: int) -> None:
    """RB-18.22."""
    table = cast("evocation", feature, element="frost")
    use(table, "Goblin", 0, "9S")
    assert sum(stacks_by(table.creatures["Goblin"], status).values()) == stacks


def test_arcane_piercing_makes_vulnerable_to_the_element() -> None:
    """RB-18.22, RB-16.25."""
    table = cast("evocation", "arcane-piercing", element="frost")
    use(table, "Goblin", 0, "9S")
    assert table.creatures["Goblin"].vulnerable_to == {"frost": 4}


def test_barraging_harries_even_on_a_miss() -> None:
    """RB-18.22: successes are 0 then."""
    table = cast("evocation", "barraging", element="fire", hand="2S")
    use(table, "Goblin", 0, "2S")
    assert table.last is not None
    assert not table.last.success
    assert table.creatures["Goblin"].statuses.harried == 3


def test_bulwark_feint_and_bull_rush() -> None:
    """RB-18.22."""
    table = cast("maneuver", "bulwark", "bull-rush", hand="9C")
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    holds(ana, "9C 2D")
    before = defence(ana, "mind")
    use(table, "Goblin", "Parry", 0, "9C")
    assert foe.health == 99
    assert (foe.x, foe.y) == (1 + 3, 0)
    assert (defence(ana, "mind"), resist(ana, "fire")) == (before + 2, 1)
    for seat in ("Ana", "Ben", GM, "Ana"):
        assert defence(ana, "mind") == before + 2
        do(table, seat, EndTurn())
    assert defence(ana, "mind") == before


def test_wild_strike_sifts_three() -> None:
    """RB-1.11."""
    table = cast("maneuver", "wild-strike", hand="KS")
    ana = table.players["Ana"]
    holds(ana, "KS", "2H 3H 4C")
    use(table, "Goblin", "Parry", 0, "KS")
    assert table.last is not None
    assert (table.last.pool.hearts, table.last.pool.clubs) == (2, 1)
    assert table.last.damage == {"Goblin": 4 + 2 + 2}


def test_victorious_and_hungering_draw() -> None:
    """RB-13.10, RB-18.22."""
    table = cast("maneuver", "victorious", hand="KS")
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    foe.health = 1
    use(table, "Goblin", "Parry", 0, "KS", "2C")
    assert ana.hand.top == ["2C"]
    table = cast("evocation", "hungering", element="fire", hand="KS")
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    foe.health = 1
    use(table, "Goblin", 0, "KS", "Yes", "2C")
    assert (ana.hand.top, ana.ap) == (["2C"], 2)


def test_whirlwind_hits_everyone_in_range() -> None:
    """RB-5.15, RB-18.22."""
    table = cast("maneuver", "whirlwind", hand="KS")
    use(table, "Goblin", "Parry", "Parry", 0, "KS")
    assert table.last is not None
    assert table.last.hits == ["Goblin", "Ben"]


def test_piercing_shot_hits_a_line() -> None:
    """RB-18.22, RB-12.12."""
    table = cast("maneuver", "piercing-shot", hand="KS")
    ana = table.players["Ana"]
    del ana.items["innate-melee-weapon"]
    item(ana, "light-bow")
    goblin(table, "Far", 6, 0)
    goblin(table, "Aside", 6, 1)
    action = UseTechnique("maneuver", "Goblin", weapon="light-bow")
    do(table, "Ana", action, "Parry", "Parry", 0, "KS")
    assert table.last is not None
    assert table.last.hits == ["Goblin", "Far"]


def test_flurry_attacks_twice_the_second_from_the_pile() -> None:
    """RB-5.7, RB-18.22."""
    table = cast("maneuver", "flurry", hand="KS QS")
    holds(table.players["Ana"], "KS QS", "JD")
    use(table, "Goblin", "Parry", 0, "KS", "Parry", 0)
    assert table.last is not None
    assert table.last.base == "JD"
    assert table.last.hits == ["Goblin", "Goblin"]
    assert table.players["Ana"].hand.top == ["QS"]


def test_charge_and_lunge_move_first() -> None:
    """RB-15.13, RB-18.22."""
    table = cast("maneuver", "charge", hand="KS QS")
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    ana.skills["athletics"] = 3
    foe.x = 8
    use(table, "Goblin", "Parry", 0, "KS", STOP, x=7, y=0)
    assert table.last is not None
    assert (table.last.net, table.last.successes, ana.x) == (1, 2, 7)
    foe.x = 8
    table = cast("maneuver", "lunging", hand="KS QS")
    ana, foe = table.players["Ana"], table.creatures["Goblin"]
    foe.x = 2
    use(table, "Goblin", "Parry", 0, "KS", x=1, y=1)
    assert (ana.x, ana.y) == (1, 1)
    with refused("RB-15.13"):
        use(table, "Goblin", x=9, y=9)


def test_wind_slash_reaches_two() -> None:
    """RB-12.12, RB-18.22."""
    table = cast("maneuver", "wind-slash", hand="KS")
    table.creatures["Goblin"].x = 2
    use(table, "Goblin", "Parry", 0, "KS")
    assert table.last is not None
    assert (table.last.skill, table.last.success) == ("melee", True)


def test_channelled_damage_is_of_the_element() -> None:
    """RB-12.5, RB-18.5."""
    table = cast("maneuver", "channel-elements", hand="KS", element="frost")
    foe = table.creatures["Goblin"]
    foe.statuses.warded = 3
    use(table, "Goblin", "Parry", 0, "KS")
    assert table.last is not None
    assert table.last.damage == {"Goblin": 4 + 2 - 3}


def test_shapes_hit_everyone_in_them() -> None:
    """RB-5.15, RB-18.5."""
    table = cast("evocation", "shaped-spell", element="fire", shape="emanation_6", hand="KS")
    goblin(table, "Far", 9, 9)
    use(table, "Goblin", 0, "KS")
    assert table.last is not None
    assert sorted(table.last.hits) == ["Ben", "Goblin"]


def test_a_disc_lies_around_its_target_and_may_hold_the_caster() -> None:
    """RB-18.5, RB-5.15: whoever stands in it, compared in turn, the target first."""
    table = cast("evocation", "shaped-spell", element="fire", shape="disc_5", hand="KS")
    use(table, "Goblin", 0, "KS")
    assert table.last is not None
    assert table.last.hits == ["Goblin", "Ana", "Ben"]
    assert table.last.threshold == 12


def test_the_same_cards_for_each_target_of_a_prayer() -> None:
    """RB-5.15, RB-16.13: Taunted by the first, the caster falls short against the second."""
    table = cast("curse", "shaped-spell", shape="line_15", hand="4S")
    ana = table.players["Ana"]
    goblin(table, "Far", 5, 0)
    ana.taunted = {"Goblin": 3}
    use(table, "Goblin", 0, "4S")  # 4 + 8 against 10, and only 9 against Far
    assert table.last is not None
    assert table.last.hits == ["Goblin"]


@pytest.mark.parametrize(("east", "south"), [(0, 0), (7, 5)])
def test_a_ring_a_line_and_a_cone(east: int, south: int) -> None:
    """RB-18.5, wherever the caster stands."""
    places = {"Near": (1, 0), "Ring": (4, 3), "Beside": (3, 1), "Far": (14, 0), "Off": (2, 2)}
    for shape, hit in (
        ("ring_7", ["Ring"]),
        ("line_15", ["Near", "Far"]),
        ("cone_7", ["Near", "Beside"]),
    ):
        table = cast("evocation", "shaped-spell", element="fire", shape=shape, hand="KS")
        del table.creatures["Goblin"]
        table.players["Ben"].left_scene = True
        table.players["Ana"].x, table.players["Ana"].y = east, south
        for name, (x, y) in places.items():
            goblin(table, name, x + east, y + south, level=1)
        goblin(table, "Behind", max(0, east - 2), south + 7, level=1)
        table.order = ["Ana", *places, "Behind"]
        use(table, "Near", 0, "KS")
        assert table.last is not None
        assert sorted(table.last.hits) == sorted(hit), shape


def test_a_cone_points_at_its_target() -> None:
    """RB-18.5: westward from the middle of the ground, and slantwise."""
    table = table_of(Ana="basic")
    ana = table.players["Ana"]
    ana.x, ana.y = 10, 5
    places = {"West": (7, 5), "Beside": (6, 4), "East": (13, 5), "South": (10, 8), "Slant": (7, 8)}
    for name, (x, y) in places.items():
        goblin(table, name, x, y)
    for aim, hit in (("West", ["Beside", "West"]), ("Slant", ["Slant"]), ("South", ["South"])):
        found = in_shape(table, "cone_7", ana, table.creatures[aim])
        assert sorted(being.name for being in found) == hit, aim


def test_who_was_not_placed_stands_row_by_row_and_then_further_back() -> None:
    """RB-15.13: sixteen foes fill a column."""
    table = table_of(Ana="basic")
    holds(hero(table), "2C")
    for number in range(17):
        goblin(table, f"Goblin {number:02}", 0, 0)
    ruleset.perform(Game(table, Driver(random.Random(1)), (), None), GM, StartEncounter())
    standing = sorted((being.x, being.y) for being in table.creatures.values())
    assert standing == [*((15, y) for y in range(16)), (16, 0)]
    assert (table.players["Ana"].x, table.players["Ana"].y) == (9, 0)


def test_explosive_debris_makes_ground_difficult() -> None:
    """RB-15.13, RB-18.22."""
    table = cast("evocation", "explosive-debris", element="fire")
    use(table, "Goblin", 0, "9S")
    assert table.difficult == ["0,0", "0,1", "1,0", "1,1", "2,0", "2,1"]


def test_social_techniques() -> None:
    """RB-18.5, RB-15.14, RB-18.22: another attribute, two statements, a bullied target."""
    table = cast("social-maneuver", "brawn-over-banter", "practiced-comeback", hand="9H")
    table.players["Ana"].body = 6
    do(table, GM, OpenDialogue("Goblin", 4))
    use(table, "Goblin", "Diplomacy with Body", 12, "Show", 0, "9H", skill="diplomacy")
    assert table.last is not None
    assert (table.last.modifier, table.last.successes) == (6, 2)
    assert table.parley is not None
    assert table.parley.won == 4
    table = cast("subtle-implication", "bully", hand="9H")
    use(table, "Goblin", 5, "Show", 0, "9H", "Leave the scene", skill="deception")
    assert table.creatures["Goblin"].left_scene
    table = cast("social-maneuver", "setup-and-follow", hand="9H")
    use(table, "Ben", 5, "Show", 0, "9H", "Yes", skill="presence")
    ben = table.players["Ben"]
    holds(ben, "8S")
    do(table, GM, CallCheck(seat="Ben", skill="might", threshold=5), "8S", STOP)
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (1, 2)
    table = cast("social-maneuver", "setup-and-follow", hand="9H")
    use(table, "Goblin", 5, "Show", 0, "9H", "No", skill="presence")
    assert table.creatures["Goblin"].support == 0


def test_lucky_guess_and_precise_quotation() -> None:
    """RB-18.22: a substitute skill; Advantage if the GM accepts the knowledge."""
    table = cast("another-clue", "lucky-guess", hand="9D")
    use(table, "Ana", 12, "Show", 0, "9D", skill="theurgy")
    assert table.last is not None
    assert (table.last.modifier, table.last.successes) == (8, 2)
    with refused("RB-18.5"):
        use(table, "Ana", skill="melee")
    table = cast("social-maneuver", "precise-quotation", hand="9S")
    use(table, "Goblin", 5, "Show", "Yes", 0, "9S", STOP, skill="presence")
    assert table.last is not None
    assert (table.last.net, table.last.successes) == (1, 2)


def test_ember_hounds_of_higher_level_kindle() -> None:
    """RB-21.5, RB-21.4: one Burning per Club, from veterans on."""
    table = table_of(Ana="basic")
    ana = hero(table, body=9)
    for level in (2, 3):
        hound = Creature(name="Hound", kind="ember-hound", level=level, health=8, x=1)
        table.creatures["Hound"] = hound
        fight(table, "Hound", "Ana")
        card = ("KC", "QC")[level - 2]
        table.gm_deck.bag.remove(card)
        table.gm_deck.top = [card]
        do(table, GM, CreatureAttack("Ana"), "Dodge", 0)
        assert ana.statuses.burning == (0 if level == 2 else 1)


@pytest.mark.parametrize(
    ("at", "spaces", "to", "pushed"),
    [
        ((6, 2), 5, (11, 1), 5),  # away from 0,3: six across for one up
        ((1, 2), 2, (3, 0), 2),  # corner to corner
        ((1, 2), 9, (3, 0), 2),  # the edge stops it
        ((0, 4), 3, (0, 7), 3),
        ((2, 3), 9, (4, 3), 2),  # Ben at 5,3 stops it
        ((0, 3), 1, (1, 3), 1),  # from the same space it goes somewhere
    ],
)
def test_a_push_goes_straight_away(
    at: tuple[int, int], spaces: int, to: tuple[int, int], pushed: int
) -> None:
    """RB-15.13: on along the line from the one to the other."""
    table = table_of(Ana="basic", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    ana.x, ana.y, ben.x, ben.y = 0, 3, 5, 3
    foe = goblin(table, x=at[0], y=at[1])
    fight(table, "Ana", "Ben", "Goblin")
    assert push(table, foe, ana, spaces) == pushed
    assert (foe.x, foe.y) == to


def test_who_has_no_foe_beside_them_reads_how_far_the_nearest_is() -> None:
    """RB-15.13: from 0,3 to 4,1 it is four spaces."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.x, ana.y = 0, 3
    foe = goblin(table, x=4, y=1)
    fight(table, "Ana", "Goblin")
    told, far = "You have 3 Action Points.", "Goblin is nearest, 4 spaces away."
    assert ruleset.view(table, "Ana").task == f"{told} {far}"
    foe.x, foe.y = 1, 2
    assert ruleset.view(table, "Ana").task == told


def test_an_encounter_without_foes_left_is_for_the_gm_to_end() -> None:
    """RB-15.10."""
    table = table_of(Ana="basic")
    foe = goblin(table)
    fight(table, "Ana", "Goblin")
    assert ruleset.view(table, GM).turn == ("Ana",)
    foe.health = 0
    found = ruleset.view(table, GM)
    assert (found.turn, found.deed) == ((GM,), "enter")
    assert found.task == "No foe is left standing. End the Encounter."
    assert ruleset.view(table, "Ana").task == ""
