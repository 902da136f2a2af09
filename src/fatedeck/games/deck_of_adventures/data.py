"""The game's data files: powers, Vulnerabilities, creatures, items, premade characters, tables."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Literal, TypeVar

import msgspec
import yaml
from msgspec import Struct, field

from fatedeck.games.deck_of_adventures.state import Kind, PowerSet, Role, Suit

T = TypeVar("T")


class Prerequisite(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold before a Power may be bought: all kinds, one entry of each list. DOA-343."""

    role: tuple[Role, ...] = ()
    level: int = 1
    skill: tuple[str, ...] = ()
    skill_all: tuple[str, ...] = ()
    power: tuple[str, ...] = ()


class PowerSave(Struct, frozen=True, forbid_unknown_fields=True):
    """The Save that a Power demands; `dr` is a number or "caster". DOA-116, DOA-117."""

    attr: str | tuple[str, ...]
    dr: int | Literal["caster"]
    when: str
    fail: str
    success: str = ""

    @property
    def stats(self) -> tuple[str, ...]:
        """The Attributes among which the saver picks. DOA-113."""
        return (self.attr,) if isinstance(self.attr, str) else self.attr


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A Power as it is listed. DOA-337, DOA-338."""

    id: str
    type: Literal["major", "minor", "passive", "adversary", "house", "vulnerability"]
    effect: str
    display: str = ""
    category: tuple[str, ...] = ()
    xp: int = 0
    pp: tuple[int, ...] = ()
    attack: Literal["", "weapon", "mystic"] = ""
    damage: int = 1
    range: int = 6
    targets: int | str = 1
    aoe: str = ""
    duration: str = ""
    sustained: bool = False
    prereq: Prerequisite = Prerequisite()
    save: PowerSave | None = None
    options: tuple[str, ...] = ()
    once: str = ""
    repeatable: bool | int = False
    ruling: str = ""
    tags: tuple[str, ...] = ()

    @property
    def dearest(self) -> int:
        """Its largest listed cost, which counts toward maximum PP. DOA-329."""
        return max(self.pp, default=0)


class Vulnerability(Struct, frozen=True, forbid_unknown_fields=True):
    """A Vulnerability: the XP it may give, and whether the rules apply it. DOA-353, DOA-354."""

    id: str
    xp: tuple[int, ...]
    category: str | tuple[str, ...]
    kind: Literal["enforced", "guided"]
    effect: str
    prereq: Prerequisite = Prerequisite()
    tested_once: bool = False
    stat: dict[str, int] = {}
    options: tuple[str, ...] = ()
    ruling: str = ""


class PowerOption(Struct, frozen=True):
    """A creature's Power with the option that it has."""

    id: str
    option: str


class NaturalAttack(Struct, frozen=True):
    """An attack that is printed on a creature with its own numbers."""

    mod: int
    damage: int = 1
    range: int = 1


class Creature(Struct, frozen=True, forbid_unknown_fields=True):
    """A stat block of the Bestiary or of the example encounter. DOA-372."""

    id: str
    kind: Kind
    hp: int
    level: int = 1
    ap: int = 0
    ar: int | None = None
    pp: int = 0
    speed: int = 6
    primary: str = ""
    attributes: dict[str, int] = {}
    powers: tuple[str | PowerOption, ...] = ()
    vulnerabilities: tuple[str, ...] = ()
    count: int = 1
    passive: dict[str, str] = {}
    major: dict[str, NaturalAttack] = {}
    minor: dict[str, str] = {}
    adversary: dict[str, str] = {}


class Encounter(Struct, frozen=True, forbid_unknown_fields=True):
    """An example encounter: how it is laid out, and who is in it."""

    layout: str
    creatures: tuple[Creature, ...]


