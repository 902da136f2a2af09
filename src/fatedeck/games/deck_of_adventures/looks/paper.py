"""The sheet of a character on paper."""

from __future__ import annotations

from fatedeck.engine.view import Condition, Paper
from fatedeck.games.deck_of_adventures.rules.conditions import MEANING
from fatedeck.games.deck_of_adventures.rules.lasting import CLAUSE
from fatedeck.games.deck_of_adventures.state import ATTRIBUTE_OF, RANKS

PAPER = Paper(
    left={"HP": 14, "AP": 4, "PP": 8, "Rest Cards": 14},
    counted={"Fatigue": 3, "Fate tokens": 4},
    cells={
        "Attributes": ("AGL", "CON", "GUT", "INT", "STR", "VIT"),
        "Skills": tuple(ATTRIBUTE_OF),
    },
    lines={"Powers": 6, "Vulnerabilities": 2, "Items": 5},
    written=("Role and Primary Suit", "Who you are"),
    conditions=tuple(Condition(name, text, (CLAUSE[name],)) for name, text in MEANING.items()),
    circle=RANKS,
)
