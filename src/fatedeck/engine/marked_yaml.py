"""YAML whose every value knows its line, with few surprises.

Only `true` and `false` are truth values (so `Yes` is an answer), only plain decimal numbers of up
to 15 digits are numbers (so `09` and `9H` are cards), a key that stands twice is a fault, and
nothing refers to another place, so a small file stays small.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

import yaml
from msgspec import Struct

from fatedeck.engine.errors import Unreadable

_WHOLE = r"-?(0|[1-9][0-9]{0,14})"

Plain: TypeAlias = "str | int | float | bool | list[Plain] | dict[str | int, Plain] | None"


class Marked(Struct, frozen=True):
    """A value of a YAML file and the line it stands on; its parts are marked too."""

    value: str | int | float | bool | list[Marked] | dict[str, Marked] | None
    line: int

    def plain(self) -> Plain:
        """The value without its lines."""
        if isinstance(self.value, dict):
            return {_number(key): item.plain() for key, item in self.value.items()}
        if isinstance(self.value, list):
            return [item.plain() for item in self.value]
        return self.value

    def mapping(self, what: str) -> dict[str, Marked]:
        """The value as a mapping; anything else is a fault that names its line."""
        if self.value is None:
            return {}
        if not isinstance(self.value, dict):
            raise Misread(self.line, f"{what} must be a mapping (name: value).")
        return self.value

    def sequence(self, what: str) -> list[Marked]:
        """The value as a list; anything else is a fault that names its line."""
        if not isinstance(self.value, list):
            raise Misread(self.line, f"{what} must be a list.")
        return self.value

    def words(self, what: str) -> str:
        """The value as words; anything else is a fault that names its line."""
        if not isinstance(self.value, str | int):
            raise Misread(self.line, f"{what} must be a word or a sentence.")
        return str(self.value)


class Misread(Unreadable):
    """Something on this line cannot be read."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


def read_documents(text: str) -> Iterator[Marked]:
    """Every document of a YAML text."""
    return map(marked, read_nodes(text))


def read_nodes(text: str, name: str = "") -> list[yaml.Node]:
    """Every document of a YAML text as it is written; its marks call the text by this name."""
    try:
        if "*" in text:
            _refuse_aliases(text)
        return list(_composed(text, name))
    except yaml.MarkedYAMLError as fault:
        line = fault.problem_mark.line + 1 if fault.problem_mark else 1
        raise Misread(line, f"This is not YAML: {fault.problem}.") from fault
    except yaml.YAMLError as fault:
        raise Misread(1, f"This is not YAML: {fault}.") from fault
    except RecursionError as deep:
        raise Misread(1, "This YAML is nested too deeply.") from deep


def _refuse_aliases(text: str) -> None:
    for event in yaml.parse(text, Loader=_Loader):
        if isinstance(event, yaml.AliasEvent):
            line = event.start_mark.line + 1 if event.start_mark else 1
            raise Misread(line, f"Write out what “*{event.anchor}” stands for.")


def _composed(text: str, name: str) -> Iterator[yaml.Node]:
    loader = _Loader(text)
    loader.name = name
    while loader.check_node():
        if (node := loader.get_node()) is not None:
            yield node


class _Loader(yaml.SafeLoader):
    """SafeLoader with the plain resolvers above."""


_Loader.yaml_implicit_resolvers = {}
_Loader.add_implicit_resolver("tag:yaml.org,2002:null", re.compile(r"^(null|~|)$"), None)
_Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), None)
_Loader.add_implicit_resolver("tag:yaml.org,2002:int", re.compile(f"^{_WHOLE}$"), None)
_Loader.add_implicit_resolver("tag:yaml.org,2002:float", re.compile(r"^-?[0-9]+\.[0-9]+$"), None)


def marked(node: yaml.Node) -> Marked:
    """A value as it is written, with its lines."""
    line = node.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode):
        return Marked([marked(item) for item in node.value], line)
    if isinstance(node, yaml.MappingNode):
        mapping: dict[str, Marked] = {}
        for key, item in node.value:
            if not isinstance(key, yaml.ScalarNode):
                raise Misread(key.start_mark.line + 1, "A name is a plain word.")
            if key.value in mapping:
                raise Misread(key.start_mark.line + 1, f"“{key.value}” is here twice.")
            mapping[key.value] = marked(item)
        return Marked(mapping, line)
    try:
        return Marked(_scalar(node), line)
    except ValueError:
        raise Misread(line, "This says that it is a number, and it is none.") from None


def _scalar(node: yaml.Node) -> str | int | float | bool | None:
    text = str(node.value)
    match node.tag.rpartition(":")[2]:
        case "null":
            return None
        case "bool":
            return text == "true"
        case "int":
            return int(text)
        case "float":
            return float(text)
    return text


def _number(key: str) -> str | int:
    return int(key) if re.fullmatch(_WHOLE, key) else key
