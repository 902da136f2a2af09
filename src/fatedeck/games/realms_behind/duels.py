"""The odds of blows: what one attack deals, and who is Downed first in a fight of two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, perm

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, One, Value, Words
from fatedeck.engine.prospects import Course, CourseStudy, State
from fatedeck.games.realms_behind.cards import RANK, STANDARD, SUIT

LOST, EMPTY, WON = "you are Downed", "your draw pile is empty", "the foe is Downed"
OUTCOMES = (LOST, EMPTY, WON)
MOST = 20_000
"""Moments of a fight that are followed at a time."""
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


class Moment(Struct, frozen=True):
    """A fight as far as it has come.

    Health of both; how many cards of the pile that hit and that miss are left; how many of the hits
    have been looked at for their suit, and how many of those were Hearts. A hit that does not count
    is never looked at, so it may be any of those that were not.
    """

    health: int
    foe_health: int
    hits: int
    misses: int
    seen: int = 0
    hearts: int = 0


def courses() -> list[CourseStudy]:
    """What may be asked: the damage of an attack, and a fight of one character and one creature."""
    return [
        CourseStudy(
            "attack",
            "The damage of one attack whose cards are turned from the pile; every Advantage is"
            " taken from it too. Each Heart among them adds 1.",
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
        ),
        CourseStudy(
            "fight",
            "One character and one creature, a plain attack each a turn. You spend the lowest card"
            " of the hand that hits, else the lowest; with an empty hand the pile is turned. The"
            " creature turns a full GM deck. Nobody gambles or spends Will or Fortune.",
            (
                Count("need", "Rank you need to hit", -20, 30),
                Count("damage", "Your damage after Resist, without Hearts", -20, 40),
                Count("shallow", "Your Shallow Health", 0, 20),
                Count("deep", "Your Deep Health", 1, 40),
                Count("foe_need", "Rank the foe needs (unhurt, with a hand)", -20, 30),
                Count("foe_damage", "Its damage after Resist, without Hearts", -20, 40),
                Count("foe_health", "Its Health", 1, 60),
                Words("hand", "Your hand, such as 9H,KS"),
                One("first", "Who is first", ("you", "foe")),
            ),
            _pose_fight,
            {"hand": "", "first": "you"},
            STANDARD,
            "hand",
        ),
    ]


# One attack


def _pose_attack(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    need, damage, resist, net, gambles = (
        int(str(values[name])) for name in ("need", "damage", "resist", "advantage", "gambles")
    )
    if len(cards) < 1 + abs(net):
        raise Refused("RB-5.9", f"{1 + abs(net)} cards cannot be turned from {len(cards)}.")
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
    hearts = sum(SUIT[card] == "hearts" for card in cards)
    low = hearts - pile.hearts
    turned = 1 + net
    return {
        h: comb(hearts, h) * comb(len(cards) - hearts, turned - h)
        - comb(low, h) * comb(pile.misses - low, turned - h)
        for h in range(turned + 1)
    }


def _ranks(cards: Sequence[str], need: int) -> Ranks:
    hearts = sum(RANK[card] >= need and SUIT[card] == "hearts" for card in cards)
    hits = sum(RANK[card] >= need for card in cards)
    return Ranks(hearts, hits - hearts, len(cards) - hits)


# A fight


def _pose_fight(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    number = {
        name: int(str(value)) for name, value in values.items() if name not in ("hand", "first")
    }
    hand, pile = dealt(str(values["hand"]), cards)
    if not pile:
        raise Refused("RB-4.5", "Without a draw pile you are Stupefied and cannot fight.")
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
    begun = Moment(health, foe_health, left.hearts + left.plain, left.misses)
    chances = _fight(duel, begun, you_first=values["first"] == "you")
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
        return RANK[card] < need, RANK[card], SUIT[card] != "hearts"

    return tuple(sorted(hand, key=place))


def _fight(duel: Duel, begun: Moment, *, you_first: bool) -> list[Fraction]:
    """The chance of each outcome, attack after attack.

    Moments are counted in ways to draw the cards, in whole numbers: how many draws a moment took is
    told by what is left.
    """
    chances = [Fraction(0)] * len(OUTCOMES)
    moments = {begun: 1}
    spent = foe_attacks = 0
    if not you_first:
        moments = _foe_attacks(duel, moments, spent)
        foe_attacks = 1
    while moments:
        struck = _you_attack(duel, moments, spent)
        spent = min(spent + 1, len(duel.hand))
        standing = {}
        for moment, ways in struck.items():
            if moment.foe_health and moment.hits + moment.misses:
                standing[moment] = ways
            else:
                place = OUTCOMES.index(EMPTY if moment.foe_health else WON)
                chances[place] += _chance(duel, moment, ways, foe_attacks)
        answered = _foe_attacks(duel, standing, spent)
        foe_attacks += 1
        moments = {}
        for moment, ways in answered.items():
            if moment.health:
                moments[moment] = ways
            else:
                chances[OUTCOMES.index(LOST)] += _chance(duel, moment, ways, foe_attacks)
        if len(moments) > MOST:
            raise Refused("", "There are too many ways this fight can go.")
    return chances


def _chance(duel: Duel, moment: Moment, ways: int, foe_attacks: int) -> Fraction:
    cards = duel.pile.cards
    drawn = cards - moment.hits - moment.misses
    looked_at = perm(duel.pile.hearts + duel.pile.plain, moment.seen)
    return Fraction(ways, perm(cards, drawn) * looked_at * len(STANDARD) ** foe_attacks)


def _foe_attacks(duel: Duel, moments: dict[Moment, int], spent: int) -> dict[Moment, int]:
    """The creature turns a card of a full GM deck; your Defences fall when you are weak."""
    found: dict[Moment, int] = {}
    for moment, ways in moments.items():
        lower = WORSE * ((spent == len(duel.hand)) + (moment.health <= duel.deep))
        ranks = _ranks(STANDARD, duel.foe_need - lower)
        for points, cards in (
            (max(0, duel.foe_damage + 1), ranks.hearts),
            (max(0, duel.foe_damage), ranks.plain),
            (0, ranks.misses),
        ):
            if cards:
                after = replace(moment, health=max(0, moment.health - points))
                found[after] = found.get(after, 0) + ways * cards
    return found


def _you_attack(duel: Duel, moments: dict[Moment, int], spent: int) -> dict[Moment, int]:
    """A card of the hand or the top of the pile; when Wounded one more is turned from the pile.

    Then the lower rank counts, and the attack fails if the pile cannot give that card.
    RB-4.7, RB-5.5, RB-5.7, RB-13.2.
    """
    card = duel.hand[spent] if spent < len(duel.hand) else ""
    found: dict[Moment, int] = {}
    for moment, ways in moments.items():
        bases = [(moment, 1, RANK[card] >= duel.need)] if card else _turned(moment)
        for base, cards, hits in bases:
            more = [(base, 1, True)]
            if moment.health <= duel.deep:
                more = _turned(base) or [(base, 1, False)]
            for after, others, stays in more:
                for end, suits in (
                    _dealt_to_foe(duel, after, card) if hits and stays else ((after, 1),)
                ):
                    found[end] = found.get(end, 0) + ways * cards * others * suits
    return found


def _turned(moment: Moment) -> list[tuple[Moment, int, bool]]:
    """The top card of the pile: the moment without it, how many there are, whether it hits."""
    found = []
    if moment.hits:
        found.append((replace(moment, hits=moment.hits - 1), moment.hits, True))
    if moment.misses:
        found.append((replace(moment, misses=moment.misses - 1), moment.misses, False))
    return found


def _dealt_to_foe(duel: Duel, moment: Moment, card: str) -> list[tuple[Moment, int]]:
    """The foe's Health after a hit: a Heart adds 1. RB-6.4."""

    def hurt(heart: bool) -> int:
        return max(0, moment.foe_health - max(0, duel.damage + heart))

    if card:
        return [(replace(moment, foe_health=hurt(SUIT[card] == "hearts")), 1)]
    hearts, plain = duel.pile.hearts, duel.pile.plain
    return [
        (
            replace(
                moment,
                foe_health=hurt(heart),
                seen=moment.seen + 1,
                hearts=moment.hearts + heart,
            ),
            cards,
        )
        for heart, cards in (
            (True, hearts - moment.hearts),
            (False, plain - moment.seen + moment.hearts),
        )
        if cards
    ]
