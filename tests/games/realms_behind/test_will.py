"""The odds of Will, by hand and by the rules themselves run to every end."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import randoms

from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Value
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Choose, Number, Question
from fatedeck.games.realms_behind import ruleset
from fatedeck.games.realms_behind.rules.cards import JOKER, RANK, STANDARD
from fatedeck.games.realms_behind.rules.checks import PILE, Terms, check
from fatedeck.games.realms_behind.rules.will import SpendWill
from fatedeck.games.realms_behind.state import Character, Table
from fatedeck.odds.courses import run_to_the_end
from tests.games.realms_behind.realms import hero, only, table_of

SHORT = "falls short"


def posed(cards: tuple[str, ...] = STANDARD, **asked: Value) -> Mapping[str, Fraction]:
    """The chances that the question finds, of what can happen at all."""
    [study] = [course for course in ruleset.courses() if course.name == "will"]
    return run_to_the_end(study.pose_from({**study.usual, **asked}, cards)).chances()


def test_each_will_draws_one_more_than_it_discards() -> None:
    """By hand: 30 of 50 cards fall short of 9; 3 are drawn, then 3 more, as Insight is 2. RB-11.2.

    Of 3 held after the first Will again only 2 may go.
    """
    found = posed(need=9, hand="3H,5C", insight=2, will=2)
    missed = Fraction(comb(30, 3), comb(50, 3))
    missed_twice = Fraction(comb(30, 6), comb(50, 6))
    assert found == {
        "passes with 1 Will": 1 - missed,
        "passes with 2 Will": missed - missed_twice,
        SHORT: missed_twice,
    }


def test_without_insight_will_draws_a_card() -> None:
    """By hand: 4 of 51 cards are Kings; nothing is discarded. RB-11.2, RB-E20."""
    assert posed(need=13, hand="QS", insight=0, will=1) == {
        "passes with 1 Will": Fraction(4, 51),
        SHORT: Fraction(47, 51),
    }


def test_a_hand_that_reaches_it_costs_no_will() -> None:
    """RB-5.5; with Disadvantage a card of the pile must reach it too, RB-8.5."""
    assert posed(need=9, hand="9H,2C", insight=2, will=3) == {"passes without Will": 1}
    wounded = posed(need=9, hand="9H,2C", insight=2, will=3, advantage=-1)
    assert wounded["passes without Will"] == Fraction(19, 50)


def test_an_empty_hand_draws_for_will_and_turns_the_pile_without_it() -> None:
    """RB-5.7, RB-11.2."""
    assert posed(need=9, insight=2, will=0)["passes without Will"] == Fraction(20, 52)
    assert posed(need=9, insight=2, will=1)["passes with 1 Will"] == Fraction(20, 52)


def test_the_last_card_is_never_drawn() -> None:
    """By hand: of 3 cards 2 are drawn, although Insight would allow 4. RB-4.6, RB-11.3."""
    found = posed(("KH", "2S", "3S", "2C", "3C", "4C"), need=9, hand="2C,3C,4C", insight=3, will=2)
    assert found == {"passes with 1 Will": Fraction(2, 3), SHORT: Fraction(1, 3)}
    with pytest.raises(Refused, match="Stupefied"):
        posed(("2C",), need=9, hand="2C", insight=3, will=2)


@settings(deadline=None, max_examples=120, derandomize=True)
@given(randoms(use_true_random=True))
def test_will_is_what_the_rules_make_it(luck: Random) -> None:
    """Random hands and piles, the rules run to every end. RB-4.7, RB-5.7, RB-8.3, RB-8.5."""
    need, insight = luck.randint(5, 14), luck.randint(0, 3)
    will, net = luck.randint(0, 3), luck.randint(-2, 2)
    pile = luck.sample((*STANDARD, JOKER, JOKER), luck.randint(1, 5))
    low = [card for card in STANDARD if card not in pile and RANK[card] < need]
    hand = luck.sample(low, luck.randint(0, 3))
    if luck.random() < 0.1 and "KH" not in pile:
        hand.append("KH")
    cards = [*hand, *pile]
    found = posed(
        tuple(cards), need=need, hand=",".join(hand), insight=insight, will=will, advantage=net
    )
    assert found == by_the_rules(hand, pile, need, insight, will, net)


def by_the_rules(
    hand: list[str], pile: list[str], need: int, insight: int, will: int, net: int
) -> Mapping[str, Fraction]:
    table = table_of(Ana="basic", jokers=True)
    ana = hero(table)
    only(ana, " ".join(hand), " ".join(pile))
    ana.deck.bag, ana.deck.top = ana.deck.top, []
    ana.skills["insight"], ana.will = insight, will
    codec = Codec(ruleset)
    snapshot = codec.encode(table)

    def run(game: Game[Table]) -> None:
        ana = game.state.players["Ana"]
        while wants_more(ana, need):
            low = [card for card in ana.hand if RANK[card] < need]
            SpendWill(low[: min(insight, len(ana.deck) - 2)]).do(game, "Ana")
        terms = Terms("might", 0, need, advantage=max(0, net), disadvantage=max(0, -net))
        check(game, ana, terms)

    def decide(state: Table, question: Question) -> Answer:
        if isinstance(question, Number):
            return 0
        assert isinstance(question, Choose)
        if PILE in question.options:
            return PILE
        return max(question.options, key=lambda option: RANK.get(option, 0))

    def read(state: Table) -> str:
        assert state.last is not None
        spent = will - state.players["Ana"].will
        if not state.last.success:
            return SHORT
        return f"passes with {spent} Will" if spent else "passes without Will"

    return Possibilities(lambda: codec.decode(snapshot), run, read, decide=decide).ends()


def wants_more(ana: Character, need: int) -> bool:
    reached = any(RANK[card] >= need for card in ana.hand)
    return not reached and ana.will > 0 and len(ana.deck) > 1
