"""Attachments, words used by effects, single cards, and what each seat sees. Chapters 16 to 20."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TypeVar

import msgspec
import pytest

from fatedeck.engine.cards import Pile
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Choose
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import (
    Bound,
    Cost,
    Effect,
    Price,
    Word,
    WrittenAction,
    WrittenCard,
    catalogue,
)
from fatedeck.games.adventurer_factory.looks.view import view
from fatedeck.games.adventurer_factory.machine.guess import guess
from fatedeck.games.adventurer_factory.rules.encounters import (
    Attack,
    Encounter,
    NoEncounter,
    Parley,
)
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Discard, EndMain, Play, Use
from fatedeck.games.adventurer_factory.rules.stats import dice, fitting_in_play, stat, symbols
from fatedeck.games.adventurer_factory.rules.words.costs import Consume, Pay
from fatedeck.games.adventurer_factory.rules.words.counters import Gain, Lose
from fatedeck.games.adventurer_factory.rules.words.flow import If
from fatedeck.games.adventurer_factory.rules.words.in_play import Suppress
from fatedeck.games.adventurer_factory.rules.words.piles import Search
from fatedeck.games.adventurer_factory.rules.words.reading import _action, _cost, read_word
from fatedeck.games.adventurer_factory.state import Event, Mark, Table
from tests.games.adventurer_factory.duel import ANA, BEN, Script, Side, at, do, duel

T = TypeVar("T")


def refused(table: Table, seat: str, move: Move) -> str:
    with pytest.raises(Refused) as said:
        do(table, seat, move)
    return said.value.clause


# 16 Attachments


def test_what_may_lie_under_what() -> None:
    """AF-16.1: Valet may take an attached card from its host, Flourish may not; never in a ring."""
    marks = {"sword#1": Mark(host="shift_shape#1")}
    side = Side(play=["shift_shape#1", "sword#1", "valet#1", "flourish#1"], marks=marks)
    table = duel(side)
    script = Script(["sword#1"])
    ruleset.perform(Game(table, script), ANA, Use("valet#1", 1))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert {*question.options} == {"shift_shape#1", "sword#1", "flourish#1"}
    assert table.players[ANA].cards["sword#1"].host == "valet#1"
    table = duel(side)
    script = Script(["shift_shape#1"])
    ruleset.perform(Game(table, script), ANA, Use("flourish#1"))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert {*question.options} == {"shift_shape#1", "valet#1"}
    marks = {"flourish#1": Mark(host="valet#1"), "canine#1": Mark()}
    table = duel(Side(play=["flourish#1", "valet#1", "canine#1"], marks=marks))
    assert refused(table, ANA, Use("flourish#1")) == "AF-10.2"  # it lies under Valet, without text


def test_which_attached_cards_are_in_play() -> None:
    """AF-16.2, AF-16.3: under Cashflow not; under Valet without effect; slots by host."""
    marks = {
        "gold_coin#1": Mark(host="cashflow#1"),
        "canine#1": Mark(host="valet#1"),
        "canine#2": Mark(host="special_training#1"),
    }
    play = ["cashflow#1", "gold_coin#1", "valet#1", "canine#1", "special_training#1", "canine#2"]
    table = duel(Side(play=play, marks=marks))
    assert table.players[ANA].in_play() == [card for card in play if card != "gold_coin#1"]
    assert stat(table, ANA, "attack") == 1
    assert stat(table, ANA, "charisma") == 1  # Cashflow counts the Item
    assert refused(table, ANA, Use("gold_coin#1", 2)) == "AF-10.2"


def test_under_special_training_slots_are_filled() -> None:
    """AF-16.3, AF-17.13, AF-18.43: one Need symbol; Needs are waived, cost and slot stay."""
    table = duel(
        Side(play=["special_training#1", "helm#1"], hand=["horns#1", "shield#1", "spiked_tail#1"]),
        step="encounter",
    )
    script = Script(["horns#1"])
    ruleset.perform(Game(table, script), ANA, Encounter("special_training#1"))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert question.options == ("horns#1",)  # the others list two symbols
    assert at(table, "Ana/discard") == ["helm"]
    assert table.players[ANA].cards["horns#1"].slots == ["head"]


def test_an_attached_card_leaves_by_itself() -> None:
    """AF-16.5, AF-16.6: use marks lie on the attached card; discarded, it leaves its host."""
    marks = {"bedroll#1": Mark(host="flourish#1", slots=["pack"])}
    table = duel(Side(play=["flourish#1", "bedroll#1"], marks=marks))
    do(table, ANA, Use("bedroll#1"))
    assert table.players[ANA].cards["bedroll#1"].used
    do(table, ANA, Discard("bedroll#1"))
    assert table.players[ANA].attached_to("flourish#1") == []


def test_when_a_host_leaves() -> None:
    """AF-16.4: cards under Flourish stay in play, under Valet they are tested, else they go."""
    marks = {
        "sword#1": Mark(host="flourish#1", slots=["left_hand"]),
        "canine#1": Mark(host="valet#1"),
        "club#1": Mark(host="patchwork_monstrosity#1"),
    }
    play = ["flourish#1", "sword#1", "valet#1", "canine#1", "patchwork_monstrosity#1", "club#1"]
    table = duel(Side(play=play, marks=marks))
    for host in ("flourish#1", "valet#1", "patchwork_monstrosity#1"):
        do(table, ANA, Discard(host))
    player = table.players[ANA]
    assert {card: mark.host for card, mark in player.cards.items()} == {
        "sword#1": "",
        "canine#1": "",
    }
    assert at(table, "Ana/discard") == ["club", "flourish", "patchwork_monstrosity", "valet"]
    assert [str(die) for die in dice(table, ANA, "attack")] == ["1d1", "1d8"]


def test_the_end_of_an_activation() -> None:
    """AF-16.8, AF-18.14: counters go and what was attached to it is discarded; it stays there."""
    marks = {
        "special_training#1": Mark(host="echoes_of_life#1", activated=True, counters=2),
        "sword#1": Mark(host="special_training#1", slots=["left_hand"]),
    }
    table = duel(Side(play=["echoes_of_life#1", *marks], marks=marks), step="encounter")
    do(table, ANA, NoEncounter())
    player = table.players[ANA]
    assert player.cards["special_training#1"] == Mark(host="echoes_of_life#1")
    assert at(table, "Ana/discard") == ["sword"]


def test_echoes_play_nothing() -> None:
    """AF-18.14: attaching and waking give no one-offs, and each activation is one use."""
    marks = {"tail#1": Mark(host="echoes_of_life#1")}
    table = duel(
        Side(play=["echoes_of_life#1", "tail#1", "chorus_of_power#1"], marks=marks, mind=3)
    )
    do(table, ANA, Use("echoes_of_life#1", 2))
    player = table.players[ANA]
    assert (player.health, player.mind, player.played) == (20, 2, False)
    assert symbols(player) == {"tail": 1}
    assert refused(table, ANA, Use("echoes_of_life#1", 2)) == "AF-10.3"


# 17 Words used by effects


def test_negate_reaches_a_permanent_card() -> None:
    """AF-17.1, AF-17.2: a pending Class is not protected, and its discard is an effect."""
    table = duel(
        Side(hand=["knight#1"], play=["trash_treasure#1"], mind=2),
        Side(play=["bystander_disguise#5"]),
    )
    do(table, ANA, Play("knight#1"), "yes", 6, 1)
    assert (at(table, "Ana/discard"), table.players[ANA].mind) == (["knight"], 2)


def test_a_pending_card_that_is_suppressed() -> None:
    """AF-17.3, AF-18.42: it becomes active but suppressed; its one-offs never happen."""
    table = duel(
        Side(hand=["full_plate#1"], play=["knight#1", "knight#2", "knight#3"]),
        Side(play=["smiths_almanac#5"]),
    )
    do(table, ANA, Play("full_plate#1"), "smiths_almanac#5")
    assert (stat(table, ANA, "defence"), table.players[ANA].willpower) == (0, 20)
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    assert (stat(table, ANA, "defence"), table.players[ANA].willpower) == (5, 20)


def test_a_search_may_find_nothing_and_shuffles() -> None:
    """AF-17.5, AF-17.6, AF-17.7: privately; the found card is shown; the deck is shuffled."""
    table = duel(Side(play=["wise_old_mentor#1"], deck=["knight#1", "club#1"]))
    script = Script(["nothing"])
    ruleset.perform(Game(table, script), ANA, Use("wise_old_mentor#1"))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert (question.options, question.secret) == (("knight#1", "nothing"), True)
    player = table.players[ANA]
    assert (player.deck.top, player.deck.bag) == ([], ["club#1", "knight#1"])


def test_taking_at_most_what_they_have() -> None:
    """AF-17.9, AF-18.48: nothing where one's Charisma is not higher."""
    table = duel(Side(play=["tune_of_seduction#1"]), Side(mind=5), step="encounter")
    do(table, ANA, Encounter("tune_of_seduction#1"))
    assert table.players[ANA].mind == 10


