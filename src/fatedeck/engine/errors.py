"""What can go wrong, said four ways.

    FatedeckError
    ├── Unreadable   it cannot be read: a file, a message, a name that means nothing
    ├── Refused      it is readable and not allowed now; says which clause forbids it
    ├── Diverged     a record and the rules disagree about what happens next
    └── NotInstalled a part of fatedeck is missing that is installed on its own

Every message is a sentence that a player could read.
"""

from __future__ import annotations

from typing import TypeAlias


class FatedeckError(Exception):
    """Anything that fatedeck itself has to say no to."""


class Unreadable(FatedeckError):
    """It cannot be read: a cut-off file, an unknown card, a message of the wrong shape."""


class Refused(FatedeckError):
    """It is not allowed now. Its `sentence` says what would make it possible.

    Its `clause` is the rule that forbids it, and empty where no rule of the game does.
    """

    def __init__(self, clause: str, sentence: str) -> None:
        self.clause = clause
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})" if self.clause else self.sentence


class Unlisted(Refused):
    """Nothing by that name is there to choose; `name` is what people call it."""

    def __init__(self, clause: str, sentence: str, name: str) -> None:
        super().__init__(clause, sentence)
        self.name = name


class Diverged(FatedeckError):
    """The record answers another question than the one the rules ask."""


class NotInstalled(FatedeckError, ImportError):
    """It takes an extra that is not installed. The sentence has the line that installs it."""


Said: TypeAlias = tuple[str, str]
"""Why something may not be done, as a clause and a sentence; both empty when it may be."""


def said(refused: Refused | None) -> Said:
    """A reason as plain values, which an offer can be remembered by."""
    return ("", "") if refused is None else (refused.clause, refused.sentence)


def refusal(why_not: Said) -> Refused | None:
    """A reason from its plain values."""
    return Refused(*why_not) if why_not[1] else None
