"""The press from the command line: books, pages to take along, sheets of characters."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

books = typer.Typer()

Game = Annotated[str, typer.Argument(help="The game's id, as `fatedeck games` lists it.")]
Paper = Annotated[str, typer.Option(help="a4 or letter.")]
Link = Annotated[str, typer.Option(help="An address that a QR code leads to: your live table.")]
To = Annotated[Path | None, typer.Option(help="Where to write it; else a name of its own.")]


@books.command(epilog="Example: fatedeck press book deckahedron --paper a4, or: --booklet, --epub")
def book(
    game: Game,
    to: To = None,
    paper: Annotated[str, typer.Option(help="a5, a4 or letter; a booklet is folded once.")] = "",
    booklet: Annotated[
        bool, typer.Option("--booklet", help="Two pages on each side, to print and fold.")
    ] = False,
    epub: Annotated[bool, typer.Option("--epub", help="For a reader of electronic books.")] = False,
    web: Annotated[bool, typer.Option("--web", help="One page for a browser.")] = False,
    sources: Annotated[
        bool, typer.Option("--sources", help="With where each rule comes from, and who decides.")
    ] = False,
) -> None:
    """Make a book of a game's rules: with contents, an index, and the numbers of the clauses."""
    from fatedeck.cli.asking import one_at_most
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import book_epub, book_page, book_pdf, page_of

    ruleset = find_game(game)
    forms = {"booklet": booklet, "epub": epub, "web": web}
    form = one_at_most(forms)
    page = page_of(paper or ("a4" if booklet else "a5"))
    if form == "epub":
        write(to or Path(f"{game}-rules.epub"), book_epub(ruleset, sources=sources))
    elif form == "web":
        write(to or Path(f"{game}-rules.html"), book_page(ruleset, sources=sources).encode())
    else:
        made = book_pdf(ruleset, page, sources=sources, booklet=booklet)
        write(to or Path(f"{game}-{form or 'rules'}.pdf"), made)


@books.command(epilog="Example: fatedeck press reference deck-of-adventures --paper letter")
def reference(game: Game, to: To = None, paper: Paper = "a4") -> None:
    """Make the one page to take along: what a table looks up most, with the odds."""
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import page_of, reference_pdf

    made = reference_pdf(find_game(game), page_of(paper))
    write(to or Path(f"{game}-reference.pdf"), made)


@books.command(epilog="Example: fatedeck press sheet deckahedron --hero Brann")
def sheet(
    game: Annotated[str, typer.Argument(help="The game's id; not with --record.")] = "",
    to: To = None,
    hero: Annotated[
        str, typer.Option(help="A hero's file, or a ready-made one by name; else it is empty.")
    ] = "",
    record: Annotated[Path | None, typer.Option(help="A record (JSON Lines), with --seat.")] = None,
    seat: Annotated[str, typer.Option(help="Whose character, with --record.")] = "",
    fillable: Annotated[
        bool, typer.Option("--fillable", help="With fields to fill in on a screen.")
    ] = False,
    paper: Paper = "a4",
    link: Link = "",
) -> None:
    """Make a character's sheet: empty, or filled from a hero, a record or the box."""
    from fatedeck.engine.errors import Unreadable
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.books import page_of, sheet_pdf
    from fatedeck.press.hero import empty, hero_at, hero_of

    page = page_of(paper)
    if record is not None:
        if not seat or hero or game:
            raise Unreadable("With --record, say whose sheet by --seat, and leave the rest out.")
        ruleset, filled = hero_at(record, seat)
    elif not game:
        raise Unreadable("Name a game, or a record with --record and --seat.")
    else:
        ruleset = find_game(game)
        filled = hero_of(ruleset, hero) if hero else empty(ruleset)
    made = sheet_pdf(ruleset, filled, page, link=link, fillable=fillable)
    whose = filled.name.lower().replace(" ", "-") or "sheet"
    write(to or Path(f"{ruleset.id}-{whose}.pdf"), made)


def write(path: Path, made: bytes) -> None:
    """Write what was made, and say where."""
    from fatedeck.engine.errors import Unreadable

    try:
        path.write_bytes(made)
    except OSError as fault:
        raise Unreadable(f"{path} can’t be written: {fault.strerror}.") from fault
    print(f"Written to {path}.")