def test_a_short_deck() -> None:
    """AF-17.10: as many as there are."""
    side = Side(play=["frantic_search#1"], discard=["club#1", "helm#1", "loot#1"], deck=["pack#1"])
    table = duel(side)
    table.players[ANA].deck.top.clear()
    do(table, ANA, Use("frantic_search#1"), "club#1", "helm#1", "loot#1")
    assert at(table, "Ana/discard") == ["club", "helm", "loot"]


def test_the_owner_chooses_what_to_discard() -> None:
    """AF-17.11, AF-18.41: both at the same time; an empty hand does nothing."""
    table = duel(
        Side(play=["sleight_of_hand#1", "income#1"]),
        Side(hand=["helm#5", "loot#5"]),
        step="encounter",
    )
    do(table, ANA, Encounter("sleight_of_hand#1"), "1d6", 3, "loot#5")
    assert at(table, "Ben/discard") == ["loot"]
    table = duel(
        Side(play=["sleight_of_hand#1", "income#1"], hand=["club#1"]),
        Side(hand=["helm#5"]),
        step="encounter",
    )
    do(table, ANA, Encounter("sleight_of_hand#1"), "1d6", 2)
    assert at(table, "Ben/discard") == []  # 2 is below 3


def test_what_comes_from_the_deck_tells_nothing_of_hidden_copies() -> None:
    """AF-17.10, AF-19.3: of two hidden Helms the one with the lower number comes into the open."""
    side = Side(play=["frantic_search#1"], hand=["helm#1"], discard=["club#1", "loot#1", "pack#1"])
    table = duel(side)
    ana = table.players[ANA]
    ana.deck = Pile(bag=["helm#2"])
    do(table, ANA, Use("frantic_search#1"), "helm#2", "club#1", "loot#1")
    assert "helm#1" in ana.discard.top
    assert ana.hand.top == ["helm#2"]


