"""Rules with a bound, on both sides of it: reaches, prices, levels, counts."""

from __future__ import annotations

import random
from functools import partial

import pytest

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.rules import ground
from fatedeck.games.deck_of_adventures.rules.attacks import Blow, attack
from fatedeck.games.deck_of_adventures.rules.care import Rouse, Treat
from fatedeck.games.deck_of_adventures.rules.creation import new_character
from fatedeck.games.deck_of_adventures.rules.decrees import Fall, Harm, HoldBreath
from fatedeck.games.deck_of_adventures.rules.discards import UseDiscard, discard_targets
from fatedeck.games.deck_of_adventures.rules.epic import CallEpic, OpenTask, RunTask
from fatedeck.games.deck_of_adventures.rules.grid import Space, distance
from fatedeck.games.deck_of_adventures.rules.learning import why_not_buy
from fatedeck.games.deck_of_adventures.rules.maneuvers import Interact
from fatedeck.games.deck_of_adventures.rules.modifiers import why_not_set
from fatedeck.games.deck_of_adventures.rules.movement import Rush, speed_of
from fatedeck.games.deck_of_adventures.rules.powers import why_not_use
from fatedeck.games.deck_of_adventures.rules.rounds import end_combat
from fatedeck.games.deck_of_adventures.rules.sight import cover, why_not_target
from fatedeck.games.deck_of_adventures.rules.vulnerabilities import why_not_take
from fatedeck.games.deck_of_adventures.rules.ways import Goal, reachable, stopping_places, way_to
from fatedeck.games.deck_of_adventures.state import Effect, Map, Table, Terrain, Volunteer
from fatedeck.table.settings import Settings
from tests.games.deck_of_adventures.tabletop import (
    fighting,
    game_of,
    set_target,
    stack,
    table,
    use_power,
)


def clause_of(refused: Refused | None) -> str:
    return refused.clause if refused is not None else ""


@pytest.mark.parametrize(("apart", "clause"), [(5, ""), (6, ""), (7, "DOA-180")])
def test_a_reach_of_six(apart: int, clause: str) -> None:
    """DOA-180."""
    state = table()
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    ana.x, ana.y, grunt.x, grunt.y = 1, 1, 1 + apart, 1
    assert clause_of(why_not_target(state, ana, grunt, 6)) == clause


def test_a_whole_map_is_marked_in_messages_that_a_server_takes() -> None:
    """Each of 1,000 spaces takes 8 bytes at most, as "59,59" and a comma. DOA-309."""
    state = table()
    state.map = Map(60, 60)
    spaces = list(ground.every_space(state, "GM"))
    assert ground.most_marked(state, "GM") * len('"59,59",') < Settings().max_message_bytes
    ruleset.perform(game_of(state), "GM", ground.LayTerrain(spaces[-1000:], "challenging"))
    assert len(state.map.terrain) == 1000
    with pytest.raises(Refused) as refused:
        ruleset.perform(game_of(state), "GM", ground.LayTerrain(spaces[-1001:], "challenging"))
    assert refused.value.clause == "DOA-149"


@pytest.mark.parametrize(("apart", "affected"), [(2, True), (3, False)])
def test_aggro_reaches_two_spaces(apart: int, affected: bool) -> None:
    """DOA-292."""
    state = table(("Clubs2",))
    fighting(state)
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    ana.x, ana.y, grunt.x, grunt.y = 1, 1, 1 + apart, 1
    ruleset.perform(game_of(state), "Ana", UseDiscard(4))
    assert [effect.hand for effect in grunt.effects] == ([-2] if affected else [])


@pytest.mark.parametrize(("apart", "reached"), [(6, ["Ben"]), (7, [])])
def test_help_reaches_six_spaces(apart: int, reached: list[str]) -> None:
    """DOA-295."""
    state = table(("Hearts2", "Clubs2"))
    fighting(state)
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    ana.x, ana.y, ben.x, ben.y = 1, 1, 1 + apart, 1
    assert discard_targets(state, ana) == reached


