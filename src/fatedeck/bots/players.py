"""Simple players for any game: one that decides at random, one that follows a game's own policy."""

from __future__ import annotations

import random

from msgspec import Struct

from fatedeck.bots.match import Moment, moves_of
from fatedeck.bots.moves import Move, as_move
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.ruleset import AnyRuleset, Policy, game_of


class RandomPlayer:
    """Takes any move, each as likely."""

    def __init__(self, game: AnyRuleset | str, /, seed: int | None = None) -> None:
        self.ruleset = game_of(game)
        self.luck = random.Random(seed)

    def decide(self, moment: Moment) -> Move:
        """Any of the moves."""
        return self.luck.choice(moves_of(self.ruleset, moment))


class PolicyPlayer:
    """Follows the rule of thumb that a game brings along."""

    def __init__(self, game: AnyRuleset | str, /, policy: Policy[Struct] | None = None) -> None:
        ruleset = game_of(game)
        found = policy or ruleset.policy()
        if found is None:
            raise Unreadable(f"{ruleset.title} has no rule of thumb of its own.")
        if not callable(getattr(found, "act", None)):
            raise Unreadable(
                f"“{found}” is no policy: it has no `act`. Without one, the game’s own is taken."
            )
        self.policy: Policy[Struct] = found

    def decide(self, moment: Moment) -> Move | None:
        """What the rule of thumb would do."""
        if moment.question is not None:
            return as_move(self.policy.answer(moment.shown, moment.question))
        return self.policy.act(moment.state, moment.seat)
