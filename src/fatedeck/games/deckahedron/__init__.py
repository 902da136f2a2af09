"""Deckahedron: the foundation and its modules, played with twenty-card resolution decks."""

from fatedeck.games.deckahedron.ruleset import ruleset

__all__ = ["ruleset"]
