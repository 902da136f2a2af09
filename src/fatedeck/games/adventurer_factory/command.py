"""`fatedeck deck`: looking at decks in the terminal, checking, converting and building them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.engine.house import live_by_file
from fatedeck.games.adventurer_factory.data import Card
from fatedeck.games.adventurer_factory.looks.wording import needs_words, slot_words
from fatedeck.games.adventurer_factory.rules import decks
from fatedeck.games.adventurer_factory.rules.decks import SIZE, Deck, starter_decks
from fatedeck.terminal import typed
from fatedeck.terminal.console import Console

console = Console()

HELP = """\
  find type=weapon needs=none provides=knight fills=hand  cards that fit; any of these
  add 4 Knight, remove 1 Knight                           change the deck
  show, check                                             what is in it, what is wrong with it
  save, quit                                              write it down, leave"""


def deck(
    job: Annotated[str, typed.Argument(help="list, check, convert, find or build.")],
    words: Annotated[
        list[str] | None,
        typed.Argument(help="check FILE; convert FILE TO; find type=... needs=...; build FILE."),
    ] = None,
    house: Annotated[Path | None, typed.Option(help="House rules to build by (YAML).")] = None,
) -> None:
    """Decks for Adventurer Factory: the starters, a checker, card filters and a builder.

    Example: fatedeck deck build mine.txt
    """
    if house is not None:
        live_by_file(house)
    match job, words or []:
        case "list", []:
            for starter in starter_decks().values():
                console.print(f"{starter.id}  {starter.name}: {starter.style}")
        case "check", [file]:
            raise typed.Exit(0 if _check(_read(Path(file))) else 1)
        case "convert", [file, to]:
            _write(_read(Path(file)), Path(to))
        case "find", filters:
            _find(filters)
        case "build", [file]:
            _Builder(Path(file)).run()
        case _:
            raise Unreadable(
                "Use: deck list, deck check FILE, deck convert FILE TO, deck find NAME=VALUE..., "
                "or deck build FILE."
            )


class _Builder:
    """A deck under construction: one line of words after the other."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.deck = _read(path) if path.exists() else Deck({}, path.stem)
        self.saved = True

    def run(self) -> None:
        console.print(f"{self.path.name}: {self.deck.size} of {SIZE} cards.\n{HELP}")
        while True:
            try:
                line = console.input("deck> ").strip()
            except (EOFError, KeyboardInterrupt):
                return
            if line == "quit" and self.saved:
                return
            try:
                self._do(line)
            except FatedeckError as fault:
                console.print(str(fault), style="yellow")

    def _do(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        match word:
            case "find":
                _find(rest.split())
            case "add" | "remove":
                count, _, name = rest.partition(" ")
                is_number = count.isdecimal() and len(count) < 10
                number, name = (int(count), name) if is_number else (1, rest)
                self.deck = decks.with_card(self.deck, name, number if word == "add" else -number)
                self.saved = False
                console.print(f"{self.deck.size} of {SIZE} cards.")
            case "show":
                console.print(decks.write_text(self.deck).rstrip() or "The deck is empty.")
            case "check":
                _check(self.deck)
            case "save":
                _write(self.deck, self.path)
                self.saved = True
            case "quit":
                console.print("The deck isn’t saved yet. Type save, or quit again.", style="yellow")
                self.saved = True
            case _:
                console.print(HELP)


def _check(deck: Deck) -> bool:
    wrong = decks.faults(deck)
    for sentence in wrong:
        console.print(sentence)
    if wrong:
        return False
    for sentence in decks.unmet_needs(deck):
        console.print(f"Worth a look: {sentence}")
    console.print(f"{deck.name or 'This deck'} is ready to play.")
    return True


def _find(filters: list[str]) -> None:
    wanted = {"type": "", "needs": "", "provides": "", "fills": "", "set": ""}
    for each in filters:
        name, _, value = each.partition("=")
        if name not in wanted or not value:
            raise Unreadable(
                f"“{each}” isn’t a filter. You can use: {', '.join(wanted)} (name=value)."
            )
        wanted[name] = value
    found = decks.find_cards(**wanted)
    for card in found:
        console.print(_line(card))
    if not found:
        console.print("No card fits all of that.")


def _line(card: Card) -> str:
    return (
        f"{card.name} ({'/'.join(card.types)}, {card.cost} Mind): "
        f"needs {needs_words(card.needs, ', ') or 'nothing'}; "
        f"provides {needs_words(card.provides, ', ') or 'nothing'}; "
        f"fills {' or '.join(slot_words(card)) or 'no slot'}"
    )


def _read(path: Path) -> Deck:
    if not path.exists() and str(path) in starter_decks():
        return starter_decks()[str(path)]
    try:
        text = path.read_text("utf-8")
    except OSError as fault:
        raise Unreadable(f"{path} can’t be read: {fault.strerror}.") from fault
    except UnicodeError as fault:
        raise Unreadable(f"{path} can’t be read: it isn’t written in UTF-8.") from fault
    return decks.read_csv(text) if path.suffix == ".csv" else decks.read_text(text)


def _write(deck: Deck, path: Path) -> None:
    text = decks.write_csv(deck) if path.suffix == ".csv" else decks.write_text(deck)
    try:
        path.write_text(text, "utf-8")
    except OSError as fault:
        raise Unreadable(f"{path} can’t be written: {fault.strerror}.") from fault
    console.print(f"{deck.size} cards written to {path}.")
