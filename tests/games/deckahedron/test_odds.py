"""The exact odds of a flip from a fresh deck, by turning every possible run of cards."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import permutations
from math import perm
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis.strategies import randoms

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Choose, Question
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.data import (
    FaceTable,
    blessings,
    deckahedron,
    sign,
    table_data,
    wound_faces,
)
from fatedeck.games.deckahedron.rules.flips import DIFFICULTIES, STEPS, flip
from fatedeck.games.deckahedron.rules.stamina import lose_stamina
from fatedeck.games.deckahedron.state import Deckahedron, Difficulty, Foe, Options, Outcome, Table
from fatedeck.odds.counting import count, without

# Rank, difficulty, and the chances of ✗✗, ✗, ✔ and ✔✔ from the table in the rules.
TABLE = """
1 very difficult | 46/57 | 41/285 | 14/285 | 0
1 difficult | 62/95 | 1/5 | 27/190 | 1/190
1 standard | 2/5 | 1/5 | 3/10 | 1/10
1 easy | 14/95 | 1/5 | 87/190 | 37/190
1 very easy | 14/285 | 41/285 | 149/285 | 27/95
2 very difficult | 137/228 | 371/1140 | 4/57 | 1/285
2 difficult | 17/38 | 69/190 | 3/19 | 3/95
2 standard | 1/4 | 3/10 | 1/4 | 1/5
2 easy | 1/19 | 9/38 | 13/38 | 7/19
2 very easy | 1/114 | 31/228 | 79/228 | 29/57
3 very difficult | 29/57 | 79/228 | 31/228 | 1/114
3 difficult | 7/19 | 13/38 | 9/38 | 1/19
3 standard | 1/5 | 1/4 | 3/10 | 1/4
3 easy | 3/95 | 3/19 | 69/190 | 17/38
3 very easy | 1/285 | 4/57 | 371/1140 | 137/228
4 very difficult | 27/95 | 149/285 | 41/285 | 14/285
4 difficult | 37/190 | 87/190 | 1/5 | 14/95
4 standard | 1/10 | 3/10 | 1/5 | 2/5
4 easy | 1/190 | 27/190 | 1/5 | 62/95
4 very easy | 0 | 14/285 | 41/285 | 46/57
"""
ROWS = [line.split(" | ") for line in TABLE.strip().splitlines()]


@pytest.mark.parametrize("faces", ["classic", "current"])
@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_odds_from_a_fresh_deck(row: list[str], faces: FaceTable) -> None:
    """DKH-20, DKH-21, DKH-23, DKH-24: both printings have the same odds."""
    rank, difficulty = int(row[0][0]), _difficulty(row[0][2:])
    expected = {reading: Fraction(row[reading]) for reading in (1, 2, 3, 4)}

    found = _count(rank, STEPS[difficulty], faces)

    total = sum(found.values())
    assert {reading: Fraction(found[reading], total) for reading in (1, 2, 3, 4)} == expected


@settings(deadline=None, max_examples=40, derandomize=True)
@given(randoms(use_true_random=True))
def test_flips_with_wound_and_blessing_cards_are_what_the_rules_make_them(luck: Random) -> None:
    """Every order of a small deck by the real rules. DKH-23, DKH-61, DKH-63, DKH-108."""
    rank, difficulty = luck.randint(1, 4), luck.choice(DIFFICULTIES)
    cards = luck.sample(deckahedron(), luck.randint(3, 5))
    cards += luck.choices(wound_faces(), k=luck.randint(0, 2))
    cards += luck.sample(blessings(), luck.randint(0, 1))
    added = ",".join(card for card in cards if card[0] in "WB")
    [asked] = ruleset.studies()
    flipped = asked.pose({"rank": str(rank), "difficulty": difficulty, "added": added})
    gone = [card for card in deckahedron() if card not in cards]

    def start() -> Table:
        table = ruleset.begin(Options(), (Seat("GM", "gm"), Seat("Ana")))
        table.players["Ana"].deck = shuffled(cards)
        return table

    ends = Possibilities(
        start,
        lambda game: flip(game, "Ana", "strength", rank, STEPS[difficulty]),
        lambda after: sign(after.last.reading) if after.last is not None else "",
        decide=lambda after, question: question.options[0] if isinstance(question, Choose) else 0,
    ).ends()
    assert count(without(flipped, gone)).chances() == ends


def test_a_point_of_gritty_stamina_from_a_fresh_deck() -> None:
    """DKH-45: k of ten cards without symbol, one after the other, then one of ten with it."""

    def start() -> Table:
        options = Options(modules=["combat"], stamina="gritty")
        return ruleset.begin(options, (Seat("GM", "gm"), Seat("Ana")))

    ends = Possibilities(
        start,
        lambda game: lose_stamina(game, "Ana", 1),
        lambda after: len(after.players["Ana"].discard),
    ).ends()
    expected = {k: Fraction(perm(10, k) * 10, perm(20, k) * (20 - k)) for k in range(11)}
    assert ends == expected


def test_gritty_losses_are_what_every_order_of_a_small_deck_makes_them() -> None:
    """DKH-45, DKH-46: which cards are exhausted and which discarded, over a reshuffle too."""
    cards, thrown = ["D01", "D02", "D11", "D12"], ["D03", "D13"]

    def start() -> Table:
        options = Options(modules=["combat"], stamina="gritty")
        table = ruleset.begin(options, (Seat("GM", "gm"), Seat("Ana")))
        ana = table.players["Ana"]
        ana.deck, ana.discard = shuffled(cards), laid(thrown)
        return table

    def read(table: Table) -> tuple[frozenset[str], frozenset[str]]:
        ana = table.players["Ana"]
        return frozenset(ana.exhaustion), frozenset(ana.discard)

    expected: Counter[tuple[frozenset[str], frozenset[str]]] = Counter()
    for first in permutations(cards):
        lost = [card for card in first if card in ("D11", "D12")]
        turned = [card for card in first if card not in lost]
        for second in permutations(["D01", "D02", "D03", "D13"]):
            blanks = second[: second.index("D13")]
            expected[frozenset([*lost, "D13"]), frozenset(blanks)] += 1
        assert set(turned) == {"D01", "D02"}
    ends = Possibilities(
        start,
        lambda game: lose_stamina(game, "Ana", 3),
        read,
        decide=lambda after, asked: _plainly(asked),
    ).ends()
    assert ends == {end: Fraction(n, expected.total()) for end, n in expected.items()}


def test_a_flip_that_a_wound_card_stopped_is_judged() -> None:
    """One card of two was turned. DKH-63."""
    before = ruleset.begin(Options(), (Seat("GM", "gm"), Seat("Ana")))
    ana = before.players["Ana"]
    ana.spread, ana.strength = True, 1
    ana.deck.bag.append("W1")
    after = Codec(ruleset).copy(before)
    after.last = Outcome("Ana", "strength", 1, ["W1"], "W1", 1)
    [judged] = ruleset.judged(before, after)
    [easy] = [one for one in ruleset.prospects(before, "Ana") if one.title == "Strength, easy"]
    assert judged.outcome == "✗✗"
    assert count(judged.prospect) == count(easy)
    # 8 of 20 cards show ✗✗, as W1 does: 8 x 7 + 8 orders, and 20 that begin with W1, of 21 x 20.
    assert count(easy)["✗✗"] == Fraction(8 * 7 + 8 + 20, 21 * 20)


def _count(rank: int, step: int, faces: FaceTable) -> Counter[int]:
    """How many of all ordered runs of cards end in each reading."""
    table = ruleset.begin(Options(faces=faces), (Seat("GM", "gm"), Seat("Ana")))
    ana = table.players["Ana"]
    counts: Counter[int] = Counter()
    for run in permutations(deckahedron(), 1 + abs(step)):
        _fresh(ana)
        game: Game[Table] = Game(table, _coming(iter(run)))
        counts[flip(game, "Ana", "strength", rank, step).reading] += 1
    return counts


def _coming(cards: Iterator[str]) -> Callable[[Question], Answer]:
    def answer(question: Question) -> Answer:
        return question.options[0] if isinstance(question, Choose) else next(cards)

    return answer


def _fresh(side: Deckahedron) -> None:
    side.deck = shuffled(deckahedron())
    side.discard.top.clear()


def _difficulty(name: str) -> Difficulty:
    return next(difficulty for difficulty in STEPS if difficulty == name)


def _plainly(question: Question) -> Answer:
    """Lose what is to be lost, without shuffling first."""
    assert isinstance(question, Choose)
    return question.options[-1] if "Shuffle" in question.prompt else question.options[0]


def test_a_blow_hits_with_the_odds_of_ones_own_flip() -> None:
    """Rank 2 at standard: ✔ and ✔✔ hit, 1/4 + 1/5, whatever an aware foe flips. DKH-72, DKH-73."""
    options = Options(modules=["combat", "attack_simple"])
    table = ruleset.begin(options, (Seat("GM", "gm"), Seat("Ana")))
    table.players["Ana"].spread, table.players["Ana"].strength = True, 2
    table.foes = {"Guard": Foe(aware=False), "Troll": Foe()}

    blows = [one for one in ruleset.prospects(table, "Ana") if one.do == "attack"]
    assert [one.given["foe"] for one in blows] == ["Guard", "Guard", "Troll", "Troll"]
    for melee in [one for one in blows if one.given["way"] == "melee"]:
        assert count(melee).any_of(melee.good) == Fraction(1, 4) + Fraction(1, 5)


@pytest.mark.parametrize("way", ["opposed_ranged", "opposed_melee"])
def test_what_the_foe_flips_never_settles_whether_a_blow_hits(way: str) -> None:
    """✔ and ✔✔ deal something in every column of the table, ✗ and ✗✗ in none. DKH-73."""
    table = table_data().opposed_ranged if way == "opposed_ranged" else table_data().opposed_melee
    for mine, row in table.items():
        for effect in row.values():
            assert ("deal " in effect) == (mine >= 3), effect
