"""The odds of a fight, against every order of small decks and against the real rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cache, partial
from itertools import permutations, product
from math import factorial
from random import Random

from hypothesis import given, settings
from hypothesis.strategies import randoms

from fatedeck.games.deck_of_adventures.odds.fights import OUTCOMES, Left, blows_needed
from fatedeck.games.deck_of_adventures.rules.circle import initiative, judge
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS, Match
from fatedeck.odds.courses import run_to_the_end
from tests.odds.test_fights import adventure, assert_alike, counted, study

LOST, UNDECIDED, WON = OUTCOMES


@settings(deadline=None, max_examples=150, derandomize=True)
@given(randoms(use_true_random=True))
def test_an_attack_that_takes_the_last_point_over_all_orders(luck: Random) -> None:
    """Random decks, hands, damage and points; one card is kept. DOA-98, DOA-100, DOA-173."""
    deck = luck.choices("CHM", k=luck.randint(2, 6))
    hand, damage, all_points = luck.randint(-2, 2), luck.randint(1, 3), luck.randint(1, 6)
    drawn = 1 + abs(hand)
    found: Counter[int] = Counter()
    for order in permutations(deck):
        points = all_points
        for attack in range((len(deck) - 1) // drawn):
            ranked = sorted(order[attack * drawn : (attack + 1) * drawn], key="MHC".index)
            counts = ranked[-1] if hand >= 0 else ranked[0]
            points -= {"M": 0, "H": damage, "C": damage + 1}[counts]
            if points <= 0:
                found[attack] += 1
                break
    left = Left(*(deck.count(sort) for sort in "CHM"))
    assert [
        chance * factorial(len(deck)) for chance in blows_needed(left, hand, damage, all_points)
    ] == [found[attack] for attack in range((len(deck) - 1) // drawn)]


Deck = tuple[int, int, int]
"""Cards that are misses, hits and Criticals."""


class Duel:
    """A fight card by card: both draw in turn, with both decks before our eyes."""

    def __init__(self, hands: tuple[int, int], damage: tuple[int, int]) -> None:
        self.hands, self.damage = hands, damage
        self.go_on = cache(self._go_on)

    def _go_on(
        self, decks: tuple[Deck, Deck], points: tuple[int, int], side: int, first: int
    ) -> tuple[Fraction, Fraction]:
        """The chances that side 0 and that side 1 takes the last point of the other.

        A round begins only when both decks last for it, a card to spare each. DOA-124.
        """
        needed = [2 + abs(hand) for hand in self.hands]
        if side == first and any(sum(deck) < n for deck, n in zip(decks, needed, strict=True)):
            return Fraction(0), Fraction(0)
        return self.draw(decks, points, side, first, 1 + abs(self.hands[side]), None)

    def draw(
        self,
        decks: tuple[Deck, Deck],
        points: tuple[int, int],
        side: int,
        first: int,
        due: int,
        counts: int | None,
    ) -> tuple[Fraction, Fraction]:
        """So many cards are still due; the best or the worst of those drawn counts so far."""
        if not due:
            assert counts is not None
            left = list(points)
            left[side] -= self.damage[side] + counts - 1 if counts else 0
            if left[side] <= 0:
                return (Fraction(1), Fraction(0)) if not side else (Fraction(0), Fraction(1))
            return self.go_on(decks, (left[0], left[1]), 1 - side, first)
        pick = max if self.hands[side] >= 0 else min
        ends = [Fraction(0), Fraction(0)]
        deck = decks[side]
        for sort, number in enumerate(deck):
            if not number:
                continue
            rest = tuple(n - (at == sort) for at, n in enumerate(deck))
            after = (rest[0], rest[1], rest[2])
            both = (after, decks[1]) if not side else (decks[0], after)
            kept = sort if counts is None else pick(counts, sort)
            for at, chance in enumerate(self.draw(both, points, side, first, due - 1, kept)):
                ends[at] += chance * Fraction(number, sum(deck))
        return ends[0], ends[1]


def told_apart(cards: Iterable[str], own: str, target: str, reach: int, match: Match) -> Deck:
    """What a deck without its own Target Card holds against the other's. DOA-75, DOA-121."""
    sorts = [0, 0, 0]
    for card in cards:
        if card != own:
            verdict = judge(card, target, reach, match)
            sorts[2 if verdict.degree == "critical" else int(verdict.success)] += 1
    return sorts[0], sorts[1], sorts[2]


