"""Counting agrees with the rules' own table, with running the rules, and with icepool."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Literal

import icepool  # type: ignore[import-untyped]
import pytest
from hypothesis import given
from hypothesis import strategies as st

import fatedeck.games.deckahedron as deckahedron
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.prospects import Prospect
from fatedeck.engine.questions import Choose, Question
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.rules.flips import STEPS, flip
from fatedeck.games.deckahedron.state import Difficulty, Options, Table
from fatedeck.odds.counting import best_of, count, without, worst_of
from fatedeck.odds.distribution import Distribution

SEATS = (Seat("GM", "gm"), Seat("Ana"))
RULES = (Path(str(deckahedron.__file__)).parent / "rules.md").read_text("utf-8")
ROW = re.compile(r"^\| (\d) \w+ \| ([a-z ]+) \| (.*) \|$", re.MULTILINE)


def rows() -> list[object]:
    """The table of exact odds in the rules file: rank, difficulty, and the four fractions."""
    found = [
        pytest.param(
            int(row[1]),
            row[2],
            [Fraction(cell.split("=")[0].strip()) for cell in row[3].split(" | ")[:4]],
            id=f"{row[1]}, {row[2]}",
        )
        for row in ROW.finditer(RULES)
    ]
    assert len(found) == 20
    return list(found)


def by_running(rank: int, difficulty: Difficulty, gone: list[str]) -> dict[int, Fraction]:
    """The odds by running the real rule to every end."""

    def table() -> Table:
        state = ruleset.begin(Options(), SEATS)
        player = state.players["Ana"]
        for card in gone:
            player.deck.bag.remove(card)
            player.discard.top.append(card)
        return state

    def run(game: Game[Table]) -> None:
        flip(game, "Ana", "strength", rank, STEPS[difficulty])

    def first(state: Table, question: Question) -> str:
        assert isinstance(question, Choose)
        return question.options[0]

    def reading(state: Table) -> int:
        assert state.last is not None
        return state.last.reading

    ends: dict[int, Fraction] = Possibilities(table, run, reading, decide=first).ends()
    return ends


def by_counting(rank: int, difficulty: str, gone: list[str]) -> Distribution[str]:
    [study] = [study for study in ruleset.studies() if study.name == "flip"]
    return count(without(study.pose({"rank": str(rank), "difficulty": difficulty}), gone))


@pytest.mark.parametrize(("rank", "difficulty", "expected"), rows())
def test_the_odds_table_of_the_rules(
    rank: int, difficulty: Difficulty, expected: list[Fraction]
) -> None:
    """DKH-21 to DKH-23, as exact fractions, by both methods."""
    counted = by_counting(rank, difficulty, [])
    assert [counted[outcome] for outcome in counted] == expected
    run = by_running(rank, difficulty, [])
    assert [run.get(reading, Fraction(0)) for reading in (1, 2, 3, 4)] == expected


CARDS = [f"D{number:02}" for number in range(1, 21)]


@given(
    st.integers(1, 4),
    st.sampled_from(("easy", "standard", "difficult")),
    st.lists(st.sampled_from(CARDS), unique=True, max_size=14),
)
def test_counting_is_running_whatever_is_gone(
    rank: int, difficulty: Difficulty, gone: list[str]
) -> None:
    counted = by_counting(rank, difficulty, gone)
    run = by_running(rank, difficulty, gone)
    assert [counted[outcome] for outcome in counted] == [
        run.get(reading, Fraction(0)) for reading in (1, 2, 3, 4)
    ]


@given(st.lists(st.integers(0, 5), min_size=1, max_size=5), st.integers(1, 4))
def test_the_best_and_the_worst_of_a_hand(classes: list[int], draws: int) -> None:
    cards = [place for place, number in enumerate(classes) for _ in range(number)]
    if draws > len(cards):
        with pytest.raises(Refused, match="can’t draw"):
            best_of(classes, draws)
        return
    hands = list(combinations(cards, draws))
    assert best_of(classes, draws) == [
        sum(max(hand) == place for hand in hands) for place in range(len(classes))
    ]
    assert worst_of(classes, draws) == [
        sum(min(hand) == place for hand in hands) for place in range(len(classes))
    ]


@pytest.mark.parametrize("draws", [1, 2, 3])
def test_icepool_agrees(draws: int) -> None:
    """The best of some cards on the Bulb edge: 5, 6, 5 and 4 cards of each reading."""
    deck = icepool.Deck({1: 5, 2: 6, 3: 5, 4: 4})
    peer = deck.deal(draws).highest(1).expand().map(lambda hand: hand[0])
    ours = best_of([5, 6, 5, 4], draws)
    assert [Fraction(ways, sum(ours)) for ways in ours] == [
        peer.probability(reading) for reading in (1, 2, 3, 4)
    ]


def test_a_card_that_is_not_there_is_a_clear_sentence() -> None:
    with pytest.raises(Refused, match="no card D21"):
        by_counting(1, "easy", ["D21"])
    with pytest.raises(Refused, match="can’t draw 3 cards from 2"):
        by_counting(1, "very easy", CARDS[2:])


def hand_of(cards: str, order: str, draws: int, keep: Literal["best", "worst"]) -> Prospect:
    classes = {card: card for card in "abcd"}
    return Prospect("A hand", tuple(cards), classes, tuple(order), draws, keep)


@given(
    st.text("abcd", min_size=3, max_size=9),
    st.integers(1, 3),
    st.sampled_from(["best", "worst"]),
    st.permutations("abcd"),
)
def test_a_hand_by_hand(
    cards: str, draws: int, keep: Literal["best", "worst"], order: list[str]
) -> None:
    """Every hand laid out, and the same cards under one order after another."""
    pick = max if keep == "best" else min
    kept = [pick(hand, key=order.index) for hand in combinations(cards, draws)]
    odds = count(hand_of(cards, "".join(order), draws, keep))
    assert list(odds) == order
    assert odds.chances() == {c: Fraction(kept.count(c), len(kept)) for c in order if c in kept}


def test_a_deck_of_many_cards() -> None:
    """More than a byte can count: 300 cards, of which the best of 2 is a in 150 * 149 ways."""
    odds = count(hand_of("a" * 150 + "b" * 150, "ab", 2, "best"))
    assert odds["a"] == Fraction(150 * 149, 300 * 299)


def test_a_card_without_a_class_is_named() -> None:
    for cards in ("abx", "abx" * 100):
        with pytest.raises(Refused, match="x has no place among a, b"):
            count(hand_of(cards, "ab", 1, "best"))
    with pytest.raises(Refused, match="can’t draw 1 card from 0"):
        count(hand_of("", "ab", 1, "best"))
    with pytest.raises(Refused, match="at least one card"):
        count(hand_of("ab", "ab", 0, "best"))
