"""What other workers have done at tables since one last looked, read for many tables at once.

One statement sees one moment, so whatever it finds belongs together. It finds no more than a few
changes of a table: whoever has missed more reads the table again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    Table,
    Text,
    cast,
    func,
    literal_column,
    null,
    select,
    text,
    union_all,
)
from sqlalchemy.engine.interfaces import Dialect

from fatedeck.table import rows
from fatedeck.table.rows import Found, InviteRow, PaperRow, SeatRow, StepRow, StoryRow, TableRow

_MOST = 8
"""Changes of a table that are read at once."""
_ASKED = {
    "sqlite": """
        SELECT json_extract(value, '$[0]') AS id, json_extract(value, '$[1]') AS rev,
            json_extract(value, '$[2]') AS v, json_extract(value, '$[3]') AS line
        FROM json_each(:asked)
        """,
    "postgresql": """
        SELECT value ->> 0 AS id, (value ->> 1)::bigint AS rev,
            (value ->> 2)::bigint AS v, (value ->> 3)::bigint AS line
        FROM json_array_elements(CAST(:asked AS json))
        """,
}
_COLUMNS = {
    name: column for kind in (rows.heads, rows.steps, rows.story) for name, column in kind.c.items()
}
_NO_MORE: Mapping[str, ColumnElement[object]] = {}


class Reached(Struct, frozen=True, array_like=True):
    """How far a worker has come with a table: so many changes, steps and lines of its story."""

    table_id: str
    rev: int
    v: int
    lines: int


class News(Struct):
    """What is on disk of a table `since` a worker had come so far; none of it where it is too much.

    `v` is the version of its last step. `marks` tell whether anything around the game is different.
    """

    since: Reached
    rev: int
    format: int
    v: int
    marks: list[int] = msgspec.field(default_factory=list)
    steps: list[StepRow] = msgspec.field(default_factory=list)
    story: list[StoryRow] = msgspec.field(default_factory=list)

    @property
    def is_whole(self) -> bool:
        """Whether nothing is missing of it."""
        versions = [step.v for step in self.steps]
        numbers = [line.number for line in self.story]
        return (
            0 < self.rev - self.since.rev <= _MOST
            and versions == list(range(self.since.v + 1, self.v + 1))
            and numbers == list(range(self.since.lines + 1, self.since.lines + 1 + len(numbers)))
            and all(map(rows.is_whole, self.steps))
            and all(map(rows.is_whole, self.story))
        )


def marks(
    row: TableRow, seats: Iterable[SeatRow], invite: InviteRow, papers: Iterable[PaperRow]
) -> list[int]:
    """What tells these rows from all others, as they were read."""
    around: list[rows.AnyRow] = [row, *seats, invite, *papers]
    return sorted(one.checksum for one in around if one.checksum)


def asked(reached: Sequence[Reached]) -> str:
    """What the statement is to be given."""
    return msgspec.json.encode(reached).decode()


def statement(dialect: Dialect) -> str:
    """What reads it, in the database's own words."""
    columns = {"id": Text, "rev": BigInteger, "v": BigInteger, "line": BigInteger}
    wanted = text(_ASKED[dialect.name]).columns(**columns)
    all_asked, heads, steps, story = wanted.cte("asked"), rows.heads, rows.steps, rows.story
    last = select(func.max(steps.c.v)).where(steps.c.table_id == heads.c.table_id)
    behind = text(f"heads.rev - asked.rev BETWEEN 1 AND {_MOST}")
    near = (
        select(all_asked).join(heads, heads.c.table_id == all_asked.c.id).where(behind).cte("near")
    )
    parts = [
        _part(heads, "head", {"v": last.scalar_subquery()}).join(
            all_asked, heads.c.table_id == all_asked.c.id
        ),
        _part(steps, "step").join(near, (steps.c.table_id == near.c.id) & (steps.c.v > near.c.v)),
        _part(story, "line").join(
            near,
            (story.c.table_id == near.c.id)
            & (story.c.number > near.c.line)
            & text("number > 0"),  # as the index over part of the rows says it
        ),
    ]
    for around in (rows.tables, rows.seats, rows.invites, rows.papers):
        key = around.c.id if around is rows.tables else around.c.table_id
        mark = {"table_id": key, "checksum": around.c.checksum}
        parts.append(_part(near, "mark", mark).join(around, key == near.c.id))
    return str(union_all(*parts).compile(dialect=dialect))


def _part(
    kind: FromClause,
    what: str,
    more: Mapping[str, ColumnElement[object]] = _NO_MORE,
) -> Select[tuple[object, ...]]:
    """The columns of one kind of rows, and nothing in those that others have."""
    own = dict(kind.c.items()) if isinstance(kind, Table) else {}
    found = {**own, **more}
    columns = [
        (found[name] if name in found else cast(null(), like.type)).label(name)
        for name, like in _COLUMNS.items()
    ]
    return select(literal_column(f"'{what}'", Text).label("what"), *columns).select_from(kind)


def read(reached: Sequence[Reached], found: Iterable[Found]) -> dict[str, News]:
    """What was found of each table that is there."""
    by_id = {one.table_id: one for one in reached}
    news: dict[str, News] = {}
    rest: list[Found] = []
    for row in found:
        if row["what"] == "head":
            table_id: str = row["table_id"]
            news[table_id] = News(by_id[table_id], row["rev"], row["format"], row["v"] or 0)
        else:
            rest.append(row)
    for row in rest:
        of_table = news[row["table_id"]]
        if row["what"] == "mark":
            of_table.marks.append(row["checksum"])
        elif row["what"] == "step":
            of_table.steps.append(rows.as_row(StepRow, row))
        else:
            of_table.story.append(rows.as_row(StoryRow, row))
    for one in news.values():
        one.marks = sorted(mark for mark in one.marks if mark)
        one.steps.sort(key=lambda step: step.v)
        one.story.sort(key=lambda line: line.number)
    return news
