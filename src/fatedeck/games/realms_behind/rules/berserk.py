"""Berserk and Enchanted: whom somebody has to attack, and who may harm nobody."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.games.realms_behind.rules.derived import (
    gear_of,
    is_downed,
    spaces_of,
    speed,
    why_not_willingly,
)
from fatedeck.games.realms_behind.rules.field import nearest, reach, standing, steps, within
from fatedeck.games.realms_behind.rules.frames import frame_of, why_not_wield
from fatedeck.games.realms_behind.rules.turns import basic
from fatedeck.games.realms_behind.rules.weapons import (
    attack_cost,
    creature_range,
    weapons,
    why_not_lift,
)
from fatedeck.games.realms_behind.state import Being, Character, Creature, Table


class Way(Struct, frozen=True):
    """One way to attack: its AP, how far it reaches, and the spaces it may cover first."""

    ap: int
    far: int
    charge: int = 0
    step: int = 0


def ways_to_attack(being: Being) -> list[Way]:
    """Everything someone can attack with: weapons, bare hands, maneuvers and harmful spells.

    RB-12.14, RB-16.10.
    """
    cost = basic("attack").cost.ap
    if type(being) is Creature:
        return [Way(cost, creature_range(being))]
    assert isinstance(being, Character)
    wielded = [
        (item, gear_of(item))
        for item in weapons(being)
        if why_not_lift(being, gear_of(item)) is None
    ]
    ways = [
        Way(attack_cost(being, item, cost), max(int(weapon.close), spaces_of(being, weapon)))
        for item, weapon in wielded
    ]
    for technique in being.techniques.values():
        built = frame_of(technique)
        if not built.attack or built.only_outside_combat:
            continue
        if technique.base != "maneuver":
            ways.append(Way(built.ap, built.range))
            continue
        effects = [feature.effect for feature in built.features]
        charge = speed(being) if any(effect.move_before for effect in effects) else 0
        step = int(any(effect.step_before for effect in effects))
        ways += [
            Way(
                attack_cost(being, item, built.ap),
                max(built.reach if weapon.close else 0, spaces_of(being, weapon)),
                charge,
                step,
            )
            for item, weapon in wielded
            if why_not_wield(being, built, weapon) is None
        ]
    return ways


def must_attack(table: Table, being: Being) -> list[Being]:
    """Whom a Berserk one has to attack this turn: the nearest of those who can be reached.

    By any attack there are AP for, after Moves and Steps with the rest. RB-16.10.
    """
    if not being.statuses.berserk or being.attacked_with or being.statuses.enchanted:
        return []
    others = [other for other in standing(table) if other is not being and not is_downed(other)]
    reached: dict[str, Being] = {}
    for way in dict.fromkeys(ways_to_attack(being)):
        if way.ap > being.ap or len(reached) == len(others):
            continue
        spaces = within(table, being, speed(being), being.ap - way.ap)
        if way.charge:
            spaces = [*reach(table, being, way.charge, spaces)]
        if way.step:
            spaces = [*spaces, *steps(table, being, spaces)]
        for other in others:
            if any(_apart(space, other) <= way.far for space in spaces):
                reached[other.name] = other
    return nearest(being, [other for other in others if other.name in reached])


def _apart(space: tuple[int, int], being: Being) -> int:
    return max(abs(space[0] - being.x), abs(space[1] - being.y))


def why_not_calmly(table: Table, being: Being) -> Refused | None:
    """Why a Berserk one may do nothing else now. RB-16.10."""
    if targets := must_attack(table, being):
        names = " or ".join(target.name for target in targets)
        return Refused("RB-16.10", f"{being.name} is Berserk. Attack {names} first.")
    return None


def why_not_harm(table: Table, being: Being, target: Being) -> Refused | None:
    """Enchanted ones harm nobody, Berserk ones attack the nearest. RB-16.10, RB-16.11."""
    if (refused := why_not_willingly(being)) is not None:
        return refused
    near = must_attack(table, being)
    if near and target not in near:
        return Refused("RB-16.10", f"{being.name} is Berserk and has to attack {near[0].name}.")
    if target is being or not target.is_here():
        return Refused("RB-12.14", f"You can’t attack {target.name} now.")
    return None
