"""Frames that no browser sends: each is answered or ends its own line, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.table.protocol import Say
from fatedeck.table.settings import Settings
from tests.faults.fuzz import fuzz
from tests.faults.wires import CLOSE, TEXT, frame, hello, raw_line
from tests.table.house import new_id, open_house


def settings(folder: Path) -> Settings:
    return Settings(database=str(folder / "tables.sqlite3"))


@pytest.mark.parametrize("seed", range(3))
async def test_fuzzed_frames_hurt_nobody(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with open_house(settings(tmp_path)) as house:
        links = await house.create("deckahedron")
        ben = await house.join(links.seats[1])
        lines = await fuzz(house.port, [links.seats[0], links.spectator], 3000, seed)
        assert lines > 3
        await ben.done(Say(new_id(), "chat", "All is well."))
        assert len(house.hall._lines) == 1
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.parametrize(
    "last",
    [
        frame(TEXT, b'{"is":"say","id":"1","kind":"chat","text":"Early."}'),
        frame(TEXT, b'{"is":"hello","protocol":99,"table":"a","token":"b"}'),
        frame(TEXT, b'{"is":"ping"}'),
    ],
)
async def test_a_last_word_before_hanging_up_is_no_fault_of_ours(
    tmp_path: Path, last: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """What would close the line comes together with its end."""
    async with open_house(settings(tmp_path)) as house:
        async with raw_line(house.port) as line:
            await line.send(last + frame(CLOSE))
            await line.rest()
        links = await house.create()
        async with raw_line(house.port) as line:
            await line.send(hello(links.seats[0]) + last + frame(CLOSE) + last)
            await line.rest()
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
