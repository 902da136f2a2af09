"""Encounters: whose turn it is, action points, moving, and the actions of a turn."""

from __future__ import annotations

from msgspec.structs import replace

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.rules.berserk import (
    attack_cost,
    must_attack,
    why_not_calmly,
    why_not_harm,
)
from fatedeck.games.realms_behind.rules.carrying import move_item, why_not_carry
from fatedeck.games.realms_behind.rules.combat import (
    creature_attack,
    creature_range,
    is_close,
    weapon_attack,
    weapon_of,
    weapons,
    why_not_also,
    why_not_reach,
    why_not_so,
)
from fatedeck.games.realms_behind.rules.derived import (
    gear_of,
    initiative,
    reactions_per_round,
    speed,
    total,
    why_not_able,
)
from fatedeck.games.realms_behind.rules.field import (
    distance,
    free_way,
    is_difficult,
    reach,
    someone,
    standing,
    why_not_stand,
)
from fatedeck.games.realms_behind.rules.techniques import Use, frame_of, use_technique, why_not_use
from fatedeck.games.realms_behind.rules.turns import (
    basic,
    begin_turn,
    declare,
    find_room,
    pass_turn,
    why_not_act,
)
from fatedeck.games.realms_behind.state import (
    Being,
    Character,
    Creature,
    Item,
    Place,
    Table,
    Technique,
)

# Turns


def why_not_start(table: Table) -> Refused | None:
    """Why no encounter can begin now."""
    if table.phase == "creation":
        return Refused("RB-15.1", "First the characters must be ready and the first day begun.")
    if table.phase == "encounter":
        return Refused("RB-15.1", "An encounter is under way; end it first.")
    if not any(creature.is_here() for creature in table.creatures.values()):
        return Refused("RB-15.1", "Put at least one creature on the ground first.")
    return None


def start_encounter(game: Game[Table]) -> None:
    """Everyone takes a place in the order of Initiative and the first turn begins. RB-15.4."""
    table = game.state
    if refused := why_not_start(table):
        raise refused
    table.phase = "encounter"
    table.round = 1
    for being in standing(table):
        being.reactions = reactions_per_round(being)
        find_room(table, being)
    table.order = _order(game)
    table.turn = 0
    game.tell(f"An encounter begins. Order: {', '.join(table.order)}.", "RB-15.4")
    begin_turn(game)


def _order(game: Game[Table]) -> list[str]:
    """Initiative, then Awareness, then Luck (creatures count as 0), then chance. RB-15.4."""
    table = game.state
    groups: dict[tuple[int, int, int], list[str]] = {}
    for being in standing(table):
        luck = being.luck if isinstance(being, Character) else 0
        rank = (initiative(being), total(being, "awareness"), luck)
        groups.setdefault(rank, []).append(being.name)
    order = []
    for rank in sorted(groups, reverse=True):
        names = groups[rank]
        while len(names) > 1:
            picked = game.pick(names)
            names.remove(picked)
            order.append(picked)
        order += names
    return order


def why_not_end_turn(table: Table, being: Being) -> Refused | None:
    """A Berserk one must first attack if someone can be reached. RB-16.10."""
    if refused := why_not_act(table, being, 0):
        return refused
    return why_not_calmly(table, being)


def end_turn(game: Game[Table], being: Being) -> None:
    """Unused AP are lost; the next in the order begins. RB-15.6."""
    table = game.state
    if refused := why_not_end_turn(table, being):
        raise refused
    pass_turn(game, being)


# Moving


def why_not_move(table: Table, being: Being, action: str) -> Refused | None:
    """Why someone may not Move, Run or Step at all now."""
    if refused := why_not_act(table, being, basic(action).cost.ap):
        return refused
    if action == "run":
        return why_not_calmly(table, being)
    return None


def why_not_go(table: Table, being: Being, action: str, x: int, y: int) -> Refused | None:
    """Why a Move, Run or Step cannot lead there, or not now.

    A Berserk one goes only to where someone can still be attacked. RB-15.13, RB-16.10.
    """
    if refused := why_not_move(table, being, action) or _why_not_to(table, being, action, x, y):
        return refused
    targets = must_attack(table, being)
    if not targets:
        return None
    at, ap = (being.x, being.y), being.ap
    being.x, being.y, being.ap = x, y, ap - basic(action).cost.ap
    then = must_attack(table, being)
    (being.x, being.y), being.ap = at, ap
    if not then:
        return Refused("RB-16.10", f"{being.name} is Berserk and goes for {targets[0].name}.")
    return None


def _why_not_to(table: Table, being: Being, action: str, x: int, y: int) -> Refused | None:
    """Move up to Speed, Run four times that, Step one space into any terrain. RB-15.13."""
    if refused := why_not_stand(table, being, x, y):
        return refused
    if action == "step":
        if max(abs(being.x - x), abs(being.y - y)) != 1:
            return Refused("RB-15.13", "A Step goes to a space next to you.")
        return None
    spaces = speed(being) * (4 if action == "run" else 1)
    if is_difficult(table, x, y):
        return Refused("RB-15.13", f"{x},{y} is Difficult terrain; only a Step leads there.")
    if not free_way(table, being, x, y, spaces) and (x, y) not in reach(table, being, spaces):
        return Refused("RB-15.13", f"{x},{y} is out of reach with {spaces} spaces.")
    return None


