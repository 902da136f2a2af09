"""A database that goes wrong when it is told to: at the nth call, or until further notice.

A call is one `write` (rows of one kind given to the database) or one `sync` (the commit). It can
*fail* before anything of it has happened, be *cut* (half of the rows are written, or the commit is
done and nobody is told), or be *late* until the store is let go on.
"""

from __future__ import annotations

import asyncio
import errno
from typing import Literal, TypeAlias

from fatedeck.table.drivers import Driver, Values
from fatedeck.table.metrics import Metrics
from fatedeck.table.store import Store

Fault: TypeAlias = Literal["fail", "cut", "late"]


class FaultyStore(Store):
    """A store whose nth call goes wrong (`faults`), or each one for a while (`outage`)."""

    def __init__(self, database: str, metrics: Metrics) -> None:
        super().__init__(database, metrics)
        self.calls = 0
        self.faults: dict[int, Fault] = {}
        self.outage: Fault | None = None
        self.lasting = False
        self.met = 0
        self.stuck = asyncio.Event()
        self._go_on = asyncio.Event()

    def go_wrong(self, nth: int, fault: Fault, *, lasting: bool = False) -> None:
        """The nth call from now on goes wrong; with `lasting` all that follow do too."""
        self.faults, self.lasting = {self.calls + nth: fault}, lasting

    def go_on(self) -> None:
        """No more faults; what was late happens now."""
        self.faults, self.outage, self.lasting = {}, None, False
        self._go_on.set()
        self._go_on = asyncio.Event()
        self.stuck.clear()

    async def write(self, driver: Driver, statement: str, values: list[Values]) -> None:
        fault = await self._next()
        if fault == "cut" and len(values) > 1:
            await super().write(driver, statement, values[: len(values) // 2])
        if fault in ("fail", "cut"):
            raise OSError(errno.EIO, "input/output error")
        await super().write(driver, statement, values)

    async def sync(self, driver: Driver) -> None:
        fault = await self._next()
        if fault == "fail":
            raise OSError(errno.ENOSPC, "no space left on device")
        await super().sync(driver)
        if fault == "cut":
            raise ConnectionResetError(errno.ECONNRESET, "connection reset by peer")

    async def _next(self) -> Fault | None:
        """What goes wrong with this call; one that is late waits here."""
        self.calls += 1
        fault = self.faults.pop(self.calls, self.outage)
        self.met += fault is not None
        if self.lasting and fault is not None:
            self.outage = fault
        if fault == "late":
            self.stuck.set()
            await self._go_on.wait()
        return fault
