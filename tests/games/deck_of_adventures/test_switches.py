"""Every table option, played both ways: the two values of each come to different things."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fatedeck.engine.actions import why_refused
from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.story import Line
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.data import priced
from fatedeck.games.deck_of_adventures.options import TableOptions
from fatedeck.games.deck_of_adventures.rules.attacks import Blow, attack
from fatedeck.games.deck_of_adventures.rules.calls import CallCheck
from fatedeck.games.deck_of_adventures.rules.characters import change_gear, max_rest_cards
from fatedeck.games.deck_of_adventures.rules.checks import check, contest
from fatedeck.games.deck_of_adventures.rules.conditions import shake_off
from fatedeck.games.deck_of_adventures.rules.creation import new_character
from fatedeck.games.deck_of_adventures.rules.decrees import Fall
from fatedeck.games.deck_of_adventures.rules.discards import UseDiscard
from fatedeck.games.deck_of_adventures.rules.epic import ko_race
from fatedeck.games.deck_of_adventures.rules.health import heal
from fatedeck.games.deck_of_adventures.rules.learning import BuyPower
from fatedeck.games.deck_of_adventures.rules.maneuvers import Grapple
from fatedeck.games.deck_of_adventures.rules.movement import speed_of
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rests import (
    CallRest,
    FinishRest,
    SpendRestCard,
    full_rest,
)
from fatedeck.games.deck_of_adventures.rules.ways import reachable
from fatedeck.games.deck_of_adventures.state import Effect, Table
from tests.games.deck_of_adventures.tabletop import (
    fighting,
    game_of,
    script,
    set_target,
    stack,
    table,
)

Found = tuple[object, ...]


def dr_secret(state: Table) -> Found:
    """Whether the Game Master may call a Check whose DR is hidden. DOA-68."""
    called = CallCheck(who=["Ana"], stat="Craft", difficulty=2, hidden="difficulty")
    try:
        ruleset.perform(game_of(state, "draw"), "GM", called)
    except Refused as refused:
        return (refused.clause,)
    return ("hidden",)


def negative_mod(state: Table) -> Found:
    """Mod -1 at DR 2: a card of the colour 2 away. DOA-51, DOA-52."""
    ana = state.characters["Ana"]
    ana.attributes["VIT"] = -1
    stack(state, ana, "10S", "9S")
    game = game_of(state)
    return tuple(check(game, ana, "VIT", "8C", 2).success for _ in range(2))


def negative_dr(state: Table) -> Found:
    """AR 1 behind full cover: the TC's rank in the other colour, then in its own. DOA-76."""
    fighting(state)
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    ana.skills["Brute"] = ana.skills["Finesse"] = 0
    grunt.ar, grunt.hp = 1, 9
    grunt.effects = [Effect("Cover", amount=2)]
    set_target(state, grunt, "8C")
    stack(state, ana, "8D", "8S")
    game, blow = game_of(state), Blow("weapon")
    outcomes = [attack(game, ana, grunt, blow) for _ in range(2)]
    return tuple(outcome.degree for outcome in outcomes if outcome is not None)


def major_damage(state: Table) -> Found:
    """The damage of a Major Success with a weapon of 1. DOA-175."""
    turn = fighting(state)
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    ana.x, ana.y = 4, 6
    grunt.hp = grunt.max_hp = 9
    ana.weapons[0].damage = 1
    ana.powers = ["Attack, Weapon"]
    set_target(state, grunt, "8C")
    stack(state, ana, "8D")
    ruleset.perform(game_of(state), "Ana", UsePower("Attack, Weapon", targets=["Grunt"]))
    assert turn.major == 0
    return (9 - grunt.hp,)


def saves(state: Table) -> Found:
    """What a Check against a condition is called; the draw is the same. DOA-116."""
    ana = state.characters["Ana"]
    ana.conditions = ["Poisoned"]
    set_target(state, ana, "8C")
    stack(state, ana, "KD")
    lines: list[Line] = []
    shake_off(Game(state, script(), lines=lines), ana, "Poisoned", "CON")
    view = ruleset.view(state, "Ana")
    sheet = next(sheet for sheet in view.sheets if sheet.id == "Ana")
    assert state.last is not None
    assert state.last.degree == "miss"
    return (
        next(line.text for line in lines if line.text),
        sheet.conditions[0].text,
        next(line.moment.gadget.title for line in lines if line.moment and line.moment.gadget),
    )


