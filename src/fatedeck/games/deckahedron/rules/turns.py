"""Who is in the spotlight, what ends a turn, and what ends the session."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.looks.wording import counted
from fatedeck.games.deckahedron.rules.decks import must_reshuffle, reshuffle
from fatedeck.games.deckahedron.state import (
    AWAY,
    ONE_MORE_ACTION,
    OUT_OF_TURN,
    RALLIED,
    RESTING,
    Table,
    spent,
)


def why_not_now(table: Table) -> Refused | None:
    """Why nothing of the story can happen now, or None if it can."""
    if table.phase == "creation":
        return Refused("DKH-8", "The story hasn’t started. The GM opens the first scene.")
    if table.phase == "over":
        return Refused("DKH-6", "The session has ended.")
    return None


def why_not_gm(table: Table, seat: str) -> Refused | None:
    """Why this seat may not do what only the GM does. DKH-2."""
    if seat != table.gm:
        return Refused("DKH-2", "That’s the GM’s call.")
    return None


def why_not_act(table: Table, seat: str) -> Refused | None:
    """Why this player's character may not act now, or None if it may.

    A player acts in the spotlight; while nobody has it, anybody may step forward and the GM
    decides. Who has paid for one more action makes it whoever is in the spotlight. DKH-19, DKH-50,
    DKH-71, DKH-96.
    """
    if (refused := why_not_now(table)) is not None:
        return refused
    player = table.players.get(seat)
    if player is None:
        return Refused("DKH-3", "Only a player with a Deckahedron can do that.")
    if player.is_late:
        return Refused("DKH-124", "Your character isn’t in play yet. Make it first.")
    if player.is_incapacitated():
        return Refused("DKH-50", "You’re incapacitated. Only rest or care will get you up.")
    if RESTING in player.conditions:
        return Refused("DKH-71", "You’re resting until the GM gives you the spotlight.")
    if table.spotlight not in ("", seat) and not table.may_go_on(seat):
        return Refused("DKH-19", f"It’s {table.spotlight}’s turn. The GM says who’s next.")
    return None


def why_not_against(table: Table, seat: str, foe: str, *_: object) -> Refused | None:
    """Why a player cannot do anything to this foe, or None if it can be meant. DKH-114."""
    if AWAY in table.players[seat].conditions:
        return Refused("DKH-114", "You’ve left this fight.")
    return None


def give_spotlight(game: Game[Table], player: str) -> None:
    """The GM says who is next; the turn before it is over. DKH-19."""
    table = game.state
    if table.spotlight:
        end_turn(game)
    table.spotlight = player
    spent(table.players[player], RESTING)
    game.tell("{who} is in the spotlight.", "DKH-19", who=player)


def why_not_give_spotlight(table: Table, seat: str, player: str) -> Refused | None:
    """Why this player cannot be next, or None. DKH-19, DKH-50."""
    if table.players[player].is_incapacitated():
        return Refused("DKH-50", f"{player} is incapacitated and can’t act.")
    if table.spotlight == player:
        return Refused("DKH-19", f"{player} is already in the spotlight.")
    return None


def step_forward(game: Game[Table], seat: str) -> int:
    """A player acts; who does so while nobody is in the spotlight comes into it. DKH-19.

    One more action is made by this, and the steps by which it is easier come back. DKH-96.
    """
    table = game.state
    table.spotlight = table.spotlight or seat
    step_aside(table, seat)
    table.acted = table.acted or table.spotlight == seat
    return int(spent(table.players[seat], ONE_MORE_ACTION))


def step_aside(table: Table, seat: str) -> None:
    """What a player flips outside of the own turn is a short turn of its own. DKH-19."""
    conditions = table.players[seat].conditions
    if table.spotlight != seat and OUT_OF_TURN not in conditions:
        conditions.append(OUT_OF_TURN)


def grant_one_more_action(game: Game[Table], seat: str) -> None:
    """A player may act at once, and rests no longer. DKH-71, DKH-96."""
    player = game.state.players[seat]
    spent(player, RESTING)
    if ONE_MORE_ACTION not in player.conditions:
        player.conditions.append(ONE_MORE_ACTION)
    game.tell("{seat} can act again right away, one step easier.", "DKH-96", seat=seat)


def conclude(game: Game[Table]) -> None:
    """An action is carried out: a short turn ends, and who was rallied is in the spotlight.

    DKH-19, DKH-33, DKH-106.
    """
    for seat, player in game.state.players.items():
        if spent(player, OUT_OF_TURN):
            check_deck(game, seat)
        if spent(player, RALLIED):
            give_spotlight(game, seat)
            grant_one_more_action(game, seat)


def end_turn(game: Game[Table]) -> None:
    """The results are told; with 5 or fewer cards left the discards go back in.

    The foes' Deckahedron is looked at too. One more action that nobody has made was not made at
    once. DKH-19, DKH-30, DKH-33, DKH-74, DKH-96.
    """
    table = game.state
    seat = table.spotlight
    table.spotlight = ""
    table.acted = False
    check_deck(game, seat)
    check_foe_deck(game)
    for player in table.players.values():
        spent(player, ONE_MORE_ACTION)


def check_deck(game: Game[Table], seat: str) -> None:
    """The forced reshuffle of a player. DKH-30."""
    player = game.state.players[seat]
    if must_reshuffle(player):
        left = len(player.deck)
        reshuffle(player)
        told = "{seat} is down to {counted} and shuffles the discards back in."
        game.tell(told, "DKH-30", seat=seat, counted=counted(left, "card"))


def check_foe_deck(game: Game[Table]) -> None:
    """The forced reshuffle of the foes' Deckahedron. DKH-74."""
    if must_reshuffle(game.state.foe_cards):
        reshuffle(game.state.foe_cards)
        game.tell("The foes’ discards are shuffled back in.", "DKH-74", "DKH-30")


def shuffle_in(game: Game[Table], seat: str) -> None:
    """After any action a player may shuffle the discards in; the GM those of the foes.

    DKH-31, DKH-74.
    """
    table = game.state
    if seat == table.gm:
        reshuffle(table.foe_cards)
        game.tell("The GM shuffles the foes’ discards back in.", "DKH-74", "DKH-31")
        return
    reshuffle(table.players[seat])
    game.tell("{seat} shuffles the discards back in.", "DKH-31", seat=seat)


def why_not_shuffle_in(table: Table, seat: str) -> Refused | None:
    """Why there is nothing to shuffle in, or None if there is. DKH-31."""
    side = table.players.get(seat) or table.foe_cards
    if side.discard.is_empty():
        return Refused("DKH-31", "The discard pile is empty, so there’s nothing to shuffle in.")
    return None


def end_session(game: Game[Table]) -> None:
    """The GM declares the session ended; nobody wins or loses. DKH-6."""
    game.state.phase = "over"
    game.state.spotlight = ""
    game.tell("The GM ends the session.", "DKH-6")
