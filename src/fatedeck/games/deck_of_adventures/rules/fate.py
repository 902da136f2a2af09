"""Fate Cards outside a draw: exchanged for Power Points, and awarded for excellent play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, Figure, Many
from fatedeck.games.deck_of_adventures.rules.decks import TOKEN, fate_cards, spend_fate
from fatedeck.games.deck_of_adventures.rules.families import (
    FATE,
    NOBODY,
    OfOneAwake,
    OfTheGm,
    everyone,
)
from fatedeck.games.deck_of_adventures.state import Table


def named_fate(state: Table, seat: str) -> list[str]:
    """The Fate Cards by names that differ: tokens are numbered."""
    who = state.characters[seat]
    cards = [card for card in fate_cards(state, who) if card != TOKEN]
    return [*cards, *(f"{TOKEN} {number + 1}" for number in range(who.tokens))]


def called_fate(card: str) -> str:
    return card.replace(TOKEN, "Fate token")


def fate_held(state: Table, seat: str) -> int:
    return len(named_fate(state, seat))


class ExchangeFate(OfOneAwake, frozen=True):
    """Spend Fate Cards for as many Power Points, never above the maximum. DOA-38, DOA-39.

    In a fight that is a Free Action of one's own turn. DOA-155.
    """

    says = Says("Trade Fate Cards for PP", FATE)
    cards: Annotated[
        list[str],
        Many(
            CardOf(
                named_fate,
                nobody=("DOA-38", "You don’t have any Fate Cards."),
                clause="DOA-38",
                called=called_fate,
            ),
            1,
            fate_held,
            clause="DOA-38",
            label="Fate Cards",
        ),
    ]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.combat is not None and all(turn.who != seat for turn in state.combat.turns):
            return Refused("DOA-155", "In a fight, you can only do that on your own turn.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        for name in self.cards:
            spend_fate(game, who, TOKEN if name.startswith(TOKEN) else name)
        who.pp = min(who.max_pp, who.pp + len(self.cards))
        game.tell(
            "{who} trades {spent} for PP and has {pp}.",
            "DOA-38",
            "DOA-155",
            who=who.name,
            spent=[called_fate(card) for card in self.cards],
            pp=who.pp,
        )


def why_no_fate(state: Table, seat: str, name: str) -> Refused | None:
    """Only Dealers use Fate Cards. DOA-44."""
    if not state.characters[name].is_dealer:
        return Refused("DOA-44", f"{name} can’t use Fate Cards.")
    return None


def to_award(state: Table, seat: str, who: str) -> list[str]:
    """A token, or any card of the discard pile. DOA-40."""
    return [TOKEN, *sorted(state.cards(state.characters[who]).discard)]


class AwardFate(OfTheGm, frozen=True):
    """Award a Fate Card for excellent play: from the player's discard pile, or a token. DOA-40.

    A card goes back with the next Full Rest, a token stays until spent. DOA-41.
    """

    says = Says("Award a Fate Card", FATE)
    who: Annotated[str, Figure(everyone, why_no_fate, NOBODY, clause="DOA-68")]
    card: Annotated[str, CardOf(to_award, after=("who",), clause="DOA-40", called=called_fate)]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        players = [name for name in everyone(state, seat) if name in state.seats]
        return [Way({"who": name}, f"Award {name} a Fate Card") for name in players]

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[self.who]
        if self.card == TOKEN:
            who.tokens += 1
        else:
            cards = game.state.cards(who)
            move(self.card, cards.discard, cards.fate)
        told = "The Game Master awards {who} a Fate Card: {card}."
        game.tell(told, "DOA-40", who=who.name, card=called_fate(self.card))
