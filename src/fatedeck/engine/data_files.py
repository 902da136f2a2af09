"""The data files of a game, read and checked; what is wrong is told with its file and line."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from threading import RLock
from typing import TypeVar

import msgspec
import yaml

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.house import changed_files, changes_of
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.overlay import composed, in_short, laid_over, named

T = TypeVar("T")

_AT = re.compile(r" - at (?:`key` in )?`\$(.*?)`")
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")
_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping (name: value)",
    "null": "null",
}
_LIMITS = {">=": "{} or more", "<=": "{} or less", ">": "more than {}", "<": "less than {}"}
_NO_FILE = "<unicode string>"

Read = Callable[[type, object], object]
"""What makes a value of a type that is the game's own, as `dec_hook` of msgspec."""


_READERS: dict[Path, Callable[[], object]] = {}
_READING = RLock()


def data_file(module: str, name: str, kind: type[T], read: Read | None = None) -> Callable[[], T]:
    """What reads the file `data/NAME.yaml` beside a module of a game as this type, once."""
    path = Path(module).with_name("data") / f"{name}.yaml"
    reader = cache(partial(_read_in_turn, path, kind, read))
    _READERS[path] = reader
    return reader


def _read_in_turn(path: Path, kind: type[T], read: Read | None) -> T:
    """Threads that want a file at once read it one after the other.

    msgspec makes ready what it knows of a type when it first meets it; in two threads at once that
    ends the process.
    """
    with _READING:
        return read_file(path, kind, read)


def read_changed(folder: Path) -> None:
    """Read all files in a folder that house rules change, so that a fault in them is told now."""
    for path in changed_files(folder):
        if path in _READERS:
            _READERS[path]()


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
    said, *places = _AT.split(str(fault))
    what, node = _meant(("", node), _STEP.findall("".join(reversed(places))), said)
    if (unknown := re.fullmatch(r"Object contains unknown field `(.*)`", said)) is not None:
        assert isinstance(node, yaml.MappingNode)
        node = next((key for key, _ in node.value if key.value == unknown[1]), node)
    mark = node.start_mark
    file = mark.name if mark.name != _NO_FILE else path.name
    return Unreadable(f"{file}, line {mark.line + 1}: {_in_words(said, what, node)}")


def _meant(
    found: tuple[str, yaml.Node], steps: list[tuple[str, str]], said: str
) -> tuple[str, yaml.Node]:
    """What a path leads to, and what it is called, as near as the path tells.

    Of the parts of a mapping it does not tell which: it is the first that is of the kind that was
    found there, and one of the house before all others.
    """
    if not steps:
        return found
    (name, number), *rest = steps
    inside = named(found[1]) or {}
    if isinstance(found[1], yaml.SequenceNode) and number.isdigit():
        return _meant(list(inside.items())[int(number)], rest, said)
    if not number:
        return _meant((name, inside[name]), rest, said) if name in inside else found
    ends = [_meant(item, rest, said) for item in inside.items()]
    ends = [end for end in ends if f"got `{_kind(end[1])}`" in said] or ends
    return min(ends, key=lambda end: end[1].start_mark.name == _NO_FILE, default=found)


def _in_words(said: str, what: str, node: yaml.Node) -> str:
    """What msgspec says of a value, as people say it."""
    called, value = f"“{what}”" if what else "This file", in_short(node)
    if (found := re.fullmatch(r"Expected `([^`]*)`, got `\w+`", said)) is not None:
        kinds = [_KINDS.get(kind, kind) for kind in found[1].split(" | ")]
        return f"{called} has to be {' or '.join(kinds)}, not {_quoted(value)}."
    if (found := re.fullmatch(r"Expected `\w+` (>=|<=|>|<) (\S+)", said)) is not None:
        return f"{called} has to be {_LIMITS[found[1]].format(found[2])}, not {value}."
    if found := re.fullmatch(r"Expected `array` of (?:at least )?length (\d+).*", said):
        return f"{called} has to be a list of {found[1]}, not {_quoted(value)}."
    if (found := re.fullmatch(r"Object contains unknown field `(.*)`", said)) is not None:
        return f"{called} has no “{found[1]}”." if what else f"There is no “{found[1]}” here."
    if (found := re.fullmatch(r"Object missing required field `(.*)`", said)) is not None:
        return f"{called} lacks “{found[1]}”."
    if said.startswith("Invalid "):
        return f"{called} can’t be {_quoted(value)}."
    return said if said.endswith(".") else f"{said}."


def _quoted(value: str) -> str:
    return f"“{value if len(value) <= 40 else value[:39] + '…'}”"


def _kind(node: yaml.Node) -> str:
    """What msgspec calls the kind of a value."""
    kind = str(node.tag).rpartition(":")[2]
    return {"map": "object", "seq": "array"}.get(kind, kind)
