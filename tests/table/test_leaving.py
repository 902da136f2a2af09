"""Leaving a seat for the evening or for good; heroes that are saved, and brought along."""

from __future__ import annotations

import json

import msgspec

from fatedeck.table.links import derived
from fatedeck.table.protocol import (
    AskHero,
    Do,
    Done,
    FreeSeat,
    HandOver,
    LeaveSeat,
    Links,
    NewLink,
    Say,
    SeatInfo,
    TableInfo,
    TakeBack,
)
from tests.table.house import House, OwnHouse, new_id
from tests.table.test_invites import code_of, guest, hosted, sit


async def two_players(house: House, game: str = "deck-of-adventures") -> Links:
    seats = [{"name": "GM", "role": "gm", "mine": True}, {"name": "Ana"}, {"name": "Ben"}]
    return await hosted(house, game=game, seats=seats, start=True)


def seat_of(table: TableInfo, name: str) -> SeatInfo:
    return next(seat for seat in table.seats if seat.name == name)


async def test_who_leaves_for_good_frees_the_seat_and_the_hero_stays(
    quick_house: OwnHouse,
) -> None:
    """Everyone is told, the old link works no more, and whoever comes late takes it over."""
    house = quick_house
    links = await two_players(house)
    ana, ben = await house.join(links.seats[1]), await house.join(links.seats[2])
    await ben.done(Do(new_id(), ben.v, {"do": "take-premade", "premade": "Clubs1"}))

    await ben.send(LeaveSeat(new_id()))
    assert (await ben.bye()).sentence.startswith("You’ve left the table.")
    await ana.settle()
    assert ana.story[-1].text == "Ben has left the table. Their seat is free."
    assert not seat_of(ana.table, "Ben").taken
    again = await house.knock(links.seats[2])
    assert not (await again.bye()).again

    link = await sit(house, await code_of(house, links.seats[0]), guest("Cleo", place=2))
    assert link is not None
    cleo = await house.join(link)
    assert "Marn" in next(sheet for sheet in cleo.scene.sheets if sheet.owner == "Ben").about


async def test_who_leaves_is_heard_no_more(quick_house: OwnHouse) -> None:
    """What they send right behind does not count: no link of their own opens the seat again."""
    house = quick_house
    links = await two_players(house)
    ana, ben = await house.join(links.seats[1]), await house.join(links.seats[2])
    renew = NewLink(new_id(), 2)
    await ben.send(LeaveSeat(new_id()))
    await ben.send(renew)
    await ben.send(Say(new_id(), "chat", "Still here!"))
    assert (await ben.bye()).sentence.startswith("You’ve left the table.")
    token = derived(links.seats[2].token, "link", renew.id)
    back = await house.knock(msgspec.structs.replace(links.seats[2], token=token))
    assert not (await back.bye()).again
    await ana.settle()
    assert ana.story[-1].text == "Ben has left the table. Their seat is free."


async def test_a_freed_seat_is_for_whoever_has_its_new_link(quick_house: OwnHouse) -> None:
    """However quickly who sat there makes a link of their own."""
    house = quick_house
    links = await two_players(house)
    gm, ben = await house.join(links.seats[0]), await house.join(links.seats[2])
    await ben.settle()
    free, renewals = FreeSeat(new_id(), 2), [NewLink(new_id(), 2) for _ in range(3)]
    room = house.hall.rooms[links.table]
    line = room.audiences[2].lines[0]
    house.hall.receive(room.audiences[0].lines[0], room, 0, free)
    for renewal in renewals:
        house.hall.receive(line, room, 2, renewal)
    freed = await gm.until(Done, lambda done: done.id == free.id)
    assert freed.link is not None
    await house.join(freed.link)
    for renewal in renewals:
        token = derived(links.seats[2].token, "link", renewal.id)
        back = await house.knock(msgspec.structs.replace(links.seats[2], token=token))
        assert not (await back.bye()).again


async def test_the_host_stays(quick_house: OwnHouse) -> None:
    links = await two_players(quick_house)
    gm = await quick_house.join(links.seats[0])
    refused = await gm.refused(LeaveSeat(new_id()))
    assert refused.sentence == "You host this table, so you can’t leave it. You can end it, though."
    spectator = await quick_house.join(links.spectator)
    assert (await spectator.refused(LeaveSeat(new_id()))).why == "forbidden"


async def test_for_the_evening_the_machine_plays_ones_own_seat(quick_house: OwnHouse) -> None:
    """And nobody else's: that is up to whoever runs the table."""
    links = await two_players(quick_house)
    ana = await quick_house.join(links.seats[1])
    assert (await ana.refused(HandOver(new_id(), 2, "machine"))).why == "forbidden"
    await ana.done(HandOver(new_id(), 1, "machine"))
    await ana.settle()
    assert seat_of(ana.table, "Ana").machine == "machine"
    assert seat_of(ana.table, "Ana").taken
    await ana.done(HandOver(new_id(), 1, ""))
    await ana.settle()
    assert seat_of(ana.table, "Ana").machine == ""


async def test_a_hero_goes_from_table_to_table(quick_house: OwnHouse) -> None:
    """What was saved at one table is brought to another, and can be taken back there."""
    first, second = await two_players(quick_house), await two_players(quick_house)
    ana, ben = await quick_house.join(first.seats[1]), await quick_house.join(second.seats[2])
    assert "no finished hero" in (await ana.refused(AskHero(new_id()))).sentence
    await ana.done(Do(new_id(), ana.v, {"do": "making.surprise", "luck": 4711}))
    await ana.done(Do(new_id(), ana.v, {"do": "finish-character"}))
    hero = (await ana.done(AskHero(new_id()))).hero
    assert hero is not None
    name = json.loads(hero)["name"]

    await ben.done(Do(new_id(), ben.v, {"do": "making.bring", "hero": hero}))
    await ben.settle()
    assert f"Ben brings {name} from another table." in [line.text for line in ben.story]
    assert ben.scene.making is None
    assert (await ben.done(AskHero(new_id()))).hero == hero
    await ben.done(TakeBack(new_id(), ben.v))
    await ben.settle()
    assert ben.scene.making is not None


async def test_nobody_sees_the_steps_of_another(quick_house: OwnHouse) -> None:
    links = await two_players(quick_house, "thousand-faces")
    ana, ben = await quick_house.join(links.seats[1]), await quick_house.join(links.seats[2])
    gm = await quick_house.join(links.seats[0])
    await ana.done(Do(new_id(), ana.v, {"do": "name-character", "name": "Zenobia"}))
    await ben.settle()
    await gm.settle()
    assert ana.scene.making is not None
    assert ana.scene.making.steps[0].so_far == "Zenobia"
    assert ben.scene.making is not None
    assert ben.scene.making.steps[0].so_far == ""
    assert gm.scene.making is None
