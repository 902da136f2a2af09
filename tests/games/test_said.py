"""What somebody tries something with is said by them: no form begins with the first there is.

What a game master calls for every minute begins with the likeliest, and takes fewer taps.
"""

from __future__ import annotations

import pytest
from msgspec import Struct

from fatedeck.engine.actions import fields
from fatedeck.engine.kinds import One
from fatedeck.engine.offers import tag
from fatedeck.engine.ruleset import find_game


@pytest.mark.parametrize(
    ("game", "field", "actions"),
    [
        ("thousand-faces", "attribute", {"attempt", "try-untrained", "call-move"}),
        ("deckahedron", "stat", {"flip", "use-skill", "try-skill", "call-for-flip"}),
        ("deck-of-adventures", "stat", {"attempt", "volunteer"}),
        ("realms-behind", "skill", {"try", "contest"}),
    ],
)
def test_nobody_tries_with_what_they_have_not_chosen(
    game: str, field: str, actions: set[str]
) -> None:
    offered: tuple[type[Struct], ...] = find_game(game).actions
    found = {
        tag(action)
        for action in offered
        for spot, kind in fields(action)
        if spot.name == field and isinstance(kind, One) and kind.said
    }
    assert actions <= found, sorted(found)
