"""The best choice: what each answer to an open question is worth, the best first.

What a state is worth is the game's own data (`Ruleset.standing`) or the caller's; nothing here
knows what is better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import Ruleset
from fatedeck.odds.dilemmas import Dilemma, dilemma
from fatedeck.odds.scales import Option, Scales

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


def best_answers(
    record: Record[S, Opt, A],
    seat: str,
    *,
    worth: Callable[[S], Fraction | int] | None = None,
    decide: Callable[[S, Question], Answer | None] | None = None,
    watch: Callable[[float], None] | None = None,
    most_runs: int = 1_000_000,
) -> list[Option]:
    """Every answer to the question that a seat is asked now, the one worth most first.

    The rules run to every end of the action in flight, with unseen cards as this seat knows them;
    later choices are made by `decide`, else other seats choose by the game's own policy, if it has
    one, and this seat for the best. Free words are left empty. `watch` is told the share that is
    done, and may raise to call it off.
    """
    if record.question_for(seat) is None:
        raise Refused("", f"Nothing is being asked of {seat} right now.")
    return weigh(
        record.ruleset,
        dilemma(record, seat),
        worth=worth,
        decide=decide,
        watch=watch,
        most_runs=most_runs,
    )


def best_actions(
    record: Record[S, Opt, A],
    seat: str,
    actions: Mapping[str, Act],
    *,
    worth: Callable[[S], Fraction | int] | None = None,
    decide: Callable[[S, Question], Answer | None] | None = None,
    watch: Callable[[float], None] | None = None,
    most_runs: int = 1_000_000,
) -> list[Option]:
    """What each of these actions, given with a name, is worth to a seat now, the best first.

    Every choice on the way is made as in `best_answers`.
    """
    if record.flight is not None:
        raise Refused("", "There’s an action in progress. Ask for its best answer.")
    return weigh(
        record.ruleset,
        dilemma(record, seat, actions),
        worth=worth,
        decide=decide,
        watch=watch,
        most_runs=most_runs,
    )


def weigh(
    ruleset: Ruleset[S, Opt, A],
    chosen: Dilemma,
    *,
    worth: Callable[[S], Fraction | int] | None = None,
    decide: Callable[[S, Question], Answer | None] | None = None,
    watch: Callable[[float], None] | None = None,
    most_runs: int = 1_000_000,
) -> list[Option]:
    """What each choice is worth exactly, on average over the worlds, the best first."""
    scales = Scales(
        ruleset, chosen, worth=worth, decide=decide, most_runs=most_runs, estimated=False
    )
    while scales.turn():
        if watch is not None:
            watch(scales.done)
    return scales.options()
