"""Which way each card may go, and who may be named: what random play holds this game to."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.journeys import Journey
from fatedeck.engine.mentions import Mention, Present
from fatedeck.games.deckahedron.state import Table

DRAWN = "D??|W?|B?"


def is_heroic(state: Struct, card: str) -> bool:
    """There all cards are exhausted alike. DKH-43, DKH-65."""
    assert isinstance(state, Table)
    return state.options.stamina == "heroic"


def is_result(state: Struct, card: str) -> bool:
    """Only the Blessing card that is the result card goes back. DKH-108."""
    assert isinstance(state, Table)
    return state.last is not None and state.last.card == card


REGAINING = ("refresh", "rest", "heal", "breather", "use-skill", "try-skill", "use-attribute")

JOURNEYS = (
    # A flip, a die, a search for a symbol
    Journey(DRAWN, "players/*/deck", "players/*/flipped", ("DKH-20",)),
    Journey(DRAWN, "players/*/flipped", "players/*/discard", ("DKH-26",)),
    Journey(DRAWN, "players/*/flipped", "players/*/deck", ("DKH-26", "DKH-30")),
    Journey(DRAWN, "players/*/deck", "players/*/discard", ("DKH-26", "DKH-38", "DKH-45")),
    Journey(DRAWN, "players/*/discard", "players/*/deck", ("DKH-27", "DKH-30", "DKH-31")),
    Journey("D??", "foe_cards/deck", "foe_cards/flipped", ("DKH-74",)),
    Journey("D??", "foe_cards/flipped", "foe_cards/discard", ("DKH-26", "DKH-74")),
    Journey("D??", "foe_cards/deck", "foe_cards/discard", ("DKH-26", "DKH-74")),
    Journey("D??", "foe_cards/discard", "foe_cards/deck", ("DKH-27", "DKH-74")),
    # Stamina: in gritty play only a card with a symbol is exhausted
    Journey("D??", "players/*/deck", "players/*/exhaustion", ("DKH-43", "DKH-45")),
    Journey("W?|B?", "players/*/deck", "players/*/exhaustion", ("DKH-43",), when=is_heroic),
    Journey(DRAWN, "players/*/exhaustion", "players/*/discard", ("DKH-52", "DKH-67"), by=REGAINING),
    # Wound cards
    Journey("W?", "wound_supply", "players/*/discard", ("DKH-61",)),
    Journey("W?", "wound_supply", "players/*/deck", ("DKH-61", "DKH-30")),
    Journey("W?", "players/*/deck", "wound_supply", ("DKH-69",), by=("heal",)),
    Journey("W?", "players/*/discard", "wound_supply", ("DKH-69",), by=("heal",)),
    Journey("W?", "players/*/exhaustion", "wound_supply", ("DKH-69",), by=("heal",)),
    Journey("W?", "players/*/laid", "wound_supply", ("DKH-69", "DKH-105"), by=("heal",)),
    # Blessing cards
    Journey("B?", "blessing_supply", "players/*/deck", ("DKH-104", "DKH-106")),
    Journey("B?", "blessing_supply", "players/*/discard", ("DKH-108",)),
    Journey("B?", "players/*/flipped", "blessing_supply", ("DKH-108",), when=is_result),
    Journey("B?", "players/*/deck", "blessing_supply", ("DKH-20", "DKH-108"), when=is_result),
    # A line that is laid out
    Journey(DRAWN, "players/*/deck", "players/*/laid", ("DKH-105",), by=("use-gear",)),
    Journey(DRAWN, "players/*/flipped", "players/*/laid", ("DKH-105",), by=("use-gear",)),
    Journey(DRAWN, "players/*/laid", "players/*/discard", ("DKH-105",)),
    # What a character is made of, and carries
    Journey("*", "pool", "players/*/cards", ("DKH-82",)),
    Journey("*", "pool", "library", ("DKH-82",)),
    Journey("*", "library", "players/*/cards", ("DKH-85",)),
    Journey("*", "players/*/cards", "library", ("DKH-92",), by=("hand-back",)),
    Journey("*", "item_supply", "players/*/items", ("DKH-83", "DKH-115")),
)


def present(table: Table) -> Present:
    """Everybody at the table but foes who are out of the fight, and what each has. DKH-75."""
    here = dict.fromkeys(table.players, True)
    here |= {name: not foe.is_incapacitated() for name, foe in table.foes.items()}
    return {"": here} | {
        f"players/{name}": dict.fromkeys((*player.cards, *player.items), True)
        for name, player in table.players.items()
    }


MENTIONS = (
    Mention("foes", ("DKH-75",)),  # out of the fight, and still on the scene
    Mention("last/**", ("DKH-26",)),  # what was flipped was flipped
)
