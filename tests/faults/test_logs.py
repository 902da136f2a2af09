"""Nothing of a table's content is ever in a log, whatever fails."""

from __future__ import annotations

import asyncio
import io
import logging
import random
from collections.abc import Iterator

import msgspec
import pytest
from sqlalchemy import select, text

from fatedeck.table import commands, rows
from fatedeck.table.logs import JsonLines, log, named
from fatedeck.table.protocol import Say
from fatedeck.table.refusals import Unsaved
from fatedeck.table.rows import StoryRow, Work
from tests.table.house import OwnHouse, new_id

CANARY = "the-baker-did-it"


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    """All that a server would write to its log, from every logger, down to the last detail."""
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    before = root.level
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    yield out
    root.removeHandler(handler)
    root.setLevel(before)


async def test_a_failing_commit(house: OwnHouse, written: io.StringIO) -> None:
    """The same whisper twice breaks a key, a time that no column holds does not fit."""
    line = StoryRow(
        table_id=CANARY, at=1, k=0, v=0, n=0, by=CANARY, act=CANARY, kind="whisper", body=CANARY
    )
    for work in (
        Work(story=[line, line]),
        Work(story=[msgspec.structs.replace(line, at=10**30)]),
        Work(story=[msgspec.structs.replace(line, by=None)]),
    ):
        with pytest.raises(Unsaved):
            await house.hall.store.save_now(work)
    lines = written.getvalue()
    assert lines.count("a commit failed") >= 3
    assert any(fault in lines for fault in ("IntegrityError", "UniqueViolationError"))
    assert CANARY not in lines


async def test_a_table_that_cannot_be_saved(house: OwnHouse, written: io.StringIO) -> None:
    """Its secret, its links, its talk and its actions stay out of the log."""
    table = await house.sit()
    room = house.hall.rooms[table.links.table]
    room.v = room.asked_at = 0  # the next step is one that is on disk already
    ana = table["Ana"]
    await ana.send(Say(new_id(), "whisper", CANARY, [table.place("Ben")]))
    name, command = await table.choose(random.Random(2))
    assert (await table[name].refused(msgspec.structs.replace(command, v=0))).why == "unsaved"
    lines = written.getvalue()
    assert "a commit failed" in lines
    for secret in (CANARY, room.row.secret.hex(), repr(room.row.secret), ana.link.token):
        assert secret not in lines


async def test_a_rule_that_fails(
    quick_house: OwnHouse, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError(CANARY)

    table = await quick_house.sit()
    monkeypatch.setattr(commands, "_say", broken)
    refused = await table["Ana"].refused(Say(new_id(), "chat", CANARY))
    assert CANARY not in refused.sentence
    lines = written.getvalue()
    assert "a command failed" in lines
    assert "KeyError" in lines
    assert "test_logs.py" in lines  # where it was raised
    assert CANARY not in lines


async def test_a_request_that_fails(
    quick_house: OwnHouse, written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise ValueError(CANARY)

    links = await quick_house.create()
    monkeypatch.setattr(quick_house.hall.store, "past", broken)
    assert (await quick_house.get(links.host, "/steps")).status_code == 500
    assert "ValueError" in written.getvalue()
    assert CANARY not in written.getvalue()


async def test_a_callback_or_a_task_that_fails(written: io.StringIO) -> None:
    async def broken(words: str) -> None:
        raise ValueError(words)

    loop = asyncio.get_running_loop()
    loop.call_soon(int, CANARY)
    task = asyncio.create_task(broken(CANARY))
    await asyncio.wait([task])
    del task
    await asyncio.sleep(0)
    assert written.getvalue().count("a callback or a task failed") == 2
    assert CANARY not in written.getvalue()


async def test_a_read_that_fails(house: OwnHouse, written: io.StringIO) -> None:
    async with house.hall.store.engine.begin() as connection:
        await connection.execute(text("ALTER TABLE tables RENAME TO elsewhere"))
    with pytest.raises(Unsaved):
        await house.hall.store.table(CANARY)
    assert "the database could not be read" in written.getvalue()
    assert CANARY not in written.getvalue()


async def test_a_fault_is_named_with_its_code(house: OwnHouse) -> None:
    """So that whoever hosts can look it up: a full disk, a locked database, a broken key."""
    with pytest.raises(Exception) as fault:  # noqa: PT011  # each database has its own
        async with house.hall.store.engine.connect() as connection:
            await connection.execute(select(rows.tables.c.id, text("nowhere.nothing")))
    assert any(code in named(fault.value) for code in ("SQLITE_ERROR", "42P01"))


def test_our_own_words_are_logged_whole() -> None:
    record = log.makeRecord(log.name, logging.INFO, "", 0, "a table was made", (), None)
    record.facts = {"seats": 3}
    line = msgspec.json.decode(JsonLines().format(record), type=dict[str, object])
    assert (line["what"], line["seats"]) == ("a table was made", 3)
