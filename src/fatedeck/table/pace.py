"""How fast the server may be asked: an allowance for each link and address, refilled in time."""

from __future__ import annotations

import ipaddress
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
    """So many a second after a burst, for each of many keys."""

    def __init__(
        self, per_second: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_second = per_second
        self._burst = burst
        self._clock = clock
        self._allowances: dict[str, Allowance] = {}

    def spend(self, key: str, cost: float = 1) -> None:
        """Take this much from a key's allowance, or raise `TooOften` and take nothing.

        What costs more than a whole burst may be had when the allowance is full.
        """
        now = self._clock()
        allowance = self._allowances.get(key)
        if allowance is None:
            self._make_room(now)
            allowance = self._allowances[key] = Allowance(self._burst, now)
        left = self._left(allowance, now)
        cost = min(cost, self._burst)
        if left < cost:
            seconds = math.ceil((cost - left) / self._per_second)
            raise TooOften(seconds)
        allowance.left, allowance.at = left - cost, now

    def _left(self, allowance: Allowance, now: float) -> float:
        return min(self._burst, allowance.left + (now - allowance.at) * self._per_second)

    def _make_room(self, now: float) -> None:
        if len(self._allowances) >= _FORGOTTEN:
            self._allowances = {
                key: allowance
                for key, allowance in self._allowances.items()
                if self._left(allowance, now) < self._burst
            }


def neighbourhood(address: str) -> str:
    """An address as limits count it: whoever has one of IPv6 has 2^64 of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if found.version == 4:
        return str(found)
    return str(ipaddress.ip_network((found, 64), strict=False))
