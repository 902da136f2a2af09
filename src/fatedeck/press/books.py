"""Books, pages and sheets of a game, made whole: what a command or a page asks for.

Everything that is drawn is first plain data (`book.py`, `reference.py`, `hero.py`); here it gets
its paper, its colours and its imprint, and is set.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.extras import extra
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.press import licences
from fatedeck.press.aids import TENTS, aid_sheets
from fatedeck.press.book import Book, rules_book
from fatedeck.press.booklet import folded
from fatedeck.press.chronicle import Chronicle, read_chronicle
from fatedeck.press.compiler import PLAIN, placed, typeset
from fatedeck.press.forms import with_fields
from fatedeck.press.hero import HeroSheet, empty, hero_of
from fatedeck.press.hypertext import epub, web_book
from fatedeck.press.letters import shown
from fatedeck.press.motif import cover, motif
from fatedeck.press.printing import STEPS, Product, Style, either, face_data
from fatedeck.press.reference import panels
from fatedeck.press.sheets import Paper
from fatedeck.press.story import Told, find_adventure, tiles, told

Page: TypeAlias = Literal["a5", "a4", "letter"]
PAGES: dict[Page, tuple[float, float]] = {
    "a5": (148, 210),
    "a4": (210, 297),
    "letter": (215.9, 279.4),
}
"""Width and height in millimetres."""

HALF_A4 = (148.5, 210.0)
HALF_LETTER = (139.7, 215.9)
"""A page of a booklet that is folded from whole paper."""


LARGER = (13, 12, 11, 10)
"""Sizes for a card that says a line or two, and is read across the table."""


def adventure(name: str, page: Page = "a5", *, booklet: bool = False) -> AdventurePrint:
    """An adventure, a file or one of a box by its name: its book, handouts and maps."""
    return adventure_pdf(find_adventure(name), page_of(page), booklet=booklet)


def aids(game: str, page: Page = "a4") -> Product:
    """What helps at the table of a game."""
    ruleset = find_game(game)
    return Product(aids_pdf(ruleset, page_of(page, WHOLE)), f"{ruleset.title}: aids for the table.")


def chronicle(
    record: str | Path,
    title: str = "",
    page: Page = "a5",
    *,
    seat: str | None = None,
    booklet: bool = False,
) -> Product:
    """What happened at a table, from its record or the file of one, as a small illustrated book."""
    ruleset, story = read_chronicle(record, title, seat)
    made = chronicle_pdf(ruleset, story, page_of(page), booklet=booklet)
    return Product(made, f"{story.title}: a chronicle.")


def page_of(name: str, among: Sequence[Page] = tuple(PAGES)) -> Page:
    """A paper by its name, or a sentence."""
    for page in among:
        if page == name.lower():
            return page
    raise Unreadable(f"Paper is {either(among)}, not “{name}”.")


WHOLE: tuple[Page, ...] = ("a4", "letter")
"""Paper for what is one page and has to be read across a table."""


def book(game: str, page: Page = "a5", *, sources: bool = False, booklet: bool = False) -> Product:
    """The rules of a game as a book to print.

    >>> book("deckahedron").save("rules.pdf")  # doctest: +SKIP
    """
    ruleset = find_game(game)
    made = book_pdf(ruleset, page_of(page), sources=sources, booklet=booklet)
    return Product(made, f"{ruleset.title}: the rules.")


def reference(game: str, page: Page = "a4") -> Product:
    """The page to take along of a game."""
    ruleset = find_game(game)
    made = reference_pdf(ruleset, page_of(page, WHOLE))
    return Product(made, f"{ruleset.title}: the page to take along.")


def sheet(
    game: str, hero: str = "", page: Page = "a4", *, link: str = "", fillable: bool = False
) -> Product:
    """The sheet of a hero, ready-made or from a file; without one it is empty."""
    ruleset = find_game(game)
    filled = hero_of(ruleset, hero) if hero else empty(ruleset)
    made = sheet_pdf(ruleset, filled, page_of(page, WHOLE), link=link, fillable=fillable)
    return Product(made, f"{ruleset.title}: {filled.name or 'an empty sheet'}.")


def book_pdf(
    ruleset: AnyRuleset, page: Page = "a5", *, sources: bool = False, booklet: bool = False
) -> bytes:
    """The rules as a book; as a booklet, two pages on each side of the paper, to be folded."""
    book = _book(ruleset, sources)
    size, small = _folding(page, booklet)
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
    written, note = shown(msgspec.to_builtins(sheet))
    data = {
        **_drawn(ruleset, PAGES[page], note),
        "sheet": written,
        "panels": msgspec.to_builtins(helps),
        "edges": ruleset.paper.edges,
        "fillable": fillable,
        "link": link,
        "qr": qr_code(link) if link else "",
    }
    if not fillable:
        return typeset("sheet", data)
    return with_fields(typeset("sheet", data, standards=PLAIN), placed("sheet", data, "field"))


class AdventurePrint(Struct, frozen=True):
    """An adventure on paper: the book, and where it has any, its handouts and its maps."""

    book: bytes
    handouts: bytes = b""
    maps: bytes = b""


def adventure_pdf(text: str, page: Page = "a5", *, booklet: bool = False) -> AdventurePrint:
    """An adventure as a book for the game master, with handouts and maps on sheets of their own.

    Maps have an inch to a space, on A4 or Letter, whichever the book is for.
    """
    tale = told(text)
    ruleset = find_game(read_adventure(text).game)
    size, small = _folding(page, booklet)
    written, note = shown(msgspec.to_builtins(tale))
    drawn = _drawn(ruleset, size, note) | {"small": small}
    book = typeset("adventure", drawn | {"tale": written})
    half = HALF_LETTER if page == "letter" else PAGES["a5"]
    of_tale = _drawn(ruleset, half) | {"title": shown(tale.title)[0]}
    handouts, _ = shown(msgspec.to_builtins(tale.handouts))
    return AdventurePrint(
        folded(book) if booklet else book,
        typeset("handouts", of_tale | {"handouts": handouts}) if handouts else b"",
        _maps(tale, of_tale, PAGES["letter" if page == "letter" else "a4"]),
    )


def aids_pdf(ruleset: AnyRuleset, page: Page = "a4") -> bytes:
    """Cards with odds, foes and conditions, the wheel of ranks where there is one, and tents.

    Two players know whose turn it is without them.
    """
    paper: Paper = "letter" if page == "letter" else "a4"
    data = _drawn(ruleset, PAGES[paper]) | {
        "sheets": msgspec.to_builtins(aid_sheets(ruleset, paper)),
        "short": licences.short(ruleset),
        "circle": ruleset.paper.circle,
        "tents": TENTS if ruleset.seating.most > 2 else 0,
        **face_data(Style(), level=2),
        "steps": LARGER + STEPS["normal"][0],
    }
    return typeset("aids", data, true_size=True)


def chronicle_pdf(
    ruleset: AnyRuleset, story: Chronicle, page: Page = "a5", *, booklet: bool = False
) -> bytes:
    """The story of a table as a small illustrated book."""
    size, small = _folding(page, booklet)
    written, note = shown(msgspec.to_builtins(story))
    data = _drawn(ruleset, size, note) | {"small": small, "story": written}
    made = typeset("chronicle", data)
    return folded(made) if booklet else made


def _maps(tale: Told, drawn: dict[str, object], paper: tuple[float, float]) -> bytes:
    """The maps of an adventure, the paper laid so that it takes fewer sheets."""
    if not tale.charts:
        return b""
    ways = [
        (way, [tile for chart in tale.charts for tile in tiles(chart, *way)])
        for way in (paper, (paper[1], paper[0]))
    ]
    (width, height), sheets = min(ways, key=lambda way: len(way[1]))
    tiled, _ = shown(msgspec.to_builtins(sheets))
    data = drawn | {"width": width, "height": height, "tiles": tiled}
    return typeset("maps", data, true_size=True)


def _folding(page: Page, booklet: bool) -> tuple[tuple[float, float], bool]:
    """How large the pages are, and whether small: those of a booklet are half its paper."""
    if booklet:
        return HALF_LETTER if page == "letter" else HALF_A4, True
    return PAGES[page], page == "a5"


def qr_code(link: str) -> str:
    """A code that leads to an address, as a drawing."""
    if not link.startswith(("https://", "http://")):
        raise Unreadable(f"A link is an address that begins with https://, not “{link}”.")
    with extra("press", "A sheet with a link"):
        import segno

    with BytesIO() as made:
        segno.make(link, error="m", micro=False).save(
            made, kind="svg", border=2, xmldecl=False, svgclass=None, lineclass=None, unit="mm"
        )
        return made.getvalue().decode()


def _book(ruleset: AnyRuleset, sources: bool) -> Book:
    if not ruleset.rules_text:
        raise Unreadable(f"{ruleset.title} has no rules to make a book of.")
    return rules_book(ruleset, sources)


def _drawn(ruleset: AnyRuleset, size: tuple[float, float], note: str = "") -> dict[str, object]:
    """What every product of a game has: name, colour, emblem, whose it is, the paper."""
    return {
        "title": ruleset.title,
        "colour": ruleset.look.ground,
        "motif": motif(ruleset.look, ruleset.look.ground),
        "imprint": f"{imprint(ruleset)} {note}".rstrip(),
        "width": size[0],
        "height": size[1],
    }


def imprint(ruleset: AnyRuleset) -> str:
    """Whose game it is and what may be done with a print of it, in a line."""
    return " ".join(f"{line.rstrip('.')}." for line in licences.lines(ruleset))
