"""How each card of the game looks and reads."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.view import Face
from fatedeck.games.deckahedron.data import (
    EDGES,
    FaceTable,
    FullFace,
    TraitCard,
    blessings,
    deckahedron,
    faces,
    magic_items,
    mundane_items,
    sign,
    trait_cards,
    wound_faces,
)

KIND = "edges"


@cache
def all_faces(table: FaceTable) -> dict[str, Face]:
    """Every card by name, as the printing in use shows it. DKH-21, DKH-29, DKH-40."""
    shown = {name: _deckahedron(card) for name, card in faces(table).items()}
    shown.update({name: _trait(card) for name, card in trait_cards().items()})
    for item in (*magic_items().values(), *mundane_items().values()):
        clause = "DKH-83" if item.charges else "DKH-115"
        shown[item.name] = Face(
            item.name, "move", item.text, {"group": "item"}, (clause,), sign="dragon"
        )
    return shown


WOUND_COPIES = 3
"""How often each Wound card is printed: with the Blessing cards they fill a sheet."""


def card_sets() -> list[CardSet]:
    """What lies in the box: a Deckahedron for each player, and what all of them share."""
    shared = dict.fromkeys(wound_faces(), WOUND_COPIES) | dict.fromkeys(blessings(), 1)
    items = [item.name for item in (*magic_items().values(), *mundane_items().values())]
    return [
        CardSet("deck", "The Deckahedron", dict.fromkeys(deckahedron(), 1), each=True),
        CardSet("wounds", "Wounds and blessings", shared),
        CardSet("skills", "Skills and attributes", dict.fromkeys(trait_cards(), 1)),
        CardSet("items", "Items", dict.fromkeys(items, 1)),
    ]


def _deckahedron(card: FullFace) -> Face:
    titles = {"W": "Wound card", "B": "Blessing card"}
    title = f"{titles.get(card.id[0], 'Card')} {card.id}"
    readings = {edge: int(getattr(card, edge)) for edge in EDGES}
    text = ", ".join(f"{edge.capitalize()} {sign(shown)}" for edge, shown in readings.items())
    clauses = {"W": ("DKH-63", "DKH-66"), "B": ("DKH-108",)}.get(card.id[0], ("DKH-21",))
    if card.critical is not None:
        clauses = ("DKH-29",)
        text += f"; critical {card.critical}"
    return Face(
        title,
        KIND,
        text,
        {
            **readings,
            "proficiency": card.proficiency,
            "stamina": card.stamina,
            "d4": card.d4,
            "d6": card.d6,
            "corners": list(card.corners),
            "critical": card.critical,
        },
        clauses,
        card.id,
    )


def _trait(card: TraitCard) -> Face:
    lines = [card.text]
    for reading, text in sorted(card.results.items()):
        lines.append(f"{sign(reading)}: {text.replace(' | ', ', ')}")
    if card.options:
        lines.append("Options: " + "; ".join(card.options))
    return Face(
        card.name,
        "move",
        "\n".join(lines),
        {
            "group": card.group,
            "stats": [*map(str, card.stats)],
            "corners": [*map(str, card.rings.corners)],
            "sides": [*map(str, card.rings.sides)],
        },
        ("DKH-119",),
        sign="dragon",
    )
