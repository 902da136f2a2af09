"""The sheet of a character on paper."""

from __future__ import annotations

from fatedeck.engine.view import Paper

PAPER = Paper(
    chief=("Attack", "Defence", "Charisma"),
    left={"Health": 25, "Willpower": 25},
    counted={"Mind": 15},
    cells={"Dice": ("Attack Die", "Parley Die")},
    lines={"In play": 10},
    written=("Deck",),
)
