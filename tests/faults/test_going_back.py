"""Where nobody is the game master, nobody takes back alone what others have played."""

from __future__ import annotations

import random

from fatedeck.engine.random_play import random_answer
from fatedeck.table.protocol import AllowRewind, Answer, Cancel, Do, Rewind
from tests.table.house import OwnHouse, Sitting, new_id


async def played(house: OwnHouse, steps: int) -> Sitting:
    table, luck = await house.sit("high-card"), random.Random(3)
    for _ in range(steps):
        await table.step(luck)
    while table["host"].scene.waiting_for:
        await table.step(luck)
    return table


def last_words(table: Sitting, name: str) -> str:
    return table[name].story[-1].text


async def test_the_host_asks_and_everyone_agrees(house: OwnHouse) -> None:
    table = await played(house, 4)
    host, v = table["host"], table["host"].v
    point = host.scene.rewinds[-1]
    command = Rewind(new_id(), v, point.n)
    await host.done(command)
    await table.settle()
    assert (host.v, host.scene.n > point.n) == (v, True)
    asked = table["Ben"].table.going_back
    assert asked is not None
    assert (asked.to, asked.seat, asked.do) == (point.n, point.seat, point.do)
    assert (asked.agreed, asked.missing) == ([], ["Ana", "Ben"])
    assert last_words(table, "Ben") == (
        "The host asks to go back. It happens when everyone agrees."
    )
    yes = AllowRewind(new_id(), v, True)
    await table["Ana"].done(yes)
    await table["Ana"].done(yes)
    await host.done(command)
    await table.settle()
    asked = table["Ben"].table.going_back
    assert asked is not None
    assert asked.missing == ["Ben"]
    assert host.scene.n > point.n
    await table["Ben"].done(AllowRewind(new_id(), v, True))
    for reader in table.readers.values():
        await reader.catch_up(v + 1)
        assert reader.scene.n == point.n
        assert reader.table.going_back is None
    assert "Everyone agrees: the game goes back." in [line.text for line in table["Ana"].story]


async def test_one_no_is_enough_and_has_no_name(quick_house: OwnHouse) -> None:
    table = await played(quick_house, 3)
    host, v = table["host"], table["host"].v
    n = host.scene.n
    await host.done(Rewind(new_id(), v, host.scene.rewinds[-1].n))
    await table["Ana"].done(AllowRewind(new_id(), v, True))
    await table["Ben"].done(AllowRewind(new_id(), v, False))
    await table.settle()
    assert last_words(table, "Ana") == "The game won’t go back."
    assert (table["Ana"].table.going_back, host.scene.n) == (None, n)
    refused = await table["Ana"].refused(AllowRewind(new_id(), v, True))
    assert refused.sentence == "Nobody is asking to go back right now."


async def test_whoever_plays_on_has_answered(quick_house: OwnHouse) -> None:
    table = await played(quick_house, 3)
    host, v = table["host"], table["host"].v
    await host.done(Rewind(new_id(), v, host.scene.rewinds[-1].n))
    await table["Ana"].done(AllowRewind(new_id(), v, True))
    await table.settle()
    await table.step(random.Random(5))
    assert table["Ben"].table.going_back is None
    for at in (v, table["Ben"].v):
        refused = await table["Ben"].refused(AllowRewind(new_id(), at, True))
        assert "Nobody is asking" in refused.sentence


async def test_calling_off_is_going_back_too(quick_house: OwnHouse) -> None:
    """An action under way has shown its cards."""
    table, luck = await quick_house.sit("high-card"), random.Random(3)
    while not table["host"].scene.waiting_for:
        await table.step(luck)
    host, v = table["host"], table["host"].v
    await host.done(Cancel(new_id(), v))
    await table["Ana"].done(AllowRewind(new_id(), v, True))
    await host.settle()
    assert host.scene.waiting_for
    await table["Ben"].done(AllowRewind(new_id(), v, True))
    await host.catch_up(v + 1)
    assert not host.scene.waiting_for


async def test_a_host_without_a_seat_asks_the_only_one_who_plays(quick_house: OwnHouse) -> None:
    """Nobody sits on the other seat, so nobody else is asked."""
    links = await quick_house.create("high-card")
    host, ana = await quick_house.join(links.host), await quick_house.join(links.seats[0])
    laid = next(offer for offer in ana.scene.offers if not offer.why_not)
    await ana.done(Do(new_id(), ana.v, await ana.fill(laid, random.Random(1))))
    question = ana.scene.question
    assert question is not None
    await ana.done(Answer(new_id(), ana.v, random_answer(question, random.Random(1))))
    await host.catch_up(ana.v)
    await host.done(Rewind(new_id(), host.v, 1))
    assert host.scene.n > 1
    v = ana.v
    await ana.done(AllowRewind(new_id(), v, True))
    await host.catch_up(v + 1)
    assert host.scene.n == 1