def move_being(game: Game[Table], being: Being, action: str, x: int, y: int) -> None:
    """Move, Run or Step; whoever was pushed or slowed by a reaction may not get there any more.

    RB-15.8, RB-15.13.
    """
    table = game.state
    if refused := why_not_go(table, being, action, x, y):
        raise refused
    being.ap -= basic(action).cost.ap
    if action != "step":
        if not declare(game, being, f"{action} to {x},{y}", basic(action).tags):
            return
        if _why_not_to(table, being, action, x, y):
            game.tell(f"{being.name} cannot get to {x},{y} any more.", "RB-15.8")
            return
    being.x, being.y = x, y
    game.tell(f"{being.name} moves to {x},{y}.", "RB-15.13")


# Actions of a turn


def why_not_attack(table: Table, attacker: Character, item: Item | None) -> Refused | None:
    """Why a character may not Attack with a weapon now."""
    if item is None:
        return Refused("RB-12.3", "Choose one of your equipped weapons.")
    cost = attack_cost(attacker, item, basic("attack").cost.ap)
    if refused := why_not_act(table, attacker, cost):
        return refused
    if attacker.statuses.enchanted:
        return Refused("RB-16.11", "You are Enchanted and cannot willingly harm anyone.")
    return None


def attack(
    game: Game[Table],
    attacker: Character,
    weapon: str,
    target: str,
    also: str,
    skill: str,
    attribute: str,
) -> None:
    """The basic Attack: 2 AP; a Whirling weapon may strike one more. RB-15.9, RB-12.11."""
    table = game.state
    item = weapon_of(attacker, weapon)
    if refused := why_not_attack(table, attacker, item):
        raise refused
    assert item is not None
    names = [target, also] if also else [target]
    targets = [someone(table, name) for name in names]
    thing = gear_of(item)
    if also and (refused := why_not_also(table, attacker, thing, targets, 1, skill)):
        raise refused
    if refused := why_not_harm(table, attacker, targets[0]):
        raise refused
    if refused := why_not_reach(table, attacker, thing, targets[0]):
        raise refused
    close = is_close(table, attacker, thing, targets[0])
    if refused := why_not_so(attacker, thing, close, skill, attribute):
        raise refused
    attacker.ap -= attack_cost(attacker, item, basic("attack").cost.ap)
    if not declare(game, attacker, f"attack {target}", basic("attack").tags):
        return
    targets = [other for other in targets if _still_there(table, attacker, item, other)]
    if len(targets) > 1 and why_not_also(table, attacker, thing, targets, 1, skill):
        targets.pop()
    if not targets:
        game.tell("The attack finds nobody there.", "RB-15.8")
        return
    weapon_attack(game, attacker, item, targets, basic=True, skill=skill, attribute=attribute)


def _still_there(table: Table, attacker: Character, item: Item, target: Being) -> bool:
    return target.is_here() and why_not_reach(table, attacker, gear_of(item), target) is None


def why_not_creature_attack(table: Table, creature: Creature) -> Refused | None:
    if refused := why_not_act(table, creature, basic("attack").cost.ap):
        return refused
    if creature.statuses.enchanted:
        return Refused("RB-16.11", f"{creature.name} is Enchanted and harms nobody.")
    return None


def attack_by_creature(game: Game[Table], creature: Creature, target: str) -> None:
    """A creature spends 2 AP on its attack. RB-21.4, RB-21.6."""
    table = game.state
    other = someone(table, target)
    if refused := why_not_creature_attack(table, creature):
        raise refused
    if refused := why_not_harm(table, creature, other):
        raise refused
    if distance(creature, other) > creature_range(creature):
        raise Refused("RB-12.12", f"{target} is out of {creature.name}'s range.")
    creature.ap -= basic("attack").cost.ap
    if not declare(game, creature, f"attack {target}", basic("attack").tags):
        return
    if not other.is_here() or distance(creature, other) > creature_range(creature):
        game.tell("The attack finds nobody there.", "RB-15.8")
        return
    creature_attack(game, creature, other)


def technique_cost(table: Table, user: Character, technique: Technique, weapon: str) -> int:
    """The AP of a technique; outside an Encounter it takes seconds and costs none. RB-15.11."""
    if table.phase != "encounter":
        return 0
    ap = frame_of(technique).ap
    item = weapon_of(user, weapon) if technique.base == "maneuver" else None
    return attack_cost(user, item, ap) if item is not None else ap


