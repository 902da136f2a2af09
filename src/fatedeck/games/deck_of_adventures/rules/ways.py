"""Ways across the ground: what may be entered, and what each step costs."""

from __future__ import annotations

from collections.abc import Container
from functools import lru_cache
from heapq import heappop, heappush

from msgspec import Struct

from fatedeck.games.deck_of_adventures.rules import grid, hands
from fatedeck.games.deck_of_adventures.rules.grid import Space
from fatedeck.games.deck_of_adventures.rules.ground import solid, standing
from fatedeck.games.deck_of_adventures.state import Character, Table, Terrain

HALF = 2
"""Speed is counted in half spaces, so that a diagonal may cost one and a half."""


def are_hostile(one: Character, other: Character) -> bool:
    return one.side != other.side


class Goal(Struct, frozen=True):
    """A space that one wants to be near: a search may end where it is within reach."""

    space: Space
    reach: int = 0


def reachable(
    state: Table, who: Character, halves: int, goal: Goal | None = None
) -> dict[Space, tuple[int, int, int]]:
    """Every space a character may move to with so much speed: its cost, steps and diagonals.

    With a goal, those that are farther off than the nearest in its reach may be left out.

    Friends may be passed but not stayed with, hostile spaces not entered, and a diagonal may not
    squeeze between two hostiles; challenging terrain costs 2. DOA-144 to DOA-147, DOA-314.
    """
    ways = _all_ways(state, who, halves, goal)
    for space in standing(state, who):
        ways.pop(space, None)
    return ways


def stopping_places(state: Table, who: Character, halves: int) -> dict[Space, tuple[int, int, int]]:
    """Every space where a move may stop: also a friend's, if there is speed to leave it. DOA-145.

    Only the turn may not end there (DOA-143).
    """
    ways = _all_ways(state, who, halves)
    others = standing(state, who)
    free = {space: way for space, way in ways.items() if space not in others}
    for space, way in ways.items():
        if space not in others:
            continue
        beside = [one for one in grid.square(space, 1) if one in free]
        if any(_step_price(state, space, one) <= halves - way[0] for one in beside):
            free[space] = way
    return free


def way_to(state: Table, who: Character, space: Space, halves: int) -> tuple[int, int, int] | None:
    """The cheapest way to one space where a move may stop, if there is so much speed for it."""
    here = hands.place_of(who)
    straight = straight_way(state, who, here, space) if here is not None else None
    if straight is not None:
        return straight if straight[0] <= halves else None
    if space in standing(state, who):
        return stopping_places(state, who, halves).get(space)
    return _all_ways(state, who, halves, Goal(space)).get(space)


def _step_price(state: Table, here: Space, there: Space) -> int:
    """What one step costs, in half spaces. DOA-144, DOA-314."""
    slow = any((ground.x, ground.y) == there for ground in _slow(state))
    slant = here[0] != there[0] and here[1] != there[1]
    return (3 if slant and state.diagonals == "1.5" else HALF) + HALF * slow


def _slow(state: Table) -> list[Terrain]:
    return [ground for ground in state.map.terrain if ground.kind == "challenging"]


