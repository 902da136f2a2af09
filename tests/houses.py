"""Several house rules in one process, one after the other: what was read before is forgotten."""

from __future__ import annotations

import functools
import gc
import os
from collections.abc import Sequence
from typing import TypeAlias, TypeGuard

from fatedeck.engine import data_files, house, overlay
from fatedeck.engine.house import House, data_folder, live_by
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory import data as duels

Memory: TypeAlias = "functools._lru_cache_wrapper[object]"


def remembered() -> list[Memory]:
    """Everything that was worked out from data files."""
    kept = [
        found
        for found in gc.get_objects()
        if _is_memory(found)
        and str(getattr(found, "__module__", "")).startswith("fatedeck.")
        and found not in (data_folder, overlay.composed)
    ]
    return [*kept, *filter(_is_memory, data_files._READERS.values())]


def begin_anew(houses: Sequence[House] = (), memory: Sequence[Memory] | None = None) -> None:
    """Forget all data and live by these house rules, as another process would."""
    for kept in memory if memory is not None else remembered():
        kept.cache_clear()
    duels._printed.clear()
    house._here = house._Process()
    os.environ[house.ENVIRONMENT] = ""
    if houses:
        live_by(houses)


def end() -> None:
    """Nothing of it stays for other tests."""
    begin_anew()
    del os.environ[house.ENVIRONMENT]


def _is_memory(found: object) -> TypeGuard[Memory]:
    return type(found) is functools._lru_cache_wrapper and found is not find_game
