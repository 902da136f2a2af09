"""Reading what is printed on a card, each word of it as the word that it is. Chapter 20."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from types import ModuleType

import msgspec
from msgspec.structs import asdict, replace

from fatedeck.games.adventurer_factory.data import (
    Card,
    CardAction,
    Condition,
    Cost,
    Dice,
    DiceIf,
    Effect,
    Host,
    IgnoreFill,
    Price,
    ReduceNeed,
    Word,
    WrittenAction,
    WrittenCard,
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

_ENCOUNTER = Cost()
"""The word `encounter` among the costs of an action. AF-10.6."""


def read_card(written: WrittenCard) -> Card:
    """One card of the file, with what follows from what is printed on it."""
    fills, statics = written.fills, written.statics
    actions = tuple(map(_action, written.actions))
    return Card(
        **asdict(written) | {"actions": actions},
        slots=fills.any_of or fills.all_of if fills else (),
        host=next((static for static in statics if isinstance(static, Host)), None),
        ends=any(isinstance(static, IgnoreFill | ReduceNeed) for static in statics),
        consumable="Consumable" in written.types,
        replies=tuple(n for n, act in enumerate(actions, 1) if not act.encounter),
        encounters=tuple(n for n, act in enumerate(actions, 1) if act.encounter),
        need_symbols=sum(written.needs.values()),
        has_dice=written.dice != Dice() or any(isinstance(s, DiceIf) for s in statics),
        plain=not statics,
    )


def _action(written: WrittenAction) -> CardAction:
    costs = tuple(cost for cost in written.cost if cost is not _ENCOUNTER)
    is_encounter = len(costs) < len(written.cost)
    gate = written.gate if written.gate != Condition() else None
    act = CardAction(written.key, is_encounter, costs, written.effect, gate)
    return replace(act, text=say_action(act))


def read_word(kind: type, plain: object) -> object:
    """An effect or a cost, whichever word of that kind it is."""
    if kind is Cost:
        if plain == "encounter":
            return _ENCOUNTER
        plain = _cost(plain)
    try:
        return msgspec.convert(plain, _words()[kind], dec_hook=read_word)
    except msgspec.ValidationError as fault:
        raise ValueError(str(fault)) from fault  # so that it is told where in the file it stands


def _cost(token: object) -> object:
    """A cost in full; it is written shortly. AF-20.1."""
    if isinstance(token, str):
        return {"pay": token}
    if not isinstance(token, dict) or len(token) != 1:
        raise ValueError(f"“{token}” isn’t a cost.")
    [(name, value)] = token.items()
    match name:
        case "mind" | "health" | "willpower":
            return {"pay": "pay", "stat": name, "n": value}
        case "roll_both":
            return {"pay": name, "die": value}
        case "one_of":
            return {"pay": name, "costs": value}
        case "show_from_hand" | "show_deck_top" | "play_and_attach" if isinstance(value, dict):
            return {"pay": name, "does": {"op": name, **value}}
        case _ if isinstance(value, dict):
            return {"pay": name, **value}
    raise ValueError(f"“{token}” isn’t a cost.")


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
