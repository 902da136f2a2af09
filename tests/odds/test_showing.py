"""Odds as people and programs read them: lines that fit a terminal, pictures that hold it all."""

from __future__ import annotations

from fractions import Fraction
from xml.etree import ElementTree

import pytest

from fatedeck.games import deck_of_adventures, thousand_faces
from fatedeck.odds.counting import count
from fatedeck.odds.distribution import Distribution
from fatedeck.odds.showing import Chance, Odds, as_svg, bars, columns_of, odds_as_data

NEARLY = Distribution({"this one is worn down": 1, "the other is worn down": 10**9})


@pytest.mark.parametrize("columns", [70, 78, 200])
def test_a_line_fits_its_terminal(columns: int) -> None:
    """Long names, long fractions, and signs that are two columns wide."""
    check = deck_of_adventures.ruleset.studies()[0]
    flip = thousand_faces.ruleset.studies()[0]
    for odds in (
        count(check.pose({**check.usual, "difficulty": 3, "hand": 4, "fate": 1})),
        count(flip.pose({"suit": "crown", "net": "+2", "xp": 2})),
        NEARLY,
    ):
        lines = bars(odds, columns)
        assert max(map(columns_of, lines)) <= columns
        ends = {columns_of(line[: line.index("%")]) for line in lines}
        assert len(ends) == 1, "the figures stand below each other"


def test_the_largest_bar_is_the_likeliest() -> None:
    low, high = bars(Distribution({"no": 3, "yes": 1}))
    assert low.count("█") == 13
    assert high.count("█") == 40


def test_a_picture_holds_its_figures() -> None:
    """Every text ends within the picture, at 7 pixels a sign at most, and the file is XML."""
    chances = tuple(Chance(name, str(NEARLY[name]), float(NEARLY[name])) for name in NEARLY)
    check = deck_of_adventures.ruleset.studies()[0]
    prospect = check.pose({**check.usual, "difficulty": 3, "hand": 4, "fate": 1})
    for odds in (Odds("A & B <or> C", 0, chances), odds_as_data(prospect)):
        picture = ElementTree.fromstring(as_svg([odds]))
        width = int(picture.attrib["viewBox"].split()[2])
        figures = [one for one in picture if one.get("class") == "figure"]
        assert len(figures) == len(odds.chances)
        for figure in figures:
            assert float(figure.attrib["x"]) + 7 * len(figure.text or "") <= width
    assert Fraction(1, 10**9 + 1) == NEARLY["this one is worn down"]
