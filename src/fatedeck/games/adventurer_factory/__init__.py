"""Adventurer Factory: two travelling adventurers, each a deck of forty cards."""

from fatedeck.games.adventurer_factory.ruleset import AdventurerFactory

ruleset = AdventurerFactory()
