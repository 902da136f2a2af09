"""What one reader is shown of the game, and the difference to what it was shown before.

Fields are remembered one by one, the longer ones by their hashes, so that a change sends only the
fields, and of the long lists only the items, that are different.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatedeck.engine.record import Record
from fatedeck.engine.seen import see
from fatedeck.engine.view import View
from fatedeck.table.protocol import QuietPoint, Scene

SMALL = ("n", "banner", "turn", "waiting_for", "over", "can_take_back")
WHOLE = ("question", "overheard", "telling")
LISTS = ("zones", "sheets", "gadgets", "offers", "rewinds")

_encode = msgspec.json.Encoder().encode


class Encodings:
    """Long lists as they are encoded for one telling: what readers share is encoded once."""

    __slots__ = ("_changes", "_hashes", "_items", "_lists")

    def __init__(self) -> None:
        self._hashes: dict[int, int] = {}
        self._items: dict[int, tuple[list[bytes], list[int]]] = {}
        self._changes: dict[tuple[int, int], bytes] = {}
        self._lists: list[list[Struct] | list[int]] = []  # while they live, nothing has their ids

    def whole(self, values: list[Struct]) -> int:
        """The hash of a list."""
        known = self._hashes.get(id(values))
        if known is None:
            known = self._hashes[id(values)] = hash(_encode(values))
            self._lists.append(values)
        return known

    def changes(self, before: list[int], values: list[Struct]) -> tuple[bytes, list[int]]:
        """The JSON of `Items` for a list whose items had these hashes, and their hashes now."""
        encoded, now = self._encoded(values)
        known = self._changes.get((id(before), id(values)))
        if known is None:
            changed = [
                b'"%d":%b' % (place, item)
                for place, item in enumerate(encoded)
                if place >= len(before) or before[place] != now[place]
            ]
            known = b'{"n":%d,"at":{%b}}' % (len(values), b",".join(changed))
            self._changes[id(before), id(values)] = known
            self._lists.append(before)
        return known, now

    def _encoded(self, values: list[Struct]) -> tuple[list[bytes], list[int]]:
        """Each item of a list, and its hash."""
        known = self._items.get(id(values))
        if known is None:
            encoded = [_encode(value) for value in values]
            known = self._items[id(values)] = (encoded, list(map(hash, encoded)))
        return known


class Shown:
    """What a reader was shown last: small fields as they are, the others by their hashes."""

    __slots__ = ("hashes", "items", "small")

    def __init__(self) -> None:
        self.small: list[int | str | tuple[str, ...]] = []
        self.hashes: dict[str, int] = {}
        self.items: dict[str, list[int]] = {}

    def remember(self, scene: Scene) -> None:
        """Take this as what the reader has now."""
        self.small = [getattr(scene, name) for name in SMALL]
        for name in WHOLE:
            self.hashes[name] = hash(_encode(getattr(scene, name)))
        for name in LISTS:
            self.hashes[name] = hash(_encode(getattr(scene, name)))
            self.items[name] = [hash(_encode(item)) for item in getattr(scene, name)]

    def difference(self, scene: Scene, once: Encodings) -> bytes:
        """What is different now, as the JSON of a `ScenePatch`; empty when nothing is."""
        small = [getattr(scene, name) for name in SMALL]
        parts = [
            b'"%b":%b' % (name.encode(), _encode(now))
            for name, before, now in zip(SMALL, self.small, small, strict=True)
            if before != now
        ]
        self.small = small
        hashes = self.hashes
        for name in WHOLE:
            encoded = _encode(getattr(scene, name))
            if hashes[name] != (now := hash(encoded)):
                hashes[name] = now
                parts.append(b'"%b":%b' % (name.encode(), encoded))
        for name in LISTS:
            values = getattr(scene, name)
            if hashes[name] != (now := once.whole(values)):
                hashes[name] = now
                encoded, self.items[name] = once.changes(self.items[name], values)
                parts.append(b'"%b":%b' % (name.encode(), encoded))
        return b"{" + b",".join(parts) + b"}" if parts else b""


def draw_scene(
    record: Record[Struct, Struct, Struct],
    seat: str | None,
    rewinds: list[QuietPoint],
    view: View | None = None,
) -> Scene:
    """All that this seat is shown of the game now; a spectator is None."""
    seen = see(record, seat, len(record.log), view)
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
