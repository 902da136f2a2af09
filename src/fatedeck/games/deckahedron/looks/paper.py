"""The sheet of a character on paper."""

from __future__ import annotations

from fatedeck.engine.view import Condition, Paper
from fatedeck.games.deckahedron.looks.view import MEANS

PAPER = Paper(
    chief=("Strength", "Dexterity", "Intelligence"),
    left={"Stamina": 10},
    counted={"Harm": 2, "Wounds": 2, "Green tokens": 8},
    lines={"Skills": 4, "Attributes": 2, "Items": 3, "Levels": 2},
    written=("Background", "Motivation", "Special skills"),
    edges="classic",
    conditions=tuple(Condition(name, text, (clause,)) for name, (text, clause) in MEANS.items()),
)
