"""Whose work a game is, in the words that go on what is printed of it."""

from __future__ import annotations

from fatedeck.engine.house import house_of
from fatedeck.engine.ruleset import AnyRuleset

_CHANGED = "Changes were made."
_NOT_FOR_SALE = (
    "Not for sale: print copies for your own use, and pass them on under the same licence."
)
_OWN_TABLE = "For your own table only: please don’t publish or sell what you print."


def lines(game: AnyRuleset) -> list[str]:
    """Credit, licence, that changes were made, and what may not be done with it."""
    house = house_of(game.id)
    changed = f"Changes were made, also by the house rules {house.called}." if house else _CHANGED
    return [game.attribution, f"{changed} Licence: {game.licence}", *limits(game)]


def limits(game: AnyRuleset) -> list[str]:
    """What may not be done with a print of this game; nothing where its licence allows it all."""
    if "NC" in game.licence:
        return [_NOT_FOR_SALE]
    return [_OWN_TABLE] if "reserved" in game.licence else []


def short(game: AnyRuleset) -> str:
    """Under what licence a print is, in as few words as a margin has room for."""
    name = game.licence.partition(",")[0]
    return name if len(name) <= _SHORT else lines(game)[-1].partition(":")[0]


_SHORT = 20
