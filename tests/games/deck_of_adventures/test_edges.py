"""Rare meetings of rules: exhaustion and wounds, Jokers and looking, wards and Intensify."""

from __future__ import annotations

import pytest

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.rules.attacks import Blow, attack
from fatedeck.games.deck_of_adventures.rules.characters import make_companion
from fatedeck.games.deck_of_adventures.rules.checks import check, release_target, save
from fatedeck.games.deck_of_adventures.rules.conditions import gain, harm
from fatedeck.games.deck_of_adventures.rules.creatures import RemoveCreature
from fatedeck.games.deck_of_adventures.rules.decks import refill
from fatedeck.games.deck_of_adventures.rules.levels import Grant
from fatedeck.games.deck_of_adventures.rules.mechanics import listed
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rests import CallRest, FinishRest
from fatedeck.games.deck_of_adventures.state import Effect, Weapon, Wound
from tests.games.deck_of_adventures.tabletop import (
    fighting,
    game_of,
    set_target,
    stack,
    table,
    use_power,
)


def test_exhaustion_leaves_no_wound_to_ignore() -> None:
    """DOA-37, DOA-283: one who is Knocked Out cannot Toughen Up, nor later for that wound."""
    state = table()
    ana = state.characters["Ana"]
    ana.fatigue, ana.wounds = 3, [Wound(2, 2)]
    assert not refill(game_of(state), ana)
    assert (ana.hp, ana.conditions, ana.wounds) == (0, ["Knocked Out"], [])


def test_looking_at_the_deck_draws_no_joker_and_tires_nobody() -> None:
    """DOA-14, DOA-22: a Joker on top is seen and stays, or goes to the Fate hand."""
    state = table(("Clubs2",), jokers_in_deck=True, power_set="seed_era")
    ana = state.characters["Ana"]
    ana.powers, ana.power_set, ana.pp = ["Scrying"], "seed_era", 5
    cards = state.cards(ana)
    for card in list(cards.deck):
        move(card, cards.deck, cards.discard)
    for card in ("5C", "BJ"):
        move(card, cards.discard, cards.deck)
    cost = min(1, ana.pp)
    turn_action = UsePower("Scrying", who="Ana", cost=cost)
    ruleset.perform(game_of(state, []), "Ana", turn_action)
    assert (list(cards.deck), ana.fatigue, list(cards.play)) == (["BJ", "5C"], 0, [])
    ana.effects.clear()  # as if a card had been drawn since
    ruleset.perform(game_of(state, ["BJ"]), "Ana", turn_action)
    assert (list(cards.deck), list(cards.fate)) == (["5C"], ["BJ"])


def test_a_life_link_takes_the_hit_as_it_comes() -> None:
    """Damage that bypasses armour bypasses the summoned creature's too. DOA-176, DOA-221."""
    state = table(("Diamonds2",))
    ana = state.characters["Ana"]
    ana.powers.append("Life Link")
    ana.conditions = ["Charmed"]
    summoned = make_companion(state, ana, "Summoned Creature", summoned=True)
    summoned.hp, summoned.max_hp, summoned.ap = 3, 3, 2
    before = ana.hp
    harm(game_of(state, "yes"), ana, 1, bypass=True)
    assert (ana.hp, summoned.hp, summoned.ap) == (before, 2, 2)


def test_the_later_intensify_respects_a_ward() -> None:
    """DOA-231, DOA-392: a Major of the wrong colour does not hit through a Colour Ward."""
    for ward, drawn in (([], ["8D"]), (["Colour Ward"], ["8D", "8S"])):
        state = table(("Diamonds2",), ("Grunt",), intensify="later")
        fighting(state)
        ana, grunt = state.characters["Ana"], state.characters["Grunt"]
        grunt.conditions, grunt.hp = list(ward), 9
        ana.effects = [Effect("Intensify")]
        set_target(state, grunt, "8C")
        stack(state, ana, "8D", "8S")
        outcome = attack(game_of(state, *["yes"] * (len(drawn) - 1)), ana, grunt, MYSTIC)
        assert outcome is not None
        assert outcome.drawn == drawn


MYSTIC = Blow("mystic")


def test_a_timed_condition_does_not_shorten_one_without_an_end() -> None:
    """DOA-191."""
    state = table()
    ana = state.characters["Ana"]
    game = game_of(state)
    assert gain(game, ana, "Entangled", "Grunt")
    assert not gain(game, ana, "Entangled", "Ben", rounds=1)
    assert [(effect.by, effect.rounds) for effect in ana.effects] == [("Grunt", 0)]
    assert gain(game, ana, "Blinded", "Ben", rounds=1)
    assert not gain(game, ana, "Blinded", "Grunt", rounds=1)
    assert gain(game, ana, "Blinded", "Grunt", rounds=2)
    assert gain(game, ana, "Blinded", "Grunt")
    assert [effect.name for effect in ana.effects] == ["Entangled"]


def test_the_dead_give_the_world_its_card_back() -> None:
    """DOA-20, DOA-263."""
    state = table()
    ana, world = state.characters["Ana"], state.decks["World"]
    move("5H", world.deck, world.targets)
    ana.target, ana.dead = "5H", True
    ruleset.perform(game_of(state), "GM", Grant("a new character", "Ana"))
    assert list(world.targets) == []
    assert list(world.discard) == ["5H"]


