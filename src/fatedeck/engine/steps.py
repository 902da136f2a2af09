"""What a step in a file does, as plain data: the words that files of all kinds share."""

from __future__ import annotations

from fatedeck.engine.entries import Act
from fatedeck.engine.marked_yaml import Marked, Misread
from fatedeck.engine.offers import Value


def parts_of(marked: Marked, what: str, known: tuple[str, ...]) -> dict[str, Marked]:
    """The parts of a mapping by name; one that is not known is a fault."""
    parts = marked.mapping(what)
    for name, value in parts.items():
        if name not in known:
            raise Misread(
                value.line, f"“{name}” isn’t a part of {what}. Parts: {', '.join(known)}."
            )
    return parts


def needed(parts: dict[str, Marked], name: str, line: int) -> Marked:
    if name not in parts:
        raise Misread(line, f"“{name}:” is missing.")
    return parts[name]


def action_of(step: dict[str, Marked]) -> Act:
    """The action that a step names."""
    action: Act = {"do": step["do"].words("do")}
    for name, value in step["with"].mapping("with").items() if "with" in step else ():
        action[name] = _value(value)
    return action


def _value(marked: Marked) -> Value:
    plain = marked.plain()
    if isinstance(plain, bool | str | int):
        return plain
    if isinstance(plain, list):
        return [str(item) for item in plain]
    if isinstance(plain, dict):
        return {str(name): item for name, item in plain.items() if isinstance(item, int)}
    raise Misread(marked.line, "A value is a word, a number, a list or a mapping to numbers.")
