"""Items in play: weapons taken up, armour and shields, potions, charms, meals, light."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.games.deck_of_adventures.data import Priced, consumables, items, tables
from fatedeck.games.deck_of_adventures.rules import (
    attacks,
    characters,
    ground,
    health,
    lasting,
    special_powers,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.families import ITEMS, MINOR, AtPeace, OnATurnOrAtPeace
from fatedeck.games.deck_of_adventures.rules.turns import Cost
from fatedeck.games.deck_of_adventures.state import Character, Effect, Table

LIGHTS = ("Torches", "Torch x5", "Lantern")
POISON = "Poison Bottle"


def consumable(item: str) -> Priced | None:
    """A potion, charm or meal by its name. DOA-370."""
    return consumables().get(item.removesuffix(lasting.BREWED).removesuffix(lasting.POTENT))


def action_for(item: str) -> Cost:
    """The Action that using it takes: Major for a charm, else Minor. DOA-156, DOA-370."""
    entry = consumable(item)
    return "minor" if entry is None else items().consumable_use[entry.kind]


def usable(who: Character) -> list[str]:
    """What it carries that can be used. DOA-156."""
    return [item for item, number in who.items.items() if number and is_usable(item)]


def is_usable(item: str) -> bool:
    """Whether it is a thing to be used: a consumable, a light, poison. DOA-156."""
    return consumable(item) is not None or item in LIGHTS or item.startswith(POISON)


def why_not_use_item(state: Table, seat: str, item: str) -> Refused | None:
    """A meal takes too long for a fight, and some things an Action that is spent. DOA-370."""
    entry = consumable(item)
    if entry is not None and entry.kind == "meal" and state.combat is not None:
        return Refused("DOA-370", "A meal takes 10 minutes; there’s no time for it in a fight.")
    turn = turns.turn_of(state, seat, turns.own(state, seat))
    return turns.why_not_act(turn, action_for(item)) if turn is not None else None


def items_carried(state: Table, seat: str) -> dict[str, str]:
    """What can be used, with what it does."""
    found = {item: consumable(item) for item in usable(turns.own(state, seat))}
    return {item: entry.effect.note if entry else "" for item, entry in found.items()}


def others_near(state: Table, seat: str, item: str) -> list[str]:
    """Those within 1 space. DOA-180."""
    who = turns.own(state, seat)
    return [
        other.name
        for other in state.characters.values()
        if other is not who
        and turns.in_play(state, other)
        and ground.spaces_between(state, who, other) <= 1
    ]


def why_not_on(state: Table, seat: str, name: str, item: str) -> Refused | None:
    """Who is Knocked Out must be treated. DOA-258."""
    if consumable(item) is not None and health.is_down(state.characters[name]):
        return Refused("DOA-258", f"{name} is Knocked Out and can’t drink: treat them first.")
    return None


class UseItem(OnATurnOrAtPeace, frozen=True):
    """Drink a potion, use a charm, eat a meal, coat a weapon, light a torch; or let another.

    DOA-156, DOA-366, DOA-370.
    """

    says = Says("Use an item", ITEMS)
    item: Annotated[str, One(items_carried, why_not_use_item, clause="DOA-156")]
    on: Annotated[
        str, Figure(others_near, why_not_on, none="yourself", after=("item",), clause="DOA-180")
    ] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        fighting = state.combat is not None
        for item, note in items_carried(state, seat).items():
            cost = action_for(item).capitalize() if fighting else ""
            yield Way({"item": item}, f"Use {item}", note, cost)

    def do(self, game: Game[Table], seat: str) -> None:
        who = turns.own(game.state, seat)
        item, on = self.item, game.state.characters.get(self.on, who)
        turn = turns.turn_of(game.state, seat, who)
        if turn is not None:
            turns.spend_action(turn, action_for(item))
        if item != "Lantern":
            who.items[item] -= 1
            if not who.items[item]:
                del who.items[item]
        told = "{who} uses {item}." if on is who else "{who} uses {item} on {on}."
        game.tell(told, "DOA-156", who=who.name, item=item, on=on.name)
        use_up(game, item, on)


def use_up(game: Game[Table], item: str, on: Character) -> None:
    """What comes of an item that is used on somebody. DOA-366, DOA-370."""
    potent = int(item.endswith(lasting.POTENT))
    entry = consumable(item)
    if item in LIGHTS:
        special_powers.light_up(game, on, on.name)
    elif entry is not None:
        _take_effect(game, on, entry, potent)
    else:
        weapon = attacks.weapon_in_hand(on).name
        poison = Effect(POISON, amount=1 + potent, on=weapon, until="start", of=on.name, rounds=10)
        lasting.replace_effect(on, poison)


def _take_effect(game: Game[Table], on: Character, entry: Priced, potent: int) -> None:
    """What a potion, charm or meal does, for its duration."""
    gives = entry.effect
    if gives.ap:
        health.give_power_ap(game, on, gives.ap)
    if gives.max_hp:
        on.extra_hp += gives.max_hp
        on.max_hp += gives.max_hp
        _last(game, on, entry, "maximum HP", gives.max_hp)
    if gives.max_pp:
        on.extra_pp += gives.max_pp
        on.max_pp += gives.max_pp
        _last(game, on, entry, "maximum PP", gives.max_pp)
    for attribute, amount in gives.check_mod.items():
        _last(game, on, entry, f"modifier {attribute}", amount)
    if gives.hand:
        _last(game, on, entry, "attack", 0, gives.hand)
    if entry.duration != "instant" and not (gives.max_hp or gives.max_pp or gives.hand):
        _last(game, on, entry, "", gives.damage)  # by its name a rule knows it
    if gives.hp:
        health.heal(game, on, gives.hp + potent)


def _last(
    game: Game[Table], on: Character, entry: Priced, about: str, amount: int, hand: int = 0
) -> None:
    effect = Effect(entry.id, hand, amount, on=about, of=on.name)
    if entry.duration == "1 minute":
        effect.until, effect.rounds = "start", lasting.MINUTE
    elif entry.duration == "1 hour":
        effect.until, effect.rounds = "start", lasting.HOUR
    else:
        effect.until = "full rest"
    for other in [one for one in on.effects if one.name == entry.id and one.on == about]:
        lasting.end_effect(game, on, other)
    on.effects.append(effect)


# Weapons, armour, shields


def weapons_carried(state: Table, seat: str) -> list[str]:
    return [weapon.name for weapon in turns.own(state, seat).weapons]


def why_not_take_up(state: Table, seat: str, weapon: str) -> Refused | None:
    who = turns.own(state, seat)
    if attacks.weapon_in_hand(who).name == weapon:
        return Refused("DOA-156", f"{who.name} already holds the {weapon}.")
    return None


class OfADealer(OnATurnOrAtPeace, frozen=True):
    """What one does with gear of one's own, if there is a choice. DOA-53."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return turns.own(state, seat).is_dealer