def test_companions_leave_with_the_game_masters_dealer() -> None:
    """DOA-58, DOA-379: they draw from its deck, which the next Dealer gets."""
    state = table(("Clubs2",), ("Captain (Dealer)",))
    captain = state.characters["Captain (Dealer)"]
    wolf = make_companion(state, captain, "Wolf")
    ruleset.perform(game_of(state), "GM", RemoveCreature(captain.name))
    assert wolf.name not in state.characters
    assert captain.name not in state.characters


def test_a_dealer_that_drops_in_its_companions_check_makes_it_miss() -> None:
    """DOA-58, DOA-282, DOA-283."""
    state = table(("Clubs2",))
    ana = state.characters["Ana"]
    wolf = make_companion(state, ana, "Wolf")
    cards = state.cards(ana)
    for card in list(cards.deck):
        move(card, cards.deck, cards.discard)
    ana.fatigue = 3
    outcome = check(game_of(state), wolf, "Brute", "8C", 6)
    assert (outcome.degree, outcome.drawn, ana.hp) == ("miss", [], 0)
    assert wolf.hp


def test_the_later_fatigue_level_by_level() -> None:
    """Level 1 hampers Saves and Checks against conditions, the fifth level knocks out. DOA-282."""
    state = table(fatigue="later")
    ana = state.characters["Ana"]
    set_target(state, ana, "8C")
    game = game_of(state)
    ana.fatigue = 1
    assert save(game, ana, "VIT", 3).net == -1
    assert save(game, ana, "VIT", 3, kind="condition").net == -1
    assert check(game, ana, "VIT", "8C", 3).net == 0
    ana.fatigue = 3
    assert refill(game, ana)
    assert (ana.fatigue, ana.conditions) == (4, [])
    assert not refill(game, ana)
    assert (ana.fatigue, ana.hp) == (4, 0)


def test_the_later_fatigue_waits_for_a_full_rest() -> None:
    """DOA-284 by the switch `fatigue`; two Quick Rests between Full Rests by the other one."""
    state = table(fatigue="later", quick_rest_shuffle="later")
    ana = state.characters["Ana"]
    ana.fatigue = 2
    for _ in range(2):
        ruleset.perform(game_of(state), "GM", CallRest("quick", ["Ana"]))
        ruleset.perform(game_of(state), "Ana", FinishRest())
    assert ana.fatigue == 2
    with pytest.raises(Refused):
        ruleset.perform(game_of(state), "GM", CallRest("quick", ["Ana"]))
    ruleset.perform(game_of(state), "GM", CallRest("full", ["Ana"]))
    assert ana.fatigue == 0
    ruleset.perform(game_of(state), "GM", CallRest("quick", ["Ana"]))
    assert state.rest is not None


def test_the_later_quick_rest_leaves_fatigue_with_a_whole_shuffle_too() -> None:
    state = table(fatigue="later")
    ana = state.characters["Ana"]
    ana.fatigue = 2
    ruleset.perform(game_of(state), "GM", CallRest("quick", ["Ana"]))
    ruleset.perform(game_of(state), "Ana", FinishRest())
    assert ana.fatigue == 2


def test_an_ace_of_the_world_goes_back_to_the_world() -> None:
    """DOA-26, DOA-378: a Dealer keeps the Aces of its own deck only."""
    state = table()
    ana, world = state.characters["Ana"], state.decks["World"]
    move("AH", world.deck, world.targets)
    ana.target = "AH"
    release_target(state, ana)
    assert (list(world.discard), list(world.fate), list(state.cards(ana).fate)) == (["AH"], [], [])


def test_darkness_spares_vitality() -> None:
    """DOA-301, DOA-302."""
    state = table()
    state.map.light = "full"
    ana = state.characters["Ana"]
    nets = [check(game_of(state), ana, stat, "8C", 2).net for stat in ("VIT", "STR")]
    assert nets == [0, -1]


def test_an_area_round_a_point_takes_its_user_in() -> None:
    """DOA-344, DOA-345: only an Aura centred on the user spares it."""
    state = table(("Hearts2",), ())
    fighting(state)
    ana = state.characters["Ana"]
    ana.powers, ana.pp = ["Slow"], 4
    set_target(state, ana, "8C")
    stack(state, ana, "AD")
    cost = listed(ana, "Slow").pp[0]
    use_power(game_of(state, f"{ana.x},{ana.y}"), ana, "Slow", [], cost)
    assert state.last is not None
    assert (state.last.who, state.last.success) == ("Ana", False)
    assert [effect.name for effect in ana.effects] == ["Slow"]


def test_the_later_intensify_uses_the_printed_modifier_of_a_weapon() -> None:
    """DOA-384, DOA-392: and none with a mystic attack."""
    for kind, modifier in (("weapon", 2), ("mystic", 0)):
        state = table(("Diamonds2",), intensify="later")
        ana, grunt = state.characters["Ana"], state.characters["Grunt"]
        ana.primary, ana.skills["Craft"] = "Craft", 0
        ana.effects = [Effect("Intensify")]
        set_target(state, grunt, "8C")
        stack(state, ana, "8H")
        blow = Blow("weapon" if kind == "weapon" else "mystic", weapon=Weapon("Claw", modifier=2))
        outcome = attack(game_of(state), ana, grunt, blow)
        assert outcome is not None
        assert outcome.modifier == modifier
