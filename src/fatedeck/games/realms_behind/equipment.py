"""What characters carry, wear and wield, buy and sell."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import Equipment, book, said
from fatedeck.games.realms_behind.derived import capacity, gear_of, total, triangle
from fatedeck.games.realms_behind.state import Character, Item, Place, Table

HANDS = 2
ONE_PER_SLOT = ("armor", "shield", "belt", "pack", "head", "torso", "hands", "feet")
RINGS = 2
PLACES: tuple[Place, ...] = ("equipped", "at-hand", "inventory")


def bulk(character: Character, place: Place, moved: Mapping[str, Place] | None = None) -> int:
    """The bulk of one group: the sum, light things at a tenth, rounded down. RB-19.3."""
    moved = moved or {}
    tenths = sum(
        gear_of(item).tenths_of_bulk
        for item in character.items.values()
        if moved.get(item.name, item.place) == place
    )
    return tenths // 10


def limit(character: Character, place: Place, moved: Mapping[str, Place] | None = None) -> int:
    """How much bulk a group may hold: by capacity, and by the worn belt or pack. RB-19.4."""
    moved = moved or {}
    if place == "equipped":
        return capacity(character)
    slot, factor = ("belt", 1) if place == "at-hand" else ("pack", 2)
    stowage = sum(
        gear_of(item).stowage
        for item in character.items.values()
        if gear_of(item).slot == slot and moved.get(item.name, item.place) == "equipped"
    )
    return min(factor * capacity(character), stowage)


def why_not_carry(character: Character, moved: Mapping[str, Place]) -> Refused | None:
    """Why things cannot be carried like this: Might, hands, slots, bulk. RB-19.4 to RB-19.8."""
    worn = [i for i in character.items.values() if moved.get(i.name, i.place) == "equipped"]
    hands = 0
    slots: dict[str, int] = {}
    for item in worn:
        thing = gear_of(item)
        if moved.get(item.name) == "equipped" and total(character, "might") < thing.might:
            return Refused("RB-19.5", f"{item.name} needs Might {thing.might}.")
        hands += thing.hands
        slots[thing.slot] = slots.get(thing.slot, 0) + 1
    if hands > HANDS:
        return Refused("RB-19.6", "You have only two hands; put something away first.")
    for slot in ONE_PER_SLOT:
        if slots.get(slot, 0) > 1:
            return Refused("RB-19.8", f"You can wear only one thing of the kind {slot}.")
    if slots.get("ring", 0) > RINGS:
        return Refused("RB-19.8", "You can wear only two rings.")
    for place in PLACES:
        most = limit(character, place, moved)
        heavy = bulk(character, place, moved)
        if heavy > most and heavy > bulk(character, place):
            return Refused("RB-19.4", f"{place.capitalize()} holds bulk {most}, not {heavy}.")
        if heavy > most and most < limit(character, place):
            return Refused("RB-19.4", f"Then {place} would hold only bulk {most}, not {heavy}.")
    return None


def why_not_arrange(table: Table, character: Character) -> Refused | None:
    """Outside an Encounter things are arranged freely; inside, by Ready and Retrieve. RB-15.9."""
    if table.phase == "encounter" and not character.waiting:
        return Refused("RB-15.9", "In an Encounter use Ready or Retrieve.")
    return None


def carry(game: Game[Table], character: Character, name: str, place: Place) -> None:
    """Put a thing into one of the three groups. RB-19.1."""
    if refused := why_not_arrange(game.state, character):
        raise refused
    item = character.items.get(name)
    if item is None:
        raise Refused("RB-19.1", f"You have no {name}.")
    if refused := why_not_carry(character, {name: place}):
        raise refused
    move_item(game, character, item, place)


def move_item(game: Game[Table], character: Character, item: Item, place: Place) -> None:
    """A thing changes its group; wearing a cursed thing tells on it. RB-20.13."""
    item.place = place
    if place == "equipped" and item.enhancements and gear_of(item).slot != "weapon":
        item.curses_known = True
    game.tell(f"{character.name} carries {said(item.name)} {_where(place)}.", "RB-19.1")


def gain_item(character: Character, kind: str, **more: list[str]) -> Item:
    """A new thing, worn if there is room for it, else packed away."""
    name, copy = kind, 2
    while name in character.items:
        name, copy = f"{kind} {copy}", copy + 1
    item = Item(name, kind, enhancements=more.get("enhancements", []))
    character.items[name] = item
    defined = kind in book().equipment
    for place in PLACES if defined else PLACES[::-1]:
        item.place = "inventory"
        if _has_room(character, item, place):
            item.place = place
            break
    return item


def _has_room(character: Character, item: Item, place: Place) -> bool:
    """Whether a new thing fits there, judged as if it came from nowhere."""
    del character.items[item.name]
    heavy_before = bulk(character, place)
    character.items[item.name] = item
    refused = why_not_carry(character, {item.name: place})
    if refused is not None:
        return False
    item_place = {item.name: place}
    heavy = bulk(character, place, item_place)
    return heavy <= limit(character, place, item_place) or heavy == heavy_before


def price(item: Item) -> int:
    """3n(n+1)/2 gold for level n, enhancements added before pricing. RB-19.2."""
    return triangle(3, gear_of(item).level)


def is_innate(thing: Equipment) -> bool:
    """A weapon that no hand holds and nobody makes is part of the body. RB-19.6."""
    return thing.slot == "weapon" and thing.hands == 0 and not thing.craftable


def why_not_buy(table: Table, character: Character, kind: str) -> Refused | None:
    """Why a thing cannot be bought. RB-19.2, RB-2.12."""
    thing = book().equipment.get(kind)
    if thing is None:
        return Refused("RB-18.20", f"Nobody sells “{kind}”; the GM may grant it.")
    if is_innate(thing):
        return Refused("RB-19.6", f"{thing.name} is part of a body; nobody sells it.")
    if table.phase == "encounter" and not character.waiting:
        return Refused("RB-15.1", "There is no market in the middle of an Encounter.")
    if character.gold < triangle(3, thing.level):
        return Refused(
            "RB-2.12", f"{thing.name} costs {thing.gold} gold; you have {character.gold}."
        )
    return None


def buy(game: Game[Table], character: Character, kind: str) -> None:
    """Pay the price and take the thing. RB-19.2."""
    if refused := why_not_buy(game.state, character, kind):
        raise refused
    item = gain_item(character, kind)
    if bulk(character, item.place) > limit(character, item.place):
        del character.items[item.name]
        raise Refused("RB-19.4", f"You have no room for {item.name}; put something away first.")
    character.gold -= price(item)
    game.tell(f"{character.name} buys {said(item.name)} for {price(item)} gold.", "RB-19.2")


def why_not_sell(table: Table, character: Character, item: Item | None) -> Refused | None:
    if item is None:
        return Refused("RB-19.1", "You have no such thing.")
    if table.phase == "encounter" and not character.waiting:
        return Refused("RB-15.1", "There is no market in the middle of an Encounter.")
    known = [book().feats[feat] for feat in character.feats if feat in book().feats]
    if any(item.kind in feat.effect.gain_items for feat in known):
        return Refused("RB-19.9", f"{item.name} comes with a background and cannot be sold.")
    return _why_not_part_with(character, item)


def _why_not_part_with(character: Character, item: Item) -> Refused | None:
    """A belt or pack goes only when what it holds has another place. RB-19.4."""
    if item.place != "equipped" or not gear_of(item).stowage:
        return None
    for place in PLACES[1:]:
        held = {name: i.place for name, i in character.items.items()}
        most = limit(character, place, held | {item.name: "inventory"})
        if most < limit(character, place) and bulk(character, place) > most:
            return Refused("RB-19.4", f"{item.name} is not empty; put its things elsewhere first.")
    return None


def sell(game: Game[Table], character: Character, name: str) -> None:
    """Full price while the character is being created; later the GM says how much. RB-19.9."""
    item = character.items.get(name)
    if refused := why_not_sell(game.state, character, item):
        raise refused
    assert item is not None
    paid = price(item)
    if character.ready:
        prompt = f"{character.name} sells {item.name} (worth {paid} gold). For how much?"
        paid = game.number(game.state.gm, prompt, 0, max(paid, 1), "RB-19.9")
    del character.items[name]
    character.gold += paid
    game.tell(f"{character.name} sells {said(name)} for {paid} gold.", "RB-19.9")


def _where(place: Place) -> str:
    return {"equipped": "equipped", "at-hand": "at hand", "inventory": "in the pack"}[place]
