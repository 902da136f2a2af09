"""Asking the cards: a question of yes or no that no text answers, put to a deck of its own.

The deck is one of the game's kind, never a hero's; it is shuffled whole before each question, so
its chances are known. The game says what each card answers, for three degrees of likelihood.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, TypeAlias

from msgspec import Struct

Likelihood: TypeAlias = Literal["unlikely", "even", "likely"]
LIKELIHOODS: tuple[Likelihood, ...] = ("unlikely", "even", "likely")

NO_AND, NO, YES, YES_AND = "No, and worse", "No", "Yes", "Yes, and more"
READINGS = (NO_AND, NO, YES, YES_AND)
ABOUT = ("people", "the place", "a thing", "danger")
"""What an answer is about, by suit, where the scene does not say."""


class Oracle(Struct, frozen=True):
    """What each card answers, by likelihood: a reading from 0 to 3; and its suit from 0 to 3."""

    cards: tuple[str, ...]
    reads: dict[Likelihood, dict[str, int]]
    suits: dict[str, int]
    chances: dict[Likelihood, Fraction] = {}

    def chance(self, likelihood: Likelihood) -> Fraction:
        """The chance of a yes."""
        return self.chances[likelihood]


def oracle(
    cards: Iterable[str], read: Callable[[str, Likelihood], int], suit: Callable[[str], int]
) -> Oracle:
    """The oracle of a deck, of what a card reads and which suit it has."""
    deck = tuple(sorted(cards))
    reads = {likely: {card: read(card, likely) for card in deck} for likely in LIKELIHOODS}
    return Oracle(
        deck,
        reads,
        {card: suit(card) for card in deck},
        {
            likely: Fraction(sum(reading >= 2 for reading in reads[likely].values()), len(deck))
            for likely in LIKELIHOODS
        },
    )
