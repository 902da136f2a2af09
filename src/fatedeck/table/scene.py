"""What one reader is shown of the game, and the difference to what it was shown before.

A change sends only the fields, and of the long lists only the items, that are different. What is
the same object needs no comparing; what several readers are sent is encoded once.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.offers import Offer
from fatedeck.engine.record import Record
from fatedeck.engine.seen import Seen, see, see_all
from fatedeck.engine.view import View
from fatedeck.table.protocol import QuietPoint, Scene

_encode = msgspec.json.Encoder().encode


class Picture(Struct):
    """What one reader is shown of the game, as it is kept to be compared with the next."""

    seen: Seen
    offers: list[Offer]
    can_take_back: bool
    rewinds: list[QuietPoint]

    def scene(self) -> Scene:
        """All of it, as it is sent to a newcomer."""
        seen, view = self.seen, self.seen.view
        return Scene(
            seen.n,
            view.banner,
            view.turn,
            view.zones,
            view.sheets,
            view.gadgets,
            view.tale,
            self.offers,
            seen.waiting_for,
            seen.question,
            seen.overheard,
            seen.log,
            seen.over,
            self.can_take_back,
            self.rewinds,
            view.order,
            view.task,
            view.making,
            view.won,
            view.campaign,
            view.deed,
        )


# Drawing


def draw(
    record: Record[Struct, Struct, Struct], seat: str | None, rewinds: list[QuietPoint]
) -> Picture:
    """All that this seat is shown of the game now; a spectator is None."""
    return _picture(record, seat, rewinds, see(record, seat, len(record.log)))


def draw_all(
    record: Record[Struct, Struct, Struct],
    readers: Sequence[tuple[str | None, list[QuietPoint]]],
    drawn: Drawn,
) -> list[Picture]:
    """What each of these readers, by its seat and with its rewinds, is shown now."""
    all_seen = see_all(record, [seat for seat, _ in readers], len(record.log), drawn)
    return [
        _picture(record, seat, rewinds, seen)
        for (seat, rewinds), seen in zip(readers, all_seen, strict=True)
    ]


def _picture(
    record: Record[Struct, Struct, Struct],
    seat: str | None,
    rewinds: list[QuietPoint],
    seen: Seen,
) -> Picture:
    may_take_back = (
        seat is not None and not record.opened and record.why_not_take_back(seat) is None
    )
    return Picture(seen, seen.offers, may_take_back, rewinds)


# What is different


class Telling:
    """What is encoded for one telling, so that readers who are shown the same share its bytes."""

    __slots__ = ("_items", "_kept", "_views")

    def __init__(self) -> None:
        self._items: dict[int, bytes] = {}
        self._views: dict[tuple[int, ...], bytes] = {}
        self._kept: list[Struct] = []  # while they live, nothing else has their ids

    def difference(self, before: Picture, now: Picture) -> bytes:
        """What is different now, as the JSON of a `ScenePatch`; empty when nothing is.

        While somebody is asked the offers stand as they were.
        """
        old, new = before.seen, now.seen
        parts = self._view(old.view, new.view)
        if new.view.banner != old.view.banner:
            parts += b',"banner":' + _encode(new.view.banner)
        if new.view.turn != old.view.turn:
            parts += b',"turn":' + _encode(new.view.turn)
        if new.view.tale != old.view.tale:
            parts += b',"tale":' + _encode(new.view.tale)
        if new.view.order != old.view.order:
            parts += b',"order":' + _encode(new.view.order)
        if new.view.task != old.view.task:
            parts += b',"task":' + _encode(new.view.task)
        if new.view.making != old.view.making:
            parts += b',"making":' + _encode(new.view.making)
        if new.view.won != old.view.won:
            parts += b',"won":' + _encode(new.view.won)
        if new.view.campaign != old.view.campaign:
            parts += b',"campaign":' + _encode(new.view.campaign)
        if new.view.deed != old.view.deed:
            parts += b',"deed":' + _encode(new.view.deed)
        if new.n != old.n:
            parts += b',"n":%d' % new.n
        if new.waiting_for and not new.over:
            now.offers = before.offers
        elif changes := self._changes(before.offers, now.offers):
            parts += b',"offers":' + changes
        if new.waiting_for != old.waiting_for:
            parts += b',"waiting_for":' + _encode(new.waiting_for)
        if new.question != old.question:
            parts += b',"question":' + _encode(new.question)
        if new.overheard != old.overheard:
            parts += b',"overheard":' + _encode(new.overheard)
        if new.log != old.log:
            parts += b',"telling":' + _encode(new.log)
        if new.over != old.over:
            parts += b',"over":' + _encode(new.over)
        if now.can_take_back != before.can_take_back:
            parts += b',"can_take_back":' + _encode(now.can_take_back)
        if changes := self._changes(before.rewinds, now.rewinds):
            parts += b',"rewinds":' + changes
        return b"{" + parts[1:] + b"}" if parts else b""

    def _view(self, old: View, new: View) -> bytes:
        """What is different in the lists of the view; readers of the same lists share it."""
        was, now = (old.zones, old.sheets, old.gadgets), (new.zones, new.sheets, new.gadgets)
        which = (*map(id, was), *map(id, now))
        known = self._views.get(which)
        if known is None:
            known = b""
            if changes := self._changes(old.zones, new.zones):
                known += b',"zones":' + changes
            if changes := self._changes(old.sheets, new.sheets):
                known += b',"sheets":' + changes
            if changes := self._changes(old.gadgets, new.gadgets):
                known += b',"gadgets":' + changes
            self._views[which] = known
            self._kept += (old, new)
        return known

    def _changes(self, before: Sequence[Struct], now: Sequence[Struct]) -> bytes:
        """The JSON of `Items` that makes one list of the other; empty when they are the same.

        New items between stretches as they were; an item that moved is found when it is the same
        object.
        """
        if before is now or before == now:
            return b""
        parts: list[bytes] = []
        places: dict[int, int] = {}
        first, count, at = 0, 0, 0  # the stretch so far, and where the next item is looked for
        for item in now:
            place = at if at < len(before) and before[at] is item else _place(before, at, item)
            if place < 0:
                places = places or {id(old): n for n, old in enumerate(before)}
                place = places.get(id(item), -1)
            if place < 0:
                at += 1
            else:
                at = place + 1
                if count and place == first + count:
                    count += 1
                    continue
            if count:
                parts.append(b"[%d,%d]" % (first, count))
            if place < 0:
                parts.append(self._encoded(item))
                count = 0
            else:
                first, count = place, 1
        if count:
            parts.append(b"[%d,%d]" % (first, count))
        return b"[" + b",".join(parts) + b"]"

    def _encoded(self, item: Struct) -> bytes:
        known = self._items.get(id(item))
        if known is None:
            known = self._items[id(item)] = _encode(item)
        return known


def _place(before: Sequence[Struct], at: int, item: Struct) -> int:
    """Where an item lay: as is likely at this place, or beside it when one came or went; or -1."""
    for place in (at, at - 1, at + 1):
        if 0 <= place < len(before) and (before[place] is item or before[place] == item):
            return place
    return -1