@pytest.mark.parametrize(("apart", "clause"), [(6, ""), (7, "DOA-212")])
def test_a_spell_is_broken_from_six_spaces(apart: int, clause: str) -> None:
    """DOA-212."""
    state = table()
    fighting(state)
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    ana.x, ana.y, ben.x, ben.y = 1, 1, 1 + apart, 1
    ben.conditions = ["Charmed"]
    if clause:
        with pytest.raises(Refused) as refused:
            ruleset.perform(game_of(state), "Ana", Rouse("Ben"))
        assert refused.value.clause == clause
    else:
        ruleset.perform(game_of(state), "Ana", Rouse("Ben"))
        assert ben.conditions == []


@pytest.mark.parametrize(("moved", "clause"), [(2, "DOA-166"), (3, "")])
def test_a_charge_takes_three_spaces(moved: int, clause: str) -> None:
    state = table()
    turn = fighting(state)
    ana = state.characters["Ana"]
    ana.powers, ana.pp = ["Attack, Weapon", "Attack, Charge"], 1
    turn.moved = moved
    assert clause_of(why_not_use(state, ana, turn, "Attack, Charge")) == clause


@pytest.mark.parametrize(("points", "clause"), [(0, "DOA-342"), (1, "")])
def test_the_last_power_point_pays(points: int, clause: str) -> None:
    """DOA-342; a Power that costs nothing needs none."""
    state = table()
    turn = fighting(state)
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    ana.powers, ana.pp, ben.hp = ["Heal", "Attack, Weapon"], points, 1
    assert clause_of(why_not_use(state, ana, turn, "Heal")) == clause
    assert why_not_use(state, ana, turn, "Attack, Weapon") is None
    if not clause:
        use_power(game_of(state), ana, "Heal", ["Ben"], 1)
        assert (ana.pp, ben.hp) == (0, 2)


@pytest.mark.parametrize(("turns", "difficulty"), [(0, 5), (2, 3), (5, 0), (8, 0)])
def test_treatment_grows_harder_to_zero(turns: int, difficulty: int) -> None:
    """DOA-258, DOA-259, by Craft and by a healing Power."""
    for power in (False, True):
        state = table()
        fighting(state)
        ana, ben = state.characters["Ana"], state.characters["Ben"]
        ben.x, ben.y = 4, 7
        ben.hp, ben.conditions, ben.ko_turns = 0, ["Knocked Out"], turns
        ana.powers, ana.pp = ["Heal"], 1
        if power:
            use_power(game_of(state), ana, "Heal", ["Ben"], 1)
        else:
            ruleset.perform(game_of(state), "Ana", Treat("Ben"))
        assert state.last is not None
        assert state.last.difficulty == difficulty


def test_one_action_of_any_kind_in_a_turn_of_one() -> None:
    """DOA-63, DOA-192."""
    state = table()
    turn = fighting(state)
    turn.limit = "one"
    ruleset.perform(game_of(state), "Ana", Interact("pulls the lever"))
    with pytest.raises(Refused) as refused:
        ruleset.perform(game_of(state), "Ana", Rush())
    assert refused.value.clause == "DOA-192"


def test_two_attacks_with_one_major_action() -> None:
    """Multiattack: two, not three."""
    state = table(("Clubs2",), ("Captain (Dealer)",))
    turn = fighting(state, "Captain (Dealer)")
    captain, ana = state.characters["Captain (Dealer)"], state.characters["Ana"]
    captain.x, captain.y, ana.hp = 4, 7, 9
    for _ in range(2):
        assert why_not_use(state, captain, turn, "Attack, Weapon") is None
        use_power(game_of(state), captain, "Attack, Weapon", ["Ana"], 0)
    assert clause_of(why_not_use(state, captain, turn, "Attack, Weapon")) == "DOA-133"


