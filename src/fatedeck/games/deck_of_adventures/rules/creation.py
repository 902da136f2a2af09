"""Making a character and raising it: Role, Modifiers, Powers, Vulnerabilities, paid for in XP."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from fatedeck.engine.cards import laid, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import (
    Power,
    Prerequisite,
    Vulnerability,
    powers,
    premades,
    priced,
    tables,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.rules.characters import (
    give_starting_items,
    ready,
    reckon,
    stow,
    take_premade,
    weapon_named,
)
from fatedeck.games.deck_of_adventures.rules.creatures import remove
from fatedeck.games.deck_of_adventures.rules.decks import gather
from fatedeck.games.deck_of_adventures.rules.ground import line_up
from fatedeck.games.deck_of_adventures.rules.initiative import join
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTE_OF,
    ATTRIBUTES,
    JOKERS,
    NPC,
    PLAYING_CARDS,
    SKILLS,
    SPARE,
    WORLD,
    Cards,
    Character,
    PowerSet,
    Switches,
    Table,
)

LOWEST = -2
HIGHEST_LEVEL = 10
XP_PER_LEVEL = 3
DISCARD_POWERS = ("Aggro", "Help", "Thwart", "Intensify", "Infuse", "Amplify")

_DEMAND = re.compile(r"^(\w+)([<>])(-?\d+)$")


def total_xp(level: int) -> int:
    """All the XP a character of this level has had: 6 + 3 x level. DOA-319.

    >>> total_xp(1), total_xp(2), total_xp(10)
    (9, 12, 36)
    """
    return 6 + XP_PER_LEVEL * level


def unpack(
    gm: str, players: Sequence[str], switches: Switches, power_set: PowerSet = "current"
) -> Table:
    """The table before play: a deck of 54 for each player, the Game Master's decks, blank sheets.

    Both Jokers lie in the Fate hand, unless the table shuffles them in; a deck for a Game Master
    Dealer has the black one. DOA-10, DOA-12, DOA-13, DOA-43, DOA-356, DOA-379.
    """
    decks = {}
    for name in players:
        if switches.jokers_in_deck:
            decks[name] = Cards(shuffled((*PLAYING_CARDS, *JOKERS)))
        else:
            decks[name] = Cards(shuffled(PLAYING_CARDS), fate=laid(JOKERS))
    decks |= {WORLD: Cards(shuffled(PLAYING_CARDS)), NPC: Cards(shuffled(PLAYING_CARDS))}
    for name in SPARE:
        decks[name] = Cards(shuffled(PLAYING_CARDS), fate=laid(["BJ"]))
    table = Table(gm, list(players), switches, dict(sorted(decks.items())), {}, power_set=power_set)
    for name in players:
        table.enter(new_character(table, name))
    return table


def new_character(state: Table, seat: str, level: int = 1) -> Character:
    """A blank sheet: everything at 0, the XP of its level to spend. DOA-318, DOA-333."""
    return Character(
        seat,
        seat,
        deck=seat,
        level=level,
        xp=total_xp(level),
        making=True,
        power_set=state.power_set,
    )


def xp_spent(who: Character) -> int:
    """What a sheet has cost: Modifiers and Powers, less what Vulnerabilities gave. DOA-319.

    A Skill is priced on its own bonus, a lowered Attribute by its table unless a Vulnerability set
    its start. DOA-320 to DOA-322, DOA-326.
    """
    listed = powers(who.power_set)
    spent = sum(_attribute_price(who, name) for name in ATTRIBUTES)
    spent += sum(tables().skill_bonus_cost[skill_bonus(who, skill)] for skill in SKILLS)
    spent += sum(listed[name].xp for name in who.powers)
    return spent - sum(who.vulnerability_xp.values())


def skill_bonus(who: Character, skill: str) -> int:
    """The Skill's own part of its Modifier. DOA-47, DOA-322."""
    return who.skills[skill] - who.attributes[ATTRIBUTE_OF[skill]]


def start_value(who: Character, attribute: str) -> int:
    """Where an Attribute starts: at 0, or where a Vulnerability puts it. DOA-318, DOA-326."""
    return min(
        (vulnerabilities()[name].stat.get(attribute, 0) for name in who.vulnerabilities), default=0
    )


