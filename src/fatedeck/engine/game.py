"""What a rule holds: the state, and a way to ask for what it cannot decide itself.

A rule calls `draw`, `roll`, `choose` and their like as if they simply returned. Whoever drives the
game supplies `answer`: a live table, a scenario's script, a record, every possibility in turn, or a
policy. When a driver has no answer yet it raises `Asked`, which no rule catches, and the action is
run again from its start once the answer is known. So a rule changes nothing but `game.state` and
asks for chance, never makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Generic, TypeVar

from msgspec import Struct

from fatedeck.engine.cards import Pile, Place, put
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
T = TypeVar("T")


class Asked(BaseException):
    """The answers on record have run out; carries the open question. No rule catches it."""

    def __init__(self, question: Question) -> None:
        super().__init__(question)
        self.question = question


class Seat(Struct, frozen=True):
    """A chair at the table: its name, and whether a player or the game master sits there."""

    name: str
    role: str = "player"


class Line(Struct, frozen=True):
    """One line of the story: what everyone may read, and what single seats read instead."""

    text: str
    clauses: tuple[str, ...] = ()
    only: dict[str, str] = {}
    fiat: bool = False

    def read_by(self, seat: str | None) -> str:
        """The line as this seat reads it; empty when it is not for its eyes."""
        return self.only.get(seat, self.text) if seat is not None else self.text


class Game(Generic[S]):
    """A state in play. `lines` collects what the rules tell; `None` plays in silence."""

    __slots__ = ("_answer", "lines", "seats", "state")

    def __init__(
        self,
        state: S,
        answer: Callable[[Question], Answer],
        seats: Sequence[Seat] = (),
        lines: list[Line] | None = None,
    ) -> None:
        self.state = state
        self.seats = seats
        self.lines = lines
        self._answer = answer

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
        prompt: str,
        options: Iterable[str],
        *clauses: str,
        notes: Mapping[str, str] | None = None,
        secret: bool = False,
    ) -> str:
        """One of these names.

        The seat is asked even when only one option is left: whom we ask, and when, must not depend
        on what it holds. A rule that wants no needless question tests for that itself.
        """
        question = Choose(seat, prompt, tuple(options), dict(notes or {}), clauses, secret)
        return str(self._answer(question))

    def choose_among(
        self,
        seat: str,
        prompt: str,
        options: Mapping[str, T],
        *clauses: str,
        notes: Mapping[str, str] | None = None,
        secret: bool = False,
    ) -> T:
        """What one of these names stands for."""
        return options[self.choose(seat, prompt, options, *clauses, notes=notes, secret=secret)]

    def several(
        self,
        seat: str,
        prompt: str,
        options: Iterable[str],
        least: int,
        most: int,
        *clauses: str,
        notes: Mapping[str, str] | None = None,
        secret: bool = False,
    ) -> list[str]:
        """From `least` to `most` of these names."""
        question = Several(
            seat, prompt, tuple(options), least, most, dict(notes or {}), clauses, secret
        )
        names = self._answer(question)
        assert isinstance(names, list)
        return list(names)

    def may(
        self,
        seat: str,
        prompt: str,
        *clauses: str,
        yes: str = "Yes",
        no: str = "No",
        secret: bool = False,
    ) -> bool:
        """A yes or a no; name the two buttons after what they do."""
        return self._answer(Choose(seat, prompt, (yes, no), {}, clauses, secret)) == yes

    def number(
        self,
        seat: str,
        prompt: str,
        low: int,
        high: int,
        *clauses: str,
        secret: bool = False,
        or_more: bool = False,
    ) -> int:
        """A whole number in a range; with `or_more` any from `low` on, see `Number`."""
        answer = self._answer(Number(seat, prompt, low, high, clauses, secret, or_more))
        assert isinstance(answer, int)
        return answer

    def text(
        self,
        seat: str,
        prompt: str,
        *clauses: str,
        longest: int = 400,
        may_be_empty: bool = True,
        secret: bool = False,
    ) -> str:
        """Free words."""
        return str(self._answer(Text(seat, prompt, longest, may_be_empty, clauses, secret)))

    def each(self, questions: Iterable[Decision]) -> dict[str, str | int | list[str]]:
        """Ask several seats at once; nobody sees an answer until all are in."""
        answers = self._answer(Each(tuple(questions)))
        assert isinstance(answers, dict)
        return answers

    # Telling

    def tell(self, text: str, *clauses: str, only: Mapping[str, str] | None = None) -> None:
        """Add a line to the story.

        `only` gives seats their own words: `tell("Ana draws.", only={"Ana": "You draw 9H."})`.
        With an empty `text` nobody else reads anything.
        """
        if self.lines is not None:
            self.lines.append(Line(text, clauses, dict(only or {})))
