"""Intervals, against figures that statisticians have printed and against counting by hand."""

from __future__ import annotations

import pytest

from fatedeck.lab.intervals import deviation, difference, mean, percentiles, share


@pytest.mark.parametrize(
    ("count", "fights", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),  # Newcombe 1998, table I, method 3
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (20, 20, 0.8389, 1.0),
    ],
)
def test_wilson_s_interval(count: int, fights: int, low: float, high: float) -> None:
    figure = share(count, fights)
    assert figure.low == pytest.approx(low, abs=5e-5)
    assert figure.high == pytest.approx(high, abs=5e-5)
    assert (figure.value, figure.fights) == (count / fights, fights)


def test_of_no_fights_nothing_is_known() -> None:
    assert (share(0, 0).low, share(0, 0).high) == (0.0, 1.0)
    assert mean([]).fights == 0


def test_an_average_and_how_far_it_scatters() -> None:
    """2, 4, 4, 4, 5, 5, 7, 9: average 5, squares off it 32, so 32/7 is the variance."""
    values = [2, 4, 4, 4, 5, 5, 7, 9]
    assert deviation(values) == pytest.approx((32 / 7) ** 0.5)
    figure = mean(values)
    assert figure.value == 5
    assert figure.half == pytest.approx(1.959964 * (32 / 7 / 8) ** 0.5)


def test_a_difference_is_taken_fight_by_fight() -> None:
    """Luck that both share falls out: a constant difference has no interval at all."""
    figure = difference([1, 5, 9, 2], [2, 6, 10, 3])
    assert (figure.value, figure.half) == (1.0, 0.0)
    apart = difference([0, 0, 1, 1], [1, 0, 1, 0])
    assert apart.value == 0
    assert apart.half == pytest.approx(1.959964 * (2 / 3 / 4) ** 0.5)


def test_tenths() -> None:
    assert percentiles(list(range(1, 12))) == (2, 6, 10)
