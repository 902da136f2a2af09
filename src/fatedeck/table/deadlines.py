"""Play over days: how long a turn may take, as a courtesy, and who stands in after that."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import Struct

from fatedeck.table.rows import PaperRow

DEADLINE = "deadline"
"""The paper that says what the table has agreed on."""
_HOUR = 3_600_000
_DAY = 24


class Deadline(Struct, frozen=True):
    """Hours that a turn may take, 0 for as long as it needs.

    With `stand_in` anyone at the table may let the machine play whoever is away for longer.
    """

    hours: int = 0
    stand_in: bool = False

    def is_over(self, since: int, now: int) -> bool:
        """Whether a turn that began at this millisecond has taken longer."""
        return self.hours > 0 and now - since > self.hours * _HOUR

    @property
    def told(self) -> str:
        """What everyone is told when it is agreed on."""
        if not self.hours:
            return "A turn can take as long as it needs."
        then = " After that, anyone can let the machine stand in." if self.stand_in else ""
        return f"A turn can take up to {self.length}.{then}"

    @property
    def length(self) -> str:
        """How long that is, in words.

        >>> Deadline(1).length, Deadline(36).length, Deadline(24).length, Deadline(72).length
        ('an hour', '36 hours', 'a day', '3 days')
        """
        if self.hours % _DAY:
            return "an hour" if self.hours == 1 else f"{self.hours} hours"
        return "a day" if self.hours == _DAY else f"{self.hours // _DAY} days"


def deadline_in(papers: Mapping[str, PaperRow]) -> Deadline:
    paper = papers.get(DEADLINE)
    return msgspec.json.decode(paper.body, type=Deadline) if paper else Deadline()
