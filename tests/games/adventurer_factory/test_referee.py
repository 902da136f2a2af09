"""Corners that a strict referee would look into: nobody at this table can overrule the rules."""

from __future__ import annotations

from typing import Literal

import msgspec
import pytest

from fatedeck.engine.entries import Header
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import One
from fatedeck.engine.questions import Choose, Draw, Number, Roll
from fatedeck.engine.record import Record
from fatedeck.engine.replay import replay
from fatedeck.engine.seen import see
from fatedeck.engine.story import Moment, Turned
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import catalogue
from fatedeck.games.adventurer_factory.looks.view import view
from fatedeck.games.adventurer_factory.machine.moves import legal_moves
from fatedeck.games.adventurer_factory.rules.acts import Act
from fatedeck.games.adventurer_factory.rules.encounters import (
    Attack,
    Encounter,
    NoEncounter,
    Parley,
)
from fatedeck.games.adventurer_factory.rules.endings import Concede
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Discard, EndMain, Free, Play, Use
from fatedeck.games.adventurer_factory.rules.playing import obstacle, play_at_once
from fatedeck.games.adventurer_factory.rules.responses import PassUntil
from fatedeck.games.adventurer_factory.rules.stats import dice, stat
from fatedeck.games.adventurer_factory.rules.words.counters import SetStat
from fatedeck.games.adventurer_factory.ruleset import DuelOptions
from fatedeck.games.adventurer_factory.state import Event, Mark, Table, Ward
from tests.games.adventurer_factory.duel import ANA, BEN, Script, Side, at, do, duel

SEATS = (Seat(ANA), Seat(BEN))


def kept(table: Table) -> Record[Table, DuelOptions, Move]:
    """This table as a kept game."""
    header = Header(ruleset.id, ruleset.version, SEATS)
    record = Record(ruleset, header, chance=lambda question, n, k: question.at(0))
    record.resume(1, msgspec.msgpack.encode(table), None, [])
    return record


def refused(table: Table, seat: str, move: Move) -> str:
    """The clause by which a move is refused, with nothing changed."""
    before = repr(table)
    with pytest.raises(Refused) as said:
        do(table, seat, move)
    assert repr(table) == before
    return said.value.clause


def end_turn(table: Table) -> None:
    """The active player goes through the rest of the turn and does nothing."""
    seat = table.active
    if table.step == "main":
        do(table, seat, EndMain())
    do(table, seat, NoEncounter())


# Giving up


def test_conceding_waits_for_no_answer() -> None:
    """AF-14.8: Ana has played a card and Ben thinks about his response; either may give up.

    A draw can be offered once he has answered (AF-14.6).
    """
    for seat, winner in ((ANA, BEN), (BEN, ANA)):
        record = kept(duel(Side(hand=["helm#1"]), Side(play=["bedroll#5"])))
        record.do(ANA, {"do": "play", "card": "helm#1"})
        assert [*record.waiting_for] == [BEN]
        assert [offer.do for offer in see(record, seat).offers] == ["concede"]
        with pytest.raises(Refused, match="Waiting for Ben to answer"):
            record.do(seat, {"do": "offer-draw"})
        record.do(seat, {"do": "concede"})
        assert (record.state.step, record.state.winner) == ("over", winner)
        assert not see(record, seat).waiting_for
        with pytest.raises(Refused, match="undone"):
            record.take_back(seat)


def test_giving_up_is_kept_on_record() -> None:
    """AF-14.8: what was under way is called off, and the record plays the same again."""
    header = Header(ruleset.id, ruleset.version, SEATS)
    record = Record(ruleset, header, chance=lambda question, n, k: question.at(0))
    record.set_up()
    record.do(ANA, {"do": "offer-draw"})
    record.do(BEN, {"do": "concede"})
    again = replay(ruleset, header, record.drain())
    assert (again.state.winner, again.hash) == (ANA, record.hash)


# Looking


def test_a_look_is_never_taken_back() -> None:
    """AF-18.4, AF-19.5: Ben's only card was seen; Ana cannot have her use back."""
    table = duel(Side(play=["binoculars#1"], hand=["club#1"]), Side(hand=["pike#5"]))
    record = kept(table)
    record.do(ANA, {"do": "use", "card": "binoculars#1"})
    assert record.state.players[BEN].shown.top == ["pike#5"]
    with pytest.raises(Refused, match="has been seen"):
        record.take_back(ANA)
    script = Script(["pike#5"])
    ruleset.perform(Game(table, script), ANA, Use("binoculars#1"))
    assert script.asked[-1] == Draw(("pike#5",))


# Passing


@pytest.mark.parametrize(
    ("play", "marks", "move"),
    [
        ("final_blow#1", {}, Use("final_blow#1")),
        (
            "ritual_of_the_eldritch_flows#1",
            {"ritual_of_the_eldritch_flows#1": Mark(counters=10)},
            Use("ritual_of_the_eldritch_flows#1"),
        ),
    ],
)
def test_who_passes_until_hurt_is_asked_at_zero(
    play: str, marks: dict[str, Mark], move: Move
) -> None:
    """AF-2.12, AF-11.6, AF-14.1: what becomes 0 is no damage, but Ben can still save himself."""
    table = duel(Side(play=[play], marks=marks), Side(play=["bedroll#5"], health=10, willpower=10))
    do(table, BEN, PassUntil("hurt"))
    do(table, ANA, move, "bedroll#5")
    ben = table.players[BEN]
    assert (ben.health, ben.willpower) in ((1, 10), (11, 0))


# Hands and Hulking Physiques


def test_of_two_physiques_on_one_card_one_goes() -> None:
    """AF-9.11, AF-18.25: the Pick must fill one hand again, of its controller's choice."""
    for hand in ("left_hand", "right_hand"):
        table = duel(
            Side(
                play=["hulking_physique#1", "hulking_physique#2", "miners_pick#1", "buckler#1"],
                marks={
                    "hulking_physique#1": Mark(names="miners_pick#1"),
                    "hulking_physique#2": Mark(names="miners_pick#1"),
                    "miners_pick#1": Mark(),
                },
            )
        )
        answers = [hand, "buckler#1"] if hand == "left_hand" else [hand]
        do(table, ANA, Discard("hulking_physique#1"), *answers)
        cards = table.players[ANA].cards
        assert cards["miners_pick#1"].slots == [hand]
        assert ("buckler#1" in cards) == (hand == "right_hand")
        assert cards["hulking_physique#2"].names == "miners_pick#1"


def test_what_a_physique_named_fills_its_hands_when_it_goes_under_valet() -> None:
    """AF-9.11, AF-17.4, AF-18.25: its text is off there, and it names no card any more."""
    table = duel(
        Side(
            play=["hulking_physique#1", "buckler#1", "valet#1"],
            marks={"hulking_physique#1": Mark(names="buckler#1"), "buckler#1": Mark()},
        )
    )
    do(table, ANA, Use("valet#1", 1), "hulking_physique#1", "left_hand")
    cards = table.players[ANA].cards
    assert cards["hulking_physique#1"].names == ""
    assert cards["buckler#1"].slots == ["left_hand"]


