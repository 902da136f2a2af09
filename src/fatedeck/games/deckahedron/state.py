"""The table: everything that is saved, and nothing else."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from fatedeck.engine.cards import Pile
from fatedeck.engine.tale import Played
from fatedeck.games.deckahedron.data import FaceTable, Stat, faces, items, trait_cards

Module: TypeAlias = Literal[
    "combat", "attack_simple", "characters", "levels", "equipment", "green_tokens"
]
Difficulty: TypeAlias = Literal["very easy", "easy", "standard", "difficult", "very difficult"]
Column: TypeAlias = Literal["speed", "equipment", "wealth"]
Rank: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
Tokens: TypeAlias = Annotated[int, Meta(ge=0)]
UpToTwo: TypeAlias = Annotated[int, Meta(ge=0, le=2)]
UpToFour: TypeAlias = Annotated[int, Meta(ge=0, le=4)]
Power: TypeAlias = Annotated[int, Meta(ge=0, le=3)]

AMMUNITION = 3
STAMINA = 10

INCAPACITATED = "incapacitated"
MORTALLY_WOUNDED = "incapacitated by a wound"
LATE = "still being made"
RESTING = "resting"
OUT_OF_ACTION = (INCAPACITATED, MORTALLY_WOUNDED, LATE)
AWAY = "away from the fight"
PINNED = "pinned"
HARMLESS = "deals no fatigue next"
ONE_MORE_ACTION = "one more action"
OUT_OF_TURN = "flipping out of turn"
RALLIED = "rallied"
ENRAGED = "enraged"
BLOOD_BOUND = "blood-bound"
OUT = "out of the fight"
OF_A_FIGHT = (AWAY, PINNED, HARMLESS)
"""What ends for every character when the fight is over. DKH-76, DKH-114."""


class Options(Struct, frozen=True):
    """What the table settles before set-up. DKH-7, DKH-39, DKH-41, DKH-93.

    `max_penalty_cards` is the house limit over all skills of a character; 0 is no limit.
    """

    modules: Annotated[
        list[Module],
        Meta(
            title="What to add to the basic game",
            description=(
                "Combat adds foes and wounds, and simple attacks need it. Characters adds "
                "skills, and levels need it. Equipment adds gear and merchants. Green "
                "tokens add second tries and flashbacks."
            ),
        ),
    ] = []
    stamina: Annotated[
        Literal["heroic", "gritty"],
        Meta(
            title="Stamina",
            description=(
                "Heroic: any card costs Stamina, and it’s lost face down. Gritty: only cards "
                "with a symbol cost Stamina, and they lie face up."
            ),
        ),
    ] = "heroic"
    dice: Annotated[
        Literal["cards", "polyhedral"],
        Meta(title="Dice", description="Read them from the cards, or roll real dice."),
    ] = "cards"
    faces: Annotated[
        FaceTable, Meta(title="Card printing", description="The classic one, or the current one.")
    ] = "classic"
    max_penalty_cards: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            title="Penalty card limit",
            description="For all of a character’s skills together; 0 means no limit.",
        ),
    ] = 0


class Deckahedron(Struct, kw_only=True):
    """A Deckahedron in use: the deck, its discards, and the cards of a flip under way.

    Cards that come back unseen from an Exhaustion pile lie face down among the discards: they are
    the discard pile's bag, the face-up cards its top. DKH-4, DKH-52.
    """

    deck: Pile = field(default_factory=Pile)
    discard: Pile = field(default_factory=Pile)
    flipped: Pile = field(default_factory=Pile)

    def __post_init__(self) -> None:
        _belong("a Deckahedron", _of_a_deck(), self.deck, self.discard, self.flipped)


def _belong(place: str, known: frozenset[str], *piles: Pile) -> None:
    """Cards go only where the game has a use for them, whoever moves them."""
    knows = known.issuperset
    for pile in piles:
        if not (knows(pile.top) and knows(pile.bag) and knows(pile.bottom)):
            stray = next(card for card in pile if card not in known)
            raise ValueError(f"{stray} does not belong to {place}")


@cache
def _of_a_deck() -> frozenset[str]:
    return frozenset(faces("classic"))


@cache
def _of_a_character() -> frozenset[str]:
    return frozenset(trait_cards())


@cache
def _of_items() -> frozenset[str]:
    return frozenset(items())


class Skill(Struct):
    """How well a skill goes: penalty and bonus cards, and whether its card lies face down."""

    penalties: UpToTwo = 0
    bonuses: UpToTwo = 0
    face_down: Literal["", "breather", "rest"] = ""


class Player(Deckahedron, kw_only=True):
    """A player's character, its Deckahedron and its tokens."""

    name: str = ""
    background: str = ""
    motivation: str = ""
    special_skills: str = ""
    strength: Rank = 2
    dexterity: Rank = 2
    intelligence: Rank = 2
    spread: bool = False
    difficulty: Difficulty = "standard"
    conditions: list[str] = []
    fate: str = ""
    # Combat
    exhaustion: Pile = field(default_factory=Pile)
    harm: UpToTwo = 0
    wounds: UpToTwo = 0
    exhaustion_tokens: dict[str, Tokens] = {}
    ammunition: Tokens = AMMUNITION
    power: Power = 0
    # Characters
    cards: Pile = field(default_factory=Pile)
    skills: dict[str, Skill] = {}
    items: Pile = field(default_factory=Pile)
    charges: dict[str, Tokens] = {}
    green_tokens: Tokens = 0
    # Levels
    bonuses: list[str] = []
    phrase: str = ""
    limit: str = ""
    rallying_cry_turned: bool = False
    # Equipment
    speed: UpToFour = 2
    equipment: UpToFour = 2
    wealth: UpToFour = 2
    tokens_spread: bool = False
    laid: Pile = field(default_factory=Pile)
    sought: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        _belong("an Exhaustion pile", _of_a_deck(), self.exhaustion)
        _belong("a line", _of_a_deck(), self.laid)
        _belong("a character’s cards", _of_a_character(), self.cards)
        _belong("a character’s items", _of_items(), self.items)

    def skill(self, card: str) -> Skill | None:
        """How well a skill card of this character goes; None for any other card."""
        if card not in self.cards or not trait_cards()[card].is_skill:
            return None
        return self.skills.get(card) or Skill()

    @property
    def is_late(self) -> bool:
        """Whether the character is still made while the others play. DKH-124."""
        return LATE in self.conditions

    def is_incapacitated(self) -> bool:
        """Whether the character takes no actions, or none yet. DKH-50, DKH-124."""
        conditions = self.conditions
        return bool(conditions) and any(word in OUT_OF_ACTION for word in conditions)


