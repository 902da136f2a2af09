"""The odds tables of the rules files, read from them and counted.

The tables of Deckahedron are read in `test_counting`, those of The Realms Behind among the tests
of that game.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import fatedeck.games.deck_of_adventures as game
from fatedeck.engine.offers import Value
from fatedeck.games import thousand_faces
from fatedeck.games.deck_of_adventures.rules.circle import DEGREES, NAMES
from fatedeck.odds.counting import count
from fatedeck.odds.distribution import Distribution

RULES = Path(str(game.__file__)).with_name("rules.md").read_text("utf-8")
SUCCESSES = [NAMES[degree] for degree in DEGREES[:5]]
HANDS = ("plain", "UH (1)", "UH (2)", "UH (3)", "LH (1)", "LH (2)", "LH (3)")


def rows(title: str, table: int = 0) -> list[list[str]]:
    """The figures of a table of the chapter with this title: the first one, or a later one."""
    chapter = RULES[RULES.index(f"\n### {title}") + 1 :].split("\n#", 1)[0]
    blocks = [block for block in chapter.split("\n\n") if block.startswith("|")]
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in blocks[table].splitlines()[2:]
    ]


def number(hand: str) -> int:
    """-2 for "LH (2)"."""
    return 0 if hand == "plain" else int(hand[4]) * (1 if hand.startswith("UH") else -1)


def odds(difficulty: int, modifier: int, hand: int = 0, name: str = "check") -> Distribution[str]:
    study = next(one for one in game.ruleset.studies() if one.name == name)
    asked: dict[str, Value] = {
        "difficulty": difficulty,
        "modifier": modifier,
        "hand": hand,
        "match": "none",
    }
    return count(study.pose({**study.usual, **asked}))


def per_cent(chance: Fraction, digits: int) -> str:
    return f"{float(chance * 100):.{digits}f}"


def test_one_card() -> None:
    """DOA-75, DOA-91."""
    table = rows("One card")
    assert len(table) == 28
    for difficulty, modifier, _range, *counts, success in table:
        found = odds(int(difficulty), int(modifier))
        any_success = counts.pop(5)
        assert [found[NAMES[degree]] for degree in DEGREES] == [
            Fraction(int(n), 52) for n in counts
        ]
        assert found.any_of(SUCCESSES) == Fraction(int(any_success), 52)
        assert per_cent(found.any_of(SUCCESSES), 2) == success


def test_upper_and_lower_hands() -> None:
    """DOA-98, DOA-100, DOA-102."""
    title = "Upper and Lower Hand at DR 3"
    exact, rounded = rows(title), rows(title, 1)
    assert len(exact) == len(rounded) == 12
    for (modifier, hand, hands, *counts, success, fraction), (_, _, *shares) in zip(
        exact, rounded, strict=True
    ):
        found = odds(3, int(modifier), number(hand))
        any_success = counts.pop(5)
        chances = [found[NAMES[degree]] for degree in DEGREES]
        assert chances == [Fraction(int(n), int(hands)) for n in counts]
        assert found.any_of(SUCCESSES) == Fraction(fraction)
        assert Fraction(int(any_success), int(hands)) == Fraction(fraction)
        assert per_cent(Fraction(fraction), 3) == success
        assert [per_cent(chance, 3) for chance in chances] == shares


def test_success_for_every_dr() -> None:
    """DOA-98, DOA-100."""
    table = rows("Success % for every DR")
    assert len(table) == 7
    for difficulty, *shares in table:
        for hand, share in zip(HANDS, shares, strict=True):
            found = odds(int(difficulty), 0, number(hand))
            assert per_cent(found.any_of(SUCCESSES), 3) == share


def test_saves() -> None:
    """DOA-116, DOA-118."""
    table = rows("Own Target Card")
    assert len(table) == 7
    for difficulty, hits, of, *shares in table:
        assert odds(int(difficulty), 0, name="save").any_of(SUCCESSES) == Fraction(
            int(hits), int(of)
        )
        for hand, share in zip((0, 1, -1), shares, strict=True):
            found = odds(int(difficulty), 0, hand, name="save")
            assert per_cent(found.any_of(SUCCESSES), 3) == share


@pytest.mark.parametrize(("modifier", "column"), [(-1, 1), (-2, 3)])
def test_required_matches(modifier: int, column: int) -> None:
    """DOA-51, DOA-358."""
    table = rows("Required match")
    assert len(table) == 7
    for row in table:
        found = odds(int(row[0]), modifier).any_of(SUCCESSES)
        assert found == Fraction(int(row[column]), 52)
        assert per_cent(found, 2) == row[column + 1]


def test_epic_races() -> None:
    """Draw in turn without putting back, the player first. DOA-237, DOA-238."""
    table = rows("Epic Event race")
    assert len(table) == 9
    for difficulty, modifier, player, gm, share in table:
        assert int(player) == 1 + 2 * min(6, int(difficulty) + int(modifier))
        assert int(gm) == 2 * int(difficulty)
        assert per_cent(race(int(player), 52, int(gm), 51), 3) == share


def race(player: int, of: int, gm: int, gm_of: int) -> Fraction:
    win = Fraction(player, of)
    nobody = (1 - win) * (1 - Fraction(gm, gm_of))
    return win + nobody * race(player, of - 1, gm, gm_of - 1) if nobody else win


# A Thousand Faces of Adventure


def test_flips_of_a_thousand_faces() -> None:
    """TFA-22, TFA-26; the other tables of that chapter are among the tests of that game."""
    rules = Path(str(thousand_faces.__file__)).with_name("rules.md").read_text("utf-8")
    table = rules[rules.index("| suit | net | ✗") :].split("\n\n", 1)[0].splitlines()[2:]
    assert len(table) == 20
    study = thousand_faces.ruleset.studies()[0]
    for line in table:
        suit, net, *chances, good = [cell.strip() for cell in line.strip("|").split("|")]
        prospect = study.pose({**study.usual, "suit": suit.lower(), "net": net})
        found = count(prospect)
        assert [found[sign] for sign in found] == [
            Fraction(chance.split("=")[0].strip()) for chance in chances
        ]
        assert per_cent(found.any_of(prospect.good), 2) + "%" == good
