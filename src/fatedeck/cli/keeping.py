"""A terminal game on disk: its record as it grows, and beside it the sealed secret."""

from __future__ import annotations

import os
import time
from pathlib import Path

from msgspec import Struct

from fatedeck.cli.reading import load_text
from fatedeck.engine.chain import Chain, taken_up
from fatedeck.engine.chance import commitment, new_secret
from fatedeck.engine.entries import Header, Opened, read_record, write_line
from fatedeck.engine.errors import Diverged, Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record
from fatedeck.engine.replay import replay, restore
from fatedeck.engine.ruleset import AnyRuleset, find_game

AnyRecord = Record[Struct, Struct, Struct]


class Kept:
    """A record and the file it is written to, entry by entry, before anybody is told."""

    def __init__(self, record: AnyRecord, path: Path, secret: bytes, chain: Chain) -> None:
        self.record = record
        self.path = path
        self.secret = secret
        self.chain = chain

    def write(self) -> None:
        """Write down what has happened since the last time, and the head that binds it."""
        lines = "".join(write_line(entry) for entry in self.record.drain())
        if lines:
            with self.path.open("a", encoding="utf-8", newline="\n") as file:
                file.write(self.chain.bind(self.secret, lines))
                file.flush()
                os.fsync(file.fileno())

    def close(self) -> None:
        """The game is over: open the secret and put it into the record."""
        self.record.open()
        self.write()
        secret_path(self.path).unlink(missing_ok=True)


def secret_path(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def default_path(game: str) -> Path:
    """A new file among the player's own data."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    folder = Path(home) / "fatedeck"
    stamp = time.strftime("%Y-%m-%d")
    for number in range(1, 1000):
        path = folder / f"{game}-{stamp}-{number}.jsonl"
        if not path.exists():
            return path
    raise Unreadable(f"There are too many games in {folder}.")


def new_game(
    ruleset: AnyRuleset, seats: tuple[Seat, ...], options: dict[str, object], path: Path
) -> Kept:
    """Start a game and its file; the secret lies beside it until the game ends."""
    secret = new_secret()
    header = Header(ruleset.id, ruleset.version, seats, options, commitment(secret))
    record = Record(ruleset, header, secret=secret, keep_states=True)
    if path.exists():
        raise Refused("", f"{path} is there already; play on with --resume, or name another file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        secret_path(path).write_text(secret.hex() + "\n", "ascii")
        secret_path(path).chmod(0o600)
        path.write_text(write_line(header), "utf-8", newline="\n")
    except OSError as fault:
        raise Unreadable(f"The game cannot be kept in {path}: {fault.strerror}.") from fault
    record.set_up()
    kept = Kept(record, path, secret, Chain(since=write_line(header)))
    kept.write()
    return kept


def old_game(path: Path) -> Kept:
    """Take up a kept game; when its rules have changed, from its last quiet point."""
    text = load_text(path)
    header, entries = read_record(text)
    if any(isinstance(entry, Opened) for entry in entries):
        raise Refused("", f"The game in {path} has ended; look at it with: fatedeck replay {path}")
    ruleset = find_game(header.game)
    try:
        secret = bytes.fromhex(secret_path(path).read_text("ascii"))
    except (OSError, ValueError) as fault:
        raise Unreadable(f"The sealed secret {secret_path(path)} cannot be read.") from fault
    if commitment(secret) != header.seal:
        raise Unreadable(f"{secret_path(path)} is not the secret of this game.")
    try:
        record = replay(ruleset, header, entries, keep_states=True)
    except Diverged:
        record = restore(ruleset, header, entries, keep_states=True)
    record.seal(secret)
    kept = Kept(record, path, secret, taken_up(text, entries))
    kept.write()
    return kept
