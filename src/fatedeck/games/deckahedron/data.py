"""The cards and tables of the game, read once from `data/*.yaml` and checked on the way."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct

from fatedeck.engine.data_files import data_file

FaceTable: TypeAlias = Literal["classic", "current"]
Reading: TypeAlias = Annotated[int, Meta(ge=1, le=4)]
Stat: TypeAlias = Literal["strength", "dexterity", "intelligence"]
Corner: TypeAlias = Literal["nw", "ne", "se", "sw"]

STATS: tuple[Stat, ...] = ("strength", "dexterity", "intelligence")
EDGES = ("anchor", "bulb", "crescent", "dart")
"""The edges of a card, from the one of rank 1 to that of rank 4. DKH-21."""


class Edges(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings on the four edges of a card, and its proficiency symbol."""

    id: str
    anchor: Reading
    bulb: Reading
    crescent: Reading
    dart: Reading
    proficiency: bool = False


class FullFace(Struct, frozen=True, forbid_unknown_fields=True):
    """All that is printed on a card; a Blessing has only its edges, and dragons. DKH-40."""

    id: str
    anchor: Reading
    bulb: Reading
    crescent: Reading
    dart: Reading
    proficiency: bool = False
    stamina: bool = False
    d4: Annotated[int, Meta(ge=1, le=4)] | None = None
    d6: Annotated[int, Meta(ge=1, le=6)] | None = None
    corners: tuple[str, str, str, str] = ("dragon", "dragon", "dragon", "dragon")
    critical: Literal["failure", "success"] | None = None


class DeckData(Struct, frozen=True, forbid_unknown_fields=True):
    """`deck.yaml`."""

    results: dict[int, str]
    classic_faces: list[FullFace]
    current_faces: list[Edges]
    wound_cards: list[FullFace]
    blessing_cards: list[FullFace]


class FoeData(Struct, frozen=True, forbid_unknown_fields=True):
    """A foe that is ready to appear, DKH-74."""

    name: str
    stamina: Annotated[int, Meta(ge=1, le=50)]
    strength: Reading = 2
    dexterity: Reading = 2
    intelligence: Reading = 2
    tough: bool = False


class TableData(Struct, frozen=True, forbid_unknown_fields=True):
    """`tables.yaml`: what an attack and a breather bring, by the readings; and foes."""

    opposed_ranged: dict[int, dict[int, str]]
    opposed_melee: dict[int, dict[int, str]]
    unopposed: dict[int, str]
    breather: dict[int, str]
    foes: tuple[FoeData, ...]


class Bonus(Struct, frozen=True, forbid_unknown_fields=True):
    """A level bonus, the modules it needs, and the border it shows, DKH-100."""

    name: str
    clause: str
    effect: str
    needs: tuple[str, ...] = ()
    border: str = "plain"


class LevelData(Struct, frozen=True, forbid_unknown_fields=True):
    """`levels.yaml`."""

    level_bonuses: list[Bonus]


class Rings(Struct, frozen=True, forbid_unknown_fields=True):
    """The partial circles on a card: corner quarters and side halves, DKH-101."""

    corners: tuple[Corner, ...] = ()
    sides: tuple[Literal["e", "w"], ...] = ()


class TraitCard(Struct, frozen=True, forbid_unknown_fields=True):
    """An attribute card, or with stats a skill card. DKH-81, DKH-119.

    `results` are the texts by reading, `options` what "choose 1" chooses from. `slots` are the
    Exhaustion token slots with none, one and two bonus cards.
    """

    name: str
    group: Literal["warriors", "rogues", "wizards"]
    text: str
    stats: tuple[Stat, ...] = ()
    results: dict[int, str] = {}
    options: tuple[str, ...] = ()
    slots: tuple[int, ...] = ()
    slot_kind: Literal["physical", "mental", "any"] = "any"
    strain: Literal["physical", "mental"] = "physical"
    magic: bool = False
    uses_item: bool = False
    costs_charge: bool = False
    rings: Rings = Rings()

    @property
    def is_skill(self) -> bool:
        return bool(self.stats)

    @property
    def strikes(self) -> bool:
        """Whether the card may deal fatigue, and so is an attack. DKH-76."""
        return any("deal " in text for text in (*self.results.values(), *self.options))


