"""The cards of The Realms Behind: ranks, suits, and how they are written."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine.cards import Pile, shuffled

SUITS = ("hearts", "spades", "clubs", "diamonds")
_LETTERS = {"hearts": "H", "spades": "S", "clubs": "C", "diamonds": "D"}
_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

JOKER = "Joker"
JOKERS = 2

STANDARD = tuple(rank + _LETTERS[suit] for suit in SUITS for rank in _RANKS)
"""The 52 cards of a new deck, written rank then suit letter. RB-1.1, RB-1.2."""

RANK = {
    **{rank + letter: n for letter in _LETTERS.values() for n, rank in enumerate(_RANKS, 1)},
    JOKER: 14,  # RB-1.5
}
SUIT = {**{rank + letter: suit for suit, letter in _LETTERS.items() for rank in _RANKS}, JOKER: ""}
_NAMES = {"A": "Ace", "J": "Jack", "Q": "Queen", "K": "King"}
IN_WORDS = {
    **{
        rank + letter: f"{_NAMES.get(rank, rank)} of {suit}"
        for suit, letter in _LETTERS.items()
        for rank in _RANKS
    },
    JOKER: JOKER,
}
"""What people call each card: `2C` is the 2 of clubs."""
WRITTEN = {words: card for card, words in IN_WORDS.items()}
_ORDER = {card: place for place, card in enumerate((*STANDARD, JOKER))}


def new_deck(jokers: bool) -> Pile:
    """A shuffled deck of 52 cards, with two Jokers if the table plays with them. RB-1.4, RB-1.5."""
    return shuffled((*STANDARD, *(JOKER,) * JOKERS) if jokers else STANDARD)


def in_order(cards: Iterable[str]) -> list[str]:
    """Cards sorted as a hand is held: by suit, then by rank."""
    return sorted(cards, key=_ORDER.__getitem__)


def told_apart(cards: Iterable[str]) -> list[str]:
    """Names for cards in order, where the second copy of a card is `9H#2`."""
    copies: dict[str, int] = {}
    names = []
    for card in in_order(cards):
        copies[card] = copies.get(card, 0) + 1
        names.append(card if copies[card] == 1 else f"{card}#{copies[card]}")
    return names


def different(cards: Iterable[str]) -> tuple[str, ...]:
    """Each different card once, in order."""
    return tuple(dict.fromkeys(in_order(cards)))
