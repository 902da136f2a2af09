"""Counting the odds of a Check, against running the Check itself."""

from __future__ import annotations

from fractions import Fraction

import pytest

from fatedeck.engine.game import NO, Asked, Game
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.games.deck_of_adventures import ruleset
from fatedeck.games.deck_of_adventures.rules.calls import CallCheck
from fatedeck.games.deck_of_adventures.rules.checks import check
from fatedeck.games.deck_of_adventures.rules.circle import DEGREES, NAMES
from fatedeck.games.deck_of_adventures.state import Effect, Switches, Table
from fatedeck.odds import count
from tests.games.deck_of_adventures.seated import a_table, hold, script, with_modifier
from tests.games.deck_of_adventures.test_odds import odds_of_check

GOOD = [NAMES[degree] for degree in DEGREES[:5]]


@pytest.mark.parametrize(
    ("difficulty", "modifier", "hand"), [(3, 0, 0), (2, 2, 1), (3, 1, -1), (4, -1, 0), (1, -2, 1)]
)
def test_counting_gives_what_the_rules_give(difficulty: int, modifier: int, hand: int) -> None:
    """DOA-74, DOA-102."""
    study = next(study for study in ruleset.studies() if study.name == "check")
    odds = count(
        study.pose({"difficulty": difficulty, "modifier": modifier, "hand": hand, "match": "none"})
    )
    real = odds_of_check(difficulty, modifier, hand)
    for degree in DEGREES:
        assert odds[NAMES[degree]] == real.get(degree, 0)


def test_a_save_has_51_cards() -> None:
    """DOA-118."""
    study = next(study for study in ruleset.studies() if study.name == "save")
    odds = count(study.pose({"difficulty": 3, "modifier": 0, "hand": 0}))
    assert odds["Critical Success"] == 0
    assert odds.any_of(GOOD) * 51 == 27


def test_the_prospects_of_a_seat_use_up_nothing() -> None:
    """Every hand that applies now is counted. DOA-103, DOA-281."""
    table = a_table()
    ana = table.characters["Ana"]
    cards = table.decks["Ana"]
    cards.deck.bag.remove("8C")
    cards.targets.top.append("8C")
    ana.target, ana.fatigue = "8C", 2
    ana.effects.append(Effect("Help", hand=1, uses=1, until="combat"))
    saves = ruleset.prospects(table, "Ana")
    assert saves[0].title == "AGL Save, DR 3"
    assert (saves[0].draws, saves[0].keep) == (2, "worst")
    assert ana.effects[0].uses == 1
    assert ruleset.prospects(table, "GM") == []


def test_a_check_that_was_made_can_be_judged() -> None:
    """DOA-68."""
    before = a_table()
    after = a_table()
    check(Game(after, script("9H")), after.characters["Ana"], "Craft", "8C", 3)
    [judged] = ruleset.judged(before, after)
    assert (judged.seat, judged.outcome, len(judged.prospect.cards)) == ("Ana", "Success", 52)
    assert ruleset.judged(after, after) == []


def test_a_redraw_says_how_likely_it_does_better() -> None:
    """2D misses 8C by six; of 8H and 3H that are left only the eight does better. DOA-28."""
    table = a_table()
    hold(table, "Ana", "RJ")
    table.decks["Ana"].deck.bag[:] = ["2D", "8H", "3H"]
    asked: list[Choose] = []

    def answer(question: Question) -> Answer:
        if isinstance(question, Choose):
            asked.append(question)
            return NO
        return "2D"

    check(Game(table, answer, lines=[]), table.characters["Ana"], "Craft", "8C", 1)
    [redraw] = [one for one in asked if one.name == "redraw"]
    assert redraw.labels == {NO: "Keep", "2D": "Spend a Joker to redraw 2♦"}
    assert redraw.notes == {"2D": "1 in 2 to do better"}


def test_who_is_asked_to_draw_is_told_the_odds_of_that_check() -> None:
    """Craft +1 at Upper Hand (1) against the 8C, DR 2: within 3 ranks, or 2 without the +1.

    Of 52 cards 28 are within 3 ranks: two cards both miss in 24·23 of 52·51. Within 2 ranks there
    are 20: both miss in 32·31. A hidden DR tells nothing. DOA-68, DOA-74, DOA-80, DOA-98.
    """
    table = a_table("Ana", "Ben")
    with_modifier(table.characters["Ana"], "Craft", 1)
    told = odds_when_called(table, CallCheck(who=["Ana"], stat="Craft", difficulty=2, hand=1))
    assert told["Ana"] == {
        "Craft Check, DR 2": 1 - Fraction(24 * 23, 52 * 51),
        "Craft Check, DR 2, with +0": 1 - Fraction(32 * 31, 52 * 51),
    }
    assert told["Ben"] == {}
    secret = a_table("Ana", "Ben", switches=Switches(dr_secret=True))
    called = CallCheck(who=["Ana"], stat="Craft", difficulty=2, hidden="difficulty")
    assert odds_when_called(secret, called)["Ana"] == {}


def odds_when_called(table: Table, called: CallCheck) -> dict[str, dict[str, Fraction]]:
    """What each seat is told when the one who draws is asked whether they are ready."""
    told: dict[str, dict[str, Fraction]] = {}

    def answer(question: Question) -> Answer:
        if not isinstance(question, Choose):
            return "8C"
        assert question.name == "draw"
        for seat in table.seats:
            found = ruleset.prospects(table, seat)
            told[seat] = {draw.title: count(draw).any_of(draw.good) for draw in found}
        raise Asked(question)

    with pytest.raises(Asked):
        called.do(Game(table, answer, lines=[]), "GM")
    return told
