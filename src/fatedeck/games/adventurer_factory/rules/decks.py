"""Decks: the starter decks, what is wrong with a list, finding cards, reading and writing lists."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable
from functools import cache
from math import comb

import msgspec
from msgspec import Struct

from fatedeck.engine import decks as told
from fatedeck.engine.data_files import data_file
from fatedeck.engine.decks import DeckBox, DeckRead, Opening, Rival
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.names import LONGEST, did_you_mean
from fatedeck.games.adventurer_factory import data
from fatedeck.games.adventurer_factory.data import COPIES, SLOTS, Card, by_title, catalogue
from fatedeck.games.adventurer_factory.rules.turns import HAND

SIZE = 40
"""A deck holds exactly so many cards. AF-4.1."""

_FIRST_MIND = 3
"""What Player 1 can pay on the first turn; Player 2 has more. AF-5.8."""

_MENTOR = "Wise Old Mentor"

_BYTE_ORDER_MARK = "\ufeff"
_COPIES, _BETWEEN = re.compile(r"\bcopies\b"), ",;\t"
"""The first line of a spreadsheet names its columns, with one of these signs between them."""
_LINE = re.compile(r"([0-9]{1,9}) ?[xX]? (.+)")


class Deck(Struct, frozen=True, omit_defaults=True):
    """A deck list: so many of each card, by the card's name."""

    cards: dict[str, int]
    name: str = ""
    id: str = ""
    style: str = ""
    plan: str = ""

    @property
    def size(self) -> int:
        return sum(self.cards.values())


class _Decks(Struct, forbid_unknown_fields=True):
    decks: list[Deck]


class _Ladder(_Decks, forbid_unknown_fields=True):
    rivals: list[Rival]


_decks = data_file(data.__file__, "decks", _Decks)
_ladder = data_file(data.__file__, "ladder", _Ladder)


@cache
def starter_decks() -> dict[str, Deck]:
    """The three decks that come with the game, by their ids. AF-23.1."""
    return {deck.id: deck for deck in _decks().decks}


@cache
def known_decks() -> dict[str, Deck]:
    """The starter decks and those of the rivals, by their ids."""
    return starter_decks() | {deck.id: deck for deck in _ladder().decks}


def rivals() -> list[Rival]:
    """Whom one can play against alone, the easiest first."""
    return _ladder().rivals


# What is wrong


def faults(deck: Deck) -> list[str]:
    """What is wrong with a deck, a sentence each; an empty list when it may be played.

    Exactly 40 cards, at most 4 of a name, any cards together. AF-4.1 to AF-4.4.
    """
    found = []
    for name, copies in deck.cards.items():
        if name.lower() not in by_title():
            found.append(f"There’s no card called “{name}”.")
        if copies > COPIES:
            found.append(f"There are {copies} {name} in it; {COPIES} is the most. (AF-4.2)")
        if copies < 1:
            found.append(f"There are {copies} {name} in it; leave it out instead.")
    if deck.size != SIZE:
        more = f"add {SIZE - deck.size}" if deck.size < SIZE else f"take out {deck.size - SIZE}"
        found.append(f"It has {deck.size} cards, not {SIZE}: {more}. (AF-4.1)")
    return found


def unmet_needs(deck: Deck) -> list[str]:
    """Cards whose Needs the deck itself could never meet: allowed, but worth a look. AF-23.2."""
    given: dict[str, int] = {}
    for name, copies in deck.cards.items():
        for symbol, n in printed(name).provides.items():
            given[symbol] = given.get(symbol, 0) + n * copies
    return [
        f"{name} needs {n} {symbol.title()}; the deck can provide {given.get(symbol, 0)}."
        for name in deck.cards
        for symbol, n in printed(name).needs.items()
        if given.get(symbol, 0) < n
    ]


def checked(deck: Deck) -> Deck:
    """The deck, or a refusal that says what is wrong with it. AF-4.4."""
    if wrong := faults(deck):
        clause = "AF-4.2" if "AF-4.2" in wrong[0] else "AF-4.4"
        raise Refused(clause, f"{deck.name or 'This deck'}: {' '.join(wrong)}")
    return deck


# Building


