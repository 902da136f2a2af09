"""Powers, one by one where they do something of their own."""

from __future__ import annotations

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Choose, Draw, Question, Several
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import powers
from fatedeck.games.deck_of_adventures.effects import Mechanics, mechanics
from fatedeck.games.deck_of_adventures.rules.aims import candidates
from fatedeck.games.deck_of_adventures.rules.attacks import (
    Blow,
    attack_hand,
    damage_of,
    weapon_stat,
)
from fatedeck.games.deck_of_adventures.rules.checks import Terms, check
from fatedeck.games.deck_of_adventures.rules.combat import StartCombat
from fatedeck.games.deck_of_adventures.rules.conditions import gain, harm, shake_off
from fatedeck.games.deck_of_adventures.rules.creatures import BondCompanion
from fatedeck.games.deck_of_adventures.rules.health import hurt
from fatedeck.games.deck_of_adventures.rules.items import UseItem
from fatedeck.games.deck_of_adventures.rules.lasting import expire
from fatedeck.games.deck_of_adventures.rules.maneuvers import CommandCompanion, PickUp, StrikeWall
from fatedeck.games.deck_of_adventures.rules.mechanics import listed, use_of, works
from fatedeck.games.deck_of_adventures.rules.movement import Move, speed_left
from fatedeck.games.deck_of_adventures.rules.powers import UsePower, why_not_use
from fatedeck.games.deck_of_adventures.rules.rounds import EndTurn
from fatedeck.games.deck_of_adventures.rules.sight import sees
from fatedeck.games.deck_of_adventures.rules.ways import HALF, reachable
from fatedeck.games.deck_of_adventures.state import Character, Effect, Injury, Table, Turn
from tests.games.deck_of_adventures.tabletop import (
    fighting,
    game_of,
    set_target,
    stack,
    table,
    use_power,
)


def caster(
    power: str, *, foes: tuple[str, ...] = ("Grunt",), power_set: str = "current"
) -> tuple[Table, Character, Turn]:
    """Ana with one power and 4 PP, one turn, foes 3 spaces off; Knowledge is +2."""
    state = table(("Diamonds2", "Hearts2"), foes)
    ana = state.characters["Ana"]
    ana.powers = [power]
    ana.power_options = {}
    if power_set == "seed_era":
        ana.power_set = "seed_era"
    ana.vulnerabilities = []
    ana.pp = ana.max_pp = 4
    return state, ana, fighting(state)


@pytest.mark.parametrize("power_set", ["current", "seed_era"])
def test_every_listed_power_is_mechanised(power_set: str) -> None:
    """DOA-337: nothing in the powers file is left without a rule or a word to the GM."""
    table_of = mechanics("current" if power_set == "current" else "seed_era")
    for name, power in powers("current" if power_set == "current" else "seed_era").items():
        how = table_of[name]
        does_something = how != Mechanics()
        assert does_something, name
        if power.save is not None and not power.options:
            assert how.save or how.on_hit or how.later, name


def test_a_power_is_a_major_action_with_the_primary_skill_at_6_spaces() -> None:
    """DOA-338."""
    state, ana, turn = caster("Attack, Mystic Deprivation")
    stack(state, state.characters["Grunt"], "2H")
    set_target(state, state.characters["Grunt"], "8C")
    game = game_of(state, "Blinded")
    use_power(game, ana, "Attack, Mystic Deprivation", ["Grunt"], 1)
    assert state.characters["Grunt"].conditions == ["Blinded"]
    assert (turn.major, turn.minor, ana.pp) == (0, 1, 3)
    state.characters["Grunt"].y = 0
    use = use_of(state, ana, "Attack, Mystic Deprivation")
    assert candidates(state, use) == [state.characters["Ben"]]


def test_a_passive_power_needs_no_action() -> None:
    """DOA-339."""
    state, ana, turn = caster("Speedy")
    refused = why_not_use(state, ana, turn, "Speedy")
    assert refused is not None
    assert refused.clause == "DOA-339"


def test_one_sustained_power_at_a_time_and_attacks_do_not_end_it() -> None:
    """DOA-340."""
    state, ana, turn = caster("Attack, Mystic Amplification")
    ana.powers += ["Attack, Mystic", "Aura of Defensive Damage"]
    turn.major = 2
    use_power(game_of(state), ana, "Attack, Mystic Amplification", [], 1)
    stack(state, ana, "2H")
    use_power(game_of(state), ana, "Attack, Mystic", ["Grunt"], 0)
    assert [effect.name for effect in ana.effects] == ["Mystic Amplification"]
    use_power(game_of(state), ana, "Aura of Defensive Damage", [], 1)
    assert [effect.name for effect in ana.effects] == ["Aura of Defensive Damage"]


