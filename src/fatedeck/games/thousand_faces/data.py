"""The printed cards and tables of the game, read once from the files in `data`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from fatedeck.engine.data_files import data_file
from fatedeck.engine.story import capital

ATTRIBUTES = ("str", "dex", "int")
SUITS = ("anvil", "blade", "crown", "dragon")
SIGNS = {1: "✗", 2: "✅", 3: "✔✔", 4: "✔✔✔"}
"""The four results in their order. TFA-23."""

RESULTS = {
    1: "a failure",
    2: "a success at a cost",
    3: "a success with a complication",
    4: "a full success",
}
"""What the four results usually come to. TFA-63."""

KEYS = {1: "X", 2: "1", 3: "2", 4: "3"}
"""How a move's text names the four results."""


class CardFace(Struct, frozen=True, forbid_unknown_fields=True):
    """A Deckahedron card, a blessing or a wound. TFA-12, TFA-44."""

    id: str
    anvil: int
    blade: int
    crown: int
    dragon: int
    corners: tuple[str, ...]
    xp: bool = False
    stamina: bool = False
    d4: int | None = None
    d6: int | None = None
    d10: int | None = None
    critical: str | None = None
    metal: str = ""


_REACHES = {"melee": "melee", "short": "thrown", "long": "ranged"}
_TOKENS = {"HARM": "Harm", "WOUND": "a Wound", "HARM_OR_WOUND": "Harm or a Wound"}


_POWER = r"(\d+|d4|d6|d10)"
_VERBS = (
    # What happens to who makes the move
    rf"extra roll|extra {_POWER}|halve|avoid|lose pack|regain {_POWER}|complication",
    r"marked|blessing|expend \d+ (mental|physical)|face down (rest|breather)",
    r"another move|tokens \d+",
    # A fight
    rf"deal weapon or 1|deal weapon|deal {_POWER}|foe (attacks|advantage|cannot answer)",
    r"hazard hurts (you|foe)|red tokens \d+|weakness|opening|lower power|bar armour|disarm|hobble",
    r"hit another|ally advantage|halve attack",
    # Choosing, asking and bargaining
    r"choose [1-5] (gm|player)( repeats)?|pay and choose [1-5]|suggest \d+|ask \d+|bargain|tell gm",
    # A magic item
    r"effect|magic cost (gm|player)|drain others|reduce capacity",
    r"(damage|deplete|destroy) item|lose charge",
)

_VERB = re.compile("|".join(_VERBS))


class Verb(str):
    """What a result or an option does, as `rules/effects.py` carries it out."""


def _verb(kind: type, value: object) -> Verb:
    if isinstance(value, str) and _VERB.fullmatch(value):
        return Verb(value)
    raise ValueError(f"“{value}” is nothing that a result or an option does.")


class Option(Struct, frozen=True, forbid_unknown_fields=True):
    """One choice that a move offers; `needs` names what must be there to choose it. TFA-9."""

    text: str
    do: tuple[Verb, ...] = ()
    needs: str = ""


