"""Simple attacking: surprise, and both sides flipping against each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from fatedeck.engine.actions import Says
from fatedeck.engine.actions import Way as Offered
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.games.deckahedron.data import Stat, table_data
from fatedeck.games.deckahedron.looks.wording import happening
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import check, difficulty_set
from fatedeck.games.deckahedron.rules.effects import Effects
from fatedeck.games.deckahedron.rules.families import InAFight, OfTheGm, fighting, players
from fatedeck.games.deckahedron.rules.flips import flip
from fatedeck.games.deckahedron.rules.turns import (
    check_foe_deck,
    step_aside,
    step_forward,
    why_not_against,
)
from fatedeck.games.deckahedron.state import (
    AWAY,
    HARMLESS,
    PINNED,
    Foe,
    Player,
    Table,
    rank_of,
    spent,
)

Way: TypeAlias = Literal["ranged", "melee"]
WAYS: tuple[Way, ...] = ("ranged", "melee")
WITH: dict[Way, str] = {"ranged": "Attack at range", "melee": "Attack in melee"}


def why_no_ammunition(table: Table, side: Player | Foe) -> Refused | None:
    """A ranged weapon cannot be used without ammunition. DKH-77, DKH-116."""
    if isinstance(side, Player) and table.has("equipment"):
        if side.equipment < 1:
            return Refused(
                "DKH-77", "You’re out of Equipment tokens, so there’s no more ammunition."
            )
    elif side.ammunition < 1:
        return Refused("DKH-77", "There’s no ammunition left.")
    return None


def why_not_shoot(table: Table, seat: str, way: str) -> Refused | None:
    """Why a player may not attack in this way, or None."""
    return why_no_ammunition(table, table.players[seat]) if way == "ranged" else None


def why_not_shoot_as(table: Table, seat: str, way: str, foe: str) -> Refused | None:
    """Why a foe may not attack in this way, or None."""
    return why_no_ammunition(table, table.foes[foe]) if way == "ranged" else None


class Attack(InAFight, frozen=True):
    """Attack a foe; an unaware one does not flip. DKH-72, DKH-73."""

    says = Says("Attack", "Fight")
    modules = ("attack_simple",)
    foe: Annotated[str, Figure(fighting, why_not_against, clause="DKH-75")]
    way: Annotated[Way, One(WAYS, why_not_shoot, clause="DKH-73")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Offered]:
        return [Offered({"way": way}, WITH[way]) for way in WAYS]

    def do(self, game: Game[Table], seat: str) -> None:
        table, foe = game.state, self.foe
        stat = _stat(self.way)
        target = table.foes[foe]
        harmless = spent(table.players[seat], HARMLESS)
        held = PINNED in target.conditions
        step = difficulty_set(table.players[seat]) + step_forward(game, seat)
        mine = check(game, seat, stat, step, against=foe)
        if not target.aware:
            target.aware = True
            text = table_data().unopposed[mine.reading]
            told = "{foe} didn’t see it coming: {text}."
            game.tell(told, "DKH-72", foe=foe, text=happening(text, name_of(game, foe)))
        else:
            theirs = _foe_flips(game, foe, target, stat)
            text = _lookup(self.way, mine.reading, theirs)
            told = "{seat} attacks {foe}: {text}."
            game.tell(told, "DKH-73", seat=seat, foe=foe, text=happening(text, name_of(game, foe)))
        mine.effect, mine.attacker = text, seat
        table.last = mine
        Effects(game, seat, foe, harmless=harmless, held=held).carry_out(text)


def why_not_defend(table: Table, seat: str, player: str) -> Refused | None:
    """Why a foe cannot attack this player, or None. DKH-50, DKH-114."""
    if table.players[player].is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and can’t defend.")
    if AWAY in table.players[player].conditions:
        return Refused("DKH-114", f"{player} has left this fight.")
    return None


class FoeAttack(OfTheGm, frozen=True):
    """A foe attacks a character: both flip, the foe from the foes’ deck. DKH-73, DKH-74, DKH-121.

    The foe's turn ends with it, and so does a defence out of the player's own turn.
    """

    says = Says("A foe attacks", "Fight")
    modules = ("attack_simple",)
    foe: Annotated[str, Figure(fighting, clause="DKH-75")]
    player: Annotated[str, Figure(players, why_not_defend, clause="DKH-2")]
    way: Annotated[Way, One(WAYS, why_not_shoot_as, after=("foe",), clause="DKH-73")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Offered]:
        return [
            Offered({"foe": foe, "way": way}, f"{foe} attacks, {way}")
            for foe in state.fighting()
            for way in WAYS
        ]

    def do(self, game: Game[Table], seat: str) -> None:
        table, foe, player = game.state, self.foe, self.player
        stat = _stat(self.way)
        attacker = table.foes[foe]
        attacker.aware = True
        harmless = spent(attacker, HARMLESS)
        held = PINNED in table.players[player].conditions
        step_aside(table, player)
        theirs = _foe_flips(game, foe, attacker, stat)
        mine = check(game, player, stat, difficulty_set(table.players[player]), against=foe)
        text = _lookup(self.way, theirs, mine.reading)
        told = "{foe} attacks {who}: {text}."
        game.tell(told, "DKH-73", foe=foe, who=player, text=happening(text, name_of(game, player)))
        mine.effect, mine.attacker = text, foe
        table.last = mine
        Effects(game, foe, player, harmless=harmless, held=held).carry_out(text)
        check_foe_deck(game)


def _foe_flips(game: Game[Table], name: str, foe: Foe, stat: Stat) -> int:
    """A foe flips from the GM's deck; a pinned one with a step more difficulty. DKH-74, DKH-76."""
    step = -1 if spent(foe, PINNED) else 0
    return flip(game, name, stat, rank_of(foe, stat), step).reading


def _lookup(way: Way, attacker: int, defender: int) -> str:
    tables = table_data()
    return (tables.opposed_ranged if way == "ranged" else tables.opposed_melee)[attacker][defender]


def _stat(way: Way) -> Stat:
    return "dexterity" if way == "ranged" else "strength"