@pytest.mark.parametrize(("cost", "healed"), [(1, 1), (2, 2)])
def test_the_points_spent_choose_the_tier(cost: int, healed: int) -> None:
    """DOA-341."""
    state, ana, _ = caster("Heal")
    ben = state.characters["Ben"]
    ben.hp = 1
    use_power(game_of(state), ana, "Heal", ["Ben"], cost)
    assert ben.hp == 1 + healed
    assert ana.pp == 4 - cost


def test_heal_2_restores_more() -> None:
    state, ana, _ = caster("Heal")
    ana.powers.append("Heal 2")
    ben = state.characters["Ben"]
    ben.hp = 1
    use_power(game_of(state), ana, "Heal", ["Ben"], 2)
    assert ben.hp == 4


def test_points_are_lost_on_a_miss_and_must_be_there() -> None:
    """DOA-179, DOA-342."""
    state, ana, turn = caster("Attack, Mystic Aura")
    grunt = state.characters["Grunt"]
    grunt.x, grunt.y = 5, 8
    set_target(state, grunt, "8C")
    stack(state, ana, "2H")
    ana.pp = 1
    use_power(game_of(state), ana, "Attack, Mystic Aura", [], 1)
    assert (grunt.hp, ana.pp) == (2, 0)
    turn.major = 1
    with pytest.raises(Refused) as refused:
        use_power(game_of(state), ana, "Attack, Mystic Aura", [], 1)
    assert refused.value.clause == "DOA-342"
    ana.pp = 9
    with pytest.raises(Refused) as refused:
        use_power(game_of(state), ana, "Attack, Mystic Aura", [], 3)
    assert refused.value.clause == "DOA-341"


def test_an_aura_hits_friends_and_not_its_user() -> None:
    """DOA-344, DOA-345, DOA-178: one Check per target, each against its own Target Card."""
    state, ana, _ = caster("Attack, Mystic Aura")
    grunt, ben = state.characters["Grunt"], state.characters["Ben"]
    grunt.x, grunt.y = 5, 8
    ben.x, ben.y = 3, 7
    set_target(state, ben, "4D")
    set_target(state, grunt, "8C")
    stack(state, ana, "4H", "8H")
    ben.ap = 0
    before = ben.hp
    use_power(game_of(state), ana, "Attack, Mystic Aura", [], 1)
    assert (ben.hp, grunt.hp) == (before - 1, 1)


def test_a_cone_goes_straight_out_and_a_line_too() -> None:
    """DOA-347, DOA-348."""
    state, ana, turn = caster("Attack, Mystic Cone", foes=("Grunt", "Guard"))
    grunt, guard = state.characters["Grunt"], state.characters["Guard"]
    grunt.x, grunt.y = 5, 6  # row 2, one to the side
    guard.x, guard.y = 5, 7  # row 1 is only one space wide
    set_target(state, grunt, "8C")
    stack(state, ana, "8H")
    use_power(game_of(state, "north"), ana, "Attack, Mystic Cone", [], 2)
    assert (grunt.hp, guard.hp) == (1, 3)
    ana.powers, turn.major = ["Destructive Beam"], 1
    grunt.x, grunt.y = 4, 0
    stack(state, grunt, "2H")
    use_power(game_of(state, "north"), ana, "Destructive Beam", [], 2)
    assert grunt.hp == 0


def test_the_ways_of_a_cone_have_words() -> None:
    """DOA-348."""
    state, ana, _ = caster("Attack, Mystic Cone")
    asked: list[Choose] = []

    def first_north(question: Question) -> Answer:
        if isinstance(question, Draw):
            return question.cards[0]
        assert isinstance(question, Choose)
        asked.append(question)
        return question.options[0]

    use_power(Game(state, first_north), ana, "Attack, Mystic Cone", [], 2)
    way = next(question for question in asked if question.name == "which-way")
    assert [way.label(option) for option in way.options] == ["North", "East", "South", "West"]


