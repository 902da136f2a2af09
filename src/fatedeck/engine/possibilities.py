"""Every way an action can go, with its exact chance: the rules themselves, run to each end.

Chance is answered with every possibility in turn. Choices are answered by a policy, or so that the
expected worth of what comes out is greatest. Ends that read the same are merged.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from itertools import combinations, product
from typing import Generic, TypeAlias, TypeVar

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.questions import (
    Answer,
    Choose,
    Decision,
    Draw,
    Each,
    Number,
    Question,
    Roll,
    Several,
    Text,
)

S = TypeVar("S", bound=Struct)
R = TypeVar("R", bound=Hashable)

Ends: TypeAlias = dict[R, Fraction]


class Possibilities(Generic[S, R]):
    """The ends of one action.

    `start` makes the state to begin from anew each time, `run` is the action, `read` takes from the
    final state what matters. Without `decide`, every choice is made for the greatest expected
    `worth`; a game's own order of what is better is the caller's to give. With `unseen`, groups of
    card lists that somebody cannot tell apart, a drawn card is any card of its pile's group.
    """

    def __init__(
        self,
        start: Callable[[], S],
        run: Callable[[Game[S]], object],
        read: Callable[[S], R],
        *,
        decide: Callable[[S, Question], Answer] | None = None,
        worth: Callable[[R], Fraction | int] | None = None,
        unseen: Callable[[S], list[list[list[str]]]] | None = None,
        seats: tuple[Seat, ...] = (),
        most_runs: int = 1_000_000,
    ) -> None:
        self._start = start
        self._run = run
        self._read = read
        self._decide = decide
        self._worth = worth
        self._unseen = unseen
        self._seats = seats
        self._runs_left = most_runs

    def ends(self) -> Ends[R]:
        """What can come out, each with its chance."""
        return self._ends(())

    def _ends(self, answers: tuple[Answer, ...]) -> Ends[R]:
        state, question = self._reach(answers)
        if question is None:
            return {self._read(state): Fraction(1)}
        if isinstance(question, Draw):
            question = Draw(self._could_be(state, question))
        if isinstance(question, Draw | Roll):
            ends: Ends[R] = {}
            for answer, copies in question.chances():
                share = Fraction(copies, question.size)
                for end, chance in self._ends((*answers, answer)).items():
                    ends[end] = ends.get(end, Fraction(0)) + share * chance
            return ends
        return max(
            (self._ends((*answers, answer)) for answer in possible_answers(question)),
            key=self._expected,
        )

    def _expected(self, ends: Ends[R]) -> Fraction:
        if self._worth is None:
            raise Refused("", "A choice is asked for, and nothing says what is best.")
        return sum((chance * self._worth(end) for end, chance in ends.items()), Fraction(0))

    def _reach(self, answers: tuple[Answer, ...]) -> tuple[S, Question | None]:
        """Run the action as far as these answers of chance and best play reach."""
        if self._runs_left <= 0:
            raise Refused("", "There are too many possibilities to count them all.")
        self._runs_left -= 1
        state = self._start()
        left = iter(answers)

        def answer(question: Question) -> Answer:
            if self._decide is not None and not isinstance(question, Draw | Roll):
                return question.check(self._decide(state, question))
            given = next(left, None)
            if given is None:
                raise Asked(question)
            if isinstance(question, Draw) and given not in question.cards:
                self._swap(state, question, str(given))
            return given

        try:
            self._run(Game(state, answer, self._seats))
        except Asked as asked:
            return state, asked.question
        return state, None

    def _group(self, state: S, question: Draw) -> list[list[str]]:
        """The card lists among which the drawn pile cannot be told apart, that pile first."""
        for group in self._unseen(state) if self._unseen is not None else ():
            for cards in group:
                if tuple(cards) == question.cards:
                    return [cards, *(other for other in group if other is not cards)]
        return []

    def _could_be(self, state: S, question: Draw) -> tuple[str, ...]:
        group = self._group(state, question)
        return tuple(card for cards in group for card in cards) if group else question.cards

    def _swap(self, state: S, question: Draw, card: str) -> None:
        """Imagine that an unseen card from elsewhere lies in the pile it is drawn from."""
        drawn_from, *others = self._group(state, question)
        elsewhere = next(cards for cards in others if card in cards)
        elsewhere[elsewhere.index(card)] = drawn_from[0]
        drawn_from[0] = card
        drawn_from.sort()


def possible_answers(question: Decision | Each) -> Iterator[Answer]:
    """Every answer to a decision; free words have no mechanical effect and count once."""
    match question:
        case Choose():
            yield from question.options
        case Several():
            for size in range(question.least, question.most + 1):
                yield from (list(chosen) for chosen in combinations(question.options, size))
        case Number():
            yield from range(question.low, question.high + 1)
        case Text():
            yield "" if question.may_be_empty else "…"
        case Each():
            seats = [part.seat for part in question.questions]
            for answers in product(*(tuple(possible_answers(q)) for q in question.questions)):
                together: dict[str, str | int | list[str]] = {}
                for seat, answer in zip(seats, answers, strict=True):
                    assert not isinstance(answer, dict)
                    together[seat] = answer
                yield together
