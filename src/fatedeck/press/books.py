"""Books, pages and sheets of a game, made whole: what a command or a page asks for.

Everything that is drawn is first plain data (`book.py`, `reference.py`, `hero.py`); here it gets
its paper, its colours and its imprint, and is set.
"""

from __future__ import annotations

from io import BytesIO
from typing import Literal, TypeAlias

import msgspec
import segno

from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.press.book import Book, rules_book
from fatedeck.press.booklet import folded
from fatedeck.press.compiler import PLAIN, placed, typeset
from fatedeck.press.forms import with_fields
from fatedeck.press.hero import HeroSheet
from fatedeck.press.hypertext import epub, web_book
from fatedeck.press.motif import cover, motif
from fatedeck.press.reference import panels

Page: TypeAlias = Literal["a5", "a4", "letter"]
PAGES: dict[Page, tuple[float, float]] = {
    "a5": (148, 210),
    "a4": (210, 297),
    "letter": (215.9, 279.4),
}
"""Width and height in millimetres."""

HALF_LETTER = (139.7, 215.9)
"""A page of a booklet that is folded from Letter."""


def book_pdf(
    ruleset: AnyRuleset, page: Page = "a5", *, sources: bool = False, booklet: bool = False
) -> bytes:
    """The rules as a book; as a booklet, two pages on each side of the paper, to be folded."""
    book = _book(ruleset, sources)
    size = (HALF_LETTER if page == "letter" else PAGES["a5"]) if booklet else PAGES[page]
    small = booklet or page == "a5"
    data = {**_drawn(ruleset, size), "book": msgspec.to_builtins(book), "small": small}
    made = typeset("book", data)
    return folded(made) if booklet else made


def book_epub(ruleset: AnyRuleset, *, sources: bool = False) -> bytes:
    """The rules as an EPUB."""
    return epub(_book(ruleset, sources), cover(ruleset.look, ruleset.title, "The rules"))


def book_page(ruleset: AnyRuleset, *, sources: bool = False) -> str:
    """The rules as one page for a browser."""
    return web_book(_book(ruleset, sources))


def reference_pdf(ruleset: AnyRuleset, page: Page = "a4") -> bytes:
    """The page to take along."""
    data = {
        **_drawn(ruleset, PAGES[page]),
        "subtitle": "The page to take along. Small numbers name the rules that a line sums up.",
        "panels": msgspec.to_builtins(panels(ruleset)),
    }
    return typeset("reference", data)


def sheet_pdf(
    ruleset: AnyRuleset,
    sheet: HeroSheet,
    page: Page = "a4",
    *,
    link: str = "",
    fillable: bool = False,
) -> bytes:
    """The sheet of a character, with a way back to a live table if there is one.

    A sheet that can be filled in on a screen makes no promise to be read aloud.
    """
    helps = panels(ruleset, sheet=True) if ruleset.reference is not None else []
    data = {
        **_drawn(ruleset, PAGES[page]),
        "sheet": msgspec.to_builtins(sheet),
        "panels": msgspec.to_builtins(helps),
        "edges": ruleset.paper.edges,
        "fillable": fillable,
        "link": link,
        "qr": qr_code(link) if link else "",
    }
    if not fillable:
        return typeset("sheet", data)
    return with_fields(typeset("sheet", data, standards=PLAIN), placed("sheet", data, "field"))


def qr_code(link: str) -> str:
    """A code that leads to an address, as a drawing."""
    with BytesIO() as made:
        segno.make(link, error="m", micro=False).save(
            made, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None, unit="mm"
        )
        return made.getvalue().decode()


def _book(ruleset: AnyRuleset, sources: bool) -> Book:
    if not ruleset.rules_text:
        raise Unreadable(f"{ruleset.title} has no rules to make a book of.")
    return rules_book(ruleset, sources)


def _drawn(ruleset: AnyRuleset, size: tuple[float, float]) -> dict[str, object]:
    """What every product of a game has: name, colour, emblem, whose it is, the paper."""
    return {
        "title": ruleset.title,
        "colour": ruleset.look.ground,
        "motif": motif(ruleset.look, ruleset.look.ground),
        "imprint": imprint(ruleset),
        "width": size[0],
        "height": size[1],
    }


def imprint(ruleset: AnyRuleset) -> str:
    """Whose game it is and what may be done with a print of it, in a line."""
    ends = "" if ruleset.attribution.endswith(".") else "."
    return f"{ruleset.attribution}{ends} Licence: {ruleset.licence}"