@settings(deadline=None, max_examples=60, derandomize=True)
@given(randoms(use_true_random=True))
def test_a_fight_from_a_small_deck_card_by_card(luck: Random) -> None:
    """Random decks of your own, modifiers, AR, hands, damage and HP, Fate Cards of both.

    DOA-37, DOA-51, DOA-75, DOA-121, DOA-124, DOA-170, DOA-173.
    """
    hands = luck.choice([-1, 0, 0, 0, 1, 2]), luck.choice([-1, 0, 0, 1])
    cards = luck.sample(PLAYING_CARDS, luck.randint(2 + abs(hands[0]), 6 + abs(hands[0])))
    ars, mods = (luck.randint(0, 6), luck.randint(0, 6)), (luck.randint(-2, 4), luck.randint(-2, 4))
    damage, hps = (luck.randint(1, 3), luck.randint(1, 3)), (luck.randint(1, 4), luck.randint(1, 4))
    fates = luck.randint(0, 1), luck.randint(0, 1)
    names = ("ar", "modifier", "hand", "damage", "hp", "fate")
    terms = {
        prefix + name: both[side]
        for name, both in zip(names, (ars, mods, hands, damage, hps, fates), strict=True)
        for side, prefix in enumerate(("", "foe_"))
    }
    duel = Duel(hands, damage)
    matches: dict[int, Match] = {-1: "colour", -2: "suit"}
    reaches = [min(6, ar + max(0, modifier)) for ar, modifier in zip(ars[::-1], mods, strict=True)]
    won = lost = Fraction(0)
    for target, foe in product(cards, PLAYING_CARDS):
        mine = told_apart(cards, target, foe, reaches[0], matches.get(mods[0], ""))
        theirs = told_apart(PLAYING_CARDS, foe, target, reaches[1], matches.get(mods[1], ""))
        first = 0 if initiative(target) <= initiative(foe) else 1
        lose = hps[1] + fates[1], hps[0] + fates[0]
        wins, losses = duel.go_on((mine, theirs), lose, first, first)
        won += wins / (len(cards) * len(PLAYING_CARDS))
        lost += losses / (len(cards) * len(PLAYING_CARDS))
    asked_of = study("deck-of-adventures", "fight")
    odds = run_to_the_end(asked_of.pose_from({**asked_of.usual, **terms}, tuple(cards)))
    assert (odds[LOST], odds[UNDECIDED], odds[WON]) == (lost, 1 - won - lost, won)


@settings(deadline=None, max_examples=20, derandomize=True)
@given(randoms(use_true_random=True))
def test_a_fight_of_random_characters_by_the_real_rules(luck: Random) -> None:
    """Modifiers, AR, HP, damage and Fate Cards at random. DOA-37, DOA-124, DOA-170, DOA-173."""
    terms = {
        "ar": luck.randint(2, 5),
        "foe_ar": luck.randint(2, 5),
        "hp": luck.randint(1, 5),
        "foe_hp": luck.randint(1, 5),
        "modifier": luck.randint(-1, 2),
        "foe_modifier": luck.randint(-1, 2),
        "damage": luck.randint(1, 2),
        "foe_damage": luck.randint(1, 2),
        "fate": luck.randint(0, 2),
    }
    gone = tuple(luck.sample(PLAYING_CARDS, luck.choice([0, 0, 8, 16])))
    exact = counted("deck-of-adventures", "fight", terms, gone)
    assert_alike(exact, partial(adventure, terms=terms, gone=gone), 400)
