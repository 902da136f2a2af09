"""An exact fight: state by state in fractions, or all bodies side by side in floats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from math import comb, prod

from fatedeck.engine.prospects import State
from fatedeck.games.thousand_faces.machine.policy import HEAVY
from fatedeck.games.thousand_faces.odds.bouts import (
    Body,
    Exchange,
    Piles,
    Terms,
    less,
    minus,
    more,
    plus,
)
from fatedeck.games.thousand_faces.odds.revealed import Revealed
from fatedeck.games.thousand_faces.odds.rolled import LOST, Foe, Rolled, after_blow
from fatedeck.games.thousand_faces.rules.stamina import BUST

FLIP, BLEED, RESOLVE, ANSWER, LOSE, OVER = range(6)
"""What comes next: a flip, the Stamina of a wound card, what a flip comes to, the foe's attack."""

IN_FRACTIONS = 200
"""So many bodies are few enough for fractions."""


def bodies_of(terms: Terms, cards: tuple[str, ...], exhausted: tuple[str, ...] = ()) -> int:
    """How many bodies there may be at most, each told apart by the kinds of its cards.

    A wound card of each face lies in the deck or is exhausted.
    """
    exchange = Exchange(terms, cards, 1.0, exhausted)
    sets = prod(count + 1 for count in plus(*exchange.start))
    places = len(exchange.faces) * (2 if terms.reveals() else 1)
    return sets * sum(comb(places + taken, taken) for taken in range(terms.wounds + 1))


