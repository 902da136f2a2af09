"""Whole games that were played once and must play the same for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.entries import read_record
from fatedeck.engine.replay import replay, verify
from fatedeck.engine.ruleset import find_game

FOLDER = Path(__file__).parent / "records"
FILES = sorted(str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.jsonl"))


@pytest.mark.parametrize("file", FILES)
def test_record_replays(file: str) -> None:
    text = (FOLDER / file).read_bytes().decode()
    header, entries = read_record(text)
    record = replay(find_game(header.game), header, entries)
    assert record.n > 0
    if record.opened:
        verdict = verify(record.ruleset, text)
        assert verdict.fair, verdict.sentence
