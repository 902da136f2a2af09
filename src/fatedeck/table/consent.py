"""Copying a table while it is played: a copy shows all that is hidden, so everyone agrees to it.

Not even a game master is above this: the rules may hide a hand from them. Once the table has ended
its secret lies open, and it may be copied freely.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fatedeck.engine.errors import Refused
from fatedeck.table.protocol import Copying
from fatedeck.table.rows import SeatRow


def copying(seats: Sequence[SeatRow], agreed: Collection[int] | None) -> Copying | None:
    """How far the asking has come; None when nobody has asked."""
    if agreed is None:
        return None
    return Copying(
        [seat.name for seat in seats if seat.place in agreed],
        [seat.name for seat in seats if _has_a_say(seat) and seat.place not in agreed],
    )


def why_not_copy(
    phase: str, seats: Sequence[SeatRow], agreed: Collection[int] | None
) -> Refused | None:
    """Why this table may not be copied now, or None if it may."""
    if phase == "ended":
        return None
    if agreed is None:
        return Refused(
            "",
            "A copy shows every hidden card. Under More, ask everyone to agree, or end the table.",
        )
    missing = [seat.name for seat in seats if _has_a_say(seat) and seat.place not in agreed]
    if missing:
        return Refused("", f"A copy shows every hidden card; not yet agreed: {', '.join(missing)}.")
    return None


def _has_a_say(seat: SeatRow) -> bool:
    """Whoever sits there or still may; handing their seat to the machine does not silence them."""
    return seat.token_hash is not None and (seat.taken or not seat.machine)