def test_a_duration_outlasts_its_card() -> None:
    """AF-17.14, AF-18.9: the Crossbow's die stays though the Crossbow has gone."""
    table = duel(Side(play=["crossbow#1"]))
    do(table, ANA, Use("crossbow#1"))
    do(table, ANA, Discard("crossbow#1"))
    assert [str(die) for die in dice(table, ANA, "attack")] == ["1d1", "1d6"]
    do(table, ANA, EndMain())
    do(table, ANA, Attack(), "1d6", 6)
    assert [str(die) for die in dice(table, ANA, "attack")] == ["1d1"]


def test_a_permanent_card_goes_with_its_host() -> None:
    """AF-17.15, AF-18.39: a Class under Shift Shape, whose slots are ignored."""
    classes = [f"bard#{n}" for n in range(1, 5)]
    table = duel(Side(play=[*classes, "shift_shape#1"], hand=["knight#1"]))
    do(table, ANA, Use("shift_shape#1", 2), "knight#1")
    assert symbols(table.players[ANA]) == {"bard": 4, "knight": 1}
    assert refused(table, ANA, Discard("knight#1")) == "AF-17.2"
    do(table, ANA, Discard("shift_shape#1"))
    assert at(table, "Ana/discard") == ["knight", "shift_shape"]


def test_shift_shape_needs_needs() -> None:
    """AF-18.39: the attached card must meet its Needs; the first action discards it again."""
    table = duel(Side(play=["shift_shape#1"], hand=["sword#1", "club#1"]))
    do(table, ANA, Use("shift_shape#1", 2), "club#1")
    assert table.players[ANA].cards["club#1"].slots == []
    do(table, ANA, Use("shift_shape#1", 1))
    assert at(table, "Ana/discard") == ["club"]


# 18 Single cards


