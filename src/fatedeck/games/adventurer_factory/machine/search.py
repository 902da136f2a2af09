"""What a search asks for beyond the rules: whose move it is, and what it need not look at."""

from __future__ import annotations

from fatedeck.engine.questions import Choose, Decision
from fatedeck.games.adventurer_factory.machine.moves import legal_moves
from fatedeck.games.adventurer_factory.machine.policy import choose
from fatedeck.games.adventurer_factory.machine.thumb import Thumb
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Discard, Use
from fatedeck.games.adventurer_factory.rules.responses import PASS_TURN, replies
from fatedeck.games.adventurer_factory.rules.using import option_name
from fatedeck.games.adventurer_factory.state import Table

ONLY_COSTS = -1.0


def to_act(table: Table) -> str | None:
    """The seat that is to move between two acts."""
    return None if table.step == "over" else table.active


def legal_actions(table: Table, seat: str, sensible: bool = False) -> list[Move]:
    """The moves that go on with the game: neither offering a draw nor conceding.

    Sensible ones leave out paying to discard an own card, and actions that only cost.
    """
    moves = legal_moves(table, seat)
    if not sensible:
        return moves
    thumb = Thumb(table, seat)
    return [
        move
        for move in moves
        if not isinstance(move, Discard)
        and (not isinstance(move, Use) or thumb.action(move.card, move.action) > ONLY_COSTS)
    ]


def leave_out(table: Table, question: Decision) -> list[str]:
    """Responses that only cost; of dice and slots, all but the usual."""
    if not isinstance(question, Choose):
        return []
    if question.name in ("die", "slot"):
        usual = choose(table, question)
        return [option for option in question.options if option != usual]
    if question.name != "respond":
        return []
    thumb = Thumb(table, question.seat)
    useless = [
        option_name(card, number)
        for card, number in replies(table, question.seat)
        if thumb.action(card, number) <= ONLY_COSTS
    ]
    return [*useless, PASS_TURN]
