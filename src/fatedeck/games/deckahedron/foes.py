"""Foes: how they come and go, and what fatigue, Harm and Wounds do to them and to anybody."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.actions import AddFoe
from fatedeck.games.deckahedron.stamina import (
    HARM_WORTH,
    WOUND_WORTH,
    Injury,
    lose_stamina,
    take_harm,
    take_wound,
)
from fatedeck.games.deckahedron.state import OF_A_FIGHT, OUT, Foe, Table, spent
from fatedeck.games.deckahedron.turns import why_not_gm, why_not_now


def why_no_combat(table: Table) -> Refused | None:
    """Whatever costs or returns Stamina needs the module combat. DKH-118."""
    if not table.has("combat"):
        return Refused("DKH-118", "The module combat is off.")
    return None


def why_not_gm_fights(table: Table, seat: str) -> Refused | None:
    return why_not_now(table) or why_not_gm(table, seat) or why_no_combat(table)


def why_not_strike(table: Table, seat: str, who: str) -> Refused | None:
    """Why the GM cannot tire or hurt this one, or None."""
    if (refused := why_not_gm_fights(table, seat)) is not None:
        return refused
    if who in table.players or who in table.fighting():
        return None
    return Refused("DKH-75", f"{who} is neither a player nor a foe in the fight.")


def why_not_refresh(table: Table, seat: str, player: str) -> Refused | None:
    """Why the GM cannot let this one regain Stamina, or None. DKH-52."""
    if (refused := why_not_gm_fights(table, seat)) is not None:
        return refused
    if player not in table.players:
        return Refused("DKH-52", f"{player} is not a player.")
    if not len(table.players[player].exhaustion) and not any(
        table.players[player].exhaustion_tokens.values()
    ):
        return Refused("DKH-52", f"{player} has no Stamina to regain.")
    return None


def add_foe(game: Game[Table], action: AddFoe) -> None:
    """A foe appears; the GM sets its ranks and its Stamina points. DKH-74, DKH-75."""
    table = game.state
    name = action.name.strip()
    if not name or "/" in name:
        raise Refused("DKH-74", "Give the foe a name, without a slash in it.")
    if name in table.foes or name in table.players or name == table.gm:
        raise Refused("DKH-74", f"There is a {name} already; give the foe another name.")
    _end_fight(table)
    table.foes[name] = Foe(
        strength=action.strength,
        dexterity=action.dexterity,
        intelligence=action.intelligence,
        stamina=action.stamina,
        tough=action.kind == "tough",
        aware=action.notices == "aware",
    )
    game.tell(f"{name} appears with {action.stamina} Stamina.", "DKH-74", "DKH-75")


def remove_foe(game: Game[Table], foe: str) -> None:
    """A foe leaves the scene."""
    if foe not in game.state.foes:
        raise Refused("DKH-75", f"There is no foe {foe} here.")
    del game.state.foes[foe]
    _end_fight(game.state)
    game.tell(f"{foe} leaves the scene.", "DKH-75")


def tire(game: Game[Table], source: str, target: str, points: int) -> None:
    """Deal fatigue: each point costs the target a Stamina point. DKH-75.

    A player who deals 3 or more at once to a tough foe may deal a Harm or a Wound instead. DKH-79.
    """
    table = game.state
    if points <= 0:
        return
    game.tell(f"{target} takes {points} fatigue.", "DKH-75")
    foe = table.foes.get(target)
    if foe is None:
        lose_stamina(game, target, points)
        return
    dealer = table.players.get(source)
    chooses = dealer is not None and not dealer.is_incapacitated()
    if foe.tough and points >= HARM_WORTH and chooses:
        options = [f"{points} fatigue", "3 as a Harm"]
        if points >= WOUND_WORTH:
            options.append("6 as a Wound")
        chosen = game.choose(source, f"{points} fatigue to {target}, or worse?", options, "DKH-79")
        if chosen == "3 as a Harm":
            _weaken(game, target, foe, points - HARM_WORTH)
            injure(game, target, "Harm")
            return
        if chosen == "6 as a Wound":
            _weaken(game, target, foe, points - WOUND_WORTH)
            injure(game, target, "Wound")
            return
    _weaken(game, target, foe, points)


def injure(game: Game[Table], target: str, injury: Injury) -> None:
    """Deal a Harm or a Wound. DKH-121, DKH-80.

    A character and a tough foe take it as such; to any other foe it is 3 or 6 fatigue.
    """
    foe = game.state.foes.get(target)
    if foe is None:
        if injury == "Harm":
            take_harm(game, target)
        else:
            take_wound(game, target)
    elif not foe.tough:
        worth = HARM_WORTH if injury == "Harm" else WOUND_WORTH
        game.tell(f"The {injury} counts as {worth} fatigue to {target}.", "DKH-121")
        _weaken(game, target, foe, worth)
    elif injury == "Harm" and foe.harm < 2:
        foe.harm += 1
        game.tell(f"{target} takes a Harm.", "DKH-80")
        _weaken(game, target, foe, 1)
    elif foe.wounds < 2:
        foe.wounds += 1
        game.tell(f"{target} takes a Wound.", "DKH-80")
        _weaken(game, target, foe, 1)
    else:
        _drop_out(game, target, foe)


def _weaken(game: Game[Table], name: str, foe: Foe, points: int) -> None:
    """A foe loses Stamina points and is out of the fight at 0. DKH-75."""
    foe.stamina = max(0, foe.stamina - points)
    if foe.stamina == 0:
        _drop_out(game, name, foe)


def _drop_out(game: Game[Table], name: str, foe: Foe) -> None:
    if OUT not in foe.conditions:
        foe.conditions = [OUT]
        game.tell(f"{name} is out of the fight.", "DKH-75")
        _end_fight(game.state)


def _end_fight(table: Table) -> None:
    """Without a foe the fight is over, and so is what it had put on the characters. DKH-76."""
    if table.fighting():
        return
    for player in table.players.values():
        for condition in OF_A_FIGHT:
            spent(player, condition)
