"""Items and Pack: what is carried, damaged, repaired, dropped, exchanged and made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.families import (
    OfOneWhoIsAble,
    WhatMayBeForgotten,
    WhereThereIsOne,
    other_players,
)
from fatedeck.games.thousand_faces.state import Item, Player, Table, give_item

UNARMED = "unarmed"
THINGS = "Things"
PACK_CARD, PRECIOUS_CARD = "a Pack card", "a precious Pack card"


def weapons(player: Player, *, melee: bool) -> list[str]:
    """What may be fought with: in melee hand weapons and striking shields, else ranged weapons.

    TFA-143, TFA-152, TFA-341.
    """
    if melee:
        return [
            item.name
            for item in player.items
            if (item.kind == "weapon" and "melee" in item.range) or item.strikes
        ]
    return [
        item.name
        for item in player.items
        if item.kind == "weapon" and ("short" in item.range or "long" in item.range)
    ]


def weapon_power(player: Player, weapon: str) -> str:
    """A weapon's die; a striking shield counts d4, no weapon is 1. TFA-142, TFA-152."""
    item = player.item(weapon)
    if item is None:
        return "1"
    return item.power or ("d4" if item.strikes else "1")


def weapon_name(weapon: str) -> str:
    """What people read for something to fight with."""
    return "Unarmed" if weapon == UNARMED else weapon


def damage_item(game: Game[Table], seat: str, item: Item) -> None:
    """A red card is put on it; with 2 red cards already it is destroyed. TFA-140."""
    if item.damage >= 2:
        destroy(game, seat, item)
    else:
        item.damage += 1
        told = "{who}’s {item} is damaged ({damage} of 2 red cards)."
        game.tell(told, "TFA-140", who=seat, item=item.name, damage=item.damage)


def why_not_damage(item: Item) -> Refused | None:
    """Only mundane items can be damaged; a magical weapon only by its own use. TFA-141, TFA-172."""
    if item.is_magic:
        return Refused("TFA-141", f"{item.name} is magical. Only mundane items can be damaged.")
    return None


def destroy(game: Game[Table], seat: str, item: Item) -> None:
    """The card returns to the supply. TFA-140, TFA-160."""
    part_with(game.state.players[seat], item)
    told, only = "" if item.secret else "{who}’s {item} is gone.", {seat: "Your {item} is gone."}
    game.tell(told, "TFA-140", only=only, who=seat, item=item.name)


def part_with(player: Player, item: Item) -> None:
    """An item leaves; a move card that was attached to it is free again, and no magic flows on.

    TFA-129, TFA-165.
    """
    player.items[:] = [other for other in player.items if other is not item]
    item.tied = item.heirloom = item.flowing = False
    for card in player.moves:
        if card.item == item.name:
            card.item = ""


def more_power(item: Item) -> None:
    """More Power: one step up the row d4, d6, d10. TFA-143, TFA-145."""
    if item.gauge and item.gauge != "d10":
        item.gauge = catalogue.step_up(item.gauge)
    else:
        item.power = catalogue.step_up(item.power)


def why_no_more_power(item: Item) -> Refused | None:
    """More Power stops at d10, or where the card says. TFA-143, TFA-145."""
    if item.gauge and item.gauge != "d10":
        return None
    if item.power and item.power != (item.max_power or "d10"):
        return None
    return Refused("TFA-145", f"{item.name} already has all the power it can have.")


# Pack


def spend_pack(game: Game[Table], seat: str, cards: int, why: str) -> None:
    """Pay Pack cards, regular or precious as the player likes. TFA-139."""
    player = game.state.players[seat]
    if player.pack + player.precious < cards:
        raise Refused("TFA-139", f"{why} costs {cards} Pack; you have too few.")
    least, most = max(0, cards - player.pack), min(cards, player.precious)
    precious = (
        game.number(
            seat,
            "precious-paid",
            f"{why} costs {cards} Pack. How many of them are precious?",
            least,
            most,
            "TFA-139",
        )
        if least < most
        else least
    )
    player.precious -= precious
    player.pack -= cards - precious


