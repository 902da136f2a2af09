"""Who may do what, and when: said once for all moves of a kind."""

from __future__ import annotations

from typing import ClassVar

from fatedeck.engine.actions import Action
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.state import Step, Table


class Move(Action[Table], frozen=True):
    """What a seat does until the game is over. It rests on nothing that the seat does not see.

    AF-14.3, AF-19.6.
    """

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.step != "over" and seat in state.players

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return Refused("AF-14.3", "The game is over.") if state.step == "over" else None

    def perform(self, game: Game[Table], seat: str) -> None:
        game.state.rolled = []
        super().perform(game, seat)


class OnMyTurn(Move, frozen=True):
    """What only the active player does, in one of the steps of a turn. AF-7.1."""

    step: ClassVar[Step]
    not_now: ClassVar[tuple[str, str]]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.step == cls.step and state.active == seat

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.step == cls.step and state.active == seat:
            return None
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.active != seat:
            return Refused("AF-7.1", "It isn’t your turn yet.")
        return Refused(*cls.not_now)


class InTheMainStep(OnMyTurn, frozen=True):
    """Cards are played and used until the Main Step is ended. AF-6.9."""

    step = "main"
    not_now = ("AF-6.9", "Your Main Step is over. Hold an Encounter, or skip it.")


class InTheEncounterStep(OnMyTurn, frozen=True):
    """One Encounter, or none. AF-12.1."""

    step = "encounter"
    not_now = ("AF-12.1", "End your Main Step first.")
