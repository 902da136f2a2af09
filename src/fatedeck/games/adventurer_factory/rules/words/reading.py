"""Reading what is printed on a card, each word of it as the word that it is. Chapter 20."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from types import ModuleType

import msgspec
from msgspec.structs import replace

from fatedeck.engine.errors import Unreadable
from fatedeck.games.adventurer_factory.data import (
    Card,
    Cost,
    Dice,
    DiceIf,
    Effect,
    Host,
    IgnoreFill,
    Price,
    ReduceNeed,
    Word,
)
from fatedeck.games.adventurer_factory.looks.wording import say_action
from fatedeck.games.adventurer_factory.rules.words import (
    costs,
    counters,
    fighting,
    flow,
    in_play,
    piles,
)


def read_card(plain: dict[str, object]) -> Card:
    """One card of the file. Costs are written shortly there (AF-20.1) and read in full here."""
    actions = plain.get("actions", [])
    if not isinstance(actions, list):
        raise Unreadable(f"The actions of {plain.get('id')} aren’t a list.")
    whole = plain | {"actions": [_action(each) for each in actions]}
    try:
        read = msgspec.convert(whole, Card, dec_hook=_read_word)
    except msgspec.ValidationError as fault:
        raise Unreadable(f"The card {plain.get('id')} cannot be read: {fault}.") from fault
    fills = read.fills
    static = any(isinstance(s, IgnoreFill | ReduceNeed) for s in read.statics)
    return replace(
        read,
        actions=tuple(replace(act, text=say_action(act)) for act in read.actions),
        slots=fills.any_of or fills.all_of if fills else (),
        host=next((static for static in read.statics if isinstance(static, Host)), None),
        ends=static,
        consumable="Consumable" in read.types,
        replies=tuple(n for n, act in enumerate(read.actions, 1) if not act.encounter),
        encounters=tuple(n for n, act in enumerate(read.actions, 1) if act.encounter),
        need_symbols=sum(read.needs.values()),
        has_dice=read.dice != Dice() or any(isinstance(s, DiceIf) for s in read.statics),
        plain=not read.statics,
    )


def _action(plain: dict[str, object]) -> dict[str, object]:
    cost = plain["cost"]
    if not isinstance(cost, list):
        raise Unreadable(f"The cost of {plain['key']} isn’t a list.")
    rest = {name: value for name, value in plain.items() if name != "cost"}
    costs = [_cost(token) for token in cost if token != "encounter"]
    return rest | {"encounter": "encounter" in cost, "costs": costs}


def _cost(token: object) -> dict[str, object]:
    if isinstance(token, str):
        return {"pay": token}
    if not isinstance(token, dict) or len(token) != 1:
        raise Unreadable(f"“{token}” isn’t a cost.")
    [(name, value)] = token.items()
    match name:
        case "mind" | "health" | "willpower":
            return {"pay": "pay", "stat": name, "n": value}
        case "roll_both":
            return {"pay": name, "die": value}
        case "show_from_hand" | "show_deck_top" | "play_and_attach":
            return {"pay": name, "does": {"op": name, **value}}
        case "one_of":
            return {"pay": name, "costs": [_cost(part) for part in value]}
        case _:
            return {"pay": name, **value}


def _read_word(kind: type, plain: object) -> object:
    """An effect or a cost, whichever word of that kind it is."""
    return msgspec.convert(plain, _words()[kind], dec_hook=_read_word)


@cache
def _words() -> dict[type, object]:
    return {
        Effect: reduce(or_, _all(Word, counters, fighting, piles, in_play, flow)),
        Cost: reduce(or_, _all(Price, costs)),
    }


def _all(family: type, *modules: ModuleType) -> list[type]:
    """The words of a family that these modules define, without those that only others build on."""
    found = [each for module in modules for each in vars(module).values()]
    words = [each for each in found if isinstance(each, type) and issubclass(each, family)]
    return [word for word in dict.fromkeys(words) if not word.__subclasses__()]
