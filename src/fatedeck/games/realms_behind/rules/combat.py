"""Attacks with weapons and by creatures: what hits, and what a hit does."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import ATTRIBUTES, Feature, worth
from fatedeck.games.realms_behind.looks.things import capital, the_thing
from fatedeck.games.realms_behind.rules.blows import Blow, extra_suits, plain_bonus, settle_blows
from fatedeck.games.realms_behind.rules.checks import Terms, check, in_capitals
from fatedeck.games.realms_behind.rules.derived import Gear, defence, gear_of, kind_of, total
from fatedeck.games.realms_behind.rules.weapons import attack_skills, damage_attributes, is_close
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Item,
    Outcome,
    Table,
)

DEFENCES = {"parry": "Parry", "dodge": "Dodge"}
"""What a weapon attack is met with. RB-12.11."""


def _attack_skill(
    game: Game[Table], attacker: Character, weapon: Gear, close: bool, wanted: str
) -> str:
    """The skill of a blow: the one wanted, else Melee or what may stand in for it. RB-12.12.

    Nobody throws a weapon at close range without saying so beforehand.
    """
    skills = attack_skills(attacker, weapon, close)
    if wanted in skills:
        return wanted
    totals = {skill: total(attacker, skill) for skill in skills if skill != "ranged"}
    if len({*totals.values()}) < 2:
        return skills[0]
    notes = {skill: f"total {n}" for skill, n in totals.items()}
    prompt, labels = f"{weapon.name}: which skill do you check?", in_capitals(totals)
    return game.choose(
        attacker.name, "attack-skill", prompt, totals, "RB-18.1", labels=labels, notes=notes
    )


def _damage_attribute(game: Game[Table], attacker: Character, weapon: Gear, wanted: str) -> int:
    """What the attribute adds: as was asked for, else the attacker says. RB-12.3, RB-18.17."""
    attributes = damage_attributes(attacker, weapon)
    adds: dict[str, int] = {
        name: attacker.attribute(name) for name in ATTRIBUTES if name in attributes
    }
    if wanted in adds:
        return adds[wanted]
    if len({*adds.values()}) == 1:
        return attacker.body
    notes = {attribute: f"damage +{n}" for attribute, n in adds.items()}
    words = " or ".join(map(str.capitalize, adds))
    prompt = f"{weapon.name}: do you add {words} to the damage?"
    return game.choose_among(
        attacker.name,
        "damage-attribute",
        prompt,
        adds,
        "RB-18.17",
        labels=in_capitals(adds),
        notes=notes,
    )


def weapon_attack(
    game: Game[Table],
    attacker: Character,
    item: Item,
    targets: Sequence[Being],
    *,
    features: tuple[Feature, ...] = (),
    element: str = "",
    basic: bool = False,
    skill: str = "",
    attribute: str = "",
    extra: int = 0,
    advantage: int = 0,
    from_pile: bool = False,
) -> Outcome:
    """One check with a weapon against one or more targets, each picking Parry or Dodge.

    The check is Melee or Ranged plus Accuracy, the damage the weapon's plus Body, Physical unless
    changed. RB-5.15, RB-12.3, RB-12.5, RB-12.11, RB-18.9, RB-20.12.
    """
    weapon = gear_of(item)
    reach = max((feature.effect.reach for feature in features), default=0) or 1
    close = is_close(game.state, attacker, weapon, targets[0], reach)
    used = _attack_skill(game, attacker, weapon, close, skill)
    added = _damage_attribute(game, attacker, weapon, attribute)
    thresholds = [pick_defence(game, attacker, target) for target in targets]
    first = targets[0]
    terms = Terms(
        used,
        total(attacker, used) + weapon.accuracy,
        thresholds[0],
        first.name,
        hidden=type(first) is Creature,
        advantage=advantage + sum(f.effect.advantage for f in features if plain_bonus(f)),
        extra=extra + sum(f.effect.extra_success for f in features if plain_bonus(f)),
        extra_per=extra_suits(features),
        sift=sum(feature.effect.sift for feature in features),
        attack=True,
        basic_attack=basic,
        from_pile=from_pile,
        stealth=_stealth(attacker, first, features),
    )
    outcome = check(game, attacker, terms)
    blow = Blow(
        element or "physical",
        weapon.damage + added,
        weapon.split,
        weapon.on_hit_per_suit,
        features,
    )
    if basic:
        blow.base += 2 * outcome.gambles  # RB-10.6
    settle_blows(game, attacker, targets, thresholds, terms, outcome, blow)
    attacker.attacked_with.append(item.name)
    if weapon.maddening:
        attacker.madness += weapon.maddening
        told = "{thing} puts {n} Madness on {attacker}."
        thing = capital(the_thing(item.name))
        game.tell(told, "RB-20.12", thing=thing, n=weapon.maddening, attacker=attacker.name)
    if item.enhancements and not item.curses_known:
        item.curses_known = True  # recognised by use, RB-20.13
    return outcome


def pick_defence(game: Game[Table], attacker: Being, target: Being) -> int:
    """The target of a weapon attack picks Parry or Dodge. RB-12.11."""
    seat = game.state.seat_of(target)
    parry, dodge = defence(target, "parry"), defence(target, "dodge")
    prompt = f"{attacker.name} attacks {target.name}. Parry or dodge?"
    defences, notes = {"parry": parry, "dodge": dodge}, {"parry": str(parry), "dodge": str(dodge)}
    return game.choose_among(
        seat, "defence", prompt, defences, "RB-12.11", labels=DEFENCES, notes=notes
    )


def _stealth(
    attacker: Character, target: Being, features: Sequence[Feature]
) -> tuple[int, int] | None:
    """Stealth and what it must reach, if the technique begins with it. RB-18.13."""
    for feature in features:
        before = feature.effect.pre_check
        if before is not None:
            against = worth(before.against, {"awareness": total(target, "awareness")})
            return total(attacker, before.skill), against
    return None


def creature_attack(game: Game[Table], creature: Creature, target: Being) -> Outcome:
    """A creature attacks with its growth x level as modifier and as base damage.

    RB-21.4, RB-21.5, RB-5.12, RB-12.11.
    """
    kind = kind_of(creature)
    strength = kind.growth.attack * creature.level
    threshold = pick_defence(game, creature, target)
    terms = Terms("attack", strength, threshold, target.name, attack=True, basic_attack=True)
    outcome = check(game, creature, terms)
    per_suit: dict[str, dict[str, int]] = {}
    for technique in kind.techniques:
        if technique.levels[0] <= creature.level <= technique.levels[1]:
            per_suit |= technique.on_hit_per_suit
    base = strength + 2 * outcome.gambles
    blow = Blow(kind.attack.element, base, per_suit=per_suit)
    settle_blows(game, creature, [target], [threshold], terms, outcome, blow)
    creature.attacked_with.append("attack")
    return outcome
