"""Decks that players bring along, and rivals to play them against: data that any page can show."""

from __future__ import annotations

from msgspec import Struct

OPTION = "decks"
"""The table option with the deck of each seat: the id of a deck in the box, or a list."""


class Deck(Struct, frozen=True, omit_defaults=True):
    """A deck in the box: `cards` counts copies by the names of their faces.

    `of` is the rival who plays it; without one it is a deck to begin with.
    """

    id: str
    name: str
    about: str
    cards: dict[str, int]
    of: str = ""


class DeckBox(Struct, frozen=True):
    """The decks in the box, and how large a deck is: cards, copies of one name, opening hand."""

    size: int
    copies: int
    hand: int
    decks: list[Deck]


class Opening(Struct, frozen=True):
    """Something that may be in the opening hand, and how likely it is, from 0 to 1."""

    what: str
    chance: float


class DeckRead(Struct, frozen=True):
    """A list as the rules read it, whole or half finished.

    `wrong` is why it may not be played yet, `remarks` are worth a look; `text` and `sheet` are the
    deck as plain text and as a spreadsheet reads it.
    """

    name: str
    cards: dict[str, int]
    wrong: list[str]
    remarks: list[str]
    opening: list[Opening]
    text: str
    sheet: str


class Rival(Struct, frozen=True):
    """Somebody to play against alone: who they are, what they say, their deck, how they play.

    `face` says in a few words what they look like. A page can draw: young, old, pale, green; bald,
    short, long, bun, hood, helm, hat; beard, moustache, tusks, scar, freckles, spectacles.
    """

    id: str
    name: str
    about: str
    says: str
    beaten: str
    deck: str
    machine: str
    face: str = ""
