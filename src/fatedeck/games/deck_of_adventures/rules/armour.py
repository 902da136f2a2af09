"""Armour and shields: what is worn, and whether its wearer may wear it without harm."""

from __future__ import annotations

from fatedeck.games.deck_of_adventures.data import Armour, items, tables
from fatedeck.games.deck_of_adventures.state import Character, Table

PRINTED = "printed"
"""The armour of a premade sheet, which prints only what it gives."""


def armour_worn(state: Table, who: Character) -> Armour | None:
    """The row of the armour table that a character wears, by the table's edition. DOA-232."""
    if who.armour == PRINTED:
        return Armour(PRINTED, who.printed_ar, who.printed_ap)
    row = tables().armour(who.armour)
    if row is None:
        return None
    if row.type == "Light" and state.switches.light_armor_ap:
        return Armour(row.type, row.ar, 1)
    if row.type == "Medium" and state.switches.medium_armor_prereq:
        return Armour(row.type, row.ar, row.ap, {"STR": 0})
    return row


def lacks_prerequisite(state: Table, who: Character) -> bool:
    """Whether the wearer lacks what its armour demands; Modifiers count.

    DOA-225, DOA-227, DOA-387.
    """
    armour = armour_worn(state, who)
    return armour is not None and any(
        who.attributes[attribute] < least for attribute, least in armour.prereq.items()
    )


def shield_ap(shield: str) -> int:
    """The AP that an equipped shield adds. DOA-229, DOA-368, DOA-385."""
    return next((row.ap for row in items().shields if row.id == shield), 0)
