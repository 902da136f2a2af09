"""What was drawn of a table last, so that only what has changed is drawn anew.

Most of what the seats are shown is the same for all of them, and the same as before. A game may
draw it in parts, each a function of plain values; a part whose values are the same is the same
object again, whoever looks. The values are compared whole, and who may see a part is one of them,
so no seat is ever given a part that was drawn for other eyes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeAlias, TypeVar, TypeVarTuple

import msgspec

from fatedeck.engine.offers import Offer
from fatedeck.engine.view import Gadget, Sheet, Zone

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Source: TypeAlias = tuple[Callable[..., object], bytes]

_encode = msgspec.msgpack.Encoder().encode


class Parts(Generic[T]):
    """Parts of one kind, by what they were drawn from."""

    __slots__ = ("_before", "_now")

    def __init__(self) -> None:
        self._before: dict[Source, T] = {}
        self._now: dict[Source, T] = {}

    def part(self, draw: Callable[[*Ts], T], *values: *Ts) -> T:
        """What `draw` makes of these values, drawn anew only when one of them has changed.

        `draw` is a function of its arguments alone, and nobody changes what it makes.
        """
        source = (draw, _encode(values))
        found = self._now.get(source)
        if found is None:
            found = self._before.get(source)
            if found is None:
                found = draw(*values)
            self._now[source] = found
        return found

    def turn_over(self) -> None:
        self._before, self._now = self._now, {}


class Drawn:
    """The parts of one table as they were drawn last."""

    __slots__ = ("gadgets", "offers", "sheets", "zones")

    def __init__(self) -> None:
        self.zones = Parts[list[Zone]]()
        self.sheets = Parts[tuple[Sheet, ...]]()
        self.gadgets = Parts[Gadget]()
        self.offers = Parts[list[Offer]]()

    def turn_over(self) -> None:
        """The table has changed: what is not drawn again until the next change is forgotten."""
        for parts in (self.zones, self.sheets, self.gadgets, self.offers):
            parts.turn_over()
