"""Draws that may soon be made, described so that their odds can be counted.

A game says as data which cards can come, which class each of them falls into, which class is better
than which, and how many are drawn. Counting is then the same for every game, and what counts as
better stays data, not code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from fatedeck.engine.offers import Param, Value


class Prospect(Struct, frozen=True):
    """A draw as one seat knows it.

    `cards` are those that may come, each copy equally likely: an unseen card is any of the cards
    that the seat has not seen. `classes` tells what each card comes to, `order` lists the classes
    from worst to best, and of `draws` cards the best or the worst counts. Where a game ranks cards
    finer than it names results, `names` gives each class its result and `results` lists those from
    worst to best. `good` are the results that a player calls a success. `do` is the action that
    makes the draw, if an offer does.
    """

    title: str
    cards: tuple[str, ...]
    classes: dict[str, str]
    order: tuple[str, ...]
    draws: int = 1
    keep: Literal["best", "worst"] = "best"
    good: tuple[str, ...] = ()
    do: str = ""
    clauses: tuple[str, ...] = ()
    names: dict[str, str] = {}
    results: tuple[str, ...] = ()


class Judged(Struct, frozen=True):
    """A draw that was made: whose, what it could have come to, and what it came to."""

    seat: str
    prospect: Prospect
    outcome: str


class Study(Struct, frozen=True):
    """A question that players and designers ask about a game, away from any table.

    `pose` turns parameters into a prospect from a fresh deck; cards already gone are taken out of
    it by whoever counts.
    """

    name: str
    about: str
    params: tuple[Param, ...]
    pose: Callable[[Mapping[str, Value]], Prospect]
