"""Duels and fights of one against one keep OpenSpiel's contract."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pyspiel  # type: ignore[import-not-found]
import pytest

from fatedeck.bots.openspiel import load_game
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.imagine import redeal
from tests.bots.test_pettingzoo import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_own_test(game: str) -> None:
    pyspiel.random_sim_test(load_game(game), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("game", GAMES)
def test_openspiels_own_test_with_every_position_written_down(game: str) -> None:
    """Each is done again from its beginning, so the game is broken off early."""
    pyspiel.random_sim_test(load_game(game, longest=12), 1, serialize=True, verbose=False)


def test_what_a_player_knows_does_not_depend_on_what_is_hidden_from_it() -> None:
    """The other's hand dealt anew leaves all that a player sees as it is."""
    luck = random.Random(3)
    state = load_game("adventurer-factory").new_initial_state()
    for _ in range(60):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            match, player = state.at.match, state.current_player()
            seat = state.at.seats[player]
            before = state.at.shown(seat)
            true = match.shown
            match.shown = match.codec.copy(true)
            redeal(match.ruleset, match.shown, seat, luck)
            assert state.at.shown(seat) == before
            match.shown = true
        state.apply_action(luck.choice(state.legal_actions()))


def test_the_example_learns_to_be_hard_to_exploit() -> None:
    """From any card of two, a best response wins a twelfth on average; learning leaves little.

    With all four cards dealt only the second to lay can do better than chance: in two of the six
    deals, 1 3 against 2 4 and 2 4 against 1 3, by half a duel. That is a sixth, shared by two.
    """
    example = Path(__file__).parents[2] / "examples" / "exploitability.py"
    ran = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True)
    before, after = (float(line.rpartition(": ")[2]) for line in ran.stdout.splitlines())
    assert before == pytest.approx(1 / 12, abs=0.001)
    assert after < before / 3


def test_a_copy_goes_its_own_way() -> None:
    state = load_game("high-card").new_initial_state()
    for _ in range(4):
        state.apply_action(state.legal_actions()[0])
    other = state.clone()
    known = state.information_state_string(0)
    other.apply_action(other.legal_actions()[0])
    assert state.information_state_string(0) == known
    assert other.information_state_string(0) != known


def test_a_party_of_two_is_too_many() -> None:
    with pytest.raises(Unreadable, match="two players"):
        load_game("deckahedron", party="Brann, Ysolde")


def test_a_position_that_was_written_down_is_the_same_again() -> None:
    """Laid out as it was, and both players know what they knew."""
    game = load_game("deckahedron", party="Brann", foes="Wolf", longest=50)
    state = game.new_initial_state()
    luck = random.Random(5)
    for _ in range(12):
        state.apply_action(luck.choice(state.legal_actions()))
    written = pyspiel.serialize_game_and_state(game, state)
    other, again = pyspiel.deserialize_game_and_state(written)
    assert str(other) == str(game)
    assert (again.history(), str(again)) == (state.history(), str(state))
    for player in (0, 1):
        assert again.information_state_string(player) == state.information_state_string(player)
    assert again.legal_actions() == state.legal_actions()
