from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt

import msgspec

from fatedeck.engine.prospects import Judged, Prospect
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.luck import Luck, luck_of

COIN = Prospect("A coin", ("heads", "tails"), {"heads": "good", "tails": "bad"}, ("bad", "good"))


def tosses(*outcomes: str) -> Luck:
    return Luck("Ana", tuple(Judged("Ana", COIN, outcome) for outcome in outcomes))


def test_four_heads_are_two_standard_deviations() -> None:
    """Each toss has mean 1/2 and variance 1/4; four heads gain 2, and the deviation is 1."""
    assert tosses(*["good"] * 4).gain() == 2
    assert isclose(tosses(*["good"] * 4).z(), 2 / sqrt(4 * 0.25))
    assert tosses(*["good"] * 4).words() == "very lucky over 4 draws (z = +2.00)"
    assert tosses("bad").words() == "somewhat unlucky over 1 draw (z = -1.00)"
    assert tosses("good", "bad").words() == "about as expected over 2 draws (z = +0.00)"


def test_successes_against_those_expected() -> None:
    """Three tosses of a coin whose good side is a success: 3/2 are expected."""
    coin = msgspec.structs.replace(COIN, good=("good",))
    luck = Luck("Ana", tuple(Judged("Ana", coin, end) for end in ("good", "good", "bad")))
    assert luck.successes() == (2, Fraction(3, 2))


def test_what_was_undone_does_not_count() -> None:
    record = new_record(find_game("deckahedron"), 4)
    for seat in ("Ana", "Ben"):
        record.do(seat, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    for _ in range(2):
        record.do("Ana", {"do": "flip", "stat": "strength"})
        while record.waiting_for:
            question = record.question_for(record.waiting_for[0])
            assert question is not None
            record.answer(question.seat, "standard" if question.seat == "GM" else "")
    record.undo(record.n - 1, "GM")
    [luck] = luck_of(record.ruleset, record.header, record.drain())
    assert luck.seat == "Ana"
    assert len(luck.draws) == 1
    assert luck.draws[0].prospect.title == "Strength, standard"