def find_cards(
    *, type: str = "", needs: str = "", provides: str = "", fills: str = "", set: str = ""
) -> list[Card]:
    """The cards that fit all filters given, however their letters are written.

    `needs="none"` finds those that need nothing, `fills="hand"` those for either hand. What no card
    could fit is refused with the words that there are.
    """
    cards = catalogue().values()
    symbols = [symbol for card in cards for symbol in card.provides]
    kind = _one_of((each for card in cards for each in card.types), type, "type")
    need = _one_of([*symbols, "none"], needs, "symbol")
    given = _one_of(symbols, provides, "symbol")
    slot = _one_of((*SLOTS, "hand"), fills.replace("-", "_").replace(" ", "_"), "slot")
    group = _one_of((card.set for card in cards), set, "set")
    return [
        card
        for card in cards
        if (not kind or kind in card.types)
        and (not need or (need in card.needs if need != "none" else not card.needs))
        and (not given or given in card.provides)
        and (not slot or slot in (*card.slots, *(each.partition("_")[2] for each in card.slots)))
        and (not group or group == card.set)
    ]


def _one_of(words: Iterable[str], wanted: str, what: str) -> str:
    if not wanted:
        return ""
    known = {word.lower(): word for word in words}
    if wanted.lower() not in known:
        there_are = ", ".join(known.values())
        raise Unreadable(f"There’s no {what} “{wanted}”. You can use: {there_are}.")
    return known[wanted.lower()]


def with_card(deck: Deck, name: str, copies: int = 1) -> Deck:
    """The deck with so many more of a card, or fewer with a negative number. AF-4.1, AF-4.2."""
    title = printed(name).name
    now = deck.cards.get(title, 0) + copies
    if now < 0:
        raise Refused("", f"There are only {deck.cards.get(title, 0)} {title} in it.")
    if now > COPIES:
        raise Refused("AF-4.2", f"A deck can have {COPIES} {title}, not {now}.")
    if deck.size + copies > SIZE:
        raise Refused("AF-4.1", f"A deck has {SIZE} cards; take one out first.")
    cards = {each: n for each, n in (deck.cards | {title: now}).items() if n}
    return msgspec.structs.replace(deck, cards=cards)


def printed(name: str) -> Card:
    """The card with this name, however its letters and apostrophes are written."""
    wanted = name.strip().lower().replace("’", "'")
    found = by_title().get(wanted) or catalogue().get(wanted)
    if found is None:
        near = did_you_mean(wanted, (card.name for card in by_title().values()))
        raise Unreadable(f"There’s no card called “{name.strip()[:LONGEST]}”.{near}")
    return found


# Reading and writing


def find_deck(text: str) -> Deck:
    """A deck in the box by its id or name, else a list."""
    for deck in known_decks().values():
        if text.strip().lower() in (deck.id, deck.name.lower()):
            return deck
    return read_list(text)


def read_list(text: str) -> Deck:
    """A list as a player has it: as a spreadsheet writes it, or in plain text."""
    head = text.removeprefix(_BYTE_ORDER_MARK).partition("\n")[0].lower()
    is_sheet = any(sign in head for sign in _BETWEEN) and _COPIES.search(head)
    return read_csv(text) if is_sheet else read_text(text)


def read_text(text: str) -> Deck:
    """A list in plain text: `4 Knight` on each line, or with commas between; `#` begins a remark.

    >>> read_text("4 Knight, 2x Pike").cards
    {'Knight': 4, 'Pike': 2}
    """
    cards: dict[str, int] = {}
    name = ""
    for line in text.removeprefix(_BYTE_ORDER_MARK).splitlines():
        if line.startswith("# ") and not name:
            name = line[2:].strip()
        for part in line.partition("#")[0].split(","):
            said = " ".join(part.split())
            if not said:
                continue
            found = _LINE.fullmatch(said)
            if found is None:
                raise Unreadable(f"“{said[:60]}” isn’t a deck line. Write it like this: 4 Knight")
            title = printed(found[2]).name
            cards[title] = cards.get(title, 0) + int(found[1])
    return _with_cards(cards, name)


def _with_cards(cards: dict[str, int], name: str = "") -> Deck:
    if not cards:
        raise Unreadable("There are no cards in this deck list.")
    return Deck(cards, name)


def write_text(deck: Deck) -> str:
    """A deck in plain text, one line for each name."""
    head = f"# {deck.name}\n" if deck.name else ""
    return head + "".join(f"{copies} {name}\n" for name, copies in deck.cards.items())


