"""What a seat may do now, grouped as a player thinks of it."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.drawn import InParts
from fatedeck.engine.offers import Offer, Words, offer
from fatedeck.games.deck_of_adventures.rules.combat_offers import combat_offers
from fatedeck.games.deck_of_adventures.rules.decree_offers import gm_offers
from fatedeck.games.deck_of_adventures.rules.deeds import Avoid, Narrate
from fatedeck.games.deck_of_adventures.rules.glimpses import Glimpse
from fatedeck.games.deck_of_adventures.rules.headings import TABLE
from fatedeck.games.deck_of_adventures.rules.playing_offers import playing
from fatedeck.games.deck_of_adventures.rules.running_offers import running
from fatedeck.games.deck_of_adventures.rules.scene import why_not_narrate
from fatedeck.games.deck_of_adventures.state import Table


def offers(state: Table, seat: str) -> list[Offer]:
    """All that this seat may do now."""
    return [offer for part in offers_in_parts(state, seat) for offer in part]


def offers_in_parts(state: Table, seat: str, glimpse: Glimpse | None = None) -> InParts:
    """All that this seat may do now, part by part; in a fight the turn comes first. DOA-169.

    With a `glimpse` of the table what has not changed is remembered.
    """
    who = state.characters.get(seat)
    table = _table(state.combat is None, why_not_narrate(state, seat) is None)
    if seat == state.gm:
        found = running(state, glimpse)
    elif who is None or who.making:
        return (table,)
    else:
        found = [playing(state, who)]
    fighting = combat_offers(state, seat, glimpse)
    if seat == state.gm:
        fighting += gm_offers(state)
    return (*fighting, *found, table) if state.combat is not None else (*found, *fighting, table)


@cache
def _table(at_ease: bool, narrates: bool) -> tuple[Offer, ...]:
    found: list[Offer] = []
    if at_ease:
        found.append(
            offer(
                Avoid,
                "Name a topic to avoid",
                Words("topic", "Topic", 80, may_be_empty=False),
                group=TABLE,
                clauses=("DOA-67",),
            )
        )
    if narrates:
        found.append(
            offer(
                Narrate,
                "Tell what happens",
                Words("words", "Words", may_be_empty=False),
                group=TABLE,
                clauses=("DOA-78",),
            )
        )
    return tuple(found)