def test_the_option_of_a_power_is_fixed_when_bought() -> None:
    """DOA-395: without one named, the first listed holds."""
    state, ana, _ = caster("Attack, Mystic Cone")
    assert works(ana, "Attack, Mystic Cone").attack == "mystic"
    ana.power_options = {"Attack, Mystic Cone": ["save version"]}
    grunt = state.characters["Grunt"]
    grunt.hp = 3
    set_target(state, grunt, "8C")
    stack(state, grunt, "2H")
    use_power(game_of(state, "north"), ana, "Attack, Mystic Cone", [], 2)
    assert (grunt.hp, grunt.conditions) == (1, ["Knocked Down"])


def test_a_save_without_a_number_goes_by_the_primary_skill() -> None:
    """DOA-117: Knowledge +2 gives DR 2; DOA-116: against the saver's own Target Card."""
    state, ana, _ = caster("Slow")
    grunt = state.characters["Grunt"]
    ana.primary = "Knowledge"
    set_target(state, grunt, "8C")
    stack(state, grunt, "5H")
    use_power(game_of(state, "4,5"), ana, "Slow", [], 2)
    assert state.last is not None
    assert (state.last.difficulty, state.last.target, state.last.stat) == (2, "8C", "STR")
    assert [effect.name for effect in grunt.effects] == ["Slow"]


def test_slow_halves_the_next_turn() -> None:
    state, ana, _ = caster("Slow")
    grunt = state.characters["Grunt"]
    set_target(state, grunt, "8C")
    stack(state, grunt, "2H")
    use_power(game_of(state, "4,5"), ana, "Slow", [], 2)
    ruleset.perform(game_of(state), "Ana", EndTurn())
    ruleset.perform(game_of(state), "Ben", EndTurn())
    assert state.combat is not None
    slowed = state.combat.turns[0]
    assert (slowed.who, speed_left(state, slowed), slowed.limit) == ("Grunt", 3 * HALF, "one")
    ruleset.perform(game_of(state), "GM", EndTurn())
    assert grunt.effects == []


def test_lend_vigor_gives_an_action_and_two_spaces_on_the_next_turn() -> None:
    state, ana, _ = caster("Lend Vigor")
    use_power(game_of(state), ana, "Lend Vigor", ["Ben"], 2)
    ruleset.perform(game_of(state), "Ana", EndTurn())
    assert state.combat is not None
    lent = state.combat.turns[0]
    assert (lent.who, lent.major, speed_left(state, lent)) == ("Ben", 2, 8 * HALF)
    ruleset.perform(game_of(state), "Ben", EndTurn())
    assert state.characters["Ben"].effects == []


def test_charge_needs_a_run_and_adds_damage() -> None:
    state, ana, turn = caster("Attack, Charge")
    ana.skills["Brute"] = 0
    grunt = state.characters["Grunt"]
    grunt.hp = grunt.max_hp = 5
    grunt.x, grunt.y = 4, 7
    set_target(state, grunt, "8C")
    refused = why_not_use(state, ana, turn, "Attack, Charge")
    assert refused is not None
    turn.moved = 3
    stack(state, ana, "8H")
    use_power(game_of(state), ana, "Attack, Charge", ["Grunt"], 2)
    assert grunt.hp == 2


def test_sweep_takes_neighbours_without_a_gap_and_knocks_down() -> None:
    state, ana, _ = caster("Attack, Sweep", foes=("Grunt", "Guard", "Gray Wolf"))
    ana.skills["Brute"] = 0
    grunt, guard, wolf = (state.characters[n] for n in ("Grunt", "Guard", "Gray Wolf"))
    for foe, (x, y) in zip((grunt, guard, wolf), ((4, 7), (5, 7), (4, 9)), strict=True):
        foe.x, foe.y = x, y
        foe.hp = foe.max_hp = 5
        foe.ap = 0
    set_target(state, grunt, "8C")
    set_target(state, guard, "9C")
    with pytest.raises(Refused):
        use_power(game_of(state), ana, "Attack, Sweep", ["Grunt", "Gray Wolf"], 2)
    stack(state, ana, "8H", "2D")
    stack(state, grunt, "2H")
    use_power(game_of(state), ana, "Attack, Sweep", ["Grunt", "Guard"], 2)
    assert (grunt.hp, grunt.conditions) == (4, ["Knocked Down"])
    assert (guard.hp, guard.conditions) == (5, [])


