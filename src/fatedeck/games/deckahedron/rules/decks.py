"""Turning and reshuffling the cards of a Deckahedron."""

from __future__ import annotations

from fatedeck.engine.cards import shuffle
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.state import Deckahedron, Table

FEWEST = 5


def side_of(table: Table, who: str) -> Deckahedron:
    """The Deckahedron that a character flips from; all foes share the GM's. DKH-3, DKH-74."""
    return table.players.get(who) or table.foe_cards


def turn_up(game: Game[Table], side: Deckahedron) -> str | None:
    """Turn the next card face up, beside the deck; None when there is no card left.

    When the deck has run out the discards become the new deck; cards already turned lie apart and
    are not part of it. DKH-20, DKH-27, DKH-34.
    """
    deck = side.deck
    if not (deck.top or deck.bag or deck.bottom):
        if side.discard.is_empty():
            return None
        shuffle(deck, side.discard)
    return game.draw(deck, side.flipped)


def lay_down(side: Deckahedron) -> None:
    """Lay the turned cards face up on the discard pile, where they stay. DKH-26, DKH-32, DKH-38."""
    flipped = side.flipped.top
    side.discard.top[:0] = flipped
    flipped.clear()


def reshuffle(side: Deckahedron) -> None:
    """Shuffle the discard pile back into the deck; exhausted cards stay where they are. DKH-33."""
    shuffle(side.deck, side.discard)


def must_reshuffle(side: Deckahedron) -> bool:
    """Whether a turn may not end like this: 5 or fewer cards in the deck. DKH-30."""
    return len(side.deck) <= FEWEST and not side.discard.is_empty()
