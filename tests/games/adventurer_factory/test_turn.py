"""The turn, playing, Needs, slots, actions, responses, Encounters and endings. Chapters 6 to 15."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest

from fatedeck.engine.cards import face
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Choose, Draw, Each, Number, Question, Roll, Several
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import SLOTS, catalogue
from fatedeck.games.adventurer_factory.machine.moves import legal_moves
from fatedeck.games.adventurer_factory.machine.policy import RuleOfThumb
from fatedeck.games.adventurer_factory.rules.decks import find_deck
from fatedeck.games.adventurer_factory.rules.encounters import Attack, Encounter, NoEncounter
from fatedeck.games.adventurer_factory.rules.endings import Concede, OfferDraw
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Discard, EndMain, Free, Play, Use
from fatedeck.games.adventurer_factory.rules.responses import PassUntil
from fatedeck.games.adventurer_factory.rules.stats import needs_met, stat, symbols
from fatedeck.games.adventurer_factory.ruleset import DuelOptions
from fatedeck.games.adventurer_factory.state import Event, Mark, Table
from tests.games.adventurer_factory.duel import ANA, BEN, Script, Side, at, do, duel

DECKS = ("iron_road", "silver_tongue", "ley_lines")


def refused(table: Table, seat: str, move: Move) -> str:
    """The clause by which a move is refused, with nothing changed."""
    before = repr(table)
    with pytest.raises(Refused) as said:
        do(table, seat, move)
    assert repr(table) == before
    return said.value.clause


# 6 Turn and Resource Step


def test_the_steps_of_a_turn() -> None:
    """AF-6.1, AF-6.9, AF-12.1, AF-13.5: Main, Encounter, then the other seat's turn."""
    table = duel()
    assert refused(table, ANA, Attack()) == "AF-12.1"
    do(table, ANA, EndMain())
    assert table.step == "encounter"
    assert refused(table, ANA, EndMain()) == "AF-6.9"
    do(table, ANA, NoEncounter())
    assert (table.active, table.step, table.turn) == (BEN, "main", 2)


def test_attached_and_suppressed_cards_in_the_resource_step() -> None:
    """AF-6.3, AF-6.4: attached ones count if their host leaves them in play; suppressed ones do."""
    marks = {
        "sword#5": Mark(host="shift_shape#5"),
        "gold_coin#5": Mark(host="cashflow#5"),
        "helm#5": Mark(slots=["head"], suppressed=True),
    }
    play = ["shift_shape#5", "sword#5", "cashflow#5", "gold_coin#5", "helm#5"]
    table = duel(None, Side(play=play, marks=marks, mind=0), step="encounter")
    do(table, ANA, NoEncounter())
    assert table.players[BEN].mind == 4  # Shift Shape, Sword, Cashflow, Helm


def test_nobody_acts_in_the_resource_step() -> None:
    """AF-6.8: Ana could answer with Bedroll, and is not asked when Ben's turn begins."""
    table = duel(Side(play=["bedroll#1"]), step="encounter")
    do(table, ANA, NoEncounter())


# 7 Playing a card


def test_cards_are_played_in_the_own_main_step() -> None:
    """AF-7.1."""
    table = duel(Side(hand=["helm#1"]), Side(hand=["helm#5"]))
    assert refused(table, BEN, Play("helm#5")) == "AF-7.1"
    assert refused(table, ANA, Play("helm#5")) == "AF-7.1"
    do(table, ANA, EndMain())
    assert refused(table, ANA, Play("helm#1")) == "AF-6.9"


def test_a_play_resolves_in_order() -> None:
    """AF-7.6, AF-18.7: lasting text, one-offs, then Chorus of Power, not for itself."""
    table = duel(Side(play=["chorus_of_power#1"], hand=["jerkin#1"]))
    lines = do(table, ANA, Play("jerkin#1"))
    assert [line.text for line in lines[1:]] == ["Ana gains 1 Willpower.", "Ana gains 1 Mind."]
    assert stat(table, ANA, "defence") == 1
    table = duel(Side(play=[f"bard#{n}" for n in range(1, 5)], hand=["chorus_of_power#1"]))
    do(table, ANA, Play("chorus_of_power#1"))
    assert table.players[ANA].mind == 6


def test_a_cancelled_play_does_not_sing() -> None:
    """AF-7.7, AF-9.10, AF-18.7: nothing resolves, and the occupant that went stays gone."""
    table = duel(
        Side(play=["chorus_of_power#1", "helm#2"], hand=["helm#1"]),
        Side(play=["bystander_disguise#5"]),
    )
    do(table, ANA, Play("helm#1"), "yes", 6, 1)
    assert (table.players[ANA].mind, at(table, "Ana/discard")) == (9, ["helm", "helm"])
    assert stat(table, ANA, "defence") == 0


