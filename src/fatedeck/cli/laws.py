"""Putting a game to the laws, for whoever writes one."""

from __future__ import annotations

from collections import Counter

from fatedeck.cli.options import read_options
from fatedeck.engine.laws import LAWS, STRETCH, break_laws, unreached
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.terminal.console import Passing

SHOWN = 5
"""Breaches of one law that are printed; the rest are counted."""


def keep_laws(game: str, actions: int, seed: int, given: list[str]) -> bool:
    """Play at random and print what breaks, as soon as it does; whether nothing does."""
    ruleset = find_game(game)
    options = read_options(ruleset, given)
    found: Counter[str] = Counter()
    tables = range(seed, seed + max(1, actions // STRETCH))
    with Passing() as bar:
        for done, number in enumerate(tables):
            held = [f"  {law}: {_broken(found[law])}" for law in LAWS]
            bar.show(f"Table {done + 1} of {len(tables)}", done / len(tables), *held)
            for broken in break_laws(ruleset, actions=STRETCH, seed=number, options=options):
                found[broken.law] += 1
                if found[broken.law] <= SHOWN:
                    bar.clear()
                    print(broken, flush=True)
    for law, count in found.items():
        if count > SHOWN:
            print(f"{law}: and {count - SHOWN} more")
    never = unreached(ruleset, (new_record(ruleset, number, options) for number in tables))
    if never:
        print(f"Random play never came to these fields: {', '.join(never)}")
    if not found:
        print(f"{ruleset.title} keeps every law ({actions} random steps from seed {seed}).")
    return not found


def _broken(tables: int) -> str:
    return f"broken at {tables}" if tables else "kept so far"
