"""Play over days: a turn may take so long, and then the machine may stand in, if all know that."""

from __future__ import annotations

import pytest

from fatedeck.table.clock import milliseconds
from fatedeck.table.deadlines import Deadline
from fatedeck.table.protocol import AgreeDeadline, CloseSession, HandOver, Resume
from tests.table.house import OwnHouse, new_id

HOUR = 3_600_000


async def test_the_machine_stands_in_when_that_was_agreed(
    house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = 0
    monkeypatch.setattr("fatedeck.table.room.milliseconds", lambda: milliseconds() + hours * HOUR)
    table = await house.sit("adventurer-factory")
    scene = table["host"].scene
    awaited = (scene.waiting_for or scene.turn)[0]
    [other] = {link.name for link in table.links.seats} - {awaited}
    ana, ben = table[other], table[awaited]
    await ben.close()
    while ana.table.seats[ben.link.place].here:
        await ana.next()
    stand_in = HandOver(new_id(), ben.link.place, "machine")
    room = house.hall.rooms[table.links.table]

    assert (await ana.refused(stand_in)).why == "forbidden"
    assert (await ana.refused(AgreeDeadline(new_id(), 24, True))).why == "forbidden"
    await table["host"].done(AgreeDeadline(new_id(), 24, True))
    while ana.table.deadline is None:
        await ana.next()
    assert ana.table.deadline == Deadline(24, True)
    assert "A turn can take up to a day. After that, anyone can" in ana.story[-1].text

    assert (await ana.refused(stand_in)).why == "forbidden"
    await table["host"].done(CloseSession(new_id()))
    hours += 7 * 24
    await table["host"].done(Resume(new_id()))
    assert (await ana.refused(stand_in)).why == "forbidden"  # the table slept
    hours += 25
    assert (await table["spectator"].refused(stand_in)).why == "forbidden"
    again = await house.join(ben.link)
    assert (await ana.refused(stand_in)).why == "forbidden"  # they are here
    await again.close()
    while ana.table.seats[ben.link.place].here:
        await ana.next()
    await ana.done(stand_in)
    assert room.seat_at(ben.link.place).machine == "machine"


def test_a_turn_is_over_only_after_its_hours() -> None:
    assert not Deadline(2).is_over(0, 2 * HOUR)
    assert Deadline(2).is_over(0, 2 * HOUR + 1)
    assert not Deadline(0).is_over(0, 10**15)
    assert Deadline(0, True).told == "A turn can take as long as it needs."
