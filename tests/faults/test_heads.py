"""The heads of a table: shown with every version, carried on over a restart, in the record."""

from __future__ import annotations

import random
import secrets
import sqlite3
from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.entries import Head, read_record
from fatedeck.engine.replay import verify
from fatedeck.engine.ruleset import find_game, games
from fatedeck.table import hall
from fatedeck.table.protocol import (
    AddSalt,
    Changed,
    End,
    Links,
    Outgoing,
    Rewind,
    Say,
    Welcome,
)
from fatedeck.table.settings import Settings
from tests.table.house import OwnHouse, Reader, Sitting, new_id, open_house

GAMES = [ruleset.id for ruleset in games()]
LINE_ENDS = "a\u2028b\u2029c\u0085d\x0be\x0cf\x1cg"
"""What some programs take for the end of a line."""


def shown_to(reader: Reader) -> list[Head]:
    """Every head that this reader was told."""
    heard: list[Outgoing] = [msgspec.json.decode(raw, type=Outgoing) for raw in reader.raw]
    return [
        Head(message.v, message.head)
        for message in heard
        if isinstance(message, Welcome | Changed) and isinstance(message.head, str) and message.head
    ]


async def some_steps(table: Sitting, luck: random.Random, steps: int) -> None:
    for _ in range(steps):
        if not table.over():
            await table.step(luck)


@pytest.mark.parametrize("game", GAMES)
async def test_everyone_is_shown_the_head_of_every_version_and_the_record_has_them(
    house: OwnHouse, game: str
) -> None:
    table = await house.sit(game)
    luck = random.Random(5)
    await some_steps(table, luck, 6)
    await table["Ana"].done(AddSalt(new_id(), "mine"))
    await table["host"].catch_up(table["Ana"].v)
    points = table["host"].scene.rewinds
    if points:
        await table.go_back(Rewind(new_id(), table["host"].v, points[-1].n))
    for reader in table.readers.values():
        await reader.catch_up(table["host"].v)
    await some_steps(table, luck, 3)
    await table["host"].done(End(new_id(), sure=True))
    for reader in table.readers.values():
        await reader.catch_up(table["host"].v)
    record = (await house.get(table.links.spectator, "/record")).text
    in_record = [entry for entry in read_record(record)[1] if isinstance(entry, Head)]
    assert [head.v for head in in_record] == list(range(1, table["host"].v + 1))
    for name, reader in table.readers.items():
        assert set(shown_to(reader)) == set(in_record), name
        verdict = verify(find_game(game), record, shown_to(reader))
        assert verdict.fair, verdict.sentence
        assert f"Up to step {reader.v} of {reader.v}" in verdict.sentence


async def test_talk_and_links_move_no_head(quick_house: OwnHouse) -> None:
    table = await quick_house.sit("deckahedron")
    before = {name: shown_to(reader) for name, reader in table.readers.items()}
    await table["Ana"].done(Say(new_id(), "whisper", "psst", [table.place("Ben")]))
    await table["Ana"].done(Say(new_id(), "chat", "hello"))
    await table.settle()
    assert {name: shown_to(reader) for name, reader in table.readers.items()} == before


async def test_a_head_tells_nothing_of_what_is_hidden(quick_house: OwnHouse) -> None:
    """The same game under two secrets: no head is the same, and none follows from the record."""
    tables = [await quick_house.sit("high-card") for _ in range(2)]
    first, second = ({head.hash for head in shown_to(table["Ana"])} for table in tables)
    assert len(first) == len(second) == 1
    assert not first & second


async def test_the_chain_is_carried_on_over_a_restart(database: str) -> None:
    settings = Settings(database=database)
    luck = random.Random(8)
    async with open_house(settings) as house:
        table = await house.sit("deckahedron")
        await some_steps(table, luck, 5)
        links, kept = table.links, shown_to(table["Ana"])
    async with open_house(settings) as house:
        table = await house.sit_at(links)
        assert shown_to(table["Ana"])[0] == kept[-1]
        await some_steps(table, luck, 5)
        await table["host"].done(End(new_id(), sure=True))
        record = (await house.get(links.host, "/record")).text
    verdict = verify(find_game("deckahedron"), record, [*kept, *shown_to(table["Ana"])])
    assert verdict.fair, verdict.sentence


async def test_a_table_from_before_chains_binds_its_whole_past_with_its_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "tables.sqlite3"
    monkeypatch.setattr(hall, "new_secret", lambda: secrets.token_bytes(32))
    luck = random.Random(8)
    async with open_house(Settings(database=str(path))) as house:
        table = await house.sit("high-card")
        await some_steps(table, luck, 5)
        links, v = table.links, table["Ana"].v
    _without_chain(path)
    async with open_house(Settings(database=str(path))) as house:
        table = await house.sit_at(links)
        assert shown_to(table["Ana"]) == []
        await some_steps(table, luck, 2)
        await table["host"].done(End(new_id(), sure=True))
        record = (await house.get(links.host, "/record")).text
    heads = shown_to(table["Ana"])
    assert heads[0].v == v + 1
    ruleset = find_game("high-card")
    verdict = verify(ruleset, record, heads)
    assert verdict.fair, verdict.sentence
    forged = record.replace('"seats":[{"name":"Ana"', '"seats":[{"name":"Eve"')
    assert "was changed before the end of step" in verify(ruleset, forged, heads).sentence


def _without_chain(path: Path) -> None:
    """The rows as they were written before there were chains."""
    with sqlite3.connect(path) as database:
        for table, v, entries in database.execute(
            "SELECT table_id, v, entries FROM steps"
        ).fetchall():
            lines = [line for line in entries.split("\n") if '"is":"head"' not in line]
            database.execute(
                "UPDATE steps SET entries = ?, chain = NULL, checksum = 0"
                " WHERE table_id = ? AND v = ?",
                ("\n".join(lines), table, v),
            )


async def test_words_with_every_kind_of_line_end_are_proved_and_brought_on(
    house: OwnHouse,
) -> None:
    table = await house.sit("deckahedron")
    await table["Ana"].done(AddSalt(new_id(), LINE_ENDS))
    await table["Ana"].done(Say(new_id(), "chat", LINE_ENDS))
    await table["host"].done(End(new_id(), sure=True))
    record = (await house.get(table.links.host, "/record")).text
    verdict = verify(find_game("deckahedron"), record, shown_to(table["Ana"]))
    assert verdict.fair, verdict.sentence
    file = (await house.get(table.links.host, "/export")).content
    answer = await house.http.post("/api/v1/tables/import", content=file)
    assert answer.status_code == 201, answer.text
    links = msgspec.json.decode(answer.content, type=Links)
    assert (await house.get(links.host, "/record")).text == record
