"""What a seat may do now, grouped as a player thinks of it."""

from __future__ import annotations

from fatedeck.engine.drawn import InParts
from fatedeck.engine.offers import Offer
from fatedeck.games.deck_of_adventures.rules.combat_offers import combat_offers
from fatedeck.games.deck_of_adventures.rules.decree_offers import gm_offers
from fatedeck.games.deck_of_adventures.rules.glimpses import Glimpse
from fatedeck.games.deck_of_adventures.state import Table


def offers(state: Table, seat: str) -> list[Offer]:
    """All that this seat may do now."""
    return [offer for part in offers_in_parts(state, seat) for offer in part]


def offers_in_parts(state: Table, seat: str, glimpse: Glimpse | None = None) -> InParts:
    """All that this seat may do now, part by part; in a fight the turn comes first. DOA-169.

    With a `glimpse` of the table what has not changed is remembered.
    """
    fighting = combat_offers(state, seat, glimpse)
    return (*fighting, *(gm_offers(state) if seat == state.gm else ()))
