"""The odds of section 37, counted by running the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise, permutations, product
from math import comb

import pytest

from fatedeck.engine.cards import shuffled
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Choose, Draw, Question
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import numbers, stamina
from fatedeck.games.thousand_faces.rules.flips import Support, flip
from fatedeck.games.thousand_faces.rules.pursuit import rabbit_flip
from tests.games.thousand_faces.tabletop import drawing, player, table

SUITS = ("anvil", "blade", "crown", "dragon")

F = Fraction
FLIPS = {
    ("anvil", -2): (F(46, 57), F(41, 285), F(14, 285), F(0)),
    ("anvil", -1): (F(62, 95), F(1, 5), F(27, 190), F(1, 190)),
    ("anvil", 0): (F(2, 5), F(1, 5), F(3, 10), F(1, 10)),
    ("anvil", 1): (F(14, 95), F(1, 5), F(87, 190), F(37, 190)),
    ("anvil", 2): (F(14, 285), F(41, 285), F(149, 285), F(27, 95)),
    ("blade", -2): (F(137, 228), F(371, 1140), F(4, 57), F(1, 285)),
    ("blade", -1): (F(17, 38), F(69, 190), F(3, 19), F(3, 95)),
    ("blade", 0): (F(1, 4), F(3, 10), F(1, 4), F(1, 5)),
    ("blade", 1): (F(1, 19), F(9, 38), F(13, 38), F(7, 19)),
    ("blade", 2): (F(1, 114), F(31, 228), F(79, 228), F(29, 57)),
    ("crown", -2): (F(29, 57), F(79, 228), F(31, 228), F(1, 114)),
    ("crown", -1): (F(7, 19), F(13, 38), F(9, 38), F(1, 19)),
    ("crown", 0): (F(1, 5), F(1, 4), F(3, 10), F(1, 4)),
    ("crown", 1): (F(3, 95), F(3, 19), F(69, 190), F(17, 38)),
    ("crown", 2): (F(1, 285), F(4, 57), F(371, 1140), F(137, 228)),
    ("dragon", -2): (F(27, 95), F(149, 285), F(41, 285), F(14, 285)),
    ("dragon", -1): (F(37, 190), F(87, 190), F(1, 5), F(14, 95)),
    ("dragon", 0): (F(1, 10), F(3, 10), F(1, 5), F(2, 5)),
    ("dragon", 1): (F(1, 190), F(27, 190), F(1, 5), F(62, 95)),
    ("dragon", 2): (F(0), F(14, 285), F(41, 285), F(46, 57)),
}

SYMBOLS = {  # suit: XP at -2 to +2, then D11 at -2 to +2, in percent
    "anvil": ((35.09, 29.47, 25.00, 31.58, 34.91), (0.00, 0.53, 5.00, 10.00, 15.00)),
    "blade": ((49.04, 40.00, 25.00, 17.89, 10.35), (0.26, 1.58, 5.00, 10.00, 15.00)),
    "crown": ((50.09, 38.42, 25.00, 17.37, 17.81), (0.53, 2.11, 5.00, 10.00, 15.00)),
    "dragon": ((48.51, 38.95, 25.00, 20.00, 19.04), (1.84, 3.68, 5.00, 10.00, 15.00)),
}


def outcomes(suit: str, net: int, prefer: str = "") -> Counter[tuple[int, str]]:
    """Every ordered draw from a fresh deck, run through the rules: result and resolver."""
    counted: Counter[tuple[int, str]] = Counter()
    state = table(player())
    fresh = sorted(catalogue.deck_cards())
    for drawn in permutations(fresh, 1 + abs(net)):
        ana = state.players["Ana"]
        ana.deck, ana.discard, ana.xp = shuffled(fresh), shuffled([]), 0
        outcome = flip(Game(state, _preferring(prefer, drawn)), "Ana", suit, net, flashback=False)
        counted[outcome.result, outcome.resolver] += 1
    return counted


def _preferring(prefer: str, drawn: tuple[str, ...]) -> Callable[[Question], Answer]:
    waiting = list(drawn)

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            return waiting.pop(0)
        assert isinstance(question, Choose)
        wanted = [option for option, note in question.notes.items() if note == prefer]
        return wanted[0] if wanted else question.options[-1]

    return answer


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("net", [-2, -1, 0, 1, 2])
def test_odds_of_a_flip(suit: str, net: int) -> None:
    """All rows of the first table, as exact fractions. TFA-22, TFA-26."""
    counted = outcomes(suit, net)
    total = sum(counted.values())
    for result, expected in enumerate(FLIPS[suit, net], start=1):
        count = sum(times for (found, _), times in counted.items() if found == result)
        assert Fraction(count, total) == expected


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize(("place", "net"), list(enumerate([-2, -1, 0, 1, 2])))
def test_odds_of_xp_and_of_a_critical(suit: str, place: int, net: int) -> None:
    """Ties go to the card that brings something. TFA-32, TFA-34, TFA-38."""
    for prefer, column in (("XP", 0), ("critical", 1)):
        counted = outcomes(suit, net, prefer)
        wanted = catalogue.xp_cards() if prefer == "XP" else {"D11"}
        hits = sum(times for (_, card), times in counted.items() if card in wanted)
        assert round(100 * hits / sum(counted.values()), 2) == SYMBOLS[suit][column][place]


@pytest.mark.parametrize(
    ("suit", "expected"),
    [
        ("anvil", (F(16, 100), F(20, 100), F(45, 100), F(19, 100))),
        ("blade", (F(10, 100), F(23, 100), F(39, 100), F(28, 100))),
        ("crown", (F(8, 100), F(19, 100), F(405, 1000), F(325, 1000))),
        ("dragon", (F(4, 100), F(20, 100), F(30, 100), F(46, 100))),
    ],
)
def test_odds_of_teamwork(suit: str, expected: tuple[Fraction, ...]) -> None:
    """A leader and one supporter reading Anvil. TFA-55, TFA-56."""
    counted: Counter[int] = Counter()
    for drawn in product(catalogue.deck_cards(), repeat=2):
        state = table(player(), player())
        outcome = flip(Game(state, drawing(*drawn)), "Ana", suit, 0, supporters=[Support("Ben")])
        counted[outcome.result] += 1
    assert [Fraction(counted[result], 400) for result in (1, 2, 3, 4)] == list(expected)


def test_odds_of_a_crew_of_four() -> None:
    """Crown with three on Anvil, by the product of what each fails. TFA-57."""
    lead = [Fraction(n, 20) for n in (4, 9, 15, 20)]  # at most this result
    help_ = [Fraction(n, 20) for n in (8, 12, 18, 20)]
    at_most = [one * other**3 for one, other in zip(lead, help_, strict=True)]
    expected = [at_most[0], *(b - a for a, b in pairwise(at_most))]
    assert [round(float(100 * chance), 3) for chance in expected] == [1.28, 8.44, 44.955, 45.325]
    for cards, result in ((("D01", "D02", "D03", "D06"), 1), (("D01", "D02", "D03", "D10"), 3)):
        state = table(player(), player(), player(), player())
        supporters = [Support(seat) for seat in ("Ben", "Cleo", "Dov")]
        outcome = flip(Game(state, drawing(*cards)), "Ana", "crown", 0, supporters=supporters)
        assert outcome.result == result


@pytest.mark.parametrize(
    ("die", "expected"),
    [
        ("d4", dict.fromkeys(range(1, 5), F(1, 4))),
        ("d6", dict.fromkeys(range(1, 7), F(1, 6))),
        (
            "d10",
            {
                **dict.fromkeys((2, 3, 4, 5), F(15, 100)),
                **dict.fromkeys((6, 7, 8), F(1, 10)),
                **dict.fromkeys((9, 10), F(1, 20)),
            },
        ),
    ],
)
def test_odds_of_a_number(die: str, expected: dict[int, Fraction]) -> None:
    """A blank is passed over, so the first usable card is any of the usable. TFA-82 to TFA-85."""
    usable = catalogue.numbers(die)
    decks = [card for card in catalogue.deck_cards() if card in usable]
    counted: Counter[int] = Counter()
    for card in decks:
        blanks = [blank for blank in catalogue.deck_cards() if blank not in usable]
        state = table(player())
        counted[numbers.reveal(Game(state, drawing(*blanks, card)), "Ana", die)] += 1
        assert len(state.players["Ana"].discard) == len(blanks) + 1
    found = {number: Fraction(times, len(decks)) for number, times in counted.items()}
    assert found == expected


@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (6, F(0)),
        (7, F(14, 323)),
        (8, F(94, 323)),
        (9, F(229, 323)),
        (10, F(309, 323)),
    ],
)
def test_odds_of_going_down_at_once(points: int, expected: Fraction) -> None:
    """Down when the last symbol lies so deep that 3 cards or fewer are left. TFA-93, TFA-102.

    The rules are run once for each depth of the last symbol; how many decks have it there is
    counted: the symbols before it, times those after it.
    """
    down = Fraction(0)
    symbols = sorted(catalogue.stamina_cards())
    blanks = sorted(set(catalogue.deck_cards()) - set(symbols))
    for depth in range(points, points + 11):
        decks = comb(depth - 1, points - 1) * comb(20 - depth, 10 - points)
        chance = Fraction(decks, comb(20, 10))
        state = table(player())
        passed = blanks[: depth - points]
        cards = [*passed, *symbols[:points]]
        stamina.lose_stamina(Game(state, drawing(*cards)), "Ana", points, "physical")
        assert len(state.players["Ana"].exhaustion) == depth
        if not state.players["Ana"].is_able():
            down += chance
    assert down == expected


def test_expected_cards_lost() -> None:
    """On average 21/11 cards go for each point. TFA-102."""
    for points in (1, 4, 10):
        mean = sum(
            Fraction(depth * comb(depth - 1, points - 1) * comb(20 - depth, 10 - points))
            for depth in range(points, points + 11)
        ) / comb(20, 10)
        assert mean == Fraction(21 * points, 11)


@pytest.mark.parametrize(
    ("value", "percent"),
    [(-1, 4.91), (0, 14.74), (1, 40.00), (2, 45.00), (3, 55.00), (4, 60.00), (5, 85.26)],
)
def test_odds_of_one_round_of_pursuit(value: int, percent: float) -> None:
    """✔✔ or better wins the round. TFA-240, TFA-243."""
    rabbit = player(2, 2)
    rabbit.pack = 4 - value if value < 5 else 0
    if value == 5:
        rabbit.attributes = {"str": 3, "dex": 2, "int": 1}
    suit, net = rabbit_flip(rabbit)
    chances = FLIPS[suit, net]
    assert round(float(100 * (chances[2] + chances[3])), 2) == percent
