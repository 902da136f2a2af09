"""Every built-in game gives credit where it is due."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.engine.ruleset import AnyRuleset, games

ROOT = Path(__file__).parents[1]
BUILT_IN = [ruleset for ruleset in games() if type(ruleset).__module__.startswith("fatedeck.")]


def test_there_are_five() -> None:
    assert len(BUILT_IN) == 5


@pytest.mark.parametrize("ruleset", BUILT_IN, ids=lambda ruleset: str(ruleset.id))
def test_its_attribution_is_in_the_notice_and_its_licence_beside_it(ruleset: AnyRuleset) -> None:
    notice = " ".join((ROOT / "NOTICE").read_text("utf-8").split())
    assert ruleset.attribution in notice
    package = type(ruleset).__module__.split(".")[2]
    assert (ROOT / "src" / "fatedeck" / "games" / package / "LICENSE").is_file()
    assert ruleset.rules.clauses
