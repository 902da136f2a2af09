"""One exchange of blows, Mix It Up and the foe's answer, for cards that are known by their kind."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from operator import add, sub
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from fatedeck.games.thousand_faces.data import numbers, readings, stamina_cards, wound_cards
from fatedeck.games.thousand_faces.rules.stamina import FEWEST

DICE = {"d4": 4, "d6": 6, "d10": 10}

N = TypeVar("N", float, Fraction)
"""A chance: a fraction, or a float where fractions take too long."""

K = TypeVar("K", bound=Hashable)

Cards: TypeAlias = tuple[int, ...]
"""How many cards of each kind lie somewhere."""


class Terms(Struct, frozen=True):
    """The terms of a fight. A heavy blow is a Wound while you have taken fewer than `wounds`."""

    suit: str
    net: int
    weapon: str
    power: str
    wounds: int
    dice: bool

    def reveals(self) -> bool:
        """Whether numbers come from your cards, of which some may be exhausted. TFA-86, TFA-92."""
        return not self.dice and (self.weapon in DICE or self.power in DICE)


class Kind(NamedTuple):
    """All that matters of a card: its result, its symbol, its number for either side, or 0."""

    result: int
    symbol: bool
    wound: bool
    weapon: int
    power: int


class Piles(NamedTuple):
    """Your cards during a move."""

    deck: Cards
    discard: Cards
    exhausted: Cards


class Body(NamedTuple):
    """Your cards between two moves, all discards shuffled in."""

    deck: Cards
    exhausted: Cards


class Flip(NamedTuple):
    """The cards turned in a flip, and its result."""

    turned: Cards
    result: int


class Blows(Generic[N]):
    """What may come of a flip.

    `settled` are the bodies then, with the chance of each attack power dealt and suffered; before
    `answers`, which the foe makes from your exhausted cards, only what was dealt is known.
    """

    def __init__(self) -> None:
        self.settled: dict[Body, dict[tuple[int, int], N]] = {}
        self.answers: dict[Body, dict[int, N]] = {}

    def add(self, other: Blows[N], share: N) -> None:
        """What may come with this chance."""
        for body, pairs in other.settled.items():
            for pair, chance in pairs.items():
                _put(self.settled, body, pair, chance * share)
        for body, dealt in other.answers.items():
            for points, chance in dealt.items():
                _put(self.answers, body, points, chance * share)


class Exchange(Generic[N]):
    """What Mix It Up and the foe's answer may come to, from any body.

    On ✔✔✔ you avoid the answer, on ✗ the foe attacks. Discards are shuffled in before a flip,
    before that attack, and before Stamina is lost. `certain` is 1, as the sort of number in which
    chances are told. At the start some cards may be `exhausted` already. TFA-77, TFA-104, TFA-342.
    """

    def __init__(
        self, terms: Terms, cards: Iterable[str], certain: N, exhausted: Iterable[str] = ()
    ) -> None:
        mine: tuple[str, ...] = tuple(cards)
        spent: tuple[str, ...] = tuple(exhausted) if terms.reveals() else ()
        faces: tuple[str, ...] = wound_cards() if terms.wounds else ()
        kinds = {card: kind_of(terms, card) for card in (*mine, *spent, *faces)}
        self.terms = terms
        self.certain: N = certain
        self.kinds = tuple(sorted(set(kinds.values())))
        self.nothing = (0,) * len(self.kinds)
        self.start = Body(
            self.laid(*(self.kinds.index(kinds[card]) for card in mine)),
            self.laid(*(self.kinds.index(kinds[card]) for card in spent)),
        )
        drawn = Counter(self.kinds.index(kinds[card]) for card in faces)
        self.faces = {place: Fraction(count, len(faces)) for place, count in drawn.items()}
        self._weapon = [kind.weapon for kind in self.kinds]
        self._power = [kind.power for kind in self.kinds]

    def laid(self, *places: int) -> Cards:
        """One card of each of these kinds."""
        return tuple(map(places.count, range(len(self.kinds))))

    def rested(self, piles: Piles) -> Body:
        """Between two moves; where no number is revealed, what is exhausted is gone for good."""
        spent = piles.exhausted if self.terms.reveals() else self.nothing
        return Body(plus(piles.deck, piles.discard), spent)

    # Flips

    def results(self, deck: Cards) -> Iterator[tuple[int, int, int]]:
        """The results of flips that no wound card stops: in how many ways, of how many.

        The best or the worst of the cards turned counts. TFA-22, TFA-26, TFA-31.
        """
        cards, shown = 1 + abs(self.terms.net), [0] * 6
        for kind, count in zip(self.kinds, deck, strict=True):
            shown[kind.result] += 0 if kind.wound else count
        for result in range(1, 5):
            less_extreme = shown[:result] if self.terms.net > 0 else shown[result + 1 :]
            others = sum(less_extreme)
            ways = comb(others + shown[result], cards) - comb(others, cards)
            if ways:
                yield result, ways, comb(sum(deck), cards)

    def whole_flips(self, deck: Cards) -> Iterator[tuple[Flip, int, int]]:
        """The same with the cards that lie open then."""
        cards = 1 + abs(self.terms.net)
        places: tuple[int, ...]
        for places in combinations_with_replacement(self._sound(deck), cards):
            turned = self.laid(*places)
            if ways := prod(map(comb, deck, turned)):
                yield Flip(turned, self._result(places)), ways, comb(sum(deck), cards)

    def stopped_flips(self, deck: Cards) -> Iterator[tuple[Flip, int, int]]:
        """The flips that a wound card stops; it counts like the others. TFA-47, TFA-48."""
        total = sum(deck)
        places: tuple[int, ...]
        for face, kind in enumerate(self.kinds):
            if not (kind.wound and deck[face]):
                continue
            for before in range(1 + abs(self.terms.net)):
                for places in combinations_with_replacement(self._sound(deck), before):
                    ways = prod(map(comb, deck, self.laid(*places))) * deck[face]
                    if ways:
                        turned, result = self.laid(*places, face), self._result((*places, face))
                        of = comb(total, before) * (total - before)
                        yield Flip(turned, result), ways, of

    def _sound(self, deck: Cards) -> list[int]:
        return [place for place, kind in enumerate(self.kinds) if deck[place] and not kind.wound]

    def _result(self, places: Iterable[int]) -> int:
        shown = [self.kinds[place].result for place in places]
        return max(shown) if self.terms.net > 0 else min(shown)

    # Blows

    def blows(self, piles: Piles, result: int) -> Blows[N]:
        """What comes of a flip that lies open.

        ✗ deals nothing, ✅ 1, ✔✔ and ✔✔✔ the weapon's power; on ✔✔✔ there is no answer. TFA-342.
        """
        found: Blows[N] = Blows()
        piles, weapon = refilled(piles), self.terms.weapon
        if result == 1:
            self._answer(found, 0, shuffled_in(piles), self.certain)
        elif result == 2:
            self._answer(found, 1, piles, self.certain)
        elif result == 4:
            for dealt, body, chance in self._last_number(piles, weapon, self._weapon):
                _put(found.settled, body, (dealt, 0), chance)
        elif weapon in DICE and not self.terms.dice:
            for dealt, left, chance in self._revealed(piles, self._weapon):
                self._answer(found, dealt, refilled(left), chance)
        else:
            for dealt, _, chance in self._last_number(piles, weapon, self._weapon):
                self._answer(found, dealt, piles, chance)
        return found

    def answers(self, body: Body) -> Iterator[tuple[int, Body, N]]:
        """The foe's attack from your exhausted cards: its attack power, and your body then."""
        piles = Piles(self.nothing, body.deck, body.exhausted)
        for points, left, chance in self._revealed(piles, self._power):
            yield points, self.rested(left), chance

    def _answer(self, found: Blows[N], dealt: int, piles: Piles, chance: N) -> None:
        """The foe's attack, whatever was dealt to it. TFA-342."""
        power = self.terms.power
        if power in DICE and not self.terms.dice and _from_exhausted(piles, self._power):
            _put(found.answers, self.rested(piles), dealt, chance)
            return
        for points, body, share in self._last_number(piles, power, self._power):
            _put(found.settled, body, (dealt, points), chance * share)

    def _last_number(
        self, piles: Piles, power: str, shown: list[int]
    ) -> Iterator[tuple[int, Body, N]]:
        """A number after which nothing more is revealed, and your body then.

        Of the Deckahedron all usable cards are as likely, and all cards stay yours. With no usable
        card anywhere it is 0. TFA-82 to TFA-92, TFA-367.
        """
        if power not in DICE:
            yield int(power), self.rested(piles), self.certain
        elif self.terms.dice:
            for number in range(1, DICE[power] + 1):
                yield number, self.rested(piles), self.certain / DICE[power]
        elif _from_exhausted(piles, shown):
            for number, left, chance in self._revealed(piles, shown):
                yield number, self.rested(left), chance
        else:
            body = self.rested(piles)
            usable = _usable(piles.deck, shown) or _usable(piles.discard, shown)
            total = sum(count for _, count in usable)
            for number, count in usable:
                yield number, body, self.certain * count / total
            if not usable:
                yield 0, body, self.certain

    def _revealed(self, piles: Piles, shown: list[int]) -> Iterator[tuple[int, Piles, N]]:
        """A number that is revealed, and the piles then.

        From the Exhaustion pile if that is the larger one, else from the Deckahedron. Every card
        revealed on the way goes to the discards, which are shuffled in when the Deckahedron runs
        out. TFA-85, TFA-86, TFA-87, TFA-367.
        """
        from_exhausted = _from_exhausted(piles, shown)
        waiting = [(piles, self.certain)]
        while waiting:
            here, chance = waiting.pop()
            if not from_exhausted and not sum(here.deck):
                if not _usable(here.discard, shown):
                    yield 0, here, chance
                    continue
                here = shuffled_in(here)
            pile = here.exhausted if from_exhausted else here.deck
            total = sum(pile)
            for place, count in enumerate(pile):
                if not count:
                    continue
                left, laid = less(pile, place), more(here.discard, place)
                if from_exhausted:
                    after = Piles(here.deck, laid, left)
                else:
                    after = Piles(left, laid, here.exhausted)
                if shown[place]:
                    yield shown[place], after, chance * count / total
                else:
                    waiting.append((after, chance * count / total))


