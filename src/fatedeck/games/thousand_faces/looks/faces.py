"""How the cards look and read."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.card_sets import CardSet
from fatedeck.engine.view import Face, Fact
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import CardFace, ItemFace, MoveFace


@cache
def faces() -> dict[str, Face]:
    """Every card by name: the Deckahedron with blessings and wounds, moves, items."""
    found = {name: _deck_face(card) for name, card in catalogue.card_faces().items()}
    found |= {name: _move_face(move) for name, move in catalogue.moves().items()}
    found |= {name: _item_face(item) for name, item in catalogue.items().items()}
    return found


WOUND_COPIES = 3
"""How often each wound card is printed: with the blessings they fill a sheet."""


def card_sets() -> list[CardSet]:
    """What lies in the box: a Deckahedron for each player, and what all of them share. TFA-16."""
    deck = dict.fromkeys(catalogue.deck_cards(), 1)
    wounds = dict.fromkeys(catalogue.wound_cards(), WOUND_COPIES)
    return [
        CardSet("deck", "The Deckahedron", deck, each=True),
        CardSet(
            "wounds",
            "Wounds and blessings",
            wounds | dict.fromkeys(catalogue.blessing_cards(), 1),
        ),
        CardSet("base", "Moves that all have", dict.fromkeys(catalogue.base_moves(), 1)),
        CardSet("moves", "Move cards", dict.fromkeys(catalogue.move_cards(), 1)),
        CardSet("items", "Items", dict.fromkeys(catalogue.items(), 1)),
    ]


def _deck_face(card: CardFace) -> Face:
    facts: dict[str, Fact] = {suit: getattr(card, suit) for suit in catalogue.SUITS}
    facts |= {
        "xp": card.xp,
        "stamina": card.stamina,
        "d4": card.d4,
        "d6": card.d6,
        "corners": list(card.corners),
        "critical": card.critical,
    }
    title, text, clause = card.id, "", "TFA-12"
    short = card.id
    if card.metal:
        short = "Blessing"
        title, text = f"Blessing ({card.metal})", "Returns to the supply when it resolves a flip."
        clause = "TFA-43"
    elif card.id in catalogue.wound_cards():
        short = "Wound"
        title, text = "Wound", "Stops the flip and costs 1 Stamina."
        clause = "TFA-47"
    elif card.critical == "success":
        title, text, clause = "D11, Critical Success", "A blessing, or levels.", "TFA-38"
    return Face(title, "edges", text, facts, (clause,), short)


def _move_face(move: MoveFace) -> Face:
    results = [f"{sign} {move.res[key]}" for key, sign in _signs() if key in move.res]
    cost = f"Cost: {move.cost}" if move.cost else ""
    options = [f"• {option.text}" for option in move.options]
    parts = [move.trigger, cost, move.effect, *results, *options, move.alt]
    facts: dict[str, Fact] = {
        "attributes": list(move.attrs),
        "letter": move.letter,
        "fast": move.fast,
        "levels": list(move.levels),
        "tags": list(move.tags),
        "corners": list(move.corners),
        "sides": list(move.sides),
    }
    text = "\n".join(part for part in (*parts, move.note) if part)
    return Face(move.name, "move", text, facts, move.clauses, sign="dragon")


def _signs() -> list[tuple[str, str]]:
    return [(catalogue.KEYS[result], catalogue.SIGNS[result]) for result in (4, 3, 2, 1)]


def _item_face(item: ItemFace) -> Face:
    results = [f"{sign} {item.res[key]}" for key, sign in _signs() if key in item.res]
    facts: dict[str, Fact] = {
        "kind": item.kind,
        "encumbrance": item.enc,
        "power": item.power or item.gauge,
        "ongoing": item.ongoing,
    }
    if item.capacity:
        facts["capacity"] = item.capacity
    gist = item.effect or item.gist
    begun = gist if gist[1:2].isdigit() else gist[:1].upper() + gist[1:]  # "d4, melee" is a die
    text = "\n".join([begun, *results])
    sign = _ITEMS.get(item.kind, "diamonds")
    return Face(item.title, "move", text, facts, ("TFA-129",), sign=sign)


_ITEMS = {"magic": "xp", "weapon": "blade", "armour": "shield", "shield": "shield"}
"""The sign of each kind of item."""
