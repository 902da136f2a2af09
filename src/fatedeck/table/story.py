"""The one story of talk and play, and who may read which line of it."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatedeck.engine.game import Line
from fatedeck.table.protocol import Role, StoryKind, StoryLine
from fatedeck.table.rows import StoryRow, is_whole

DAMAGED = "A line of the story was damaged on the server's disk."


class Made(Struct, frozen=True):
    """A link that a command made, without its token: enough to give the same answer again."""

    place: int
    name: str
    role: Role


class Body(Struct, frozen=True, omit_defaults=True):
    """The words of a line: for all, for single seats instead, or only from one seat to others."""

    text: str
    only: dict[str, str] = {}
    to: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    fiat: bool = False
    made: Made | None = None


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

    def read_by(self, seat: str | None) -> StoryLine | None:
        """The line as this seat reads it, None when it is not for its eyes."""
        body, text = self.body, self.body.text
        if self.kind == "play":
            text = body.only.get(seat, text) if seat is not None else text
        elif self.kind in ("whisper", "note") and seat not in (self.by, *body.to):
            return None
        if not text:
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
        )

    @property
    def is_for_all(self) -> bool:
        """Whether every reader reads the same."""
        return not self.body.only and self.kind not in ("whisper", "note")

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
    return Body(line.text, line.only, (), line.clauses, line.fiat)


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