def test_a_named_card_under_valet_stays_named_and_comes_out_without_a_hand() -> None:
    """AF-16.2, AF-18.25, AF-18.27: it is in play there; both hands are full."""
    marks = {
        "hulking_physique#1": Mark(names="buckler#1"),
        "buckler#1": Mark(),
        "club#1": Mark(slots=["left_hand"]),
        "club#2": Mark(slots=["right_hand"]),
    }
    table = duel(Side(play=["valet#1", *marks], marks=marks))
    do(table, ANA, Use("valet#1", 1), "buckler#1")
    assert table.players[ANA].cards["hulking_physique#1"].names == "buckler#1"
    do(table, ANA, Use("valet#1", 2))
    assert table.players[ANA].cards["buckler#1"] == Mark()


def test_a_named_card_for_both_hands_comes_out_from_under_valet_into_a_free_one() -> None:
    """AF-18.25, AF-18.27: the Pick takes the hand that the Club leaves."""
    marks = {
        "hulking_physique#1": Mark(names="miners_pick#1"),
        "miners_pick#1": Mark(host="valet#1"),
        "club#1": Mark(slots=["left_hand"]),
    }
    table = duel(Side(play=["valet#1", "dwarf#1", *marks], marks=marks))
    do(table, ANA, Use("valet#1", 2))
    assert table.players[ANA].cards["miners_pick#1"].slots == ["right_hand"]


def test_a_host_that_ignores_slots_needs_no_physique() -> None:
    """AF-16.3, AF-18.25: a Buckler under Shift Shape leaves the Physique free."""
    table = duel(Side(play=["hulking_physique#1", "shift_shape#1"], hand=["buckler#1"]))
    do(table, ANA, Use("shift_shape#1", 2), "buckler#1")
    assert table.players[ANA].cards["hulking_physique#1"].names == ""


# Slots


def test_a_card_under_valet_frees_its_slot_and_one_under_flourish_keeps_it() -> None:
    """AF-16.3."""
    for host, slots in (("valet#1", []), ("flourish#1", ["head"])):
        table = duel(Side(play=[host, "helm#1"]))
        do(table, ANA, Use(host, 1))
        assert table.players[ANA].cards["helm#1"] == Mark(slots=slots, host=host)


def test_what_lies_under_a_host_fills_no_slot_when_beltpouch_goes() -> None:
    """AF-9.11, AF-16.3: the Potion under Shift Shape stays where it is, without a slot."""
    marks = {"health_potion#1": Mark(host="shift_shape#1"), "big_ole_fake#1": Mark()}
    table = duel(Side(play=["beltpouch#1", "shift_shape#1", *marks], marks=marks))
    do(table, ANA, Discard("beltpouch#1"))
    cards = table.players[ANA].cards
    assert cards["health_potion#1"].slots == []
    assert cards["big_ole_fake#1"].slots == ["beltpouch"]


def test_beltpouch_works_again() -> None:
    """AF-17.4, AF-18.2: out from under Valet, or when its suppression ends, slots are free."""
    marks = {"beltpouch#1": Mark(host="valet#1")}
    table = duel(Side(play=["valet#1", "beltpouch#1", "health_potion#1"], marks=marks))
    do(table, ANA, Use("valet#1", 2))
    assert table.players[ANA].cards["health_potion#1"].slots == []
    marks = {"beltpouch#1": Mark(suppressed=True)}
    table = duel(Side(play=["beltpouch#1", "health_potion#1"], marks=marks))
    end_turn(table)
    assert table.players[ANA].cards["health_potion#1"].slots == []


# Under Valet and out again


def test_a_card_comes_out_only_where_it_could_be_played() -> None:
    """AF-18.27: its Needs must be met; with Beltpouch in play it takes no slot."""
    table = duel(Side(play=["valet#1", "sword#1"], marks={"sword#1": Mark(host="valet#1")}))
    do(table, ANA, Use("valet#1", 2))
    assert at(table, "Ana/discard") == ["sword"]
    marks = {"health_potion#1": Mark(host="valet#1")}
    table = duel(Side(play=["valet#1", "beltpouch#1", "health_potion#1"], marks=marks))
    do(table, ANA, Use("valet#1", 2))
    assert table.players[ANA].cards["health_potion#1"] == Mark()


def test_a_class_under_valet_is_not_protected() -> None:
    """AF-17.2, AF-17.3: what lies there counts as suppressed, so it may be discarded."""
    table = duel(Side(play=["valet#1", "knight#1"], marks={"knight#1": Mark(host="valet#1")}))
    do(table, ANA, Discard("knight#1"))
    assert at(table, "Ana/discard") == ["knight"]


def test_valet_does_not_take_what_echoes_has_woken() -> None:
    """AF-16.1."""
    marks = {"tail#1": Mark(host="echoes_of_life#1", activated=True)}
    table = duel(Side(play=["echoes_of_life#1", "tail#1", "valet#1", "helm#1"], marks=marks))
    script = Script(["helm#1"])
    ruleset.perform(Game(table, script), ANA, Use("valet#1", 1))
    [question] = script.asked
    assert isinstance(question, Choose)
    assert {*question.options} == {"echoes_of_life#1", "helm#1"}


# Dwarf Gauntlet


@pytest.mark.parametrize(
    ("play", "marks", "move", "gone"),
    [
        # under Valet its text is off
        (["dwarf_gauntlet#1", "pike#1", "valet#1"], {}, Use("valet#1", 1), ["pike"]),
        # a Weapon whose Needs are met stays
        (
            ["dwarf_gauntlet#1", "sword#1", "knight#1"],
            {},
            Discard("dwarf_gauntlet#1"),
            ["dwarf_gauntlet"],
        ),
        # suppressed, it helped nobody any more: nothing ends when it leaves
        (
            ["dwarf_gauntlet#1", "pike#1"],
            {"dwarf_gauntlet#1": Mark(slots=["gloves"], suppressed=True)},
            Discard("dwarf_gauntlet#1"),
            ["dwarf_gauntlet"],
        ),
    ],
)
def test_when_a_gauntlet_stops_helping(
    play: list[str], marks: dict[str, Mark], move: Move, gone: list[str]
) -> None:
    """AF-17.4, AF-18.13: only Weapons whose Needs are not met right then."""
    table = duel(Side(play=play, marks=marks))
    do(table, ANA, move, *(["dwarf_gauntlet#1"] if isinstance(move, Use) else []))
    assert at(table, "Ana/discard") == gone


def test_a_woken_gauntlet_helps_until_the_turn_ends() -> None:
    """AF-16.8, AF-18.13, AF-18.14."""
    marks = {"dwarf_gauntlet#1": Mark(host="echoes_of_life#1", activated=True)}
    table = duel(Side(play=["echoes_of_life#1", "dwarf_gauntlet#1", "pike#1"], marks=marks))
    end_turn(table)
    assert at(table, "Ana/discard") == ["pike"]


def test_a_woken_gauntlet_that_was_suppressed_takes_nothing_with_it() -> None:
    """AF-16.8, AF-17.3, AF-17.4: its help ended before, so the turn's end looks at no Weapon."""
    marks = {
        "dwarf_gauntlet#1": Mark(host="echoes_of_life#1", activated=True, suppressed=True),
        "pike#1": Mark(host="special_training#1", slots=["left_hand"]),
    }
    play = ["echoes_of_life#1", "dwarf_gauntlet#1", "special_training#1", "pike#1"]
    table = duel(Side(play=play, marks=marks))
    end_turn(table)
    assert at(table, "Ana/discard") == []


