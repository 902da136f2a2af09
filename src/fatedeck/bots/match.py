"""A game between players made of code: who is to decide what, and what was answered so far."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct

from fatedeck.bots.moves import Move, actions, answers, as_answer, sensible_answers, to_act
from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.questions import Answer, Decision, Draw, Each, Question, Roll
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import AnyRuleset


class Moment(Struct, frozen=True):
    """A decision that a seat faces: between two actions, or a question in the middle of one.

    `state` is the last quiet state. In the middle of an action, `action` of `actor` runs again from
    there with these `answers` up to the open `question`; `shown` is the state as it is then, and
    `together` says that other seats are asked at the same time.
    """

    seat: str
    state: Struct
    shown: Struct
    actor: str = ""
    action: Struct | None = None
    answers: tuple[Answer, ...] = ()
    question: Decision | None = None
    together: bool = False


class Player(Protocol):
    """Whoever decides for a seat. It must rest on nothing that the seat may not see."""

    def decide(self, moment: Moment, /) -> Move: ...


class Match:
    """One game, moved on decision by decision. Chance comes from a seeded stream.

    >>> game = fd.game("adventurer-factory")
    >>> match = fd.Match(game, ["Ana", "Ben"], seed=1)
    >>> match.play({"Ana": fd.PolicyPlayer(game), "Ben": fd.RandomPlayer(game, seed=2)})
    >>> match.moment is None, game.view(match.state, None).won
    (True, ('Ana',))
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        seats: Sequence[str],
        options: dict[str, object] | None = None,
        seed: int | None = None,
    ) -> None:
        self.ruleset = ruleset
        self.codec = Codec(ruleset)
        self.luck = random.Random(seed)
        self.seats = tuple(Seat(name) for name in seats)
        self.state = self.shown = self.codec.begin(options or {}, self.seats)
        self._actor = ""
        self._action: Struct | None = None
        self._answers: list[Answer] = []
        self._partial: dict[str, str | int | list[str]] = {}
        self._asked: Question | None = None
        ruleset.setup(Game(self.state, self._chance, self.seats))

    @property
    def moment(self) -> Moment | None:
        """The decision that is due; None when the game is over."""
        if self._asked is not None:
            question = self._open()
            return Moment(
                question.seat,
                self.state,
                self.shown,
                self._actor,
                self._action,
                tuple(self._answers),
                question,
                isinstance(self._asked, Each),
            )
        seat = to_act(self.ruleset, self.state)
        return None if seat is None else Moment(seat, self.state, self.state)

    def moves(self, *, sensible: bool = False) -> list[Move]:
        """Everything that can be decided now."""
        moment = self.moment
        return [] if moment is None else moves_of(self.ruleset, moment, sensible=sensible)

    def make(self, move: Move) -> None:
        """Decide, and run on to the next decision."""
        moment = self.moment
        assert moment is not None, "the game is over"
        if moment.question is None:
            assert isinstance(move, Struct)
            self._actor, self._action, self._answers = moment.seat, move, []
        else:
            answer = moment.question.check(as_answer(move))
            if isinstance(self._asked, Each):
                self._partial[moment.seat] = answer
                if len(self._partial) < len(self._asked.questions):
                    return
                self._answers.append(dict(self._partial))
                self._partial = {}
            else:
                self._answers.append(answer)
        self._run()

    def play(self, players: Mapping[str, Player]) -> None:
        """Let these players decide until the game is over."""
        while (moment := self.moment) is not None:
            self.make(players[moment.seat].decide(moment))

    def _open(self) -> Decision:
        if isinstance(self._asked, Each):
            return next(q for q in self._asked.questions if q.seat not in self._partial)
        assert self._asked is not None
        assert not isinstance(self._asked, Draw | Roll)
        return self._asked

    def _chance(self, question: Question) -> Answer:
        assert isinstance(question, Draw | Roll)
        return question.at(self.luck.randrange(question.size))

    def _run(self) -> None:
        """Run the action again from its start, as far as its answers reach."""
        place = 0

        def answer(question: Question) -> Answer:
            nonlocal place
            if place == len(self._answers):
                if not isinstance(question, Draw | Roll):
                    raise Asked(question)
                self._answers.append(self._chance(question))
            place += 1
            return self._answers[place - 1]

        assert self._action is not None
        state = self.codec.copy(self.state)
        try:
            self.ruleset.perform(Game(state, answer, self.seats), self._actor, self._action)
        except Asked as asked:
            self._asked, self.shown = asked.question, state
            return
        self.state = self.shown = state
        self._asked = self._action = None
        self._answers = []


def moves_of(ruleset: AnyRuleset, moment: Moment, *, sensible: bool = False) -> list[Move]:
    """Everything that a seat can decide at a moment."""
    if moment.question is not None:
        question = moment.question
        return sensible_answers(ruleset, moment.shown, question) if sensible else answers(question)
    return [*actions(ruleset, moment.state, moment.seat, sensible=sensible)]


def moment_of(record: Record[Struct, Struct, Struct], seat: str) -> Moment | None:
    """The decision that a seat faces in a record; None while others are to act."""
    codec = Codec(record.ruleset)
    if record.flight is None:
        if to_act(record.ruleset, record.state) != seat:
            return None
        return Moment(seat, record.state, record.state)
    question = record.question_for(seat)
    if question is None:
        return None
    flight = record.flight
    return Moment(
        seat,
        codec.decode(record.quiet[record.n]),
        record.state,
        flight.seat,
        codec.action(flight.action),
        tuple(given.answer for given in flight.answers),
        question,
        isinstance(record.asked, Each),
    )
