"""What is kept of a table, row by row, in SQLite and in PostgreSQL alike.

Every row carries a checksum of all its columns, so that a bit that turned over on the disk is
noticed when the row is read. It is reckoned when the row is written, by `stamped` alone: a column
that is changed by the database itself makes its row a damaged one. Striking a line of the story
is the exception: it turns the sign of the checksum over. Zero stands for a row that was written
before there were checksums.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from hashlib import blake2b
from typing import Annotated, Any, Literal, Protocol, TypeAlias, TypeVar

import msgspec
from msgspec import Meta, Struct, field
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    text,
)

S = TypeVar("S", bound=Struct)
T = TypeVar("T")

FORMAT = 2
"""The form of rows, and of states beyond what the version of a game's rules says. Who meets a later
one than their own must not write there."""

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("options", Text, nullable=False),
    Column("secret", LargeBinary, nullable=False),
    Column("salts", Text, nullable=False),
    Column("phase", Text, nullable=False),
    Column("locked", Boolean, nullable=False),
    Column("paused", Boolean, nullable=False),
    Column("odds_shown", Boolean, nullable=False),
    Column("host_hash", LargeBinary, nullable=False),
    Column("spectator_hash", LargeBinary, nullable=True),
    Column("forked_from", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("copying", Text, nullable=False),
    Column("brought", Text, nullable=False),
    Column("touched", BigInteger, nullable=False),
    Column("seated", Integer, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("place", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("token_hash", LargeBinary, nullable=True),
    Column("machine", Text, nullable=False),
    Column("taken", Boolean, nullable=False),
    Column("sat", BigInteger, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "place"),
)

steps = Table(
    "steps",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("v", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("act", Text, nullable=False),
    Column("seat", Text, nullable=False),
    Column("do", Text, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("furthest", BigInteger, nullable=False),
    Column("entries", Text, nullable=False),
    Column("flight", LargeBinary, nullable=True),
    Column("state", LargeBinary, nullable=True),
    Column("chain", LargeBinary, nullable=True),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "v"),
)

story = Table(
    "story",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("k", Integer, nullable=False),
    Column("v", BigInteger, nullable=False),
    Column("n", BigInteger, nullable=False),
    Column("by", Text, nullable=False),
    Column("act", Text, nullable=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("undone", Boolean, nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "at", "k"),
)

invites = Table(
    "invites",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("code", Text, nullable=False),
    Column("door", Text, nullable=False),
    Column("watching", Boolean, nullable=False),
    Column("host", Integer, nullable=False),
    Column("colours", Text, nullable=False),
    Column("checksum", BigInteger, nullable=False),
)

papers = Table(
    "papers",
    metadata,
    Column("table_id", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "name"),
)

heads = Table(
    "heads",
    metadata,
    Column("table_id", Text, primary_key=True),
    Column("rev", BigInteger, nullable=False),
    Column("format", Integer, nullable=False),
    postgresql_with={"fillfactor": "50"},
)

workers = Table(
    "workers",
    metadata,
    Column("worker", Text, primary_key=True),
    Column("seen", BigInteger, nullable=False),
)

here = Table(
    "here",
    metadata,
    Column("worker", Text, nullable=False),
    Column("table_id", Text, nullable=False),
    Column("places", Text, nullable=False),
    PrimaryKeyConstraint("worker", "table_id"),
)

_coded = text("code <> ''")
Index("invites_code", invites.c.code, unique=True, sqlite_where=_coded, postgresql_where=_coded)

for _told in (steps, story):
    _once = text("act <> ''")
    Index(
        f"{_told.name}_act",
        _told.c.table_id,
        _told.c.act,
        unique=True,
        sqlite_where=_once,
        postgresql_where=_once,
    )


_numbered = text("number > 0")
Index(
    "story_number",
    story.c.table_id,
    story.c.number,
    unique=True,
    sqlite_where=_numbered,
    postgresql_where=_numbered,
)


# What is read from a file is held to these limits; a database keeps whole numbers up to 2^63.
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Checksum: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Hash: TypeAlias = Annotated[bytes, Meta(max_length=32)]
Word: TypeAlias = Annotated[str, Meta(max_length=80)]
Words: TypeAlias = Annotated[str, Meta(max_length=65_536)]


class TableRow(Struct, kw_only=True):
    """A table but for its seats and its past. `options` and `salts` are JSON.

    `copying` is empty or the JSON of `consent.Copies`: who agreed to a copy, and whether one was
    made; `brought` says from where a table came that began elsewhere; `touched` is when somebody
    last came in; `seated` is how many seats there are, so that one that is lost is missed, or 0
    where nobody has counted yet.
    """

    id: Word
    game: Word
    rules: Word
    name: Word
    options: Words
    secret: Annotated[bytes, Meta(max_length=64)]
    salts: str
    phase: Word
    locked: bool
    paused: bool
    odds_shown: bool = True
    host_hash: Hash
    spectator_hash: Hash | None
    forked_from: Words
    created: Count
    copying: Words = ""
    brought: Words = ""
    touched: Count = 0
    seated: Count = 0
    checksum: Checksum = 0


class SeatRow(Struct, kw_only=True):
    """A chair, and the hash of the token that opens it.

    `sat` is the time from which on what is told to the seat in private is for who sits here: from
    the first word for the first to sit, from their own sitting down for who came later. Until
    somebody has sat here it is 0, or, on a seat that was added later, less by the time of that.
    """

    table_id: Word
    place: Annotated[int, Meta(ge=0, le=63)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    role: Literal["player", "gm"]
    token_hash: Hash | None
    machine: Word = ""
    taken: bool = False
    sat: Annotated[int, Meta(ge=-(2**53), le=2**53)] = 0
    checksum: Checksum = 0


class StepRow(Struct, frozen=True, kw_only=True):
    """One change of the game: the command, the entries it made, and where it left the game.

    `act` is the sender's place and the id that the sender gave the command.

    `state` is the snapshot when the table is quiet after it, otherwise `flight` is what waits for
    answers; with a state, `flight` is the action that was just done.
    """

    table_id: Word
    v: Count
    at: Count
    act: Words
    seat: Word
    do: Word
    n: Count
    furthest: Count
    entries: str
    flight: bytes | None
    state: bytes | None
    chain: Hash | None = None
    checksum: Checksum = 0


class StoryRow(Struct, frozen=True, kw_only=True):
    """A line of talk or play. `body` is JSON: the words, and who reads which.

    The lines of a table are numbered from 1, so that one that is lost is missed; lines from before
    there were numbers have 0.
    """

    table_id: Word
    at: Count
    k: Annotated[int, Meta(ge=0, le=2**31 - 1)]
    v: Count
    n: Count
    by: Word
    act: Words
    kind: Word
    body: Words
    undone: bool = False
    number: Count = 0
    checksum: Checksum = 0


class InviteRow(Struct, kw_only=True):
    """How people come to a table that nobody has handed a link: by its code, if it has one.

    `door` is what becomes of them; with `watching` they may look on. `host` is the
    place of the seat whose player hosts the table, or -1; `colours` is JSON, by place.
    """

    table_id: Word
    code: Word = ""
    door: Literal["open", "ask", "shut"] = "shut"
    watching: bool = False
    host: Annotated[int, Meta(ge=-1, le=63)] = -1
    colours: Words = "{}"
    checksum: Checksum = 0


class PaperRow(Struct, frozen=True, kw_only=True):
    """A paper that is kept with a table, as JSON: its sessions, what people note down."""

    table_id: Word
    name: Word
    body: Words
    checksum: Checksum = 0


WENT_BACK = ("rewind", "take-back", "bring")
"""What a step does that takes the game back, or to what was played elsewhere."""
ASIDE = (*WENT_BACK, "cancel", "salt", "end", "answer", "set-up", "fork", "sit-down")
"""What a step does that begins no action of a game."""


class HeadRow(Struct, frozen=True):
    """How many changes a table has had, and the newest form that its rows were written in."""

    table_id: str
    rev: int
    format: int = 0


class HereRow(Struct, frozen=True):
    """Whom a worker sees at a table: JSON, how many lines at each place."""

    worker: str
    table_id: str
    places: str


class Strike(Struct, frozen=True):
    """Lines of play from quiet point `from_n` on, told before `before`, are undone."""

    for_table: str
    from_n: int
    before: int


class SeatGone(Struct, frozen=True):
    """A seat that is no more."""

    for_table: str
    at_place: int


class PaperGone(Struct, frozen=True):
    """A paper that is no more."""

    for_table: str
    named: str


class TableGone(Struct, frozen=True):
    """A table that is no more, with all that belongs to it."""

    for_table: str


class PastStep(Struct, frozen=True):
    """A step without its entries and its state."""

    v: int
    at: int
    act: str
    seat: str
    do: str
    n: int
    furthest: int
    quiet: bool
    checksum: int


AnyRow: TypeAlias = TableRow | SeatRow | StepRow | StoryRow | InviteRow | PaperRow
Value: TypeAlias = str | int | bytes | bool | None


# Checksums

SCAR = -1
"""The checksum of a step that is known to be damaged."""


class Found(Protocol):
    """A row as a database gives it: a value of each name."""

    def __getitem__(self, name: str, /) -> Any: ...


def as_row(kind: type[S], row: Found) -> S:
    """What was read as a row of this kind, or `msgspec.ValidationError`."""
    return msgspec.convert({name: row[name] for name in kind.__struct_fields__}, kind)


def stamped(row: AnyRow) -> tuple[Value, ...]:
    """The values of a row in the order of its columns, its checksum reckoned anew."""
    values: tuple[Value, ...] = msgspec.structs.astuple(row)
    return (*values[:-1], checksum(row))


def is_whole(row: AnyRow) -> bool:
    """Whether a row was read as it was written."""
    return row.checksum in (0, checksum(row))


def checksum(row: AnyRow) -> int:
    """What belongs into a row's last column: 63 bits of BLAKE2b, never zero.

    Of a step the upper half stands for what a `PastStep` holds, the lower for the rest; a line of
    the story that was struck has its checksum below zero.
    """
    values: tuple[Value, ...] = msgspec.structs.astuple(row)
    if isinstance(row, StepRow):
        whole = _bits(values[8:-1], 32)
        quiet = row.state is not None
        past = (row.v, row.at, row.act, row.seat, row.do, row.n, row.furthest, quiet)
        return _past_bits(row.table_id, past) << 32 | whole
    if isinstance(row, StoryRow):
        told = _bits((*values[:-3], row.number), 63)
        return -told if row.undone else told
    return _bits(values[:-1], 63)


def is_whole_past(table_id: str, step: PastStep) -> bool:
    """Whether these columns of a step were read as they were written."""
    values: tuple[Value, ...] = msgspec.structs.astuple(step)
    return step.checksum == 0 or step.checksum >> 32 == _past_bits(table_id, values[:-1])


def _past_bits(table_id: str, values: tuple[Value, ...]) -> int:
    return _bits((table_id, *values), 31)


def _bits(values: tuple[Value, ...], count: int) -> int:
    hashed = blake2b(msgspec.msgpack.encode(values), digest_size=8).digest()
    return int.from_bytes(hashed, "big") >> 64 - count or 1


# Work


class StepsGone(Struct, frozen=True):
    """Steps after version `after` are no more."""

    for_table: str
    after: int


def scar(table_id: str, v: int, at: int, n: int) -> StepRow:
    """What stands for a step that was damaged and is known to be: it holds nothing."""
    return StepRow(
        table_id=table_id,
        v=v,
        at=at,
        act="",
        seat="",
        do="damaged",
        n=n,
        furthest=n,
        entries="",
        flight=None,
        state=None,
        checksum=SCAR,
    )


def numbered(lines: Sequence[StoryRow], after: int) -> list[StoryRow]:
    """These lines of the story with their numbers, the first behind `after`."""
    return [
        msgspec.structs.replace(line, number=number) for number, line in enumerate(lines, after + 1)
    ]


def with_gaps_told(lines: Sequence[StoryRow], before: int | None) -> list[StoryRow]:
    """These lines in their order, and where any is missing, one that is not whole.

    `before` is the number of the line before the first, where it is known.
    """
    told: list[StoryRow] = []
    for line in lines:
        if before is not None and line.number != before + 1 and (before or line.number):
            told.append(msgspec.structs.replace(line, k=-1, act="", body=""))
        told.append(line)
        before = line.number
    return told


class Proof(Struct):
    """So many bytes that something is written at all, and nothing is read."""

    id: int
    written: bytes


class Work(Struct):
    """What one command wants on disk, all of it or nothing.

    `proof` proves that writing works, and `proofs` that there is room for as much as a step takes.
    """

    tables: list[TableRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    invites: list[InviteRow] = field(default_factory=list)
    papers: list[PaperRow] = field(default_factory=list)
    steps: list[StepRow] = field(default_factory=list)
    story: list[StoryRow] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    seats_gone: list[SeatGone] = field(default_factory=list)
    papers_gone: list[PaperGone] = field(default_factory=list)
    tables_gone: list[TableGone] = field(default_factory=list)
    steps_gone: list[StepsGone] = field(default_factory=list)
    scars: list[StepRow] = field(default_factory=list)
    heads: list[HeadRow] = field(default_factory=list)
    here: list[HereRow] = field(default_factory=list)
    proof: bool = False
    proofs: list[Proof] = field(default_factory=list)

    @property
    def changes_around(self) -> bool:
        """Whether anything but the game and its story is different afterwards."""
        added = (self.tables, self.seats, self.invites, self.papers)
        return any((*added, self.seats_gone, self.papers_gone))


class Claim(Struct, frozen=True):
    """To make of a table's change `was` its change `rev`, which only one can, in this form."""

    table_id: str
    was: int
    rev: int
    form: int = 0


def form(rules: str) -> int:
    """The form in which a table is written here, with this version of its rules: later is more.

    >>> form("1.10") > form("1.9.3") > form("1.9") > form("")
    True
    """
    first, second, third = (*map(int, _NUMBERS.findall(rules)), 0, 0, 0)[:3]
    return (FORMAT * 1000 + min(first, 999)) * 10_000 + min(second, 99) * 100 + min(third, 99)


ANY_RULES = "999.99.99"
"""A version as late as any: of a form beyond it not even the rows can be read here."""
_NUMBERS = re.compile("[0-9]{1,9}")


_PIECE = 1_000
"""Rows that are written at once without anybody noticing."""


def pieces(steps: Sequence[StepRow], story: Sequence[StoryRow]) -> list[Work]:
    """The past of a table that is taken in, in pieces; the lines of its story are numbered here."""
    lines = numbered(sorted(story, key=lambda line: (line.at, line.k)), 0)
    return [
        *(Work(steps=list(some)) for some in _cut(steps)),
        *(Work(story=list(some)) for some in _cut(lines)),
    ]


def _cut(rows: Sequence[T]) -> list[Sequence[T]]:
    return [rows[start : start + _PIECE] for start in range(0, len(rows), _PIECE)]
