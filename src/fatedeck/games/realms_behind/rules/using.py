"""Using a technique: on one's turn, or outside an encounter."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec.structs import replace

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One
from fatedeck.games.realms_behind.looks.things import technique_called, thing_called
from fatedeck.games.realms_behind.rules import attacks, families
from fatedeck.games.realms_behind.rules.berserk import why_not_calmly, why_not_harm
from fatedeck.games.realms_behind.rules.derived import can_act, gear_of
from fatedeck.games.realms_behind.rules.families import TECHNIQUES, OfOneWhoIsAble
from fatedeck.games.realms_behind.rules.field import Space, present
from fatedeck.games.realms_behind.rules.frames import frame_of, talk_skills
from fatedeck.games.realms_behind.rules.names import OneOfSeveral
from fatedeck.games.realms_behind.rules.techniques import (
    HERE,
    TALK,
    Use,
    first_spaces,
    fits_oneself,
    pay,
    use_technique,
    why_not_on,
    why_not_strike_from,
    why_not_use,
)
from fatedeck.games.realms_behind.rules.turns import declare, why_not_act
from fatedeck.games.realms_behind.rules.weapons import (
    attack_cost,
    attack_skills,
    weapon_of,
    weapons,
)
from fatedeck.games.realms_behind.state import Character, Table, Technique

NOBODY_HERE = ("RB-12.14", "There’s no one here to use it on.")

# What may be chosen


def known(table: Table, seat: str) -> list[str]:
    return list(table.players[seat].techniques)


def why_not_now(table: Table, seat: str, name: str) -> Refused | None:
    """Why a technique cannot be used now, whoever the target. RB-15.6, RB-16.10, RB-18.9."""
    user = table.players[seat]
    technique = user.techniques[name]
    wielded = wielded_for(table, seat, name) or [""]
    if technique.base == "maneuver" and not all(wielded):
        return Refused("RB-18.9", "Equip a weapon first.")
    if table.phase != "encounter":
        return None
    least = min(technique_cost(user, technique, weapon) for weapon in wielded)
    refused = why_not_act(table, user, least)
    return refused or (None if frame_of(technique).attack else why_not_calmly(table, user))


def technique_cost(user: Character, technique: Technique, weapon: str) -> int:
    """The AP that a technique costs in an Encounter; outside one it takes seconds. RB-15.11."""
    ap = frame_of(technique).ap
    return attack_cost(user, weapon_of(user, weapon), ap) if weapon else ap


def meant(table: Table, seat: str, name: str) -> list[str]:
    """Whom a technique may be meant for."""
    alone = not fits_oneself(table.players[seat].techniques[name])
    return families.others(table, seat) if alone else present(table, seat)


def why_not_mean(table: Table, seat: str, target: str, name: str) -> Refused | None:
    """Why there is no way to use a technique on someone from here. RB-16.10."""
    user, other = table.players[seat], table.being(target)
    technique = user.techniques[name]
    refused = why_not_on(table, user, technique, other)
    if refused is None and table.phase == "encounter" and frame_of(technique).attack:
        calm = other is user  # a shape may lie around oneself, RB-18.5
        refused = why_not_calmly(table, user) if calm else why_not_harm(table, user, other)
    if refused is not None or technique.base != "maneuver":
        return refused
    reasons = [why_not_wield_at(table, seat, item.name, name, target) for item in weapons(user)]
    return reasons[0] if all(reasons) else None


def is_spared(table: Table, seat: str, target: str, name: str) -> bool:
    """Whether an attack would be meant for a friend."""
    attack = frame_of(table.players[seat].techniques[name]).attack
    return attack and families.is_friend(table, seat, target)


def wielded_for(table: Table, seat: str, name: str, *_: object) -> list[str]:
    """What a technique may be used with, if it takes a weapon. RB-18.9."""
    maneuver = table.players[seat].techniques[name].base == "maneuver"
    return attacks.wielded(table, seat) if maneuver else []


def why_not_wield_at(
    table: Table, seat: str, weapon: str, name: str, target: str
) -> Refused | None:
    """Why a weapon does not do for a technique on someone, from wherever it is struck."""
    user = table.players[seat]
    technique = user.techniques[name]
    cost = technique_cost(user, technique, weapon)
    if table.phase == "encounter" and (refused := why_not_act(table, user, cost)) is not None:
        return refused
    if first_from(table, seat, name, target, weapon):
        return None
    return why_not_strike_from(table, user, technique, Use(target, weapon))


def first_from(table: Table, seat: str, name: str, target: str, weapon: str) -> list[Space]:
    """The spaces from which a technique can be used on someone: here, or moving there first."""
    user = table.players[seat]
    technique = user.techniques[name]
    if not weapon:
        return [HERE]
    return [
        (x, y)
        for x, y in (HERE, *first_spaces(table, user, technique))
        if why_not_strike_from(table, user, technique, Use(target, weapon, x=x, y=y)) is None
    ]


def columns(table: Table, seat: str, name: str, target: str, weapon: str) -> list[int]:
    return [x for x, _ in first_from(table, seat, name, target, weapon)]


def rows(table: Table, seat: str, name: str, target: str, weapon: str, x: int) -> list[int]:
    spaces = first_from(table, seat, name, target, weapon)
    return [y for column, y in spaces if column == x] or [-1]


def squares(table: Table, seat: str, name: str, target: str, weapon: str) -> list[str]:
    """The spaces of the map to which a technique may lead first."""
    spaces = first_from(table, seat, name, target, weapon)
    return [f"{x},{y}" for x, y in spaces if (x, y) != HERE]


FIRST = ("technique", "target", "weapon")
ACROSS = Count(
    lambda *given: min(columns(*given)),
    lambda *given: max(columns(*given)),
    label="Move first to column (-1: stay)",
    after=FIRST,
    clause="RB-15.13",
    of="column",
    squares=squares,
)
ALONG = Count(
    lambda *given: min(rows(*given)),
    lambda *given: max(rows(*given)),
    label="Move first to row (-1: stay)",
    after=(*FIRST, "x"),
    clause="RB-15.13",
    of="row",
)


def skills(table: Table, seat: str, name: str, weapon: str) -> tuple[str, ...]:
    """The skills that may be checked: of a talk, or of a blow. RB-12.12, RB-18.5."""
    user = table.players[seat]
    technique = user.techniques[name]
    if technique.base in TALK:
        return talk_skills(technique)
    thing = gear_of(weapon_of(user, weapon))
    return attack_skills(user, thing, thing.close) if weapon else ()


def why_not_also_strike(
    table: Table, seat: str, also: str, weapon: str, target: str
) -> Refused | None:
    """Why a second foe cannot be struck, from wherever it is. RB-5.15."""
    attacker = table.players[seat]
    if not weapon or not gear_of(weapon_of(attacker, weapon)).extra_targets or also == target:
        return Refused("RB-5.15", "Only a Whirling weapon can strike a second foe.")
    return None


class UseTechnique(OfOneWhoIsAble, frozen=True):
    """Use a built technique. RB-18.7, RB-18.19."""

    says = Says("Use a technique", TECHNIQUES)
    on_paper = False
    technique: Annotated[str, One(known, why_not_now, called=technique_called, clause="RB-18.5")]
    target: Annotated[
        str,
        Figure(
            meant,
            why_not_mean,
            NOBODY_HERE,
            after=("technique",),
            clause="RB-12.14",
            spared=is_spared,
        ),
    ]
    weapon: Annotated[
        str,
        One(
            wielded_for,
            why_not_wield_at,
            called=thing_called,
            label="With",
            after=("technique", "target"),
            clause="RB-18.9",
        ),
    ] = ""
    skill: Annotated[
        str,
        OneOfSeveral(
            skills,
            called=str.capitalize,
            none="whatever fits",
            after=("technique", "weapon"),
            clause="RB-18.5",
        ),
    ] = ""
    attribute: attacks.Adding = ""
    x: Annotated[int, ACROSS] = -1
    y: Annotated[int, ALONG] = -1
    also: Annotated[
        str,
        Figure(
            families.others,
            why_not_also_strike,
            none="nobody else",
            label="And also",
            after=("weapon", "target"),
            clause="RB-5.15",
        ),
    ] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        for name, technique in state.players[seat].techniques.items():
            built = frame_of(technique)
            madness = f", {built.madness} Madness" if built.madness else ""
            foes = families.foes_of(state, state.players[seat]) if built.attack else [""]
            away = all(foe and why_not_mean(state, seat, foe, name) for foe in foes)
            cost = f"{built.ap} AP{madness}"
            yield Way({"technique": name}, technique_called(name), cost=cost, unlikely=away)

    def how(self) -> Use:
        return Use(self.target, self.weapon, self.skill, self.attribute, self.x, self.y, self.also)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if not self.weapon:
            return None
        user = state.players[seat]
        return why_not_use(state, user, user.techniques[self.technique], self.how())

    def do(self, game: Game[Table], seat: str) -> None:
        table, user, use = game.state, game.state.players[seat], self.how()
        technique = user.techniques[self.technique]
        if table.phase == "encounter":
            user.ap -= technique_cost(user, technique, use.weapon)
        pay(game, user, technique)
        if table.phase == "encounter" and can_act(user):
            if not declare(
                game, user, f"use {technique_called(technique.name)}", frame_of(technique).feat.tags
            ):
                return
            if use.also and why_not_use(table, user, technique, use):
                use = replace(use, also="")
            if refused := why_not_use(table, user, technique, use):
                game.tell(
                    "{technique} comes to nothing: {sentence}",
                    "RB-15.8",
                    technique=technique_called(technique.name),
                    sentence=refused.sentence,
                )
                return
        use_technique(game, user, technique, use)
