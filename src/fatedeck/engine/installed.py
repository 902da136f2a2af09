"""The games that are installed, as entry points of the group `fatedeck.games`: looked up once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points


@cache
def installed() -> Mapping[str, EntryPoint]:
    """Every installed game by its id; none is loaded for that.

    Asking the system reads about every package there is, which no stranger may have done by a word.
    """
    return {point.name: point for point in entry_points(group="fatedeck.games")}
