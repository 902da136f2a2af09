"""Making characters, what follows from them, feats, techniques, things."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec import Struct

from fatedeck.engine.data_files import read_file
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import tag
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.data import ATTRIBUTES, DEFENCES, Needs, book, proper_name
from fatedeck.games.realms_behind.rules.calls import CallCheck
from fatedeck.games.realms_behind.rules.creation import Finish, LearnLore, Raise, TakeSample
from fatedeck.games.realms_behind.rules.derived import (
    capacity,
    check_total,
    check_totals,
    deep_max,
    defence,
    draw_size,
    fortune_max,
    gear_of,
    initiative,
    parry_bonus,
    resist,
    shallow_max,
    speed,
    total,
    triangle,
    will_max,
)
from fatedeck.games.realms_behind.rules.equipment import Buy, Carry, Sell
from fatedeck.games.realms_behind.rules.feats import FEAT, Build, DropFeat, TakeFeat, Unbuild, unmet
from fatedeck.games.realms_behind.rules.frames import frame
from fatedeck.games.realms_behind.rules.gifts import Give
from fatedeck.games.realms_behind.rules.phases import Begin
from fatedeck.games.realms_behind.state import Table, TableOptions
from tests.games.realms_behind.realms import GM, do, hero, holds, item, refused, table_of, technique


class Worked(Struct):
    """What a sheet comes to by the rules."""

    xp_spent: int
    totals: dict[str, int]
    derived: dict[str, int | dict[str, int]]
    technique_levels: dict[str, int]


SHEETS = read_file(Path(__file__).with_name("sheets.yaml"), dict[str, Worked])


def new_table() -> Table:
    return ruleset.begin(TableOptions(), (Seat(GM, "gm"), Seat("Ana"), Seat("Ben")))


@pytest.mark.parametrize("sample", [name for name in book().samples if name != "basic"])
def test_a_sample_comes_to_what_its_sheet_says(sample: str) -> None:
    """RB-2.8, RB-3.1 to RB-3.12: the figures of `sheets.yaml` were worked out by hand."""
    table = table_of(Ana=sample)
    ana, sheet = table.players["Ana"], SHEETS[sample]
    holds(ana, "9S")
    assert {skill: total(ana, skill) for skill in book().skills} == sheet.totals
    derived = {
        "health_shallow": shallow_max(ana),
        "health_deep": deep_max(ana),
        "will": will_max(ana),
        "fortune": fortune_max(ana),
        "draw": draw_size(ana),
        "speed": speed(ana),
        "initiative": initiative(ana),
        "carrying_capacity": capacity(ana),
        "defences": {which: defence(ana, which) for which in DEFENCES},
        "resists": {"physical": resist(ana, "physical")} if resist(ana, "physical") else {},
    }
    assert derived == sheet.derived


@pytest.mark.parametrize("sample", list(book().samples))
def test_a_sample_has_spent_what_its_sheet_says(sample: str) -> None:
    """RB-2.3 to RB-2.5, RB-18.6."""
    sheet, worked_out = book().samples[sample], SHEETS[sample]
    spent = sum(triangle(2, level) for level in sheet.attributes.values())
    spent += sum(triangle(1, level) for level in sheet.skills.values())
    spent += sum(triangle(FEAT, book().feats[feat].level) for feat in sheet.feats)
    for built in sheet.techniques:
        level = worked_out.technique_levels[built.id]
        assert frame(built.base, tuple(built.features)).level == level
        spent += triangle(FEAT, level)
    assert spent == worked_out.xp_spent


def test_attributes_start_at_0_with_75_xp_and_have_no_cap() -> None:
    """RB-2.1, RB-2.2, RB-2.6."""
    table = new_table()
    ana = table.players["Ana"]
    assert [ana.attribute(attribute) for attribute in ATTRIBUTES] == [0, 0, 0, 0]
    assert (ana.xp, ana.gold) == (75, 10)
    do(table, "Ana", Raise("luck", 8))
    assert ana.xp == 75 - 72


def test_the_24_skills_and_their_other_names() -> None:
    """RB-2.7, RB-2.10."""
    by_attribute: dict[str, int] = {}
    for skill in book().skills.values():
        by_attribute[skill.attribute] = by_attribute.get(skill.attribute, 0) + 1
    assert by_attribute == {"body": 6, "mind": 10, "spirit": 7, "luck": 1}
    assert book().skills["deception"].attribute == "spirit"
    assert "thievery" in book().skills
    assert proper_name("Society") == "streetwise"
    table = new_table()
    do(table, "Ana", Raise("Survival", 2))
    assert table.players["Ana"].skills == {"nature": 2}


def test_an_untrained_skill_is_the_attribute() -> None:
    """RB-2.8, RB-2.9."""
    table = table_of(Ana="basic")
    ana = hero(table, mind=3)
    assert total(ana, "medicine") == 3
    ana.skills["medicine"] = 2
    assert total(ana, "medicine") == 5


def test_lore_is_bought_per_subject() -> None:
    """RB-2.11."""
    table = new_table()
    do(table, "Ana", LearnLore("Old  Roads", 2))
    do(table, "Ana", LearnLore("bees", 1))
    ana = table.players["Ana"]
    assert ana.skills == {"lore (old roads)": 2, "lore (bees)": 1}
    assert ana.xp == 75 - 3 - 1
    assert total(ana, "lore (bees)") == 1
    with refused("RB-2.11"):
        do(table, "Ana", Raise("lore", 1))


def test_experience_and_gold_are_never_overspent() -> None:
    """RB-2.12."""
    table = new_table()
    with refused("RB-2.12"):
        do(table, "Ana", Raise("body", 9))
    with refused("RB-2.12"):
        do(table, "Ana", Raise("body", -1))
    do(table, "Ana", Raise("body", 3))
    for kind in ("metal-shield", "light-armor", "1h-light-melee"):
        do(table, "Ana", Buy(kind))
    with refused("RB-2.12"):
        do(table, "Ana", Buy("light-bow"))
    assert table.players["Ana"].gold == 1


def test_levels_are_sold_back_only_during_creation() -> None:
    """RB-2.13."""
    table = new_table()
    do(table, "Ana", Raise("body", 4))
    do(table, "Ana", Raise("body", 2))
    ana = table.players["Ana"]
    assert ana.xp == 75 - 6
    do(table, "Ana", Finish("Mira"))
    with refused("RB-2.13"):
        do(table, "Ana", Raise("body", 1))
    do(table, "Ana", Raise("body", 3))
    assert ana.xp == 75 - 12


def test_a_feat_keeps_its_requirements_while_levels_are_sold() -> None:
    """RB-18.2: attributes by level, skills by total."""
    table = new_table()
    with pytest.raises(Refused, match="Luck 3"):
        do(table, "Ana", TakeFeat("gambler"))
    do(table, "Ana", Raise("body", 3))
    do(table, "Ana", Raise("melee", 2))
    do(table, "Ana", TakeFeat("extra-hearts-damage"))
    with refused("RB-18.2"):
        do(table, "Ana", Raise("melee", 1))
    do(table, "Ana", DropFeat("extra-hearts-damage"))
    do(table, "Ana", Raise("melee", 0))
    assert table.players["Ana"].xp == 75 - 12


def test_one_of_several_requirements_is_enough() -> None:
    """RB-18.2."""
    table = table_of(Ana="basic")
    ana = hero(table)
    assert unmet(ana, book().feats["maneuver"].requires) == "Melee 3 or Ranged 3"
    ana.skills["ranged"] = 3
    assert unmet(ana, book().feats["maneuver"].requires) == ""


def test_backgrounds_only_at_creation_and_at_most_two() -> None:
    """RB-18.3, RB-18.4, RB-18.20: undefined things and feats grant nothing."""
    table = new_table()
    ana = table.players["Ana"]
    do(table, "Ana", TakeFeat("discoverer"))
    assert sorted(ana.items) == [
        "adventurers-belt", "climbers-kit", "medicinal-supplies", "medicinal-supplies 2",
    ]  # fmt: skip
    with refused("RB-18.4"):
        do(table, "Ana", TakeFeat("discoverer"))
    do(table, "Ana", TakeFeat("creator"))
    assert "artisinal-training" in ana.feats
    with refused("RB-18.3"):
        do(table, "Ana", TakeFeat("predator"))
    do(table, "Ana", DropFeat("creator"))
    assert ana.xp == 75
    assert "artisinal-training" not in ana.feats
    do(table, "Ana", Finish("Mira"))
    with refused("RB-18.3"):
        do(table, "Ana", TakeFeat("predator"))
    ana.body = ana.mind = ana.spirit = 5
    with refused("RB-18.20"):
        do(table, "Ana", TakeFeat("smithing"))


def test_talents_work_always() -> None:
    """RB-18.1, RB-5.3: Bardic Lore and Imposing Figure may lend a total; the player says which."""
    table = table_of(Ana="basic")
    ana = hero(table, body=4, spirit=1)
    ana.skills |= {"performance": 4, "presence": 2}
    assert (check_total(ana, "lore"), check_total(ana, "presence")) == (0, 3)
    ana.feats += ["bardic-lore", "imposing-figure"]
    assert (check_total(ana, "lore"), check_total(ana, "presence")) == (5, 6)
    for skill, named, modifier in (
        ("lore", "Performance", 5),
        ("lore", "Lore", 0),
        ("presence", "Presence with Body", 6),
        ("presence", "Presence", 3),
    ):
        holds(ana, "9S")
        do(table, GM, CallCheck(seat="Ana", skill=skill, threshold=9), named, "9S")
        assert table.last is not None
        assert table.last.modifier == modifier
    ana.body = ana.spirit
    holds(ana, "9S")
    do(
        table, GM, CallCheck(seat="Ana", skill="presence", threshold=9), "9S"
    )  # all the same: nothing to ask


def test_bardic_lore_counts_for_lore_requirements() -> None:
    """RB-18.1, RB-18.2."""
    ana = hero(table_of(Ana="basic"), spirit=1)
    ana.skills |= {"performance": 4}
    needs = Needs(skills={"lore": 5})
    assert unmet(ana, needs) == "Lore 5"
    ana.feats.append("bardic-lore")
    assert unmet(ana, needs) == ""


def test_building_a_technique() -> None:
    """RB-18.4 to RB-18.6, RB-18.2."""
    table = new_table()
    ana = table.players["Ana"]
    do(table, "Ana", Raise("spirit", 4))
    do(table, "Ana", Raise("sorcery", 4))

    def not_built(clause: str, *features: str, **more: str) -> None:
        with refused(clause):
            name, element, shape = (more.get(key, "") for key in ("name", "element", "shape"))
            do(table, "Ana", Build("evocation", name, [*features], element, shape))

    not_built("RB-18.5", "kinetic")  # no element
    not_built("RB-18.5", "lacerating", element="fire")  # not of its group
    not_built("RB-18.5", "kinetic", "kinetic", element="fire")
    not_built("RB-18.2", "frigid", element="fire")  # only with Frost
    not_built("RB-18.6", "blood-magic", element="fire")  # level -2
    not_built("RB-18.5", "kinetic", element="fire", shape="disc_5")
    not_built("RB-18.5", "shaped-spell", element="fire")
    not_built("RB-18.4", "kinetic", element="fire", name="No")
    before = ana.xp
    build = Build("evocation", "frost wave", ["frigid", "shaped-spell"], "frost", "cone_7")
    do(table, "Ana", build)
    assert before - ana.xp == 18
    not_built("RB-18.4", "shaped-spell", "frigid", element="frost", shape="cone_7", name="again")
    do(table, "Ana", Unbuild("frost wave"))
    assert ana.xp == before
    with refused("RB-18.2"):
        do(table, "Ana", Build("healing", "mend"))
    with refused("RB-18.5"):
        do(table, "Ana", TakeFeat("evocation"))


@pytest.mark.parametrize(
    ("features", "ap", "madness"),
    [
        ((), 2, 1),
        (("quickened",), 1, 1),
        (("belabored",), 3, 1),
        (("quickened", "belabored"), 2, 1),
        (("stable-magic",), 2, 0),
        (("wild-magic",), 2, 2),
        (("stable-magic", "wild-magic"), 2, 1),
    ],
)
def test_what_a_technique_costs(features: tuple[str, ...], ap: int, madness: int) -> None:
    """RB-18.7, RB-18.8."""
    built = frame("evocation", features)
    assert (built.ap, built.madness) == (ap, madness)


def test_quickened_never_goes_below_one() -> None:
    """RB-18.7: a stance costs 1 AP."""
    assert frame("stance", ("quickened",)).ap == 1
    assert frame("stance", ("quickened", "belabored")).ap == 1


def test_steadying_and_turn_elements_fit_blessings() -> None:
    """RB-18.12."""
    features = book().features
    assert (features["steadying"].level, features["steadying"].groups) == (1, ["blessing"])
    assert features["turn-elements"].groups == ["abjuration", "blessing"]


def test_a_maximum_that_falls_takes_the_value_along_and_does_not_lift_it() -> None:
    """RB-3.14, RB-3.4: the Lucky hat is put away and worn again."""
    table = table_of(Ana="basic")
    ana = hero(table, luck=1)
    item(ana, "hat", "equipped", "lucky")
    ana.fortune = fortune_max(ana)
    assert ana.fortune == 3
    item(ana, "knapsack")
    do(table, "Ana", Carry("hat", "inventory"))
    assert ana.fortune == 2
    do(table, "Ana", Carry("hat", "equipped"))
    assert (ana.fortune, fortune_max(ana)) == (2, 3)


def test_parry_takes_the_best_item_and_dodge_all_inertia() -> None:
    """RB-3.10, RB-3.11, RB-3.12."""
    table = table_of(Ana="basic")
    ana = hero(table)
    item(ana, "1h-light-melee")
    item(ana, "metal-shield")
    assert parry_bonus(ana) == 2
    assert defence(ana, "parry") == 8 + 2 - 2  # Exhausted
    item(ana, "juggernaut-armor")
    assert defence(ana, "dodge") == 8 - 5 - 2
    ana.statuses.harried = 50
    assert defence(ana, "dodge") == 0


def test_dual_wielding_adds_two_one_handed_weapons() -> None:
    """RB-18.19."""
    table = table_of(Ana="basic")
    ana = hero(table)
    item(ana, "1h-light-melee")
    item(ana, "unarmed")
    assert parry_bonus(ana) == 1
    ana.feats.append("dual-wielding")
    assert parry_bonus(ana) == 2


def test_might_hands_and_slots() -> None:
    """RB-19.5, RB-19.6, RB-19.8."""
    table = table_of(Ana="basic")
    ana = hero(table, body=4)
    item(ana, "rucksack", "inventory")
    item(ana, "knapsack")
    item(ana, "2h-heavy-melee", "inventory")
    with refused("RB-19.5"):
        do(table, "Ana", Carry("2h-heavy-melee", "equipped"))
    with refused("RB-19.5"):
        do(table, "Ana", Carry("rucksack", "equipped"))
    item(ana, "1h-heavy-melee")
    item(ana, "wooden-shield")
    item(ana, "light-bow", "inventory")
    with refused("RB-19.6"):
        do(table, "Ana", Carry("light-bow", "equipped"))
    item(ana, "innate-melee-weapon", "inventory")
    do(table, "Ana", Carry("innate-melee-weapon", "equipped"))  # uses no hand
    item(ana, "hat")
    item(ana, "hat", "inventory")
    with refused("RB-19.8"):
        do(table, "Ana", Carry("hat 2", "equipped"))


def test_nobody_starts_with_what_is_too_heavy() -> None:
    """RB-19.5, RB-2.13: Might sold after the armour was bought."""
    table = new_table()
    do(table, "Ana", Raise("might", 5))
    do(table, "Ana", Buy("medium-armor"))
    do(table, "Ana", Raise("might", 4))
    with refused("RB-19.5"):
        do(table, "Ana", Finish())


def test_light_weapons() -> None:
    """RB-19.7."""
    light = {thing.id for thing in book().equipment.values() if thing.light}
    assert light == {"1h-light-melee", "2h-light-melee", "light-thrown", "light-bow", "unarmed"}


def test_selling_gives_the_full_price_in_creation_and_later_what_the_gm_says() -> None:
    """RB-19.9, RB-19.2."""
    table = new_table()
    ana = table.players["Ana"]
    do(table, "Ana", Buy("light-bow"))
    assert ana.gold == 7
    do(table, "Ana", Sell("light-bow"))
    assert ana.gold == 10
    do(table, "Ana", Buy("light-bow"))
    do(table, "Ana", Finish())
    do(table, "Ana", Sell("light-bow"), 1)
    assert ana.gold == 8


def test_enhancements_change_what_a_thing_is() -> None:
    """RB-19.2, RB-3.13: price level, Accuracy, Defence, Inertia not below 0."""
    table = table_of(Ana="basic")
    ana = hero(table)
    worked = item(ana, "1h-light-melee", "equipped", "keen-edge", "seeking-spirit", "imbalanced")
    thing = gear_of(worked)
    assert (thing.damage, thing.accuracy, thing.defence) == (4, 1, 0)
    assert thing.level == 1 + 2 + 1 - 1
    assert gear_of(item(ana, "wooden-shield", "inventory", "lightweight-material")).inertia == 0


def test_an_illegal_sample_is_refused_and_the_gm_begins() -> None:
    """RB-4.1, RB-22.1."""
    table = new_table()
    with refused("RB-2.1"):
        do(table, "Ana", TakeSample("nobody"))
    do(table, "Ana", TakeSample("dhutlo"))
    do(table, "Ana", Finish())
    assert table.players["Ana"].title == "Dhutlo"
    with refused("RB-22.1"):
        do(table, "Ana", Begin())
    do(table, "Ben", Finish("Nobody"))
    do(table, GM, Begin(), "2C", "3C", "4C", "5C", "6C", "7C")
    assert table.phase == "exploration"
    assert len(table.players["Ana"].hand) == 6
    assert len(table.players["Ben"].hand) == 0


def test_the_gm_gives_what_nobody_sells() -> None:
    """RB-18.20."""
    table = table_of(Ana="basic")
    do(table, GM, Give("Ana", "feat", "smithing"))
    do(table, GM, Give("Ana", "item", "smithing-kit"))
    do(table, GM, Give("Ana", "xp", amount=5))
    ana = table.players["Ana"]
    assert (ana.feats, list(ana.items), ana.xp) == (["smithing"], ["smithing-kit"], 80)
    assert gear_of(ana.items["smithing-kit"]).tenths_of_bulk == 0
    with refused("RB-18.20"):
        do(table, GM, Give("Ana", "feat", "flying"))


def test_a_technique_of_a_sample_is_whole() -> None:
    """RB-18.5: the sheet names what it was built from."""
    table = table_of(Ana="tamsin")
    built = table.players["Ana"].techniques["cinder-shove"]
    assert (built.base, built.features, built.element) == ("evocation", ["kinetic"], "fire")
    assert technique(table.players["Ana"], "stance").base == "stance"


def test_every_action_stands_in_the_docs() -> None:
    page = (Path(__file__).parents[3] / "docs" / "realms-behind.md").read_text("utf-8")
    assert [tag(action) for action in ruleset.actions if f"| `{tag(action)}` |" not in page] == []


@pytest.mark.parametrize("feats", [[], ["imposing-figure"], ["bardic-lore"]])
@pytest.mark.parametrize("skills", [{}, {"lore (kings)": 2}, {"presence": 1, "melee": 3}])
def test_all_totals_at_once_are_the_totals_one_by_one(
    feats: list[str], skills: dict[str, int]
) -> None:
    """RB-2.8, RB-2.11, RB-18.1."""
    ana = hero(table_of(Ana="basic"), body=4, mind=1, spirit=2)
    ana.feats, ana.skills = feats, skills
    lores = [skill for skill in skills if skill.startswith("lore (")]
    expected = {skill: check_total(ana, skill) for skill in (*book().skills, *lores)}
    assert dict(check_totals(ana)) == expected


def test_flaws_make_up_for_a_feature_that_is_too_dear() -> None:
    """RB-18.6, RB-2.12: Flurry 3, Feint -1 and Belabored -1 come to level 1, for 3 XP."""
    table = table_of(Ana="basic")
    ana = hero(table, body=3)
    build = Build("maneuver", "", ["flurry", "feint", "belabored"])
    ana.xp = 2
    with refused("RB-2.12"):
        do(table, "Ana", build)
    ana.xp = 3
    do(table, "Ana", build)
    assert ana.xp == 0


def test_nobody_is_offered_levels_without_experience() -> None:
    """A hero in play with 0 XP reads why not; with 1 XP it is open. RB-2.3, RB-2.13."""
    table = table_of(Ana="basic")
    ana = hero(table, "Ana")
    assert ana.ready
    for xp, wanted in ((0, "You have no XP to spend."), (1, "")):
        ana.xp = xp
        offers = [one for one in ruleset.offers(table, "Ana") if one.do in ("raise", "learn-lore")]
        assert len(offers) == 2
        assert [one.why_not for one in offers] == [wanted, wanted]
