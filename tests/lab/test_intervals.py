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


@pytest.mark.parametrize(
    ("pairs", "value", "low", "high"),
    [
        # 48 of 50 against 38 of 50. Wilson: 0.8654 to 0.9890, and 0.6259 to 0.8570. Phi is
        # (36 x 0 - 12 x 2) / sqrt(48 x 2 x 38 x 12) = -0.1147, which is not corrected.
        # Below: sqrt(0.1341^2 + 2 x 0.1147 x 0.1341 x 0.0290 + 0.0290^2) = 0.1404,
        # above: sqrt(0.0970^2 + 2 x 0.1147 x 0.0970 x 0.0946 + 0.0946^2) = 0.1431.
        ((36, 12, 2, 0), -0.2, -0.3404, -0.0569),
        # 0 of 20 against 20 of 20. Wilson: up to 0.1611, from 0.8389; 0.1611 x sqrt(2) = 0.2278.
        ((0, 0, 20, 0), 1.0, 0.7722, 1.0),
        ((0, 0, 0, 20), 0.0, -0.1611, 0.1611),
        # Alike in all of 20, half of them won: 0.2993 to 0.7007. Phi, corrected, is
        # (10 x 10 - 20 / 2) / 100 = 0.9, and 0.2007 x sqrt(2 - 2 x 0.9) = 0.0897.
        ((10, 0, 0, 10), 0.0, -0.0897, 0.0897),
    ],
)
def test_newcombe_s_interval_of_pairs(
    pairs: tuple[int, int, int, int], value: float, low: float, high: float
) -> None:
    """Both happened, only the first, only the second, neither."""
    both, first, second, neither = pairs
    one = [True] * (both + first) + [False] * (second + neither)
    other = [True] * both + [False] * first + [True] * second + [False] * neither
    figure = difference(one, other)
    assert figure.value == pytest.approx(value)
    assert figure.low == pytest.approx(low, abs=1e-4)
    assert figure.high == pytest.approx(high, abs=1e-4)
    turned = difference(other, one)
    assert (turned.low, turned.high) == pytest.approx((-figure.high, -figure.low))


def test_of_no_pairs_nothing_is_known() -> None:
    assert (difference([], []).low, difference([], []).high) == (-1.0, 1.0)


def test_tenths() -> None:
    assert percentiles(list(range(1, 12))) == (2, 6, 10)