class MoveFace(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed move: what it flips, its levels, what its results say and do."""

    id: str
    name: str
    attrs: tuple[str, ...] = ()
    letter: str = ""
    camp: str = "all"
    fast: bool = False
    levels: tuple[str, ...] = ()
    start: str = "studied"
    slots: dict[str, tuple[str, ...]] = {}
    slot_kind: str = ""
    corners: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    req_rings: int = 0
    tags: tuple[str, ...] = ()
    receives: str = ""
    promise: str = ""
    trigger: str = ""
    effect: str = ""
    cost: str = ""
    res: dict[str, str] = {}
    do: dict[str, tuple[Verb, ...]] = {}
    options: tuple[Option, ...] = ()
    questions: tuple[str, ...] = ()
    penalty: bool = False
    downtime: bool = False
    alt: str = ""
    note: str = ""
    clauses: tuple[str, ...] = ()

    @property
    def strikes(self) -> bool:
        """Whether it deals attack power."""
        return any(text.startswith("deal ") for text in self.res.values())

    @property
    def gist(self) -> str:
        """When it is used, or what it does."""
        return self.trigger or self.effect

    @property
    def lowest(self) -> str:
        """The level at which anybody may try it. TFA-219."""
        return self.levels[0] if self.levels else "studied"


class ItemFace(Struct, frozen=True, forbid_unknown_fields=True):
    """A printed item card. TFA-142, TFA-148, TFA-150, TFA-157."""

    id: str
    name: str
    kind: str
    enc: int = 1
    range: tuple[str, ...] = ()
    power: str = ""
    max_power: str = ""
    slots: tuple[str, ...] = ()
    avoids: str = ""
    camp: str = "all"
    creation: bool = True
    res: dict[str, str] = {}
    do: dict[str, tuple[str, ...]] = {}
    capacity: int = 0
    ongoing: bool = False
    gauge: str = ""
    power_source: str = ""
    effect: str = ""

    @property
    def title(self) -> str:
        """What it is, before its owner gives it a name. TFA-168.

        >>> [items()[item].title for item in ("sword", "illusion", "mending")]
        ['Sword', 'Item of Illusion', 'Mending item']
        """
        kind = self.name.removeprefix("_ ").removesuffix(" _")
        if kind.startswith("of "):
            return f"Item {kind}"
        return f"{kind} item" if self.name.endswith(" _") else kind

    @property
    def gist(self) -> str:
        """What it is good for."""
        if self.effect:
            return f"{self.effect} (lasts until you end it)" if self.ongoing else self.effect
        if self.power:
            return f"{self.power}, {' or '.join(_REACHES[reach] for reach in self.range)}"
        burden = "" if self.enc == 1 else f"; counts {self.enc}"
        if self.avoids:
            return f"keeps off {_TOKENS[self.avoids]}{burden}"
        tokens = {slot: self.slots.count(slot) for slot in self.slots}
        slots = [f"{number} for {_TOKENS[slot]}" for slot, number in tokens.items()]
        return f"slots: {', '.join(slots)}{burden}"


class Row(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the rabbit's table. TFA-240."""

    value: int
    suit: str
    net: int


class ReadyFoe(Struct, frozen=True, forbid_unknown_fields=True):
    """A foe that is ready to be brought in. TFA-329."""

    name: str
    stamina: Annotated[int, Meta(ge=1, le=20)]
    power: str
    kind: str = "person"


class Guide(Struct, frozen=True, forbid_unknown_fields=True):
    """Guide values for a kind of foe. TFA-329."""

    kind: str
    least: int
    most: int
    power: tuple[str, ...]

    @property
    def stamina(self) -> str:
        return str(self.least) if self.least == self.most else f"{self.least} to {self.most}"


class CardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.yaml`."""

    cards: tuple[CardFace, ...]
    blessing_cards: tuple[CardFace, ...]
    wound_cards: tuple[CardFace, ...]


class BaseMoveFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`base-moves.yaml`."""

    base_moves: tuple[MoveFace, ...]


class MoveCardFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`move-cards.yaml`."""

    move_cards: tuple[MoveFace, ...]


class ItemFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`items.yaml`."""

    mundane_items: tuple[ItemFace, ...]
    magic_items: tuple[ItemFace, ...]


class Chapter(Struct, frozen=True, forbid_unknown_fields=True):
    """A chapter of a campaign, and what it is about in a sentence. TFA-285."""

    title: str
    about: str


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of a campaign."""

    pursuit: tuple[Row, ...]
    encumbrance_penalty: tuple[tuple[int, int], ...]
    bravely_run_away: tuple[tuple[int, int], ...]
    foe_guide: tuple[Guide, ...]
    foes: tuple[ReadyFoe, ...]
    foe_augment: dict[str, int]
    tutorial: tuple[dict[str, str | int], ...]
    fateful_moments: tuple[str, ...]
    background_questions: tuple[str, ...]
    chapters: dict[str, tuple[Chapter, ...]]
    journey_points: dict[str, dict[str, str]]
    levels: dict[str, int]
    power_steps: tuple[str, ...]


class Hero(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready-made hero, and the cards it would choose; a `gift` is what a move brings. TFA-374."""

    name: str
    sentence: str
    good_at: str
    attributes: dict[str, int]
    moves: tuple[str, ...]
    items: tuple[str, ...]
    goal: str
    gift: str = "vitality"


class HeroFile(Struct, frozen=True, forbid_unknown_fields=True):
    """`heroes.yaml`."""

    heroes: tuple[Hero, ...]


_cards = data_file(__file__, "cards", CardFile)
_base_moves = data_file(__file__, "base-moves", BaseMoveFile, _verb)
_move_cards = data_file(__file__, "move-cards", MoveCardFile, _verb)
_items = data_file(__file__, "items", ItemFile)
_heroes = data_file(__file__, "heroes", HeroFile)
tables = data_file(__file__, "tables", Tables)


@cache
def deck_cards() -> tuple[str, ...]:
    """The 20 cards of a Deckahedron. TFA-12."""
    return tuple(card.id for card in _cards().cards)


@cache
def blessing_cards() -> tuple[str, ...]:
    """The 6 blessings: 4 copper, 2 gold. TFA-17."""
    return tuple(card.id for card in _cards().blessing_cards)


@cache
def wound_cards() -> tuple[str, ...]:
    """The two faces of the wound supply. TFA-17."""
    return tuple(card.id for card in _cards().wound_cards)


@cache
def card_faces() -> dict[str, CardFace]:
    """Every card that a flip can turn, by name."""
    file = _cards()
    return {card.id: card for card in (*file.cards, *file.blessing_cards, *file.wound_cards)}


@cache
def readings(suit: str) -> dict[str, int]:
    """What each card shows next to a suit. TFA-22."""
    return {name: getattr(card, suit) for name, card in card_faces().items()}


@cache
def stamina_cards() -> frozenset[str]:
    """The cards with a Stamina symbol: D11 to D20. TFA-102."""
    return frozenset(name for name, card in card_faces().items() if card.stamina)


@cache
def xp_cards() -> frozenset[str]:
    """The cards with an XP symbol. TFA-34."""
    return frozenset(name for name, card in card_faces().items() if card.xp)


@cache
def critical_card() -> str:
    """The Critical Success card; the red ring on D01 has no effect. TFA-37, TFA-41."""
    return next(name for name, card in card_faces().items() if card.critical == "success")


@cache
def numbers(die: str) -> dict[str, int]:
    """The usable cards for a die with the number each shows.

    A d10 is triangle plus square, and a card with two blanks has none. TFA-82 to TFA-85.
    """
    shown = {name: getattr(card, die) for name, card in card_faces().items()}
    return {name: number for name, number in shown.items() if number is not None}


@cache
def base_moves() -> dict[str, MoveFace]:
    """The moves that every PC has."""
    return {move.id: move for move in _base_moves().base_moves}


@cache
def move_cards() -> dict[str, MoveFace]:
    """The move cards of all campaigns."""
    return {move.id: move for move in _move_cards().move_cards}


@cache
def moves() -> dict[str, MoveFace]:
    """Every move, base or card."""
    return {**base_moves(), **move_cards()}


@cache
def base_flips() -> tuple[MoveFace, ...]:
    """The moves that every PC may flip at any time."""
    return tuple(face for face in base_moves().values() if face.attrs and not face.downtime)


@cache
def envelope(rings: int) -> tuple[str, ...]:
    """The cards put aside in a 30-hour campaign until somebody closes so many rings. TFA-257."""
    return tuple(name for name, move in move_cards().items() if move.req_rings == rings)


@cache
def items() -> dict[str, ItemFace]:
    """Every item card, mundane and magic."""
    file = _items()
    return {item.id: item for item in (*file.mundane_items, *file.magic_items)}


@cache
def heroes() -> dict[str, Hero]:
    """The ready-made heroes by name. TFA-374."""
    return {hero.name: hero for hero in _heroes().heroes}


@cache
def campaign_moves(campaign: str) -> tuple[str, ...]:
    """The move cards used in a campaign. TFA-308, TFA-360."""
    marks = {"one-shot": ("all",), "nine-hour": ("all", "9"), "thirty-hour": ("all", "9", "30")}
    return tuple(name for name, move in move_cards().items() if move.camp in marks[campaign])


@cache
def campaign_items(campaign: str) -> tuple[str, ...]:
    """The item cards used in a campaign. TFA-308."""
    marks = {"one-shot": ("all", "3"), "nine-hour": ("all", "9"), "thirty-hour": ("all", "9")}
    return tuple(name for name, item in items().items() if item.camp in marks[campaign])


def move_name(move: str) -> str:
    """What people read for a move."""
    return moves()[move].name


def item_name(item: str) -> str:
    """What people read for an item card."""
    return items()[item].title if item in items() else item


def token_name(token: str) -> str:
    """What people read for the tokens that a slot takes."""
    return capital(_TOKENS[token])


def reach_name(reach: str) -> str:
    """What people read for how far a weapon reaches."""
    return capital(_REACHES[reach])


def move_gists(names: Iterable[str]) -> dict[str, str]:
    """These moves, each with what it is for."""
    return {name: moves()[name].gist for name in names}


def lettered(names: Iterable[str]) -> dict[str, str]:
    """Cards of set-up, each with its letter and what it is good for. TFA-316."""
    faces = [moves()[name] for name in names]
    return {face.id: f"{face.promise} (letter {face.letter})" for face in faces}


def item_gists(names: Iterable[str]) -> dict[str, str]:
    """These items, each with what it is good for."""
    return {name: items()[name].gist for name in names}


@cache
def magic_items() -> tuple[str, ...]:
    """The magic items that may be chosen; those of a RECEIVE CARDS move come with it. TFA-168."""
    return tuple(
        name for name, face in items().items() if face.kind == "magic" and not face.power_source
    )


@cache
def starting_items(campaign: str) -> tuple[str, ...]:
    """The mundane item cards that a campaign begins with. TFA-308, TFA-323."""
    faces = (items()[name] for name in campaign_items(campaign))
    return tuple(face.id for face in faces if face.kind != "magic" and face.creation)


def level_modifier(level: str) -> int:
    """Wild -2, novice -1, studied 0, expert +1, master +2. TFA-216."""
    return tables().levels[level]


def step_up(power: str) -> str:
    """One step more power: d4, d6, d10. TFA-145."""
    steps = tables().power_steps
    return steps[min(steps.index(power) + 1, len(steps) - 1)]


def step_down(power: str) -> str:
    """One step less attack power: d10, d6, d4, 1. TFA-146."""
    steps = tables().power_steps
    return steps[max(steps.index(power) - 1, 0)]


def half(number: int) -> int:
    """Halve and round up. TFA-91.

    >>> [half(n) for n in (4, 3, 2, 1)]
    [2, 2, 1, 1]
    """
    return (number + 1) // 2


def from_table(table: tuple[tuple[int, int], ...], count: int) -> int:
    """The entry of an encumbrance table for a count: each holds from its own count on.

    >>> [from_table(((3, 1), (5, 2)), count) for count in (2, 3, 9)]
    [0, 1, 2]
    """
    return next((value for start, value in reversed(table) if max(0, count) >= start), 0)
