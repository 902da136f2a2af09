"""Items in play: weapons taken up, armour and shields, potions, charms, meals, light."""

from __future__ import annotations

from functools import lru_cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import Priced, items, tables
from fatedeck.games.deck_of_adventures.rules.attacks import weapon_in_hand
from fatedeck.games.deck_of_adventures.rules.characters import change_gear
from fatedeck.games.deck_of_adventures.rules.health import give_power_ap, heal, is_down
from fatedeck.games.deck_of_adventures.rules.lasting import (
    BREWED,
    HOUR,
    POTENT,
    end_effect,
    replace_effect,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import MINUTE
from fatedeck.games.deck_of_adventures.rules.special_powers import light_up
from fatedeck.games.deck_of_adventures.rules.turns import spend_action
from fatedeck.games.deck_of_adventures.state import Character, Effect, Table, Turn

LIGHTS = ("Torches", "Torch x5", "Lantern")
POISON = "Poison Bottle"


@lru_cache(maxsize=1024)
def consumable(item: str) -> Priced | None:
    """A potion, charm or meal by its name. DOA-370."""
    name = item.removesuffix(BREWED).removesuffix(POTENT)
    return next((one for one in items().consumables if one.id == name), None)


def action_for(item: str) -> str:
    """The Action that using it takes: Major for a charm, else Minor. DOA-156, DOA-370."""
    entry = consumable(item)
    return "major" if entry is not None and entry.kind == "charm" else "minor"


def usable(who: Character) -> list[str]:
    """What it carries that can be used. DOA-156."""
    return [item for item, number in who.items.items() if number and is_usable(item)]


def is_usable(item: str) -> bool:
    """Whether it is a thing to be used: a consumable, a light, poison. DOA-156."""
    return consumable(item) is not None or item in LIGHTS or item.startswith(POISON)


def why_not_use_item(state: Table, who: Character, item: str) -> Refused | None:
    """Why this item cannot be used now, or None."""
    if not who.items.get(item) or not is_usable(item):
        return Refused("DOA-156", f"{who.name} carries no {item} to use.")
    entry = consumable(item)
    if entry is not None and entry.kind == "meal" and state.combat is not None:
        return Refused("DOA-370", "A meal takes 10 minutes; there is no time for it in a fight.")
    return None


def use_item(
    game: Game[Table], who: Character, turn: Turn | None, item: str, on: Character
) -> None:
    """Use up a consumable, on oneself or another. DOA-366, DOA-370."""
    if (refused := why_not_use_item(game.state, who, item)) is not None:
        raise refused
    entry = consumable(item)
    if entry is not None and is_down(on):
        raise Refused("DOA-258", f"{on.name} is Knocked Out and must be treated; it cannot drink.")
    if turn is not None:
        spend_action(turn, action_for(item))
    if item != "Lantern":
        who.items[item] -= 1
        if not who.items[item]:
            del who.items[item]
    game.tell(f"{who.name} uses {item}{'' if on is who else f' on {on.name}'}.", "DOA-156")
    if item in LIGHTS:
        light_up(game, on, on.name)
        return
    potent = int(item.endswith(POTENT))
    if item.startswith(POISON):
        weapon = weapon_in_hand(on).name
        replace_effect(
            on, Effect(POISON, amount=1 + potent, on=weapon, until="start", of=on.name, rounds=10)
        )
        return
    assert entry is not None
    _take_effect(game, on, entry, potent)


def _take_effect(game: Game[Table], on: Character, entry: Priced, potent: int) -> None:
    """What a potion, charm or meal does, for its duration."""
    for what, value in sorted(entry.effect.items(), key=lambda one: one[0] == "hp"):
        if what == "hp" and isinstance(value, int):
            heal(game, on, value + potent)
        elif what == "ap" and isinstance(value, int):
            give_power_ap(game, on, value)
        elif what == "max_hp" and isinstance(value, int):
            on.extra_hp += value
            on.max_hp += value
            _last(game, on, entry, "maximum HP", value)
        elif what == "max_pp" and isinstance(value, int):
            on.extra_pp += value
            on.max_pp += value
            _last(game, on, entry, "maximum PP", value)
        elif what == "check_mod" and isinstance(value, dict):
            for attribute, amount in value.items():
                _last(game, on, entry, f"modifier {attribute}", amount)
        elif what == "breath_minutes" or what == "immune":
            _last(game, on, entry, "", 0)
        elif what == "note":
            hand = int(entry.id == "Charm of True Aim")
            amount = int(entry.id == "Charm of Wounding")
            _last(game, on, entry, "attack" if hand else "", amount, hand)


def _last(
    game: Game[Table], on: Character, entry: Priced, about: str, amount: int, hand: int = 0
) -> None:
    effect = Effect(entry.id, hand, amount, on=about, of=on.name)
    if entry.duration == "1 minute":
        effect.until, effect.rounds = "start", MINUTE
    elif entry.duration == "1 hour":
        effect.until, effect.rounds = "start", HOUR
    else:
        effect.until = "full rest"
    for other in [one for one in on.effects if one.name == entry.id and one.on == about]:
        end_effect(game, on, other)
    on.effects.append(effect)


def why_not_take_up(who: Character, weapon: str) -> Refused | None:
    if all(one.name != weapon for one in who.weapons):
        return Refused("DOA-156", f"{who.name} carries no {weapon}.")
    if weapon_in_hand(who).name == weapon:
        return Refused("DOA-156", f"{who.name} holds the {weapon} already.")
    return None


def take_up(game: Game[Table], who: Character, turn: Turn | None, weapon: str) -> None:
    """Taking up or changing a weapon is a Minor Action. DOA-156."""
    if (refused := why_not_take_up(who, weapon)) is not None:
        raise refused
    if turn is not None:
        spend_action(turn, "minor")
    who.weapon = weapon
    game.tell(f"{who.name} takes up the {weapon}.", "DOA-156")


def armours(who: Character) -> list[str]:
    """The suits of armour it carries or wears. DOA-228."""
    names = [row.type for row in tables().armor if f"{row.type} Armor" in who.items]
    return names + [who.armour] * (who.armour not in ("", *names))


def shields(who: Character) -> list[str]:
    """The shields it carries or has ready. DOA-229."""
    names = [row.id for row in items().shields if f"{row.id} Shield" in who.items]
    return names + [who.shield] * (who.shield not in ("", *names))


def why_not_wear(state: Table, who: Character, armour: str) -> Refused | None:
    """Why this armour cannot be put on now; "none" takes it off. DOA-228."""
    if state.combat is not None:
        return Refused("DOA-228", "Armour is not changed in the middle of a fight.")
    if armour != "none" and armour not in armours(who):
        return Refused("DOA-228", f"{who.name} has no {armour} armour.")
    return None


def wear(game: Game[Table], who: Character, armour: str) -> None:
    """Put on armour, one suit at a time, or take it off. DOA-224, DOA-228, DOA-386."""
    if (refused := why_not_wear(game.state, who, armour)) is not None:
        raise refused
    change_gear(game.state, who, armour="" if armour == "none" else armour)
    game.tell(f"{who.name} wears {armour}: AR {who.ar}, AP {who.ap}.", "DOA-224")


def ready_shield(game: Game[Table], who: Character, turn: Turn | None, shield: str) -> None:
    """Ready a shield with an action, or put it away. DOA-229, DOA-368, DOA-385."""
    if shield != "none" and shield not in shields(who):
        raise Refused("DOA-229", f"{who.name} has no {shield} shield.")
    if turn is not None:
        spend_action(turn, "minor")
    change_gear(game.state, who, shield="" if shield == "none" else shield)
    game.tell(f"{who.name} readies the shield ({shield}): AP {who.ap}.", "DOA-368")
