"""The chance to win a fight of one against one, exactly, card by card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Value
from fatedeck.engine.prospects import Course, CourseStudy, State
from fatedeck.games.deck_of_adventures.rules.circle import (
    effective_range,
    initiative,
    judge,
    required_match,
)
from fatedeck.games.deck_of_adventures.state import PLAYING_CARDS, Match, Switches

LOST, UNDECIDED, WON = "you are Knocked Out", "the cards run out first", "the foe is Knocked Out"
OUTCOMES = (LOST, UNDECIDED, WON)
SPARE = 1
"""A card that each side keeps: one who is Stunned draws one more. DOA-192."""


class Left(Struct, frozen=True):
    """What a deck still holds against a Target Card: Criticals, other hits and misses."""

    criticals: int
    hits: int
    misses: int

    @property
    def cards(self) -> int:
        return self.criticals + self.hits + self.misses


class Fighter(Struct, frozen=True):
    """How one side strikes: the reach of its attack and its hand, what a hit deals."""

    reach: int
    match: Match
    hand: int
    damage: int


def courses() -> list[CourseStudy]:
    """What may be asked: who is Knocked Out first when both make a plain Weapon Attack a turn."""

    def side(prefix: str, whose: str) -> tuple[Count, ...]:
        return (
            Count(f"{prefix}ar", f"{whose} AR", 0, 6),
            Count(f"{prefix}hp", f"{whose} HP and AP", 1, 40),
            Count(f"{prefix}modifier", f"{whose} Modifier", -2, 6),
            Count(f"{prefix}hand", f"{whose} Upper (+) or Lower (-) Hand", -4, 4),
            Count(f"{prefix}damage", f"Damage of {whose.lower()} hits", 1, 6),
        )

    usual: dict[str, Value] = {
        prefix + name: value
        for prefix in ("", "foe_")
        for name, value in {"ar": 3, "hp": 5, "modifier": 0, "hand": 0, "damage": 1}.items()
    }
    return [
        CourseStudy(
            "fight",
            "One against one. Each makes one Weapon Attack a turn and draws every card of an Upper"
            " Hand. Target Cards are drawn and decide who goes first. Fate Cards are kept for"
            " Toughen Up, not spent on redraws.",
            (
                *side("", "Your"),
                Count("fate", "Your Fate Cards", 0, 8),
                *side("foe_", "The foe’s"),
                Count("foe_fate", "The foe’s Fate Cards", 0, 8),
            ),
            _pose_fight,
            {**usual, "fate": 0, "foe_fate": 0},
            tuple(PLAYING_CARDS),
        )
    ]


def _pose_fight(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    number = {name: int(str(value)) for name, value in values.items()}
    mine, theirs = _fighter(number, "", "foe_"), _fighter(number, "foe_", "")
    own, other = number["hp"] + number["fate"], number["foe_hp"] + number["foe_fate"]
    needed = 1 + max(1 + abs(mine.hand), SPARE)
    if len(cards) < needed:
        raise Refused("DOA-121", f"A fight takes at least {needed} cards, not {len(cards)}.")
    chances = _fight(cards, mine, theirs, own, other)
    ends: dict[State, Fraction] = {(place,): chance for place, chance in enumerate(chances)}
    return Course(
        f"A fight from {len(cards)} cards: you can lose {own} points, the foe {other}",
        (),
        lambda state: {} if state else ends,
        lambda state: OUTCOMES[state[0]],
        OUTCOMES,
        (WON,),
        ("DOA-124", "DOA-170", "DOA-173", "DOA-37"),
    )


def _fighter(number: Mapping[str, int], own: str, other: str) -> Fighter:
    """An attack is a Check with the other's AR as its DR. DOA-170."""
    modifier = number[f"{own}modifier"]
    reach = effective_range(number[f"{other}ar"], modifier, Switches())
    return Fighter(reach, required_match(modifier), number[f"{own}hand"], number[f"{own}damage"])


