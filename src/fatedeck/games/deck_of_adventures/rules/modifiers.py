"""Attributes and Skills, bought up with XP, and sold down at creation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, One
from fatedeck.games.deck_of_adventures.data import tables
from fatedeck.games.deck_of_adventures.rules.characters import reckon
from fatedeck.games.deck_of_adventures.rules.experience import (
    skill_bonus,
    start_value,
    why_too_dear,
)
from fatedeck.games.deck_of_adventures.rules.families import MAKE, OfOneWhoGrows
from fatedeck.games.deck_of_adventures.rules.learning import why_not_shift
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTE_OF,
    ATTRIBUTES,
    SKILLS,
    Character,
    Table,
    whole_stat,
)

LOWEST = -2


def why_not_set(state: Table, seat: str, value: int, stat: str) -> Refused | None:
    """Why an Attribute or a Skill may not be set to this Modifier now, or None.

    The whole price counts, with the Skills moving along.
    DOA-47, DOA-50, DOA-320, DOA-321, DOA-323, DOA-324.
    """
    who = state.characters[seat]
    now, cap = who.modifier(stat), tables().level(who.level).mod_cap
    if value == now:
        return Refused("DOA-320", f"{stat} is already {value:+}.")
    if value < now and not who.making and not who.respec:
        return Refused("DOA-324", "You can only lower a Modifier during creation or in a respec.")
    if not LOWEST <= value <= cap:
        return Refused(
            "DOA-323", f"At level {who.level} a Modifier can be from {LOWEST} to {cap:+}."
        )
    why_not = _why_not_attribute if stat in ATTRIBUTES else _why_not_skill
    return (
        why_not(who, stat, value, cap)
        or why_not_shift(who, {stat: value - now})
        or why_too_dear(who, price(who, stat, value))
    )


def _why_not_attribute(who: Character, attribute: str, value: int, cap: int) -> Refused | None:
    start = start_value(who, attribute)
    if value < start < 0:
        return Refused("DOA-326", f"A Vulnerability has already set where {attribute} starts.")
    if who.respec and not who.making and value < min(0, start):
        return Refused("DOA-334", "A respec takes Modifiers down to 0, not further.")
    by = value - who.attributes[attribute]
    if any(not LOWEST <= who.skills[skill] + by <= cap for skill in skills_of(attribute)):
        return Refused("DOA-323", f"A Skill of {attribute} would be outside {LOWEST} to {cap:+}.")
    return None


def _why_not_skill(who: Character, skill: str, value: int, cap: int) -> Refused | None:
    bonus = value - who.attributes[ATTRIBUTE_OF[skill]]
    if bonus not in tables().skill_bonus_cost:
        return Refused("DOA-321", f"{skill} can differ from its Attribute by -2 to +6.")
    if who.respec and not who.making and bonus < 0:
        return Refused("DOA-334", "A respec takes Modifiers down to 0, not further.")
    return None


def price(who: Character, stat: str, value: int) -> int:
    """What this Modifier costs from the present one on. DOA-320, DOA-322."""
    if stat in ATTRIBUTES:
        costs, now = tables().attribute_cost, who.attributes[stat]
        return costs[value] - costs[now]
    costs, now = tables().skill_bonus_cost, skill_bonus(who, stat)
    return costs[value - who.attributes[ATTRIBUTE_OF[stat]]] - costs[now]


def lowest(state: Table, seat: str, stat: str) -> int:
    return _farthest(state, seat, stat, -1)


def highest(state: Table, seat: str, stat: str) -> int:
    return _farthest(state, seat, stat, 1)


def _farthest(state: Table, seat: str, stat: str, step: int) -> int:
    """The last Modifier that may be reached from the present one in this direction."""
    value = state.characters[seat].modifier(stat)
    while why_not_set(state, seat, value + step, stat) is None:
        value += step
    return value


def skills_of(attribute: str) -> list[str]:
    return [skill for skill in SKILLS if ATTRIBUTE_OF[skill] == attribute]


def shift(who: Character, attribute: str, by: int) -> None:
    """An Attribute changes, and its Skills move along. DOA-47."""
    who.attributes[attribute] += by
    for skill in skills_of(attribute):
        who.skills[skill] += by


def _ways(state: Table, seat: str, field: str, stats: Iterable[str]) -> Iterable[Way]:
    """A way for each Modifier that may be changed, with what each step costs."""
    who = state.characters[seat]
    for stat in stats:
        low, high = lowest(state, seat, stat), highest(state, seat, stat)
        if low < high:
            now = who.modifier(stat)
            prices = {value: price(who, stat, value) for value in range(low, high + 1)}
            told = [f"{value:+} {_told(paid)}" for value, paid in prices.items() if value != now]
            yield Way({field: stat}, f"{whole_stat(stat)} {now:+}", ", ".join(told))


def _told(paid: int) -> str:
    return f"costs {paid} XP" if paid >= 0 else f"gives back {-paid} XP"


class SetAttribute(OfOneWhoGrows, frozen=True):
    """Buy an Attribute up, or sell it down at creation; its Skills move by as much.

    DOA-47, DOA-320.
    """

    says = Says("Set an Attribute", MAKE)
    attribute: Literal["AGL", "CON", "GUT", "INT", "STR", "VIT"]
    value: Annotated[
        int, Count(lowest, highest, why_not_set, after=("attribute",), label="New Modifier")
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return _ways(state, seat, "attribute", ATTRIBUTES)

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        who.xp -= price(who, self.attribute, self.value)
        shift(who, self.attribute, self.value - who.attributes[self.attribute])
        reckon(game.state, who)
        game.tell(
            "{who}’s {attribute} is now {value}, with {xp} XP left.",
            "DOA-320",
            who=who.name,
            attribute=self.attribute,
            value=f"{self.value:+}",
            xp=who.xp,
        )


class SetSkill(OfOneWhoGrows, frozen=True):
    """Buy a Skill's own bonus up, or sell it down at creation. DOA-321, DOA-322."""

    says = Says("Set a Skill", MAKE)
    skill: Annotated[str, One(SKILLS, clause="DOA-46")]
    value: Annotated[
        int, Count(lowest, highest, why_not_set, after=("skill",), label="New Modifier")
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return _ways(state, seat, "skill", SKILLS)

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        who.xp -= price(who, self.skill, self.value)
        who.skills[self.skill] = self.value
        told = "{who}’s {skill} is now {value}, with {xp} XP left."
        game.tell(
            told, "DOA-322", who=who.name, skill=self.skill, value=f"{self.value:+}", xp=who.xp
        )