def test_a_card_played_by_an_effect_has_no_chain_of_its_own() -> None:
    """AF-7.9, AF-7.10: the Disguise may contest it, and one chain follows the whole action."""
    table = duel(
        Side(play=["shift_shape#1"], hand=["jerkin#1"]),
        Side(play=["bystander_disguise#5", "bedroll#5"]),
    )
    script = Script(["jerkin#1", "no", "pass"])
    ruleset.perform(Game(table, script), ANA, Use("shift_shape#1", 2))
    prompts = [q.prompt for q in script.choices if isinstance(q, Choose)]
    assert prompts[1].startswith("Ana plays Jerkin")
    assert prompts[2] == "Do you respond?"
    assert (table.players[ANA].willpower, table.players[ANA].played) == (21, True)


def test_a_cost_never_goes_below_zero() -> None:
    """AF-7.11: Extra Ration on a Minion that costs 1, with no Mind left."""
    table = duel(Side(play=["extra_ration#1", "bard#1", "bard#2"], deck=["valet#1"], mind=0))
    do(table, ANA, Use("extra_ration#1"), "valet#1", "play_card")
    assert table.players[ANA].mind == 0
    assert "valet#1" in table.players[ANA].cards


def test_paying_to_discard() -> None:
    """AF-7.12, AF-18.47: no chain opens, and Trash/Treasure gives nothing."""
    table = duel(Side(play=["sword#1", "trash_treasure#1"], mind=1), Side(play=["bedroll#5"]))
    do(table, ANA, Discard("sword#1"))
    assert table.players[ANA].mind == 0
    assert refused(table, ANA, Discard("trash_treasure#1")) == "AF-7.12"
    assert refused(table, BEN, Discard("bedroll#5")) == "AF-7.1"
    assert refused(table, ANA, Discard("bedroll#5")) == "AF-7.12"


def test_what_follows_a_replaced_card_comes_at_once() -> None:
    """AF-7.13: the Gauntlet goes for another, and the Pike with it, before the payment."""
    table = duel(
        Side(
            play=["dwarf#1", "dwarf_gauntlet#1", "pike#1", "trash_treasure#1"],
            hand=["gauntlet#1"],
            mind=1,
        )
    )
    do(table, ANA, Play("gauntlet#1"))
    assert at(table, "Ana/discard") == ["dwarf_gauntlet", "pike"]
    assert table.players[ANA].mind == 1 - 1 + 5


@pytest.mark.parametrize(
    ("card", "answers", "told"),
    [
        ("helm#1", (), "Ana plays Helm on the head."),
        ("knight#1", (), "Ana plays Knight as Class 1."),
        ("ork#1", (), "Ana plays Ork as their Race."),
        ("sword_breaker#1", (), "Ana plays Sword Breaker in both hands."),
        ("club#1", ("right_hand",), "Ana plays Club in the right hand."),
    ],
)
def test_a_card_is_played_where_a_player_would_say(
    card: str, answers: tuple[Answer, ...], told: str
) -> None:
    """AF-9.1."""
    table = duel(Side(hand=[card]))
    assert told in [line.text for line in do(table, ANA, Play(card), *answers)]


# 8 Needs


def test_symbols_and_their_providers() -> None:
    """AF-8.1, AF-8.3: each Class and Race gives its own, Tail gives Tail; copies add up."""
    givers = {card.id: card.provides for card in catalogue().values() if card.provides}
    assert givers == {
        name: {name: 1}
        for name in (
            *("assassin", "bard", "knight", "sorcerer"),
            *("beast", "dwarf", "ork", "undead", "tail"),
        )
    }
    table = duel(Side(play=["knight#1", "knight#2"]))
    assert symbols(table.players[ANA]) == {"knight": 2}


def test_the_other_seats_symbols_never_help() -> None:
    """AF-8.5, AF-8.8: nor do a suppressed card's."""
    table = duel(Side(hand=["sword#1"]), Side(play=["knight#5"]))
    assert refused(table, ANA, Play("sword#1")) == "AF-8.2"
    marks = {"knight#1": Mark(slots=["C1"], suppressed=True)}
    table = duel(Side(hand=["sword#1"], play=["knight#1"], marks=marks))
    assert refused(table, ANA, Play("sword#1")) == "AF-8.2"


def test_the_illustrations_are_not_cards() -> None:
    """AF-8.9."""
    names = {card.name for card in catalogue().values()}
    illustrations = ("Silent Steps", "Silver Ring", "Squire", "Knightly Banner")
    assert not names & {*illustrations}
    for name in illustrations:
        with pytest.raises(Unreadable, match=name):
            find_deck(f"4 {name}")
    knight = duel(Side(play=["knight#1"])).players[ANA]
    cards = catalogue()
    assert [needs_met(knight, cards[name]) for name in ("hide", "club", "sword", "shield")] == [
        *(False, True, True, False)
    ]


# 9 Slots


