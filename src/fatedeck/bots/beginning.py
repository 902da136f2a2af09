"""A small adventure to begin from."""

from __future__ import annotations

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.tale import Played


def skeleton(ruleset: AnyRuleset) -> str:
    """A small adventure for a game; it checks."""
    if not issubclass(ruleset.State, Played):
        raise Unreadable(f"{ruleset.title} is played without adventures.")
    return SKELETON.format(game=ruleset.id)


SKELETON = """\
---
title: The Locked Gate
game: {game}
about: A gate stands where none should be, and somebody behind it is calling.
seats: 1-4
minutes: 15
licence: CC BY 4.0
---

What only the game master reads: who is behind the gate, and why.

## The gate

> A gate of black iron stands across the road. Behind it a [child](#the-child) is calling your name.

### The child

> She has your eyes, and no shadow.

She wants company. From here: [climb over](#behind-the-gate), or [walk away](#the-road-home).

## Behind the gate

> It is warm here, and you can no longer say which way you came.

## The road home

> The calling follows you for a mile, and then it stops.
"""