def test_big_ole_fake_may_choose_itself_and_a_pending_card() -> None:
    """AF-18.3."""
    table = duel(Side(play=["big_ole_fake#1"]))
    do(table, ANA, Use("big_ole_fake#1"))
    assert at(table, "Ana/discard") == ["big_ole_fake"]
    table = duel(Side(hand=["health_potion#1"]), Side(play=["big_ole_fake#5"]))
    do(table, ANA, Play("health_potion#1"), "big_ole_fake#5", "health_potion#1")
    assert at(table, "Ana/discard") == ["health_potion"]


def test_looking_at_empty_zones() -> None:
    """AF-18.4: an own empty zone cannot pay; an empty one of theirs shows nothing back."""
    table = duel(Side(play=["binoculars#1", "the_nightwatcher#1"], hand=["club#1"]))
    table.players[BEN].deck.top.clear()
    do(table, ANA, Use("binoculars#1"))
    do(table, ANA, Use("the_nightwatcher#1"))
    assert at(table, "Ana/shown") == ["club"]
    table = duel(Side(play=["the_nightwatcher#1"]))
    table.players[ANA].deck.top.clear()
    assert refused(table, ANA, Use("the_nightwatcher#1")) == "AF-18.4"


def test_cashflow_drains_and_charms() -> None:
    """AF-18.6: 2 Mind each own turn, not below 0; its attached Items are discarded with it."""
    table = duel(Side(play=["cashflow#1"], hand=["club#1"], mind=1))
    do(table, ANA, Use("cashflow#1", 3), "club#1")
    assert stat(table, ANA, "charisma") == 1
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    assert table.players[ANA].mind == 0
    do(table, BEN, EndMain())
    do(table, BEN, NoEncounter())
    do(table, ANA, Discard("cashflow#1"))
    assert at(table, "Ana/discard") == ["cashflow", "club"]


def test_dual_wielding_counts_any_weapon() -> None:
    """AF-18.12: Horns and Lute are Weapons; one is not enough."""
    table = duel(Side(play=["dual_wielding#1", "horns#1", "lute#1"]), step="encounter")
    do(table, ANA, Encounter("dual_wielding#1"))
    assert table.players[BEN].health == 18
    table = duel(Side(play=["dual_wielding#1", "horns#1"]), step="encounter")
    assert refused(table, ANA, Encounter("dual_wielding#1")) == "AF-10.14"


def test_extra_ration_buries_what_cannot_be_played() -> None:
    """AF-18.15: Needs and slots must be met; if nothing is found nothing more happens."""
    table = duel(Side(play=["extra_ration#1"], deck=["steed#1", "club#1"]))
    do(table, ANA, Use("extra_ration#1"), "steed#1")
    player = table.players[ANA]
    assert (player.deck.bag, player.deck.bottom) == (["club#1"], ["steed#1"])
    table = duel(Side(play=["extra_ration#1"], deck=["canine#1", "club#1"]))
    do(table, ANA, Use("extra_ration#1"), "nothing")


@pytest.mark.parametrize(
    ("ben", "answers", "gone"),
    [
        (
            Side(play=["helm#5"], hand=["club#5"]),
            ["discard_from_hand"],
            "club",
        ),
        (Side(play=["helm#5"]), [], "helm"),
        (Side(hand=["club#5"]), [], ""),
    ],
)
def test_filth_leaves_the_choice_to_them(ben: Side, answers: list[str], gone: str) -> None:
    """AF-18.16: a hand card only if they hold one; with no Item nothing."""
    table = duel(Side(play=["filth#1"]), ben, step="encounter")
    do(table, ANA, Encounter("filth#1"), "simple_attack", *answers)
    assert at(table, "Ben/discard") == ([gone] if gone else [])


@pytest.mark.parametrize(("health", "allowed"), [(12, True), (13, False)])
def test_final_blow_reads_both_counters_first(health: int, allowed: bool) -> None:
    """AF-18.17."""
    table = duel(Side(play=["final_blow#1"]), Side(health=health, willpower=8))
    if not allowed:
        assert refused(table, ANA, Use("final_blow#1")) == "AF-10.14"
        return
    do(table, ANA, Use("final_blow#1"))
    assert table.players[BEN].health == 0