def grapple(state: Table) -> Found:
    fighting(state)
    ana, grunt = state.characters["Ana"], state.characters["Grunt"]
    ana.x, ana.y = 4, 6
    set_target(state, ana, "8C")
    stack(state, grunt, "AD")
    ruleset.perform(game_of(state, "Finesse"), "Ana", Grapple("Grunt"))
    return tuple(grunt.conditions)


def frozen_scope(state: Table) -> Found:
    """The net hand of a Craft and of an Athletics Check while Frozen. DOA-207."""
    ana = state.characters["Ana"]
    ana.conditions = ["Frozen"]
    game = game_of(state, "no")
    return tuple(check(game, ana, stat, "8C", 2).net for stat in ("Craft", "Athletics"))


def light_armor_ap(state: Table) -> Found:
    ana = state.characters["Ana"]
    ana.printed_ar, ana.printed_ap = -1, 0
    change_gear(state, ana, armour="Light", shield="")
    return (ana.ar, ana.max_ap)


def medium_armor_prereq(state: Table) -> Found:
    """The speed in Medium armour of one with STR -1. DOA-225."""
    ana = state.characters["Ana"]
    ana.printed_ar, ana.printed_ap = -1, 0
    ana.attributes["STR"] = -1
    change_gear(state, ana, armour="Medium", shield="")
    return (speed_of(state, ana),)


def armor_penalty(state: Table) -> Found:
    """A Stealth Check in Heavy armour with STR 0. DOA-226."""
    ana = state.characters["Ana"]
    ana.attributes["STR"] = 0
    change_gear(state, ana, armour="Heavy")
    return (speed_of(state, ana), check(game_of(state), ana, "Stealth", "8C", 2).net)


def rest_cards(state: Table) -> Found:
    ana = state.characters["Ana"]
    ana.max_hp, ana.max_pp = 6, 4
    return (max_rest_cards(state, ana),)


def _rest(state: Table) -> None:
    ruleset.perform(game_of(state), "GM", CallRest("quick", ["Ana"]))


def quick_rest(state: Table) -> Found:
    """A Rest Card near the own Target Card, not of the Primary Suit. DOA-267."""
    ana = state.characters["Ana"]
    ana.hp, ana.max_hp, ana.pp, ana.rest_cards, ana.suit = 1, 9, ana.max_pp, 9, "C"
    set_target(state, ana, "8S")
    stack(state, ana, "10D", "KC")
    _rest(state)
    regained = []
    for _ in range(2):
        before = ana.hp
        ruleset.perform(game_of(state), "Ana", SpendRestCard(restore="HP"))
        regained.append(ana.hp - before)
    return tuple(regained)


def quick_rest_shuffle(state: Table) -> Found:
    """How many of 20 discards stay away after a Quick Rest, with VIT +1. DOA-275."""
    ana = state.characters["Ana"]
    ana.attributes["VIT"] = 1
    cards = state.cards(ana)
    for card in list(cards.deck)[:20]:
        move(card, cards.deck, cards.discard)
    _rest(state)
    ruleset.perform(game_of(state), "Ana", FinishRest())
    return (len(cards.discard),)


def full_rest_tc(state: Table) -> Found:
    ana = state.characters["Ana"]
    set_target(state, ana, "AS")
    full_rest(game_of(state), ana)
    return (ana.target, len(state.cards(ana).deck))


def fatigue(state: Table) -> Found:
    """Fatigue 3: the net hand of a Check, and the speed. DOA-281."""
    ana = state.characters["Ana"]
    ana.fatigue = 3
    return (check(game_of(state), ana, "Craft", "8C", 2).net, speed_of(state, ana))


