"""A table set up in the middle of a room of 1600 by 1000: decks, discard piles and hands.

playingcards.io and virtualtabletop.io both measure their rooms so.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatedeck.press.compiler import Unprintable
from fatedeck.press.packs import Pack

WIDE = 1600
HAND = (50, 820, 1500, 180)
"""Where everybody's own hand lies, and how large it is."""

_CARD = 103
_COLUMNS, _STEP, _DOWN = 6, 260, 250


class Place(Struct, frozen=True):
    """A pack on the table: its pile and beside it room for its discards, by their corners."""

    id: str
    label: str
    pack: Pack
    x: int
    y: int

    @property
    def card(self) -> tuple[int, int]:
        """How wide and high its cards lie there."""
        return _CARD, round(_CARD * self.pack.size.height / self.pack.size.width)

    @property
    def pile(self) -> tuple[int, int]:
        wide, high = self.card
        return wide + 8, high + 8


def places(made: list[Pack], players: int) -> list[Place]:
    """Every pack in its place, once for each player where each needs one."""
    laid = [*_once_each(made, players)]
    if len(laid) > 3 * _COLUMNS:
        raise Unprintable("That is more piles than lie on a table; choose fewer sets or players.")
    return [
        Place(id, label, pack, 40 + n % _COLUMNS * _STEP, 60 + n // _COLUMNS * _DOWN)
        for n, (id, label, pack) in enumerate(laid)
    ]


def _once_each(made: list[Pack], players: int) -> Iterator[tuple[str, str, Pack]]:
    for pack in made:
        if pack.each:
            for number in range(1, players + 1):
                yield f"{pack.id}-{number}", f"{pack.title} {number}", pack
        else:
            yield pack.id, pack.title, pack