def _attribute_price(who: Character, attribute: str) -> int:
    costs = tables().attribute_cost
    return costs[who.attributes[attribute]] - costs[start_value(who, attribute)]


# Steps


def why_not_make(who: Character | None) -> Refused | None:
    """Creation is for a character that is not yet in play. DOA-316."""
    if who is None or not who.making:
        return Refused("DOA-316", "This character is made; ask the Game Master for a new one.")
    return None


def why_not_spend(state: Table, who: Character | None) -> Refused | None:
    """XP is spent at creation and between scenes, not in a fight. DOA-316, DOA-333."""
    if who is None or who.dead:
        return Refused("DOA-263", "There is no character in play at this seat.")
    if state.combat is not None and not who.making:
        return Refused("DOA-333", "Not in the middle of a fight.")
    return None


def set_background(game: Game[Table], who: Character, title: str, words: str) -> None:
    """A name and a background; they change nothing in the rules. DOA-317."""
    who.title, who.background = title, words
    game.tell(f"{who.name} plays {title or 'somebody without a name'}.", "DOA-317")


def choose_role(game: Game[Table], who: Character, role: str) -> None:
    """The Role gives Primary Skill, suit and discard mechanic. DOA-299, DOA-331.

    Changing it gives back the XP of Powers that need the old Role, and of those built on them.
    DOA-332.
    """
    if (refused := why_not_role(who)) is not None:
        raise refused
    row = tables().role(role)
    who.role, who.primary, who.suit = row.role, row.primary, row.suit
    who.discard_power = row.discard
    _give_back_unfit(game, who)
    reckon(game.state, who)
    game.tell(f"{who.name} is a {role}: {row.primary}, {row.suit}, {row.discard}.", "DOA-331")


def why_not_role(who: Character) -> Refused | None:
    if who.making or who.respec:
        return None
    return Refused("DOA-332", "The Role changes only at creation or when the GM allows a respec.")


def _give_back_unfit(game: Game[Table], who: Character) -> None:
    listed = powers(who.power_set)
    while True:
        unfit = [
            name
            for name in who.powers
            if (listed[name].prereq.role and who.role not in listed[name].prereq.role)
            or (listed[name].prereq.power and not _any_in(listed[name].prereq.power, who.powers))
        ]
        if not unfit:
            return
        for name in unfit:
            _forget(who, listed[name])
            game.tell(f"{name} needs another Role; {listed[name].xp} XP come back.", "DOA-332")


def agree_suit(game: Game[Table], who: Character, suit: str, discard_power: str) -> None:
    """With the Game Master another Primary Suit or discard mechanic may be agreed. DOA-299.

    A character has one discard Power. DOA-352, DOA-392.
    """
    if (refused := why_not_role(who)) is not None:
        raise refused
    prompt = f"{who.name} wants suit {suit} and {discard_power}. Agreed?"
    if not game.may(game.state.gm, prompt, "DOA-299", yes="Agreed", no="No"):
        game.tell("The Game Master does not agree.", "DOA-299")
        return
    row = next(row for row in tables().roles if row.suit == suit)
    who.suit, who.discard_power = row.suit, discard_power
    game.tell(f"{who.name}: suit {suit}, {discard_power}.", "DOA-299")


def why_not_attribute(who: Character, attribute: str, value: int) -> Refused | None:
    """Why an Attribute may not be set to this value now, or None.

    The whole price counts, with the Skills moving along.
    DOA-47, DOA-50, DOA-320, DOA-323, DOA-324.
    """
    cap = tables().level(who.level).mod_cap
    now = who.attributes[attribute]
    if value == now:
        return Refused("DOA-320", f"{attribute} is {value:+} already.")
    if value < now and not who.making and not who.respec:
        return Refused("DOA-324", "Modifiers are lowered only at creation; later XP is only added.")
    if not LOWEST <= value <= cap:
        return Refused("DOA-323", f"At level {who.level} a Modifier runs from -2 to {cap:+}.")
    if value < start_value(who, attribute) < 0:
        return Refused("DOA-326", f"A Vulnerability has already set where {attribute} starts.")
    if who.respec and not who.making and value < min(0, start_value(who, attribute)):
        return Refused("DOA-334", "A respec takes Modifiers down to 0, not further.")
    moved = [
        who.skills[skill] + value - now for skill in SKILLS if ATTRIBUTE_OF[skill] == attribute
    ]
    if any(not LOWEST <= skill <= cap for skill in moved):
        return Refused("DOA-323", f"A Skill of {attribute} would leave the range -2 to {cap:+}.")
    if (refused := _why_not_shift(who, {attribute: value - now})) is not None:
        return refused
    costs = tables().attribute_cost
    return _why_not_pay(who, costs[value] - costs[now])