PRICES = ("1 XP + 1 Pack", "2 Pack")


def why_not_pay(state: Table, seat: str, price: str) -> Refused | None:
    """Good Thing I Brought... costs 1 XP + 1 Pack, or 2 Pack. TFA-137."""
    player = state.players[seat]
    pack = player.pack + player.precious
    if price == "1 XP + 1 Pack":
        if not player.xp or not pack:
            return Refused("TFA-137", "You need 1 XP and 1 Pack for that.")
    elif pack < 2:
        return Refused("TFA-137", "You need 2 Pack for that.")
    return None


class GoodThing(OfOneWhoIsAble, frozen=True):
    """Good Thing I Brought: a thing that helps now; a reusable one becomes an item card.

    With 2 Pack the player also says what was consumed or broken. TFA-135, TFA-137, TFA-138.
    """

    says = Says("Good Thing I Brought", THINGS)
    thing: Annotated[str, Words(60, label="What?")]
    price: Annotated[Literal["1 XP + 1 Pack", "2 Pack"], One(PRICES, why_not_pay)]
    afterwards: Annotated[
        Literal["kept", "used up"],
        One(("kept", "used up"), called=capital, label="Afterwards it is"),
    ]
    consumed: Annotated[str, Words(label="What was consumed or broken?")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        if self.price == "1 XP + 1 Pack":
            player.xp -= 1
            spend_pack(game, seat, 1, self.thing)
        else:
            spend_pack(game, seat, 2, self.thing)
        used_up = f" Used up: {self.consumed}." if self.consumed else ""
        told = "Good thing {who} brought {thing}!{used_up}"
        game.tell(told, "TFA-137", who=seat, thing=self.thing, used_up=used_up)
        if self.afterwards == "kept":
            give_item(player, Item(self.thing))
            game.tell("{who} keeps {thing} as an item card.", "TFA-138", who=seat, thing=self.thing)


def droppable(state: Table, seat: str) -> list[str]:
    """All that may be dropped. TFA-132."""
    player = state.players[seat]
    return (
        [item.name for item in player.items]
        + ([PACK_CARD] if player.pack else [])
        + ([PRECIOUS_CARD] if player.precious else [])
    )


class Drop(WhereThereIsOne, OfOneWhoIsAble, frozen=True):
    """Drop an item or a Pack card. TFA-132."""

    says = Says("Drop something", THINGS)
    what: Annotated[str, One(droppable, called=capital, clause="TFA-132")]

    def do(self, game: Game[Table], seat: str) -> None:
        drop(game, seat, self.what)


def drop(game: Game[Table], seat: str, what: str) -> None:
    """An item or a Pack card is gone; of a secret one nobody else hears. TFA-8, TFA-132."""
    player = game.state.players[seat]
    item = player.item(what)
    if item is not None:
        part_with(player, item)
        told, only = "" if item.secret else "{who} drops {item}.", {seat: "You drop {item}."}
        game.tell(told, "TFA-132", only=only, who=seat, item=item.name)
        return
    _take_pack(player, what)
    game.tell("{who} drops {what}.", "TFA-132", who=seat, what=what)


def _take_pack(player: Player, what: str) -> None:
    if what == PRECIOUS_CARD:
        player.precious -= 1
    else:
        player.pack -= 1


def why_not_hand_over(state: Table, seat: str, to: str) -> Refused | None:
    """A thing goes to another PC who is there and can take it. TFA-95, TFA-132."""
    if not state.players[to].is_able():
        return Refused("TFA-95", f"{to} is incapacitated and can’t take it.")
    if state.place(to) != state.place(seat):
        return Refused("TFA-132", f"{to} isn’t here.")
    return None


class Give(WhereThereIsOne, OfOneWhoIsAble, frozen=True):
    """Hand an item or a Pack card to another character. TFA-132."""

    says = Says("Hand something over", THINGS)
    what: Annotated[str, One(droppable, called=capital, clause="TFA-132")]
    to: Annotated[str, Figure(other_players, why_not_hand_over, clause="TFA-132")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return len(state.order) > 1

    def do(self, game: Game[Table], seat: str) -> None:
        hand_over(game, seat, self.to, self.what)


def hand_over(game: Game[Table], seat: str, to: str, what: str) -> None:
    """An item or a Pack card goes to another PC; of a secret one nobody else hears.

    TFA-8, TFA-132, TFA-256.
    """
    giver, taker = game.state.players[seat], game.state.players[to]
    item = giver.item(what)
    if item is not None:
        part_with(giver, item)
        give_item(taker, item)
        only = {seat: "You hand {what} to {to}.", to: "{who} hands you {item}."}
        told = "" if item.secret else "{who} hands {what} to {to}."
        game.tell(told, "TFA-132", only=only, who=seat, what=what, to=to, item=item.name)
        taker.new_precious = taker.new_precious or item.precious
        return
    _take_pack(giver, what)
    if what == PRECIOUS_CARD:
        taker.precious += 1
        taker.new_precious = True
    else:
        taker.pack += 1
    game.tell("{who} hands {what} to {to}.", "TFA-132", who=seat, what=what, to=to)


class ExchangePack(WhatMayBeForgotten, frozen=True):
    """In town: 1 precious Pack for 2 regular. TFA-136, TFA-183."""

    says = Says("Swap 1 precious for 2 Pack", THINGS)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].precious > 0

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not (state.town or state.players[seat].mercy):
            return Refused("TFA-136", "You can only exchange precious Pack in town.")
        if not state.players[seat].precious:
            return Refused("TFA-136", "You have no precious Pack to exchange.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        player.precious -= 1
        player.pack += 2
        self.use_leave(player)
        game.tell("{who} exchanges 1 precious Pack for 2 regular.", "TFA-136", who=seat)


def unclear_loot(state: Table, seat: str) -> list[str]:
    """Loot of unclear nature. TFA-154."""
    return [item.name for item in state.players[seat].items if item.unclear]


class TurnIntoPack(WhereThereIsOne, OfOneWhoIsAble, frozen=True):
    """Loot of unclear nature is spent as Pack after all, precious if it was found so. TFA-154."""

    says = Says("Turn loot into Pack", THINGS)
    item: Annotated[str, One(unclear_loot, clause="TFA-154", label="Loot")]

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        item = player.item(self.item)
        assert item is not None
        part_with(player, item)
        if item.precious:
            player.precious += 1
        else:
            player.pack += 1
        game.tell("{who}’s {item} is Pack after all.", "TFA-154", who=seat, item=self.item)


def packs(state: Table, seat: str) -> list[str]:
    """The kinds of Pack card that a PC has. TFA-134."""
    player = state.players[seat]
    stock = {"regular": player.pack, "precious": player.precious}
    return [kind for kind, number in stock.items() if number]


class NamePack(WhereThereIsOne, OfOneWhoIsAble, frozen=True):
    """A Pack card turns out to be a definite thing: a named blank item card. TFA-135."""

    says = Says("Say what a Pack card is", THINGS)
    kind: Annotated[
        Literal["regular", "precious"], One(packs, called=capital, clause="TFA-135", label="Pack")
    ]
    name: Annotated[str, Words(60, label="It is")]

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        _take_pack(player, PRECIOUS_CARD if self.kind == "precious" else PACK_CARD)
        give_item(player, Item(self.name, precious=self.kind == "precious"))
        game.tell("{who}’s Pack turns out to be {item}.", "TFA-135", who=seat, item=self.name)


# Making things


def new_weapon(name: str, power: str, ranges: Sequence[str], enc: int) -> Item:
    """A weapon with its die and any extra encumbrance written on it. TFA-142, TFA-144."""
    return Item(name, kind="weapon", power=power, max_power="d10", range=list(ranges), enc=enc)
