"""Which choice is best, asked at the table: with progress and a limit, and ended on a word."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Value
from fatedeck.engine.ruleset import find_game
from fatedeck.odds.best import Dilemma, dilemma
from fatedeck.table.protocol import Do, Links, Say, ShowOdds, Weighed
from fatedeck.table.settings import Settings
from fatedeck.table.weighing import Weighing
from tests.odds.test_best import wounded
from tests.random_play import new_record
from tests.table.house import OwnHouse, Sitting, bearer, new_id, open_house


def searches() -> list[str]:
    """The searches that run beside this process."""
    found = []
    for status in Path("/proc").glob("[0-9]*/status"):
        try:
            parent = f"PPid:\t{os.getpid()}\n" in status.read_text()
            command = status.with_name("cmdline").read_bytes().decode()
        except OSError:
            continue
        if parent and "fatedeck.odds.aside" in command:
            found.append(command)
    return found


def long_question() -> Dilemma:
    """So many flips that weighing them takes minutes."""
    record = new_record(find_game("deckahedron"), 4)
    for seat in ("Ana", "Ben"):
        record.do(seat, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    flip: Act = {"do": "flip", "stat": "strength"}
    return dilemma(record, "Ana", {f"flip {n}": flip for n in range(50_000)})


async def tired(house: OwnHouse) -> Sitting:
    """Ana must say how she loses 6 Stamina."""
    seats = [{"name": "GM", "role": "gm"}, {"name": "Ana"}, {"name": "Ben"}]
    options = {"modules": ["combat"]}
    body = {"game": "deckahedron", "name": "Saturday", "seats": seats, "start": True}
    made = await house.http.post("/api/v1/tables", json={**body, "options": options})
    table = await house.sit_at(msgspec.json.decode(made.content, type=Links))
    for seat in ("Ana", "Ben"):
        await act(table, seat, {"do": "take-sample", "character": "Wren"})
    await act(table, "GM", {"do": "begin-play"})
    await act(table, "GM", {"do": "tire", "who": "Ana", "points": 6})
    return table


async def act(table: Sitting, seat: str, action: dict[str, Value]) -> None:
    await table[seat].done(Do(id=new_id(), v=table[seat].v, action=action))
    await table.settle()


def events(body: bytes) -> list[Weighed]:
    return [
        msgspec.json.decode(event.removeprefix(b"data: "), type=Weighed)
        for event in body.split(b"\n\n")
        if event
    ]


async def test_what_each_answer_is_worth(quick_house: OwnHouse) -> None:
    """A Wound costs as much as 6 Stamina, and a Harm with 3 points as well. DKH-58."""
    table = await tired(quick_house)
    ana = table["Ana"]
    told = events((await quick_house.get(ana.link, "/best")).content)
    assert [told[0].v, told[0].done] == [ana.v, 0]
    choices = {choice.choice: choice.worth for choice in told[-1].choices}
    assert set(choices) == {"6 into a Wound", "3 into a Harm", "lose 6 Stamina"}
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
        told = events((await house.get(table["Ana"].link, "/best")).content)
        assert "longer than 0.001 s" in told[-1].refused
    assert searches() == []


async def test_who_goes_away_ends_the_search() -> None:
    weighing = Weighing(1, 60)
    told = weighing.weigh("a table", 1, long_question())
    shares = [(await anext(told)).done for _ in range(3)]
    assert shares == sorted(shares)
    assert 0 < shares[-1] < 0.5
    assert len(searches()) == 1
    with pytest.raises(Refused, match="asked that already"):
        await anext(weighing.weigh("a table", 1, long_question()))
    await told.aclose()
    assert searches() == []
    again = weighing.weigh("a table", 1, dilemma(wounded(6), "Ana"))
    assert [one async for one in again][-1].choices


async def test_the_table_goes_on_while_somebody_asks(quick_house: OwnHouse) -> None:
    table = await tired(quick_house)
    path = f"/api/v1/tables/{table.links.table}/best"
    headers = bearer(table["Ana"].link)
    async with quick_house.http.stream("GET", path, headers=headers) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        assert answer.headers.get("content-encoding") is None, "nothing is held back"
        await table["Ben"].done(Say(id=new_id(), kind="chat", text="Take the Wound!"))
        told = events(await answer.aread())
    assert told[-1].choices