def _why_not_shift(who: Character, by: dict[str, int]) -> Refused | None:
    """Until the sheet is done, what was bought must keep its prerequisites. DOA-328, DOA-343.

    Later a Modifier only rises, which a Vulnerability does not mind; one asks only when it is taken
    (DOA-353).
    """
    if not who.making and not who.respec:
        return None
    listed = powers(who.power_set)
    owned = {name: listed[name].prereq for name in who.powers}
    if who.making:
        taken = [vulnerabilities()[name] for name in who.vulnerabilities]
        owned |= {one.id: one.prereq for one in taken if not one.tested_once}
    for name, prereq in owned.items():
        if prereq.skill or prereq.skill_all:
            kept = _skills_hold(who, prereq, by)
            if not kept and _skills_hold(who, prereq, {}):
                demands = " and ".join(prereq.skill_all) or _or(prereq.skill)
                return Refused("DOA-328", f"{name} needs {demands}: give that back first.")
    return None


def _skills_hold(who: Character, prereq: Prerequisite, by: dict[str, int]) -> bool:
    """Whether the Modifiers that a prerequisite demands are there, after such a change."""
    any_of = not prereq.skill or any(_holds(who, demand, by) for demand in prereq.skill)
    return any_of and all(_holds(who, demand, by) for demand in prereq.skill_all)


def set_attribute(game: Game[Table], who: Character, attribute: str, value: int) -> None:
    """Buy an Attribute up, or sell it down at creation; its Skills move by as much. DOA-47."""
    if (refused := why_not_attribute(who, attribute, value)) is not None:
        raise refused
    costs = tables().attribute_cost
    now = who.attributes[attribute]
    who.xp -= costs[value] - costs[now]
    _shift(who, attribute, value - now)
    reckon(game.state, who)
    game.tell(f"{who.name}'s {attribute} is {value:+}; {who.xp} XP left.", "DOA-320")


def why_not_skill(who: Character, skill: str, value: int) -> Refused | None:
    """Why a Skill may not be set to this Modifier now. DOA-321 to DOA-324."""
    if skill not in SKILLS:
        return Refused("DOA-46", f"“{skill}” is no Skill.")
    cap = tables().level(who.level).mod_cap
    now = who.skills[skill]
    bonus = value - who.attributes[ATTRIBUTE_OF[skill]]
    if value == now:
        return Refused("DOA-321", f"{skill} is {value:+} already.")
    if value < now and not who.making and not who.respec:
        return Refused("DOA-324", "Modifiers are lowered only at creation; later XP is only added.")
    if not LOWEST <= value <= cap:
        return Refused("DOA-323", f"At level {who.level} a Modifier runs from -2 to {cap:+}.")
    if bonus not in tables().skill_bonus_cost:
        return Refused("DOA-321", f"{skill} may differ from its Attribute by -2 to +6.")
    if who.respec and not who.making and bonus < 0:
        return Refused("DOA-334", "A respec takes Modifiers down to 0, not further.")
    if (refused := _why_not_shift(who, {skill: value - now})) is not None:
        return refused
    costs = tables().skill_bonus_cost
    return _why_not_pay(who, costs[bonus] - costs[skill_bonus(who, skill)])


def set_skill(game: Game[Table], who: Character, skill: str, value: int) -> None:
    """Buy a Skill's own bonus up, or sell it down at creation. DOA-321, DOA-322."""
    if (refused := why_not_skill(who, skill, value)) is not None:
        raise refused
    costs = tables().skill_bonus_cost
    bonus = value - who.attributes[ATTRIBUTE_OF[skill]]
    who.xp -= costs[bonus] - costs[skill_bonus(who, skill)]
    who.skills[skill] = value
    game.tell(f"{who.name}'s {skill} is {value:+}; {who.xp} XP left.", "DOA-322")


