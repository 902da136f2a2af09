"""Positions and moves as numbers, for machines that learn.

A game may have an encoding of its own (`Encoded`). Any other is encoded from its view: what the
seat may see is all there is, so nothing that is hidden can be among the numbers. Each thing that is
seen has a place of its own, found by its name; a move has one by its words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol, runtime_checkable
from zlib import crc32

from msgspec import Struct

from fatedeck.bots.match import Moment
from fatedeck.bots.moves import Move, said
from fatedeck.engine.cards import face
from fatedeck.engine.questions import Decision
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.view import View

NUMBERS = 512
"""How many numbers tell a position that is encoded from its view."""
PLACES = 256
"""How many moves can be told apart there."""
MOST = 10.0
"""No number is larger, and none is smaller than its opposite."""


@runtime_checkable
class Encoded(Protocol):
    """What a game offers to machines that learn: its positions and moves as numbers and names."""

    def labels(self) -> tuple[str, ...]: ...

    def features(self, state: Struct, seat: str, /) -> list[float]: ...

    def label_actions(self, state: Struct, seat: str, /) -> Mapping[str, Move]: ...

    def label_answers(
        self, state: Struct, question: Decision, answers: Sequence[Move], /
    ) -> Mapping[str, Move]: ...


class Encoding(Protocol):
    """A way to tell positions and moves as numbers."""

    numbers: int
    places: int

    def position(self, state: Struct, seat: str, question: Decision | None, /) -> list[float]:
        """What a seat may see, and what it is asked."""

    def moves(self, moment: Moment, moves: Sequence[Move], /) -> dict[int, Move]:
        """These moves, each at its place."""

    def label(self, place: int, move: Move, /) -> str:
        """A move at its place, in words."""


def encoding_of(ruleset: AnyRuleset, state: Struct, seat: str) -> Encoding:
    """The encoding that a game brings along, or one from its view."""
    if isinstance(ruleset, Encoded):
        return _Own(ruleset, len(ruleset.features(state, seat)))
    return _Seen(ruleset)


class _Own:
    """As the game has it; every move has a name that never changes."""

    def __init__(self, game: Encoded, numbers: int) -> None:
        self._game = game
        self._labels = game.labels()
        self._places = {label: place for place, label in enumerate(self._labels)}
        self.numbers, self.places = numbers, len(self._labels)

    def position(self, state: Struct, seat: str, question: Decision | None, /) -> list[float]:
        return self._game.features(state, seat)

    def moves(self, moment: Moment, moves: Sequence[Move], /) -> dict[int, Move]:
        if moment.question is None:
            named = self._game.label_actions(moment.state, moment.seat)
        else:
            named = self._game.label_answers(moment.shown, moment.question, moves)
        return {self._places[label]: move for label, move in named.items()}

    def label(self, place: int, move: Move, /) -> str:
        return self._labels[place]


class _Seen:
    """From the view: what is seen of sheets and cards, and what is asked."""

    numbers, places = NUMBERS, PLACES

    def __init__(self, ruleset: AnyRuleset) -> None:
        self._ruleset = ruleset

    def position(self, state: Struct, seat: str, question: Decision | None, /) -> list[float]:
        found = [0.0] * NUMBERS
        view = self._ruleset.view(state, seat)
        for name, number in _seen(view, seat):
            found[crc32(name.encode()) % NUMBERS] += number
        if question is not None:
            found[crc32(f"asked {question.name}".encode()) % NUMBERS] += 1
        return [max(-MOST, min(MOST, number)) for number in found]

    def moves(self, moment: Moment, moves: Sequence[Move], /) -> dict[int, Move]:
        """A move whose place is taken goes to the next that is free."""
        found: dict[int, Move] = {}
        named = {_words(move, moment): move for move in moves}
        for words, move in sorted(named.items(), key=lambda one: one[0])[:PLACES]:
            place = crc32(words.encode()) % PLACES
            while place in found:
                place = (place + 1) % PLACES
            found[place] = move
        return found

    def label(self, place: int, move: Move, /) -> str:
        return said(move)


def _words(move: Move, moment: Moment) -> str:
    asked = f"{moment.question.name}: " if moment.question is not None else ""
    return asked + said(move)


def _seen(view: View, seat: str) -> Iterator[tuple[str, float]]:
    """Everything in a view that can be counted, by a name; those of one kind are numbered."""
    standing: Counter[str] = Counter()
    for sheet in view.sheets:
        whose = "own" if sheet.owner == seat else sheet.side
        who = f"{whose} {standing[whose]}"
        standing[whose] += 1
        yield f"{who} acts", float(sheet.acts)
        for counter in sheet.counters:
            yield f"{who} {counter.label}", counter.value / (counter.most or 10)
        for condition in sheet.conditions:
            yield f"{who} {condition.name}", 1.0
    lying: Counter[str] = Counter()
    for zone in view.zones:
        what = f"{'own' if zone.owner == seat else 'other'} {zone.title}"
        place = f"{what} {lying[what]}"
        lying[what] += 1
        yield place, zone.count / 20
        for card in zone.cards:
            yield f"{place} {face(card.name)}", 0.25
    yield "own turn", float(seat in view.turn)
