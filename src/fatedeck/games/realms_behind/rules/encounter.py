"""Encounters: whose turn it is, action points, moving, and the actions of a turn."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import BasicAction, book
from fatedeck.games.realms_behind.rules.combat import (
    UNARMED,
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
    can_act,
    gear_of,
    initiative,
    is_downed,
    reactions_per_round,
    spaces_of,
    speed,
    total,
    why_not_able,
)
from fatedeck.games.realms_behind.rules.equipment import move_item, why_not_carry
from fatedeck.games.realms_behind.rules.field import (
    distance,
    free_way,
    is_difficult,
    nearest,
    reach,
    someone,
    standing,
    steps,
    why_not_stand,
    within,
)
from fatedeck.games.realms_behind.rules.health import begin_turn_statuses, end_encounter_effects
from fatedeck.games.realms_behind.rules.techniques import (
    Use,
    frame_of,
    reactions,
    use_technique,
    why_not_use,
    why_not_wield,
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

AP_PER_TURN = 3
"""RB-15.6."""


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
        _find_room(table, being)
    table.order = _order(game)
    table.turn = 0
    game.tell(f"An encounter begins. Order: {', '.join(table.order)}.", "RB-15.4")
    _begin_turn(game)


def join_encounter(table: Table, being: Being) -> None:
    """Who comes into an encounter that is under way acts last in its order. RB-22.7.

    Who comes back to it keeps their place there, and finds a free space. RB-15.13.
    """
    if being.name not in table.order:
        being.reactions = reactions_per_round(being)
        table.order.append(being.name)
    _find_room(table, being)


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


def _find_room(table: Table, being: Being) -> None:
    """Whom nobody has placed finds a free space; the sides stand six spaces apart. RB-15.13."""
    others = {(b.x, b.y) for b in standing(table) if b is not being and b.placed}
    inside = being.x < table.width and being.y < table.height
    if being.placed and inside and (being.x, being.y) not in others:
        return
    being.placed = True
    middle = table.width // 2
    column = max(0, middle - 3) if being.side == "party" else min(table.width - 1, middle + 3)
    way = -1 if being.side == "party" else 1
    for across in [*range(column, -1 if way < 0 else table.width, way), *range(table.width)]:
        for down in range(table.height):
            if (across, down) not in others:
                being.x, being.y = across, down
                return


def _begin_turn(game: Game[Table]) -> None:
    """AP and reaction come back, statuses bite and fade; who is Downed is passed over.

    RB-15.6, RB-15.7, RB-16.3, RB-16.27.
    """
    table = game.state
    for _ in range(2 * len(table.order) + 1):
        being = table.being(table.order[table.turn])
        if being.is_here():
            being.ap = AP_PER_TURN
            being.reactions = reactions_per_round(being)
            being.attacked_with.clear()
            begin_turn_statuses(game, being)
            if not is_downed(being):
                game.tell(f"Round {table.round}: {being.name}'s turn.", "RB-15.5")
                return
            _end_of_turn(being)
        _next(table)


def _next(table: Table) -> None:
    table.turn += 1
    if table.turn >= len(table.order):
        table.turn = 0
        table.round += 1  # RB-15.5


def _end_of_turn(being: Being) -> None:
    being.ap = 0  # RB-15.6
    being.speed_this_turn = 0
    if being.bulwark_turns:
        being.bulwark_turns -= 1


def why_not_act(table: Table, being: Being, ap: int) -> Refused | None:
    """Why someone may not spend AP now: not their turn, Downed, or too few AP left.

    RB-4.8, RB-13.3, RB-15.4, RB-15.6.
    """
    if table.phase != "encounter":
        return Refused("RB-15.1", "That is an action of an Encounter.")
    if table.whose_turn() != being.name:
        return Refused("RB-15.4", f"It is {table.whose_turn()}'s turn.")
    if refused := why_not_able(being):
        return refused
    if being.ap < ap:
        return Refused("RB-15.6", f"That costs {ap} AP; {being.name} has {being.ap} left.")
    return None


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
    _end_of_turn(being)
    _next(table)
    _begin_turn(game)


def skip_downed(game: Game[Table]) -> None:
    """When whoever is on turn goes down or leaves, the turn passes on. RB-13.3."""
    table = game.state
    if table.phase != "encounter" or not table.order:
        return
    being = table.being(table.whose_turn())
    if can_act(being):
        return
    if all(is_downed(other) for other in standing(table)):
        return
    _end_of_turn(being)
    _next(table)
    _begin_turn(game)


def end_encounter(table: Table) -> None:
    """The phase is over and all that lasts only an encounter ends. RB-15.10."""
    for being in table.beings():
        end_encounter_effects(being)
    table.order = []
    table.turn = 0
    table.round = 0
    table.difficult = []
    table.parley = None


# Berserk


class Way(Struct, frozen=True):
    """One way to attack: its AP, how far it reaches, and the spaces it may cover first."""

    ap: int
    far: int
    charge: int = 0
    step: int = 0


def ways_to_attack(being: Being) -> list[Way]:
    """Everything someone can attack with: weapons, bare hands, maneuvers and harmful spells.

    RB-12.14, RB-16.10.
    """
    cost = basic("attack").cost.ap
    if type(being) is Creature:
        return [Way(cost, creature_range(being))]
    assert isinstance(being, Character)
    wielded = [
        (item, gear_of(item))
        for item in weapons(being)
        if total(being, "might") >= gear_of(item).might
    ]
    ways = [
        Way(attack_cost(being, item, cost), max(int(weapon.close), spaces_of(being, weapon)))
        for item, weapon in wielded
    ]
    for technique in being.techniques.values():
        built = frame_of(technique)
        if not built.attack or built.only_outside_combat:
            continue
        if technique.base != "maneuver":
            ways.append(Way(built.ap, built.range))
            continue
        effects = [feature.effect for feature in built.features]
        charge = speed(being) if any(effect.move_before for effect in effects) else 0
        step = max((effect.step_before for effect in effects), default=0)
        ways += [
            Way(
                attack_cost(being, item, built.ap),
                max(built.reach if weapon.close else 0, spaces_of(being, weapon)),
                charge,
                step,
            )
            for item, weapon in wielded
            if why_not_wield(being, built, weapon) is None
        ]
    return ways


def must_attack(table: Table, being: Being) -> list[Being]:
    """Whom a Berserk one has to attack this turn: the nearest of those who can be reached.

    By any attack there are AP for, after Moves and Steps with the rest. RB-16.10.
    """
    if not being.statuses.berserk or being.attacked_with or being.statuses.enchanted:
        return []
    others = [other for other in standing(table) if other is not being and not is_downed(other)]
    reached: dict[str, Being] = {}
    for way in dict.fromkeys(ways_to_attack(being)):
        if way.ap > being.ap or len(reached) == len(others):
            continue
        spaces = within(table, being, speed(being), being.ap - way.ap)
        if way.charge:
            spaces = [*reach(table, being, way.charge, spaces)]
        if way.step:
            spaces = [*spaces, *steps(table, being, spaces)]
        for other in others:
            if any(_apart(space, other) <= way.far for space in spaces):
                reached[other.name] = other
    return nearest(being, [other for other in others if other.name in reached])


def _apart(space: tuple[int, int], being: Being) -> int:
    return max(abs(space[0] - being.x), abs(space[1] - being.y))


def why_not_calmly(table: Table, being: Being) -> Refused | None:
    """Why a Berserk one may do nothing else now. RB-16.10."""
    if targets := must_attack(table, being):
        names = " or ".join(target.name for target in targets)
        return Refused("RB-16.10", f"You are Berserk: first attack {names}.")
    return None


def why_not_harm(table: Table, being: Being, target: Being) -> Refused | None:
    """Enchanted ones harm nobody, Berserk ones attack the nearest. RB-16.10, RB-16.11."""
    if being.statuses.enchanted:
        return Refused("RB-16.11", f"{being.name} is Enchanted and cannot willingly harm anyone.")
    near = must_attack(table, being)
    if near and target not in near:
        return Refused("RB-16.10", f"{being.name} is Berserk and attacks {near[0].name}.")
    if target is being or not target.is_here():
        return Refused("RB-12.14", f"{target.name} cannot be attacked.")
    return None


# Moving


def basic(action: str) -> BasicAction:
    return book().actions[action]


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


def declare(game: Game[Table], being: Being, what: str, tags: Sequence[str]) -> bool:
    """Announce an action; reactions come first and may stop it. RB-15.8."""
    reactions(game, being, what, list(tags))
    if not can_act(being):
        game.tell(f"{being.name} cannot go on.", "RB-15.8")
        return False
    return True


# Actions of a turn


def attack_cost(attacker: Character, item: Item, ap: int) -> int:
    """With Dual-Wielding the other weapon, if light, costs 1 AP less, at least 1.

    Bare hands are no weapon that is held. RB-18.19.
    """
    if "dual-wielding" in attacker.feats and attacker.attacked_with and item.name != UNARMED:
        second = gear_of(item)
        others = (attacker.items.get(n) for n in attacker.attacked_with if n != item.name)
        first = any(other is not None and gear_of(other).hands == 1 for other in others)
        if first and second.light and second.hands == 1:
            return max(1, ap - 1)
    return ap


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


def all_down(table: Table, side: str) -> bool:
    """Whether a whole side is Downed, Stupefied or gone. RB-13.8, RB-13.10."""
    return not any(can_act(being) for being in table.beings() if being.side == side)
