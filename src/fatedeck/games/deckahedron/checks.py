"""A check: a player's flip with all that bears on it and all that may follow from it."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.data import Stat
from fatedeck.games.deckahedron.flips import flip, within
from fatedeck.games.deckahedron.state import (
    ENRAGED,
    ONE_MORE_ACTION,
    PINNED,
    Outcome,
    Player,
    Table,
)


def check(game: Game[Table], seat: str, stat: Stat, step: int = 0, *, against: str = "") -> Outcome:
    """Flip on a stat, at the GM's difficulty and whatever else eases or hinders it. DKH-87."""
    table = game.state
    player = table.players[seat]
    if player.conditions or against:
        step = within(step + circumstances(table, seat, player, stat, against))
    return flip(game, seat, stat, player.rank(stat), step)


def circumstances(table: Table, seat: str, player: Player, stat: Stat, against: str) -> int:
    """The steps that a character's conditions make on the next flip; most are then spent.

    One more action eases, DKH-96; being pinned and a better placed foe hinder, DKH-55, DKH-76.
    """
    step = 0
    if ONE_MORE_ACTION in player.conditions:
        player.conditions.remove(ONE_MORE_ACTION)
        step += 1
    if PINNED in player.conditions:
        player.conditions.remove(PINNED)
        step -= 1
    if ENRAGED in player.conditions and stat == "strength":
        step += 1
    foe = table.foes.get(against)
    if foe is not None and better_placed(seat) in foe.conditions:
        foe.conditions.remove(better_placed(seat))
        step -= 1
    return step


def better_placed(seat: str) -> str:
    """The condition of a foe that has moved to a better position against a character. DKH-55."""
    return f"better placed against {seat}"
