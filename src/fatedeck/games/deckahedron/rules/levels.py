"""Levels: closed circles and the bonuses they bring."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import STATS, bonuses, trait_cards
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import BACKGROUND
from fatedeck.games.deckahedron.rules.families import OfAPlayer
from fatedeck.games.deckahedron.rules.rings import closed_circles, fits
from fatedeck.games.deckahedron.state import Player, Table, rank_of

STAT_LEVEL = 6
MOST_RANK = 4


def circles(player: Player) -> tuple[str, ...]:
    """The circles that a player's cards can close. DKH-99."""
    return closed_circles(tuple(sorted(card for card in player.cards if card in trait_cards())))


def level(player: Player) -> int:
    """Level n is the nth bonus. DKH-102."""
    return len(player.bonuses)


def bonuses_to_take(table: Table, player: Player) -> list[str]:
    """What the next level offers: the sixth raises a stat, every other one brings a bonus.

    A bonus whose module is off is not offered, nor one that fits no circle. DKH-100, DKH-102,
    DKH-118.
    """
    if level(player) + 1 == STAT_LEVEL:
        return [f"raise {stat}" for stat in STATS if rank_of(player, stat) < MOST_RANK]
    shown = circles(player)
    return [
        name
        for name, bonus in bonuses().items()
        if name not in player.bonuses
        and all(module in table.options.modules for module in bonus.needs)
        and any(fits(bonus.border, circle) for circle in shown)
    ]


def bonuses_on_offer(table: Table, seat: str) -> list[str]:
    return bonuses_to_take(table, table.players[seat])


class TakeBonus(OfAPlayer, frozen=True):
    """Take a level bonus for a closed circle. DKH-99, DKH-102, DKH-103 to DKH-107."""

    says = Says("Take a level bonus", "Levels")
    modules = ("levels",)
    bonus: Annotated[str, One(bonuses_on_offer, called=capital, clause="DKH-99")]
    phrase: Annotated[str, Words(label="A phrase, for a Background")] = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if len(circles(player)) <= level(player):
            return Refused("DKH-99", "Close another circle with your cards to get a new bonus.")
        if not bonuses_to_take(state, player):
            return Refused("DKH-118", "There’s no bonus left for the modules at this table.")
        return None

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if self.bonus == BACKGROUND and not self.phrase.strip():
            return Refused("DKH-107", "Write a phrase on your Background card.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.bonuses.append(self.bonus)
        told = "{seat} reaches level {level}: {bonus}."
        game.tell(told, "DKH-99", seat=seat, level=level(player), bonus=self.bonus)
        for stat in STATS:
            if self.bonus == f"raise {stat}":
                setattr(player, stat, rank_of(player, stat) + 1)
        if self.bonus == BACKGROUND:
            player.phrase = self.phrase
            prompt = f"Is there a limit to {name_of(game, seat)}’s background “{self.phrase}”?"
            player.limit = game.text(game.state.gm, "background-limit", prompt, "DKH-107")
