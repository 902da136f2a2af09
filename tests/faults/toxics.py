"""A network that hurts: a proxy for TCP that is late, silent or cuts off, as it is told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Literal, TypeAlias, get_args

Toxic: TypeAlias = Literal["late", "reset", "silent", "short", "sliced"]
TOXICS: tuple[Toxic, ...] = get_args(Toxic)
_LATE = 0.2
"""Seconds by which a late one is late at most."""
_SHORT = 5_000
"""Bytes at most until a short one breaks off."""


class Road:
    """The way to a port, and what is wrong with it just now."""

    def __init__(self, to: int, luck: Random) -> None:
        self.port = 0
        self.toxic: Toxic | None = None
        self._to = to
        self._luck = luck
        self._ends: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def hurt(self, toxic: Toxic | None) -> None:
        """From now on; one that resets cuts off everybody who is on the way."""
        self.toxic = toxic
        if toxic == "reset":
            for end in self._ends:
                end.transport.abort()

    async def meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Somebody sets out."""
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self._to)
        except OSError:
            writer.transport.abort()
            return
        ends = {writer, back}
        self._ends |= ends
        ways = [
            asyncio.create_task(self._carry(reader, back)),
            asyncio.create_task(self._carry(there, writer)),
        ]
        self._tasks.update(ways)
        try:
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for way in ways:
                way.cancel()
            for end in ends:
                end.transport.abort()
            self._ends -= ends
            self._tasks.difference_update(ways)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        left = self._luck.randint(1, _SHORT)
        with suppress(OSError):
            while data := await reader.read(65_536):
                match self.toxic:
                    case "late":
                        await asyncio.sleep(self._luck.uniform(0, _LATE))
                    case "silent":
                        continue
                    case "short":
                        left -= len(data)
                        if left < 0:
                            return
                    case "sliced":
                        size = self._luck.randint(1, 10)
                        for first in range(0, len(data), size):
                            writer.write(data[first : first + size])
                            await asyncio.sleep(0)
                        continue
                    case _:
                        pass
                writer.write(data)
                await writer.drain()

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        for end in list(self._ends):
            end.transport.abort()


@asynccontextmanager
async def road(to: int, luck: Random) -> AsyncIterator[Road]:
    """A way to this port, until the block ends."""
    way = Road(to, luck)
    server = await asyncio.start_server(way.meet, "127.0.0.1", 0)
    way.port = server.sockets[0].getsockname()[1]
    try:
        yield way
    finally:
        server.close()
        await way.close()
