"""The table as plain data: players, their piles and cards, foes, points, campaign."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from fatedeck.engine.cards import Pile
from fatedeck.engine.names import free_name
from fatedeck.engine.tale import Played
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import ItemFace, MoveFace

Count = Annotated[int, Meta(ge=0)]
Rank = Annotated[int, Meta(ge=1, le=4)]
Level = Literal["wild", "novice", "studied", "expert", "master"]
Power = Literal["1", "d4", "d6", "d10"]
Die = Literal["d4", "d6", "d10"]
Kind = Literal["physical", "mental"]
Campaign = Literal["one-shot", "nine-hour", "thirty-hour"]
Phase = Literal["tutorial", "creation", "play", "over"]

OUT_OF_ACTION = ("incapacitated", "unconscious", "out", "dead")
"""Conditions under which a PC takes no actions. TFA-95."""
LATE = "still being made"
"""The condition of a PC that comes late and takes no part yet. TFA-375."""
_NOT_ABLE = frozenset((*OUT_OF_ACTION, LATE))

MOST_CAPACITY = 5
"""The printed gauge has five fields. TFA-369."""


class Options(Struct):
    """What a table settles before set-up. TFA-87, TFA-92, TFA-120, TFA-285, TFA-315, TFA-318."""

    campaign: Annotated[
        Campaign,
        Meta(
            title="How long you play",
            description="This decides which cards, chapters and kinds of injury you play with.",
            extra_json_schema={
                "openly": True,
                "labels": {
                    "one-shot": "One evening",
                    "nine-hour": "Three sessions (about nine hours)",
                    "thirty-hour": "Up to ten sessions (about thirty hours)",
                },
            },
        ),
    ] = "one-shot"
    numbers: Annotated[
        Literal["cards", "dice"],
        Meta(
            title="Where numbers come from",
            description="Reveal d4, d6 and d10 from your cards, or roll dice.",
        ),
    ] = "cards"
    stamina: Annotated[
        Literal["guide", "lucky", "heroic"],
        Meta(
            title="Lost Stamina",
            description=(
                "How you count it. Guide is the rule in the book; lucky and heroic are older rules."
            ),
        ),
    ] = "guide"
    exhaustion_reveal: Annotated[
        Literal["discard", "return"],
        Meta(
            title="A card revealed from the Exhaustion pile",
            description="It goes to the discard pile, or back into the Exhaustion pile.",
        ),
    ] = "discard"
    moves: Annotated[
        Literal["random", "gm", "draft"],
        Meta(
            title="Move cards",
            description="Laid out at random, chosen by the game master, or drafted by the players.",
        ),
    ] = "random"
    tutorial: Annotated[
        bool,
        Meta(
            title="Begin with the tutorial",
            description="In Sarukkan's Chamber, with prepared characters.",
        ),
    ] = False


class Move(Struct):
    """A move card before a player: its level, and what lies on it. TFA-15, TFA-216."""

    id: str
    level: Level = "studied"
    face_down: Literal["", "breather", "rest"] = ""
    exhaustion: Count = 0
    harm: Count = 0
    wound: Count = 0
    item: str = ""

    @property
    def face(self) -> MoveFace:
        return catalogue.moves()[self.id]

    def slots(self) -> list[str]:
        """The slots open at its level; a card face down has none. TFA-188, TFA-189."""
        if self.face_down or not self.face.slots:
            return []
        reached = catalogue.level_modifier(self.level)
        return [
            slot
            for level, slots in self.face.slots.items()
            if catalogue.level_modifier(level) <= reached
            for slot in slots
        ]


class Item(Struct, omit_defaults=True):
    """An item card: weapon, armour, shield, magic item or any named thing."""

    name: str
    base: str = ""
    kind: Literal["weapon", "armour", "shield", "magic", "thing"] = "thing"
    enc: Count = 1
    range: list[str] = []
    power: str = ""
    max_power: str = ""
    slots: list[str] = []
    harm: Count = 0
    wound: Count = 0
    avoids: str = ""
    results: dict[str, list[str]] = {}
    strikes: bool = False
    effect: str = ""
    source: str = ""
    ongoing: bool = False
    flowing: bool = False
    gauge: str = ""
    capacity: Annotated[int, Meta(ge=0, le=MOST_CAPACITY)] = 0
    charges: Count = 0
    damage: Annotated[int, Meta(ge=0, le=2)] = 0
    precious: bool = False
    unclear: bool = False
    secret: bool = False
    tied: bool = False
    heirloom: bool = False
    downside: str = ""

    @property
    def is_magic(self) -> bool:
        """It has a capacity for charges. TFA-157."""
        return self.capacity > 0


class Edge(Struct):
    """An advantage or disadvantage that waits for a flip. TFA-345, TFA-349."""

    amount: int
    text: str
    foe: str = ""


class Puzzle(Struct):
    """A corner mini-game under way; its cards lie in play. TFA-227, TFA-229."""

    move: str
    size: int
    effect: str = ""
    waits: Count = 0


class Player(Struct, omit_defaults=True):
    """One player: the sheet, the piles and the cards. TFA-15.

    Tokens, XP and green and red cards are without limit, so they are only counted. TFA-16, TFA-18.
    """

    name: str = ""
    attributes: dict[str, Rank] = {}
    deck: Pile = field(default_factory=Pile)
    discard: Pile = field(default_factory=Pile)
    exhaustion: Pile = field(default_factory=Pile)
    in_play: Pile = field(default_factory=Pile)
    xp: Count = 0
    harm: Count = 0
    wounds: Count = 0
    moves: list[Move] = []
    items: list[Item] = []
    pack: Count = 0
    precious: Count = 0
    conditions: list[str] = []
    edges: list[Edge] = []
    barred: dict[str, str] = {}
    bound_wounds: Count = 0
    marked: list[str] = []
    trap_tokens: Count = 0
    dice: list[str] = []
    benefactors: dict[str, str] = {}

    background: str = ""
    fateful: str = ""
    fateful_xp: Count = 0
    fateful_offers: list[str] = []
    touchstones: list[str] = []
    touchstone: str = ""
    home: str = ""
    hand: list[str] = []
    kept: str = ""
    owed_items: list[str] = []
    chosen_items: Count = 0
    envelope_picks: Count = 0
    may_add: bool = False

    last_move: str = ""
    moved: bool = False
    fast_used: bool = False
    extra_move: bool = False
    penalty_waived: bool = False
    struck: str = ""
    strike: Count = 0
    beyond: Count = 0
    struck_in_melee: bool = False
    breather_due: bool = False
    away: bool = False
    mercy: bool = False
    downtime: str = ""
    resting: bool = False
    tales: list[Item] = []
    puzzle: Puzzle | None = None
    benefactor_used: bool = False
    new_precious: bool = False
    contemplated: list[str] = []

    def rank(self, attribute: str) -> int:
        return self.attributes.get(attribute, 1)

    def suit(self, attribute: str) -> str:
        """The suit that is read: Anvil for rank 1 to Dragon for rank 4. TFA-13."""
        return catalogue.SUITS[self.rank(attribute) - 1]

    def is_able(self) -> bool:
        """It may act. TFA-95."""
        return not self.conditions or _NOT_ABLE.isdisjoint(self.conditions)

    @property
    def is_late(self) -> bool:
        """It is still made while the others play. TFA-375."""
        return LATE in self.conditions

    def attributes_free(self) -> list[str]:
        """The attributes it may flip now: rage leaves no wits. TFA-352."""
        return [name for name in catalogue.ATTRIBUTES if name != "int" or not self.is_berserk]

    @property
    def is_berserk(self) -> bool:
        return "berserk" in self.conditions

    def card(self, move: str) -> Move | None:
        """The own card of a move, or None."""
        for card in self.moves:
            if card.id == move:
                return card
        return None

    def has(self, move: str) -> bool:
        """It owns the card, and the card lies face up. TFA-189."""
        card = self.card(move)
        return card is not None and not card.face_down

    def item(self, name: str) -> Item | None:
        for item in self.items:
            if item.name == name:
                return item
        return None

    def encumbrance(self, *, shown: bool = False) -> int:
        """The encumbrance count: item and Pack cards with their printed modifiers.

        What others are shown leaves secret items out. TFA-129, TFA-355.
        """
        total = self.pack + self.precious
        for item in self.items:
            if not (shown and item.secret):
                total += self.burden(item)
        return total

    def burden(self, item: Item) -> int:
        """What one item counts. TFA-129, TFA-169, TFA-171, TFA-355."""
        weight = item.enc - item.tied - item.heirloom
        if item.source and self.card(item.source) is not None:
            return 0
        skin = self.card("like_a_second_skin")
        if skin is not None and not skin.face_down:
            if item.kind == "armour":
                weight = 0 if skin.level == "master" else weight - 1
            elif item.kind == "shield" and skin.level in ("expert", "master"):
                weight -= 1
        return max(0, weight)


class Foe(Struct, omit_defaults=True):
    """An opponent of the GM's. Its numbers are the GM's alone until told. TFA-7, TFA-329."""

    name: str
    stamina: Count
    power: Power = "d4"
    most: Count = 0
    armour: Count = 0
    specials: list[str] = []
    monster: bool = False
    armed: bool = True
    revealed: list[str] = []
    red_tokens: Count = 0
    weakness: str = ""
    weakness_fresh: bool = False
    opening: Count = 0
    surprised: bool = False
    elusive: bool = False
    armour_barred: bool = False
    disarmed: bool = False
    hobbled: bool = False
    held: bool = False
    speechless: list[str] = []
    gone: str = ""

    def is_up(self) -> bool:
        """It is still in the fight. TFA-118, TFA-336."""
        return self.stamina > 0 and not self.gone

    def looks(self) -> str:
        """How badly hurt it is, as anybody can see while it fights. TFA-7."""
        if not self.is_up() or self.stamina >= self.most:
            return ""
        return "badly hurt" if 2 * self.stamina <= self.most else "hurt"


class Circumstance(Struct):
    """A disadvantage bought with a Shadow point, for all PCs in it. TFA-274."""

    name: str
    seats: list[str] = []


class Due(Struct):
    """A GM move that a result calls for, with the PCs it falls on. TFA-60, TFA-64, TFA-266."""

    seats: list[str]
    why: str


class Arrival(Struct):
    """An NPC who came unexpectedly, and the foe whom it keeps from acting. TFA-283."""

    name: str
    keeps: str = ""


class Pursuit(Struct):
    """A chase under way. TFA-237 to TFA-249."""

    rabbit: str
    joined: list[str]
    round: int = 1
    fled: Count = 0
    caught: Count = 0
    streak: Count = 0
    used: list[str] = []


class Outcome(Struct):
    """How the last flip came out, for all to read."""

    seat: str
    move: str = ""
    attribute: str = ""
    net: int = 0
    cards: list[str] = []
    resolver: str = ""
    owner: str = ""
    result: int = 0
    sign: str = ""


class Table(Played, Struct, omit_defaults=True):
    """Everything that is saved, and nothing else."""

    options: Options
    gm: str
    order: list[str]
    players: dict[str, Player]
    phase: Phase = "creation"
    blessings: Pile = field(default_factory=Pile)
    wounds: Pile = field(default_factory=Pile)

    supply: list[str] = []
    laid_out: list[str] = []
    passes: Count = 0
    one_ring: list[str] = []
    two_rings: list[str] = []
    gm_touchstones: list[str] = []
    gm_touchstone: str = ""
    off_limits: list[str] = []
    magic: str = ""

    shadow: Count = 0
    circled: Count = 0
    circled_in: str = ""
    journey: Count = 0
    book: Annotated[int, Meta(ge=1, le=3)] = 1
    chapter: Annotated[int, Meta(ge=1, le=8)] = 1
    session: Annotated[int, Meta(ge=1)] = 1
    earned: list[str] = []
    exhibitions: Count = 0
    rested: bool = False
    goal: str = ""
    hearth: str = ""
    hearth_available: bool = True
    hearth_revealed: bool = False
    waivers: list[str] = []

    scene: str = ""
    town: bool = False
    peaceful: bool = False
    at_hearth: bool = False
    day: Annotated[int, Meta(ge=1)] = 1
    town_days: Count = 0
    spotlight: str = ""
    combat: Annotated[int, Meta(ge=0, le=3)] = 0
    foes: list[Foe] = []
    circumstances: list[Circumstance] = []
    arrivals: list[Arrival] = []
    due: list[Due] = []
    pursuit: Pursuit | None = None
    effects_seen: list[str] = []
    pace: Count = 1
    last: Outcome | None = None
    last_power: int = 0

    def seated(self) -> list[tuple[str, Player]]:
        """The players clockwise from the GM's left. TFA-317."""
        return [(seat, self.players[seat]) for seat in self.order]

    def foe(self, name: str) -> Foe | None:
        for foe in self.foes:
            if foe.name == name:
                return foe
        return None

    def first_up(self) -> Foe | None:
        """The first foe still in the fight. TFA-118, TFA-336."""
        for foe in self.foes:
            if foe.is_up():
                return foe
        return None

    def able(self) -> list[str]:
        """The seats whose PCs may act."""
        players = self.players
        return [s for s in self.order if not players[s].conditions or players[s].is_able()]

    def is_fought(self) -> bool:
        """Whether a PC who can act is in the fight, and did not run from it. TFA-336."""
        for seat in self.order:
            player = self.players[seat]
            if not player.away and player.is_able():
                return True
        return False

    def others(self, seat: str) -> list[str]:
        """The other seats whose PCs may act."""
        return [other for other in self.able() if other != seat]

    def on_time(self) -> list[tuple[str, Player]]:
        """The players whose PCs are not made late, clockwise. TFA-375."""
        return [(seat, player) for seat, player in self.seated() if not player.is_late]

    def living(self) -> list[str]:
        """The seats whose PCs are in play and not dead. TFA-284, TFA-375."""
        players = self.players
        out = ("dead", LATE)
        return [s for s in self.order if not any(word in players[s].conditions for word in out)]

    def beside(self, seat: str) -> list[str]:
        """The other PCs in the same scene who can act and have their hands free.

        Whoever runs, or ran from the fight, is elsewhere. TFA-53, TFA-95, TFA-192, TFA-235.
        """
        here = self.place(seat)
        found: list[str] = []
        for other in self.order:
            if other != seat and self.place(other) == here:
                player = self.players[other]
                if player.puzzle is None and player.is_able():
                    found.append(other)
        return found

    def place(self, seat: str) -> str:
        """Where a PC is: on the run, away from the fight, or here. TFA-192, TFA-238."""
        if self.pursuit is not None and seat in self.pursuit.joined:
            return "on the run"
        return "away" if self.players[seat].away else "here"

    def left_of(self, seat: str) -> str:
        """The seat to the left, the GM after the last player. TFA-317, TFA-321."""
        seats = [self.gm, *self.order]
        return seats[(seats.index(seat) + 1) % len(seats)]

    def right_of(self, seat: str) -> str:
        """The seat to the right, the GM before the first player. TFA-317, TFA-321."""
        if seat == self.gm:
            return self.order[-1]
        place = self.order.index(seat)
        return self.order[place - 1] if place else self.gm

    def death_is_real(self) -> bool:
        """One-Shot chapter 3 and 9-hour chapter 6. TFA-295."""
        return self.chapter == (3 if self.options.campaign == "one-shot" else 6)

    def has_harm(self) -> bool:
        """Harm exists in 9-hour and 30-hour campaigns only. TFA-121."""
        return self.options.campaign != "one-shot"


