"""The ground of an encounter: spaces of 5 ft, how far apart, who stands in a shape. RB-15.13.

A space next to another, corner to corner too, is at distance 1: that is close range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, pi

from fatedeck.engine.errors import Refused
from fatedeck.games.realms_behind.rules.derived import can_act, is_downed
from fatedeck.games.realms_behind.state import Being, Table

Space = tuple[int, int]


def distance(one: Being, other: Being) -> int:
    """How many spaces apart."""
    across, down = abs(one.x - other.x), abs(one.y - other.y)
    if across > down:
        return across
    return down


def apart(table: Table, one: Being, other: Being) -> int:
    """How far apart two are for what one does to the other.

    Outside an Encounter nobody stands on spaces: whoever is meant is at close range. RB-15.13.
    """
    return distance(one, other) if table.phase == "encounter" else 1


def standing(table: Table) -> list[Being]:
    """Everyone who is on the ground and has not left it."""
    return [being for being in table.beings() if being.is_here()]


def fallen(table: Table) -> list[str]:
    """The foes who are Downed."""
    creatures = table.creatures.values()
    return [one.name for one in creatures if one.side == "foes" and is_downed(one)]


def present(table: Table, seat: str, *_: object) -> list[str]:
    """The names of everyone on the ground."""
    return [being.name for being in standing(table)]


def is_difficult(table: Table, x: int, y: int) -> bool:
    return f"{x},{y}" in table.difficult


def at(table: Table, x: int, y: int) -> Being | None:
    """Who stands there; someone Downed does not block a space."""
    for being in table.beings():
        if being.x == x and being.y == y and can_act(being):
            return being
    return None


def why_not_stand(table: Table, being: Being, x: int, y: int) -> Refused | None:
    """Why nobody may end a move there."""
    if not (0 <= x < table.width and 0 <= y < table.height):
        return Refused("RB-15.13", f"{x},{y} is off the map.")
    other = at(table, x, y)
    if other is not None and other is not being:
        return Refused("RB-15.13", f"{other.name} is already at {x},{y}.")
    return None


def reach(
    table: Table,
    mover: Being,
    spaces: int,
    sources: Iterable[Space] = (),
    goal: Space | None = None,
) -> dict[Space, int]:
    """The spaces someone can move to within so many spaces, never into Difficult terrain.

    Spaces of one's own side may be crossed, those of others not. With `sources`, as if they stood
    on one of those instead of where they do; with a `goal`, none that is farther. RB-15.13.
    """
    blocked, closed = _in_the_way(table, mover)
    width, height = table.width, table.height
    edge = list(sources) or [(mover.x, mover.y)]
    found: dict[Space, int] = dict.fromkeys(edge, 0)
    closed.update(edge)
    for steps in range(1, spaces + 1):
        further = []
        for x, y in edge:
            for to in _around(x, y):
                if to not in closed and 0 <= to[0] < width and 0 <= to[1] < height:
                    closed.add(to)
                    found[to] = steps
                    further.append(to)
        if not further or goal in found:
            break
        edge = further
    for space in blocked:
        found.pop(space, None)
    return found


def straight(table: Table, mover: Being, goal: Being, spaces: int) -> set[Space]:
    """Where so many spaces lead that each bring someone nearer to another. RB-15.13.

    All of them are as near as one can come with so many, and none of `reach` is nearer.
    """
    blocked, closed = _in_the_way(table, mover)
    away, edge = distance(mover, goal), {(mover.x, mover.y)}
    for left in range(away - 1, away - 1 - spaces, -1):
        low, high = max(0, goal.x - left), min(table.width - 1, goal.x + left)
        top, bottom = max(0, goal.y - left), min(table.height - 1, goal.y + left)
        edge = {
            (across, down)
            for x, y in edge
            for across in (x - 1, x, x + 1)
            if low <= across <= high
            for down in (y - 1, y, y + 1)
            if top <= down <= bottom
        }
        edge -= closed
    return edge - blocked


def _in_the_way(table: Table, mover: Being) -> tuple[set[Space], set[Space]]:
    """The spaces on which someone else stands, and those that nobody may move through."""
    others = [being for being in table.beings() if being is not mover and can_act(being)]
    blocked = {(being.x, being.y) for being in others}
    closed = {(being.x, being.y) for being in others if being.side != mover.side}
    closed.update(map(_space, table.difficult))
    return blocked, closed


def steps(table: Table, mover: Being, sources: Iterable[Space]) -> list[Space]:
    """The spaces that a Step leads to from these, into any terrain. RB-15.13."""
    around = dict.fromkeys(space for x, y in sources for space in _around(x, y))
    return [space for space in around if why_not_stand(table, mover, *space) is None]


def within(
    table: Table, mover: Being, spaces: int, ap: int, sources: Iterable[Space] = ()
) -> list[Space]:
    """Where someone can stand after so many AP of Moves and Steps. RB-15.9, RB-15.13."""
    there = list(sources) or [(mover.x, mover.y)]
    for _ in range(ap):
        further = [*there, *reach(table, mover, spaces, there), *steps(table, mover, there)]
        there = list(dict.fromkeys(further))
    return there


def is_in_reach(table: Table, mover: Being, x: int, y: int, spaces: int) -> bool:
    """Whether someone can move there within so many spaces. RB-15.13."""
    if _is_free_way(table, mover, x, y, spaces):
        return True
    return (x, y) in reach(table, mover, spaces, goal=(x, y))


def _is_free_way(table: Table, mover: Being, x: int, y: int, spaces: int) -> bool:
    """Whether a straight look says the way is free, so that no search is needed."""
    if table.difficult or abs(mover.x - x) > spaces or abs(mover.y - y) > spaces:
        return False
    (left, right), (top, bottom) = sorted((mover.x, x)), sorted((mover.y, y))
    for being in table.beings():
        inside = left <= being.x <= right and top <= being.y <= bottom
        if inside and being.side != mover.side and can_act(being):
            return False
    return True


def push(table: Table, target: Being, away_from: Being, spaces: int) -> int:
    """Push someone straight away until the edge or another stops it; says how far.

    The way goes on along the line from the one to the other; outside an Encounter there are no
    spaces to be pushed over. RB-15.13.
    """
    if table.phase != "encounter":
        return 0
    dx, dy = target.x - away_from.x, target.y - away_from.y
    apart = max(abs(dx), abs(dy))
    if not apart:
        dx = apart = 1
    x, y = target.x, target.y
    pushed = 0
    while pushed < spaces:
        further = x + round(dx * (pushed + 1) / apart), y + round(dy * (pushed + 1) / apart)
        if why_not_stand(table, target, *further) is not None:
            break
        target.x, target.y = further
        pushed += 1
    return pushed


def line(table: Table, origin: Being, through: Being, length: int) -> list[Being]:
    """Everyone on the line from someone through another, up to a length."""
    steps = max(abs(through.x - origin.x), abs(through.y - origin.y))
    if not steps:
        return [through]
    dx, dy = (through.x - origin.x) / steps, (through.y - origin.y) / steps
    on_it = {(round(origin.x + dx * n), round(origin.y + dy * n)) for n in range(1, length + 1)}
    return [b for b in standing(table) if (b.x, b.y) in on_it and b is not origin]


def in_shape(table: Table, shape: str, caster: Being, centre: Being) -> list[Being]:
    """Everyone in a spell's shape: a line or cone so long, a ring, disc or emanation so wide.

    Ring and disc lie around the target, line and cone point at it, the emanation is around the
    caster, who is not in it. RB-18.5.
    """
    form, _, size = shape.partition("_")
    far, everyone = int(size), standing(table)
    others = [being for being in everyone if being is not caster]
    match form:
        case "line":
            return line(table, caster, centre, far)
        case "ring":
            return [being for being in everyone if distance(being, centre) == far // 2]
        case "disc":
            return [being for being in everyone if distance(being, centre) <= far // 2]
        case "emanation":
            return [being for being in others if distance(being, caster) <= far // 2]
    middle = atan2(centre.y - caster.y, centre.x - caster.x)
    return [b for b in others if distance(b, caster) <= far and _off(b, caster, middle) <= pi / 8]


def nearest(being: Being, others: Sequence[Being]) -> list[Being]:
    """Whoever of them is nearest, all of them if several are. RB-16.10."""
    least = min((distance(being, other) for other in others), default=0)
    return [other for other in others if distance(being, other) == least]


def _off(being: Being, caster: Being, middle: float) -> float:
    off = abs(atan2(being.y - caster.y, being.x - caster.x) - middle)
    return min(off, 2 * pi - off)


def _space(name: str) -> Space:
    """A space by its name: `3,4`."""
    x, _, y = name.partition(",")
    return int(x), int(y)


def _around(x: int, y: int) -> tuple[Space, ...]:
    return (
        (x + 1, y),
        (x - 1, y),
        (x, y + 1),
        (x, y - 1),
        (x + 1, y + 1),
        (x + 1, y - 1),
        (x - 1, y + 1),
        (x - 1, y - 1),
    )
