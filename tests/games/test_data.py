"""What nobody reads is not in `data/`: every field of a data file is used by some rule."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path

import msgspec
import pytest
from msgspec import Struct

GAMES = Path(__file__).parents[2] / "src" / "fatedeck" / "games"
NAMES = sorted(path.name for path in GAMES.iterdir() if (path / "data").is_dir())


def structs_of(game: str) -> list[type[Struct]]:
    """The types that a game's data files are read as."""
    module = import_module(f"fatedeck.games.{game}.data")
    return [
        found
        for _, found in inspect.getmembers(module, inspect.isclass)
        if issubclass(found, Struct) and found.__module__ == module.__name__
    ]


@pytest.mark.parametrize("game", NAMES)
def test_every_field_of_the_data_is_read(game: str) -> None:
    source = "\n".join(path.read_text("utf-8") for path in sorted((GAMES / game).rglob("*.py")))
    unread = [
        f"{kind.__name__}.{field.name}"
        for kind in structs_of(game)
        for field in msgspec.structs.fields(kind)
        if not re.search(rf"\.{field.name}\b|\b{field.name}=|\"{field.name}\"", source)
    ]
    assert unread == []
