"""What a seat can do: the actions of the foundation and of its modules."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.offers import Action
from fatedeck.games.deckahedron.data import Stat
from fatedeck.games.deckahedron.state import Difficulty, Rank, UpToFour

Words: TypeAlias = Annotated[str, Meta(max_length=400)]

# Set-up


class DescribeSetting(Action, frozen=True):
    """The GM describes the setting. DKH-8."""

    words: Words


class Spread(Action, frozen=True):
    """Spread six points over the three stats. DKH-9, DKH-10."""

    strength: int
    dexterity: int
    intelligence: int


class Introduce(Action, frozen=True):
    """Introduce your character. DKH-11."""

    name: Words
    background: Words = ""
    motivation: Words = ""
    special_skills: Words = ""


class TakeSample(Action, frozen=True):
    """Play one of the ready characters. DKH-9, DKH-11."""

    character: str


class SettleTies(Action, frozen=True):
    """Settle what ties the characters together. DKH-12."""

    words: Words


class SpreadTokens(Action, frozen=True):
    """Spread six tokens over Speed, Equipment and Wealth. DKH-110."""

    speed: int
    equipment: int
    wealth: int


class Draft(Action, frozen=True):
    """Take a card from the pool. DKH-82."""

    card: str


class TakeItems(Action, frozen=True):
    """Take two magic items. DKH-83."""

    items: list[str]


class BeginPlay(Action, frozen=True):
    """The GM opens the first scene."""


# Play


class Narrate(Action, frozen=True):
    """Say what you think, feel and do, or what happens. DKH-14, DKH-16, DKH-28."""

    words: Words


class GiveSpotlight(Action, frozen=True):
    """The GM says who is next. DKH-19."""

    player: str


class Flip(Action, frozen=True):
    """Attempt something that can fail. DKH-15."""

    stat: Stat
    words: Words = ""
    against: str = ""
    attribute: str = ""
    background: Literal["", "helps"] = ""


class CallForFlip(Action, frozen=True):
    """The GM calls for a flip, for an attempt, a trap or a twist. DKH-15, DKH-16."""

    player: str
    stat: Stat
    difficulty: Difficulty = "standard"
    words: Words = ""


class SetDifficulty(Action, frozen=True):
    """The GM says how hard a player's next attack, defence or breather is. DKH-18."""

    player: str
    difficulty: Difficulty


class EndTurn(Action, frozen=True):
    """The results are told; the turn is over. DKH-19, DKH-30."""


class Reshuffle(Action, frozen=True):
    """Shuffle the discard pile back in. DKH-31."""


class ReadDie(Action, frozen=True):
    """Read the deck as a die, or roll one. DKH-35 to DKH-39."""

    die: Literal["d4", "d6", "d10", "d12", "2-to-10", "3d4"]


class EndSession(Action, frozen=True):
    """The GM declares the session ended. DKH-6."""


# Combat


class AddFoe(Action, frozen=True):
    """A foe appears; the GM sets its ranks and Stamina. DKH-74, DKH-75."""

    name: Annotated[str, Meta(min_length=1, max_length=40)]
    strength: Rank = 2
    dexterity: Rank = 2
    intelligence: Rank = 2
    stamina: Annotated[int, Meta(ge=1, le=50)] = 4
    kind: Literal["common", "tough"] = "common"
    notices: Literal["aware", "unaware"] = "aware"


class RemoveFoe(Action, frozen=True):
    """A foe leaves the scene."""

    foe: str


class Tire(Action, frozen=True):
    """The GM tells a side to lose Stamina points. DKH-58, DKH-75."""

    who: str
    points: Annotated[int, Meta(ge=1, le=20)]


class Hurt(Action, frozen=True):
    """The GM deals a Harm or a Wound. DKH-56, DKH-61."""

    who: str
    injury: Literal["Harm", "Wound"]


class Refresh(Action, frozen=True):
    """The GM lets a player regain Stamina. DKH-52."""

    player: str
    points: Annotated[int, Meta(ge=1, le=10)]


class Attack(Action, frozen=True):
    """Attack a foe. DKH-72, DKH-73."""

    foe: str
    way: Literal["ranged", "melee"]


