"""What a page is told to offer first, or to ask about twice, are actions of the game."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec import Struct

from fatedeck.engine.offers import tag
from fatedeck.engine.ruleset import AnyRuleset, games


@pytest.mark.parametrize("ruleset", games(), ids=lambda ruleset: ruleset.id)
def test_what_is_likely_is_an_action_of_the_game(ruleset: AnyRuleset) -> None:
    actions: Sequence[type[Struct]] = ruleset.actions
    tags = {tag(action) for action in actions}

    assert {*ruleset.likely, *ruleset.asks_twice} <= tags
