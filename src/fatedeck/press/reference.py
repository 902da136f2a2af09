"""The page to take along, as plain data: panels with their lines, tables and counted odds."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.offers import Value
from fatedeck.engine.prospects import Course, CourseStudy, Study
from fatedeck.engine.reference import OddsTable, Panel, Table, line_and_clauses
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.odds.counting import count
from fatedeck.odds.courses import run_to_the_end
from fatedeck.press.book import Line, read_line

MINUS = "\N{MINUS SIGN}"


class Told(Struct, frozen=True):
    """A line and the clauses that it sums up."""

    line: Line
    clauses: tuple[str, ...]


class Drawn(Struct, frozen=True):
    """A panel as it is set."""

    title: str
    lines: tuple[Told, ...]
    table: Table | None
    odds: bool = False


def panels(ruleset: AnyRuleset, *, sheet: bool = False) -> list[Drawn]:
    """The panels of a game's page; for a sheet those that are wanted beside a character."""
    if ruleset.reference is None:
        raise Unreadable(f"{ruleset.title} has no page to take along.")
    return [
        _drawn(ruleset, panel) for panel in ruleset.reference.panels if panel.sheet or not sheet
    ]


def odds_panels(ruleset: AnyRuleset) -> list[Drawn]:
    """What a game's page counts."""
    return [panel for panel in panels(ruleset) if panel.odds]


def _drawn(ruleset: AnyRuleset, panel: Panel) -> Drawn:
    told = (line_and_clauses(line) for line in panel.lines)
    lines = tuple(Told(read_line(line), clauses) for line, clauses in told)
    table = panel.table if panel.odds is None else counted(ruleset, panel.odds)
    return Drawn(panel.title, lines, table, panel.odds is not None)


def counted(ruleset: AnyRuleset, asked: OddsTable) -> Table:
    """A table of odds, counted from the game's own question."""
    known: list[Study | CourseStudy] = [*ruleset.studies(), *ruleset.courses()]
    study = next((one for one in known if one.name == asked.question), None)
    if study is None:
        raise Unreadable(f"{ruleset.title} has no question called “{asked.question}”.")
    ((down, rows),) = asked.down.items()
    ((across, columns),) = asked.across.items()
    made = [
        (_said(row), *(_figure(study, asked, {down: row, across: column}) for column in columns))
        for row in rows
    ]
    head = (asked.names.get(down, down), *map(_said, columns))
    return Table(head, tuple(made))


def _figure(study: Study | CourseStudy, asked: OddsTable, setting: dict[str, Value]) -> str:
    """One cell: of a hundred, or on average. Only what is certain is called 0 or 100."""
    posed = study.pose({**study.usual, **asked.given, **setting})
    odds = run_to_the_end(posed) if isinstance(posed, Course) else count(posed)
    if asked.average:
        return f"{float(odds.mean(int)):.1f}"
    chance = odds.any_of(posed.good)
    hundred = round(chance * 100)
    if 0 < chance < 1:
        return "<1" if hundred == 0 else ">99" if hundred == 100 else str(hundred)
    return str(hundred)


def _said(value: Value) -> str:
    """A setting as it is read at the edge of a table.

    >>> _said(-2), _said("very easy"), _said("-1")
    ('−2', 'very easy', '−1')
    """
    text = str(value)
    return text.replace("-", MINUS) if text.lstrip("-").isdigit() else text
