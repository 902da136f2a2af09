"""Deck of Adventures: checks on a circle of ranks, with a deck that is your stamina."""

from fatedeck.games.deck_of_adventures.ruleset import DeckOfAdventures

ruleset = DeckOfAdventures()
