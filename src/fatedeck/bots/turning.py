"""What turned a game that is over: the actions that made the winner much likelier to win."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

from fatedeck.bots.moves import Scored
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Entry, Header
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset

MOST = 3
LEAST = 0.1
"""A change that is smaller than this turned nothing."""


class Turn(Struct, frozen=True):
    """An action from one quiet point on: who won by it, and their chance before and after."""

    n: int
    seat: str
    before: float
    after: float


def turning_points(ruleset: AnyRuleset, header: Header, entries: Sequence[Entry]) -> list[Turn]:
    """The actions that helped the winner most, in the order in which they were done.

    None for a game without a winner, or one that doesn't say how likely each seat is to win.
    """
    record, codec = replay(ruleset, header, entries), Codec(ruleset)
    won = ruleset.view(record.state, None).won
    if len(won) != 1 or not isinstance(ruleset, Scored):
        return []
    seat = won[0]
    worth = {
        n: ruleset.worth(codec.decode(state))[seat]
        for n, state in record.quiet.items()
        if n  # before the first cards were dealt nothing could turn
    }
    turns = [
        Turn(n, seat, worth[n], worth[after])
        for n, after in pairwise(sorted(worth))
        if worth[after] - worth[n] >= LEAST
    ]
    largest = sorted(turns, key=lambda turn: turn.before - turn.after)[:MOST]
    return sorted(largest, key=lambda turn: turn.n)
