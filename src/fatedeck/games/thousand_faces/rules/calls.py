"""The GM calls the moves that are triggered, and says whose spotlight it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal, TypeVar

from msgspec import Meta

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Aimed, Figure, One
from fatedeck.engine.questions import Choose
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import item_name, move_name
from fatedeck.games.thousand_faces.rules import attempts, equipment, magic, moves, spans
from fatedeck.games.thousand_faces.rules.attempts import (
    EVERYBODY,
    NOBODY,
    Attempt,
    FirstFigureOf,
    FirstOf,
)
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.rules.families import OfTheGm, players
from fatedeck.games.thousand_faces.state import Table

GROUP = "Moves"

Names = TypeVar("Names", bound=Iterable[str])


def why_not_able(table: Table, seat: str, who: str) -> Refused | None:
    """Who can do nothing gets no spotlight. TFA-95."""
    if who == EVERYBODY:
        return None if table.able() else Refused("TFA-95", "No PC can act.")
    if not table.players[who].is_able():
        return Refused("TFA-95", f"{who} is incapacitated.")
    return None


class Spotlight(OfTheGm, frozen=True):
    """Move the spotlight. TFA-72."""

    says = Says("Move the spotlight", GROUP)
    seat: Annotated[str, Figure(players, why_not_able, label="To", clause="TFA-2")]

    def do(self, game: Game[Table], seat: str) -> None:
        spans.give_spotlight(game.state, self.seat)
        game.tell("The spotlight is on {seat}.", "TFA-72", seat=self.seat)


# What may be called of whom


def called(table: Table, seat: str) -> list[str]:
    return [*table.order, EVERYBODY]


def who_is_called(who: str) -> str:
    return "All together" if who == EVERYBODY else who


def all_moves(table: Table, seat: str, who: str) -> dict[str, str]:
    """Every move, with when it is used."""
    return catalogue.move_gists(catalogue.moves())


def why_not_call(table: Table, seat: str, move: str, who: str) -> Refused | None:
    """Why nobody of these can make this move now. TFA-20."""
    return attempts.why_not_try(table, who, move, called=True)


def why_not_with(table: Table, seat: str, attribute: str, who: str, move: str) -> Refused | None:
    return attempts.why_not_try(table, who, move, attribute, called=True)


def of_them(names: Callable[[Table, str, str], Names]) -> Callable[[Table, str, str, str], Names]:
    """What belongs to a move of the PC whom the GM names."""

    def of_who_is_called(table: Table, seat: str, who: str, move: str) -> Names:
        return names(table, who, move)

    return of_who_is_called


def why_not_theirs(
    reason: Callable[[Table, str, str, str], Refused | None],
) -> Callable[[Table, str, str, str, str], Refused | None]:
    """Why it may not belong to a move of the PC whom the GM names."""

    def why_not(table: Table, seat: str, name: str, who: str, move: str) -> Refused | None:
        return reason(table, who, name, move)

    return why_not


def need_not_aim(table: Table, seat: str, name: str, who: str, move: str) -> bool:
    return attempts.need_not_aim(table, who, name, move)


def shown_items(table: Table, seat: str, who: str, move: str) -> list[str]:
    """The magic items that a PC has shown. TFA-8, TFA-161."""
    held = attempts.held(table, who, move)
    return [name for name in held if name not in magic.secret_items(table, who)]


def does_good(table: Table, seat: str, who: str, move: str) -> bool:
    return attempts.does_good(table, who, move, shown_items(table, seat, who, move))


def rivals(table: Table, seat: str, who: str, foe: str) -> list[str]:
    return [] if foe else attempts.rivals(table, who)


def answers(table: Table, seat: str, who: str) -> list[str]:
    return attempts.answers(table, who)


def why_not_called(table: Table, seat: str, who: str) -> Refused | None:
    """Whoever can make any move can defy danger. TFA-20, TFA-95."""
    return why_not_able(table, seat, who) or why_not_call(table, seat, "defy_danger", who)


class CallMove(OfTheGm, frozen=True):
    """Name the move that a PC, or all together, has triggered, and its modifiers.

    TFA-20, TFA-26, TFA-54.
    """

    says = Says("Call a move", GROUP)
    seat: Annotated[
        str, Figure(called, why_not_called, called=who_is_called, label="Player", clause="TFA-20")
    ]
    move: Annotated[
        str, One(all_moves, why_not_call, called=move_name, after=("seat",), clause="TFA-20")
    ]
    attribute: Annotated[
        str,
        FirstOf(
            of_them(attempts.attributes),
            why_not_with,
            said=True,
            called=str.title,
            after=("seat", "move"),
            clause="TFA-21",
        ),
    ] = ""
    foe: Annotated[
        str,
        FirstFigureOf(
            of_them(attempts.own_aims),
            why_not_theirs(attempts.why_not_aim),
            spared=need_not_aim,
            said=True,
            label="Against",
            after=("seat", "move"),
            clause="TFA-329",
        ),
    ] = ""
    weapon: Annotated[
        str,
        FirstOf(
            of_them(attempts.arms),
            called=equipment.weapon_name,
            after=("seat", "move"),
            clause="TFA-143",
        ),
    ] = ""
    item: Annotated[
        str,
        FirstOf(
            shown_items,
            why_not_theirs(attempts.why_not_through),
            after=("seat", "move"),
            clause="TFA-161",
        ),
    ] = ""
    effect: Annotated[
        str,
        FirstOf(
            of_them(attempts.effects),
            why_not_theirs(attempts.why_not_effect),
            said=True,
            called=item_name,
            after=("seat", "move"),
            clause="TFA-226",
        ),
    ] = ""
    target: Annotated[
        str,
        Aimed(
            of_them(attempts.meant_for),
            none=NOBODY,
            label="For",
            after=("seat", "move"),
            clause="TFA-2",
            aims=does_good,
        ),
    ] = ""
    versus: Annotated[
        str,
        Figure(
            rivals, none="nobody", label="Against the PC", after=("seat", "foe"), clause="TFA-250"
        ),
    ] = ""
    advantages: Annotated[int, Meta(ge=0, le=9)] = 0
    disadvantages: Annotated[int, Meta(ge=0, le=9)] = 0
    edge: Annotated[
        str, One(answers, none="nothing", label="Acting on", after=("seat",), clause="TFA-345")
    ] = ""
    red_token: Annotated[
        Literal["keep", "spend"],
        One(attempts.red_tokens, called=capital, after=("foe",), clause="TFA-348"),
    ] = "keep"

    def why_not(self, state: Table, seat: str) -> Refused | None:
        leaders = attempts.leaders(state, self.seat)
        return attempts.any_reason(self._why_not(state, leader) for leader in leaders)

    def _why_not(self, state: Table, leader: str) -> Refused | None:
        """Why this PC does not do it."""
        effort = self._effort(state, leader)
        if effort.face.id in moves.NEED_A_FOE and effort.foe is None and not effort.versus:
            return attempts.why_no_foe(effort.face)
        return moves.why_not_move(state, leader, effort.face, effort.attribute, called=True)

    def _effort(self, state: Table, leader: str) -> Effort:
        attempt = Attempt(
            self.move,
            self.attribute,
            self.foe,
            self.weapon,
            self.item,
            self.effect,
            self.target,
            self.versus,
            self.edge,
            self.red_token,
        )
        return attempt.effort(state, leader, called=True)

    def do(self, game: Game[Table], seat: str) -> None:
        state, shared = game.state, self.seat == EVERYBODY
        leader = self._ask_who_leads(game) if shared else self.seat
        effort = self._effort(state, leader)
        effort.net = self.advantages - self.disadvantages
        effort.shared = shared
        if _needs_spotlight(state, effort):
            spans.give_spotlight(state, leader)
        moves.carry_out(game, effort)

    def _ask_who_leads(self, game: Game[Table]) -> str:
        """The PCs share one fate: the players say who leads, the first named most often. TFA-54."""
        state = game.state
        able = state.able()
        fit = tuple(one for one in able if self._why_not(state, one) is None)
        if len(able) < 2:
            return able[0]
        given = game.each(
            Choose(one, "who-leads", "Who leads?", fit, clauses=("TFA-54",)) for one in able
        )
        return max(fit, key=list(given.values()).count)


def _needs_spotlight(state: Table, effort: Effort) -> bool:
    """A GM who calls a further normal move moves the spotlight by it. TFA-72, TFA-73."""
    player = state.players[effort.seat]
    fast = moves.is_fast(effort.face, effort.attribute)
    return player.moved and not player.extra_move and not fast