def _shift(who: Character, attribute: str, by: int) -> None:
    who.attributes[attribute] += by
    for skill, owner in ATTRIBUTE_OF.items():
        if owner == attribute:
            who.skills[skill] += by


def _why_not_pay(who: Character, price: int) -> Refused | None:
    if price > who.xp:
        return Refused("DOA-330", f"That costs {price} XP; {who.xp} are left.")
    return None


# Powers


def why_not_buy(who: Character, name: str) -> Refused | None:
    """Why this Power may not be bought now: price and prerequisites. DOA-328, DOA-330, DOA-343."""
    power = powers(who.power_set).get(name)
    if power is None:
        return Refused("DOA-337", f"There is no Power “{name}” in this set.")
    if power.type in ("adversary", "house", "vulnerability") or "boss" in power.category:
        return Refused("DOA-64", f"{name} belongs to the Game Master's Bosses.")
    if "discard" in power.category:
        return Refused("DOA-352", "A character has one discard Power, the one of its Role.")
    owned = who.powers.count(name)
    most = power.repeatable if type(power.repeatable) is int else 99 if power.repeatable else 1
    if owned >= most:
        return Refused("DOA-328", f"{who.name} has {name} already.")
    return why_not_prerequisite(who, power.prereq, name) or _why_not_pay(who, power.xp)


def why_not_prerequisite(who: Character, prereq: Prerequisite, name: str) -> Refused | None:
    """All kinds of prerequisite must hold, of each kind one entry is enough. DOA-343."""
    if prereq.role and who.role not in prereq.role:
        return Refused("DOA-328", f"{name} is for {_or(prereq.role)}.")
    if who.level < prereq.level:
        return Refused("DOA-328", f"{name} needs level {prereq.level}.")
    if prereq.skill and not any(_holds(who, demand, {}) for demand in prereq.skill):
        return Refused("DOA-328", f"{name} needs {_or(prereq.skill)}.")
    if not all(_holds(who, demand, {}) for demand in prereq.skill_all):
        return Refused("DOA-328", f"{name} needs {' and '.join(prereq.skill_all)}.")
    if prereq.power and not _any_in(prereq.power, who.powers):
        return Refused("DOA-328", f"{name} needs the Power {_or(prereq.power)}.")
    return None


def _holds(who: Character, demand: str, by: dict[str, int]) -> bool:
    """Whether a demand such as "Brute>0" holds when Attributes and Skills change by so much.

    A Skill moves along with its Attribute (DOA-47).
    """
    stat, sign, bound = _demand(demand)
    modifier = who.modifier(stat) + by.get(stat, 0) + by.get(ATTRIBUTE_OF.get(stat, ""), 0)
    return modifier > bound if sign == ">" else modifier < bound


@cache
def _demand(demand: str) -> tuple[str, str, int]:
    match = _DEMAND.match(demand)
    assert match is not None, demand
    return match[1], match[2], int(match[3])


def _or(names: Iterable[str]) -> str:
    return " or ".join(names)


def _any_in(wanted: Iterable[str], owned: list[str]) -> bool:
    return any(name in owned for name in wanted)


def buy_power(game: Game[Table], who: Character, name: str) -> None:
    """Buy a Power; an option that is fixed on purchase is picked now. DOA-328, DOA-341, DOA-395."""
    if (refused := why_not_buy(who, name)) is not None:
        raise refused
    power = powers(who.power_set)[name]
    chosen = _options(game, who, power)
    who.xp -= power.xp
    who.powers.append(name)
    if chosen:
        who.power_options.setdefault(name, []).extend(chosen)
    reckon(game.state, who)
    game.tell(f"{who.name} learns {name}; {who.xp} XP left.", "DOA-328")


