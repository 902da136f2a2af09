"""Where a name leads: looked up beside everything else, one at a time for each table.

A look-up cannot be ended, only waited for or not. So whoever gives slow names has them looked up
one after another, and everyone else waits for none of them.
"""

from __future__ import annotations

import asyncio
import socket
from contextlib import suppress
from threading import Thread
from typing import Any

from fatedeck.table.pace import Places

AT_ONCE = 64
"""How many names are looked up at once, each of another table."""


class Lookups:
    """Names that are looked up for tables."""

    def __init__(self) -> None:
        self._places = Places(AT_ONCE)
        self._under_way: set[asyncio.Task[None]] = set()

    async def address(self, table_id: str, host: str, port: int) -> str:
        """The first address of a name."""
        found: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        task = asyncio.create_task(self._find(table_id, host, port, found))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        return await found

    async def _find(self, table_id: str, host: str, port: int, found: asyncio.Future[str]) -> None:
        """Look a name up in the table's turn, which lasts as long as that takes.

        Once nobody waits for the address, it is not looked up.
        """
        async with self._places.taken_by(table_id):
            if found.cancelled():
                return
            address, fault = await _in_a_thread(host, port)
        if found.cancelled():
            return
        if fault is not None:
            found.set_exception(fault)
        else:
            found.set_result(address)


def _in_a_thread(host: str, port: int) -> asyncio.Future[tuple[str, Exception | None]]:
    """Look a name up in a thread that keeps no server from stopping."""
    loop = asyncio.get_running_loop()
    looked: asyncio.Future[tuple[str, Exception | None]] = loop.create_future()

    def look() -> None:
        address, fault = "", None
        try:
            address = str(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][4][0])
        except (OSError, UnicodeError) as failed:
            fault = failed
        with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            loop.call_soon_threadsafe(_set, looked, (address, fault))

    Thread(target=look, name="look-up", daemon=True).start()
    return looked


def _set(looked: asyncio.Future[Any], result: object) -> None:
    if not looked.done():
        looked.set_result(result)
