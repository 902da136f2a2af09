"""The odds tables of the rules, from the rules themselves."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from fatedeck.engine.game import Game
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Question
from fatedeck.games.deck_of_adventures.rules.checks import Terms, card_that_counts, check, save
from fatedeck.games.deck_of_adventures.rules.circle import DEGREES, effective_range, judge
from fatedeck.games.deck_of_adventures.rules.epic import race
from fatedeck.games.deck_of_adventures.state import (
    PLAYING_CARDS,
    WORLD,
    Match,
    Switches,
    Table,
)
from tests.games.deck_of_adventures.seated import a_table, only, with_modifier

SUCCESSES = ("critical", "major", "suited_success", "color_success", "success")
SEED = Switches()


def odds_of_check(difficulty: int, modifier: int, hand: int = 0) -> dict[str, Fraction]:
    """Run the real Check to every end, drawing all the cards of an Upper Hand."""

    def start() -> Table:
        table = a_table()
        with_modifier(table.characters["Ana"], "Craft", modifier)
        return table

    def run(game: Game[Table]) -> None:
        check(game, game.state.characters["Ana"], "Craft", "8C", difficulty, Terms(hand=hand))

    return Possibilities(start, run, _degree, decide=_draw_on).ends()


def _degree(table: Table) -> str:
    assert table.last is not None
    return table.last.degree


def _draw_on(table: Table, question: Question) -> Answer:
    assert question.key.endswith("another-card")
    return "yes"


@pytest.mark.parametrize("modifier", [0, 1, 2, 3])
@pytest.mark.parametrize("difficulty", range(7))
def test_one_card(difficulty: int, modifier: int) -> None:
    """Closed form for range r: 1, 3, 2r, 2r, 4r, 12-2r, 12-2r, 24-4r of 52. DOA-75, DOA-91."""
    r = min(6, difficulty + modifier)
    counts = (1, 3, 2 * r, 2 * r, 4 * r, 12 - 2 * r, 12 - 2 * r, 24 - 4 * r)
    expected = {
        degree: Fraction(count, 52) for degree, count in zip(DEGREES, counts, strict=True) if count
    }
    assert odds_of_check(difficulty, modifier) == expected


@pytest.mark.parametrize(
    ("modifier", "hand", "counts"),
    [
        (0, 1, (51, 147, 231, 219, 402, 87, 75, 114)),
        (0, -1, (0, 6, 75, 87, 210, 219, 231, 498)),
        (1, 1, (51, 147, 276, 260, 472, 42, 34, 44)),
        (1, -1, (0, 6, 132, 148, 344, 162, 170, 364)),
    ],
)
def test_two_cards_at_dr_3(modifier: int, hand: int, counts: tuple[int, ...]) -> None:
    expected = {
        degree: Fraction(count, 1326)
        for degree, count in zip(DEGREES, counts, strict=True)
        if count
    }
    assert odds_of_check(3, modifier, hand) == expected


@pytest.mark.parametrize(
    ("modifier", "hand", "counts"),
    [
        (0, 2, (1275, 3529, 4460, 4016, 6796, 716, 560, 748)),
        (0, -2, (0, 4, 560, 716, 1996, 4016, 4460, 10348)),
        (0, 3, (20825, 55320, 57525, 49274, 77155, 4185, 2990, 3451)),
        (0, -3, (0, 1, 2990, 4185, 13299, 49274, 57525, 143451)),
        (1, 2, (1275, 3529, 4944, 4416, 7376, 232, 160, 168)),
        (1, -2, (0, 4, 1344, 1616, 4176, 3232, 3560, 8168)),
        (1, 3, (20825, 55320, 60836, 51744, 80180, 874, 520, 426)),
        (1, -3, (0, 1, 9920, 12740, 36244, 42344, 48970, 120506)),
    ],
)
def test_three_and_four_cards_at_dr_3(modifier: int, hand: int, counts: tuple[int, ...]) -> None:
    """All hands of the deck, by what a card is worth: cards of equal merit are alike. DOA-102."""
    reach = effective_range(3, modifier, SEED)
    kinds = Counter(judge(card, "8C", reach) for card in PLAYING_CARDS)
    example = {judge(card, "8C", reach): card for card in PLAYING_CARDS}
    found: Counter[str] = Counter()
    size = 1 + abs(hand)
    repeated = [kind for kind in kinds for _ in range(min(size, kinds[kind]))]
    for kinds_drawn in set(combinations(sorted(repeated, key=lambda kind: kind.merit), size)):
        hands = 1
        for kind, number in Counter(kinds_drawn).items():
            hands *= comb(kinds[kind], number)
        used = card_that_counts([example[kind] for kind in kinds_drawn], "8C", reach, "", hand)
        found[judge(used, "8C", reach).degree] += hands
    assert tuple(found[degree] for degree in DEGREES) == counts


@pytest.mark.parametrize(
    ("hand", "per_cent"),
    [
        (0, (7.692, 23.077, 38.462, 53.846, 69.231, 84.615, 100.000)),
        (1, (14.932, 41.176, 62.594, 79.186, 90.950, 97.888, 100.000)),
        (2, (21.738, 55.294, 77.557, 90.842, 97.466, 99.747, 100.000)),
        (3, (28.126, 66.242, 86.717, 96.075, 99.328, 99.974, 100.000)),
        (-1, (0.452, 4.977, 14.329, 28.507, 47.511, 71.342, 100.000)),
        (-2, (0.018, 0.995, 5.158, 14.824, 32.308, 59.928, 100.000)),
        (-3, (0.000, 0.183, 1.790, 7.563, 21.758, 50.144, 100.000)),
    ],
)
def test_success_for_every_dr(hand: int, per_cent: tuple[float, ...]) -> None:
    """Upper Hand fails only if all cards miss, Lower Hand if any does. DOA-98, DOA-100."""
    size = 1 + abs(hand)
    for difficulty, expected in enumerate(per_cent):
        hits = sum(judge(card, "8C", difficulty).success for card in PLAYING_CARDS)
        if hand >= 0:
            chance = 1 - Fraction(comb(52 - hits, size), comb(52, size))
        else:
            chance = Fraction(comb(hits, size), comb(52, size))
        assert round(float(chance) * 100, 3) == pytest.approx(expected)
        if abs(hand) <= 1 and difficulty in (0, 2, 3):
            real = odds_of_check(difficulty, 0, hand)
            assert sum(real.get(degree, 0) for degree in SUCCESSES) == chance


def test_stopping_at_the_first_success_shifts_the_degrees() -> None:
    """Each of the 28 success cards has 75/2652. DOA-99."""

    def start() -> Table:
        return a_table()

    def run(game: Game[Table]) -> None:
        check(game, game.state.characters["Ana"], "Craft", "8C", 3, Terms(hand=1))

    def stop_early(table: Table, question: Question) -> Answer:
        drawn = table.decks["Ana"].play.top[0]
        return "no" if judge(drawn, "8C", 3).success else "yes"

    ends = Possibilities(start, run, _degree, decide=stop_early).ends()
    each = Fraction(75, 2652)
    assert ends["critical"] == each
    assert ends["major"] == 3 * each
    assert ends["suited_success"] == ends["color_success"] == 6 * each
    assert ends["success"] == 12 * each
    assert (ends["suited_miss"], ends["color_miss"], ends["miss"]) == (
        Fraction(87, 1326),
        Fraction(75, 1326),
        Fraction(114, 1326),
    )


def test_one_redraw_on_a_miss_succeeds_as_often_as_upper_hand() -> None:
    """DOA-28, DOA-30."""

    def start() -> Table:
        table = a_table()
        table.characters["Ana"].tokens = 1
        return table

    def run(game: Game[Table]) -> None:
        check(game, game.state.characters["Ana"], "Craft", "8C", 3)

    def redraw_misses(table: Table, question: Question) -> Answer:
        drawn = table.decks["Ana"].play.top[0]
        return "no" if judge(drawn, "8C", 3).success else drawn

    ends = Possibilities(start, run, _degree, decide=redraw_misses).ends()
    assert sum(ends[degree] for degree in SUCCESSES) == Fraction(175, 221)
    assert ends["critical"] == Fraction(75, 2652)


@pytest.mark.parametrize(
    ("difficulty", "hits", "upper", "lower"),
    [
        (0, 3, 11.529, 0.235),
        (1, 11, 38.824, 4.314),
        (2, 19, 61.098, 13.412),
        (3, 27, 78.353, 27.529),
        (4, 35, 90.588, 46.667),
        (5, 43, 97.804, 70.824),
        (6, 51, 100.0, 100.0),
    ],
)
def test_a_save_is_against_a_card_that_is_out_of_the_deck(
    difficulty: int, hits: int, upper: float, lower: float
) -> None:
    """51 cards, and never a Critical. DOA-116, DOA-118."""

    def start() -> Table:
        table = a_table()
        cards = table.decks["Ana"]
        cards.deck.bag.remove("8C")
        cards.targets.top.append("8C")
        table.characters["Ana"].target = "8C"
        return table

    def saving(hand: int) -> Fraction:
        def run(game: Game[Table]) -> None:
            save(game, game.state.characters["Ana"], "VIT", difficulty, hand=hand)

        ends = Possibilities(start, run, _degree, decide=_draw_on).ends()
        assert "critical" not in ends
        return sum((ends.get(degree, Fraction(0)) for degree in SUCCESSES), Fraction(0))

    assert saving(0) == Fraction(hits, 51)
    if difficulty in (1, 3):
        assert float(saving(1)) * 100 == pytest.approx(upper, abs=0.0005)
        assert float(saving(-1)) * 100 == pytest.approx(lower, abs=0.0005)


@pytest.mark.parametrize(
    ("match", "counts"),
    [("colour", (2, 6, 10, 14, 18, 22, 26)), ("suit", (1, 3, 5, 7, 9, 11, 13))],
)
def test_a_required_match(match: Match, counts: tuple[int, ...]) -> None:
    """Mod -1 needs the colour, Mod -2 the suit. DOA-51, DOA-357."""
    modifier = -1 if match == "colour" else -2
    for difficulty, count in enumerate(counts):
        ends = odds_of_check(difficulty, modifier)
        assert sum(ends.get(degree, 0) for degree in SUCCESSES) == Fraction(count, 52)


def race_won(player: int, of: int, gm: int, gm_of: int) -> Fraction:
    """Draw in turn without putting back, the player first, until somebody hits."""
    if not player and not gm:
        raise AssertionError("nobody can hit")
    win = Fraction(player, of)
    nobody = (1 - win) * (1 - Fraction(gm, gm_of))
    if not nobody:
        return win
    return win + nobody * race_won(player, of - 1, gm, gm_of - 1)


@pytest.mark.parametrize(
    ("difficulty", "modifier", "player", "gm", "per_cent"),
    [
        (2, 0, 5, 4, 57.791),
        (2, 1, 7, 4, 66.733),
        (2, 2, 9, 4, 72.992),
        (3, 0, 7, 6, 57.162),
        (3, 1, 9, 6, 64.260),
        (3, 2, 11, 6, 69.763),
        (4, 0, 9, 8, 57.380),
        (4, 1, 11, 8, 63.338),
        (4, 2, 13, 8, 68.237),
    ],
)
def test_epic_race(difficulty: int, modifier: int, player: int, gm: int, per_cent: float) -> None:
    """DOA-237, DOA-238, DOA-248."""
    reach = effective_range(difficulty, modifier, SEED)
    suited = [card for card in PLAYING_CARDS if card[-1] == "D"]
    assert sum(judge(card, "6D", reach).success for card in suited) == player
    assert sum(judge(card, "6D", difficulty).success for card in suited if card != "6D") == gm
    assert float(race_won(player, 52, gm, 51)) * 100 == pytest.approx(per_cent, abs=0.0005)


def test_a_whole_race_of_few_cards_by_the_real_rules() -> None:
    """Two hits of five for the player, one of four for the Game Master. DOA-238, DOA-239."""

    def start() -> Table:
        table = a_table()
        mine = only(table, "Ana")
        mine.deck.bag = ["2C", "2H", "2S", "5D", "7D"]
        mine.reserved.top = [card for card in mine.reserved.top if card not in mine.deck.bag]
        world = only(table, WORLD)
        world.deck.bag = ["2C", "2H", "2S", "8D"]
        world.reserved.top = [card for card in world.reserved.top if card not in world.deck.bag]
        return table

    def run(game: Game[Table]) -> None:
        won = race(game, [(game.state.characters["Ana"], "Craft")], "6D", 2)
        game.state.narrator = "won" if won else "lost"

    ends = Possibilities(start, run, lambda table: table.narrator).ends()
    assert ends["won"] == race_won(2, 5, 1, 4)
