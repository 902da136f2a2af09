"""How the powers work, as data: what `data/effects.yaml` says of each.

The powers file says it in words; a few powers have a rule of their own. What is purely a matter of
the story is announced and left to the Game Master.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
import yaml
from msgspec import Struct, field

from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures import data
from fatedeck.games.deck_of_adventures.data import Power
from fatedeck.games.deck_of_adventures.data import powers as listed_powers
from fatedeck.games.deck_of_adventures.rules.attacks import weapon_in_hand
from fatedeck.games.deck_of_adventures.rules.turns import Cost
from fatedeck.games.deck_of_adventures.state import Character, PowerSet, Side, Table, Turn

Whom: TypeAlias = Literal["enemy", "other", "creature", "ally", "minion", "self"]
Area: TypeAlias = Literal["", "aura", "square", "cone", "line", "ring"]


NEVER = 9
"""More tiers than any power has."""


class Lasting(Struct, frozen=True, forbid_unknown_fields=True):
    """An effect that a power lays on someone."""

    name: str
    hand: int = 0
    amount: int = 0
    on: str = ""
    uses: int = 0
    until: Literal["start", "end", "used", "combat", "rest", "sustained", "zone"] = "used"
    rounds: int = 0


class Consequence(Struct, frozen=True, forbid_unknown_fields=True):
    """What happens to one target. Lists go by the tier of Power Points. DOA-341."""

    damage: int = 0
    bypass: bool = False
    conditions: tuple[str, ...] = ()
    chosen_condition: bool = False
    rounds: int = 0
    heal: tuple[int, ...] = ()
    ap: tuple[int, ...] = ()
    discard: int = 0
    effect: Lasting | None = None


class Resist(Struct, frozen=True, forbid_unknown_fields=True):
    """A Save, or a Check against the user's Target Card, and what follows. DOA-116, DOA-117."""

    attr: tuple[str, ...]
    dr: int | Literal["user"]
    fail: Consequence
    success: Consequence = Consequence()
    vs: Literal["own", "user"] = "own"
    from_tier: int = 0
    always: bool = False


class Mechanics(Struct, frozen=True, forbid_unknown_fields=True):
    """How a power works."""

    attack: Literal["", "weapon", "mystic"] = ""
    hand: int = 0
    bonus: tuple[int, ...] = (0,)
    second: bool = False
    after_moving: int = 0
    avenge: bool = False
    after_suited: bool = False
    disarms: bool = False
    drains: bool = False
    targets: tuple[int, ...] = (1,)
    whom: Whom = "enemy"
    area: Area = ""
    size: tuple[int, ...] = (0,)
    point: bool = False
    zone: bool = False
    save: Resist | None = None
    on_hit: Resist | None = None
    give: Consequence | None = None
    better: Consequence | None = None
    heals: bool = False
    grants: bool = False
    choices: tuple[str, ...] = ()
    rule: str = ""
    makes: str = ""
    passive: bool = False
    discard: bool = False
    free: bool = False
    offensive: bool = False
    offensive_tier: int = NEVER
    told: str = ""

    def harms(self, tier: int) -> bool:
        """Whether it deals damage or puts a condition or Lower Hand on an enemy. No Mercy."""
        return (
            bool(self.attack)
            or self.offensive
            or tier >= self.offensive_tier
            or (self.save is not None and self.offensive_tier == NEVER)
        )

    @property
    def is_offensive(self) -> bool:
        """Whether it harms at some tier. No Mercy."""
        return self.harms(NEVER - 1)

    def wounds(self) -> bool:
        """Whether it can deal damage. Pacifist."""
        resist = self.save
        return bool(self.attack) or (
            resist is not None and bool(resist.fail.damage or resist.success.damage)
        )


def by_tier(values: Sequence[int], tier: int) -> int:
    """The value that goes with the Power Points spent. DOA-341."""
    return values[min(tier, len(values) - 1)]


@cache
def mechanics(power_set: PowerSet) -> dict[str, Mechanics]:
    """How the powers of a set work; the older set says only what differs. DOA-337."""
    text = Path(data.__file__).with_name("data").joinpath("effects.yaml").read_text("utf-8")
    raw = yaml.load(text, yaml.CSafeLoader)
    found = msgspec.convert({**raw["current"], **raw["sample"]}, dict[str, Mechanics])
    if power_set == "seed_era":
        found |= msgspec.convert(raw["seed_era"], dict[str, Mechanics])
    return found


ENCOUNTER = {
    power.id: power
    for power in (
        Power("Multiattack", "passive", "Two attacks on its turn."),
        Power("Speed Boost", "minor", "Doubles its movement this turn."),
        Power("Break Stun", "adversary", "Ends its own Stunned, once per round."),
        Power(
            "Command Minions", "adversary", "One minion it sees moves up to 3 and acts.", range=60
        ),
        Power("Reinforce Armor", "minor", "+1 AP, never above 1."),
        Power("Ready Aim", "minor", "Attacks on one target at Upper Hand (1).", range=10),
    )
}
"""The powers that only the example encounter's creatures have."""


def listed(who: Character, power: str) -> Power:
    """A power as its list has it."""
    found = _listed(who.power_set).get(power)
    if found is None:
        raise Refused("DOA-337", f"There is no power “{power}”.")
    return found


@cache
def _listed(power_set: PowerSet) -> dict[str, Power]:
    other: PowerSet = "seed_era" if power_set == "current" else "current"
    return {**listed_powers(other), **ENCOUNTER, **listed_powers(power_set)}


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
    if how.attack == "weapon":
        return min(weapon_in_hand(who).range, power.range if power.range < 6 else 99)
    return power.range


def told_effect(who: Character, power: Power, tier: int) -> str:
    """What a power does at this cost, with what was fixed when it was bought. DOA-341, DOA-395."""
    text = power.effect
    if power.id == "Attack, Weapon":
        weapon = weapon_in_hand(who)
        reach = f"{weapon.range} space{'s' * (weapon.range > 1)}"
        return f"{weapon.name or 'Bare hands'}: {weapon.damage} damage at {reach}."
    if text.startswith("Pick one option"):
        text = f"{', '.join(who.power_options.get(power.id) or power.options[:1])}."
    return _at_tier(text, tier)


@cache
def _at_tier(text: str, tier: int) -> str:
    """Words with the values that go with the Power Points spent.

    >>> _at_tier("Heals 1|2 HP.", 1)
    'Heals 2 HP.'
    """
    return _TIERS.sub(lambda values: _value(values[0].split("|"), tier), text)


_TIERS = re.compile(r"[+\w]+(?:\|[+\w]+)+")


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
    """A power in use: by whom, on which turn, at which tier, on whom."""

    who: Character
    turn: Turn | None
    power: str
    entry: Power
    how: Mechanics
    tier: int = 0
    targets: list[Character] = field(default_factory=list)


def use_of(
    state: Table, who: Character, power: str, cost: int | None = None, turn: Turn | None = None
) -> Use:
    """A power as someone may use it for so many Power Points, or for the least. DOA-341."""
    entry, how = listed(who, power), works(who, power)
    tiers = costs(state, who, entry)
    tier = tiers.index(cost) if cost in tiers else 0
    return Use(who, turn, power, entry, how, tier, [who] if how.whom == "self" else [])
