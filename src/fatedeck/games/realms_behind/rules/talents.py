"""Talents: what all of somebody's feats come to together. RB-18.1."""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct

from fatedeck.games.realms_behind.data import Swap, book
from fatedeck.games.realms_behind.state import Being, Character


class Talents(Struct, frozen=True):
    """What works always for somebody, by their feats."""

    extra_damage: dict[str, int]
    extra_healing: dict[str, int]
    damaging_suits: tuple[str, ...]
    deep_debuffs: tuple[str, ...]
    parries_with_two: bool
    second_attack_ap: int
    least_ap: int
    per_gamble: int
    skills: tuple[Swap, ...]
    damage_attributes: tuple[Swap, ...]
    attributes: tuple[Swap, ...]


def talents(being: Being) -> Talents:
    """What someone's feats come to; creatures have none."""
    return _talents(tuple(being.feats) if type(being) is Character else ())


@lru_cache(maxsize=1024)
def _talents(feats: tuple[str, ...]) -> Talents:
    effects = [book().feats[name].effect for name in feats if name in book().feats]
    return Talents(
        extra_damage={suit: n for e in effects for suit, n in e.extra_suit_damage.items()},
        extra_healing={suit: n for e in effects for suit, n in e.extra_suit_healing.items()},
        damaging_suits=tuple(e.suit_adds_damage for e in effects if e.suit_adds_damage),
        deep_debuffs=tuple(e.deep_debuffs for e in effects if e.deep_debuffs),
        parries_with_two=any(e.parry_adds_two_weapons for e in effects),
        second_attack_ap=sum(e.second_light_attack_ap for e in effects),
        least_ap=max((e.min_ap for e in effects), default=0),
        per_gamble=sum(e.gamble_extra_success for e in effects),
        skills=tuple(e.substitute_skill for e in effects if e.substitute_skill),
        damage_attributes=tuple(
            e.substitute_damage_attribute for e in effects if e.substitute_damage_attribute
        ),
        attributes=tuple(e.substitute_attribute for e in effects if e.substitute_attribute),
    )
