"""How much the server may be asked: allowances of work, refilled in time.

A unit of work is a plain request or message, or a thousandth of a second of the server's time.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

from msgspec import Struct

from fatedeck.table.refusals import TooOften

_FORGOTTEN = 10_000
"""Allowances kept at most; beyond them the full ones are forgotten, which changes nothing."""


class Allowance(Struct):
    """What is left of a burst, and when that was reckoned."""

    left: float
    at: float


class Pace:
    """So much work a second after a burst, for each of many keys."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}
        self._most = _FORGOTTEN

    def spend(self, key: str, cost: float = 1) -> None:
        """Take this much from a key's allowance, or raise `TooOften` and take nothing.

        What costs more than a whole burst may be had when the allowance is full.
        """
        lacks = self.lacks(key, cost)
        if lacks > 0:
            raise TooOften(math.ceil(lacks / self._per_second))
        self.charge(key, min(cost, self._burst))

    def lacks(self, key: str, cost: float) -> float:
        """How much is missing for this cost; nothing or less where there is enough."""
        allowance = self._allowances.get(key)
        left = self._burst if allowance is None else self._refilled(allowance, self._clock())
        return min(cost, self._burst) - left

    def charge(self, key: str, cost: float) -> None:
        """Count work that was done, whatever is left; nobody owes more than a burst."""
        now = self._clock()
        allowance = self._allowances.get(key)
        if allowance is None:
            self._make_room(now)
            allowance = self._allowances[key] = Allowance(self._burst, now)
        allowance.left = max(-self._burst, self._refilled(allowance, now) - cost)
        allowance.at = now

    def forget(self, key: str) -> None:
        """Whoever this was will not come again."""
        self._allowances.pop(key, None)

    def _refilled(self, allowance: Allowance, now: float) -> float:
        return min(self._burst, allowance.left + (now - allowance.at) * self._per_second)

    def _make_room(self, now: float) -> None:
        """Forget the full ones; looked through again only when there are twice as many."""
        if len(self._allowances) >= self._most:
            self._allowances = {
                key: allowance
                for key, allowance in self._allowances.items()
                if self._refilled(allowance, now) < self._burst
            }
            self._most = max(_FORGOTTEN, 2 * len(self._allowances))


class Budget:
    """What one reader may still ask for: so much by each of several paces."""

    def __init__(self) -> None:
        self._shares: list[tuple[Pace, str]] = []

    def add(self, pace: Pace, key: str) -> None:
        """Count with this pace too."""
        self._shares.append((pace, key))

    def pay(self, cost: float) -> bool:
        """Take this much by every pace; whether all had enough. Being refused costs as well."""
        enough = all(pace.lacks(key, cost) <= 0 for pace, key in self._shares)
        self.charge(cost)
        return enough

    def charge(self, cost: float) -> None:
        """Count work that was done."""
        for pace, key in self._shares:
            pace.charge(key, cost)
