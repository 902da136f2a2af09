"""The headings under which a seat finds what it may do."""

from __future__ import annotations

MAKE, CHECK, FATE, REST, TABLE, EPIC = (
    "Your character",
    "Check",
    "Fate",
    "Rest",
    "The table",
    "Epic Event",
)
MOVE, ACT, REACT, ITEMS, SCENE, FIGHT = "Move", "Act", "React", "Items", "Scene", "Fight"
