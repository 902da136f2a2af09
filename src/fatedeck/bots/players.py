"""Simple players for any game: one that decides at random, one that follows a game's own policy."""

from __future__ import annotations

import random

from msgspec import Struct

from fatedeck.bots.match import Moment, moves_of
from fatedeck.bots.moves import Move, as_move
from fatedeck.engine.ruleset import AnyRuleset, Policy


class RandomPlayer:
    """Takes any move, each as likely."""

    def __init__(self, ruleset: AnyRuleset, seed: int | None = None) -> None:
        self.ruleset = ruleset
        self.luck = random.Random(seed)

    def decide(self, moment: Moment) -> Move:
        return self.luck.choice(moves_of(self.ruleset, moment))


class PolicyPlayer:
    """Follows the rule of thumb that a game brings along."""

    def __init__(self, ruleset: AnyRuleset, policy: Policy[Struct] | None = None) -> None:
        found = policy or ruleset.policy()
        assert found is not None, f"{ruleset.title} has no policy"
        self.policy: Policy[Struct] = found

    def decide(self, moment: Moment) -> Move | None:
        if moment.question is not None:
            return as_move(self.policy.answer(moment.shown, moment.question))
        return self.policy.act(moment.state, moment.seat)
