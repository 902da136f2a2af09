"""The recorded day holds a whole day: creation, exploration, a fight, both rests."""

from __future__ import annotations

from pathlib import Path

from fatedeck.engine.entries import Did, read_record
from fatedeck.engine.replay import replay, verify
from fatedeck.games.realms_behind import ruleset

DAY = Path(__file__).parents[2] / "records" / "realms-behind" / "a-day.jsonl"


def test_the_day_replays_and_was_fair() -> None:
    """RB-4.1, RB-14.1: from creation to the second dawn."""
    text = DAY.read_text("utf-8")
    header, entries = read_record(text)
    done = [str(entry.action["do"]) for entry in entries if isinstance(entry, Did)]
    for part in (
        "raise", "build", "take-sample", "finish", "begin", "investigate", "try", "call-check",
        "spend-will", "start-encounter", "attack", "creature-attack", "use-technique", "move",
        "short-rest", "wage-labor", "dream", "long-rest", "sublimate",
    ):  # fmt: skip
        assert part in done, part
    record = replay(ruleset, header, entries)
    assert record.state.day == 2
    assert len(record.state.players) >= 3
    assert len(record.state.creatures) >= 3
    assert verify(ruleset, text).fair
