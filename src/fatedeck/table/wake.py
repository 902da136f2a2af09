"""Telling the other workers of a database that there is something new, and being told.

A wake names tables, never what has changed: whoever hears it reads the tables' heads. It goes out
after the commit, by a connection of its own, so that no commit waits for it. One that is lost costs
nothing but time, because everybody looks at the heads now and then anyway.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress

from sqlalchemy import URL

from fatedeck.table.drivers import FAULTS, Asyncpg, connected
from fatedeck.table.logs import log, named

CHANNEL = "fatedeck"
_MOST = 7_900
"""Bytes that PostgreSQL takes at once."""
_CHECKED = 5.0
"""Seconds after which a silent connection is asked whether it still lives."""
_AGAIN = 1.0
"""Seconds until one that was lost is made again."""


class Wake:
    """One connection by which a worker wakes the others and is woken."""

    def __init__(self, url: URL, worker: str) -> None:
        self._url = url
        self._worker = worker
        self._to_tell: set[str] = set()
        self._heard: set[str] = set()
        self._telling, self._hearing = asyncio.Event(), asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.is_heard = False

    def open(self) -> None:
        self._task = asyncio.create_task(self._keep())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task], timeout=1)

    def tell(self, tables: Collection[str]) -> None:
        """Wake all others for these tables, soon."""
        self._to_tell.update(tables)
        self._telling.set()

    def stir(self) -> None:
        """Have whoever waits to hear something look now."""
        self._hearing.set()

    async def heard(self, seconds: float) -> set[str]:
        """The tables that others have changed, as soon as there are any; none after this long.

        And none when there is something to look at here.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._hearing.wait()
        self._hearing.clear()
        heard, self._heard = self._heard, set()
        return heard

    async def _keep(self) -> None:
        """Hold the connection, and make it again when it is lost."""
        while True:
            try:
                connection = await connected(self._url, _CHECKED)
                try:
                    await self._serve(connection)
                finally:
                    self.is_heard = False
                    connection.terminate()
            except FAULTS as fault:
                log.warning(
                    "other workers cannot be heard", extra={"facts": {"fault": named(fault)}}
                )
                await asyncio.sleep(_AGAIN)

    async def _serve(self, connection: Asyncpg) -> None:
        await connection.execute("SET synchronous_commit = off")
        await connection.add_listener(CHANNEL, self._hear)
        self.is_heard = True
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(_CHECKED):
                    await self._telling.wait()
            self._telling.clear()
            tables, self._to_tell = self._to_tell, set()
            for payload in _payloads(self._worker, tables) or [""]:
                await connection.execute("SELECT pg_notify($1, $2)", CHANNEL, payload)

    def _hear(self, _: object, __: int, ___: str, payload: object) -> None:
        worker, *tables = str(payload).split(" ")
        if worker != self._worker and tables:
            self._heard.update(tables)
            self._hearing.set()


def _payloads(worker: str, tables: Collection[str]) -> list[str]:
    """What is sent: who tells it, and the tables, as few at once as PostgreSQL takes."""
    payloads: list[str] = []
    for table in tables:
        if payloads and len(payloads[-1]) + len(table) < _MOST:
            payloads[-1] += f" {table}"
        else:
            payloads.append(f"{worker} {table}")
    return payloads