def read_csv(text: str) -> Deck:
    """A list as CSV with the columns `copies` and `name`; others are passed over.

    Commas, semicolons or tabs may lie between, as spreadsheets write them.
    """
    lines = text.removeprefix(_BYTE_ORDER_MARK)
    head = lines.partition("\n")[0]
    between = max(",;\t", key=head.count)
    try:
        rows = [*csv.reader(io.StringIO(lines, newline=""), delimiter=between)]
    except csv.Error as fault:
        raise Unreadable(f"This isn’t a CSV file: {fault}.") from fault
    columns = [column.strip().lower() for column in rows[0]] if rows else []
    if not {"copies", "name"} <= {*columns}:
        raise Unreadable("A deck as CSV has the columns “copies” and “name”.")
    at, named = columns.index("copies"), columns.index("name")
    cards: dict[str, int] = {}
    for n, row in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in row):
            continue
        if len(row) <= max(at, named):
            raise Unreadable(f"Row {n} has no copies or no name.")
        if re.fullmatch("[0-9]{1,9}", row[at].strip()) is None:
            raise Unreadable(f"Row {n}: “{row[at][:60]}” isn’t a number of copies.")
        title = printed(row[named]).name
        cards[title] = cards.get(title, 0) + int(row[at])
    return _with_cards(cards)


def write_csv(deck: Deck) -> str:
    """A deck as CSV, with what is printed on each card."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(("copies", "name", "set", "types", "cost", "needs", "fills", "provides"))
    for name, copies in deck.cards.items():
        card = printed(name)
        table.writerow(
            (
                copies,
                card.name,
                card.set,
                "/".join(card.types),
                card.cost,
                _counted(card.needs),
                ("&" if card.fills and card.fills.all_of else "/").join(card.slots),
                _counted(card.provides),
            )
        )
    return out.getvalue()


# For whoever builds one


def box() -> DeckBox:
    """The decks in the box, and the numbers of chapter 4 and of AF-5.4."""
    of = {rival.deck: rival.name for rival in rivals()}
    decks = [
        told.Deck(deck.id, deck.name, deck.plan, _by_id(deck), of.get(deck.id, ""))
        if deck.id not in starter_decks()
        else told.Deck(deck.id, deck.name, deck.plan, _by_id(deck))
        for deck in known_decks().values()
    ]
    return DeckBox(SIZE, COPIES, HAND, decks)


def read(text: str) -> DeckRead:
    """A list, whole or half finished: what is wrong with it, and what its first hand holds."""
    deck = find_deck(text) if text.strip() else Deck({})
    return DeckRead(
        deck.name,
        _by_id(deck),
        faults(deck),
        unmet_needs(deck),
        opening(deck),
        write_text(deck),
        write_csv(deck),
    )


def opening(deck: Deck) -> list[Opening]:
    """How likely the first turn's cards hold what a deck begins with. AF-5.8, AF-23.3."""
    classes = _count(deck, lambda card: "Class" in card.types)
    helped = classes + deck.cards.get(_MENTOR, 0)
    at_once = _count(deck, lambda card: not card.needs and card.cost <= _FIRST_MIND)
    drawn = HAND + 1
    told = [
        ("A Class", classes),
        (f"A Class or {_MENTOR}", helped if helped > classes else 0),
        ("Something to play right away", at_once),
    ]
    return [
        Opening(f"{what} in your first {drawn} cards", _at_least_one(deck.size, count, drawn))
        for what, count in told
        if count
    ]


def _at_least_one(size: int, count: int, drawn: int) -> float:
    """How likely one of so many cards is among the first that are drawn."""
    return 1 - comb(size - count, drawn) / comb(size, drawn) if size >= drawn else 1.0


def _count(deck: Deck, fits: Callable[[Card], bool]) -> int:
    return sum(copies for name, copies in deck.cards.items() if fits(printed(name)))


def _by_id(deck: Deck) -> dict[str, int]:
    return {printed(name).id: copies for name, copies in deck.cards.items()}


def copies(deck: Deck, first: int) -> Iterable[str]:
    """The cards of a deck as separate objects, numbered from `first` on. AF-1.4."""
    for name, count in deck.cards.items():
        for n in range(count):
            yield f"{printed(name).id}#{first + n}"


def _counted(symbols: dict[str, int]) -> str:
    return " ".join(f"{n} {symbol}" for symbol, n in symbols.items())
