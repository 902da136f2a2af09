"""Taking back, rewinding, and a story that keeps what was undone."""

from __future__ import annotations

import random

from fatedeck.table.protocol import Answer, Cancel, Do, Rewind, TakeBack
from tests.table.house import OwnHouse, Sitting, new_id


async def lay(table: Sitting) -> None:
    await table["Ana"].done((await table.choose(random.Random(0)))[1])


async def test_a_seat_takes_back_its_own_last_action(house: OwnHouse) -> None:
    table = await house.sit()
    before = table["Ana"].scene
    await lay(table)
    assert table["Ana"].scene.can_take_back
    await table["Ana"].done(TakeBack(new_id(), 2))
    assert table["Ana"].scene.zones == before.zones
    assert table["Ana"].scene.question is None


async def test_a_done_action_is_taken_back_also_after_a_restart(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    luck = random.Random(5)
    mine: list[str] = []
    while not mine:
        await table.step(luck)
        await table.settle()
        scenes = {seat: table[seat].scene for seat in table.seats}
        mine = [s for s, scene in scenes.items() if scene.can_take_back and not scene.waiting_for]
    before, link = table[mine[0]].scene, table[mine[0]].link
    await table.close()
    house.hall.rooms.clear()
    reader = await house.join(link)
    done = await reader.done(TakeBack(new_id(), reader.v))
    await reader.catch_up(done.v)
    assert reader.scene.n == before.n - 1


async def test_not_that_of_another(quick_house: OwnHouse) -> None:
    table = await quick_house.sit()
    await lay(table)
    await table["Ben"].catch_up(2)
    refused = await table["Ben"].refused(TakeBack(new_id(), 2))
    assert "yours" in refused.sentence


async def test_what_is_undone_stays_in_the_story_struck_through(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    luck = random.Random(3)
    for _ in range(12):
        await table.step(luck)
    point = min(table["GM"].scene.rewinds, key=lambda point: point.n)
    told = [line for line in table["Ana"].story if line.kind == "play"]
    assert told
    seen = [line.text for line in told if line.n >= point.n]
    seen += [line.text for line in table["Ana"].scene.telling]  # of what is not done yet
    done = await table["GM"].done(Rewind(new_id(), table["GM"].v, point.n))
    await table["Ana"].catch_up(done.v)
    assert table["Ana"].scene.n == point.n
    assert [line.text for line in table["Ana"].story if line.undone] == seen
    newcomer = await house.join(table["Ana"].link)
    assert newcomer.story == table["Ana"].story[-len(newcomer.story) :]
    assert newcomer.scene == table["Ana"].scene


async def test_a_table_can_be_rewound_far_and_after_a_restart(house: OwnHouse) -> None:
    table = await house.sit("deckahedron")
    luck = random.Random(4)
    first = table["Ana"].scene
    for _ in range(30):
        await table.step(luck)
    v = table["GM"].v
    await table.close()
    house.hall.rooms.clear()
    master, ana = await house.join(table["GM"].link), await house.join(table["Ana"].link)
    assert master.v == v
    await master.done(Rewind(new_id(), v, 1))
    await ana.catch_up(master.v)
    assert ana.scene.zones == first.zones
    assert ana.scene.sheets == first.sheets


async def test_undo_never_draws_anew(house: OwnHouse) -> None:
    """The same deed at the same place gets the same cards."""
    table = await house.sit("high-card")
    laid = (await table.choose(random.Random(0)))[1]
    assert isinstance(laid, Do)
    host = table["host"]
    drawn = []
    for _ in range(2):
        await table["Ana"].catch_up(host.v)
        await table["Ana"].done(Do(new_id(), table["Ana"].v, laid.action))
        await table["Ana"].done(Answer(new_id(), table["Ana"].v, "Swap"))
        drawn.append([zone.cards for zone in table["Ana"].scene.zones])
        await host.catch_up(table["Ana"].v)
        await table.go_back(Rewind(new_id(), host.v, 1))
    assert drawn[0] == drawn[1]


async def test_the_action_under_way_can_be_called_off(quick_house: OwnHouse) -> None:
    table = await quick_house.sit()
    before = table["Ana"].scene.zones
    await lay(table)
    await table["host"].catch_up(2)
    await table.go_back(Cancel(new_id(), 2))
    await table["Ana"].catch_up(3)
    assert table["Ana"].scene.zones == before
