"""Encounters: whose turn it is, action points, moving, and the actions of a turn."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.rules.berserk import why_not_calmly
from fatedeck.games.realms_behind.rules.derived import (
    gear_of,
    initiative,
    reactions_per_round,
    speed,
    total,
)
from fatedeck.games.realms_behind.rules.equipment import move_item, why_not_carry
from fatedeck.games.realms_behind.rules.field import standing
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
    Item,
    Place,
    Table,
)


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
    if refused := why_not_end_turn(game.state, being):
        raise refused
    pass_turn(game, being)


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
