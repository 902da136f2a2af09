"""A game's cards on paper: chosen, counted, laid out on sheets, and set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from pathlib import Path
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.view import Face
from fatedeck.press import licences
from fatedeck.press.compiler import typeset
from fatedeck.press.drawing import back
from fatedeck.press.faces import drawn, size_of
from fatedeck.press.ink import Ink, palette
from fatedeck.press.motif import motif
from fatedeck.press.sheets import (
    PAPERS,
    Backs,
    Cut,
    Paper,
    Sheet,
    Size,
    Spacing,
    held_by_a_sheet,
    sheets,
)

TextSize: TypeAlias = Literal["normal", "large"]

STEPS: dict[TextSize, tuple[tuple[float, ...], float]] = {
    "normal": ((9.2, 8.8, 8.4, 8, 7.6, 7.2, 6.8, 6.5), 8),
    "large": ((15, 14, 13, 12.5, 12), 13),
}
"""The sizes that a card's text is tried in, and down to which its picture keeps its room. Below the
last one nothing is printed: text that cannot be read is worse than none."""


MOST_CARDS = 3000
"""More are not printed at once: nobody cuts so many."""


class Style(Struct, frozen=True, forbid_unknown_fields=True):
    """How cards are to look on paper; lengths are in millimetres.

    `gap` lies between two cards; `offset` moves the backs, for printers that drift.
    """

    paper: Paper = "a4"
    backs: Backs = "duplex"
    cut: Cut = "marks"
    ink: Ink = "full"
    text: TextSize = "normal"
    gap: float = 0
    bleed: float = 3
    offset: tuple[float, float] = (0, 0)
    guide: bool = True

    @property
    def spacing(self) -> Spacing:
        """Where the cards lie on their sheets."""
        return Spacing(self.paper, self.backs, self.cut, self.gap, self.bleed, self.offset)


CHOICES: dict[str, tuple[str, ...]] = {
    "paper": get_args(Paper),
    "backs": get_args(Backs),
    "cut": get_args(Cut),
    "ink": get_args(Ink),
    "text": get_args(TextSize),
}
"""What may be chosen of a style, by name."""

_MOST = {"gap": 20, "bleed": 5, "offset": 10}


def style_of(given: Mapping[str, object]) -> Style:
    """A style as somebody has asked for it, in small or capital letters, or a sentence."""
    given = {
        name: as_it_was.lower() if isinstance(as_it_was, str) else as_it_was
        for name, as_it_was in given.items()
    }
    for name, allowed in CHOICES.items():
        if given.get(name, allowed[0]) not in allowed:
            raise Unreadable(f"{name.capitalize()} is {either(allowed)}, not “{given[name]}”.")
    try:
        style = msgspec.convert(given, type=Style)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"The press can’t read that: {fault}.") from fault
    if not (0 <= style.gap <= _MOST["gap"] and 0 <= style.bleed <= _MOST["bleed"]):
        raise Unreadable("A gap is from 0 to 20 mm wide, and a bleed from 0 to 5 mm.")
    if any(not abs(by) <= _MOST["offset"] for by in style.offset):
        raise Unreadable("Backs are moved by at most 10 mm.")
    return style


def either(names: Sequence[str]) -> str:
    """Names to choose from, in a sentence."""
    return f"{', '.join(names[:-1])} or {names[-1]}"


class Chosen(Struct, frozen=True):
    """The cards that are to be printed: of which game, how they look, which sets of them."""

    game: AnyRuleset
    faces: dict[str, Face]
    sets: list[CardSet]


class Product(Struct, frozen=True):
    """Something made by the press: a PDF, and what to tell whoever wanted it."""

    pdf: bytes
    told: str

    def save(self, path: str | Path) -> None:
        """Write it to a file."""
        write(Path(path), self.pdf)


def write(path: Path, made: bytes) -> None:
    """Write what was made, or say why that can’t be done."""
    try:
        path.write_bytes(made)
    except OSError as fault:
        raise Unreadable(f"{path} can’t be written: {fault.strerror}.") from fault


def choose(
    game: str,
    options: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    deck: str = "",
    copies: int = 1,
) -> Chosen:
    """Cards of a game: all of its sets, some of them, or a deck from its box or from a list.

    The faces are those of a table with these options: what changes the game changes its cards.
    """
    ruleset = find_game(game)
    table = Codec(ruleset).options(dict(options or {}))
    faces = ruleset.printed_faces(table)
    found = [_deck(ruleset, deck, faces)] if deck else ruleset.card_sets(table)
    known = {one.id: one for one in found}
    for name in sets:
        if name not in known:
            raise Unreadable(
                f"{ruleset.title} has no set “{name}”. You can print: {', '.join(known)}."
            )
    wanted = [one for one in found if one.id in sets] if sets else found
    if not any(one.cards for one in wanted):
        raise Unreadable(f"{ruleset.title} has no cards to print.")
    if sum(sum(one.cards.values()) for one in wanted) * copies > MOST_CARDS:
        raise Unreadable(f"That is more than {MOST_CARDS} cards: print fewer at a time.")
    if copies > 1:
        wanted = [
            msgspec.structs.replace(one, cards={n: c * copies for n, c in one.cards.items()})
            for one in wanted
        ]
    return Chosen(ruleset, faces, wanted)


def _deck(ruleset: AnyRuleset, name: str, faces: Mapping[str, Face]) -> CardSet:
    """A deck from the box by its id or name, or as a list says; of faces by their names."""
    box = ruleset.deck_box()
    if box is None:
        raise Unreadable(f"Nobody brings a deck to {ruleset.title}: print its sets.")
    for deck in box.decks:
        if name.lower() in (deck.id.lower(), deck.name.lower()):
            return CardSet(deck.id, deck.name, deck.cards, deck.about)
    if "\n" not in name:
        known = ", ".join(deck.id for deck in box.decks)
        raise Unreadable(
            f"There is no deck “{name}”. There are: {known}. Or give a list, a line for each card."
        )
    read = ruleset.read_deck(name)
    return CardSet("deck", read.name or "A deck", read.cards)


def cards(
    game: str,
    style: Style | None = None,
    *,
    options: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    deck: str = "",
    copies: int = 1,
) -> Product:
    """Cards of a game as a PDF to print, cut and play with.

    >>> cards("deckahedron", sets=["deck"]).save("deck.pdf")  # doctest: +SKIP
    """
    style = style_of(msgspec.structs.asdict(style or Style()))
    return printed(choose(game, options, sets, deck, copies), style)


def printed(chosen: Chosen, style: Style) -> Product:
    """These cards as a PDF."""
    data, count, sides = as_data(chosen, style)
    many = "card" if count == 1 else "cards"
    pages = "side" if sides == 1 else "sides"
    told = f"{chosen.game.title}: {count} {many} on {sides} {pages}."
    return Product(typeset("cards", data, true_size=True), told)


def as_data(chosen: Chosen, style: Style) -> tuple[dict[str, object], int, int]:
    """Everything that the template draws, how many cards that are, and on how many sides."""
    spacing, parts = style.spacing, _parts(chosen, style)
    numbered = [part.sheets for part in parts]
    sides = sum(map(len, numbered))
    at, made = 0, []
    for part in parts:
        notes = []
        for sheet in part.sheets:
            at += 1
            words = [chosen.game.title, part.title, f"{at} of {sides}"]
            if not style.guide:  # whose work it is stands on the first sheet, or else on each
                words.append(licences.short(chosen.game))
            notes.append(_noted(sheet, part.size, " · ".join(words)))
        made.append(part.as_data(style, chosen, notes))
    data: dict[str, object] = {
        "title": f"{chosen.game.title}: cards to print",
        "sets": made,
        "bleed": spacing.bleed,
        "offset": spacing.offset,
        "guide": _guide(chosen, style, parts, sides) if style.guide else None,
        **face_data(style, level=2 if style.guide else 1),
    }
    return data, sum(len(part.cards) for part in parts), sides


def face_data(style: Style, *, level: int) -> dict[str, object]:
    """What every template needs that draws faces; `level` is that of their names as headings."""
    steps, roomy = STEPS[style.text]
    return {
        "palette": msgspec.to_builtins(palette(style.ink)),
        "steps": steps,
        "roomy": roomy,
        "small": 1.4 if style.text == "large" else 1,
        "level": level,
    }


class _Part(Struct, frozen=True):
    """Cards of one set and one size, and the sheets they lie on."""

    title: str
    about: str
    size: Size
    cards: list[str]
    sheets: list[Sheet]

    def as_data(
        self, style: Style, chosen: Chosen, sheets: list[dict[str, object]]
    ) -> dict[str, object]:
        faces = {name: drawn(chosen.faces[name], style.ink) for name in self.cards}
        game = chosen.game
        bleed = style.spacing.bleed
        return {
            "size": msgspec.to_builtins(self.size),
            "faces": faces,
            "cards": self.cards,
            "back": back(game.look, game.id, self.size.width, self.size.height, bleed, style.ink),
            "sheets": sheets,
        }


_ONE_EACH = "Every player needs one: print it again for each."


def _parts(chosen: Chosen, style: Style) -> list[_Part]:
    parts = []
    for one in chosen.sets:
        by_size: dict[Size, list[str]] = {}
        for name, count in one.cards.items():
            size = size_of(chosen.faces[name], style.text == "large")
            by_size.setdefault(size, []).extend([name] * count)
        parts += [
            _Part(
                one.title,
                _ONE_EACH if one.each else one.about,
                size,
                names,
                sheets(len(names), size, style.spacing),
            )
            for size, names in by_size.items()
        ]
    return parts


def _noted(sheet: Sheet, size: Size, note: str) -> dict[str, object]:
    """A sheet for the template, with the line in its margin: below, or else along the side."""
    below = max(slot.y + size.height + slot.bleed[3] for slot in (*sheet.fronts, *sheet.backs))
    side = sheet.height - below < _NOTE
    at = (4.5, sheet.height / 2 + 40) if side else (0, sheet.height - 6.2)
    data: dict[str, object] = msgspec.to_builtins(sheet)
    return data | {"note": note, "note-side": side, "note-at": at}


_NOTE = 7.0
"""The margin that a line of small letters needs, in millimetres."""


def _guide(chosen: Chosen, style: Style, parts: Sequence[_Part], sides: int) -> dict[str, object]:
    """The first sheet: what there is, how to print it, how to tell that it came out right."""
    spacing = style.spacing
    width, height = PAPERS[spacing.paper]
    name = "A4" if spacing.paper == "a4" else "Letter"
    how = {
        "duplex": "Print on both sides and turn the paper over its long edge. Each front is "
        "followed by its backs.",
        "fold": "Print on one side. Fold each sheet along the dashed line, glue the halves back to "
        "back, and cut when the glue is dry.",
        "none": "Print on one side. Slip the cards into sleeves in front of cards of your own.",
    }[spacing.backs]
    look = chosen.game.look
    tint = "#1f1b16" if style.ink == "bw" else look.ground
    return {
        "width": width,
        "height": height,
        "title": chosen.game.title,
        "colour": tint,
        "motif": motif(look, tint),
        "lines": [f"{sides} sides of {name} paper, at 100 %: never “fit to page”.", how],
        "sets": [
            {
                "title": part.title,
                "about": f"{_said(len(part.cards), part.size, spacing)}. {part.about}".strip(),
            }
            for part in parts
        ],
        "measure": "Lay a ruler here. If these are not true centimetres and inches, your printer "
        "has shrunk the page, and the cards won’t fit their sleeves.",
        "turn": "Hold this sheet against the light: the cross above has one behind it, with rings "
        "a millimetre apart. If the one behind lies 1 mm too far to the right and 2 mm too high, "
        "as seen from its own side, print again with the backs moved right by -1 mm and down by "
        "2 mm (--offset -1,2)."
        if spacing.backs == "duplex"
        else "",
        "back": "The back of the first sheet. Its cross belongs behind the other one.",
        "cross": spacing.backs == "duplex",
        "licence": licences.lines(chosen.game),
    }  # fmt: skip


_NO_BREAK = "\N{NO-BREAK SPACE}"


def _said(count: int, size: Size, spacing: Spacing) -> str:
    """How many cards of what size, and what they take."""
    held = held_by_a_sheet(size, spacing)
    number = ceil(count / held)
    return (
        f"{count} cards of {size.width:g} × {size.height:g}{_NO_BREAK}mm, {held} to a sheet, "
        f"{number}{_NO_BREAK}{'sheet' if number == 1 else 'sheets'}"
    )
