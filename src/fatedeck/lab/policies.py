"""Who decides in a fight: the game's own rule of thumb, another temper, chance, or your class."""

from __future__ import annotations

import importlib
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

from msgspec import Struct

from fatedeck.bots.moves import Quick, actions
from fatedeck.engine.actions import Action, why_refused
from fatedeck.engine.codec import Codec
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import tag
from fatedeck.engine.questions import Answer, Decision
from fatedeck.engine.random_play import fill_in, random_answer
from fatedeck.engine.ruleset import AnyRuleset, Policy
from fatedeck.lab.encounter import OWN

RANDOM = "random"
TRIES = 8
"""How often something is tried at random before the rule of thumb decides after all."""


@runtime_checkable
class Lucky(Protocol):
    """A policy that leaves something to chance: its `luck` is seeded again before each fight."""

    luck: random.Random


def ways(ruleset: AnyRuleset) -> list[str]:
    """The ways of playing that a game has by name."""
    return [OWN, *ruleset.tempers(), RANDOM]


def policy_of(ruleset: AnyRuleset, name: str) -> Policy[Struct]:
    """The way of playing with this name; `my_module:MyPolicy` is a class of your own."""
    if ":" in name:
        return _own_class(name)
    own = ruleset.policy()
    if own is None:
        raise Refused("", f"The machine can’t play {ruleset.title}, so nobody can fight there.")
    if name == OWN:
        return own
    if name == RANDOM:
        return AtRandom(ruleset, own)
    tempers = ruleset.tempers()
    if name not in tempers:
        known = ", ".join(ways(ruleset))
        raise Refused(
            "", f"Nobody plays {ruleset.title} as “{name}”. You can name: {known}, module:Class."
        )
    return tempers[name]


def _own_class(name: str) -> Policy[Struct]:
    """A class that somebody wrote; a module of the folder we are in is found, too."""
    module, _, attribute = name.partition(":")
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        made: object = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as fault:
        raise Refused("", f"There is no policy “{name}”: {fault}.") from fault
    policy = made() if isinstance(made, type) else None
    if not isinstance(policy, Policy):
        raise Refused("", f"“{name}” is no class of the kind fatedeck.engine.ruleset.Policy.")
    return policy


class AtRandom(Policy[Struct]):
    """Does anything that is usual and allowed, and gives any answer.

    Foes of a game master do what kind of thing they would do, to whomever and however it comes.
    """

    def __init__(self, ruleset: AnyRuleset, own: Policy[Struct]) -> None:
        self.luck = random.Random(0)
        self._ruleset, self._own, self._codec = ruleset, own, Codec(ruleset)

    def act(self, state: Struct, seat: str) -> Struct | None:
        if isinstance(self._ruleset, Quick):
            return self.luck.choice(actions(self._ruleset, state, seat))
        usual = self._own.act(state, seat)
        if usual is None:
            return None
        is_master = seat not in (party.able if (party := self._ruleset.party(state)) else ())
        tags = (tag(type(usual)),) if is_master else self._ruleset.likely
        return self._any(state, seat, tags) or usual

    def _any(self, state: Struct, seat: str, tags: Sequence[str]) -> Struct | None:
        """Something of these kinds that is allowed, if some tries find it."""
        offers = [
            offer
            for offer in self._ruleset.offers(state, seat)
            if not offer.why_not and offer.do in tags
        ]
        for _ in range(TRIES if offers else 0):
            try:
                act = fill_in(self._ruleset, state, seat, self.luck.choice(offers), self.luck)
            except Refused:
                continue
            action = self._codec.action(act)
            if not isinstance(action, Action) or why_refused(action, state, seat) is None:
                return action
        return None

    def answer(self, state: Struct, question: Decision) -> Answer:
        return random_answer(question, self.luck)
