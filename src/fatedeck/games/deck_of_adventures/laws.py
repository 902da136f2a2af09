"""Which way each card may go, and who may be named: what random play holds this game to."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.journeys import Journey
from fatedeck.engine.mentions import Mention, Present
from fatedeck.games.deck_of_adventures.state import Table

PLAIN = "1*|2*|3*|4*|5*|6*|7*|8*|9*|J?|Q?|K?"
ACE, JOKER = "A?", "?J"
ANY = f"{PLAIN}|{ACE}"
RESTING = ("spend-rest-card", "mend-armour")


def is_awaited(state: Struct, card: str) -> bool:
    """Cards lie in play for a Check or a Target Card; what is discarded waits nowhere. DOA-21."""
    assert isinstance(state, Table)
    return state.drawing is not None or any(
        card in state.cards(who).play and not who.target for who in state.characters.values()
    )


def in_the_deck(state: Struct, card: str) -> bool:
    """Jokers are in a deck only where the table wants them there. DOA-13, DOA-14."""
    assert isinstance(state, Table)
    return state.switches.jokers_in_deck


JOURNEYS = (
    # A Check, a Target Card, a Rest Card, which waits for its redraw whatever lies besides
    Journey(ANY, "decks/*/deck", "decks/*/play", ("DOA-11", "DOA-17"), when=is_awaited),
    Journey(ANY, "decks/*/deck", "decks/*/play", ("DOA-28", "DOA-267"), by=RESTING),
    Journey(PLAIN, "decks/*/play", "decks/*/discard", ("DOA-16",)),
    Journey(ACE, "decks/*/play", "decks/*/fate", ("DOA-16", "DOA-25")),
    Journey(PLAIN, "decks/*/deck", "decks/*/discard", ("DOA-16", "DOA-21")),
    Journey(ACE, "decks/*/deck", "decks/*/fate", ("DOA-16", "DOA-21", "DOA-25")),
    Journey(ACE, "decks/World/play", "decks/World/discard", ("DOA-378",)),
    Journey(ACE, "decks/World/deck", "decks/World/discard", ("DOA-378",)),
    Journey(ACE, "decks/Minions/play", "decks/Minions/discard", ("DOA-44", "DOA-378")),
    Journey(ACE, "decks/Minions/deck", "decks/Minions/discard", ("DOA-44", "DOA-378")),
    Journey(ANY, "decks/*/discard", "decks/*/deck", ("DOA-18", "DOA-275", "DOA-277")),
    Journey(ANY, "decks/*/play", "decks/*/deck", ("DOA-16", "DOA-18")),
    Journey(ANY, "decks/*/deck", "decks/*/play", ("DOA-22",), by=("use-power",)),
    Journey(JOKER, "decks/*/deck", "decks/*/play", ("DOA-14",), when=in_the_deck),
    Journey(JOKER, "decks/*/play", "decks/*/fate", ("DOA-14",), when=in_the_deck),
    Journey(JOKER, "decks/*/deck", "decks/*/fate", ("DOA-14",), when=in_the_deck),
    Journey(JOKER, "decks/*/spent", "decks/*/deck", ("DOA-12", "DOA-14"), when=in_the_deck),
    Journey(JOKER, "decks/*/fate", "decks/*/deck", ("DOA-12", "DOA-14"), when=in_the_deck),
    # Behind the screen
    Journey(ANY, "decks/*/deck", "decks/*/screen", ("DOA-376",)),
    Journey(ANY, "decks/*/play", "decks/*/screen", ("DOA-376",)),
    Journey(ANY, "decks/*/targets", "decks/*/screen", ("DOA-376",)),
    Journey(ANY, "decks/*/screen", "decks/*/deck", ("DOA-356", "DOA-376")),
    # Target Cards
    Journey(ANY, "decks/*/deck", "decks/*/targets", ("DOA-70", "DOA-121")),
    Journey(ANY, "decks/*/play", "decks/*/targets", ("DOA-121", "DOA-129")),
    Journey(PLAIN, "decks/*/targets", "decks/*/discard", ("DOA-122",)),
    Journey(ACE, "decks/*/targets", "decks/*/fate", ("DOA-26", "DOA-122")),
    Journey(ACE, "decks/World/targets", "decks/World/discard", ("DOA-378",)),
    Journey(ACE, "decks/Minions/targets", "decks/Minions/discard", ("DOA-378",)),
    Journey(ANY, "decks/*/targets", "decks/*/deck", ("DOA-122", "DOA-356", "DOA-379")),
    # Fate Cards
    Journey(ANY, "decks/*/fate", "decks/*/discard", ("DOA-42",)),
    Journey(JOKER, "decks/*/fate", "decks/*/spent", ("DOA-42",)),
    Journey(ANY, "decks/*/discard", "decks/*/fate", ("DOA-40",), by=("award-fate",)),
    Journey(JOKER, "decks/*/spent", "decks/*/fate", ("DOA-27", "DOA-379")),
    Journey(ANY, "decks/*/fate", "decks/*/deck", ("DOA-41", "DOA-277", "DOA-379")),
    # Lent cards
    Journey(ANY, "decks/*/deck", "decks/*/reserved", ("DOA-351",)),
    Journey(PLAIN, "decks/*/reserved", "decks/*/discard", ("DOA-351",)),
    Journey(ACE, "decks/*/reserved", "decks/*/fate", ("DOA-351",)),
)


def present(table: Table) -> Present:
    """The living at the table, and what each of them carries."""
    here = {name: not who.dead for name, who in table.characters.items()}
    return {"": here} | {
        f"characters/{name}": dict.fromkeys(
            (*who.items, *(weapon.name for weapon in who.weapons)), True
        )
        for name, who in table.characters.items()
    }


MENTIONS = (
    Mention("characters", ("DOA-263",)),  # the dead lie on the table
    Mention("characters/*/title", ("DOA-53",)),  # what somebody is called
    Mention("characters/*/creature", ("DOA-55",)),
    Mention("characters/*/effects/*/by", ("DOA-350",)),  # what they did lasts its time
    Mention("characters/*/effects/*/of", ("DOA-350",)),
    Mention("zones/*/by", ("DOA-350",)),
    Mention("last/**", ("DOA-376",)),  # what was drawn was drawn
    Mention("results/**", ("DOA-376",)),
    Mention("seats", ("DOA-263",)),  # a seat stays a seat
    Mention("narrator", ("DOA-78",)),  # who drew tells it, even of their own end
    Mention("decks", ("DOA-10",)),
)
