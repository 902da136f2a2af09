"""What one reader is shown of the game, and the difference to what it was shown before.

Every field is encoded by itself and remembered by its hash, so that a change sends only the fields,
and of the long lists only the items, that are different.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatedeck.engine.record import Record
from fatedeck.engine.seen import see
from fatedeck.table.protocol import QuietPoint, Scene

LISTS = ("zones", "sheets", "gadgets", "offers", "rewinds")

_encode = msgspec.json.Encoder().encode


class Shown:
    """What a reader was shown last: the hash of each field, and of each item of a long list."""

    __slots__ = ("fields", "items")

    def __init__(self) -> None:
        self.fields: dict[str, int] = {}
        self.items: dict[str, list[int]] = {}

    def remember(self, scene: Scene) -> None:
        """Take this as what the reader has now."""
        for name in scene.__struct_fields__:
            value = getattr(scene, name)
            self.fields[name] = hash(_encode(value))
            if name in LISTS:
                self.items[name] = [hash(_encode(item)) for item in value]

    def difference(self, scene: Scene) -> bytes:
        """What is different now, as the JSON of a `ScenePatch`; empty when nothing is."""
        parts: list[bytes] = []
        for name in scene.__struct_fields__:
            value = getattr(scene, name)
            encoded = _encode(value)
            now = hash(encoded)
            if self.fields[name] == now:
                continue
            self.fields[name] = now
            if name in LISTS:
                encoded = self._changed_items(name, value)
            parts.append(b'"%b":%b' % (name.encode(), encoded))
        return b"{" + b",".join(parts) + b"}" if parts else b""

    def _changed_items(self, name: str, values: list[Struct]) -> bytes:
        before = self.items[name]
        encoded = [_encode(value) for value in values]
        self.items[name] = now = list(map(hash, encoded))
        changed = [
            b'"%d":%b' % (place, item)
            for place, item in enumerate(encoded)
            if place >= len(before) or before[place] != now[place]
        ]
        return b'{"n":%d,"at":{%b}}' % (len(values), b",".join(changed))


def draw_scene(
    record: Record[Struct, Struct, Struct], seat: str | None, rewinds: list[QuietPoint]
) -> Scene:
    """All that this seat is shown of the game now; a spectator is None."""
    seen = see(record, seat, since=len(record.log))
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
