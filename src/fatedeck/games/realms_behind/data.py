"""The data files, read once and checked: skills, statuses, actions, feats, features, things."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from fatedeck.engine.data_files import data_file

Attribute = Literal["body", "mind", "spirit", "luck"]
ATTRIBUTES: tuple[Attribute, ...] = ("body", "mind", "spirit", "luck")
DEFENCES = ("parry", "dodge", "body", "mind", "spirit", "luck")
SOCIAL = ("diplomacy", "deception", "performance", "presence")


class _Checked(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A part of a data file; a key that the game does not know is a mistake in the file."""


class Ability(_Checked, frozen=True):
    """An attribute and its suit: what it covers, and what else follows from it. RB-2.2."""

    id: Attribute
    suit: str
    covers: str
    gives: str = ""


class Skill(_Checked, frozen=True):
    """A skill and the attribute it adds to: what it covers, and what else follows. RB-2.7."""

    id: str
    attribute: Attribute
    covers: str
    gives: str = ""
    aliases: list[str] = []


class Status(_Checked, frozen=True):
    """A status effect: its group, and how its stacks leave. RB-16.26."""

    id: str
    attribute: Attribute
    harmful: bool
    decay: Literal["start_of_turn", "long_rest"]
    aliases: list[str] = []


class Element(_Checked, frozen=True):
    """A kind of damage and its other names. RB-12.4."""

    id: str
    magical: bool
    aliases: list[str] = []


class _Core(_Checked, frozen=True):
    attributes: list[Ability]
    skills: list[Skill]
    statuses: list[Status]
    elements: list[Element]


class Cost(_Checked, frozen=True):
    """What an action costs."""

    ap: int
    madness: int = 0


class BasicAction(_Checked, frozen=True):
    """A basic action of one phase. RB-15.9."""

    id: str
    name: str
    phase: Literal["encounter", "exploration", "downtime"]
    cost: Cost
    tags: list[str] = []


class _Actions(_Checked, frozen=True):
    actions: list[BasicAction]


class Needs(_Checked, frozen=True):
    """What must be met when buying. RB-18.2."""

    attributes: dict[Attribute, int] = {}
    skills: dict[str, int] = {}
    any_of: list[Needs] = []
    element: str = ""


class Swap(_Checked, frozen=True):
    """One thing that may stand in for another: with light weapons only, or for one skill."""

    of: str
    by: str
    light_weapons: bool = False
    skill: str = ""


class FeatEffect(_Checked, frozen=True):
    """What a feat does, as data. RB-18.22."""

    gain_items: list[str] = []
    gain_feats: list[str] = []
    substitute_skill: Swap | None = None
    substitute_damage_attribute: Swap | None = None
    substitute_attribute: Swap | None = None
    extra_suit_damage: dict[str, int] = {}
    extra_suit_healing: dict[str, int] = {}
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
    unwilling: str = ""
    damage: str = ""
    magnitude: str = ""
    heal: str = ""
    range: int = 0


class Feat(_Checked, frozen=True):
    """A talent that works always, or the frame of techniques. RB-18.1."""

    id: str
    name: str
    level: int
    effect: FeatEffect
    text: str
    tags: list[str] = []
    requires: Needs = Needs()
    cost: Cost = Cost(ap=0)

    @property
    def buildable(self) -> bool:
        return "buildable" in self.tags


class _Feats(_Checked, frozen=True):
    feats: list[Feat]
    named_but_undefined: list[str]


class Apply(_Checked, frozen=True):
    """A status that a feature puts on someone."""

    status: str
    n: str
    who: Literal["target", "self"]


class React(_Checked, frozen=True):
    """When a feature lets its technique be a reaction."""

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


class FeatureEffect(_Checked, frozen=True, rename={"condition": "if"}):
    """What a feature does, as data. RB-18.22."""

    ap: int = 0
    min_ap: int = 0
    max_ap: int = 0
    reaction: bool | React = False
    choose_on_build: dict[str, list[str]] = {}
    choose_on_cast: dict[str, list[str]] = {}
    or_leave: Apply | None = None
    no_damage: bool = False
    defence_all: int = 0
    resist_all: int = 0
    apply: Apply | None = None
    needs_hit: bool = True
    extra_success_per: str = ""
    move_before: bool = False
    step_before: bool = False
    if_moved_more_than: int = 0
    advantage: int = 0
    extra_success: int = 0
    condition: str = ""
    or_skill: str = ""
    substitute_attribute: dict[Attribute, Attribute] = {}
    cost_health: int = 0
    madness_cost: int = 0
    speed_for_encounter: str = ""
    reach: int = 0
    push: str = ""
    sift: int = 0
    on_down: dict[str, int] = {}
    targets: str = ""
    needs_weapon: str = ""
    extra_attack: int = 0
    pre_check: PreCheck | None = None
    only_outside_combat: bool = False
    sets_up: int = 0
    statements: int = 1
    clue: bool = False
    opinion: bool = False
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
    requires: Needs = Needs()


class _Features(_Checked, frozen=True):
    features: list[Feature]


class Reach(_Checked, frozen=True):
    """Where a weapon strikes: close, up to so many spaces, or as far as it is thrown."""

    close: bool = False
    spaces: int = 0
    thrown: str = ""


class UsedUp(_Checked, frozen=True):
    """What a thing does when it is used up. RB-20.17."""

    heals: int = 0
    calms: int = 0
    cools: int = 0
    cheers: int = 0


