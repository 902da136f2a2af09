"""What may be asked, and what is an answer.

A question is data: a page can show it, a test can compare it, a record can hold its key. Chance
(`Draw`, `Roll`) is answered by whoever drives the game; choices are answered by a seat. An answer
is a name or a number, never a position in a list, so a late click is refused and never misread.

A question has a short name, and so has each of its options: records, odds, scenarios and machines
go by these. The words that people read hang on them and can be bettered at any time.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias, final

from msgspec import Struct, field

from fatedeck.engine.errors import Refused
from fatedeck.engine.names import did_you_mean

Meaning: TypeAlias = Literal["", "figure", "square", "card", "hero", "column", "row"]
"""What a name stands for that may be tapped on the table, instead of being picked from a list.

A column and the row that follows it are together a square."""

Answer: TypeAlias = str | int | list[str] | dict[str, str | int | list[str]]

COUNTABLE = 1_000_000
"""The largest number that is an answer where the rules set no limit."""


class Words(Struct, frozen=True):
    """What people read of a question: the prompt, what its options are called, what is to say."""

    prompt: str = ""
    labels: dict[str, str] = {}
    notes: dict[str, str] = {}


UNSAID = Words()
"""What is read of a question where nobody listens."""


@final
class Draw(Struct, frozen=True, tag="draw", omit_defaults=True):
    """Chance: one of these cards, each copy equally likely."""

    cards: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"draw {len(self.cards)}"

    @property
    def size(self) -> int:
        return len(self.cards)

    def at(self, index: int) -> str:
        """The card at this place of the sorted pile: how the sealed stream's number is read."""
        return self.cards[index]

    def index(self, answer: Answer) -> int:
        return self.cards.index(self.check(answer))

    def copies(self, answer: Answer) -> int:
        """How many cards here are equal to this one; they lie side by side."""
        return self.cards.count(self.check(answer))

    def check(self, answer: Answer) -> str:
        if not isinstance(answer, str) or answer not in self.cards:
            raise Refused("", f"{answer} is not among the {len(self.cards)} cards drawn from.")
        return answer

    def chances(self) -> Iterator[tuple[str, int]]:
        """Each different card with its number of copies."""
        copies: dict[str, int] = {}
        for card in self.cards:
            copies[card] = copies.get(card, 0) + 1
        yield from copies.items()


@final
class Roll(Struct, frozen=True, tag="roll", omit_defaults=True):
    """Chance: a die with this many sides."""

    sides: int

    @property
    def key(self) -> str:
        return f"roll {self.sides}"

    @property
    def size(self) -> int:
        return self.sides

    def at(self, index: int) -> int:
        return index + 1

    def index(self, answer: Answer) -> int:
        return self.check(answer) - 1

    def copies(self, answer: Answer) -> int:
        return 1

    def check(self, answer: Answer) -> int:
        if not isinstance(answer, int) or isinstance(answer, bool) or not 1 <= answer <= self.sides:
            raise Refused("", f"{answer} is not on a die with {self.sides} sides.")
        return answer

    def chances(self) -> Iterator[tuple[int, int]]:
        for side in range(1, self.sides + 1):
            yield side, 1


@final
class Choose(Struct, frozen=True, tag="choose", omit_defaults=True):
    """A decision: one of these options, by one seat. An option without a label is its own.

    Where it is `moot`, no other answer than this one can do better: a page need not ask.
    """

    seat: str
    name: str
    prompt: str
    options: tuple[str, ...]
    labels: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    secret: bool = False
    of: Meaning = ""
    moot: str = ""

    @property
    def key(self) -> str:
        return f"choose {self.seat}: {self.name}"

    def check(self, answer: Answer) -> str:
        return _meant(self, answer)

    def label(self, option: str) -> str:
        """What people read for an option."""
        return self.labels.get(option, option)


@final
class Several(Struct, frozen=True, tag="several", omit_defaults=True):
    """A decision: from `least` to `most` of these options, each at most once, by one seat."""

    seat: str
    name: str
    prompt: str
    options: tuple[str, ...]
    least: int
    most: int
    labels: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str] = field(default_factory=dict)
    clauses: tuple[str, ...] = ()
    secret: bool = False
    of: Meaning = ""

    @property
    def key(self) -> str:
        return f"several {self.seat}: {self.name}"

    def check(self, answer: Answer) -> list[str]:
        if not isinstance(answer, list):
            raise Refused("", "Answer with a list of names.")
        names = [_meant(self, name) for name in answer]
        if len(set(names)) != len(names):
            raise Refused("", "Name each choice once.")
        if not self.least <= len(names) <= self.most:
            raise Refused("", f"Choose {between(self.least, self.most)}, not {len(names)}.")
        return names

    def label(self, option: str) -> str:
        """What people read for an option."""
        return self.labels.get(option, option)


