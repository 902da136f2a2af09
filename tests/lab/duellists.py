"""Policies of a test's own: two who do nothing but strike, and one who does nothing at all."""

from __future__ import annotations

from fatedeck.engine.game import NO
from fatedeck.engine.questions import Answer, Choose, Decision, Number
from fatedeck.engine.ruleset import Policy
from fatedeck.games.adventurer_factory.machine.moves import ATTACK, END_MAIN
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.state import Table as Duel
from fatedeck.games.deck_of_adventures.rules.families import Deed
from fatedeck.games.deck_of_adventures.rules.powers import UsePower
from fatedeck.games.deck_of_adventures.rules.rounds import EndTurn
from fatedeck.games.deck_of_adventures.state import Table


class Striker(Policy[Table]):
    """One Weapon Attack a turn; never redraws."""

    def act(self, state: Table, seat: str) -> Deed | None:
        assert state.combat is not None
        assert state.combat.turn is not None
        turn = state.combat.turn
        other = next(name for name in state.characters if name != turn.who)
        return EndTurn() if turn.attacks else UsePower("Attack, Weapon", targets=[other])

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Number):
            return question.low
        assert isinstance(question, Choose)
        return NO if question.name.startswith("redraw") else question.options[0]


class Swinger(Policy[Duel]):
    """Plays no card and makes a Simple Attack each turn."""

    def act(self, state: Duel, seat: str) -> Move | None:
        return END_MAIN if state.step == "main" else ATTACK

    def answer(self, state: Duel, question: Decision) -> Answer:
        assert isinstance(question, Choose)
        return question.options[0]


class Idler(Policy[Table]):
    """Ends every turn at once."""

    def act(self, state: Table, seat: str) -> Deed | None:
        return EndTurn()

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Number):
            return question.low
        assert isinstance(question, Choose)
        return question.options[0]


class Cheat(Idler):
    """Attacks somebody who is not there."""

    def act(self, state: Table, seat: str) -> Deed | None:
        return UsePower("Attack, Weapon", targets=["the moon"])


NOT_A_POLICY = 3