def test_the_slots() -> None:
    """AF-9.1, AF-9.12: Beltpouch, Pack and Tail are cards as well as slots."""
    assert len(SLOTS) == 16
    used = {slot for card in catalogue().values() for slot in card.slots}
    assert used == {*SLOTS}
    assert {"beltpouch", "pack", "tail"} <= used & {*catalogue()}
    assert catalogue()["tail"].fills is None


def test_a_slot_holds_one_card_and_none_can_be_moved() -> None:
    """AF-9.2, AF-9.9: a second helm takes the first one's place."""
    table = duel(Side(play=["helm#1"], hand=["helm#2"]))
    do(table, ANA, Play("helm#2"))
    assert at(table, "Ana/play") == ["helm"]
    assert not any(type(move).__name__ == "Move" for move in legal_moves(table, ANA))


def test_without_a_symbol_any_number() -> None:
    """AF-9.5."""
    table = duel(Side(play=["canine#1", "canine#2", "canine#3"], hand=["canine#4"]))
    do(table, ANA, Play("canine#4"))
    assert stat(table, ANA, "attack") == 4


def test_crowded_slots_when_beltpouch_goes() -> None:
    """AF-9.11, AF-18.2: the controller discards until the slot holds one, by an effect."""
    play = ["beltpouch#1", "health_potion#1", "big_ole_ruby#1", "trash_treasure#1"]
    marks = {"health_potion#1": Mark(), "big_ole_ruby#1": Mark()}
    table = duel(Side(play=play, marks=marks, mind=1))
    do(table, ANA, Discard("beltpouch#1"), "health_potion#1")
    player = table.players[ANA]
    assert player.cards["big_ole_ruby#1"].slots == ["beltpouch"]
    assert (at(table, "Ana/discard"), player.mind) == (["beltpouch", "health_potion"], 1)


def test_beltpouch_frees_what_lies_there() -> None:
    """AF-18.2: a card that is ignored still has the symbol for the second action."""
    table = duel(
        Side(
            play=["health_potion#1"],
            hand=["beltpouch#1", "big_ole_fake#1"],
            deck=["vile_vial#1", "ribbon#1"],
        )
    )
    do(table, ANA, Play("beltpouch#1"))
    do(table, ANA, Play("big_ole_fake#1"))
    assert [mark.slots for mark in table.players[ANA].cards.values()] == [[], [], []]
    do(
        table,
        ANA,
        Use("beltpouch#1", 2),
        "Discard a card with the slot Beltpouch of yours in play",
        "big_ole_fake#1",
        "vile_vial#1",
    )
    assert at(table, "Ana/shown") == ["vile_vial"]


# 10 Actions


def test_whose_actions_can_be_used() -> None:
    """AF-10.2: own, active, not suppressed, not Consumed."""
    marks = {
        "bedroll#1": Mark(slots=["pack"], suppressed=True),
        "dodge#1": Mark(consumed=True),
    }
    table = duel(Side(play=["bedroll#1", "dodge#1"], marks=marks), Side(play=["bedroll#5"]))
    assert refused(table, ANA, Use("bedroll#1")) == "AF-10.2"
    assert refused(table, ANA, Use("dodge#1")) == "AF-15.4"
    assert refused(table, ANA, Use("bedroll#5")) == "AF-10.2"
    assert refused(table, ANA, Use("bedroll#1", 2)) == "AF-10.1"
    assert refused(duel(Side(play=["bedroll#1"])), ANA, Use("bedroll#1", 2)) == "AF-10.1"


def test_when_actions_can_be_used() -> None:
    """AF-10.5, AF-10.6: Main Step and responses; an Encounter only as the Encounter's choice."""
    table = duel(Side(play=["bedroll#1", "ribbon#1"]), Side(play=["bedroll#5"]))
    assert refused(table, ANA, Use("ribbon#1")) == "AF-10.6"
    assert refused(table, BEN, Use("bedroll#5")) == "AF-7.1"
    do(table, ANA, EndMain())
    assert refused(table, ANA, Use("bedroll#1")) == "AF-6.9"
    assert refused(table, ANA, Encounter("bedroll#1")) == "AF-10.6"


@pytest.mark.parametrize(
    ("side", "move", "clause"),
    [
        (Side(play=["gold_coin#1"], mind=2), Use("gold_coin#1", 1), "AF-10.8"),
        (Side(play=["valour#1"], health=2), Use("valour#1"), "AF-10.8"),
        (Side(play=["hide#1"], willpower=1), Use("hide#1", 2), "AF-10.8"),
        (Side(play=["prudence#1"]), Use("prudence#1"), "AF-10.8"),
        (Side(play=["psychic_bomb#1"]), Use("psychic_bomb#1"), "AF-10.8"),
        (Side(play=["cashflow#1"]), Use("cashflow#1", 2), "AF-10.8"),
        (Side(play=["frantic_search#1"], discard=["club#1"]), Use("frantic_search#1"), "AF-18.20"),
        (Side(play=["binoculars#1"]), Use("binoculars#1"), "AF-10.8"),
        (Side(play=["initiates_notes#1"], hand=["helm#1"]), Use("initiates_notes#1"), "AF-20.1"),
        (Side(play=["final_blow#1"], health=9), Use("final_blow#1"), "AF-10.8"),
    ],
    ids=lambda value: getattr(value, "card", ""),
)
def test_a_cost_must_be_payable_in_full(side: Side, move: Use, clause: str) -> None:
    """AF-10.8, AF-10.16, AF-18.4, AF-20.1: tested before any of it is paid."""
    assert refused(duel(side), ANA, move) == clause