def new_item(face: ItemFace, name: str = "", *, capacity: int | None = None) -> Item:
    """An item card from the supply, fully charged. TFA-157, TFA-324."""
    room = face.capacity if capacity is None else min(capacity, MOST_CAPACITY)
    return Item(
        name or face.name.replace("_ of", "Token of").replace("_ ", "").replace(" _", " Charm"),
        base=face.id,
        kind=_kind_of(face),
        enc=face.enc,
        range=list(face.range),
        power=face.power,
        max_power=face.max_power,
        slots=list(face.slots),
        avoids=face.avoids,
        results={key: list(verbs) for key, verbs in face.do.items()},
        strikes=face.id == "shield",
        effect=face.effect,
        source=face.power_source,
        ongoing=face.ongoing,
        gauge=face.gauge,
        capacity=room,
        charges=room,
    )


def _kind_of(face: ItemFace) -> Literal["weapon", "armour", "shield", "magic", "thing"]:
    match face.kind:
        case "weapon" | "armour" | "shield" | "magic":
            return face.kind
        case _:
            return "thing"


def give_item(player: Player, item: Item) -> Item:
    """Lay an item card before a player, under a name of its own."""
    item.name = free_name(item.name, [other.name for other in player.items])
    player.items.append(item)
    return item


def clamp(net: int) -> int:
    """A flip uses at most 3 cards. TFA-28."""
    return net if -2 <= net <= 2 else max(-2, min(2, net))
