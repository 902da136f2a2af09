"""Who is in the spotlight, what ends a turn, and what ends the session."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.decks import must_reshuffle, reshuffle
from fatedeck.games.deckahedron.state import (
    ONE_MORE_ACTION,
    RESTING,
    Table,
)
from fatedeck.games.deckahedron.wording import counted


def why_not_now(table: Table) -> Refused | None:
    """Why nothing of the story can happen now, or None if it can."""
    if table.phase == "creation":
        return Refused("DKH-8", "The story has not begun; the GM opens the first scene.")
    if table.phase == "over":
        return Refused("DKH-6", "The session has ended.")
    return None


def why_not_gm(table: Table, seat: str) -> Refused | None:
    """Why this seat may not do what only the GM does. DKH-2."""
    if seat != table.gm:
        return Refused("DKH-2", "That is for the GM to say.")
    return None


def why_not_act(table: Table, seat: str) -> Refused | None:
    """Why this player's character may not act now, or None if it may.

    A player acts in the spotlight; while nobody has it, anybody may step forward and the GM
    decides. DKH-19, DKH-50, DKH-71.
    """
    if (refused := why_not_now(table)) is not None:
        return refused
    player = table.players.get(seat)
    if player is None:
        return Refused("DKH-3", "Only a player with a Deckahedron can do that.")
    if player.is_incapacitated():
        return Refused("DKH-50", "You are incapacitated; only rest or care can change that.")
    if RESTING in player.conditions:
        return Refused("DKH-71", "You are resting; the GM’s spotlight ends the rest.")
    if table.spotlight not in ("", seat):
        return Refused("DKH-19", f"It is {table.spotlight}’s turn; the GM says who is next.")
    return None


def give_spotlight(game: Game[Table], player: str) -> None:
    """The GM says who is next; the turn before it is over. DKH-19."""
    table = game.state
    if table.spotlight:
        end_turn(game)
    table.spotlight = player
    conditions = table.players[player].conditions
    if RESTING in conditions:
        conditions.remove(RESTING)
    game.tell(f"{player} is in the spotlight.", "DKH-19")


def why_not_give_spotlight(table: Table, seat: str, player: str) -> Refused | None:
    if (refused := why_not_now(table) or why_not_gm(table, seat)) is not None:
        return refused
    if player not in table.players:
        return Refused("DKH-19", f"{player} is not a player.")
    if table.players[player].is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and takes no actions.")
    if table.spotlight == player:
        return Refused("DKH-19", f"{player} is in the spotlight already.")
    return None


def step_forward(game: Game[Table], seat: str) -> None:
    """A player acts; who does so while nobody is in the spotlight comes into it. DKH-19."""
    table = game.state
    table.spotlight = table.spotlight or seat
    table.acted = table.acted or table.spotlight == seat


def end_turn(game: Game[Table]) -> None:
    """The results are told; with 5 or fewer cards left the discards go back in.

    The foes' Deckahedron is looked at too. DKH-19, DKH-30, DKH-33, DKH-74.
    """
    table = game.state
    seat = table.spotlight
    table.spotlight = ""
    table.acted = False
    check_deck(game, seat)
    check_foe_deck(game)
    conditions = table.players[seat].conditions
    if ONE_MORE_ACTION in conditions:
        conditions.remove(ONE_MORE_ACTION)


def check_deck(game: Game[Table], seat: str) -> None:
    """The forced reshuffle of a player. DKH-30."""
    player = game.state.players[seat]
    if must_reshuffle(player):
        left = len(player.deck)
        reshuffle(player)
        game.tell(
            f"{seat} has {counted(left, 'card')} left and shuffles the discards in.", "DKH-30"
        )


def check_foe_deck(game: Game[Table]) -> None:
    """The forced reshuffle of the foes' Deckahedron. DKH-74."""
    if must_reshuffle(game.state.foe_cards):
        reshuffle(game.state.foe_cards)
        game.tell("The foes’ discards are shuffled in.", "DKH-74", "DKH-30")


def why_not_end_turn(table: Table, seat: str) -> Refused | None:
    if (refused := why_not_now(table)) is not None:
        return refused
    if not table.spotlight:
        return Refused("DKH-19", "Nobody is in the spotlight.")
    if seat not in (table.gm, table.spotlight):
        return Refused("DKH-19", f"It is {table.spotlight}’s turn to end.")
    return None


def shuffle_in(game: Game[Table], seat: str) -> None:
    """After any action a player may shuffle the discards in; the GM those of the foes.

    DKH-31, DKH-74.
    """
    table = game.state
    if seat == table.gm:
        reshuffle(table.foe_cards)
        game.tell("The GM shuffles the foes’ discards in.", "DKH-74", "DKH-31")
        return
    reshuffle(table.players[seat])
    game.tell(f"{seat} shuffles the discards in.", "DKH-31")


def why_not_shuffle_in(table: Table, seat: str) -> Refused | None:
    if (refused := why_not_now(table)) is not None:
        return refused
    side = table.players.get(seat) or table.foe_cards
    if not len(side.discard):
        return Refused("DKH-31", "The discard pile is empty; there is nothing to shuffle in.")
    return None


def end_session(game: Game[Table]) -> None:
    """The GM declares the session ended; nobody wins or loses. DKH-6."""
    game.state.phase = "over"
    game.state.spotlight = ""
    game.tell("The GM ends the session.", "DKH-6")