def test_a_cost_may_reach_exactly_zero() -> None:
    """AF-10.8."""
    table = duel(Side(play=["valour#1"], health=3))
    do(table, ANA, Use("valour#1"))
    assert table.players[ANA].health == 0
    assert table.step == "main"


def test_or_between_costs_is_a_pick() -> None:
    """AF-10.10: Beltpouch's second action."""
    for paid, gone in (
        ("Discard this", ["beltpouch"]),
        ("Discard a card with the slot Beltpouch of yours in play", ["health_potion"]),
    ):
        marks = {"health_potion#1": Mark()}
        table = duel(Side(play=["beltpouch#1", "health_potion#1"], marks=marks))
        do(table, ANA, Use("beltpouch#1", 2), paid, "nothing")
        assert at(table, "Ana/discard") == gone


def test_any_x_up_to_ones_mind() -> None:
    """AF-10.11."""
    table = duel(Side(play=["refined_spirits#1"], mind=7))
    script = Script([0])
    ruleset.perform(Game(table, script), ANA, Use("refined_spirits#1"))
    assert script.asked == [
        Number(ANA, "pay-x", "How much Mind do you pay?", 0, 7, ("AF-10.11",)),
    ]
    assert (table.players[ANA].willpower, table.players[ANA].health) == (20, 21)


def test_a_card_may_pay_with_itself() -> None:
    """AF-10.12, AF-10.13: the effect is performed though its card has gone."""
    table = duel(Side(play=["pack#1", "knight#1"], deck=["gold_coin#1", "club#1"]))
    do(table, ANA, Use("pack#1"), "gold_coin#1")  # the Knight cannot be discarded
    assert at(table, "Ana/shown") == ["gold_coin"]
    assert at(table, "Ana/discard") == ["pack"]


def test_as_much_as_possible() -> None:
    """AF-10.15, AF-18.22, AF-18.34: no Item, no Feature: the rest still happens."""
    table = duel(Side(play=["heat_manipulation#1"]), step="encounter")
    do(table, ANA, Encounter("heat_manipulation#1", 1))
    assert table.players[BEN].health == 19
    table = duel(Side(play=["psychic_bomb#1", "tail#1"]))
    do(table, ANA, Use("psychic_bomb#1"))
    assert at(table, "Ana/discard") == ["tail"]


def test_costs_and_effects_in_the_order_of_the_data() -> None:
    """AF-10.16: each finished, triggers included, before the next."""
    table = duel(Side(play=["pack#1", "sword#1", "trash_treasure#1"], mind=0))
    lines = do(table, ANA, Use("pack#1"), "sword#1", "nothing")
    told = [line.text for line in lines]
    assert told.index("Ana gains 3 Mind.") < told.index("Ana searches the deck and finds nothing.")


def test_the_user_chooses_and_blind_choices_are_random() -> None:
    """AF-10.17, AF-17.8, AF-18.36: equal chance, no repeats, fewer if there are fewer."""
    table = duel(Side(play=["reconnoiter#1"]), Side(hand=["club#5", "helm#5", "loot#5"]))
    script = Script(["helm#5", "loot#5"])
    ruleset.perform(Game(table, script), ANA, Use("reconnoiter#1"))
    assert script.asked == [Draw(("club#5", "helm#5", "loot#5")), Draw(("club#5", "loot#5"))]
    table = duel(Side(play=["reconnoiter#1"]), Side(hand=["club#5"]))
    do(table, ANA, Use("reconnoiter#1"), "club#5")


def test_what_is_no_action() -> None:
    """AF-10.18: offering a draw, passing and conceding mark nothing as used and open no chain."""
    table = duel(Side(play=["bedroll#1"]), Side(play=["bedroll#5"]))
    do(table, ANA, OfferDraw(), "no")
    do(table, ANA, PassUntil("turn"))
    assert not table.players[ANA].cards["bedroll#1"].used


# 11 Responses


def test_what_a_response_may_be() -> None:
    """AF-11.2, AF-11.3: an action without the Encounter cost; no card, no discard, no Encounter."""
    table = duel(
        Side(hand=["helm#1"]),
        Side(play=["bedroll#5", "ribbon#5", "gold_coin#5"], hand=["canine#5"]),
    )
    script = Script(["pass"])
    ruleset.perform(Game(table, script), ANA, Play("helm#1"))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert question.options == (
        *("bedroll#5", "gold_coin#5 (1)", "gold_coin#5 (2)", "pass"),
        "pass-turn",
    )


