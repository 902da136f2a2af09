"""What seats do outside a fight: make characters, draw Checks, rest, and run the table."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures.state import Hidden, Match

Difficulty = Annotated[int, Meta(ge=0, le=6)]
Modifier = Annotated[int, Meta(ge=-2, le=6)]


class TakePremade(Action, frozen=True):
    """Take a premade character."""

    premade: str


class Describe(Action, frozen=True):
    """Give your character a name and a background."""

    title: str
    background: str = ""


class ChooseRole(Action, frozen=True):
    """Choose your Role."""

    role: Literal["Caster", "Defender", "Martial", "Support"]


class AgreeSuit(Action, frozen=True):
    """Agree another Primary Suit or discard mechanic with the Game Master."""

    suit: Literal["C", "D", "H", "S"]
    discard_power: Literal["Aggro", "Help", "Thwart", "Intensify", "Infuse", "Amplify"]


class SetAttribute(Action, frozen=True):
    """Set an Attribute, paying the difference in XP."""

    attribute: Literal["AGL", "CON", "GUT", "INT", "STR", "VIT"]
    value: Modifier


class SetSkill(Action, frozen=True):
    """Set a Skill, paying the difference in XP."""

    skill: str
    value: Modifier


class BuyPower(Action, frozen=True):
    """Buy a Power."""

    power: str


class DropPower(Action, frozen=True):
    """Give a Power back."""

    power: str


class TakeVulnerability(Action, frozen=True):
    """Take a Vulnerability for its XP: 1 minor, 2 major."""

    vulnerability: str
    xp: Annotated[int, Meta(ge=1, le=2)]


class Overcome(Action, frozen=True):
    """Buy a Vulnerability off."""

    vulnerability: str


class FinishCharacter(Action, frozen=True):
    """Your sheet is done."""


class Purchase(Action, frozen=True):
    """Buy a thing."""

    item: str


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


class Grant(Action, frozen=True):
    """Grant a level, a respec, more Vulnerabilities or a new character."""

    who: str
    what: Literal["a level", "a respec", "more Vulnerabilities", "a new character"]


class Reward(Action, frozen=True):
    """Give a thing, money, or both."""

    who: str
    item: str = ""
    copper: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class Upgrade(Action, frozen=True):
    """Use upgrade materials on somebody's gear."""

    who: str
    what: Literal["weapon damage", "maximum HP", "maximum PP"]


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
    TakePremade,
    Describe,
    ChooseRole,
    AgreeSuit,
    SetAttribute,
    SetSkill,
    BuyPower,
    DropPower,
    TakeVulnerability,
    Overcome,
    FinishCharacter,
    Purchase,
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
    Grant,
    Reward,
    Upgrade,
    CallEpic,
    CallOffEpic,
    OpenTask,
    RunTask,
    CallRest,
    EndRest,
    DrawWorld,
)
