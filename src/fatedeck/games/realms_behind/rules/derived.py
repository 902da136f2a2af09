"""What follows from a character sheet: totals, maxima, Defences, Resists, states."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.games.realms_behind.data import (
    ATTRIBUTES,
    Attribute,
    Equipment,
    Kind,
    Lending,
    PerDay,
    UsedUp,
    book,
    worth,
)
from fatedeck.games.realms_behind.rules.talents import talents
from fatedeck.games.realms_behind.state import Being, Character, Creature, Item

BASE_DEFENCE = 8


class Gear(Struct, frozen=True):
    """An item together with all that was worked into it."""

    name: str
    slot: str
    level: int
    tenths_of_bulk: int
    might: int
    hands: int
    light: bool
    close: bool
    spaces: int
    thrown: str
    accuracy: int
    damage: int
    defence: int
    inertia: int
    stowage: int
    speed: int
    fortune_max: int
    pair_rank: int
    reactions: int
    defence_all: int
    extra_targets: int
    maddening: int
    skills: dict[str, int]
    use: UsedUp | None
    resists: dict[str, int]
    split: dict[str, int]
    on_hit_per_suit: dict[str, dict[str, int]]
    lending: tuple[Lending, ...]
    fleet: PerDay | None
    resurgent: PerDay | None


@cache
def gear(kind: str, enhancements: tuple[str, ...]) -> Gear:
    """An item of this kind with these enhancements. Things the data do not define do nothing.

    A shield strikes as a one-handed close melee weapon that is not light. RB-19.10, RB-18.20.
    """
    thing = book().equipment.get(kind) or _undefined(kind)
    added = [book().enhancements[name] for name in enhancements]
    effects = [enhancement.effect for enhancement in added]
    per_suit: dict[str, dict[str, int]] = {}
    for effect in effects:
        for suit, stacks in effect.on_hit_per_suit.items():
            for status, n in stacks.items():
                on_suit = per_suit.setdefault(suit, {})
                on_suit[status] = on_suit.get(status, 0) + n
    per_day = [effect.per_day for effect in effects if effect.per_day]
    return Gear(
        name=thing.name,
        slot=thing.slot,
        level=max(0, thing.level + sum(e.level for e in added)),
        tenths_of_bulk=tenths(thing) + 10 * sum(e.bulk for e in effects),
        might=thing.might,
        hands=thing.hands,
        light=thing.light,
        close=thing.range.close or thing.slot == "shield",
        spaces=thing.range.spaces,
        thrown=thing.range.thrown,
        accuracy=thing.accuracy + sum(e.accuracy for e in effects),
        damage=thing.damage + sum(e.damage for e in effects),
        defence=thing.defence + sum(e.defence for e in effects),
        inertia=max(0, thing.inertia + sum(e.inertia for e in effects)),
        stowage=thing.stowage + sum(e.stowage for e in effects),
        speed=sum(e.speed for e in effects),
        fortune_max=sum(e.fortune_max for e in effects),
        pair_rank=max((e.pair_counts_as_rank for e in effects), default=0),
        reactions=sum(e.reactions_per_turn for e in effects),
        defence_all=sum(e.defence_all for e in effects),
        extra_targets=sum(e.extra_target for e in effects),
        maddening=sum(e.madness_on_attack for e in effects),
        skills=thing.skills,
        use=thing.use,
        resists=_sum([thing.resists, *(e.resist for e in effects)]),
        split=_sum(e.damage_split for e in effects),
        on_hit_per_suit=per_suit,
        lending=tuple(e.reaction for e in effects if e.reaction),
        fleet=next((day for day in per_day if day.speed_this_turn), None),
        resurgent=next((day for day in per_day if day.gain_shallow), None),
    )


def _undefined(kind: str) -> Equipment:
    return Equipment(id=kind, name=kind, slot="item", level=0, bulk=0, might=0, materials=[])


def tenths(thing: Equipment) -> int:
    """Bulk in tenths: what is light weighs one. RB-19.3."""
    return 1 if thing.bulk == "light" else 10 * thing.bulk


def gear_of(item: Item) -> Gear:
    """The item with its enhancements."""
    return gear(item.kind, tuple(item.enhancements))


def chosen_for(item: Item, what: str) -> int:
    """What a Veteran or Resolute thing adds to a skill or a Defence that was chosen for it."""
    effects = (
        book().enhancements[name].effect for name, chosen in item.choices.items() if chosen == what
    )
    return sum(effect.n for effect in effects)


def triangle(base: int, level: int) -> int:
    """Base x n(n+1)/2: what all of levels 1 to n cost together. RB-2.4.

    >>> [triangle(2, n) for n in range(1, 6)], [triangle(3, n) for n in range(5)]
    ([2, 6, 12, 20, 30], [0, 3, 9, 18, 30])
    """
    return base * level * (level + 1) // 2


# Totals


def points(character: Character, skill: str) -> int:
    """The points bought in a skill, and what things add to it; Lore by its best subject.

    What adds to Lore does so in every subject. RB-2.9, RB-2.11, RB-20.16.
    """
    bought = character.skills.get(skill, 0)
    if skill == "lore":
        subjects = (n for name, n in character.skills.items() if name.startswith("lore ("))
        bought = max((bought, *subjects))
    named = "lore" if skill.startswith("lore (") else skill
    for item in character.items.values():
        if item.place == "equipped" and is_helpful(item):
            bought += chosen_for(item, named) + gear_of(item).skills.get(named, 0)
    return bought


def is_helpful(item: Item) -> bool:
    """Whether a thing can add to a skill: one that is Veteran, or made for it. RB-20.16."""
    return bool(item.choices) or item.kind in book().helpful


def total(being: Being, skill: str) -> int:
    """Attribute plus skill points; untrained it is the attribute alone. RB-2.8, RB-2.9.

    A creature's total is its growth times its level. RB-21.4.
    """
    if type(being) is Character:
        return being.attribute(_attribute_of(skill)) + points(being, skill)
    assert isinstance(being, Creature)
    return kind_of(being).growth.skills.get(skill, 0) * being.level


@lru_cache(maxsize=512)
def _attribute_of(skill: str) -> Attribute:
    """The attribute that a skill stands on; every subject is a Lore. RB-2.7, RB-2.11."""
    return book().skills["lore" if skill.startswith("lore (") else skill].attribute


def ways_to_check(character: Character, skill: str) -> dict[str, int]:
    """The totals that a skill may be checked with: its own, and what feats let stand in for it.

    Performance may stand in for any Lore with Bardic Lore, Body for Spirit in Presence with
    Imposing Figure. Weapons have ways of their own. RB-5.3, RB-18.1.
    """
    ways = {skill.capitalize(): total(character, skill)}
    known = talents(character)
    for swap in known.skills:
        if swap.of == "lore" and skill.startswith("lore"):
            ways[swap.by.capitalize()] = total(character, swap.by)
    for attribute in ATTRIBUTES:
        if any(
            (swap.of, swap.by, swap.skill) == (_attribute_of(skill), attribute, skill)
            for swap in known.attributes
        ):
            name = f"{skill.capitalize()} with {attribute.capitalize()}"
            ways[name] = character.attribute(attribute) + points(character, skill)
    return ways


def check_total(character: Character, skill: str) -> int:
    """The best total that a skill may be checked with. RB-18.1."""
    return max(ways_to_check(character, skill).values())


def check_totals(character: Character) -> tuple[tuple[str, int], ...]:
    """All skills, and one's own Lore subjects, with what they come to. RB-2.8, RB-2.11."""
    lores = [skill for skill in character.skills if skill.startswith("lore (")]
    if any(is_helpful(item) for item in character.items.values()):
        return tuple((skill, check_total(character, skill)) for skill in (*book().skills, *lores))
    own = {attribute: character.attribute(attribute) for attribute in ATTRIBUTES}
    bought = character.skills
    totals = {skill: own[attribute] + bought.get(skill, 0) for skill, attribute in _standing_on()}
    for skill in ("lore", "presence", *lores) if lores or character.feats else ():
        totals[skill] = check_total(character, skill)
    return tuple(totals.items())


