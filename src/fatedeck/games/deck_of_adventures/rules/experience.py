"""XP: how much a level gives, what a sheet has cost, and what can be paid."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures.data import tables, vulnerabilities
from fatedeck.games.deck_of_adventures.state import ATTRIBUTE_OF, Character

XP_PER_LEVEL = 3


def total_xp(level: int) -> int:
    """All the XP a character of this level has had: 6 + 3 x level. DOA-319.

    >>> total_xp(1), total_xp(2), total_xp(10)
    (9, 12, 36)
    """
    return 6 + XP_PER_LEVEL * level


def skill_bonus(who: Character, skill: str) -> int:
    """The Skill's own part of its Modifier. DOA-47, DOA-322."""
    return who.skills[skill] - who.attributes[ATTRIBUTE_OF[skill]]


def start_value(who: Character, attribute: str) -> int:
    """Where an Attribute starts: at 0, or where a Vulnerability puts it. DOA-318, DOA-326."""
    return min(
        (vulnerabilities()[name].stat.get(attribute, 0) for name in who.vulnerabilities), default=0
    )


def attribute_price(who: Character, attribute: str) -> int:
    """What has been paid for an Attribute. DOA-320, DOA-326."""
    costs = tables().attribute_cost
    return costs[who.attributes[attribute]] - costs[start_value(who, attribute)]


def why_too_dear(who: Character, price: int) -> Refused | None:
    """XP that are not there cannot be spent. DOA-330."""
    if price > who.xp:
        return Refused("DOA-330", f"That costs {price} XP; you have {who.xp} left.")
    return None
