"""Exact odds: what can come out of a draw or an action, each with its chance as a fraction."""

from fatedeck.odds.counting import count, without
from fatedeck.odds.distribution import Distribution, say
from fatedeck.odds.luck import Luck, luck_of
from fatedeck.odds.running import odds_of

__all__ = ["Distribution", "Luck", "count", "luck_of", "odds_of", "say", "without"]