class Priced(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that can be bought. The three price lists disagree; a table uses one. DOA-366."""

    id: str
    cost: str = "5 gp"
    cost_items_file: str = ""
    cost_2022: str = ""
    rarity: str = "common"
    damage: int = 0
    range: int = 1
    hands: int = 1
    tags: tuple[str, ...] = ()
    source: str = field(default="", name="from")
    ap: int = 0
    kind: Literal["", "potion", "charm", "meal", "shield", "weapon"] = ""
    duration: str = ""
    effect: dict[str, int | str | dict[str, int]] = {}
    ar_add: int = 0
    aoe: str = ""
    stat_add: dict[str, int] = {}
    stat_set: dict[str, int] = {}
    use: dict[str, str | list[str]] = {}

    def price(self, prices: str) -> int:
        """Its price in copper, from the list that the table uses."""
        listed = {"cost_items_file": self.cost_items_file, "cost_2022": self.cost_2022}
        return copper(listed.get(prices) or self.cost)


class Starting(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new character owns. DOA-335."""

    default: tuple[str, ...]
    money: str
    adventuring_pack: dict[str, int]
    rations_kit_meals: int


class Items(Struct, frozen=True):
    """Everything in the items file."""

    starting: Starting
    weapons: tuple[Priced, ...]
    weapon_models: tuple[Priced, ...]
    armor: tuple[Priced, ...]
    shields: tuple[Priced, ...]
    general: tuple[Priced, ...]
    tools: tuple[Priced, ...]
    consumables: tuple[Priced, ...]
    sample: tuple[Priced, ...]
    consumable_use: dict[str, str]


class PremadeCompanion(Struct, frozen=True, forbid_unknown_fields=True):
    """The Companion printed on a premade character's sheet."""

    hp: int
    attack_mod: int
    command: str
    effect: str


class Premade(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready character, played as it is printed. DOA-336, DOA-373."""

    id: str
    role: Role
    level: int
    primary: str
    suit: Suit
    hp: int
    ap: int
    ar: int
    speed: int
    attributes: dict[str, int]
    skills: dict[str, int]
    powers: tuple[str, ...]
    vulnerabilities: tuple[str, ...]
    pp: int = 0
    rest_cards_seed: int = 0
    ar_unarmored: int = 0
    printed: dict[str, int] = {}
    computed: dict[str, int] = {}
    discard: str = ""
    items: tuple[str, ...] = ()
    companion: PremadeCompanion | None = None
    power_set: PowerSet = "current"


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the armour table. DOA-232."""

    type: str
    ar: int
    ap: int
    prereq: dict[str, int] = {}


class RoleRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A Role with its Primary Skill, suit and discard mechanic. DOA-299, DOA-331."""

    role: Role
    attribute: str
    primary: str
    suit: Suit
    discard: str


class LevelRow(Struct, frozen=True, forbid_unknown_fields=True):
    """What a level allows. DOA-288, DOA-323."""

    level: int
    mod_cap: int
    discard_cap: int


class Contest(Struct, frozen=True, forbid_unknown_fields=True):
    """A stock contest: who uses what against whom. DOA-115."""

    id: str
    initiator: str
    target: tuple[str, ...]
    informed: tuple[str, ...] = ()


class Limits(Struct, frozen=True, forbid_unknown_fields=True):
    """How many Vulnerabilities a character may take, and for how much XP. DOA-325."""

    max_count: int
    max_xp: int


class Guidance(Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers and advice for the Game Master. DOA-357, DOA-359."""

    title: str
    text: str
    clauses: tuple[str, ...]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The tables of the rules text."""

    armor: tuple[Armour, ...]
    roles: tuple[RoleRow, ...]
    attribute_cost: dict[int, int]
    skill_bonus_cost: dict[int, int]
    vulnerability_limits: Limits
    levels: tuple[LevelRow, ...]
    contests: tuple[Contest, ...]
    guidance: tuple[Guidance, ...]

    def role(self, role: str) -> RoleRow:
        return next(row for row in self.roles if row.role == role)

    def armour(self, worn: str) -> Armour | None:
        return next((row for row in self.armor if row.type == worn), None)

    def level(self, level: int) -> LevelRow:
        return self.levels[level - 1]


COPPER = {"dp": 1000, "gp": 100, "sp": 10, "cp": 1}


def copper(price: str) -> int:
    """A price in copper: 1 dp = 10 gp = 100 sp = 1000 cp. DOA-366.

    >>> copper("15 sp"), copper("2 dp")
    (150, 2000)
    """
    amount, coin = price.split()
    return int(amount) * COPPER[coin]


@cache
def tables() -> Tables:
    return msgspec.convert(_read("tables"), Tables, strict=False)


@cache
def powers(power_set: PowerSet) -> dict[str, Power]:
    """The Powers of one set by their id; the few workshop samples count to `current`. DOA-337."""
    raw = _read("powers")
    listed = [*raw[power_set], *(raw["sample"] if power_set == "current" else [])]
    return {power.id: power for power in _convert(listed, list[Power])}


@cache
def power_notes(power_set: PowerSet) -> dict[str, str]:
    """What there is to say of each Power of a set to whoever would buy it."""
    return {name: f"{power.xp} XP. {power.effect}" for name, power in powers(power_set).items()}


@cache
def vulnerabilities() -> dict[str, Vulnerability]:
    """The Vulnerabilities by their id. DOA-353."""
    listed = _convert(_read("vulnerabilities")["vulnerabilities"], list[Vulnerability])
    return {vulnerability.id: vulnerability for vulnerability in listed}


@cache
def creatures(power_set: PowerSet) -> dict[str, Creature]:
    """The Bestiary of one edition by its ids. DOA-372."""
    listed = _read("bestiary")["creatures" if power_set == "current" else "seed_era"]
    return {creature.id: creature for creature in _convert(listed, list[Creature])}


@cache
def example_encounter() -> tuple[Creature, ...]:
    """The creatures of the example encounter, each with its count."""
    return _convert(_read("bestiary")["example_encounter"], Encounter).creatures


@cache
def items() -> Items:
    return _convert(_read("items"), Items)


@cache
def priced() -> dict[str, Priced]:
    """All that a shop may sell, by the name it has on a sheet. DOA-366."""
    goods = items()
    named = {f"{weapon.id} Weapon": weapon for weapon in goods.weapons}
    named |= {weapon.id: weapon for weapon in goods.weapon_models}
    named |= {f"{armour.id} Armor": armour for armour in goods.armor}
    named |= {f"{shield.id} Shield": shield for shield in goods.shields}
    named |= {thing.id: thing for thing in goods.general}
    named |= {f"{tool.id} Tools": tool for tool in goods.tools}
    named |= {thing.id: thing for thing in (*goods.consumables, *goods.sample)}
    return named


@cache
def price_list(prices: str) -> dict[str, int]:
    """What everything costs in copper, by the list that a table uses. DOA-366."""
    return {name: goods.price(prices) for name, goods in priced().items()}


class HeroName(Struct, frozen=True, forbid_unknown_fields=True):
    """Who a premade character is."""

    id: str
    name: str
    sentence: str
    good_at: str

    def told(self, premade: Premade) -> str:
        level = "" if premade.level == 1 else f", level {premade.level}"
        return f"{self.sentence} Good at {self.good_at}. {premade.role}{level}."


@cache
def heroes() -> dict[str, HeroName]:
    """Who the premade characters are, by what their ids have in common."""
    return {hero.id: hero for hero in _convert(_read("heroes")["heroes"], list[HeroName])}


def hero(premade: str) -> HeroName:
    """Who this premade character is, whatever its level."""
    return heroes()[re.sub(r"\d", "", premade)]


def premade_called(premade: str) -> str:
    """What people call a premade character; whoever is none keeps their title."""
    row = premades().get(premade)
    if row is None:
        return premade
    return hero(premade).name if row.level == 1 else f"{hero(premade).name}, level {row.level}"


@cache
def premades() -> dict[str, Premade]:
    """The premade characters; the printed sheets use the Powers of the seed's time. DOA-373."""
    raw = _read("premades")
    sheets = {sheet["id"]: sheet for sheet in raw["sheets"]}
    for variant in raw["sheet_variants"]:
        base = sheets[variant["base"]]
        changes = {key: value for key, value in variant.items() if key != "base"}
        sheets[variant["id"]] = {**base, **changes}
    listed = [*raw["built"], *({**sheet, "power_set": "seed_era"} for sheet in sheets.values())]
    return {premade.id: premade for premade in _convert(listed, list[Premade])}


_Raw = dict[str, "list[dict[str, object]]"]


def _read(name: str) -> _Raw:
    text = Path(__file__).with_name("data").joinpath(f"{name}.yaml").read_text("utf-8")
    raw: _Raw = yaml.load(text, yaml.CSafeLoader)
    return raw


def _convert(raw: object, wanted: type[T]) -> T:
    return msgspec.convert(raw, wanted)
