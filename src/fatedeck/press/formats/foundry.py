"""A module for Foundry VTT: pictures inside it, and each deck as a file to import by hand."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import msgspec
from msgspec import Struct

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
        "faces": [{"name": card.name, "img": f"{folder}/{card.id}.png", "text": card.text}],
        "face": None,
        "back": {"name": pack.title, "img": f"{folder}/back.png", "text": ""},
        "width": 2,
        "height": 2 if pack.size.width == pack.size.height else 3,
        "rotation": 0,
        "drawn": False,
        "sort": n * 100000,
    }


def _json(data: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(data), indent=1)


class _Module(Struct):
    id: str


class _Face(Struct):
    img: str


class _Card(Struct):
    faces: list[_Face]
    back: _Face


class _Deck(Struct):
    img: str
    cards: list[_Card]


def wrong(files: Files) -> list[str]:
    """What Foundry would leave out without a word: pictures that are not in the module."""
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
                deck = msgspec.json.decode(archive.read(path), type=_Deck)
                used = {deck.img}
                used |= {face.img for card in deck.cards for face in (*card.faces, card.back)}
                found += [
                    f"{path} has no picture {one}."
                    for one in sorted(used)
                    if one.removeprefix("modules/") not in names
                ]
    return found
