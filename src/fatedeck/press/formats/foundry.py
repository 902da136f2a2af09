"""A module for Foundry VTT: pictures inside it, and each deck as a file to import by hand.

What a deck and its cards may hold is what the program's own documents define (`Cards` and `Card`,
version 13): texts are HTML, numbers whole, names never blank.
"""

from __future__ import annotations

from html import escape
from io import BytesIO
from typing import Annotated, Literal
from zipfile import ZipFile

import msgspec
from msgspec import Meta, Struct

from fatedeck.press.formats.folder import licence
from fatedeck.press.formats.zipped import zipped
from fatedeck.press.licences import lines
from fatedeck.press.packs import Card, Files, Pack, drawn_cards
from fatedeck.press.printing import Chosen

PPI = 180


def foundry(chosen: Chosen, made: list[Pack]) -> Files:
    """The module as a zip: unpack it among the modules, then import a deck into a new one."""
    game, name = chosen.game, f"fatedeck-{chosen.game.id}"
    inside: Files = {
        "module.json": _json(
            {
                "id": name,
                "title": f"{game.title}: cards",
                "description": " ".join(lines(game)),
                "version": game.version if game.version.count(".") == 2 else f"{game.version}.0.0",
                "compatibility": {"minimum": "11", "verified": "13"},
                "authors": [{"name": "fatedeck"}],
            }
        )
    }
    for pack in made:
        *faces, back = drawn_cards(chosen, pack, 0, PPI)
        for card, picture in zip(pack.cards, faces, strict=True):
            inside[f"cards/{pack.id}/{card.id}.png"] = picture
        inside[f"cards/{pack.id}/back.png"] = back
        inside[f"decks/{pack.id}.json"] = _json(_deck(pack, f"modules/{name}/cards/{pack.id}"))
    inside |= licence(chosen)
    return {f"{name}.zip": zipped({f"{name}/{path}": file for path, file in inside.items()})}


def _deck(pack: Pack, folder: str) -> dict[str, object]:
    copies = [card for card in pack.cards for _ in range(card.count)]
    return {
        "name": pack.title,
        "type": "deck",
        "description": "",
        "img": f"{folder}/back.png",
        "width": 2,
        "height": 2 if pack.size.width == pack.size.height else 3,
        "cards": [_card(card, n, folder, pack) for n, card in enumerate(copies, 1)],
    }


def _card(card: Card, n: int, folder: str, pack: Pack) -> dict[str, object]:
    suit = card.face.facts.get("suit")
    return {
        "name": card.name,
        "type": "base",
        "suit": suit if isinstance(suit, str) else "",
        "value": n,
        "faces": [{"name": card.name, "img": f"{folder}/{card.id}.png", "text": _html(card)}],
        "face": None,
        "back": {"name": pack.title, "img": f"{folder}/back.png", "text": ""},
        "width": 2,
        "height": 2 if pack.size.width == pack.size.height else 3,
        "rotation": 0,
        "drawn": False,
        "sort": n * 100000,
    }


def _html(card: Card) -> str:
    """What a card says, a paragraph for each line."""
    return "".join(f"<p>{escape(line, quote=False)}</p>" for line in card.text.split("\n") if line)


def _json(data: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1)


Name = Annotated[str, Meta(min_length=1)]
Spaces = Annotated[int, Meta(gt=0)]
Html = Annotated[str, Meta(pattern=r"^(<p>[^<>]+</p>)*$")]


class _Module(Struct):
    id: str


class _Face(Struct, forbid_unknown_fields=True):
    name: str
    img: Name
    text: Html


class _Card(Struct, forbid_unknown_fields=True):
    """A card as the program defines it; `face` is the one that lies up, by its place, or none."""

    name: Name
    type: Literal["base"]
    suit: str
    value: int
    faces: Annotated[list[_Face], Meta(min_length=1)]
    face: Annotated[int, Meta(ge=0)] | None
    back: _Face
    width: Spaces
    height: Spaces
    rotation: Annotated[int, Meta(ge=0, lt=360)]
    drawn: bool
    sort: int


class _Deck(Struct, forbid_unknown_fields=True):
    """A stack of cards as the program defines it."""

    name: Name
    type: Literal["deck", "hand", "pile"]
    description: Html
    img: Name
    width: Spaces
    height: Spaces
    cards: list[_Card]


def wrong(files: Files) -> list[str]:
    """What Foundry would leave out without a word: fields it has not, pictures that are missing."""
    ((name, module),) = files.items()
    folder = name.removesuffix(".zip")
    found = []
    with ZipFile(BytesIO(module)) as archive:
        names = archive.namelist()
        about = msgspec.json.decode(archive.read(f"{folder}/module.json"), type=_Module)
        if about.id != folder:
            found.append("The module’s folder is not called by its id.")
        for path in names:
            if path.startswith(f"{folder}/decks/"):
                try:
                    deck = msgspec.json.decode(archive.read(path), type=_Deck)
                except msgspec.ValidationError as fault:
                    found.append(f"{path} is no deck of Foundry: {fault}.")
                    continue
                used = {deck.img}
                used |= {face.img for card in deck.cards for face in (*card.faces, card.back)}
                found += [
                    f"{path} has no picture {one}."
                    for one in sorted(used)
                    if one.removeprefix("modules/") not in names
                ]
    return found
