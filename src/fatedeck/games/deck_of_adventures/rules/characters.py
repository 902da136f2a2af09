"""What a character amounts to: hit points, armour, Power Points, Companions, premade sheets."""

from __future__ import annotations

from itertools import chain

from fatedeck.engine.names import free_name
from fatedeck.games.deck_of_adventures.data import (
    Creature,
    PowerOption,
    Premade,
    copper,
    creatures,
    items,
    powers,
    priced,
    tables,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.rules.armour import (
    PRINTED,
    armour_worn,
    lacks_prerequisite,
    shield_ap,
)
from fatedeck.games.deck_of_adventures.rules.checks import release_target
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTE_OF,
    ATTRIBUTES,
    SKILLS,
    Character,
    PowerSet,
    Table,
    Weapon,
)

POWER_GAIN = {"Small Power Gain": 2, "Large Power Gain": 4}


def dealer_hp(level: int, vitality: int, least: int = 5) -> int:
    """Maximum HP of a built Dealer: 4 + level + VIT, at least 5. DOA-54, DOA-217, DOA-218.

    >>> dealer_hp(1, 1), dealer_hp(3, -2), dealer_hp(10, 6)
    (6, 5, 20)
    """
    return max(least, 4 + level + vitality)


def unarmoured_ar(agility: int) -> int:
    """Armor Range without armour: 3 less half of AGL, rounded down. DOA-5, DOA-223.

    >>> [unarmoured_ar(agility) for agility in range(-2, 7)]
    [4, 4, 3, 3, 2, 2, 1, 1, 0]
    """
    return 3 - agility // 2


