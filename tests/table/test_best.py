"""Which choice is best, asked at the table: with progress and a limit, and ended on a word."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import httpx
import msgspec
import pytest

from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Value
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.dilemmas import Dilemma, dilemma
from fatedeck.table.protocol import Do, Links, Say, ShowOdds, Weighed
from fatedeck.table.settings import Settings
from fatedeck.table.weighing import Weighing
from tests.odds.test_best import wounded
from tests.odds.test_scales import in_a_fight
from tests.table.beside import events, running
from tests.table.house import PATIENCE, OwnHouse, Sitting, bearer, new_id, open_house


def long_question() -> Dilemma:
    """A flip of three cards, and what the GM and Ana may do before and after it."""
    record = new_record(find_game("deckahedron"), 4)
    for seat in ("Ana", "Ben"):
        record.do(seat, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    return dilemma(record, "Ana")


async def ready(house: OwnHouse) -> Sitting:
    """Ana and Ben may do whatever they like: to weigh all of it takes longer than a minute."""
    seats = [{"name": "GM", "role": "gm"}, {"name": "Ana"}, {"name": "Ben"}]
    options = {"modules": ["combat"]}
    body = {"game": "deckahedron", "name": "Saturday", "seats": seats, "start": True}
    made = await house.http.post("/api/v1/tables", json={**body, "options": options})
    table = await house.sit_at(msgspec.json.decode(made.content, type=Links))
    for seat in ("Ana", "Ben"):
        await act(table, seat, {"do": "take-sample", "character": "Wren"})
    await act(table, "GM", {"do": "begin-play"})
    return table


async def tired(house: OwnHouse) -> Sitting:
    """Ana must say how she loses 6 Stamina."""
    table = await ready(house)
    await act(table, "GM", {"do": "tire", "who": "Ana", "points": 6})
    return table


async def act(table: Sitting, seat: str, action: dict[str, Value]) -> None:
    await table[seat].done(Do(id=new_id(), v=table[seat].v, action=action))
    await table.settle()


async def test_advice_is_offered_where_the_game_says_what_is_better(house: OwnHouse) -> None:
    """High Card has no `standing`: there the page doesn’t offer to weigh anything."""
    assert (await house.sit("deckahedron"))["Ana"].table.weighs
    assert not (await house.sit("high-card"))["Ana"].table.weighs


async def test_what_each_answer_is_worth(quick_house: OwnHouse) -> None:
    """A Wound costs as much as 6 Stamina, and a Harm with 3 points as well. DKH-58."""
    table = await tired(quick_house)
    ana = table["Ana"]
    told = events((await quick_house.get(ana.link, "/best")).content, Weighed)
    assert [told[0].v, told[0].done] == [ana.v, 0]
    choices = {choice.choice: choice.worth for choice in told[-1].choices}
    assert set(choices) == {"Turn 6 into a Wound", "Turn 3 into a Harm", "Lose 6 Stamina"}
    assert list(choices.values()) == sorted(choices.values(), reverse=True)
    assert (await quick_house.get(table["Ben"].link, "/best")).status_code == 409
    assert (await quick_house.get(table["spectator"].link, "/best")).status_code == 403
    await table["GM"].done(ShowOdds(id=new_id(), on=False))
    hidden = await quick_house.get(ana.link, "/best")
    assert "Odds are hidden" in hidden.text


async def test_a_search_has_a_limit_of_time(tmp_path: Path) -> None:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, search_seconds=0.001) as house:
        table = await tired(house)
        told = events((await house.get(table["Ana"].link, "/best")).content, Weighed)
        assert told[-1].refused == "Nothing could be weighed within 0.001 s."
    assert running("fatedeck.odds.aside") == []


async def test_what_was_weighed_stands_when_the_time_is_up() -> None:
    """Many attacks are too deep to follow, or to estimate well, however long one may take."""
    seconds, last = 1, Weighed(1, 0)
    while not last.choices and seconds < PATIENCE:  # a slow machine has only begun until then
        seconds *= 4
        told = [
            one async for one in Weighing(1, seconds).weigh("1.2.3.4", "a table", 1, in_a_fight())
        ]
        last = told[-1]
    assert last.done == 1
    assert last.note.startswith(f"Stopped after {seconds} s. ≈ marks an estimate")
    assert {"Wait", "Shuffle your discards back in"} <= {choice.choice for choice in last.choices}
    assert running("fatedeck.odds.aside") == []


async def test_what_is_found_is_told_as_it_comes_in(tmp_path: Path) -> None:
    """A roll of many dice is too deep to follow; it is estimated, the others are told meanwhile."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    seconds, told, found = 1.5, list[Weighed](), list[Weighed]()
    while len(found) < 2 and seconds < PATIENCE:  # a slow machine has only begun until then
        seconds *= 4
        async with open_house(settings, search_seconds=seconds) as house:
            table = await ready(house)
            told = events((await house.get(table["Ana"].link, "/best")).content, Weighed)
        found = [weighed for weighed in told if weighed.choices]
    assert len(found) > 1, "what is found is told as it comes in"
    shares = [weighed.done for weighed in told]
    assert shares == sorted(shares)
    last = found[-1]
    assert last is told[-1]
    assert last.done == 1
    assert "≈ marks an estimate" in last.note
    assert "Too much is left open to weigh Say what you do." in last.note
    worths = [choice.worth for choice in last.choices]
    assert worths == sorted(worths, reverse=True)
    exact = {choice.choice: choice for choice in last.choices if not choice.played}
    assert "Wait" in exact
    assert all(choice.exactly for choice in exact.values())
    estimated = [choice for choice in last.choices if choice.played]
    assert estimated
    assert all(choice.exactly == "" and choice.give_or_take > 0 for choice in estimated)
    assert running("fatedeck.odds.aside") == []


