"""Odds by running the rules themselves to every end, from what one seat knows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.game import Seat
from fatedeck.engine.paths import written
from fatedeck.engine.possibilities import Possibilities
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.ruleset import Ruleset
from fatedeck.odds.distribution import Distribution

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


def odds_of(
    ruleset: Ruleset[S, Opt, A],
    state: S,
    seat: str,
    action: Act,
    of: str,
    *,
    decide: Callable[[S, Question], Answer | None] | None = None,
    worth: Callable[[str], Fraction | int] | None = None,
    seats: Sequence[Seat] = (),
    most_runs: int = 1_000_000,
) -> Distribution[str]:
    """What the value at the path `of` can be after an action, as this seat can know it.

    A card that the seat has not seen is any of the cards it has not seen, wherever they lie.
    Choices that `decide` leaves open are made for the greatest expected `worth`.
    """
    codec = Codec(ruleset)
    snapshot = codec.encode(state)
    ends = Possibilities(
        lambda: codec.decode(snapshot),
        lambda game: codec.perform(game, seat, action),
        lambda after: written(after, of),
        decide=decide,
        worth=worth,
        unseen=lambda world: ruleset.hidden(world, seat),
        seats=tuple(seats),
        most_runs=most_runs,
    ).ends()
    return Distribution.of_chances(ends, sorted(ends))
