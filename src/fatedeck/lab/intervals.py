"""How sure a figure is: intervals that hold the truth 95 times in a hundred."""

from __future__ import annotations

from collections import Counter
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


def difference(first: Sequence[bool], second: Sequence[bool]) -> Figure:
    """How much more often the second happened than the first, fight by fight of the same luck.

    Newcombe's interval for pairs (1998, method 10): both of Wilson's intervals, put together by how
    far the fights agree. Luck that both share makes it narrower, and near 0 and 1 it stays honest.

    >>> difference([False, True, False, True], [True, True, False, True]).value
    0.25
    """
    fights = len(first)
    one, other = share(sum(first), fights), share(sum(second), fights)
    pairs = Counter(zip(first, second, strict=True))
    agreed = _agreement(
        pairs[True, True], pairs[True, False], pairs[False, True], pairs[False, False]
    )
    value = other.value - one.value
    below = _together(other.value - other.low, one.high - one.value, agreed)
    above = _together(other.high - other.value, one.value - one.low, agreed)
    return Figure(value, max(-1.0, value - below), min(1.0, value + above), fights)


def _agreement(both: int, first: int, second: int, neither: int) -> float:
    """How far pairs agree, from -1 to 1, nearer to 0 where they are few (phi, corrected)."""
    product_of_sums = (both + first) * (second + neither) * (both + second) * (first + neither)
    if not product_of_sums:
        return 0.0
    beyond: float = both * neither - first * second
    if beyond > 0:
        beyond = max(0, beyond - (both + first + second + neither) / 2)
    return beyond / sqrt(product_of_sums)


def _together(one: float, other: float, agreed: float) -> float:
    """Two distances that add up as errors do which agree so far."""
    return sqrt(max(0.0, one * one - 2 * agreed * one * other + other * other))


def percentiles(values: Sequence[int]) -> tuple[int, int, int]:
    """What a tenth stays under, the middle one, and what a tenth goes beyond."""
    ordered, last = sorted(values), len(values) - 1
    return ordered[last // 10], ordered[last // 2], ordered[last - last // 10]
