"""The sheet of a character on paper."""

from __future__ import annotations

from fatedeck.engine.view import Condition, Paper
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks.view import STATUS_CLAUSE


def paper() -> Paper:
    """With all the skills there are here: house rules may have others."""
    return Paper(
        chief=("Parry Defence", "Dodge Defence", "Speed", "Draw"),
        left={"Shallow Health": 10, "Deep Health": 20, "Will": 12, "Fortune": 8},
        counted={"Madness": 8},
        cells={"Skills": tuple(skill.capitalize() for skill in book().skills)},
        rests_on={
            name.capitalize(): skill.attribute.capitalize()
            for name, skill in book().skills.items()  # RB-2.9
        },
        lines={"Techniques": 4, "Feats": 4, "Gear": 5},
        written=("Who you are",),
        conditions=tuple(
            Condition(name.capitalize(), "", (clause,)) for name, clause in STATUS_CLAUSE.items()
        ),
    )
