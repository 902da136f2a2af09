"""Which way each card may go, and who may be named: what random play holds this game to."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.journeys import Journey
from fatedeck.engine.mentions import Mention, Present
from fatedeck.games.thousand_faces.state import Table

ANY = "D??|W?|B?"
HEALING = ("seek-help", "use-card", "give-gift", "attempt", "call-move")


def goes_back(state: Struct, card: str) -> bool:
    """Where the table says so, what was revealed from the Exhaustion pile goes back. TFA-87."""
    assert isinstance(state, Table)
    return state.options.exhaustion_reveal == "return"


def resolved(state: Struct, card: str) -> bool:
    """Only a blessing that resolved the flip goes back to the supply. TFA-43."""
    assert isinstance(state, Table)
    return state.last is not None and state.last.resolver == card


JOURNEYS = (
    # A flip, and the cards of a mini-game
    Journey(ANY, "players/*/deck", "players/*/in_play", ("TFA-20", "TFA-229")),
    Journey(ANY, "players/*/in_play", "players/*/discard", ("TFA-24", "TFA-234")),
    Journey(ANY, "players/*/discard", "players/*/deck", ("TFA-77", "TFA-78")),
    Journey(ANY, "players/*/in_play", "players/*/deck", ("TFA-24", "TFA-78")),
    Journey(ANY, "players/*/deck", "players/*/discard", ("TFA-24", "TFA-87")),
    # Stamina and Harm
    Journey(ANY, "players/*/deck", "players/*/exhaustion", ("TFA-102", "TFA-124")),
    Journey(ANY, "players/*/exhaustion", "players/*/discard", ("TFA-87", "TFA-115", "TFA-198")),
    Journey(ANY, "players/*/exhaustion", "players/*/deck", ("TFA-87", "TFA-78")),
    Journey(ANY, "players/*/exhaustion", "players/*/in_play", ("TFA-87",), when=goes_back),
    Journey(ANY, "players/*/in_play", "players/*/exhaustion", ("TFA-87",), when=goes_back),
    Journey(ANY, "players/*/in_play", "players/*/exhaustion", ("TFA-231",), by=("replace-card",)),
    # A tutorial that is over
    Journey(ANY, "players/*/+", "players/*/deck", ("TFA-328",), by=("end-tutorial",)),
    Journey("B?", "players/*/+", "blessings", ("TFA-328",), by=("end-tutorial",)),
    Journey("W?", "players/*/+", "wounds", ("TFA-328",), by=("end-tutorial",)),
    # Blessings
    Journey("B?", "blessings", "players/*/discard", ("TFA-42",)),
    Journey("B?", "blessings", "players/*/deck", ("TFA-42", "TFA-78")),
    Journey("B?", "players/*/in_play", "blessings", ("TFA-43",), when=resolved),
    Journey("B?", "players/*/deck", "blessings", ("TFA-43",), when=resolved),
    # Wound cards
    Journey("W?", "wounds", "players/*/discard", ("TFA-110",)),
    Journey("W?", "wounds", "players/*/deck", ("TFA-110", "TFA-78")),
    *(
        Journey("W?", f"players/*/{zone}", "wounds", ("TFA-203", "TFA-358"), by=HEALING)
        for zone in ("deck", "discard", "exhaustion", "in_play")
    ),
)


def present(table: Table) -> Present:
    """The living, foes who have not left, who came unexpectedly, and what each PC has.

    Whoever was struck down lies there until the fight ends. TFA-118, TFA-336.
    """
    here = {seat: "dead" not in player.conditions for seat, player in table.players.items()}
    here |= {foe.name: not foe.gone for foe in table.foes}
    here |= {arrival.name: True for arrival in table.arrivals}
    return {"": here} | {
        f"players/{seat}": dict.fromkeys(
            (*(item.name for item in player.items), *(card.id for card in player.moves)), True
        )
        for seat, player in table.players.items()
    }


MENTIONS = (
    Mention("order", ("TFA-317",)),  # a seat stays a seat
    Mention("players", ("TFA-317",)),
    Mention("foes/**", ("TFA-336",)),  # out of the fight until it ends
    Mention("players/*/struck", ("TFA-340",)),  # what follows a strike goes on from there
    Mention("spotlight", ("TFA-72",)),  # until the GM moves it
    Mention("circumstances/*/seats", ("TFA-274",)),  # who is in it, dead or alive
    Mention("due/seats", ("TFA-60",)),  # the GM's move falls on the dead as well
    Mention("last/**", ("TFA-24",)),  # what was flipped was flipped
)
