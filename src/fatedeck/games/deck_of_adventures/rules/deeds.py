"""What seats do outside a fight: make characters, draw Checks, rest, and run the table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from fatedeck.engine.offers import Action

Difficulty = Annotated[int, Meta(ge=0, le=6)]
Modifier = Annotated[int, Meta(ge=-2, le=6)]


class VolunteerFor(Action, frozen=True, tag="volunteer"):
    """Volunteer for the task of an Epic Event."""

    stat: str
    plan: str = ""


# The Game Master


class Override(Action, frozen=True):
    """Overrule the result of the last Check."""

    degree: Literal[
        "critical",
        "major",
        "suited_success",
        "color_success",
        "success",
        "suited_miss",
        "color_miss",
        "miss",
    ]
    reason: str = ""


class CallEpic(Action, frozen=True):
    """Call an Epic Event."""

    name: str
    needed: Annotated[int, Meta(ge=1, le=9)]
    allowed: Annotated[int, Meta(ge=1, le=9)] = 3
    tasks: Annotated[int, Meta(ge=0, le=18)] = 0


class CallOffEpic(Action, frozen=True):
    """Call the Epic Event off."""


class OpenTask(Action, frozen=True):
    """Draw the next Target Card of the Epic Event and set its DR."""

    difficulty: Difficulty


class RunTask(Action, frozen=True):
    """Run the race for the open task."""

    who: Literal["volunteers", "everybody"] = "volunteers"


PLAYER_DEEDS = (VolunteerFor,)
GM_DEEDS = (
    Override,
    CallEpic,
    CallOffEpic,
    OpenTask,
    RunTask,
)
