"""Which games are installed is looked up once, whatever ids are asked for."""

from __future__ import annotations

import pytest

from fatedeck.engine import installed
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import find_game


def test_a_game_that_is_not_there_is_not_looked_for_in_every_package(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    installed.installed()

    def look(group: str) -> None:
        raise AssertionError(f"All packages are looked through for {group}.")

    monkeypatch.setattr(installed, "entry_points", look)
    for name in ("nope", "nope", "no-such-game"):
        with pytest.raises(Unreadable, match="There is no game"):
            find_game(name)