def test_vengeance_strikes_who_hurt_an_ally_since_the_last_turn() -> None:
    state, ana, turn = caster("Attack, Vengeance")
    ana.skills["Brute"] = 0
    grunt = state.characters["Grunt"]
    grunt.x, grunt.y = 4, 7
    assert why_not_use(state, ana, turn, "Attack, Vengeance") is not None
    hurt(game_of(state), state.characters["Ben"], 1, "Grunt")
    assert why_not_use(state, ana, turn, "Attack, Vengeance") is None
    set_target(state, grunt, "8C")
    stack(state, ana, "8H")
    use_power(game_of(state, "no"), ana, "Attack, Vengeance", ["Grunt"], 0)
    assert state.last is not None
    assert state.last.net == 1


def test_a_second_attack_needs_one_of_the_same_kind_before() -> None:
    """DOA-396."""
    state, ana, turn = caster("Attack, Dual-Wield")
    ana.powers.append("Attack, Weapon")
    grunt = state.characters["Grunt"]
    grunt.x, grunt.y, grunt.hp = 4, 7, 5
    refused = why_not_use(state, ana, turn, "Attack, Dual-Wield")
    assert refused is not None
    assert refused.clause == "DOA-396"
    stack(state, ana, "2H", "2D", "3D")
    use_power(game_of(state), ana, "Attack, Weapon", ["Grunt"], 0)
    use_power(game_of(state), ana, "Attack, Dual-Wield", ["Grunt"], 0)
    assert state.last is not None
    assert (state.last.net, turn.major, turn.minor) == (-1, 0, 0)


def test_pack_tactics_counts_allies_beside_the_target() -> None:
    """DOA-104: UH (+1) for each ally within 1 space, the attacker not counted."""
    state, ana, _ = caster("Pack Tactics")
    ben, grunt = state.characters["Ben"], state.characters["Grunt"]
    grunt.x, grunt.y = 4, 7
    assert attack_hand(state, ana, grunt, Blow("weapon")) == 0
    ben.x, ben.y = 5, 6
    assert attack_hand(state, ana, grunt, Blow("weapon")) == 1


def test_hidden_strike_wants_an_ally_beside_or_an_unaware_target() -> None:
    """DOA-215."""
    state, ana, _ = caster("Hidden Strike")
    ana.powers.append("Attack, Weapon")
    ana.skills["Brute"] = 0
    grunt = state.characters["Grunt"]
    grunt.x, grunt.y, grunt.hp = 4, 7, 5
    assert attack_hand(state, ana, grunt, Blow("weapon")) == 0
    assert state.combat is not None
    state.combat.unseen["Ana"] = ["Grunt"]
    assert attack_hand(state, ana, grunt, Blow("weapon")) == 2
    set_target(state, grunt, "8C")
    stack(state, ana, "8H")
    use_power(game_of(state, "no"), ana, "Attack, Weapon", ["Grunt"], 0)
    assert grunt.hp == 3
    assert state.combat.unseen == {}


def test_lend_aid_reserves_a_card_and_moves_on() -> None:
    """DOA-351."""
    state, ana, turn = caster("Lend Aid")
    stack(state, ana, "7H", "9H")
    use_power(game_of(state), ana, "Lend Aid", ["Ben"], 0)
    assert [(lent.card, lent.holder) for lent in state.reserved] == [("7H", "Ben")]
    turn.minor = 1
    use_power(game_of(state), ana, "Lend Aid", ["Grunt"], 0)
    assert [(lent.card, lent.holder) for lent in state.reserved] == [("7H", "Grunt")]
    assert list(state.cards(ana).reserved) == ["7H"]


def test_lend_aid_lasts_a_minute_of_turns() -> None:
    """DOA-350, DOA-351: after ten rounds the card lies on its owner's discard pile."""
    state, ana, _ = caster("Lend Aid")
    stack(state, ana, "7H")
    use_power(game_of(state), ana, "Lend Aid", ["Ben"], 0)
    for number in range(10):
        assert len(state.reserved) == 1, number
        for seat in ("Ana", "Ben", "GM"):
            ruleset.perform(game_of(state), seat, EndTurn())
    assert state.reserved == []
    assert "7H" in state.cards(ana).discard


def test_critical_master_doubles() -> None:
    state, ana, _ = caster("Critical Master", power_set="seed_era")
    stack(state, ana, "8C")
    outcome = check(game_of(state), ana, "Brute", "8C", 3, Terms(modifier=0))
    blow = Blow("weapon", bonus=1)
    assert damage_of(state, ana, blow, outcome) == 4
    ana.powers = []
    assert damage_of(state, ana, blow, outcome) == 3