def test_flourish_turns_attacks_into_parleys() -> None:
    """AF-18.18: Steed parleys, Crossbow's die and Quick Thrust's 1d4 too, and all are Parleys."""
    marks = {
        "steed#1": Mark(host="flourish#1", slots=["mount"]),
        "crossbow#1": Mark(host="flourish#1", slots=["right_hand"]),
        "quick_thrust#1": Mark(host="flourish#1"),
    }
    table = duel(Side(play=["flourish#1", *marks], marks=marks), Side(play=["homemade_shield#5"]))
    do(table, ANA, Use("crossbow#1"))
    do(table, ANA, Use("steed#1"), "1d6", 5)
    do(table, ANA, Use("quick_thrust#1"), 4)
    ben = table.players[BEN]
    assert (ben.health, ben.willpower) == (20, 20 - 6 - 5)  # Steed gives 1 Charisma
    assert [event.simple for event in table.events] == ["parley", "parley"]
    assert table.players[ANA].attack_rolls == []


def test_frantic_search_takes_what_there_is() -> None:
    """AF-18.20: the second action moves up to three, the card itself among them."""
    table = duel(Side(play=["frantic_search#1"], discard=["club#1"]))
    do(table, ANA, Use("frantic_search#1", 2))
    assert at(table, "Ana/discard") == []


def test_horns_add_charisma_before_the_floor() -> None:
    """AF-18.24, AF-12.5: one event; a negative Charisma takes away."""
    for play, health in ((["trick_coin#1", "trick_coin#2"], 17), (["grovel#1"], 20)):
        table = duel(Side(play=["horns#1", *play]), step="encounter")
        do(table, ANA, Encounter("horns#1"))
        assert table.players[BEN].health == health


def test_lute_silences_the_hands() -> None:
    """AF-18.28: cards in a hand slot now; Lute itself lies on the back; +2 Charisma."""
    marks = {"club#2": Mark()}
    table = duel(Side(play=["lute#1", "sword#1", "club#2"], marks=marks))
    do(table, ANA, Use("lute#1"))
    assert [str(die) for die in dice(table, ANA, "attack")] == ["1d1", "1d4"]
    assert stat(table, ANA, "charisma") == 2


def test_miners_pick_and_the_cap() -> None:
    """AF-18.30: the roll without Attack; the Mind is not capped then."""
    marks = {"sword#1": Mark()}
    table = duel(Side(play=["miners_pick#1", "sword#1", "canine#1"], marks=marks))
    do(table, ANA, Use("miners_pick#1"), "1d8", 7)
    assert table.players[ANA].mind == 17


def test_out_clubbin_counts_clubs_by_name() -> None:
    """AF-18.31: two cards named Club; other Weapons do not count."""
    for play, best in ((["club#1", "club#2"], "2d4+1"), (["club#1", "dagger#1"], "1d4")):
        table = duel(Side(play=["ork#1", *play], hand=["out_clubbin#1"]))
        do(table, ANA, Play("out_clubbin#1"))
        assert str(dice(table, ANA, "attack")[-1]) == best


def test_patchwork_takes_right_hands_without_needs() -> None:
    """AF-18.32: once each turn, any number; a left-hand card does not fit."""
    table = duel(
        Side(play=["patchwork_monstrosity#1"], hand=["crossbow#1", "sword#1", "chorus_of_power#1"])
    )
    do(table, ANA, Use("patchwork_monstrosity#1"), "crossbow#1")
    assert table.players[ANA].cards["crossbow#1"].slots == []
    table.players[ANA].cards["patchwork_monstrosity#1"].used = []
    assert refused(table, ANA, Use("patchwork_monstrosity#1")) == "AF-20.1"


def test_prudence_reads_the_printed_cost() -> None:
    """AF-18.33."""
    table = duel(Side(play=["prudence#1"], hand=["loot#1", "club#1"], mind=0))
    do(table, ANA, Use("prudence#1"), "loot#1")
    assert table.players[ANA].mind == 6


def test_skeletal_minion_makes_another_encounter() -> None:
    """AF-18.40: another card's Encounter with its remaining costs, and its use is marked."""
    table = duel(
        Side(play=["skeletal_minion#1", "stench#1", "big_ole_diamond#1"], hand=["club#1"], mind=1),
        step="encounter",
    )
    script = Script(["stench#1 (1)", 2])
    ruleset.perform(Game(table, script), ANA, Encounter("skeletal_minion#1"))
    question = script.asked[0]
    assert isinstance(question, Choose)
    assert question.options == (
        *("attack", "parley", "stench#1 (1)", "stench#1 (2)", "big_ole_diamond#1"),
    )
    ben = table.players[BEN]
    assert (ben.health, ben.willpower) == (20 - 1 - 1 - 1, 18)


