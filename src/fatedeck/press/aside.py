"""The press in a process of its own, so that whoever prints can go on, and can end it at any time.

`python -m fatedeck.press.aside` reads a job from its standard input and writes lines of JSON: what
it is doing, and at last the PDF, or why there is none.
"""

from __future__ import annotations

import base64
import sys
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import FatedeckError, Refused, Unreadable
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.view import View
from fatedeck.press.books import (
    Page,
    adventure_pdf,
    aids_pdf,
    book_pdf,
    chronicle_pdf,
    page_of,
    reference_pdf,
    sheet_pdf,
)
from fatedeck.press.boxes import boxed
from fatedeck.press.chronicle import Story, retold
from fatedeck.press.hero import HeroSheet, empty, hero_in, hero_named, seen_by
from fatedeck.press.printing import choose, printed, style_of

What: TypeAlias = Literal[
    "cards",
    "box",
    "book",
    "reference",
    "sheet",
    "aids",
    "adventure",
    "handouts",
    "maps",
    "chronicle",
]


class Job(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants printed, and how.

    A sheet is that of a `seat` in a `view`, or of a hero by name or in the text of its file, or
    empty. A chronicle is of a `story`. Nothing names a file of this machine.
    """

    game: str
    what: What = "cards"
    options: dict[str, object] = {}
    sets: list[str] = []
    deck: str = ""
    copies: int = 1
    paper: str = "a4"
    backs: str = "duplex"
    offset: tuple[float, float] = (0, 0)
    ink: str = "full"
    text: str = "normal"
    hero: str = ""
    view: View | None = None
    seat: str = ""
    link: str = ""
    adventure: str = ""
    booklet: bool = False
    story: Story | None = None


class Heard(Struct, frozen=True, omit_defaults=True):
    """One line: what is being done, and on the last one the file in base 64 with its name."""

    words: str = ""
    pdf: str = ""
    name: str = ""
    refused: str = ""


def main() -> None:
    """Do the job on standard input."""
    try:
        job = msgspec.json.decode(sys.stdin.buffer.read(), type=Job)
        pdf, words = _printed(job)
        _say(Heard(words, base64.b64encode(pdf).decode(), f"{job.game}-{job.what}.pdf"))
    except FatedeckError as fault:
        _say(Heard(refused=fault.sentence if isinstance(fault, Refused) else str(fault)))


def _printed(job: Job) -> tuple[bytes, str]:
    game = find_game(job.game)
    if job.what == "book":
        _say(Heard(f"Setting the rules of {game.title}."))
        size = page_of("a5" if job.paper == "a4" else job.paper)
        return book_pdf(game, size, booklet=job.booklet), f"The rules{_how_to_fold(job)}."
    if job.what == "reference":
        _say(Heard(f"Setting a page of {game.title}."))
        return reference_pdf(game, page_of(job.paper)), "The page to take along."
    page = page_of("a5" if job.paper == "a4" else job.paper)
    if job.what == "sheet":
        _say(Heard("Setting the sheet."))
        sheet = _sheet(game, job)
        made_of = sheet.name or "An empty sheet"
        return sheet_pdf(game, sheet, page_of(job.paper), link=job.link), f"{made_of}."
    if job.what == "aids":
        _say(Heard("Drawing cards, and what else helps."))
        return aids_pdf(game, page_of(job.paper)), "Aids for the table."
    if job.what in ("adventure", "handouts", "maps"):
        return _adventure(game, job, page)
    if job.what == "chronicle":
        if job.story is None:
            raise Unreadable("There is no story to be told.")
        _say(Heard("Setting the story."))
        book = chronicle_pdf(game, retold(game, job.story), page, booklet=job.booklet)
        return book, f"The chronicle{_how_to_fold(job)}."
    style = style_of(
        {
            "paper": job.paper,
            "backs": job.backs,
            "offset": job.offset,
            "ink": job.ink,
            "text": job.text,
        }
    )
    chosen = choose(job.game, job.options, job.sets, job.deck, job.copies)
    count = sum(sum(one.cards.values()) for one in chosen.sets)
    _say(Heard(f"Setting {count} cards." if job.what == "cards" else "Drawing the boxes."))
    made = printed(chosen, style) if job.what == "cards" else boxed(chosen, style)
    return made.pdf, made.told


def _sheet(game: AnyRuleset, job: Job) -> HeroSheet:
    if job.view is not None:
        return seen_by(game, job.view, job.seat, game.faces(Codec(game).options(job.options)))
    if job.hero.startswith("{"):
        return hero_in(game, job.hero)
    return hero_named(game, job.hero) if job.hero else empty(game)


def _adventure(game: AnyRuleset, job: Job, page: Page) -> tuple[bytes, str]:
    """An adventure of the box, its handouts or its maps."""
    text = game.adventures.get(job.adventure)
    if text is None:
        raise Unreadable(f"There is no adventure “{job.adventure}” in the box.")
    _say(Heard("Setting the adventure."))
    made = adventure_pdf(text, page, booklet=job.booklet)
    if job.what == "adventure":
        return made.book, f"The adventure, for the game master{_how_to_fold(job)}."
    sheets = made.handouts if job.what == "handouts" else made.maps
    if not sheets:
        raise Unreadable(f"It has no {job.what}.")
    return sheets, f"Its {job.what}."


def _how_to_fold(job: Job) -> str:
    return ". Print on both sides, turn over the short edge, fold once" if job.booklet else ""


def _say(heard: Heard) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(heard) + b"\n")
    sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
