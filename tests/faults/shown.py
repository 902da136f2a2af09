"""Whether what readers were shown is what the disk holds, and each command is there once."""

from __future__ import annotations

from collections import Counter

import msgspec

from fatedeck.table.hall import Hall
from fatedeck.table.metrics import Metrics
from fatedeck.table.settings import Settings
from fatedeck.table.store import Store
from tests.table.house import Page, Sitting, as_it_counts


async def differences(database: str, table: Sitting) -> list[str]:
    """Where a reader of this table was shown something else than the disk holds."""
    hall = Hall(Settings(database=database))
    await hall.store.open()
    found = [
        wrong
        for reader in table.readers.values()
        if (wrong := await difference(hall, table.links.table, reader, reader.link.token))
    ]
    await hall.store.close()
    return found


async def difference(hall: Hall, table: str, reader: Page, token: str) -> str:
    """Where a page of this table shows something else than the disk holds; empty if nowhere."""
    room, member = await hall.enter(table, token)
    there = room.welcome(member, room.picture(member))
    who = member.seat or member.role
    if there.v != reader.v:
        return f"{who} was shown version {reader.v}, and there is {there.v}"
    if there.scene is not None and as_it_counts(there.scene, there.table) != reader.scene:
        return f"{who} was shown another scene than there is at version {there.v}"
    shown = [msgspec.to_builtins(line) for line in reader.story]
    kept = [msgspec.to_builtins(line) for line in there.story]
    tail = min(len(shown), len(kept))
    if tail and shown[-tail:] != kept[-tail:]:
        return f"{who} was shown another story than there is at version {there.v}"
    return ""


async def acts(database: str, table: str) -> Counter[str]:
    """How often each command is on disk; the steps must follow on each other without a gap."""
    store = Store(database, Metrics())
    await store.open()
    steps, story = await store.past(table), await store.story(table)
    await store.close()
    assert [step.v for step in steps] == list(range(1, len(steps) + 1))
    kept = [step.act for step in steps] + [line.act for line in story]
    return Counter(act for act in kept if act)
