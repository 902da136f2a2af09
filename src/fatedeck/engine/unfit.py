"""What does not fit its type, as people say it and not as the decoder does."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from msgspec import inspect

Step = tuple[str, str]
"""A step into plain data: the name of a field, or else a number in a list, or `...` for any."""

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
_LENGTHS = {">=": "at least", "<=": "at most"}
_SHOWN = 40
"""The letters of a wrong value that are repeated."""


def why_unfit(fault: Exception, plain: object = None, kind: type | None = None) -> str:
    """Why data is none of a type, in a sentence: with the value and what there is, as far as known.

    >>> why_unfit(Exception("Expected `int`, got `str` - at `$.rank`"), {"rank": "high"})
    '“rank” has to be a whole number, not “high”.'
    """
    said, steps = located(fault)
    what = next((name for name, _ in reversed(steps) if name), "")
    value = _found(plain, steps)
    allowed = () if kind is None else _allowed(inspect.type_info(kind), steps)
    called = f"“{what}”" if what else "It"
    return in_words(said, called, "" if value is None else str(value), allowed)


def located(fault: Exception) -> tuple[str, list[Step]]:
    """What msgspec says of a value, and the way to it: `.cards[3].d4`."""
    said, *places = _AT.split(str(fault))
    return said, _STEP.findall("".join(reversed(places)))


def in_words(said: str, called: str, value: str, allowed: Iterable[str] = ()) -> str:
    """What msgspec says of a value, as people say it."""
    instead = f", not {_quoted(value)}" if value else ""
    if (found := re.fullmatch(r"Expected `([^`]*)`, got `\w+`", said)) is not None:
        kinds = [_KINDS.get(kind, kind) for kind in found[1].split(" | ")]
        return f"{called} has to be {' or '.join(kinds)}{instead}."
    if (found := re.fullmatch(r"Expected `\w+` (>=|<=|>|<) (\S+)", said)) is not None:
        limit = _LIMITS[found[1]].format(found[2])
        return f"{called} has to be {limit}{f', not {value}' if value else ''}."
    if (found := re.fullmatch(r"Expected `str` of length (>=|<=) (\d+)", said)) is not None:
        return f"{called} has to have {_LENGTHS[found[1]]} {found[2]} letters."
    if found := re.fullmatch(r"Expected `array` of (?:at least )?length (\d+).*", said):
        return f"{called} has to be a list of {found[1]}{instead}."
    if (found := re.fullmatch(r"Object contains unknown field `(.*)`", said)) is not None:
        return f"{called} has no “{found[1]}”."
    if (found := re.fullmatch(r"Object missing required field `(.*)`", said)) is not None:
        return f"{called} lacks “{found[1]}”."
    if said.startswith("Invalid "):
        there = f" It can be: {', '.join(allowed)}." if allowed else ""
        return f"{called} can’t be {_quoted(value) if value else 'that'}.{there}"
    return said if said.endswith(".") else f"{said}."


def _found(plain: object, steps: Sequence[Step]) -> object:
    """What the way leads to, as far as it tells."""
    for name, number in steps:
        if isinstance(plain, Mapping) and name in plain:
            plain = plain[name]
        elif isinstance(plain, list | tuple) and number.isdigit():
            plain = plain[int(number)]
        else:
            break
    return plain


def _allowed(kind: inspect.Type, steps: Sequence[Step]) -> tuple[str, ...]:
    """The names that a type allows there, where it names them."""
    if isinstance(kind, inspect.UnionType):
        return tuple(name for part in kind.types for name in _allowed(part, steps))
    if isinstance(kind, inspect.Metadata):
        return _allowed(kind.type, steps)
    if not steps:
        return tuple(map(str, kind.values)) if isinstance(kind, inspect.LiteralType) else ()
    (name, _), *rest = steps
    if isinstance(kind, inspect.StructType):
        inside = (field.type for field in kind.fields if field.encode_name == name)
        return next((_allowed(part, rest) for part in inside), ())
    if isinstance(kind, inspect.DictType):
        return _allowed(kind.value_type, rest)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType | inspect.SetType):
        return _allowed(kind.item_type, rest)
    return ()


def _quoted(value: str) -> str:
    return f"“{value if len(value) <= _SHOWN else value[: _SHOWN - 1] + '…'}”"
