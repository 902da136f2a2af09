"""Exact odds: what can come out of a draw or an action, each with its chance as a fraction."""

from fatedeck.odds.counting import count, without
from fatedeck.odds.distribution import Distribution, say
from fatedeck.odds.running import odds_of

__all__ = ["Distribution", "count", "odds_of", "say", "without"]
