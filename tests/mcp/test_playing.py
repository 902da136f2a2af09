"""An assistant plays every game by what it is told, and is told no more than its seat may see."""

from __future__ import annotations

import random

import pytest

from fatedeck.engine.random_play import seats_for
from fatedeck.engine.ruleset import find_game, games
from tests.mcp.assistant import assistant_at
from tests.table.house import OwnHouse

EVERY = [ruleset.id for ruleset in games() if ruleset.id != "high-card"]
ACTIONS = 50


@pytest.mark.parametrize("game", EVERY)
async def test_a_scripted_assistant_plays_fifty_actions(quick_house: OwnHouse, game: str) -> None:
    luck, done = random.Random(game), 0
    me, *others = [seat.name for seat in seats_for(find_game(game))]
    async with assistant_at(quick_house) as assistant:
        while done < ACTIONS:  # a duel may be over soon
            mine, address = await assistant.host(game, me, others=others)
            chairs = [mine, *[await assistant.sit(address, name) for name in others]]
            idle = 0
            while done < ACTIONS and idle < 200:
                went = await assistant.step(luck.choice(chairs), luck)
                done, idle = done + went, 0 if went else idle + 1
