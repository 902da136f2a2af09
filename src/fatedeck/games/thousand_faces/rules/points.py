"""Shadow and Journey points: gaining is a result's, spending is the GM's."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces.state import Table


def why_not_spend_shadow(state: Table, points: int) -> Refused | None:
    """Shadow points cannot be spent below 0. TFA-279."""
    if state.shadow < points:
        cost = "1 Shadow point" if points == 1 else f"{points} Shadow points"
        return Refused("TFA-279", f"That costs {cost}; you have {state.shadow}.")
    return None


def spend_shadow(game: Game[Table], points: int) -> None:
    """Spend Shadow points, circled ones first. TFA-279, TFA-289."""
    state = game.state
    if refused := why_not_spend_shadow(state, points):
        raise refused
    state.shadow -= points
    state.circled = max(0, state.circled - points)
    told = "The GM spends {points} Shadow {points:point|points}, {left} left."
    game.tell(told, "TFA-279", points=points, left=state.shadow)


def note_rest(state: Table) -> None:
    """A PC rests; it spoils a chapter's point while circled ones are unspent. TFA-290, TFA-302."""
    state.rested = state.rested or state.circled > 0


def why_not_spend_journey(state: Table) -> Refused | None:
    """A Journey point must be there. TFA-282."""
    if not state.journey:
        return Refused("TFA-282", "That costs 1 Journey point, and there are none.")
    return None


def spend_journey(game: Game[Table], on: str) -> None:
    """Spend 1 Journey point. TFA-282."""
    if refused := why_not_spend_journey(game.state):
        raise refused
    game.state.journey -= 1
    game.tell("1 Journey point for {on}, {left} left.", "TFA-282", on=on, left=game.state.journey)


def gain_journey(game: Game[Table], points: int, why: str, clause: str) -> None:
    """Journey points come by chapter. TFA-281."""
    game.state.journey += points
    told = "The GM gains {points} Journey {points:point|points}: {why}. Now {now}."
    game.tell(told, clause, points=points, why=why, now=game.state.journey)
