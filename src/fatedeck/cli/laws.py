"""Putting a game to the laws, for whoever writes one."""

from __future__ import annotations

from collections import Counter

from fatedeck.cli.options import read_options
from fatedeck.engine.laws import STRETCH, break_laws, unreached
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game

SHOWN = 5
"""Breaches of one law that are printed; the rest are counted."""


def keep_laws(game: str, actions: int, seed: int, given: list[str]) -> bool:
    """Play at random and print what breaks; whether nothing does."""
    ruleset = find_game(game)
    options = read_options(ruleset, given)
    found: Counter[str] = Counter()
    for broken in break_laws(ruleset, actions=actions, seed=seed, options=options):
        found[broken.law] += 1
        if found[broken.law] <= SHOWN:
            print(broken)
    for law, count in found.items():
        if count > SHOWN:
            print(f"{law}: and {count - SHOWN} more")
    tables = range(seed, seed + max(1, actions // STRETCH))
    never = unreached(ruleset, (new_record(ruleset, number, options) for number in tables))
    if never:
        print(f"No form asked for: {', '.join(never)}")
    if not found:
        print(f"{ruleset.title} keeps every law ({actions} random steps from seed {seed}).")
    return not found
