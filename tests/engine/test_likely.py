"""What a page is told to offer first, or to ask about twice, are actions of the game."""

from __future__ import annotations

import pytest

from fatedeck.engine.offers import tag
from fatedeck.engine.ruleset import AnyRuleset, games


@pytest.mark.parametrize("ruleset", games(), ids=lambda ruleset: ruleset.id)
def test_what_is_likely_is_an_action_of_the_game(ruleset: AnyRuleset) -> None:
    tags = {tag(action) for action in ruleset.actions}

    assert {*ruleset.likely, *ruleset.asks_twice} <= tags
