"""What the machine needs to run a scene: how heroes and foes stand, and what the cards answer."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.oracle import Likelihood, Oracle, oracle
from fatedeck.engine.ruleset import Party
from fatedeck.games.thousand_faces.data import card_faces, deck_cards, readings
from fatedeck.games.thousand_faces.rules.families import Deed, is_told
from fatedeck.games.thousand_faces.rules.foes import EndCombat, FoeLeaves
from fatedeck.games.thousand_faces.state import Table

EDGE: dict[Likelihood, str] = {"unlikely": "anvil", "even": "blade", "likely": "dragon"}
"""The suit whose sign is read. TFA-22."""
ANIMALS = (
    ("dog", "cock"),
    ("horse", "rabbit"),
    ("cow", "rat", "tiger", "monkey", "pig"),
    ("snake",),
)
"""The animal in a card's first corner says what an answer is about."""


def party(table: Table) -> Party:
    foes = tuple(foe.name for foe in table.foes if foe.is_up())
    busy = table.combat > 0 or table.pursuit is not None or bool(table.due)
    coming = tuple(seat for seat, player in table.seated() if player.is_late)
    return Party(is_told(table), tuple(table.able()), foes, busy, coming)


def dismiss(table: Table) -> Deed | None:
    """Whoever still stands flees, and the fight is over. TFA-336."""
    up = next((foe.name for foe in table.foes if foe.is_up()), "")
    if up:
        return FoeLeaves(up, "fled")
    return EndCombat() if table.combat else None


@cache
def ask_the_cards() -> Oracle:
    """A deck of its own: likelihood picks the suit, its four signs are the answers."""
    printed, edges = card_faces(), {likely: readings(suit) for likely, suit in EDGE.items()}
    return oracle(
        deck_cards(),
        lambda card, likely: edges[likely][card] - 1,
        lambda card: next(n for n, some in enumerate(ANIMALS) if printed[card].corners[0] in some),
    )
