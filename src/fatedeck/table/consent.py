"""Copying a table while it is played: a copy shows all that is hidden, so everyone agrees to it.

Not even a game master is above this: the rules may hide a hand from them. Once the table has ended
its secret lies open, and it may be copied freely, but for what was said in private.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.table.protocol import Copying
from fatedeck.table.rows import SeatRow


class Copies(Struct, omit_defaults=True):
    """The places that have agreed to a copy, None when nobody asks; and whether one was made."""

    agreed: list[int] | None = None
    made: bool = False

    def without(self, place: int) -> Copies:
        """The same, but nobody has agreed at this place."""
        agreed = self.agreed and [other for other in self.agreed if other != place]
        return Copies(agreed, self.made)


def read_copies(kept: str) -> Copies:
    """What a table's row has kept of it."""
    return msgspec.json.decode(kept, type=Copies) if kept else Copies()


def write_copies(copies: Copies) -> str:
    return msgspec.json.encode(copies).decode()


def copying(seats: Sequence[SeatRow], agreed: list[int] | None) -> Copying | None:
    """How far the asking has come; None when nobody has asked."""
    if agreed is None:
        return None
    return Copying(
        [seat.name for seat in seats if seat.place in agreed],
        [seat.name for seat in seats if _has_a_say(seat) and seat.place not in agreed],
    )


def why_not_copy(phase: str, seats: Sequence[SeatRow], agreed: list[int] | None) -> Refused | None:
    """Why this table may not be copied now, or None if it may."""
    return None if phase == "ended" else why_not_copy_all(seats, agreed)


def why_not_copy_all(seats: Sequence[SeatRow], agreed: list[int] | None) -> Refused | None:
    """Why whispers and notes may not be copied along: their players have not agreed."""
    if agreed is None:
        return Refused(
            "",
            "A copy shows every hidden card. Under More, ask everyone to agree, or end the table.",
        )
    missing = [seat.name for seat in seats if _has_a_say(seat) and seat.place not in agreed]
    if missing:
        return Refused("", f"A copy shows every hidden card. Still to agree: {', '.join(missing)}.")
    return None


def _has_a_say(seat: SeatRow) -> bool:
    """Wherever somebody ever sat: neither the machine nor an empty chair agrees in their place."""
    return seat.sat > 0
