"""What one reader is shown of the game, and the difference to what it was shown before.

Fields are remembered one by one, the longer ones by their hashes, so that a change sends only the
fields, and of the long lists only the items, that are different.
"""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatedeck.engine.record import Record
from fatedeck.engine.seen import see
from fatedeck.table.protocol import QuietPoint, Scene

SMALL = ("n", "banner", "turn", "waiting_for", "over", "can_take_back")
WHOLE = ("question", "overheard", "telling")
LISTS = ("zones", "sheets", "gadgets", "offers", "rewinds")

_encode = msgspec.json.Encoder().encode


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

    def difference(self, scene: Scene) -> bytes:
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
            if hashes[name] != (now := hash(_encode(values))):
                hashes[name] = now
                parts.append(b'"%b":%b' % (name.encode(), self._changed_items(name, values)))
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
