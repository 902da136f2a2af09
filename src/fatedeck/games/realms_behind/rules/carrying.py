"""What characters carry, wear and wield."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from msgspec.structs import replace

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.names import free_name
from fatedeck.games.realms_behind.data import Equipment, book
from fatedeck.games.realms_behind.looks.things import the_thing, thing_called
from fatedeck.games.realms_behind.rules.derived import capacity, gear_of, total, triangle
from fatedeck.games.realms_behind.state import Character, Item, Place, Table

HANDS = 2
_WORN = {
    "armor": "armour",
    "shield": "shields",
    "belt": "belts",
    "pack": "packs",
    "head": "headgear",
    "torso": "clothes",
    "hands": "gloves",
    "feet": "footwear",
    "ring": "rings",
}
"""What goes into each slot. RB-19.8."""
PLACES: tuple[Place, ...] = ("equipped", "at-hand", "inventory")


def bulk(character: Character, place: Place) -> int:
    """The bulk of one group: the sum, light things at a tenth, rounded down. RB-19.3."""
    there = (item for item in character.items.values() if item.place == place)
    return sum(gear_of(item).tenths_of_bulk for item in there) // 10


def limit(character: Character, place: Place) -> int:
    """How much bulk a group may hold: by capacity, and by the worn belt or pack. RB-19.4."""
    if place == "equipped":
        return capacity(character)
    slot, factor = ("belt", 1) if place == "at-hand" else ("pack", 2)
    worn = (gear_of(item) for item in character.worn())
    return min(factor * capacity(character), sum(t.stowage for t in worn if t.slot == slot))


def room(place: Place, most: int) -> str:
    """How much a group holds, in words. RB-19.4."""
    return f"{place.capitalize()} holds bulk {most}"


def hands_full(character: Character) -> int:
    """How many hands hold what is equipped. RB-19.6."""
    return sum(gear_of(item).hands for item in character.worn())


def arranged(character: Character, moved: Mapping[str, Place]) -> Character:
    """The same character with things carried elsewhere: Might, capacity and all follow from it."""
    as_if = copy(character)
    as_if.items = {
        name: replace(item, place=moved.get(name, item.place))
        for name, item in character.items.items()
    }
    return as_if


def without(character: Character, *names: str) -> Character:
    """The same character without some things."""
    as_if = copy(character)
    as_if.items = {name: i for name, i in character.items.items() if name not in names}
    return as_if


def why_not_hold(now: Character, then: Character) -> Refused | None:
    """Why things cannot be carried as they would be then: Might, hands, slots, bulk.

    What is too much already may stay so, and may not become more. RB-19.4 to RB-19.8, RB-3.8.
    """
    before, might = total(now, "might"), total(then, "might")
    weak = [item.name for item in now.worn() if before < gear_of(item).might]
    slots: dict[str, int] = {}
    for item in then.worn():
        thing = gear_of(item)
        if might < thing.might and item.name not in weak:
            return Refused(
                "RB-19.5", f"{thing_called(item.name)}: you need Might {thing.might} for that."
            )
        slots[thing.slot] = slots.get(thing.slot, 0) + 1
    if hands_full(then) > max(HANDS, hands_full(now)):
        return Refused("RB-19.6", "You have only two hands; put something away first.")
    for slot, most in book().slots.items():
        if slots.get(slot, 0) > most:
            return Refused("RB-19.8", f"You can’t wear more {_WORN[slot]}; put some away first.")
    for place in PLACES:
        most, heavy = limit(then, place), bulk(then, place)
        if heavy - most <= max(0, bulk(now, place) - limit(now, place)):
            continue
        return Refused("RB-19.4", f"{room(place, most)}, not {heavy}.")
    return None


def why_not_carry(character: Character, moved: Mapping[str, Place]) -> Refused | None:
    """Why things cannot be moved to these groups. RB-19.4 to RB-19.8."""
    for name, place in moved.items():
        thing = book().equipment.get(character.items[name].kind)
        if thing is not None and is_innate(thing) and place != "equipped":
            return Refused("RB-19.6", f"{thing.name}: that’s part of your body.")
    return why_not_hold(character, arranged(character, moved))


def move_item(game: Game[Table], character: Character, item: Item, place: Place) -> None:
    """A thing changes its group; wearing a cursed thing tells on it. RB-20.13."""
    item.place = place
    if place == "equipped" and item.enhancements and gear_of(item).slot != "weapon":
        item.curses_known = True
    game.tell(_PUT[place], "RB-19.1", who=character.name, thing=the_thing(item.name))


_PUT: dict[Place, str] = {
    "equipped": "{who} equips {thing}.",
    "at-hand": "{who} keeps {thing} at hand.",
    "inventory": "{who} packs {thing} away.",
}


def gain_item(
    character: Character,
    kind: str,
    enhancements: Sequence[str] = (),
    choices: Mapping[str, str] | None = None,
    granted_by: str = "",
) -> Item:
    """A new thing, worn if there is room for it, else packed away."""
    name = free_name(kind, character.items)
    item = Item(name, kind, "inventory", list(enhancements), dict(choices or {}))
    item.granted_by = granted_by
    item.place = find_place(character, item) or "inventory"
    character.items[name] = item
    return item


def find_place(character: Character, item: Item) -> Place | None:
    """The first group that has room for a new thing, as all that was worked into it weighs."""
    for place in PLACES if item.kind in book().equipment else PLACES[::-1]:
        then = copy(character)
        then.items = {**character.items, item.name: replace(item, place=place)}
        if why_not_hold(character, then) is None:
            return place
    return None


def price(item: Item) -> int:
    """3n(n+1)/2 gold for level n, enhancements added before pricing. RB-19.2."""
    return triangle(3, gear_of(item).level)


def is_innate(thing: Equipment) -> bool:
    """A weapon that nobody makes is part of the body: claws, jaws, bare hands. RB-19.6."""
    return thing.slot == "weapon" and not thing.craftable


def where(place: str) -> str:
    """Where a group is carried, in words."""
    return {"equipped": "Equipped", "at-hand": "At hand", "inventory": "In the pack"}[place]
