"""What a rule holds: the state, and a way to ask for what it cannot decide itself.

A rule calls `draw`, `roll`, `choose` and their like as if they simply returned. Whoever drives the
game supplies `answer`: a live table, a scenario's script, a record, every possibility in turn, or a
policy. When a driver has no answer yet it raises `Asked`, which no rule catches, and the action is
run again from its start once the answer is known. So a rule changes nothing but `game.state` and
asks for chance, never makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, ParamSpec, TypeVar

from msgspec import Struct

from fatedeck.engine.cards import Pile, Place, put
from fatedeck.engine.questions import (
    UNSAID,
    Answer,
    Choose,
    Decision,
    Draw,
    Each,
    Meaning,
    Number,
    Question,
    Roll,
    Several,
    Text,
    Words,
    asked_of,
)
from fatedeck.engine.story import Line, Moment, Said

S = TypeVar("S", bound=Struct)
Z = TypeVar("Z", bound=Struct)
T = TypeVar("T")
P = ParamSpec("P")

YES: Final = "yes"
NO: Final = "no"


class Asked(BaseException):
    """The answers on record have run out; carries the open question. No rule catches it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class OthersAsked(BaseException):
    """Somebody would be asked who must not be. Like `Asked`, no rule catches it."""


class Seat(Struct, frozen=True):
    """A chair at the table: its name, and whether a player or the game master sits there."""

    name: str
    role: str = "player"


