"""Worlds that a seat cannot tell from the true one."""

from __future__ import annotations

import random
from typing import Protocol, TypeVar, runtime_checkable

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.paths import piles
from fatedeck.engine.ruleset import Ruleset

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


@runtime_checkable
class Guesses(Protocol):
    """A game where even the set of the hidden cards is unknown says how to guess it."""

    def guess(self, state: Struct, seat: str, luck: random.Random, /) -> None: ...


def imagine(ruleset: Ruleset[S, Opt, A], state: S, seat: str | None, luck: random.Random) -> S:
    """Another world that this seat cannot tell from the true one: hidden cards dealt anew."""
    world = Codec(ruleset).copy(state)
    redeal(ruleset, world, seat, luck)
    return world


def redeal(ruleset: Ruleset[S, Opt, A], world: S, seat: str | None, luck: random.Random) -> None:
    """Deal the cards that are hidden from a seat anew, in this very state."""
    for group in ruleset.hidden(world, seat):
        cards = [card for cards in group for card in cards]
        luck.shuffle(cards)
        for places in group:
            places[:] = cards[: len(places)]
            del cards[: len(places)]
    for _, pile in piles(world):
        pile.bag.sort()


def suppose(ruleset: Ruleset[S, Opt, A], world: S, seat: str, luck: random.Random) -> None:
    """Fill in, in this very state, what a seat cannot know: dealt anew, or guessed by the game."""
    if isinstance(ruleset, Guesses):
        ruleset.guess(world, seat, luck)
    else:
        redeal(ruleset, world, seat, luck)
