"""Is this fight fair? Asked at a table by its game master, and by anybody away from one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import msgspec
import pytest

from fatedeck.engine.fights import Bout, Estimate
from fatedeck.table.bouts import Bouts
from fatedeck.table.protocol import FightersKnown, Links
from fatedeck.table.refusals import Limit
from fatedeck.table.settings import Settings
from tests.table.beside import events, running
from tests.table.house import PATIENCE, OwnHouse, open_house
from tests.table.test_best import act, ready


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[OwnHouse]:
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings, search_seconds=0.2) as opened:
        yield opened


async def test_the_game_master_is_told_of_the_fight_that_waits(house: OwnHouse) -> None:
    table = await ready(house)
    gm = table["GM"].link
    nobody = events((await house.get(gm, "/fight")).content, Estimate)
    assert nobody[-1].refused == "Nobody is fighting at this table. Name foes for them to meet."
    await act(table, "GM", {"do": "add-foe", "name": "Bear", "stamina": 9})
    told = events((await house.get(gm, "/fight")).content, Estimate)
    assert told[0] == Estimate(0.0)
    last = told[-1]
    assert last.over
    assert last.fights >= 1
    assert last.low <= last.won <= last.high
    assert f"{last.fights:,}" == next(one.said for one in last.figures if one.what == "fights")
    assert sum(bar.share for bar in last.rounds) == pytest.approx(1)
    for other in ("Ana", "spectator"):
        refused = await house.get(table[other].link, "/fight")
        assert refused.status_code == 403
        assert "Only the game master can look ahead at a fight." in refused.text
    assert running("fatedeck.lab.aside") == []


async def test_the_game_master_is_told_of_the_fight_that_a_scene_has_ready(
    house: OwnHouse,
) -> None:
    seats = [{"name": "GM", "role": "gm"}, {"name": "Ana"}]
    body = {"game": "deckahedron", "name": "Saturday", "seats": seats, "start": True, "ready": True}
    adventure = {"adventure": "the-bell-under-the-weir"}
    made = await house.http.post("/api/v1/tables", json={**body, "options": adventure})
    table = await house.sit_at(msgspec.json.decode(made.content, type=Links))
    await act(table, "GM", {"do": "tale.go", "to": "the-weir-at-night"})
    told = events((await house.get(table["GM"].link, "/fight")).content, Estimate)
    assert told[-1].of == "The dogs jump"
    assert told[-1].fights >= 1
    await table.close()


async def test_anybody_may_try_a_party_against_foes(house: OwnHouse) -> None:
    async def post(game: str, body: dict[str, str]) -> httpx.Response:
        return await house.http.post(f"/api/v1/games/{game}/fight", json=body, timeout=PATIENCE)

    known = await house.http.get("/api/v1/games/deckahedron/fight")
    names = msgspec.json.decode(known.content, type=FightersKnown)
    assert names.heroes[0] == "Brann"
    assert names.foes == ["Wolf", "Bandit", "Guard", "Troll"]
    none = await house.http.get("/api/v1/games/high-card/fight")
    assert msgspec.json.decode(none.content, type=FightersKnown) == FightersKnown([], [])
    told = events(
        (await post("deckahedron", {"party": "Brann", "foes": "Wolf x2"})).content, Estimate
    )
    assert told[-1].over
    assert told[-1].fights
    wrong = events(
        (await post("deckahedron", {"party": "Brann", "foes": "Dragon"})).content, Estimate
    )
    assert "There’s no foe called “Dragon”" in wrong[-1].refused
    assert (await post("deckahedron", {"party": "x" * 500, "foes": "Wolf"})).status_code == 400
    assert (await post("chess", {"party": "Brann", "foes": "Wolf"})).status_code == 400


async def test_who_goes_away_ends_the_fights() -> None:
    bouts = Bouts(1, 60)
    troll = Bout("deckahedron", "Brann, Wren", "Troll x2, Wolf x4")
    told = bouts.try_out("1.2.3.4", "a table", troll)
    seen = [await anext(told) for _ in range(2)]
    assert seen[1].fights > 0
    assert len(running("fatedeck.lab.aside")) == 1
    with pytest.raises(Limit, match="already trying out a fight"):
        await anext(bouts.try_out("1.2.3.4", "a table", troll))
    await told.aclose()
    assert running("fatedeck.lab.aside") == []


async def test_who_asks_at_many_tables_waits_behind_themselves() -> None:
    bouts, wolf = Bouts(2, 60), Bout("deckahedron", "Brann", "Wolf x2")
    first = bouts.try_out("1.2.3.4", "a table", wolf)
    assert [await anext(first) for _ in range(2)][-1].fights > 0
    second = bouts.try_out("1.2.3.4", "another table", wolf)
    assert (await anext(second)).fights == 0
    waits = asyncio.ensure_future(anext(second))
    stranger = bouts.try_out("5.6.7.8", "a third table", wolf)
    assert [await anext(stranger) for _ in range(2)][-1].fights > 0
    assert not waits.done()
    await first.aclose()
    assert (await waits).fights > 0
    await second.aclose()
    await stranger.aclose()
    assert running("fatedeck.lab.aside") == []
