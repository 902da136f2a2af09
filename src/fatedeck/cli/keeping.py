"""A terminal game on disk: its record as it grows, and beside it the sealed secret."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from fatedeck.cli.holding import hold
from fatedeck.engine.chain import Chain, taken_up
from fatedeck.engine.chance import commitment, new_secret
from fatedeck.engine.entries import Opened, read_record, write_line
from fatedeck.engine.errors import Diverged, Refused, Unreadable
from fatedeck.engine.files import load_text
from fatedeck.engine.game import Seat
from fatedeck.engine.record import Record, new_header
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
        self.machines: dict[str, str] = {}
        self._file = _held(path)

    def write(self) -> None:
        """Write down what has happened since the last time, and the head that binds it."""
        lines = "".join(write_line(entry) for entry in self.record.drain())
        if lines:
            self._file.write(self.chain.bind(self.secret, lines))
            self._file.flush()
            os.fsync(self._file.fileno())

    def remember(self, machines: dict[str, str]) -> None:
        """Keep which seats the machine plays, and how, for when the game is taken up again."""
        self.machines = machines
        _write_aside(self.path, Aside(self.secret.hex(), machines))

    def close(self) -> None:
        """The game is over: open the secret and put it into the record."""
        self.record.open()
        self.write()
        secret_path(self.path).unlink(missing_ok=True)
        self.leave()

    def leave(self) -> None:
        """Let go of the file; another program may take the game up."""
        self._file.close()


class Aside(Struct, frozen=True, omit_defaults=True):
    """What is kept beside a game until it ends: its secret, and who is played by the machine."""

    secret: str
    machines: dict[str, str] = {}


def secret_path(path: Path) -> Path:
    return path.with_name(path.name + ".secret")


def _write_aside(path: Path, aside: Aside) -> None:
    beside = secret_path(path)
    beside.touch(mode=0o600)
    beside.chmod(0o600)
    beside.write_bytes(msgspec.json.encode(aside) + b"\n")


def _read_aside(path: Path) -> Aside:
    """What lies beside a game; an older one has only its secret there, in hexadecimal."""
    text = secret_path(path).read_text("ascii").strip()
    return msgspec.json.decode(text, type=Aside) if text.startswith("{") else Aside(text)


def _held(path: Path) -> IO[str]:
    """The file of a game, ours alone to write while this program runs."""
    file = path.open("a", encoding="utf-8", newline="\n")
    try:
        hold(file)
    except OSError as taken:
        file.close()
        raise Refused("", f"{path} is being played in another window.") from taken
    return file


def _folder() -> Path:
    """Where a player's own data lies."""
    home = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(home) / "fatedeck"


def beaten_rivals(game: str) -> list[str]:
    """The rivals of a game's ladder that were beaten at this keyboard, by their ids."""
    path = _folder() / f"{game}-ladder.json"
    try:
        return msgspec.json.decode(path.read_bytes(), type=list[str])
    except (OSError, msgspec.DecodeError):
        return []


def remember_beaten(game: str, rival: str) -> None:
    """Keep that a rival was beaten."""
    beaten = beaten_rivals(game)
    if rival not in beaten:
        folder = _folder()
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"{game}-ladder.json").write_bytes(msgspec.json.encode([*beaten, rival]))


def default_path(game: str) -> Path:
    """A new file among the player's own data."""
    folder = _folder()
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
    header = new_header(ruleset, seats, options, secret)
    record = Record(ruleset, header, secret=secret, keep_states=True)
    if path.exists():
        raise Refused("", f"{path} already exists. Play on with --resume, or name another file.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write_aside(path, Aside(secret.hex()))
        path.write_text(write_line(header), "utf-8", newline="\n")
    except OSError as fault:
        raise Unreadable(f"The game can’t be saved in {path}: {fault.strerror}.") from fault
    record.set_up()
    kept = Kept(record, path, secret, Chain(since=write_line(header)))
    kept.write()
    return kept


def old_game(path: Path) -> Kept:
    """Take up a kept game; when its rules have changed, from its last quiet point."""
    text = load_text(path)
    header, entries = read_record(text)
    if any(isinstance(entry, Opened) for entry in entries):
        raise Refused("", f"The game in {path} has ended. Look at it with: fatedeck replay {path}")
    ruleset = find_game(header.game)
    try:
        aside = _read_aside(path)
        secret = bytes.fromhex(aside.secret)
    except (OSError, ValueError) as fault:
        raise Unreadable(f"The sealed secret {secret_path(path)} can’t be read.") from fault
    if commitment(secret) != header.seal:
        raise Unreadable(f"{secret_path(path)} isn’t this game’s secret.")
    try:
        record = replay(ruleset, header, entries, keep_states=True)
    except Diverged:
        record = restore(ruleset, header, entries, keep_states=True)
    record.seal(secret)
    kept = Kept(record, path, secret, taken_up(text, entries))
    kept.machines = aside.machines
    kept.write()
    return kept
