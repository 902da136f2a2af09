"""Simple attacking: surprise, and both sides flipping against each other."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.checks import check, difficulty_set
from fatedeck.games.deckahedron.data import Stat, table_data
from fatedeck.games.deckahedron.effects import Effects
from fatedeck.games.deckahedron.flips import flip
from fatedeck.games.deckahedron.state import AWAY, HARMLESS, PINNED, Foe, Player, Table, spent
from fatedeck.games.deckahedron.turns import (
    check_foe_deck,
    step_aside,
    step_forward,
    why_not_act,
    why_not_against,
    why_not_gm,
    why_not_now,
)

Way: TypeAlias = Literal["ranged", "melee"]


def why_no_attacks(table: Table) -> Refused | None:
    if not table.has("attack_simple"):
        return Refused("DKH-118", "The module attack_simple is off.")
    return None


def why_not_attack(table: Table, seat: str, foe: str, way: Way) -> Refused | None:
    """Why a player may not attack this foe in this way, or None."""
    if (refused := why_not_act(table, seat) or why_no_attacks(table)) is not None:
        return refused
    if not foe:
        return Refused("DKH-75", "Name the foe that you attack.")
    if (refused := why_not_against(table, seat, foe)) is not None:
        return refused
    if way == "ranged":
        return why_no_ammunition(table, table.players[seat])
    return None


def why_no_ammunition(table: Table, side: Player | Foe) -> Refused | None:
    """A ranged weapon cannot be used without ammunition. DKH-77, DKH-116."""
    if isinstance(side, Player) and table.has("equipment"):
        if side.equipment < 1:
            return Refused("DKH-77", "You have no Equipment token left to take ammunition from.")
    elif side.ammunition < 1:
        return Refused("DKH-77", "The ranged weapon has no ammunition left.")
    return None


def attack(game: Game[Table], seat: str, foe: str, way: Way) -> None:
    """A player attacks a foe; an unaware one does not flip. DKH-72, DKH-73."""
    table = game.state
    if (refused := why_not_attack(table, seat, foe, way)) is not None:
        raise refused
    stat = _stat(way)
    target = table.foes[foe]
    harmless = spent(table.players[seat], HARMLESS)
    held = PINNED in target.conditions
    step = difficulty_set(table.players[seat]) + step_forward(game, seat)
    mine = check(game, seat, stat, step, against=foe)
    if not target.aware:
        target.aware = True
        text = table_data().unopposed[mine.reading]
        game.tell(f"{foe} did not see it coming: {text}.", "DKH-72")
    else:
        theirs = _foe_flips(game, foe, target, stat)
        text = _lookup(way, mine.reading, theirs)
        game.tell(f"{seat} attacks {foe}: {text}.", "DKH-73")
    mine.effect, mine.attacker = text, seat
    table.last = mine
    Effects(game, seat, foe, harmless=harmless, held=held).carry_out(text)


def why_not_foe_attack(table: Table, seat: str, foe: str, player: str, way: Way) -> Refused | None:
    if (
        refused := why_not_now(table) or why_not_gm(table, seat) or why_no_attacks(table)
    ) is not None:
        return refused
    if foe not in table.fighting():
        return Refused("DKH-75", f"{foe or 'Nobody'} is not in the fight.")
    if player not in table.players:
        return Refused("DKH-2", f"{player} is not a player.")
    if table.players[player].is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and cannot defend.")
    if AWAY in table.players[player].conditions:
        return Refused("DKH-114", f"{player} has left this fight.")
    if way == "ranged":
        return why_no_ammunition(table, table.foes[foe])
    return None


def foe_attack(game: Game[Table], seat: str, foe: str, player: str, way: Way) -> None:
    """A foe attacks a character: both flip, the foe from the foes’ deck. DKH-73, DKH-74, DKH-121.

    The foe's turn ends with it, and so does a defence out of the player's own turn.
    """
    table = game.state
    if (refused := why_not_foe_attack(table, seat, foe, player, way)) is not None:
        raise refused
    stat = _stat(way)
    attacker = table.foes[foe]
    attacker.aware = True
    harmless = spent(attacker, HARMLESS)
    held = PINNED in table.players[player].conditions
    step_aside(table, player)
    theirs = _foe_flips(game, foe, attacker, stat)
    mine = check(game, player, stat, difficulty_set(table.players[player]), against=foe)
    text = _lookup(way, theirs, mine.reading)
    game.tell(f"{foe} attacks {player}: {text}.", "DKH-73")
    mine.effect, mine.attacker = text, foe
    table.last = mine
    Effects(game, foe, player, harmless=harmless, held=held).carry_out(text)
    check_foe_deck(game)


def _foe_flips(game: Game[Table], name: str, foe: Foe, stat: Stat) -> int:
    """A foe flips from the GM's deck; a pinned one with a step more difficulty. DKH-74, DKH-76."""
    step = -1 if spent(foe, PINNED) else 0
    return flip(game, name, stat, foe.rank(stat), step).reading


def _lookup(way: Way, attacker: int, defender: int) -> str:
    tables = table_data()
    return (tables.opposed_ranged if way == "ranged" else tables.opposed_melee)[attacker][defender]


def _stat(way: Way) -> Stat:
    return "dexterity" if way == "ranged" else "strength"
