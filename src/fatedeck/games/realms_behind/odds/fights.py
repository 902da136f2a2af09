"""The odds of blows: what one attack deals, and who is Downed first in a fight of two."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb
from typing import TypeAlias

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, One, Value, Words
from fatedeck.engine.prospects import Course, CourseStudy, State
from fatedeck.games.realms_behind.rules.cards import JOKER, RANK, STANDARD, SUIT

LOST, EMPTY, WON = "you are Downed", "your draw pile is empty", "the foe is Downed"
OUTCOMES = (LOST, EMPTY, WON)
WORSE = 2
"""How much lower the Defences of an Exhausted or of a Wounded character are. RB-4.2, RB-13.2."""


class Ranks(Struct, frozen=True):
    """A pile as an attack sees it: Hearts that hit, other cards that hit, cards that miss."""

    hearts: int
    plain: int
    misses: int

    @property
    def cards(self) -> int:
        return self.hearts + self.plain + self.misses


class Duel(Struct, frozen=True):
    """Both sides of a fight; `hand` lists the cards in the order in which they are spent."""

    hand: tuple[str, ...]
    pile: Ranks
    need: int
    damage: int
    deep: int
    foe_need: int
    foe_damage: int


Struck: TypeAlias = dict[tuple[int, int, int, int], int]
"""Your attacks so far, in how many ways of drawing the cards.

Cards of the pile that hit and that miss and are left; hits with cards of the pile, whose suit was
not looked at, so that it may be any; points dealt with cards of the hand.
"""


def courses() -> list[CourseStudy]:
    """What may be asked: the damage of an attack, and a fight of one character and one creature."""
    return [
        CourseStudy(
            "attack",
            "The damage of one attack with cards turned from the pile; you take every Advantage"
            " from it too. Each Heart among them adds 1.",
            (
                Count("need", "Rank needed to hit", -20, 30),
                Count("damage", "Damage without Hearts", 0, 40),
                Count("resist", "The target's Resist", -20, 20),
                Count("advantage", "Advantage (+) or Disadvantage (-)", -3, 3),
                Count("gambles", "Gambles of the basic Attack", 0, 6),
            ),
            _pose_attack,
            {"resist": 0, "advantage": 0, "gambles": 0},
            STANDARD,
            known=(JOKER,),
        ),
        CourseStudy(
            "fight",
            "One character and one creature, each with a plain attack every turn. You spend the"
            " lowest card in your hand that hits, or else the lowest; once your hand is empty you"
            " turn the pile. The creature turns a full GM deck. Nobody gambles or spends Will or"
            " Fortune.",
            (
                Count("need", "Rank you need to hit", -20, 30),
                Count("damage", "Your damage after Resist, without Hearts", -20, 40),
                Count("shallow", "Your Shallow Health", 0, 100),
                Count("deep", "Your Deep Health", 1, 200),
                Count("foe_need", "Rank the foe needs (unhurt, with a hand)", -20, 30),
                Count("foe_damage", "Its damage after Resist, without Hearts", -20, 40),
                Count("foe_health", "Its Health", 1, 300),
                Words("hand", "Your hand, such as 9H,KS"),
                One("first", "Who goes first", ("you", "foe")),
            ),
            _pose_fight,
            {"hand": "", "first": "you"},
            STANDARD,
            "hand",
            (JOKER,),
        ),
    ]


def is_heart(card: str) -> bool:
    """Whether a card may count as a Heart; the owner of a Joker names one. RB-1.5, RB-6.4."""
    return card == JOKER or SUIT[card] == "hearts"


# One attack


def _pose_attack(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    need, damage, resist, net, gambles = (
        int(str(values[name])) for name in ("need", "damage", "resist", "advantage", "gambles")
    )
    if len(cards) < 1 + abs(net):
        raise Refused("RB-5.9", f"{1 + abs(net)} cards can’t be turned from {len(cards)}.")
    dealt: dict[int, int] = {}
    for hearts, ways in _hits(cards, need + 2 * gambles, net).items():
        points = max(0, damage + 2 * gambles + hearts - resist)
        dealt[points] = dealt.get(points, 0) + ways
    every = len(cards) * comb(len(cards) - 1, -net) if net < 0 else comb(len(cards), 1 + net)
    dealt[0] = dealt.get(0, 0) + every - sum(dealt.values())
    steps: dict[State, Fraction] = {
        (points,): Fraction(ways, every) for points, ways in sorted(dealt.items())
    }
    luck = "" if not net else f", {'Advantage' if net > 0 else 'Disadvantage'} {abs(net)}"
    return Course(
        f"Damage of an attack that needs {need}{luck}, from {len(cards)} cards",
        (),
        lambda state: {} if state else steps,
        lambda state: f"{state[0]} damage",
        tuple(f"{points} damage" for (points,) in steps),
        tuple(f"{points} damage" for (points,) in steps if points),
        ("RB-12.2", "RB-6.4", "RB-8.3", "RB-8.5", "RB-10.6"),
    )


def _hits(cards: Sequence[str], need: int, net: int) -> dict[int, int]:
    """In how many ways an attack hits, by the Hearts in its Suit Pool.

    With Advantage all cards are in the pool and the best rank is picked; with Disadvantage only the
    base card is in it and the lowest rank counts. RB-6.1, RB-8.4 to RB-8.6.
    """
    pile = _ranks(cards, need)
    if net < 0:
        others = comb(pile.hearts + pile.plain - 1, -net) if pile.hearts + pile.plain else 0
        return {1: pile.hearts * others, 0: pile.plain * others}
    hearts = sum(map(is_heart, cards))
    low = hearts - pile.hearts
    turned = 1 + net
    return {
        h: comb(hearts, h) * comb(len(cards) - hearts, turned - h)
        - comb(low, h) * comb(pile.misses - low, turned - h)
        for h in range(turned + 1)
    }


def _ranks(cards: Sequence[str], need: int) -> Ranks:
    hearts = sum(RANK[card] >= need and is_heart(card) for card in cards)
    hits = sum(RANK[card] >= need for card in cards)
    return Ranks(hearts, hits - hearts, len(cards) - hits)


# A fight


def _pose_fight(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    number = {
        name: int(str(value)) for name, value in values.items() if name not in ("hand", "first")
    }
    hand, pile = dealt(str(values["hand"]), cards)
    if not pile:
        raise Refused("RB-4.5", "Without a draw pile you’re Stupefied and can’t fight.")
    need, deep = number["need"], number["deep"]
    left = _ranks(pile, need)
    duel = Duel(
        _as_spent(hand, need),
        left,
        need,
        number["damage"],
        deep,
        number["foe_need"],
        number["foe_damage"],
    )
    health, foe_health = number["shallow"] + deep, number["foe_health"]
    chances = _fight(duel, health, foe_health, you_first=values["first"] == "you")
    ends: dict[State, Fraction] = {(n,): chance for n, chance in enumerate(chances)}
    return Course(
        f"A fight, Health {health} against {foe_health}, from {len(pile)} cards",
        (),
        lambda state: {} if state else ends,
        lambda state: OUTCOMES[state[0]],
        OUTCOMES,
        (WON,),
        ("RB-4.2", "RB-4.5", "RB-12.2", "RB-13.2", "RB-13.3"),
    )


def dealt(text: str, cards: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The hand that is named, and the pile without it."""
    hand = [card.strip() for card in text.split(",") if card.strip()]
    pile = list(cards)
    for card in hand:
        if card not in pile:
            raise Refused("RB-1.2", f"There is no card {card} left for your hand.")
        pile.remove(card)
    return hand, pile


