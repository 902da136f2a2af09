"""Experience: what a player asks the GM for, beside what is learned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Words
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.families import OfOneWhoIsAble
from fatedeck.games.thousand_faces.state import Table

GROUP = "XP"


class MercyFlashback(OfOneWhoIsAble, frozen=True):
    """A forgotten action, if player and GM agree, for its own cost plus 1 XP.

    The player then does it, as if in time and in the right place. TFA-183.
    """

    says = Says("Ask for something you forgot", GROUP, cost="1 XP")
    text: Annotated[str, Words(label="What?")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].xp > 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].xp:
            return Refused("TFA-183", "That costs 1 XP.")
        if state.players[seat].mercy:
            return Refused("TFA-183", "Do what you’re allowed to do first.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        prompt = f"{name_of(game, seat)} forgot something: “{self.text}”. Allow it?"
        if game.may(state.gm, "mercy", prompt, "TFA-183", yes="Allow", no="No"):
            player.xp -= 1
            player.mercy = True
            game.tell("{seat} did it all along: {text}", "TFA-183", seat=seat, text=self.text)
        else:
            game.tell("{seat} didn’t think of it in time.", "TFA-183", seat=seat)


class TakeBigRisk(OfOneWhoIsAble, frozen=True):
    """When the PC first takes a big risk for the goal, the 2 XP are the player's. TFA-321."""

    says = Says("Take a big risk", GROUP)
    text: Annotated[str, Words(label="What risk?")] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].fateful_xp > 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].fateful_xp:
            return Refused("TFA-321", "There’s no XP on your Fateful Moment.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label=f"Take a big risk: {state.players[seat].fateful}")

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        how = f": “{self.text}”" if self.text else ""
        prompt = f"{name_of(game, seat)} takes a risk for “{player.fateful}”{how}. Is it a big one?"
        if not game.may(state.gm, "big-risk", prompt, "TFA-321"):
            game.tell("{seat}’s big risk is still to come.", "TFA-321", seat=seat)
            return
        gained, player.fateful_xp = player.fateful_xp, 0
        player.xp += gained
        told = "{seat} takes a big risk ({fateful}) and gains {gained} XP."
        game.tell(told, "TFA-321", seat=seat, fateful=player.fateful, gained=gained)
