r"""The chain of a record: each head binds every byte that was written before it.

After each step a line with its *head* is written, and everyone at the table is shown the head:

    head  = SHA-256(head before + nonce + all bytes of the record since the line of that head)
    nonce = HMAC-SHA256(secret, "fatedeck chain 1\n" + v)

The first head has none before it and binds the header too. Without the nonce somebody could try
all cards until a head fits, and read what is hidden; with it a head tells nothing while the secret
is sealed. Once it is open everyone can reckon all heads again, and whoever kept one sees whether
anything before it was changed, left out or put in. `docs/fairness.md` has test vectors.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.chance import is_chained
from fatedeck.engine.entries import Entry, Forked, Head, lines_of, write_line
from fatedeck.engine.errors import Diverged, Unreadable


class Chain(Struct):
    """Where the chain of a record stands: its last head, and what was written since."""

    v: int = 0
    head: bytes = b""
    since: str = ""

    def bind(self, secret: bytes, lines: str) -> str:
        """These lines of one step, and the line of the head that binds them and all before."""
        self.v += 1
        self.head = next_head(secret, self.v, self.head, self.since + lines)
        self.since = ""
        return lines + write_line(Head(self.v, self.head.hex()))


def next_head(secret: bytes, v: int, before: bytes, lines: str) -> bytes:
    """The head after step `v`, which wrote these lines behind the head before."""
    nonce = hmac.digest(secret, f"fatedeck chain 1\n{v}".encode(), "sha256")
    return hashlib.sha256(before + nonce + lines.encode()).digest()


def taken_up(text: str, entries: Sequence[Entry]) -> Chain:
    """The chain of a record that is played on; what no head binds yet, the next one will."""
    last, since = Head(0, ""), 0
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, Head):
            last, since = entry, number + 1
    lines = lines_of(text)[since:]
    return Chain(last.v, bytes.fromhex(last.hash), "".join(line + "\n" for line in lines))


def whole_steps(text: str) -> str:
    """A record without a step at its end that was cut off: one that no head binds."""
    lines = lines_of(text)
    heads = [number for number, line in enumerate(lines) if line.startswith('{"is":"head"')]
    return "".join(line + "\n" for line in lines[: heads[-1] + 1]) if heads else text


def follow(text: str, entries: Sequence[Entry], secret: bytes) -> list[Head]:
    """The heads of a record, each reckoned again; `Diverged` names the first that is another."""
    lines, before, since = lines_of(text), b"", 0
    heads: list[Head] = []
    for number, entry in enumerate(entries, start=1):
        if not isinstance(entry, Head):
            continue
        if heads and entry.v != heads[-1].v + 1:
            raise Diverged(f"Step {heads[-1].v} is followed by step {entry.v}.")
        step = "".join(line + "\n" for line in lines[since:number])
        before, since = next_head(secret, entry.v, before, step), number + 1
        if lines[number] + "\n" != write_line(Head(entry.v, before.hex())):
            raise Diverged(f"Something was changed before the end of step {entry.v}.")
        heads.append(entry)
    if heads and since < len(lines):
        raise Diverged(f"Something was added after step {heads[-1].v}.")
    begins_elsewhere = bool(entries) and isinstance(entries[0], Forked)
    if is_chained(secret) and not (heads and (heads[0].v == 1 or begins_elsewhere)):
        raise Diverged("This record’s chain has been removed.")
    return heads


def compare(heads: Iterable[Head], kept: Iterable[Head]) -> None:
    """`Diverged` names the first step that is not the one whose head was kept."""
    found = {head.v: head.hash for head in heads}
    for head in sorted(kept, key=lambda head: head.v):
        if head.v not in found:
            raise Diverged(f"A head was kept for step {head.v}, but this record has no such step.")
        if head.hash != found[head.v]:
            raise Diverged(f"Up to step {head.v} this is not the record whose head was kept.")


def kept_heads(text: str) -> list[Head]:
    """The heads in lines that somebody kept: an earlier copy of the record, or heads alone."""
    decoder = msgspec.json.Decoder(Head)
    heads: list[Head] = []
    for line in lines_of(text):
        try:
            heads.append(decoder.decode(line))
        except msgspec.DecodeError:
            continue
    if not heads:
        raise Unreadable("There is no head of a record in this file.")
    return heads
