"""A day in town: Study, Shop, Tales of a Weapon, Obsessive Contemplation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import One, Words
from fatedeck.engine.names import free_name
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import ItemFace, item_name, move_name
from fatedeck.games.thousand_faces.rules import equipment, learning, magic
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.rules.downtime import DOWNTIME, InDowntime, TakesTheDay
from fatedeck.games.thousand_faces.rules.families import WhereThereIsOne
from fatedeck.games.thousand_faces.state import (
    MOST_CAPACITY,
    Item,
    Player,
    Table,
    give_item,
    new_item,
)

STUDY_COST = 2
TALES = "Tales of a Weapon"
TALES_COST = {"plain": 2, "magical": 3}
WARES = 4
NOTHING = "nothing"
PRICES = {
    "precious": "1 precious Pack",
    "xp-and-pack": "1 XP + 1 Pack",
    "xp-and-item": "1 XP + 1 item",
}
GOODS = ("a commodity", "a decoration", "another commodity", "another decoration")
"""What may lie among the wares beside cards of the supply. TFA-209."""

MOST_CONTEMPLATION = 3
BECOMES_MAGIC = "precious item: becomes magic"
MORE_CAPACITY = "magic item: capacity + 1"
CONTEMPLATION = {
    "magic item: new effect": "magic",
    MORE_CAPACITY: "magic",
    "magic item: More Power": "magic",
    BECOMES_MAGIC: "",
    "weapon: More Power": "weapon",
    "weapon: changed appearance": "weapon",
    "weapon: effect of an own item": "weapon",
}
"""The options of Obsessive Contemplation and what each works on. TFA-215."""


def waived(state: Table, what: str) -> bool:
    """The prize waives a cost or condition in its chapter. TFA-291."""
    return what in state.waivers


class Study(TakesTheDay, frozen=True):
    """Study Under a Master: a day in town and 2 XP raise a move or bring a new one.

    A prize may waive both. TFA-212, TFA-213, TFA-214, TFA-291.
    """

    says = Says("Study Under a Master", DOWNTIME)
    move: Annotated[str, One(learning.lessons, called=move_name, clause="TFA-212")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if waived(state, cls.says.label):
            return super(TakesTheDay, cls).why_closed(state, seat)
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].xp < STUDY_COST:
            return Refused("TFA-212", "Study costs 2 XP.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        learning.study(game, seat, self.move)
        if waived(state, self.says.label):
            state.waivers.remove(self.says.label)
        else:
            player.xp -= STUDY_COST
            self.spend_day(player)
        game.tell("{who} studies under a master.", "TFA-212", who=seat)


def prices(player: Player) -> list[str]:
    """How a ware may be paid. TFA-209."""
    pack = player.pack + player.precious
    affordable = {
        "precious": player.precious,
        "xp-and-pack": player.xp and pack,
        "xp-and-item": player.xp and len(player.items),
    }
    return [price for price, possible in affordable.items() if possible]


class Shop(TakesTheDay, frozen=True):
    """Shop / Procure: the GM lays out 4 item cards; the player may keep one for a price.

    A weapon told of in Tales of a Weapon lies among them. TFA-209, TFA-210, TFA-211.
    """

    says = Says("Shop / Procure", DOWNTIME)
    wish: Annotated[str, Words(label="What do you look for?")] = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not prices(state.players[seat]):
            return Refused("TFA-209", "You have nothing to pay with, and the day would be wasted.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        self.spend_day(player)
        shelf = _shelf(game.state, player)
        wares = _lay_out_wares(game, seat, self.wish, shelf)
        game.tell("{who} is shown {wares}.", "TFA-209", who=seat, wares=list(wares))
        ware = game.choose(
            seat,
            "keep-ware",
            "Which one do you keep?",
            [*wares, NOTHING],
            "TFA-209",
            labels={NOTHING: "Nothing"},
            notes={name: shelf[name].gist for name in wares if name in shelf},
        )
        if ware == NOTHING:
            return
        prompt = f"How do you pay for {ware}?"
        price = game.choose(
            seat, "price", prompt, prices(player), "TFA-209", labels=PRICES, secret=True
        )
        _pay_ware(game, seat, price)
        player.tales = [told for told in player.tales if told is not wares[ware]]
        item = give_item(player, wares[ware])
        player.new_precious = player.new_precious or item.precious
        game.tell("{who} procures {item}.", "TFA-209", "TFA-210", who=seat, item=item.name)


def _shelf(state: Table, player: Player) -> dict[str, ItemFace]:
    """The item cards of the supply that may lie in a shop, by names that no tale has told."""
    faces = (catalogue.items()[name] for name in catalogue.campaign_items(state.options.campaign))
    shelf = {new_item(face).name: face for face in faces if not face.power_source}
    told = [item.name for item in player.tales]
    return {name: face for name, face in shelf.items() if name not in told}


def _lay_out_wares(
    game: Game[Table], seat: str, wish: str, shelf: dict[str, ItemFace]
) -> dict[str, Item]:
    """Four wares, what the PC has heard tales of among them. TFA-209, TFA-211."""
    state = game.state
    wares = {item.name: item for item in state.players[seat].tales[:WARES]}
    wish = f": “{wish}”" if wish else ""
    number = WARES - len(wares)
    names = game.several(
        state.gm,
        "lay-out-wares",
        f"{name_of(game, seat)} goes shopping{wish}. Which cards do you lay out?",
        [*shelf, *GOODS],
        number,
        number,
        "TFA-209",
        notes={name: face.gist for name, face in shelf.items()},
    )
    for name in names:
        item = _ware(game, name, shelf.get(name))
        item.name = free_name(item.name, wares)
        wares[item.name] = item
    return wares


def _ware(game: Game[Table], name: str, face: ItemFace | None) -> Item:
    """A card as it is laid out: magic has capacity 1, a commodity somebody values.

    The GM says what a commodity or a decoration is before anybody pays for it. TFA-134, TFA-209,
    TFA-210.
    """
    if face is not None:
        return new_item(face, capacity=1 if face.capacity else None)
    called = game.text(game.state.gm, "ware", f"What is {name}?", "TFA-209")
    return Item(called or name, precious="commodity" in name)


def _pay_ware(game: Game[Table], seat: str, price: str) -> None:
    player = game.state.players[seat]
    if price == "precious":
        player.precious -= 1
        return
    player.xp -= 1
    if price == "xp-and-pack":
        equipment.spend_pack(game, seat, 1, "Shop / Procure")
    else:
        names = [item.name for item in player.items]
        what = game.choose(
            seat, "which-item", "Which item do you give up?", names, "TFA-209", secret=True
        )
        equipment.drop(game, seat, what)


def own_weapons(state: Table, seat: str) -> list[str]:
    return [item.name for item in state.players[seat].items if item.kind == "weapon"]


def why_not_surpass(state: Table, seat: str, weapon: str) -> Refused | None:
    """The new weapon is to be one step stronger. TFA-145, TFA-211."""
    item = state.players[seat].item(weapon)
    if item is not None and item.power == (item.max_power or "d10"):
        return Refused("TFA-145", f"{item.name} already has all the power it can have.")
    return None


def why_not_tales(state: Table, seat: str, kind: str) -> Refused | None:
    """2 XP, or 3 for a magical power, unless a prize waives it. TFA-211, TFA-291."""
    if not waived(state, TALES) and state.players[seat].xp < TALES_COST[kind]:
        return Refused("TFA-211", f"That costs {TALES_COST[kind]} XP.")
    return None


class TellTales(WhereThereIsOne, InDowntime, frozen=True):
    """Tales of a Weapon: design one that is a step stronger; it turns up in a shop or as loot.

    TFA-144, TFA-211, TFA-291.
    """

    says = Says(TALES, DOWNTIME)
    weapon: Annotated[str, One(own_weapons, why_not_surpass, clause="TFA-211", label="Better than")]
    name: Annotated[str, Words(60, label="The new weapon")]
    magic: Annotated[
        Literal["plain", "magical"],
        One(tuple(TALES_COST), why_not_tales, called=capital, label="Kind"),
    ] = "plain"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not own_weapons(state, seat):
            return Refused("TFA-211", "You need a weapon for the new one to surpass.")
        return why_not_tales(state, seat, "plain")

    def do(self, game: Game[Table], seat: str) -> None:
        state, player = game.state, game.state.players[seat]
        old = player.item(self.weapon)
        assert old is not None
        self.use_leave(player)
        if waived(state, TALES):
            state.waivers.remove(TALES)
        else:
            player.xp -= TALES_COST[self.magic]
        prompt = "How much extra encumbrance does the new weapon have?"
        extra = game.number(state.gm, "extra-encumbrance", prompt, 0, 3, "TFA-144")
        power = catalogue.step_up(old.power)
        item = equipment.new_weapon(self.name, power, old.range, old.enc + extra)
        item.max_power, item.base = old.max_power or "d10", old.base
        if self.magic == "magical":
            item.capacity = item.charges = 1
            item.effect = game.text(seat, "magical-power", "What is its magical power?", "TFA-211")
            item.downside = game.text(state.gm, "downside", "What is its downside?", "TFA-211")
        player.tales.append(item)
        game.tell("{who} has heard tales of {weapon}.", "TFA-211", who=seat, weapon=self.name)


# Obsessive Contemplation


def options(state: Table, seat: str) -> Iterable[str]:
    return CONTEMPLATION.keys()


def option_name(option: str) -> str:
    return capital(option.replace("an own item", "an item of yours"))


def why_not_option(state: Table, seat: str, option: str) -> Refused | None:
    """A new option each time, and something that it works on. TFA-215."""
    if option in state.players[seat].contemplated:
        return Refused("TFA-215", "Choose a different option each time.")
    reasons = [why_not_on(state, seat, item, option) for item in items_for(state, seat, option)]
    if None not in reasons:
        return reasons[0] if reasons else Refused("TFA-215", "You have nothing to contemplate.")
    if needs_effect(option) and not effects_for(state, seat, option):
        return Refused("TFA-215", "You haven’t seen an effect it could have.")
    return None


def needs_effect(option: str) -> bool:
    """It gives an item an effect. TFA-215."""
    return "effect" in option or option == BECOMES_MAGIC


def items_for(state: Table, seat: str, option: str) -> dict[str, str]:
    """The own things; a precious Pack card may become magic too. TFA-215."""
    player = state.players[seat]
    pack = option == BECOMES_MAGIC and player.precious
    things = {item.name: "" for item in player.items}
    return things | {"": "a precious Pack card"} if pack else things


def why_not_on(state: Table, seat: str, name: str, option: str) -> Refused | None:
    """What an option does not work on. TFA-145, TFA-215, TFA-369."""
    item, wanted = state.players[seat].item(name), CONTEMPLATION[option]
    if item is None:
        return None
    if wanted == "magic" and not item.is_magic:
        return Refused("TFA-215", "Choose one of your magic items.")
    if wanted == "weapon" and item.kind != "weapon":
        return Refused("TFA-215", "Choose one of your weapons.")
    if not wanted and not item.precious:
        return Refused("TFA-215", "Choose a precious item, or none to use a precious Pack.")
    if option == MORE_CAPACITY and item.capacity >= MOST_CAPACITY:
        return Refused("TFA-369", "Capacity never exceeds 5.")
    return equipment.why_no_more_power(item) if option.endswith("More Power") else None


def effects_for(state: Table, seat: str, option: str) -> dict[str, str]:
    """The effects that an option may give: of own items, or of any seen before. TFA-215."""
    if not needs_effect(option):
        return {}
    items = state.players[seat].items
    own = [item.base for item in items if item.is_magic and item.base in catalogue.items()]
    seen = own if CONTEMPLATION[option] == "weapon" else magic.seen_effects(state)
    return catalogue.item_gists(seen)


class Contemplate(TakesTheDay, frozen=True):
    """Obsessive Contemplation: one new option for 1 XP, up to three a day. TFA-215, TFA-369."""

    says = Says("Obsessive Contemplation", DOWNTIME, cost="1 XP")
    may_go_on = True
    option: Annotated[str, One(options, why_not_option, called=option_name, clause="TFA-215")]
    item: Annotated[str, One(items_for, why_not_on, after=("option",), clause="TFA-215")] = ""
    effect: Annotated[
        str, One(effects_for, called=item_name, after=("option",), clause="TFA-215")
    ] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.players[seat].card("obsessive_contemplation") is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if not player.has("obsessive_contemplation"):
            return Refused("TFA-221", f"You need the {cls.says.label} card for that.")
        if not player.xp:
            return Refused("TFA-215", "Each option costs 1 XP.")
        if len(player.contemplated) >= MOST_CONTEMPLATION:
            return Refused("TFA-215", "You’ve had your three options today.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        _contemplate(game, seat, self)
        player.xp -= 1
        self.spend_day(player)
        player.contemplated.append(self.option)
        game.tell(
            "{who} contemplates: {option}.", "TFA-215", who=seat, option=option_name(self.option)
        )


def _contemplate(game: Game[Table], seat: str, action: Contemplate) -> None:
    """What an option does to an item, or to a precious Pack card. TFA-215, TFA-369."""
    player = game.state.players[seat]
    item, face = player.item(action.item), catalogue.items().get(action.effect)
    if action.option == BECOMES_MAGIC:
        assert face is not None
        if item is not None:
            equipment.part_with(player, item)
        else:
            player.precious -= 1
        give_item(player, new_item(face, action.item, capacity=1))
        return
    assert item is not None
    if face is not None:
        item.base, item.effect = face.id, face.effect
        item.ongoing, item.gauge, item.flowing = face.ongoing, face.gauge, False
        if not item.is_magic:
            item.capacity = item.charges = 1
    elif action.option == MORE_CAPACITY:
        item.capacity += 1
    elif action.option.endswith("More Power"):
        equipment.more_power(item)
    else:
        game.tell("{item} looks different now.", "TFA-215", item=action.item)
