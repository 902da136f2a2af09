"""Whom the table waits for, and what each chair reads of it."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.engine.tale import Tale
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.rules import creation, spans
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.rules.moves import carry_out
from fatedeck.games.thousand_faces.state import Foe, Move, Table
from tests.games.thousand_faces.tabletop import drawing, player, table


def in_combat(stamina: int = 5) -> Table:
    state = table(player(), player(), player())
    state.combat = 1
    state.foes = [Foe("Grunt", stamina)]
    return state


def test_whoever_has_made_the_move_does_not_hold_the_turn() -> None:
    """TFA-72, TFA-73: in a combat the others may take the spotlight then; no GM need move it."""
    state = in_combat()
    spans.begin(state, "Ana", fast=False)
    assert ruleset.view(state, "Ana").turn == ("Ben", "Cleo")
    assert ruleset.view(state, "Ana").task == ""
    assert ruleset.view(state, "Cleo").task == "Say what you do, or make a move."
    spans.begin(state, "Cleo", fast=True)  # a FAST move leaves the normal one
    assert ruleset.view(state, "Ben").turn == ("Cleo",)


def test_outside_of_a_combat_the_turn_stays() -> None:
    """TFA-72: without turns whoever was last in the spotlight may go on."""
    state = table(player(), player())
    spans.begin(state, "Ana", fast=False)
    assert ruleset.view(state, "Ben").turn == ("Ana",)


def test_the_last_one_who_can_act_goes_on() -> None:
    state = in_combat()
    state.players["Ben"].conditions = ["unconscious"]
    state.players["Cleo"].conditions = ["unconscious"]
    spans.begin(state, "Ana", fast=False)
    assert ruleset.view(state, "Ana").turn == ("Ana",)


def test_a_fight_without_foes_left_is_for_the_gm_to_end() -> None:
    """TFA-336."""
    state = in_combat(stamina=0)
    spans.begin(state, "Ana", fast=False)
    found = ruleset.view(state, "GM")
    assert (found.turn, found.deed) == (("GM",), "end-combat")
    assert found.task == "The fight is decided. End it."
    state.foes[0].stamina = 1
    assert ruleset.view(state, "GM").deed == ""


def test_a_combat_that_nobody_has_come_to_yet_is_not_decided() -> None:
    state = in_combat()
    state.foes = []
    assert ruleset.view(state, "GM").deed == ""


def test_whoever_is_down_is_told_so_and_does_not_hold_the_turn() -> None:
    """TFA-95, TFA-294: the fight is over; the others may act, and the GM can get Ana back up."""
    state = table(player(), player())
    state.players["Ana"].name = "Petra"
    spans.begin(state, "Ana", fast=False)
    state.players["Ana"].conditions = ["incapacitated", "out"]

    mine = ruleset.view(state, "Ana")
    assert mine.turn == ("Ben",)
    assert mine.task == (
        "You’re incapacitated: until GM gets you back up you can’t act. "
        "The others can say how they help you."
    )
    helps = "Petra is incapacitated. Say how you help, or make a move."
    assert ruleset.view(state, "Ben").task == helps
    told = "Petra is incapacitated. Get them back up, or say what becomes of them."
    assert ruleset.view(state, "GM").task == told
    state.combat = 1
    assert ruleset.view(state, "GM").task == ""


def test_the_gm_reads_who_waits_for_two_goals() -> None:
    """TFA-321: to the right of the GM sits the one whose goals the GM offers."""
    state = table(player(), player())
    state.phase = "creation"
    (right,) = creation.right_neighbour(state, "GM")
    state.players[right].fateful = ""
    state.players[right].moves = []
    assert ruleset.view(state, "GM").deed != "offer-goals"
    state.players[right].moves = [Move("good_cardio")]
    found = ruleset.view(state, "GM")
    assert ("GM" in found.turn, found.deed) == (True, "offer-goals")
    assert found.task == f"{right} waits for the two goals that you offer."
    state.players[right].fateful_offers = ["find a home", "locate a prize"]
    assert ruleset.view(state, "GM").deed != "offer-goals"


def test_where_nobody_can_act_the_gm_gets_somebody_up() -> None:
    """TFA-294: with one player nothing else would go on."""
    state = table(player())
    spans.begin(state, "Ana", fast=False)
    state.players["Ana"].conditions = ["incapacitated", "unconscious"]
    found = ruleset.view(state, "GM")
    assert (found.turn, found.deed) == (("GM",), "restore")
    assert found.task.startswith("Ana is incapacitated. Get them back up")
    assert ruleset.view(state, "Ana").task == (
        "You’re incapacitated: until GM gets you back up you can’t act."
    )
    state.players["Ana"].conditions.append("dead")
    assert ruleset.view(state, "GM").deed == ""
    assert ruleset.view(state, "Ana").task == (
        "You’re dead: only GM can bring you back, for a Journey point."
    )


def test_getting_somebody_up_is_likely_once_the_fight_is_over() -> None:
    """TFA-294."""
    state = in_combat()
    state.players["Ana"].conditions = ["out"]
    assert "restore" in ruleset.likely
    for combat, unlikely in ((1, True), (0, False)):
        state.combat = combat
        [offer] = [offer for offer in ruleset.offers(state, "GM") if offer.do == "restore"]
        assert offer.unlikely is unlikely


def test_the_gm_names_what_a_middling_result_brings() -> None:
    """TFA-63: until somebody does something else, or a fight begins."""
    state = table(player(strength=3))
    danger = Effort("Ana", catalogue.moves()["defy_danger"], "str")
    for card, told in (
        ("D05", "Name what it costs Ana: part of the way, with a slip, a delay or a price."),
        ("D02", "Name what comes with it for Ana: done, with a new complication."),
        ("D13", ""),
    ):
        carry_out(Game(state, drawing(card)), danger)
        assert ruleset.view(state, "GM").task == told, card
    carry_out(Game(state, drawing("D03")), danger)
    assert ruleset.view(state, "GM").task
    spans.fight_begins(state)
    assert ruleset.view(state, "GM").task == ""


def test_a_wish_does_not_outlive_the_night_or_the_scene() -> None:
    state = table(player())
    for ends in (spans.day_ends, spans.scene_ends):
        state.tale = Tale(wishes={"Ana": "go:home"})
        ends(state)
        assert state.tale.wishes == {}
