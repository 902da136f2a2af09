"""Speed, Equipment and Wealth: gear, running away, trade, and better weapons."""

from __future__ import annotations

from fatedeck.engine.cards import move, move_all
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.actions import Trade
from fatedeck.games.deckahedron.attempts import how_hard
from fatedeck.games.deckahedron.checks import check
from fatedeck.games.deckahedron.data import STATS, magic_items
from fatedeck.games.deckahedron.decks import lay_down, turn_up
from fatedeck.games.deckahedron.dice import dice_in_use
from fatedeck.games.deckahedron.foes import why_no_combat
from fatedeck.games.deckahedron.lines import joins
from fatedeck.games.deckahedron.stamina import lose_stamina
from fatedeck.games.deckahedron.state import AWAY, PINNED, Column, Player, Table
from fatedeck.games.deckahedron.turns import step_forward, why_not_act, why_not_gm, why_not_now

MOST = 4
LINE = 3
DEAR = 2
IN_HERE = "It's In Here Somewhere"
AT_ONCE = "it works"
NEEDS_A_FLIP = "it needs a flip"
LARGE = "large or unlikely: 2 tokens"


def why_no_equipment(table: Table) -> Refused | None:
    if not table.has("equipment"):
        return Refused("DKH-118", "The module equipment is off.")
    return None


# Columns


def why_not_lighten(table: Table, seat: str, column: Column) -> Refused | None:
    """Why a player may not discard a token of this column for Speed, or None. DKH-111."""
    if (refused := why_no_equipment(table) or why_not_now(table)) is not None:
        return refused
    player = table.players.get(seat)
    if player is None:
        return Refused("DKH-111", "Only players carry tokens.")
    if player.is_incapacitated():
        return Refused("DKH-50", "You are incapacitated and take no actions.")
    if _held(player, column) < 1:
        return Refused("DKH-111", f"You have no {column} token to discard.")
    if player.speed >= MOST:
        return Refused("DKH-111", "Your Speed is at 4 already.")
    return None


def lighten(game: Game[Table], seat: str, column: Column) -> None:
    """Discard 1 Equipment or 1 Wealth to add 1 Speed. DKH-111."""
    if (refused := why_not_lighten(game.state, seat, column)) is not None:
        raise refused
    player = game.state.players[seat]
    _change(player, column, -1)
    player.speed += 1
    game.tell(f"{seat} discards 1 {column} and is faster.", "DKH-111")


def why_not_hand_out(table: Table, seat: str, player: str, column: Column) -> Refused | None:
    """Why a player cannot be given a token of this column, or None. DKH-111."""
    if (refused := why_no_equipment(table) or why_not_now(table)) is not None:
        return refused
    if (refused := why_not_gm(table, seat)) is not None:
        return refused
    if player not in table.players:
        return Refused("DKH-111", f"{player} is not a player.")
    taker = table.players[player]
    if taker.is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and takes no actions.")
    if _held(taker, column) >= MOST:
        return Refused("DKH-111", f"{player}’s {column} is at 4 already.")
    if taker.speed < 1:
        return Refused("DKH-111", f"{player} has no Speed left to carry more.")
    return None


def hand_out(game: Game[Table], seat: str, player: str, column: Column) -> None:
    """Gaining 1 Wealth or 1 Equipment adds it and removes 1 Speed. DKH-111."""
    if (refused := why_not_hand_out(game.state, seat, player, column)) is not None:
        raise refused
    prompt = f"Take 1 {column} for 1 Speed?"
    if not game.may(player, prompt, "DKH-111", yes="Take it", no="Leave it"):
        game.tell(f"{player} leaves the {column}.", "DKH-111")
        return
    taker = game.state.players[player]
    _change(taker, column, 1)
    taker.speed -= 1
    game.tell(f"{player} takes 1 {column} and is slower.", "DKH-111")


def hand_out_weapon(game: Game[Table], seat: str, player: str) -> None:
    """The GM hands out a better weapon: one step more power. DKH-117."""
    table = game.state
    if (refused := why_not_hand_out_weapon(table, seat, player)) is not None:
        raise refused
    taker = table.players[player]
    taker.power += 1
    game.tell(f"{player} gets a weapon of power {dice_in_use(table)[taker.power]}.", "DKH-117")


