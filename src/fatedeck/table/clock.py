"""The time of day, and whether it can be trusted: what is deleted for its age never comes back."""

from __future__ import annotations

import time
from collections.abc import Callable

_LEAP = 600.0
"""Seconds by which a clock that runs evenly is never put right."""
_TRUST = 3600.0
"""Seconds after which it is trusted again."""


def milliseconds() -> int:
    """The time as rows keep it."""
    return time.time_ns() // 1_000_000


class Clock:
    """A clock that may leap: a machine begins with a wrong time, and somebody puts it right."""

    def __init__(
        self, day: Callable[[], float] = time.time, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._day = day
        self._steady = steady
        self._ahead = day() - steady()
        self._even_since = steady()

    def is_trusted(self) -> bool:
        """Whether it has run evenly for an hour; asked now and then, it notices every leap."""
        ahead = self._day() - self._steady()
        if abs(ahead - self._ahead) > _LEAP:
            self._ahead = ahead
            self._even_since = self._steady()
        return self._steady() - self._even_since >= _TRUST