def test_after_the_chain_the_step_goes_on() -> None:
    """AF-11.8, AF-12.2: in the Main Step; after an Encounter nothing more can be chosen."""
    table = duel(Side(hand=["helm#1"]), Side(play=["bedroll#5"]))
    do(table, ANA, Play("helm#1"), "pass")
    assert (table.active, table.step) == (ANA, "main")
    do(table, ANA, EndMain())
    do(table, ANA, Attack(), "pass")
    assert table.active == BEN


def test_other_consequences_stay() -> None:
    """AF-11.11: Life Drain's Willpower is kept although its damage is taken back."""
    table = duel(Side(play=["life_drain#1"]), Side(play=["force_field#5"]), step="encounter")
    do(table, ANA, Encounter("life_drain#1"), "force_field#5")
    assert (table.players[ANA].willpower, table.players[BEN].willpower) == (21, 20)


def test_one_event_is_negated_once() -> None:
    """AF-11.12: a second Shield has nothing left to take back."""
    marks = {"homemade_shield#6": Mark()}
    shields = Side(play=["homemade_shield#5", "homemade_shield#6", "bedroll#5"], marks=marks)
    table = duel(Side(play=["steed#1", "bedroll#1"]), shields)
    script = Script(["homemade_shield#5", "bedroll#1", "pass"])
    ruleset.perform(Game(table, script), ANA, Use("steed#1"))
    last = script.asked[-1]
    assert isinstance(last, Choose)
    assert last.options[0] == "bedroll#5"
    assert table.players[BEN].health == 20


def test_a_chain_always_ends() -> None:
    """AF-11.13: two seats that always answer run out of unused actions."""
    coins = ["gold_coin", "bedroll", "dagger", "field_of_flowers"]
    table = duel(
        Side(play=[f"{name}#1" for name in coins], hand=["helm#1"]),
        Side(play=[f"{name}#5" for name in coins]),
    )

    def always(question: Question) -> Answer:
        assert isinstance(question, Choose)
        return question.options[0]

    ruleset.perform(Game(table, always), ANA, Play("helm#1"))
    assert table.step == "main"
    assert sum(len(mark.used) for mark in table.players[BEN].cards.values()) <= 5


def test_triggers_are_ordered_by_their_controller() -> None:
    """AF-11.14, AF-13.3: Cashflow before Loot keeps more Mind than Loot before Cashflow."""
    hit = Event(BEN, "health", 5, 5)
    for first, mind in (("cashflow#1", 3), ("loot#1", 1)):
        table = duel(Side(play=["cashflow#1", "loot#1"], mind=0), step="encounter", events=[hit])
        do(table, ANA, NoEncounter(), first)
        assert table.players[ANA].mind == mind


def test_several_disguises() -> None:
    """AF-11.14, AF-18.5: ordered and declined one by one; each reacts once a turn."""
    marks = {"bystander_disguise#6": Mark(slots=[])}
    side = Side(play=["bystander_disguise#5", "bystander_disguise#6"], marks=marks)
    table = duel(Side(hand=["helm#1", "canine#1"]), side)
    do(table, ANA, Play("helm#1"), "bystander_disguise#6", "no", "yes", 6, 1)
    assert at(table, "Ana/discard") == ["helm"]
    do(table, ANA, Play("canine#1"), "no")  # only the declined one may still react
    assert at(table, "Ana/play") == ["canine"]


@pytest.mark.parametrize(("until", "asked"), [("turn", 0), ("mine", 0), ("hurt", 0), ("", 1)])
def test_passing_on_everything(until: str, asked: int) -> None:
    """AF-11.6: a seat may settle beforehand that it passes, and until when."""
    table = duel(Side(hand=["helm#1", "canine#1"], play=["steed#1"]), Side(play=["bedroll#5"]))
    table.players[BEN].passing = "" if until else "mine"
    do(table, BEN, PassUntil(until))  # type: ignore[arg-type]
    script = Script(["pass"] * asked)
    ruleset.perform(Game(table, script), ANA, Play("helm#1"))
    assert len(script.asked) == asked
    if until == "hurt":
        do(table, ANA, Use("steed#1"), "bedroll#5")
    table.players[ANA].cards["steed#1"].used = ["steed_1"]
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    assert table.players[BEN].passing == ("hurt" if until == "hurt" else "")


def test_passing_for_the_turn_is_an_answer_too() -> None:
    """AF-11.6."""
    table = duel(Side(hand=["helm#1", "canine#1"]), Side(play=["bedroll#5"]))
    do(table, ANA, Play("helm#1"), "pass-turn")
    do(table, ANA, Play("canine#1"))


