"""Why the machine made a move, in its own words: from the cards on the table, never from a hand."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.games.adventurer_factory.data import Card
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import needs_words
from fatedeck.games.adventurer_factory.machine.thumb import Thumb
from fatedeck.games.adventurer_factory.rules.encounters import (
    Attack,
    Encounter,
    NoEncounter,
    Parley,
)
from fatedeck.games.adventurer_factory.rules.main_step import Discard, EndMain, Play, Use
from fatedeck.games.adventurer_factory.rules.responses import PASS, PASS_TURN, replies
from fatedeck.games.adventurer_factory.rules.using import option_name
from fatedeck.games.adventurer_factory.state import Table

_MODS = {
    "attack": "hits harder every time I attack",
    "defence": "takes the edge off your attacks",
    "charisma": "helps me in every parley, whoever starts it",
}


def reason(table: Table, seat: str, move: Struct | str) -> str:
    """One sentence or two; empty where the move needs no reason, as when it lets something pass."""
    match move:
        case Play(card=card):
            return _of_playing(printed_on(card))
        case Attack() | Parley():
            return _of_a_blow(table, seat)
        case Encounter(card=card):
            name = printed_on(card).name
            return (
                f"{name} does more for me here than a plain attack or parley. {_left(table, seat)}"
            )
        case Use(card=card):
            return f"Now was the best time for {printed_on(card).name}: it’s worth what it costs."
        case Discard(card=card):
            return f"{printed_on(card).name} was in the way of something better."
        case EndMain():
            return "I’d done all I wanted to pay for this turn."
        case NoEncounter():
            return "Nothing I could have tried would have hurt you."
        case str():
            return _of_an_answer(table, seat, move)
        case _:
            return ""


def _of_playing(card: Card) -> str:
    if card.permanent:
        symbol = needs_words(card.provides)
        return f"{card.name} first: it provides {symbol}, and the good cards ask for that."
    for stat, n in card.mods.items():
        if n > 0:
            return f"{card.name} {_MODS[stat]}."
    if card.dice.attack or card.dice.parley:
        kind = "attack" if card.dice.attack else "parley"
        best = (card.dice.attack or card.dice.parley)[-1]
        return f"With {card.name} I roll {best} when I {kind}. That’s hard to turn down."
    if card.actions:
        return f"{card.name} gives me one more thing I can do to you."
    return f"{card.name} was the most useful thing I could pay for."


def _of_a_blow(table: Table, seat: str) -> str:
    thumb = Thumb(table, seat)
    attack, parley = thumb.damage("attack"), thumb.damage("parley")
    likely = f"I reckoned {attack:.0f} from an attack and {parley:.0f} from a parley."
    return f"{likely} {_left(table, seat)}"


def _left(table: Table, seat: str) -> str:
    """What the other one had left, as both could see."""
    foe = table.players[table.other(seat)]
    return f"You had {foe.health} Health and {foe.willpower} Willpower left."


def _of_an_answer(table: Table, seat: str, answer: str) -> str:
    if answer in (PASS, PASS_TURN):
        return ""
    for card, number in replies(table, seat):
        if option_name(card, number) == answer:
            return f"I couldn’t let that go: {printed_on(card).name} was made for it."
    return ""
