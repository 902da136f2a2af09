"""As much of the table as a player's offers depend on in play, so that they can be remembered.

What a character may do depends on its own cards and things, and of the others only on whether they
can act; on the foes that stand, the place and the day; and never on which cards lie in its piles.
Offers made from this much alone are the same as long as this much is the same.
"""

from __future__ import annotations

from copy import copy

from msgspec import Struct

from fatedeck.engine.cards import Pile
from fatedeck.games.thousand_faces.rules import magic
from fatedeck.games.thousand_faces.state import (
    OUT_OF_ACTION,
    Foe,
    Options,
    Phase,
    Player,
    Pursuit,
    Table,
)

NO_CARDS = Pile()
SOME_CARDS = Pile(bag=["a card"])


class Surroundings(Struct, array_like=True, frozen=True):
    """All that is around a character, as far as it bears on what the character may do."""

    gm: str
    options: Options
    phase: Phase
    order: list[str]
    able: list[str]
    foes: list[tuple[str, bool, bool]]
    combat: int
    pursuit: Pursuit | None
    effects: list[str]
    town: bool
    peaceful: bool
    at_hearth: bool
    hearth_revealed: bool
    waivers: list[str]
    one_ring: list[str]
    two_rings: list[str]


def surroundings(state: Table) -> Surroundings:
    """What is around every character now."""
    return Surroundings(
        state.gm,
        state.options,
        state.phase,
        state.order,
        state.able(),
        [(foe.name, foe.is_up, foe.red_tokens > 0) for foe in state.foes],
        state.combat,
        state.pursuit,
        magic.seen_effects(state),
        state.town,
        state.peaceful,
        state.at_hearth,
        state.hearth_revealed,
        state.waivers,
        state.one_ring,
        state.two_rings,
    )


def without_cards(player: Player) -> Player:
    """A character with all but its piles: of those only whether any card is left to draw.

    Cards in play are looked at in a mini-game, and only there.
    """
    glimpsed = copy(player)
    glimpsed.deck = SOME_CARDS if len(player.deck) or len(player.discard) else NO_CARDS
    glimpsed.discard = glimpsed.exhaustion = NO_CARDS
    if player.puzzle is None:
        glimpsed.in_play = NO_CARDS
    return glimpsed


def table_around(seat: str, holds: bool, player: Player, around: Surroundings) -> Table:
    """A table with this character, with or without the spotlight, and what is around it."""
    return Table(
        around.options,
        around.gm,
        around.order,
        {other: player if other == seat else _other(around, other) for other in around.order},
        around.phase,
        spotlight=seat if holds else "",
        foes=[
            Foe(name, int(is_up), red_tokens=int(has_red)) for name, is_up, has_red in around.foes
        ],
        combat=around.combat,
        pursuit=around.pursuit,
        effects_seen=around.effects,
        town=around.town,
        peaceful=around.peaceful,
        at_hearth=around.at_hearth,
        hearth_revealed=around.hearth_revealed,
        waivers=around.waivers,
        one_ring=around.one_ring,
        two_rings=around.two_rings,
    )


def _other(around: Surroundings, seat: str) -> Player:
    return Player() if seat in around.able else Player(conditions=[OUT_OF_ACTION[0]])