class FoeAttack(Action, frozen=True):
    """A foe attacks a character. DKH-73."""

    foe: str
    player: str
    way: Literal["ranged", "melee"]


class Breather(Action, frozen=True):
    """Take a breather. DKH-53."""

    stat: Stat
    foe: str = ""


class Rest(Action, frozen=True):
    """Rest for several hours. DKH-67."""

    who: str = ""


class Heal(Action, frozen=True):
    """Heal for a day. DKH-68."""

    who: str = ""
    words: Words = ""


# Characters


class UseSkill(Action, frozen=True):
    """Use a skill card, your own or one that you have seen used. DKH-85, DKH-86."""

    card: str
    stat: Stat
    words: Words = ""
    foe: str = ""
    item: str = ""
    attribute: str = ""
    background: Literal["", "helps"] = ""


class UseAttribute(Action, frozen=True):
    """Do what an attribute card says. DKH-94."""

    card: str


class HandBack(Action, frozen=True):
    """Hand back a skill card with its penalty cards. DKH-92."""

    card: str


# Green tokens


class Flashback(Action, frozen=True):
    """Do now what was possible earlier, for its own cost and a green token. DKH-97."""

    words: Words
    stamina: Annotated[int, Meta(ge=0, le=10)] = 0
    equipment: UpToFour = 0


# Levels


class TakeBonus(Action, frozen=True):
    """Take a level bonus for a closed circle. DKH-99."""

    bonus: str
    phrase: Words = ""


# Equipment


class UseGear(Action, frozen=True):
    """Name a helpful piece of gear that you have with you. DKH-112."""

    gear: Words


class JoinLine(Action, frozen=True):
    """Join the three cards laid out into a line. DKH-105."""

    middle: str


class GiveUpLine(Action, frozen=True):
    """Give up the search for a line. DKH-105."""


class Lighten(Action, frozen=True):
    """Discard a token to be faster. DKH-111."""

    column: Literal["equipment", "wealth"]


class HandOut(Action, frozen=True):
    """The GM hands out a token of Equipment or Wealth. DKH-111."""

    player: str
    column: Literal["equipment", "wealth"]


class HandOutWeapon(Action, frozen=True):
    """The GM hands out a better weapon. DKH-117."""

    player: str


class RunAway(Action, frozen=True):
    """Leave the fight. DKH-114."""


class Trade(Action, frozen=True):
    """Deal with a merchant. DKH-115."""

    deal: Literal["buy 2 Equipment", "buy an item", "sell heavy gear"]
    item: str = ""


Deed: TypeAlias = (
    DescribeSetting
    | Spread
    | Introduce
    | TakeSample
    | SettleTies
    | SpreadTokens
    | Draft
    | TakeItems
    | BeginPlay
    | Narrate
    | GiveSpotlight
    | Flip
    | CallForFlip
    | SetDifficulty
    | EndTurn
    | Reshuffle
    | ReadDie
    | EndSession
    | AddFoe
    | RemoveFoe
    | Tire
    | Hurt
    | Refresh
    | Attack
    | FoeAttack
    | Breather
    | Rest
    | Heal
    | UseSkill
    | UseAttribute
    | HandBack
    | Flashback
    | TakeBonus
    | UseGear
    | JoinLine
    | GiveUpLine
    | Lighten
    | HandOut
    | HandOutWeapon
    | RunAway
    | Trade
)
DEEDS: tuple[type[Deed], ...] = (
    DescribeSetting,
    Spread,
    Introduce,
    TakeSample,
    SettleTies,
    SpreadTokens,
    Draft,
    TakeItems,
    BeginPlay,
    Narrate,
    GiveSpotlight,
    Flip,
    CallForFlip,
    SetDifficulty,
    EndTurn,
    Reshuffle,
    ReadDie,
    EndSession,
    AddFoe,
    RemoveFoe,
    Tire,
    Hurt,
    Refresh,
    Attack,
    FoeAttack,
    Breather,
    Rest,
    Heal,
    UseSkill,
    UseAttribute,
    HandBack,
    Flashback,
    TakeBonus,
    UseGear,
    JoinLine,
    GiveUpLine,
    Lighten,
    HandOut,
    HandOutWeapon,
    RunAway,
    Trade,
)
