"""As much of the table as the offers outside a fight depend on, so that they can be remembered.

What a character can use on whom depends on itself, on where the others stand and how they are, and
on the ground. Offers are the same as long as this much is the same.
"""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.drawn import Drawn, mark
from fatedeck.games.deck_of_adventures.state import Character, Table

NOTICED = ("Invisible", "Knocked Out", "Knocked Down", "Charmed", "Enthralled")
"""The conditions of others that change what one can do to them."""


class Glimpse(Struct):
    """What was drawn before, and a mark of all that there is to see around a character."""

    drawn: Drawn
    around: int


def glimpse(state: Table, drawn: Drawn) -> Glimpse:
    """What the offers of all seats depend on now; in a fight they are not remembered."""
    if state.combat is not None:
        return Glimpse(drawn, 0)
    everyone = [_seen(who) for who in state.characters.values()]
    ground = (state.map.terrain, state.walls, state.distances)
    return Glimpse(drawn, mark(state.switches.fatigue, everyone, ground))


def _seen(who: Character) -> tuple[object, ...]:
    """As much of a character as the offers of others depend on: its cover, what is sustained."""
    return (
        who.name,
        who.side,
        who.making,
        who.dead,
        who.hp > 0,
        who.x,
        who.y,
        [one for one in who.conditions if one in NOTICED] if who.conditions else 0,
        [
            (one.name, one.on, one.amount, one.by, one.until)
            for one in who.effects
            if one.name == "Cover" or one.until == "sustained"
        ]
        if who.effects
        else 0,
    )
