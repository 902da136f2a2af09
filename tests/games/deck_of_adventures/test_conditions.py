"""Conditions and hands, where a table of cases says more than a scene."""

from __future__ import annotations

import random

import pytest

from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.effects import Lasting
from fatedeck.games.deck_of_adventures.rules.checks import check
from fatedeck.games.deck_of_adventures.rules.conditions import begin_turn_of, breath_minutes, gain
from fatedeck.games.deck_of_adventures.rules.consequences import lay
from fatedeck.games.deck_of_adventures.rules.decks import discard_top
from fatedeck.games.deck_of_adventures.rules.discards import UseDiscard
from fatedeck.games.deck_of_adventures.rules.hands import take_hand
from fatedeck.games.deck_of_adventures.rules.items import UseItem
from fatedeck.games.deck_of_adventures.rules.lasting import expire, lose, replace_effect
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rounds import end_turn
from fatedeck.games.deck_of_adventures.state import Effect
from tests.games.deck_of_adventures.tabletop import fighting, game_of, set_target, stack, table


def test_the_same_named_effect_counts_once_and_different_ones_add() -> None:
    """DOA-105."""
    state = table()
    ana = state.characters["Ana"]
    ana.effects = [Effect("Distracting Call", -1), Effect("Distracting Call", -1)]
    assert take_hand(state, ana, "Craft", "check", "", ()) == -1
    ana.effects.append(Effect("Lend Confusion", -1))
    assert take_hand(state, ana, "Craft", "check", "", ()) == -2


@pytest.mark.parametrize(
    ("conditions", "stat", "hand"),
    [
        (["Frozen"], "Craft", -1),
        (["Frozen"], "STR", 0),
        (["Entangled"], "AGL", -1),
        (["Entangled"], "Finesse", 0),
        (["Knocked Down"], "STR", -1),
        (["Knocked Down"], "VIT", 0),
        (["Knocked Down", "Entangled", "Frozen"], "Athletics", -1),
    ],
)
def test_conditions_hamper_checks(conditions: list[str], stat: str, hand: int) -> None:
    """DOA-195 to DOA-197, DOA-207, DOA-208."""
    state = table()
    ana = state.characters["Ana"]
    ana.conditions = conditions
    assert take_hand(state, ana, stat, "check", "", ()) == hand


def test_frozen_is_narrower_in_the_later_edition() -> None:
    state = table(frozen_scope="later")
    ana = state.characters["Ana"]
    ana.conditions = ["Frozen"]
    assert take_hand(state, ana, "Craft", "check", "", ()) == 0
    assert take_hand(state, ana, "Brute", "check", "", ()) == -1


def test_armour_without_its_prerequisite_may_hamper_agility() -> None:
    """DOA-226: only with the switch."""
    for later, hand in (("", 0), ("later", -1)):
        state = table(armor_penalty=later)
        ana = state.characters["Ana"]
        ana.armour = "Massive"
        ana.attributes["STR"] = 0
        assert take_hand(state, ana, "Stealth", "check", "", ()) == hand
        assert take_hand(state, ana, "Craft", "check", "", ()) == 0


@pytest.mark.parametrize(("vitality", "minutes"), [(-2, 1), (0, 1), (1, 3), (3, 7)])
def test_breath(vitality: int, minutes: int) -> None:
    """DOA-211."""
    state = table()
    ana = state.characters["Ana"]
    ana.attributes["VIT"] = vitality
    assert breath_minutes(ana) == minutes


def test_a_longer_duration_counts_and_a_shorter_does_not() -> None:
    """DOA-191."""
    state = table()
    ana = state.characters["Ana"]
    gain(game_of(state), ana, "Blinded", "Ben", rounds=2)
    gain(game_of(state), ana, "Blinded", "Ben", rounds=1)
    assert [effect.rounds for effect in ana.effects] == [2]
    gain(game_of(state), ana, "Blinded", "Ben", rounds=5)
    assert [effect.rounds for effect in ana.effects] == [5]
    gain(game_of(state), ana, "Blinded")
    assert ana.effects == []  # now it lasts until its own Check
    assert ana.conditions == ["Blinded"]


def test_a_critical_does_not_shorten_a_stun_that_lasts() -> None:
    """DOA-193."""
    state = table()
    ana = state.characters["Ana"]
    gain(game_of(state), ana, "Stunned", "Grunt")
    gain(game_of(state), ana, "Stunned", "Grunt", critical=True)
    assert ana.effects == []
    lose(game_of(state), ana, "Stunned")
    gain(game_of(state), ana, "Stunned", "Grunt", critical=True)
    assert ana.effects[0].until == "end"


def test_potions_are_minor_and_charms_major_actions() -> None:
    """DOA-370."""
    state = table()
    ana = state.characters["Ana"]
    turn = fighting(state)
    ana.items = {"Potion of Strength": 1, "Charm of True Aim": 1, "Hearty Stew": 1}
    ruleset.perform(game_of(state), "Ana", UseItem("Potion of Strength"))
    ruleset.perform(game_of(state), "Ana", UseItem("Charm of True Aim"))
    assert (turn.minor, turn.major) == (0, 0)
    stack(state, ana, "8H")
    assert check(game_of(state), ana, "STR", "8C", 0).modifier == ana.attributes["STR"] + 1
    assert take_hand(state, ana, "Brute", "attack", "", ()) == 1
    assert ana.items == {"Hearty Stew": 1}


