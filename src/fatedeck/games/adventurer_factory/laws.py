"""Which way each card may go, and who may be named: what random play holds this game to."""

from __future__ import annotations

from fatedeck.engine.journeys import Journey
from fatedeck.engine.mentions import Mention, Present
from fatedeck.games.adventurer_factory.state import Table

JOURNEYS = (
    # The deck, whose top one may have looked at
    Journey("*", "players/*/deck", "players/*/hand", ("AF-6.7", "AF-20.6")),
    Journey("*", "players/*/deck", "players/*/shown", ("AF-6.7", "AF-17.5")),
    Journey("*", "players/*/deck", "players/*/peeked", ("AF-20.8",)),
    Journey("*", "players/*/peeked", "players/*/deck", ("AF-17.5", "AF-17.7")),
    Journey("*", "players/*/peeked", "players/*/hand", ("AF-6.7",)),
    Journey("*", "players/*/peeked", "players/*/shown", ("AF-6.7",)),
    Journey("*", "players/*/deck", "players/*/discard", ("AF-17.10",)),
    Journey("*", "players/*/peeked", "players/*/discard", ("AF-17.10",)),
    # A card that is sought
    Journey("*", "players/*/deck", "players/*/aside", ("AF-17.5", "AF-20.6")),
    Journey("*", "players/*/peeked", "players/*/aside", ("AF-17.5", "AF-20.6")),
    Journey("*", "players/*/aside", "players/*/deck", ("AF-18.29", "AF-20.6")),
    Journey("*", "players/*/aside", "players/*/play", ("AF-7.9",)),
    Journey("*", "players/*/deck", "players/*/play", ("AF-7.9",)),
    # The hand
    Journey("*", "players/*/hand", "players/*/shown", ("AF-17.5", "AF-20.8")),
    Journey("*", "players/*/hand", "players/*/play", ("AF-7.3",)),
    Journey("*", "players/*/shown", "players/*/play", ("AF-7.3",)),
    Journey("*", "players/*/hand", "players/*/discard", ("AF-17.11",)),
    Journey("*", "players/*/shown", "players/*/discard", ("AF-17.11",)),
    # In play
    Journey("*", "players/*/play", "players/*/discard", ("AF-1.7", "AF-7.12", "AF-9.6", "AF-13.1")),
    Journey("*", "players/*/play", "players/*/deck", ("AF-17.7",)),
    Journey("*", "players/*/play", "players/*/shown", ("AF-18.22",)),
    Journey("*", "players/*/discard", "players/*/shown", ("AF-18.44", "AF-20.6")),
    Journey("*", "players/*/discard", "players/*/deck", ("AF-18.20", "AF-20.6")),
    Journey("*", "players/*/deck", "players/*/cards/+/under", ("AF-18.50", "AF-19.4")),
    Journey("*", "players/*/peeked", "players/*/cards/+/under", ("AF-18.50", "AF-19.4")),
    Journey("*", "players/*/cards/+/under", "players/*/discard", ("AF-16.4", "AF-18.50")),
)


def present(table: Table) -> Present:
    """The cards that lie open on the table. AF-1.6."""
    return {
        f"players/{seat}": dict.fromkeys(player.cards, True)
        for seat, player in table.players.items()
    }


MENTIONS = (
    Mention("players/*/discarded", ("AF-18.44",)),  # a Spell that went there this turn
)