def why_not_hand_out_weapon(table: Table, seat: str, player: str) -> Refused | None:
    if (refused := why_no_equipment(table) or why_not_now(table)) is not None:
        return refused
    if (refused := why_not_gm(table, seat)) is not None:
        return refused
    if player not in table.players:
        return Refused("DKH-117", f"{player} is not a player.")
    if table.players[player].power >= len(dice_in_use(table)) - 1:
        return Refused("DKH-117", f"{player} has the best weapon there is.")
    return None


# Gear


def why_not_gear(table: Table, seat: str) -> Refused | None:
    """Why a player may not name a piece of gear now, or None. DKH-112."""
    if (refused := why_no_equipment(table) or why_not_act(table, seat)) is not None:
        return refused
    player = table.players[seat]
    if player.sought:
        return Refused("DKH-105", f"You are still looking for {player.sought}.")
    if player.equipment < 1:
        return Refused("DKH-112", "You have no Equipment token left.")
    return None


def use_gear(game: Game[Table], seat: str, gear: str) -> None:
    """Remove an Equipment token and name a helpful piece of gear; the GM says how it goes.

    With levels the GM may set the cost of large or unlikely gear at 2, and a line of three cards
    brings it down to 1. DKH-105, DKH-112, DKH-113.
    """
    table = game.state
    if (refused := why_not_gear(table, seat)) is not None:
        raise refused
    game.tell(f"{seat} looks for {gear}.", "DKH-112")
    player = table.players[seat]
    options = [AT_ONCE, NEEDS_A_FLIP]
    if table.has("levels"):
        options.append(LARGE)
    word = game.choose(table.gm, f"{gear}: how does it go?", options, "DKH-112", "DKH-113")
    step = step_forward(game, seat)
    if word != LARGE:
        _produce(game, seat, gear, 1)
        if word == NEEDS_A_FLIP and (asked := how_hard(game, seat, STATS, STATS[0])) is not None:
            check(game, seat, asked[0], asked[1] + step)
        return
    if IN_HERE in player.bonuses and game.may(
        seat, "Try to lay a line of three and pay only 1?", "DKH-105", yes="Try"
    ):
        _lay_out(game, seat, gear)
    elif player.equipment < DEAR:
        game.tell(f"{seat} does not have 2 Equipment tokens for that.", "DKH-113")
    else:
        _produce(game, seat, gear, DEAR)


def _produce(game: Game[Table], seat: str, gear: str, cost: int) -> None:
    game.state.players[seat].equipment -= cost
    game.tell(f"{seat} has {gear}, for {cost} Equipment.", "DKH-112")


def _lay_out(game: Game[Table], seat: str, gear: str) -> None:
    """The top three cards are laid out; play goes on meanwhile. DKH-105."""
    player = game.state.players[seat]
    turned = [turn_up(game, player) for _ in range(LINE)]
    shown = [card for card in turned if card is not None]
    if len(shown) < LINE:
        lay_down(player)
        game.tell(f"{seat} has too few cards for a line.", "DKH-105")
        return
    move_all(player.flipped, player.laid)
    player.sought = gear
    game.tell(f"{seat} lays out {', '.join(shown)}.", "DKH-105")


def why_no_line(table: Table, seat: str) -> Refused | None:
    if (refused := why_not_now(table)) is not None:
        return refused
    player = table.players.get(seat)
    if player is None or not player.sought:
        return Refused("DKH-105", "No cards are laid out for a line.")
    return None


def why_not_join(table: Table, seat: str) -> Refused | None:
    """Why a player can join no line now, whatever the cards show, or None. DKH-50, DKH-105."""
    if (refused := why_no_line(table, seat)) is not None:
        return refused
    player = table.players[seat]
    if player.is_incapacitated():
        return Refused("DKH-50", "You are incapacitated and take no actions.")
    if len(player.laid) < LINE:
        return Refused("DKH-105", "Too few cards are left for a line; give up the search.")
    if player.equipment < 1:
        return Refused("DKH-105", "You have no Equipment token left; give up the search.")
    return None


def join_line(game: Game[Table], seat: str, middle: str) -> None:
    """Three cards joined at matching corners: the gear costs only 1. DKH-105."""
    table = game.state
    if (refused := why_not_join(table, seat)) is not None:
        raise refused
    player = table.players[seat]
    ends = list(player.laid)
    if middle not in ends:
        raise Refused("DKH-105", f"{middle} is not laid out.")
    ends.remove(middle)
    if not joins(middle, ends):
        raise Refused("DKH-105", f"{middle} joins the others at no two opposite corners.")
    game.tell(f"{seat} joins {ends[0]}, {middle} and {ends[1]} into a line.", "DKH-105")
    gear = _put_away(player)
    _produce(game, seat, gear, 1)


