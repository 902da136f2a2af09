"""The signs on a card: what it is, what it needs, gives and fills, drawn instead of written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fatedeck.games.adventurer_factory.data import Card

_TYPES = {
    "Weapon": "blade",
    "Armour": "shield",
    "Class": "crown",
    "Race": "skull",
    "Cryptid": "skull",
    "Pet": "paw",
    "Minion": "paw",
    "Spell": "xp",
    "Book": "xp",
    "Potion": "bulb",
    "Consumable": "bulb",
    "Supply": "bulb",
    "Loot": "diamonds",
    "Item": "diamonds",
    "Tool": "diamonds",
    "Feature": "dragon",
}
"""The sign of each type; a card of several types bears that of the first one here."""

_GROUNDS = {
    "Spell": "stars",
    "Potion": "stars",
    "Pet": "hills",
    "Minion": "hills",
    "Race": "hills",
    "Class": "hills",
    "Feature": "rays",
}

_SYMBOLS = {
    "assassin": "blade",
    "bard": "note",
    "knight": "shield",
    "sorcerer": "xp",
    "beast": "paw",
    "dwarf": "anvil",
    "ork": "tusk",
    "undead": "skull",
    "tail": "tail",
}

_SLOTS = {
    "left_hand": "hand",
    "right_hand": "hand",
    "gloves": "hand",
    "head": "head",
    "neck": "head",
    "body": "body",
    "back": "body",
    "mount": "beast",
    "pack": "bag",
    "beltpouch": "bag",
    "tail": "tail",
    "race": "paw",
    "C1": "crown",
    "C2": "crown",
    "C3": "crown",
    "C4": "crown",
}


def sign(card: Card) -> str:
    """The sign that stands for the card where there is no room for words."""
    return _first(_TYPES, card.types, "diamonds")


def ground(card: Card) -> str:
    """What lies behind the card's picture."""
    return _first(_GROUNDS, card.types, "rings")


def signs(card: Card) -> dict[str, tuple[str, ...]]:
    """A sign for each symbol that a card needs or gives, and for the slots it fills."""
    slots = (*card.fills.all_of, *card.fills.any_of) if card.fills is not None else ()
    found = {
        "needs": _symbols(card.needs),
        "provides": _symbols(card.provides),
        "fills": tuple(_SLOTS.get(slot, "place") for slot in slots[:1]),
    }
    return {name: drawn for name, drawn in found.items() if drawn}


def _symbols(counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(_SYMBOLS.get(symbol, "xp") for symbol, n in counts.items() for _ in range(n))


def _first(table: Mapping[str, str], types: Iterable[str], otherwise: str) -> str:
    return next((sign for name, sign in table.items() if name in types), otherwise)
