"""Green tokens: another flip, one more action, a flashback."""

from __future__ import annotations

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.actions import Flashback
from fatedeck.games.deckahedron.data import blessings, faces, sign
from fatedeck.games.deckahedron.flips import difficulty_at, within
from fatedeck.games.deckahedron.stamina import lose_stamina
from fatedeck.games.deckahedron.state import RALLIED, Outcome, Player, Table
from fatedeck.games.deckahedron.turns import grant_one_more_action, why_not_now

TWO_GREEN = "pay 2 green tokens"
GREEN_AND_GEAR = "pay 1 green token and 1 Equipment"
KEEP = "keep it"
RALLYING_CRY = "Rallying Cry"
ANOTHER = "another player"
BEST = 4


def pay_to_flip_again(game: Game[Table], seat: str, outcome: Outcome) -> int | None:
    """Pay to ignore the result and flip again, one step easier; the steps of the new flip.

    Once for a flip. The GM may allow more tokens for more steps. DKH-95, DKH-98, DKH-122.
    """
    table = game.state
    player = table.players[seat]
    prices = _prices(table, player)
    if not prices or outcome.reading == BEST or player.is_incapacitated():
        return None
    prompt = f"{sign(outcome.reading)} from {outcome.card}. Flip again, one step easier?"
    chosen = game.choose(seat, prompt, [KEEP, *prices], "DKH-95")
    if chosen == KEEP:
        return None
    if chosen == TWO_GREEN:
        player.green_tokens -= 2
        game.tell(f"{seat} pays 2 green tokens to flip again.", "DKH-95")
    else:
        player.green_tokens -= 1
        player.equipment -= 1
        gear = game.text(seat, "Which piece of gear makes the difference?", "DKH-98")
        game.tell(f"{seat} pays a green token and gear to flip again: {gear or 'gear'}.", "DKH-98")
    step = within(outcome.step + 1)
    most = min(player.green_tokens, 2 - step)
    if most > 0 and game.may(table.gm, f"May {seat} ease it further?", "DKH-122", yes="Allow"):
        more = game.number(seat, "How many more green tokens, a step each?", 0, most, "DKH-122")
        player.green_tokens -= more
        step += more
    game.tell(f"The new flip is {difficulty_at(step)}.", "DKH-95", "DKH-87")
    return step


def _prices(table: Table, player: Player) -> list[str]:
    prices = []
    if player.green_tokens >= 2:
        prices.append(TWO_GREEN)
    if table.has("equipment") and player.green_tokens >= 1 and player.equipment >= 1:
        prices.append(GREEN_AND_GEAR)
    return prices


def buy_one_more_action(game: Game[Table], seat: str, outcome: Outcome) -> None:
    """The critical success buys one more action at once, one step easier. DKH-96.

    With Rallying Cry another player may take it instead. DKH-106.
    """
    table = game.state
    if outcome.card not in faces(table.options.faces):
        return
    if faces(table.options.faces)[outcome.card].critical != "success":
        return
    player = table.players[seat]
    if player.is_incapacitated():
        return
    others = _who_can_rally(table, seat) if _can_cry(player) else []
    options = ["no more"]
    if player.green_tokens:
        options.append("pay 1 green token")
    if others:
        options.append(ANOTHER)
    if len(options) == 1:
        return
    chosen = game.choose(seat, f"{outcome.card}! One more action at once?", options, "DKH-96")
    if chosen == "pay 1 green token":
        player.green_tokens -= 1
        grant_one_more_action(game, seat)
    elif chosen == ANOTHER:
        _rally(game, seat, others)


def turn_cry_back(game: Game[Table], seat: str, outcome: Outcome) -> None:
    """The reverse of Rallying Cry: a Blessing as result card turns the card back. DKH-106."""
    player = game.state.players[seat]
    if not player.rallying_cry_turned or outcome.card not in blessings():
        return
    if game.may(seat, "Turn Rallying Cry back?", "DKH-106", yes="Turn it back"):
        player.rallying_cry_turned = False
        game.tell(f"{seat} turns Rallying Cry back.", "DKH-106")


def gain_blessing(game: Game[Table], seat: str) -> None:
    """Shuffle one Blessing card into the own Deckahedron, if one is left. DKH-104, DKH-108."""
    supply = game.state.blessing_supply
    if not len(supply):
        game.tell("No Blessing card is left.", "DKH-108")
        return
    card = game.pick(list(supply))
    move(card, supply, game.state.players[seat].deck, "bag")
    game.tell(f"{seat} shuffles the Blessing card {card} into the deck.", "DKH-108")


def why_not_flashback(table: Table, seat: str) -> Refused | None:
    """Why a player may propose no flashback, or None. DKH-97."""
    if (refused := why_not_now(table)) is not None:
        return refused
    if not table.has("green_tokens"):
        return Refused("DKH-118", "The module green_tokens is off.")
    player = table.players.get(seat)
    if player is None:
        return Refused("DKH-97", "A flashback is for a player to propose.")
    if player.is_incapacitated():
        return Refused("DKH-50", "You are incapacitated.")
    if player.green_tokens < 1:
        return Refused("DKH-97", "A flashback costs a green token; you have none.")
    return None


def flashback(game: Game[Table], seat: str, action: Flashback) -> None:
    """What could have been done earlier is done now, for its own cost plus a green token. DKH-97.

    The player proposes, the GM agrees or refuses.
    """
    table = game.state
    if (refused := why_not_flashback(table, seat)) is not None:
        raise refused
    player = table.players[seat]
    if action.stamina and not table.has("combat"):
        raise Refused("DKH-118", "Nothing costs Stamina without the module combat.")
    if action.equipment and not table.has("equipment"):
        raise Refused("DKH-118", "Nothing costs Equipment without the module equipment.")
    if action.equipment > player.equipment:
        raise Refused("DKH-97", f"You have {player.equipment} Equipment tokens to pay with.")
    game.tell(f"{seat} remembers: {action.words}", "DKH-97")
    if not game.may(table.gm, f"Could {seat} have done that?", "DKH-97", yes="Agree", no="Refuse"):
        game.tell("The GM refuses the flashback; nothing is paid.", "DKH-97")
        return
    player.green_tokens -= 1
    player.equipment -= action.equipment
    game.tell(f"{seat} pays a green token; it was done.", "DKH-97")
    lose_stamina(game, seat, action.stamina)


def _can_cry(player: Player) -> bool:
    return RALLYING_CRY in player.bonuses and not player.rallying_cry_turned


def _who_can_rally(table: Table, seat: str) -> list[str]:
    return [
        name
        for name in table.seats
        if name != seat
        and table.players[name].green_tokens
        and not table.players[name].is_incapacitated()
    ]


def _rally(game: Game[Table], seat: str, others: list[str]) -> None:
    """Another player pays and acts; the one who cried gains a Blessing card. DKH-106.

    In the own turn of the one who cried, the spotlight goes over once this action is carried out.
    """
    other = game.choose(seat, "Whom do you rally?", others, "DKH-106")
    prompt = f"{seat} rallies you. Pay 1 green token for an action at once?"
    if not game.may(other, prompt, "DKH-106", yes="Pay"):
        game.tell(f"{other} does not answer the cry.", "DKH-106")
        return
    game.state.players[other].green_tokens -= 1
    game.state.players[seat].rallying_cry_turned = True
    gain_blessing(game, seat)
    if game.state.spotlight == seat:
        game.state.players[other].conditions.append(RALLIED)
    else:
        grant_one_more_action(game, other)
