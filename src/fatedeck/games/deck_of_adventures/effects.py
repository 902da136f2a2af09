"""How the powers work, as data: what `data/effects.yaml` says of each.

The powers file says it in words; a few powers have a rule of their own. What is purely a matter of
the story is announced and left to the Game Master.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal, TypeAlias

from msgspec import Struct

from fatedeck.engine.data_files import data_file
from fatedeck.games.deck_of_adventures.state import PowerSet

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
    fail: Consequence = Consequence()
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
    later: Resist | None = None
    give: Consequence | None = None
    better: Consequence | None = None
    heals: bool = False
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
    return values[tier] if tier < len(values) else values[-1]


class Effects(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the effects file; the older set says only what differs. DOA-337."""

    current: dict[str, Mechanics]
    sample: dict[str, Mechanics]
    seed_era: dict[str, Mechanics]


_effects = data_file(__file__, "effects", Effects)


@cache
def mechanics(power_set: PowerSet) -> dict[str, Mechanics]:
    """How the powers of a set work. DOA-337."""
    file = _effects()
    return {**file.current, **file.sample, **(file.seed_era if power_set == "seed_era" else {})}


def later_save(power: str) -> tuple[str, int]:
    """The Attribute and the DR of a Save that a power asks for later, by its own rule."""
    demand = mechanics("current")[power].later
    assert demand is not None
    assert isinstance(demand.dr, int)
    return demand.attr[0], demand.dr
