"""The paper that says at which table a game is played again: everyone who wants to comes there."""

from __future__ import annotations

import msgspec
from msgspec import Struct

from fatedeck.table.rows import PaperRow

AGAIN = "again"


class Again(Struct, frozen=True):
    """The table of the rematch, and who asked for it first."""

    table: str
    by: str


def again_in(papers: dict[str, PaperRow]) -> Again | None:
    """Where a table is played again, once somebody has asked for it."""
    paper = papers.get(AGAIN)
    return msgspec.json.decode(paper.body, type=Again) if paper is not None else None