class Foe(Struct, kw_only=True):
    """A person or creature that the GM plays in a fight. DKH-74, DKH-75."""

    strength: Rank = 2
    dexterity: Rank = 2
    intelligence: Rank = 2
    stamina: Tokens = 4
    tough: bool = False
    aware: bool = True
    harm: UpToTwo = 0
    wounds: UpToTwo = 0
    ammunition: Tokens = AMMUNITION
    power: Power = 0
    conditions: list[str] = []

    def is_incapacitated(self) -> bool:
        """Whether the foe is out of the fight. DKH-75, DKH-80."""
        return OUT in self.conditions


def rank_of(side: Player | Foe, stat: Stat) -> int:
    """The rank of one of the three stats."""
    if stat == "strength":
        return side.strength
    return side.dexterity if stat == "dexterity" else side.intelligence


def spent(side: Player | Foe, condition: str) -> bool:
    """Whether a condition held; it ends with this."""
    if condition not in side.conditions:
        return False
    side.conditions.remove(condition)
    return True


class Outcome(Struct):
    """What the last flip showed: the cards turned, the result card and its reading from 1 to 4."""

    who: str
    stat: str
    step: int
    cards: list[str]
    card: str
    reading: int
    effect: str = ""
    attacker: str = ""


class Table(Played, Struct, kw_only=True):
    """Everything on the table. `seats` are the players in seat order."""

    options: Options
    gm: str
    seats: list[str]
    players: dict[str, Player]
    phase: Literal["creation", "play", "over"] = "creation"
    spotlight: str = ""
    acted: bool = False
    setting: str = ""
    ties: str = ""
    last: Outcome | None = None
    die: Tokens = 0
    foes: dict[str, Foe] = {}
    foe_cards: Deckahedron = field(default_factory=Deckahedron)
    wound_supply: Pile = field(default_factory=Pile)
    blessing_supply: Pile = field(default_factory=Pile)
    pool: Pile = field(default_factory=Pile)
    library: Pile = field(default_factory=Pile)
    item_supply: Pile = field(default_factory=Pile)

    def has(self, module: Module) -> bool:
        return module in self.options.modules

    def may_go_on(self, seat: str) -> bool:
        """Whether a player has one more action to make at once. DKH-96."""
        return ONE_MORE_ACTION in self.players[seat].conditions

    def fighting(self) -> list[str]:
        """The foes that are still in the fight."""
        return sorted(name for name, foe in self.foes.items() if not foe.is_incapacitated())