def _fight(
    cards: tuple[str, ...], mine: Fighter, theirs: Fighter, own: int, other: int
) -> tuple[Fraction, Fraction, Fraction]:
    """The chances to lose, to stay undecided and to win, over all pairs of Target Cards.

    The higher card acts first, and on equal rank the player (DOA-124, DOA-125). A Fate Card spent
    on damage that would Knock Out is one point more to lose (DOA-37).
    """
    starts: Counter[tuple[Left, Left, bool]] = Counter()
    against = {foe: _left(cards, foe, mine) for foe in PLAYING_CARDS}
    for target, foe in product(cards, PLAYING_CARDS):
        first = initiative(target) <= initiative(foe)
        my_deck = _without(against[foe], target, foe, mine)
        foe_deck = _without(_left(PLAYING_CARDS, target, theirs), foe, target, theirs)
        starts[my_deck, foe_deck, first] += 1
    lost = won = Fraction(0)
    for (my_deck, foe_deck, first), pairs in starts.items():
        struck = blows_needed(my_deck, mine.hand, mine.damage, other)
        answered = blows_needed(foe_deck, theirs.hand, theirs.damage, own)
        wins, losses = _race(struck, answered) if first else _race(answered, struck)[::-1]
        share = Fraction(pairs, starts.total())
        won += share * wins
        lost += share * losses
    return lost, 1 - won - lost, won


def _race(first: Sequence[Fraction], second: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """Who is done first, given the chance of each to be done with its 1st, 2nd ... attack.

    The decks are apart and what one side draws tells nothing about the other, so the chances of
    both multiply. They strike in turn as long as both decks last.
    """
    wins = losses = done_first = done_second = Fraction(0)
    for one, other in zip(first, second, strict=False):
        wins += one * (1 - done_second)
        done_first += one
        losses += other * (1 - done_first)
        done_second += other
    return wins, losses


@cache
def _left(cards: tuple[str, ...], target: str, fighter: Fighter) -> Left:
    """What the cards come to against a Target Card. DOA-82, DOA-170."""
    verdicts = [judge(card, target, fighter.reach, fighter.match) for card in cards]
    hits = sum(verdict.success for verdict in verdicts)
    criticals = sum(verdict.degree == "critical" for verdict in verdicts)
    return Left(criticals, hits - criticals, len(cards) - hits)


def _without(left: Left, card: str, target: str, fighter: Fighter) -> Left:
    """The same when one card, one's own Target Card, is out of the deck. DOA-121."""
    verdict = judge(card, target, fighter.reach, fighter.match)
    critical = verdict.degree == "critical"
    hit = verdict.success and not critical
    return Left(left.criticals - critical, left.hits - hit, left.misses - (not verdict.success))


@cache
def blows_needed(deck: Left, hand: int, damage: int, points: int) -> tuple[Fraction, ...]:
    """The chance that the 1st, 2nd ... attack takes the last of so many points.

    Cards are drawn without putting any back; the ways to draw them are whole numbers, and a
    Critical deals 1 more. DOA-16, DOA-98, DOA-100, DOA-173.
    """
    drawn = 1 + abs(hand)
    ways: dict[tuple[Left, int], int] = {(deck, points): 1}
    every, found = 1, []
    for attack in range((deck.cards - SPARE) // drawn):
        every *= comb(deck.cards - attack * drawn, drawn)
        after: dict[tuple[Left, int], int] = {}
        done = 0
        for (left, still), number in ways.items():
            for rest, dealt, hands in _attacks(left, hand):
                taken = still - (damage + dealt - 1 if dealt else 0)
                if taken <= 0:
                    done += number * hands
                else:
                    after[rest, taken] = after.get((rest, taken), 0) + number * hands
        ways = after
        found.append(Fraction(done, every))
    return tuple(found)


@cache
def _attacks(left: Left, hand: int) -> tuple[tuple[Left, int, int], ...]:
    """What may be drawn in one attack: the deck then, 0 or 1 or 2 for its hit, in how many ways."""
    drawn = 1 + abs(hand)
    found = []
    for criticals in range(min(left.criticals, drawn) + 1):
        for hits in range(min(left.hits, drawn - criticals) + 1):
            misses = drawn - criticals - hits
            if misses > left.misses:
                continue
            if hand >= 0:
                degree = 2 if criticals else 1 if hits else 0
            else:
                degree = 0 if misses else 1 if hits else 2
            hands = (
                comb(left.criticals, criticals) * comb(left.hits, hits) * comb(left.misses, misses)
            )
            rest = Left(left.criticals - criticals, left.hits - hits, left.misses - misses)
            found.append((rest, degree, hands))
    return tuple(found)
