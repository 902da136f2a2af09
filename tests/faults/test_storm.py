"""Bad lines: each command counts once, and each is answered."""

from __future__ import annotations

from fatedeck.table.settings import Settings
from tests.faults.storm import storm
from tests.table.house import open_house

COMMANDS = 600


async def test_drops_doubles_and_disorder(database: str) -> None:
    async with open_house(Settings(database=database)) as house:
        links = await house.create("deckahedron")
        found = await storm(house, database, links, COMMANDS)
    assert found.faults == []
    assert found.commands == COMMANDS
    assert found.sent > COMMANDS
    assert found.done > COMMANDS // 3
    assert found.cuts > 10
