"""How much the server may be asked: allowances of work, refilled in time.

A unit of work is a plain request or message, or a thousandth of a second of the server's time.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from weakref import WeakValueDictionary

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.table.refusals import TooOften

MACHINES_SHARE, MACHINES_BURST = 0.2, 4.0
"""How much of a second machines may move for one address, and how many seconds at once."""
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

    def charge(self, key: str, cost: float) -> bool:
        """Count work, whatever is left, and say whether there was enough for it.

        Nobody owes more than a burst.
        """
        now = self._clock()
        allowance = self._allowances.get(key)
        if allowance is None:
            self._make_room(now)
            allowance = self._allowances[key] = Allowance(self._burst, now)
        left = self._refilled(allowance, now)
        allowance.left = max(-self._burst, left - cost)
        allowance.at = now
        return min(cost, self._burst) <= left

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
        enough = [pace.charge(key, cost) for pace, key in self._shares]
        return all(enough)


class OneEach:
    """Whoever asks for something that takes a while asks for one such thing at a time."""

    def __init__(self) -> None:
        self._asking: set[Hashable] = set()

    @contextmanager
    def asked_by(self, who: Hashable, refused: Refused, most: float = math.inf) -> Iterator[None]:
        """While this lasts, who asks again is refused, and so is anybody beyond so many."""
        if who in self._asking or len(self._asking) >= most:
            raise refused
        self._asking.add(who)
        try:
            yield
        finally:
            self._asking.discard(who)


class Machines:
    """What the machines of all tables may take: places to think, and the server's own time.

    Both are shared out by the addresses of those who watch.
    """

    def __init__(self, at_once: int) -> None:
        self.places = Places(at_once)
        self._time = Pace(MACHINES_SHARE, MACHINES_BURST)

    def wait_for(self, address: str) -> float:
        """Seconds until machines may move again where somebody at this address watches."""
        return max(0.0, self._time.lacks(address, 0) / MACHINES_SHARE)

    @contextmanager
    def moving_for(self, address: str) -> Iterator[None]:
        """Count the time that this takes."""
        began = time.thread_time()
        try:
            yield
        finally:
            self._time.charge(address, time.thread_time() - began)


class Places:
    """A few places for long work, of which an address has one at a time.

    Whoever asks for much waits behind themselves, and everyone else only for a place.
    """

    def __init__(self, at_once: int) -> None:
        self._places = asyncio.Semaphore(at_once)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def taken_by(self, address: str) -> AsyncIterator[None]:
        """Wait for this address’s turn, then for a place, and hold it."""
        turn = self._turns.setdefault(address, asyncio.Lock())
        async with turn, self._places:
            yield
