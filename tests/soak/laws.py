"""The laws of every game, by random play that is long enough to come to rare places."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine.laws import Broken, break_laws
from fatedeck.engine.ruleset import find_game
from tests.lively import LIVELY
from tests.variants import tables

ACTIONS = 3_000


LIVELY_ACTIONS = 20_000


def main(share: float = 1) -> None:
    """What is offered is accepted, what is refused is not offered, nothing hidden is told.

    Where much happens, cards go as their rules say and nobody is meant who has left.
    """
    for game, options in tables():
        count = round(ACTIONS * share)
        told(
            f"{game} {options or ''}",
            count,
            break_laws(find_game(game), actions=count, options=options),
        )
    for game, table in LIVELY.items():
        count = round(LIVELY_ACTIONS * share)
        laws = ("ways", "meant")
        told(
            f"{game}, lively",
            count,
            break_laws(find_game(game), actions=count, laws=laws, table=table),
        )


def told(game: str, count: int, broken: Iterable[Broken]) -> None:
    found = list(broken)
    print(f"laws of {game}: {count} actions, {len(found)} broken", flush=True)
    for one in found:
        print(f"  {one}")
