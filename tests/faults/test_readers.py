"""Who may read along: nobody takes the place of another link."""

from __future__ import annotations

from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from fatedeck.table.protocol import Say
from fatedeck.table.settings import Settings
from tests.faults.wires import NEIGHBOUR, raw_line
from tests.table.house import new_id, open_house


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