class Game(Generic[S]):
    """A state in play. `lines` collects what the rules tell; `None` plays in silence.

    `is_answered` says of the question that comes next whether its answer is on record already.
    """

    __slots__ = ("_answer", "_is_answered", "lines", "seats", "state")

    def __init__(
        self,
        state: S,
        answer: Callable[[Question], Answer],
        seats: Sequence[Seat] = (),
        lines: list[Line] | None = None,
        is_answered: Callable[[], bool] = lambda: False,
    ) -> None:
        self.state = state
        self.seats = seats
        self.lines = lines
        self._answer = answer
        self._is_answered = is_answered

    def beside(self, state: Z, lines: list[Line] | None) -> Game[Z]:
        """The same game about something else of it, told into these lines."""
        return Game(state, self._answer, self.seats, lines, self._is_answered)

    def answered(self, seat: str, answer: Callable[[Decision], Answer | None]) -> Game[S]:
        """The same game, in which this seat's answers are given at once where they are known."""

        def given(question: Question) -> Answer:
            known = None
            if not isinstance(question, Draw | Roll | Each) and question.seat == seat:
                known = answer(question)
            return self._answer(question) if known is None else known

        return Game(self.state, given, self.seats, self.lines, self._is_answered)

    def asking_only(self, seat: str) -> Game[S]:
        """The same game, in which `OthersAsked` is raised where anybody but this seat is asked."""

        def asked(question: Question) -> Answer:
            if set(asked_of(question)) - {seat}:
                raise OthersAsked
            return self._answer(question)

        return Game(self.state, asked, self.seats, self.lines, self._is_answered)

    # Chance

    def draw(self, source: Pile, to: Pile, place: Place = "top") -> str:
        """Move the next card of one pile to another. The pile must hold one."""
        if source.top:
            card = source.top.pop(0)
        elif source.bag:
            card = str(self._answer(Draw(tuple(source.bag))))
            source.bag.remove(card)
        else:
            card = source.bottom.pop(0)
        put(card, to, place)
        return card

    def pick(self, names: Sequence[str]) -> str:
        """One of these names at random, each equally likely."""
        return str(self._answer(Draw(tuple(sorted(names)))))

    def roll(self, sides: int) -> int:
        """Roll one die."""
        rolled = self._answer(Roll(sides))
        assert isinstance(rolled, int)
        return rolled

    # Choices

    def choose(
        self,
        seat: str,
        name: str,
        prompt: str,
        options: Iterable[str],
        *clauses: str,
        labels: Mapping[str, str] | None = None,
        notes: Mapping[str, str] | None = None,
        secret: bool = False,
        of: Meaning = "",
        moot: str = "",
    ) -> str:
        """One of these options; `labels` are what people read for them, `of` what they are.

        For `moot` see `Choose`.

        The seat is asked even when only one option is left: whom we ask, and when, must not depend
        on what it holds. A rule that wants no needless question tests for that itself.
        """
        said, noted = dict(labels) if labels else {}, dict(notes) if notes else {}
        question = Choose(
            seat, name, prompt, tuple(options), said, noted, clauses, secret, of, moot
        )
        return str(self._answer(question))

    def choose_among(
        self,
        seat: str,
        name: str,
        prompt: str,
        options: Mapping[str, T],
        *clauses: str,
        labels: Mapping[str, str] | None = None,
        notes: Mapping[str, str] | None = None,
        secret: bool = False,
        of: Meaning = "",
        moot: str = "",
    ) -> T:
        """What one of these options stands for."""
        chosen = self.choose(
            seat,
            name,
            prompt,
            options,
            *clauses,
            labels=labels,
            notes=notes,
            secret=secret,
            of=of,
            moot=moot,
        )
        return options[chosen]

    def several(
        self,
        seat: str,
        name: str,
        prompt: str,
        options: Iterable[str],
        least: int,
        most: int,
        *clauses: str,
        labels: Mapping[str, str] | None = None,
        notes: Mapping[str, str] | None = None,
        secret: bool = False,
        of: Meaning = "",
    ) -> list[str]:
        """From `least` to `most` of these options."""
        said, noted = dict(labels) if labels else {}, dict(notes) if notes else {}
        question = Several(
            seat, name, prompt, tuple(options), least, most, said, noted, clauses, secret, of
        )
        names = self._answer(question)
        assert isinstance(names, list)
        return list(names)

    def may(
        self,
        seat: str,
        name: str,
        prompt: str,
        *clauses: str,
        yes: str = "Yes",
        no: str = "No",
        secret: bool = False,
        moot: str = "",
    ) -> bool:
        """A yes or a no; name the two buttons after what they do. For `moot` see `Choose`."""
        said = {YES: yes, NO: no}
        question = Choose(seat, name, prompt, (YES, NO), said, {}, clauses, secret, moot=moot)
        return self._answer(question) == YES

    def number(
        self,
        seat: str,
        name: str,
        prompt: str,
        low: int,
        high: int,
        *clauses: str,
        secret: bool = False,
        or_more: bool = False,
        labels: Mapping[int, str] | Mapping[str, str] | None = None,
    ) -> int:
        """A whole number in a range; with `or_more` any from `low` on, see `Number`."""
        says = {str(number): what for number, what in labels.items()} if labels else {}
        question = Number(seat, name, prompt, low, high, clauses, secret, or_more, says)
        answer = self._answer(question)
        assert isinstance(answer, int)
        return answer

    def text(
        self,
        seat: str,
        name: str,
        prompt: str,
        *clauses: str,
        longest: int = 400,
        may_be_empty: bool = True,
        secret: bool = False,
    ) -> str:
        """Free words."""
        return str(self._answer(Text(seat, name, prompt, longest, may_be_empty, clauses, secret)))

    def each(self, questions: Iterable[Decision]) -> dict[str, str | int | list[str]]:
        """Ask several seats at once; nobody sees an answer until all are in."""
        answers = self._answer(Each(tuple(questions)))
        assert isinstance(answers, dict)
        return answers

    def worded(self, make: Callable[P, Words], *args: P.args, **kwargs: P.kwargs) -> Words:
        """What people read of a question that comes with every draw, made only if somebody does."""
        return UNSAID if self.lines is None else make(*args, **kwargs)

    def noted(
        self, make: Callable[P, dict[str, str]], *args: P.args, **kwargs: P.kwargs
    ) -> dict[str, str]:
        """What is to be read beside the options of the question that comes next, as chances.

        Nobody reads it where the answer is known, as when an action runs again with one more.
        """
        unread = self.lines is None or self._is_answered()
        return {} if unread else make(*args, **kwargs)

    # Telling

    def tell(
        self, template: str, *clauses: str, only: Mapping[str, str] | None = None, **values: Said
    ) -> None:
        """Add a line to the story: `tell("{who} moves to {to}.", "XYZ-4", who="Ana", to="b3")`.

        It is put into words when somebody reads it. `only` gives seats their own words:
        `tell("{who} draws.", only={who: "You draw {card}."}, who=who, card=card)`; with an empty
        template nobody else reads anything.
        """
        if self.lines is not None:
            self.lines.append(Line(template, clauses, dict(only or {}), values=values))

    def add(self, line: Line) -> None:
        """Add a line as it is."""
        if self.lines is not None:
            self.lines.append(line)

    def show(
        self,
        make: Callable[P, Moment | Line | tuple[Moment | Line, ...]],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> None:
        """Let everybody see what was drawn; the moment is made only if somebody looks.

        A line of the story that takes time to make, one for every draw, may be made so too, by
        itself or together with its moment.
        """
        if self.lines is not None:
            made = make(*args, **kwargs)
            for one in made if isinstance(made, tuple) else (made,):
                self.lines.append(one if isinstance(one, Line) else Line("", moment=one))
