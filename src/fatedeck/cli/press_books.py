"""The press from the command line: books, pages to take along, sheets of characters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fatedeck.cli.parameters import Game, Paper, PrintHouse, RecordFile, take_house_of
from fatedeck.cli.press import press
from fatedeck.terminal import typed

Link = Annotated[str, typed.Option(help="An address that a QR code leads to: your live table.")]
To = Annotated[Path | None, typed.Option(help="Where to write it; else a name of its own.")]
Page = Annotated[str, typed.Option(help="a5, a4 or letter; a booklet is folded once.")]
Booklet = Annotated[
    bool, typed.Option("--booklet", help="Two pages on each side, to print and fold.")
]


@press.command(epilog="Example: fatedeck press book deckahedron --paper a4, or: --booklet, --epub")
def book(
    game: Game,
    to: To = None,
    paper: Page = "",
    booklet: Booklet = False,
    epub: Annotated[bool, typed.Option("--epub", help="For a reader of electronic books.")] = False,
    web: Annotated[bool, typed.Option("--web", help="One page for a browser.")] = False,
    sources: Annotated[
        bool, typed.Option("--sources", help="With where each rule comes from, and who decides.")
    ] = False,
    house: PrintHouse = None,
) -> None:
    """Make a book of a game's rules: with contents, an index, and the numbers of the clauses."""
    from fatedeck.cli.asking import one_at_most
    from fatedeck.engine.errors import Unreadable
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import book_epub, book_page, book_pdf, page_of

    ruleset = find_game(game)
    forms = {"booklet": booklet, "epub": epub, "web": web}
    form = one_at_most(forms)
    if paper and form in ("epub", "web"):
        raise Unreadable(f"What is read on a screen has no paper: leave --paper out of --{form}.")
    page = page_of(paper or ("a4" if booklet else "a5"))
    if form == "epub":
        written(to or Path(f"{game}-rules.epub"), book_epub(ruleset, sources=sources))
    elif form == "web":
        written(to or Path(f"{game}-rules.html"), book_page(ruleset, sources=sources).encode())
    else:
        made = book_pdf(ruleset, page, sources=sources, booklet=booklet)
        written(to or Path(f"{game}-{form or 'rules'}.pdf"), made)


@press.command(epilog="Example: fatedeck press reference deck-of-adventures --paper letter")
def reference(game: Game, to: To = None, paper: Paper = "a4", house: PrintHouse = None) -> None:
    """Make the one page to take along: what a table looks up most, with the odds."""
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import WHOLE, page_of, reference_pdf

    made = reference_pdf(find_game(game), page_of(paper, WHOLE))
    written(to or Path(f"{game}-reference.pdf"), made)


@press.command(epilog="Example: fatedeck press sheet deckahedron --hero Brann")
def sheet(
    game: Annotated[str, typed.Argument(help="The game's id; not with --record.")] = "",
    to: To = None,
    hero: Annotated[
        str, typed.Option(help="A hero's file, or a ready-made one by name; else it is empty.")
    ] = "",
    record: Annotated[
        Path | None,
        typed.Option(help="A record (JSON Lines), with --seat.", callback=take_house_of),
    ] = None,
    seat: Annotated[str, typed.Option(help="Whose character, with --record.")] = "",
    fillable: Annotated[
        bool, typed.Option("--fillable", help="With fields to fill in on a screen.")
    ] = False,
    paper: Paper = "a4",
    link: Link = "",
    house: PrintHouse = None,
) -> None:
    """Make a character's sheet: empty, or filled from a hero, a record or the box."""
    from fatedeck.engine.errors import Unreadable
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import WHOLE, page_of, sheet_pdf
    from fatedeck.press.hero import empty, hero_at, hero_of

    page = page_of(paper, WHOLE)
    if record is not None:
        if not seat or hero or game:
            raise Unreadable("With --record, say whose sheet by --seat, and leave the rest out.")
        ruleset, filled = hero_at(record, seat)
    elif not game:
        raise Unreadable("Name a game, or a record with --record and --seat.")
    elif seat:
        raise Unreadable("A seat is one of a record: name that with --record.")
    else:
        ruleset = find_game(game)
        filled = hero_of(ruleset, hero) if hero else empty(ruleset)
    made = sheet_pdf(ruleset, filled, page, link=link, fillable=fillable)
    whose = filled.name.lower().replace(" ", "-") or "sheet"
    written(to or Path(f"{ruleset.id}-{whose}.pdf"), made)


@press.command(epilog="Example: fatedeck press adventure the-locked-granary --booklet")
def adventure(
    name: Annotated[str, typed.Argument(help="An adventure: a file, or its name in the box.")],
    to: Annotated[
        Path | None, typed.Option(help="The book; handouts and maps are written beside it.")
    ] = None,
    paper: Page = "",
    booklet: Booklet = False,
    house: PrintHouse = None,
) -> None:
    """Make a book of an adventure, with its handouts and its maps on sheets of their own."""
    from fatedeck.press.books import adventure_pdf, page_of
    from fatedeck.press.story import find_adventure

    page = page_of(paper or ("a4" if booklet else "a5"))
    made = adventure_pdf(find_adventure(name), page, booklet=booklet)
    path = to or Path(f"{Path(name).stem}.pdf")
    written(path, made.book)
    for kind, sheets in (("handouts", made.handouts), ("maps", made.maps)):
        if sheets:
            written(path.with_name(f"{path.stem}-{kind}.pdf"), sheets)


@press.command(epilog="Example: fatedeck press aids deck-of-adventures")
def aids(game: Game, to: To = None, paper: Paper = "a4", house: PrintHouse = None) -> None:
    """Make what helps at the table: cards with odds, foes and conditions, a wheel, tents."""
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import WHOLE, aids_pdf, page_of

    written(to or Path(f"{game}-aids.pdf"), aids_pdf(find_game(game), page_of(paper, WHOLE)))


@press.command(epilog="Example: fatedeck press chronicle saturday.jsonl --title 'The long night'")
def chronicle(
    record: RecordFile,
    to: To = None,
    title: Annotated[str, typed.Option(help="What the book is called.")] = "",
    seat: Annotated[
        str | None, typed.Option(help="As this seat read it; else as everyone did.")
    ] = None,
    paper: Page = "",
    booklet: Booklet = False,
) -> None:
    """Make a small illustrated book of what happened at a table."""
    from fatedeck.press.books import chronicle_pdf, page_of
    from fatedeck.press.chronicle import read_chronicle

    page = page_of(paper or ("a4" if booklet else "a5"))
    ruleset, story = read_chronicle(record, title, seat)
    made = chronicle_pdf(ruleset, story, page, booklet=booklet)
    written(to or Path(f"{record.stem}-chronicle.pdf"), made)


def written(path: Path, made: bytes) -> None:
    """Write what was made, and say where."""
    from fatedeck.press.printing import write

    write(path, made)
    print(f"Written to {path}.")
