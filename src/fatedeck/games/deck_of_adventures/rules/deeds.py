"""What seats do outside a fight: make characters, draw Checks, rest, and run the table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures.state import Hidden, Match

Difficulty = Annotated[int, Meta(ge=0, le=6)]
Modifier = Annotated[int, Meta(ge=-2, le=6)]


class Attempt(Action, frozen=True):
    """Say what you try, and with what; the Game Master decides whether it needs a Check."""

    stat: str
    words: str = ""


class ExchangeFate(Action, frozen=True):
    """Turn Fate Cards into Power Points."""

    cards: list[str]


class VolunteerFor(Action, frozen=True, tag="volunteer"):
    """Volunteer for the task of an Epic Event."""

    stat: str
    plan: str = ""


class SpendRestCard(Action, frozen=True):
    """Spend a Rest Card; the Game Master names the Dealer."""

    restore: str
    who: str = ""


class MendArmour(Action, frozen=True):
    """Spend a Rest Card on mending armour."""

    points: Annotated[int, Meta(ge=1, le=6)]
    skill: Literal["Craft", "Knowledge"]
    who: str = ""


class FinishRest(Action, frozen=True):
    """You are done resting."""

    who: str = ""


class Avoid(Action, frozen=True):
    """Name a topic that this table keeps out of its story."""

    topic: str


class Narrate(Action, frozen=True):
    """Tell what happens."""

    words: str


# The Game Master


class CallCheck(Action, frozen=True):
    """Call for a Check: who draws, with what, against what, how hard."""

    who: list[str]
    stat: str
    difficulty: Difficulty
    against: str = "World deck"
    match: Match = ""
    hand: Annotated[int, Meta(ge=-3, le=3)] = 0
    marks: list[str] = field(default_factory=list)
    hidden: Hidden = ""


class CallContest(Action, frozen=True):
    """One acts, others resist: a Contested Check."""

    initiator: str
    contest: str
    targets: list[str]
    informed: Literal["no", "yes"] = "no"
    stat: str = ""
    resist: list[str] = field(default_factory=list)


class CallSave(Action, frozen=True):
    """A Save against one's own Target Card."""

    who: list[str]
    attribute: Literal["AGL", "CON", "GUT", "INT", "STR", "VIT"]
    difficulty: Difficulty


class LetNarrate(Action, frozen=True):
    """Let the drawing player tell what happens."""

    who: str


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


class AwardFate(Action, frozen=True):
    """Award a Fate Card for excellent play: a discarded card, or a token."""

    who: str
    card: str


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


class CallRest(Action, frozen=True):
    """Allow a Rest; fewer minutes than it takes interrupt it."""

    kind: Literal["quick", "full"]
    who: list[str]
    minutes: Annotated[int, Meta(ge=0, le=480)] = 480


class EndRest(Action, frozen=True):
    """End the Quick Rest for all who are still resting."""


class DrawWorld(Action, frozen=True):
    """Turn over a card of the World deck, in the open or behind the screen."""

    where: Literal["open", "behind the screen"] = "open"


PLAYER_DEEDS = (
    Attempt,
    ExchangeFate,
    VolunteerFor,
    SpendRestCard,
    MendArmour,
    FinishRest,
    Avoid,
    Narrate,
)
GM_DEEDS = (
    CallCheck,
    CallContest,
    CallSave,
    LetNarrate,
    Override,
    AwardFate,
    CallEpic,
    CallOffEpic,
    OpenTask,
    RunTask,
    CallRest,
    EndRest,
    DrawWorld,
)