@final
class Number(Struct, frozen=True, tag="number", omit_defaults=True):
    """A decision: a whole number from `low` to `high`, by one seat.

    With `or_more` the rules set no limit: `high` is then the largest number that can still make a
    difference, as far as whoever weighs the answers is concerned, and a larger one is taken too.
    `labels` say of a number what it does.
    """

    seat: str
    name: str
    prompt: str
    low: int
    high: int
    clauses: tuple[str, ...] = ()
    secret: bool = False
    or_more: bool = False
    labels: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"number {self.seat}: {self.name}"

    def check(self, answer: Answer) -> int:
        if not isinstance(answer, int) or isinstance(answer, bool):
            raise Refused("", f"“{answer}” is not a whole number.")
        if self.or_more and answer > self.high:
            if answer > COUNTABLE:
                raise Refused("", f"{answer} is too large; {COUNTABLE} is the most.")
            return answer
        if not self.low <= answer <= self.high:
            raise Refused("", f"Name a number {between(self.low, self.high)}, not {answer}.")
        return answer


@final
class Text(Struct, frozen=True, tag="text", omit_defaults=True):
    """A decision in a seat's own words, at most `longest` characters."""

    seat: str
    name: str
    prompt: str
    longest: int = 400
    may_be_empty: bool = True
    clauses: tuple[str, ...] = ()
    secret: bool = False

    @property
    def key(self) -> str:
        return f"text {self.seat}: {self.name}"

    def check(self, answer: Answer) -> str:
        if not isinstance(answer, str):
            raise Refused("", "Answer in words.")
        if len(answer) > self.longest:
            raise Refused("", f"At most {self.longest} characters, please; that was {len(answer)}.")
        if not answer.strip() and not self.may_be_empty:
            raise Refused("", "Say at least a word.")
        return answer


Chance: TypeAlias = Draw | Roll
Decision: TypeAlias = Choose | Several | Number | Text


@final
class Each(Struct, frozen=True, tag="each", omit_defaults=True):
    """Decisions of several seats at once: nobody sees an answer until all are in."""

    questions: tuple[Decision, ...]

    @property
    def key(self) -> str:
        return "each " + " | ".join(question.key for question in self.questions)

    def of(self, seat: str) -> Decision | None:
        """What this seat is asked."""
        return next((question for question in self.questions if question.seat == seat), None)

    def check(self, answer: Answer) -> dict[str, str | int | list[str]]:
        if not isinstance(answer, dict):
            raise Refused("", "Each seat answers for itself.")
        checked: dict[str, str | int | list[str]] = {}
        for question in self.questions:
            if question.seat not in answer:
                raise Refused("", f"{question.seat} hasn’t answered.")
            checked[question.seat] = question.check(answer[question.seat])
        return checked


Question: TypeAlias = Draw | Roll | Choose | Several | Number | Text | Each


def _meant(question: Choose | Several, answer: Answer) -> str:
    """The option that is meant, by its name or by the words on it."""
    if isinstance(answer, str):
        if answer in question.options:
            return answer
        for option, label in question.labels.items():
            if label == answer and option in question.options:
                return option
    labels = [question.label(option) for option in question.options]
    near = did_you_mean(answer, labels) if isinstance(answer, str) else ""
    raise Refused("", f"“{answer}” is not one of: {', '.join(labels)}.{near}")


def asked_of(question: Question) -> tuple[str, ...]:
    """The seats that a question waits for; none for chance."""
    if isinstance(question, Draw | Roll):
        return ()
    if isinstance(question, Each):
        return tuple(part.seat for part in question.questions)
    return (question.seat,)


def between(low: int, high: int) -> str:
    """A range as people say it.

    >>> between(1, 3), between(2, 2)
    ('from 1 to 3', 'exactly 2')
    """
    return f"exactly {low}" if low == high else f"from {low} to {high}"
