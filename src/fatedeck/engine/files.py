"""Texts that are kept in files, and records that come as one or the other."""

from __future__ import annotations

from pathlib import Path

from fatedeck.engine.errors import Unreadable


def load_text(path: Path) -> str:
    """The text of a file to the letter, or a sentence that says why not."""
    try:
        return path.read_bytes().decode()
    except OSError as fault:
        raise Unreadable(f"{path} can’t be read: {fault.strerror}.") from fault
    except UnicodeError as fault:
        raise Unreadable(f"{path} is not a text file.") from fault


def record_text(record: Path | str) -> str:
    """The text of a record: it is given, or lies in the file of this name.

    Every record begins with a brace, and has lines.
    """
    if isinstance(record, str) and (not record or record.startswith("{") or "\n" in record):
        return record
    return load_text(Path(record))
