"""Everything a seat can do."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine.offers import Action
from fatedeck.games.realms_behind.rules.families import Deed
from fatedeck.games.realms_behind.state import Curses, Place

# Characters


class TakeSample(Action, frozen=True):
    """Play a ready-made character."""

    sample: str


class Raise(Action, frozen=True):
    """Bring an attribute or a skill to a level."""

    what: str
    level: int


class LearnLore(Action, frozen=True):
    """Bring the Lore of a subject to a level."""

    subject: str
    level: int


class TakeFeat(Action, frozen=True):
    """Buy a feat."""

    feat: str


class DropFeat(Action, frozen=True):
    """Give a feat back while creating."""

    feat: str


class Build(Action, frozen=True):
    """Buy a technique, built from features."""

    feat: str
    name: str
    features: tuple[str, ...] = ()
    element: str = ""
    shape: str = ""


class Unbuild(Action, frozen=True):
    """Give a technique back while creating."""

    technique: str


class Buy(Action, frozen=True):
    """Buy a thing."""

    kind: str


class Sell(Action, frozen=True):
    """Sell a thing."""

    item: str


class Carry(Action, frozen=True):
    """Carry a thing equipped, at hand or in the pack."""

    item: str
    place: Place


class Finish(Action, frozen=True):
    """The character is made."""

    title: str = ""


# At any time


class SpendWill(Action, frozen=True):
    """Discard cards and draw that many and one more."""

    discard: tuple[str, ...] = ()


class Calm(Action, frozen=True):
    """Spend 1 Will to remove 1 Madness."""


class Willing(Action, frozen=True):
    """Be asked, or not, whether to assist others' checks."""

    willing: bool


class Try(Action, frozen=True):
    """Try something that needs a check."""

    skill: str
    what: str = ""
    target: str = ""


class Contest(Action, frozen=True):
    """Contest directly with someone."""

    skill: str
    opponent: str
    opponent_skill: str


class Examine(Action, frozen=True):
    """Look for a curse on a thing."""

    item: str


class Dream(Action, frozen=True):
    """Name the card to be dreamed away in the next long rest; an empty name means none."""

    card: str


class RecallKnowledge(Action, frozen=True):
    """Recall something useful."""

    skill: str
    about: str = ""


class Parlay(Action, frozen=True):
    """Make a statement in a dialogue."""

    skill: str
    statement: str = ""
    target: str = ""


# In exploration and downtime


class Investigate(Action, frozen=True):
    """Search an area."""

    more: int = 0


class GatherInformation(Action, frozen=True):
    """Ask around."""

    skill: str = "insight"
    more: int = 0


class WageLabor(Action, frozen=True):
    """Work for gold."""

    skill: str


class BeginProject(Action, frozen=True):
    """Begin to make a thing."""

    kind: str
    enhancements: tuple[str, ...] = ()
    curses: Curses = "on purpose"


class Enchant(Action, frozen=True):
    """Begin to work an enchantment into a finished thing."""

    item: str
    enhancement: str


class Craft(Action, frozen=True):
    """Work on a project."""

    project: str


# The game master


class Begin(Action, frozen=True):
    """Begin the first day."""


class Welcome(Action, frozen=True):
    """Let a late character into play."""

    seat: str


class Enter(Action, frozen=True):
    """Go over to Exploration or Downtime."""

    phase: Literal["exploration", "downtime"]


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


class ShortRest(Action, frozen=True):
    """The party takes a short rest."""


class LongRest(Action, frozen=True):
    """The party takes a long rest; dreams come over some unbidden."""

    dreamers: tuple[str, ...] = ()


class Sublimate(Action, frozen=True):
    """A spirit offers cards of the Fae Queen's deck."""

    seat: str


class Decide(Action, frozen=True):
    """Say what becomes of someone who is Downed."""

    being: str
    fate: Literal["lives", "dies", "leaves", "returns"]


class Judge(Action, frozen=True):
    """Say what becomes of a party that is wholly Downed."""

    words: str


RealmsAction: TypeAlias = Action | Deed

ON_SHEETS = (
    TakeSample,
    Raise,
    LearnLore,
    TakeFeat,
    DropFeat,
    Build,
    Unbuild,
    Buy,
    Sell,
    Carry,
    Finish,
    Willing,
)
"""What can be done before a character is in play. RB-22.7."""
BY_PLAYERS = (
    *ON_SHEETS,
    SpendWill,
    Calm,
    Try,
    Contest,
    Examine,
    Dream,
    RecallKnowledge,
    Parlay,
    Investigate,
    GatherInformation,
    WageLabor,
    BeginProject,
    Enchant,
    Craft,
)
BY_GM = (
    Begin,
    Welcome,
    Enter,
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
    ShortRest,
    LongRest,
    Sublimate,
    Decide,
    Judge,
)