@cache
def _standing_on() -> tuple[tuple[str, Attribute], ...]:
    """Each skill with the attribute that it stands on. RB-2.7."""
    return tuple((skill.id, skill.attribute) for skill in book().skills.values())


# Derived values, chapter 3


def shallow_max(character: Character) -> int:
    """2 + Resilience. RB-3.1."""
    return 2 + total(character, "resilience")


def deep_max(character: Character) -> int:
    """Twice (2 + Resilience). RB-3.2."""
    return 2 * (2 + total(character, "resilience"))


def will_max(character: Character) -> int:
    """Twice Resolve. RB-3.3."""
    return 2 * total(character, "resolve")


def fortune_max(character: Character) -> int:
    """Twice Luck, and what Lucky things add. RB-3.4."""
    return 2 * character.luck + sum(gear_of(item).fortune_max for item in character.worn())


def draw_size(character: Character) -> int:
    """Three times Insight. RB-3.5."""
    return 3 * total(character, "insight")


def inertia(character: Character) -> int:
    """The Inertia of all equipped armour and shields together. RB-3.11."""
    return sum(gear_of(item).inertia for item in character.worn())


def speed(being: Being) -> int:
    """2 + Athletics - Inertia, then statuses; not below 0. Frozen counts as Slowed.

    A creature's is what its kind says. RB-3.6, RB-16.18, RB-16.20, RB-16.21, RB-21.6.
    """
    if type(being) is Character:
        base = 2 + total(being, "athletics")
        for item in being.items.values():
            if item.place == "equipped":
                thing = gear_of(item)
                base += thing.speed - thing.inertia
    else:
        assert isinstance(being, Creature)
        base = kind_of(being).speed
    base += being.speed_this_turn + being.speed_this_encounter
    status = being.statuses
    return max(0, base + status.hasted - status.slowed - status.frozen)


