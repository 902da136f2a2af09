"""Days, rests, phases, downtime, crafting, deck growth."""

from __future__ import annotations

from collections import Counter

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks.view import view
from fatedeck.games.realms_behind.rules.calls import CallCheck
from fatedeck.games.realms_behind.rules.cards import STANDARD
from fatedeck.games.realms_behind.rules.crafting import (
    BeginProject,
    Craft,
    Enchant,
    Examine,
    enchanting_steps,
    known_enhancements,
    project_level,
    specialities_for,
    steps_for,
    take_units,
)
from fatedeck.games.realms_behind.rules.creation import Raise
from fatedeck.games.realms_behind.rules.days import GatherInformation, Investigate, WageLabor
from fatedeck.games.realms_behind.rules.derived import defence, is_stupefied, total
from fatedeck.games.realms_behind.rules.gifts import Give
from fatedeck.games.realms_behind.rules.growth import Dream, Sublimate
from fatedeck.games.realms_behind.rules.phases import Begin, Enter
from fatedeck.games.realms_behind.rules.rests import LongRest, ShortRest
from fatedeck.games.realms_behind.rules.scenes import Workspace
from fatedeck.games.realms_behind.rules.tries import Try
from fatedeck.games.realms_behind.state import Character, Curses, Table
from tests.games.realms_behind.realms import (
    GM,
    do,
    fight,
    game_of,
    goblin,
    hero,
    holds,
    item,
    offered,
    only,
    refused,
    table_of,
)


def test_the_first_hand_comes_from_the_fresh_deck() -> None:
    """RB-4.1, RB-4.3, RB-11.1: Will and Fortune at maximum; Draw 0 means no hand."""
    table = table_of(Ana="dhutlo", Ben="basic")
    table.phase = "creation"
    ana = table.players["Ana"]
    ana.will = ana.fortune = 0
    Begin().do(game_of(table, *STANDARD[:6]), GM)
    assert sorted(ana.hand) == sorted(STANDARD[:6])
    assert (ana.will, ana.fortune, table.day) == (6, 4, 1)
    assert not len(table.players["Ben"].hand)


def test_rests_are_taken_by_all_and_end_an_encounter() -> None:
    """RB-14.9, RB-14.10: statuses that leave turn by turn end, Necrotic does not."""
    table = table_of(Ana="dhutlo", Ben="basic")
    ana, ben = hero(table), hero(table, "Ben")
    goblin(table)
    fight(table, "Ana", "Ben", "Goblin")
    ana.statuses.burning = ana.statuses.necrotic = 3
    ben.statuses.frightened = 2
    ana.shallow, ben.shallow = 1, 0
    do(table, GM, ShortRest(), "2C", "3C")
    assert table.phase == "exploration"
    assert (ana.statuses.burning, ben.statuses.frightened) == (0, 0)
    assert ana.statuses.necrotic == 0  # three of the six healing went there
    assert (ana.shallow, ben.shallow) == (4, 1)


def test_the_downed_and_stupefied_rest_too() -> None:
    """RB-14.11, RB-13.7: no draw from an empty pile; a long rest heals a Downed one normally."""
    table = table_of(Ana="dhutlo")
    ana = hero(table)
    only(ana)
    ana.shallow = ana.deep = 0
    do(table, GM, ShortRest())
    assert (ana.deep, ana.shallow, len(ana.hand)) == (1, 0, 0)
    ana.deep = 0
    do(table, GM, LongRest(), 5, *STANDARD[:6])
    assert (ana.deep, ana.shallow, len(ana.hand)) == (5, 3, 6)
    assert not is_stupefied(ana)


def test_phases_end_what_belongs_to_the_phase_before() -> None:
    """RB-15.1, RB-15.10."""
    table = table_of(Ana="basic")
    ana = hero(table)
    goblin(table)
    fight(table, "Ana", "Goblin")
    ana.statuses.hasted, ana.statuses.necrotic = 2, 1
    ana.speed_this_encounter = 4
    do(table, GM, Enter("exploration"))
    assert (ana.statuses.hasted, ana.statuses.necrotic, ana.speed_this_encounter) == (0, 1, 0)
    assert table.order == []
    with refused("RB-15.10"):
        do(table, GM, Enter("exploration"))


