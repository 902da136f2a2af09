"""Levels: closed circles and the bonuses they bring."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.checks import BACKGROUND
from fatedeck.games.deckahedron.data import STATS, bonuses, trait_cards
from fatedeck.games.deckahedron.rings import closed_circles, fits
from fatedeck.games.deckahedron.state import Player, Table
from fatedeck.games.deckahedron.turns import why_not_now

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
        return [f"raise {stat}" for stat in STATS if player.rank(stat) < MOST_RANK]
    shown = circles(player)
    return [
        name
        for name, bonus in bonuses().items()
        if name not in player.bonuses
        and all(module in table.options.modules for module in bonus.needs)
        and any(fits(bonus.border, circle) for circle in shown)
    ]


def why_no_bonus(table: Table, seat: str) -> Refused | None:
    """Why a player may take no level bonus now, or None. DKH-99."""
    if (refused := why_not_now(table)) is not None:
        return refused
    if not table.has("levels"):
        return Refused("DKH-118", "The module levels is off.")
    player = table.players.get(seat)
    if player is None:
        return Refused("DKH-99", "Only players have levels.")
    if len(circles(player)) <= level(player):
        return Refused("DKH-99", "A new bonus needs another closed circle on your cards.")
    if not bonuses_to_take(table, player):
        return Refused("DKH-118", "No bonus is left that the modules of this table know.")
    return None


def take_bonus(game: Game[Table], seat: str, bonus: str, phrase: str) -> None:
    """Take a bonus for a closed circle. DKH-99, DKH-102, DKH-103 to DKH-107."""
    table = game.state
    if (refused := why_no_bonus(table, seat)) is not None:
        raise refused
    player = table.players[seat]
    if bonus not in bonuses_to_take(table, player):
        raise Refused("DKH-99", f"{bonus} is not a bonus that you can take now.")
    if bonus == BACKGROUND and not phrase.strip():
        raise Refused("DKH-107", "Write a phrase on the background card.")
    player.bonuses.append(bonus)
    game.tell(f"{seat} reaches level {level(player)}: {bonus}.", "DKH-99")
    for stat in STATS:
        if bonus == f"raise {stat}":
            setattr(player, stat, player.rank(stat) + 1)
    if bonus == BACKGROUND:
        player.phrase = phrase
        prompt = f"A limit for {seat}’s background “{phrase}”?"
        player.limit = game.text(table.gm, prompt, "DKH-107")
