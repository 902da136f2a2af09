"""Everything that is saved: characters, creatures, the table between them."""

from __future__ import annotations

from copy import copy
from typing import Annotated, Literal, TypeVar, final

from msgspec import Meta, Struct, field

from fatedeck.engine.cards import Pile
from fatedeck.engine.tale import Played
from fatedeck.games.realms_behind.data import Attribute, Kind

V = TypeVar("V")

Number = Annotated[int, Meta(ge=0)]
"""A number that is never negative. RB-2.12."""

Phase = Literal["creation", "exploration", "downtime", "encounter"]
"""RB-15.1."""

Place = Literal["equipped", "at-hand", "inventory"]
"""The three groups that things are carried in. RB-19.1."""


Curses = Literal["on purpose", "as flaws"]
"""How curses are worked into a new thing: wanted, or taken for easier work. RB-20.3, RB-20.11."""


class Statuses(Struct, omit_defaults=True):
    """Stacks of each status; 0 stacks is no status. Taunted is kept per taunter. RB-16.1."""

    bleeding: Number = 0
    crippled: Number = 0
    harried: Number = 0
    poisoned: Number = 0
    sickened: Number = 0
    necrotic: Number = 0
    berserk: Number = 0
    enchanted: Number = 0
    fogged: Number = 0
    exposed: Number = 0
    warded: Number = 0
    dispelled: Number = 0
    burning: Number = 0
    frozen: Number = 0
    frightened: Number = 0
    slowed: Number = 0
    hasted: Number = 0
    vulnerable: Number = 0
    protected: Number = 0


class Being(Struct, kw_only=True, omit_defaults=True):
    """Whoever may stand in an encounter: a player character or one of the GM's creatures."""

    name: str
    side: Literal["party", "foes"] = "party"
    x: Number = 0
    y: Number = 0
    placed: bool = False
    statuses: Statuses = field(default_factory=Statuses)
    taunted: dict[str, Number] = {}
    warded_against: dict[str, Number] = {}
    vulnerable_to: dict[str, Number] = {}
    will: Number = 0
    fortune: Number = 0
    madness: Number = 0
    ap: Number = 0
    reactions: Number = 0
    speed_this_turn: Number = 0
    speed_this_encounter: Number = 0
    bulwark_turns: Number = 0
    support: Number = 0
    luck_next: int = 0
    """Advantage less Disadvantage that the GM gave to the next check. RB-8.8, RB-21.7."""
    attacked_with: list[str] = []
    conditions: list[str] = []
    left_scene: bool = False
    dead: bool = False
    waiting: bool = False
    """Not in play yet: being made, or late. RB-22.7."""

    def is_here(self) -> bool:
        """In play, alive and on the scene."""
        return not (self.left_scene or self.dead or self.waiting)


class Item(Struct, omit_defaults=True):
    """One thing that a character owns, and what was worked into it."""

    name: str
    kind: str
    place: Place = "inventory"
    enhancements: list[str] = []
    choices: dict[str, str] = {}
    curses_known: bool = False
    granted_by: str = ""
    """The feat that it came with."""


class Technique(Struct):
    """A built technique: its feat, its features and what was picked while building. RB-18.5."""

    name: str
    base: str
    features: list[str] = []
    element: str = ""
    shape: str = ""


class Project(Struct):
    """Something being crafted. `item` names the finished thing that is being enchanted."""

    name: str
    kind: str
    level: Number
    steps: Number
    done: Number = 0
    enhancements: list[str] = []
    choices: dict[str, str] = {}
    item: str = ""


@final
class Character(Being, kw_only=True, omit_defaults=True):
    """A player character; `name` is its seat, `title` what it is called.

    Health has two parts, `shallow` and `deep`. RB-13.1.
    """

    title: str = ""
    ready: bool = False
    body: Number = 0
    mind: Number = 0
    spirit: Number = 0
    luck: Number = 0
    skills: dict[str, Number] = {}
    feats: list[str] = []
    techniques: dict[str, Technique] = {}
    xp: int = 75
    gold: Number = 10
    items: dict[str, Item] = {}
    shallow: Number = 0
    deep: Number = 0
    deck: Pile = field(default_factory=Pile)
    hand: Pile = field(default_factory=Pile)
    discard: Pile = field(default_factory=Pile)
    revealed: Pile = field(default_factory=Pile)
    growth: list[str] = []
    exploration_actions: Number = 5
    downtime_actions: Number = 1
    willing: bool = True
    used_today: dict[str, Number] = {}
    dream: str = ""
    materials: dict[str, Number] = {}
    recipes: list[str] = []
    projects: dict[str, Project] = {}

    def attribute(self, attribute: Attribute) -> int:
        """The bare attribute."""
        if attribute == "body":
            return self.body
        if attribute == "mind":
            return self.mind
        return self.spirit if attribute == "spirit" else self.luck

    def actions_left(self, phase: str) -> int:
        """How many actions of Exploration or Downtime are left today. RB-15.3."""
        return self.exploration_actions if phase == "exploration" else self.downtime_actions

    def worn(self) -> list[Item]:
        """What is equipped."""
        return [item for item in self.items.values() if item.place == "equipped"]


@final
class Creature(Being, kw_only=True, omit_defaults=True):
    """One of the GM's creatures: its kind, its level, one pool of Health."""

    kind: str
    level: Annotated[int, Meta(ge=1, le=5)]
    health: Number
    side: Literal["party", "foes"] = "foes"
    own: Kind | None = None
    """What it is, if the GM made it. RB-21.1."""


