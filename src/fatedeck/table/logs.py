"""Logs as JSON Lines on the standard error stream; no link, secret or talk is ever logged."""

from __future__ import annotations

import logging
import sys

import msgspec

log = logging.getLogger("fatedeck.table")


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, what happened, and its facts."""

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "at": self.formatTime(record, "%Y-%m-%dT%H:%M:%S%z"),
            "level": record.levelname.lower(),
            "what": record.getMessage(),
        }
        facts = getattr(record, "facts", None)
        if isinstance(facts, dict):
            line.update(facts)
        if record.exc_info:
            line["fault"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


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