def why_not_technique(table: Table, user: Character, technique: Technique) -> Refused | None:
    """Why a character may not use a technique now, whoever the target. RB-18.7, RB-4.8."""
    if table.phase == "creation":
        return Refused("RB-15.1", "The first day has not begun.")
    if refused := why_not_able(user):
        return refused
    built = frame_of(technique)
    if table.phase == "encounter":
        least = built.ap
        if technique.base == "maneuver":
            least = min(
                (attack_cost(user, item, built.ap) for item in weapons(user)), default=least
            )
        if refused := why_not_act(table, user, least):
            return refused
        if not built.attack:
            return why_not_calmly(table, user)
    if built.harmful and user.statuses.enchanted:
        return Refused("RB-16.11", "You are Enchanted and cannot willingly harm anyone.")
    if built.only_outside_combat and table.phase == "encounter":
        return Refused("RB-18.13", "Sudden Betrayal works only outside combat.")
    return None


def use(game: Game[Table], user: Character, name: str, how: Use) -> None:
    """Use a technique on one's turn. RB-18.7, RB-18.19."""
    table = game.state
    technique = user.techniques.get(name)
    if technique is None:
        raise Refused("RB-18.5", f"You have no technique “{name}”.")
    if refused := why_not_technique(table, user, technique):
        raise refused
    if refused := why_not_use(table, user, technique, how):
        raise refused
    built = frame_of(technique)
    if table.phase == "encounter":
        if built.attack and (refused := _why_not_aim(table, user, table.being(how.target))):
            raise refused
        cost = technique_cost(table, user, technique, how.weapon)
        if refused := why_not_act(table, user, cost):
            raise refused
        user.ap -= cost
        if not declare(game, user, f"use {name}", built.feat.tags):
            return
        if how.also and why_not_use(table, user, technique, how):
            how = replace(how, also="")
        if refused := why_not_use(table, user, technique, how):
            game.tell(f"{name} is lost: {refused.sentence}", "RB-15.8")
            return
    use_technique(game, user, technique, how)


def _why_not_aim(table: Table, user: Character, target: Being) -> Refused | None:
    """A shape may lie around oneself; all else is aimed at someone to be harmed. RB-18.5."""
    if target is user:
        return why_not_calmly(table, user)
    return why_not_harm(table, user, target)


# Things in hand


def why_not_handle(table: Table, character: Character, action: str) -> Refused | None:
    """Why a character may not Ready or Retrieve now."""
    if refused := why_not_act(table, character, basic(action).cost.ap):
        return refused
    return why_not_calmly(table, character)


def ready(game: Game[Table], character: Character, item: str, back: str) -> None:
    """One thing from At-Hand to Equipped; one may go the other way. RB-15.9."""
    if refused := why_not_handle(game.state, character, "ready"):
        raise refused
    _carry(character, [(item, "at-hand", "equipped"), (back, "equipped", "at-hand")])
    character.ap -= basic("ready").cost.ap
    if declare(game, character, f"ready {item}", basic("ready").tags):
        _shift(game, character, [(item, "equipped"), (back, "at-hand")])


def retrieve(game: Game[Table], character: Character, item: str, place: Place) -> None:
    """One thing from Inventory to Equipped or At-Hand. RB-15.9."""
    if refused := why_not_handle(game.state, character, "retrieve"):
        raise refused
    if place == "inventory":
        raise Refused("RB-15.9", "Retrieve takes a thing out of the Inventory.")
    _carry(character, [(item, "inventory", place)])
    character.ap -= basic("retrieve").cost.ap
    if declare(game, character, f"retrieve {item}", basic("retrieve").tags):
        _shift(game, character, [(item, place)])


def _carry(character: Character, moves: list[tuple[str, str, Place]]) -> None:
    """Refuse what cannot be carried so, and leave everything where it was."""
    wanted: dict[str, Place] = {}
    for name, source, place in moves:
        if not name:
            continue
        thing = character.items.get(name)
        if thing is None or thing.place != source:
            raise Refused("RB-19.1", f"{name} is not among your {source} things.")
        wanted[name] = place
    if refused := why_not_carry(character, wanted):
        raise refused


def _shift(game: Game[Table], character: Character, moves: list[tuple[str, Place]]) -> None:
    for name, place in moves:
        if name:
            move_item(game, character, character.items[name], place)


def why_not_fleet(table: Table, character: Character, item: Item | None) -> Refused | None:
    """Why a Fleet thing gives no more Speed now."""
    if item is None or item.place != "equipped" or not gear_of(item).fleet:
        return Refused("RB-18.22", "Choose a Fleet thing that you wear.")
    if refused := why_not_act(table, character, 0):
        return refused
    if character.used_today.get(f"{item.name} fleet", 0) >= 3:
        return Refused("RB-18.22", f"{item.name} has helped three times today.")
    return None


def fleet(game: Game[Table], character: Character, name: str) -> None:
    """Three times a day Speed +2 for one turn. RB-18.22."""
    item = character.items.get(name)
    if refused := why_not_fleet(game.state, character, item):
        raise refused
    assert item is not None
    used = f"{item.name} fleet"
    character.used_today[used] = character.used_today.get(used, 0) + 1
    character.speed_this_turn += gear_of(item).fleet
    game.tell(f"{character.name} is fleet of foot: Speed {speed(character)}.", "RB-18.22")
