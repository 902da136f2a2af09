"""What is seen when dice fall and cards are drawn or shown. Chapters 3 and 19."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.story import Moment, Turned
from fatedeck.games.adventurer_factory.data import Die


def roll(who: str, aim: str, rolled: Die, shown: Sequence[int]) -> Moment:
    """Dice of one size, and what they come to. AF-3.6."""
    result = str(sum(shown) + rolled.plus)
    return Moment(who, f"{aim}: {rolled}", _dice(rolled, shown), verdict=result)


def ward(who: str, rolled: Die, shown: Sequence[int], at_most: int) -> Moment:
    """A ward holds when its die shows little enough. AF-18.8."""
    holds = sum(shown) + rolled.plus <= at_most
    verdict, aim = "It holds" if holds else "It fails", f"Ward: {at_most} or less on {rolled}"
    return Moment(who, aim, _dice(rolled, shown), verdict=verdict, tone="good" if holds else "bad")


def damage(who: str, simple: str, card: str, dealt: int, against: str) -> Moment:
    """What an attack or a card has dealt, as soon as it is dealt. AF-2.12, AF-2.13."""
    aim = f"Simple {simple.title()}" if simple else card
    return Moment(who, aim, verdict=f"{dealt or 'No'} damage to {against}")


def _dice(rolled: Die, shown: Sequence[int]) -> tuple[Turned, ...]:
    return tuple(Turned(reads=str(points), die=rolled.sides) for points in shown)


def cards(who: str, aim: str, turned: Sequence[str], *seen_by: str) -> Moment:
    """Cards that are drawn or shown; with `seen_by`, the others see their backs. AF-19.5."""
    return Moment(who, aim, tuple(Turned(card) for card in turned), seen_by=seen_by)