def test_one_gauntlet_saves_one_knight() -> None:
    """AF-8.2: Glowing Sword needs 4 Knights; 3 and a Gauntlet will do, 2 will not."""
    for knights, clause in ((3, ""), (2, "AF-8.2")):
        play = [f"knight#{n}" for n in range(1, knights + 1)]
        table = duel(Side(play=[*play, "dwarf_gauntlet#1"], hand=["glowing_sword#1", "shield#1"]))
        if clause:
            assert refused(table, ANA, Play("glowing_sword#1")) == clause
        else:
            do(table, ANA, Play("glowing_sword#1"), "left_hand")


# Plays and what watches them


def test_a_card_that_left_and_came_back_is_another() -> None:
    """AF-1.6, AF-7.7: shuffled away while pending and played anew, it resolves once."""
    table = duel(
        Side(
            play=["chorus_of_power#1", "extra_ration#1"],
            hand=["wise_old_mentor#1"],
            deck=["ribbon#1"],
        ),
        Side(play=["mirror_shard#5"]),
    )
    do(
        table,
        ANA,
        Play("wise_old_mentor#1"),
        *("mirror_shard#5", "wise_old_mentor#1"),
        *("extra_ration#1", "wise_old_mentor#1", "play_card"),
    )
    assert table.players[ANA].mind == 10 - 3 - 2 + 1


def test_a_silenced_chorus_and_disguise() -> None:
    """AF-17.3: triggers are off while a card is suppressed."""
    marks = {"chorus_of_power#1": Mark(slots=["left_hand"], suppressed=True)}
    foes = {"bystander_disguise#5": Mark(slots=["body"], suppressed=True)}
    table = duel(
        Side(play=["chorus_of_power#1"], marks=marks, hand=["helm#1"]),
        Side(play=["bystander_disguise#5"], marks=foes),
    )
    do(table, ANA, Play("helm#1"))
    assert table.players[ANA].mind == 9


def test_a_host_that_its_own_play_throws_out() -> None:
    """AF-7.9, AF-7.13, AF-16.4: Stench takes the Body from Shift Shape, and Training goes too."""
    marks = {"special_training#1": Mark(host="shift_shape#1")}
    table = duel(
        Side(play=["shift_shape#1", "special_training#1"], marks=marks, hand=["stench#1"]),
        step="encounter",
    )
    do(table, ANA, Encounter("special_training#1"), "stench#1")
    player = table.players[ANA]
    assert player.cards == {"stench#1": Mark(slots=["body"])}
    assert (stat(table, ANA, "defence"), player.health) == (1, 19)


def test_bystander_rolls_two_d6() -> None:
    """AF-18.5."""
    table = duel(Side(hand=["helm#1"]), Side(play=["bystander_disguise#5"]))
    script = Script(["yes", 3, 3])
    ruleset.perform(Game(table, script), ANA, Play("helm#1"))
    assert script.asked[1:] == [Roll(6), Roll(6)]
    assert at(table, "Ben/discard") == ["bystander_disguise"]


# Trash/Treasure


@pytest.mark.parametrize(
    ("play", "marks", "move", "mind"),
    [
        # the card itself as a cost
        (["dagger#1"], {}, Use("dagger#1"), 5 + 3),
        # what lay under Cashflow was not in play; Cashflow itself costs 0
        (
            ["cashflow#1", "club#1"],
            {"club#1": Mark(host="cashflow#1")},
            Use("cashflow#1", 1),
            5 - 1,
        ),
        # suppressed, it gives nothing
        (
            ["dagger#1"],
            {"trash_treasure#1": Mark(slots=["pack"], suppressed=True)},
            Use("dagger#1"),
            5,
        ),
    ],
)
def test_what_trash_treasure_pays_for(
    play: list[str], marks: dict[str, Mark], move: Move, mind: int
) -> None:
    """AF-17.3, AF-18.47."""
    table = duel(Side(play=["trash_treasure#1", *play], marks=marks, mind=5))
    do(table, ANA, move)
    assert table.players[ANA].mind == mind


def test_trash_treasure_sees_its_host_go_first() -> None:
    """AF-10.16, AF-16.4, AF-18.47: it pays for Special Training, then it is discarded itself."""
    marks = {"trash_treasure#1": Mark(slots=["pack"], host="special_training#1")}
    table = duel(Side(play=["psychic_bomb#1", "special_training#1", *marks], marks=marks, mind=0))
    lines = do(table, ANA, Use("psychic_bomb#1"), "special_training#1")
    assert table.players[ANA].mind == 2
    marks = {"trash_treasure#1": Mark(slots=["pack"], host="flourish#1")}
    flourished = duel(Side(play=["psychic_bomb#1", "flourish#1", *marks], marks=marks, mind=0))
    do(flourished, ANA, Use("psychic_bomb#1"), "flourish#1")
    assert flourished.players[ANA].mind == 4
    assert flourished.players[ANA].cards["trash_treasure#1"] == Mark(slots=["pack"])
    told = [line.text for line in lines if "is discarded" in line.text]
    assert told == [
        "Ana’s Special Training is discarded.",
        "Ana’s Trash/Treasure is discarded.",
    ]


# Ritual of the Eldritch Flows


RITUAL = "ritual_of_the_eldritch_flows#1"


def tokens(table: Table) -> int:
    return table.players[ANA].cards[RITUAL].counters


def test_the_events_of_a_play() -> None:
    """AF-18.37: Charisma rises as the Disguise goes, then Defence and Willpower as Jerkin comes."""
    marks = {"bystander_disguise#1": Mark(slots=["body"], counters=2)}
    table = duel(Side(play=[RITUAL, "bystander_disguise#1"], marks=marks, hand=["jerkin#1"]))
    do(table, ANA, Play("jerkin#1"))
    assert tokens(table) == 3


def test_a_play_resolves_as_an_event_of_its_own() -> None:
    """AF-18.37: what the response took away does not hide what Jerkin gives."""
    table = duel(Side(play=[RITUAL], hand=["jerkin#1"]), Side(play=["out_of_phase#5"]))
    do(table, ANA, Play("jerkin#1"), "out_of_phase#5")
    assert (table.players[ANA].willpower, tokens(table)) == (20, 2)


def test_a_paid_discard_and_clean_up_are_events() -> None:
    """AF-18.37: Charisma rises when Grovel! goes, and when Begging For Scraps is cleaned up."""
    marks = {"begging_for_scraps#1": Mark(consumed=True)}
    table = duel(Side(play=[RITUAL, "grovel#1", "begging_for_scraps#1"], marks=marks))
    do(table, ANA, Discard("grovel#1"))
    assert tokens(table) == 1
    end_turn(table)
    assert tokens(table) == 2


# What a turn leaves behind


def test_a_turn_leaves_nothing_behind() -> None:
    """AF-13.3: a Dodge, this turn's discards and Attack Die rolls are forgotten."""
    side = Side(play=["spell_book#1"], discard=["gale#1"])
    table = duel(side, Side(play=["sword_breaker#5"]))
    ana, ben = table.players[ANA], table.players[BEN]
    ana.discarded, ana.attack_rolls, ben.immune = ["gale#1"], [3], True
    do(table, ANA, EndMain())
    do(table, ANA, NoEncounter(), "no")
    assert (ana.discarded, ana.attack_rolls, ben.immune) == ([], [], False)
    assert refused(table, BEN, Use("sword_breaker#5")) == "AF-10.14"
    do(table, BEN, EndMain())
    do(table, BEN, NoEncounter())
    do(table, ANA, EndMain())
    do(table, ANA, Attack(), "pass")
    assert ben.health == 19


