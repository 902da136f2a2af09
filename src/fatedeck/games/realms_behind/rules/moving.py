"""Moving on the ground: Move, Run and Step."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.rules.berserk import must_attack, why_not_calmly
from fatedeck.games.realms_behind.rules.derived import speed
from fatedeck.games.realms_behind.rules.field import free_way, is_difficult, reach, why_not_stand
from fatedeck.games.realms_behind.rules.turns import basic, declare, why_not_act
from fatedeck.games.realms_behind.state import Being, Table


def why_not_move(table: Table, being: Being, action: str) -> Refused | None:
    """Why someone may not Move, Run or Step at all now."""
    if refused := why_not_act(table, being, basic(action).cost.ap):
        return refused
    if action == "run":
        return why_not_calmly(table, being)
    return None


def why_not_go(table: Table, being: Being, action: str, x: int, y: int) -> Refused | None:
    """Why a Move, Run or Step cannot lead there, or not now.

    A Berserk one goes only to where someone can still be attacked. RB-15.13, RB-16.10.
    """
    if refused := why_not_move(table, being, action) or _why_not_to(table, being, action, x, y):
        return refused
    targets = must_attack(table, being)
    if not targets:
        return None
    at, ap = (being.x, being.y), being.ap
    being.x, being.y, being.ap = x, y, ap - basic(action).cost.ap
    then = must_attack(table, being)
    (being.x, being.y), being.ap = at, ap
    if not then:
        return Refused("RB-16.10", f"{being.name} is Berserk and goes for {targets[0].name}.")
    return None


def _why_not_to(table: Table, being: Being, action: str, x: int, y: int) -> Refused | None:
    """Move up to Speed, Run four times that, Step one space into any terrain. RB-15.13."""
    if refused := why_not_stand(table, being, x, y):
        return refused
    if action == "step":
        if max(abs(being.x - x), abs(being.y - y)) != 1:
            return Refused("RB-15.13", "A Step goes to a space next to you.")
        return None
    spaces = speed(being) * (4 if action == "run" else 1)
    if is_difficult(table, x, y):
        return Refused("RB-15.13", f"{x},{y} is Difficult terrain; only a Step leads there.")
    if not free_way(table, being, x, y, spaces) and (x, y) not in reach(table, being, spaces):
        return Refused("RB-15.13", f"{x},{y} is out of reach with {spaces} spaces.")
    return None


def move_being(game: Game[Table], being: Being, action: str, x: int, y: int) -> None:
    """Move, Run or Step; whoever was pushed or slowed by a reaction may not get there any more.

    RB-15.8, RB-15.13.
    """
    table = game.state
    if refused := why_not_go(table, being, action, x, y):
        raise refused
    being.ap -= basic(action).cost.ap
    if action != "step":
        if not declare(game, being, f"{action} to {x},{y}", basic(action).tags):
            return
        if _why_not_to(table, being, action, x, y):
            game.tell(f"{being.name} cannot get to {x},{y} any more.", "RB-15.8")
            return
    being.x, being.y = x, y
    game.tell(f"{being.name} moves to {x},{y}.", "RB-15.13")
