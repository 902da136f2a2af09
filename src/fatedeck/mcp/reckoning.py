"""What takes long: in threads of its own, and for each assistant one thing after another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec
from weakref import WeakValueDictionary

from mcp.server.mcpserver import Context
from starlette.requests import Request

AT_ONCE = 2
"""Assistants for whom something is reckoned at the same time; the others wait for their turn."""

P = ParamSpec("P")


class Reckoner:
    """Takes turns: who asks for much at once delays nobody's table, and nobody else's answer."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "reckoning")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def reckon(
        self, who: str, work: Callable[P, str], /, *args: P.args, **kwargs: P.kwargs
    ) -> str:
        """What comes of it, once everything is done that was asked before by the same."""
        turn = self._turns.setdefault(who, asyncio.Lock())
        async with turn:
            working = self._threads.submit(work, *args, **kwargs)
            return await asyncio.wrap_future(working)


def asked_by(context: Context[None, object]) -> str:
    """Which assistant calls: by its session, or where it calls from; standard input has one."""
    request = context.request_context.request
    if not isinstance(request, Request) or request.client is None:
        return ""
    return request.headers.get("mcp-session-id", request.client.host)
