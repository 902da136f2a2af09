"""Saved objects for Tabletop Simulator: decks, and the sheets of pictures they are cut from.

A sheet is at most 10 by 7 cards and 4096 pixels on a side; its last place is what others see of a
card in a hand, so it holds 69. The program fetches pictures by their addresses and keeps them, so
that each file is named after what is in it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from math import ceil

import msgspec
from msgspec import Struct, field

from fatedeck.press.formats.folder import licence, pixels
from fatedeck.press.packs import Card, Files, Pack, drawn_cards, drawn_grids
from fatedeck.press.printing import Chosen

COLUMNS, ROWS = 10, 7
HELD = COLUMNS * ROWS - 1
MOST_PIXELS = 4096
PPI = 162
"""A card of 2.5 by 3.5 inches has 405 by 567 pixels, a whole sheet 4050 by 3969."""
PLAIN = 1
"""A card with corners as they are; 0 would round them."""


def tts(chosen: Chosen, made: list[Pack], images: str) -> Files:
    """A saved object for each pack, and its pictures; `images` is the address they will have."""
    files: Files = {}
    for pack in made:
        sheets = _sheets(pack.cards)
        faces = drawn_grids(
            chosen, pack, [(c, r, [*cards, *_last(c * r, cards)]) for c, r, cards in sheets],
            PPI,
        )  # fmt: skip
        back = drawn_cards(chosen, pack, 0, PPI)[-1]
        names = [f"{pack.id}-{_hash(picture)}.png" for picture in (*faces, back)]
        files |= dict(zip(names, (*faces, back), strict=True))
        addresses = [f"{images}{name}" for name in names]
        saved = _saved(pack, sheets, addresses[:-1], addresses[-1])
        files[f"{chosen.game.id}-{pack.id}.json"] = msgspec.json.format(
            msgspec.json.encode(saved), indent=1
        )
    return files | licence(chosen)


def _sheets(cards: Sequence[Card]) -> list[tuple[int, int, Sequence[Card]]]:
    """The cards in sheets as small as they can be: columns, rows, and what lies there."""
    made = []
    for first in range(0, len(cards), HELD):
        held = cards[first : first + HELD]
        columns = max(2, min(COLUMNS, len(held) + 1))
        made.append((columns, max(2, ceil((len(held) + 1) / columns)), held))
    return made


def _last(slots: int, cards: Sequence[Card]) -> list[None]:
    """Backs on the places that are left: the last one is what others see."""
    return [None] * (slots - len(cards))


def _hash(picture: bytes) -> str:
    return hashlib.sha256(picture).hexdigest()[:12]


def _saved(
    pack: Pack,
    sheets: Sequence[tuple[int, int, Sequence[Card]]],
    faces: Sequence[str],
    back: str,
) -> dict[str, object]:
    custom = {
        str(key): {
            "FaceURL": face,
            "BackURL": back,
            "NumWidth": columns,
            "NumHeight": rows,
            "BackIsHidden": False,
            "UniqueBack": False,
            "Type": PLAIN,
        }
        for key, ((columns, rows, _), face) in enumerate(zip(sheets, faces, strict=True), 1)
    }
    inside: list[dict[str, object]] = [
        {
            "Name": "Card",
            "Transform": _TRANSFORM,
            "Nickname": card.name,
            "Description": card.text,
            "CardID": key * 100 + index,
            "CustomDeck": {str(key): custom[str(key)]},
        }
        for key, (_, _, cards) in enumerate(sheets, 1)
        for index, card in enumerate(cards)
        for _ in range(card.count)
    ]
    whole = {"Nickname": pack.title, "Description": "", "Transform": _TRANSFORM}
    if len(inside) == 1:
        return {"ObjectStates": [inside[0]]}
    deck = {
        "Name": "DeckCustom",
        **whole,
        "DeckIDs": [card["CardID"] for card in inside],
        "CustomDeck": custom,
        "ContainedObjects": inside,
    }
    return {"ObjectStates": [deck]}


_TRANSFORM = {
    "posX": 0.0,
    "posY": 1.0,
    "posZ": 0.0,
    "rotX": 0.0,
    "rotY": 180.0,
    "rotZ": 180.0,
    "scaleX": 1.0,
    "scaleY": 1.0,
    "scaleZ": 1.0,
}


class _Sheet(Struct, rename="pascal"):
    """A sheet of pictures, as a saved deck names it."""

    num_width: int
    num_height: int
    face_url: str = field(name="FaceURL")


class _Object(Struct, rename="pascal"):
    """What is looked at of a saved deck or card when it is checked."""

    nickname: str
    custom_deck: dict[str, _Sheet]
    card_id: int = field(name="CardID", default=0)
    deck_ids: list[int] = field(name="DeckIDs", default_factory=list)
    contained_objects: list[_Object] = []


class _File(Struct, rename="pascal"):
    object_states: list[_Object]


def wrong(files: Files) -> list[str]:
    """What would load empty or show the wrong card."""
    found = [
        f"{name} is more than {MOST_PIXELS} pixels on a side."
        for name, file in files.items()
        if name.endswith(".png") and max(pixels(file)) > MOST_PIXELS
    ]
    for name, file in files.items():
        if name.endswith(".json"):
            for deck in msgspec.json.decode(file, type=_File).object_states:
                found += [f"{name}: {sentence}" for sentence in _wrong(deck, files)]
    return found


def _wrong(deck: _Object, files: Files) -> list[str]:
    found = []
    inside = deck.contained_objects or [deck]
    if (deck.deck_ids or [deck.card_id]) != [card.card_id for card in inside]:
        found.append("the deck and its cards disagree.")
    for key, sheet in deck.custom_deck.items():
        wide, high = sheet.num_width, sheet.num_height
        if not (2 <= wide <= COLUMNS and 2 <= high <= ROWS):
            found.append(f"sheet {key} has {wide} by {high} cards.")
        across, down = pixels(files[sheet.face_url.rpartition("/")[2]])
        if across % wide or down % high:
            found.append(f"the pixels of sheet {key} don’t divide among its cards.")
    for card in inside:
        number, index = divmod(card.card_id, 100)
        holds = deck.custom_deck.get(str(number))
        if holds is None or index >= holds.num_width * holds.num_height - 1:
            found.append(f"{card.nickname} lies on no sheet.")
    return found
