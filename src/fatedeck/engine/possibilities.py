"""Every way an action can go, with its exact chance: the rules themselves, run to each end.

Chance is answered with every possibility in turn. Choices are answered by a policy, or so that the
expected worth of what comes out is greatest. Ends that read the same are merged, and so are ways
that meet: where a rule lays down what it has turned in an order of its own, the order in which the
cards came makes no difference and is followed once.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import chain, combinations, islice, product
from typing import Generic, SupportsIndex, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from fatedeck.engine.cards import Pile, Place
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

MOST_ANSWERS = 2000
"""A question with more answers than this is not weighed answer by answer."""


MOST_MET = 100_000
"""So many places are remembered where ways may meet."""


class TooMany(Refused):
    """There are more possibilities than are to be counted."""

    def __init__(self) -> None:
        super().__init__("", "There are too many possibilities to count them all.")


class Possibilities(Generic[S, R]):
    """The ends of one action.

    `start` makes the state to begin from anew each time, `run` is the action, `read` takes from the
    final state what matters. A choice that `decide` leaves open is made for the greatest expected
    `worth`; a game's own order of what is better is the caller's to give. With `unseen`, groups of
    card lists that somebody cannot tell apart, a drawn card is any card of its pile's group.
    With `blind`, a card that goes from one of these lists to another unseen, and that no rule looks
    at, is one card at random: which one makes no difference to somebody who cannot tell. `given`
    are the answers of an action in flight. An answer that the rules refuse afterwards is none that
    may be given. With `told` questions come in the words of the table, for a `decide` that goes by
    what people read.
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
        most_runs: int = 1_000_000,
        told: bool = False,
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
        self._told = told
        self._runs_left = most_runs
        self._luck = random.Random()
        self._met: dict[bytes, Ends[R]] = {}

    def ends(self) -> Ends[R]:
        """What can come out, each with its chance."""
        return _last(self.steps())

    def steps(self, answers: tuple[Answer, ...] = ()) -> Generator[float, None, Ends[R]]:
        """The same after these answers, one run of the rules at a time: the share that is done.

        Whoever asks may do something else in between, or go no further.
        """
        return self._steps(answers, 0.0, 1.0)

    def options(self) -> list[tuple[Answer, Ends[R]]]:
        """Each answer to the question that is open now, with what can come out after it."""
        return [(answer, _last(self.steps((answer,)))) for answer in few_answers(self.asked())]

    def asked(self) -> Decision | Each:
        """The question that is open now, in the words of the table."""
        _, question = self._reach((), told=True)
        if question is None or isinstance(question, Draw | Roll):
            raise Refused("", "Nobody is asked to choose anything now.")
        return question

    def play(
        self,
        answers: tuple[Answer, ...],
        luck: random.Random,
        choose: Callable[[S, Decision | Each], Answer],
    ) -> R:
        """One way that it may go after these answers, chance at random and choices by `choose`."""
        state = self._start()

        def otherwise(question: Question) -> Answer:
            if not isinstance(question, Draw | Roll):
                return question.check(choose(state, question))
            chance = self._any_of(game, question) if isinstance(question, Draw) else question
            return chance.at(luck.randrange(chance.size))

        game = self._game(state, answers, otherwise)
        self._run(game)
        return self._read(state)

    def _steps(
        self, answers: tuple[Answer, ...], done: float, share: float
    ) -> Generator[float, None, Ends[R]]:
        game, question = self._reach(answers)
        if question is None:
            yield done + share
            return {self._read(game.state): Fraction(1)}
        yield done
        if isinstance(question, Draw):
            if self._blind:
                any_card = (*answers, _Any(self._luck.choice(question.cards)))
                try:
                    if self._stays_unseen(game, any_card):
                        return (yield from self._steps(any_card, done, share))
                except _Looked as looked:
                    if looked.at != len(answers):
                        raise
            question = self._any_of(game, question)
        if isinstance(question, Draw | Roll):
            met = game.met()
            if met in self._met:
                yield done + share
                return self._met[met]
            ends: Ends[R] = {}
            for answer, copies in question.chances():
                part = Fraction(copies, question.size)
                some = share * copies / question.size
                after = yield from self._steps((*answers, answer), done, some)
                done += some
                for end, chance in after.items():
                    ends[end] = ends.get(end, Fraction(0)) + part * chance
            if met and len(self._met) < MOST_MET:
                self._met[met] = ends
            return ends
        return (yield from self._best_of(few_answers(question), answers, done, share))

    def _best_of(
        self,
        possible: tuple[Answer, ...],
        answers: tuple[Answer, ...],
        done: float,
        share: float,
    ) -> Generator[float, None, Ends[R]]:
        """What comes of the answer that is worth most, among those that the rules take."""
        found: list[Ends[R]] = []
        refused: Refused | None = None
        some = share / len(possible)
        for number, answer in enumerate(possible):
            try:
                found.append(
                    (yield from self._steps((*answers, answer), done + number * some, some))
                )
            except TooMany:
                raise
            except Refused as why_not:
                refused = why_not
        if not found and refused is not None:
            raise refused
        return max(found, key=self._expected)

    def _expected(self, ends: Ends[R]) -> Fraction:
        if self._worth is None:
            raise Refused("", "There is a choice to make, and nothing says what is best.")
        return sum((chance * self._worth(end) for end, chance in ends.items()), Fraction(0))

    def _reach(
        self, answers: tuple[Answer, ...], *, told: bool = False
    ) -> tuple[_Drawing[S], Question | None]:
        """Run the action as far as these answers of chance and best play reach.

        With the game come the question that is open then, if one is. Nobody listens, unless the
        story is `told`: then questions call everyone by their names.
        """
        if self._runs_left <= 0:
            raise TooMany
        self._runs_left -= 1

        def otherwise(question: Question) -> Answer:
            raise Asked(question)

        game = self._game(self._start(), answers, otherwise)
        game.lines = [] if told or self._told else None
        try:
            self._run(game)
        except Asked as asked:
            return game, asked.question
        return game, None

    def _game(
        self,
        state: S,
        answers: tuple[Answer, ...],
        otherwise: Callable[[Question], Answer],
    ) -> _Drawing[S]:
        """A game that is answered as given, as decided, by these answers, and then otherwise."""
        before, left = iter(self._given), iter(answers)

        def answer(question: Question) -> Answer:
            given = next(before, None)
            if given is not None:
                return given
            if self._decide is not None and not isinstance(question, Draw | Roll):
                decided = self._decide(state, question)
                if decided is not None:
                    game.remembered.append(decided)
                    return question.check(decided)
            given = next(left, None)
            if given is None:
                given = otherwise(question)
            if isinstance(given, _Any):
                game.unlooked = next(at for at, one in enumerate(answers) if one is given)
            elif isinstance(question, Draw):
                if given not in question.cards:
                    self._swap(state, game.bag, str(given))
                game.drawn.append(str(given))
            game.remembered.append(given)
            return given

        game = _Drawing(state, answer, self._seats)
        return game

    def _any_of(self, game: _Drawing[S], question: Draw) -> Draw:
        """Every card that may be drawn: of the bag, and unseen ones that may lie in it instead.

        A card that was drawn on the way here lies where it went.
        """
        group = self._group(game.state, game.bag)
        if not group:
            return question
        own, *others = group
        elsewhere = Counter(chain(*others)) - Counter(game.drawn)
        return Draw((*own, *elsewhere.elements()))

    def _group(self, state: S, bag: list[str] | None) -> list[list[str]]:
        """The card lists among which a bag cannot be told apart, that bag first."""
        for group in self._unseen(state) if self._unseen is not None else ():
            if any(cards is bag for cards in group):
                return [cards for cards in group if cards is bag] + [
                    cards for cards in group if cards is not bag
                ]
        return []

    def _stays_unseen(self, game: _Drawing[S], answers: tuple[Answer, ...]) -> bool:
        """Whether the drawn card only goes to another place among those that are not told apart."""
        if self._unseen is None or not self._group(game.state, game.bag):
            return False
        groups = self._unseen(game.state)
        groups_after = self._unseen(self._reach(answers)[0].state)
        return len(groups) == len(groups_after) and all(
            sorted(chain(*before)) == sorted(chain(*after))
            for before, after in zip(groups, groups_after, strict=True)
        )

    def _swap(self, state: S, bag: list[str] | None, card: str) -> None:
        """Imagine that an unseen card from elsewhere lies in the bag it is drawn from."""
        drawn_from, *others = self._group(state, bag)
        elsewhere = next(cards for cards in others if card in cards)
        elsewhere[elsewhere.index(card)] = drawn_from[0]
        drawn_from[0] = card
        drawn_from.sort()


