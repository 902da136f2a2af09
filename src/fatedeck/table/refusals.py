"""The table's own reasons to say no, beside those of the rules.

Refused
├── Stale       it was made on a version that is past
├── Forbidden   not with this link
├── Paused      the scene is paused
├── Unsaved     the database failed: nothing has changed, and it may be tried again
│   ├── Beaten      another worker was quicker; it may be tried again at once
│   └── Outdated    a newer server has written to this table; this one must not
├── Damaged     what is on disk is not what was written there
└── Limit       too much, too long or too often
    ├── ServerFull  no room is left for all tables together
    ├── TooOften    too often; says when again
    └── TooLong     it would have kept everybody else waiting, and was broken off
"""

from __future__ import annotations

from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.table.protocol import Why


class Stale(Refused):
    """It was made on a version of the table that is past."""


class Forbidden(Refused):
    """The link that it came with does not allow it."""


class Paused(Refused):
    """The scene is paused."""


class Unsaved(Refused):
    """The database failed: nothing has changed, and it may be tried again."""

    def __init__(self, sentence: str = "") -> None:
        super().__init__("", sentence or "The server couldn’t save that. Try again in a moment.")


class Beaten(Unsaved):
    """Another worker has changed the table meanwhile: it may be tried again at once."""


class Outdated(Unsaved):
    """A newer server has written to this table, in a form that this one does not know."""

    def __init__(self) -> None:
        super().__init__("This server is being updated. Come back in a moment.")


class Damaged(Refused):
    """What is on disk is not what was written there."""

    def __init__(self, sentence: str = "This table was damaged on the server's disk.") -> None:
        super().__init__("", sentence)


class Limit(Refused):
    """Too much, too long or too often."""


class ServerFull(Limit):
    """No room is left for all tables together."""

    def __init__(self) -> None:
        super().__init__(
            "",
            "This server is full. Delete a table you no longer need, "
            "or ask whoever runs the server for more room.",
        )


class TooOften(Limit):
    """Too often. `seconds` says when it may be tried again."""

    def __init__(self, seconds: int, sentence: str = "") -> None:
        when = "a second" if seconds == 1 else f"{seconds} seconds"
        super().__init__("", sentence or f"You’ve asked that too often. Try again in {when}.")
        self.seconds = seconds


class TooLong(Limit):
    """It would have kept everybody else waiting, and was broken off."""

    def __init__(self) -> None:
        super().__init__("", "That would have kept the server busy too long, so it was stopped.")


_WHY: dict[type[FatedeckError], Why] = {
    Stale: "stale",
    Forbidden: "forbidden",
    Paused: "paused",
    Unsaved: "unsaved",
    Beaten: "unsaved",
    Outdated: "unsaved",
    Damaged: "damaged",
    Limit: "limit",
    ServerFull: "limit",
    TooOften: "limit",
    TooLong: "limit",
    Unreadable: "unreadable",
}


def why(fault: FatedeckError) -> Why:
    """The kind of a refusal, as the page is told it."""
    return _WHY.get(type(fault), "rules")


def sentence(fault: FatedeckError) -> str:
    """What a player reads."""
    return fault.sentence if isinstance(fault, Refused) else str(fault)


def clause(fault: FatedeckError) -> str:
    return fault.clause if isinstance(fault, Refused) else ""


def let_go(fault: FatedeckError) -> None:
    """Forget where a refusal came from, once it is told.

    A rule that keeps its refusal in a name would hold on to itself, and to all it worked with.
    """
    fault.with_traceback(None)
