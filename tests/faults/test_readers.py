"""Who may read along: nobody takes the place of another link."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from fatedeck.table.protocol import Ping, Say
from fatedeck.table.settings import Settings
from tests.faults.wires import NEIGHBOUR, hello, raw_line, said
from tests.table.house import HARDLY, bearer, new_id, open_house


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "tables.sqlite3"))


async def test_spectators_lock_nobody_out(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path)) as house:
        links = await house.create("deckahedron")
        for _ in range(settings(tmp_path).max_spectators):
            await house.join(links.spectator)
        late = await (await house.knock(links.spectator)).bye()
        assert late.sentence == "This table is full of spectators."
        for link in (*links.seats, links.host):
            await house.join(link)


async def test_with_one_line_too_many_the_oldest_of_the_same_link_is_closed(
    tmp_path: Path,
) -> None:
    """A phone that lost its line, and comes back before the server has noticed, is let in."""
    async with open_house(settings(tmp_path), max_lines_per_link=3) as house:
        links = await house.create()
        ben = await house.join(links.seats[1])
        lines = [await house.join(links.seats[0]) for _ in range(4)]
        bye = await lines[0].bye()
        assert not bye.again
        assert "too many places" in bye.sentence
        for line in lines[1:]:
            await line.done(Say(new_id(), "chat", "Still here."))
        await ben.settle()
        assert ben.table.seats[0].here


async def test_a_spectator_uses_up_nobody_elses_allowance(tmp_path: Path) -> None:
    limits = {"link_work_per_second": HARDLY, "link_work_burst": 30, "read_burst": 5}
    async with open_house(settings(tmp_path), **limits, reads_per_second=HARDLY) as house:
        links = await house.create()
        async with raw_line(house.port, NEIGHBOUR) as line:
            await line.send(hello(links.spectator))
            await line.reader.readuntil(b'"is":"welcome"')
            await line.send(said(Ping()) * 100)
            assert b"too fast" in await line.rest()
        await (await house.join(links.spectator)).settle()
        elsewhere = {**bearer(links.spectator), "X-Forwarded-For": "192.0.2.1"}
        path = f"/api/v1/tables/{links.table}"
        codes = [(await house.http.get(path, headers=elsewhere)).status_code for _ in range(9)]
        assert 429 in codes
        assert (await house.get(links.spectator, "")).status_code == 200


async def test_one_address_has_only_so_many_lines(tmp_path: Path) -> None:
    async with open_house(settings(tmp_path), max_lines_per_address=2) as house:
        await house.connect()
        second = await house.connect()
        with pytest.raises(InvalidStatus) as refused:
            await house.connect()
        assert refused.value.response.status_code == 503
        async with raw_line(house.port, NEIGHBOUR):
            pass
        await second.close()
        await house.connect()


async def test_a_crowd_of_spectators_at_one_address_makes_place_for_others(tmp_path: Path) -> None:
    """Whoever is not of it is let in until there are as many of both."""
    async with open_house(settings(tmp_path), max_spectators=6) as house, AsyncExitStack() as all:
        links = await house.create()
        crowd = [await all.enter_async_context(raw_line(house.port, NEIGHBOUR)) for _ in range(6)]
        for line in crowd:
            await line.send(hello(links.spectator))
            await line.reader.readuntil(b'"is":"welcome"')
        for oldest in crowd[:3]:
            await house.join(links.spectator)
            assert b"went to someone else" in await oldest.rest()
        late = await (await house.knock(links.spectator)).bye()
        assert late.sentence == "This table is full of spectators."