def test_major_damage_is_a_switch() -> None:
    """DOA-175."""
    for later, damage in ((False, 1), (True, 2)):
        state = table(("Diamonds2",), ("Grunt",), major_damage="later" if later else "")
        ana = state.characters["Ana"]
        stack(state, ana, "8H")
        outcome = check(game_of(state), ana, "Craft", "8C", 3)
        assert outcome.degree == "major"
        assert damage_of(state, ana, Blow("mystic"), outcome) == damage


def test_pacifist_no_mercy_and_an_eye_for_an_eye_are_enforced() -> None:
    """DOA-354."""
    state, ana, turn = caster("Attack, Mystic", foes=("Grunt", "Guard"))
    ana.vulnerabilities = ["Pacifist"]
    refused = why_not_use(state, ana, turn, "Attack, Mystic")
    assert refused is not None
    assert refused.clause == "DOA-354"
    ana.vulnerabilities, ana.powers = ["No Mercy"], ["Attack, Mystic", "Shield"]
    assert why_not_use(state, ana, turn, "Shield") is None
    hurt(game_of(state), ana, 1, "Guard")
    assert why_not_use(state, ana, turn, "Shield") is not None
    assert why_not_use(state, ana, turn, "Attack, Mystic") is None
    ana.vulnerabilities = ["Eye for an Eye"]
    assert state.combat is not None
    state.combat.hits.append(Injury("Guard", "Ana", 0))
    with pytest.raises(Refused) as caught:
        use_power(game_of(state), ana, "Attack, Mystic", ["Grunt"], 0)
    assert caught.value.clause == "DOA-354"
    state.characters["Guard"].hp = 0
    stack(state, ana, "2H")
    use_power(game_of(state), ana, "Attack, Mystic", ["Grunt"], 0)


def test_barrier_blocks_the_way_and_the_sight() -> None:
    """DOA-181; the wall has 6 HP, AR 3, and a Target Card from the World deck."""
    state, ana, turn = caster("Barrier")
    use_power(game_of(state, "3,7 east"), ana, "Barrier", [], 1)
    assert state.walls[0].spaces == ["3,7", "4,7", "5,7"]
    assert not sees(state, ana, state.characters["Grunt"])
    assert (4, 7) not in reachable(state, ana, 12)
    turn.major = 1
    ana.powers.append("Attack, Mystic")
    world = state.decks["World"]
    world.deck.bag.remove("8C")
    world.deck.top.insert(0, "8C")
    stack(state, ana, "8H")
    ruleset.perform(game_of(state), "Ana", StrikeWall("4,7"))
    assert state.walls[0].hp == 5


def test_fated_draw_is_for_the_owners_eyes() -> None:
    """DOA-22, DOA-375."""
    state, ana, _ = caster("Fated Draw")
    stack(state, ana, "7H", "9H")
    asked: list[object] = []

    def answer(question: object) -> list[str]:
        asked.append(question)
        return ["7H"]

    use_power(Game(state, answer), ana, "Fated Draw", [], 1)
    assert isinstance(asked[0], Several)
    assert asked[0].secret
    assert state.cards(ana).discard.top == ["7H"]
    assert state.cards(ana).deck.top == ["9H"]


def test_summon_creature_and_life_link() -> None:
    """DOA-61, DOA-381: a summoned creature shares deck and Target Card and vanishes at 0 HP."""
    state, ana, _ = caster("Summon Creature")
    ana.powers += ["Life Link", "Phase Swap"]
    use_power(game_of(state), ana, "Summon Creature", [], 2)
    summoned = next(who for who in state.characters.values() if who.summoned)
    assert (summoned.hp, summoned.deck, summoned.target_with) == (4, "Ana", "Ana")
    before = (ana.x, ana.y), (summoned.x, summoned.y)
    use_power(game_of(state), ana, "Phase Swap", [], 1)
    assert ((summoned.x, summoned.y), (ana.x, ana.y)) == before
    hp = ana.hp
    harm(game_of(state, "yes"), ana, 9, "Grunt")
    assert (ana.hp, summoned.hp, summoned.dead) == (hp, 0, True)


