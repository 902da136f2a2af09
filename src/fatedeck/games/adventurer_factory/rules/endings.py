"""How the game ends: beaten, drawn, conceded. Chapter 14."""

from __future__ import annotations

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.state import Table


def is_decided(game: Game[Table], played: bool) -> bool:
    """Who is beaten when a turn ends, and whether that ends the game.

    By 0 Health or Willpower, either seat; by an empty deck and no card played, the active player.
    Both beaten is a draw. AF-14.1 to AF-14.5, AF-14.9.
    """
    table = game.state
    beaten = [
        seat
        for seat, player in table.players.items()
        if not player.health
        or not player.willpower
        or (seat == table.active and not played and not player.deck_size())
    ]
    for seat in beaten:
        _tell_why(game, seat)
    if len(beaten) == 2:
        finish(game, "", "Both are beaten: a draw.", "AF-14.3")
    elif beaten:
        finish(game, table.other(beaten[0]), f"{beaten[0]} is beaten.", "AF-14.3")
    elif table.longest and table.turn >= table.longest:
        finish(game, "", f"Turn {table.turn} is over: a draw.", "AF-14.9")
    else:
        return False
    return True


def _tell_why(game: Game[Table], seat: str) -> None:
    """By what a seat is beaten. AF-14.2, AF-14.4."""
    player = game.state.players[seat]
    at_zero = [name.title() for name in ("health", "willpower") if not getattr(player, name)]
    if at_zero:
        game.tell("{who} is at 0 {counters}.", "AF-14.2", who=seat, counters=at_zero)
    else:
        game.tell("{who} has run out of cards and played none this turn.", "AF-14.4", who=seat)


def finish(game: Game[Table], winner: str, sentence: str, clause: str) -> None:
    """The game ends, won or drawn."""
    table = game.state
    table.step = "over"
    table.winner = winner
    table.ending = sentence + (f" {winner} wins." if winner else "")
    game.tell("{ending}", clause, ending=table.ending)


class OfferDraw(Move, frozen=True):
    """Offer a draw, once a turn; the other seat accepts or declines at once. AF-14.6, AF-14.7."""

    says = Says("Offer a draw", "Table")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].offered_draw:
            return Refused(
                "AF-14.7", "You’ve already offered a draw this turn. Try again next turn."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].offered_draw = True
        other = game.state.other(seat)
        prompt = f"{seat} offers a draw."
        if game.may(other, "draw-offer", prompt, "AF-14.6", yes="Accept", no="Decline"):
            finish(game, "", "You agree on a draw.", "AF-14.6")
        else:
            game.tell("{who} declines the draw.", "AF-14.7", who=other)


class Concede(Move, frozen=True):
    """Give up, at any time; that is no action. AF-10.18, AF-14.8."""

    says = Says("Concede", "Table")

    def do(self, game: Game[Table], seat: str) -> None:
        finish(game, game.state.other(seat), f"{seat} concedes.", "AF-14.8")