def reckon(state: Table, who: Character) -> None:
    """Work out HP, PP, AP, AR and speed again from level, Modifiers, Powers and what is worn.

    Stat blocks of the Game Master's creatures and Companions keep their printed numbers. A maximum
    that rises brings the points with it. DOA-217 to DOA-225, DOA-329.
    """
    if who.kind != "pc":
        return
    max_hp = dealer_hp(who.level, who.attributes["VIT"], who.least_hp) + who.extra_hp
    max_hp += who.armour_hp.get(who.armour, 0)  # DOA-371
    who.hp = 0 if who.hp == 0 and who.max_hp else min(max_hp, who.hp + max(0, max_hp - who.max_hp))
    who.max_hp = max_hp
    max_pp = power_points(who) + who.extra_pp + who.armour_pp.get(who.armour, 0)
    who.pp = min(max_pp, who.pp + max(0, max_pp - who.max_pp))
    who.max_pp = max_pp
    armour = armour_worn(state, who)
    who.ar = armour.ar if armour is not None else unarmoured_ar(who.attributes["AGL"])
    who.max_ap = (armour.ap if armour is not None else 0) + shield_ap(who.shield)
    who.ap = min(who.ap, who.max_ap)
    speed = who.base_speed + 2 * who.powers.count("Speedy")
    speed += sum(
        vulnerabilities()[name].stat.get("Speed", 0)
        for name in who.vulnerabilities
        if name in vulnerabilities()
    )
    who.speed = -(-speed // 2) if lacks_prerequisite(state, who) else speed
    for other in state.characters.values():
        if other.companion_of == who.name:
            reckon_companion(state, who, other)


def power_points(who: Character) -> int:
    """Maximum PP: the largest cost of each Power, and what Power Gain gives. DOA-329."""
    listed = powers(who.power_set)
    return sum(
        POWER_GAIN.get(name, listed[name].dearest if name in listed else 0) for name in who.powers
    )


def max_rest_cards(state: Table, who: Character) -> int:
    """Rest Cards: maximum HP + maximum PP; later maximum HP alone. DOA-266."""
    return who.max_hp if state.switches.rest_cards else who.max_hp + who.max_pp


def change_gear(
    state: Table, who: Character, *, armour: str | None = None, shield: str | None = None
) -> None:
    """Put on or take off armour or a shield. One suit is worn at a time, with or without a shield.

    A piece keeps the AP it has lost while it lies in the pack: taking it off and on again brings
    none back, nor HP or PP. DOA-228, DOA-229, DOA-371, DOA-385, DOA-386.
    """
    hp, pp = who.hp, who.pp
    unhurt, fresh = hp == who.max_hp, pp == who.max_pp
    if armour is not None and armour != who.armour:
        worn = armour_worn(state, who)
        _take_off(who, who.armour, worn.ap if worn is not None else 0)
        who.armour = armour
        worn = armour_worn(state, who)
        _put_on(state, who, armour, worn.ap if worn is not None else 0)
    if shield is not None and shield != who.shield:
        _take_off(who, f"{who.shield} Shield", shield_ap(who.shield))
        who.shield = shield
        _put_on(state, who, f"{shield} Shield", shield_ap(shield))
    reckon(state, who)
    who.hp = who.max_hp if unhurt else min(hp, who.max_hp)
    who.pp = who.max_pp if fresh else min(pp, who.max_pp)


def _take_off(who: Character, piece: str, ap: int) -> None:
    lost = max(0, min(ap, who.max_ap - who.ap))
    if lost:
        who.lost_ap[piece] = lost
    who.ap = max(0, who.ap - (ap - lost))
    who.max_ap = max(0, who.max_ap - ap)


def _put_on(state: Table, who: Character, piece: str, ap: int) -> None:
    who.max_ap += ap
    who.ap += ap - who.lost_ap.pop(piece, 0)


def fill(state: Table, who: Character) -> None:
    """HP, PP, AP and Rest Cards at their maximum. DOA-12, DOA-278."""
    who.hp, who.pp, who.ap = who.max_hp, who.max_pp, who.max_ap
    who.lost_ap.clear()
    who.rest_cards = max_rest_cards(state, who)


def take_premade(state: Table, who: Character, premade: Premade) -> None:
    """Turn a seat's character into a premade one, as it is printed. DOA-336, DOA-373, DOA-395.

    Neither prerequisites nor the XP budget are checked on it.
    """
    who.title = premade.id
    who.role, who.suit, who.primary, who.level = (
        premade.role,
        premade.suit,
        premade.primary,
        premade.level,
    )
    who.discard_power = premade.discard or tables().role(premade.role).discard
    who.attributes = {name: premade.attributes.get(name, 0) for name in ATTRIBUTES}
    who.skills = {
        skill: premade.skills.get(skill, who.attributes[attribute])
        for skill, attribute in ATTRIBUTE_OF.items()
    }
    who.power_set = premade.power_set
    who.powers = list(premade.powers)
    listed = powers(premade.power_set)
    who.power_options = {
        name: [listed[name].options[0]] for name in premade.powers if len(listed[name].options) > 1
    }
    who.vulnerabilities = list(premade.vulnerabilities)
    who.vulnerability_xp = {
        name: max(vulnerabilities()[name].xp) for name in premade.vulnerabilities
    }
    who.xp = 0
    who.least_hp = min(5, premade.hp)
    who.extra_hp = premade.hp - dealer_hp(premade.level, who.attributes["VIT"], who.least_hp)
    who.extra_pp = 0
    slow = sum(vulnerabilities()[name].stat.get("Speed", 0) for name in premade.vulnerabilities)
    who.base_speed = premade.speed - slow - 2 * who.powers.count("Speedy")
    who.printed_ar, who.printed_ap = premade.ar, premade.ap
    who.armour, who.shield = PRINTED, ""
    give_starting_items(who)
    arms = {item: weapons for item in premade.items if (weapons := _printed_weapons(item))}
    if arms:
        who.weapons = []
        for weapon in chain.from_iterable(arms.values()):
            carry(who, weapon)
        who.weapon = who.weapons[0].name
    for item in premade.items:
        if item not in arms:
            stow(who, item)
    ready(state, who)
    if premade.companion is not None:
        printed = premade.companion
        companion = make_companion(state, who, printed.creature, power_set="seed_era")
        companion.powers += printed.powers
        companion.extra_hp = printed.hp - companion.max_hp
        companion.max_hp = companion.hp = printed.hp


def give_starting_items(who: Character) -> None:
    """A standard weapon, simple armour, an Adventuring Pack, a Trinket and 50 gp. DOA-335."""
    starting = items().starting
    who.weapons, who.weapon = [weapon_named(starting.weapon)], starting.weapon
    who.items = {}
    for item, number in starting.pack.items():
        stow(who, item, number)
    who.armour = who.armour or starting.armour
    who.money = copper(starting.money)


def stow(who: Character, item: str, number: int = 1) -> None:
    """Put a thing in the pack, which is kept in the order of names, as a saved table is."""
    who.items[item] = who.items.get(item, 0) + number
    who.items = dict(sorted(who.items.items()))


def ready(state: Table, who: Character) -> None:
    """A character that is made enters play with everything at its maximum. DOA-12."""
    who.making = False
    who.respec = False
    who.dead = False
    who.fatigue = 0
    who.conditions.clear()
    who.effects.clear()
    reckon(state, who)
    fill(state, who)


def _printed_weapons(item: str) -> list[Weapon]:
    """The weapons that a line of a printed sheet means, such as “Dagger x2 (1 damage)”. DOA-384."""
    name, _, number = item.split(" (")[0].partition(" x")
    model = next((model for model in items().weapon_models if model.id == name), None)
    if model is None:
        return []
    return [Weapon(name, model.damage, model.range, model.hands) for _ in range(int(number or 1))]


def carry(who: Character, weapon: Weapon) -> None:
    """A weapon comes among one's own; of twins the second is called Dagger 2. DOA-367."""
    weapon.name = free_name(weapon.name, [own.name for own in who.weapons])
    who.weapons.append(weapon)


def make_companion(
    state: Table,
    dealer: Character,
    creature_id: str,
    *,
    summoned: bool = False,
    power_set: PowerSet = "current",
) -> Character:
    """A Companion of this Dealer: it draws from the Dealer's deck and shares its Target Card.

    DOA-58 to DOA-62.
    """
    creature = creatures(power_set)[creature_id]
    companion = stat_block(creature, unused_name(state, creature_id), power_set)
    companion.kind, companion.side, companion.owner = "companion", dealer.side, dealer.owner
    companion.deck, companion.companion_of = dealer.deck, dealer.name
    companion.target_with = dealer.name
    companion.summoned = summoned
    state.enter(companion)
    reckon_companion(state, dealer, companion)
    companion.hp = companion.max_hp
    return companion


def reckon_companion(state: Table, dealer: Character, companion: Character) -> None:
    """What a Companion has from its Dealer: HP by level, and what Creature Mastery gives.

    Its HP are the larger of the printed number and half the Dealer's level, rounded up; Mastery
    adds 1, 1 to its Primary Skill, and a Target Card of its own. DOA-60 to DOA-62.
    """
    creature = creatures(companion.power_set).get(companion.creature)
    if creature is None:
        return
    mastery = "Creature Mastery" in dealer.powers
    max_hp = max(creature.hp, companion_hp(dealer.level)) + mastery + companion.extra_hp
    if companion.hp:
        companion.hp = min(max_hp, companion.hp + max(0, max_hp - companion.max_hp))
    companion.max_hp = max_hp
    if mastery == (not companion.target_with):
        return
    companion.target_with = "" if mastery else dealer.name
    release_target(state, companion)
    if companion.primary:
        companion.skills[companion.primary] += 1 if mastery else -1


def companion_hp(level: int) -> int:
    """Half the Dealer's level, rounded up. DOA-60."""
    return -(-level // 2)


def stat_block(creature: Creature, name: str, power_set: PowerSet) -> Character:
    """A character with the numbers of a stat block; missing ones as the Bestiary says. DOA-372."""
    attributes = {attribute: creature.attributes.get(attribute, 0) for attribute in ATTRIBUTES}
    learned = [power.id if isinstance(power, PowerOption) else power for power in creature.powers]
    options = {power.id: [power.option] for power in creature.powers if not isinstance(power, str)}
    fighting = max(("Finesse", "Brute"), key=lambda skill: attributes[ATTRIBUTE_OF[skill]])
    return Character(
        name,
        "",
        kind=creature.kind,
        title=creature.id,
        creature=creature.id,
        level=creature.level,
        primary=creature.primary or (fighting if creature.kind == "companion" else ""),
        attributes=attributes,
        skills={skill: attributes[ATTRIBUTE_OF[skill]] for skill in SKILLS},
        powers=learned or ["Attack, Weapon"],
        power_options=options,
        power_set=power_set,
        vulnerabilities=list(creature.vulnerabilities),
        hp=creature.hp,
        max_hp=creature.hp,
        ap=creature.ap,
        max_ap=creature.ap,
        pp=creature.pp,
        max_pp=creature.pp,
        ar=unarmoured_ar(attributes["AGL"]) if creature.ar is None else creature.ar,
        speed=creature.speed,
        base_speed=creature.speed,
    )


def unused_name(state: Table, wanted: str) -> str:
    """A name that nobody in play bears: "Grunt", "Grunt 2", "Grunt 3" ..."""
    return free_name(wanted, {**state.characters, **state.decks})


def weapon_named(name: str) -> Weapon:
    """A weapon as it comes from the shop. DOA-367, DOA-384."""
    goods = priced()[name]
    return Weapon(name, goods.damage, goods.range, goods.hands)