@pytest.mark.parametrize(
    ("minutes", "damage", "suffocates"), [(3, 0, False), (4, 0, True), (2, 1, False), (2, 2, True)]
)
def test_breath_is_a_minute_shorter_for_each_damage(
    minutes: int, damage: int, suffocates: bool
) -> None:
    """DOA-211: 1 + 2 x VIT minutes."""
    state = table()
    ana = state.characters["Ana"]
    ana.attributes["VIT"] = 1
    ruleset.perform(game_of(state), "GM", HoldBreath("Ana", minutes, damage))
    assert ("Suffocating" in ana.conditions) == suffocates


@pytest.mark.parametrize(
    ("kind", "hp", "ap"), [("physical", 5, 1), ("psychic", 4, 2), ("poison", 4, 2)]
)
def test_only_physical_wounds_meet_armour(kind: str, hp: int, ap: int) -> None:
    """DOA-220, DOA-221."""
    state = table()
    ana = state.characters["Ana"]
    ana.hp, ana.ap, ana.power_ap = 5, 2, 0
    ruleset.perform(game_of(state), "GM", HARMS[kind])
    assert (ana.hp, ana.ap) == (hp, ap)


HARMS = {
    "physical": Harm("Ana", 1, "physical"),
    "psychic": Harm("Ana", 1, "psychic"),
    "poison": Harm("Ana", 1, "poison"),
}


def test_cover_is_ruled_for_one_attacker() -> None:
    """DOA-307, DOA-309."""
    state = table()
    grunt = state.characters["Grunt"]
    grunt.effects = [Effect("Cover", amount=2, on="Ana")]
    assert cover(state, state.characters["Ana"], grunt) == "full"
    assert cover(state, state.characters["Ben"], grunt) == "none"


@pytest.mark.parametrize(("lying", "found"), [(False, "partial"), (True, "full")])
def test_half_a_wall_hides_one_who_lies(lying: bool, found: str) -> None:
    """DOA-304, DOA-305: standing behind the crate, or crouching there."""
    state = table(("Clubs2",))
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    ana.x, ana.y, grunt.x, grunt.y = 1, 1, 1, 4
    state.map.terrain = [Terrain(1, 3, "half")]
    grunt.conditions = ["Knocked Down"] * lying
    assert cover(state, ana, grunt) == found


def test_a_fight_takes_with_it_what_waits_for_it() -> None:
    """DOA-391: Help and Intensify wait at most until the combat ends."""
    state = table()
    fighting(state)
    ana = state.characters["Ana"]
    ana.effects = [Effect("Intensify", 2, uses=1, until="combat"), Effect("Feast", until="rest")]
    end_combat(game_of(state))
    assert [effect.name for effect in ana.effects] == ["Feast"]


def test_a_critical_master_doubles_and_a_critical_adds_one() -> None:
    """DOA-173; Critical Master."""
    for powers, lost in ((["Attack, Weapon"], 3), (["Attack, Weapon", "Critical Master"], 4)):
        state = table(("Clubs2",))
        fighting(state)
        ana, grunt = state.characters["Ana"], state.characters["Grunt"]
        ana.powers, grunt.hp, grunt.max_hp = powers, 9, 9
        ana.weapons[0].damage = 2
        set_target(state, grunt, "8C")
        stack(state, ana, "8C")
        attack(game_of(state), ana, grunt, Blow("weapon", weapon=ana.weapons[0]))
        assert 9 - grunt.hp == lost


def test_halved_speed_rounds_up_and_speed_does_not_fall_under_zero() -> None:
    """DOA-6, DOA-311."""
    state = table()
    ana = state.characters["Ana"]
    ana.speed, ana.conditions = 5, ["Frozen"]
    assert speed_of(state, ana) == 3
    ana.conditions = []
    ana.hp = ana.max_hp = 30
    ruleset.perform(game_of(state), "GM", Fall("Ana", 90))
    assert (ana.lost_speed, speed_of(state, ana)) == (5, 0)


@pytest.mark.parametrize(("feet", "damage"), [(9, 0), (10, 1), (19, 1), (20, 2)])
def test_a_fall_counts_full_tens_of_feet(feet: int, damage: int) -> None:
    """DOA-310, DOA-311."""
    state = table()
    ana = state.characters["Ana"]
    ana.hp, ana.ap, ana.power_ap = 7, 0, 0
    ruleset.perform(game_of(state), "GM", Fall("Ana", feet))
    assert (7 - ana.hp, ana.lost_speed) == (damage, damage)
    assert ana.conditions == ["Knocked Down"] * bool(damage)


