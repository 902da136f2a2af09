"""What people write may have letters that our typefaces lack: each is shown as a box, and noted.

Our own texts are never mended like that: there a missing letter is an error (`compiler.py`).
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache

import msgspec

from fatedeck.press.compiler import FONTS

BOX = "\N{REPLACEMENT CHARACTER}"
"""Drawn as an empty box by every template."""

NOTE = "An empty box stands for a letter that our typefaces do not have."

_DRAWN = "✔✗✅♠♥♦♣\n\t\N{VARIATION SELECTOR-16}" + BOX


def shown(written: object) -> tuple[object, str]:
    """The same data with a box for each letter that cannot be set, and a note on it."""
    made = _shown(written)
    return made, NOTE if BOX in msgspec.json.encode(made).decode() else ""


def _shown(written: object) -> object:
    match written:
        case str():
            return "".join(map(_letter, written)) if not written.isascii() else written
        case Mapping():
            return {key: _shown(value) for key, value in written.items()}
        case Sequence():
            return [_shown(value) for value in written]
        case _:
            return written


def _letter(letter: str) -> str:
    if letter in _DRAWN or is_known(letter):
        return letter
    return "" if unicodedata.category(letter) in ("Mn", "Me", "Cf") else BOX


def is_known(letter: str) -> bool:
    """Whether our typefaces have it."""
    starts, ends = _ranges()
    at = bisect_right(starts, ord(letter)) - 1
    return at >= 0 and ord(letter) <= ends[at]


@cache
def _ranges() -> tuple[list[int], list[int]]:
    ranges = msgspec.json.decode((FONTS / "letters.json").read_bytes(), type=list[tuple[int, int]])
    return [first for first, _ in ranges], [last for _, last in ranges]