def help_(state: Table) -> Found:
    """Two Checks of one who was helped with two cards. DOA-295."""
    state.characters["Ana"].discard_power = "Help"
    fighting(state)
    ruleset.perform(game_of(state), "Ana", UseDiscard(2, "Ben"))
    ben = state.characters["Ben"]
    game = game_of(state, "no", "no")
    return tuple(check(game, ben, "Craft", "8C", 2).net for _ in range(2))


def intensify(state: Table) -> Found:
    """How many cards the discard mechanic takes. DOA-294, DOA-392."""
    ana = state.characters["Ana"]
    ana.discard_power = "Intensify"
    fighting(state)
    before = len(state.cards(ana).deck)
    ruleset.perform(game_of(state), "Ana", UseDiscard(4))
    return (before - len(state.cards(ana).deck), ana.effects[-1].hand)


def full_darkness(state: Table) -> Found:
    state.map.light = "full"
    ana = state.characters["Ana"]
    game = game_of(state)
    return tuple(check(game, ana, stat, "8C", 2).net for stat in ("Craft", "Investigation"))


def fall_recovery(state: Table) -> Found:
    """The speed lost in a fall of 20 feet, after 1 HP is healed. DOA-312."""
    ana = state.characters["Ana"]
    ana.hp, ana.max_hp, ana.ap = 5, 9, 0
    ruleset.perform(game_of(state), "GM", Fall("Ana", 20))
    lost = ana.lost_speed
    heal(game_of(state), ana, 1)
    return (lost, ana.lost_speed)


def contested_tc(state: Table) -> Found:
    """Who gives the Target Card of an initiator that has none. DOA-70, DOA-110."""
    ana, ben = state.characters["Ana"], state.characters["Ben"]
    stack(state, ana, "3D")
    world = state.decks["World"]
    move("9C", world.deck, world.deck)
    outcome = contest(game_of(state), ana, "Bluffing", [(ben, ("Detection",))])["Ben"]
    return (outcome.target, ana.target, list(world.discard), list(world.targets))


def ko_simple(state: Table) -> Found:
    """An unsuited Success of a Knocked Out Dealer, then a miss of the Game Master. DOA-250."""
    ana = state.characters["Ana"]
    ana.hp, ana.conditions, ana.attributes["VIT"] = 0, ["Knocked Out"], 0
    world = state.decks["World"]
    for card in ("KH", "6D"):
        move(card, world.deck, world.deck)
    stack(state, ana, "7H", "9D")
    ko_race(game_of(state), ana)
    return (ana.ko_won, len(state.cards(ana).discard))


def jokers_in_deck(state: Table) -> Found:
    ana = state.characters["Ana"]
    full_rest(game_of(state), ana)
    return (len(state.cards(ana).deck), len(state.cards(ana).fate))


def hardcore(state: Table) -> Found:
    ana = state.characters["Ana"]
    ana.fatigue = 2
    move("KC", state.cards(ana).deck, state.cards(ana).discard)
    _rest(state)
    ruleset.perform(game_of(state), "Ana", FinishRest())
    return (list(state.cards(ana).discard), ana.fatigue)


def power_set(state: Table) -> Found:
    """Whether Aces Wild, which only the older list has, can be bought. DOA-337."""
    state.enter(new_character(state, "Ana", 10))
    refused = why_refused(BuyPower("Aces Wild"), state, "Ana")
    return (refused.clause if refused is not None else "",)


def diagonals(state: Table) -> Found:
    """What three diagonal steps cost, in half spaces. DOA-144."""
    ana = state.characters["Ana"]
    ana.x, ana.y = 10, 10
    ways = reachable(state, ana, 12)
    return ways[(13, 13)][:1] if (13, 13) in ways else ("out of reach",)


def prices(state: Table) -> Found:
    """A Tent in copper. DOA-366."""
    return (priced()["Tent"].price(state.prices),)