def test_one_hostile_at_a_corner_does_not_bar_a_diagonal_step_two_do() -> None:
    """DOA-147, DOA-148."""
    state = table(("Clubs2",), ("Grunt", "Grunt"))
    ana = state.characters["Ana"]
    one, other = state.characters["Grunt"], state.characters["Grunt 2"]
    ana.x, ana.y = 5, 5
    one.x, one.y, other.x, other.y = 6, 5, 5, 6
    assert (6, 6) not in reachable(state, ana, 2)
    other.hp = 0
    assert (6, 6) in reachable(state, ana, 2)
    assert (5, 6) in reachable(state, ana, 2)
    assert (6, 5) not in reachable(state, ana, 2)


def _crowded(luck: random.Random) -> tuple[Table, list[Space]]:
    """Five on a small map with things in the way, and the spaces that are left."""
    state = table(("Clubs2", "Hearts2"), ("Grunt", "Grunt", "Guard"))
    state.map = Map(8, 8)
    spaces = [(x, y) for x in range(8) for y in range(8)]
    luck.shuffle(spaces)
    for who in state.characters.values():
        who.x, who.y = spaces.pop()
    for kind in ("full", "full", "full", luck.choice(("full", "challenging"))):
        state.map.terrain.append(Terrain(*spaces.pop(), kind))
    return state, spaces


@pytest.mark.parametrize("seed", range(12))
def test_the_way_to_one_space_costs_what_it_costs_among_all_ways(seed: int) -> None:
    """DOA-143 to DOA-147, DOA-314."""
    luck = random.Random(seed)
    state, _ = _crowded(luck)
    state.diagonals = luck.choice(("1", "1", "1.5", "2 a round"))
    ana, halves = state.characters["Ana"], luck.randint(1, 12)

    costs = {space: way[:2] for space, way in stopping_places(state, ana, halves).items()}

    for x in range(8):
        for y in range(8):
            way = way_to(state, ana, (x, y), halves)
            assert (way and way[:2]) == costs.get((x, y)), (x, y)


@pytest.mark.parametrize("seed", range(12))
def test_the_nearest_space_in_reach_of_a_goal_is_that_of_all_ways(seed: int) -> None:
    """DOA-143 to DOA-147: a search that ends at the goal leaves out no better space."""
    luck = random.Random(seed)
    state, spaces = _crowded(luck)
    ana, halves = state.characters["Ana"], luck.randint(2, 12)
    goal = Goal(spaces.pop(), luck.randint(0, 3))

    def worth(ways: dict[Space, tuple[int, int, int]], space: Space) -> tuple[object, ...]:
        return max(goal.reach, distance(space, goal.space)), ways[space]

    some, every = reachable(state, ana, halves, goal), reachable(state, ana, halves)
    assert some.items() <= every.items()
    best = [min(ways, key=partial(worth, ways), default=None) for ways in (some, every)]
    assert best[0] == best[1]


def test_a_search_goes_on_where_only_a_friend_stands_in_reach_of_the_goal() -> None:
    """DOA-145."""
    state = table(("Clubs2", "Hearts2"), ())
    state.map = Map(8, 1)
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    ana.x, ana.y, ben.x, ben.y = 0, 0, 2, 0
    assert list(reachable(state, ana, 12, Goal((3, 0), 1))) == [(1, 0), (3, 0)]


def _event(state: Table, *won: bool, needed: int, allowed: int) -> str:
    """Run an Epic Event whose tasks go like this; its result."""
    ana = state.characters["Ana"]
    ruleset.perform(game_of(state), "GM", CallEpic("The flood", needed, allowed))
    for success in won:
        assert state.epic is not None
        stack_world(state, "KD" if success else "8D", "8C" if success else "9D")
        stack(state, ana, "8C" if success else "2S")
        ruleset.perform(game_of(state), "GM", OpenTask(1))
        assert state.epic.task is not None
        state.epic.task.volunteers.append(Volunteer("Ana", "VIT"))
        ruleset.perform(game_of(state), "GM", RunTask())
    assert state.epic is not None
    return state.epic.result


