"""Telling what happens, and what this table keeps out of its story."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Words
from fatedeck.games.deck_of_adventures.rules.families import TABLE, Deed, OfTheGm, players
from fatedeck.games.deck_of_adventures.state import Table


class LetNarrate(OfTheGm, frozen=True):
    """Let the drawing player tell what happens. DOA-78."""

    says = Says("Let a player tell what happens", TABLE)
    who: Annotated[str, Figure(players, clause="DOA-2")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        drawer = _last_drawer(state)
        return not state.narrator and drawer in state.seats

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        drawer = _last_drawer(state)
        yield Way({"who": drawer}, f"Let {drawer} tell what happens")

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.narrator = self.who
        game.tell("{who} tells what happens.", "DOA-78", who=self.who)


def _last_drawer(state: Table) -> str:
    """The seat for which the last Check was drawn."""
    who = state.characters.get(state.last.who) if state.last is not None else None
    return who.owner if who is not None else ""


class Narrate(Deed, frozen=True):
    """Tell what happens: after a Check the Game Master does, or lets the player. DOA-65, DOA-78."""

    says = Says("Tell what happens", TABLE)
    words: str

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat in (state.gm, state.narrator)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat in (state.gm, state.narrator):
            return None
        return Refused("DOA-78", "The Game Master narrates unless they hand it to you.")

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.narrator = ""
        game.tell("{seat}: “{words}”", "DOA-78", seat=seat, words=self.words)


class Avoid(Deed, frozen=True):
    """Name a topic that this table keeps out of its story; all see it. DOA-67."""

    says = Says("Name a topic to avoid", TABLE)
    topic: Annotated[str, Words(longest=80)]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.combat is None

    def do(self, game: Game[Table], seat: str) -> None:
        if self.topic not in game.state.safety:
            game.state.safety.append(self.topic)
        game.tell("This table avoids: {join}.", "DOA-67", join=", ".join(game.state.safety))
