"""What a game's table looks up most, on one page: panels of lines, tables and odds.

A game keeps it in `data/reference.yaml`, the most used first. A line ends with the clauses it sums
up, in brackets.
"""

from __future__ import annotations

import re
from pathlib import Path

from msgspec import Struct

from fatedeck.engine.data_files import read_file
from fatedeck.engine.offers import Value

_CLAUSES = re.compile(r"\s*\[([A-Z]+-[\d.]+(?:, [A-Z]+-[\d.]+)*)\]$")


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """A small table, and the clauses it sums up."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    clauses: tuple[str, ...] = ()


class OddsTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table that is counted: one of the game's own questions, with one setting down, one across.

    It tells how many of a hundred succeed, or with `average` what comes out on average. `names`
    are what people read for a setting.
    """

    question: str
    down: dict[str, tuple[Value, ...]]
    across: dict[str, tuple[Value, ...]]
    given: dict[str, Value] = {}
    names: dict[str, str] = {}
    average: bool = False


class Panel(Struct, frozen=True, forbid_unknown_fields=True):
    """One subject. What is wanted beside the character, too, stands on its `sheet`."""

    title: str
    lines: tuple[str, ...] = ()
    table: Table | None = None
    odds: OddsTable | None = None
    sheet: bool = False


class Reference(Struct, frozen=True, forbid_unknown_fields=True):
    """The page, subject by subject."""

    panels: tuple[Panel, ...]


def line_and_clauses(line: str) -> tuple[str, tuple[str, ...]]:
    """A line without its clauses, and these.

    >>> line_and_clauses("Draw. [XYZ-1, XYZ-2.3]"), line_and_clauses("Draw.")
    (('Draw.', ('XYZ-1', 'XYZ-2.3')), ('Draw.', ()))
    """
    found = _CLAUSES.search(line)
    return (line[: found.start()], tuple(found[1].split(", "))) if found else (line, ())


def read_reference(path: Path) -> Reference | None:
    """The reference page in this file, if there is one."""
    return read_file(path, Reference) if path.is_file() else None
