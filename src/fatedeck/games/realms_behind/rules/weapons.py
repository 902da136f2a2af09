"""Weapons: what somebody may strike with, how far it reaches, and how it is used."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.errors import Refused
from fatedeck.games.realms_behind.data import Swap
from fatedeck.games.realms_behind.rules.carrying import HANDS, hands_full
from fatedeck.games.realms_behind.rules.derived import Gear, gear_of, kind_of, spaces_of, total
from fatedeck.games.realms_behind.rules.field import apart, standing
from fatedeck.games.realms_behind.rules.talents import talents
from fatedeck.games.realms_behind.state import Being, Character, Creature, Item, Table

UNARMED = "unarmed"
"""What everybody with a free hand can strike with; no thing, so it does not parry. RB-19.6."""
BARE_HANDS = Item(UNARMED, UNARMED, "equipped")


def weapons(character: Character) -> list[Item]:
    """What a character may strike with: equipped weapons and shields, and a free hand.

    RB-19.6, RB-19.10.
    """
    found = [item for item in character.worn() if gear_of(item).slot in ("weapon", "shield")]
    if hands_full(character) < HANDS and not any(item.name == UNARMED for item in found):
        found.append(BARE_HANDS)
    return found


def weapon_of(character: Character, name: str) -> Item:
    """What a character strikes with by this name: one of the own things, or bare hands."""
    return character.items.get(name) or BARE_HANDS


def why_not_lift(attacker: Character, weapon: Gear) -> Refused | None:
    """Why a weapon is too heavy to strike with. RB-19.5."""
    if total(attacker, "might") < weapon.might:
        return Refused("RB-19.5", f"{weapon.name}: you need Might {weapon.might} for that.")
    return None


def why_not_reach(
    table: Table, attacker: Character, weapon: Gear, target: Being, reach: int = 1
) -> Refused | None:
    """Why a weapon cannot strike someone from here. RB-12.12."""
    away = apart(table, attacker, target)
    if weapon.close and away <= reach:
        return None
    spaces = spaces_of(attacker, weapon)
    if away <= spaces:
        return None
    return Refused("RB-12.12", f"{target.name} is {away} spaces away; come closer first.")


def is_close(table: Table, attacker: Being, weapon: Gear, target: Being, reach: int = 1) -> bool:
    """Whether this is a blow at close range, made with Melee. RB-12.12."""
    return weapon.close and apart(table, attacker, target) <= reach


def why_not_also(
    table: Table,
    attacker: Character,
    weapon: Gear,
    targets: Sequence[Being],
    reach: int,
    skill: str,
) -> Refused | None:
    """Why a blow cannot strike a second foe: a Whirling weapon does so in melee only. RB-5.15."""
    if not weapon.extra_targets:
        return Refused("RB-5.15", "Only a Whirling weapon can strike a second foe.")
    first, second = targets
    if second is first or second is attacker or not second.is_here():
        return Refused("RB-5.15", f"{second.name} can’t be the second foe.")
    melee = skill != "ranged" and all(
        is_close(table, attacker, weapon, target, reach) for target in targets
    )
    if not melee or table.phase != "encounter":
        return Refused("RB-5.15", "A Whirling weapon can only strike two foes at close range.")
    return None


def attack_skills(attacker: Character, weapon: Gear, close: bool) -> tuple[str, ...]:
    """Melee at close range, Ranged otherwise; a thrown weapon may be thrown at close range too.

    With Calculated Attacks Insight may stand in for Melee, if the weapon is light. RB-12.12,
    RB-18.1.
    """
    if not close:
        return ("ranged",)
    skills = _with_swaps("melee", talents(attacker).skills, weapon)
    return (*skills, "ranged") if weapon.thrown else skills


def damage_attributes(attacker: Character, weapon: Gear) -> tuple[str, ...]:
    """Body, or Spirit with Keen Volition (or Driven Strikes and a light weapon). RB-18.17."""
    return _with_swaps("body", talents(attacker).damage_attributes, weapon)


def _with_swaps(usual: str, swaps: Sequence[Swap], weapon: Gear) -> tuple[str, ...]:
    """The usual one, and what may stand in for it with this weapon."""
    fitting = [s.by for s in swaps if s.of == usual and (weapon.light or not s.light_weapons)]
    return tuple(dict.fromkeys((usual, *fitting)))


def in_reach(table: Table, attacker: Character, weapon: Gear, reach: int) -> list[Being]:
    """Everyone that a close weapon reaches from here, in an Encounter."""
    return [
        being
        for being in standing(table)
        if being is not attacker and is_close(table, attacker, weapon, being, reach)
    ]


def creature_range(creature: Creature) -> int:
    """How far a creature's attack reaches."""
    reach = kind_of(creature).attack.range
    return reach.spaces or 1


def attack_cost(attacker: Character, item: Item, ap: int) -> int:
    """With Dual-Wielding the other weapon, if light, costs 1 AP less, at least 1.

    Bare hands are no weapon that is held. RB-18.19.
    """
    known = talents(attacker)
    if known.second_attack_ap and attacker.attacked_with and item.name != UNARMED:
        second = gear_of(item)
        others = (attacker.items.get(n) for n in attacker.attacked_with if n != item.name)
        first = any(other is not None and gear_of(other).hands == 1 for other in others)
        if first and second.light and second.hands == 1:
            return max(known.least_ap, ap + known.second_attack_ap)
    return ap
