"""The lines of a record: a header, then everything that happened, in order, only ever added to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.questions import Answer
from fatedeck.engine.unfit import why_unfit

Act: TypeAlias = dict[str, Value]

FORMAT = 1


def act(action: Struct) -> Act:
    """An action as plain data."""
    plain: Act = msgspec.to_builtins(action)
    return plain


class Header(Struct, frozen=True, tag="record", tag_field="is"):
    """The first line of a record: which game, with which options, for whom, sealed by what."""

    game: str
    rules: str
    seats: tuple[Seat, ...]
    options: dict[str, object] = {}
    seal: str = ""
    format: int = FORMAT


class Did(Struct, frozen=True, tag="did", tag_field="is"):
    """A seat began an action at quiet point `n`; the set-up is `{"do": "set-up"}` at 0."""

    n: int
    seat: str
    action: Act


class Answered(Struct, frozen=True, tag="answered", tag_field="is", omit_defaults=True):
    """A question was answered: by a seat (`by` says who answered for it), or by chance.

    Chance keeps the place of the answer among `of` possibilities, so that a verifier needs no rules
    to check the sealed stream; of several equal cards it is the first one's, and `copies` counts
    them. `part` marks one seat's answer to a question asked of several.
    """

    key: str
    answer: Answer
    seat: str = ""
    by: str = ""
    at: int | None = None
    of: int | None = None
    part: bool = False
    copies: int = 1

    @property
    def seats(self) -> set[str]:
        """Everybody whose answer this is; chance has no name."""
        return set(self.answer) if isinstance(self.answer, dict) else {self.seat}


class Quiet(Struct, frozen=True, tag="quiet", tag_field="is", omit_defaults=True):
    """The table is quiet for the nth time; `hash` is the SHA-256 of its state."""

    n: int
    hash: str
    state: msgspec.Raw = msgspec.Raw()


class Forked(Struct, frozen=True, tag="forked", tag_field="is"):
    """The game begins at quiet point `n` of another table, with this state."""

    n: int
    hash: str
    state: msgspec.Raw


class Undid(Struct, frozen=True, tag="undid", tag_field="is"):
    """Back to quiet point `to`; everything since is taken back."""

    to: int
    by: str


class Cancelled(Struct, frozen=True, tag="cancelled", tag_field="is"):
    """The action in flight was called off; the table is as it was before it."""

    by: str


class Salted(Struct, frozen=True, tag="salted", tag_field="is"):
    """A seat added a salt to the sealed stream; it counts from quiet point `since` on."""

    seat: str
    words: str
    since: int


class Opened(Struct, frozen=True, tag="opened", tag_field="is"):
    """The table has ended and its secret lies open, in hexadecimal."""

    secret: str


class Head(Struct, frozen=True, tag="head", tag_field="is"):
    """The head of the chain after step `v`: it binds every line before it. See `chain`."""

    v: int
    hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]


Entry: TypeAlias = Did | Answered | Quiet | Forked | Undid | Cancelled | Salted | Opened | Head


def write_record(header: Header, entries: Iterable[Entry]) -> str:
    """A record as JSON Lines."""
    return "".join(write_line(line) for line in (header, *entries))


def write_line(line: Header | Entry) -> str:
    """One line of a record, with its end."""
    return msgspec.json.encode(line).decode() + "\n"


def lines_of(text: str) -> list[str]:
    r"""The lines of a record without their ends: a newline ends one, and nothing else does.

    >>> lines_of("one\u2028still one\ntwo\n")
    ['one\u2028still one', 'two']
    """
    lines = text.split("\n")
    return lines if lines[-1] else lines[:-1]


def read_record(text: str) -> tuple[Header, list[Entry]]:
    """Read a record; a line that is cut off or makes no sense is named."""
    lines = lines_of(text)
    if not lines:
        raise Unreadable("The record is empty.")
    try:
        header = msgspec.json.decode(lines[0], type=Header)
    except (msgspec.DecodeError, UnicodeError) as fault:
        raise Unreadable("This is not a fatedeck record: line 1 isn’t a header.") from fault
    if header.format != FORMAT:
        raise Unreadable(f"This record has format {header.format}; this fatedeck reads {FORMAT}.")
    entries: list[Entry] = []
    decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
    for number, line in enumerate(lines[1:], start=2):
        try:
            entries.append(decoder.decode(line))
        except (msgspec.DecodeError, UnicodeError) as fault:
            cut = " The file seems to be cut off." if number == len(lines) else ""
            raise Unreadable(
                f"Line {number} of the record can’t be read. {why_unfit(fault)}{cut}"
            ) from fault
    return header, entries
