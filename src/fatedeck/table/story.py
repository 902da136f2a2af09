"""The one story of talk and play, and who may read which line of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from fatedeck.engine.story import Common, Line, Moment, worded
from fatedeck.table.links import Member
from fatedeck.table.protocol import Role, StoryKind, StoryLine
from fatedeck.table.rows import StoryRow, is_whole

L = TypeVar("L", "Tale", StoryRow)

MOST_CHARACTERS = 40_000
"""How long lines may be together that are told at once: every reader must be able to take them."""
DAMAGED = "A line of the story was damaged on the server's disk."


class Made(Struct, frozen=True):
    """A link that a command made, without its token: enough to give the same answer again."""

    place: int
    name: str
    role: Role


class Body(Struct, frozen=True, omit_defaults=True):
    """The words of a line: for all, for single seats instead, or only from one seat to others.

    Names may change before the start, so who reads what is private is kept by `places`.
    """

    text: str
    only: dict[str, str] = {}
    to: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()
    fiat: bool = False
    made: Made | None = None
    values: dict[str, str | int | Common | list[str | Common]] = {}
    moment: Moment | None = None
    scene: str = ""
    picture: str = ""
    fight: bool = False


class Tale(Struct):
    """A line of the story as the server holds it."""

    at: int
    k: int
    v: int
    n: int
    by: str
    kind: StoryKind
    body: Body
    undone: bool = False

    def read_by(self, reader: Member) -> StoryLine | None:
        """The line as this reader reads it, None when it is not for their eyes."""
        body, text = self.body, self.body.text
        moment = None
        if self.kind == "play":
            text = worded(body.only.get(reader.seat, text) if reader.seat else text, body.values)
            moment = body.moment and body.moment.read_by(reader.seat)
        elif self.is_private and not self._is_for(reader):
            return None
        if not text and moment is None:
            return None
        return StoryLine(
            self.at,
            self.v,
            self.kind,
            text,
            self.by,
            body.to,
            self.n,
            body.clauses,
            body.fiat,
            self.undone,
            moment,
            body.scene,
            body.picture,
            body.fight,
        )

    @property
    def is_private(self) -> bool:
        """Whether it was said to single seats."""
        return self.kind in ("whisper", "note")

    @property
    def is_for_all(self) -> bool:
        """Whether every reader reads the same."""
        moment = self.body.moment
        return not self.body.only and not self.is_private and not (moment and moment.seen_by)

    def _is_for(self, reader: Member) -> bool:
        """Whether it was said by or to this reader, and not to who had their seat before."""
        if not reader.seat or self.at < reader.since:
            return False
        if self.body.places:
            return reader.place in self.body.places
        return reader.seat in (self.by, *self.body.to)

    def row(self, table_id: str, act: str) -> StoryRow:
        body = msgspec.json.encode(self.body).decode()
        return StoryRow(
            table_id=table_id,
            at=self.at,
            k=self.k,
            v=self.v,
            n=self.n,
            by=self.by,
            act=act,
            kind=self.kind,
            body=body,
            undone=self.undone,
        )


def play_body(line: Line) -> Body:
    values = {
        name: value if isinstance(value, str | int | Common) else list(value)
        for name, value in line.values.items()
    }
    return Body(
        line.template,
        line.only,
        clauses=line.clauses,
        fiat=line.fiat,
        values=values,
        moment=line.moment,
        scene=line.scene,
        fight=line.fight,
    )


def tale(row: StoryRow) -> Tale:
    """A line of the story as it was kept."""
    kind = msgspec.convert(row.kind, StoryKind)
    body = msgspec.json.decode(row.body, type=Body)
    return Tale(row.at, row.k, row.v, row.n, row.by, kind, body, row.undone)


def kept_tale(row: StoryRow) -> Tale:
    """A line of the story as it was kept, or that it was damaged."""
    if is_whole(row):
        try:
            return tale(row)
        except msgspec.MsgspecError:  # from before there were checksums
            pass
    return Tale(row.at, row.k, 0, 0, "", "event", Body(DAMAGED))


def fitting(lines: Sequence[L], length: Callable[[L], int]) -> list[L]:
    """The latest of these lines that are not too long together.

    At least what was told last is among them; what was told at once is not torn apart.
    """
    left = MOST_CHARACTERS
    for line in reversed(lines):
        left -= length(line)
        if left < 0 and line.at != lines[-1].at:
            return [later for later in lines if later.at > line.at]
    return list(lines)
