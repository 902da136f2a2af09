"""Whoever comes in a crowd is heard one after the other, and everybody else in between."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable

PAUSE = 0.001
"""Seconds between two of a crowd: enough for everybody else to be heard and saved."""


class Turns:
    """What is still to be heard, from whom."""

    def __init__(self) -> None:
        self._waiting: dict[str, deque[Callable[[], None]]] = {}

    def hear(self, whom: str, listen: Callable[[], None], pause: float = PAUSE) -> None:
        """Listen to this when all that came from there before was heard."""
        waiting = self._waiting.setdefault(whom, deque())
        waiting.append(listen)
        if len(waiting) == 1:
            asyncio.get_running_loop().call_soon(self._next, whom, pause)

    def _next(self, whom: str, pause: float) -> None:
        waiting = self._waiting[whom]
        listen = waiting.popleft()
        if waiting:
            asyncio.get_running_loop().call_later(pause, self._next, whom, pause)
        else:
            del self._waiting[whom]
        listen()
