"""The sheet of a character on paper."""

from __future__ import annotations

from fatedeck.engine.view import Condition, Paper
from fatedeck.games.thousand_faces.looks.view import MEANINGS

PAPER = Paper(
    chief=("Str", "Dex", "Int"),
    counted={"XP": 15, "Harm": 2, "Wounds": 2, "Pack": 5, "Precious Pack": 3},
    lines={"Moves": 4, "Items": 4, "Fateful Moment": 1},
    written=("Background", "The Hearth, and why it is worth a life"),
    edges="current",
    conditions=tuple(Condition(name, text, (clause,)) for name, (text, clause) in MEANINGS.items()),
)
