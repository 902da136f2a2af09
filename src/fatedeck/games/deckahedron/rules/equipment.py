"""Speed, Equipment and Wealth: gear, running away, trade, and better weapons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, TypeAlias

from fatedeck.engine import story
from fatedeck.engine.actions import Says, Way
from fatedeck.engine.cards import move, move_all
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, Figure, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.deckahedron.data import STATS, magic_items
from fatedeck.games.deckahedron.rules.attempts import how_hard
from fatedeck.games.deckahedron.rules.called import name_of
from fatedeck.games.deckahedron.rules.checks import check
from fatedeck.games.deckahedron.rules.decks import lay_down, turn_up
from fatedeck.games.deckahedron.rules.dice import dice_in_use
from fatedeck.games.deckahedron.rules.families import (
    InAFight,
    InTheSpotlight,
    OfAPlayer,
    OfOneWhoIsAble,
    OfTheGm,
    players,
)
from fatedeck.games.deckahedron.rules.lines import joins
from fatedeck.games.deckahedron.rules.stamina import lose_stamina
from fatedeck.games.deckahedron.rules.turns import step_forward
from fatedeck.games.deckahedron.state import AWAY, PINNED, Column, Player, Table

GEAR = "Gear"
Carried: TypeAlias = Literal["equipment", "wealth"]
COLUMNS: tuple[Carried, ...] = ("equipment", "wealth")
Deal: TypeAlias = Literal["buy 2 Equipment", "buy an item", "sell heavy gear"]
BUY_GEAR: Deal = "buy 2 Equipment"
BUY_ITEM: Deal = "buy an item"
SELL: Deal = "sell heavy gear"
DEALS: tuple[Deal, ...] = (BUY_GEAR, BUY_ITEM, SELL)
MOST = 4
LINE = 3
DEAR = 2
IN_HERE = "It's In Here Somewhere"
AT_ONCE, NEEDS_A_FLIP, LARGE = "at-once", "flip", "large"
HOW_IT_GOES = {
    AT_ONCE: "It works",
    NEEDS_A_FLIP: "It needs a flip",
    LARGE: "It’s large or unlikely: 2 tokens",
}


# Columns


def why_not_lighten(table: Table, seat: str, column: Column) -> Refused | None:
    """Why a player may not discard a token of this column for Speed, or None. DKH-111."""
    player = table.players[seat]
    if _held(player, column) < 1:
        return Refused("DKH-111", f"You have no {capital(column)} token to discard.")
    if player.speed >= MOST:
        return Refused("DKH-111", "Your Speed is already at 4.")
    return None


class Lighten(OfOneWhoIsAble, frozen=True):
    """Discard 1 Equipment or 1 Wealth to add 1 Speed. DKH-111."""

    says = Says("Discard a token for 1 Speed", GEAR)
    modules = ("equipment",)
    column: Annotated[Carried, One(COLUMNS, why_not_lighten, clause="DKH-111")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"column": name}, f"Discard 1 {capital(name)} for 1 Speed") for name in COLUMNS]

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        _change(player, self.column, -1)
        player.speed += 1
        told = "{seat} discards 1 {column} and is faster."
        game.tell(told, "DKH-111", seat=seat, column=capital(self.column))


def why_not_hand_out(table: Table, seat: str, player: str, column: Column) -> Refused | None:
    """Why a player cannot be given a token of this column, or None. DKH-111."""
    taker = table.players[player]
    if taker.is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and can’t act.")
    if _held(taker, column) >= MOST:
        return Refused("DKH-111", f"{player}’s {capital(column)} is already at 4.")
    if taker.speed < 1:
        return Refused("DKH-111", f"{player} has no Speed left to carry more.")
    return None


class HandOut(OfTheGm, frozen=True):
    """Gaining 1 Wealth or 1 Equipment adds it and removes 1 Speed. DKH-111."""

    says = Says("Hand out a token", GEAR)
    modules = ("equipment",)
    column: Carried
    player: Annotated[str, Figure(players, why_not_hand_out, after=("column",), clause="DKH-111")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"column": name}, f"Hand out {capital(name)}") for name in COLUMNS]

    def do(self, game: Game[Table], seat: str) -> None:
        player, column = self.player, capital(self.column)
        prompt = f"Take 1 {column} for 1 Speed?"
        if not game.may(player, "take-token", prompt, "DKH-111", yes="Take it", no="Leave it"):
            game.tell("{who} turns down the {column}.", "DKH-111", who=player, column=column)
            return
        taker = game.state.players[player]
        _change(taker, self.column, 1)
        taker.speed -= 1
        game.tell("{who} takes 1 {column} and is slower.", "DKH-111", who=player, column=column)


def why_not_hand_out_weapon(table: Table, seat: str, player: str) -> Refused | None:
    if table.players[player].power >= len(dice_in_use(table)) - 1:
        return Refused("DKH-117", f"{player} already has the best weapon there is.")
    return None


class HandOutWeapon(OfTheGm, frozen=True):
    """The GM hands out a better weapon: one step more power. DKH-117."""

    says = Says("Hand out a better weapon", GEAR)
    modules = ("equipment",)
    player: Annotated[str, Figure(players, why_not_hand_out_weapon, clause="DKH-117")]

    def do(self, game: Game[Table], seat: str) -> None:
        taker = game.state.players[self.player]
        taker.power += 1
        power = dice_in_use(game.state)[taker.power]
        game.tell(
            "{who} gets a weapon that deals {power}.", "DKH-117", who=self.player, power=power
        )


# Gear


class UseGear(InTheSpotlight, frozen=True):
    """Remove an Equipment token and name a helpful piece of gear; the GM says how it goes.

    With levels the GM may set the cost of large or unlikely gear at 2, and a line of three cards
    brings it down to 1. DKH-105, DKH-112, DKH-113.
    """

    says = Says("Use a piece of gear", GEAR)
    modules = ("equipment",)
    gear: Annotated[str, Words(longest=80)]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if player.sought:
            return Refused("DKH-105", f"You’re still looking for {player.sought}.")
        if player.equipment < 1:
            return Refused("DKH-112", "You have no Equipment tokens left.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table, gear = game.state, self.gear
        game.tell("{seat} looks for {gear}.", "DKH-112", seat=seat, gear=gear)
        player = table.players[seat]
        options = [AT_ONCE, NEEDS_A_FLIP]
        if table.has("levels"):
            options.append(LARGE)
        prompt = f"{capital(name_of(game, seat))} uses {gear}. How does it go?"
        word = game.choose(
            table.gm, "gear-how", prompt, options, "DKH-112", "DKH-113", labels=HOW_IT_GOES
        )
        step = step_forward(game, seat)
        if word != LARGE:
            _produce(game, seat, gear, 1)
            if word != NEEDS_A_FLIP:
                return
            asked = how_hard(game, seat, STATS, STATS[0], helped=step)
            if asked is not None:
                check(game, seat, asked[0], asked[1] + step)
            return
        if IN_HERE in player.bonuses and game.may(
            seat, "lay-line", "Try for a line of three and pay only 1?", "DKH-105", yes="Try"
        ):
            _lay_out(game, seat, gear)
        elif player.equipment < DEAR:
            game.tell("{seat} doesn’t have the 2 Equipment tokens for that.", "DKH-113", seat=seat)
        else:
            _produce(game, seat, gear, DEAR)


def _produce(game: Game[Table], seat: str, gear: str, cost: int) -> None:
    game.state.players[seat].equipment -= cost
    game.tell(
        "{seat} has {gear}, for {cost} Equipment.", "DKH-112", seat=seat, gear=gear, cost=cost
    )


def _lay_out(game: Game[Table], seat: str, gear: str) -> None:
    """The top three cards are laid out; play goes on meanwhile. DKH-105."""
    player = game.state.players[seat]
    turned = [turn_up(game, player) for _ in range(LINE)]
    shown = [card for card in turned if card is not None]
    if len(shown) < LINE:
        lay_down(player)
        game.tell("{seat} has too few cards for a line.", "DKH-105", seat=seat)
        return
    move_all(player.flipped, player.laid)
    player.sought = gear
    game.show(story.cards_drawn, seat, gear, shown)
    game.tell("{seat} lays out {cards}.", "DKH-105", seat=seat, cards=shown)


class WithALineLaidOut(OfAPlayer, frozen=True):
    """What is done with cards that are laid out for a line. DKH-105."""

    modules = ("equipment",)

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return bool(state.players[seat].sought)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.players[seat].sought:
            return Refused("DKH-105", "You haven’t laid out cards for a line.")
        return None


def laid_out(table: Table, seat: str) -> list[str]:
    return list(dict.fromkeys(table.players[seat].laid))


def why_not_in_the_middle(table: Table, seat: str, card: str) -> Refused | None:
    if not joins(card, _ends(table, seat, card)):
        return Refused("DKH-105", f"{card} doesn’t join the others at opposite corners.")
    return None


class JoinLine(WithALineLaidOut, frozen=True):
    """Three cards joined at matching corners: the gear costs only 1. DKH-50, DKH-105."""

    says = Says("Join the cards into a line", GEAR)
    middle: Annotated[
        str, CardOf(laid_out, why_not_in_the_middle, clause="DKH-105", label="Middle card")
    ]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        player = state.players[seat]
        if player.is_incapacitated():
            return Refused("DKH-50", "You’re incapacitated and can’t act.")
        if len(player.laid) < LINE:
            return Refused(
                "DKH-105", "There are too few cards left for a line. Give up the search."
            )
        if player.equipment < 1:
            return Refused("DKH-105", "You have no Equipment tokens left. Give up the search.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        one, other = _ends(game.state, seat, self.middle)
        told = "{seat} joins {one}, {middle} and {other} into a line."
        game.tell(told, "DKH-105", seat=seat, one=one, middle=self.middle, other=other)
        gear = _put_away(game.state.players[seat])
        _produce(game, seat, gear, 1)


def _ends(table: Table, seat: str, middle: str) -> list[str]:
    """The cards laid out but for the one in the middle."""
    ends = list(table.players[seat].laid)
    ends.remove(middle)
    return ends


class GiveUpLine(WithALineLaidOut, frozen=True):
    """Give up: the cards are discarded; the gear can still be had for 2. DKH-105, DKH-113."""

    says = Says("Give up the line", GEAR)

    def do(self, game: Game[Table], seat: str) -> None:
        player = game.state.players[seat]
        gear = _put_away(player)
        game.tell("{seat} gives up the line.", "DKH-105", seat=seat)
        if player.equipment >= DEAR and game.may(
            seat, "pay-two", f"Pay 2 Equipment for {gear} after all?", "DKH-113"
        ):
            _produce(game, seat, gear, DEAR)


def _put_away(player: Player) -> str:
    move_all(player.laid, player.discard)
    gear, player.sought = player.sought, ""
    return gear


# Running away and trade


class RunAway(InAFight, frozen=True):
    """Lose 4 minus Speed Stamina points and leave the fight, if the GM sees a way out. DKH-114."""

    says = Says("Run away", "Fight")
    modules = ("equipment", "combat")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        conditions = state.players[seat].conditions
        if not state.fighting() or AWAY in conditions:
            return Refused("DKH-114", "There’s no fight to run from.")
        if PINNED in conditions:
            return Refused("DKH-76", "You’re pinned and can’t move.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        step_forward(game, seat)
        prompt = f"Can {name_of(game, seat)} get away? Not if they’re cornered, surrounded or held."
        if not game.may(table.gm, "can-escape", prompt, "DKH-114"):
            game.tell("There’s no way out for {seat}.", "DKH-114", seat=seat)
            return
        player = table.players[seat]
        player.conditions.append(AWAY)
        told = "{seat} runs away, for {points} Stamina."
        game.tell(told, "DKH-114", seat=seat, points=MOST - player.speed)
        lose_stamina(game, seat, MOST - player.speed)


def why_not_trade(table: Table, seat: str, deal: str) -> Refused | None:
    """Why a player may not make this deal, or None. DKH-115."""
    player = table.players[seat]
    if deal == SELL:
        if player.equipment < 1:
            return Refused("DKH-115", "You have no Equipment to sell.")
        if player.speed >= MOST or player.wealth >= MOST:
            return Refused("DKH-111", "Your Speed or Wealth is already at 4.")
        return None
    if player.wealth < 1:
        return Refused("DKH-115", "You have no Wealth to pay with.")
    if deal == BUY_GEAR and player.equipment > MOST - 2:
        return Refused("DKH-111", "Your Equipment would rise above 4.")
    if deal == BUY_ITEM and not len(table.item_supply):
        return Refused("DKH-115", "There are no items left to buy.")
    return None


def goods(table: Table, seat: str, deal: str) -> list[str]:
    return list(dict.fromkeys(table.item_supply)) if deal == BUY_ITEM else []


class Trade(InTheSpotlight, frozen=True):
    """1 Wealth buys 2 Equipment or an item card; heavy gear sells for 1 Speed and 1 Wealth.

    The GM says whether a merchant is at hand. DKH-115.
    """

    says = Says("Deal with a merchant", GEAR)
    modules = ("equipment",)
    deal: Annotated[Deal, One(DEALS, why_not_trade, clause="DKH-115")]
    item: Annotated[str, CardOf(goods, after=("deal",), clause="DKH-115")] = ""

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"deal": deal}, f"Merchant: {deal}") for deal in DEALS]

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        if not game.may(
            table.gm, "merchant", f"Is there a merchant for {name_of(game, seat)}?", "DKH-115"
        ):
            game.tell("There’s no merchant around.", "DKH-115")
            return
        player = table.players[seat]
        step_forward(game, seat)
        if self.deal == SELL:
            player.equipment -= 1
            player.speed += 1
            player.wealth += 1
            game.tell("{seat} sells heavy gear.", "DKH-115", seat=seat)
            return
        player.wealth -= 1
        if self.deal == BUY_GEAR:
            player.equipment += 2
            game.tell("{seat} buys 2 Equipment.", "DKH-115", seat=seat)
            return
        move(self.item, table.item_supply, player.items)
        if self.item in magic_items():
            player.charges[self.item] = magic_items()[self.item].charges
        game.tell("{seat} buys {item}.", "DKH-115", seat=seat, item=self.item)


def _held(player: Player, column: Column) -> int:
    return player.equipment if column == "equipment" else player.wealth


def _change(player: Player, column: Column, by: int) -> None:
    if column == "equipment":
        player.equipment += by
    else:
        player.wealth += by