def test_spell_book_asks_only_while_the_spell_lies_there() -> None:
    """AF-13.2: the Spell that went this turn has come back to hand already."""
    table = duel(Side(play=["spell_book#1"], hand=["gale#1"]), step="encounter")
    table.players[ANA].discarded = ["gale#1"]
    do(table, ANA, NoEncounter())


def test_spells_from_under_a_vial_went_this_turn() -> None:
    """AF-16.4, AF-18.44."""
    table = duel(Side(play=["vile_vial#1", "spell_book#1"], deck=["gale#1", "income#1"]))
    do(table, ANA, Use("vile_vial#1"))
    do(table, ANA, Discard("vile_vial#1"))
    do(table, ANA, Use("spell_book#1"))
    assert at(table, "Ana/shown") == ["gale"]


def test_an_empty_staff_has_nothing_to_order() -> None:
    """AF-13.3: only Cashflow is due, so nobody is asked."""
    marks = {"magic_staff#1": Mark(slots=["left_hand", "right_hand"])}
    table = duel(Side(play=["magic_staff#1", "cashflow#1"], marks=marks), step="encounter")
    do(table, ANA, NoEncounter())
    assert table.players[ANA].mind == 8


def test_a_cards_encounter_is_an_encounter_held() -> None:
    """AF-12.12."""
    table = duel(Side(play=["big_ole_diamond#1"]), step="encounter")
    do(table, ANA, Encounter("big_ole_diamond#1"))
    assert not table.players[ANA].skipped


# Single cards


def test_echoes_wakes_only_what_can_be_paid() -> None:
    """AF-20.1."""
    marks = {"pike#1": Mark(host="echoes_of_life#1")}
    table = duel(Side(play=["echoes_of_life#1", "pike#1"], marks=marks, mind=4))
    assert refused(table, ANA, Use("echoes_of_life#1", 2)) == "AF-20.1"


def test_the_own_part_of_flowers_is_no_damage() -> None:
    """AF-2.12, AF-20.3."""
    table = duel(Side(play=["field_of_flowers#1"]))
    do(table, ANA, Use("field_of_flowers#1"))
    assert table.events == [Event(BEN, "willpower", 5, 5)]


def test_a_pick_under_flourish_rolls_the_parley_die() -> None:
    """AF-18.18, AF-18.30."""
    marks = {"miners_pick#1": Mark(slots=["left_hand", "right_hand"], host="flourish#1")}
    table = duel(Side(play=["flourish#1", "miners_pick#1", "income#1"], marks=marks))
    do(table, ANA, Use("miners_pick#1"), "1d6", 5)
    assert (table.players[ANA].mind, table.players[ANA].attack_rolls) == (15, [])


def test_dodge_gives_no_willpower_back() -> None:
    """AF-18.11."""
    events = [Event(ANA, "health", 5, 5, "attack", True), Event(ANA, "willpower", 4, 4, "parley")]
    table = duel(Side(play=["dodge#1"], health=15, willpower=16), events=events)
    do(table, ANA, Use("dodge#1"))
    assert (table.players[ANA].health, table.players[ANA].willpower) == (20, 16)


@pytest.mark.parametrize(
    ("card", "damage", "stays"),
    [
        *[("shield#1", 3, True), ("shield#1", 4, False)],
        *[("homemade_shield#1", 3, True), ("homemade_shield#1", 4, False)],
        *[("force_field#1", 4, True), ("force_field#1", 5, False)],
    ],
)
def test_how_much_a_shield_bears(card: str, damage: int, stays: bool) -> None:
    """AF-11.15, AF-18.19, AF-18.38."""
    events = [Event(ANA, "health", damage, damage, "attack", True)]
    table = duel(Side(play=[card], health=20 - damage), events=events)
    do(table, ANA, Use(card))
    assert table.players[ANA].health == 20
    assert (card in table.players[ANA].cards) == stays


def test_assassinate_bounds() -> None:
    """AF-18.1: up to one Simple Parley, up to two Simple Attacks."""
    table = duel(Side(play=["assassinate#1"]), step="encounter")
    table.players[ANA].skipped = True
    script = Script([1, 2])
    ruleset.perform(Game(table, script), ANA, Encounter("assassinate#1"))
    numbers = [asked for asked in script.asked if isinstance(asked, Number)]
    assert [(number.low, number.high) for number in numbers] == [(0, 1), (0, 2)]


@pytest.mark.parametrize(
    ("play", "move", "answers", "rolls", "health"),
    [
        # on a natural 2 the Poison Dagger adds 1d4, on a 3 it does not
        (["poison_dagger#1", "club#2"], Encounter("poison_dagger#1"), ["1d4", 2, 4], [4, 4], 14),
        (["poison_dagger#1", "club#2"], Encounter("poison_dagger#1"), ["1d4", 3], [4], 17),
        (["quick_thrust#1", "sword#1"], Use("quick_thrust#1"), [4], [4], 16),
        (["heat_manipulation#1"], Use("heat_manipulation#1", 2), [4], [4], 16),
        (["stench#1"], Encounter("stench#1", 1), [4], [4], 18),
        (["whisperer#1"], Encounter("whisperer#1"), [4], [4], 20),
        (["spiked_tea#1", "income#1"], Use("spiked_tea#1"), ["1d6", 6], [6], 15),
        (["crossbow#1"], Use("crossbow#1"), [], [], 20),
    ],
)
def test_the_dice_that_cards_name(
    play: list[str], move: Move, answers: list[str | int], rolls: list[int], health: int
) -> None:
    """AF-3.7 to AF-3.9, AF-18.45: exactly these dice, and what they take of Ben's 20 Health."""
    armour = ["ribbon#5"] if "heat_manipulation#1" in play else []
    step: Literal["main", "encounter"] = "encounter" if isinstance(move, Encounter) else "main"
    table = duel(Side(play=play), Side(play=armour), step=step)
    script = Script(answers)
    ruleset.perform(Game(table, script), ANA, move)
    assert [asked.sides for asked in script.asked if isinstance(asked, Roll)] == rolls
    assert table.players[BEN].health == health
    assert not script.left


@pytest.mark.parametrize(("rolled", "skips"), [(2, True), (3, False)])
def test_gale_on_a_natural_two(rolled: int, skips: bool) -> None:
    """AF-3.6."""
    table = duel(Side(play=["gale#1", "club#1"]), step="encounter")
    do(table, ANA, Encounter("gale#1"), "1d4", rolled)
    assert table.players[BEN].skip_next == skips


@pytest.mark.parametrize(("rolled", "lost"), [(3, 0), (4, 1)])
def test_the_ward_rolls_one_d6(rolled: int, lost: int) -> None:
    """AF-18.8."""
    table = duel(Side(play=["concealed_crossbow#1"]), step="encounter")
    do(table, ANA, Encounter("concealed_crossbow#1"))
    do(table, BEN, EndMain())
    script = Script([rolled])
    ruleset.perform(Game(table, script), BEN, Attack())
    assert Roll(6) in script.asked
    assert table.players[ANA].health == 20 - lost


@pytest.mark.parametrize(
    ("play", "move", "answers", "stat_hit", "lost"),
    [
        (["spiked_tea#1", "income#1"], Use("spiked_tea#1"), ["1d6", 3], "health", 2),
        (["heat_manipulation#1"], Use("heat_manipulation#1", 2), [3], "health", 3),
        (["rotten_cuisine#1"], Use("rotten_cuisine#1"), [], "health", 2),
        (["out_of_phase#1"], Use("out_of_phase#1"), [], "willpower", 1),
    ],
)
def test_what_cards_take_is_damage(
    play: list[str], move: Move, answers: list[str | int], stat_hit: str, lost: int
) -> None:
    """AF-2.12, AF-2.13: an event of this turn, but no Encounter and no Simple Attack."""
    table = duel(Side(play=play), Side(play=["ribbon#5"]))
    do(table, ANA, move, *answers)
    [event] = table.events
    assert (event.against, event.stat, event.dealt, event.loss) == (BEN, stat_hit, lost, lost)
    assert (event.simple, event.encounter) == ("", False)


