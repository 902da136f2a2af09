"""A whole room for playingcards.io: a zip of widgets, a schema version and pictures."""

from __future__ import annotations

from io import BytesIO
from zipfile import ZipFile

import msgspec
from msgspec import Struct, field

from fatedeck.press.formats.folder import licence
from fatedeck.press.formats.room import HAND, Place, places
from fatedeck.press.formats.zipped import zipped
from fatedeck.press.packs import Files, Pack, drawn_cards
from fatedeck.press.printing import Chosen

PPI = 180
SCHEMA = "8"
MOST_WIDGETS = 1200
"""playingcards.io takes no more."""


def pcio(chosen: Chosen, made: list[Pack], players: int) -> Files:
    """The room as one file, to be imported there."""
    files: Files = {}
    widgets: list[dict[str, object]] = []
    for pack in made:
        *faces, back = drawn_cards(chosen, pack, 0, PPI)
        for card, picture in zip(pack.cards, faces, strict=True):
            files[f"userassets/{pack.id}-{card.id}.png"] = picture
        files[f"userassets/{pack.id}-back.png"] = back
    x, y, wide, high = HAND
    widgets.append({"id": "hand", "type": "hand", "x": x, "y": y, "width": wide, "height": high})
    for place in places(made, players):
        widgets += _placed(place)
    room = {
        "widgets.json": msgspec.json.encode(widgets),
        "schemaVersion": SCHEMA.encode(),
    }
    return {f"{chosen.game.id}.pcio": zipped(room | files)} | licence(chosen)


def _placed(place: Place) -> list[dict[str, object]]:
    pack, (wide, high) = place.pack, place.card
    pile_wide, pile_high = place.pile
    pile = {"type": "holder", "y": place.y, "width": pile_wide, "height": pile_high}
    whole = {"type": "image", "x": 0, "y": 0, "w": wide, "h": high}
    deck: dict[str, object] = {
        "id": f"{place.id}-deck",
        "type": "cardDeck",
        "parent": place.id,
        "x": place.x + 4,
        "y": place.y + 4,
        "cardWidth": wide,
        "cardHeight": high,
        "enlarge": True,
        "cardTypes": {
            card.id: {
                "label": card.name,
                "image": f"package://userassets/{pack.id}-{card.id}.png",
            }
            for card in pack.cards
        },
        "faceTemplate": {
            "includeBorder": False,
            "includeRadius": True,
            "objects": [{**whole, "valueType": "dynamic", "value": "image"}],
        },
        "backTemplate": {
            "includeBorder": False,
            "includeRadius": True,
            "objects": [
                {
                    **whole,
                    "valueType": "static",
                    "value": f"package://userassets/{pack.id}-back.png",
                }
            ],
        },
    }
    cards: list[dict[str, object]] = [
        {
            "id": f"{place.id}-{card.id}-{copy}",
            "type": "card",
            "deck": f"{place.id}-deck",
            "cardType": card.id,
            "parent": place.id,
            "x": place.x + 4,
            "y": place.y + 4,
            "faceup": False,
        }
        for card in pack.cards
        for copy in range(1, card.count + 1)
    ]
    return [
        {"id": place.id, "label": place.label, "x": place.x, "hasShuffleButton": True, **pile},
        {"id": f"{place.id}-discard", "label": "Discard", "x": place.x + pile_wide + 10, **pile},
        deck,
        *cards,
    ]


class _Picture(Struct):
    image: str


class _Drawn(Struct):
    value: str


class _Template(Struct):
    objects: list[_Drawn] = []


class _Widget(Struct, rename="camel"):
    """What is looked at of a widget when the room is checked."""

    id: str
    type: str
    parent: str = ""
    deck: str = ""
    card_type: str = ""
    card_types: dict[str, _Picture] = {}
    back_template: _Template = field(default_factory=_Template)


def wrong(files: Files) -> list[str]:
    """What would not open there: ids twice, parents, decks, card types or pictures missing."""
    room = next(file for name, file in files.items() if name.endswith(".pcio"))
    with ZipFile(BytesIO(room)) as archive:
        names = set(archive.namelist())
        widgets = msgspec.json.decode(archive.read("widgets.json"), type=list[_Widget])
    by_id = {widget.id: widget for widget in widgets}
    found = [] if len(by_id) == len(widgets) else ["Two widgets have the same id."]
    if len(widgets) > MOST_WIDGETS:
        found.append(f"{len(widgets)} widgets are too many; {MOST_WIDGETS} is the most.")
    for widget in widgets:
        if widget.parent and widget.parent not in by_id:
            found.append(f"{widget.id} lies in {widget.parent}, which isn’t there.")
        if widget.type == "card":
            deck = by_id.get(widget.deck)
            if deck is None or widget.card_type not in deck.card_types:
                found.append(f"{widget.id} is no card of its deck.")
        used = [card.image for card in widget.card_types.values()]
        used += [drawn.value for drawn in widget.back_template.objects]
        found += [
            f"{widget.id} has no picture {one}."
            for one in used
            if one.removeprefix("package://") not in names
        ]
    return found