def initiative(being: Being) -> int:
    """Twice Awareness. RB-3.7."""
    return 2 * total(being, "awareness")


def capacity(character: Character) -> int:
    """3 + Might. RB-3.8."""
    return 3 + total(character, "might")


def parry_bonus(character: Character) -> int:
    """The highest Defence among equipped weapons and shields, one item only, below 0 too.

    With Dual-Wielding the Defence of two one-handed weapons is added. RB-3.10, RB-18.19.
    """
    worn, one_handed = [], []
    for item in character.items.values():
        if item.place == "equipped":
            thing = gear_of(item)
            if thing.slot in ("weapon", "shield"):
                worn.append(thing.defence)
            if thing.slot == "weapon" and thing.hands == 1:
                one_handed.append(thing.defence)
    best = max(worn, default=0)
    if len(one_handed) > 1 and talents(character).parries_with_two:
        best = max(best, sum(sorted(one_handed)[-2:]))
    return best


_DEFENCE_SKILL = {
    "parry": "melee",
    "dodge": "acrobatics",
    "body": "resilience",
    "mind": "insight",
    "spirit": "resolve",
    "luck": "theurgy",
}
_DEFENCE_STATUS = {
    "parry": "harried",
    "dodge": "harried",
    "body": "sickened",
    "luck": "sickened",
    "mind": "fogged",
    "spirit": "fogged",
}


def defence(being: Being, which: str) -> int:
    """8 + the total of its skill, with equipment, states and statuses; never below 0.

    All penalties add together. RB-3.9 to RB-3.13, RB-4.2, RB-4.5, RB-13.2, RB-16.6, RB-16.8,
    RB-16.12, RB-21.4.
    """
    value = BASE_DEFENCE
    if type(being) is Character:
        value += total(being, _DEFENCE_SKILL[which])
        if which == "parry":
            value += parry_bonus(being)
        elif which == "dodge":
            value -= inertia(being)
        if is_wounded(being):
            value -= 2
        if is_exhausted(being):
            value -= 2
        if is_stupefied(being):
            value -= 8
        for item in being.items.values():
            if item.enhancements and item.place == "equipped":
                value += gear_of(item).defence_all
                value += chosen_for(item, which)
    elif type(being) is Creature:
        value += kind_of(being).growth.defences.get(which, 0) * being.level
    status: int = getattr(being.statuses, _DEFENCE_STATUS[which])
    if being.bulwark_turns:
        value += book().features["bulwark"].effect.defence_all
    return max(0, value - status)


def resist(being: Being, element: str) -> int:
    """What is taken off damage of an element; negative is a Weakness.

    Armour, shield, enhancements and statuses add together. RB-12.6, RB-12.7, RB-16.14, RB-16.15,
    RB-16.25, RB-21.4.
    """
    value = book().features["bulwark"].effect.resist_all if being.bulwark_turns else 0
    if type(being) is Character:
        for item in being.items.values():
            if item.place == "equipped":
                value += gear_of(item).resists.get(element, 0)
    elif type(being) is Creature:
        value += kind_of(being).growth.resists.get(element, 0) * being.level
    if element in book().magical:
        value += being.statuses.warded - being.statuses.exposed
        value += being.warded_against.get(element, 0)
    return value