class TakeUp(OfADealer, frozen=True):
    """Take up another weapon. DOA-156."""

    says = Says("Take up another weapon", ITEMS, MINOR)
    weapon: Annotated[str, One(weapons_carried, why_not_take_up, clause="DOA-156")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return len(weapons_carried(state, seat)) > 1

    def act(self, game: Game[Table], who: Character) -> None:
        who.weapon = self.weapon
        game.tell("{who} takes up the {weapon}.", "DOA-156", who=who.name, weapon=self.weapon)


def armours(state: Table, seat: str) -> list[str]:
    """The suits of armour it carries besides the one it wears; "none" takes that off. DOA-228."""
    who = turns.own(state, seat)
    names = [row.type for row in tables().armor if f"{row.type} Armor" in who.items]
    return [name for name in (*names, "none") if name != (who.armour or "none")]


def shields(state: Table, seat: str) -> list[str]:
    """The shields it carries besides the one it has ready; "none" puts that away. DOA-229."""
    who = turns.own(state, seat)
    names = [row.id for row in items().shields if f"{row.id} Shield" in who.items]
    return [name for name in (*names, "none") if name != (who.shield or "none")]


def called_armour(armour: str) -> str:
    return "No armour" if armour == "none" else f"{armour} Armor"


def called_shield(shield: str) -> str:
    return "No shield" if shield == "none" else f"{shield} Shield"


class Wear(AtPeace, OfADealer, frozen=True):
    """Put on armour, one suit at a time, or take it off; not in a fight. DOA-224, DOA-228."""

    says = Says("Change armour", ITEMS)
    not_now = ("DOA-228", "You can’t change armour in the middle of a fight.")
    armour: Annotated[str, One(armours, clause="DOA-228", called=called_armour)]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(armours(state, seat))

    def act(self, game: Game[Table], who: Character) -> None:
        characters.change_gear(game.state, who, armour="" if self.armour == "none" else self.armour)
        game.tell(
            "{who} now wears {armour}: AR {ar}, {ap} AP.",
            "DOA-224",
            who=who.name,
            armour="no armour" if self.armour == "none" else called_armour(self.armour),
            ar=who.ar,
            ap=who.ap,
        )


class ReadyShield(OfADealer, frozen=True):
    """Ready a shield with an action, or put it away. DOA-229, DOA-368, DOA-385."""

    says = Says("Ready a shield", ITEMS, MINOR)
    shield: Annotated[str, One(shields, clause="DOA-229", called=called_shield)]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(shields(state, seat))

    def act(self, game: Game[Table], who: Character) -> None:
        characters.change_gear(game.state, who, shield="" if self.shield == "none" else self.shield)
        none = self.shield == "none"
        told = "{who} puts the shield away" if none else "{who} readies the {shield}"
        shield = called_shield(self.shield)
        game.tell(f"{told}: {{ap}} AP.", "DOA-368", who=who.name, shield=shield, ap=who.ap)
