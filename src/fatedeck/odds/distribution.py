"""What can come out, each with its exact chance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Generic, TypeVar

from fatedeck.engine import notebook
from fatedeck.engine.errors import Refused
from fatedeck.engine.names import LONGEST, did_you_mean

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)


MANY = 20
"""Outcomes that a sentence names; of more it names the first and the last."""


class NoSuchOutcome(Refused, KeyError):
    """An outcome was asked for that a distribution does not hold. The sentence says what it does.

    >>> Distribution.of_counts({"miss": 1, "hit": 3})["hi"]
    Traceback (most recent call last):
        ...
    fatedeck.odds.distribution.NoSuchOutcome: “hi” isn’t one of: “miss”, “hit”. Did you mean “hit”?
    """

    def __init__(self, outcome: object, held: Iterable[object]) -> None:
        names = [_quoted(one) for one in held]
        shown = names if len(names) <= MANY else [*names[: MANY // 2], "…", names[-1]]
        near = did_you_mean(str(outcome), [one for one in held if isinstance(one, str)])
        super().__init__("", f"{_quoted(outcome)} isn’t one of: {', '.join(shown)}.{near}")


def _quoted(outcome: object) -> str:
    """An outcome in a sentence: words in quotation marks, so that “6” is not taken for 6."""
    return f"“{outcome[:LONGEST]}”" if isinstance(outcome, str) else str(outcome)[:LONGEST]


class Distribution(Generic[T]):
    """Outcomes in an order from worst to best, each with a whole number of ways.

    Chances are whole numbers over one total, so nothing is rounded before it is shown. Square
    brackets give the chance of one outcome; one that it does not hold is a `KeyError`.

    >>> die = Distribution.of_counts({face: 1 for face in range(1, 7)})
    >>> die[6], die.at_least(5), die.mean()
    (Fraction(1, 6), Fraction(1, 3), Fraction(7, 2))
    """

    __slots__ = ("_ways", "total")

    def __init__(self, ways: Mapping[T, int], order: Sequence[T] | None = None) -> None:
        self._ways = dict(ways) if order is None else {o: ways.get(o, 0) for o in order}
        self.total = sum(self._ways.values())
        if self.total <= 0 or min(self._ways.values()) < 0:
            raise Refused("", "Nothing can come out of this.")

    @staticmethod
    def counted(ways: dict[U, int], total: int) -> Distribution[U]:
        """From ways, none below 0, that are known to add up to this total above 0."""
        found: Distribution[U] = Distribution.__new__(Distribution)
        found._ways = ways
        found.total = total
        return found

    @staticmethod
    def of_counts(counts: Mapping[U, int], order: Sequence[U] | None = None) -> Distribution[U]:
        """From how many ways lead to each outcome; without an order, as they are listed."""
        return Distribution(counts, order)

    @staticmethod
    def of_chances(
        chances: Mapping[U, Fraction], order: Sequence[U] | None = None
    ) -> Distribution[U]:
        """From the chance of each outcome."""
        total = lcm(*(chance.denominator for chance in chances.values()))
        return Distribution(
            {outcome: int(chance * total) for outcome, chance in chances.items()}, order
        )

    # Asking

    def __getitem__(self, outcome: T) -> Fraction:
        """The chance of an outcome, which may be 0; a `KeyError` says what there is instead."""
        if outcome not in self._ways:
            raise NoSuchOutcome(outcome, self)
        return Fraction(self._ways[outcome], self.total)

    def __iter__(self) -> Iterator[T]:
        return iter(self._ways)

    def __len__(self) -> int:
        return len(self._ways)

    def __eq__(self, other: object) -> bool:
        """Two distributions are the same when every outcome is as likely in both."""
        if not isinstance(other, Distribution):
            return NotImplemented
        return self.chances() == other.chances()

    def __hash__(self) -> int:
        return hash(frozenset(self.chances().items()))

    def __repr__(self) -> str:
        return f"Distribution({{{', '.join(f'{o!r}: {_short(self[o])}' for o in self)}}})"

    def __str__(self) -> str:
        """A line for each outcome, the best on top."""
        return "\n".join(f"{outcome}: {say(self[outcome])}" for outcome in reversed(list(self)))

    def _repr_html_(self) -> str:
        """How a notebook draws it: bars, the best outcome on top."""
        chances = {outcome: self[outcome] for outcome in reversed(list(self))}
        widest = max(chances.values())
        return notebook.bars(
            (str(outcome), float(chance / widest), per_cent(chance))
            for outcome, chance in chances.items()
        )

    def chances(self) -> dict[T, Fraction]:
        """Every outcome that can come out, with its chance."""
        return {o: Fraction(ways, self.total) for o, ways in self._ways.items() if ways}

    def any_of(self, outcomes: Iterable[T]) -> Fraction:
        """The chance that one of these comes out; what it does not hold cannot."""
        return Fraction(sum(self._ways.get(outcome, 0) for outcome in set(outcomes)), self.total)

    def at_least(self, outcome: T) -> Fraction:
        """The chance of this outcome or a better one, by the order."""
        return self.any_of(list(self._ways)[self._place(outcome) :])

    def at_most(self, outcome: T) -> Fraction:
        """The chance of this outcome or a worse one, by the order."""
        return self.any_of(list(self._ways)[: self._place(outcome) + 1])

    def cumulative(self) -> dict[T, Fraction]:
        """The chance of each outcome or a worse one."""
        return {outcome: self.at_most(outcome) for outcome in self}

    def quantile(self, share: Fraction | float) -> T:
        """The first outcome, from the worst up, below or at which this share of cases lies."""
        if not 0 <= share <= 1:
            raise Refused("", f"A share is between 0 and 1, not {share}.")
        for outcome, below in self.cumulative().items():
            if below >= share and self._ways[outcome]:
                return outcome
        return list(self.chances())[-1]

    def mean(self, worth: Callable[[T], Fraction | int] | None = None) -> Fraction:
        """The expected worth; without a measure, outcomes must be numbers."""
        measure = _number if worth is None else worth
        ways = (
            count * Fraction(measure(outcome)) for outcome, count in self._ways.items() if count
        )
        return sum(ways, Fraction(0)) / self.total

    def variance(self, worth: Callable[[T], Fraction | int] | None = None) -> Fraction:
        """The expected square of the distance from the mean."""
        measure = _number if worth is None else worth
        middle = self.mean(measure)
        return self.mean(lambda outcome: (Fraction(measure(outcome)) - middle) ** 2)

    def beats(self, other: Distribution[T]) -> Fraction:
        """The chance to come out better than another, by this order; a tie is not better."""
        places = {outcome: place for place, outcome in enumerate(self._ways)}
        won = 0
        for mine, ways in self._ways.items():
            for theirs, others in other._ways.items():
                if theirs not in places:
                    raise Refused("", f"{theirs} has no place in this order.")
                won += ways * others if places[mine] > places[theirs] else 0
        return Fraction(won, self.total * other.total)

    # Making others

    def map(self, change: Callable[[T], U], order: Sequence[U] | None = None) -> Distribution[U]:
        """What comes of the outcomes when each is changed; equal ones are merged."""
        ways: dict[U, int] = {}
        for outcome, count in self._ways.items():
            changed = change(outcome)
            ways[changed] = ways.get(changed, 0) + count
        return Distribution(ways, order)

    def plus(self, other: Distribution[T]) -> Distribution[Fraction]:
        """The sum of two independent numbers."""
        ways: dict[Fraction, int] = {}
        for mine, count in self._ways.items():
            for theirs, others in other._ways.items():
                total = Fraction(_number(mine)) + Fraction(_number(theirs))
                ways[total] = ways.get(total, 0) + count * others
        return Distribution(ways, sorted(ways))

    def _place(self, outcome: T) -> int:
        if outcome not in self._ways:
            raise NoSuchOutcome(outcome, self)
        return list(self._ways).index(outcome)


def _number(outcome: object) -> Fraction | int:
    if isinstance(outcome, int | Fraction):
        return outcome
    raise Refused("", f"“{outcome}” isn’t a number. Say what it’s worth.")


def _short(chance: Fraction) -> str:
    """A chance as a fraction, or where that is a row of digits, about as much."""
    exactly = str(chance)
    return exactly if len(exactly) <= MANY else f"≈{per_cent(chance)}"


def say(chance: Fraction) -> str:
    """A chance as people say it.

    >>> say(Fraction(2, 3)), say(Fraction(1)), say(Fraction(1, 2380))
    ('2 in 3 (67%)', 'certain', '1 in 2380 (0.042%)')
    >>> say(Fraction(27, 38)), say(Fraction(1, 38))
    ('about 5 in 7 (71%)', '1 in 38 (2.6%)')
    >>> say(Fraction(29945, 30268)), say(Fraction(17, 5000))
    ('about 93 in 94 (99%)', 'about 1 in 294 (0.34%)')
    >>> say(1 - Fraction(2, 10**9))
    'all but certain (>99.99%)'
    """
    if chance == 0:
        return "impossible"
    if chance == 1:
        return "certain"
    if 1 - chance < Fraction(5, 100_000):
        return f"all but certain ({per_cent(chance)})"
    short = chance
    if chance.denominator > (40 if chance.numerator in (1, chance.denominator - 1) else 20):
        short = chance.limit_denominator(20)
        if short == 0:
            short = Fraction(1, round(1 / chance))
        elif short == 1:
            short = 1 - Fraction(1, round(1 / (1 - chance)))
    about = "" if short == chance else "about "
    return f"{about}{short.numerator} in {short.denominator} ({per_cent(chance)})"


def per_cent(chance: Fraction) -> str:
    """A chance in per cent, with as many digits as tell something.

    >>> per_cent(Fraction(2, 3)), per_cent(Fraction(1, 38))
    ('67%', '2.6%')
    >>> per_cent(Fraction(9689, 9690)), per_cent(1 - Fraction(1, 10**9))
    ('99.99%', '>99.99%')
    >>> per_cent(Fraction(1, 2380)), per_cent(Fraction(1, 10**9)), per_cent(Fraction(0))
    ('0.042%', '<0.001%', '0%')
    """
    value = float(chance * 100)
    if value >= 99.995 and chance < 1:
        return ">99.99%"
    if 0 < value < 0.001:
        return "<0.001%"
    if value >= 10 or value == int(value):
        return f"{value:.0f}%" if value < 99.5 or chance == 1 else f"{value:.2f}%"
    return f"{value:.1f}%" if value >= 1 else f"{value:.2g}%"


def simplest(ways: Sequence[int]) -> list[int]:
    """Whole numbers in the same ratio, as small as they get.

    >>> simplest([4, 6, 10])
    [2, 3, 5]
    """
    common = gcd(*ways) or 1
    return [count // common for count in ways]
