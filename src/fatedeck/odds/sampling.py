"""Odds by playing: the rules run many times with cards drawn at random, as a sanity check."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from fractions import Fraction
from math import sqrt
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.questions import Answer, Draw, Question, Roll
from fatedeck.odds.distribution import Distribution

S = TypeVar("S", bound=Struct)
R = TypeVar("R", bound=Hashable)


def sample(
    start: Callable[[], S],
    run: Callable[[Game[S]], object],
    read: Callable[[S], R],
    decide: Callable[[S, Question], Answer],
    *,
    runs: int,
    seed: int,
) -> Distribution[R]:
    """How often each end came out of so many runs; the same seed gives the same runs."""
    if runs < 1:
        raise Refused("", f"It takes at least one run, not {runs}.")
    luck = random.Random(seed)
    found: dict[R, int] = {}
    for _ in range(runs):
        state = start()
        run(Game(state, _at_random(state, decide, luck)))
        end = read(state)
        found[end] = found.get(end, 0) + 1
    return Distribution(found)


def deviations(sampled: Distribution[R], outcome: R, chance: Fraction) -> float:
    """How many standard deviations a sampled share lies from an exact chance.

    Where the chance leaves nothing to luck, a share that differs at all is infinitely far off.
    """
    off = float(sampled.any_of([outcome]) - chance)
    spread = sqrt(float(chance * (1 - chance)) / sampled.total)
    return off / spread if spread else off * float("inf") if off else 0.0


def _at_random(
    state: S, decide: Callable[[S, Question], Answer], luck: random.Random
) -> Callable[[Question], Answer]:
    def answer(question: Question) -> Answer:
        if isinstance(question, Draw | Roll):
            return question.at(luck.randrange(question.size))
        return decide(state, question)

    return answer
