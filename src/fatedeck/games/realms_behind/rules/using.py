"""Using a technique: on one's turn, or outside an encounter."""

from __future__ import annotations

from msgspec.structs import replace

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.rules.berserk import why_not_calmly, why_not_harm
from fatedeck.games.realms_behind.rules.derived import why_not_able
from fatedeck.games.realms_behind.rules.frames import frame_of
from fatedeck.games.realms_behind.rules.techniques import Use, use_technique, why_not_use
from fatedeck.games.realms_behind.rules.turns import declare, why_not_act
from fatedeck.games.realms_behind.rules.weapons import attack_cost, weapon_of, weapons
from fatedeck.games.realms_behind.state import Being, Character, Table, Technique


def technique_cost(table: Table, user: Character, technique: Technique, weapon: str) -> int:
    """The AP of a technique; outside an Encounter it takes seconds and costs none. RB-15.11."""
    if table.phase != "encounter":
        return 0
    ap = frame_of(technique).ap
    item = weapon_of(user, weapon) if technique.base == "maneuver" else None
    return attack_cost(user, item, ap) if item is not None else ap


def why_not_technique(table: Table, user: Character, technique: Technique) -> Refused | None:
    """Why a character may not use a technique now, whoever the target. RB-18.7, RB-4.8."""
    if table.phase == "creation":
        return Refused("RB-15.1", "The first day has not begun.")
    if refused := why_not_able(user):
        return refused
    built = frame_of(technique)
    if table.phase == "encounter":
        least = built.ap
        if technique.base == "maneuver":
            least = min(
                (attack_cost(user, item, built.ap) for item in weapons(user)), default=least
            )
        if refused := why_not_act(table, user, least):
            return refused
        if not built.attack:
            return why_not_calmly(table, user)
    if built.harmful and user.statuses.enchanted:
        return Refused("RB-16.11", "You are Enchanted and cannot willingly harm anyone.")
    if built.only_outside_combat and table.phase == "encounter":
        return Refused("RB-18.13", "Sudden Betrayal works only outside combat.")
    return None


def use(game: Game[Table], user: Character, name: str, how: Use) -> None:
    """Use a technique on one's turn. RB-18.7, RB-18.19."""
    table = game.state
    technique = user.techniques.get(name)
    if technique is None:
        raise Refused("RB-18.5", f"You have no technique “{name}”.")
    if refused := why_not_technique(table, user, technique):
        raise refused
    if refused := why_not_use(table, user, technique, how):
        raise refused
    built = frame_of(technique)
    if table.phase == "encounter":
        if built.attack and (refused := _why_not_aim(table, user, table.being(how.target))):
            raise refused
        cost = technique_cost(table, user, technique, how.weapon)
        if refused := why_not_act(table, user, cost):
            raise refused
        user.ap -= cost
        if not declare(game, user, f"use {name}", built.feat.tags):
            return
        if how.also and why_not_use(table, user, technique, how):
            how = replace(how, also="")
        if refused := why_not_use(table, user, technique, how):
            game.tell(f"{name} is lost: {refused.sentence}", "RB-15.8")
            return
    use_technique(game, user, technique, how)


def _why_not_aim(table: Table, user: Character, target: Being) -> Refused | None:
    """A shape may lie around oneself; all else is aimed at someone to be harmed. RB-18.5."""
    if target is user:
        return why_not_calmly(table, user)
    return why_not_harm(table, user, target)
