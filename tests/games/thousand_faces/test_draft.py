"""Drafts come to an end, whoever keeps what."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Draw, Question
from fatedeck.games.thousand_faces import ruleset
from fatedeck.games.thousand_faces.machine.policy import Adventurer
from fatedeck.games.thousand_faces.rules import choosing
from fatedeck.games.thousand_faces.rules.choosing import ChooseMove, KeepCard
from fatedeck.games.thousand_faces.rules.creation import BeginPlay
from fatedeck.games.thousand_faces.state import Options, Table

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eva")


def dealt(players: int, luck: random.Random) -> Game[Table]:
    """A table that drafts, the hands dealt."""

    def answer(question: Question) -> Answer:
        assert isinstance(question, Draw)
        return luck.choice(question.cards)

    seats = (Seat("GM", "gm"), *(Seat(name) for name in NAMES[:players]))
    game = Game(ruleset.begin(Options(moves="draft"), seats), answer, seats)
    ruleset.setup(game)
    return game


@pytest.mark.parametrize("players", range(1, 6))
def test_every_drafter_gets_three_cards(players: int) -> None:
    """Also one whose hand holds no card within the limits. TFA-316, TFA-318."""
    for seed in range(25):
        luck = random.Random(seed)
        game = dealt(players, luck)
        state = game.state
        while choosing.turn(state):
            able = [s for s in state.order if KeepCard.why_closed(state, s) is None]
            if able:
                seat = luck.choice(able)
                kept = luck.choice(list(choosing.keepable(state, seat)))
                ruleset.perform(game, seat, KeepCard(kept))
            else:
                seat = choosing.turn(state)
                chosen = luck.choice(list(choosing.choosable(state, seat)))
                ruleset.perform(game, seat, ChooseMove(chosen))
        taken = [card.id for player in state.players.values() for card in player.moves]
        assert len(taken) == 3 * players
        assert len(set(taken)) == len(taken)


@pytest.mark.parametrize("players", range(1, 6))
def test_the_machine_drafts_for_absent_seats(players: int) -> None:
    """It waits while others choose, and never acts in vain. TFA-318."""
    game, policy = dealt(players, random.Random(players)), Adventurer()
    for _ in range(6):
        for seat in game.state.order:
            action = policy.act(game.state, seat)
            if action is not None:
                ruleset.perform(game, seat, action)
    assert BeginPlay.why_closed(game.state, "GM") is None
    assert all(policy.act(game.state, seat) is None for seat in game.state.order)
