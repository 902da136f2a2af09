"""A character's powers: how each works, what it costs, how far it reaches, what it says."""

from __future__ import annotations

import re
from functools import cache

from msgspec import Struct, field

from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures import data
from fatedeck.games.deck_of_adventures.data import Power
from fatedeck.games.deck_of_adventures.effects import Mechanics, Whom, mechanics
from fatedeck.games.deck_of_adventures.rules.attacks import weapon_in_hand
from fatedeck.games.deck_of_adventures.rules.turns import Cost
from fatedeck.games.deck_of_adventures.state import Character, PowerSet, Side, Table, Turn


def listed(who: Character, power: str) -> Power:
    """A power as its list has it."""
    found = data.every_power(who.power_set).get(power)
    if found is None:
        raise Refused("DOA-337", f"There’s no Power called “{power}”.")
    return found


def works(who: Character, power: str) -> Mechanics:
    """How a character's power works, with the option fixed when it was bought. DOA-395."""
    table = mechanics(who.power_set)
    if who.power_options:
        for option in who.power_options.get(power, ()):
            if f"{power}: {option}" in table:
                return table[f"{power}: {option}"]
    return table.get(power) or mechanics("seed_era")[power]


def costs(state: Table, who: Character, power: Power) -> tuple[int, ...]:
    """The Power Points that may be spent on it; later Fatigue 4 doubles them. DOA-341."""
    tiers = power.pp or (0,)
    if who.fatigue >= 4 and state.switches.fatigue:
        tiers = tuple(2 * cost for cost in tiers)
    if power.id == "Create Potion" and state.combat is None and who.rest_cards:
        return (*tiers, 0)  # a Rest Card instead
    return tiers


def reach_of(who: Character, power: Power, how: Mechanics) -> int:
    """How far it reaches: the weapon's range, the listed one, or 6. DOA-180, DOA-338."""
    if how.attack != "weapon":
        return power.range
    weapon = weapon_in_hand(who).range
    return weapon if power.range >= 6 else min(weapon, power.range)


def told(power: Power, how: Mechanics) -> str:
    """What a power does, in words, and the Save that it demands. DOA-116, DOA-117."""
    resist = how.save or how.on_hit or how.later
    if power.save is None or resist is None:
        return power.effect
    when = f" ({power.save.when})" if power.save.when else ""
    stats = " or ".join(resist.attr)
    dr = "by the user’s Primary Skill" if resist.dr == "user" else resist.dr
    success = f" On a success: {power.save.success}." if power.save.success else ""
    saving = f"Save{when}: {stats}, DR {dr}. On a failure: {power.save.fail}.{success}"
    return f"{power.effect} {saving}"


@cache
def power_notes(power_set: PowerSet) -> dict[str, str]:
    """What there is to say of each Power of a set to whoever would buy it."""
    how = mechanics(power_set)
    return {
        name: f"{power.xp} XP. {told(power, how[name])}"
        for name, power in data.powers(power_set).items()
    }


def told_effect(who: Character, power: Power, tier: int) -> str:
    """What a power does at this cost, with what was fixed when it was bought. DOA-341, DOA-395."""
    text = told(power, works(who, power.id))
    if power.id == "Attack, Weapon":
        weapon = weapon_in_hand(who)
        reach = f"{weapon.range} space{'s' * (weapon.range > 1)}"
        unarmed = "Its own attack" if who.creature else "Bare hands"
        return f"{weapon.name or unarmed}: {weapon.damage} damage at {reach}."
    if text.startswith("Pick one option"):
        chosen = who.power_options.get(power.id) or power.options[:1]
        text = text.replace(power.effect, f"{', '.join(chosen).capitalize()}.")
    return _at_tier(text, tier)


@cache
def _at_tier(text: str, tier: int) -> str:
    """Words with the values that go with the Power Points spent.

    >>> _at_tier("Heals 1|2 HP.", 1), _at_tier("Within 1|2 spaces.", 0)
    ('Heals 2 HP.', 'Within 1 space.')
    """
    told = _TIERS.sub(lambda values: _value(values[0].split("|"), tier), text)
    return _ONE.sub(r"\1", told)


_TIERS = re.compile(r"[+\w]+(?:\|[+\w]+)+")
_ONE = re.compile(r"\b(1 (?:space|creature))s")


def _value(values: list[str], tier: int) -> str:
    return values[min(tier, len(values) - 1)]


def action_kind(power: Power, how: Mechanics) -> Cost:
    """Major unless the list says otherwise. DOA-338."""
    return "free" if how.free else "minor" if power.type == "minor" else "major"


def fits(who: Character, other: Character, whom: Whom, side: Side) -> bool:
    """Whether someone is of the kind that a power may be aimed at. DOA-344, DOA-345."""
    if whom == "self":
        return other is who
    if whom == "creature":
        return True
    if other is who or (whom == "minion" and other.kind != "npc"):
        return False
    return whom == "other" or (other.side == side) == (whom in ("ally", "minion"))


def wants_targets(how: Mechanics) -> bool:
    """Whether targets are named with the action, not given by the area or the power itself."""
    return how.whom != "self" and 0 not in how.targets


class Use(Struct):
    """A power in use: by whom, on which turn, what it may cost, at which tier, on whom."""

    who: Character
    turn: Turn | None
    power: str
    entry: Power
    how: Mechanics
    costs: tuple[int, ...]
    tier: int = 0
    targets: list[Character] = field(default_factory=list)


def use_of(
    state: Table, who: Character, power: str, cost: int | None = None, turn: Turn | None = None
) -> Use:
    """A power as someone may use it for so many Power Points, or for the least. DOA-341."""
    entry, how = listed(who, power), works(who, power)
    tiers = costs(state, who, entry)
    tier = tiers.index(cost) if cost in tiers else 0
    return Use(who, turn, power, entry, how, tiers, tier, [who] if how.whom == "self" else [])
