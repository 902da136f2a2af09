"""Counting in the server's event loop, for tests in which it shares ours."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec, TypeVar

import pytest

P = ParamSpec("P")
R = TypeVar("R")


class LoopTurns:
    """How often something was done at each turn of the loop."""

    def __init__(self) -> None:
        self.turn = 0
        self.done: Counter[int] = Counter()

    @property
    def most(self) -> int:
        """How often it was done at one turn at most."""
        return max(self.done.values(), default=0)

    def count(self, work: Callable[P, R]) -> Callable[P, R]:
        """The same work, counted."""

        def counted(*args: P.args, **kwargs: P.kwargs) -> R:
            self.done[self.turn] += 1
            return work(*args, **kwargs)

        return counted


@contextmanager
def turns_counted(patches: pytest.MonkeyPatch, target: object, name: str) -> Iterator[LoopTurns]:
    """Count at which turn of the loop each call of a function is made, until the block ends."""
    loop, turns = asyncio.get_running_loop(), LoopTurns()
    patches.setattr(target, name, turns.count(getattr(target, name)))
    counting = True

    def turn() -> None:
        turns.turn += 1
        if counting:
            loop.call_soon(turn)

    turn()
    try:
        yield turns
    finally:
        counting = False
