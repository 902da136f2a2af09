"""The game's data files: powers, Vulnerabilities, creatures, items, premade characters, tables."""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from fatedeck.engine.data_files import data_file
from fatedeck.games.deck_of_adventures.state import Count, Kind, Modifier, PowerSet, Role, Suit

OneOrMore: TypeAlias = Annotated[int, Meta(ge=1)]
Level: TypeAlias = Annotated[int, Meta(ge=1, le=10)]


class Prerequisite(Struct, frozen=True, forbid_unknown_fields=True):
    """What must hold before a Power may be bought: all kinds, one entry of each list. DOA-343."""

    role: tuple[Role, ...] = ()
    level: int = 1
    skill: tuple[str, ...] = ()
    skill_all: tuple[str, ...] = ()
    power: tuple[str, ...] = ()


class Saving(Struct, frozen=True, forbid_unknown_fields=True):
    """The Save that a Power demands, in words: when, unless at once, and what follows."""

    fail: str
    success: str = ""
    when: str = ""


class Power(Struct, frozen=True, forbid_unknown_fields=True):
    """A Power as it is listed. DOA-337, DOA-338."""

    id: str
    type: Literal["major", "minor", "passive", "adversary", "house", "vulnerability"]
    effect: str
    display: str = ""
    category: tuple[str, ...] = ()
    xp: int = 0
    pp: tuple[int, ...] = ()
    range: int = 6
    sustained: bool = False
    prereq: Prerequisite = Prerequisite()
    save: Saving | None = None
    options: tuple[str, ...] = ()
    repeatable: bool | int = False

    @property
    def called(self) -> str:
        """Its name as people say it: Charge, not “Attack, Charge”."""
        return self.display or self.id.removeprefix("Attack, ")

    @property
    def dearest(self) -> int:
        """Its largest listed cost, which counts toward maximum PP. DOA-329."""
        return max(self.pp, default=0)


