"""What is kept of a table, row by row, in SQLite and in PostgreSQL alike."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field
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


class TableRow(Struct, kw_only=True):
    """A table but for its seats and its past. `options` and `salts` are JSON.

    `copying` is empty or the JSON of `consent.Copies`: who agreed to a copy, and whether one was
    made; `brought` says from where a table came that began elsewhere; `touched` is when somebody
    last came in.
    """

    id: str
    game: str
    rules: str
    name: str
    options: str
    secret: bytes
    salts: str
    phase: str
    locked: bool
    paused: bool
    odds_shown: bool = True
    host_hash: bytes
    spectator_hash: bytes | None
    forked_from: str
    created: int
    copying: str = ""
    brought: str = ""
    touched: int = 0
    checksum: int = 0


class SeatRow(Struct, kw_only=True):
    """A chair, and the hash of the token that opens it.

    `sat` is 0 until somebody has sat here. What was told to the seat in private from then on is for
    who sits here now: the time is 1 for the first, and when they sat down for who came later.
    """

    table_id: str
    place: int
    name: str
    role: Literal["player", "gm"]
    token_hash: bytes | None
    machine: str = ""
    taken: bool = False
    sat: int = 0
    checksum: int = 0


class StepRow(Struct, frozen=True, kw_only=True):
    """One change of the game: the command, the entries it made, and where it left the game.

    `act` is the sender's place and the id that the sender gave the command.

    `state` is the snapshot when the table is quiet after it, otherwise `flight` is what waits for
    answers; with a state, `flight` is the action that was just done.
    """

    table_id: str
    v: int
    at: int
    act: str
    seat: str
    do: str
    n: int
    furthest: int
    entries: str
    flight: bytes | None
    state: bytes | None
    chain: bytes | None = None
    checksum: int = 0


class StoryRow(Struct, frozen=True, kw_only=True):
    """A line of talk or play. `body` is JSON: the words, and who reads which."""

    table_id: str
    at: int
    k: int
    v: int
    n: int
    by: str
    act: str
    kind: str
    body: str
    undone: bool = False
    checksum: int = 0


class Strike(Struct, frozen=True):
    """Lines of play from quiet point `from_n` on, told before `before`, are undone."""

    for_table: str
    from_n: int
    before: int


class SeatGone(Struct, frozen=True):
    """A seat that is no more."""

    for_table: str
    at_place: int


class TableGone(Struct, frozen=True):
    """A table that is no more, with all that belongs to it."""

    for_table: str


class Work(Struct):
    """What one command wants on disk, all of it or nothing."""

    tables: list[TableRow] = field(default_factory=list)
    seats: list[SeatRow] = field(default_factory=list)
    steps: list[StepRow] = field(default_factory=list)
    story: list[StoryRow] = field(default_factory=list)
    strikes: list[Strike] = field(default_factory=list)
    seats_gone: list[SeatGone] = field(default_factory=list)
    tables_gone: list[TableGone] = field(default_factory=list)
