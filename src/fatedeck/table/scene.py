"""What one reader is shown of the game, and the difference to what it was shown before.

A change sends only the fields, and of the long lists only the items, that are different. Items that
are the same object need no comparing; what several readers are sent is encoded once.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.record import Record
from fatedeck.engine.seen import Seen, see, see_all
from fatedeck.table.protocol import QuietPoint, Scene

LISTS = ("zones", "sheets", "gadgets", "offers", "rewinds")
WHOLE = tuple(name for name in Scene.__struct_fields__ if name not in LISTS)

_encode = msgspec.json.Encoder().encode


class Encodings:
    """What is encoded for one telling, so that readers who share a list share its bytes."""

    __slots__ = ("_changes", "_items", "_lists")

    def __init__(self) -> None:
        self._items: dict[int, bytes] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._lists: list[Sequence[Struct]] = []  # while they live, nothing else has their ids

    def changes(self, before: Sequence[Struct], now: Sequence[Struct]) -> bytes:
        """The JSON of `Items` that makes one list of the other; empty when they are the same."""
        if before == now:
            return b""
        known = self._changes.get((id(before), id(now)))
        if known is None:
            known = self._changes[id(before), id(now)] = self._compared(before, now)
            self._lists += (before, now)
        return known

    def _compared(self, before: Sequence[Struct], now: Sequence[Struct]) -> bytes:
        new = now[len(before) :]
        changed = [
            b'"%d":%b' % (place, self._encoded(item))
            for place, (old, item) in enumerate(zip(before, now, strict=False))
            if old is not item and old != item
        ]
        changed += [
            b'"%d":%b' % (place, self._encoded(item))
            for place, item in enumerate(new, start=len(before))
        ]
        return b'{"n":%d,"at":{%b}}' % (len(now), b",".join(changed))

    def _encoded(self, item: Struct) -> bytes:
        known = self._items.get(id(item))
        if known is None:
            known = self._items[id(item)] = _encode(item)
        return known


def difference(before: Scene, now: Scene, once: Encodings) -> bytes:
    """What is different now, as the JSON of a `ScenePatch`; empty when nothing is."""
    parts = [
        b'"%b":%b' % (name.encode(), _encode(value))
        for name in WHOLE
        if (value := getattr(now, name)) != getattr(before, name)
    ]
    for name in LISTS:
        old, new = getattr(before, name), getattr(now, name)
        if old is not new and (changes := once.changes(old, new)):
            parts.append(b'"%b":%b' % (name.encode(), changes))
    return b"{" + b",".join(parts) + b"}" if parts else b""


def draw_scene(
    record: Record[Struct, Struct, Struct], seat: str | None, rewinds: list[QuietPoint]
) -> Scene:
    """All that this seat is shown of the game now; a spectator is None."""
    return _scene(record, seat, rewinds, see(record, seat, len(record.log)))


def draw_scenes(
    record: Record[Struct, Struct, Struct],
    readers: Sequence[tuple[str | None, list[QuietPoint]]],
    drawn: Drawn,
) -> list[Scene]:
    """What each of these readers, by its seat and with its rewinds, is shown now."""
    all_seen = see_all(record, [seat for seat, _ in readers], len(record.log), drawn)
    return [
        _scene(record, seat, rewinds, seen)
        for (seat, rewinds), seen in zip(readers, all_seen, strict=True)
    ]


def _scene(
    record: Record[Struct, Struct, Struct],
    seat: str | None,
    rewinds: list[QuietPoint],
    seen: Seen,
) -> Scene:
    view = seen.view
    return Scene(
        seen.n,
        view.banner,
        view.turn,
        view.zones,
        view.sheets,
        view.gadgets,
        seen.offers,
        seen.waiting_for,
        seen.question,
        seen.overheard,
        seen.log,
        seen.over,
        seat is not None and not record.opened and record.why_not_take_back(seat) is None,
        rewinds,
    )
