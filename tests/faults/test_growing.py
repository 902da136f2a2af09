"""Nobody makes a table so large that others can no longer sit at it."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

from fatedeck.engine.errors import Unreadable
from fatedeck.table import room
from fatedeck.table.commands import MOST_SALTS
from fatedeck.table.past import read_table_file
from fatedeck.table.protocol import AddSalt, End, Say
from fatedeck.table.settings import Settings
from tests.faults.test_floods import fill_past
from tests.table.house import HARDLY, OwnHouse, new_id, open_house


async def test_a_table_has_only_so_many_salts(quick_house: OwnHouse) -> None:
    """All of them are told with every change around the game."""
    table = await quick_house.sit("high-card")
    for number in range(MOST_SALTS):
        await table["Ana"].done(AddSalt(new_id(), f"Salt {number}"))
    refused = await table["Ben"].refused(AddSalt(new_id(), "One more"))
    assert refused.why == "limit"
    assert len((await quick_house.join(table["Ben"].link)).table.fairness.salts) == MOST_SALTS


@pytest.mark.parametrize(("count", "length"), [(MOST_SALTS + 1, 1), (1, 100_000)])
async def test_a_file_brings_only_so_many_salts(
    quick_house: OwnHouse, count: int, length: int
) -> None:
    table = await quick_house.sit("high-card")
    await table["host"].done(End(new_id(), sure=True))
    file = (await quick_house.get(table.links.host, "/export")).json()
    salts = [{"seat": "Ana", "words": "x" * length, "since": 2}] * count
    file["table"]["salts"] = msgspec.json.encode(salts).decode()
    with pytest.raises(Unreadable, match="salts, each a line"):
        read_table_file(msgspec.json.encode(file))


@pytest.mark.parametrize("word", ["\x01", "🜁", "x"])
async def test_long_talk_locks_nobody_out(tmp_path: Path, word: str) -> None:
    """A welcome fits into what may wait for a slow reader, whatever was said."""
    settings = Settings(database=str(tmp_path / "tables.sqlite3"))
    async with open_house(settings) as house:
        table = await house.sit("high-card")
        longest = 2600 if word == "\x01" else 4000
        for _ in range(room.TAIL):
            await table["Ana"].done(Say(new_id(), "chat", word * longest))
        late = await house.join(table["Ben"].link)
        assert len(late.raw[0]) < settings.max_unsent_bytes / 2
        assert late.story[-1].text == word * longest
        told, more = [line.at for line in late.story], True
        while more:
            page = await house.get(table["Ben"].link, f"/story?before={told[0]}")
            assert len(page.content) < settings.max_unsent_bytes / 2
            told = [line["at"] for line in page.json()["lines"]] + told
            more = page.json()["more"]
        assert len(told) == len(set(told)) > room.TAIL


async def test_a_table_is_played_only_so_long(
    quick_house: OwnHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then it can still be ended, and its record read."""
    table = await quick_house.sit("high-card")
    luck = random.Random(2)
    await table.step(luck)
    monkeypatch.setattr(room, "MOST_STEPS", table["Ana"].v)
    name, command = await table.choose(luck)
    assert (await table[name].refused(command)).why == "limit"
    await table["host"].done(End(new_id(), sure=True))
    assert (await quick_house.get(table.links.host, "/record")).status_code == 200


async def test_long_answers_count_for_more(tmp_path: Path) -> None:
    """Whoever has a long past told again and again has to wait."""
    limits = {"address_reads_per_second": HARDLY, "address_read_burst": 100}
    async with open_house(Settings(database=str(tmp_path / "tables.sqlite3")), **limits) as house:
        table = await house.sit("high-card")
        await fill_past(house, table.links.table, 5_000)
        codes = [(await house.get(table["Ana"].link, "/steps")).status_code for _ in range(9)]
        assert codes[0] == 200
        assert codes.count(200) < 5
        assert codes[-1] == 429
