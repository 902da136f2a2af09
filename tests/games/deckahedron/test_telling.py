"""What a flip tells everybody, and by which clauses."""

from __future__ import annotations

import pytest

from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Choose, Draw, Question
from fatedeck.engine.story import Line
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.rules.flips import flip
from fatedeck.games.deckahedron.state import Options


def the_first(question: Question) -> Answer:
    """The first card of the bag, the first of the options."""
    assert isinstance(question, Draw | Choose)
    return question.cards[0] if isinstance(question, Draw) else question.options[0]


@pytest.mark.parametrize(
    ("step", "clauses"),
    [(0, ("DKH-21", "DKH-22")), (1, ("DKH-21", "DKH-23")), (-1, ("DKH-21", "DKH-23"))],
)
def test_a_flip_is_seen_and_told_by_the_clause_of_its_difficulty(
    step: int, clauses: tuple[str, ...]
) -> None:
    lines: list[Line] = []
    table = ruleset.begin(Options(), (Seat("GM", "gm"), Seat("Ana")))

    flip(Game(table, the_first, lines=lines), "Ana", "strength", 2, step)

    *_, seen, told = lines
    assert seen.moment is not None
    assert told.clauses == clauses


def test_whoever_has_no_cards_left_is_told_so() -> None:
    lines: list[Line] = []
    table = ruleset.begin(Options(), (Seat("GM", "gm"), Seat("Ana")))
    table.players["Ana"].deck.bag.clear()

    flip(Game(table, the_first, lines=lines), "Ana", "strength", 2, 0)

    assert [line.clauses for line in lines] == [("DKH-27",)]
