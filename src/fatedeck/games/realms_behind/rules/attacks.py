"""Attacks of a turn: with a weapon, or by a creature."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.rules.berserk import why_not_harm
from fatedeck.games.realms_behind.rules.combat import creature_attack, weapon_attack
from fatedeck.games.realms_behind.rules.derived import gear_of
from fatedeck.games.realms_behind.rules.field import distance, someone
from fatedeck.games.realms_behind.rules.turns import basic, declare, why_not_act
from fatedeck.games.realms_behind.rules.weapons import (
    attack_cost,
    creature_range,
    is_close,
    weapon_of,
    why_not_also,
    why_not_reach,
    why_not_so,
)
from fatedeck.games.realms_behind.state import Being, Character, Creature, Item, Table


def why_not_attack(table: Table, attacker: Character, item: Item | None) -> Refused | None:
    """Why a character may not Attack with a weapon now."""
    if item is None:
        return Refused("RB-12.3", "Choose one of your equipped weapons.")
    cost = attack_cost(attacker, item, basic("attack").cost.ap)
    if refused := why_not_act(table, attacker, cost):
        return refused
    if attacker.statuses.enchanted:
        return Refused("RB-16.11", "You are Enchanted and cannot willingly harm anyone.")
    return None


def attack(
    game: Game[Table],
    attacker: Character,
    weapon: str,
    target: str,
    also: str,
    skill: str,
    attribute: str,
) -> None:
    """The basic Attack: 2 AP; a Whirling weapon may strike one more. RB-15.9, RB-12.11."""
    table = game.state
    item = weapon_of(attacker, weapon)
    if refused := why_not_attack(table, attacker, item):
        raise refused
    assert item is not None
    names = [target, also] if also else [target]
    targets = [someone(table, name) for name in names]
    thing = gear_of(item)
    if also and (refused := why_not_also(table, attacker, thing, targets, 1, skill)):
        raise refused
    if refused := why_not_harm(table, attacker, targets[0]):
        raise refused
    if refused := why_not_reach(table, attacker, thing, targets[0]):
        raise refused
    close = is_close(table, attacker, thing, targets[0])
    if refused := why_not_so(attacker, thing, close, skill, attribute):
        raise refused
    attacker.ap -= attack_cost(attacker, item, basic("attack").cost.ap)
    if not declare(game, attacker, f"attack {target}", basic("attack").tags):
        return
    targets = [other for other in targets if _still_there(table, attacker, item, other)]
    if len(targets) > 1 and why_not_also(table, attacker, thing, targets, 1, skill):
        targets.pop()
    if not targets:
        game.tell("The attack finds nobody there.", "RB-15.8")
        return
    weapon_attack(game, attacker, item, targets, basic=True, skill=skill, attribute=attribute)


def _still_there(table: Table, attacker: Character, item: Item, target: Being) -> bool:
    return target.is_here() and why_not_reach(table, attacker, gear_of(item), target) is None


def why_not_creature_attack(table: Table, creature: Creature) -> Refused | None:
    if refused := why_not_act(table, creature, basic("attack").cost.ap):
        return refused
    if creature.statuses.enchanted:
        return Refused("RB-16.11", f"{creature.name} is Enchanted and harms nobody.")
    return None


def attack_by_creature(game: Game[Table], creature: Creature, target: str) -> None:
    """A creature spends 2 AP on its attack. RB-21.4, RB-21.6."""
    table = game.state
    other = someone(table, target)
    if refused := why_not_creature_attack(table, creature):
        raise refused
    if refused := why_not_harm(table, creature, other):
        raise refused
    if distance(creature, other) > creature_range(creature):
        raise Refused("RB-12.12", f"{target} is out of {creature.name}'s range.")
    creature.ap -= basic("attack").cost.ap
    if not declare(game, creature, f"attack {target}", basic("attack").tags):
        return
    if not other.is_here() or distance(creature, other) > creature_range(creature):
        game.tell("The attack finds nobody there.", "RB-15.8")
        return
    creature_attack(game, creature, other)
