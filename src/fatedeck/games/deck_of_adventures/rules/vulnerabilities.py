"""Vulnerabilities: taken at creation for their XP, and overcome."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, One
from fatedeck.games.deck_of_adventures.data import Vulnerability, tables, vulnerabilities
from fatedeck.games.deck_of_adventures.rules import characters, experience, learning, modifiers
from fatedeck.games.deck_of_adventures.rules.families import (
    MAKE,
    OfOneWhoGrows,
    OfOneWhoMakesACharacter,
)
from fatedeck.games.deck_of_adventures.state import ATTRIBUTES, Character, Table

GRADES = {1: "minor", 2: "major"}


def graded(state: Table, seat: str, xp: int) -> dict[str, str]:
    """Those that give so many XP, each with its effect."""
    return {name: row.effect for name, row in vulnerabilities().items() if xp in row.xp}


def why_not_take(state: Table, seat: str, name: str, xp: int) -> Refused | None:
    """Why this Vulnerability may not be taken: 4 at most, for 4 XP at most. DOA-325."""
    who, vulnerability = state.characters[seat], vulnerabilities()[name]
    if name in who.vulnerabilities:
        return Refused("DOA-325", f"{who.name} already has {name}.")
    limits = tables().vulnerability_limits
    if not who.more_vulnerabilities:
        if len(who.vulnerabilities) >= limits.max_count:
            text = (
                f"You can have up to {limits.max_count} Vulnerabilities, unless the GM allows more."
            )
            return Refused("DOA-325", text)
        if sum(who.vulnerability_xp.values()) + xp > limits.max_xp:
            text = f"Vulnerabilities give at most {limits.max_xp} XP, unless the GM allows more."
            return Refused("DOA-325", text)
    for attribute in _attributes_of(vulnerability):
        if who.attributes[attribute] != 0 or experience.start_value(who, attribute) != 0:
            return Refused(
                "DOA-326", f"{name} sets where {attribute} starts. Set {attribute} to 0 first."
            )
        bonuses = [experience.skill_bonus(who, skill) for skill in modifiers.skills_of(attribute)]
        if vulnerability.stat[attribute] + min(bonuses, default=0) < modifiers.LOWEST:
            return Refused(
                "DOA-323", f"A Skill of {attribute} would fall below {modifiers.LOWEST}."
            )
    lowered = {name: vulnerability.stat[name] for name in _attributes_of(vulnerability)}
    return learning.why_not_shift(who, lowered) or learning.why_not_prerequisite(
        who, vulnerability.prereq, name
    )


def _attributes_of(vulnerability: Vulnerability) -> list[str]:
    return [name for name in vulnerability.stat if name in ATTRIBUTES]


class TakeVulnerability(OfOneWhoMakesACharacter, frozen=True):
    """Take a Vulnerability for its XP: 1 minor, 2 major; one of the stats puts its Attribute there.

    DOA-325, DOA-326.
    """

    says = Says("Take a Vulnerability", MAKE)
    settled = ("DOA-325", "You can only take Vulnerabilities while creating your character.")
    xp: Annotated[int, Count(1, 2, clause="DOA-325", label="XP")]
    vulnerability: Annotated[
        str,
        One(
            graded,
            why_not_take,
            ("DOA-325", "There’s no Vulnerability that you can take now."),
            after=("xp",),
            clause="DOA-325",
            label="Which",
        ),
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for xp, grade in GRADES.items():
            yield Way({"xp": xp}, f"Take a {grade} Vulnerability")

    def do(self, game: Game[Table], seat: str) -> None:
        who, name = game.state.characters[seat], self.vulnerability
        vulnerability = vulnerabilities()[name]
        if vulnerability.options:
            prompt, options = f"Which {name}?", vulnerability.options
            picked = game.choose(who.owner, "vulnerability-option", prompt, options, "DOA-353")
            who.power_options[name] = [picked]
        for attribute in _attributes_of(vulnerability):
            modifiers.shift(who, attribute, vulnerability.stat[attribute])
        who.vulnerabilities.append(name)
        who.vulnerability_xp[name] = self.xp
        who.xp += self.xp
        characters.reckon(game.state, who)
        told = "{who} takes the Vulnerability {name} for {xp} XP."
        game.tell(told, "DOA-325", who=who.name, name=name, xp=self.xp)


def own_vulnerabilities(state: Table, seat: str) -> list[str]:
    return state.characters[seat].vulnerabilities


def why_not_overcome(state: Table, seat: str, name: str) -> Refused | None:
    """A Vulnerability is bought off at the XP it gave. DOA-327."""
    who = state.characters[seat]
    return experience.why_too_dear(who, who.vulnerability_xp[name])


class Overcome(OfOneWhoGrows, frozen=True):
    """Pay back the XP of a Vulnerability; a lowered Attribute starts at 0 again. DOA-327.

    What had been paid to raise that Attribute now buys from 0 on; what is too little for the next
    step comes back as XP.
    """

    says = Says("Overcome a Vulnerability", MAKE)
    vulnerability: Annotated[
        str, One(own_vulnerabilities, why_not_overcome, clause="DOA-327", label="Which")
    ]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.characters[seat].vulnerabilities)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(label="Drop a Vulnerability") if state.characters[seat].making else Way()

    def do(self, game: Game[Table], seat: str) -> None:
        who, name = game.state.characters[seat], self.vulnerability
        lowered = _attributes_of(vulnerabilities()[name])
        paid = {attribute: experience.attribute_price(who, attribute) for attribute in lowered}
        who.xp -= who.vulnerability_xp.pop(name)
        who.vulnerabilities.remove(name)
        who.power_options.pop(name, None)
        for attribute, price in paid.items():
            value = _bought(who, attribute, price)
            modifiers.shift(who, attribute, value - who.attributes[attribute])
            who.xp += price - tables().attribute_cost[value]
        characters.reckon(game.state, who)
        told = "{who} overcomes {name} and has {xp} XP left."
        game.tell(told, "DOA-327", who=who.name, name=name, xp=who.xp)


def _bought(who: Character, attribute: str, price: int) -> int:
    """The highest Modifier from 0 on that this price buys within the cap. DOA-320, DOA-323."""
    cap = tables().level(who.level).mod_cap
    highest = max([who.attributes[attribute], *map(who.modifier, modifiers.skills_of(attribute))])
    room = cap - highest + who.attributes[attribute]
    costs = tables().attribute_cost
    return max(value for value in costs if costs[value] <= price and value <= room)
