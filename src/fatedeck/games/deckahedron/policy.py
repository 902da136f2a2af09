"""How the machine plays a seat: plainly, from what lies open on the table."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import Policy
from fatedeck.games.deckahedron.actions import (
    BeginPlay,
    Draft,
    EndTurn,
    Flip,
    GiveSpotlight,
    Spread,
    SpreadTokens,
)
from fatedeck.games.deckahedron.creation import next_to_draft, why_not_begin
from fatedeck.games.deckahedron.data import STATS, Stat
from fatedeck.games.deckahedron.state import Table
from fatedeck.games.deckahedron.turns import why_not_act, why_not_give_spotlight


class Plain(Policy[Table]):
    """A steady player: makes a balanced character, then leads with its best stat."""

    def act(self, state: Table, seat: str) -> Struct | None:
        if state.phase == "over":
            return None
        if seat == state.gm:
            return self._lead(state)
        player = state.players[seat]
        if state.phase == "creation":
            if not player.spread:
                return Spread(2, 2, 2)
            if state.has("equipment") and not player.tokens_spread:
                return SpreadTokens(2, 2, 2)
            return Draft(next(iter(state.pool))) if next_to_draft(state) == seat else None
        if why_not_act(state, seat) is not None or state.spotlight != seat:
            return None
        if state.last is not None and state.last.who == seat:
            return EndTurn()
        return Flip(best_stat(state, seat))

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Choose):
            return "standard" if "standard" in question.options else question.options[0]
        if isinstance(question, Several):
            return list(question.options[: question.least])
        if isinstance(question, Number):
            return question.low
        return "" if question.may_be_empty else "so be it"

    def _lead(self, state: Table) -> Struct | None:
        """The GM opens the scene when all are ready and lets the players take turns."""
        if state.phase == "creation":
            return BeginPlay() if why_not_begin(state, state.gm) is None else None
        if state.spotlight:
            return None
        names = list(state.players)
        last = state.last.who if state.last is not None else ""
        start = names.index(last) + 1 if last in names else 0
        for name in names[start:] + names[:start]:
            if why_not_give_spotlight(state, state.gm, name) is None:
                return GiveSpotlight(name)
        return None


def best_stat(table: Table, seat: str) -> Stat:
    """The stat with the highest rank."""
    player = table.players[seat]
    return max(STATS, key=player.rank)