def test_five_explorations_a_day_and_one_day_of_work() -> None:
    """RB-15.2, RB-15.3, RB-15.11, RB-15.12: further actions on one try give Advantage."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9S", "KC QC")
    do(table, "Ana", Investigate(2), 13, 0, "9S", "Draw pile", "No more", "KC", "a door")
    assert table.last is not None
    assert (table.last.net, table.last.hidden, table.last.success) == (2, True, True)
    assert ana.exploration_actions == 2
    with refused("RB-15.3"):
        do(table, "Ana", Investigate(2))
    do(table, GM, Enter("downtime"))
    with refused("RB-15.1"):
        do(table, "Ana", Investigate())
    do(table, "Ana", GatherInformation("diplomacy"), 20, 0)
    assert ana.downtime_actions == 0
    with refused("RB-15.3"):
        do(table, "Ana", WageLabor("might"))
    do(table, GM, LongRest())
    assert (ana.exploration_actions, ana.downtime_actions) == (5, 1)


def test_wage_labor_earns_gold_per_success() -> None:
    """RB-15.9."""
    table = table_of(Ana="basic")
    ana = hero(table, body=4)
    table.phase = "downtime"
    holds(ana, "KS")
    do(table, "Ana", WageLabor("might"), 2, "KS")
    assert ana.gold == 13


# Deck growth


def test_the_fae_queens_deck_is_only_for_decks() -> None:
    """RB-17.1, RB-17.2."""
    table = table_of(Ana="basic")
    assert sorted(table.fae_deck) == sorted(STANDARD)
    assert offered(table, "Ana", "sublimate") == []


def test_a_dream_of_a_card_that_is_not_there_costs_nothing() -> None:
    """RB-17.8, RB-17.3: and one copy only."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.deck.bag.append("KH")
    ana.growth.append("+KH")
    table.fae_deck.bag.remove("KH")
    do(table, "Ana", Dream("KH"))
    do(table, GM, LongRest())
    assert list(ana.deck).count("KH") == 1
    ana.deck.bag.remove("KH")
    ana.growth.append("-KH")
    table.fae_deck.bag.append("KH")
    xp = ana.xp
    do(table, "Ana", Dream("KH"))
    told = do(table, GM, LongRest())
    assert "dreams of nothing" in told
    assert ana.xp == xp


def test_a_forced_dream_may_leave_a_debt_that_is_paid_first() -> None:
    """RB-17.7, RB-2.12."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.xp = 1
    with refused("RB-17.7"):
        do(table, "Ana", Dream("2C"))
    do(table, GM, LongRest(["Ana"]), "2C")
    assert ana.xp == -2
    with refused("RB-17.7"):
        do(table, "Ana", Raise("melee", 1))
    do(table, GM, Give("Ana", "xp", amount=3))
    do(table, "Ana", Raise("melee", 1))
    assert ana.xp == 0


def test_a_dream_one_can_no_longer_pay_is_not_dreamed() -> None:
    """RB-17.7, RB-17.8: only a forced dream makes a debt."""
    table = table_of(Ana="basic")
    ana = hero(table)
    ana.xp = 3
    do(table, "Ana", Dream("2C"))
    do(table, "Ana", Raise("melee", 1))
    do(table, GM, LongRest())
    assert (ana.xp, "2C" in ana.deck, ana.growth) == (2, True, [])


def test_fewer_than_ten_cards_are_all_dealt_and_none_is_none() -> None:
    """RB-17.5."""
    table = table_of(Ana="basic")
    table.gm_discard.top = list(table.fae_deck)
    table.fae_deck.bag = ["2C", "3D"]
    do(table, GM, Sublimate("Ana"), "3D", "2C", "2C")
    assert table.players["Ana"].discard.top == ["2C"]
    do(table, GM, Sublimate("Ana"), "3D", "3D")
    with refused("RB-17.5"):
        do(table, GM, Sublimate("Ana"))


def test_decks_are_rebuilt_from_their_events() -> None:
    """From the base deck and its plus and minus events, the Fae Queen's from all. RB-17.9."""
    table = table_of(Ana="basic", Ben="basic")
    do(table, "Ana", Dream("2C"))
    do(table, "Ben", Dream("KH"))
    do(table, GM, LongRest())
    do(table, GM, Sublimate("Ana"), *STANDARD[:10], STANDARD[4])
    for name in ("Ana", "Ben"):
        character = table.players[name]
        owned = [*character.deck, *character.hand, *character.discard]
        assert Counter(owned) == Counter(STANDARD) + gained(character) - lost(character)
    everybody = table.players.values()
    rebuilt = Counter(STANDARD)
    for character in everybody:
        rebuilt += lost(character)
    for character in everybody:
        rebuilt -= gained(character)
    assert Counter(table.fae_deck) == rebuilt
    assert table.players["Ana"].growth == ["-2C", f"+{STANDARD[4]}"]


def gained(character: Character) -> Counter[str]:
    return Counter(event[1:] for event in character.growth if event[0] == "+")


def lost(character: Character) -> Counter[str]:
    return Counter(event[1:] for event in character.growth if event[0] == "-")


