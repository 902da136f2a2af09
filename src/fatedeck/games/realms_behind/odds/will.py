"""The odds of Will: how much of it must be spent on new cards until a check passes."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Value, Words
from fatedeck.engine.prospects import Course, CourseStudy, State
from fatedeck.games.realms_behind.odds.fights import dealt
from fatedeck.games.realms_behind.rules.cards import JOKER, RANK, STANDARD

MOST_WILL = 40


class Left(Struct, frozen=True):
    """A pile as a check sees it: cards that reach the rank needed, and cards that fall short."""

    high: int
    low: int

    @property
    def cards(self) -> int:
        return self.high + self.low

    def all_high(self, turned: int) -> Fraction:
        """The chance that so many cards all reach it; the pile must hold them. RB-8.5, RB-8.7."""
        if turned > self.cards:
            return Fraction(0)
        return Fraction(comb(self.high, turned), comb(self.cards, turned))

    def any_high(self, turned: int) -> Fraction:
        """The chance that one of so many cards reaches it; a short pile gives fewer. RB-4.7."""
        turned = min(turned, self.cards)
        return 1 - Fraction(comb(self.low, turned), comb(self.cards, turned))


def courses() -> list[CourseStudy]:
    """What may be asked about Will. RB-11.2."""
    return [
        CourseStudy(
            "will",
            "A check on which you spend Will until a card in your hand reaches the rank needed."
            " With each Will you discard as many cards that fall short as Insight allows, and draw"
            " one more than that. You never draw the last card: without it you’re Stupefied.",
            (
                Count("need", "Rank needed", 1, 14),
                Words("hand", "Your hand, such as 3H,5C"),
                Count("insight", "Your Insight total", 0, 20),
                Count("will", "Will you would spend", 0, MOST_WILL),
                Count("advantage", "Advantage (+) or Disadvantage (-)", -3, 3),
            ),
            _pose_will,
            {"hand": "", "advantage": 0},
            STANDARD,
            "hand",
            (JOKER,),
        )
    ]


def _pose_will(values: Mapping[str, Value], cards: tuple[str, ...]) -> Course:
    """With a hand that falls short, Will after Will until a card reaches it, then the check.

    Only cards that fall short are discarded, so until then the pile has lost no other.
    RB-4.6, RB-5.5, RB-11.2, RB-11.3.
    """
    need, insight, will, net = (
        int(str(values[name])) for name in ("need", "insight", "will", "advantage")
    )
    hand, pile = dealt(str(values["hand"]), cards)
    if not pile:
        raise Refused("RB-4.8", "Without a draw pile you’re Stupefied and can’t spend Will.")
    left = _left(pile, need)
    held, spent, still = len(hand), 0, Fraction(1)
    passes: dict[int, Fraction] = {}
    if any(RANK[card] >= need for card in hand):
        passes[0], still = _holding(left, net), Fraction(0)
    while still and spent < will and left.cards > 1:
        drawn = min(1 + min(insight, held), left.cards - 1)
        spent, held = spent + 1, held + 1
        missed = Fraction(0)
        for high in range(min(left.high, drawn) + 1):
            after = Left(left.high - high, left.low - drawn + high)
            if after.low < 0:
                continue
            ways = comb(left.high, high) * comb(left.low, drawn - high)
            chance = still * Fraction(ways, comb(left.cards, drawn))
            if high:
                passes[spent] = passes.get(spent, Fraction(0)) + chance * _holding(after, net)
            else:
                missed = chance
        left, still = Left(left.high, left.low - drawn), missed
    if still:
        passes[spent] = passes.get(spent, Fraction(0)) + still * _short(left, net, empty=not held)
    return _course(values, len(pile), passes)


def _holding(left: Left, net: int) -> Fraction:
    """The check with a card that reaches it: Disadvantage cards must reach it too. RB-8.5."""
    return left.all_high(max(0, -net))


def _short(left: Left, net: int, *, empty: bool) -> Fraction:
    """The check when all cards held fall short; with an empty hand the pile is turned.

    Then only cards of the pile can reach it. RB-5.7, RB-8.3, RB-8.5.
    """
    if net < 0:
        return left.all_high(1 - net) if empty else Fraction(0)
    return left.any_high(net + empty)


def _left(pile: list[str], need: int) -> Left:
    high = sum(RANK[card] >= need for card in pile)
    return Left(high, len(pile) - high)


def _course(values: Mapping[str, Value], cards: int, passes: Mapping[int, Fraction]) -> Course:
    ends: dict[State, Fraction] = {
        (spent,): chance for spent, chance in sorted(passes.items(), reverse=True) if chance
    }
    short = 1 - sum(ends.values(), Fraction(0))
    names = {(-1,): "falls short", **{end: _passed(*end) for end in ends}}
    if short:
        ends = {(-1,): short, **ends}
    results = tuple(names[end] for end in ends)
    net = int(str(values["advantage"]))
    luck = "" if not net else f", {'Advantage' if net > 0 else 'Disadvantage'} {abs(net)}"
    most = f"up to {values['will']} Will, Insight {values['insight']}"
    return Course(
        f"A check that needs {values['need']}{luck}, {most}, from {cards} cards",
        (),
        lambda state: {} if state else ends,
        names.__getitem__,
        results,
        tuple(result for result in results if result != names[-1,]),
        ("RB-11.2", "RB-5.5", "RB-8.5"),
    )


def _passed(spent: int) -> str:
    return f"passes with {spent} Will" if spent else "passes without Will"
