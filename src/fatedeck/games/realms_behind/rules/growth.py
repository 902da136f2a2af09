"""Decks that change: the Dancing Dream, the Fractional Sublimation, the record of both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import move, move_all, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Asking, Figure, One, Spot
from fatedeck.engine.offers import Value
from fatedeck.games.realms_behind.looks import moments
from fatedeck.games.realms_behind.rules.cards import (
    IN_WORDS,
    STANDARD,
    WRITTEN,
    different,
)
from fatedeck.games.realms_behind.rules.families import (
    HAND,
    PARTY,
    InPlay,
    OfTheGmInPlay,
    players,
    why_not_yet,
)
from fatedeck.games.realms_behind.state import Character, Table

PRICE = 3
"""Experience for either. RB-17.7."""
DEALT = 10


class InWords(One, frozen=True):
    """A card by its name in words, or as it is written: `2 of clubs`, `2C`."""

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        named = IN_WORDS.get(value, value) if isinstance(value, str) else value
        return super().why_not(spot, asking, named)


def cards_to_dream_of(table: Table, seat: str) -> list[str]:
    """Any card; or none, once one was named. RB-17.3."""
    cards = list(IN_WORDS.values()) if table.jokers else [IN_WORDS[card] for card in STANDARD]
    return ["", *cards] if table.players[seat].dream else cards


class Dream(InPlay, frozen=True):
    """Name the card to be dreamed away in the next long rest; an empty name means none.

    RB-17.3, RB-17.7.
    """

    says = Says("Plan a Dancing Dream", HAND)
    card: Annotated[str, InWords(cards_to_dream_of, label="Card to dream away", clause="RB-17.3")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase != "encounter"

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        if state.players[seat].dream:
            return (Way({"card": ""}, "Sleep without a dream"),)
        return (Way(cost=f"{PRICE} XP", why_not=why_not_dream(state, seat)),)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return why_not_dream(state, seat) if self.card else None

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].dream = WRITTEN.get(self.card, self.card)
        told = "{who} looks forward to a dream." if self.card else "{who} will sleep soundly."
        game.tell(told, "RB-17.3", who=seat)


def why_not_dream(table: Table, seat: str) -> Refused | None:
    """Why a character may not plan a Dancing Dream. RB-17.3, RB-17.7."""
    if table.phase == "encounter":
        return Refused("RB-17.3", "You can only dream a Dancing Dream in a long rest.")
    xp = table.players[seat].xp
    if xp < PRICE:
        have = f"you have {xp}" if xp >= 0 else f"you owe {-xp}"
        return Refused("RB-17.7", f"A Dancing Dream costs {PRICE} XP; {have}.")
    return None


def dancing_dream(
    game: Game[Table], character: Character, card: str, *, forced: bool = False
) -> None:
    """One copy of a card leaves the deck for the Fae Queen's; a card that is not there does not.

    However small, a deck may shrink further. RB-17.3, RB-17.7, RB-17.8, RB-17.10.
    """
    if card not in character.deck or (character.xp < PRICE and not forced):
        game.tell("{who} dreams of nothing.", "RB-17.8", who=character.name)
        return
    move(card, character.deck, game.state.fae_deck, "bag")
    character.growth.append(f"-{card}")
    character.xp -= PRICE
    told = "{card} leaves {who}’s deck."
    game.tell(
        "{who} dances with the Fae Queen in a dream.",
        "RB-17.3",
        only={character.name: told, game.state.gm: told},
        who=character.name,
        card=card,
    )


def forced_dream(game: Game[Table], character: Character) -> None:
    """A dream that comes unbidden: the player still picks the card. RB-17.3, RB-17.7."""
    cards = different(character.deck)
    if cards:
        prompt = "A Dancing Dream comes over you. Which card leaves your deck?"
        card = game.choose(character.name, "dream", prompt, cards, "RB-17.3")
        dancing_dream(game, character, card, forced=True)


class Sublimate(OfTheGmInPlay, frozen=True):
    """A spirit deals ten cards of the freshly shuffled Fae Queen's deck; one must be taken.

    It goes to the discard pile until the next recombining. RB-17.4 to RB-17.7, RB-22.6.
    """

    says = Says("Fractional Sublimation", PARTY)
    seat: Annotated[str, Figure(players, why_not_yet, label="Who", clause="RB-22.1")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.fae_deck.is_empty():
            return Refused("RB-17.5", "The Fae Queen’s deck is empty.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table, character = game.state, game.state.players[self.seat]
        shuffle(table.fae_deck)
        table.dealt_to = character.name
        for _ in range(min(DEALT, len(table.fae_deck))):
            game.draw(table.fae_deck, table.dealt)
        dealt = different(table.dealt)
        told = "Dealt from the Fae Queen’s deck: {cards}."
        shown_to = {character.name: told, table.gm: told}
        game.tell("The Fae Queen’s cards are dealt.", "RB-17.4", only=shown_to, cards=dealt)
        game.show(moments.drawn, character.name, "Sublimation", dealt, character.name, table.gm)
        asked = "Which card joins your deck?"
        card = game.choose(character.name, "fae-card", asked, dealt, "RB-17.4")
        move(card, table.dealt, character.discard)
        move_all(table.dealt, table.fae_deck, "bag")
        table.dealt_to = ""
        character.growth.append(f"+{card}")
        character.xp -= PRICE
        joins = "{card} joins {who}’s deck."
        game.tell(joins, "RB-17.4", "RB-17.6", card=card, who=character.name)