class Powers(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the powers file. DOA-337."""

    current: tuple[Power, ...]
    sample: tuple[Power, ...]
    seed_era: tuple[Power, ...]
    encounter: tuple[Power, ...]


class Vulnerability(Struct, frozen=True, forbid_unknown_fields=True):
    """A Vulnerability: the XP it may give, and whether the rules apply it. DOA-353, DOA-354."""

    id: str
    xp: tuple[int, ...]
    kind: Literal["enforced", "guided"]
    effect: str
    prereq: Prerequisite = Prerequisite()
    tested_once: bool = False
    stat: dict[str, int] = {}
    options: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """What it does, in words, and whether that is for the Game Master to apply. DOA-354."""
        return self.effect if self.kind == "enforced" else f"{self.effect} The GM applies it."


class Vulnerabilities(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the Vulnerabilities file. DOA-353."""

    vulnerabilities: tuple[Vulnerability, ...]


class PowerOption(Struct, frozen=True):
    """A creature's Power with the option that it has."""

    id: str
    option: str


class NaturalAttack(Struct, frozen=True):
    """An attack that is printed on a creature with its own numbers."""

    mod: int
    damage: Count = 1
    range: OneOrMore = 1


class Creature(Struct, frozen=True, forbid_unknown_fields=True):
    """A stat block of the Bestiary or of the example encounter. DOA-372."""

    id: str
    kind: Kind
    hp: OneOrMore
    level: Level = 1
    ap: Count = 0
    ar: Count | None = None
    pp: Count = 0
    speed: Count = 6
    primary: str = ""
    attributes: dict[str, Modifier] = {}
    powers: tuple[str | PowerOption, ...] = ()
    vulnerabilities: tuple[str, ...] = ()
    count: OneOrMore = 1
    passive: dict[str, str] = {}
    major: dict[str, NaturalAttack] = {}
    minor: dict[str, str] = {}
    adversary: dict[str, str] = {}


class Encounter(Struct, frozen=True, forbid_unknown_fields=True):
    """An example encounter: how it is laid out, and who is in it."""

    layout: str
    creatures: tuple[Creature, ...]


class Bestiary(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the bestiary file. DOA-372."""

    creatures: tuple[Creature, ...]
    seed_era: tuple[Creature, ...]
    example_encounter: Encounter


class Boons(Struct, frozen=True, forbid_unknown_fields=True):
    """What a potion, charm or meal gives, in numbers and (`note`) in words. DOA-370.

    `hand` and `damage` are for attacks.
    """

    note: str
    hp: int = 0
    ap: int = 0
    max_hp: int = 0
    max_pp: int = 0
    check_mod: dict[str, int] = {}
    hand: int = 0
    damage: int = 0
    breath_minutes: int = 0
    immune: str = ""


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
    ap: int = 0
    kind: Literal["", "potion", "charm", "meal"] = ""
    duration: Literal["", "instant", "1 minute", "1 hour", "8 hours"] = ""
    effect: Boons = Boons("")

    def price(self, prices: str) -> int:
        """Its price in copper, from the list that the table uses."""
        listed = {"cost_items_file": self.cost_items_file, "cost_2022": self.cost_2022}
        return copper(listed.get(prices) or self.cost)


class Starting(Struct, frozen=True, forbid_unknown_fields=True):
    """What a new character owns. DOA-335."""

    weapon: str
    armour: str
    money: str
    pack: dict[str, int]


class Items(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the items file."""

    starting: Starting
    weapons: tuple[Priced, ...]
    weapon_models: tuple[Priced, ...]
    armor: tuple[Priced, ...]
    shields: tuple[Priced, ...]
    general: tuple[Priced, ...]
    tools: tuple[Priced, ...]
    consumables: tuple[Priced, ...]
    consumable_use: dict[str, Literal["major", "minor"]]


class PremadeCompanion(Struct, frozen=True, forbid_unknown_fields=True):
    """The Companion printed on a premade character's sheet."""

    creature: str
    hp: OneOrMore
    powers: tuple[str, ...]


class Premade(Struct, frozen=True, forbid_unknown_fields=True):
    """A ready character, played as it is printed. DOA-336, DOA-373."""

    id: str
    role: Role
    level: Level
    primary: str
    suit: Suit
    hp: OneOrMore
    ap: Count
    ar: Count
    speed: Count
    attributes: dict[str, Modifier]
    skills: dict[str, Modifier]
    powers: tuple[str, ...]
    vulnerabilities: tuple[str, ...]
    discard: str = ""
    items: tuple[str, ...] = ()
    companion: PremadeCompanion | None = None
    power_set: PowerSet = "current"


class Premades(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything in the file of premade characters; printed sheets use the seed's Powers."""

    built: tuple[Premade, ...]
    sheets: tuple[Premade, ...]


class Armour(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the armour table. DOA-232."""

    type: str
    ar: int
    ap: int
    prereq: dict[str, int] = {}


class RoleRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A Role with its Primary Skill, suit and discard mechanic. DOA-299, DOA-331."""

    role: Role
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
        return next(row for row in self.levels if row.level == level)


COPPER = {"dp": 1000, "gp": 100, "sp": 10, "cp": 1}


def copper(price: str) -> int:
    """A price in copper: 1 dp = 10 gp = 100 sp = 1000 cp. DOA-366.

    >>> copper("15 sp"), copper("2 dp")
    (150, 2000)
    """
    amount, coin = price.split()
    return int(amount) * COPPER[coin]


def coins(copper: int) -> str:
    """A sum of money as people say it.

    >>> coins(150), coins(2000), coins(0)
    ('1 gp 5 sp', '2 dp', '0 cp')
    """
    said = []
    for coin, worth in COPPER.items():
        number, copper = divmod(copper, worth)
        said += [f"{number} {coin}"] * bool(number)
    return " ".join(said) or "0 cp"


tables = data_file(__file__, "tables", Tables)
items = data_file(__file__, "items", Items)
_powers = data_file(__file__, "powers", Powers)
_vulnerabilities = data_file(__file__, "vulnerabilities", Vulnerabilities)
_bestiary = data_file(__file__, "bestiary", Bestiary)
_premades = data_file(__file__, "premades", Premades)


@cache
def powers(power_set: PowerSet) -> dict[str, Power]:
    """The Powers of one set by their id; the few workshop samples count to `current`. DOA-337."""
    file = _powers()
    found = file.seed_era if power_set == "seed_era" else (*file.current, *file.sample)
    return {power.id: power for power in found}


@cache
def every_power(power_set: PowerSet) -> dict[str, Power]:
    """Whatever anybody may have: the Powers of a set, of the other one, of the encounter."""
    other: PowerSet = "seed_era" if power_set == "current" else "current"
    rare = {power.id: power for power in _powers().encounter}
    return {**powers(other), **rare, **powers(power_set)}


def power_name(power: str) -> str:
    """A Power as people call it.

    >>> power_name("Attack, Weapon"), power_name("Attack, Charge"), power_name("Heal")
    ('Weapon Attack', 'Charge', 'Heal')
    """
    found = every_power("current").get(power)
    return found.called if found is not None else power


@cache
def vulnerabilities() -> dict[str, Vulnerability]:
    """The Vulnerabilities by their id. DOA-353."""
    return {each.id: each for each in _vulnerabilities().vulnerabilities}


@cache
def creatures(power_set: PowerSet) -> dict[str, Creature]:
    """The Bestiary of one edition by its ids. DOA-372."""
    file = _bestiary()
    found = file.creatures if power_set == "current" else file.seed_era
    return {creature.id: creature for creature in found}


def example_encounter() -> Encounter:
    """The example encounter: its layout, and its creatures, each with its count."""
    return _bestiary().example_encounter


@cache
def consumables() -> dict[str, Priced]:
    """Potions, charms and meals by their names. DOA-370."""
    return {thing.id: thing for thing in items().consumables}


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
    return named | consumables()


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


_heroes = data_file(__file__, "heroes", list[HeroName])


@cache
def heroes() -> dict[str, HeroName]:
    """Who the premade characters are, by what their ids have in common."""
    return {hero.id: hero for hero in _heroes()}


def hero(premade: str) -> HeroName:
    """Who this premade character is, whatever its level."""
    return heroes()[re.sub(r"\d", "", premade)]


def premade_called(premade: str) -> str:
    """What people call a premade character; whoever is none keeps their title."""
    row = premades().get(premade)
    name = hero_name(premade)
    return name if row is None or row.level == 1 else f"{name}, level {row.level}"


def hero_name(title: str) -> str:
    """A hero's own name: that of a premade character, or what its player has called it."""
    return hero(title).name if title in premades() else title


@cache
def premades() -> dict[str, Premade]:
    """The premade characters; the printed sheets use the Powers of the seed's time. DOA-373."""
    file = _premades()
    sheets = (replace(sheet, power_set="seed_era") for sheet in file.sheets)
    return {premade.id: premade for premade in (*file.built, *sheets)}