def test_a_companion_is_commanded_with_a_minor_action() -> None:
    """DOA-58, DOA-59, DOA-62, DOA-63."""
    state, ana, turn = caster("Creature Link")
    ruleset.perform(game_of(state), "GM", BondCompanion("Ana", "Wolf"))
    wolf = state.characters["Wolf"]
    assert state.combat is not None
    assert "Wolf" not in state.combat.order
    grunt = state.characters["Grunt"]
    ruleset.perform(game_of(state), "Ana", CommandCompanion("Wolf"))
    assert (turn.minor, state.combat.actor) == (0, "Wolf")
    wolf.x, wolf.y = 4, 7
    ruleset.perform(game_of(state), "Ana", Move("4,6"))
    set_target(state, grunt, "8C")
    stack(state, ana, "AH")
    ruleset.perform(game_of(state), "Ana", UsePower("Attack, Weapon", targets=["Grunt"]))
    assert "AH" in state.cards(ana).fate
    with pytest.raises(Refused):
        ruleset.perform(game_of(state), "Ana", UsePower("Attack, Weapon", targets=["Grunt"]))
    ruleset.perform(game_of(state), "Ana", EndTurn())
    assert state.combat.actor == "Ana"


def test_auras_of_the_crusader() -> None:
    state, ana, turn = caster("Aura of Defensive Damage")
    ben, grunt = state.characters["Ben"], state.characters["Grunt"]
    use_power(game_of(state), ana, "Aura of Defensive Damage", [], 1)
    grunt.x, grunt.y = 6, 7
    set_target(state, ben, "9D")
    stack(state, grunt, "9H")
    fight_turn = Turn("Grunt")
    assert state.combat is not None
    state.combat.turns = [fight_turn]
    use_power(game_of(state), grunt, "Attack, Weapon", ["Ben"], 0)
    assert grunt.hp == 1
    ana.powers, turn.minor, ana.pp = ["Aura of Regeneration"], 1, 4
    state.combat.turns = [turn]
    use_power(game_of(state), ana, "Aura of Regeneration", [], 2)
    ben.pp = 0
    stack(state, ben, "5C", "6C")
    check(game_of(state), ben, "Craft", "QC", 0)
    assert ben.pp == 1
    check(game_of(state), ben, "Craft", "QC", 0)
    assert ben.pp == 1  # once per round


def test_condition_immunity_and_resilience() -> None:
    """DOA-191, DOA-395."""
    state, ana, _ = caster("Condition Immunity")
    ana.power_options = {"Condition Immunity": ["Poisoned"]}
    assert not gain(game_of(state), ana, "Poisoned")
    assert ana.poisoned == 0
    ana.powers, ana.power_options = ["Condition Resilience"], {"Condition Resilience": ["Burned"]}
    gain(game_of(state), ana, "Burned")
    shake_off(game_of(state, "no"), ana, "Burned", "GUT")
    assert state.last is not None
    assert state.last.net == 1


def test_mystic_amplification_uses_the_primary_skill() -> None:
    """DOA-171."""
    state, ana, _ = caster("Attack, Mystic Amplification 2")
    assert weapon_stat(ana) in ("Finesse", "Brute")
    use_power(game_of(state), ana, "Attack, Mystic Amplification 2", [], 1)
    assert weapon_stat(ana) == "Knowledge"
    assert damage_of(state, ana, Blow("weapon"), None) == 2


def test_mystic_cleanse_takes_one_condition() -> None:
    state, ana, _ = caster("Mystic Cleanse")
    ben = state.characters["Ben"]
    ben.conditions = ["Burned", "Stunned", "Poisoned"]
    ben.poisoned = 2
    use_power(game_of(state, "Poisoned"), ana, "Mystic Cleanse", ["Ben"], 1)
    assert (ben.conditions, ben.poisoned) == (["Burned", "Stunned"], 0)


def test_momentum_carries_along() -> None:
    state, ana, turn = caster("Momentum")
    ben, grunt = state.characters["Ben"], state.characters["Grunt"]
    ben.x, ben.y = 5, 8
    use_power(game_of(state, "Go along"), ana, "Momentum", ["Ben"], 0)
    ruleset.perform(game_of(state), "Ana", Move("4,11"))
    assert max(abs((ben.x or 0) - 4), abs((ben.y or 0) - 11)) == 1
    turn.minor = 1
    grunt.x, grunt.y = 5, 11
    set_target(state, grunt, "8C")
    stack(state, grunt, "8H")
    turn.carried.clear()
    use_power(game_of(state, "AGL"), ana, "Momentum", ["Grunt"], 0)
    assert turn.carried == []  # it saved


