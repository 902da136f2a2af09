"""Equipment: putting things away, buying and selling them."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Noted, One
from fatedeck.games.realms_behind.data import book
from fatedeck.games.realms_behind.looks.things import (
    kind_figures,
    project_called,
    the_thing,
    thing_called,
)
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.carrying import (
    PLACES,
    find_place,
    gain_item,
    is_innate,
    move_item,
    price,
    where,
    why_not_carry,
    why_not_hold,
    without,
)
from fatedeck.games.realms_behind.rules.derived import triangle
from fatedeck.games.realms_behind.rules.families import THINGS, OnASheet, own_things
from fatedeck.games.realms_behind.state import Item, Place, Table


class OfThings(OnASheet, frozen=True):
    """What is done with a thing that one has. RB-19.1."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return bool(state.players[seat].items)


def why_not_put(table: Table, seat: str, place: Place, item: str) -> Refused | None:
    """Why a thing cannot be carried there. RB-19.4 to RB-19.8."""
    return why_not_carry(table.players[seat], {item: place})


class Carry(OfThings, frozen=True):
    """Carry a thing equipped, at hand or in the pack. RB-19.1."""

    says = Says("Move an item", THINGS)
    in_an_encounter = ("RB-15.9", "In an Encounter, use Ready or Retrieve.")
    item: Annotated[str, One(own_things, called=thing_called, label="Item", clause="RB-19.1")]
    place: Annotated[Place, One(PLACES, why_not_put, called=where, label="Where", after=("item",))]

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        move_item(game, character, character.items[self.item], self.place)


NO_MARKET = ("RB-15.1", "You can’t trade in the middle of an Encounter.")


def on_sale(table: Table, seat: str) -> Noted:
    """Everything that the book knows, with its price and what it is good for. RB-19.2."""
    return Noted(book().equipment, with_its_price)


def with_its_price(kind: str) -> str:
    thing = book().equipment[kind]
    text = f" {thing.text}" if thing.text else ""
    return f"{triangle(3, thing.level)} gold. {kind_figures(kind)}.{text}"


def kind_called(kind: str) -> str:
    return book().equipment[kind].name


def why_not_buy(table: Table, seat: str, kind: str) -> Refused | None:
    """Why a thing cannot be bought. RB-2.12, RB-19.2, RB-19.4, RB-19.6."""
    character, thing = table.players[seat], book().equipment[kind]
    if is_innate(thing):
        return Refused("RB-19.6", f"{thing.name}: that’s part of a body. Nobody sells it.")
    if character.gold < (cost := triangle(3, thing.level)):
        return Refused("RB-2.12", f"{thing.name} costs {cost} gold; you have {character.gold}.")
    if find_place(character, Item("", kind)) is None:
        return Refused(
            "RB-19.4", f"You have no room for {the_thing(kind)}. Put something away first."
        )
    return None


class Buy(OnASheet, frozen=True):
    """Buy a thing. RB-19.2."""

    says = Says("Buy an item", THINGS)
    in_an_encounter = NO_MARKET
    kind: Annotated[
        str, One(on_sale, why_not_buy, called=kind_called, label="Item", clause="RB-18.20")
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        item = gain_item(character, self.kind)
        character.gold -= price(item)
        buys, thing = "{who} buys {thing} for {gold} gold.", the_thing(item.name)
        game.tell(buys, "RB-19.2", who=seat, thing=thing, gold=price(item))


def why_not_sell(table: Table, seat: str, name: str) -> Refused | None:
    """Why a thing cannot be sold. RB-19.4 to RB-19.6, RB-19.9."""
    character = table.players[seat]
    item = character.items[name]
    thing = book().equipment.get(item.kind)
    if thing is not None and is_innate(thing):
        return Refused("RB-19.6", f"{thing.name}: that’s part of your body.")
    if item.granted_by:
        return Refused(
            "RB-19.9", f"{thing_called(name)}: that came with a feat, so you can’t sell it."
        )
    return why_not_hold(character, without(character, name))


class Sell(OfThings, frozen=True):
    """Sell a thing: for its full price while making a character; later the GM says how much.

    The work that was begun on it is lost with it. RB-19.9, RB-20.10.
    """

    says = Says("Sell an item", THINGS)
    in_an_encounter = NO_MARKET
    item: Annotated[
        str, One(own_things, why_not_sell, called=thing_called, label="Item", clause="RB-19.1")
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        paid = price(character.items[self.item])
        if character.ready:
            prompt = (
                f"{name_of(game, seat)} wants to sell {the_thing(self.item)} (worth {paid} gold). "
                "For how much?"
            )
            gm, most = game.state.gm, max(paid, 1)
            paid = game.number(gm, "price", prompt, 0, most, "RB-19.9", or_more=True)
        character.gold += paid
        sells, thing = "{who} sells {thing} for {gold} gold.", the_thing(self.item)
        game.tell(sells, "RB-19.9", who=seat, thing=thing, gold=paid)
        del character.items[self.item]
        begun = [p.name for p in character.projects.values() if p.item == self.item]
        for project in begun:
            del character.projects[project]
            lost = "The work is lost with it: {project}."
            game.tell(lost, "RB-20.10", project=project_called(project))