# 12 Encounters


def test_stats_are_read_when_the_die_is_rolled() -> None:
    """AF-12.6, AF-18.22: the Item returned first no longer defends."""
    table = duel(Side(play=["heat_manipulation#1"]), Side(play=["buckler#5"]), step="encounter")
    do(table, ANA, Encounter("heat_manipulation#1", 1))
    assert table.players[BEN].health == 19


def test_a_granted_attack_uses_up_no_encounter() -> None:
    """AF-12.7: Steed's attack is a Simple Attack for Shield, and the Encounter is still to come."""
    table = duel(Side(play=["steed#1"]), Side(play=["homemade_shield#5"], mind=3))
    do(table, ANA, Use("steed#1"), "homemade_shield#5")
    assert table.players[BEN].health == 20
    do(table, ANA, EndMain())
    do(table, ANA, Attack())
    assert table.players[BEN].health == 19


def test_skips_that_wait_together_use_one_step() -> None:
    """AF-12.10, AF-12.13: two skips and a ban end with the same step."""
    table = duel(Side(play=["out_of_phase#1", "hide#1", "canine#1"], marks={"hide#1": Mark()}))
    do(table, ANA, Use("out_of_phase#1"))
    do(table, ANA, Use("hide#1", 2))
    assert table.players[BEN].skip_next
    table.players[BEN].forbidden = 2
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    do(table, BEN, EndMain(), "ribbon#1")  # the whole Encounter Step is passed over
    assert table.active == ANA
    player = table.players[BEN]
    assert (player.skip_next, player.forbidden, player.skipped) == (False, 0, True)
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    do(table, BEN, EndMain())
    assert (table.active, table.step) == (BEN, "encounter")


def test_hide_forbids_all_three_kinds() -> None:
    """AF-12.12, AF-12.13: no attack, no parley, no card's Encounter on their next turn."""
    table = duel(Side(play=["hide#1", "canine#1"]), Side(play=["ribbon#5"]), step="encounter")
    do(table, ANA, Encounter("hide#1"), "canine#1")
    assert table.players[ANA].skipped  # Hide says so, though an Encounter was held
    do(table, BEN, EndMain())
    assert table.active == ANA


def test_a_seat_without_an_earlier_turn_did_not_skip() -> None:
    """AF-12.12."""
    table = duel(Side(play=["assassinate#1"]), step="encounter")
    assert refused(table, ANA, Encounter("assassinate#1")) == "AF-10.14"


def test_assassinate_in_order() -> None:
    """AF-12.8, AF-18.1: up to one parley, then up to two attacks; each may be left out."""
    for parleys, attacks in ((1, 2), (0, 1), (1, 0), (0, 0)):
        table = duel(Side(play=["assassinate#1"]), step="encounter")
        table.players[ANA].skipped = True
        do(table, ANA, Encounter("assassinate#1"), parleys, attacks)
        player = table.players[BEN]
        assert (20 - player.willpower, 20 - player.health) == (parleys, attacks)


# 13 Clean-up and the end of the turn


def test_spell_book_in_clean_up() -> None:
    """AF-13.1, AF-13.2, AF-18.44: a Consumed Spell comes back; no chain opens; active first."""
    table = duel(
        Side(play=["spell_book#1", "life_drain#1"], mind=3),
        Side(play=["bedroll#5", "spell_book#5"], discard=["gale#5"]),
        step="encounter",
    )
    table.players[BEN].discarded = ["gale#5"]
    do(table, ANA, Encounter("life_drain#1"), "pass", "yes", "no")
    assert at(table, "Ana/shown") == ["life_drain"]
    assert (table.players[ANA].mind, at(table, "Ben/discard")) == (0, ["gale"])


def test_spell_book_asks_nothing_when_no_spell_went() -> None:
    """AF-13.2."""
    table = duel(Side(play=["spell_book#1"], discard=["gale#1"]), step="encounter")
    do(table, ANA, NoEncounter())


def test_until_the_end_of_their_next_turn() -> None:
    """AF-13.4: Stench holds through Ben's turn and ends with it."""
    table = duel(Side(play=["stench#1"]), Side(play=["trick_coin#5"]), step="encounter")
    table.players[BEN].passing = "mine"
    do(table, ANA, Encounter("stench#1", 2))
    assert stat(table, BEN, "charisma") == 0
    do(table, BEN, EndMain())
    assert stat(table, BEN, "charisma") == 0
    do(table, BEN, NoEncounter())
    assert stat(table, BEN, "charisma") == 1


def test_the_end_of_turn_comes_in_order() -> None:
    """AF-13.3: Loot pays before marks clear, and the test for the end comes last."""
    table = duel(
        Side(play=["loot#1", "sword#1"], mind=0, deck=[]), Side(health=5), step="encounter"
    )
    lines = do(table, ANA, Attack(), "1d8", 8)
    told = [line.text for line in lines]
    assert told.index("Ana gains 3 Mind.") < told.index("Ben is beaten. Ana wins.")
    assert table.events == []


