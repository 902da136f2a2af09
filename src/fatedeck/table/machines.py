"""Ways in which the machine plays a seat: the game's own policy, and bots that are installed.

A bot is an entry point of the group `fatedeck.bots` named `<game>.<name>`, a function that makes a
`Policy` of that game.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.ruleset import AnyRuleset, Policy, find_game

OWN = "machine"
"""The game's own policy."""


def machines(ruleset: AnyRuleset) -> list[str]:
    """The ways in which the machine can play this game, the game's own first."""
    own = [OWN] if ruleset.policy() is not None else []
    return own + sorted(_bots(ruleset.id))


@cache
def machine(game: str, name: str) -> Policy[Struct]:
    """The way of playing with this name."""
    ruleset = find_game(game)
    policy: Policy[Struct] | None = None
    if name == OWN:
        policy = ruleset.policy()
    elif name in _bots(game):
        policy = _bots(game)[name].load()()
    if policy is None:
        raise Refused("", f"The machine cannot play {ruleset.title} as “{name}”.")
    return policy


@cache
def _bots(game: str) -> dict[str, EntryPoint]:
    points = entry_points(group="fatedeck.bots")
    return {p.name.partition(".")[2]: p for p in points if p.name.partition(".")[0] == game}