def test_momentum_needs_a_turn_to_move_in() -> None:
    """DOA-338: outside a fight it is not offered."""
    state, ana, turn = caster("Momentum")
    assert why_not_use(state, ana, turn, "Momentum") is None
    state.combat = None
    refused = why_not_use(state, ana, None, "Momentum")
    assert refused is not None
    assert refused.clause == "DOA-338"
    assert all(one.do != "use-power" for one in ruleset.offers(state, "Ana"))


def test_vanishing_step_hides() -> None:
    state, ana, _ = caster("Vanishing Step")
    use_power(game_of(state, "9,9"), ana, "Vanishing Step", [], 2)
    assert (ana.x, ana.y) == (9, 9)
    assert state.combat is not None
    assert state.combat.unseen == {"Ana": ["Grunt"]}
    assert ana.conditions == ["Hidden"]


def test_narrative_powers_are_announced() -> None:
    """DOA-3: what is purely a matter of the story is left to those at the table."""
    state, ana, turn = caster("Produce Sound")
    game = game_of(state)
    use_power(game, ana, "Produce Sound", [], 1)
    assert game.lines is not None
    assert any("The player says what is heard" in line.text for line in game.lines)
    assert listed(ana, "Produce Sound").type == "minor"
    assert turn.minor == 0


def test_whoever_directs_an_enthralled_one_may_turn_it_on_its_friends() -> None:
    """DOA-213."""
    state, ana, turn = caster("Attack, Mystic")
    ana.conditions, ana.effects = ["Enthralled"], [Effect("Enthralled", by="Grunt")]
    assert candidates(state, use_of(state, ana, "Attack, Mystic")) == [state.characters["Grunt"]]
    turn.directed = True
    assert candidates(state, use_of(state, ana, "Attack, Mystic")) == [state.characters["Ben"]]
    ben = state.characters["Ben"]
    set_target(state, ben, "4D")
    stack(state, ana, "4H")
    before = ben.hp + ben.ap
    ruleset.perform(game_of(state), "GM", UsePower("Attack, Mystic", targets=["Ben"]))
    assert ben.hp + ben.ap == before - 1


def test_a_companion_checks_its_conditions_on_its_dealers_turn() -> None:
    """DOA-58, DOA-192: commanded or not, its turn is its Dealer's."""
    state, ana, _ = caster("Creature Link")
    ruleset.perform(game_of(state), "GM", BondCompanion("Ana", "Wolf"))
    wolf = state.characters["Wolf"]
    wolf.conditions = ["Stunned", "Burned"]
    set_target(state, ana, "8C")
    stack(state, ana, "2H")
    for seat in ("Ana", "Ben", "GM"):
        ruleset.perform(game_of(state), seat, EndTurn())
    assert state.combat is not None
    assert state.combat.round == 2
    ruleset.perform(game_of(state), "Ana", CommandCompanion("Wolf"))
    assert state.combat is not None
    assert state.combat.turns[-1].limit == "either"
    ruleset.perform(game_of(state), "Ana", EndTurn())
    assert wolf.hp == 2  # its turn goes on with Ana's
    ruleset.perform(game_of(state), "Ana", EndTurn())
    assert wolf.hp == 1  # burned


def test_a_failed_stealth_check_ends_hiding() -> None:
    """DOA-165."""
    state, ana, _ = caster("Lucky")
    assert state.combat is not None
    state.combat.unseen["Ana"] = ["Grunt"]
    ana.conditions = ["Hidden"]
    stack(state, ana, "8H", "2H")
    check(game_of(state), ana, "Stealth", "8C", 0)
    assert ana.conditions == ["Hidden"]
    check(game_of(state), ana, "Stealth", "8C", 0)
    assert (ana.conditions, state.combat.unseen) == ([], {})


def test_a_potion_does_not_wake_the_knocked_out() -> None:
    """DOA-258."""
    state, ana, _ = caster("Lucky")
    ben = state.characters["Ben"]
    ben.hp, ben.conditions, ben.x, ben.y = 0, ["Knocked Out"], 5, 8
    ana.items = {"Potion of Healing": 1}
    with pytest.raises(Refused) as refused:
        ruleset.perform(game_of(state), "Ana", UseItem("Potion of Healing", "Ben"))
    assert refused.value.clause == "DOA-258"


