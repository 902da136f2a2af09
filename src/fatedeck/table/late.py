"""Who sat down when the game was on: the first line of its record does not name them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.codec import SIT_DOWN
from fatedeck.table.rows import PaperRow, PastStep, SeatRow, StepRow

LATE = "late"
"""The paper on which a table keeps them."""
SITS_DOWN = str(SIT_DOWN["do"])
"""What the step of somebody does who sits down."""


class Late(Struct, frozen=True):
    """A seat that came with step `v`, which led to quiet point `n`: nobody goes back behind it."""

    seat: str
    v: int
    n: int


def late_in(papers: dict[str, PaperRow]) -> list[Late]:
    """Everyone who came late, in that order."""
    paper = papers.get(LATE)
    return msgspec.json.decode(paper.body, type=list[Late]) if paper is not None else []


def late_by(steps: Iterable[StepRow | PastStep]) -> list[Late]:
    """The same, as the steps of a table tell it."""
    return [Late(step.seat, step.v, step.n) for step in steps if step.do == SITS_DOWN]


def seats_at(seats: Sequence[SeatRow], late: Iterable[Late], v: int) -> list[SeatRow]:
    """The seats that there were at step `v`."""
    later = {one.seat for one in late if one.v > v}
    return [seat for seat in seats if seat.name not in later]