def stack_world(state: Table, *cards: str) -> None:
    """Lay these cards on the World deck, the last one uppermost."""
    world = state.decks["World"]
    for card in cards:
        move(card, world.deck if card in world.deck else world.discard, world.deck)


@pytest.mark.parametrize(
    ("won", "result"),
    [
        ((True,), ""),
        ((True, True), "success"),
        ((False, False), ""),
        ((False, False, False), "failure"),
        ((True, False, False, True), "success"),
        ((True, False, False, False), "failure"),
    ],
)
def test_an_event_ends_with_the_last_success_or_failure(won: tuple[bool, ...], result: str) -> None:
    """DOA-233, DOA-234: two successes before three failures, four Target Cards at most."""
    state = table(("Clubs2",))
    assert _event(state, *won, needed=2, allowed=3) == result
    assert state.epic is not None
    assert state.epic.tasks == 4


def test_prices_caps_and_prerequisites_at_their_bounds() -> None:
    """DOA-323, DOA-328, DOA-330."""
    state = table(("Clubs2",))
    who = new_character(state, "Ana")
    state.enter(who)
    assert why_not_set(state, "Ana", 2, "STR") is None
    assert clause_of(why_not_set(state, "Ana", 3, "STR")) == "DOA-323"
    assert why_not_set(state, "Ana", -2, "STR") is None
    who.xp = 4
    assert why_not_set(state, "Ana", 2, "STR") is None
    who.xp = 3
    assert clause_of(why_not_set(state, "Ana", 2, "STR")) == "DOA-330"
    who.skills["Brute"] = 1
    assert clause_of(why_not_set(state, "Ana", 2, "STR")) == "DOA-323"
    assert clause_of(why_not_set(state, "Ana", 3, "Brute")) == "DOA-323"
    who.role, who.xp = "Defender", 9
    assert why_not_buy(state, "Ana", "Momentum") is None
    who.skills["Brute"] = 0
    assert clause_of(why_not_buy(state, "Ana", "Momentum")) == "DOA-328"
    caster = new_character(state, "Ana", 2)
    state.enter(caster)
    caster.role, caster.powers = "Caster", ["Attack, Mystic"]
    caster.skills["Knowledge"] = 2
    assert clause_of(why_not_buy(state, "Ana", "Attack, Mystic Cone")) == "DOA-328"
    caster.level = 3
    assert why_not_buy(state, "Ana", "Attack, Mystic Cone") is None
    caster.powers.append("Attack, Mystic Cone")
    assert clause_of(why_not_buy(state, "Ana", "Attack, Mystic Cone")) == "DOA-328"


def test_a_stat_vulnerability_pays_once() -> None:
    """DOA-326: neither under its start for a refund, nor on top of a lowered Attribute."""
    state = table(("Clubs2",))
    who = new_character(state, "Ana")
    state.enter(who)
    who.attributes["STR"] = -1
    assert clause_of(why_not_take(state, "Ana", "Weak, Minor", 1)) == "DOA-326"
    who.attributes["STR"] = 0
    assert why_not_take(state, "Ana", "Weak, Minor", 1) is None
    who.vulnerabilities, who.attributes["STR"] = ["Weak, Minor"], -1
    assert clause_of(why_not_set(state, "Ana", -2, "STR")) == "DOA-326"


def test_a_modifier_is_not_lowered_once_the_sheet_is_done() -> None:
    """DOA-324, DOA-334."""
    state = table(("Clubs2",))
    ana = state.characters["Ana"]
    ana.attributes["CON"] = 1
    assert clause_of(why_not_set(state, "Ana", 0, "CON")) == "DOA-324"
    ana.respec = True
    assert why_not_set(state, "Ana", 0, "CON") is None
    assert clause_of(why_not_set(state, "Ana", -1, "CON")) == "DOA-334"
