"""What is said of a result: words by their thresholds, figures without false certainty."""

from __future__ import annotations

import pytest

from fatedeck.lab.aside import estimate
from fatedeck.lab.encounter import muster
from fatedeck.lab.playing import Outcome
from fatedeck.lab.results import MEANING, Result, told


def result_of(fights: int, won: int, fell: dict[str, int] | None = None, drawn: int = 0) -> Result:
    """So many fights of which the first were won; in so many of the first somebody fell."""
    outcomes = [
        Outcome(
            number,
            1 if number < won else 0 if number < won + drawn else 2,
            rounds=3,
            moves=9,
            fell=tuple(name for name, count in (fell or {}).items() if number < count),
            left={"Stamina": 4 if number < won else 0, "Fatigue": 0},
        )
        for number in range(fights)
    ]
    return Result(muster("deckahedron", "Brann, Wren", "Wolf x3"), "lab", outcomes)


@pytest.mark.parametrize(
    ("fights", "won", "verdict"),
    [
        (2000, 1960, "easy: won 98.0 % (±0.6), nobody falls"),
        (2000, 1740, "fair: won 87 % (±1), nobody falls"),
        (2000, 1300, "hard: won 65 % (±2), nobody falls"),
        (2000, 700, "deadly: won 35 % (±2), nobody falls"),
        (2000, 200, "hopeless: won 10 % (±1), nobody falls"),
        (2000, 1600, "hard to fair: won 80 % (±2), nobody falls"),  # 78.2 to 81.7 %
        (40, 30, "hard to fair: won 75 % (±13), nobody falls"),  # 59.8 to 85.8 %
        (10, 5, "deadly to hard: won 50 % (±26), nobody falls"),  # 23.7 to 76.3 %
        (10, 7, "deadly to fair: won 70 % (±25), nobody falls"),  # 39.7 to 89.2 %
    ],
)
def test_a_verdict_spans_the_words_that_the_interval_does(
    fights: int, won: int, verdict: str
) -> None:
    assert result_of(fights, won).verdict == verdict


def test_a_fair_fight_in_which_one_falls_again_and_again_says_so() -> None:
    fair = result_of(2000, 1740, {"Wren": 1900, "Brann": 20})
    assert fair.verdict == "fair, but Wren falls 95 %: won 87 % (±1), one falls on average"
    assert "but" not in result_of(2000, 1740, {"Wren": 900}).verdict
    assert "but" not in result_of(2000, 1300, {"Wren": 1900}).verdict


def test_the_words_are_explained_by_their_thresholds() -> None:
    assert MEANING == (
        "What the words mean: the party wins 95 % (easy), 80 % (fair), 50 % (hard), 20 % (deadly) "
        "of all fights or more, or less (hopeless)."
    )
    assert estimate(result_of(40, 30), 1).meaning == MEANING


def test_what_happened_once_is_not_never() -> None:
    """1 of 200 is under 1 %, and 199 are over 99 %."""
    lines = dict(told(result_of(200, 199, {"Wren": 1})))
    assert lines["won by the party"] == "over 99 % (±1)"
    assert lines["Wren falls"] == "under 1 % (±1)"
    assert lines["won by the foes"] == "under 1 % (±1)"
    assert dict(told(result_of(200, 200)))["won by the foes"] == "0.0 % (±0.9)"


def test_lines_that_say_nothing_are_left_out() -> None:
    """Nothing is told of what nobody has; a number that is always the same has no range."""
    lines = dict(told(result_of(200, 100, drawn=8)))
    assert lines["rounds"] == "3.00 (±0.00)"
    assert lines["Stamina left"] == "2.00 (±0.28), mostly 0 to 4"
    assert "Fatigue left" not in lines
    assert lines["won by nobody, both sides out"] == "4 % (±3)"