# 14 The end of the game


@pytest.mark.parametrize(("health", "willpower"), [(0, 20), (20, 0), (0, 0)])
def test_beaten_at_zero(health: int, willpower: int) -> None:
    """AF-14.1, AF-14.2, AF-14.3: at the end of any turn, for both seats."""
    table = duel(Side(health=health, willpower=willpower), step="encounter")
    do(table, ANA, NoEncounter())
    assert (table.step, table.winner) == ("over", BEN)
    table = duel(None, Side(health=health, willpower=willpower), step="encounter")
    do(table, ANA, NoEncounter())
    assert table.winner == ANA
    assert refused(table, BEN, EndMain()) == "AF-14.3"
    assert refused(table, BEN, Concede()) == "AF-14.3"
    assert refused(table, BEN, OfferDraw()) == "AF-14.3"
    assert refused(table, BEN, PassUntil("turn")) == "AF-14.3"


def test_an_empty_deck_together_with_a_beaten_foe() -> None:
    """AF-14.4, AF-14.5: both beaten is a draw."""
    table = duel(None, Side(health=1), step="encounter")
    table.players[ANA].deck.top.clear()
    do(table, ANA, Attack())
    assert (table.step, table.winner) == ("over", "")


def test_a_draw_is_offered_once_a_turn() -> None:
    """AF-14.6, AF-14.7: either seat may; declined, it waits for the next turn."""
    table = duel()
    do(table, BEN, OfferDraw(), "no")
    assert refused(table, BEN, OfferDraw()) == "AF-14.7"
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    do(table, BEN, OfferDraw(), "yes")
    assert (table.step, table.winner) == ("over", "")


def test_conceding() -> None:
    """AF-14.8: at any time, also on the other seat's turn."""
    table = duel()
    do(table, BEN, Concede())
    assert table.winner == ANA


@pytest.mark.parametrize(("longest", "step"), [(200, "over"), (0, "main"), (201, "main")])
def test_after_turn_200_it_is_a_draw(longest: int, step: str) -> None:
    """AF-14.9."""
    table = duel(step="encounter")
    table.turn, table.longest = 200, longest
    do(table, ANA, NoEncounter())
    assert (table.step, table.winner) == (step, "")


def test_whole_games_by_the_rule_of_thumb_end() -> None:
    """AF-23.4: with every pair of starter decks, long before turn 200."""
    policy, luck = RuleOfThumb(), random.Random(4)
    for mine, theirs in product(DECKS, DECKS):
        options = DuelOptions(decks={"Ana": mine, "Ben": theirs})
        table = ruleset.begin(options, (Seat("Ana"), Seat("Ben")))

        def answer(question: Question, table: Table = table) -> Answer:
            if isinstance(question, Draw | Roll):
                return question.at(luck.randrange(question.size))
            if isinstance(question, Each):
                return {q.seat: str(policy.answer(table, q)) for q in question.questions}
            return question.check(policy.answer(table, question))

        game = Game(table, answer)
        ruleset.setup(game)
        while table.step != "over":
            move = policy.act(table, table.active)
            assert move is not None
            ruleset.perform(game, table.active, move)
        assert table.turn < 100


# 15 Consumables


def test_only_consumables_have_rules_of_their_type() -> None:
    """AF-15.1: any action of a Consumable turns it; no action turns another card."""
    table = duel(Side(play=["heat_manipulation#1", "bedroll#1"]), Side(play=["helm#5"]))
    do(table, ANA, Use("heat_manipulation#1", 2), 1)
    do(table, ANA, Use("bedroll#1"))
    cards = table.players[ANA].cards
    assert (cards["heat_manipulation#1"].consumed, cards["bedroll#1"].consumed) == (True, False)


def test_a_consumed_card_is_still_in_play() -> None:
    """AF-15.3, AF-15.5: slot and lasting text stay until Clean-up; Consume cannot be paid again."""
    table = duel(Side(play=["begging_for_scraps#1", "health_potion#1"]))
    do(table, ANA, Use("begging_for_scraps#1"))
    do(table, ANA, Use("health_potion#1"))
    assert stat(table, ANA, "charisma") == -2
    assert table.players[ANA].cards["health_potion#1"].slots == ["beltpouch"]
    assert refused(table, ANA, Use("health_potion#1")) == "AF-15.4"
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    assert stat(table, ANA, "charisma") == 0