def _as_spent(hand: list[str], need: int) -> tuple[str, ...]:
    """The lowest card that hits first, of equal ones a Heart; those that miss come last."""

    def place(card: str) -> tuple[bool, int, bool]:
        return RANK[card] < need, RANK[card], not is_heart(card)

    return tuple(sorted(hand, key=place))


def _fight(duel: Duel, health: int, foe_health: int, *, you_first: bool) -> tuple[Fraction, ...]:
    """The chance of each outcome, attack after attack.

    What your cards do and what the GM deck does to you are apart, but for one thing: from the
    attack on before which you were Wounded you turn more cards. So your Health is followed with
    that attack, `since`, and your attacks are followed once for each; 0 is not Wounded yet.
    """
    attacks = Attacks(duel, foe_health)
    lost = empty = won = Fraction(0)
    standing = {(health, 1 if health <= duel.deep else 0): 1}
    answers = number = 0
    if not you_first:
        standing, downed = _answered(duel, standing, number)
        answers += 1
        lost += Fraction(sum(downed.values()), len(STANDARD) ** answers)
    while standing:
        number += 1
        every, here = len(STANDARD) ** answers, Counter[int]()
        for (_, since), ways in standing.items():
            here[since] += ways
        falls = {since: attacks.falls(since) for since in here}
        for since, ways in here.items():
            before = falls[since][number - 2] if number > 1 else Fraction(0)
            won += Fraction(ways, every) * (falls[since][number - 1] - before)
            if number == len(falls[since]):
                empty += Fraction(ways, every) * (1 - falls[since][-1])
        fighting = {at: ways for at, ways in standing.items() if number < len(falls[at[1]])}
        standing, downed = _answered(duel, fighting, number)
        answers += 1
        for since, ways in downed.items():
            lost += Fraction(ways, len(STANDARD) ** answers) * (1 - falls[since][number - 1])
    return lost, empty, won


