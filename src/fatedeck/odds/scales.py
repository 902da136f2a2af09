"""Weighing choices a little at a time, all alike, so that there is something to tell at any moment.

Every choice is followed to each of its ends, in turns that grow longer: what is soon followed is
told first, and a choice that leads to very many ends holds up no other. Until it has been followed
to the last one, games played out at random tell roughly what it is worth.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Generator, Mapping, Sequence
from fractions import Fraction
from math import sqrt
from time import process_time
from typing import Generic, TypeVar

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.possibilities import Ends, Possibilities, TooMany, few_answers
from fatedeck.engine.questions import (
    Answer,
    Choose,
    Decision,
    Draw,
    Each,
    Question,
    Roll,
    Several,
    Text,
)
from fatedeck.engine.ruleset import Ruleset
from fatedeck.engine.titles import title
from fatedeck.odds.dilemmas import Dilemma

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)

FIRST_TURN, LONGEST_TURN = 0.01, 0.2
"""Seconds of work that a choice gets in its first turn; every further round doubles them."""
LEAST_PLAYED, MOST_PLAYED = 25, 5000
"""How many games an estimate is made from."""
WITHIN = 1.96
"""Standard errors within which a mean lies in 19 of 20 cases."""
MOST_NAMED = 4


class Option(Struct, frozen=True):
    """An answer or an action, and what it is worth on average.

    Where not all its ends have been followed this is an estimate from so many games `played`, in
    which the machine makes the seat's later choices too: in 19 of 20 cases what it is worth with
    those choices lies within `give_or_take`.
    """

    answer: str
    worth: Fraction
    played: int = 0
    give_or_take: float = 0
    label: str = ""
    """What people read for it, where that is not its name."""
    ends: tuple[tuple[Fraction, Fraction], ...] = ()
    """What it may come to, each with its chance, once all its ends have been followed."""


class Scales(Generic[S, Opt, A]):
    """The choices of a dilemma while they are being weighed.

    A choice that the rules refuse is none. With `estimated` false nothing is played at random, and
    too many possibilities are refused. With `happens` this is what asks for an answer, in place of
    an action. With a `limit` of seconds a choice that could not be followed to its last end within
    it is left at an estimate from many games.
    """

    def __init__(
        self,
        ruleset: Ruleset[S, Opt, A],
        chosen: Dilemma,
        *,
        worth: Callable[[S], Fraction | int] | None = None,
        decide: Callable[[S, Question], Answer | None] | None = None,
        happens: Callable[[Game[S]], None] | None = None,
        most_runs: int = 1_000_000,
        limit: float | None = None,
        estimated: bool = True,
        luck: random.Random | None = None,
    ) -> None:
        self._left_out = chosen.left_out
        self._worlds = len(chosen.worlds)
        self._estimated = estimated
        self._limit = limit
        self._luck = luck if luck is not None else random.SystemRandom()
        self._policy = ruleset.policy()
        searching = _Searching(ruleset, chosen, worth, decide, happens, most_runs)
        self._choices = [_Choice(*way) for way in searching.ways()]
        for choice in self._choices:
            choice.label = searching.labels.get(choice.name, "")
        self.prompt = searching.prompt
        """What is asked, in words; empty when actions are weighed."""
        self._waiting = deque(self._choices)
        self._number = len(self._choices)
        self._round, self._seconds = self._number, FIRST_TURN
        self._refused: Refused | None = None

    @property
    def done(self) -> float:
        """The share of all that is to be followed."""
        over = self._number - len(self._waiting)
        return (over + sum(choice.done for choice in self._waiting)) / (self._number or 1)

    def turn(self) -> bool:
        """Go on with the next choice for a little while; False when all have been weighed."""
        if not self._waiting:
            if self._refused is not None and not self._choices:
                raise self._refused
            return False
        if not self._round:
            self._round = len(self._waiting)
            self._seconds = min(2 * self._seconds, LONGEST_TURN)
        self._round -= 1
        choice = self._waiting.popleft()
        try:
            choice.follow(process_time() + self._seconds)
        except TooMany:
            if not self._estimated:
                raise
            choice.boundless = True
        except Refused as why_not:
            self._refused = why_not
            self._choices.remove(choice)
            return True
        if self._estimated and choice.is_open:
            choice.play(process_time() + self._seconds, self._luck, self._choose)
        if choice.is_open and not (choice.played >= MOST_PLAYED and self._is_too_deep(choice)):
            self._waiting.append(choice)
        return True

    def _is_too_deep(self, choice: _Choice[S]) -> bool:
        """Whether a choice cannot be followed to its last end, at its pace, within the limit."""
        late = self._limit is not None and choice.spent > choice.done * self._limit
        return choice.boundless or late

    def options(self) -> list[Option]:
        """What has been weighed or estimated so far, the best first."""
        found = [option for choice in self._choices if (option := choice.option()) is not None]
        return sorted(found, key=lambda option: -option.worth)

    def note(self) -> str:
        """What a reader of the options must know about them, in plain words."""
        found = {choice.label or choice.name: choice.option() for choice in self._choices}
        sentences = []
        if any(option is not None and option.played for option in found.values()):
            sentences.append(
                "≈ marks an estimate from random games in which the machine makes your later "
                "choices: 19 times in 20 it’s within the ± shown."
            )
        if self._worlds > 1:
            sentences.append(f"Cards you can’t see are dealt out in {self._worlds} ways.")
        waiting = [name for name, option in found.items() if option is None]
        if waiting:
            sentences.append(f"There was no time to weigh {_named(waiting)}.")
        if self._left_out:
            sentences.append(f"Too much is left open to weigh {_named(self._left_out)}.")
        return " ".join(sentences)

    def _choose(self, state: S, asked: Decision | Each) -> Answer:
        if self._policy is not None and not isinstance(asked, Each):
            return self._policy.answer(state, asked)
        return self._luck.choice(few_answers(asked))


class _Choice(Generic[S]):
    """One choice on its way: the same answers in every world that the seat can imagine."""

    def __init__(
        self, name: str, worlds: Sequence[Possibilities[S, Fraction]], answers: tuple[Answer, ...]
    ) -> None:
        self.name = name
        self.label = ""
        self.boundless = False
        self.played = 0
        self.spent = 0.0
        self._worlds = worlds
        self._answers = answers
        self._steps: Generator[float, None, Ends[Fraction]] | None = None
        self._worths: list[Fraction] = []
        self._ends: dict[Fraction, Fraction] = {}
        self._share = 0.0
        self._sum = self._squares = 0.0

    @property
    def is_open(self) -> bool:
        return len(self._worths) < len(self._worlds)

    @property
    def done(self) -> float:
        return (len(self._worths) + self._share) / len(self._worlds)

    def follow(self, until: float) -> None:
        """Follow more of its ends, until then."""
        began = process_time()
        try:
            self._follow(until)
        finally:
            self.spent += process_time() - began

    def _follow(self, until: float) -> None:
        while self.is_open and not self.boundless:
            if self._steps is None:
                self._steps = self._worlds[len(self._worths)].steps(self._answers)
            try:
                self._share = next(self._steps)
            except StopIteration as over:
                ends: Ends[Fraction] = over.value
                worth = sum((end * chance for end, chance in ends.items()), Fraction(0))
                self._worths.append(worth)
                for end, chance in ends.items():
                    part = chance / len(self._worlds)
                    self._ends[end] = self._ends.get(end, Fraction(0)) + part
                self._steps, self._share = None, 0.0
            if process_time() > until:
                return

    def play(
        self, until: float, luck: random.Random, choose: Callable[[S, Decision | Each], Answer]
    ) -> None:
        """Play it out at random some more times, until then; what the rules refuse is not counted.

        The worlds take turns.
        """
        tries = 0
        while self.played < MOST_PLAYED:
            world = self._worlds[self.played % len(self._worlds)]
            tries += 1
            try:
                worth = float(world.play(self._answers, luck, choose))
            except Refused:
                if tries > self.played + LEAST_PLAYED:
                    return
            else:
                self.played += 1
                self._sum += worth
                self._squares += worth * worth
            if process_time() > until:
                return

    def option(self) -> Option | None:
        """What it is worth as far as that is known; None when too little is."""
        if not self.is_open:
            worth = sum(self._worths, Fraction(0)) / len(self._worths)
            return Option(
                self.name, worth, label=self.label, ends=tuple(sorted(self._ends.items()))
            )
        if self.played < LEAST_PLAYED:
            return None
        mean = self._sum / self.played
        variance = max(0.0, self._squares / self.played - mean * mean)
        error = WITHIN * sqrt(variance / (self.played - 1))
        return Option(self.name, Fraction(mean), self.played, error, self.label)


class _Searching(Generic[S, Opt, A]):
    """How the choices of a dilemma are followed: as the seat knows the world, read as worth."""

    def __init__(
        self,
        ruleset: Ruleset[S, Opt, A],
        chosen: Dilemma,
        worth: Callable[[S], Fraction | int] | None,
        decide: Callable[[S, Question], Answer | None] | None,
        happens: Callable[[Game[S]], None] | None,
        most_runs: int,
    ) -> None:
        self._ruleset = ruleset
        self._chosen = chosen
        self._worth = worth
        self._decide = decide
        self._happens = happens
        self._most_runs = most_runs
        self._codec = Codec(ruleset)
        self._policy = ruleset.policy()
        self.prompt = ""
        self.labels: dict[str, str] = {}

    def ways(
        self,
    ) -> list[tuple[str, list[Possibilities[S, Fraction]], tuple[Answer, ...]]]:
        """Every choice by its name: the action in every world, and the answers to begin with.

        For whom nothing is better than anything else, nothing is weighed.
        """
        chosen = self._chosen
        if self._worth is None:
            self._value(self._codec.decode(chosen.worlds[0]))
        if chosen.actions:
            return [
                (name, [self._search(world, chosen.seat, act) for world in chosen.worlds], ())
                for name, act in chosen.actions.items()
            ]

        def searches() -> list[Possibilities[S, Fraction]]:
            return [self._search(world, chosen.actor, chosen.action) for world in chosen.worlds]

        asked = searches()[0].asked()
        self.prompt = "" if isinstance(asked, Each) else asked.prompt
        answers = few_answers(asked)
        if isinstance(asked, Choose | Several):
            labels = {**asked.labels, **chosen.titles}
            self.labels = {_said(answer): _read(labels, answer) for answer in answers}
        return [(_said(answer), searches(), (answer,)) for answer in answers]

    def _search(self, snapshot: bytes, actor: str, action: Act) -> Possibilities[S, Fraction]:
        """An action run to every end as a seat knows it, each end read as what it is worth."""
        ruleset, chosen, codec = self._ruleset, self._chosen, self._codec

        def perform(game: Game[S]) -> None:
            if self._happens is not None:
                self._happens(game)
            elif action:
                codec.perform(game, actor, action)

        return Possibilities(
            lambda: codec.decode(snapshot),
            perform,
            self._value,
            decide=self._decided,
            worth=lambda end: end,
            unseen=lambda world: ruleset.hidden(world, chosen.seat),
            blind=True,
            seats=chosen.seats,
            given=chosen.given,
            most_runs=self._most_runs,
        )

    def _value(self, state: S) -> Fraction:
        if self._worth is not None:
            return Fraction(self._worth(state))
        return Fraction(self._ruleset.standing(state, self._chosen.seat))

    def _decided(self, state: S, asked: Question) -> Answer | None:
        """What is not the seat's to choose: others choose by the game's policy, if it has one."""
        if self._decide is not None and (answer := self._decide(state, asked)) is not None:
            return answer
        if isinstance(asked, Text) and asked.may_be_empty:
            return ""
        if isinstance(asked, Draw | Roll | Each) or asked.seat == self._chosen.seat:
            return None
        return self._policy.answer(state, asked) if self._policy is not None else None


def _said(answer: Answer) -> str:
    """An answer by its name.

    >>> _said([]), _said(["a torch", "rope"]), _said(3)
    ('none', 'a torch, rope', '3')
    """
    return (", ".join(answer) or "none") if isinstance(answer, list) else str(answer)


def _read(labels: Mapping[str, str], answer: Answer) -> str:
    """An answer as people read it."""
    names = answer if isinstance(answer, list) else [str(answer)]
    return _said([title(name, labels, {}) for name in names])


def _named(names: Sequence[str]) -> str:
    """Some names, and how many more there are.

    >>> _named(["Flip"]), _named(["Run", "Rest"]), _named(list("abcdef"))
    ('Flip', 'Run and Rest', 'a, b, c, d and 2 more')
    """
    shown, more = list(names[:MOST_NAMED]), len(names) - MOST_NAMED
    last = f"{more} more" if more > 0 else shown.pop()
    return f"{', '.join(shown)} and {last}" if shown else last
