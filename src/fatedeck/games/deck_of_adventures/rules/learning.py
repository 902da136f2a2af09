"""Powers and their prerequisites: what may be bought, and given back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One
from fatedeck.games.deck_of_adventures.data import (
    Power,
    Prerequisite,
    power_name,
    powers,
    vulnerabilities,
)
from fatedeck.games.deck_of_adventures.rules import mechanics
from fatedeck.games.deck_of_adventures.rules.characters import reckon
from fatedeck.games.deck_of_adventures.rules.experience import why_too_dear
from fatedeck.games.deck_of_adventures.rules.families import MAKE, OfOneWhoGrows, OfOneWhoIsRemade
from fatedeck.games.deck_of_adventures.state import ATTRIBUTE_OF, SKILLS, Character, Table

_DEMAND = re.compile(r"^(\w+)([<>])(-?\d+)$")


# Prerequisites


def why_not_prerequisite(who: Character, prereq: Prerequisite, name: str) -> Refused | None:
    """All kinds of prerequisite must hold, of each kind one entry is enough. DOA-343."""
    if prereq.role and who.role not in prereq.role:
        return Refused("DOA-328", f"You need to be a {either(prereq.role)} for {name}.")
    if who.level < prereq.level:
        return Refused("DOA-328", f"{name} needs level {prereq.level}.")
    if not _skills_hold(who, prereq, {}):
        return Refused("DOA-328", f"{name} needs {_demanded(prereq)}.")
    if prereq.power and not _any_in(prereq.power, who.powers):
        wanted = either(map(power_name, prereq.power))
        return Refused("DOA-328", f"{name} needs the Power {wanted}.")
    return None


def why_not_shift(who: Character, by: dict[str, int]) -> Refused | None:
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
        if not _skills_hold(who, prereq, by) and _skills_hold(who, prereq, {}):
            return Refused("DOA-328", f"{name} needs {_demanded(prereq)}. Give it back first.")
    return None


def either(names: Iterable[str]) -> str:
    return " or ".join(names)


def _skills_hold(who: Character, prereq: Prerequisite, by: dict[str, int]) -> bool:
    """Whether the Modifiers that a prerequisite demands are there, after such a change."""
    any_of = not prereq.skill or any(_holds(who, demand, by) for demand in prereq.skill)
    return any_of and all(_holds(who, demand, by) for demand in prereq.skill_all)


def _demanded(prereq: Prerequisite) -> str:
    return " and ".join(prereq.skill_all) or either(prereq.skill)


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


def _any_in(wanted: Iterable[str], owned: list[str]) -> bool:
    return any(name in owned for name in wanted)


# Buying


def listed_powers(state: Table, seat: str) -> Mapping[str, str]:
    return mechanics.power_notes(state.characters[seat].power_set)


def why_not_buy(state: Table, seat: str, name: str) -> Refused | None:
    """Why this Power may not be bought now: price and prerequisites. DOA-328, DOA-330, DOA-343."""
    who = state.characters[seat]
    power = powers(who.power_set)[name]
    if power.type in ("adversary", "house", "vulnerability") or "boss" in power.category:
        return Refused("DOA-64", f"Only the Game Master’s Bosses have {power.called}.")
    if "discard" in power.category:
        return Refused("DOA-352", "You can only have one discard Power: the one from your Role.")
    owned = who.powers.count(name)
    most = power.repeatable if type(power.repeatable) is int else 99 if power.repeatable else 1
    if owned >= most:
        return Refused("DOA-328", f"{who.name} already has {power.called}.")
    return why_not_prerequisite(who, power.prereq, power.called) or why_too_dear(who, power.xp)


class BuyPower(OfOneWhoGrows, frozen=True):
    """Buy a Power; an option that is fixed on purchase is picked now. DOA-328, DOA-341, DOA-395."""

    says = Says("Buy a Power", MAKE)
    power: Annotated[
        str,
        One(
            listed_powers,
            why_not_buy,
            ("DOA-328", "You can’t buy any Power right now."),
            clause="DOA-337",
            called=power_name,
        ),
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        power = powers(who.power_set)[self.power]
        chosen = _options(game, who, power)
        who.xp -= power.xp
        who.powers.append(self.power)
        if chosen:
            who.power_options.setdefault(self.power, []).extend(chosen)
        reckon(game.state, who)
        told = "{who} learns {power} and has {xp} XP left."
        game.tell(told, "DOA-328", who=who.name, power=power.called, xp=who.xp)


def _options(game: Game[Table], who: Character, power: Power) -> list[str]:
    """What is fixed when a Power is bought: a listed option, a Skill, or words. DOA-395."""
    if not power.options or power.id == "Attack, Mystic Deprivation":
        return []
    if power.id == "Aces Wild":
        prompt, two = "Which two effects do your Aces have?", power.options
        return game.several(who.owner, "aces-wild", prompt, two, 2, 2, "DOA-395")
    if len(power.options) > 1:
        prompt = f"Which kind of {power.called} do you learn?"
        return [game.choose(who.owner, "power-option", prompt, power.options, "DOA-395")]
    if "Skill" in power.options[0]:
        taken = who.power_options.get(power.id, [])
        own = [] if "Focused" in power.id else [who.primary]
        skills = [skill for skill in SKILLS if skill not in (*taken, *own)]
        prompt = f"Which Skill do you learn {power.called} for?"
        return [game.choose(who.owner, "power-skill", prompt, skills, "DOA-395")]
    prompt = f"{power.called}: {power.options[0]}. What is it?"
    name = "power-words"
    return [game.text(who.owner, name, prompt, "DOA-395", longest=40, may_be_empty=False)]


# Giving back


def own_powers(state: Table, seat: str) -> Iterable[str]:
    return dict.fromkeys(state.characters[seat].powers)


def why_not_drop(state: Table, seat: str, name: str) -> Refused | None:
    """Why something is built on this Power, or None. DOA-328."""
    who = state.characters[seat]
    left = list(who.powers)
    left.remove(name)
    listed = powers(who.power_set)
    for other in left:
        if listed[other].prereq.power and not _any_in(listed[other].prereq.power, left):
            text = f"{power_name(other)} needs {power_name(name)}. Give it back first."
            return Refused("DOA-328", text)
    for other in who.vulnerabilities if who.making else ():
        needed = vulnerabilities()[other].prereq.power
        if name in needed and not _any_in(needed, left):
            return Refused("DOA-328", f"{other} needs {power_name(name)}. Overcome {other} first.")
    return None


class DropPower(OfOneWhoIsRemade, frozen=True):
    """Give a Power back for its XP, at creation or in a respec. DOA-334."""

    says = Says("Give a Power back", MAKE)
    settled = ("DOA-334", "You can only give Powers back in a respec.")
    power: Annotated[
        str,
        One(
            own_powers,
            why_not_drop,
            ("DOA-334", "You have no Powers to give back."),
            clause="DOA-328",
            called=power_name,
        ),
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.characters[seat].powers)

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        forget(who, powers(who.power_set)[self.power])
        reckon(game.state, who)
        told = "{who} gives back {power} and has {xp} XP left."
        game.tell(told, "DOA-334", who=who.name, power=power_name(self.power), xp=who.xp)


def forget(who: Character, power: Power) -> None:
    """A Power and what was chosen with it turn back into XP. DOA-334."""
    who.powers.remove(power.id)
    who.xp += power.xp
    chosen = who.power_options.get(power.id, [])
    if chosen:
        chosen.pop()
    if not chosen or power.id not in who.powers:
        who.power_options.pop(power.id, None)


def give_back_unfit(game: Game[Table], who: Character) -> None:
    """Powers that need another Role give their XP back, and those built on them. DOA-332."""
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
            forget(who, listed[name])
            told = "{name} needs another Role, so {who} gets {xp} XP back."
            game.tell(told, "DOA-332", who=who.name, name=listed[name].called, xp=listed[name].xp)
