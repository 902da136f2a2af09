"""The square grid: distances, areas, and what lies on a line between two spaces."""

from __future__ import annotations

from functools import cache
from typing import TypeAlias

Space: TypeAlias = tuple[int, int]

FEET = 5
"""The feet of one space. DOA-8."""

DIRECTIONS: dict[str, Space] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
STEPS: tuple[Space, ...] = tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0))


def distance(one: Space, other: Space) -> int:
    """Spaces between two spaces, a diagonal counted as 1. DOA-7.

    >>> distance((0, 0), (3, -2))
    3
    """
    across, down = abs(one[0] - other[0]), abs(one[1] - other[1])
    if across > down:
        return across
    return down


def space_name(space: Space) -> str:
    """A space as players name it.

    >>> space_name((3, 4))
    '3,4'
    """
    return f"{space[0]},{space[1]}"


def read_space(name: str) -> Space | None:
    """The space of that name, or None when the words name none."""
    across, comma, down = name.partition(",")
    try:
        return (int(across), int(down)) if comma else None
    except ValueError:
        return None


def square(centre: Space, reach: int) -> list[Space]:
    """All spaces within so many spaces of the centre, the centre included. DOA-346."""
    x, y = centre
    span = range(-reach, reach + 1)
    return [(x + across, y + down) for down in span for across in span]


def aura(centre: Space, reach: int) -> list[Space]:
    """The spaces that a circle of radius `reach` + 1/2 round the centre overlaps. DOA-346.

    >>> [len(aura((0, 0), reach)) for reach in range(1, 7)]
    [9, 25, 45, 77, 109, 149]
    """
    x, y = centre
    return [(x + across, y + down) for across, down in _disc(reach)]


def in_aura(space: Space, centre: Space, reach: int) -> bool:
    """Whether a space is one of an Aura's. DOA-346."""
    return (space[0] - centre[0], space[1] - centre[1]) in _disc_spaces(reach)


@cache
def _disc_spaces(reach: int) -> frozenset[Space]:
    return frozenset(_disc(reach))


@cache
def _disc(reach: int) -> tuple[Space, ...]:
    span = range(-reach, reach + 1)
    radius = 2 * reach + 1
    return tuple(
        (across, down)
        for down in span
        for across in span
        if max(2 * abs(across) - 1, 0) ** 2 + max(2 * abs(down) - 1, 0) ** 2 < radius**2
    )


def line(origin: Space, direction: str, length: int) -> list[Space]:
    """So many spaces straight out from one edge of the origin. DOA-347."""
    (x, y), (across, down) = origin, DIRECTIONS[direction]
    return [(x + across * step, y + down * step) for step in range(1, length + 1)]


def cone(origin: Space, direction: str, length: int) -> list[Space]:
    """Rows straight out from one edge; row k is 2 x floor(k/2) + 1 spaces wide. DOA-348.

    >>> len(cone((0, 0), "north", 3))
    7
    """
    (x, y), (across, down) = origin, DIRECTIONS[direction]
    return [
        (x + across * row + down * side, y + down * row + across * side)
        for row in range(1, length + 1)
        for side in range(-(row // 2), row // 2 + 1)
    ]


def between(one: Space, other: Space) -> list[Space]:
    """The spaces that the straight line between two centres crosses, the ends left out. DOA-309.

    A space that the line only touches at a corner is not crossed.
    """
    x, y = one
    return [(x + across, y + down) for across, down in _crossed(other[0] - x, other[1] - y)]


@cache
def _crossed(across: int, down: int) -> tuple[Space, ...]:
    columns = range(min(0, across), max(0, across) + 1)
    rows = range(min(0, down), max(0, down) + 1)
    width = abs(across) + abs(down)
    return tuple(
        (x, y)
        for y in rows
        for x in columns
        if (x, y) not in ((0, 0), (across, down)) and 2 * abs(across * y - down * x) < width
    )


def squeezed_between(space: Space, step: Space) -> tuple[Space, Space] | None:
    """The two spaces that a diagonal step passes between; None for a straight step. DOA-147."""
    if not step[0] or not step[1]:
        return None
    return (space[0] + step[0], space[1]), (space[0], space[1] + step[1])


def in_a_row_round(centre: Space, spaces: list[Space]) -> bool:
    """Whether these spaces of the ring of 8 round the centre are neighbours without a gap."""
    ring = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    places = sorted(
        {
            ring.index((x - centre[0], y - centre[1]))
            for x, y in spaces
            if (x - centre[0], y - centre[1]) in ring
        }
    )
    if len(places) != len(set(spaces)):
        return False
    gaps = sum((b - a) % 8 > 1 for a, b in zip(places, places[1:] + places[:1], strict=True))
    return gaps <= 1
