"""Which way each card may go, and who may be named: what random play holds this game to."""

from __future__ import annotations

from fatedeck.engine.journeys import Journey
from fatedeck.engine.mentions import Mention, Present
from fatedeck.games.realms_behind.state import Table

JOURNEYS = (
    # A check
    Journey("*", "players/*/hand", "players/*/revealed", ("RB-5.5", "RB-8.3")),
    Journey("*", "players/*/deck", "players/*/revealed", ("RB-1.11", "RB-5.7", "RB-7.3", "RB-8.5")),
    Journey("*", "players/*/revealed", "players/*/discard", ("RB-1.8",)),
    Journey("*", "players/*/hand", "players/*/discard", ("RB-1.8", "RB-11.2")),
    Journey("*", "players/*/deck", "players/*/discard", ("RB-1.8", "RB-1.11", "RB-7.4")),
    Journey("*", "gm_deck", "gm_revealed", ("RB-5.12",)),
    Journey("*", "gm_revealed", "gm_discard", ("RB-1.8", "RB-5.12")),
    Journey("*", "gm_deck", "gm_discard", ("RB-1.8", "RB-5.12")),
    Journey("*", "gm_discard", "gm_deck", ("RB-21.2",)),
    # A day
    Journey("*", "players/*/deck", "players/*/hand", ("RB-1.7",)),
    Journey("*", "players/*/hand", "players/*/deck", ("RB-14.8",), by=("long-rest",)),
    Journey("*", "players/*/discard", "players/*/deck", ("RB-1.9", "RB-14.8"), by=("long-rest",)),
    # Growth
    *(
        Journey("*", f"players/*/{zone}", "fae_deck", ("RB-14.8", "RB-17.3"), by=("long-rest",))
        for zone in ("deck", "hand", "discard")
    ),
    Journey("*", "fae_deck", "dealt", ("RB-17.4",), by=("sublimate",)),
    Journey("*", "dealt", "fae_deck", ("RB-17.4",), by=("sublimate",)),
    Journey("*", "dealt", "players/*/discard", ("RB-17.6",), by=("sublimate",)),
)


def present(table: Table) -> Present:
    """Who is in play, alive and on the scene, and what each character has."""
    here = {being.name: not (being.dead or being.left_scene) for being in table.beings()}
    return {"": here} | {
        f"players/{name}": dict.fromkeys((*who.items, *who.techniques, *who.feats), True)
        for name, who in table.players.items()
    }


MENTIONS = (
    Mention("order", ("RB-13.4",)),  # their turn is passed over
    Mention("players/*/items/*/kind", ("RB-19.1",)),
    Mention("creatures", ("RB-21.1",)),  # on the scene no more, and still the GM's
    Mention("players", ("RB-22.7",)),  # a seat stays a seat
    Mention("players/*/attacked_with", ("RB-16.10",)),  # sold since
    Mention("last/**", ("RB-10.1",)),  # what was checked was checked
)