def test_another_power_ends_mystic_amplification() -> None:
    state, ana, turn = caster("Attack, Mystic Amplification")
    ana.powers.append("Shield")
    use_power(game_of(state), ana, "Attack, Mystic Amplification", [], 1)
    turn.major = 1
    use_power(game_of(state), ana, "Shield", ["Ana"], 1)
    assert ana.effects == []


def test_a_disarmed_fighter_must_pick_the_weapon_up() -> None:
    state, ana, _ = caster("Attack, Disarm", power_set="seed_era")
    grunt = state.characters["Grunt"]
    grunt.x, grunt.y = 4, 7
    ana.skills["Brute"] = 0
    set_target(state, grunt, "8C")
    stack(state, ana, "8H")
    use_power(game_of(state), ana, "Attack, Disarm", ["Grunt"], 1)
    assert state.combat is not None
    state.combat.turns = [Turn("Grunt")]
    theirs = state.combat.turns[0]
    assert why_not_use(state, grunt, theirs, "Attack, Weapon") is not None
    ruleset.perform(game_of(state), "GM", PickUp())
    theirs.major = 1
    assert why_not_use(state, grunt, theirs, "Attack, Weapon") is None


def test_a_blessing_ends_with_the_next_power_of_its_giver() -> None:
    state, ana, turn = caster("Stealth's Blessing", power_set="seed_era")
    ana.powers.append("Attack, Mystic")
    use_power(game_of(state), ana, "Stealth's Blessing", ["Ana", "Ben"], 2)
    ben = state.characters["Ben"]
    assert [effect.name for effect in ben.effects] == ["Stealth's Blessing"]
    turn.major = 1
    stack(state, ana, "2H")
    use_power(game_of(state), ana, "Attack, Mystic", ["Grunt"], 0)
    assert ben.effects == []


def test_what_a_power_brewed_is_gone_after_a_full_rest() -> None:
    state, ana, _ = caster("Create Potion")
    ana.items, ana.hp = {}, 1
    use_power(game_of(state), ana, "Create Potion", [], 1)
    assert ana.items == {"Potion of Healing (brewed)": 1}
    ruleset.perform(game_of(state), "Ana", UseItem("Potion of Healing (brewed)"))
    assert (ana.hp, ana.items) == (2, {})
    state.combat = None
    ana.pp, ana.rest_cards = 0, 2
    ana.powers.append("Potent Brew")
    use_power(game_of(state), ana, "Create Potion", [], 0)  # for a Rest Card
    assert (ana.rest_cards, ana.items) == (1, {"Potion of Healing (potent brew)": 1})
    ruleset.perform(game_of(state), "Ana", UseItem("Potion of Healing (potent brew)"))
    assert ana.hp == 4
    use_power(game_of(state), ana, "Create Potion", [], 0)
    expire(game_of(state), ana, "full rest")
    assert ana.items == {}


def test_what_waits_for_the_turn_of_the_dead_ends_with_the_round() -> None:
    """DOA-350."""
    state, ana, _ = caster("Lucky", foes=("Grunt", "Guard"))
    gain(game_of(state), ana, "Blinded", "Guard", rounds=1)
    state.characters["Guard"].dead = True
    for seat in ("Ana", "Ben", "GM"):
        ruleset.perform(game_of(state), seat, EndTurn())
    assert state.combat is not None
    assert state.combat.round == 2
    assert ana.conditions == []


def test_a_house_action_may_give_an_ally_an_extra_turn() -> None:
    """DOA-361: Amplify Ally moves up to 4 spaces and takes one Action, before the round goes on."""
    state = table(("Diamonds2",), ("Spider Queen", "Grunt"))
    state.characters["Spider Queen"].powers = ["Amplify Ally"]
    ruleset.perform(game_of(state, "no", "Amplify Ally", "Grunt"), "GM", StartCombat(home=True))
    assert state.combat is not None
    extra = state.combat.turns[-1]
    assert (extra.who, extra.speed, extra.kind, extra.limit) == ("Grunt", 4, "extra", "one")
    first = state.combat.queue[0]
    ruleset.perform(game_of(state), "GM", EndTurn())
    assert state.combat.actor == first


@pytest.mark.parametrize("power", ["Lucky", "Heal 2", "Attack, Weapon 2", "Stealthy Surprise"])
def test_what_is_always_on_is_never_used(power: str) -> None:
    """DOA-339: also where the list calls it Major or Minor, since it only betters another Power."""
    state, ana, turn = caster(power)
    refused = why_not_use(state, ana, turn, power)
    assert refused is not None
    assert refused.clause == "DOA-339"