def kind_of(terms: Terms, card: str) -> Kind:
    """What a card is in a fight of these terms. TFA-22, TFA-82, TFA-102."""
    weapon, power = (
        numbers(die).get(card, 0) if die in DICE and not terms.dice else 0
        for die in (terms.weapon, terms.power)
    )
    result = readings(terms.suit)[card]
    return Kind(result, card in stamina_cards(), card in wound_cards(), weapon, power)


def _put(found: dict[Body, dict[K, N]], body: Body, key: K, chance: N) -> None:
    there = found.setdefault(body, {})
    there[key] = there[key] + chance if key in there else chance


def _from_exhausted(piles: Piles, shown: list[int]) -> bool:
    """The larger pile, if it has a number. TFA-86, TFA-367."""
    return sum(piles.exhausted) > sum(piles.deck) and bool(_usable(piles.exhausted, shown))


def _usable(cards: Cards, shown: list[int]) -> list[tuple[int, int]]:
    """The numbers of a pile, each with how many cards show it. TFA-85."""
    return [(number, count) for number, count in zip(shown, cards, strict=True) if number and count]


def refilled(piles: Piles) -> Piles:
    """With 5 cards or fewer the discards must be shuffled in. TFA-78, TFA-79."""
    return shuffled_in(piles) if sum(piles.deck) <= FEWEST else piles


def shuffled_in(piles: Piles) -> Piles:
    """The discards are shuffled into the Deckahedron. TFA-77."""
    nothing = (0,) * len(piles.deck)
    return Piles(plus(piles.deck, piles.discard), nothing, piles.exhausted)


def more(cards: Cards, place: int) -> Cards:
    return (*cards[:place], cards[place] + 1, *cards[place + 1 :])


def less(cards: Cards, place: int) -> Cards:
    return (*cards[:place], cards[place] - 1, *cards[place + 1 :])


def plus(cards: Cards, others: Cards) -> Cards:
    return tuple(map(add, cards, others))


def minus(cards: Cards, others: Cards) -> Cards:
    return tuple(map(sub, cards, others))