def _all_ways(
    state: Table, who: Character, halves: int, goal: Goal | None = None
) -> dict[Space, tuple[int, int, int]]:
    """Every space within so much speed, those of friends too, as far as the goal needs."""
    start = hands.place_of(who)
    if start is None or halves < HALF:
        return {}
    others, blocked = standing(state, who), solid(state)
    hostile = {space for space, other in others.items() if are_hostile(who, other)}
    blocked |= hostile
    slow = {(ground.x, ground.y) for ground in _slow(state)}
    turn = state.combat.turn if state.combat is not None else None
    used = turn.diagonals if turn is not None else 0
    spare = max(0, 2 - used) if state.diagonals == "2 a round" else 99
    diagonal = 3 if state.diagonals == "1.5" else HALF
    size = (state.map.width, state.map.height)
    if slow or spare < 99 or diagonal > HALF:
        best = _ways(start, halves, size, blocked, hostile, slow, diagonal, spare)
    else:
        best = _open_ways(start, halves // HALF, size, blocked, hostile, others, goal)
    del best[start]
    return best


def _open_ways(
    start: Space,
    steps: int,
    size: Space,
    blocked: set[Space],
    hostile: set[Space],
    others: Container[Space],
    goal: Goal | None,
) -> dict[Space, tuple[int, int, int]]:
    """The ways where every step costs the same: ring by ring outward, to the first at the goal."""
    best = {start: (0, 0, 0)}
    closed = {start, *blocked}
    ring = [start]
    for step in range(1, steps + 1):
        beyond: list[Space] = []
        cost = step * HALF
        for space in ring:
            diagonals = best[space][2]
            for there, between in _neighbours(space, size):
                if there in closed:
                    continue
                if between is None:
                    best[there] = (cost, step, diagonals)
                elif between[0] in hostile and between[1] in hostile:
                    continue
                else:
                    best[there] = (cost, step, diagonals + 1)
                closed.add(there)
                beyond.append(there)
        if goal is not None and any(
            grid.distance(there, goal.space) <= goal.reach and there not in others
            for there in beyond
        ):
            break
        ring = beyond
    return best


@lru_cache(maxsize=4096)
def _neighbours(space: Space, size: Space) -> tuple[tuple[Space, tuple[Space, Space] | None], ...]:
    """The spaces beside one on a map of this size, each with the two a diagonal passes between."""
    beside = [((space[0] + step[0], space[1] + step[1]), step) for step in grid.STEPS]
    return tuple(
        (there, grid.squeezed_between(space, step))
        for there, step in beside
        if 0 <= there[0] < size[0] and 0 <= there[1] < size[1]
    )


def _ways(
    start: Space,
    halves: int,
    size: Space,
    blocked: set[Space],
    hostile: set[Space],
    slow: set[Space],
    diagonal: int,
    spare: int,
) -> dict[Space, tuple[int, int, int]]:
    """The cheapest ways where steps cost differently. DOA-144, DOA-314."""
    width, height = size
    best: dict[Space, tuple[int, int, int]] = {start: (0, 0, 0)}
    edge = [(0, 0, 0, start)]
    reached: set[tuple[Space, int]] = {(start, 0)}
    while edge:
        cost, steps, diagonals, space = heappop(edge)
        for step in grid.STEPS:
            there = (space[0] + step[0], space[1] + step[1])
            if there in blocked or not (0 <= there[0] < width and 0 <= there[1] < height):
                continue
            slant = grid.squeezed_between(space, step)
            if slant is not None and (
                diagonals >= spare or (slant[0] in hostile and slant[1] in hostile)
            ):
                continue
            price = (HALF if slant is None else diagonal) + HALF * (there in slow)
            way = (cost + price, steps + 1, diagonals + (slant is not None))
            key = (there, way[2] if spare < 99 else 0)
            if way[0] > halves or (key in reached and way >= best[there]):
                continue
            reached.add(key)
            if there not in best or way < best[there]:
                best[there] = way
            heappush(edge, (*way, there))
    return best


def straight_way(
    state: Table, who: Character, here: Space, space: Space
) -> tuple[int, int, int] | None:
    """The straight way on open ground, diagonals first; None when anything is in its way.

    No way is cheaper, so there is no need to look for another.
    """
    if state.map.terrain or state.walls or state.diagonals != "1":
        return None
    if not (0 <= space[0] < state.map.width and 0 <= space[1] < state.map.height):
        return None
    others = standing(state, who)
    if space in others or space == here:
        return None
    x, y = here
    diagonals = 0
    while (x, y) != space:
        across = (space[0] > x) - (space[0] < x)
        down = (space[1] > y) - (space[1] < y)
        there = (x + across, y + down)
        if there in others:
            return None
        if across and down:
            if (x + across, y) in others or (x, y + down) in others:
                return None
            diagonals += 1
        x, y = there
    steps = grid.distance(here, space)
    return steps * HALF, steps, diagonals