def test_a_deck_may_dwindle_until_its_owner_wakes_stupefied() -> None:
    """RB-17.10."""
    table = table_of(Ana="basic")
    ana = hero(table, mind=1)
    table.fae_deck.bag += [card for card in ana.deck if card not in ("2C", "3C", "4C")]
    ana.deck.bag = ["2C", "3C", "4C"]
    do(table, GM, LongRest(), "2C", "3C", "4C")
    assert len(ana.hand) == 3
    assert is_stupefied(ana)
    assert offered(table, "Ana", "try")[0].why_not


# Crafting


def smith(table: Table) -> Character:
    ana = hero(table)
    table.phase = "downtime"
    table.workspace = True
    ana.feats += ["smithing", "carving", "weaving", "imbuing"]
    for tool in ("smithing-kit", "carving-kit", "tailors-kit", "ley-alembic"):
        item(ana, tool, "inventory")
    ana.materials = {f"{kind} {level}": 9 for kind in book().materials for level in (1, 2, 3)}
    return ana


def test_crafting_needs_speciality_tool_and_workspace() -> None:
    """RB-20.1."""
    table = table_of(Ana="basic")
    ana = smith(table)
    do(table, GM, Workspace(there=False))
    with pytest.raises(Refused, match="workspace"):
        do(table, "Ana", BeginProject("hat"))
    do(table, GM, Workspace(there=True))
    del ana.items["tailors-kit"]
    with pytest.raises(Refused, match="tailors kit"):
        do(table, "Ana", BeginProject("hat"))
    ana.feats.remove("weaving")
    with refused("RB-20.1"):
        do(table, "Ana", BeginProject("hat"))
    do(table, "Ana", BeginProject("light-bow"))
    table.phase = "exploration"
    with refused("RB-20.5"):
        do(table, "Ana", BeginProject("light-bow"))


@pytest.mark.parametrize(
    ("slot", "makers"),
    [
        ("weapon", ["smithing"]),  # arms and armour
        ("armor", ["smithing"]),
        ("shield", ["smithing"]),
        ("belt", ["weaving"]),  # clothing, baskets and the like
        ("pack", ["weaving"]),
        ("head", ["weaving"]),
        ("torso", ["weaving"]),
        ("hands", ["weaving"]),
        ("feet", ["weaving"]),
    ],
)
def test_a_speciality_makes_things_of_its_kind_whatever_they_are_of(
    slot: str, makers: list[str]
) -> None:
    """RB-20.1."""
    things = [thing for thing in book().equipment.values() if thing.slot == slot]
    assert things
    assert all(specialities_for(thing.id) == makers for thing in things)


def test_only_known_recipes() -> None:
    """RB-20.2."""
    table = table_of(Ana="basic")
    smith(table)
    with refused("RB-20.2"):
        do(table, "Ana", BeginProject("phalanx-shield"))
    do(table, GM, Give("Ana", "recipe", "phalanx-shield"))
    do(table, "Ana", BeginProject("phalanx-shield"))
    with refused("RB-20.2"):
        do(table, "Ana", BeginProject("unarmed"))


def test_a_failed_check_with_rank_1_ruins_the_project() -> None:
    """RB-20.5, RB-20.6."""
    table = table_of(Ana="basic")
    ana = smith(table)
    do(table, "Ana", BeginProject("hat"))
    ana.downtime_actions = 5
    holds(ana, "2S AS KS QS", "")
    do(table, "Ana", Craft("hat"), 0, "2S")
    assert "hat" in ana.projects
    do(table, "Ana", Craft("hat"), 0, "AS")
    assert "hat" not in ana.projects
    do(table, "Ana", BeginProject("light-bow"))
    do(table, "Ana", Craft("light-bow"), 0, "KS")
    assert ana.projects["light-bow"].done == 1
    ana.mind = 9
    do(table, "Ana", Craft("light-bow"), 1, "QS")
    assert "light-bow" in ana.items
    assert ana.projects == {}


def test_materials_convert_three_to_one_only_as_they_are_used() -> None:
    """RB-20.7."""
    stock = {"metal 1": 5}
    assert take_units(stock, "metal", 1)
    assert stock == {"metal 1": 4}
    assert take_units(stock, "metal", 2)
    assert stock == {"metal 1": 1}
    stock = {"metal 1": 3, "metal 2": 2}
    assert take_units(stock, "metal", 3)
    assert stock == {"metal 1": 0, "metal 2": 0}
    stock = {"metal 3": 1}
    assert take_units(stock, "metal", 1)
    assert stock == {"metal 3": 0}
    stock = {"metal 1": 1, "metal 2": 1, "metal 3": 1}
    assert take_units(stock, "metal", 2)
    assert stock == {"metal 1": 1, "metal 2": 0, "metal 3": 1}
    table = table_of(Ana="basic")
    ana = smith(table)
    ana.materials = {"leather 1": 1}
    with refused("RB-20.7"):
        do(table, "Ana", BeginProject("light-bow"))


