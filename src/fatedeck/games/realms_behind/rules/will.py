"""Will: spent for cards, or against Madness."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from fatedeck.engine.actions import Says
from fatedeck.engine.cards import face, move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, Many
from fatedeck.games.realms_behind.rules.cards import told_apart
from fatedeck.games.realms_behind.rules.checks import draw_cards
from fatedeck.games.realms_behind.rules.derived import can_act, total
from fatedeck.games.realms_behind.rules.families import HAND, InPlay
from fatedeck.games.realms_behind.state import Table


class ByWill(InPlay, frozen=True):
    """What costs 1 Will: at any time but during a check, unless Downed. RB-11.3, RB-4.8."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not can_act(state.players[seat]):
            return Refused("RB-11.3", "You can’t spend Will while Downed or Stupefied.")
        if not state.players[seat].will:
            return Refused("RB-11.2", "You have no Will left; a rest brings some back.")
        return None


def held(table: Table, seat: str) -> list[str]:
    """The own hand, each card by a name of its own."""
    return told_apart(table.players[seat].hand)


def most_discarded(table: Table, seat: str) -> int:
    """As many as Insight says, of those that are held. RB-11.2."""
    return min(len(table.players[seat].hand), total(table.players[seat], "insight"))


class SpendWill(ByWill, frozen=True):
    """Discard up to Insight cards, then draw that many and one more. RB-11.2."""

    says = Says("Discard, then draw one more", HAND, cost="1 Will")
    discard: Annotated[
        list[str], Many(CardOf(held, clause="RB-11.2"), 0, most_discarded, clause="RB-11.2")
    ] = field(default_factory=list)

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        character.will -= 1
        for card in self.discard:
            move(face(card), character.hand, character.discard)
        spends = "{who} spends 1 Will and discards {n} {n:card|cards}."
        game.tell(spends, "RB-11.2", who=seat, n=len(self.discard))
        draw_cards(game, character, len(self.discard) + 1)


class Calm(ByWill, frozen=True):
    """Remove 1 Madness. RB-11.4."""

    says = Says("Lose 1 Madness", HAND, cost="1 Will")

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.players[seat].madness)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].madness:
            return Refused("RB-11.4", "You have no Madness to lose.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        character.will -= 1
        character.madness -= 1
        calms = "{who} calms down to {madness} Madness."
        game.tell(calms, "RB-11.4", who=seat, madness=character.madness)
