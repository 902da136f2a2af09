"""A table that was damaged on disk: what is whole of it, and how it goes on from there.

Nobody is let in to a damaged table as if nothing were wrong. Who runs it is offered the last step
from which the game can be taken up; what came after is struck, and the story says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile

import msgspec

from fatedeck.engine.chance import Salt
from fatedeck.table.clock import milliseconds
from fatedeck.table.late import LATE, Late, late_in, seats_at
from fatedeck.table.links import Member
from fatedeck.table.refusals import Damaged
from fatedeck.table.room import RECENT
from fatedeck.table.rows import (
    Claim,
    PaperGone,
    SeatGone,
    SeatRow,
    StepRow,
    StepsGone,
    Strike,
    TableRow,
    Work,
    numbered,
    scar,
)
from fatedeck.table.sessions import written
from fatedeck.table.store import Store
from fatedeck.table.story import Body, Tale

_DAMAGED = Damaged().sentence


class Broken(Damaged):
    """A table with damaged steps. `whole` is the last one that the game can be taken up from.

    `offered` is its version, for who runs the table, and zero for everyone else.
    """

    def __init__(
        self, row: TableRow, seats: list[SeatRow], whole: StepRow, lost: int, *, runs: bool = False
    ) -> None:
        what = f"the last {lost} steps are" if lost > 1 else "the last step is"
        after = f"; {what} lost" if lost else ""
        offer = f"It can go on from step {whole.v}{after}."
        wait = "The host or the game master can go on from the last whole point."
        super().__init__(f"{_DAMAGED} {offer if runs else wait}")
        self.row = row
        self.seats = seats
        self.whole = whole
        self.lost = lost
        self.offered = whole.v if runs else 0

    def told_to(self, member: Member) -> Broken:
        """The same as this reader may know it."""
        return Broken(self.row, self.seats, self.whole, self.lost, runs=member.runs_table)


def check_together(
    row: TableRow,
    seats: Sequence[SeatRow],
    step: StepRow | None,
    quiet: StepRow | None,
    tales: Sequence[Tale],
) -> None:
    """Raise `Damaged` when seats or steps are missing although something tells of them.

    What was told before the table was mended may tell of steps that were lost then.
    """
    if row.seated not in (0, len(seats)):
        raise Damaged
    since = takewhile(lambda tale: not tale.body.text.startswith(_DAMAGED), reversed(tales))
    told = max((tale.v for tale in since), default=0)
    last = step.v if step is not None and quiet is not None else 0
    if (row.phase == "lobby") != (last == 0) or told > last:
        raise Damaged("The last steps of this table are lost on the server's disk.")


async def broken_table(store: Store, table_id: str) -> Broken | None:
    """What is whole of a damaged table; None when nothing can be taken up."""
    with suppress(Damaged):
        row, seats = await store.table(table_id), await store.seats(table_id)
        if row is None or row.seated not in (0, len(seats)):
            return None
        versions = await store.versions(table_id)
        for v in versions:
            with suppress(Damaged):
                step = await store.last_step(table_id, v)
                if step is None or step.v != v:
                    continue
                if await store.quiet_step(table_id, step.n, v) is not None:
                    return Broken(row, seats, step, versions[0] - v)
    return None


async def mend(store: Store, broken: Broken) -> None:
    """Go on from the last whole step: later ones are gone, damaged ones before it are marked.

    Papers that are damaged, such as notes and pictures, are gone as well, and so are the seats of
    who sat down later.
    """
    row, whole, now = broken.row, broken.whole, milliseconds()
    near = range(max(1, whole.v - RECENT), whole.v)
    damaged = [v for v in near if not await _is_whole(store, row.id, v)]
    papers = await store.damaged_papers(row.id)
    lost = " What came after is lost." if broken.lost else ""
    lost += " A note or a picture is lost." if papers else ""
    told = Tale(now, 0, whole.v, 0, "", "event", Body(f"{_DAMAGED} It goes on from here.{lost}"))
    last = await store.story(row.id, limit=1)
    number = last[-1].number if last else 0
    salts = msgspec.json.decode(row.salts, type=list[Salt])
    row.salts = msgspec.json.encode(salts[: await store.count_salts(row.id, whole.v)]).decode()
    late: list[Late] = []
    with suppress(Damaged):
        late = late_in(await store.papers(row.id))
    seats = seats_at(broken.seats, late, whole.v)
    row.seated = len(seats)
    head = await store.head(row.id)
    await store.save_now(
        Work(
            tables=[row],
            steps_gone=[StepsGone(row.id, whole.v)],
            seats_gone=[SeatGone(row.id, s.place) for s in broken.seats if s not in seats],
            papers=[written(row.id, LATE, [one for one in late if one.v <= whole.v])],
            papers_gone=[PaperGone(row.id, name) for name in papers],
            scars=[scar(row.id, v, whole.at, whole.n) for v in damaged],
            strikes=[Strike(row.id, whole.n, now)],
            story=numbered([told.row(row.id, "")], number),
        ),
        Claim(row.id, head.rev, head.rev + 1) if head is not None else None,
    )


async def _is_whole(store: Store, table_id: str, v: int) -> bool:
    with suppress(Damaged):
        step = await store.last_step(table_id, v)
        return step is not None and step.v == v
    return False
