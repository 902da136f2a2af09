"""As much of the table as the offers outside a fight depend on, so that they can be remembered.

What a character can use on whom depends on itself, on where the others stand and how they are, and
on the ground. Offers made from this much alone are the same as long as this much is the same.
"""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.drawn import Drawn
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Effect,
    Kind,
    Map,
    PowerSet,
    Side,
    Switches,
    Table,
    Wall,
    Zone,
)


class Bystander(Struct, array_like=True):
    """As much of a character as the offers of others depend on."""

    name: str
    owner: str
    kind: Kind
    side: Side
    making: bool
    standing: bool
    conditions: list[str]
    effects: list[Effect]
    companion_of: str
    x: int | None
    y: int | None
    dead: bool


class Surroundings(Struct, array_like=True):
    """Everyone as others see them, the ground, and what was agreed for this table."""

    gm: str
    switches: Switches
    power_set: PowerSet
    everyone: list[Bystander]
    ground: Map
    zones: list[Zone]
    walls: list[Wall]
    distances: dict[str, int]


class Glimpse(Struct):
    """What was drawn before, and what there is to see outside a fight."""

    drawn: Drawn
    around: Surroundings


def glimpse(state: Table, drawn: Drawn) -> Glimpse:
    """What the offers of all seats depend on now."""
    everyone = [
        Bystander(
            who.name,
            who.owner,
            who.kind,
            who.side,
            who.making,
            who.hp > 0,
            who.conditions,
            who.effects,
            who.companion_of,
            who.x,
            who.y,
            who.dead,
        )
        for who in state.characters.values()
    ]
    around = Surroundings(
        state.gm,
        state.switches,
        state.power_set,
        everyone,
        state.map,
        state.zones,
        state.walls,
        state.distances,
    )
    return Glimpse(drawn, around)


def table_around(who: Character, around: Surroundings) -> Table:
    """A table with this character, and of all else only what there is to see around it."""
    return Table(
        gm=around.gm,
        seats=[],
        switches=around.switches,
        decks={},
        characters={
            one.name: who
            if one.name == who.name
            else Character(
                one.name,
                one.owner,
                one.kind,
                one.side,
                making=one.making,
                hp=int(one.standing),
                conditions=one.conditions,
                effects=one.effects,
                companion_of=one.companion_of,
                x=one.x,
                y=one.y,
                dead=one.dead,
            )
            for one in around.everyone
        },
        map=around.ground,
        zones=around.zones,
        walls=around.walls,
        distances=around.distances,
        power_set=around.power_set,
    )
