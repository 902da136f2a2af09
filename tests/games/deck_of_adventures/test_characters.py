"""Sheets: hit points, armour, XP, premade characters, Companions."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deck_of_adventures.data import (
    copper,
    creatures,
    example_encounter,
    items,
    powers,
    premades,
    priced,
    tables,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.options import TableOptions
from fatedeck.games.deck_of_adventures.rules.armour import lacks_prerequisite
from fatedeck.games.deck_of_adventures.rules.characters import (
    change_gear,
    companion_hp,
    dealer_hp,
    fill,
    make_companion,
    max_rest_cards,
    power_points,
    ready,
    reckon,
    take_premade,
    unarmoured_ar,
)
from fatedeck.games.deck_of_adventures.rules.creatures import remove
from fatedeck.games.deck_of_adventures.rules.experience import total_xp
from fatedeck.games.deck_of_adventures.state import Character, Switches, Table
from tests.games.deck_of_adventures.seated import a_table, of_role, script
from tests.games.deck_of_adventures.tabletop import use_power, xp_spent


def with_attributes(table: Table, **attributes: int) -> Character:
    ana = table.characters["Ana"]
    ana.attributes |= attributes
    reckon(table, ana)
    return ana


def test_unarmoured_armor_range() -> None:
    """T95. DOA-5, DOA-222, DOA-223."""
    assert [unarmoured_ar(agility) for agility in range(-2, 7)] == [4, 4, 3, 3, 2, 2, 1, 1, 0]


def test_hit_points_of_a_dealer() -> None:
    """T96, T20; level 10 with VIT 6 has 20. DOA-54, DOA-217, DOA-218."""
    sheets = [(1, -2), (1, 0), (2, -2), (3, -2), (3, 2), (10, 6)]
    assert [dealer_hp(level, vitality) for level, vitality in sheets] == [5, 5, 5, 5, 9, 20]
    assert dealer_hp(1, 1) == 6


def test_the_xp_of_a_printed_defender() -> None:
    """T97: 2 + 2 - 4 + 2 + 4 + 1 + 5 - 3 = 9 of 9. DOA-319, DOA-320, DOA-322."""
    table = a_table()
    ana = table.characters["Ana"]
    take_premade(table, ana, premades()["Defender1"])
    assert xp_spent(ana) == 9 == total_xp(1)


@pytest.mark.parametrize("name", ["Diamonds1", "Hearts1", "Summoner1", "Summoner2", "Summoner3"])
def test_a_stat_vulnerability_pays_instead_of_the_refund(name: str) -> None:
    """These budgets come out exact only so. DOA-326."""
    table = a_table()
    take_premade(table, table.characters["Ana"], premades()[name])
    assert xp_spent(table.characters["Ana"]) == total_xp(premades()[name].level)


def test_points_of_a_support_and_of_a_caster() -> None:
    """T98 and T104. DOA-266, DOA-329."""
    table = a_table()
    ana = table.characters["Ana"]
    ana.power_set, ana.level = "seed_era", 2
    ana.powers = ["Lend Aid", "Attack, Mystic Entangle", "Heal", "Lend Vigor"]
    reckon(table, ana)
    assert (ana.max_pp, ana.max_hp, max_rest_cards(table, ana)) == (6, 6, 12)
    ana.power_set, ana.level = "current", 1
    ana.powers = ["Attack, Mystic", "Shield", "Attack, Mystic Aura"]
    ana.attributes["VIT"] = 1
    reckon(table, ana)
    assert (ana.max_hp, ana.max_pp, max_rest_cards(table, ana)) == (6, 3, 9)
    ana.powers += ["Small Power Gain", "Large Power Gain"]
    assert power_points(ana) == 9


POINTS = {
    "Clubs1": (1, 7),
    "Clubs2": (2, 9),
    "Clubs3": (4, 12),
    "Diamonds1": (4, 10),
    "Diamonds2": (4, 11),
    "Diamonds3": (6, 14),
    "Hearts1": (5, 9),
    "Hearts2": (5, 11),
    "Hearts3": (7, 14),
    "Spades1": (4, 9),
    "Spades2": (4, 11),
    "Spades3": (4, 12),
    "Crusader1": (1, 7),
    "Crusader2": (2, 9),
    "Crusader3": (5, 13),
    "Summoner1": (4, 10),
    "Summoner2": (6, 13),
    "Summoner3": (7, 15),
    "Alchemist1": (1, 6),
    "Alchemist2": (2, 8),
    "Alchemist3": (3, 10),
    "Assassin1": (2, 7),
    "Assassin2": (2, 8),
    "Assassin3": (4, 11),
    "Caster1": (3, 9),
    "Caster2": (4, 11),
    "Caster3": (6, 14),
    "Defender1": (2, 9),
    "Defender2": (3, 11),
    "Defender3": (5, 14),
    "Martial1": (4, 9),
    "Martial2": (4, 11),
    "Martial3": (4, 12),
    "Support1": (4, 9),
    "Support2": (6, 12),
    "Support3": (8, 16),
    "Martial1 (companion)": (2, 7),
    "Martial2 (companion)": (2, 8),
    "Support1 (pacifist)": (4, 9),
}
"""Maximum PP and Rest Cards of the premade characters, by DOA-266 and DOA-329."""


@pytest.mark.parametrize("name", sorted(premades()))
def test_premades_are_played_as_printed(name: str) -> None:
    """HP, AR, AP and speed of the sheet; PP and Rest Cards as computed. DOA-336, DOA-373."""
    table = a_table()
    ana, premade = table.characters["Ana"], premades()[name]
    take_premade(table, ana, premade)
    assert (ana.hp, ana.ar, ana.ap, ana.speed) == (
        premade.hp,
        premade.ar,
        premade.ap,
        premade.speed,
    )
    assert (ana.max_pp, ana.rest_cards) == POINTS[name]
    assert all(power in powers(ana.power_set) for power in ana.powers)
    assert all(vulnerability in vulnerabilities() for vulnerability in ana.vulnerabilities)


@pytest.mark.parametrize(
    ("armour", "ar", "ap", "fits", "strong"),
    [
        ("Basic", 3, 0, {"STR": -2}, None),
        ("Light", 3, 0, {"STR": -2}, None),
        ("Medium", 2, 0, {"STR": -2}, None),
        ("Fortified", 2, 1, {"STR": 0}, {"STR": -1}),
        ("Heavy", 1, 2, {"STR": 1}, {"STR": 0}),
        ("Massive", 1, 3, {"STR": 2}, {"STR": 1}),
        ("Gleaming", 1, 2, {"AGL": 3}, {"AGL": 2}),
    ],
)
def test_armour_sets_the_armor_range(
    armour: str, ar: int, ap: int, fits: dict[str, int], strong: dict[str, int] | None
) -> None:
    """Without its prerequisite it halves the speed. DOA-224, DOA-225, DOA-227, DOA-232, DOA-387."""
    table = a_table()
    ana = with_attributes(table, **fits)
    change_gear(table, ana, armour=armour)
    assert (ana.ar, ana.ap, ana.max_ap, ana.speed) == (ar, ap, ap, 6)
    if strong is not None:
        ana.attributes |= strong
        reckon(table, ana)
        assert ana.speed == 3
        change_gear(table, ana, armour="")
        assert ana.speed == 6


def test_worn_armour_counts_even_if_it_is_worse() -> None:
    """DOA-224, DOA-228."""
    table = a_table()
    ana = with_attributes(table, AGL=4)
    assert ana.ar == 1
    change_gear(table, ana, armour="Light")
    assert ana.ar == 3
    change_gear(table, ana, armour="Medium")
    assert (ana.armour, ana.ar) == ("Medium", 2)


def test_a_shield_adds_its_armour_points_to_one_suit() -> None:
    """Lost AP do not come back by taking it off and on. DOA-229, DOA-368, DOA-385, DOA-386."""
    table = a_table()
    ana = with_attributes(table, STR=2)
    change_gear(table, ana, armour="Heavy", shield="Hardened")
    assert (ana.ap, ana.max_ap, ana.ar) == (4, 4, 1)
    ana.ap = 1
    change_gear(table, ana, shield="")
    change_gear(table, ana, shield="Hardened")
    assert (ana.ap, ana.max_ap) == (1, 4)
    change_gear(table, ana, shield="Impervious")
    assert ana.max_ap == 5
    fill(table, ana)
    assert ana.ap == 5
    assert [shield.ap for shield in items().shields] == [1, 2, 3]


def test_armour_points_above_the_maximum_are_not_lost_below_zero() -> None:
    """A decree may have given more AP than the suit has; the table can still be saved. DOA-385."""
    table = a_table()
    ana = with_attributes(table, STR=2)
    change_gear(table, ana, armour="Heavy")
    ana.ap = ana.max_ap + 1
    change_gear(table, ana, armour="")
    assert ana.lost_ap == {}
    assert Codec(find_game("deck-of-adventures")).copy(table) == table


def test_the_later_edition_of_armour() -> None:
    """Switches light_armor_ap and medium_armor_prereq. DOA-9."""
    table = a_table(switches=Switches(light_armor_ap=True, medium_armor_prereq=True))
    ana = with_attributes(table, STR=-1)
    change_gear(table, ana, armour="Light")
    assert ana.ap == 1
    change_gear(table, ana, armour="Medium")
    assert lacks_prerequisite(table, ana)
    assert ana.speed == 3


def test_speed_follows_powers_and_vulnerabilities() -> None:
    """DOA-142, DOA-354, DOA-339."""
    table = a_table()
    ana = table.characters["Ana"]
    ana.powers, ana.vulnerabilities = ["Speedy"], ["Frail Form"]
    reckon(table, ana)
    assert ana.speed == 6
    ana.powers = []
    reckon(table, ana)
    assert ana.speed == 4


@pytest.mark.parametrize(("level", "hp"), [(1, 1), (2, 1), (3, 2), (5, 3), (10, 5)])
def test_a_companion_has_half_its_dealers_level_in_hp(level: int, hp: int) -> None:
    """DOA-60."""
    assert companion_hp(level) == hp


def test_a_bear_keeps_its_printed_hp_until_the_formula_passes_it() -> None:
    """DOA-58, DOA-61, DOA-62."""
    table = a_table()
    ana = table.characters["Ana"]
    bear = make_companion(table, ana, "Bear")
    assert (bear.hp, bear.deck, bear.target_with, bear.owner) == (3, "Ana", "Ana", "Ana")
    assert (bear.ar, bear.ap, bear.skills["Brute"]) == (2, 1, 1)
    remove(Game(table, script()), bear)
    ana.level = 9
    assert make_companion(table, ana, "Bear").max_hp == 5


def test_creature_mastery_strengthens_a_companion() -> None:
    """One more HP, its Primary Skill, and a Target Card of its own. DOA-62."""
    table = a_table()
    ana = table.characters["Ana"]
    ana.powers = ["Creature Link", "Creature Mastery"]
    wolf = make_companion(table, ana, "Wolf")
    assert (wolf.hp, wolf.skills["Finesse"], wolf.target_with) == (3, 2, "")


def test_a_new_summons_replaces_the_old() -> None:
    """DOA-381."""
    table = a_table()
    ana = table.characters["Ana"]
    ana.powers, ana.pp = ["Summon Creature"], 4
    game = Game(table, script())
    use_power(game, ana, "Summon Creature", [], 2)
    table.characters["Summoned Creature"].hp = 1
    use_power(game, ana, "Summon Creature", [], 2)
    assert [who.hp for who in table.characters.values() if who.summoned] == [4]


def test_a_rule_of_each_role() -> None:
    """DOA-331, DOA-299."""
    rows = {row.role: (row.primary, row.suit, row.discard) for row in tables().roles}
    assert rows == {
        "Caster": ("Knowledge", "D", "Intensify"),
        "Defender": ("Brute", "C", "Aggro"),
        "Martial": ("Finesse", "S", "Thwart"),
        "Support": ("Craft", "H", "Help"),
    }
    table = a_table()
    assert of_role(table, "Ana", "Martial").primary == "Finesse"


def test_prices_in_xp_and_caps_by_level() -> None:
    """DOA-50, DOA-288, DOA-319, DOA-320, DOA-321, DOA-323."""
    rows = tables()
    assert [rows.attribute_cost[mod] for mod in range(-2, 7)] == [-4, -2, 0, 2, 4, 8, 12, 18, 24]
    assert [rows.skill_bonus_cost[mod] for mod in range(-2, 7)] == [-2, -1, 0, 1, 2, 4, 6, 9, 12]
    assert [row.mod_cap for row in rows.levels] == [2, 2, 3, 3, 3, 4, 5, 5, 5, 6]
    assert [total_xp(level) for level in range(1, 11)] == [9, 12, 15, 18, 21, 24, 27, 30, 33, 36]


def test_coins_and_price_lists() -> None:
    """1 dp = 10 gp = 100 sp = 1000 cp; three lists. DOA-366, DOA-367."""
    assert copper("1 dp") == copper("10 gp") == copper("100 sp") == copper("1000 cp")
    heavy = priced()["Heavy Armor"]
    assert (heavy.price("cost"), heavy.price("cost_2022")) == (5000, 50000)
    assert heavy.price("cost_items_file") == 5000  # not on that list: the default holds
    damages = [priced()[f"{name} Weapon"].damage for name in ("Standard", "Improved", "Heroic")]
    assert damages == [1, 2, 3]
    assert priced()["Legendary Weapon"].damage == 4


def test_the_data_is_whole() -> None:
    """Every power, creature and Vulnerability that is named exists. DOA-337, DOA-353, DOA-372."""
    for power_set in ("current", "seed_era"):
        listed = powers("current" if power_set == "current" else "seed_era")
        for power in listed.values():
            assert all(name in listed for name in power.prereq.power), power.id
        for creature in creatures("current" if power_set == "current" else "seed_era").values():
            for entry in creature.powers:
                name = entry if isinstance(entry, str) else entry.id
                assert name in listed, creature.id
    assert {creature.id: creature.count for creature in example_encounter().creatures} == {
        "Captain (Dealer)": 1,
        "Melee Guard": 2,
        "Ranged Shooter": 2,
    }


def test_profiles_and_single_switches() -> None:
    """The seed is the default; later turns all on that differ; each may be set. DOA-9."""
    assert TableOptions().switches() == Switches()
    later = TableOptions(profile="later", grapple="seed").switches()
    assert later.fatigue
    assert not later.grapple
    assert not later.ko_simple
    assert TableOptions(hardcore=True, quick_rest="later").switches() == Switches(
        hardcore=True, quick_rest=True
    )


def test_a_ready_character_starts_at_its_maximum() -> None:
    """DOA-12."""
    table = a_table()
    ana = table.characters["Ana"]
    ana.powers, ana.power_set = ["Heal"], "current"
    ana.fatigue, ana.hp = 2, 1
    ready(table, ana)
    assert (ana.hp, ana.pp, ana.rest_cards, ana.fatigue, ana.target) == (5, 2, 7, 0, "")
    assert Game(table, script()).state is table


def test_the_printed_speed_has_its_powers_in_it() -> None:
    """DOA-336: a sheet prints its speed whole; losing the Power later slows."""
    table = a_table()
    ana = table.characters["Ana"]
    quick = premades()["Clubs1"]
    take_premade(table, ana, replace(quick, speed=8, powers=(*quick.powers, "Speedy")))
    assert ana.speed == 8
    ana.powers.remove("Speedy")
    reckon(table, ana)
    assert ana.speed == 6


def test_a_premade_character_keeps_the_floor_of_five_hp() -> None:
    """DOA-54: whatever its sheet prints above that."""
    table = a_table()
    ana = table.characters["Ana"]
    strong = replace(premades()["Clubs1"], hp=9)
    take_premade(table, ana, strong)
    assert (ana.max_hp, ana.least_hp) == (9, 5)
