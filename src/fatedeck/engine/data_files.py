"""The data files of a game, read and checked; what is wrong is told with its file and line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from threading import RLock
from typing import TypeVar

import msgspec
import yaml

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.house import House, changes_of
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.overlay import composed, in_short, laid_over, named
from fatedeck.engine.unfit import Step, in_words, located

T = TypeVar("T")

_NO_FILE = "<unicode string>"

Read = Callable[[type, object], object]
"""What makes a value of a type that is the game's own, as `dec_hook` of msgspec."""


_READERS: dict[Path, Callable[[], object]] = {}
_TYPES: dict[Path, tuple[type, Read | None]] = {}
_READING = RLock()


def data_file(module: str, name: str, kind: type[T], read: Read | None = None) -> Callable[[], T]:
    """What reads the file `data/NAME.yaml` beside a module of a game as this type, once."""
    path = Path(module).with_name("data") / f"{name}.yaml"
    reader = cache(partial(_read_in_turn, path, kind, read))
    _READERS[path] = reader
    _TYPES[path] = kind, read
    return reader


def _read_in_turn(path: Path, kind: type[T], read: Read | None) -> T:
    """Threads that want a file at once read it one after the other.

    msgspec makes ready what it knows of a type when it first meets it; in two threads at once that
    ends the process.
    """
    with _READING:
        return read_file(path, kind, read)


def look_through(house: House, shared: Mapping[str, type]) -> None:
    """`Unreadable`, with its line, unless all that house rules change can be so.

    Nothing is kept of it, so that others may hold. The game has been loaded: then its files have
    their types, but for those that every game has, which are `shared`.
    """
    for path, changes in house.laid().items():
        kind, read = _TYPES.get(path, (shared.get(path.stem, object), None))
        with _READING:
            _laid_over(path, kind, read, changes)


def read_file(path: Path, kind: type[T], read: Read | None = None) -> T:
    """A YAML file as this type, with the changes of the house; what does not fit is a sentence.

    It names the line, of the file or of the house rules.
    """
    changes = changes_of(path)
    if changes is None:
        try:
            return msgspec.yaml.decode(path.read_text("utf-8"), type=kind, dec_hook=read)
        except msgspec.ValidationError as fault:
            raise _unfit(path, composed(path), fault) from fault
        except msgspec.DecodeError as fault:
            raise Unreadable(f"{path.name} can’t be read: {fault}.") from fault
    return _laid_over(path, kind, read, changes)


def _laid_over(path: Path, kind: type[T], read: Read | None, changes: yaml.Node) -> T:
    """A file with what is laid over it, as this type."""
    try:
        node = laid_over(composed(path), changes)
    except Misread as misread:
        raise Unreadable(f"{changes.start_mark.name}, line {misread.line}: {misread}") from misread
    plain = yaml.constructor.SafeConstructor().construct_document(node)
    try:
        return msgspec.convert(plain, kind, dec_hook=read)
    except msgspec.ValidationError as fault:
        raise _unfit(path, node, fault) from fault


def _unfit(path: Path, node: yaml.Node, fault: msgspec.ValidationError) -> Unreadable:
    """What does not fit, as a sentence with its file and line: `.cards[3].d4` is where it is."""
    said, steps = located(fault)
    what, node = _meant(("", node), steps, said)
    if (unknown := re.fullmatch(r"Object contains unknown field `(.*)`", said)) is not None:
        assert isinstance(node, yaml.MappingNode)
        node = next((key for key, _ in node.value if key.value == unknown[1]), node)
    mark = node.start_mark
    file = mark.name if mark.name != _NO_FILE else path.name
    if unknown is not None and not what:
        told = f"There is no “{unknown[1]}” here."
    else:
        told = in_words(said, f"“{what}”" if what else "This file", in_short(node))
    return Unreadable(f"{file}, line {mark.line + 1}: {told}")


def _meant(found: tuple[str, yaml.Node], steps: list[Step], said: str) -> tuple[str, yaml.Node]:
    """What a path leads to, and what it is called, as near as the path tells.

    Of the parts of a mapping it does not tell which: it is the first that is of the kind that was
    found there, or the very value, and one of the house before all others.
    """
    if not steps:
        return found
    (name, number), *rest = steps
    inside = named(found[1]) or {}
    if isinstance(found[1], yaml.SequenceNode) and number.isdigit():
        items = list(inside.items())[int(number) :]
        return _meant(items[0], rest, said) if items else found
    if not number:
        return _meant((name, inside[name]), rest, said) if name in inside else found
    ends = [_meant(item, rest, said) for item in inside.items()]
    ends = [end for end in ends if _is_said(end[1], said)] or ends
    return min(ends, key=lambda end: end[1].start_mark.name == _NO_FILE, default=found)


def _is_said(node: yaml.Node, said: str) -> bool:
    return f"got `{_kind(node)}`" in said or f"“{in_short(node)}”" in said


def _kind(node: yaml.Node) -> str:
    """What msgspec calls the kind of a value."""
    kind = str(node.tag).rpartition(":")[2]
    return {"map": "object", "seq": "array"}.get(kind, kind)