def test_charms_change_the_net_hand() -> None:
    """DOA-103, DOA-370."""
    for charm, net in (("Charm of Efficiency", 0), ("Charm of Amplification", -4)):
        state = table()
        ana = state.characters["Ana"]
        ana.items = {charm: 1}
        ruleset.perform(game_of(state), "Ana", UseItem(charm))
        replace_effect(ana, Effect("Thwart", -2))
        assert check(game_of(state), ana, "Craft", "8C", 3).net == net


def test_a_meal_raises_a_maximum_until_a_full_rest() -> None:
    state = table()
    ana = state.characters["Ana"]
    before = ana.max_hp
    ana.items = {"Hearty Stew": 1}
    ruleset.perform(game_of(state), "Ana", UseItem("Hearty Stew"))
    assert (ana.max_hp, ana.hp) == (before + 1, before + 1)
    expire(game_of(state), ana, "rest")
    assert ana.max_hp == before + 1
    expire(game_of(state), ana, "full rest")
    assert (ana.max_hp, ana.hp) == (before, before)


def test_the_seed_discards_and_the_later_intensify_differ() -> None:
    """DOA-392: the later Intensify draws until a Major, and Successes are Misses."""
    for later in (False, True):
        state = table(("Diamonds2",), ("Grunt",), intensify="later" if later else "")
        ana, grunt = state.characters["Ana"], state.characters["Grunt"]
        fighting(state)
        set_target(state, grunt, "8C")
        if later:
            ruleset.perform(game_of(state), "Ana", UseDiscard(0))
            stack(state, ana, "9H", "8D")
            game = game_of(state, "yes")
            ruleset.perform(game, "Ana", UsePower("Attack, Mystic", targets=["Grunt"]))
            assert state.last is not None
            assert (state.last.drawn, state.last.degree, grunt.hp) == (["9H", "8D"], "major", 1)
        else:
            stack(state, ana, "2C", "3C", "9H")
            ruleset.perform(game_of(state), "Ana", UseDiscard(2))
            ruleset.perform(
                game_of(state, "no"), "Ana", UsePower("Attack, Mystic", targets=["Grunt"])
            )
            assert state.last is not None
            assert (state.last.net, grunt.hp) == (1, 1)


def test_stopping_the_later_intensify_on_a_success_is_a_miss() -> None:
    """DOA-392."""
    state = table(("Diamonds2",), ("Grunt",), intensify="later")
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    fighting(state)
    set_target(state, grunt, "8C")
    ruleset.perform(game_of(state), "Ana", UseDiscard(0))
    stack(state, ana, "9H")
    ruleset.perform(game_of(state, "no"), "Ana", UsePower("Attack, Mystic", targets=["Grunt"]))
    assert (state.last is not None and state.last.degree, grunt.hp) == ("miss", 2)


def test_help_lasts_a_turn_in_the_later_edition() -> None:
    """DOA-392."""
    state = table(("Hearts2", "Clubs2"), help="later")
    fighting(state)
    ruleset.perform(game_of(state), "Ana", UseDiscard(2, "Ben"))
    help_effect = state.characters["Ben"].effects[0]
    assert (help_effect.name, help_effect.uses, help_effect.until) == ("Help", 0, "end")


def test_decks_stay_whole_when_poison_empties_them() -> None:
    """DOA-21: forced discards go on through a reshuffle."""
    state = table()
    ana = state.characters["Ana"]
    luck = random.Random(1)
    cards = state.cards(ana)
    while len(cards.deck) > 1:
        card = luck.choice(list(cards.deck))
        stack(state, ana, card)
        cards.deck.top.remove(card)
        cards.discard.top.append(card)
    gone = discard_top(game_of(state), ana, 3)
    assert len(gone) == 3
    assert ana.fatigue == 1


def test_a_critical_on_the_own_turn_stuns_the_next_one() -> None:
    """DOA-193: an interruption or a readied attack may strike whose turn it is."""
    state = table()
    fighting(state)
    ana = state.characters["Ana"]
    ana.attributes["CON"] = 0
    set_target(state, ana, "8C")
    game = game_of(state)
    gain(game, ana, "Stunned", "Grunt", critical=True)
    end_turn(game)
    assert ana.conditions == ["Stunned"]
    stack(state, ana, "AC")
    while state.combat is not None and state.combat.actor != "Ana":
        end_turn(game)
    assert state.combat is not None
    assert state.combat.turns[0].limit == "either"
    end_turn(game)
    assert ana.conditions == []


def test_a_critical_on_anothers_turn_stuns_the_coming_one() -> None:
    """DOA-193: checked once, and over when that turn ends, whatever the Check came to."""
    state = table()
    fighting(state, "Ben")
    ana = state.characters["Ana"]
    set_target(state, ana, "8C")
    game = game_of(state)
    gain(game, ana, "Stunned", "Ben", critical=True)
    stack(state, ana, "8D")
    while state.combat is not None and state.combat.actor != "Ana":
        end_turn(game)
    assert state.combat is not None
    assert state.combat.turns[0].limit == ""
    end_turn(game)
    assert ana.conditions == []


def test_a_sustained_power_ends_when_its_minute_is_over() -> None:
    """DOA-340, DOA-350: ten starts of its user's turn."""
    state = table(("Clubs2", "Hearts2"))
    fighting(state, "Ben")
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    game = game_of(state)
    lay(game, ben, ana, Lasting("Aura of Regeneration", until="sustained", rounds=10))
    for _ in range(9):
        begin_turn_of(game, "Ben")
        begin_turn_of(game, "Ana")
    assert [effect.name for effect in ana.effects] == ["Aura of Regeneration"]
    begin_turn_of(game, "Ben")
    assert ana.effects == []
