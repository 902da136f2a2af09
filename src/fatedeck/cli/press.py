"""The press from the command line: cards on paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fatedeck.cli.parameters import Game, Paper, PrintHouse
from fatedeck.terminal import typed

press = typed.App(
    "press",
    help="Print cards, and take them to other tables.",
    epilog="Example: fatedeck press cards deckahedron --paper letter --backs fold",
)

Sets = Annotated[
    list[str] | None, typed.Option("--set", help="Only this set of cards; once for each.")
]
DeckList = Annotated[
    str, typed.Option(help="In a duel, a deck: one of the box by its name, or a file with a list.")
]
Options = Annotated[
    list[str] | None, typed.Option("--option", help="A table option, name=value: cards follow it.")
]
Ink = Annotated[str, typed.Option(help="full, light (on white) or bw (in black).")]
Copies = Annotated[int, typed.Option(min=1, max=20, help="How often each card is printed.")]


@press.command(epilog="Example: fatedeck press cards deckahedron --set deck --copies 4")
def cards(
    game: Game,
    to: Annotated[Path | None, typed.Option(help="The PDF; else GAME-cards.pdf.")] = None,
    sets: Sets = None,
    deck: DeckList = "",
    copies: Copies = 1,
    option: Options = None,
    house: PrintHouse = None,
    paper: Paper = "a4",
    backs: Annotated[
        str,
        typed.Option(help="duplex (both sides), fold (fold and glue) or none (for sleeves)."),
    ] = "duplex",
    cut: Annotated[str, typed.Option(help="marks, lines (from edge to edge) or none.")] = "marks",
    ink: Ink = "full",
    text: Annotated[
        str, typed.Option(help="normal, or large: larger cards and letters.")
    ] = "normal",
    gap: Annotated[float, typed.Option(help="Millimetres between two cards.")] = 0,
    bleed: Annotated[float, typed.Option(help="Millimetres drawn beyond the cut.")] = 3,
    offset: Annotated[
        str, typed.Option(help="Moves the backs, as the first sheet says: right,down in mm.")
    ] = "0,0",
    guide: Annotated[
        bool, typed.Option("--guide/--no-guide", help="The first sheet, with its ruler.")
    ] = True,
) -> None:
    """Set the cards of a game on sheets to print and cut: all of them, some sets, or a deck."""
    from fatedeck.cli.options import read_options
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


@press.command(epilog="Example: fatedeck press export deckahedron --to pcio --players 3")
def export(
    game: Game,
    to: Annotated[
        str,
        typed.Option(
            help="pcio (playingcards.io), vtt (virtualtabletop.io), tts (Tabletop Simulator), "
            "foundry, cockatrice, png (print shops) or csv."
        ),
    ],
    into: Annotated[Path, typed.Option(help="The folder to write to.")] = Path(),
    sets: Sets = None,
    deck: DeckList = "",
    option: Options = None,
    house: PrintHouse = None,
    players: Annotated[int, typed.Option(min=1, max=8, help="How many a room is set up for.")] = 4,
    shop: Annotated[
        str, typed.Option(help="With png: tgc (The Game Crafter) or mpc (MakePlayingCards).")
    ] = "none",
    images: Annotated[
        str, typed.Option(help="With tts: the address that its pictures will have.")
    ] = "",
) -> None:
    """Take the cards of a game to another table, or to a print shop."""
    from fatedeck.cli.options import read_options
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.export import export

    made = export(
        game,
        to,
        options=read_options(find_game(game), option or []),
        sets=sets or (),
        deck=deck_text(deck),
        players=players,
        shop=shop,
        images=images,
    )
    made.save(into)
    for line in made.told:
        print(line)
    for name in made.files:
        if not name.endswith(".png"):
            print(f"  {into / name}")


@press.command(epilog="Example: fatedeck press box deckahedron --set deck --copies 2")
def box(
    game: Game,
    to: Annotated[Path | None, typed.Option(help="The PDF; else GAME-box.pdf.")] = None,
    sets: Sets = None,
    deck: DeckList = "",
    copies: Copies = 1,
    option: Options = None,
    house: PrintHouse = None,
    paper: Paper = "a4",
    ink: Ink = "full",
    thick: Annotated[
        float, typed.Option(min=0.1, max=2, help="How thick a card is, in mm; sleeved, 0.6.")
    ] = 0.32,
) -> None:
    """Draw a box for each set of cards, to cut out and fold: it fits the cards that go in."""
    from fatedeck.cli.options import read_options
    from fatedeck.engine.ruleset import find_game
    from fatedeck.press.boxes import boxes
    from fatedeck.press.printing import style_of

    made = boxes(
        game,
        style_of({"paper": paper, "ink": ink}),
        options=read_options(find_game(game), option or []),
        sets=sets or (),
        deck=deck_text(deck),
        copies=copies,
        thick=thick,
    )
    path = to or Path(f"{game}-box.pdf")
    made.save(path)
    print(f"{made.told} Written to {path}.")


def pair(text: str) -> tuple[float, float]:
    """Two numbers with a comma between them."""
    from fatedeck.engine.errors import Unreadable

    parts = text.split(",")
    try:
        x, y = map(float, parts)
    except ValueError as fault:
        raise Unreadable(f"An offset is two numbers, such as 0.5,-1, not “{text}”.") from fault
    return x, y


def deck_text(deck: str) -> str:
    """A deck as it was named, or the list in a file."""
    path = Path(deck)
    if not deck or not path.is_file():
        return deck
    from fatedeck.engine.files import load_text

    return load_text(path)