def test_witty_riposte_is_damage() -> None:
    """AF-2.12, AF-18.51."""
    events = [Event(ANA, "willpower", 1, 1, "parley")]
    table = duel(Side(play=["witty_riposte#1", "trick_coin#1", "steed#1"]), events=events)
    do(table, ANA, Use("witty_riposte#1"))
    assert table.events[1:] == [Event(BEN, "willpower", 2, 2)]


@pytest.mark.parametrize(
    ("ana", "ben", "move", "chosen", "answers"),
    [
        (
            Side(play=["heat_manipulation#1"]),
            Side(play=["helm#5", "jerkin#5"]),
            Encounter("heat_manipulation#1", 1),
            {"helm#5", "jerkin#5"},
            ["helm#5"],
        ),
        (
            Side(play=["hand_mirror#1", "dodge#1", "dodge#2"]),
            Side(),
            Use("hand_mirror#1", 1),
            {"dodge#1", "dodge#2"},
            ["dodge#1"],
        ),
        (
            Side(play=["hand_mirror#1"]),
            Side(play=["begging_for_scraps#5", "tune_of_seduction#5"], health=0),
            Use("hand_mirror#1", 2),
            {"begging_for_scraps#5", "tune_of_seduction#5"},
            ["tune_of_seduction#5"],
        ),
        (
            Side(play=["psychic_bomb#1", "tail#1"]),
            Side(play=["filth#5", "loot#5"]),
            Use("psychic_bomb#1"),
            {"filth#5", "loot#5"},
            ["loot#5"],
        ),
        (
            Side(play=["ancient_secrets#1"], discard=["gale#1", "income#1"]),
            Side(),
            Encounter("ancient_secrets#1"),
            {"gale#1", "income#1"},
            ["gale#1"],
        ),
        (
            Side(play=["big_ole_ruby#1"]),
            Side(discard=["gale#5", "club#5"]),
            Use("big_ole_ruby#1", 2),
            {"gale#5", "club#5"},
            ["club#5"],
        ),
        (
            Side(play=["big_ole_emerald#1"], discard=["gale#1", "club#1"]),
            Side(),
            Encounter("big_ole_emerald#1", 2),
            {"gale#1", "club#1"},
            ["club#1"],
        ),
        (
            Side(play=["necromancy#1"], discard=["gale#1", "club#1"]),
            Side(),
            Use("necromancy#1"),
            {"gale#1", "club#1"},
            ["club#1"],
        ),
        (
            Side(play=["begging_for_scraps#1"], discard=["health_potion#1", "liquid_courage#1"]),
            Side(),
            Use("begging_for_scraps#1"),
            {"health_potion#1", "liquid_courage#1"},
            ["health_potion#1"],
        ),
        (
            Side(play=["smiths_almanac#1", "ribbon#1"]),
            Side(play=["club#5"]),
            Use("smiths_almanac#1"),
            {"ribbon#1", "club#5"},
            ["club#5"],
        ),
    ],
    ids=lambda value: getattr(value, "card", ""),
)
def test_exactly_one_is_chosen(
    ana: Side, ben: Side, move: Move, chosen: set[str], answers: list[str]
) -> None:
    """AF-20.14: of two that fit the user names one, and only that one is moved."""
    step: Literal["main", "encounter"] = "encounter" if isinstance(move, Encounter) else "main"
    table = duel(ana, ben, step=step)
    script = Script(answers)
    ruleset.perform(Game(table, script), ANA, move)
    question = script.choices[0]
    assert isinstance(question, Choose)
    assert {*question.options} == chosen
    assert not script.left


def test_spell_book_takes_one_spell() -> None:
    """AF-18.44, AF-20.14."""
    table = duel(Side(play=["spell_book#1"], discard=["gale#1", "income#1"]))
    table.players[ANA].discarded = ["gale#1", "income#1"]
    do(table, ANA, Use("spell_book#1"), "income#1")
    assert at(table, "Ana/discard") == ["gale"]


def test_sword_breaker_breaks_one_weapon() -> None:
    """AF-18.46, AF-20.14."""
    table = duel(Side(play=["sword_breaker#1"]), Side(play=["sword#5", "club#5"]))
    table.players[BEN].attack_rolls = [0]
    do(table, ANA, Use("sword_breaker#1"), "club#5")
    assert at(table, "Ben/discard") == ["club"]


def test_filth_picks_one_item() -> None:
    """AF-18.16: Ana names the Item, Ben whether it goes."""
    table = duel(
        Side(play=["filth#1"]), Side(play=["helm#5", "jerkin#5"], hand=["club#5"]), step="encounter"
    )
    picked = "discard_card"
    do(table, ANA, Encounter("filth#1"), "simple_attack", "jerkin#5", picked)
    assert at(table, "Ben/discard") == ["jerkin"]


def test_a_staff_that_goes_takes_its_spells_along() -> None:
    """AF-16.4."""
    marks = {
        "magic_staff#1": Mark(slots=["left_hand", "right_hand"]),
        "income#1": Mark(host="magic_staff#1"),
    }
    table = duel(Side(play=[*marks], marks=marks))
    do(table, ANA, Discard("magic_staff#1"))
    assert at(table, "Ana/discard") == ["income", "magic_staff"]


# What a negating card reaches


def test_force_field_reaches_only_the_encounter() -> None:
    """AF-12.9, AF-18.19: what Rotten Cuisine took in the Main Step stays lost."""
    events = [Event(ANA, "health", 2, 2), Event(ANA, "health", 3, 3, "attack", True)]
    table = duel(Side(play=["force_field#1"], health=15), events=events)
    do(table, ANA, Use("force_field#1"))
    assert table.players[ANA].health == 18


@pytest.mark.parametrize(
    ("card", "event"),
    [
        # Ana's own attack on Ben
        ("homemade_shield#1", Event(BEN, "health", 3, 3, "attack", True)),
        # an Encounter that dealt nothing, that was no Encounter, that is negated already
        ("force_field#1", Event(ANA, "health", 0, 0, "attack", True)),
        ("force_field#1", Event(ANA, "health", 3, 3, "attack", False)),
        ("force_field#1", Event(ANA, "health", 3, 3, "attack", True, True)),
        ("homemade_shield#1", Event(ANA, "health", 3, 3, "attack", True, True)),
        ("homemade_shield#1", Event(ANA, "willpower", 3, 3, "parley", True)),
        ("witty_riposte#1", Event(ANA, "health", 3, 3, "attack", True)),
        ("witty_riposte#1", Event(ANA, "willpower", 0, 0, "parley", True)),
        ("witty_riposte#1", Event(ANA, "willpower", 3, 3, "parley", True, True)),
    ],
)
def test_what_opens_no_gate(card: str, event: Event) -> None:
    """AF-2.16, AF-10.14, AF-11.12, AF-20.2."""
    assert refused(duel(Side(play=[card]), events=[event]), ANA, Use(card)) == "AF-10.14"


