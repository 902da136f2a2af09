"""Exact odds: what can come out of a draw or an action, each with its chance as a fraction."""

from fatedeck.odds.best import best_answers, spend, when_to_stop
from fatedeck.odds.counting import count, without
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.distribution import Distribution, say
from fatedeck.odds.luck import Luck, luck_of
from fatedeck.odds.running import odds_of
from fatedeck.odds.sampling import sample

__all__ = [
    "Distribution",
    "Luck",
    "best_answers",
    "count",
    "luck_of",
    "odds_of",
    "run_to_the_end",
    "sample",
    "say",
    "spend",
    "when_to_stop",
    "without",
]