def _options(game: Game[Table], who: Character, power: Power) -> list[str]:
    """What is fixed when a Power is bought: a listed option, a Skill, or words. DOA-395."""
    if not power.options or power.id == "Attack, Mystic Deprivation":
        return []
    if power.id == "Aces Wild":
        return game.several(who.owner, "Aces Wild: which two?", power.options, 2, 2, "DOA-395")
    if len(power.options) > 1:
        return [game.choose(who.owner, f"{power.id}: which option?", power.options, "DOA-395")]
    if "Skill" in power.options[0]:
        taken = who.power_options.get(power.id, [])
        own = [] if "Focused" in power.id else [who.primary]
        skills = [skill for skill in SKILLS if skill not in (*taken, *own)]
        return [game.choose(who.owner, f"{power.id}: which Skill?", skills, "DOA-395")]
    prompt = f"{power.id}: {power.options[0]}?"
    return [game.text(who.owner, prompt, "DOA-395", longest=40, may_be_empty=False)]


def why_not_drop(who: Character, name: str) -> Refused | None:
    """A Power is given back at creation or in a respec, if nothing is built on it. DOA-334."""
    if not who.making and not who.respec:
        return Refused("DOA-334", "Powers turn back into XP only when the GM allows a respec.")
    if name not in who.powers:
        return Refused("DOA-328", f"{who.name} does not have {name}.")
    left = list(who.powers)
    left.remove(name)
    listed = powers(who.power_set)
    for other in left:
        if listed[other].prereq.power and not _any_in(listed[other].prereq.power, left):
            return Refused("DOA-328", f"{other} needs {name}; give that back first.")
    for other in who.vulnerabilities if who.making else ():
        needed = vulnerabilities()[other].prereq.power
        if name in needed and not _any_in(needed, left):
            return Refused("DOA-328", f"{other} needs {name}; overcome that first.")
    return None


def drop_power(game: Game[Table], who: Character, name: str) -> None:
    """Give a Power back for its XP. DOA-334."""
    if (refused := why_not_drop(who, name)) is not None:
        raise refused
    power = powers(who.power_set)[name]
    _forget(who, power)
    reckon(game.state, who)
    game.tell(f"{who.name} gives {name} back; {who.xp} XP left.", "DOA-334")


def _forget(who: Character, power: Power) -> None:
    who.powers.remove(power.id)
    who.xp += power.xp
    chosen = who.power_options.get(power.id, [])
    if chosen:
        chosen.pop()
    if not chosen or power.id not in who.powers:
        who.power_options.pop(power.id, None)


# Vulnerabilities


def why_not_take(who: Character, name: str, xp: int) -> Refused | None:
    """Why this Vulnerability may not be taken: at creation, 4 at most, 4 XP at most. DOA-325."""
    vulnerability = vulnerabilities().get(name)
    if vulnerability is None:
        return Refused("DOA-353", f"There is no Vulnerability “{name}”.")
    if not who.making:
        return Refused("DOA-325", "Vulnerabilities are taken at creation only.")
    if name in who.vulnerabilities:
        return Refused("DOA-325", f"{who.name} has {name} already.")
    if xp not in vulnerability.xp:
        return Refused("DOA-325", f"{name} gives {_or(map(str, vulnerability.xp))} XP.")
    limits = tables().vulnerability_limits
    if not who.more_vulnerabilities:
        if len(who.vulnerabilities) >= limits.max_count:
            return Refused("DOA-325", "Four Vulnerabilities are enough, unless the GM allows more.")
        if sum(who.vulnerability_xp.values()) + xp > limits.max_xp:
            return Refused("DOA-325", "They give 4 XP in all, unless the GM allows more.")
    for attribute in _attributes_of(vulnerability):
        if who.attributes[attribute] != 0 or start_value(who, attribute) != 0:
            return Refused("DOA-326", f"{name} sets where {attribute} starts: set it to 0 first.")
        bonuses = [skill_bonus(who, skill) for skill in _skills_of(attribute)]
        if vulnerability.stat[attribute] + min(bonuses, default=0) < LOWEST:
            return Refused("DOA-323", f"A Skill of {attribute} would fall under -2.")
    lowered = {name: vulnerability.stat[name] for name in _attributes_of(vulnerability)}
    return _why_not_shift(who, lowered) or why_not_prerequisite(who, vulnerability.prereq, name)


def _attributes_of(vulnerability: Vulnerability) -> list[str]:
    return [name for name in vulnerability.stat if name in ATTRIBUTES]


def _skills_of(attribute: str) -> list[str]:
    return [skill for skill in SKILLS if ATTRIBUTE_OF[skill] == attribute]