class Equipment(_Checked, frozen=True):
    """A thing that can be bought, worn, wielded or used up."""

    id: str
    name: str
    slot: str
    level: int
    bulk: int | Literal["light"]
    might: int
    materials: list[str]
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
    skills: dict[str, int] = {}
    use: UsedUp | None = None
    text: str = ""


class _Equipment(_Checked, frozen=True):
    slots: dict[str, int]
    materials: list[str]
    equipment: list[Equipment]
    named_but_undefined: list[str]


class PerDay(_Checked, frozen=True):
    """What a thing does so many times a day."""

    uses: int
    speed_this_turn: int = 0
    gain_shallow: int = 0


class Lending(_Checked, frozen=True):
    """Advantage or Disadvantage that a thing gives to a check as a reaction. RB-15.7."""

    per_day: int
    advantage: int = 0
    disadvantage: int = 0


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
    madness_on_attack: int = 0
    n: int = 0
    resist: dict[str, int] = {}
    damage_split: dict[str, int] = {}
    on_hit_per_suit: dict[str, dict[str, int]] = {}
    choose: dict[str, Literal["any"] | list[str]] = {}
    reaction: Lending | None = None
    per_day: PerDay | None = None


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

    health: Annotated[int, Meta(ge=1)]
    attack: Annotated[int, Meta(ge=0)]
    defences: dict[str, Annotated[int, Meta(ge=0)]]
    resists: dict[str, int]
    skills: dict[str, int]


class CreatureAttack(_Checked, frozen=True):
    """How a creature strikes: at close range, or as far as it says."""

    element: str
    range: Reach = Reach()


class Habit(_Checked, frozen=True):
    """A behaviour or technique for a range of levels. RB-21.5."""

    id: str
    levels: tuple[int, int]
    text: str
    on_hit_per_suit: dict[str, dict[str, int]] = {}


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of creature; one that the GM made is kept with its creature. RB-21.1."""

    id: str
    name: str
    growth: Growth
    attack: CreatureAttack
    behaviours: list[Habit]
    techniques: list[Habit]
    speed: Annotated[int, Meta(ge=0)] = 5


class _Creatures(_Checked, frozen=True):
    levels: dict[str, int]
    creatures: list[Kind]


class SampleTechnique(_Checked, frozen=True):
    """A technique of a ready-made character."""

    id: str
    base: str
    features: list[str]
    element: str = ""


class Sample(_Checked, frozen=True):
    """A ready-made character."""

    id: str
    name: str
    xp_free: int
    gold: int
    attributes: dict[Attribute, int]
    skills: dict[str, int]
    feats: list[str]
    equipped: list[str]
    at_hand: list[str]
    inventory: list[str]
    text: str
    techniques: list[SampleTechnique] = []


class _Characters(_Checked, frozen=True):
    characters: list[Sample]


class Speciality(_Checked, frozen=True):
    """A crafting speciality, its tool, and the slots or names of what it makes. RB-20.1."""

    id: str
    tool: str
    makes: list[str]


class _Crafting(_Checked, frozen=True):
    specialities: list[Speciality]


class Book(Struct, frozen=True):
    """All of the game's data, by id."""

    attributes: dict[str, Ability]
    skills: dict[str, Skill]
    statuses: dict[str, Status]
    elements: dict[str, Element]
    magical: frozenset[str]
    actions: dict[str, BasicAction]
    feats: dict[str, Feat]
    features: dict[str, Feature]
    equipment: dict[str, Equipment]
    helpful: frozenset[str]
    slots: dict[str, int]
    materials: list[str]
    enhancements: dict[str, Enhancement]
    creatures: dict[str, Kind]
    levels: dict[str, int]
    samples: dict[str, Sample]
    specialities: dict[str, Speciality]
    buildable: list[str]
    undefined_feats: list[str]
    undefined_things: list[str]
    other_names: dict[str, str]


_core = data_file(__file__, "core", _Core)
_actions = data_file(__file__, "actions", _Actions)
_feats = data_file(__file__, "feats", _Feats)
_features = data_file(__file__, "features", _Features)
_equipment = data_file(__file__, "equipment", _Equipment)
_enhancements = data_file(__file__, "enhancements", _Enhancements)
_creatures = data_file(__file__, "creatures", _Creatures)
_characters = data_file(__file__, "characters", _Characters)
_crafting = data_file(__file__, "crafting", _Crafting)


@cache
def book() -> Book:
    """All that the data files say."""
    core, feats, things, creatures = _core(), _feats(), _equipment(), _creatures()
    named: list[Skill | Status | Element] = [*core.skills, *core.statuses, *core.elements]
    return Book(
        attributes={attribute.id: attribute for attribute in core.attributes},
        skills={skill.id: skill for skill in core.skills},
        statuses={status.id: status for status in core.statuses},
        elements={element.id: element for element in core.elements},
        magical=frozenset(element.id for element in core.elements if element.magical),
        actions={action.id: action for action in _actions().actions},
        feats={feat.id: feat for feat in feats.feats},
        features={feature.id: feature for feature in _features().features},
        equipment={thing.id: thing for thing in things.equipment},
        helpful=frozenset(thing.id for thing in things.equipment if thing.skills),
        slots=things.slots,
        materials=things.materials,
        enhancements={e.id: e for e in _enhancements().enhancements},
        creatures={kind.id: kind for kind in creatures.creatures},
        levels=creatures.levels,
        samples={sample.id: sample for sample in _characters().characters},
        specialities={s.id: s for s in _crafting().specialities},
        buildable=[feat.id for feat in feats.feats if feat.buildable],
        undefined_feats=feats.named_but_undefined,
        undefined_things=things.named_but_undefined,
        other_names={alias: each.id for each in named for alias in each.aliases},
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
