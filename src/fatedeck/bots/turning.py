"""What turned a game that is over: the turns that made the winner much likelier to win."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from msgspec import Struct

from fatedeck.bots.moves import Scored, to_act
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Did, Entry, Header
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.view import View

MOST = 3
LEAST = 0.1
"""A change that is smaller than this turned nothing."""


class Turn(Struct, frozen=True):
    """A seat's turn: who won by it, their chance before and after, and where the turn began.

    `did` are the quiet points from which its actions changed what lies on the table.
    """

    n: int
    seat: str
    before: float
    after: float
    did: tuple[int, ...]


def turning_points(ruleset: AnyRuleset, header: Header, entries: Sequence[Entry]) -> list[Turn]:
    """The turns that helped the winner most, in the order in which they were played.

    Chances are compared from the beginning of one turn to that of the next: in the middle, what is
    spent is gone and what it was spent for is not there yet. None for a game without a winner, or
    one that doesn't say how likely each seat is to win, and for one that somebody gave up. What was
    lost again later turned nothing.
    """
    if gave_up(ruleset, entries):
        return []
    record, codec = replay(ruleset, header, entries), Codec(ruleset)
    won = ruleset.view(record.state, None).won
    if len(won) != 1 or not isinstance(ruleset, Scored):
        return []
    seat = won[0]
    # before the first cards were dealt nothing could turn
    states = {n: codec.decode(record.quiet[n]) for n in sorted(record.quiet) if n}
    begun = [next(group) for _, group in groupby(states, lambda n: to_act(ruleset, states[n]))]
    worth = {n: ruleset.worth(states[n])[seat] for n in begun}
    table = {n: _table(ruleset.view(state, None)) for n, state in states.items()}
    turns = [
        Turn(
            n,
            seat,
            worth[n],
            worth[after],
            tuple(a for a, b in pairwise(states) if n <= a < after and table[a] != table[b]),
        )
        for place, (n, after) in enumerate(pairwise(begun), 1)
        if worth[after] - worth[n] >= LEAST
        if min(worth[later] for later in begun[place:]) > worth[n]
    ]
    largest = sorted(turns, key=lambda turn: turn.before - turn.after)[:MOST]
    return sorted(largest, key=lambda turn: turn.n)


def gave_up(ruleset: AnyRuleset, entries: Sequence[Entry]) -> str:
    """Who ended a game that is over by giving up, if somebody did."""
    last = next((entry for entry in reversed(entries) if isinstance(entry, Did)), None)
    return last.seat if last is not None and last.action.get("do") in ruleset.any_time else ""


def _table(seen: View) -> object:
    """What everybody has left, which cards lie before them, and who has won."""
    left = [
        (one.id, bar.label, bar.value) for one in seen.sheets for bar in one.counters if bar.bar
    ]
    cards = [{card.name for card in zone.cards} for zone in seen.zones if zone.purpose == "play"]
    return left, cards, seen.won
