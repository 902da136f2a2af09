"""Who is at which table by this worker, for the others to see."""

from __future__ import annotations

import time
from collections.abc import Mapping

import msgspec

from fatedeck.engine.errors import FatedeckError
from fatedeck.table.room import Room
from fatedeck.table.rows import HereRow, Work
from fatedeck.table.store import AWAY, Store

_BEAT = 5.0
"""Seconds after which a worker says again that it is there."""


class Presence:
    """What this worker has told of the readers in its rooms."""

    def __init__(self, store: Store, rooms: Mapping[str, Room]) -> None:
        self._store = store
        self._rooms = rooms
        self._changed: set[str] = set()
        self._told_at = 0.0

    def note(self, room: Room) -> None:
        """Somebody has come to a table, or is gone; where there are no others, nobody asks."""
        if self._store.is_shared:
            self._changed.add(room.row.id)

    async def tell(self) -> set[str]:
        """Write down what has changed, and now and then that this worker is still there.

        Whoever was not heard of for too long tells everything again. Comes to the tables that it
        has told of.
        """
        now = time.monotonic()
        beats = now - self._told_at > _BEAT
        if 1000 * (now - self._told_at) > AWAY:
            self._changed.update(self._rooms)
        if not (beats or self._changed):
            return set()
        changed, self._changed = self._changed, set()
        rows = [HereRow(self._store.worker, table_id, self._here(table_id)) for table_id in changed]
        try:
            await self._store.save_now(Work(here=rows, proof=beats))
        except FatedeckError:
            self._changed |= changed
            raise
        if beats:
            self._told_at = now
        return changed

    def _here(self, table_id: str) -> str:
        """How many read at each place of a table."""
        room = self._rooms.get(table_id)
        audiences = room.audiences if room is not None else {}
        lines = {place: len(audience.lines) for place, audience in audiences.items()}
        return msgspec.json.encode(lines).decode()
