"""A whole room for virtualtabletop.io: a zip of one variant's widgets and the pictures they use."""

from __future__ import annotations

import struct
import zlib
from io import BytesIO
from zipfile import ZipFile

import msgspec
from msgspec import Struct

from fatedeck.press.formats.folder import licence
from fatedeck.press.formats.room import HAND, Place, places
from fatedeck.press.formats.zipped import zipped
from fatedeck.press.licences import lines
from fatedeck.press.packs import Files, Pack, drawn_cards
from fatedeck.press.printing import Chosen

PPI = 180
VERSION = 22
MOST_JSON, MOST_ASSET = 20 * 2**20, 10 * 2**20
"""Its limits for the widgets and for one picture, in bytes."""


def vtt(chosen: Chosen, made: list[Pack], players: int) -> Files:
    """The room as one file, to be uploaded there."""
    assets: Files = {}
    addresses: dict[str, str] = {}
    for pack in made:
        *faces, back = drawn_cards(chosen, pack, 0, PPI)
        named = zip((*(card.id for card in pack.cards), "back"), (*faces, back), strict=True)
        for name, picture in named:
            address = asset(picture)
            assets[f"assets/{address}"] = picture
            addresses[f"{pack.id}/{name}"] = f"/assets/{address}"
    x, y, wide, high = HAND
    widgets: dict[str, dict[str, object]] = {
        "hand": {
            "id": "hand",
            "type": "holder",
            "x": x,
            "y": y,
            "width": wide,
            "height": high,
            "onEnter": {"activeFace": 1},
            "onLeave": {"activeFace": 0},
            "dropOffsetX": 10,
            "dropOffsetY": 14,
            "stackOffsetX": 40,
            "inheritChildZ": True,
            "childrenPerOwner": True,
        }
    }
    for place in places(made, players):
        for widget in _placed(place, addresses):
            widgets[str(widget["id"])] = widget
    seating = chosen.game.seating
    info = {
        "name": chosen.game.title,
        "image": addresses[f"{made[0].id}/back"],
        "description": chosen.game.summary,
        "attribution": " ".join(lines(chosen.game)),
        "language": "en-GB",
        "players": f"{seating.fewest + seating.game_master}-{seating.most + seating.game_master}",
    }
    room = {"_meta": {"version": VERSION, "info": info}, **widgets}
    packed = {"0.json": msgspec.json.encode(room), **assets}
    return {f"{chosen.game.id}.vtt": zipped(packed)} | licence(chosen)


def asset(picture: bytes) -> str:
    """What a picture is called there: its checksum as a signed number, and its length."""
    (signed,) = struct.unpack(">i", struct.pack(">I", zlib.crc32(picture)))
    return f"{signed}_{len(picture)}"


def _placed(place: Place, addresses: dict[str, str]) -> list[dict[str, object]]:
    pack, (wide, high) = place.pack, place.card
    pile_wide, pile_high = place.pile
    size = {"width": pile_wide, "height": pile_high}
    whole = {"type": "image", "x": 0, "y": 0, "width": wide, "height": high}
    beside = place.x + pile_wide + 10
    cards: list[dict[str, object]] = [
        {
            "id": f"{place.id}-{card.id}-{copy}",
            "type": "card",
            "deck": f"{place.id}-deck",
            "cardType": card.id,
            "parent": place.id,
            "x": 4,
            "y": 4,
        }
        for card in pack.cards
        for copy in range(1, card.count + 1)
    ]
    return [
        {"id": place.id, "type": "holder", "x": place.x, "y": place.y, **size},
        {"id": f"{place.id}-discard", "type": "holder", "x": beside, "y": place.y, **size},
        {
            "id": f"{place.id}-label",
            "type": "label",
            "x": place.x,
            "y": place.y - 30,
            "width": 2 * pile_wide,
            "height": 26,
            "text": place.label,
        },
        {
            "id": f"{place.id}-shuffle",
            "type": "button",
            "x": place.x,
            "y": place.y + pile_high + 4,
            "width": pile_wide,
            "height": 32,
            "text": "Recall & shuffle",
            "clickRoutine": [
                {"func": "RECALL", "holder": place.id},
                {"func": "FLIP", "holder": place.id, "face": 0},
                {"func": "SHUFFLE", "holder": place.id},
            ],
        },
        {
            "id": f"{place.id}-deck",
            "type": "deck",
            "parent": place.id,
            "x": 4,
            "y": 4,
            "cardDefaults": {"width": wide, "height": high, "enlarge": 3},
            "cardTypes": {
                card.id: {"image": addresses[f"{pack.id}/{card.id}"], "label": card.name}
                for card in pack.cards
            },
            "faceTemplates": [
                {"objects": [{**whole, "value": addresses[f"{pack.id}/back"]}]},
                {"objects": [{**whole, "dynamicProperties": {"value": "image"}}]},
            ],
        },
        *cards,
    ]


class _Picture(Struct):
    image: str


class _Drawn(Struct):
    value: str = ""


class _Template(Struct):
    objects: list[_Drawn]


class _Widget(Struct, rename="camel"):
    """What is looked at of a widget when the room is checked."""

    id: str = ""
    type: str = ""
    parent: str = ""
    deck: str = ""
    card_type: str = ""
    card_types: dict[str, _Picture] = {}
    face_templates: list[_Template] = []


def wrong(files: Files) -> list[str]:
    """What would not open there: references and pictures that are missing, and its limits."""
    room = next(file for name, file in files.items() if name.endswith(".vtt"))
    with ZipFile(BytesIO(room)) as archive:
        stored = {name: archive.read(name) for name in archive.namelist()}
    found = []
    if len(stored["0.json"]) > MOST_JSON:
        found.append("The room is larger than 20 MiB.")
    for name, picture in stored.items():
        if name.startswith("assets/"):
            if name != f"assets/{asset(picture)}":
                found.append(f"{name} is not called by its checksum.")
            if len(picture) > MOST_ASSET:
                found.append(f"{name} is larger than 10 MiB.")
    widgets = msgspec.json.decode(stored["0.json"], type=dict[str, _Widget])
    del widgets["_meta"]
    for key, widget in widgets.items():
        if widget.id != key:
            found.append(f"{key} has another id.")
        if widget.parent and widget.parent not in widgets:
            found.append(f"{key} lies in {widget.parent}, which isn’t there.")
        if widget.type == "card":
            deck = widgets.get(widget.deck)
            if deck is None or widget.card_type not in deck.card_types:
                found.append(f"{key} is no card of its deck.")
        used = [card.image for card in widget.card_types.values()]
        used += [drawn.value for face in widget.face_templates for drawn in face.objects]
        found += [f"{key} has no picture {one}." for one in used if one and one[1:] not in stored]
    return found
