"""Movement: speed, what may be entered, falling."""

from __future__ import annotations

from functools import lru_cache
from heapq import heappop, heappush

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.rules.checks import save
from fatedeck.games.deck_of_adventures.rules.conditions import gain, harm
from fatedeck.games.deck_of_adventures.rules.grid import (
    FEET,
    STEPS,
    Space,
    distance,
    read_space,
    space_name,
    square,
    squeezed_between,
)
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.lasting import has_effect
from fatedeck.games.deck_of_adventures.state import Character, Table, Terrain, Turn

HALF = 2
"""Speed is counted in half spaces, so that a diagonal may cost one and a half."""

STOPS = ("half", "full", "wall")
"""Terrain that nobody can stand on: obstacles and walls."""


def speed_of(state: Table, who: Character) -> int:
    """The spaces a character may move this turn, before Rush. DOA-142, DOA-6.

    Halvings round up and are applied one after another; a fall takes speed until healed.
    """
    if "Entangled" in who.conditions or "Grappled" in who.conditions or is_down(who):
        return 0  # DOA-195, DOA-216
    speed = max(0, who.speed - who.lost_speed)
    if "Favored Terrain" in who.powers:
        speed += 2 * _on_own_terrain(state, who, "Favored Terrain")
    if who.effects:
        if has_effect(who, "Levitated"):
            return 0
        speed += 2 * _now(who, "Lend Vigor")
        if _now(who, "Slow"):
            speed = -(-speed // 2)
        if _now(who, "Speed Boost"):
            speed *= 2
    if who.conditions:
        speed = -(-speed // 2) if "Knocked Down" in who.conditions else speed  # DOA-197
        speed = -(-speed // 2) if "Frozen" in who.conditions else speed  # DOA-207
    if who.fatigue >= 3 and state.switches.fatigue:
        speed = -(-speed // 2)
    return speed


def _now(who: Character, name: str) -> bool:
    """Whether an effect for "its next turn" is for the turn that starts now."""
    return any(
        effect.name == name and (effect.until != "end" or effect.rounds <= 1)
        for effect in who.effects
    )


def _on_own_terrain(state: Table, who: Character, power: str) -> bool:
    chosen = who.power_options.get(power, [])
    return any(
        terrain.x == who.x and terrain.y == who.y and (terrain.note in chosen or not chosen)
        for terrain in state.map.terrain
    )


def speed_left(state: Table, turn: Turn) -> int:
    """Half spaces that may still be moved this turn, as its mover is now. DOA-143, DOA-162."""
    if turn.limit == "either" and turn.acted:
        return 0  # DOA-192
    speed = speed_of(state, state.characters[turn.who])
    if turn.speed is not None:
        speed = min(speed, turn.speed)
    return max(0, speed * HALF * (2 if turn.rushed else 1) - turn.spent)


def are_hostile(one: Character, other: Character) -> bool:
    return one.side != other.side


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
        spaces.update(space for name in wall.spaces if (space := read_space(name)) is not None)
    return spaces


def reachable(state: Table, who: Character, halves: int) -> dict[Space, tuple[int, int, int]]:
    """Every space a character may move to with so much speed: its cost, steps and diagonals.

    Friends may be passed but not stayed with, hostile spaces not entered, and a diagonal may not
    squeeze between two hostiles; challenging terrain costs 2. DOA-144 to DOA-147, DOA-314.
    """
    ways = _all_ways(state, who, halves)
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
        beside = [one for one in square(space, 1) if one in free]
        if any(_step_price(state, space, one) <= halves - way[0] for one in beside):
            free[space] = way
    return free


def _step_price(state: Table, here: Space, there: Space) -> int:
    """What one step costs, in half spaces. DOA-144, DOA-314."""
    slow = any((ground.x, ground.y) == there for ground in _slow(state))
    slant = here[0] != there[0] and here[1] != there[1]
    return (3 if slant and state.diagonals == "1.5" else HALF) + HALF * slow


def _slow(state: Table) -> list[Terrain]:
    return [ground for ground in state.map.terrain if ground.kind == "challenging"]


def _all_ways(state: Table, who: Character, halves: int) -> dict[Space, tuple[int, int, int]]:
    """Every space within so much speed, those of friends too."""
    start = place_of(who)
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
        best = _open_ways(start, halves // HALF, size, blocked, hostile)
    del best[start]
    return best


def _open_ways(
    start: Space, steps: int, size: Space, blocked: set[Space], hostile: set[Space]
) -> dict[Space, tuple[int, int, int]]:
    """The ways where every step costs the same: ring by ring outward."""
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
        ring = beyond
    return best


@lru_cache(maxsize=4096)
def _neighbours(space: Space, size: Space) -> tuple[tuple[Space, tuple[Space, Space] | None], ...]:
    """The spaces beside one on a map of this size, each with the two a diagonal passes between."""
    beside = [((space[0] + step[0], space[1] + step[1]), step) for step in STEPS]
    return tuple(
        (there, squeezed_between(space, step))
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
        for step in STEPS:
            there = (space[0] + step[0], space[1] + step[1])
            if there in blocked or not (0 <= there[0] < width and 0 <= there[1] < height):
                continue
            slant = squeezed_between(space, step)
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
    steps = distance(here, space)
    return steps * HALF, steps, diagonals


def why_not_move(state: Table, who: Character, turn: Turn) -> Refused | None:
    """Why this character may not move at all now, or None."""
    if "Entangled" in who.conditions:
        return Refused("DOA-195", "Entangled: you cannot move until you break free.")
    if "Grappled" in who.conditions:
        return Refused("DOA-216", "Grappled: you cannot move until you get loose.")
    if not state.map.width:
        return Refused("DOA-149", "There is no map: tell the Game Master where you go.")
    if place_of(who) is None:
        return Refused("DOA-149", f"{who.name} is not on the map yet; the Game Master places it.")
    if turn.limit == "either" and turn.acted:
        return Refused("DOA-192", "Stunned: you have taken your Action, so you cannot move too.")
    if speed_left(state, turn) < HALF:
        return Refused("DOA-150", "You have no speed left this turn.")
    return None


def move_to(game: Game[Table], who: Character, turn: Turn, name: str) -> None:
    """Move to a space by the cheapest way there. DOA-143 to DOA-147."""
    state = game.state
    if (refused := why_not_move(state, who, turn)) is not None:
        raise refused
    space = read_space(name)
    here = place_of(who)
    if space is None or here is None:
        raise Refused("DOA-143", f"“{name}” is no space; spaces are written like 3,4.")
    way = straight_way(state, who, here, space)
    if way is None or way[0] > speed_left(state, turn):
        way = stopping_places(state, who, speed_left(state, turn)).get(space)
    if way is None:
        raise why_not_reach(state, who, space)
    cost, steps, diagonals = way
    turn.spent += cost
    turn.moved += steps
    turn.diagonals += diagonals
    put_at(state, who, space)
    if game.lines is not None:
        game.tell(f"{who.name} moves to {name}.", "DOA-143")
    carry_along(game, who, turn, here)


def why_not_reach(state: Table, who: Character, space: Space) -> Refused:
    """The reason why a space cannot be moved to."""
    other = standing(state, who).get(space)
    name = space_name(space)
    if other is not None and are_hostile(who, other):
        return Refused("DOA-146", f"{other.name} stands on {name}: you may not enter its space.")
    if other is not None:
        return Refused(
            "DOA-145", f"{other.name} stands on {name}, and you could not move on from there."
        )
    if space in solid(state):
        return Refused("DOA-309", f"Something stands on {name}; go round it.")
    return Refused("DOA-142", f"{name} is farther than your speed takes you this turn.")


def carry_along(game: Game[Table], who: Character, turn: Turn, start: Space) -> None:
    """Momentum: those carried end next to the mover, as near as a free space lets them."""
    state = game.state
    for name in turn.carried:
        other = state.characters.get(name)
        if other is None:
            continue
        taken, blocked = standing(state, other), solid(state)
        around = free_near(state, (who.x or 0, who.y or 0), 1, taken, blocked)
        place = place_of(other)
        if around and place is not None and distance(place, (who.x or 0, who.y or 0)) > 1:
            put_at(state, other, min(around, key=lambda space: distance(space, start)))
            if game.lines is not None:
                game.tell(f"{other.name} is carried along.", "DOA-338")


def free_near(
    state: Table, centre: Space, reach: int, taken: dict[Space, Character], blocked: set[Space]
) -> list[Space]:
    """Free spaces of the map within reach of a centre, the nearest first."""
    x, y = centre
    spaces = [
        (x + across, y + down)
        for across in range(-reach, reach + 1)
        for down in range(-reach, reach + 1)
        if 0 <= x + across < state.map.width and 0 <= y + down < state.map.height
    ]
    free = [space for space in spaces if space not in taken and space not in blocked]
    return sorted(free, key=lambda space: (distance(space, centre), space))


def visible_spaces(state: Table, who: Character, reach: int) -> list[str]:
    """The spaces in range that no wall or obstacle fills."""
    here = place_of(who)
    if here is None:
        return []
    blocked = solid(state)
    return [
        space_name(space)
        for space in square(here, reach)
        if 0 <= space[0] < state.map.width
        and 0 <= space[1] < state.map.height
        and space not in blocked
    ]


def put_at(state: Table, who: Character, space: Space) -> None:
    """Set a character down on a space."""
    who.x, who.y = space


def line_up(game: Game[Table], fighters: list[Character]) -> None:
    """When a fight begins on a map, whoever was not set down on it stands at their side's edge.

    The party comes from below, foes from above; the Game Master may set them elsewhere. A fight in
    which nobody was set down goes without a map. DOA-149.
    """
    state = game.state
    width, height = state.map.width, state.map.height
    blocked = solid(state)
    taken = {space: who for who in fighters if (space := place_of(who)) is not None}
    if not taken:
        return
    for who in fighters:
        if place_of(who) is not None:
            continue
        edge = (width // 2, height - 1 if who.side == "party" else 0)
        near = (free_near(state, edge, far, taken, blocked) for far in range(max(width, height)))
        free = next((spaces[0] for spaces in near if spaces), None)
        if free is None:
            return
        put_at(state, who, free)
        taken[free] = who
        game.tell(f"{who.name} stands on {space_name(free)}.", "DOA-149")


def can_move_on(state: Table, who: Character, turn: Turn) -> bool:
    """Whether there is a free space that somebody can still reach this turn. DOA-145."""
    return why_not_move(state, who, turn) is None and bool(
        reachable(state, who, speed_left(state, turn))
    )


def drop_prone(game: Game[Table], who: Character, turn: Turn) -> None:
    """Drop to the ground for 1 speed. DOA-199."""
    if "Knocked Down" in who.conditions:
        raise Refused("DOA-199", "You are on the ground already.")
    if speed_left(game.state, turn) < HALF:
        raise Refused("DOA-199", "Dropping prone takes 1 speed; you have none left.")
    turn.spent += HALF
    gain(game, who, "Knocked Down")


def fall(game: Game[Table], who: Character, feet: int, *, softened: bool) -> None:
    """A fall: 1 damage and 1 speed per 2 full spaces, and Knocked Down. DOA-310, DOA-311.

    The Game Master may allow an Agility Save, which then takes off 10 feet. DOA-313.
    """
    if softened and feet >= 10 and save(game, who, "AGL", 3).success:
        feet -= 10
    tens = feet // (2 * FEET)
    if not tens:
        if game.lines is not None:
            game.tell(f"{who.name} falls and lands well.", "DOA-311")
        return
    who.lost_speed = min(who.speed, who.lost_speed + tens)
    harm(game, who, tens)
    if not is_down(who):
        gain(game, who, "Knocked Down")