async def test_who_goes_away_ends_the_search() -> None:
    weighing = Weighing(1, 60)
    told = weighing.weigh("1.2.3.4", "a table", 1, long_question())
    shares = [(await anext(told)).done for _ in range(3)]
    assert shares == sorted(shares)
    assert 0 < shares[-1] < 1
    assert len(running("fatedeck.odds.aside")) == 1
    with pytest.raises(Refused, match="already asked that"):
        await anext(weighing.weigh("1.2.3.4", "a table", 1, long_question()))
    await told.aclose()
    assert running("fatedeck.odds.aside") == []
    again = weighing.weigh("1.2.3.4", "a table", 1, dilemma(wounded(6), "Ana"))
    assert [one async for one in again][-1].choices


async def test_the_table_goes_on_while_somebody_asks(quick_house: OwnHouse) -> None:
    table = await tired(quick_house)
    path = f"/api/v1/tables/{table.links.table}/best"
    headers = bearer(table["Ana"].link)
    async with quick_house.http.stream("GET", path, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers.get("content-encoding") is None, "nothing is held back"
        await table["Ben"].done(Say(id=new_id(), kind="chat", text="Take the Wound!"))
        told = events(await answer.aread(), Weighed)
    assert told[-1].choices


async def test_a_socket_that_goes_away_ends_the_search(quick_house: OwnHouse) -> None:
    """No goodbye: the connection is reset in the middle of a slow search."""
    table = await ready(quick_house)
    address = httpx.URL(quick_house.http.base_url)
    reader, writer = await asyncio.open_connection(address.host, address.port)
    path = f"/api/v1/tables/{table.links.table}/best"
    authorization = bearer(table["Ana"].link)["Authorization"]
    writer.write(
        f"GET {path} HTTP/1.1\r\nHost: {address.netloc.decode()}\r\n"
        f"Authorization: {authorization}\r\n\r\n".encode()
    )
    async with asyncio.timeout(PATIENCE):
        assert b"200" in await reader.readline()
        await reader.readuntil(b'"choices":')
    [search] = running("fatedeck.odds.aside")
    gone = asyncio.Event()
    watched = os.pidfd_open(search)
    asyncio.get_running_loop().add_reader(watched, gone.set)
    try:
        writer.transport.abort()
        async with asyncio.timeout(PATIENCE):
            await gone.wait()
    finally:
        asyncio.get_running_loop().remove_reader(watched)
        os.close(watched)


async def test_who_went_away_may_ask_again(quick_house: OwnHouse) -> None:
    table = await ready(quick_house)
    path = f"/api/v1/tables/{table.links.table}/best"

    async def is_told() -> bool:
        asked = quick_house.http.stream("GET", path, headers=bearer(table["Ana"].link))
        async with asked as answer:
            return answer.status_code == 200

    async with asyncio.timeout(PATIENCE):
        assert await is_told()
        while not await is_told():  # until it is noticed that nobody reads the first answer
            pass
