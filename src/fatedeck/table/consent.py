"""What everyone agrees to: copying a table while it is played, and going back without a master.

A copy shows all that is hidden. Not even a game master is above this: the rules may hide a hand
from them. Once the table has ended its secret lies open, and it may be copied freely, but for what
was said in private. Whoever plays on and goes back has seen cards too; only a game master, who
plays against nobody, goes back alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.table.links import Member
from fatedeck.table.protocol import Copying, GoingBack
from fatedeck.table.rows import SeatRow

BACK = "going-back"
"""The paper on which a table keeps what is asked for."""


class Back(Struct):
    """The host asks at version `v` to go back to quiet point `to`; these places have agreed.

    It is asked for until anybody plays on. What is taken back begins with what `seat` did there,
    unless that is too long ago to be named.
    """

    v: int
    to: int
    seat: str
    do: str
    agreed: list[int]


def going_back(seats: Sequence[SeatRow], back: Back | None) -> GoingBack | None:
    """How far this asking has come; None when nobody asks."""
    if back is None:
        return None
    agreed = [seat.name for seat in seats if seat.place in back.agreed]
    return GoingBack(back.to, back.seat, back.do, agreed, missing(seats, back.agreed))


def missing(seats: Sequence[SeatRow], agreed: Sequence[int]) -> list[str]:
    """Who has a say and has not agreed."""
    return [seat.name for seat in seats if _has_a_say(seat) and seat.place not in agreed]


def asks_before_going_back(member: Member, seats: Sequence[SeatRow]) -> bool:
    """Whether others agree before the game goes back: this is no master, and others play."""
    own = [member.place] if member.seat else []
    return member.role != "gm" and len(missing(seats, own)) > 0


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
    names = [seat.name for seat in seats if seat.place in agreed]
    return Copying(names, missing(seats, agreed))


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
    if names := missing(seats, agreed):
        return Refused("", f"A copy shows every hidden card. Still to agree: {', '.join(names)}.")
    return None


def _has_a_say(seat: SeatRow) -> bool:
    """Wherever somebody ever sat: neither the machine nor an empty chair agrees in their place."""
    return seat.sat > 0
