"""What a built technique comes to: its costs, its range, when and with what it may be used."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.games.realms_behind.data import SOCIAL, Feat, Feature, React, book
from fatedeck.games.realms_behind.rules.derived import Gear, spaces_of
from fatedeck.games.realms_behind.state import Character, Technique

AP_PER_TURN = 3
"""RB-15.6."""


class Frame(Struct, frozen=True):
    """What a technique comes to: its level, its costs, when it may be used."""

    feat: Feat
    features: tuple[Feature, ...]
    level: int
    ap: int
    madness: int
    health: int
    attack: bool
    harmful: bool
    reach: int
    range: int
    instinctive: bool
    opportunistic: React | None
    only_outside_combat: bool


@cache
def frame(base: str, features: tuple[str, ...]) -> Frame:
    """Level, AP, Madness and range of a technique built from these. RB-18.6 to RB-18.8."""
    feat = book().feats[base]
    parts = tuple(book().features[name] for name in features)
    effects = [part.effect for part in parts]
    react = next((e.reaction for e in effects if isinstance(e.reaction, React)), None)
    madness = feat.cost.madness + sum(e.madness_cost for e in effects)
    least = max((e.min_ap for e in effects), default=0)
    most = min((e.max_ap for e in effects if e.max_ap), default=AP_PER_TURN)
    range_factor = 1
    for effect in effects:
        range_factor *= effect.range_factor
    harms = any(
        (e.apply and book().statuses[e.apply.status].harmful) or e.or_leave or e.damage_extra
        for e in effects
    )
    return Frame(
        feat=feat,
        features=parts,
        level=sum(part.level for part in parts),
        ap=min(most, max(least, feat.cost.ap + sum(e.ap for e in effects))),
        madness=max(0, madness),
        health=sum(e.cost_health for e in effects),
        attack=feat.effect.attack,
        harmful=feat.effect.attack or harms or base == "curse",
        reach=max((e.reach for e in effects), default=0) or 1,
        range=feat.effect.range * range_factor,
        instinctive=any(e.reaction is True for e in effects),
        opportunistic=react,
        only_outside_combat=any(e.only_outside_combat for e in effects),
    )


def frame_of(technique: Technique) -> Frame:
    return frame(technique.base, tuple(technique.features))


def why_not_wield(user: Character, built: Frame, weapon: Gear) -> Refused | None:
    """Why a technique cannot be used with a weapon, whoever it is used on. RB-18.22."""
    for feature in built.features:
        needs = feature.effect.needs_weapon
        if needs == "close_melee" and not weapon.close:
            return Refused("RB-18.22", f"{feature.name} needs a close melee weapon.")
        if needs == "ranged" and not spaces_of(user, weapon):
            return Refused("RB-18.22", f"{feature.name} needs a ranged weapon.")
    return None


@cache
def _skills_for_talk(base: str, features: tuple[str, ...]) -> tuple[str, ...]:
    skills: tuple[str, ...] = SOCIAL
    if base == "another-clue":
        skills = ("insight",)
    elif base == "subtle-implication":
        skills = ("deception",)
    for name in features:
        skills += (book().features[name].effect.or_skill,)
    return tuple(dict.fromkeys(filter(None, skills)))


def talk_skills(technique: Technique) -> tuple[str, ...]:
    """The skills that a social, deceitful or investigating technique may check. RB-18.5."""
    return _skills_for_talk(technique.base, tuple(technique.features))
