"""Money and things: what is bought, given, and improved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias, get_args

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Listed, Noted, One
from fatedeck.games.deck_of_adventures.data import Priced, coins, price_list, priced
from fatedeck.games.deck_of_adventures.rules.characters import carry, reckon, stow, weapon_named
from fatedeck.games.deck_of_adventures.rules.families import (
    NOBODY,
    TABLE,
    AtPeace,
    OfOneInPlay,
    OfTheGm,
    players,
)
from fatedeck.games.deck_of_adventures.state import Character, Table, Weapon

PURSE = 1_000_000
"""Copper that the Game Master gives at most at once."""


def for_sale(state: Table, seat: str) -> Noted:
    """All that is sold, with its price."""
    prices = price_list(state.prices)
    return Noted(prices, lambda name: f"{coins(prices[name])}{_worth_knowing(priced()[name])}")


def _worth_knowing(thing: Priced) -> str:
    """What a buyer wants to know of a thing besides its price."""
    rare = f", {thing.rarity}" if thing.rarity != "common" else ""
    damage = f", {thing.damage} damage" if thing.damage else ""
    return f"{rare}{damage}" + (f". {thing.effect.note}" if thing.effect.note else "")


def why_not_afford(state: Table, seat: str, item: str) -> Refused | None:
    """Whether there is money for it. DOA-366."""
    price, money = price_list(state.prices)[item], state.characters[seat].money
    if price > money:
        return Refused("DOA-366", f"{item} costs {coins(price)}; you have {coins(money)}.")
    return None


class Purchase(AtPeace, OfOneInPlay, frozen=True):
    """Buy a thing from the list. DOA-366."""

    says = Says("Buy something", TABLE)
    not_now = ("DOA-366", "No one sells you anything during a fight.")
    item: Annotated[
        str,
        One(
            for_sale,
            why_not_afford,
            ("DOA-366", "You can’t afford anything here."),
            clause="DOA-366",
            label="Item",
        ),
    ]

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        return state.combat is None, state.prices, state.characters[seat].money

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[seat]
        who.money -= price_list(game.state.prices)[self.item]
        receive(who, self.item)
        told = "{who} buys {item} and has {money} left."
        game.tell(told, "DOA-366", who=who.name, item=self.item, money=coins(who.money))


def receive(who: Character, item: str) -> None:
    """A thing comes into somebody's hands: a weapon among the weapons. DOA-366, DOA-367."""
    if priced()[item].damage:
        carry(who, weapon_named(item))
    else:
        stow(who, item)


def all_dealers(state: Table, seat: str) -> list[str]:
    """All who own something: players' characters and the Game Master's Dealers. DOA-53."""
    return [who.name for who in state.characters.values() if who.is_dealer]


def things(state: Table, seat: str) -> Iterable[str]:
    return {name: f"{thing.cost}{_worth_knowing(thing)}" for name, thing in priced().items()}


class Reward(OfTheGm, frozen=True):
    """The Game Master hands out a thing, money, or both. DOA-366."""

    says = Says("Give an item or money", TABLE)
    who: Annotated[str, Figure(all_dealers, nobody=NOBODY, clause="DOA-2")]
    item: Annotated[str, Listed(things, none="nothing", clause="DOA-366", label="Item")] = ""
    copper: Annotated[int, Count(0, PURSE)] = 0

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if not self.item and not self.copper:
            return Refused("DOA-366", "What do you give? An item, money, or both.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[self.who]
        if self.item:
            receive(who, self.item)
        who.money += self.copper
        gifts = [self.item] * bool(self.item) + [coins(self.copper)] * bool(self.copper)
        game.tell("{who} receives {gifts}.", "DOA-366", who=who.name, gifts=gifts)


def why_not_upgrade(state: Table, seat: str, name: str, what: str) -> Refused | None:
    """Only what is in hand or worn can be improved. DOA-371."""
    who = state.characters[name]
    if what == "weapon damage" and _weapon_in_hand(who) is None:
        return Refused("DOA-371", f"{name} has no weapon in hand to upgrade.")
    if what != "weapon damage" and not who.armour:
        return Refused("DOA-371", f"{name} isn’t wearing any armour to upgrade.")
    return None


def _weapon_in_hand(who: Character) -> Weapon | None:
    return next((weapon for weapon in who.weapons if weapon.name == who.weapon), None)


Improved: TypeAlias = Literal["weapon damage", "maximum HP", "maximum PP"]


class Upgrade(OfTheGm, frozen=True):
    """Upgrade materials: +1 damage to the weapon in hand, or +1 maximum HP or PP to the armour.

    What was done to a piece stays with it. DOA-371.
    """

    says = Says("Upgrade gear", TABLE)
    what: Improved
    who: Annotated[str, Figure(players, why_not_upgrade, after=("what",), clause="DOA-2")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"what": what}, f"Upgrade gear: {what}") for what in get_args(Improved)]

    def do(self, game: Game[Table], seat: str) -> None:
        who = game.state.characters[self.who]
        weapon = _weapon_in_hand(who)
        if self.what == "weapon damage" and weapon is not None:
            weapon.damage += 1
        else:
            points = who.armour_hp if self.what == "maximum HP" else who.armour_pp
            points[who.armour] = points.get(who.armour, 0) + 1
        reckon(game.state, who)
        game.tell("{who}’s gear is upgraded: {what} +1.", "DOA-371", who=who.name, what=self.what)