class _Drawing(Game[S]):
    """A game that knows which bag a card is being drawn from: another one may look the same.

    A card that is any card must not be looked at.
    """

    bag: list[str] | None = None
    shown = False
    unlooked: int | None = None

    def __init__(
        self, state: S, answer: Callable[[Question], Answer], seats: tuple[Seat, ...]
    ) -> None:
        super().__init__(state, answer, seats)
        self.drawn: list[str] = []
        self.remembered: list[Answer] = []

    def met(self) -> bytes:
        """All that can tell one way to an open draw from another; empty where that is unsure.

        It is the state, and every answer that may lie nowhere but in a rule's memory. A card that
        was laid openly somewhere is in the state, in its order.
        """
        if not self.shown or any(isinstance(answer, _Any) for answer in self.remembered):
            return b""
        told = msgspec.msgpack.encode((self.state, self.remembered, sorted(self.drawn)))
        return blake2b(told, digest_size=16).digest()

    def draw(self, source: Pile, to: Pile, place: Place = "top") -> str:
        self.bag = source.bag
        asked = len(self.remembered)
        card = super().draw(source, to, place)
        self.bag = None
        if place != "bag" and len(self.remembered) > asked and self.unlooked is None:
            self.remembered[-1] = _LAID
            self.shown = True
        if self.unlooked is not None:
            card = _Unlooked.at(card, self.unlooked)
            self.unlooked = None
        return card


