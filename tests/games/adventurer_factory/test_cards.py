"""Every card is played at least once in a legal position, and what it does is checked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest

from fatedeck.engine.questions import Answer
from fatedeck.games.adventurer_factory.data import Card, catalogue
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import card_text
from fatedeck.games.adventurer_factory.rules.encounters import Encounter
from fatedeck.games.adventurer_factory.rules.main_step import EndMain, Play, Use
from fatedeck.games.adventurer_factory.rules.stats import dice, stat, symbols
from fatedeck.games.adventurer_factory.state import Event, Mark
from tests.games.adventurer_factory.duel import ANA, BEN, Side, at, do, duel


def providers(card: str) -> list[str]:
    """Cards that meet the Needs of this one. AF-8.3."""
    return [
        f"{symbol}#{n}"
        for symbol, count in printed_on(card).needs.items()
        for n in range(1, count + 1)
    ]


# What a card gives for as long as it lies there, and once when it is played


GIVES: list[tuple[str, dict[str, object]]] = [
    ("assassin", {"health": 21, "willpower": 21, "assassin": 1}),
    ("bard", {"willpower": 22, "bard": 1}),
    ("knight", {"health": 22, "knight": 1}),
    ("sorcerer", {"willpower": 23, "health": 19, "sorcerer": 1}),
    ("beast", {"willpower": 25, "beast": 1}),
    ("dwarf", {"defence": 1, "dwarf": 1}),
    ("ork", {"attack": 1, "ork": 1}),
    ("undead", {"health": 25, "undead": 1}),
    ("tail", {"health": 25, "tail": 1}),
    ("grovel", {"charisma": -2, "parley": "1d8"}),
    ("terrify", {"their charisma": -2}),
    ("lute", {"parley": "1d6"}),
    ("trick_coin", {"charisma": 1}),
    ("pike", {"attack die": "2d8"}),
    ("sword", {"attack die": "1d8"}),
    ("glowing_sword", {"attack die": "1d12"}),
    ("shield", {"defence": 2}),
    ("steed", {"charisma": 1}),
    ("full_plate", {"defence": 5, "willpower": 30}),
    ("ferocious_roar", {"parley": "1d8"}),
    ("horns", {"defence": 1}),
    ("spiked_tail", {"defence": 1, "attack die": "2d8"}),
    ("dwarf_gauntlet", {"defence": 2}),  # one of them is the Dwarf's own
    ("stench", {"defence": 1, "health": 19}),
    ("begging_for_scraps", {"charisma": -2}),
    ("buckler", {"defence": 2}),
    ("canine", {"attack": 1}),
    ("club", {"attack die": "1d4"}),
    ("dagger", {"attack die": "1d4"}),
    ("field_of_flowers", {"willpower": 25, "their willpower": 25}),
    ("fine_clothes", {"parley": "1d4"}),
    ("gauntlet", {"defence": 1}),
    ("helm", {"defence": 1}),
    ("income", {"parley": "1d6"}),
    ("jerkin", {"defence": 1, "willpower": 21}),
    ("cashflow", {"charisma": 0}),
]


@pytest.mark.parametrize(("card", "gives"), GIVES)
def test_what_a_card_gives(card: str, gives: Mapping[str, object]) -> None:
    """AF-2.8 and AF-2.9: stats while it lies there, counters once."""
    table = duel(Side(play=providers(card), hand=[f"{card}#4"]))
    slots = printed_on(card).fills
    answers = [slots.any_of[0]] if slots and len(slots.any_of) > 1 and card in HANDS else []
    do(table, ANA, Play(f"{card}#4"), *answers)
    [played] = [name for name in table.players[ANA].cards if name.startswith(f"{card}#")][-1:]
    assert printed_on(played).id == card
    found = {
        "attack": stat(table, ANA, "attack"),
        "defence": stat(table, ANA, "defence"),
        "charisma": stat(table, ANA, "charisma"),
        "their charisma": stat(table, BEN, "charisma"),
        "health": table.players[ANA].health,
        "willpower": table.players[ANA].willpower,
        "their willpower": table.players[BEN].willpower,
        "attack die": str(dice(table, ANA, "attack")[-1]),
        "parley": str(dice(table, ANA, "parley")[-1]),
        **symbols(table.players[ANA]),
    }
    assert {name: found[name] for name in gives} == gives
    assert table.players[ANA].mind == 10 - printed_on(card).cost


HANDS = {
    card.id
    for card in catalogue().values()
    if card.fills and card.fills.any_of[:1] == ("left_hand",) and len(card.fills.any_of) > 1
}


# What its actions do


@dataclass
class Case:
    """A card is played from hand with its Needs met, then one of its actions is used."""

    card: str
    action: int
    after: Mapping[str, object]
    answers: Sequence[Answer] = ()
    ana: Side = field(default_factory=Side)
    ben: Side = field(default_factory=Side)
    events: Sequence[Event] = ()
    slot: str = ""

    def __str__(self) -> str:
        return f"{self.card}-{self.action}"


HIT = Event(ANA, "health", 5, 5, "attack", True)
SHAKEN = Event(ANA, "willpower", 2, 2, "parley", True)

CASES = [
    # Assassin
    Case(
        "hide",
        1,
        {"Ben/forbidden": 2, "Ana/skipped": True, "Ana/discard": ["canine"]},
        ["canine#1"],
        Side(play=["canine#1"]),
    ),
    Case("hide", 2, {"Ben/skip_next": True, "Ana/willpower": 18, "Ana/discard": ["hide"]}),
    Case("poison_dagger", 1, {"Ben/health": 15}, [4], slot="left_hand"),
    Case(
        "special_training",
        1,
        {"Ana/cards/sword#1/host": "special_training#4", "Ana/mind": 5},
        ["sword#1", "left_hand"],
        Side(hand=["sword#1"]),
    ),
    Case(
        "reconnoiter",
        1,
        {"Ana/skip_next": True, "Ben/shown": ["club", "helm"]},
        ["club#5", "helm#5"],
        ben=Side(hand=["club#5", "helm#5", "canine#5"]),
    ),
    Case("spiked_tea", 1, {"Ben/health": 17}, ["1d6", 4], Side(play=["income#1"])),
    Case("concealed_crossbow", 1, {"Ben/health": 19}, slot="left_hand"),
    Case(
        "final_blow",
        1,
        {"Ben/health": 0, "Ana/health": 10, "Ana/willpower": 10},
        ben=Side(health=12, willpower=8),
    ),
    # Bard
    Case("big_ole_ruby", 1, {"Ana/mind": 10}),
    Case(
        "big_ole_ruby",
        2,
        {"Ben/deck": ["canine", *["ribbon"] * 4], "Ben/discard": ["club"]},
        ["canine#5"],
        ben=Side(discard=["canine#5", "club#5"]),
    ),
    Case("lute", 1, {"Ana/cards/sword#1/suppressed": True}, ana=Side(play=["sword#1"])),
    Case(
        "sleight_of_hand",
        1,
        {"Ana/discard": ["club"], "Ben/discard": ["helm"], "Ben/willpower": 16},
        ["1d6", 4, {"Ana": "club#1", "Ben": "helm#5"}],
        Side(play=["income#1"], hand=["club#1"]),
        Side(hand=["helm#5"]),
    ),
    Case("trick_coin", 1, {"Ana/mind": 12, "Ana/play": ["bard"]}),
    Case(
        "tune_of_seduction",
        1,
        {"Ana/mind": 10, "Ben/mind": 9},
        [2],
        Side(play=["trick_coin#1", "trick_coin#2"]),
    ),
    Case("valet", 1, {"Ana/cards/canine#1/host": "valet#4"}, ["canine#1"], Side(play=["canine#1"])),
    Case(
        "witty_riposte",
        1,
        {"Ben/willpower": 18, "Ana/mind": 3},
        ana=Side(play=["trick_coin#1", "trick_coin#2"]),
        events=[SHAKEN],
    ),
    Case(
        "flourish", 1, {"Ana/cards/sword#1/host": "flourish#4"}, ["sword#1"], Side(play=["sword#1"])
    ),
    Case("refined_spirits", 1, {"Ana/willpower": 25, "Ana/health": 21, "Ana/mind": 3}, [5]),
    # Knight
    Case(
        "dual_wielding",
        1,
        {"Ben/health": 13, "Ana/mind": 4},
        ["1d4", 3, "1d4", 4],
        Side(play=["club#1", "club#2"]),
    ),
    Case(
        "shield",
        1,
        {"Ana/health": 20, "Ana/mind": 3, "Ana/discard": ["shield"]},
        ana=Side(health=15),
        events=[HIT],
        slot="left_hand",
    ),
    Case("valour", 1, {"Ana/health": 17}),
    Case("quick_thrust", 1, {"Ben/health": 17, "Ana/mind": 4}, [3], Side(play=["club#1"])),
    Case("steed", 1, {"Ben/health": 19}),
    # Sorcerer
    Case("gale", 1, {"Ben/health": 19, "Ben/skip_next": True, "Ana/discard": ["gale"]}),
    Case("gather_magic", 1, {"Ana/willpower": 30, "Ana/mind": 5}),
    Case(
        "heat_manipulation",
        1,
        {"Ben/shown": ["buckler", "ribbon"], "Ben/health": 19},
        ben=Side(play=["buckler#5"]),
    ),
    Case("heat_manipulation", 2, {"Ben/health": 17}, [3], ben=Side(play=["helm#5"])),
    Case(
        "life_drain",
        1,
        {"Ben/willpower": 15, "Ana/willpower": 25},
        ["1d6", 5],
        Side(play=["income#1"]),
    ),
    Case(
        "hand_mirror",
        1,
        {"Ana/mind": 6, "Ana/discard": []},
        ana=Side(play=["health_potion#1"]),
        slot="neck",
    ),
    Case(
        "hand_mirror",
        2,
        {"Ana/mind": 3, "Ben/play": ["dodge"]},
        ["health_potion#5"],
        ben=Side(play=["dodge#5", "health_potion#5"]),
        slot="neck",
    ),
    Case(
        "magic_staff",
        1,
        {"Ana/mind": 0, "Ana/discard": ["gale"]},
        ["gale#1"],
        Side(deck=["gale#1", "ribbon#1"], mind=8),
    ),
    Case(
        "shift_shape",
        2,
        {"Ana/cards/helm#1/host": "shift_shape#4", "Ana/mind": 4},
        ["helm#1"],
        Side(hand=["helm#1"]),
    ),
    Case(
        "force_field",
        1,
        {"Ana/health": 20, "Ana/willpower": 20, "Ana/discard": ["force_field"]},
        ana=Side(health=15, willpower=18),
        events=[HIT, SHAKEN],
    ),
    Case("ritual_of_the_eldritch_flows", 1, {"Ben/willpower": 0}),
    # Beast, Dwarf
    Case("horns", 1, {"Ben/health": 17}, ana=Side(play=["trick_coin#1", "trick_coin#2"])),
    Case("miners_pick", 1, {"Ana/willpower": 18, "Ana/mind": 8}),
    Case("big_ole_emerald", 1, {"Ana/mind": 10}),
    Case(
        "big_ole_emerald",
        2,
        {"Ana/deck": ["canine", *["ribbon"] * 4]},
        ["canine#1"],
        Side(discard=["canine#1", "club#1"]),
    ),
    Case(
        "smiths_almanac",
        1,
        {"Ben/cards/helm#5/suppressed": True, "Ana/mind": 4},
        ben=Side(play=["helm#5"]),
    ),
    # Ork
    Case("rotten_cuisine", 1, {"Ana/health": 19, "Ben/health": 18}),
    Case(
        "filth",
        1,
        {"Ben/willpower": 19, "Ben/discard": ["buckler"], "Ana/health": 19},
        ["simple_parley", "discard_card"],
        ben=Side(play=["buckler#5"], hand=["club#5"]),
    ),
    Case("stench", 1, {"Ben/health": 17, "Ben/willpower": 17}, [3]),
    Case("stench", 2, {"Ben/willpower": 19}),
    Case("vile_vial", 1, {"Ana/health": 22, "Ana/cards/vile_vial#4/under": ["ribbon"]}),
    # Undead
    Case(
        "echoes_of_life",
        1,
        {"Ana/cards/sword#1/host": "echoes_of_life#4"},
        ["sword#1"],
        Side(hand=["sword#1"]),
    ),
    Case(
        "necromancy",
        1,
        {"Ana/discard": [], "Ana/cards/necromancy#4/consumed": True},
        ana=Side(discard=["club#1"]),
    ),
    Case("out_of_phase", 1, {"Ben/willpower": 19, "Ben/skip_next": True}),
    Case(
        "patchwork_monstrosity",
        1,
        {"Ana/cards/club#1/host": "patchwork_monstrosity#4", "Ana/mind": 4},
        ["club#1"],
        Side(hand=["club#1"]),
    ),
    Case(
        "skeletal_minion",
        1,
        {"Ben/willpower": 19, "Ben/health": 19, "Ana/discard": ["club"]},
        ["Simple Parley"],
        Side(hand=["club#1"]),
    ),
    # Common
    Case(
        "ancient_secrets",
        1,
        {"Ana/shown": ["gale"], "Ana/willpower": 18},
        ana=Side(discard=["gale#1", "club#1"]),
    ),
    Case("bedroll", 1, {"Ana/health": 21}),
    Case(
        "begging_for_scraps",
        1,
        {"Ana/shown": ["health_potion"], "Ana/health": 19},
        ana=Side(discard=["health_potion#1", "club#1"]),
    ),
    Case(
        "beltpouch",
        1,
        {"Ana/shown": ["gold_coin"], "Ana/discard": ["canine"]},
        ["canine#1", "gold_coin#1"],
        Side(play=["canine#1"], deck=["gold_coin#1", "ribbon#1"]),
    ),
    Case(
        "beltpouch",
        2,
        {"Ana/shown": ["health_potion"], "Ana/discard": ["beltpouch"]},
        ["health_potion#1"],
        Side(deck=["health_potion#1", "ribbon#1"]),
    ),
    Case("big_ole_diamond", 1, {"Ana/mind": 10}),
    Case(
        "big_ole_fake",
        1,
        {"Ben/discard": ["gold_coin"]},
        ["gold_coin#5"],
        ben=Side(play=["gold_coin#5"]),
    ),
    Case("cashflow", 1, {"Ana/mind": 9, "Ana/discard": ["cashflow"]}),
    Case(
        "cashflow", 2, {"Ana/shown": ["ribbon"], "Ana/discard": ["helm"]}, ana=Side(play=["helm#1"])
    ),
    Case("cashflow", 3, {"Ana/cards/club#1/host": "cashflow#4"}, ["club#1"], Side(hand=["club#1"])),
    Case("crossbow", 1, {"Ana/mind": 7}),
    Case("dagger", 1, {"Ana/discard": ["dagger"]}, slot="left_hand"),
    Case("dodge", 1, {"Ana/health": 20, "Ana/immune": True}, ana=Side(health=15), events=[HIT]),
    Case(
        "extra_ration",
        1,
        {"Ana/mind": 7, "Ana/cards/canine#1/pending": False},
        ["canine#1", "play_card"],
        Side(deck=["canine#1", "ribbon#1"]),
    ),
    Case("field_of_flowers", 1, {"Ana/willpower": 20, "Ben/willpower": 20}),
    Case(
        "frantic_search",
        1,
        {"Ana/discard": ["canine", "club", "ribbon"], "Ana/mind": 6},
        ["club#1", "ribbon#1", "canine#1"],
        Side(discard=["club#1", "canine#1", "helm#1"], deck=["ribbon#1"]),
    ),
    Case(
        "frantic_search",
        2,
        {"Ana/discard": ["club"]},
        [["frantic_search#4", "canine#1", "canine#2"]],
        Side(discard=["canine#1", "canine#2", "club#1"]),
    ),
    Case("gold_coin", 1, {"Ana/mind": 7}),
    Case("gold_coin", 2, {"Ana/mind": 11}),
    Case("health_potion", 1, {"Ana/health": 30}),
    Case(
        "homemade_shield",
        1,
        {"Ana/health": 20, "Ana/mind": 4},
        ana=Side(health=15),
        events=[HIT],
        slot="left_hand",
    ),
    Case(
        "initiates_notes",
        1,
        {"Ana/cards/gale#1/host": "initiates_notes#4", "Ana/mind": 5},
        ["gale#1"],
        Side(hand=["gale#1"]),
    ),
    Case("liquid_courage", 1, {"Ana/willpower": 25, "Ana/mind": 5}),
    Case("mirror_shard", 1, {"Ben/cards": {}}, ["dodge#5"], ben=Side(play=["dodge#5"])),
    Case(
        "pack",
        1,
        {"Ana/shown": ["gold_coin"], "Ana/discard": ["pack"]},
        ["gold_coin#1"],
        Side(deck=["gold_coin#1", "ribbon#1"]),
    ),
    Case("prudence", 1, {"Ana/mind": 15, "Ana/discard": ["pike"]}, ana=Side(hand=["pike#1"])),
    Case(
        "psychic_bomb",
        1,
        {"Ben/discard": ["valour"], "Ana/discard": ["tail"]},
        ana=Side(play=["tail#1"]),
        ben=Side(play=["valour#5"]),
    ),
    Case(
        "ribbon",
        1,
        {"Ana/shown": ["gold_coin"]},
        ["gold_coin#1"],
        Side(deck=["gold_coin#1", "ribbon#1"]),
    ),
    Case(
        "sword_breaker",
        1,
        {"Ben/discard": ["sword"], "Ana/mind": 2},
        ["1d4", 3],
        Side(play=["club#3"], marks={"club#3": Mark()}),
        Side(play=["sword#5"]),
    ),
    Case("whisperer", 1, {"Ben/willpower": 16}, [3]),
    Case(
        "wise_old_mentor",
        1,
        {"Ana/shown": ["knight"]},
        ["knight#1"],
        Side(deck=["knight#1", "ribbon#1"]),
    ),
    Case(
        "binoculars",
        1,
        {"Ana/shown": ["club"], "Ben/shown": ["helm"]},
        ["club#1", "helm#5"],
        Side(hand=["club#1", "canine#1"]),
        Side(hand=["helm#5", "canine#5"]),
    ),
    Case("the_nightwatcher", 1, {"Ana/mind": 6}),
]


@pytest.mark.parametrize("case", CASES, ids=str)
def test_what_an_action_does(case: Case) -> None:
    """AF-10.7: the card is played, its action paid for and carried out."""
    card = f"{case.card}#4"
    case.ana.play = [*providers(case.card), *case.ana.play]
    case.ana.hand = [card, *case.ana.hand]
    table = duel(case.ana, case.ben, events=case.events)
    table.players[BEN].passing = "mine"
    do(table, ANA, Play(card), *([case.slot] if case.slot else []))
    played = next(name for name in table.players[ANA].cards if name == card)
    if case.card == "ritual_of_the_eldritch_flows":
        table.players[ANA].cards[played].counters = 10
    if case.card == "sword_breaker":
        table.players[BEN].attack_rolls.append(2)
    if case.action in printed_on(case.card).encounters:
        do(table, ANA, EndMain())
        do(table, ANA, Encounter(played, case.action), *case.answers)
    else:
        do(table, ANA, Use(played, case.action), *case.answers)
    after = {path: at(table, path) for path in case.after}
    assert after == case.after


def test_every_card_is_played() -> None:
    """What is not in the tables above has its own test in this folder."""
    given = {row[0] for row in GIVES}
    elsewhere = {
        *("assassinate", "bystander_disguise", "chorus_of_power", "spell_book"),
        *("hulking_physique", "trash_treasure", "out_clubbin", "loot"),
    }
    assert given | {case.card for case in CASES} | elsewhere == {*catalogue()}


@pytest.mark.parametrize("card", catalogue().values(), ids=lambda card: card.id)
def test_a_text_is_made_from_the_data(card: Card) -> None:
    """AF-10.1: every card reads as words; the words come from what is carried out."""
    text = card_text(card)
    assert text.strip()
    assert "_" not in text
    for action in card.actions:
        assert text.count(":") >= bool(action.costs)