def test_a_shield_may_answer_a_blow_that_did_nothing() -> None:
    """AF-20.2: a Simple Attack not yet negated, whatever its damage."""
    events = [Event(ANA, "health", 0, 0, "attack", True)]
    table = duel(Side(play=["homemade_shield#1"]), events=events)
    do(table, ANA, Use("homemade_shield#1"))
    assert "homemade_shield#1" in table.players[ANA].cards


def test_all_of_another_encounter_is_the_encounter() -> None:
    """AF-12.9, AF-18.40: Force Field takes back Stench's part and the Minion's own attack."""
    table = duel(
        Side(play=["skeletal_minion#1", "stench#1"], hand=["club#1"]),
        Side(play=["force_field#5"]),
        step="encounter",
    )
    do(table, ANA, Encounter("skeletal_minion#1"), "stench#1 (1)", 2, "force_field#5")
    assert (table.players[BEN].health, table.players[BEN].willpower) == (20, 20)


# Hide


def test_a_second_hide_finds_the_step_ended() -> None:
    """AF-18.23: the chain runs on, but the Encounter Step is over; the next one is skipped."""
    marks = {"hide#6": Mark()}
    table = duel(
        Side(play=["bedroll#1"]), Side(play=["hide#5", "hide#6"], marks=marks), step="encounter"
    )
    do(table, ANA, Attack(), "hide#5 (2)", "bedroll#1", "hide#6 (2)")
    assert (table.players[BEN].health, table.players[BEN].willpower) == (20, 16)
    assert table.players[ANA].skip_next


@pytest.mark.parametrize("step", ["main", "encounter"])
def test_hide_elsewhere_restores_nothing(step: Literal["main", "encounter"]) -> None:
    """AF-18.23: in the opponent's Main Step, or in one's own Encounter Step."""
    if step == "main":
        table = duel(Side(play=["steed#1"]), Side(play=["hide#5"]))
        do(table, ANA, Use("steed#1"), "hide#5 (2)")
        assert (table.players[BEN].health, table.players[ANA].skip_next) == (19, True)
    else:
        table = duel(Side(play=["hide#1"]), Side(play=["rotten_cuisine#5"]), step=step)
        do(table, ANA, Attack(), "rotten_cuisine#5", "hide#1 (2)")
        assert (table.players[ANA].health, table.players[BEN].skip_next) == (18, True)


# Wards, Dodges and Valour


@pytest.mark.parametrize(
    ("ana", "health", "turn", "lost"),
    [
        ([], 20, 5, 1),  # a ward of another turn
        (["full_plate#1"], 20, 1, 0),  # the Encounter would take nothing
        ([], 0, 1, 0),  # there is nothing left to take
    ],
)
def test_when_a_ward_is_not_rolled(ana: list[str], health: int, turn: int, lost: int) -> None:
    """AF-18.8: only when an Encounter of that turn would lower Health."""
    table = duel(None, Side(play=[card.replace("#1", "#5") for card in ana], health=health))
    table.players[BEN].wards = [Ward(turn, "1d6", 3)]
    do(table, ANA, EndMain())
    do(table, ANA, Attack())
    assert table.players[BEN].health == health - lost


def test_a_ward_covers_no_other_attack() -> None:
    """AF-18.8: Steed's attack is no Encounter."""
    table = duel(Side(play=["steed#1"]))
    table.players[BEN].wards = [Ward(1, "1d6", 3)]
    do(table, ANA, Use("steed#1"))
    assert table.players[BEN].health == 19


def test_dodge_stops_no_parley() -> None:
    """AF-18.11."""
    table = duel(step="encounter")
    table.players[BEN].immune = True
    do(table, ANA, Parley())
    assert table.players[BEN].willpower == 19


def test_valour_guards_too() -> None:
    """AF-18.49: Ben's parley meets Ana's Defence of 5."""
    table = duel(
        Side(play=["steed#1", "income#1", "canine#1"]), Side(play=["valour#5", "full_plate#5"])
    )
    do(table, ANA, Use("steed#1"), "valour#5")
    do(table, ANA, EndMain())
    do(table, ANA, Parley(), "1d6", 6)
    assert table.players[BEN].willpower == 20 - (6 + 1 - 5)


# Rolls


def test_equal_rolls_do_nothing() -> None:
    """AF-18.45."""
    table = duel(Side(play=["spiked_tea#1"]))
    do(table, ANA, Use("spiked_tea#1"))
    assert table.events == []


@pytest.mark.parametrize(("rolls", "gone"), [([4, 2], ["sword"]), ([2, 3], []), ([2, 4], [])])
def test_sword_breaker_reads_the_latest_roll(rolls: list[int], gone: list[str]) -> None:
    """AF-18.46: strictly higher than that one; Ana rolls 3."""
    marks = {"club#1": Mark()}
    table = duel(Side(play=["sword_breaker#1", "club#1"], marks=marks), Side(play=["sword#5"]))
    table.players[BEN].attack_rolls = rolls
    do(table, ANA, Use("sword_breaker#1"), "1d4", 3)
    assert at(table, "Ben/discard") == gone


@pytest.mark.parametrize(
    ("events", "gained"),
    [
        ([Event(ANA, "health", 5, 5)], 0),  # what Ana took herself
        ([Event(BEN, "health", 5, 2)], 3),  # damage dealt, though less was lost
        ([Event(BEN, "health", 5, 5, negated=True)], 0),
        ([Event(BEN, "health", 4, 4), Event(BEN, "willpower", 4, 4)], 0),
        ([Event(BEN, "willpower", 2, 2), Event(BEN, "willpower", 3, 3)], 3),
    ],
)
def test_what_loot_counts(events: list[Event], gained: int) -> None:
    """AF-18.26."""
    table = duel(Side(play=["loot#1"]), step="encounter", events=events)
    do(table, ANA, NoEncounter())
    assert table.players[ANA].mind == 10 + gained


# Hosts


def test_shift_shape_cannot_discard_a_class() -> None:
    """AF-10.15, AF-17.2."""
    table = duel(
        Side(play=["shift_shape#1", "knight#1"], marks={"knight#1": Mark(host="shift_shape#1")})
    )
    do(table, ANA, Use("shift_shape#1", 1))
    assert "knight#1" in table.players[ANA].cards


@pytest.mark.parametrize(
    ("host", "card", "counts"),
    [
        ("patchwork_monstrosity#1", "canine#1", True),
        ("initiates_notes#1", "canine#1", True),
        ("special_training#1", "canine#1", True),
        ("magic_staff#1", "canine#1", True),
        ("shift_shape#1", "canine#1", True),
        ("flourish#1", "canine#1", True),
        ("cashflow#1", "canine#1", False),
        ("echoes_of_life#1", "canine#1", False),
    ],
)
def test_what_works_under_a_host(host: str, card: str, counts: bool) -> None:
    """AF-6.3, AF-16.2, AF-16.4: it works and counts for Mind, and goes with its host."""
    table = duel(None, Side(play=[host, card], marks={card: Mark(host=host)}, mind=0))
    assert stat(table, BEN, "attack") == counts
    end_turn(table)
    player = table.players[BEN]
    assert player.mind == 1 + counts
    do(table, BEN, Discard(host))
    assert (card in player.cards) == (host == "flourish#1")


def test_frantic_discards_went_this_turn() -> None:
    """AF-17.10, AF-18.44: Spells from the top of the deck may come back by Spell Book."""
    table = duel(
        Side(
            play=["frantic_search#1", "spell_book#1"],
            discard=["club#1", "club#2", "club#3"],
            deck=["gale#1"],
        )
    )
    do(table, ANA, Use("frantic_search#1", 1), "gale#1", "club#1", "club#2")
    do(table, ANA, Use("spell_book#1"))
    assert at(table, "Ana/shown") == ["gale"]


