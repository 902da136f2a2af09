"""What can go wrong, said three ways.

    FatedeckError
    ├── Unreadable   it cannot be read: a file, a message, a name that means nothing
    ├── Refused      it is readable and not allowed now; says which clause forbids it
    └── Diverged     a record and the rules disagree about what happens next

Every message is a sentence that a player could read.
"""


class FatedeckError(Exception):
    """Anything that fatedeck itself has to say no to."""


class Unreadable(FatedeckError):
    """It cannot be read: a cut-off file, an unknown card, a message of the wrong shape."""


class Refused(FatedeckError):
    """It is not allowed now. The sentence says what would make it possible."""

    def __init__(self, clause: str, sentence: str) -> None:
        self.clause = clause
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.clause})" if self.clause else self.sentence


class Diverged(FatedeckError):
    """The record answers another question than the one the rules ask."""


def said(refused: Refused | None) -> tuple[str, str]:
    """Clause and sentence of a refusal, by which an offer can be remembered; empty without one."""
    return ("", "") if refused is None else (refused.clause, refused.sentence)


def refusal(clause: str, sentence: str) -> Refused | None:
    """The refusal that was `said`."""
    return Refused(clause, sentence) if sentence else None
