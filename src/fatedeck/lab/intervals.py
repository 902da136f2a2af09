"""How sure a figure is: intervals that hold the truth 95 times in a hundred."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

Z = 1.959963984540054
"""So many standard deviations to each side."""


class Figure(Struct, frozen=True):
    """A figure, the interval it lies in, and of how many fights."""

    value: float
    low: float
    high: float
    fights: int

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2


def share(count: int, fights: int) -> Figure:
    """How often something happened, with Wilson's interval: it is honest near 0 and 1, too.

    >>> figure = share(0, 10)
    >>> figure.value, figure.low, round(figure.high, 3)
    (0.0, 0.0, 0.278)
    """
    if not fights:
        return Figure(0.0, 0.0, 1.0, 0)
    p, z2 = count / fights, Z * Z
    middle = (p + z2 / (2 * fights)) / (1 + z2 / fights)
    half = Z * sqrt(p * (1 - p) / fights + z2 / (4 * fights * fights)) / (1 + z2 / fights)
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == fights else min(1.0, middle + half)
    return Figure(p, low, high, fights)


def mean(values: Sequence[int]) -> Figure:
    """The average of what was counted, with the interval of a large number of fights.

    >>> mean([1, 2, 3]).value
    2.0
    """
    fights = len(values)
    if not fights:
        return Figure(0.0, 0.0, 0.0, 0)
    average = sum(values) / fights
    half = Z * deviation(values) / sqrt(fights)
    return Figure(average, average - half, average + half, fights)


def deviation(values: Sequence[int]) -> float:
    """How far what was counted lies from its average: the standard deviation of a sample."""
    fights = len(values)
    if fights < 2:
        return 0.0
    total, squares = sum(values), sum(value * value for value in values)
    return sqrt(max(0, fights * squares - total * total) / (fights * (fights - 1)))


def difference(first: Sequence[int], second: Sequence[int]) -> Figure:
    """How much more the second is than the first, fight by fight of the same luck.

    Luck that both share falls out of the difference, so that fewer fights are enough.

    >>> difference([0, 1, 0, 1], [1, 1, 0, 1]).value
    0.25
    """
    return mean([b - a for a, b in zip(first, second, strict=True)])


def percentiles(values: Sequence[int]) -> tuple[int, int, int]:
    """What a tenth stays under, the middle one, and what a tenth goes beyond."""
    ordered, last = sorted(values), len(values) - 1
    return ordered[last // 10], ordered[last // 2], ordered[last - last // 10]
