"""The table before play, and the steps of making a character that cost no XP."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Hero, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.data import hero, premade_called, premades, tables
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.characters import reckon, take_premade
from fatedeck.games.deck_of_adventures.rules.experience import total_xp
from fatedeck.games.deck_of_adventures.rules.families import (
    MAKE,
    OfAPlayer,
    OfOneWhoIsRemade,
    OfOneWhoMakesACharacter,
)
from fatedeck.games.deck_of_adventures.rules.ground import line_up
from fatedeck.games.deck_of_adventures.rules.initiative import join
from fatedeck.games.deck_of_adventures.rules.learning import give_back_unfit
from fatedeck.games.deck_of_adventures.state import (
    JOKERS,
    NPC,
    PLAYING_CARDS,
    SPARE,
    SUITS,
    WORLD,
    Cards,
    Character,
    PowerSet,
    Role,
    Suit,
    Switches,
    Table,
)

SUITS_IN_WORDS = {"": "", "C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SETTLED = ("DOA-332", "You can only change your Role during creation or in a respec.")


def suit_name(suit: str) -> str:
    """What a suit is called where it is chosen."""
    return SUITS_IN_WORDS[suit].capitalize()


def unpack(
    gm: str, players: Sequence[str], switches: Switches, power_set: PowerSet = "current"
) -> Table:
    """The table before play: a deck of 54 for each player, the Game Master's decks, blank sheets.

    Both Jokers lie in the Fate hand, unless the table shuffles them in; a deck for a Game Master
    Dealer has the black one. DOA-10, DOA-12, DOA-13, DOA-43, DOA-356, DOA-379.
    """
    decks = {name: _new_deck(switches) for name in players}
    decks |= {WORLD: Cards(shuffled(PLAYING_CARDS)), NPC: Cards(shuffled(PLAYING_CARDS))}
    for name in SPARE:
        decks[name] = Cards(shuffled(PLAYING_CARDS), fate=laid(["BJ"]))
    table = Table(gm, list(players), switches, dict(sorted(decks.items())), {}, power_set=power_set)
    for name in players:
        table.enter(new_character(table, name))
    return table


def _new_deck(switches: Switches) -> Cards:
    """What a player draws from. DOA-10, DOA-43."""
    if switches.jokers_in_deck:
        return Cards(shuffled((*PLAYING_CARDS, *JOKERS)))
    return Cards(shuffled(PLAYING_CARDS), fate=laid(JOKERS))


def seat_late(state: Table, seat: str) -> None:
    """Who comes late has a fresh deck and a blank sheet, and takes the last place. DOA-397."""
    if seat in state.characters:
        raise Refused("DOA-397", f"Someone here is already called {seat}. Choose another name.")
    state.seats.append(seat)
    state.decks = dict(sorted({**state.decks, seat: _new_deck(state.switches)}.items()))
    state.enter(new_character(state, seat))


def new_character(state: Table, seat: str, level: int = 1) -> Character:
    """A blank sheet: everything at 0, the XP of its level to spend. DOA-318, DOA-333."""
    return Character(
        seat,
        seat,
        deck=seat,
        level=level,
        xp=total_xp(level),
        making=True,
        power_set=state.power_set,
    )


def enter_fight(game: Game[Table], who: Character) -> None:
    """Who is made during a fight joins it at its place in the order. DOA-130, DOA-263."""
    if game.state.combat is not None:
        line_up(game)
        join(game, who)


def ready_characters(state: Table, seat: str) -> dict[str, str]:
    """Who they are, and what they are good at; those of the first level come first."""
    rows = sorted(premades().values(), key=lambda row: row.level)
    return {row.id: hero(row.id).told(row) for row in rows}


def played_by(state: Table, seat: str) -> dict[str, str]:
    """The premade characters that are played, and who plays them."""
    titles = {state.characters[other].title: other for other in state.seats}
    return {title: other for title, other in titles.items() if title in premades()}


class TakePremade(OfOneWhoMakesACharacter, frozen=True):
    """Instead of building, take a premade character. DOA-336."""

    says = Says("Take a premade character", MAKE)
    premade: Annotated[
        str,
        Hero(
            ready_characters,
            called=premade_called,
            taken=played_by,
            clause="DOA-336",
            label="Character",
        ),
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        take_premade(game.state, who, premades()[self.premade])
        told = "{player} takes the premade character {premade}."
        game.tell(told, "DOA-336", player=who.name, premade=premade_called(self.premade))
        enter_fight(game, who)


class Describe(OfAPlayer, frozen=True):
    """A name and a background; they change nothing in the rules. DOA-317."""

    says = Says("Name and background", MAKE)
    title: Annotated[str, Words(longest=60, label="Name")]
    background: str = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.characters[seat].making

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        who.title, who.background = self.title, self.background
        game.tell("{player} is playing {title}.", "DOA-317", player=who.name, title=self.title)


def roles(state: Table, seat: str) -> dict[str, str]:
    """Every Role, with its Primary Skill, suit and discard mechanic."""
    rows = [row for row in tables().roles if row.role]
    return {row.role: f"{row.primary}, {SUITS_IN_WORDS[row.suit]}, {row.discard}" for row in rows}


class ChooseRole(OfOneWhoIsRemade, frozen=True):
    """The Role gives Primary Skill, suit and discard mechanic. DOA-299, DOA-331.

    Changing it gives back the XP of Powers that need the old Role, and of those built on them.
    DOA-332.
    """

    says = Says("Choose a Role", MAKE)
    settled = SETTLED
    role: Annotated[Role, One(roles, clause="DOA-331")]

    def do(self, game: Game[Table], seat: str) -> None:
        who, row = game.state.characters[seat], tables().role(self.role)
        who.role, who.primary, who.suit = row.role, row.primary, row.suit
        who.discard_power = row.discard
        give_back_unfit(game, who)
        reckon(game.state, who)
        gifts = [row.primary, SUITS_IN_WORDS[row.suit], row.discard]
        told = "{who} is a {role} with {gifts}."
        game.tell(told, "DOA-331", who=who.name, role=self.role, gifts=gifts)


class AgreeSuit(OfOneWhoIsRemade, frozen=True):
    """With the Game Master another Primary Suit or discard mechanic may be agreed. DOA-299.

    A character has one discard Power. DOA-352, DOA-392.
    """

    says = Says("Agree on another suit or mechanic", MAKE)
    settled = SETTLED
    suit: Annotated[Suit, One(SUITS, label="Primary Suit", called=suit_name)]
    discard_power: Annotated[
        str,
        One(
            ("Aggro", "Help", "Thwart", "Intensify", "Infuse", "Amplify"), label="Discard mechanic"
        ),
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.characters[seat].role)

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        suit = SUITS_IN_WORDS[self.suit]
        prompt = (
            f"{capital(name_of(game, who.name))} would like {suit} and {self.discard_power}. "
            "Do you agree?"
        )
        if not game.may(game.state.gm, "agree-suit", prompt, "DOA-299", yes="Agree", no="No"):
            game.tell("The Game Master doesn’t agree.", "DOA-299")
            return
        who.suit, who.discard_power = self.suit, self.discard_power
        told = "From now on {who} has {suit} and {power}."
        game.tell(
            told, "DOA-299", who=who.name, suit=SUITS_IN_WORDS[self.suit], power=self.discard_power
        )