def test_valour_reads_defence_for_charisma() -> None:
    """AF-18.49: wherever Charisma is read, by either seat, until the turn ends."""
    table = duel(Side(play=["valour#1", "full_plate#1", "ritual_of_the_eldritch_flows#1"]))
    do(table, ANA, Use("valour#1"))
    assert table.players[ANA].cards["ritual_of_the_eldritch_flows#1"].counters == 0
    do(table, ANA, EndMain())
    do(table, ANA, Parley())
    assert table.players[BEN].willpower == 20 - 1 - 5


def test_vile_vial_on_an_empty_deck() -> None:
    """AF-18.50: nothing is attached, the 2 Health are gained; what lies there goes with it."""
    table = duel(Side(play=["vile_vial#1"], deck=["club#1"]))
    do(table, ANA, Use("vile_vial#1"))
    assert stat(table, ANA, "charisma") == 1
    table.players[ANA].cards["vile_vial#1"].used = []
    do(table, ANA, Use("vile_vial#1"))
    assert (table.players[ANA].health, stat(table, ANA, "charisma")) == (24, 1)
    do(table, ANA, Discard("vile_vial#1"))
    assert at(table, "Ana/discard") == ["club", "vile_vial"]


def test_spell_book_only_this_turn() -> None:
    """AF-18.44: a Spell that went to the discard pile this turn, from anywhere."""
    table = duel(Side(play=["spell_book#1", "prudence#1"], hand=["gale#1"], discard=["income#1"]))
    do(table, ANA, Use("prudence#1"))
    do(table, ANA, Use("spell_book#1"))
    assert at(table, "Ana/shown") == ["gale"]
    assert at(table, "Ana/discard") == ["income"]


def test_sword_breaker_needs_their_roll() -> None:
    """AF-18.46: only after they rolled an Attack Die this turn, 1d1 included."""
    table = duel(Side(play=["steed#1"]), Side(play=["sword_breaker#5"]))
    assert table.players[BEN].attack_rolls == []
    script = Script(["pass"])
    ruleset.perform(Game(table, script), ANA, Use("steed#1"))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert question.options[0] == "sword_breaker#5"


# 19 What each seat sees


def shown(table: Table, seat: str | None) -> str:
    return msgspec.json.encode(view(table, seat)).decode()


def test_a_hand_is_its_owners() -> None:
    """AF-19.1, AF-19.2: counters, stats, cards in play and discards are public; hands are not."""
    table = duel(Side(hand=["pike#1"], play=["helm#1"], discard=["loot#1"]), Side(hand=["lute#5"]))
    assert "pike#1" in shown(table, ANA)
    for seat in (BEN, None):
        text = shown(table, seat)
        assert "pike" not in text
        assert "helm#1" in text
        assert "loot#1" in text
        assert '"title":"Hand","count":1' in text
    assert "lute" not in shown(table, None)


def test_a_deck_has_no_order_for_anyone() -> None:
    """AF-19.3: neither seat sees what is shuffled; a number tells nothing about hidden copies."""
    table = duel(Side(hand=["club#3"], deck=["helm#1"]))
    player = table.players[ANA]
    player.deck.bag, player.deck.top = ["club#1", "club#2"], []
    assert "club#1" not in shown(table, ANA)
    do(table, ANA, Play("club#3"), "left_hand")
    assert [*player.cards] == ["club#1"]
    assert player.deck.bag == ["club#2", "club#3"]


def test_nobody_sees_what_lies_under_a_vial() -> None:
    """AF-19.4."""
    table = duel(Side(play=["vile_vial#1"], deck=["pike#1"]))
    lines = do(table, ANA, Use("vile_vial#1"))
    for seat in (ANA, BEN, None):
        assert "pike" not in shown(table, seat)
        assert not any("Pike" in line.read_by(seat) for line in lines)
        assert "1 card under it" in shown(table, seat)


