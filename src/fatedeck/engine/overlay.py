"""Changes laid over a data file: what is named is changed, added or taken away; the rest stays.

Things in a list are called by what stands first in each of them, as `id` or `name`; where they have
no names of their own, by their place in the list, from 1 on. `null` takes a thing away. A list or a
plain value takes the place of what was there. Everything keeps the line that it was read from.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

import yaml
from msgspec import Struct

from fatedeck.engine.marked_yaml import Misread

T = TypeVar("T")

Loader: type[yaml.SafeLoader | yaml.CSafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NOTHING = "tag:yaml.org,2002:null"
_LONGEST = 60


class Change(Struct, frozen=True):
    """One thing that is different: where it stands, what it was and what it is now.

    What is new was nothing; what is taken away is nothing now.
    """

    place: tuple[str, ...]
    was: str
    now: str

    @property
    def what(self) -> str:
        """What is different: all of its place but the file."""
        return " › ".join(self.place[1:] or self.place).replace("_", " ")

    @property
    def said(self) -> str:
        """The change on one line."""
        if not self.now:
            return f"{self.what}: taken out"
        if not self.was:
            return f"{self.what}: new ({_cut(self.now)})"
        return f"{self.what}: {_cut(self.was)} → {_cut(self.now)}"


@cache
def composed(path: Path) -> yaml.Node:
    """A data file as it is written, each part with its line."""
    node = yaml.compose(path.read_text("utf-8"), Loader=Loader)
    assert isinstance(node, yaml.Node)
    return node


def laid_over(base: yaml.Node, changes: yaml.Node) -> yaml.Node:
    """A part of a data file with these changes."""
    if not isinstance(changes, yaml.MappingNode):
        return changes
    if isinstance(base, yaml.MappingNode):
        return _laid_over_mapping(base, changes)
    if isinstance(base, yaml.SequenceNode):
        return _laid_over_list(base, changes)
    return changes


def differences(
    base: yaml.Node, changes: yaml.Node, place: tuple[str, ...] = ()
) -> Iterator[Change]:
    """What these changes make different, in the order in which they are written."""
    names = named(base)
    if not isinstance(changes, yaml.MappingNode) or names is None:
        was, now = in_short(base), in_short(changes)
        if was != now:
            yield Change(place, was, now)
        return
    for key, change in changes.value:
        here = (*place, str(key.value))
        if key.value not in names:
            yield Change(here, "", in_short(change))
        elif _is_nothing(change):
            yield Change(here, in_short(names[key.value]), "")
        else:
            yield from differences(names[key.value], change, here)


def named(node: yaml.Node) -> dict[str, yaml.Node] | None:
    """What stands in a mapping or a list by what it is called there; None for a plain value."""
    if isinstance(node, yaml.MappingNode):
        return {str(key.value): value for key, value in node.value}
    if not isinstance(node, yaml.SequenceNode):
        return None
    if _naming(node) is None:
        return {str(number): item for number, item in enumerate(node.value, start=1)}
    return {str(item.value[0][1].value): item for item in node.value}


def in_short(node: yaml.Node) -> str:
    """A value on one line.

    >>> in_short(yaml.compose("{hp: 3, powers: [Heal, Push]}"))
    'hp 3, powers Heal and Push'
    """
    if isinstance(node, yaml.MappingNode):
        return ", ".join(f"{key.value} {in_short(value)}" for key, value in node.value)
    if isinstance(node, yaml.SequenceNode):
        return " and ".join(map(in_short, node.value)) or "none"
    return str(node.value) if node.value != "" and not _is_nothing(node) else "none"


def leaves(
    node: yaml.Node, place: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], yaml.ScalarNode]]:
    """Every plain value with its place."""
    if isinstance(node, yaml.ScalarNode):
        yield place, node
    for name, part in (named(node) or {}).items():
        yield from leaves(part, (*place, name))


def _laid_over_mapping(base: yaml.MappingNode, changes: yaml.MappingNode) -> yaml.Node:
    there = {str(key.value): (key, value) for key, value in base.value}
    for key, change in changes.value:
        name = str(key.value)
        if _is_nothing(change):
            _take_away(there, name, change)
        elif name in there:
            there[name] = (there[name][0], laid_over(there[name][1], change))
        else:
            there[name] = (key, change)
    return yaml.MappingNode(base.tag, list(there.values()), base.start_mark, base.end_mark)


def _laid_over_list(base: yaml.SequenceNode, changes: yaml.MappingNode) -> yaml.Node:
    there = named(base) or {}
    first = _naming(base)
    for key, change in changes.value:
        name = str(key.value)
        if _is_nothing(change):
            _take_away(there, name, change)
        elif name in there:
            there[name] = laid_over(there[name], change)
        elif first is not None:
            there[name] = _new_one(first, key, change)
        elif name == str(len(base.value) + 1):
            there[name] = change
        else:
            places = f"1 to {len(base.value)}" if base.value else "empty"
            raise Misread(
                _line(key), f"There is no place {name} in this list; its places are {places}."
            )
    return yaml.SequenceNode(base.tag, list(there.values()), base.start_mark, base.end_mark)


def _new_one(
    first: tuple[yaml.ScalarNode, yaml.ScalarNode], key: yaml.ScalarNode, change: yaml.Node
) -> yaml.Node:
    """A new thing of a list, with its name where all the others have theirs."""
    if not isinstance(change, yaml.MappingNode):
        raise Misread(_line(key), f"“{key.value}” is new here; say what it has, as name: value.")
    field, example = first
    called = yaml.ScalarNode(example.tag, key.value, key.start_mark, key.end_mark)
    rest = [(part, value) for part, value in change.value if part.value != field.value]
    return yaml.MappingNode(
        "tag:yaml.org,2002:map", [(field, called), *rest], key.start_mark, change.end_mark
    )


def _naming(node: yaml.SequenceNode) -> tuple[yaml.ScalarNode, yaml.ScalarNode] | None:
    """The first field of things in a list and its value, where it tells them apart."""
    firsts = [
        item.value[0] for item in node.value if isinstance(item, yaml.MappingNode) and item.value
    ]
    if not firsts or len(firsts) < len(node.value):
        return None
    fields = {str(field.value) for field, _ in firsts}
    names = {value.value for _, value in firsts if isinstance(value, yaml.ScalarNode)}
    return firsts[0] if len(fields) == 1 and len(names) == len(firsts) else None


def _take_away(there: dict[str, T], name: str, change: yaml.Node) -> None:
    if name not in there:
        raise Misread(_line(change), f"There is no “{name}” to take away.")
    del there[name]


def _is_nothing(node: yaml.Node) -> bool:
    return bool(node.tag == _NOTHING)


def _cut(said: str) -> str:
    return said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
