"""Exact odds: what can come out of a draw or an action, each with its chance as a fraction."""

from fatedeck.odds.asking import ask, questions, settings
from fatedeck.odds.best import best_actions, best_answers
from fatedeck.odds.counting import count, without
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.distribution import Distribution, say
from fatedeck.odds.luck import Luck, luck_of
from fatedeck.odds.plans import spend, when_to_draw_anew, when_to_redraw, when_to_stop
from fatedeck.odds.running import odds_of
from fatedeck.odds.sampling import sample

__all__ = [
    "Distribution",
    "Luck",
    "ask",
    "best_actions",
    "best_answers",
    "count",
    "luck_of",
    "odds_of",
    "questions",
    "run_to_the_end",
    "sample",
    "say",
    "settings",
    "spend",
    "when_to_draw_anew",
    "when_to_redraw",
    "when_to_stop",
    "without",
]