class Pool(Struct, omit_defaults=True):
    """The suits that a check has gathered. RB-6.1."""

    hearts: int = 0
    spades: int = 0
    clubs: int = 0
    diamonds: int = 0

    def of(self, suit: str) -> int:
        """How many cards of a suit."""
        count: int = getattr(self, suit)
        return count

    def add(self, suit: str) -> None:
        setattr(self, suit, getattr(self, suit) + 1)


class Outcome(Struct):
    """How the last check went. `sum` is the rank plus all modifiers. RB-5.2, RB-10.1."""

    actor: str
    skill: str
    target: str = ""
    modifier: int = 0
    threshold: int = 0
    hidden: bool = False
    demand: str = ""
    net: int = 0
    gambles: int = 0
    base: str = ""
    rank: int = 0
    sum: int = 0
    success: bool = False
    successes: int = 0
    extra: int = 0
    pool: Pool = field(default_factory=Pool)
    hits: list[str] = []
    damage: dict[str, int] = {}
    healed: int = 0


class Parley(Struct):
    """A dialogue: how many concessions win the other side over. RB-15.14."""

    with_whom: str
    needed: Number
    hidden: bool
    won: Number = 0


class Table(Played, Struct, kw_only=True, omit_defaults=True):
    """The whole game."""

    gm: str
    players: dict[str, Character]
    creatures: dict[str, Creature] = {}
    gm_deck: Pile = field(default_factory=Pile)
    gm_discard: Pile = field(default_factory=Pile)
    gm_revealed: Pile = field(default_factory=Pile)
    fae_deck: Pile = field(default_factory=Pile)
    dealt: Pile = field(default_factory=Pile)
    dealt_to: str = ""
    phase: Phase = "creation"
    day: Number = 0
    short_rests: Number = 0
    width: Annotated[int, Meta(ge=1, le=60)] = 24
    height: Annotated[int, Meta(ge=1, le=60)] = 16
    difficult: list[str] = []
    order: list[str] = []
    turn: Number = 0
    round: Number = 0
    workspace: bool = False
    parley: Parley | None = None
    last: Outcome | None = None
    jokers: bool = False
    gm_sees_hands: bool = False

    def being(self, name: str) -> Being:
        """A character or a creature by its name."""
        return self.players[name] if name in self.players else self.creatures[name]

    def beings(self) -> list[Being]:
        """Everyone, the player characters first."""
        return [*self.players.values(), *self.creatures.values()]

    def whose_turn(self) -> str:
        """Who acts now in the encounter; nobody outside one."""
        return self.order[self.turn] if self.phase == "encounter" and self.order else ""

    def seat_of(self, being: Being) -> str:
        """The seat that decides for someone: its own, or the GM's. RB-22.1."""
        return being.name if type(being) is Character else self.gm


NO_CARDS = Pile()
SOME_CARDS = Pile(top=["a card"])


def without_cards(character: Character) -> Character:
    """A character without its piles: of those only whether hand and draw pile hold a card.

    More of them is on no sheet, and decides nothing but what is played. RB-4.2, RB-4.5.
    """
    glimpsed = copy(character)
    glimpsed.hand = SOME_CARDS if character.hand.top else NO_CARDS
    glimpsed.deck = SOME_CARDS if not character.deck.is_empty() else NO_CARDS
    glimpsed.discard = glimpsed.revealed = NO_CARDS
    return glimpsed


def on_paper(character: Character) -> Character:
    """What a character is made of, whoever plays it and however it fares: what it has bought."""
    return Character(
        name="",
        waiting=character.waiting,
        ready=character.ready,
        body=character.body,
        mind=character.mind,
        spirit=character.spirit,
        luck=character.luck,
        skills=character.skills,
        feats=character.feats,
        techniques=character.techniques,
        items=character.items,
        materials=character.materials,
        projects=character.projects,
    )


def add_to(stacks: dict[str, int], key: str, n: int) -> None:
    """Add to a number of a mapping, which stays in the order of its keys, as it is saved."""
    known = key in stacks
    stacks[key] = stacks.get(key, 0) + n
    if not known:
        put_in_order(stacks)


def put_in_order(mapping: dict[str, V]) -> None:
    """Sort a mapping by its keys: a saved table reads them in this order."""
    if len(mapping) > 1 and (names := list(mapping)) != (ordered := sorted(names)):
        items = [(name, mapping[name]) for name in ordered]
        mapping.clear()
        mapping.update(items)


def put_all_in_order(table: Table) -> None:
    """Everything that is kept by name, in the order of the names."""
    put_in_order(table.creatures)
    for character in table.players.values():
        put_in_order(character.items)
        put_in_order(character.techniques)
        put_in_order(character.skills)
        put_in_order(character.materials)
        put_in_order(character.projects)


class TableOptions(Struct):
    """How a table is set up.

    `characters` seats ready-made characters (`{"Ana": "dhutlo"}`); when everybody has one, the
    first day begins at once. RB-1.4, RB-1.5, RB-22.2.
    """

    characters: dict[str, str] = {}
    jokers: Annotated[
        bool,
        Meta(
            title="Jokers",
            description="Two in each player’s deck. A Joker has rank 14 and the suit you name.",
        ),
    ] = False
    gm_sees_hands: Annotated[
        bool,
        Meta(
            title="The GM sees everyone’s hand", description="Only if everyone at the table agrees."
        ),
    ] = False