def test_a_deck_that_a_card_is_shuffled_into_has_no_order() -> None:
    """AF-17.7: what lay on top lies there no longer."""
    table = duel(Side(play=["necromancy#1"], discard=["club#1"], deck=["helm#1", "pike#1"]))
    do(table, ANA, Use("necromancy#1"))
    deck = table.players[ANA].deck
    assert (deck.top, deck.bag) == ([], ["club#1", "helm#1", "pike#1"])


@pytest.mark.parametrize(
    ("move", "fitting"),
    [
        (Use("beltpouch#1", 1), ["gold_coin#1"]),
        (Use("pack#1"), ["gold_coin#1"]),
        (Use("wise_old_mentor#1"), ["knight#1"]),
        (Encounter("ribbon#1"), ["gold_coin#1"]),
        (Use("extra_ration#1"), ["canine#1"]),
    ],
)
def test_what_a_search_may_find(move: Use | Encounter, fitting: list[str]) -> None:
    """AF-17.5: Loot, a Class, a card of cost 0, a Minion; and always nothing."""
    deck = ["club#1", "knight#1", "gold_coin#1", "canine#1", "income#1"]
    step: Literal["main", "encounter"] = "encounter" if isinstance(move, Encounter) else "main"
    table = duel(Side(play=[move.card], deck=deck), step=step)
    script = Script(["nothing"])
    ruleset.perform(Game(table, script), ANA, move)
    question = script.choices[-1]
    assert isinstance(question, Choose)
    assert question.options == (*fitting, "nothing")


def test_gold_coin_charms_its_owner() -> None:
    """AF-17.14."""
    table = duel(Side(play=["gold_coin#1"]))
    do(table, ANA, Use("gold_coin#1", 1))
    assert (stat(table, ANA, "charisma"), stat(table, BEN, "charisma")) == (1, 0)
    end_turn(table)
    assert stat(table, ANA, "charisma") == 0


# Rules beyond the cards there are


def test_a_lower_cost_never_pays_back() -> None:
    """AF-7.11: three Mind less for a Helm of 1 makes it free, no more."""
    table = duel(Side(hand=["helm#1"], mind=0))
    player = table.players[ANA]
    assert not obstacle(player, catalogue()["helm"], cost_change=-3)
    play_at_once(Game(table, Script([])), ANA, "helm#1", cost_change=-3)
    assert (player.mind, stat(table, ANA, "defence")) == (0, 1)


@pytest.mark.parametrize(("seat", "until"), [(ANA, 2), (BEN, 3)])
def test_the_next_turn_of_the_other_begins_later(seat: str, until: int) -> None:
    """AF-13.4: on Ana's turn 1, Ben's next turn is 2; hers is 3, for this one has begun."""
    table = duel()
    act = Act(Game(table, Script([])), seat, "", catalogue()["stench"], Mark())
    SetStat("opponent", "end_of_opponent_next_turn", "charisma", 0).do(act)
    [lasting] = table.players[table.other(seat)].effects
    assert lasting.until == until


# What the story says


def test_the_story_tells_why() -> None:
    """AF-12.3, AF-14.2, AF-14.4: how a blow adds up, and by what a seat is beaten."""
    table = duel(
        Side(play=["canine#1", "sword#1"]), Side(play=["helm#5"], health=4), step="encounter"
    )
    rolled, told, *_, why, end = do(table, ANA, Attack(), "1d8", 4)
    assert rolled.moment == Moment(ANA, "Attack Die: 1d8", (Turned(reads="4", die=8),), None, "4")
    assert told.text == (
        "Ana’s Simple Attack rolls 4, +1 for Attack, -1 for their Defence: 4 damage."
    )
    assert (why.text, end.text) == ("Ben is at 0 Health.", "Ben is beaten. Ana wins.")
    table = duel(step="encounter")
    table.players[ANA].deck.top.clear()
    lines = do(table, ANA, NoEncounter())
    assert lines[0].text == "Ana has run out of cards and played none this turn."
    assert lines[0].clauses == ("AF-14.4",)


def test_what_was_dealt_is_a_moment_of_its_own_before_the_next_turn_begins() -> None:
    """AF-2.12, AF-2.13: nobody takes it for the doing of the card that is drawn then."""
    table = duel(Side(play=["canine#1", "sword#1"]), Side(play=["helm#5"]), step="encounter")
    lines = do(table, ANA, Attack(), "1d8", 4)
    seen = [line.moment for line in lines if line.moment is not None]
    assert [(moment.who, moment.aim, moment.verdict) for moment in seen] == [
        (ANA, "Attack Die: 1d8", "4"),
        (ANA, "Simple Attack", "4 damage to Ben"),
        (BEN, "Draw", ""),
    ]


def test_the_first_hands_are_told_to_their_owners() -> None:
    """AF-5.3, AF-5.4, AF-19.2."""
    record = Record(
        ruleset,
        Header(ruleset.id, ruleset.version, SEATS, options={"first": ANA}),
        chance=lambda question, n, k: question.at(0),
    )
    record.set_up()
    own, other = (see(record, seat).log[1].text for seat in (ANA, BEN))
    assert other == "Ana is Player 1: 2 Mind and 5 cards to start."
    assert own.startswith(f"{other} You draw ")
    assert (own.count(","), own.count(" and ")) == (3, 2)
    hand = record.state.players[ANA].hand.top
    shown, hidden, unseen = (see(record, seat).log[0].moment for seat in (ANA, BEN, None))
    assert shown is not None
    assert len({turned.card for turned in shown.turned} & {*hand}) == 5
    assert hidden == unseen == Moment(ANA, "Opening hand", (Turned(),) * 5, seen_by=(ANA,))
    for seat in (BEN, None):
        sent = msgspec.json.encode(see(record, seat)).decode()
        assert not any(card in sent for card in hand)


def test_who_picks_a_slot_reads_what_would_go() -> None:
    """AF-9.6."""
    table = duel(Side(play=["club#1", "sword#1"], hand=["buckler#1"]))
    script = Script(["left_hand"])
    ruleset.perform(Game(table, script, (), []), ANA, Play("buckler#1"))
    [question] = script.choices
    assert isinstance(question, Choose)
    assert question.notes == {
        "left_hand": "in place of Club",
        "right_hand": "in place of Sword",
    }


def test_cards_of_both_seats_are_told_apart() -> None:
    """AF-18.42."""
    table = duel(Side(play=["smiths_almanac#1", "helm#1"]), Side(play=["helm#5"]))
    script = Script(["helm#5"])
    ruleset.perform(Game(table, script, (), []), ANA, Use("smiths_almanac#1"))
    [question] = script.choices
    assert isinstance(question, Choose)
    assert question.labels == {"helm#1": "Ana’s Helm", "helm#5": "Ben’s Helm"}


# What works, and what does not


def test_a_blow_is_negated_once_though_it_took_nothing() -> None:
    """AF-11.12, AF-11.16: overkill; the second Shield finds no attack any more."""
    events = [Event(ANA, "health", 5, 0, "attack", True)]
    table = duel(Side(play=["homemade_shield#1", "shield#1"], mind=9), events=events)
    do(table, ANA, Use("homemade_shield#1"))
    assert refused(table, ANA, Use("shield#1")) == "AF-10.14"


