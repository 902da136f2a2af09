"""Telling the story: who is next, what happens, when a turn and the session end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure
from fatedeck.games.deckahedron.rules.families import InTheStory, OfTheGm, players
from fatedeck.games.deckahedron.rules.turns import (
    end_session,
    end_turn,
    give_spotlight,
    shuffle_in,
    why_not_give_spotlight,
    why_not_shuffle_in,
)
from fatedeck.games.deckahedron.state import Table

STORY, CARDS, TURN, SESSION = "Story", "Cards", "Turn", "Session"


class GiveSpotlight(OfTheGm, frozen=True):
    """The GM says who is next. DKH-19."""

    says = Says("Pick who’s next", STORY)
    player: Annotated[str, Figure(players, why_not_give_spotlight, clause="DKH-19")]

    def do(self, game: Game[Table], seat: str) -> None:
        give_spotlight(game, self.player)


class Narrate(InTheStory, frozen=True):
    """Say what you think, feel and do, or what happens. DKH-14, DKH-16, DKH-28."""

    says = Says("Say what you do", STORY)
    words: str

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label="Say what happens") if seat == state.gm else Way()

    def do(self, game: Game[Table], seat: str) -> None:
        clause = "DKH-28" if seat == game.state.gm else "DKH-14"
        game.tell("{seat}: {words}", clause, seat=seat, words=self.words)


class Reshuffle(InTheStory, frozen=True):
    """Shuffle the discard pile back in. DKH-31, DKH-74."""

    says = Says("Shuffle your discards back in", CARDS)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat != state.gm or state.has("combat")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_shuffle_in(state, seat)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label="Shuffle the foes’ discards back in") if seat == state.gm else Way()

    def do(self, game: Game[Table], seat: str) -> None:
        shuffle_in(game, seat)


class EndTurn(InTheStory, frozen=True):
    """The results are told; the turn is over. DKH-19, DKH-30."""

    says = Says("End your turn", TURN)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat != state.gm or bool(state.spotlight)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.spotlight:
            return Refused("DKH-19", "Nobody is in the spotlight.")
        if seat not in (state.gm, state.spotlight):
            return Refused("DKH-19", f"It’s {state.spotlight}’s turn to end.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label=f"End {state.spotlight}’s turn") if seat == state.gm else Way()

    def do(self, game: Game[Table], seat: str) -> None:
        game.tell("{spotlight}’s turn ends.", "DKH-19", spotlight=game.state.spotlight)
        end_turn(game)


class EndSession(OfTheGm, frozen=True):
    """The GM declares the session ended; nobody wins or loses. DKH-6."""

    says = Says("End the session", SESSION)

    def do(self, game: Game[Table], seat: str) -> None:
        end_session(game)
