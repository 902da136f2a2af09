"""The puzzle of a day: real positions, a choice that matters, exact numbers, the same for all."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.questions import Choose
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.best import best_actions, best_answers
from fatedeck.odds.scales import Option
from fatedeck.puzzles.finding import Puzzle, ahead, puzzle_of

DAY = "2026-11-16"
GAMES = (
    "adventurer-factory",
    "deck-of-adventures",
    "deckahedron",
    "realms-behind",
    "thousand-faces",
)


@pytest.fixture(scope="module", params=GAMES)
def puzzle(request: pytest.FixtureRequest) -> Puzzle:
    return puzzle_of(find_game(request.param), DAY)


def test_the_best_choice_is_better_than_the_next(puzzle: Puzzle) -> None:
    worths = [choice.worth for choice in puzzle.choices]
    assert worths == sorted(worths, reverse=True)
    assert worths[0] > worths[1]
    assert sum(choice.ahead for choice in puzzle.choices) == 1


def test_every_choice_can_be_made_there(puzzle: Puzzle) -> None:
    record, seat = puzzle.record, puzzle.seat
    names = {choice.name for choice in puzzle.choices}
    if puzzle.actions:
        assert names == set(puzzle.actions)
        assert all(record.why_not(seat, act) is None for act in puzzle.actions.values())
    else:
        question = record.question_for(seat)
        assert isinstance(question, Choose)
        assert names <= set(question.options)


def test_what_it_is_worth_is_what_the_odds_say_at_the_table(puzzle: Puzzle) -> None:
    """Weighed once more from the position itself; where hands are hidden, worlds are imagined."""
    if not puzzle.record.ruleset.open_questions:
        return
    found = (
        best_actions(puzzle.record, puzzle.seat, puzzle.actions)
        if puzzle.actions
        else best_answers(puzzle.record, puzzle.seat)
    )
    assert {one.answer: one.worth for one in found} == {c.name: c.worth for c in puzzle.choices}


def test_everybody_finds_the_same() -> None:
    ruleset = find_game("adventurer-factory")
    one, other = puzzle_of(ruleset, "2026-11-17"), puzzle_of(ruleset, "2026-11-17")
    assert one.choices == other.choices
    codec = Codec(ruleset)
    assert codec.encode(one.record.state) == codec.encode(other.record.state)


def option(*ends: tuple[int, str]) -> Option:
    told = tuple((Fraction(worth), Fraction(chance)) for worth, chance in ends)
    return Option("", Fraction(0), ends=told)


def test_how_often_a_choice_comes_out_ahead() -> None:
    """Ten for certain against a coin's 0 or 20; three alike share a tie."""
    sure, coin = option((10, "1")), option((0, "1/2"), (20, "1/2"))
    assert ahead(sure, [coin]) == Fraction(1, 2)
    assert ahead(coin, [sure]) == Fraction(1, 2)
    assert ahead(sure, [sure, sure]) == Fraction(1, 3)
    assert ahead(coin, [coin]) == Fraction(1, 2)
    assert ahead(coin, [option((20, "1"))]) == Fraction(1, 4)
