"""The data files, read once and checked: skills, statuses, actions, feats, features, things."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct, field

T = TypeVar("T")

Attribute = Literal["body", "mind", "spirit", "luck"]
ATTRIBUTES: tuple[Attribute, ...] = ("body", "mind", "spirit", "luck")
DEFENCES = ("parry", "dodge", "body", "mind", "spirit", "luck")
ELEMENTS = ("physical", "fire", "frost", "brilliant", "shadow")
"""RB-12.4."""
MAGICAL = ("fire", "frost", "brilliant", "shadow")
SOCIAL = ("diplomacy", "deception", "performance", "presence")


class _Checked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a data file; a key that the game does not know is a mistake in the file."""


class Skill(_Checked, frozen=True):
    """A skill and the attribute it adds to. RB-2.7."""

    id: str
    attribute: Attribute
    covers: str
    per_subject: bool = False
    aliases: list[str] = []
    only_in: str = ""


class Status(Struct, frozen=True):
    """A status effect: its group, and how its stacks leave. RB-16.26."""

    id: str
    suit: str
    attribute: Attribute
    harmful: bool
    decay: Literal["start_of_turn", "long_rest"]
    aliases: list[str] = []


class Element(Struct, frozen=True):
    """A kind of damage and its other names. RB-12.4."""

    id: str
    magical: bool
    aliases: list[str] = []


class _Core(Struct, frozen=True):
    skills: list[Skill]
    statuses: list[Status]
    elements: list[Element]


class Cost(_Checked, frozen=True):
    """What an action costs."""

    ap: int
    madness: int = 0


class BasicAction(Struct, frozen=True):
    """A basic action of one phase. RB-15.9."""

    id: str
    name: str
    phase: Literal["encounter", "exploration", "downtime"]
    cost: Cost
    tags: list[str]
    text: str


class _Actions(_Checked, frozen=True):
    actions: list[BasicAction]


class Needs(_Checked, frozen=True):
    """What must be met when buying. RB-18.2."""

    attributes: dict[Attribute, int] = {}
    skills: dict[str, int] = {}
    any_of: list[Needs] = []
    element: str = ""


class FeatEffect(_Checked, frozen=True):
    """What a feat does, as data. RB-18.22."""

    gain_items: list[str] = []
    gain_feats: list[str] = []
    substitute_skill: dict[str, str] = {}
    substitute_damage_attribute: dict[str, str] = {}
    substitute_attribute: dict[str, str] = {}
    extra_suit_damage: dict[str, str | int] = {}
    extra_suit_healing: dict[str, str | int] = {}
    suit_adds_damage: str = ""
    deep_debuffs: str = ""
    parry_adds_two_weapons: bool = False
    second_light_attack_ap: int = 0
    min_ap: int = 0
    gamble_extra_success: int = 0
    build_from: list[str] = []
    attack: bool = False
    choose_on_build: dict[str, list[str]] = {}
    check: list[str | int] = []
    check_unwilling: list[str] = []
    damage: str = ""
    magnitude: str = ""
    heal: str = ""
    range: int = 0


class Feat(_Checked, frozen=True):
    """A talent that works always, or the frame of techniques. RB-18.1."""

    id: str
    name: str
    level: int
    xp: int
    tags: list[str]
    effect: FeatEffect
    text: str
    pack: str
    requires: Needs = Needs()
    cost: Cost = Cost(ap=0)
    tags_ruled: bool = False
    numbers_ruled: bool = False

    @property
    def buildable(self) -> bool:
        return "buildable" in self.tags


class Undefined(_Checked, frozen=True):
    """Something the data name and do not define: it grants nothing. RB-18.20."""

    id: str
    named_by: str


class _Feats(_Checked, frozen=True):
    feats: list[Feat]
    named_but_undefined: list[Undefined]


class Apply(_Checked, frozen=True):
    """A status that a feature puts on someone."""

    status: str
    n: str
    who: Literal["target", "self"]


class React(_Checked, frozen=True):
    """When a feature lets its technique be a reaction."""

    when: str
    tags_any: list[str]


class PreCheck(_Checked, frozen=True):
    """A comparison of the same cards before the check itself."""

    skill: str
    against: str


class Remove(_Checked, frozen=True):
    """Stacks that a feature takes away."""

    n: str
    status: str = ""
    statuses: list[str] = []


class Terrain(_Checked, frozen=True):
    """Spaces that a feature makes Difficult."""

    radius: int
    until: str