_LAID = ""
"""In place of a card that was drawn and laid openly."""


class _Any(str):
    """The answer to a draw where one card is as good as another."""

    __slots__ = ()


class _Looked(BaseException):
    """A rule looks at a card that was taken for any card; the draw is told by its place."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class _Unlooked(str):
    """A card that a rule may move about unseen; whoever looks at it raises `_Looked`."""

    @staticmethod
    def at(card: str, place: int) -> _Unlooked:
        made = _Unlooked(card)
        object.__setattr__(made, "place", place)
        return made

    def __getattribute__(self, name: str) -> object:
        raise _Looked(_place(self))

    def __hash__(self) -> int:
        raise _Looked(_place(self))

    def __eq__(self, other: object) -> bool:
        raise _Looked(_place(self))

    def __ne__(self, other: object) -> bool:
        raise _Looked(_place(self))

    def __lt__(self, other: str) -> bool:
        raise _Looked(_place(self))

    def __str__(self) -> str:
        raise _Looked(_place(self))

    def __repr__(self) -> str:
        raise _Looked(_place(self))

    def __format__(self, spec: str) -> str:
        raise _Looked(_place(self))

    def __getitem__(self, at: SupportsIndex | slice) -> str:
        raise _Looked(_place(self))

    def __contains__(self, part: object) -> bool:
        raise _Looked(_place(self))

    def __len__(self) -> int:
        raise _Looked(_place(self))

    def __iter__(self) -> Iterator[str]:
        raise _Looked(_place(self))


def _place(card: _Unlooked) -> int:
    place: int = object.__getattribute__(card, "place")
    return place


def _last(steps: Generator[float, None, Ends[R]]) -> Ends[R]:
    """What steps come to in the end."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            ends: Ends[R] = end.value
            return ends


def few_answers(question: Decision | Each) -> tuple[Answer, ...]:
    """Every answer to a decision, if they are not too many to look at each."""
    answers = tuple(islice(possible_answers(question), MOST_ANSWERS + 1))
    if len(answers) > MOST_ANSWERS:
        raise TooMany
    return answers


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
