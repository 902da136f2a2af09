"""How lucky a seat was: what its draws came to, against what they could have come to."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Entry, Header
from fatedeck.engine.prospects import Judged
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import Ruleset
from fatedeck.odds.counting import count

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


class Luck(Struct, frozen=True):
    """The draws of one seat. A draw's worth is the place of its class in the game's own order."""

    seat: str
    draws: tuple[Judged, ...]

    def gain(self) -> Fraction:
        """How many places better than expected all draws together came out."""
        return sum((_worth(d, d.outcome) - _mean(d) for d in self.draws), Fraction(0))

    def z(self) -> float:
        """The gain in standard deviations; 0 when nothing was left to chance."""
        variance = sum((_variance(draw) for draw in self.draws), Fraction(0))
        return float(self.gain()) / sqrt(variance) if variance else 0.0

    def successes(self) -> tuple[int, Fraction]:
        """How many draws came to what a player calls a success, and how many were expected to."""
        came = sum(draw.outcome in draw.prospect.good for draw in self.draws)
        expected = (count(draw.prospect).any_of(draw.prospect.good) for draw in self.draws)
        return came, sum(expected, Fraction(0))

    def words(self) -> str:
        """The luck of a seat as people say it, and in standard deviations."""
        return f"{self.said()} (z = {self.z():+.2f})"

    def said(self) -> str:
        """The luck of a seat as people say it."""
        checks = "1 draw" if len(self.draws) == 1 else f"{len(self.draws)} draws"
        size = abs(self.z())
        side = "lucky" if self.gain() > 0 else "unlucky"
        degree = next(word for least, word in _DEGREES if size >= least)
        how = degree.format(side) if size >= _DEGREES[-2][0] else degree
        return f"{how} over {checks}"


_DEGREES = (
    (3.0, "astonishingly {}"),
    (2.0, "very {}"),
    (1.0, "somewhat {}"),
    (0.5, "a little {}"),
    (0.0, "about as expected"),
)


def luck_of(ruleset: Ruleset[S, Opt, A], header: Header, entries: Sequence[Entry]) -> list[Luck]:
    """The luck of every seat in a record; what was undone does not count."""
    record, codec = replay(ruleset, header, entries), Codec(ruleset)
    found: dict[str, list[Judged]] = {}
    quiet = sorted(record.quiet.items())
    for (_, before), (_, after) in pairwise(quiet):
        for judged in ruleset.judged(codec.decode(before), codec.decode(after)):
            found.setdefault(judged.seat, []).append(judged)
    return [Luck(seat, tuple(draws)) for seat, draws in found.items()]


def _worth(drawn: Judged, outcome: str) -> int:
    return (drawn.prospect.results or drawn.prospect.order).index(outcome)


def _mean(drawn: Judged) -> Fraction:
    return count(drawn.prospect).mean(lambda outcome: _worth(drawn, outcome))


def _variance(drawn: Judged) -> Fraction:
    return count(drawn.prospect).variance(lambda outcome: _worth(drawn, outcome))
