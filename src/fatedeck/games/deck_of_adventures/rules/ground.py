"""The ground: the map and what lies on it, who stands where, and how far apart they are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One, Square, Words
from fatedeck.games.deck_of_adventures.rules import grid, hands, lasting, turns
from fatedeck.games.deck_of_adventures.rules.families import NOBODY, SCENE, OfTheGm, crowd, everyone
from fatedeck.games.deck_of_adventures.rules.grid import Space
from fatedeck.games.deck_of_adventures.rules.kinds import Spaces, listed
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Ground,
    Light,
    Map,
    Table,
    Terrain,
    TerrainKind,
)

STOPS = ("half", "full", "wall")
"""Terrain that nobody can stand on: obstacles and walls."""

GROUND = {
    "challenging": "Challenging terrain",
    "half": "Half-height obstacles",
    "full": "Full-height obstacles",
    "wall": "Walls",
    "special": "Special ground",
    "plain": "Plain ground",
}
GROUNDS = ("cave", "wood", "street", "hall")
CALLED = {"bright": "Bright light", "partial": "Partial darkness", "full": "Full darkness"}
LIGHTS = {
    "bright": "",
    "partial": "A side alley lit from a nearby street; a cellar with a few candles.",
    "full": "The moonless countryside, or a cave without a lamp.",
}


def spaces_between(state: Table, one: Character, other: Character) -> int:
    """How far apart two are: by the map, or as the Game Master has stated. DOA-7, DOA-149."""
    if one.x is None or one.y is None or other.x is None or other.y is None:
        stated = state.distances
        return stated.get(_pair(one.name, other.name), 1) if stated else 1
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    if across > down:
        return across
    return down


def _pair(one: str, other: str) -> str:
    """The name under which the distance between two is kept."""
    return " & ".join(sorted((one, other)))


def forget_distances(state: Table, name: str) -> None:
    """Somebody has left: how far they were from others is not kept. DOA-149."""
    for pair in [pair for pair in state.distances if name in pair.split(" & ")]:
        del state.distances[pair]


def is_on_map(state: Table, space: Space) -> bool:
    return 0 <= space[0] < state.map.width and 0 <= space[1] < state.map.height


def standing(state: Table, who: Character) -> dict[Space, Character]:
    """Who else stands where; those who are down do not block. DOA-148."""
    gone = state.combat.gone if state.combat is not None else ()
    return {
        (other.x, other.y): other
        for other in state.characters.values()
        if other is not who
        and other.x is not None
        and other.y is not None
        and other.hp
        and not other.dead
        and other.name not in gone
    }


def solid(state: Table) -> set[Space]:
    """Spaces that nobody can enter: obstacles, walls, conjured walls."""
    spaces = {(ground.x, ground.y) for ground in state.map.terrain if ground.kind in STOPS}
    for wall in state.walls:
        spaces.update(space for name in wall.spaces if (space := grid.read_space(name)) is not None)
    return spaces


def free_near(
    state: Table, centre: Space, reach: int, taken: dict[Space, Character], blocked: set[Space]
) -> list[Space]:
    """Free spaces of the map within reach of a centre, the nearest first."""
    free = [
        space
        for space in grid.square(centre, reach)
        if is_on_map(state, space) and space not in taken and space not in blocked
    ]
    return sorted(free, key=lambda space: (grid.distance(space, centre), space))


def put_at(state: Table, who: Character, space: Space) -> None:
    """Set a character down on a space."""
    who.x, who.y = space


def put_near(state: Table, who: Character, centre: Space | None, reach: int) -> None:
    """Set a newcomer down on a free space near a centre, if there is a map and room on it."""
    if centre is not None:
        free = free_near(state, centre, reach, standing(state, who), solid(state))
        if free:
            put_at(state, who, free[0])


def visible_spaces(state: Table, who: Character, reach: int) -> list[str]:
    """The spaces in range that no wall or obstacle fills."""
    here = hands.place_of(who)
    if here is None:
        return []
    blocked = solid(state)
    return [
        grid.space_name(space)
        for space in grid.square(here, reach)
        if is_on_map(state, space) and space not in blocked
    ]


SIDES_APART = 9
"""How many spaces lie between the sides at most when they come onto a map: not yet in reach."""


def is_laid(state: Table) -> bool:
    """Whether a map was laid out, or somebody stands on the bare one at hand. DOA-149."""
    ground = state.map
    if not ground.width or not ground.height:
        return False
    people = state.characters.values()
    return ground != Map(light=ground.light) or any(hands.place_of(who) for who in people)


def off_the_map(state: Table) -> list[Character]:
    """Whoever is at the table, has not left a fight, and stands on no space. DOA-149."""
    gone = state.combat.gone if state.combat is not None else ()
    return [
        who
        for who in state.characters.values()
        if turns.is_here(who) and who.name not in gone and hands.place_of(who) is None
    ]


def line_up(game: Game[Table]) -> None:
    """Whoever is off a map that is laid out comes onto it, at their own side.

    The party comes from below, foes from above; the Game Master may set them elsewhere. DOA-149.
    """
    state = game.state
    if not is_laid(state):
        return
    for who in off_the_map(state):
        if (space := _room_at_the_side(state, who)) is not None:
            put_at(state, who, space)
            told = "{who} starts on {space}."
            game.tell(told, "DOA-149", who=who.name, space=grid.space_name(space))


def _room_at_the_side(state: Table, who: Character) -> Space | None:
    """The free space nearest to where somebody's side comes in. DOA-149."""
    width, height = state.map.width, state.map.height
    above = max(0, (height - SIDES_APART) // 2)
    edge = (width // 2, height - 1 - above if who.side == "party" else above)
    taken, blocked = standing(state, who), solid(state)
    near = (free_near(state, edge, far, taken, blocked) for far in range(max(width, height)))
    return next((found[0] for found in near if found), None)


# What the Game Master lays out


def every_space(state: Table, seat: str, *_: object) -> Iterator[str]:
    """Every space of the map."""
    wide, high = range(state.map.width), range(state.map.height)
    return (grid.space_name((across, down)) for across in wide for down in high)


def most_marked(state: Table, seat: str) -> int:
    """So many spaces at once are written in a message that a server takes. DOA-309."""
    return min(1000, state.map.width * state.map.height)


def lights(state: Table, seat: str) -> dict[str, str]:
    return LIGHTS


def why_not_stand(state: Table, seat: str, name: str, who: str) -> Refused | None:
    """Why somebody cannot be set down there, or None. DOA-146."""
    space = grid.read_space(name)
    if space in standing(state, state.characters[who]) or space in solid(state):
        return Refused("DOA-146", f"{name} is taken.")
    return None


class LayMap(OfTheGm, frozen=True):
    """Lay an empty map; 0 by 0 plays without one. DOA-149."""

    says = Says("Lay out a map", SCENE)
    width: Annotated[int, Meta(ge=0, le=60)] = 12
    height: Annotated[int, Meta(ge=0, le=60)] = 8
    ground: Annotated[Ground, One(GROUNDS, called=str.capitalize, none="Bare")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.map = Map(self.width, self.height, light=state.map.light, ground=self.ground)
        state.zones.clear()
        for wall in list(state.walls):
            lasting.take_down(state, wall)
        for who in state.characters.values():
            who.x = who.y = None
        told = "The Game Master puts the map away."
        if self.width and self.height:
            told = "The Game Master lays out a map of {width} by {height} spaces."
        game.tell(told, "DOA-149", width=self.width, height=self.height)
        if state.combat is not None:
            line_up(game)


def put_away(game: Game[Table]) -> None:
    """Another scene begins: the map of the last one goes, unless somebody fights there. DOA-149."""
    state = game.state
    bare = Map(light=state.map.light)
    foes = any(who.side == "foes" and who.hp for who in state.characters.values())
    if state.combat is not None or foes or state.map == bare:
        return
    state.map = bare
    state.zones.clear()
    for wall in list(state.walls):
        lasting.take_down(state, wall)
    for who in state.characters.values():
        who.x = who.y = None
    game.tell("The map is put away.", "DOA-149")


class OnTheMap(OfTheGm, frozen=True):
    """What needs a map. DOA-149."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return bool(state.map.width and state.map.height)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if not state.map.width or not state.map.height:
            return super().why_closed(state, seat) or Refused("DOA-149", "There’s no map.")
        return super().why_closed(state, seat)


class LayTerrain(OnTheMap, frozen=True):
    """Mark spaces of the map; plain ground clears them. DOA-309, DOA-314."""

    says = Says("Mark terrain", SCENE)
    spaces: Annotated[
        list[str] | str,
        Spaces(Square(every_space, clause="DOA-149"), 1, most_marked, clause="DOA-149"),
    ]
    kind: Annotated[TerrainKind | Literal["plain"], One(tuple(GROUND), called=GROUND.__getitem__)]
    note: Annotated[str, Words(longest=40)] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        ground = game.state.map
        marked = [
            space for name in listed(self.spaces) if (space := grid.read_space(name)) is not None
        ]
        ground.terrain = [one for one in ground.terrain if (one.x, one.y) not in marked]
        if self.kind != "plain":
            ground.terrain += [Terrain(x, y, self.kind, self.note) for x, y in marked]
        told, spaces = "{ground}: {spaces}.", " ".join(listed(self.spaces))
        game.tell(told, "DOA-309", "DOA-314", ground=GROUND[self.kind], spaces=spaces)


class SetLight(OfTheGm, frozen=True):
    """Set the light of the scene. DOA-300."""

    says = Says("Set the light", SCENE)
    light: Annotated[Light, One(lights, called=CALLED.__getitem__)]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.map.light = self.light
        game.tell("The light is now: {light}.", "DOA-300", light=CALLED[self.light])


class SetPlace(OnTheMap, frozen=True):
    """Set somebody down on a space of the map. DOA-149."""

    says = Says("Put someone on the map", SCENE)
    who: Annotated[str, Figure(everyone, nobody=NOBODY, clause="DOA-2")]
    at: Annotated[
        str, Square(every_space, why_not_stand, after=("who",), label="Space", clause="DOA-149")
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        space = grid.read_space(self.at)
        assert space is not None
        put_at(game.state, game.state.characters[self.who], space)
        game.tell("{who} is now on {at}.", "DOA-149", who=self.who, at=self.at)


class SetEveryoneDown(OnTheMap, frozen=True):
    """Everyone who is off the map that is laid out comes onto it, at their own side. DOA-149."""

    says = Says("Put everyone on the map", SCENE)

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return is_laid(state) and bool(off_the_map(state))

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not is_laid(state):
            return Refused("DOA-149", "There’s no map yet. Lay one out first.")
        return None if off_the_map(state) else Refused("DOA-149", "Everyone is on the map already.")

    def do(self, game: Game[Table], seat: str) -> None:
        line_up(game)


def others(state: Table, seat: str, who: str) -> list[str]:
    """Everybody else."""
    return [name for name in everyone(state, seat) if name != who]


class StateDistance(OfTheGm, frozen=True):
    """State how far apart two are, when there is no map. DOA-149."""

    says = Says("Set a distance", SCENE)
    who: Annotated[str, Figure(everyone, nobody=NOBODY, clause="DOA-2")]
    other: Annotated[str, Figure(others, after=("who",), label="From", clause="DOA-149")]
    spaces: Annotated[int, Count(0, 200)]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        alone = crowd(state, seat) < 2
        return not state.map.width and not alone

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.distances[_pair(self.who, self.other)] = self.spaces
        told = "{who} and {other} are {spaces} {spaces:space|spaces} apart."
        game.tell(told, "DOA-149", who=self.who, other=self.other, spaces=self.spaces)
