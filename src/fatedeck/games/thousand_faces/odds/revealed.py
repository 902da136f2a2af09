"""A fight whose attack power is revealed from the cards, the exhausted ones too.

Cards come back when they are revealed from the Exhaustion pile, so a body may come again. The fight
is followed forward from more cards to fewer, and again with what has come back to more cards, until
what is left of all chances could not be seen in any figure.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable
from typing import NamedTuple, TypeAlias, TypeVar

from fatedeck.games.thousand_faces.machine.policy import HEAVY
from fatedeck.games.thousand_faces.odds.bouts import (
    Blows,
    Body,
    Exchange,
    Piles,
    less,
    minus,
    more,
    shuffled_in,
)
from fatedeck.games.thousand_faces.odds.rolled import WON, Foe, after_blow, fall
from fatedeck.games.thousand_faces.rules.stamina import BUST

UNSEEN = 1e-13
"""So little of all chances changes no figure."""

K = TypeVar("K", bound=Hashable)

Chances: TypeAlias = list[float]
"""Against every state of the foe, the strongest first."""


class Open(NamedTuple):
    """A flip whose cards lie open."""

    piles: Piles
    result: int


class Revealed:
    """The chances of every body against every state of the foe, and how the fight ends."""

    def __init__(self, exchange: Exchange[float], foe: Foe) -> None:
        self._exchange, self._kinds = exchange, exchange.kinds
        self._foes = [(s, a) for s in range(foe[0], -1, -1) for a in range(foe[1], -1, -1)]
        places = {foe: place for place, foe in enumerate(self._foes)}
        self._after = [
            [places[after_blow(foe, points)] for foe in self._foes] for points in range(11)
        ]
        self._ends = [0.0] * 3
        self._wounds = 0
        self._exchanges: dict[Body, Blows[float]] = {}
        self._clear()

    def ends(self, watch: Callable[[float], None] | None = None) -> tuple[float, float, float]:
        """The chances that you are out, that both are, that the foe is.

        `watch` is told the share that is done and may raise to call it off.
        """
        start = self._exchange.start
        rounds = self._exchange.terms.wounds + 1
        coming = {sum(start.deck): {start: [1.0, *[0.0] * (len(self._foes) - 1)]}}
        for wounds in range(rounds):
            self._wounds = wounds
            self._clear()
            self._flips.update(coming)
            while self._waiting() > UNSEEN:
                for size in range(max(self._sizes()), -1, -1):
                    if watch is not None:
                        watch(min(1.0, sum(self._ends)))
                    self._go_on_from(size)
            coming = self._wounded
        lost, both, won = self._ends
        return lost, both, won

    def _clear(self) -> None:
        self._flips: dict[int, dict[Body, Chances]] = defaultdict(dict)
        self._apart: dict[int, dict[Open, Chances]] = defaultdict(dict)
        self._open: dict[int, dict[Open, Chances]] = defaultdict(dict)
        self._answers: dict[int, dict[Body, Chances]] = defaultdict(dict)
        self._losses: dict[int, dict[tuple[Body, int], Chances]] = defaultdict(dict)
        self._wounded: dict[int, dict[Body, Chances]] = defaultdict(dict)

    def _sizes(self) -> set[int]:
        fronts = (self._flips, self._apart, self._open, self._answers, self._losses)
        return {size for front in fronts for size, waiting in front.items() if waiting}

    def _waiting(self) -> float:
        """How much of all chances has not come to an end."""
        fronts = (self._flips, self._apart, self._open, self._answers, self._losses)
        return sum(
            sum(chances)
            for front in fronts
            for there in front.values()
            for chances in there.values()
        )

    def _go_on_from(self, size: int) -> None:
        """All that happens to bodies of so many cards."""
        for body, chances in self._flips.pop(size, {}).items():
            self._mix_it_up(body, chances)
        for lying, chances in self._apart.pop(size, {}).items():
            self._bleed(lying, chances)
        for lying, chances in self._open.pop(size, {}).items():
            self._resolve(lying, chances)
        for body, chances in self._answers.pop(size, {}).items():
            for points, after, share in self._exchange.answers(body):
                self._suffer(after, points, [share * chance for chance in chances])
        for (body, points), chances in self._losses.pop(size, {}).items():
            self._lose(body, points, chances)

    def _mix_it_up(self, body: Body, chances: Chances) -> None:
        """The flip and all that comes of it, against the strongest foe first. TFA-342.

        What leaves the body as it is goes on at once.
        """
        blows = self._exchanges.get(body) or self._blows(body)
        same = blows.settled.get(body, {})
        stays = same.get((0, 0), 0.0)
        onward = [(dealt, chance) for (dealt, points), chance in same.items() if not points]
        for place, (stamina, _) in enumerate(self._foes):
            if stamina and chances[place]:
                chances[place] /= 1 - stays
                for dealt, chance in onward:
                    if dealt:
                        chances[self._after[dealt][place]] += chances[place] * chance
        for place, (stamina, _) in enumerate(self._foes):
            if not stamina:
                self._ends[WON] += chances[place]
                chances[place] = 0.0
        self._strike(blows, chances, body)
        total = sum(body.deck)
        for flip, ways, of in self._exchange.stopped_flips(body.deck):
            piles = Piles(minus(body.deck, flip.turned), flip.turned, body.exhausted)
            add_share(self._apart[total], Open(piles, flip.result), chances, ways / of)

    def _blows(self, body: Body) -> Blows[float]:
        """All exchanges that no wound card stops."""
        found: Blows[float] = Blows()
        alike: dict[Open, float] = {}
        for flip, ways, of in self._exchange.whole_flips(body.deck):
            piles = Piles(minus(body.deck, flip.turned), flip.turned, body.exhausted)
            here = Open(shuffled_in(piles) if flip.result == 1 else piles, flip.result)
            alike[here] = alike.get(here, 0.0) + ways / of
        for here, chance in alike.items():
            found.add(self._exchange.blows(*here), chance)
        self._exchanges[body] = found
        return found

    def _strike(self, blows: Blows[float], chances: Chances, body: Body | None = None) -> None:
        """Attack power is dealt, and what is known of the answer is suffered. TFA-118, TFA-342."""
        dealt_by: dict[int, Chances] = {}

        def dealt(points: int) -> Chances:
            if points not in dealt_by:
                dealt_by[points] = self._dealt(points, chances)
            return dealt_by[points]

        for after, pairs in blows.settled.items():
            suffered: dict[int, Chances] = {}
            for (dealing, points), chance in pairs.items():
                if points or after != body:
                    add_share(suffered, points, dealt(dealing), chance)
            for points, there in suffered.items():
                self._suffer(after, points, there)
        for after, open_to in blows.answers.items():
            for dealing, chance in open_to.items():
                add_share(self._answers[sum(after.deck)], after, dealt(dealing), chance)

    def _suffer(self, body: Body, points: int, chances: Chances) -> None:
        """A heavy blow is a Wound while you are ready for one, any other costs Stamina.

        TFA-99, TFA-101, TFA-110.
        """
        size = sum(body.deck)
        if not points:
            add_share(self._flips[size], body, chances, 1.0)
        elif points < HEAVY or self._wounds == self._exchange.terms.wounds:
            add_share(self._losses[size], (body, points), chances, 1.0)
        else:
            for face, share in self._exchange.faces.items():
                hurt = body._replace(deck=more(body.deck, face))
                add_share(self._wounded[size + 1], hurt, chances, float(share))

    def _dealt(self, points: int, chances: Chances) -> Chances:
        found = [0.0] * len(chances)
        for place, chance in zip(self._after[points], chances, strict=True):
            found[place] += chance
        return found

    def _bleed(self, lying: Open, chances: Chances) -> None:
        """Cards that were not turned are exhausted until a symbol came, or all are. TFA-50."""
        deck, turned, exhausted = lying.piles
        rest = sum(deck)
        if not rest:
            self._resolve(lying, chances)
        for place, count in enumerate(deck):
            if count:
                left = Piles(less(deck, place), turned, more(exhausted, place))
                onto = self._open if self._kinds[place].symbol else self._apart
                here = onto[rest + sum(turned) - 1]
                add_share(here, Open(left, lying.result), chances, count / rest)

    def _resolve(self, lying: Open, chances: Chances) -> None:
        """Whoever is bust by a wound card still deals the blow, and no more. TFA-93, TFA-342."""
        blows = self._exchange.blows(*lying)
        if sum(lying.piles.deck) + sum(lying.piles.discard) > BUST:
            self._strike(blows, chances)
            return
        dealing = [
            (dealt, part) for pairs in blows.settled.values() for (dealt, _), part in pairs.items()
        ]
        dealing += [way for open_to in blows.answers.values() for way in open_to.items()]
        for dealt, chance in dealing:
            fall(self._ends, self._foes, [x * chance for x in self._dealt(dealt, chances)])

    def _lose(self, body: Body, points: int, chances: Chances) -> None:
        """One card after another is exhausted until so many symbols came. TFA-102, TFA-105."""
        total = sum(body.deck)
        if total - 1 <= BUST:
            fall(self._ends, self._foes, chances)
            return
        for place, count in enumerate(body.deck):
            if count:
                left = Body(less(body.deck, place), more(body.exhausted, place))
                still = points - self._kinds[place].symbol
                if still:
                    add_share(self._losses[total - 1], (left, still), chances, count / total)
                else:
                    add_share(self._flips[total - 1], left, chances, count / total)


def add_share(front: dict[K, Chances], key: K, chances: Chances, share: float) -> None:
    """This share of the chances leads there."""
    there = front.get(key)
    if there is None:
        front[key] = [share * new for new in chances]
    else:
        front[key] = [old + share * new for old, new in zip(there, chances, strict=True)]