def test_masterworks_only_while_making_and_enchantments_also_later() -> None:
    """RB-20.8, RB-20.10."""
    table = table_of(Ana="basic")
    ana = smith(table)
    item(ana, "light-bow", "inventory")
    with refused("RB-20.8"):
        do(table, "Ana", Enchant("light-bow", "seeking-spirit"))
    with refused("RB-20.8"):
        do(table, "Ana", Enchant("light-bow", "fireproof"))
    do(table, "Ana", Enchant("light-bow", "freezing"))
    with refused("RB-20.8"):
        do(table, "Ana", Enchant("light-bow", "freezing"))
    ana.mind = 20
    holds(ana, "KS")
    do(table, "Ana", Craft("freezing light-bow"), 4, "KS")
    assert ana.items["light-bow"].enhancements == ["freezing"]


def test_veteran_and_resolute_are_chosen_when_made() -> None:
    """RB-20.8: and then count."""
    table = table_of(Ana="basic")
    ana = smith(table)
    ana.mind = 20
    holds(ana, "KS QS JS")
    ana.downtime_actions = 9
    before = defence(ana, "luck")
    do(table, "Ana", BeginProject("hat", ["resolute"]), "luck")
    do(table, "Ana", Craft("hat"), 3, "KS")
    assert ana.items["hat"].place == "equipped"
    assert defence(ana, "luck") == before + 1
    do(table, "Ana", BeginProject("gloves", ["veteran"]), "athletics")
    do(table, "Ana", Craft("gloves"), 3, "QS")
    assert offered(table, "Ana", "try")
    assert total(ana, "athletics") == 1


@pytest.mark.parametrize(
    ("kind", "enhancements", "curses", "level"),
    [
        ("1h-light-melee", ["dull-edge"], "on purpose", 0),
        ("hat", ["whispering"], "on purpose", 2),  # a curse on purpose counts positive
        ("phalanx-shield", ["whispering"], "as flaws", 0),  # one that is put up with does not
        ("1h-light-melee", ["keen-edge", "maddening"], "as flaws", 2),
        ("1h-light-melee", ["keen-edge", "maddening"], "on purpose", 4),
        ("1h-light-melee", ["sanctified"], "on purpose", 2),  # one level less
        ("hat", ["lucky"], "on purpose", 0),
        ("1h-light-melee", ["dull-edge", "imbalanced"], "on purpose", 0),  # at least 0
    ],
)
def test_project_levels(kind: str, enhancements: list[str], curses: Curses, level: int) -> None:
    """RB-20.3, RB-20.9, RB-20.11."""
    assert project_level(kind, enhancements, curses) == level


def test_steps() -> None:
    """RB-20.4, RB-20.10."""
    assert [steps_for(level) for level in range(5)] == [1, 3, 9, 18, 30]
    assert [enchanting_steps(level) for level in (0, 1, 2)] == [1, 2, 5]


def test_a_curse_is_the_gms_secret_until_recognised() -> None:
    """RB-20.13."""
    table = table_of(Ana="basic")
    ana = hero(table)
    do(table, GM, Give("Ana", "item", "1h-light-melee", 1, ["maddening", "keen-edge"]))
    assert "Maddening" in str(view(table, GM))
    assert "Maddening" not in str(view(table, "Ana"))
    assert known_enhancements(ana.items["1h-light-melee"]) == ["keen-edge"]
    holds(ana, "KS QS")
    do(table, "Ana", Examine("1h-light-melee"), 0, "QS")
    assert "Maddening" not in str(view(table, "Ana"))
    ana.mind = 1
    told = do(table, "Ana", Examine("1h-light-melee"), 0, "KS")  # 11 + level 2
    assert table.last is not None
    assert table.last.threshold == 13
    assert "is cursed" in told
    assert "Maddening" in str(view(table, "Ana"))


def test_a_whispering_thing_lowers_all_defences() -> None:
    """RB-20.13: wearing it tells."""
    table = table_of(Ana="basic")
    ana = hero(table)
    before = [defence(ana, which) for which in ("parry", "mind")]
    item(ana, "hat", "equipped", "whispering")
    assert [defence(ana, which) for which in ("parry", "mind")] == [n - 1 for n in before]


def test_a_player_tries_and_the_gm_may_call() -> None:
    """RB-21.7, RB-5.14: the same check, chosen and forced."""
    table = table_of(Ana="basic")
    ana = hero(table)
    holds(ana, "9S 8S")
    do(table, "Ana", Try("stealth"), 8, "Show", "any", 0, 0, "9S")
    do(table, GM, CallCheck(seat="Ana", skill="stealth", threshold=8), "8S")
    assert table.last is not None
    assert table.last.success