# States


def is_wounded(being: Being) -> bool:
    """Shallow is 0; a creature is never Wounded. RB-13.2, RB-21.3."""
    return type(being) is Character and being.shallow == 0 and not being.waiting


def is_exhausted(being: Being) -> bool:
    """In play with an empty hand, until a card is in it again. RB-4.2 to RB-4.4."""
    return type(being) is Character and not being.hand.top and not being.waiting


def is_stupefied(being: Being) -> bool:
    """The draw pile is empty, or Madness is above Shallow plus Deep. RB-4.5, RB-4.6, RB-11.12."""
    if type(being) is not Character:
        return False
    deck = being.deck
    if not (deck.bag or deck.top or deck.bottom):
        return True
    return being.madness > being.shallow + being.deep


def is_down(being: Being) -> bool:
    """Deep Health is 0, or a creature's Health. RB-13.3, RB-21.3."""
    if type(being) is Character:
        return being.deep == 0
    return type(being) is Creature and being.health == 0


def is_downed(being: Being) -> bool:
    """Downed, or Stupefied which counts as Downed: may do nothing. RB-4.5, RB-4.8, RB-13.10."""
    if type(being) is Character:
        return not being.deep or is_stupefied(being)
    return type(being) is Creature and not being.health


def why_not_able(being: Being) -> Refused | None:
    """Why someone can do nothing at all now, on their turn or out of it.

    Asked by every action, reaction, assist, and by whatever spends Will. RB-4.8, RB-13.3, RB-13.4.
    """
    if being.dead:
        return Refused("RB-13.4", f"{being.name} is dead.")
    if being.left_scene:
        return Refused("RB-13.4", f"{being.name} has left the scene until the GM says otherwise.")
    if is_downed(being):
        return Refused("RB-13.3", f"{being.name} is Downed or Stupefied and can do nothing.")
    return None


def why_not_willingly(being: Being) -> Refused | None:
    """The Enchanted harm nobody. RB-16.11."""
    if being.statuses.enchanted:
        return Refused("RB-16.11", f"{being.name} is Enchanted and can’t willingly harm anyone.")
    return None


def can_act(being: Being) -> bool:
    """In play, on the scene, and neither Downed nor Stupefied. RB-4.8, RB-13.3, RB-13.4."""
    if being.left_scene or being.dead or being.waiting:
        return False
    return not is_downed(being)


def kind_of(creature: Creature) -> Kind:
    """What a creature is: a kind of the book's, or one that the GM made. RB-21.1."""
    return creature.own or book().creatures[creature.kind]


def spaces_of(character: Character, weapon: Gear) -> int:
    """How far a weapon reaches beyond close range; a thrown one 3 x Body. RB-12.12."""
    return worth(weapon.thrown, {"body": character.body}) if weapon.thrown else weapon.spaces


def reactions_per_round(being: Being) -> int:
    """One, and one more for each Preemptive thing. RB-15.7, RB-21.6."""
    if type(being) is not Character:
        return 1
    return 1 + sum(gear_of(item).reactions for item in being.worn())


def keep_within_maxima(character: Character) -> None:
    """A current value falls with its maximum and does not rise with it. RB-3.14, RB-11.9."""
    character.shallow = min(character.shallow, shallow_max(character))
    character.deep = min(character.deep, deep_max(character))
    character.will = min(character.will, will_max(character))
    character.fortune = min(character.fortune, fortune_max(character))
    character.reactions = min(character.reactions, reactions_per_round(character))


def at_full_strength(character: Character) -> None:
    """Health, Will and Fortune at their maximum, no Madness. RB-11.1, RB-11.10."""
    character.shallow = shallow_max(character)
    character.deep = deep_max(character)
    character.will = will_max(character)
    character.fortune = fortune_max(character)
    character.madness = 0


def _sum(parts: Iterable[dict[str, int]]) -> dict[str, int]:
    summed: dict[str, int] = {}
    for part in parts:
        for key, n in part.items():
            summed[key] = summed.get(key, 0) + n
    return summed
