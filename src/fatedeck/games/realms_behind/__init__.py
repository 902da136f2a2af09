"""The Realms Behind: a hand of cards for the whole day."""

from fatedeck.games.realms_behind.ruleset import ruleset

__all__ = ["ruleset"]
