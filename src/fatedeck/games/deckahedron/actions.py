"""What a seat can do: the actions of the foundation and of its modules."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from fatedeck.engine.offers import Action
from fatedeck.games.deckahedron.data import Stat
from fatedeck.games.deckahedron.state import Difficulty

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
    background: bool = False


class CallForFlip(Action, frozen=True):
    """The GM calls for a flip, for an attempt, a trap or a twist. DKH-15, DKH-16."""

    player: str
    stat: Stat
    difficulty: Difficulty = "standard"
    words: Words = ""


class EndTurn(Action, frozen=True):
    """The results are told; the turn is over. DKH-19, DKH-30."""


class Reshuffle(Action, frozen=True):
    """Shuffle the discard pile back in. DKH-31."""


class ReadDie(Action, frozen=True):
    """Read the deck as a die, or roll one. DKH-35 to DKH-39."""

    die: Literal["d4", "d6", "d10", "d12", "2-to-10", "3d4"]


class EndSession(Action, frozen=True):
    """The GM declares the session ended. DKH-6."""


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
    | EndTurn
    | Reshuffle
    | ReadDie
    | EndSession
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
    EndTurn,
    Reshuffle,
    ReadDie,
    EndSession,
)