def test_looks_are_seen_by_the_named_seat_only() -> None:
    """AF-19.5: Ana learns Ben's top card and Ben hers, each unseen by its owner."""
    table = duel(Side(play=["the_nightwatcher#1"]))
    for player, card in ((table.players[ANA], "pike#1"), (table.players[BEN], "lute#5")):
        player.deck.bag, player.deck.top = [card], []
    lines = do(table, ANA, Use("the_nightwatcher#1"), "pike#1", "lute#5")
    assert ("lute#5" in shown(table, ANA), "pike#1" in shown(table, ANA)) == (True, False)
    assert ("lute#5" in shown(table, BEN), "pike#1" in shown(table, BEN)) == (False, True)
    assert "lute" not in shown(table, None)
    assert any("Lute" in line.read_by(ANA) for line in lines)
    assert not any("Lute" in line.read_by(BEN) or "Lute" in line.read_by(None) for line in lines)


def test_being_asked_tells_nothing_of_a_hand() -> None:
    """AF-19.6: Ben is asked whether or not a hand card would fit his Patchwork Monstrosity."""
    for hand, usable in ((["club#5"], True), (["sword#5"], False)):
        table = duel(Side(hand=["helm#1"]), Side(play=["patchwork_monstrosity#5"], hand=hand))
        script = Script(["pass"])
        ruleset.perform(Game(table, script), ANA, Play("helm#1"))
        [question] = script.asked
        assert isinstance(question, Choose)
        assert ("patchwork_monstrosity#5" in question.options) == usable
    table = duel(Side(hand=["helm#1"]), Side(hand=["club#5"]))
    before = [offer.label for offer in ruleset.offers(table, ANA)]
    table.players[BEN].hand.top = ["canine#5"]
    assert [offer.label for offer in ruleset.offers(table, ANA)] == before


def test_a_guess_rests_on_what_was_seen() -> None:
    """AF-19.3: the other deck's list is not known, so a search may not read it."""
    table = duel(Side(hand=["club#1"]), Side(hand=["pike#5", "helm#5"], play=["bard#5"]))
    table.players[BEN].deck.bag = [f"{name}#{n}" for name in ("loot", "pack") for n in range(5, 9)]
    table.players[BEN].deck.top = []
    seen = set()
    for seed in range(30):
        world = msgspec.msgpack.decode(msgspec.msgpack.encode(table), type=Table)
        guess(world, ANA, random.Random(seed))
        ben = world.players[BEN]
        cards = [*ben.hand, *ben.deck, *ben.play]
        assert len(cards) == len({*cards}) == 11
        assert world.players[ANA].hand.top == ["club#1"]
        seen |= {*ben.hand.top}
    assert len({card.partition("#")[0] for card in seen}) > 10


# 20 The card data


def test_costs_are_read_from_short_words() -> None:
    """AF-20.1: bare words, counters, and the rest; what is no cost is not read."""
    assert _cost("consume") == {"pay": "consume"}
    assert _cost({"mind": 4}) == {"pay": "pay", "stat": "mind", "n": 4}
    assert catalogue()["refined_spirits"].actions[0].costs[1] == Pay("mind", "x")
    for broken in (7, {"mind": 1, "health": 1}):
        with pytest.raises(ValueError, match="isn’t a cost"):
            _cost(broken)
    action = {"key": "k", "cost": ["encounter", "consume"], "effect": []}
    read = _action(msgspec.convert(action, WrittenAction, dec_hook=read_word))
    assert (read.encounter, read.costs) == (True, (Consume(),))


def test_bounds() -> None:
    """AF-20.2: at_least, at_most, equals."""
    assert [Bound(at_least=2).holds(n) for n in (1, 2)] == [False, True]
    assert [Bound(at_most=2).holds(n) for n in (2, 3)] == [True, False]
    assert [Bound(equals=0).holds(n) for n in (0, 1)] == [True, False]


def test_every_word_of_the_cards_is_carried_out() -> None:
    """AF-20.1, AF-20.3 to AF-20.8: each says what it is and has a rule of its own."""
    words, prices = [*_last(Word)], [*_last(Price)]
    assert (len(words), len(prices)) == (45, 12)
    for word in words:
        assert word.says is not Effect.says, word
        assert word.do is not Effect.do, word
    for price in prices:
        assert price.says is not Cost.says, price
        assert price.pay is not Cost.pay, price