def test_a_consumed_card_may_be_moved_before_clean_up() -> None:
    """AF-15.7, AF-18.21: by Hand Mirror, by Mirror Shard (itself too)."""
    marks = {"hand_mirror#1": Mark(slots=["neck"])}
    table = duel(Side(play=["hand_mirror#1", "health_potion#1"], marks=marks))
    do(table, ANA, Use("health_potion#1"))
    do(table, ANA, Use("hand_mirror#1", 1))
    assert "health_potion#1" in table.players[ANA].deck.bag
    table = duel(Side(play=["mirror_shard#1"]))
    do(table, ANA, Use("mirror_shard#1"))
    assert "mirror_shard#1" in table.players[ANA].deck.bag


def test_clean_up_is_no_effect() -> None:
    """AF-15.6, AF-15.8, AF-18.47: Trash/Treasure gives nothing for Consumed cards."""
    table = duel(
        Side(play=["trash_treasure#1", "health_potion#1"], mind=0, hand=["gold_coin#1"]),
        Side(play=["dodge#5"]),
    )
    do(table, ANA, Use("health_potion#1"), "dodge#5")
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter())
    assert (table.players[ANA].mind, at(table, "Ben/discard")) == (0, ["dodge"])


def test_random_games_end() -> None:
    """AF-11.13, AF-14.9: chance alone plays every pair of starter decks to an end."""
    luck = random.Random(2)
    for mine, theirs in product(DECKS, DECKS):
        options = DuelOptions(decks={"Ana": mine, "Ben": theirs})
        table = ruleset.begin(options, (Seat("Ana"), Seat("Ben")))
        before = all_cards(table)
        game = Game(table, by_chance(luck))
        ruleset.setup(game)
        while table.step != "over":
            ruleset.perform(game, table.active, luck.choice(legal_moves(table, table.active)))
        assert all_cards(table) == before


def by_chance(luck: random.Random) -> Callable[[Question], Answer]:
    """Every question answered at random."""

    def answer(question: Question) -> Answer:
        match question:
            case Draw() | Roll():
                return question.at(luck.randrange(question.size))
            case Choose():
                return luck.choice(question.options)
            case Number():
                return luck.randint(question.low, question.high)
            case Several():
                return luck.sample(question.options, question.least)
            case Each():
                return {q.seat: str(answer(q)) for q in question.questions}
            case _:
                raise AssertionError(question)

    return answer


def test_random_answers_never_break_a_rule() -> None:
    """AF-10.15, AF-11.13: moves at random from crowded tables; no card is lost, no slot crowded."""
    luck = random.Random(9)
    names = [*catalogue()]
    for _ in range(60):
        sides = []
        for first in (1, 5):
            cards = [f"{name}#{first}" for name in luck.sample(names, 60)]
            marks = {card: Mark() for card in cards[:12]}
            sides.append(Side(cards[:12], cards[12:22], cards[22:52], cards[52:], marks))
        table = duel(*sides)
        game = Game(table, by_chance(luck))
        for _ in range(40):
            moves = legal_moves(table, table.active)
            if not moves:
                assert table.step == "over"
                break
            ruleset.perform(game, table.active, luck.choice(moves))
            for player in table.players.values():
                slots = [
                    slot
                    for card, mark in player.cards.items()
                    for slot in mark.slots
                    if not catalogue()[face(card)].permanent
                ]
                assert len(slots) == len({*slots})
                assert sorted(player.play) == sorted(player.cards)
                assert not any(mark.pending for mark in player.cards.values())
                assert {mark.host for mark in player.cards.values()} <= {"", *player.cards}


def test_a_physique_that_came_later_names_a_card() -> None:
    """AF-18.25: at any time in the Main Step; a both-hands card then fills one hand."""
    table = duel(Side(play=["hulking_physique#1", "miners_pick#1"], hand=["club#1"]))
    assert refused(table, ANA, Free("hulking_physique#1", "club#1", "left_hand")) == "AF-18.25"
    do(table, ANA, Free("hulking_physique#1", "miners_pick#1", "left_hand"))
    do(table, ANA, Play("club#1"), "left_hand")
    cards = table.players[ANA].cards
    assert cards["miners_pick#1"].slots == ["right_hand"]
    assert at(table, "Ana/discard") == []
    # The Pick must fill the left hand again, where the Club lies. AF-9.11
    do(table, ANA, Discard("hulking_physique#1"), "club#1")
    assert cards["miners_pick#1"].slots == ["right_hand", "left_hand"]


def test_a_physique_frees_a_card_as_it_is_played() -> None:
    """AF-18.25: an either-hand card then fills no hand; never a Weapon; each copy one card."""
    table = duel(
        Side(play=["hulking_physique#1", "sword#1", "club#1"], hand=["buckler#1", "club#2"])
    )
    do(table, ANA, Play("buckler#1"), "none")
    assert table.players[ANA].cards["hulking_physique#1"].names == "buckler#1"
    assert at(table, "Ana/discard") == []
    do(table, ANA, Play("club#2"), "left_hand")
    assert at(table, "Ana/discard") == ["sword"]
    do(table, ANA, Discard("buckler#1"))
    assert table.players[ANA].cards["hulking_physique#1"].names == ""
