"""What the machine needs to run a scene: how heroes and foes stand, and what the cards answer."""

from __future__ import annotations

from functools import cache

from fatedeck.engine.oracle import Likelihood, Oracle, oracle
from fatedeck.engine.ruleset import Party
from fatedeck.games.deckahedron.data import deckahedron, faces, readings
from fatedeck.games.deckahedron.rules.families import Deed
from fatedeck.games.deckahedron.rules.foes import RemoveFoe
from fatedeck.games.deckahedron.state import Table

EDGE: dict[Likelihood, int] = {"unlikely": 1, "even": 2, "likely": 4}
"""The edge that is read: anchor, bulb or dart. DKH-21."""
ANIMALS = (
    ("dog", "cock"),
    ("horse", "rabbit"),
    ("cow", "rat", "tiger", "monkey", "pig"),
    ("snake",),
)
"""The animal in a card's first corner says what an answer is about."""


def party(table: Table) -> Party:
    able = tuple(seat for seat in table.seats if not table.players[seat].is_incapacitated())
    foes = tuple(table.fighting())
    coming = tuple(seat for seat in table.seats if table.players[seat].is_late)
    return Party(table.phase == "play", able, foes, bool(foes), coming)


def dismiss(table: Table) -> Deed | None:
    """A foe leaves the scene, whoever stands first, then the fallen. DKH-75."""
    return next((RemoveFoe(name) for name in (*table.fighting(), *sorted(table.foes))), None)


@cache
def ask_the_cards() -> Oracle:
    """A Deckahedron of its own: likelihood picks the edge, its four readings are the answers."""
    printed, edges = faces("classic"), readings("classic")
    return oracle(
        deckahedron(),
        lambda card, likely: edges[card][EDGE[likely]] - 1,
        lambda card: next(n for n, some in enumerate(ANIMALS) if printed[card].corners[0] in some),
    )
