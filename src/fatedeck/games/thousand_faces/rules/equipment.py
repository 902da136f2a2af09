"""Items and Pack: what is carried, damaged, repaired, dropped, exchanged and made."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.state import Item, Player, Table, give_item

UNARMED = "unarmed"


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


def damage_item(game: Game[Table], seat: str, item: Item) -> None:
    """A red card is put on it; with 2 red cards already it is destroyed. TFA-140."""
    if item.damage >= 2:
        destroy(game, seat, item)
    else:
        item.damage += 1
        game.tell(f"{seat}’s {item.name} is damaged ({item.damage} of 2 red cards).", "TFA-140")


def why_not_damage(item: Item) -> Refused | None:
    """Only mundane items can be damaged; a magical weapon only by its own use. TFA-141, TFA-172."""
    if item.is_magic:
        return Refused("TFA-141", f"{item.name} is magical; only mundane items can be damaged.")
    return None


def destroy(game: Game[Table], seat: str, item: Item) -> None:
    """The card returns to the supply. TFA-140, TFA-160."""
    part_with(game.state.players[seat], item)
    only = {seat: f"Your {item.name} is gone."}
    game.tell("" if item.secret else f"{seat}’s {item.name} is gone.", "TFA-140", only=only)


def part_with(player: Player, item: Item) -> None:
    """An item leaves; a move card that was attached to it is free again, and no magic flows on.

    TFA-129, TFA-165.
    """
    player.items[:] = [other for other in player.items if other is not item]
    item.tied = item.heirloom = item.flowing = False
    for card in player.moves:
        if card.item == item.name:
            card.item = ""


def more_power(item: Item) -> bool:
    """More Power: one step up the row d4, d6, d10, if the card allows it. TFA-143, TFA-145."""
    if item.gauge and item.gauge != "d10":
        item.gauge = catalogue.step_up(item.gauge)
        return True
    if item.power and item.power != (item.max_power or "d10"):
        item.power = catalogue.step_up(item.power)
        return True
    return False


# Pack


def spend_pack(game: Game[Table], seat: str, cards: int, why: str) -> None:
    """Pay Pack cards, regular or precious as the player likes. TFA-139."""
    player = game.state.players[seat]
    if player.pack + player.precious < cards:
        raise Refused("TFA-139", f"{why} costs {cards} Pack; you have too few.")
    least, most = max(0, cards - player.pack), min(cards, player.precious)
    precious = (
        game.number(seat, f"{why}: how many of the {cards} are precious?", least, most, "TFA-139")
        if least < most
        else least
    )
    player.precious -= precious
    player.pack -= cards - precious


def why_not_good_thing(player: Player, price: str) -> Refused | None:
    """Good Thing I Brought... costs 1 XP + 1 Pack, or 2 Pack. TFA-137."""
    pack = player.pack + player.precious
    if price == "1 XP + 1 Pack":
        if not player.xp or not pack:
            return Refused("TFA-137", "You need 1 XP and 1 Pack for that.")
    elif pack < 2:
        return Refused("TFA-137", "You need 2 Pack for that.")
    return None


def good_thing(
    game: Game[Table], seat: str, thing: str, price: str, consumed: str, *, keep: bool
) -> None:
    """Produce a thing that helps now; a reusable one becomes an item card.

    With 2 Pack the player also says what was consumed or broken. TFA-135, TFA-137, TFA-138.
    """
    player = game.state.players[seat]
    if refused := why_not_good_thing(player, price):
        raise refused
    if price == "1 XP + 1 Pack":
        player.xp -= 1
        spend_pack(game, seat, 1, thing)
    else:
        spend_pack(game, seat, 2, thing)
    used_up = f" Used up: {consumed}." if consumed else ""
    game.tell(f"Good thing {seat} brought {thing}!{used_up}", "TFA-137")
    if keep:
        give_item(player, Item(thing))
        game.tell(f"{seat} keeps {thing} as an item card.", "TFA-138")


def why_not_exchange(state: Table, seat: str) -> Refused | None:
    """In town 1 precious Pack may be exchanged for 2 regular. TFA-136, TFA-183."""
    if not (state.town or state.players[seat].mercy):
        return Refused("TFA-136", "Precious Pack is exchanged in town.")
    if not state.players[seat].precious:
        return Refused("TFA-136", "You have no precious Pack to exchange.")
    return None


def exchange(game: Game[Table], seat: str) -> None:
    """1 precious Pack for 2 regular. TFA-136."""
    if refused := why_not_exchange(game.state, seat):
        raise refused
    player = game.state.players[seat]
    player.precious -= 1
    player.pack += 2
    game.tell(f"{seat} exchanges 1 precious Pack for 2 regular.", "TFA-136")


def name_pack(game: Game[Table], seat: str, kind: str, name: str) -> None:
    """A Pack card becomes a definite thing: a named blank item card. TFA-135."""
    player = game.state.players[seat]
    if (player.precious if kind == "precious" else player.pack) < 1:
        raise Refused("TFA-135", f"You have no {kind} Pack card.")
    if kind == "precious":
        player.precious -= 1
    else:
        player.pack -= 1
    give_item(player, Item(name, precious=kind == "precious"))
    game.tell(f"{seat}’s Pack turns out to be {name}.", "TFA-135")


def turn_into_pack(game: Game[Table], seat: str, name: str) -> None:
    """Loot of unclear nature may later be spent as Pack, precious if it was found so. TFA-154."""
    player = game.state.players[seat]
    item = player.item(name)
    if item is None or not item.unclear:
        raise Refused("TFA-154", f"{name} is no loot of unclear nature.")
    part_with(player, item)
    if item.precious:
        player.precious += 1
    else:
        player.pack += 1
    game.tell(f"{seat}’s {name} is Pack after all.", "TFA-154")


def drop(game: Game[Table], seat: str, what: str) -> None:
    """Drop an item or a Pack card. TFA-132."""
    player = game.state.players[seat]
    item = player.item(what)
    if item is not None:
        part_with(player, item)
        only = {seat: f"You drop {item.name}."}
        game.tell("" if item.secret else f"{seat} drops {item.name}.", "TFA-132", only=only)
    elif what == "a Pack card" and player.pack:
        player.pack -= 1
        game.tell(f"{seat} drops a Pack card.", "TFA-132")
    elif what == "a precious Pack card" and player.precious:
        player.precious -= 1
        game.tell(f"{seat} drops a precious Pack card.", "TFA-132")
    else:
        raise Refused("TFA-132", f"You do not carry {what}.")


def why_not_hand_over(state: Table, seat: str, to: str) -> Refused | None:
    """A thing goes to another PC who is there and can take it. TFA-95, TFA-132."""
    if to not in state.players or to == seat:
        return Refused("TFA-132", "Name another player's character.")
    if not state.players[to].is_able():
        return Refused("TFA-95", f"{to} is incapacitated and takes nothing.")
    if state.place(to) != state.place(seat):
        return Refused("TFA-132", f"{to} is not here.")
    return None


def hand_over(game: Game[Table], seat: str, to: str, what: str) -> None:
    """An item or a Pack card goes to another PC; of a secret one nobody else hears.

    TFA-8, TFA-132, TFA-256.
    """
    giver, taker = game.state.players[seat], game.state.players[to]
    item = giver.item(what)
    if item is not None:
        part_with(giver, item)
        give_item(taker, item)
        only = {seat: f"You hand {what} to {to}.", to: f"{seat} hands you {item.name}."}
        told = "" if item.secret else f"{seat} hands {what} to {to}."
        game.tell(told, "TFA-132", only=only)
        taker.new_precious = taker.new_precious or item.precious
        return
    if what == "a Pack card" and giver.pack:
        giver.pack -= 1
        taker.pack += 1
    elif what == "a precious Pack card" and giver.precious:
        giver.precious -= 1
        taker.precious += 1
        taker.new_precious = True
    else:
        raise Refused("TFA-132", f"You do not carry {what}.")
    game.tell(f"{seat} hands {what} to {to}.", "TFA-132")


def droppable(player: Player) -> list[str]:
    """All that may be dropped. TFA-132."""
    return (
        [item.name for item in player.items]
        + (["a Pack card"] if player.pack else [])
        + (["a precious Pack card"] if player.precious else [])
    )


# Making things


def new_weapon(name: str, power: str, ranges: Sequence[str], enc: int) -> Item:
    """A weapon with its die and any extra encumbrance written on it. TFA-142, TFA-144."""
    return Item(name, kind="weapon", power=power, max_power="d10", range=list(ranges), enc=enc)
