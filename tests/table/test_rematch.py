"""Playing again: whoever asks first makes the one table, and everyone's seat is kept there."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import msgspec

from fatedeck.table.protocol import (
    BringDeck,
    DeleteTable,
    Do,
    FreeSeat,
    Link,
    Start,
    TableInfo,
    WearColour,
)
from fatedeck.table.settings import Settings
from tests.table.house import House, OwnHouse, Postgres, Sitting, new_id, open_house
from tests.table.test_decks import GAME, MINE
from tests.table.test_workers import two_houses


async def over(house: House) -> Sitting:
    """Ana and Ben have fought; Ana plays a deck and a colour of her own, and Ben gives up."""
    table = await house.sit_at(await house.create(GAME, start=False))
    await table["Ana"].done(BringDeck(new_id(), MINE))
    await table["Ben"].done(WearColour(new_id(), "plum"))
    await table["host"].done(Start(new_id()))
    await table.settle()
    await table["Ben"].done(Do(new_id(), table["Ben"].v, {"do": "concede"}))
    await table.settle()
    return table


async def again(house: House, own: Link, **wanted: object) -> Link:
    """One's own seat at the table of the rematch."""
    answer = await house.post(own, "/rematch", wanted)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=Link)


def decks_of(house: OwnHouse, table: str) -> object:
    """The decks that are played at a table."""
    return house.hall.rooms[table].header.options["decks"]


def table_of(link: Link) -> str:
    return link.fragment.partition(".")[0]


def refused(answer: httpx.Response) -> str:
    assert answer.status_code in (403, 409), answer.text
    sentence: str = answer.json()["sentence"]
    return sentence


async def test_the_other_is_told_at_once_and_sits_down_at_the_same_table(house: OwnHouse) -> None:
    table = await over(house)
    before = table["Ana"].table
    bens = await again(house, table["Ben"].link, options={"best_of": 3, "won": {"Ana": 1}})
    await table["Ana"].settle()
    assert table["Ana"].table.rematch == "Ben"
    assert table["Ana"].story[-1].text == "Ben wants a rematch."

    anas = await again(house, table["Ana"].link)
    assert table_of(anas) == table_of(bens) != before.id
    assert await again(house, table["Ana"].link) == anas  # asked again, the same seat
    ana, ben = await house.join(anas), await house.join(bens)
    assert (ana.link.name, ben.link.name) == ("Ana", "Ben")
    now = ben.table
    assert now.name == "Ana against Ben"
    assert [seat.name for seat in now.seats if seat.place == now.host] == ["Ben"]
    assert colours_of(now) == colours_of(before)
    assert now.options["best_of"] == 3
    await ben.done(Start(new_id()))
    await ana.settle()
    assert decks_of(house, now.id) == {"Ana": MINE}  # as she played it
    assert ana.scene.n == 1


def colours_of(table: TableInfo) -> dict[str, str | None]:
    return {seat.name: seat.colour for seat in table.seats}


async def test_both_ask_at_the_same_moment_and_one_table_is_made(house: OwnHouse) -> None:
    table = await over(house)
    links = await asyncio.gather(
        *(again(house, table[name].link) for name in ("Ana", "Ben", "Ana"))
    )
    assert len({table_of(link) for link in links}) == 1
    assert links[0] == links[2]


async def test_two_workers_make_one_table(postgres: Postgres) -> None:
    async with two_houses(await postgres.new_database()) as (first, second):
        table = await over(first)
        links = await asyncio.gather(
            again(first, table["Ana"].link), again(second, table["Ben"].link)
        )
        assert len({table_of(link) for link in links}) == 1
        for link in links:
            await first.join(link)
        assert (await first.hall.store.count_tables()) == 2


async def test_it_is_not_lost_when_the_server_starts_again(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        table = await over(house)
        bens = await again(house, table["Ben"].link)
    async with open_house(settings) as house:
        ana = await house.join(table["Ana"].link)
        assert ana.table.rematch == "Ben"
        anas = await again(house, ana.link, decks={"Ana": "ley_lines"})
        assert table_of(anas) == table_of(bens)
        await (await house.join(bens)).done(Start(new_id()))
        assert decks_of(house, table_of(bens)) == {"Ana": "ley_lines"}


async def test_against_the_machine_it_begins_at_once(tmp_path: Path) -> None:
    seats = [{"name": "Ana", "mine": True}, {"name": "Bot", "machine": "machine", "deck": MINE}]
    body = {"game": GAME, "name": "Saturday", "seats": seats, "start": True}
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, machine_seconds=600) as house:
        made = (await house.http.post("/api/v1/tables", json=body)).json()
        ana = await house.join(msgspec.convert(made["seats"][0], type=Link))
        await ana.done(Do(new_id(), ana.v, {"do": "concede"}))
        there = await house.join(await again(house, ana.link, decks={"Ana": "ley_lines"}))
        assert there.table.phase == "playing"
        assert decks_of(house, there.table.id) == {"Ana": "ley_lines", "Bot": MINE}


async def test_who_may_ask_and_for_what(quick_house: OwnHouse) -> None:
    table = await quick_house.sit(GAME)
    early = await quick_house.post(table["Ana"].link, "/rematch", {})
    assert refused(early) == "The game isn’t over yet."
    table = await over(quick_house)
    watching = await quick_house.post(table["spectator"].link, "/rematch", {})
    assert refused(watching) == "Only someone who played can ask for a rematch."
    theirs = await quick_house.post(table["Ana"].link, "/rematch", {"decks": {"Ben": MINE}})
    assert refused(theirs) == "Ben’s deck isn’t yours to choose."
    assert (await quick_house.post(table["Ana"].link, "/rematch", {"seats": []})).status_code == 400


async def test_a_seat_that_was_given_away_is_not_taken_back(quick_house: OwnHouse) -> None:
    table = await over(quick_house)
    ben = await quick_house.join(await again(quick_house, table["Ben"].link))
    place = next(seat.place for seat in ben.table.seats if seat.name == "Ana")
    await ben.done(FreeSeat(new_id(), place))
    late = await quick_house.post(table["Ana"].link, "/rematch", {})
    assert refused(late) == "Your seat at the new table was given away. Ask who hosts it."


async def test_where_the_new_table_is_gone_another_one_is_made(quick_house: OwnHouse) -> None:
    table = await over(quick_house)
    ben = await quick_house.join(await again(quick_house, table["Ben"].link))
    await ben.done(DeleteTable(new_id(), sure=True))
    anas = await again(quick_house, table["Ana"].link)
    assert table_of(anas) not in (ben.table.id, table["Ana"].table.id)
    await table["Ben"].settle()
    assert table["Ben"].table.rematch == "Ana"
