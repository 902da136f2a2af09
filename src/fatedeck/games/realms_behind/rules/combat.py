"""Attacks with weapons and by creatures: what hits, and what a hit does."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import ATTRIBUTES, Feature, worth
from fatedeck.games.realms_behind.looks.things import capital, the_thing
from fatedeck.games.realms_behind.rules.blows import Blow, extra_suits, plain_bonus, settle_blows
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.checks import Terms, check, in_capitals
from fatedeck.games.realms_behind.rules.derived import Gear, defence, gear_of, kind_of, total
from fatedeck.games.realms_behind.rules.weapons import attack_skills, damage_attributes, is_close
from fatedeck.games.realms_behind.state import Being, Character, Creature, Item, Outcome, Table

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


class Stroke(Struct, frozen=True):
    """How a weapon is struck with: what a technique adds, what was asked for, what came before."""

    features: tuple[Feature, ...] = ()
    element: str = ""
    basic: bool = False
    skill: str = ""
    attribute: str = ""
    advantage: int = 0
    extra: int = 0
    from_pile: bool = False


def weapon_attack(
    game: Game[Table], attacker: Character, item: Item, targets: Sequence[Being], how: Stroke
) -> Outcome:
    """One check with a weapon against one or more targets, each picking Parry or Dodge.

    The check is Melee or Ranged plus Accuracy, the damage the weapon's plus Body, Physical unless
    changed. RB-5.15, RB-12.3, RB-12.5, RB-12.11, RB-18.9, RB-20.12.
    """
    weapon, first, effects = gear_of(item), targets[0], [f.effect for f in how.features]
    reach = max((effect.reach for effect in effects), default=0) or 1
    close = is_close(game.state, attacker, weapon, first, reach)
    skill = _attack_skill(game, attacker, weapon, close, how.skill)
    added = _damage_attribute(game, attacker, weapon, how.attribute)
    thresholds = [pick_defence(game, attacker, target) for target in targets]
    plain = [feature.effect for feature in how.features if plain_bonus(feature)]
    terms = Terms(
        skill,
        total(attacker, skill) + weapon.accuracy,
        thresholds[0],
        first.name,
        hidden=type(first) is Creature,
        advantage=how.advantage + sum(effect.advantage for effect in plain),
        extra=how.extra + sum(effect.extra_success for effect in plain),
        extra_per=extra_suits(how.features),
        sift=sum(effect.sift for effect in effects),
        attack=True,
        basic_attack=how.basic,
        from_pile=how.from_pile,
        stealth=_stealth(attacker, first, how.features),
    )
    outcome = check(game, attacker, terms)
    base = weapon.damage + added + (2 * outcome.gambles if how.basic else 0)  # RB-10.6
    element = how.element or "physical"
    blow = Blow(element, base, weapon.split, weapon.on_hit_per_suit, how.features)
    settle_blows(game, attacker, targets, thresholds, terms, outcome, blow)
    _after(game, attacker, item, weapon)
    return outcome


def _after(game: Game[Table], attacker: Character, item: Item, weapon: Gear) -> None:
    """What an attack leaves behind, hit or miss: Madness, and a curse that is known by use.

    RB-20.12, RB-20.13.
    """
    attacker.attacked_with.append(item.name)
    if weapon.maddening:
        attacker.madness += weapon.maddening
        told, thing = "{thing} puts {n} Madness on {attacker}.", capital(the_thing(item.name))
        game.tell(told, "RB-20.12", thing=thing, n=weapon.maddening, attacker=attacker.name)
    if item.enhancements:
        item.curses_known = True


def pick_defence(game: Game[Table], attacker: Being, target: Being) -> int:
    """The target of a weapon attack picks Parry or Dodge. RB-12.11."""
    seat = game.state.seat_of(target)
    parry, dodge = defence(target, "parry"), defence(target, "dodge")
    prompt = f"{name_of(game, attacker.name)} attacks {name_of(game, target.name)}. Parry or dodge?"
    defences, notes = {"parry": parry, "dodge": dodge}, {"parry": str(parry), "dodge": str(dodge)}
    return game.choose_among(
        seat,
        "defence",
        prompt,
        defences,
        "RB-12.11",
        labels=DEFENCES,
        notes=notes,
        moot="dodge" if dodge > parry else "parry",
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