def _last(kind: type[T]) -> Iterator[type[T]]:
    """The classes that no other is built on."""
    for each in kind.__subclasses__():
        yield from _last(each) if each.__subclasses__() else (each,)


def test_a_word_that_there_is_not_is_told_with_its_place() -> None:
    plain: dict[str, object] = {"id": "x", "name": "X", "set": "common", "types": [], "cost": 0}
    plain |= {"needs": {}, "fills": None, "on_play": [{"op": "grow", "n": 1}]}
    with pytest.raises(msgspec.ValidationError, match=r"'grow' - at `\$.op` - at `\$.on_play"):
        msgspec.convert(plain, WrittenCard, dec_hook=read_word)


def test_statics_are_read() -> None:
    """AF-20.9: hosts, ignored slots, reduced Needs."""
    hosts = {card.id for card in catalogue().values() if card.host}
    assert len(hosts) == 10
    assert {card.id for card in catalogue().values() if card.ends} == {
        *("hulking_physique", "beltpouch", "dwarf_gauntlet")
    }


def test_filters() -> None:
    """AF-20.10: all parts must fit."""
    side = Side(play=["sword#1", "helm#1", "health_potion#1"])
    table = duel(side)
    lute, ribbon = catalogue()["lute"], catalogue()["ribbon"]
    suppress, search = lute.actions[0].effect[0], ribbon.actions[0].effect[0]
    assert isinstance(suppress, Suppress)
    assert fitting_in_play(table.players[ANA], suppress.filter) == ["sword#1"]
    assert isinstance(search, Search)
    assert search.filter.cost == 0


def test_a_clause_goes_before_the_data() -> None:
    """AF-20.11, AF-18.16: the data lets Ben discard a hand card without an Item; the clause not."""
    table = duel(Side(play=["filth#1"]), Side(hand=["club#5"]), step="encounter")
    do(table, ANA, Encounter("filth#1"), "simple_attack")
    assert at(table, "Ben/discard") == []


def test_all_that_must_be_kept_is_kept() -> None:
    """AF-20.12: a table in the middle of a turn is the same after being written and read."""
    table = duel(
        Side(play=["helm#1"], marks={"helm#1": Mark(["head"], used=["x"], counters=1)}),
        events=[Event(BEN, "health", 3, 3, "attack", True)],
    )
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(table), type=ruleset.State)
    assert again == table


def test_triggers_of_the_data() -> None:
    """AF-20.13: five events; only the Disguise is optional and limited."""
    triggers = [trigger for card in catalogue().values() for trigger in card.triggers]
    assert {trigger.event for trigger in triggers} == {
        "opponent_plays_card",
        "self_plays_card",
        "self_stat_increases",
        "own_in_play_card_discarded_by_action_or_effect",
        "end_of_own_turn",
    }
    assert [t.key for t in triggers if t.optional or t.limit] == ["bystander_disguise_t"]


def test_this_does_nothing_once_it_has_left() -> None:
    """AF-20.14: Shield answered away before its own discard; exactly one is chosen, never fewer."""
    table = duel(Side(play=["mirror_shard#1", "dodge#1"]))
    script = Script(["dodge#1"])
    ruleset.perform(Game(table, script), ANA, Use("mirror_shard#1"))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert question.options == ("mirror_shard#1", "dodge#1")


def test_values_and_conditions() -> None:
    """AF-20.15, AF-20.16: a difference of rolls, and strictly higher."""
    effect = catalogue()["spiked_tea"].actions[0].effect[0]
    assert isinstance(effect, If)
    assert effect.cond.roll_self_above == "roll_opponent"
    [then] = effect.then
    assert isinstance(then, Lose)
    assert then.n == "roll_self - roll_opponent"


def test_times() -> None:
    """AF-20.17: a ward stands in the opponent's next turn only."""
    table = duel(Side(play=["concealed_crossbow#1"]), step="encounter")
    do(table, ANA, Encounter("concealed_crossbow#1"))
    assert [ward.turn for ward in table.players[ANA].wards] == [2]
    do(table, BEN, EndMain())
    do(table, BEN, Attack(), 3)
    assert (table.players[ANA].health, table.players[ANA].wards) == (20, [])


def test_the_files_are_plain_yaml() -> None:
    """AF-20.18: the key n is a word."""
    [effect] = catalogue()["bedroll"].actions[0].effect
    assert effect == Gain("self", "health", 1)