class CardData(Struct, frozen=True, forbid_unknown_fields=True):
    """`cards.yaml`."""

    cards: list[TraitCard]


class Item(Struct, frozen=True, forbid_unknown_fields=True):
    """An item card; a magic one holds charges."""

    name: str
    text: str
    charges: int = 0


class ItemData(Struct, frozen=True, forbid_unknown_fields=True):
    """`items.yaml`."""

    magic_items: list[Item]
    mundane_items: list[Item]


class Sample(Struct, frozen=True, forbid_unknown_fields=True):
    """A character ready to play."""

    name: str
    strength: Reading
    dexterity: Reading
    intelligence: Reading
    background: str
    motivation: str
    skills: str


class SampleData(Struct, frozen=True, forbid_unknown_fields=True):
    """`samples.yaml`."""

    samples: list[Sample]


deck_data = data_file(__file__, "deck", DeckData)
table_data = data_file(__file__, "tables", TableData)
_levels = data_file(__file__, "levels", LevelData)
_cards = data_file(__file__, "cards", CardData)
_items = data_file(__file__, "items", ItemData)
_samples = data_file(__file__, "samples", SampleData)


@cache
def bonuses() -> dict[str, Bonus]:
    """The level bonuses by name."""
    return {bonus.name: bonus for bonus in _levels().level_bonuses}


@cache
def trait_cards() -> dict[str, TraitCard]:
    """The attribute and skill cards by name. DKH-119."""
    return {card.name: card for card in _cards().cards}


@cache
def skill_cards() -> tuple[str, ...]:
    """The names of the skill cards."""
    return tuple(name for name, card in trait_cards().items() if card.is_skill)


@cache
def magic_items() -> dict[str, Item]:
    return {item.name: item for item in _items().magic_items}


@cache
def mundane_items() -> dict[str, Item]:
    return {item.name: item for item in _items().mundane_items}


@cache
def items() -> dict[str, Item]:
    """All item cards by name."""
    return {**magic_items(), **mundane_items()}


@cache
def samples() -> dict[str, Sample]:
    """The ready characters by name."""
    return {sample.name: sample for sample in _samples().samples}


@cache
def faces(table: FaceTable) -> dict[str, FullFace]:
    """Every Deckahedron, Wound and Blessing card by name, in one of the two printings.

    The later printing changes only edges and symbols; numbers, corners and rings stay.
    """
    data = deck_data()
    printed = (*data.classic_faces, *data.wound_cards, *data.blessing_cards)
    cards = {card.id: card for card in printed}
    if table == "current":
        for edges in data.current_faces:
            changed = msgspec.structs.asdict(edges)
            cards[edges.id] = msgspec.structs.replace(cards[edges.id], **changed)
    return cards


@cache
def readings(table: FaceTable) -> dict[str, tuple[int, int, int, int, int]]:
    """The reading of each card by rank: `readings("classic")["D19"][3]`. Place 0 is not used."""
    return {
        name: (0, card.anchor, card.bulb, card.crescent, card.dart)
        for name, card in faces(table).items()
    }


@cache
def deckahedron() -> tuple[str, ...]:
    """The names of the twenty cards."""
    return tuple(card.id for card in deck_data().classic_faces)


@cache
def wound_faces() -> tuple[str, ...]:
    return tuple(card.id for card in deck_data().wound_cards)


@cache
def blessings() -> tuple[str, ...]:
    return tuple(card.id for card in deck_data().blessing_cards)


@cache
def sign(reading: int) -> str:
    """A reading as it is printed: ✗✗, ✗, ✔ or ✔✔, DKH-22."""
    return deck_data().results[reading]