def test_terrify_under_valet_frightens_nobody() -> None:
    """AF-16.2, AF-17.3."""
    for marks, charisma in (({}, -2), ({"terrify#1": Mark(host="valet#1")}, 0)):
        table = duel(Side(play=["valet#1", "terrify#1"], marks=marks))
        assert stat(table, BEN, "charisma") == charisma


@pytest.mark.parametrize(
    ("hosts", "marks", "attack", "parley"),
    [
        (["shift_shape#1"], {"sword#1": Mark(host="shift_shape#1")}, "1d8", "1d1"),
        (["flourish#1"], {"sword#1": Mark(host="flourish#1")}, "1d1", "1d8"),
        (
            ["valet#1", "flourish#1"],
            {"flourish#1": Mark(host="valet#1"), "sword#1": Mark(host="flourish#1")},
            *("1d8", "1d1"),
        ),
    ],
)
def test_what_flourish_rewrites(
    hosts: list[str], marks: dict[str, Mark], attack: str, parley: str
) -> None:
    """AF-16.7, AF-18.18: only under Flourish, and only while its own text works."""
    table = duel(Side(play=[*hosts, "sword#1"], marks=marks))
    assert str(dice(table, ANA, "attack")[-1]) == attack
    assert str(dice(table, ANA, "parley")[-1]) == parley


@pytest.mark.parametrize("card", ["shield#1", "poison_dagger#1", "lute#1", "horns#1"])
def test_a_gauntlet_helps_weapons_to_knights_only(card: str) -> None:
    """AF-8.2, AF-20.9: no Armour, and no other symbol."""
    table = duel(Side(play=["knight#1", "dwarf_gauntlet#1"], hand=[card]))
    assert refused(table, ANA, Play(card)) == "AF-8.2"


def test_what_counts_as_a_weapon_in_play() -> None:
    """AF-16.2, AF-18.12, AF-18.14: under Cashflow none, under Echoes while it is awake."""
    asleep, awake = Mark(host="echoes_of_life#1"), Mark(host="echoes_of_life#1", activated=True)
    for host, mark, counts in (
        ("cashflow#1", Mark(host="cashflow#1"), False),
        ("echoes_of_life#1", asleep, False),
        ("echoes_of_life#1", awake, True),
        ("valet#1", Mark(host="valet#1"), True),
    ):
        table = duel(Side(play=["quick_thrust#1", host, "sword#1"], marks={"sword#1": mark}))
        if counts:
            do(table, ANA, Use("quick_thrust#1"), 1)
        else:
            assert refused(table, ANA, Use("quick_thrust#1")) == "AF-10.14"


def ways(table: Table, card: str) -> tuple[str, ...]:
    """The ways in which this card may be played."""
    script = Script(["left_hand"])
    ruleset.perform(Game(table, script), ANA, Play(card))
    [question] = script.choices
    assert isinstance(question, Choose)
    return question.options


def test_which_cards_a_physique_may_free() -> None:
    """AF-18.25: one card at a time, no Weapon, and only while it works."""
    hands = ("left_hand", "right_hand")
    for marks, card, found in (
        ({}, "buckler#1", (*hands, "none")),
        ({}, "sword#1", hands),
        ({"hulking_physique#1": Mark(names="hand_mirror#1")}, "buckler#1", hands),
        ({"hulking_physique#1": Mark(host="valet#1")}, "buckler#1", hands),
    ):
        mirror = {"hand_mirror#1": Mark()}
        play = ["knight#1", "valet#1", "hulking_physique#1", *mirror]
        table = duel(Side(play=play, marks={**mirror, **marks}, hand=[card]))
        assert ways(table, card) == found
    table = duel(Side(play=["hulking_physique#1", "sword#1"]))
    assert refused(table, ANA, Free("hulking_physique#1", "sword#1", "left_hand")) == "AF-18.25"


def test_beltpouch_under_valet_frees_nothing() -> None:
    """AF-17.3, AF-18.2."""
    marks = {"beltpouch#1": Mark(host="valet#1")}
    table = duel(Side(play=["valet#1", "beltpouch#1"], marks=marks, hand=["health_potion#1"]))
    do(table, ANA, Play("health_potion#1"))
    assert table.players[ANA].cards["health_potion#1"].slots == ["beltpouch"]


def test_what_may_pay_for_a_discard() -> None:
    """AF-10.12, AF-17.2: a Class under Valet is not protected; a working one is."""
    marks = {"knight#1": Mark(host="valet#1")}
    table = duel(Side(play=["pack#1", "valet#1", "knight#1", "bard#1"], marks=marks))
    assert Discard("bard#1") not in legal_moves(table, ANA)
    assert Discard("knight#1") in legal_moves(table, ANA)
    script = Script(["knight#1", "nothing"])
    ruleset.perform(Game(table, script), ANA, Use("pack#1"))
    question = script.choices[0]
    assert isinstance(question, Choose)
    assert question.options == ("pack#1", "valet#1", "knight#1")


def test_nothing_is_offered_when_the_game_is_over() -> None:
    """AF-14.3."""
    table = duel()
    do(table, BEN, Concede())
    assert ruleset.offers(table, ANA) == ruleset.offers(table, BEN) == []


def test_the_banner_tells_the_step_and_the_task_is_the_active_players() -> None:
    """AF-6.1, AF-19.1."""
    table = duel(Side(mind=3, health=14))
    for seat in (None, ANA, BEN):
        assert view(table, seat).banner == "Turn 1: Ana, Main Step"
    assert view(table, ANA).task == "Play cards for your Mind, then end the Main Step."
    assert view(table, BEN).task == view(table, None).task == ""


def test_the_main_steps_offers() -> None:
    """AF-6.9, AF-7.12: the way on comes before the one offer to discard any card in play."""
    table = duel(Side(play=["helm#1", "canine#1", "knight#1"]))
    on, away = [offer for offer in ruleset.offers(table, ANA) if offer.group == "Step"]
    assert (on.do, away.do) == ("end-main", "discard")
    [card] = ruleset.form(table, ANA, away, {}).params
    assert isinstance(card, One)
    assert card.options == ("helm#1", "canine#1")
    table.players[ANA].mind = 0
    [closed] = [offer for offer in ruleset.offers(table, ANA) if offer.do == "discard"]
    assert closed.why_not == "A discard costs 1 Mind; you have none."


def test_an_encounter_says_what_it_takes() -> None:
    """AF-12.3, AF-12.4: with the best die, as things are."""
    side = Side(play=["sword#1", "trick_coin#1"])
    table = duel(side, Side(play=["buckler#5"]), step="encounter")
    notes = {offer.do: offer.note for offer in ruleset.offers(table, ANA) if offer.note}
    assert notes == {
        "attack": "1d8 -2 from their Health",
        "parley": "2 from their Willpower",
    }


@pytest.mark.parametrize(("mind", "lost"), [(8, False), (9, False), (10, True)])
def test_only_mind_above_ten_is_told_as_lost(mind: int, lost: bool) -> None:
    """AF-6.5: with nothing in play Ben gains 1."""
    record = kept(duel(Side(), Side(mind=mind)))
    record.do(ANA, {"do": "end-main"})
    record.do(ANA, {"do": "no-encounter"})
    told = [line.text for line in see(record, BEN).log if "gains 1 Mind" in line.text]
    assert [("lost" in line) for line in told] == [lost]
    assert record.state.players[BEN].mind == min(10, mind + 1)