def _answered(
    duel: Duel, standing: Mapping[tuple[int, int], int], attacks: int
) -> tuple[dict[tuple[int, int], int], dict[int, int]]:
    """The creature turns a card of a full GM deck: who stands then, and who is Downed.

    Your Defences are lower when you are Exhausted after so many attacks, and when Wounded.
    """
    after: dict[tuple[int, int], int] = {}
    downed: dict[int, int] = {}
    for (health, since), ways in standing.items():
        lower = WORSE * ((attacks >= len(duel.hand)) + (since > 0))
        ranks = _ranks(STANDARD, duel.foe_need - lower)
        for points, cards in (
            (max(0, duel.foe_damage + 1), ranks.hearts),
            (max(0, duel.foe_damage), ranks.plain),
            (0, ranks.misses),
        ):
            left = health - points
            if left <= 0:
                downed[since] = downed.get(since, 0) + ways * cards
            elif cards:
                at = left, since or (attacks + 1 if left <= duel.deep else 0)
                after[at] = after.get(at, 0) + ways * cards
    return after, downed


class Attacks:
    """All your attacks, as if the creature could not strike back."""

    def __init__(self, duel: Duel, foe_health: int) -> None:
        self._duel, self._foe_health = duel, foe_health
        hits = duel.pile.hearts + duel.pile.plain
        self._unhurt: list[Struck] = [{(hits, duel.pile.misses, 0, 0): 1}]
        self._known: dict[int, list[Fraction]] = {}

    def falls(self, since: int) -> list[Fraction]:
        """The chance that the foe is Downed after the 1st, 2nd ... attack.

        You are Wounded since that attack, or never if it is 0. The last one empties the pile.
        """
        if since not in self._known:
            found = []
            struck = self._unhurt[0]
            number = 0
            while any(sum(at[:2]) for at in struck):
                number += 1
                if since and number >= since:
                    struck = _struck(self._duel, struck, number, wounded=True)
                else:
                    struck = self._not_wounded(number)
                found.append(self._fallen(struck))
            self._known[since] = found
        return self._known[since]

    def _not_wounded(self, number: int) -> Struck:
        while len(self._unhurt) <= number:
            attack = len(self._unhurt)
            self._unhurt.append(_struck(self._duel, self._unhurt[-1], attack, wounded=False))
        return self._unhurt[number]

    def _fallen(self, struck: Struck) -> Fraction:
        """The chance that so many hits, some of them Hearts, came to the foe's Health. RB-6.4."""
        ended: Counter[tuple[int, int]] = Counter()
        every = 0
        for (_, _, counted, points), ways in struck.items():
            ended[counted, points] += ways
            every += ways
        pile = self._duel.pile
        plain, heart = (max(0, self._duel.damage + more) for more in (0, 1))
        chance = Fraction(0)
        for (counted, points), ways in ended.items():
            enough = sum(
                comb(pile.hearts, hearts) * comb(pile.plain, counted - hearts)
                for hearts in range(counted + 1)
                if points + hearts * heart + (counted - hearts) * plain >= self._foe_health
            )
            if enough:
                share = Fraction(enough, comb(pile.hearts + pile.plain, counted))
                chance += share * ways
        return chance / every


def _struck(duel: Duel, before: Struck, number: int, *, wounded: bool) -> Struck:
    """One attack: a card of the hand or the top of the pile; when Wounded one more of the pile.

    Then the lower rank counts, and the attack fails if the pile cannot give that card.
    RB-4.7, RB-5.5, RB-5.7, RB-13.2.
    """
    card = duel.hand[number - 1] if number <= len(duel.hand) else ""
    blow = max(0, duel.damage + is_heart(card)) if card else 0
    found: Struck = {}
    for (hits, misses, counted, points), ways in before.items():
        bases = [(hits, misses, 1, RANK[card] >= duel.need)] if card else _turned(hits, misses)
        for high, low, cards, is_hit in bases:
            lower = [(high, low, 1, True)]
            if wounded:
                lower = _turned(high, low) or [(high, low, 1, False)]
            for high_left, low_left, others, stays in lower:
                hit = is_hit and stays
                pile_hits, dealt_by_hand = counted + (hit and not card), points + hit * blow
                at = high_left, low_left, pile_hits, dealt_by_hand
                found[at] = found.get(at, 0) + ways * cards * others
    return found


def _turned(hits: int, misses: int) -> list[tuple[int, int, int, bool]]:
    """The top card of the pile: what is left then, how many such cards, whether it hits."""
    found = []
    if hits:
        found.append((hits - 1, misses, hits, True))
    if misses:
        found.append((hits, misses - 1, misses, False))
    return found
