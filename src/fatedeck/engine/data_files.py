"""The data files of a game, read and checked; what is wrong is told with its file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TypeVar

import msgspec
import yaml

from fatedeck.engine.errors import Unreadable

T = TypeVar("T")

_AT = re.compile(r"(?P<said>.*?)(?: - at `(?:key in )?\$(?P<path>.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+|\.\.\.)\]")


def read_data(module: str, name: str, kind: type[T], *, strict: bool = True) -> T:
    """The file `data/NAME.yaml` beside a module of a game, as this type."""
    return read_file(Path(module).with_name("data") / f"{name}.yaml", kind, strict=strict)


def read_file(path: Path, kind: type[T], *, strict: bool = True) -> T:
    """A YAML file as this type, or a sentence that names the line which does not fit."""
    text = path.read_text("utf-8")
    try:
        return msgspec.yaml.decode(text, type=kind, strict=strict)
    except msgspec.ValidationError as fault:
        found = _AT.fullmatch(str(fault))
        said, place = (found["said"], found["path"] or "") if found else (str(fault), "")
        line = _line(yaml.compose(text), place, said)
        raise Unreadable(f"{path.name}, line {line}: {said}.") from fault
    except msgspec.DecodeError as fault:
        raise Unreadable(f"{path.name} can’t be read: {fault}.") from fault


def _line(node: yaml.Node, path: str, said: str) -> int:
    """The line of what a path leads to, as near as the path tells: `.cards[3].d4`."""
    for name, place in _STEP.findall(path):
        if isinstance(node, yaml.MappingNode):
            inside = {str(key.value): value for key, value in node.value}
            if name not in inside:
                break
            node = inside[name]
        elif isinstance(node, yaml.SequenceNode) and place.isdigit():
            node = node.value[int(place)]
        else:
            break
    unknown = re.search(r"unknown field `(\w+)`", said)
    if unknown and isinstance(node, yaml.MappingNode):
        node = next((key for key, _ in node.value if key.value == unknown[1]), node)
    return int(node.start_mark.line) + 1
