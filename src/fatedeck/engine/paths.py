"""Finding one value in a state by its path: `players/Ana/discard`, `foes/Wolf/stamina`.

A part of a path is a field of a Struct, a key of a mapping, or the `name` (or `id`) of a Struct in
a list. Scenarios, the game master's fiat and views name values this way.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct

from fatedeck.engine.cards import Pile
from fatedeck.engine.errors import Unreadable


def find(state: object, path: str) -> object:
    """The value at a path."""
    value = state
    for part in path.split("/"):
        value = _step(value, part, path)
    return value


def written(state: object, path: str) -> str:
    """The value at a path in writing: words as they are, anything else as JSON."""
    value = find(state, path)
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def assign(state: object, path: str, value: object) -> None:
    """Put a value where one of the same kind is now."""
    above, _, last = path.rpartition("/")
    holder = find(state, above) if above else state
    before = _step(holder, last, path)
    if type(before) is not type(value):
        raise Unreadable(f"{path} holds {_kind(before)}, not {_kind(value)}.")
    if isinstance(holder, Struct) and not holder.__struct_config__.frozen:
        setattr(holder, last, value)
    elif isinstance(holder, dict):
        holder[last] = value
    else:
        raise Unreadable(f"{path} can’t be set.")


def piles(state: object, path: str = "") -> Iterator[tuple[str, Pile]]:
    """Every pile of a state with its path."""
    if isinstance(state, Pile):
        yield path, state
    elif isinstance(state, Struct):
        for name in state.__struct_fields__:
            yield from piles(getattr(state, name), f"{path}/{name}" if path else name)
    elif isinstance(state, dict):
        for key, value in state.items():
            yield from piles(value, f"{path}/{key}" if path else str(key))
    elif isinstance(state, list):
        for value in state:
            if isinstance(value, Struct):
                yield from piles(value, f"{path}/{_name(value)}")


def all_cards(state: object) -> list[str]:
    """Every card of a state, wherever it lies, sorted: what no action may change."""
    return sorted(card for _, pile in piles(state) for card in pile)


def _step(value: object, part: str, path: str) -> object:
    if isinstance(value, Struct) and part in value.__struct_fields__:
        found: object = getattr(value, part)
        return found
    if isinstance(value, dict) and part in value:
        return value[part]
    if isinstance(value, list):
        for item in value:
            if isinstance(item, Struct) and _name(item) == part:
                return item
    raise Unreadable(f"There is no “{part}” in {path}. {_there_is(value)}")


def _name(item: Struct) -> str:
    return str(getattr(item, "name", None) or getattr(item, "id", ""))


def _there_is(value: object) -> str:
    if isinstance(value, Struct):
        return f"You can use: {', '.join(value.__struct_fields__)}."
    if isinstance(value, dict):
        return f"You can use: {', '.join(map(str, value)) or 'nothing'}."
    if isinstance(value, list):
        names = [_name(item) for item in value if isinstance(item, Struct)]
        return f"You can use: {', '.join(names) or 'nothing'}."
    return f"It is {_kind(value)}."


def _kind(value: object) -> str:
    kinds = {int: "a number", str: "words", bool: "a yes or no", list: "a list", Pile: "a pile"}
    return kinds.get(type(value), type(value).__name__)
