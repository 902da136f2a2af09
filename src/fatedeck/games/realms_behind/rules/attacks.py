"""Attacks of a turn: with a weapon, or by a creature."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.games.realms_behind.looks.things import thing_called
from fatedeck.games.realms_behind.rules.berserk import why_not_harm
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.combat import Stroke, creature_attack, weapon_attack
from fatedeck.games.realms_behind.rules.derived import Gear, gear_of, total, why_not_willingly
from fatedeck.games.realms_behind.rules.families import (
    TURN,
    OnATurn,
    OnMyTurn,
    foes_of,
    is_friend,
    others,
)
from fatedeck.games.realms_behind.rules.field import distance, present
from fatedeck.games.realms_behind.rules.names import OneOfSeveral
from fatedeck.games.realms_behind.rules.turns import basic, declare, why_not_act
from fatedeck.games.realms_behind.rules.weapons import (
    UNARMED,
    attack_cost,
    attack_skills,
    creature_range,
    damage_attributes,
    is_close,
    weapon_of,
    weapons,
    why_not_also,
    why_not_lift,
    why_not_reach,
)
from fatedeck.games.realms_behind.state import Being, Character, Creature, Item, Table

NOBODY_NEAR = ("RB-12.12", "No one is in reach. Come closer first.")


def price(attacker: Character, item: Item) -> int:
    """The AP of an Attack with a weapon. RB-15.9, RB-18.19."""
    return attack_cost(attacker, item, basic("attack").cost.ap)


def strength(attacker: Character, weapon: Gear) -> str:
    """What an attack with a weapon is made with, in numbers. RB-12.3, RB-12.12."""
    skill = attack_skills(attacker, weapon, weapon.close)[0]
    check = f"{skill.capitalize()} {total(attacker, skill)}, Accuracy {weapon.accuracy:+}"
    return f"{check}, Damage {weapon.damage} + Body {attacker.body}"


def wielded(table: Table, seat: str) -> list[str]:
    return [item.name for item in weapons(table.players[seat])]


def why_not_attack(table: Table, seat: str, weapon: str) -> Refused | None:
    """Why a character may not Attack with a weapon now. RB-15.6, RB-19.5."""
    attacker = table.players[seat]
    item = weapon_of(attacker, weapon)
    costs = why_not_act(table, attacker, price(attacker, item))
    return costs or why_not_lift(attacker, gear_of(item))


def why_not_strike(table: Table, seat: str, target: str, weapon: str) -> Refused | None:
    """Why a character may not strike someone with a weapon from here. RB-12.12, RB-12.14."""
    attacker, other = table.players[seat], table.being(target)
    thing = gear_of(weapon_of(attacker, weapon))
    harm = why_not_harm(table, attacker, other)
    return harm or why_not_reach(table, attacker, thing, other)


def why_not_strike_also(
    table: Table, seat: str, also: str, weapon: str, target: str
) -> Refused | None:
    attacker = table.players[seat]
    thing, both = gear_of(weapon_of(attacker, weapon)), (table.being(target), table.being(also))
    return why_not_also(table, attacker, thing, both, 1, "")


def skills(table: Table, seat: str, weapon: str, target: str) -> tuple[str, ...]:
    """What a blow may be struck with. RB-12.12, RB-18.1."""
    attacker = table.players[seat]
    thing = gear_of(weapon_of(attacker, weapon))
    return attack_skills(attacker, thing, is_close(table, attacker, thing, table.being(target)))


def attributes(table: Table, seat: str, weapon: str) -> tuple[str, ...]:
    """What may be added to the damage of a weapon. RB-18.17."""
    attacker = table.players[seat]
    return damage_attributes(attacker, gear_of(weapon_of(attacker, weapon))) if weapon else ()


Adding: TypeAlias = Annotated[
    str,
    OneOfSeveral(
        attributes,
        called=str.capitalize,
        none="decide then",
        label="Adding",
        after=("weapon",),
        clause="RB-18.17",
    ),
]


class Attack(OnMyTurn, frozen=True):
    """The basic Attack; a Whirling weapon may strike one more. RB-12.11, RB-15.9."""

    says = Says("Attack", TURN)
    calmly = False
    weapon: Annotated[str, One(wielded, why_not_attack, called=thing_called, clause="RB-12.3")]
    target: Annotated[
        str,
        Figure(
            present,
            why_not_strike,
            NOBODY_NEAR,
            label="Whom",
            after=("weapon",),
            clause="RB-12.14",
            spared=is_friend,
        ),
    ]
    also: Annotated[
        str,
        Figure(
            others,
            why_not_strike_also,
            none="nobody else",
            label="And also",
            after=("weapon", "target"),
            clause="RB-5.15",
        ),
    ] = ""
    skill: Annotated[
        str,
        OneOfSeveral(
            skills,
            called=str.capitalize,
            none="whatever fits",
            label="With",
            after=("weapon", "target"),
            clause="RB-12.12",
        ),
    ] = ""
    attribute: Adding = ""

    @classmethod
    def ap(cls) -> int:
        """Each weapon has its own price."""
        return 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_willingly(state.players[seat])

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        attacker = state.players[seat]
        for item in weapons(attacker):
            label = f"Attack with {thing_called(item.name).lower()}"
            if item.name == UNARMED:
                label = "Attack unarmed"
            cost, note = f"{price(attacker, item)} AP", strength(attacker, gear_of(item))
            foes = foes_of(state, attacker)
            away = all(why_not_strike(state, seat, foe, item.name) for foe in foes)
            yield Way({"weapon": item.name}, label, cost=cost, note=note, unlikely=away)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if self.also and self.skill == "ranged":
            return Refused("RB-5.15", "A Whirling weapon can only strike two foes at close range.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table, attacker = game.state, game.state.players[seat]
        item = weapon_of(attacker, self.weapon)
        thing = gear_of(item)
        attacker.ap -= price(attacker, item)
        if not declare(game, attacker, f"attack {name_of(game, self.target)}", self.basic().tags):
            return
        meant = [self.target, self.also] if self.also else [self.target]
        targets = [
            other
            for other in map(table.being, meant)
            if other.is_here() and why_not_reach(table, attacker, thing, other) is None
        ]
        if len(targets) > 1 and why_not_also(table, attacker, thing, targets, 1, self.skill):
            targets.pop()
        if not targets:
            game.tell("There’s nobody there to attack any more.", "RB-15.8")
            return
        how = Stroke(basic=True, skill=self.skill, attribute=self.attribute)
        weapon_attack(game, attacker, item, targets, how)


def why_not_maul(table: Table, seat: str, target: str) -> Refused | None:
    """Why the creature on turn may not attack someone from here. RB-12.12, RB-12.14."""
    creature, other = table.creatures[table.whose_turn()], table.being(target)
    return why_not_harm(table, creature, other) or _why_not_near(creature, other)


def _why_not_near(creature: Creature, other: Being) -> Refused | None:
    if distance(creature, other) > creature_range(creature):
        return Refused("RB-12.12", f"{other.name} is out of {creature.name}’s range.")
    return None


class CreatureAttack(OnATurn, frozen=True):
    """The creature on turn attacks. RB-21.4, RB-21.6."""

    says = Says("The creature attacks", TURN)
    calmly = False
    target: Annotated[
        str,
        Figure(
            present, why_not_maul, NOBODY_NEAR, label="Whom", clause="RB-12.14", spared=is_friend
        ),
    ]

    @classmethod
    def ap(cls) -> int:
        return basic("attack").cost.ap

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat != state.gm:
            return Refused("RB-22.1", "Only the GM can do that.")
        closed = super().why_closed(state, seat)
        return closed or why_not_willingly(state.creatures[state.whose_turn()])

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        name = state.whose_turn()
        foes = foes_of(state, state.creatures[name])
        away = all(why_not_maul(state, seat, foe) for foe in foes)
        yield Way(label=f"{name} attacks", cost=f"{cls.ap()} AP", unlikely=away)

    def do(self, game: Game[Table], seat: str) -> None:
        creature = game.state.creatures[game.state.whose_turn()]
        other = game.state.being(self.target)
        creature.ap -= self.ap()
        if not declare(
            game, creature, f"attack {name_of(game, self.target)}", basic("attack").tags
        ):
            return
        if not other.is_here() or _why_not_near(creature, other):
            game.tell("There’s nobody there to attack any more.", "RB-15.8")
            return
        creature_attack(game, creature, other)
