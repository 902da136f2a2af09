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
    final state what matters. A choice that `decide` leaves open is made for the greatest expected
    `worth`; a game's own order of what is better is the caller's to give. With `unseen`, groups of
    card lists that somebody cannot tell apart, a drawn card is any card of its pile's group.
    With `blind`, a card that goes from one of these lists to another unseen is not looked at: which
    one it was makes no difference to somebody who cannot tell. `given` are the answers of an action
    in flight, and `watch` is told the share that is done: it may raise to call everything off.
    """

    def __init__(
        self,
        start: Callable[[], S],
        run: Callable[[Game[S]], object],
        read: Callable[[S], R],
        *,
        decide: Callable[[S, Question], Answer | None] | None = None,
        worth: Callable[[R], Fraction | int] | None = None,
        unseen: Callable[[S], list[list[list[str]]]] | None = None,
        blind: bool = False,
        seats: tuple[Seat, ...] = (),
        given: tuple[Answer, ...] = (),
        watch: Callable[[float], None] | None = None,
        most_runs: int = 1_000_000,
    ) -> None:
        self._start = start
        self._run = run
        self._read = read
        self._decide = decide
        self._worth = worth
        self._unseen = unseen
        self._blind = blind
        self._seats = seats
        self._given = given
        self._watch = watch
        self._done = 0.0
        self._runs_left = most_runs

    def ends(self) -> Ends[R]:
        """What can come out, each with its chance."""
        return self._ends((), 1.0)

    def options(self) -> list[tuple[Answer, Ends[R]]]:
        """Each answer to the question that is open now, with what can come out after it."""
        _, question = self._reach(())
        if question is None or isinstance(question, Draw | Roll):
            raise Refused("", "Nobody is asked to choose anything now.")
        answers = tuple(possible_answers(question))
        return [(answer, self._ends((answer,), 1 / len(answers))) for answer in answers]

    def _ends(self, answers: tuple[Answer, ...], share: float) -> Ends[R]:
        state, question = self._reach(answers)
        if question is None:
            self._done += share
            if self._watch is not None:
                self._watch(self._done)
            return {self._read(state): Fraction(1)}
        if isinstance(question, Draw):
            if self._blind and self._stays_unseen(state, question, answers):
                return self._ends((*answers, question.cards[0]), share)
            question = Draw(self._could_be(state, question))
        if isinstance(question, Draw | Roll):
            ends: Ends[R] = {}
            for answer, copies in question.chances():
                part = Fraction(copies, question.size)
                after = self._ends((*answers, answer), share * copies / question.size)
                for end, chance in after.items():
                    ends[end] = ends.get(end, Fraction(0)) + part * chance
            return ends
        possible = tuple(possible_answers(question))
        return max(
            (self._ends((*answers, answer), share / len(possible)) for answer in possible),
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
        before, left = iter(self._given), iter(answers)

        def answer(question: Question) -> Answer:
            given = next(before, None)
            if given is not None:
                return given
            if self._decide is not None and not isinstance(question, Draw | Roll):
                decided = self._decide(state, question)
                if decided is not None:
                    return question.check(decided)
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

    def _stays_unseen(self, state: S, question: Draw, answers: tuple[Answer, ...]) -> bool:
        """Whether the drawn card only goes to another place among those that are not told apart."""
        before = sorted(card for cards in self._group(state, question) for card in cards)
        if not before or self._unseen is None:
            return False
        after, _ = self._reach((*answers, question.cards[0]))
        return any(
            before == sorted(card for cards in group for card in cards)
            for group in self._unseen(after)
        )

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
