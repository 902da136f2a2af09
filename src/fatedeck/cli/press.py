"""The press from the command line: cards on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from fatedeck.cli.options import House

press = typer.Typer(
    help="Print cards, and take them to other tables.",
    epilog="Example: fatedeck press cards deckahedron --paper letter --backs fold",
    no_args_is_help=True,
)

Game = Annotated[str, typer.Argument(help="The game's id, as `fatedeck games` lists it.")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", help="Only this set of cards; once for each.")
]
DeckList = Annotated[
    str, typer.Option(help="In a duel, a deck: one of the box by its name, or a file with a list.")
]
Options = Annotated[
    list[str] | None, typer.Option("--option", help="A table option, name=value: cards follow it.")
]
Copies = Annotated[int, typer.Option(min=1, max=20, help="How often each card is printed.")]


@press.command(epilog="Example: fatedeck press cards deckahedron --set deck --copies 4")
def cards(
    game: Game,
    to: Annotated[Path | None, typer.Option(help="The PDF; else GAME-cards.pdf.")] = None,
    sets: Sets = None,
    deck: DeckList = "",
    copies: Copies = 1,
    option: Options = None,
    paper: Annotated[str, typer.Option(help="a4 or letter.")] = "a4",
    backs: Annotated[
        str,
        typer.Option(help="duplex (both sides), fold (fold and glue) or none (for sleeves)."),
    ] = "duplex",
    cut: Annotated[str, typer.Option(help="marks, lines (from edge to edge) or none.")] = "marks",
    ink: Annotated[str, typer.Option(help="full, light (on white) or bw (in black).")] = "full",
    text: Annotated[
        str, typer.Option(help="normal, or large: larger cards and letters.")
    ] = "normal",
    gap: Annotated[float, typer.Option(help="Millimetres between two cards.")] = 0,
    bleed: Annotated[float, typer.Option(help="Millimetres drawn beyond the cut.")] = 3,
    offset: Annotated[
        str, typer.Option(help="Moves the backs, as the first sheet says: right,down in mm.")
    ] = "0,0",
    guide: Annotated[
        bool, typer.Option("--guide/--no-guide", help="The first sheet, with its ruler.")
    ] = True,
    house: House = None,
) -> None:
    """Set the cards of a game on sheets to print and cut: all of them, some sets, or a deck."""
    from fatedeck.cli.play import read_options
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.printing import cards, style_of

    style = style_of(
        {
            "paper": paper,
            "backs": backs,
            "cut": cut,
            "ink": ink,
            "text": text,
            "gap": gap,
            "bleed": bleed,
            "offset": pair(offset),
            "guide": guide,
        }
    )
    made = cards(
        game,
        style,
        options=read_options(find_game(game), option or []),
        sets=sets or (),
        deck=deck_text(deck),
        copies=copies,
    )
    path = to or Path(f"{game}-cards.pdf")
    made.save(path)
    print(f"{made.told} Written to {path}.")


def pair(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them."""
    from fatedeck.engine.errors import Unreadable

    parts = text.split(",")
    try:
        x, y = map(float, parts)
    except ValueError as fault:
        raise Unreadable(f"An offset is two numbers, as in 0.5,-1; not “{text}”.") from fault
    return x, y


def deck_text(deck: str) -> str:
    """A deck as it was named, or the list in a file."""
    from fatedeck.cli.reading import load_text

    path = Path(deck)
    return load_text(path) if deck and path.is_file() else deck
