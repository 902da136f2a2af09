"""Everything on the table: decks, characters, the fight, and what the last Check showed."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct, field

from fatedeck.engine.cards import Pile
from fatedeck.engine.tale import Played

Count: TypeAlias = Annotated[int, Meta(ge=0)]
Modifier: TypeAlias = Annotated[int, Meta(ge=-2, le=6)]
Length: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
Side: TypeAlias = Literal["party", "foes"]
Kind: TypeAlias = Literal["pc", "dealer", "boss", "npc", "companion"]
Role: TypeAlias = Literal["", "Caster", "Defender", "Martial", "Support"]
Suit: TypeAlias = Literal["", "C", "D", "H", "S"]
Match: TypeAlias = Literal["", "colour", "suit"]
Hidden: TypeAlias = Literal["", "difficulty", "all"]
Light: TypeAlias = Literal["bright", "partial", "full"]
TerrainKind: TypeAlias = Literal["challenging", "half", "full", "wall", "special"]
PowerSet: TypeAlias = Literal["current", "seed_era"]
CheckKind: TypeAlias = Literal["check", "attack", "save", "condition", "epic", "ko"]
Degree: TypeAlias = Literal[
    "critical",
    "major",
    "suited_success",
    "color_success",
    "success",
    "suited_miss",
    "color_miss",
    "miss",
]

WORLD = "World"
NPC = "Minions"
SPARE = ("Dealer 1", "Dealer 2", "Dealer 3", "Dealer 4")

SUITS = ("C", "D", "H", "S")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
PLAYING_CARDS = tuple(rank + suit for suit in SUITS for rank in RANKS)
JOKERS = ("BJ", "RJ")
_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
CARD_NAMES = {card: card[:-1] + _SIGNS[card[-1]] for card in PLAYING_CARDS} | {
    "BJ": "Black Joker",
    "RJ": "Red Joker",
}
"""What people call each card: `7H` is 7♥."""
ATTRIBUTES = ("AGL", "CON", "GUT", "INT", "STR", "VIT")
ATTRIBUTE_OF = {
    "Finesse": "AGL",
    "Stealth": "AGL",
    "Bluffing": "CON",
    "Performance": "CON",
    "Detection": "GUT",
    "Craft": "GUT",
    "Knowledge": "INT",
    "Investigation": "INT",
    "Athletics": "STR",
    "Brute": "STR",
}
SKILLS = tuple(ATTRIBUTE_OF)
STATS = (*ATTRIBUTES, *SKILLS)
STAT_NAMES = {
    "AGL": "Agility",
    "CON": "Conviction",
    "GUT": "Intuition",
    "INT": "Intelligence",
    "STR": "Strength",
    "VIT": "Vitality",
    **{skill: skill for skill in SKILLS},
}
"""Attributes and Skills in whole words. DOA-45, DOA-46."""


def stat_name(stat: str) -> str:
    """An Attribute or a Skill in a whole word."""
    return STAT_NAMES[stat]


def whole_stat(stat: str) -> str:
    """An Attribute or a Skill in a whole word, with what stands for it on a sheet.

    >>> whole_stat("CON"), whole_stat("Craft")
    ('Conviction (CON)', 'Craft')
    """
    name = stat_name(stat)
    return name if name == stat else f"{name} ({stat})"


class Cards(Struct, omit_defaults=True):
    """One deck of cards and where its cards lie: every card is in exactly one zone. DOA-11.

    `targets` are the Target Cards drawn from this deck that lie open, `play` the cards of the Check
    under way, `reserved` those lent out, `spent` the spent Jokers, `screen` what the Game Master
    drew behind the screen and has not shuffled back.
    """

    deck: Pile = field(default_factory=Pile)
    discard: Pile = field(default_factory=Pile)
    fate: Pile = field(default_factory=Pile)
    targets: Pile = field(default_factory=Pile)
    play: Pile = field(default_factory=Pile)
    reserved: Pile = field(default_factory=Pile)
    spent: Pile = field(default_factory=Pile)
    screen: Pile = field(default_factory=Pile)


class Weapon(Struct, omit_defaults=True):
    """A weapon that somebody carries. DOA-367, DOA-384.

    A creature's own attack may print its modifier.
    """

    name: str
    damage: Count = 1
    range: Count = 1
    hands: Count = 1
    modifier: int | None = None


class Effect(Struct, omit_defaults=True):
    """Something that holds for a character for a while.

    `hand` is an Upper (+) or Lower (-) Hand, `on` what it concerns: a stat, "attack", "sight",
    "hearing", "turn" (Checks on one's turn), or a character. `uses` is how often it still counts
    (0: until it expires), `until` when it expires: at the start or end of the turn of `of`, the
    `rounds`-th from now; when `of` sustains another power or its rounds are over; outside the zone
    of its name; with the combat; or with a rest.
    """

    name: str
    hand: int = 0
    amount: int = 0
    by: str = ""
    on: str = ""
    uses: Count = 0
    until: Literal["start", "end", "sustained", "zone", "combat", "rest", "full rest", "ended"] = (
        "ended"
    )
    of: str = ""
    rounds: Count = 0


class Wound(Struct, omit_defaults=True):
    """Damage that may still be ignored by Toughen Up: what was lost to it. DOA-34 to DOA-37.

    `window` counts its turns that have still to end before it is too late; no more comes back
    than there was before it.
    """

    damage: Count
    hp: Count = 0
    ap: Count = 0
    power_ap: Count = 0
    window: Count = 1
    hp_before: Count = 99
    ap_before: Count = 99
    power_ap_before: Count = 99


class Character(Struct, omit_defaults=True):
    """Anyone who acts: a player's character, a Companion, a creature of the Game Master's.

    A player's character bears the name of its seat. `deck` names the cards it draws from, `target`
    its Target Card, `target_with` whose Target Card it shares instead. DOA-53 to DOA-64.
    """

    name: str
    owner: str
    kind: Kind = "pc"
    side: Side = "party"
    title: str = ""
    background: str = ""
    deck: str = ""
    target: str = ""
    target_with: str = ""
    tokens: Annotated[int, Meta(ge=0, le=100)] = 0

    role: Role = ""
    level: Annotated[int, Meta(ge=1, le=10)] = 1
    primary: str = ""
    suit: Suit = ""
    discard_power: str = ""
    attributes: dict[str, Modifier] = field(default_factory=lambda: dict.fromkeys(ATTRIBUTES, 0))
    skills: dict[str, Modifier] = field(default_factory=lambda: dict.fromkeys(SKILLS, 0))
    powers: list[str] = field(default_factory=list)
    power_options: dict[str, list[str]] = field(default_factory=dict)
    power_set: PowerSet = "current"
    vulnerabilities: list[str] = field(default_factory=list)
    vulnerability_xp: dict[str, int] = field(default_factory=dict)
    xp: Count = 0
    making: bool = False
    more_vulnerabilities: bool = False
    respec: bool = False

    hp: Count = 0
    max_hp: Count = 0
    pp: Count = 0
    max_pp: Count = 0
    ap: Count = 0
    max_ap: Count = 0
    power_ap: Count = 0
    ar: Count = 3
    speed: Count = 6
    lost_speed: Count = 0
    rest_cards: Count = 0
    quick_rests: Count = 0
    rested: dict[str, Count] = field(default_factory=dict)
    fatigue: Annotated[int, Meta(ge=0, le=5)] = 0
    least_hp: Count = 5
    extra_hp: int = 0
    extra_pp: int = 0
    printed_ar: int = -1
    printed_ap: Count = 0
    base_speed: Count = 6

    weapons: list[Weapon] = field(default_factory=list)
    weapon: str = ""
    armour: str = ""
    shield: str = ""
    items: dict[str, int] = field(default_factory=dict)
    money: Count = 0
    lost_ap: dict[str, Count] = field(default_factory=dict)
    armour_hp: dict[str, Count] = field(default_factory=dict)
    armour_pp: dict[str, Count] = field(default_factory=dict)

    conditions: list[str] = field(default_factory=list)
    poisoned: Count = 0
    effects: list[Effect] = field(default_factory=list)
    wounds: list[Wound] = field(default_factory=list)

    companion_of: str = ""
    summoned: bool = False
    creature: str = ""
    group: str = ""
    x: int | None = None
    y: int | None = None
    known: list[str] = field(default_factory=list)
    phases: Count = 0

    dead: bool = False
    stable: bool = False
    dying: bool = False
    ko_won: Count = 0
    ko_lost: Count = 0
    ko_hits: Count = 0
    ko_turns: Count = 0

    def modifier(self, stat: str) -> int:
        """The Modifier of an Attribute or a Skill. DOA-47."""
        skill = self.skills.get(stat)
        return self.attributes[stat] if skill is None else skill

    @property
    def is_dealer(self) -> bool:
        """Whether it has a deck and Fate Cards of its own. DOA-53, DOA-55."""
        return self.kind in ("pc", "dealer", "boss")


class Outcome(Struct, omit_defaults=True):
    """What a Check came to, kept for the story, the view and the scenarios.

    `save` tells that this table calls it a Save. DOA-116.
    """

    who: str
    stat: str
    target: str
    difficulty: int
    modifier: int
    net: int
    drawn: list[str]
    used: str
    distance: int
    degree: Degree
    success: bool
    reported: str = ""
    match: Match = ""
    hidden: Hidden = ""
    redrawn: list[str] = field(default_factory=list)
    save: bool = False

    @property
    def title(self) -> str:
        """What was drawn for: the Attribute or Skill, or a Save with it."""
        return f"{self.stat} Save" if self.save else self.stat


class Stake(Struct, omit_defaults=True):
    """What hung on the last Check, so that a result overruled carries its consequences. DOA-3.

    What it had cost and put on `to` is noted, to be taken back.
    """

    kind: Literal["attack", "save", "treatment", "condition"]
    by: str
    to: str
    power: str = ""
    tier: Count = 0
    chosen: str = ""
    on_hit: bool = False
    attack: Literal["weapon", "mystic"] = "weapon"
    bonus: int = 0
    weapon: Weapon = field(default_factory=lambda: Weapon(""))
    hp: Count = 0
    ap: Count = 0
    power_ap: Count = 0
    gained: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)


class Upset(Struct, omit_defaults=True):
    """What else a Check did to whom it concerned, to be taken back with its stake. DOA-3.

    The conditions that it `ended` with their effects, from whom somebody had been hidden, a Boss's
    `phase` that it began, and how the draws for a life stood before (`ko`: won, lost, hits, turns,
    whether stable, whether going on).
    """

    ended: list[str] = field(default_factory=list)
    lifted: list[Effect] = field(default_factory=list)
    unseen: list[str] = field(default_factory=list)
    phase: bool = False
    ko: list[int] = field(default_factory=list)


class Reserved(Struct, omit_defaults=True):
    """A card lent to somebody's Check: from whose deck, to whom, as help or distraction. DOA-351.

    The one-minute limit of Lend Aid is an effect of the holder with the same name.
    """

    card: str
    deck: str
    holder: str
    power: Literal["Lend Aid", "Lend Distraction"]


class Volunteer(Struct, omit_defaults=True):
    """Who takes on a task of an Epic Event, and with what. DOA-236."""

    name: str
    stat: str


class Task(Struct, omit_defaults=True):
    """One Target Card of an Epic Event. DOA-235."""

    target: str
    difficulty: Count
    volunteers: list[Volunteer] = field(default_factory=list)


class Epic(Struct, omit_defaults=True):
    """An Epic Event; `last` took on the task before, `result` stands once it is over. DOA-233."""

    name: str
    needed: Count
    allowed: Count
    tasks: Count
    won: Count = 0
    lost: Count = 0
    drawn: Count = 0
    task: Task | None = None
    last: list[str] = field(default_factory=list)
    result: Literal["", "success", "failure", "open"] = ""


class Rest(Struct, omit_defaults=True):
    """The Rest that was called last: the minutes missing to some, who may still spend Rest Cards.

    How far each has come is on the character. DOA-264, DOA-265.
    """

    kind: Literal["quick", "full"]
    minutes: Count
    who: list[str] = field(default_factory=list)
    resting: list[str] = field(default_factory=list)


class Terrain(Struct, omit_defaults=True):
    """One space of the map that is not plain ground. `note` names its kind, such as "Web".

    An obstacle is of half or of full height; a wall also hides wholly. DOA-309, DOA-314.
    """

    x: int
    y: int
    kind: TerrainKind
    note: str = ""


Ground: TypeAlias = Literal["", "cave", "wood", "street", "hall"]
"""What a map is a map of; it is seen and means nothing else."""


class Map(Struct, omit_defaults=True):
    """The ground: its size, what lies on it, and the light. DOA-149, DOA-300.

    A map is optional: without one (width 0) the Game Master states the distances.
    """

    width: Length = 20
    height: Length = 20
    terrain: list[Terrain] = field(default_factory=list)
    light: Light = "bright"
    ground: Ground = ""


# Combat


class Turn(Struct, omit_defaults=True):
    """What is left of a turn: movement in half spaces, a Major and a Minor Action. DOA-133.

    How far one may go follows from the character's speed; `speed` is the most, where a turn gives
    less. A delayed turn is `lost` when its owner was Knocked Out meanwhile (DOA-257).

    `limit` is "either" when Stunned leaves movement or one Action, "one" when only one Action is
    left whatever its kind. `attacks` are the kinds of attack made, `carried` whom Momentum moves.
    A turn inside another's (a Companion commanded, an extra Major Action) has its own `kind`.
    """

    who: str
    speed: Count | None = None
    lost: bool = False
    spent: Count = 0
    moved: Count = 0
    diagonals: Count = 0
    major: Count = 1
    minor: Count = 1
    kind: Literal["turn", "command", "extra"] = "turn"
    limit: Literal["", "either", "one"] = ""
    acted: Count = 0
    attacks: list[str] = field(default_factory=list)
    multiattack: Count = 0
    rushed: bool = False
    beat_flames: bool = False
    suited: bool = False
    used_power: bool = False
    directed: bool = False
    carried: list[str] = field(default_factory=list)


class Zone(Struct, omit_defaults=True):
    """A marked area: snaring ground, a light, a cloud. It goes with `on` when that names someone.

    `rounds` counts the starts of turns of `by` until it is gone; 0 is until it is lifted.
    """

    name: str
    by: str
    x: int
    y: int
    size: Count
    shape: Literal["aura", "square", "cube"] = "aura"
    on: str = ""
    rounds: Count = 0


class Wall(Struct, omit_defaults=True):
    """A conjured wall, one row of spaces. It can be hit: AR 3, no AP."""

    by: str
    spaces: list[str]
    hp: Count = 6
    target: str = ""


class Readied(Struct, omit_defaults=True):
    """A Major Action held for a trigger; its Power Points are already paid. DOA-141."""

    power: str
    cost: Count
    trigger: str


class Injury(Struct, omit_defaults=True):
    """Damage dealt by one to another, as Vengeance, Eye for an Eye and No Mercy remember it."""

    by: str
    to: str
    since: Count


class Combat(Struct, omit_defaults=True):
    """A fight: the order, who is still to act this round, and the turn under way. DOA-120 ff.

    `queue` are those still to act, the acting one first; `turns` the turn under way and turns
    inside it, the innermost last; `held` the turns of those who delay or were skipped; `clock`
    counts turns; `after` is whose turn has just ended, while Bosses are `asked` whether they act.
    `unseen` lists from whom a hider is hidden, `beside` the turns of Companions, which are their
    Dealer's.
    """

    round: Count = 1
    clock: Count = 0
    order: list[str] = field(default_factory=list)
    queue: list[str] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)
    delayed: list[str] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    surprised: list[str] = field(default_factory=list)
    gone: list[str] = field(default_factory=list)
    home: list[str] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    deeds: list[Injury] = field(default_factory=list)
    hits: list[Injury] = field(default_factory=list)
    unseen: dict[str, list[str]] = field(default_factory=dict)
    readied: dict[str, Readied] = field(default_factory=dict)
    held: dict[str, Turn] = field(default_factory=dict)
    beside: dict[str, Turn] = field(default_factory=dict)
    after: str = ""
    asked: list[str] = field(default_factory=list)

    @property
    def turn(self) -> Turn | None:
        """The turn under way, the innermost one."""
        return self.turns[-1] if self.turns else None

    @property
    def actor(self) -> str:
        """Who acts now; nobody between turns."""
        return self.turns[-1].who if self.turns else ""


# The whole


class Switches(Struct, frozen=True, omit_defaults=True):
    """The edition switches: true plays the later rule. DOA-9."""

    dr_secret: bool = False
    negative_dr: bool = False
    negative_mod: bool = False
    major_damage: bool = False
    saves: bool = False
    grapple: bool = False
    frozen_scope: bool = False
    light_armor_ap: bool = False
    medium_armor_prereq: bool = False
    armor_penalty: bool = False
    rest_cards: bool = False
    quick_rest: bool = False
    quick_rest_shuffle: bool = False
    full_rest_tc: bool = False
    fatigue: bool = False
    help: bool = False
    intensify: bool = False
    full_darkness: bool = False
    fall_recovery: bool = False
    contested_tc: bool = False
    ko_simple: bool = False
    jokers_in_deck: bool = False
    hardcore: bool = False


class Table(Played, Struct, omit_defaults=True):
    """Everything that is saved, and nothing else.

    `seats` are the players in seating order. `decks` holds a player's cards under the seat's name,
    the Game Master's World deck and Minion deck, and decks for Game Master Dealers. `drawing` is
    the Check under way as far as it has come, `last` the latest one, `results` those of a Check
    that several made. While the Game Master draws `behind_the_screen`, nobody else sees the cards.
    """

    gm: str
    seats: list[str]
    switches: Switches
    decks: dict[str, Cards]
    characters: dict[str, Character]
    map: Map = field(default_factory=Map)
    zones: list[Zone] = field(default_factory=list)
    walls: list[Wall] = field(default_factory=list)
    distances: dict[str, int] = field(default_factory=dict)
    combat: Combat | None = None
    epic: Epic | None = None
    rest: Rest | None = None
    reserved: list[Reserved] = field(default_factory=list)
    drawing: Outcome | None = None
    last: Outcome | None = None
    results: list[Outcome] = field(default_factory=list)
    stake: Stake | None = None
    upset: Upset | None = None
    safety: list[str] = field(default_factory=list)
    narrator: str = ""
    behind_the_screen: bool = False
    power_set: PowerSet = "current"
    diagonals: Literal["1", "1.5", "2 a round"] = "1"
    prices: Literal["cost", "cost_items_file", "cost_2022"] = "cost"

    def cards(self, character: Character) -> Cards:
        """The cards that a character draws from: its own, its Dealer's, or the shared ones."""
        return self.decks[character.deck]

    def enter(self, character: Character) -> None:
        """Somebody enters play; all are kept in the order of their names, as a saved table is."""
        self.characters[character.name] = character
        self.characters = dict(sorted(self.characters.items()))

    def allies(self, character: Character) -> list[Character]:
        """All others on its side who are in play."""
        return [
            other
            for other in self.characters.values()
            if other.side == character.side and other is not character and not other.dead
        ]
