"""Everything a seat can do."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine.offers import Action
from fatedeck.games.realms_behind.rules.families import Deed

# The game master


class AddCreatures(Action, frozen=True):
    """Bring in creatures of a kind and level."""

    kind: str
    level: str = "regular"
    count: int = 1
    side: Literal["party", "foes"] = "foes"


class MakeCreature(Action, frozen=True):
    """Bring in creatures of your own making: what they gain with each level."""

    name: str
    level: str = "regular"
    count: int = 1
    side: Literal["party", "foes"] = "foes"
    health: int = 3
    attack: int = 2
    parry: int = 1
    dodge: int = 1
    body: int = 1
    mind: int = 1
    spirit: int = 1
    luck: int = 1
    resists: str = ""
    skills: str = ""
    element: str = "physical"
    range: int = 1
    speed: int = 5


class RemoveCreature(Action, frozen=True):
    """Take a creature off the table."""

    creature: str


class PlaceBeing(Action, frozen=True, tag="place"):
    """Put someone on a space."""

    being: str
    x: int
    y: int


class Ground(Action, frozen=True):
    """Make a space Difficult, or clear it."""

    x: int
    y: int
    difficult: bool


class CallCheck(Action, frozen=True):
    """Call for a check that a character must make."""

    seat: str
    skill: str
    threshold: int
    hidden: bool = False
    demand: str = ""
    circumstance: int = 0
    advantage: int = 0
    disadvantage: int = 0
    target: str = ""


class CreatureCheck(Action, frozen=True):
    """A creature makes a check."""

    creature: str
    skill: str
    threshold: int
    demand: str = ""
    circumstance: int = 0
    advantage: int = 0
    disadvantage: int = 0
    target: str = ""


class GiveLuck(Action, frozen=True):
    """Give Advantage or Disadvantage to the next check of someone."""

    being: str
    advantage: int = 0
    disadvantage: int = 0


class Afflict(Action, frozen=True):
    """Put stacks of a status on someone."""

    being: str
    status: str
    stacks: int
    by: str = ""
    element: str = ""


class Relieve(Action, frozen=True):
    """Take stacks of a status off someone."""

    being: str
    status: str
    stacks: int


class Cool(Action, frozen=True):
    """Dunk someone in water."""

    being: str


class Hurt(Action, frozen=True):
    """Damage that no attack deals: a fall, a fire."""

    being: str
    amount: int
    element: str = "physical"
    past_resists: bool = False


class Heal(Action, frozen=True):
    """Healing that no technique gives."""

    being: str
    amount: int
    part: Literal["", "shallow", "deep"] = ""


class Give(Action, frozen=True):
    """Give experience, gold, a thing, a feat, material or a recipe."""

    seat: str
    what: Literal["xp", "gold", "item", "feat", "material", "recipe"]
    name: str = ""
    amount: int = 1
    enhancements: tuple[str, ...] = ()


class Workspace(Action, frozen=True):
    """Say whether there is a workspace here."""

    there: bool


class OpenDialogue(Action, frozen=True):
    """Open a dialogue and fix how many concessions win it."""

    with_whom: str
    needed: int
    hidden: bool = False


class Decide(Action, frozen=True):
    """Say what becomes of someone who is Downed."""

    being: str
    fate: Literal["lives", "dies", "leaves", "returns"]


class Judge(Action, frozen=True):
    """Say what becomes of a party that is wholly Downed."""

    words: str


RealmsAction: TypeAlias = Action | Deed

BY_GM = (
    AddCreatures,
    MakeCreature,
    RemoveCreature,
    PlaceBeing,
    Ground,
    CallCheck,
    CreatureCheck,
    GiveLuck,
    Afflict,
    Relieve,
    Cool,
    Hurt,
    Heal,
    Give,
    Workspace,
    OpenDialogue,
    Decide,
    Judge,
)
