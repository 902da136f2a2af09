"""Cyclic garbage: rules leave none, and what there is goes while the tables rest."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import msgspec
import pytest

from fatedeck.engine.errors import Refused
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.table.garbage import collect_in_pauses
from fatedeck.table.metrics import Metrics
from fatedeck.table.protocol import AskHero
from tests.table.house import PATIENCE, OwnHouse, new_id


class Knot:
    """Something that holds on to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def test_garbage_waits_for_a_pause(no_collector: None) -> None:
    metrics = Metrics()
    collecting = asyncio.create_task(collect_in_pauses(metrics, pause=0.01))
    await asyncio.sleep(0)
    knot = weakref.ref(Knot())
    assert knot() is not None
    metrics.commands += 1
    async with asyncio.timeout(PATIENCE):
        while knot() is not None:
            await asyncio.sleep(0)
    collecting.cancel()


async def test_where_nobody_rests_it_is_done_at_last(no_collector: None) -> None:
    metrics = Metrics()
    collecting = asyncio.create_task(collect_in_pauses(metrics, pause=0.001, at_latest=0.1))
    await asyncio.sleep(0)
    knot = weakref.ref(Knot())
    async with asyncio.timeout(PATIENCE):
        while knot() is not None:
            metrics.commands += 1
            await asyncio.sleep(0)
    collecting.cancel()


@pytest.mark.usefixtures("no_collector")
def test_a_refused_action_leaves_no_garbage() -> None:
    """A rule that keeps its refusal in a name would hold on to itself, and to the whole state."""
    record = new_record(find_game("deck-of-adventures"), 1)
    gc.collect()
    for _ in range(20):
        with pytest.raises(Refused, match="Make a character first"):
            record.do("Ana", {"do": "exchange-fate", "cards": ["BJ"]})
    assert gc.collect() < 20


async def test_a_refusal_leaves_nothing_behind(quick_house: OwnHouse, no_collector: None) -> None:
    """A hero's file of four hundred choices is gone as soon as it is refused."""
    table = await quick_house.sit("deckahedron")
    choices = [{"act": {"do": "x"}}] * 400
    hero = {"fatedeck": "hero", "game": "deckahedron", "rules": "1", "name": "N"}
    bring = msgspec.json.encode({**hero, "choices": choices}).decode()
    await table["Ana"].refused(AskHero(new_id(), bring=bring))
    gc.collect()
    for _ in range(20):
        await table["Ana"].refused(AskHero(new_id(), bring=bring))
    assert gc.collect() < 20 * len(choices)
