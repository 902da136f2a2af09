"""The laws of every game, by random play that is long enough to come to rare places."""

from __future__ import annotations

from fatedeck.engine.laws import break_laws
from fatedeck.engine.ruleset import find_game
from tests.variants import tables

ACTIONS = 3_000


def main(share: float = 1) -> None:
    """What is offered is accepted, what is refused is not offered, nothing hidden is told."""
    for game, options in tables():
        count = round(ACTIONS * share)
        broken = list(break_laws(find_game(game), actions=count, options=options))
        print(f"laws of {game} {options or ''}: {count} actions, {len(broken)} broken")
        for one in broken:
            print(f"  {one}")
