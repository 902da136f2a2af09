"""The tables of the rules' last chapter: by counting, and by running the rules themselves."""

from __future__ import annotations

import re
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.games import realms_behind
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.calls import CallCheck
from fatedeck.games.realms_behind.rules.cards import RANK, STANDARD
from fatedeck.games.realms_behind.rules.checks import Terms, check, draw_cards
from fatedeck.games.realms_behind.state import Table
from fatedeck.odds.counting import count
from tests.games.realms_behind.realms import GM, do, hero, holds, table_of

RULES = Path(str(realms_behind.__file__)).with_name("rules.md").read_text("utf-8")


def rows(first: str) -> list[list[str]]:
    """The figures of the table whose head begins like this."""
    lines = RULES[RULES.index(first) :].splitlines()[2:]
    figures = []
    for line in lines:
        if not line.startswith("|"):
            break
        figures.append([cell.strip() for cell in line.strip("|").split("|")])
    return figures


def posed(study: str, **values: int) -> Fraction:
    """The chance that a study finds."""
    pose = next(one.pose for one in ruleset.studies() if one.name == study)
    return count(pose(values))["reaches it"]


def test_the_best_of_a_hand() -> None:
    """RB-5.5, RB-5.8: 1 - C(4(need-1), k) / C(52, k)."""
    table = rows("| need | k=1 |")
    assert len(table) == 12
    for need, *chances in table:
        for k, chance in zip((1, 2, 3, 4, 5, 6, 9, 12), chances, strict=True):
            exact = 1 - Fraction(comb(4 * (int(need) - 1), k), comb(52, k))
            assert posed("hand", need=int(need), cards=k) == exact
            assert f"{float(exact):.4f}" == chance
    assert f"{float(posed('hand', need=9, cards=3)):.4f}" == "0.7756"


def test_the_lowest_of_turned_cards() -> None:
    """RB-8.5: C(4(14-need), n) / C(52, n)."""
    table = rows("| need | n=1 |")
    assert len(table) == 7
    for need, *chances in table:
        for n, chance in enumerate(chances, 1):
            exact = Fraction(comb(4 * (14 - int(need)), n), comb(52, n))
            assert posed("lowest", need=int(need), cards=n) == exact
            assert f"{float(exact):.4f}" == chance


def test_assists_by_total() -> None:
    """RB-9.2: (3 + total) / 13, and certain from 10 on."""
    for total in range(12):
        assert posed("assist", total=total) == min(Fraction(3 + total, 13), Fraction(1))


# The rules themselves, run to every end


def by_the_rules(cards: int, need: int, disadvantage: int = 0) -> Fraction:
    """Draw a hand, pick the highest card, check: the chance of success."""
    table = table_of(Ana="basic")
    hero(table)
    codec = Codec(ruleset)
    snapshot = codec.encode(table)

    def rule(game: Game[Table]) -> None:
        ana = game.state.players["Ana"]
        draw_cards(game, ana, cards)
        check(game, ana, Terms("might", 0, need, disadvantage=disadvantage))

    def decide(state: Table, question: Question) -> Answer:
        if isinstance(question, Number):
            return 0
        assert isinstance(question, Choose)
        return max(question.options, key=RANK.__getitem__)

    def success(state: Table) -> str:
        return str(state.last is not None and state.last.success)

    ends = Possibilities(lambda: codec.decode(snapshot), rule, success, decide=decide).ends()
    return ends.get("True", Fraction(0))


@pytest.mark.parametrize(("cards", "need"), [(0, 9), (1, 9), (2, 9), (2, 13)])
def test_the_rules_agree_with_counting(cards: int, need: int) -> None:
    """RB-5.2, RB-5.7: an Exhausted character turns one card."""
    assert by_the_rules(cards, need) == posed("hand", need=need, cards=max(cards, 1))


@pytest.mark.parametrize("need", [5, 9, 13])
def test_the_rules_agree_with_counting_under_disadvantage(need: int) -> None:
    """RB-8.5."""
    assert by_the_rules(0, need, disadvantage=1) == posed("lowest", need=need, cards=2)