def take_vulnerability(game: Game[Table], who: Character, name: str, xp: int) -> None:
    """Take a Vulnerability for its XP; one of the stats puts its Attribute there. DOA-326."""
    if (refused := why_not_take(who, name, xp)) is not None:
        raise refused
    vulnerability = vulnerabilities()[name]
    if vulnerability.options:
        picked = game.choose(who.owner, f"{name}: which?", vulnerability.options, "DOA-353")
        who.power_options[name] = [picked]
    for attribute in _attributes_of(vulnerability):
        _shift(who, attribute, vulnerability.stat[attribute])
    who.vulnerabilities.append(name)
    who.vulnerability_xp[name] = xp
    who.xp += xp
    reckon(game.state, who)
    game.tell(f"{who.name} is {name}: {xp} XP more.", "DOA-325")


def why_not_overcome(who: Character, name: str) -> Refused | None:
    """A Vulnerability is bought off at the XP it gave. DOA-327."""
    if name not in who.vulnerabilities:
        return Refused("DOA-327", f"{who.name} is not {name}.")
    return _why_not_pay(who, who.vulnerability_xp[name])


def overcome(game: Game[Table], who: Character, name: str) -> None:
    """Pay back the XP and be rid of it; a lowered Attribute starts at 0 again. DOA-327.

    What had been paid to raise that Attribute now buys from 0 on; what is too little for the next
    step comes back as XP.
    """
    if (refused := why_not_overcome(who, name)) is not None:
        raise refused
    paid = {name: _attribute_price(who, name) for name in _attributes_of(vulnerabilities()[name])}
    who.xp -= who.vulnerability_xp.pop(name)
    who.vulnerabilities.remove(name)
    who.power_options.pop(name, None)
    for attribute, price in paid.items():
        value = _bought(who, attribute, price)
        _shift(who, attribute, value - who.attributes[attribute])
        who.xp += price - tables().attribute_cost[value]
    reckon(game.state, who)
    game.tell(f"{who.name} is no longer {name}; {who.xp} XP left.", "DOA-327")


def _bought(who: Character, attribute: str, price: int) -> int:
    """The highest Modifier from 0 on that this price buys within the cap. DOA-320, DOA-323."""
    cap = tables().level(who.level).mod_cap
    highest = max([who.attributes[attribute], *map(who.modifier, _skills_of(attribute))])
    room = cap - highest + who.attributes[attribute]
    costs = tables().attribute_cost
    return max(value for value in costs if costs[value] <= price and value <= room)


# Into play


def why_not_finish(who: Character) -> Refused | None:
    """A character needs a Role before it enters play. DOA-316."""
    if who.respec and not who.making:
        return None
    if (refused := why_not_make(who)) is not None:
        return refused
    return None if who.role else Refused("DOA-316", "Choose a Role first.")


def finish(game: Game[Table], who: Character) -> None:
    """The sheet is done: starting items, everything at its maximum. DOA-12, DOA-316, DOA-335.

    A respec just ends. DOA-334.
    """
    if (refused := why_not_finish(who)) is not None:
        raise refused
    made = who.making
    if made:
        give_starting_items(who)
        ready(game.state, who)
    who.respec = False
    game.tell(f"{who.name} is ready: HP {who.max_hp}, PP {who.max_pp}, AR {who.ar}.", "DOA-12")
    if made:
        _enter_fight(game, who)


def pick_premade(game: Game[Table], who: Character, name: str) -> None:
    """Instead of building, take a premade character. DOA-336."""
    if (refused := why_not_make(who)) is not None:
        raise refused
    if name not in premades():
        raise Refused("DOA-336", f"There is no premade character “{name}”.")
    take_premade(game.state, who, premades()[name])
    game.tell(f"{who.name} takes the premade {name}.", "DOA-336")
    _enter_fight(game, who)


def _enter_fight(game: Game[Table], who: Character) -> None:
    """Who is made during a fight joins it at its place in the order. DOA-130, DOA-263."""
    if game.state.combat is not None:
        line_up(game, list(game.state.characters.values()))
        join(game, who)


