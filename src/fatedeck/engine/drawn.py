"""What was drawn of a table last, so that only what has changed is drawn again.

Most of what the seats are shown is the same for all of them, and the same as before. A game may
draw it in parts, each a function of plain values; a part whose values are the same is the same
object again, whoever looks. Who may see a part is one of its values, so no seat is ever given a
part that was drawn for other eyes. Of the values only a hash is kept: 64 bits, keyed at random by
each process, so that nobody can make two that are alike.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeAlias, TypeVar, TypeVarTuple

import msgspec
from msgspec import Struct

from fatedeck.engine.view import Gadget, Making, MakingStep, SceneTold, Sheet, View, Zone

S = TypeVar("S", bound=Struct)
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Eyes: TypeAlias = Sequence[str | None]
Source: TypeAlias = tuple[Callable[..., object], int]

_encode = msgspec.msgpack.Encoder().encode


class Parts(Generic[T]):
    """Parts of one kind, by what they were drawn from."""

    __slots__ = ("_before", "_now")

    def __init__(self) -> None:
        self._before: dict[Source, T] = {}
        self._now: dict[Source, T] = {}

    def part(self, draw: Callable[[*Ts], T], *values: *Ts) -> T:
        """What `draw` makes of these values, drawn again only when one of them has changed.

        `draw` is a function of its arguments alone, and nobody changes what it makes.
        """
        source = (draw, hash(_encode(values)))
        found = self._now.get(source)
        if found is None:
            found = self._before.get(source)
            if found is None:
                found = draw(*values)
            self._now[source] = found
        return found

    def turn_over(self) -> None:
        """All are drawn again now: what is not among them this time is forgotten the next."""
        if self._now:
            self._before, self._now = self._now, {}


class Drawn:
    """The parts of one table as they were drawn last."""

    __slots__ = (
        "_quiet",
        "_scenes",
        "_state",
        "_views",
        "gadgets",
        "makings",
        "sheets",
        "steps",
        "zones",
    )

    def __init__(self) -> None:
        self.zones = Parts[list[Zone]]()
        self.sheets = Parts[tuple[Sheet, ...]]()
        self.gadgets = Parts[Gadget]()
        self.makings = Parts[Making]()
        self.steps = Parts[MakingStep]()
        self._state: Struct | None = None
        self._views: dict[str | None, View] = {}
        self._quiet: tuple[bytes, dict[str | None, View]] = (b"", {})
        self._scenes: tuple[tuple[object, ...], list[SceneTold | None]] = ((), [])

    def views(
        self, draw: Callable[[S, Eyes, Drawn], list[View]], state: S, seats: Eyes
    ) -> list[View]:
        """What these seats see of a state, which `draw` draws once for each until it is let go."""
        if self._state is not state:
            self._state, self._views = state, {}
        new = [seat for seat in seats if seat not in self._views]
        if new:
            self._views.update(zip(new, draw(state, new, self), strict=True))
        return [self._views[seat] for seat in seats]

    def let_go(self, quiet: bytes | None = None) -> None:
        """Keep what was drawn and let go of the state; `quiet` is its snapshot at a quiet point."""
        if quiet is not None:
            self._quiet = (quiet, self._views)
        self._state, self._views = None, {}

    def known(self, quiet: bytes, seats: Eyes) -> list[View] | None:
        """What these seats saw at a quiet point, if it is the last that was drawn for all."""
        snapshot, views = self._quiet
        if snapshot is not quiet or not all(seat in views for seat in seats):
            return None
        return [views[seat] for seat in seats]

    def scenes(
        self, draw: Callable[[], list[SceneTold | None]], *values: object
    ) -> list[SceneTold | None]:
        """The scene as each is shown it, drawn again only when one of these values has changed."""
        if self._scenes[0] != values:
            self._scenes = (values, draw())
        return self._scenes[1]

    def turn_over(self) -> None:
        """The table has changed, and is drawn again for all."""
        for parts in (self.zones, self.sheets, self.gadgets, self.makings, self.steps):
            parts.turn_over()