class FeatureEffect(_Checked, frozen=True, rename={"condition": "if"}):
    """What a feature does, as data. RB-18.22."""

    ap: int = 0
    min_ap: int = 0
    max_ap: int = 0
    reaction: bool | React = False
    choose_on_build: dict[str, list[str]] = {}
    choose_on_cast: dict[str, list[str]] = {}
    choose_by_target: list[str | dict[str, str]] = []
    same_check: bool = False
    no_damage: bool = False
    defence_all: int = 0
    resist_all: int = 0
    until: str = ""
    apply: Apply | None = None
    needs_hit: bool = True
    extra_success_per: str = ""
    move_before: str = ""
    step_before: int = 0
    if_moved_more_than: int = 0
    advantage: int = 0
    extra_success: int = 0
    condition: str = ""
    substitute_skill: dict[str, str] = {}
    substitute_attribute: dict[Attribute, Attribute] = {}
    cost_health: int = 0
    madness_cost: int = 0
    min: int = 0
    speed_for_encounter: str = ""
    who: str = ""
    reach: int = 0
    push: str = ""
    sift: int = 0
    on_down: dict[str, int] = {}
    targets: str = ""
    needs_weapon: str = ""
    extra_attack: int = 0
    extra_attack_card: str = ""
    pre_check: PreCheck | None = None
    only_outside_combat: bool = False
    assist: dict[str, int] = {}
    statements: int = 1
    clue: int = 0
    opinion: int = 0
    damage: int = 0
    suit_adds_damage: str = ""
    range_factor: int = 1
    element: str = ""
    difficult_terrain: Terrain | None = None
    remove: Remove | None = None
    remove_any: Remove | None = None
    damage_extra: str = ""


class Feature(_Checked, frozen=True):
    """A part of built techniques. RB-18.5."""

    id: str
    name: str
    level: int
    groups: list[str]
    effect: FeatureEffect
    text: str
    pack: str
    requires: Needs = Needs()
    ruled: str = ""


class _Features(_Checked, frozen=True):
    features: list[Feature]


class Reach(_Checked, frozen=True):
    """Where a weapon strikes: close, or up to so many spaces."""

    close: bool = False
    spaces: int | str = 0


class Equipment(_Checked, frozen=True):
    """A thing that can be bought, worn or wielded."""

    id: str
    name: str
    slot: str
    level: int
    gold: int
    bulk: int | Literal["light"]
    might: int
    materials: list[str]
    pack: str
    accuracy: int = 0
    damage: int = 0
    defence: int = 0
    range: Reach = Reach()
    hands: int = 0
    light: bool = False
    craftable: bool = True
    resists: dict[str, int] = {}
    inertia: int = 0
    stowage: int = 0
    text: str = ""


class _Equipment(_Checked, frozen=True):
    slots: list[str]
    materials: list[str]
    equipment: list[Equipment]
    named_but_undefined: list[Undefined]


class OnAttack(_Checked, frozen=True):
    """Madness that an attack puts on someone."""

    who: str
    n: int


class EnhancementEffect(_Checked, frozen=True):
    """What an enhancement does, as data."""

    damage: int = 0
    accuracy: int = 0
    defence: int = 0
    inertia: int = 0
    bulk: int = 0
    stowage: int = 0
    speed: int = 0
    fortune_max: int = 0
    pair_counts_as_rank: int = 0
    reactions_per_turn: int = 0
    defence_all: int = 0
    extra_target: int = 0
    same_check: bool = False
    n: int = 0
    resist: dict[str, int] = {}
    damage_split: dict[str, int] = {}
    on_hit_per_suit: dict[str, dict[str, int]] = {}
    on_attack: dict[str, OnAttack] = {}
    choose: dict[str, str | list[str]] = {}
    reaction: dict[str, int | str] = {}
    per_day: dict[str, int | str] = {}


class Enhancement(_Checked, frozen=True):
    """A masterwork, an enchantment, a defect or a curse. RB-20.8."""

    id: str
    name: str
    kind: Literal["masterwork", "enchantment", "defect", "curse"]
    level: int
    fits: list[str]
    materials: list[str]
    effect: EnhancementEffect
    text: str


class _Enhancements(_Checked, frozen=True):
    enhancements: list[Enhancement]


class Growth(_Checked, frozen=True):
    """What a creature gains per level. RB-21.1."""

    health: int
    attack: int
    defences: dict[str, int]
    resists: dict[str, int]
    skills: dict[str, int]


class CreatureAttack(_Checked, frozen=True):
    """How a creature strikes."""

    element: str
    range: Reach


class Habit(_Checked, frozen=True):
    """A behaviour or technique for a range of levels. RB-21.5."""

    id: str
    levels: tuple[int, int]
    text: str
    on_hit_per_suit: dict[str, dict[str, int]] = {}


class Kind(_Checked, frozen=True):
    """A kind of creature. RB-21.1."""

    id: str
    name: str
    origin: str
    growth: Growth
    attack: CreatureAttack
    behaviours: list[Habit]
    techniques: list[Habit]
    speed: int = 5


class _Creatures(Struct, frozen=True):
    levels: dict[str, int]
    creatures: list[Kind]