def why_not_level(who: Character) -> Refused | None:
    """Levels run to 10. DOA-333."""
    if who.kind != "pc" or who.dead:
        return Refused("DOA-333", "Only a player's character gains levels.")
    if who.level >= HIGHEST_LEVEL:
        return Refused("DOA-333", f"{who.name} has reached level 10.")
    return None


def level_up(game: Game[Table], who: Character) -> None:
    """The Game Master grants a level: 3 XP, 1 HP, and the level's caps. DOA-333."""
    if (refused := why_not_level(who)) is not None:
        raise refused
    who.level += 1
    who.xp += XP_PER_LEVEL
    reckon(game.state, who)
    game.tell(f"{who.name} is level {who.level}: {who.xp} XP to spend.", "DOA-333")


def allow(game: Game[Table], who: Character, what: str) -> None:
    """What the Game Master may grant a character. DOA-263, DOA-325, DOA-333, DOA-334."""
    if what == "a level":
        level_up(game, who)
    elif what == "a respec":
        who.respec = True
        game.tell(f"{who.name} may respec: Powers and Modifiers back into XP.", "DOA-334")
    elif what == "more Vulnerabilities":
        who.more_vulnerabilities = True
        game.tell(f"{who.name} may take more Vulnerabilities.", "DOA-325")
    else:
        start_anew(game, who)


def start_anew(game: Game[Table], who: Character) -> None:
    """The seat brings a new character with a fresh deck. DOA-263.

    In a fight that is for the dead; the new one joins it once it is made.
    """
    state = game.state
    if state.combat is not None and who.name in state.combat.order and not who.dead:
        raise Refused("DOA-263", f"{who.name} is in the fight; end that first.")
    remove(game, who)
    gather(state.decks[who.deck], jokers_in_deck=state.switches.jokers_in_deck)
    level = who.level
    state.enter(new_character(state, who.name, level))
    game.tell(f"{who.name} makes a new character of level {level}.", "DOA-263")


# Things


def why_not_purchase(state: Table, who: Character, item: str) -> Refused | None:
    """Whether it is for sale, and there is money for it. DOA-366."""
    if item not in priced():
        return Refused("DOA-366", f"Nobody sells “{item}”.")
    if state.combat is not None:
        return Refused("DOA-366", "Nobody sells anything in the middle of a fight.")
    if who.dead:
        return Refused("DOA-263", f"{who.name} is dead.")
    price = priced()[item].price(state.prices)
    if price > who.money:
        return Refused("DOA-366", f"{item} costs {price} cp; {who.money} cp are left.")
    return None


def purchase(game: Game[Table], who: Character, item: str) -> None:
    """Buy a thing from the list. DOA-366."""
    if (refused := why_not_purchase(game.state, who, item)) is not None:
        raise refused
    who.money -= priced()[item].price(game.state.prices)
    receive(who, item)
    game.tell(f"{who.name} buys {item}; {who.money} cp left.", "DOA-366")


def receive(who: Character, item: str) -> None:
    """A thing comes into somebody's hands: a weapon among the weapons. DOA-366, DOA-367."""
    if item in priced() and priced()[item].damage:
        who.weapons.append(weapon_named(item))
    else:
        stow(who, item)


def reward(game: Game[Table], who: Character, item: str, copper: int) -> None:
    """The Game Master hands out a thing, money, or both. DOA-366."""
    if item:
        receive(who, item)
    who.money += copper
    game.tell(f"{who.name} receives {item or f'{copper} cp'}.", "DOA-366")


def upgrade(game: Game[Table], who: Character, what: str) -> None:
    """Upgrade materials: +1 damage to the weapon in hand, or +1 maximum HP or PP to the armour.

    What was done to a piece stays with it. DOA-371.
    """
    if what == "weapon damage":
        weapon = next((weapon for weapon in who.weapons if weapon.name == who.weapon), None)
        if weapon is None:
            raise Refused("DOA-371", f"{who.name} has no weapon in hand to improve.")
        weapon.damage += 1
    else:
        if not who.armour:
            raise Refused("DOA-371", f"{who.name} wears no armour to improve.")
        points = who.armour_hp if what == "maximum HP" else who.armour_pp
        points[who.armour] = points.get(who.armour, 0) + 1
    reckon(game.state, who)
    game.tell(f"{who.name}'s gear is upgraded: {what} +1.", "DOA-371")
