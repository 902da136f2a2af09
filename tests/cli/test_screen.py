"""The table in a terminal, as one seat sees it."""

from __future__ import annotations

import pytest

from fatedeck.bots.trying import make_ready, new_record
from fatedeck.cli.screen import Screen
from fatedeck.engine.ruleset import find_game

MINUTE = 60.0


def test_the_tutorials_timer_counts_minutes_and_forces_nobody(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Ten minutes for two from “What do you do?” on, and then they may play on. TFA-328."""
    tutorial = find_game("thousand-faces").adventures["sarukkans-chamber"]
    record = new_record(tutorial, 2, "a timer")
    assert make_ready(record)
    times = [0.0]
    screen = Screen(record, now=lambda: times[-1])

    screen.look("Ana")
    assert "The timer" not in capsys.readouterr().out
    record.do("GM", {"do": "tale.go", "to": "the-chamber"})
    for gone, told in (
        (0.0, "The timer: 0 of 10 minutes are gone."),
        (9.5, "The timer: 9 of 10 minutes are gone."),
        (10.0, "The timer: 10 minutes are up. Play on for as long as you like."),
    ):
        times.append(gone * MINUTE)
        screen.look("Ana")
        assert told in capsys.readouterr().out
    assert not record.why_not("GM", {"do": "tale.end"})
