"""Whom the table waits for, and what each chair reads of it."""

from __future__ import annotations

from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.rules import spans
from fatedeck.games.thousand_faces.state import Foe, Table
from tests.games.thousand_faces.tabletop import player, table


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