class Followed:
    """A fight of these terms from these cards, beside exhausted ones, against this foe."""

    def __init__(
        self, terms: Terms, cards: tuple[str, ...], foe: Foe, exhausted: tuple[str, ...] = ()
    ) -> None:
        self._terms, self._cards, self._foe, self._exhausted = terms, cards, foe, exhausted
        self._exchange = Exchange(terms, cards, Fraction(1), exhausted)

    @property
    def start(self) -> State:
        deck, exhausted = self._exchange.start
        return (FLIP, *self._foe, 0, 0, *deck, *self._exchange.nothing, *exhausted)

    def settle(self, watch: Callable[[float], None] | None) -> tuple[Fraction, Fraction, Fraction]:
        """The chances that you are out, that both are, that the foe is.

        In fractions where that is quick, else in floats, which are right to 12 places.
        """
        few = bodies_of(self._terms, self._cards, self._exhausted) <= IN_FRACTIONS
        if few and not self._terms.reveals():
            return Rolled(self._exchange, self._foe).ends(watch)
        quick = Exchange(self._terms, self._cards, 1.0, self._exhausted)
        way = Revealed(quick, self._foe) if self._terms.reveals() else Rolled(quick, self._foe)
        lost, both, won = map(Fraction, way.ends(watch))
        return lost, both, won

    def end(self, state: State) -> int:
        """Whether you are out, both are, or the foe is."""
        phase, stamina, *_ = state
        out = phase == OVER or sum(self._piles(state).deck) <= BUST
        return LOST + (0 if stamina else 1 if out else 2)

    def step(self, state: State) -> Mapping[State, Fraction]:
        """Where a state leads; nowhere when the fight is over."""
        found: dict[State, Fraction] = {}
        for after, chance in self._steps(state):
            found[after] = found.get(after, Fraction(0)) + chance
        return found

    def _steps(self, state: State) -> Iterator[tuple[State, Fraction]]:
        phase, stamina, armour, wounds, number, *_ = state
        piles, foe = self._piles(state), (stamina, armour)
        if phase == FLIP and stamina and sum(piles.deck) > BUST:
            yield from self._flip(foe, wounds, Body(piles.deck, piles.exhausted))
        elif phase == BLEED:
            yield from self._bleed(state, piles, number)
        elif phase == RESOLVE:
            yield from self._resolve(foe, wounds, piles, number)
        elif phase == ANSWER:
            for points, body, chance in self._exchange.answers(Body(piles.deck, piles.exhausted)):
                for after, share in self._suffer(foe, wounds, body, points):
                    yield after, chance * share
        elif phase == LOSE:
            yield from self._lose(state, piles, number)

    def _flip(self, foe: Foe, wounds: int, body: Body) -> Iterator[tuple[State, Fraction]]:
        """Mix It Up. TFA-22, TFA-47."""
        for flip, ways, of in self._exchange.whole_flips(body.deck):
            piles = Piles(minus(body.deck, flip.turned), flip.turned, body.exhausted)
            for after, chance in self._resolve(foe, wounds, piles, flip.result):
                yield after, chance * ways / of
        for flip, ways, of in self._exchange.stopped_flips(body.deck):
            piles = Piles(minus(body.deck, flip.turned), flip.turned, body.exhausted)
            yield _state(BLEED, foe, wounds, flip.result, piles), Fraction(ways, of)

    def _bleed(self, state: State, piles: Piles, result: int) -> Iterator[tuple[State, Fraction]]:
        """Cards that were not turned are exhausted until a symbol came, or all are. TFA-50."""
        _, stamina, armour, wounds, *_ = state
        foe, rest = (stamina, armour), sum(piles.deck)
        if not rest:
            yield _state(RESOLVE, foe, wounds, result, piles), Fraction(1)
        for place, count in enumerate(piles.deck):
            if count:
                left = self._spend(piles, place)
                phase = RESOLVE if self._exchange.kinds[place].symbol else BLEED
                yield _state(phase, foe, wounds, result, left), Fraction(count, rest)

    def _resolve(
        self, foe: Foe, wounds: int, piles: Piles, result: int
    ) -> Iterator[tuple[State, Fraction]]:
        """Blows fall together; whoever is bust by a wound card suffers no more. TFA-93, TFA-342."""
        bust = sum(piles.deck) + sum(piles.discard) <= BUST
        blows = self._exchange.blows(piles, result)
        for body, pairs in blows.settled.items():
            for (dealt, points), chance in pairs.items():
                struck = after_blow(foe, dealt)
                if bust:
                    yield self._over(struck), chance
                    continue
                for after, share in self._suffer(struck, wounds, body, points):
                    yield after, chance * share
        for body, dealing in blows.answers.items():
            for dealt, chance in dealing.items():
                struck = after_blow(foe, dealt)
                piles = Piles(body.deck, self._exchange.nothing, body.exhausted)
                after = self._over(struck) if bust else _state(ANSWER, struck, wounds, 0, piles)
                yield after, chance

    def _suffer(
        self, foe: Foe, wounds: int, body: Body, points: int
    ) -> Iterator[tuple[State, Fraction]]:
        """A heavy blow is a Wound while you are ready for one. TFA-99, TFA-101, TFA-110."""
        piles = Piles(body.deck, self._exchange.nothing, body.exhausted)
        if points < HEAVY or wounds == self._terms.wounds:
            yield _state(LOSE if points else FLIP, foe, wounds, points, piles), Fraction(1)
            return
        for face, share in self._exchange.faces.items():
            hurt = piles._replace(deck=more(piles.deck, face))
            yield _state(FLIP, foe, wounds + 1, 0, hurt), share

    def _lose(self, state: State, piles: Piles, points: int) -> Iterator[tuple[State, Fraction]]:
        """Cards are exhausted until so many symbols came. TFA-102, TFA-105."""
        _, stamina, armour, wounds, *_ = state
        foe, total = (stamina, armour), sum(piles.deck)
        if total <= BUST:
            yield self._over(foe), Fraction(1)
            return
        for place, count in enumerate(piles.deck):
            if count:
                still = points - self._exchange.kinds[place].symbol
                phase = LOSE if still else FLIP
                left = self._spend(piles, place)
                yield _state(phase, foe, wounds, still, left), Fraction(count, total)

    def _spend(self, piles: Piles, place: int) -> Piles:
        spent = more(piles.exhausted, place) if self._terms.reveals() else piles.exhausted
        return Piles(less(piles.deck, place), piles.discard, spent)

    def _piles(self, state: State) -> Piles:
        cards, kinds = state[5:], len(self._exchange.kinds)
        return Piles(cards[:kinds], cards[kinds : 2 * kinds], cards[2 * kinds :])

    def _over(self, foe: Foe) -> State:
        nothing = self._exchange.nothing
        return _state(OVER, foe, 0, 0, Piles(nothing, nothing, nothing))


def _state(phase: int, foe: Foe, wounds: int, number: int, piles: Piles) -> State:
    return (phase, *foe, wounds, number, *piles.deck, *piles.discard, *piles.exhausted)
