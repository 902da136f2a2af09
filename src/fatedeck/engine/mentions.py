"""Who and what a state names: nobody may be meant who has left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from fatedeck.engine.cards import Pile

Present: TypeAlias = Mapping[str, Mapping[str, bool]]
"""Names by the path of what they belong to, and whether what bears them can still be meant.

Everybody at the table stands under the empty path, what Ana carries under `players/Ana`."""

_BETWEEN = re.compile(r" & |[|:]")
"""What stands between two names in one word."""


class Mention(Struct, frozen=True):
    """Somebody who has left may still be named here, as these clauses say.

    In the path `*` is any one part, and `**` any that follow. A question's options are at
    `asked/` and its name.
    """

    path: str
    clauses: tuple[str, ...]


def names(state: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Every word of a state with its path, those of mappings by which things are kept included."""
    if isinstance(state, str):
        yield path, state
        yield from ((path, part) for part in _BETWEEN.split(state) if part != state)
    elif isinstance(state, Pile):
        return
    elif isinstance(state, Struct):
        for field in state.__struct_fields__:
            yield from names(getattr(state, field), f"{path}/{field}" if path else field)
    elif isinstance(state, dict):
        for key, value in state.items():
            yield from names(key, path)
            yield from names(value, f"{path}/{key}")
    elif isinstance(state, list | tuple):
        for value in state:
            name = getattr(value, "name", "") if isinstance(value, Struct) else ""
            yield from names(value, f"{path}/{name}" if name else path)


def left(before: Present, after: Present) -> dict[str, set[str]]:
    """Who has left by now, by the same paths: no longer there, or there and not to be meant."""
    return {
        path: {
            name
            for name in {*before.get(path, {}), *after.get(path, {})}
            if not after.get(path, {}).get(name, False)
        }
        for path in {*before, *after}
    }


def meant(
    named: Iterator[tuple[str, str]], gone: Mapping[str, set[str]], may: Sequence[Mention]
) -> str:
    """Where somebody is named who has left, as a sentence; empty if nowhere.

    What lies with somebody is their own: there they may be named.
    """
    for path, name in named:
        for scope, some in gone.items():
            if name not in some or not (path + "/").startswith(scope + "/" * bool(scope)):
                continue
            within = path.removeprefix(scope).split("/")
            if name not in within and not any(_is_at(one.path, path) for one in may):
                return f"{path} names {name}, who has left"
    return ""


@cache
def _is_at(pattern: str, path: str) -> bool:
    parts = re.escape(pattern).replace(r"/\*\*", "(/.*)?").replace(r"\*", "[^/]*")
    return re.fullmatch(parts, path) is not None
