"""Connections that go wrong, and plans that go by the indexes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from fatedeck.table import news
from fatedeck.table.drivers import Driver, Few
from fatedeck.table.metrics import Metrics
from fatedeck.table.news import Reached
from fatedeck.table.rows import HeadRow, Work
from fatedeck.table.store import Store
from tests.table.house import Postgres


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """A store of each kind, in which one head stands."""
    store = Store(database, Metrics())
    await store.open()
    await store.save_now(Work(heads=[HeadRow(table_id="a", rev=1, format=1)]))
    yield store
    await store.close()


async def heads(driver: Driver) -> list[str]:
    return [row["table_id"] for row in await driver.read("SELECT table_id FROM heads ORDER BY 1")]


async def test_what_breaks_off_is_undone_and_the_next_goes_on(store: Store) -> None:
    async def break_off() -> None:
        async with store.drivers.one() as driver:
            await driver.begin()
            await driver.write("INSERT INTO heads VALUES ('b', 1, 1)", [()])
            assert await heads(driver) == ["a", "b"]
            raise RuntimeError

    with pytest.raises(RuntimeError):
        await break_off()
    async with store.drivers.one() as driver:
        assert await heads(driver) == ["a"]
        await driver.begin()
        await driver.write("INSERT INTO heads VALUES ('c', 1, 1)", [()])
        await driver.commit()
    async with store.drivers.one() as driver:
        assert await heads(driver) == ["a", "c"]


async def test_one_who_is_called_off_undoes_too(store: Store) -> None:
    begun = asyncio.Event()

    async def write_and_wait() -> None:
        async with store.drivers.one() as driver:
            await driver.begin()
            await driver.write("INSERT INTO heads VALUES ('b', 1, 1)", [()])
            begun.set()
            await asyncio.Event().wait()

    writing = asyncio.create_task(write_and_wait())
    await begun.wait()
    writing.cancel()
    await asyncio.wait([writing])
    await store.save_now(Work(heads=[HeadRow(table_id="c", rev=1, format=1)]))
    async with store.drivers.one() as driver:
        assert await heads(driver) == ["a", "c"]


async def test_one_that_was_closed_is_replaced(store: Store) -> None:
    async with store.drivers.one() as driver:
        await driver.close()
    async with store.drivers.one() as driver:
        assert await heads(driver) == ["a"]


async def test_there_are_only_a_few_at_a_time(store: Store) -> None:
    few, held, most, both = Few(store._driver, 2), 0, 0, asyncio.Barrier(2)

    async def hold() -> None:
        nonlocal held, most
        async with few.one() as driver:
            held += 1
            most = max(most, held)
            await both.wait()
            await heads(driver)
            held -= 1

    await asyncio.gather(*(hold() for _ in range(8)))
    assert most == 2
    await few.close()


async def test_what_is_new_is_found_by_indexes(postgres: Postgres) -> None:
    """The planner takes a hundred tables to be asked for, and would rather read all there is."""
    store = Store(await postgres.new_database(), Metrics())
    await store.open()
    await store.save_now(Work(heads=[HeadRow(table_id="a", rev=1, format=1)]))
    async with store.drivers.one() as driver:
        asked = news.asked([Reached("a", 0, 0, 0)])
        plan = await driver.read(f"EXPLAIN {store._news}", asked)
        found = await driver.read(store._news, asked)
    lines = [str(row["QUERY PLAN"]) for row in plan]
    assert [row["table_id"] for row in found] == ["a"]
    assert any("Index" in line for line in lines)
    assert not any("Seq Scan" in line or "Hash Join" in line for line in lines)
    await store.close()