def test_best_of_a_hand_with_one_disadvantage() -> None:
    """RB-8.5: the best of k, then one card from the other 52 - k."""
    line = next(line for line in RULES.splitlines() if line.startswith("The same with the base"))
    parts = re.split(r"need (\d+): ", line)[1:]
    for need, chances in zip(map(int, parts[::2]), parts[1::2], strict=True):
        figures = [float(figure) for figure in re.findall(r"0\.\d{4}", chances)]
        for k, figure in zip((1, 2, 3, 6), figures, strict=True):
            exact = _best_then_one(k, need)
            assert f"{float(exact):.4f}" == f"{figure:.4f}"
    assert by_the_rules(1, 7, disadvantage=1) == _best_then_one(1, 7)


def _best_then_one(k: int, need: int) -> Fraction:
    """Sum over how many of the k cards are high enough; the next card must be, too."""
    high = 4 * (14 - need)
    ways = sum(
        comb(high, n) * comb(52 - high, k - n) * (high - n) for n in range(1, min(k, high) + 1)
    )
    return Fraction(ways, comb(52, k) * (52 - k))


def test_averages_and_lacking_suits() -> None:
    """RB-7.3, RB-6.1: the lists below the tables."""
    for k, mean in ((1, "7.000"), (2, "9.196"), (3, "10.294"), (6, "11.694"), (12, "12.526")):
        average = sum(posed("hand", need=need, cards=k) for need in range(1, 14))
        assert f"{float(average):.3f}" == mean
        assert f"{k}: {mean}" in RULES
    for k, lacking in ((1, "0.7500"), (3, "0.4135"), (6, "0.1603"), (12, "0.0189")):
        assert f"{float(Fraction(comb(39, k), comb(52, k))):.4f}" == lacking
        assert f"{k}: {lacking}" in RULES
    assert Fraction(53 - 3, 14) == Fraction(25, 7)


def test_a_seat_sees_the_odds_of_its_own_pile() -> None:
    """RB-9.2, RB-22.3: from the deck list, not from the order."""
    table = table_of(Ana="dhutlo", Ben="basic")
    found = ruleset.prospects(table, "Ana")
    assert found[0].cards == tuple(sorted(STANDARD))
    assert count(found[0])["13"] == Fraction(1, 13)
    assert {one.title for one in found[1:]} >= {"Assist with total 6", "Assist with total 1"}
    assert ruleset.prospects(table, "GM") == []
    assert len(ruleset.prospects(table_of(Ana="dhutlo"), "Ana")) == 1  # nobody to assist


def test_only_a_turned_card_is_luck() -> None:
    """RB-5.7: a card from the hand was chosen."""
    table = table_of(Ana="basic")
    ana = hero(table)
    codec = Codec(ruleset)
    before = codec.copy(table)
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=9), "KD")
    (drawn,) = ruleset.judged(before, table)
    assert (drawn.seat, drawn.outcome) == ("Ana", "13")
    assert count(drawn.prospect)["13"] == Fraction(1, 13)
    holds(ana, "9S")
    before = codec.copy(table)
    do(table, GM, CallCheck(seat="Ana", skill="might", threshold=9), "9S")
    assert ruleset.judged(before, table) == []


# Luck


def two_hands(first: str, second: str) -> tuple[Table, Table]:
    """Ana's table with one hand, and with another."""
    tables = table_of(Ana="basic"), table_of(Ana="basic")
    for table, hand in zip(tables, (first, second), strict=True):
        holds(hero(table), hand)
    return tables


def test_cards_that_come_into_a_hand_are_judged() -> None:
    """RB-1.7: of 51 cards 8 are a Queen or better; a card that was held already is no luck."""
    before, after = two_hands("2H", "2H QS")
    [judged] = ruleset.judged(before, after)
    assert (judged.seat, judged.outcome) == ("Ana", "12")
    assert count(judged.prospect).at_least("12") == Fraction(8, 51)
    assert ruleset.judged(after, after) == []


def test_at_dawn_the_whole_hand_is_luck() -> None:
    """RB-4.1, RB-14.8: the same card may come again, out of all 52."""
    before, after = two_hands("2H", "2H QS")
    after.day = before.day + 1
    judged = ruleset.judged(before, after)
    assert sorted(one.outcome for one in judged) == ["12", "2"]
    assert all(len(one.prospect.cards) == 52 for one in judged)
