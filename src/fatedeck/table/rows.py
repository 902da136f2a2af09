"""What is kept of a table, row by row, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

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
    Column("sat", Boolean, nullable=False),
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
    Column("checksum", BigInteger, nullable=False),
    PrimaryKeyConstraint("table_id", "at", "k"),
)

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


# What is read from a file is held to these limits; a database keeps whole numbers up to 2^63.
Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Checksum: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Hash: TypeAlias = Annotated[bytes, Meta(max_length=32)]
Word: TypeAlias = Annotated[str, Meta(max_length=80)]
Words: TypeAlias = Annotated[str, Meta(max_length=65_536)]


class TableRow(Struct, kw_only=True):
    """A table but for its seats and its past. `options` and `salts` are JSON.

    `copying` is empty or the JSON list of the places that agreed to a copy; `brought` says from
    where a table came that began elsewhere; `touched` is when it was last changed.
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
    checksum: Checksum = 0


class SeatRow(Struct, kw_only=True):
    """A chair, and the hash of the token that opens it; `sat` stays true once a person sat here."""

    table_id: Word
    place: Annotated[int, Meta(ge=0, le=63)]
    name: Annotated[str, Meta(min_length=1, max_length=40)]
    role: Literal["player", "gm"]
    token_hash: Hash | None
    machine: Word = ""
    taken: bool = False
    sat: bool = False
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
    """A line of talk or play. `body` is JSON: the words, and who reads which."""

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
    checksum: Checksum = 0


class Strike(Struct, frozen=True):
    """Lines of play from quiet point `from_n` on, told before `before`, are undone."""

    for_table: str
    from_n: int
    before: int


class SeatGone(Struct, frozen=True):
    """A seat that is no more."""

    for_table: str
    at_place: int


class Work(Struct):
    """What one command wants on disk, all of it or nothing."""

    tables: list[TableRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    steps: list[StepRow] = field(default_factory=list)
    story: list[StoryRow] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    seats_gone: list[SeatGone] = field(default_factory=list)
