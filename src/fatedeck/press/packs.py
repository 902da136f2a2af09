"""Cards as pictures, pack by pack: what every other table wants, before it is put into a file."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.view import Face
from fatedeck.press.compiler import pictures
from fatedeck.press.drawing import back
from fatedeck.press.faces import drawn, size_of, spoken, told
from fatedeck.press.ink import palette
from fatedeck.press.printing import STEPS, Chosen
from fatedeck.press.sheets import Size

Files: TypeAlias = dict[str, bytes]
"""What an export writes: files by their paths, below the folder that somebody names."""


class Card(Struct, frozen=True):
    """A card as other programs know it. `id` is a name that can stand in any file or address."""

    id: str
    name: str
    text: str
    count: int
    face: Face


class Pack(Struct, frozen=True):
    """Cards of one set and one size that share a back; `each` player needs one of their own."""

    id: str
    title: str
    size: Size
    cards: list[Card]
    each: bool

    @property
    def count(self) -> int:
        return sum(card.count for card in self.cards)


def packs(chosen: Chosen) -> list[Pack]:
    """The chosen sets, one pack for each size of card in them."""
    made = []
    for one in chosen.sets:
        by_size: dict[Size, list[Card]] = {}
        for name, count in one.cards.items():
            face = chosen.faces[name]
            card = Card(slug(name), spoken(face), told(face), count, face)
            by_size.setdefault(size_of(face, large=False), []).append(card)
        for size, cards in by_size.items():
            made.append(Pack(_pack_id(one, size, len(by_size)), one.title, size, cards, one.each))
    return made


def _pack_id(one: CardSet, size: Size, sizes: int) -> str:
    return slug(one.id if sizes == 1 else f"{one.id} {size.name}")


def slug(name: str) -> str:
    """A name in small letters, digits and hyphens."""
    return re.sub("[^a-z0-9]+", "-", name.lower()).strip("-")


def drawn_cards(chosen: Chosen, pack: Pack, bleed: float, ppi: float) -> list[bytes]:
    """Every card of a pack as a PNG, in order, and the back as the last one."""
    faces = [*(drawn(card.face, "full") for card in pack.cards), None]
    sheets = [{"columns": 1, "rows": 1, "cards": [face]} for face in faces]
    return pictures("singles", _data(chosen, pack, bleed, sheets), ppi=ppi)


def drawn_grids(
    chosen: Chosen, pack: Pack, grids: Sequence[tuple[int, int, Sequence[Card | None]]], ppi: float
) -> list[bytes]:
    """Cards edge to edge in columns and rows, a PNG for each grid; None is the back."""
    sheets: list[dict[str, object]] = [
        {
            "columns": columns,
            "rows": rows,
            "cards": [card and drawn(card.face, "full") for card in cards],
        }
        for columns, rows, cards in grids
    ]
    return pictures("singles", _data(chosen, pack, 0, sheets), ppi=ppi)


def _data(chosen: Chosen, pack: Pack, bleed: float, sheets: Sequence[object]) -> dict[str, object]:
    game, size = chosen.game, pack.size
    steps, roomy = STEPS["normal"]
    return {
        "title": f"{game.title}: {pack.title}",
        "size": msgspec.to_builtins(size),
        "bleed": bleed,
        "back": back(game.look, game.id, size.width, size.height, bleed, "full"),
        "palette": msgspec.to_builtins(palette("full")),
        "steps": steps,
        "roomy": roomy,
        "small": 1,
        "level": 1,
        "sheets": sheets,
    }
