"""A fight whose attack power is rolled or fixed: what is exhausted never comes back.

So cards only grow fewer until another Wound is taken, and the fight can be followed forward: when a
number of cards is reached, all chances of having so many have come together. They are kept side by
side for every state of the foe.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from fatedeck.games.thousand_faces.machine.policy import HEAVY
from fatedeck.games.thousand_faces.odds.bouts import (
    DICE,
    Cards,
    Exchange,
    N,
    less,
    minus,
    more,
    plus,
)
from fatedeck.games.thousand_faces.rules.blows import ARMOUR_SQUARE
from fatedeck.games.thousand_faces.rules.stamina import BUST

K = TypeVar("K", bound=Hashable)

Fronts: TypeAlias = dict[int, dict[Cards, list[N]]]
"""By the number of cards: the bodies, each with its chances against every state of the foe."""

Foe: TypeAlias = tuple[int, int]
"""The foe's Stamina and armour squares."""

LOST, BOTH, WON = range(3)


def after_blow(foe: Foe, points: int) -> Foe:
    """Armour takes what it can, Stamina the rest. TFA-118, TFA-119."""
    stamina, armour = foe
    squares = min(armour, -(-points // ARMOUR_SQUARE))
    return max(0, stamina - max(0, points - ARMOUR_SQUARE * squares)), armour - squares


def fall(ends: list[N], foes: Sequence[Foe], chances: Sequence[N]) -> None:
    """Bust on 3; a foe without Stamina is out as well. TFA-93, TFA-118."""
    for (stamina, _), chance in zip(foes, chances, strict=True):
        ends[LOST if stamina else BOTH] += chance


class Apart(NamedTuple):
    """A flip that a wound card stopped: what was turned lies apart, the rest loses 1 Stamina."""

    deck: Cards
    turned: Cards
    avoided: bool


class Rolled(Generic[N]):
    """The chances of every body against every state of the foe, and how the fight ends."""

    def __init__(self, exchange: Exchange[N], foe: Foe) -> None:
        self._exchange: Exchange[N] = exchange
        self._certain: N = exchange.certain
        self._terms, self._kinds, self._start = exchange.terms, exchange.kinds, exchange.start.deck
        self._foes = [(s, a) for s in range(foe[0], -1, -1) for a in range(foe[1], -1, -1)]
        self._weapon, self._power = _numbers(self._terms.weapon), _numbers(self._terms.power)
        places = {foe: place for place, foe in enumerate(self._foes)}
        self._after = {
            points: [places[after_blow(foe, points)] for foe in self._foes]
            for points in (0, 1, *self._weapon)
        }
        self._ends: list[N] = [0 * self._certain] * 3
        self._wounds = 0
        self._flips: Fronts[N] = defaultdict(dict)
        self._wounded: Fronts[N] = defaultdict(dict)

    def ends(self, watch: Callable[[float], None] | None = None) -> tuple[N, N, N]:
        """The chances that you are out, that both are, that the foe is.

        `watch` is told the share that is done and may raise to call it off.
        """
        first = self._nothing()
        first[0] = self._certain
        most = sum(self._start)
        self._wounded[most][self._start] = first
        for wounds in range(self._terms.wounds + 1):
            self._wounds = wounds
            self._flips, self._wounded = self._wounded, defaultdict(dict)
            self._apart: dict[int, dict[Apart, list[N]]] = defaultdict(dict)
            self._answers: Fronts[N] = defaultdict(dict)
            self._losses: dict[int, dict[tuple[Cards, int], list[N]]] = defaultdict(dict)
            for size in range(most + self._wounds, BUST, -1):
                if watch is not None:
                    rounds = self._wounds + 1 - (size - BUST) / (most + self._wounds - BUST + 1)
                    watch(rounds / (self._terms.wounds + 1))
                self._go_on_from(size)
        lost, both, won = self._ends
        return lost, both, won

    def _go_on_from(self, size: int) -> None:
        """All that happens to bodies of so many cards."""
        for deck, chances in self._flips.pop(size, {}).items():
            self._mix_it_up(deck, chances)
        for apart, chances in self._apart.pop(size, {}).items():
            self._bleed(apart, chances)
        for deck, chances in self._answers.pop(size, {}).items():
            self._suffer(deck, chances)
        for (deck, points), chances in self._losses.pop(size, {}).items():
            self._lose(deck, points, chances)

    def _mix_it_up(self, deck: Cards, chances: list[N]) -> None:
        """The flip and the blow, against the strongest foe first. TFA-342.

        ✔✔✔ leaves the body as it is, before a weaker foe.
        """
        whole = list(self._exchange.results(deck))
        stopped = list(self._exchange.stopped_flips(deck))
        answers = self._nothing()
        lying = [self._nothing() for _ in stopped]
        for place, chance in enumerate(chances):
            if not self._foes[place][0]:
                self._ends[WON] += chance
                continue
            if not chance:
                continue
            for result, ways, of in whole:
                onto = chances if result == 4 else answers
                self._strike(place, result, chance * ways / of, onto)
            for (flip, ways, of), dealt in zip(stopped, lying, strict=True):
                self._strike(place, flip.result, chance * ways / of, dealt)
        add_ways(self._answers[sum(deck)], deck, answers, 1, 1)
        for (flip, _, _), dealt in zip(stopped, lying, strict=True):
            apart = Apart(minus(deck, flip.turned), flip.turned, flip.result == 4)
            add_ways(self._apart[sum(deck)], apart, dealt, 1, 1)

    def _strike(self, place: int, result: int, chance: N, onto: list[N]) -> None:
        """✗ deals nothing, ✅ 1, ✔✔ and ✔✔✔ the weapon's power. TFA-342."""
        numbers = ((0,), (1,), self._weapon, self._weapon)[result - 1]
        for points in numbers:
            onto[self._after[points][place]] += chance / len(numbers)

    def _bleed(self, apart: Apart, chances: list[N]) -> None:
        """One card of those not turned is exhausted, and more until a symbol came. TFA-50."""
        size, rest = sum(apart.deck) + sum(apart.turned) - 1, sum(apart.deck)
        if size <= BUST:
            fall(self._ends, self._foes, chances)
            return
        for place, count in enumerate(apart.deck):
            if not count:
                continue
            left = apart._replace(deck=less(apart.deck, place))
            if not self._kinds[place].symbol:
                add_ways(self._apart[size], left, chances, count, rest)
            elif apart.avoided:
                add_ways(self._flips[size], plus(left.deck, apart.turned), chances, count, rest)
            else:
                add_ways(self._answers[size], plus(left.deck, apart.turned), chances, count, rest)

    def _suffer(self, deck: Cards, chances: list[N]) -> None:
        """A heavy blow is a Wound while you are ready for one, any other costs Stamina.

        TFA-99, TFA-101, TFA-110.
        """
        size = sum(deck)
        for points in self._power:
            if points < HEAVY or self._wounds == self._terms.wounds:
                add_ways(self._losses[size], (deck, points), chances, 1, len(self._power))
                continue
            for face, share in self._exchange.faces.items():
                ways, of = share.numerator, share.denominator * len(self._power)
                add_ways(self._wounded[size + 1], more(deck, face), chances, ways, of)

    def _lose(self, deck: Cards, points: int, chances: list[N]) -> None:
        """One card after another is exhausted until so many symbols came. TFA-102, TFA-105."""
        size, total = sum(deck) - 1, sum(deck)
        if size <= BUST:
            fall(self._ends, self._foes, chances)
            return
        for place, count in enumerate(deck):
            if not count:
                continue
            left, still = less(deck, place), points - self._kinds[place].symbol
            if still:
                add_ways(self._losses[size], (left, still), chances, count, total)
            else:
                add_ways(self._flips[size], left, chances, count, total)

    def _nothing(self) -> list[N]:
        return [0 * self._certain] * len(self._foes)


def _numbers(power: str) -> Sequence[int]:
    """What a die may roll, each as likely, or the fixed number. TFA-90, TFA-92."""
    return range(1, DICE[power] + 1) if power in DICE else (int(power),)


def add_ways(front: dict[K, list[N]], key: K, chances: list[N], ways: int, of: int) -> None:
    """So many ways of so many lead there."""
    if key in front:
        there = front[key]
        front[key] = [old + new * ways / of for old, new in zip(there, chances, strict=True)]
    else:
        front[key] = [new * ways / of for new in chances]
