from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction

import pytest

from fatedeck.engine.errors import Refused
from fatedeck.odds.distribution import Distribution, per_cent, say

DIE = Distribution.of_counts(dict.fromkeys(range(1, 7), 1))
DEGREES = Distribution.of_counts({"miss": 24, "hit": 27, "critical": 1})


def test_chances_are_exact() -> None:
    assert DIE[3] == Fraction(1, 6)
    assert DIE.any_of([7]) == 0
    assert Distribution.of_counts({"miss": 1}, ["miss", "hit"])["hit"] == 0
    assert DIE.at_least(5) == DIE.at_most(2) == Fraction(1, 3)
    assert DEGREES.at_least("hit") == Fraction(28, 52)
    assert DEGREES.any_of(["miss", "critical"]) == Fraction(25, 52)
    assert DIE.cumulative()[3] == Fraction(1, 2)


@pytest.mark.parametrize(
    ("odds", "outcome", "sentence"),
    [
        (DEGREES, "major", "“major” isn’t one of: “miss”, “hit”, “critical”."),
        (DEGREES, "Hits", "“Hits” isn’t one of: “miss”, “hit”, “critical”. Did you mean “hit”?"),
        (DIE, 7, "7 isn’t one of: 1, 2, 3, 4, 5, 6."),
        (DIE, "6", "“6” isn’t one of: 1, 2, 3, 4, 5, 6."),
        (Distribution({"6": 1, "7": 1}), 6, "6 isn’t one of: “6”, “7”. Did you mean “6”?"),
        (
            Distribution(dict.fromkeys(range(30), 1)),
            30,
            "30 isn’t one of: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, …, 29.",
        ),
    ],
)
def test_an_outcome_that_there_is_not_is_a_key_error_that_says_what_there_is(
    odds: Distribution[Hashable], outcome: Hashable, sentence: str
) -> None:
    for ask in (odds.__getitem__, odds.at_least, odds.at_most):
        with pytest.raises(KeyError) as fault:
            ask(outcome)
        assert str(fault.value) == sentence
        assert isinstance(fault.value, Refused)


def test_mean_variance_and_quantiles() -> None:
    assert DIE.mean() == Fraction(7, 2)
    assert DIE.variance() == Fraction(35, 12)
    assert DEGREES.mean(lambda degree: {"miss": 0, "hit": 1, "critical": 2}[degree]) == Fraction(
        29, 52
    )
    assert (DIE.quantile(Fraction(1, 2)), DIE.quantile(0), DIE.quantile(1)) == (3, 1, 6)


def test_two_dice() -> None:
    two = DIE.plus(DIE)
    assert two[Fraction(7)] == Fraction(1, 6)
    assert two.mean() == 7
    assert DIE.beats(DIE) == Fraction(15, 36)
    assert DIE.map(lambda face: "even" if face % 2 == 0 else "odd")["even"] == Fraction(1, 2)


def test_equal_when_every_chance_is() -> None:
    assert Distribution.of_counts({1: 2, 2: 2}) == Distribution.of_counts({2: 1, 1: 1, 3: 0})
    assert Distribution.of_chances({1: Fraction(1, 3), 2: Fraction(2, 3)})[2] == Fraction(2, 3)
    assert DIE != DEGREES


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (Fraction(0), "impossible"),
        (Fraction(1), "certain"),
        (Fraction(2, 3), "2 in 3 (67%)"),
        (Fraction(1, 2380), "1 in 2380 (0.042%)"),
        (Fraction(175, 221), "about 15 in 19 (79%)"),
        (Fraction(1, 38), "1 in 38 (2.6%)"),
    ],
)
def test_a_chance_as_people_say_it(chance: Fraction, words: str) -> None:
    assert say(chance) == words


def test_per_cent_never_rounds_to_certain() -> None:
    assert per_cent(Fraction(9999, 10000)) == "99.99%"


def test_nonsense_is_refused() -> None:
    with pytest.raises(Refused, match="Nothing can come out"):
        Distribution.of_counts({"hit": 0})
    with pytest.raises(Refused, match="isn’t a number"):
        DEGREES.mean()
    with pytest.raises(Refused, match="between 0 and 1"):
        DIE.quantile(2)
