"""Logs as JSON Lines on the standard error stream; nothing of a table's content is ever logged.

What a fault says may quote a row, an action or a whisper, so only its kind and where it was raised
are written, whoever logs it.
"""

from __future__ import annotations

import logging
import sys
import traceback
from types import TracebackType

import msgspec

log = logging.getLogger("fatedeck.table")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, what happened, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "what": _what(record),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            line.update(facts)
        if record.exc_info and record.exc_info[1] is not None:
            line["fault"] = named(record.exc_info[1])
            line["where"] = _where(record.exc_info[2])
        return msgspec.json.encode(line).decode()


def named(fault: BaseException) -> str:
    """The kind of a fault, with the code that a database gave it, and of those behind it."""
    original = getattr(fault, "orig", None)
    behind = original if isinstance(original, BaseException) else fault.__cause__
    code = getattr(fault, "sqlite_errorname", None) or getattr(fault, "sqlstate", None)
    name = f"{type(fault).__name__} {code}" if isinstance(code, str) else type(fault).__name__
    return f"{name} from {named(behind)}" if behind is not None else name


def _what(record: logging.LogRecord) -> str:
    """What happened. What others log may hold values, so of it only the pattern is taken."""
    if record.name.startswith(log.name):
        return record.getMessage()
    if record.name == "asyncio":  # puts the values of a callback or a task into its message
        return "a callback or a task failed"
    return str(record.msg).partition("\n")[0]


def _where(raised: TracebackType | None) -> list[str]:
    frames = traceback.extract_tb(raised)
    return [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames]


def note(what: str, **facts: str | int | float | bool) -> None:
    """Log that something happened."""
    log.info(what, extra={"facts": facts})


def start_logging() -> None:
    """Write our own log and the server's warnings to the standard error stream."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    log.setLevel(logging.INFO)