def give_up_line(game: Game[Table], seat: str) -> None:
    """Give up: the cards are discarded; the gear can still be had for 2. DKH-105, DKH-113."""
    table = game.state
    if (refused := why_no_line(table, seat)) is not None:
        raise refused
    player = table.players[seat]
    gear = _put_away(player)
    game.tell(f"{seat} gives up the line.", "DKH-105")
    if player.equipment >= DEAR and game.may(seat, f"Pay 2 Equipment for {gear}?", "DKH-113"):
        _produce(game, seat, gear, DEAR)


def _put_away(player: Player) -> str:
    move_all(player.laid, player.discard)
    gear, player.sought = player.sought, ""
    return gear


# Running away and trade


def why_not_run(table: Table, seat: str) -> Refused | None:
    """Why a player may not run away, or None. DKH-114."""
    if (refused := why_no_equipment(table) or why_no_combat(table)) is not None:
        return refused
    if (refused := why_not_act(table, seat)) is not None:
        return refused
    if not table.fighting() or AWAY in table.players[seat].conditions:
        return Refused("DKH-114", "There is no fight to run from.")
    if PINNED in table.players[seat].conditions:
        return Refused("DKH-76", "You are pinned and may not move.")
    return None


def run_away(game: Game[Table], seat: str) -> None:
    """Lose 4 minus Speed Stamina points and leave the fight, if the GM sees a way out. DKH-114."""
    table = game.state
    if (refused := why_not_run(table, seat)) is not None:
        raise refused
    step_forward(game, seat)
    prompt = f"Can {seat} escape: not cornered, surrounded or held?"
    if not game.may(table.gm, prompt, "DKH-114"):
        game.tell(f"There is no way out for {seat}.", "DKH-114")
        return
    player = table.players[seat]
    player.conditions.append(AWAY)
    game.tell(f"{seat} runs away for {MOST - player.speed} Stamina.", "DKH-114")
    lose_stamina(game, seat, MOST - player.speed)


def why_not_trade(table: Table, seat: str, deal: str = "") -> Refused | None:
    """Why a player may not make this deal, or None. DKH-115."""
    if (refused := why_no_equipment(table) or why_not_act(table, seat)) is not None:
        return refused
    player = table.players[seat]
    if deal == "sell heavy gear":
        if player.equipment < 1:
            return Refused("DKH-115", "You have no Equipment to sell.")
        if player.speed >= MOST or player.wealth >= MOST:
            return Refused("DKH-111", "Your Speed or Wealth is at 4 already.")
        return None
    if deal and player.wealth < 1:
        return Refused("DKH-115", "You have no Wealth to pay with.")
    if deal == "buy 2 Equipment" and player.equipment > MOST - 2:
        return Refused("DKH-111", "Your Equipment would rise above 4.")
    return None


def trade(game: Game[Table], seat: str, action: Trade) -> None:
    """1 Wealth buys 2 Equipment or an item card; heavy gear sells for 1 Speed and 1 Wealth.

    The GM says whether a merchant is at hand. DKH-115.
    """
    table = game.state
    if (refused := why_not_trade(table, seat, action.deal)) is not None:
        raise refused
    if action.deal == "buy an item" and action.item not in table.item_supply:
        raise Refused("DKH-115", f"{action.item or 'That'} is not for sale.")
    if not game.may(table.gm, f"Is a merchant there for {seat}?", "DKH-115"):
        game.tell("No merchant is at hand.", "DKH-115")
        return
    player = table.players[seat]
    step_forward(game, seat)
    if action.deal == "sell heavy gear":
        player.equipment -= 1
        player.speed += 1
        player.wealth += 1
        game.tell(f"{seat} sells heavy gear.", "DKH-115")
        return
    player.wealth -= 1
    if action.deal == "buy 2 Equipment":
        player.equipment += 2
        game.tell(f"{seat} buys 2 Equipment.", "DKH-115")
        return
    move(action.item, table.item_supply, player.items)
    if action.item in magic_items():
        player.charges[action.item] = magic_items()[action.item].charges
    game.tell(f"{seat} buys {action.item}.", "DKH-115")


def _held(player: Player, column: Column) -> int:
    return player.equipment if column == "equipment" else player.wealth


def _change(player: Player, column: Column, by: int) -> None:
    if column == "equipment":
        player.equipment += by
    else:
        player.wealth += by