SWITCHES: dict[str, tuple[Callable[[Table], Found], Found, Found]] = {
    "dr_secret": (dr_secret, ("DOA-68",), ("hidden",)),
    "negative_dr": (negative_dr, ("major", "major"), ("miss", "major")),
    "negative_mod": (negative_mod, (True, True), (False, True)),
    "major_damage": (major_damage, (1,), (2,)),
    "saves": (
        saves,
        (
            "Poisoned: Ana draws KD against 8C (CON, DR 3): Miss.",
            "DR 3 Vitality Check each turn, or discard cards.",
            "Ana: CON",
        ),
        (
            "Poisoned: Ana draws KD against 8C (CON Save, DR 3): Miss.",
            "DR 3 Vitality Save each turn, or discard cards.",
            "Ana: CON Save",
        ),
    ),
    "grapple": (grapple, ("Entangled",), ("Grappled",)),
    "frozen_scope": (frozen_scope, (-1, -1), (0, -1)),
    "light_armor_ap": (light_armor_ap, (3, 0), (3, 1)),
    "medium_armor_prereq": (medium_armor_prereq, (6,), (3,)),
    "armor_penalty": (armor_penalty, (3, 0), (3, -1)),
    "rest_cards": (rest_cards, (10,), (6,)),
    "quick_rest": (quick_rest, (1, 2), (2, 1)),
    "quick_rest_shuffle": (quick_rest_shuffle, (0,), (20 - 12,)),
    "full_rest_tc": (full_rest_tc, ("AS", 51), ("", 52)),
    "fatigue": (fatigue, (-3, 6), (-1, 3)),
    "help": (help_, (1, 0), (1, 1)),
    "intensify": (intensify, (4, 2), (0, 0)),
    "full_darkness": (full_darkness, (-1, -1), (0, -3)),
    "fall_recovery": (fall_recovery, (2, 0), (2, 2)),
    "contested_tc": (contested_tc, ("3D", "3D", [], []), ("9C", "", ["9C"], [])),
}
TABLE_RULES: list[tuple[str, object, Callable[[Table], Found], Found]] = [
    ("ko_simple", False, ko_simple, (1, 2)),
    ("ko_simple", True, ko_simple, (1, 1)),
    ("jokers_in_deck", False, jokers_in_deck, (52, 2)),
    ("jokers_in_deck", True, jokers_in_deck, (54, 0)),
    ("hardcore", False, hardcore, ([], 0)),
    ("hardcore", True, hardcore, (["KC"], 2)),
    ("power_set", "current", power_set, ("DOA-337",)),
    ("power_set", "seed_era", power_set, ("",)),
    ("diagonals", "1", diagonals, (6,)),
    ("diagonals", "1.5", diagonals, (9,)),
    ("diagonals", "2 a round", diagonals, (8,)),
    ("prices", "cost", prices, (10,)),
    ("prices", "cost_items_file", prices, (100,)),
]


@pytest.mark.parametrize("option", SWITCHES)
def test_a_switch_plays_both_editions(option: str) -> None:
    """DOA-9."""
    rule, seed, later = SWITCHES[option]
    assert rule(table()) == seed
    assert rule(table(**{option: "later"})) == later
    assert rule(table(profile="later", **{option: "seed"})) == seed


@pytest.mark.parametrize(("option", "value", "rule", "found"), TABLE_RULES)
def test_a_table_rule_plays(
    option: str, value: object, rule: Callable[[Table], Found], found: Found
) -> None:
    assert rule(table(("Clubs2", "Spades2"), ("Grunt",), **{option: value})) == found


def test_every_option_is_tried() -> None:
    tried = {*SWITCHES, *(option for option, *_ in TABLE_RULES)}
    assert tried == {*TableOptions.__struct_fields__} - {"profile"}


def test_medium_armour_hampers_by_both_later_rules_together() -> None:
    """DOA-225, DOA-226: what the armour demands is one thing, however the table plays it."""
    for prerequisite, hand in (("seed", 0), ("later", -1)):
        state = table(armor_penalty="later", medium_armor_prereq=prerequisite)
        ana = state.characters["Ana"]
        ana.attributes["STR"] = -1
        change_gear(state, ana, armour="Medium")
        assert check(game_of(state), ana, "Stealth", "8C", 2).net == hand