class SampleTechnique(_Checked, frozen=True):
    """A technique of a ready-made character."""

    id: str
    base: str
    features: list[str]
    level: int
    xp: int
    cost: Cost
    element: str = ""


class Sample(_Checked, frozen=True):
    """A ready-made character."""

    id: str
    name: str
    origin: str
    xp_free: int
    gold: int
    attributes: dict[str, int]
    skills: dict[str, int]
    feats: list[str]
    equipped: list[str]
    at_hand: list[str]
    inventory: list[str]
    xp_spent: int
    totals: dict[str, int]
    derived: dict[str, int | dict[str, int]]
    text: str
    techniques: list[SampleTechnique] = []


class _Characters(_Checked, frozen=True):
    characters: list[Sample]


class Speciality(_Checked, frozen=True):
    """A crafting speciality, its tool, and the slots of the things it makes. RB-20.1."""

    id: str
    tool: str
    makes: list[str]


class _Crafting(_Checked, frozen=True):
    specialities: list[Speciality]


class Book(Struct, frozen=True):
    """All of the game's data, by id."""

    skills: dict[str, Skill]
    statuses: dict[str, Status]
    actions: dict[str, BasicAction]
    feats: dict[str, Feat]
    features: dict[str, Feature]
    equipment: dict[str, Equipment]
    materials: list[str]
    enhancements: dict[str, Enhancement]
    creatures: dict[str, Kind]
    levels: dict[str, int]
    samples: dict[str, Sample]
    specialities: dict[str, Speciality]
    buildable: list[str]
    undefined_feats: list[str]
    undefined_things: list[str]
    other_names: dict[str, str] = field(default_factory=dict)


@cache
def book() -> Book:
    """The data files of the game, read and checked."""
    core = _read("core", _Core)
    feats = _read("feats", _Feats)
    things = _read("equipment", _Equipment)
    creatures = _read("creatures", _Creatures)
    other_names = {alias: skill.id for skill in core.skills for alias in skill.aliases}
    other_names |= {alias: status.id for status in core.statuses for alias in status.aliases}
    other_names |= {alias: element.id for element in core.elements for alias in element.aliases}
    return Book(
        skills={skill.id: skill for skill in core.skills},
        statuses={status.id: status for status in core.statuses},
        actions={action.id: action for action in _read("actions", _Actions).actions},
        feats={feat.id: feat for feat in feats.feats},
        features={feature.id: feature for feature in _read("features", _Features).features},
        equipment={thing.id: thing for thing in things.equipment},
        materials=things.materials,
        enhancements={e.id: e for e in _read("enhancements", _Enhancements).enhancements},
        creatures={kind.id: kind for kind in creatures.creatures},
        levels=creatures.levels,
        samples={sample.id: sample for sample in _read("characters", _Characters).characters},
        specialities={s.id: s for s in _read("crafting", _Crafting).specialities},
        buildable=[feat.id for feat in feats.feats if feat.buildable],
        undefined_feats=[feat.id for feat in feats.named_but_undefined],
        undefined_things=[thing.id for thing in things.named_but_undefined],
        other_names=other_names,
    )


def proper_name(name: str) -> str:
    """The id behind another name: Society, Survival, Radiant, Necrosis. RB-2.10, RB-12.4.

    >>> proper_name("Society"), proper_name("radiant"), proper_name("melee")
    ('streetwise', 'brilliant', 'melee')
    """
    lowered = name.strip().lower()
    return book().other_names.get(lowered, lowered)


def said(name: str) -> str:
    """A thing's id in a sentence.

    >>> said("light-bow 2")
    'light bow 2'
    """
    return name.replace("-", " ")


Formula = tuple[tuple[int, str], ...]
"""A sum of products: `2 * damage + 3` is ((2, "damage"), (3, ""))."""


@cache
def formula(text: str) -> Formula:
    """Read a formula of the data files: sums of names, numbers and `number * name`. RB-18.22.

    >>> formula("spirit + 2 * successes + 1")
    ((1, 'spirit'), (2, 'successes'), (1, ''))
    """
    terms = []
    for part in text.split("+"):
        factor, name = 1, ""
        for word in part.split("*"):
            if word.strip().isdigit():
                factor *= int(word)
            else:
                name = word.strip()
        terms.append((factor, name))
    return tuple(terms)


def worth(text: str, words: dict[str, int]) -> int:
    """What a formula comes to with these words; a word that is not there counts 0. RB-18.22."""
    return sum(factor * (words.get(name, 0) if name else 1) for factor, name in formula(text))


def _read(name: str, shape: type[T]) -> T:
    path = Path(__file__).with_name("data") / f"{name}.yaml"
    return msgspec.yaml.decode(path.read_bytes(), type=shape, strict=False)
