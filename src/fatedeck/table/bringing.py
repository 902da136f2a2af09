"""Decks that people bring to a table: each is kept for its seat until the game begins."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from fatedeck.engine.decks import OPTION
from fatedeck.engine.errors import Refused
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.table.rows import PaperRow, SeatRow


class Brought(Struct, frozen=True):
    """A deck, and since when the one who chose it sits there: whoever comes later chooses anew."""

    deck: str
    sat: int


def check_deck(ruleset: AnyRuleset, deck: str) -> None:
    """Refuse a deck that the rules refuse."""
    if wrong := ruleset.read_deck(deck).wrong:
        raise Refused("", " ".join(wrong))


def brought(seat: SeatRow, deck: str) -> tuple[str, Brought]:
    """The paper that keeps a deck for a seat: its name, and what stands on it."""
    return _paper(seat), Brought(deck, seat.sat)


def deck_of(papers: dict[str, PaperRow], seat: SeatRow) -> str:
    """The deck that whoever sits here has chosen; empty when they have not."""
    paper = papers.get(_paper(seat))
    if paper is None:
        return ""
    kept = msgspec.json.decode(paper.body, type=Brought)
    return kept.deck if kept.sat == seat.sat else ""


def with_decks(options: str, papers: dict[str, PaperRow], seats: Sequence[SeatRow]) -> str:
    """A table's options with the decks that its seats have brought."""
    decks = {seat.name: deck for seat in seats if (deck := deck_of(papers, seat))}
    if not decks:
        return options
    given = msgspec.json.decode(options, type=dict[str, object])
    before = msgspec.convert(given.get(OPTION, {}), dict[str, str])
    return msgspec.json.encode(given | {OPTION: before | decks}).decode()


def _paper(seat: SeatRow) -> str:
    return f"{OPTION}/{seat.place}"
