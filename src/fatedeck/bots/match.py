"""A game between players made of code: who is to decide what, and what was answered so far."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import Protocol, runtime_checkable

from msgspec import Struct

from fatedeck.bots.moves import (
    Move,
    Scored,
    actions,
    answers,
    as_answer,
    sensible_answers,
    to_act,
)
from fatedeck.engine.codec import SET_UP, Codec
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.fights import FOES, PARTY, Fights, Recruit, Step, called_up
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.names import no_seat
from fatedeck.engine.offers import tag
from fatedeck.engine.questions import Answer, Chance, Decision, Draw, Each, Question, Roll
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import AnyRuleset, game_of
from fatedeck.engine.story import Line

DUELLISTS = ("player_0", "player_1")
"""The seats of a duel that others than people play."""


class Moment(Struct, frozen=True):
    """A decision that a seat faces: between two actions, or a question in the middle of one.

    `state` is the last quiet state. In the middle of an action, `action` of `actor` runs again from
    there with these `answers` up to the open `question`; `shown` is the state as it is then, and
    `together` says that other seats are asked at the same time. Between two actions only those of
    the kinds that are named in `among` are meant, if there are any.
    """

    seat: str
    state: Struct
    shown: Struct
    actor: str = ""
    action: Struct | None = None
    answers: tuple[Answer, ...] = ()
    question: Decision | None = None
    together: bool = False
    among: tuple[str, ...] = ()


@runtime_checkable
class Player(Protocol):
    """Whoever decides for a seat. It must rest on nothing that the seat may not see.

    Between two actions it may leave the move to the next who could act, by deciding nothing.
    """

    def decide(self, moment: Moment, /) -> Move | None:
        """What the seat does at this moment: one of `moves_of`."""
        ...


def seat_among(seats: Sequence[str], name: str) -> str:
    """The seat of this name, or `Unreadable` with those there are."""
    if name not in seats:
        raise Unreadable(no_seat(name, seats))
    return name


def check_players(players: object, seats: Sequence[str]) -> None:
    """`Unreadable` unless these are players, each by the name of a seat there is."""
    if not isinstance(players, Mapping):
        raise Unreadable(f"Say who plays each seat by its name, as in {{“{seats[-1]}”: a player}}.")
    for seat, player in players.items():
        seat_among(seats, seat)
        if not isinstance(player, Player) or isinstance(player, type):
            known = "Take RandomPlayer(game) or PolicyPlayer(game), or write one of your own"
            raise Unreadable(f"“{player}” is no player for {seat}. {known} that has `decide`.")


class Match:
    """One game, moved on decision by decision. Seats are players unless they say otherwise.

    Chance comes from a seeded stream; with `dealt` it is a decision too, made by `deal`. A fight is
    laid out by its `opening`, and over when one of its sides is (`fight_of` makes such a match).

    >>> duel = "adventurer-factory"
    >>> match = fd.Match(duel, ["Ana", "Ben"], seed=1)
    >>> match.play({"Ana": fd.PolicyPlayer(duel), "Ben": fd.RandomPlayer(duel, seed=2)})
    >>> match.moment is None, match.worth
    (True, {'Ana': 1.0, 'Ben': 0.0})
    """

    def __init__(
        self,
        game: AnyRuleset | str,
        /,
        seats: Sequence[str | Seat],
        options: dict[str, object] | None = None,
        seed: int | None = None,
        *,
        opening: Sequence[Step] = (),
        dealt: bool = False,
    ) -> None:
        self.ruleset = ruleset = game_of(game)
        self.codec = Codec(ruleset)
        self.luck = random.Random(seed)
        self.seats = tuple(Seat(one) if isinstance(one, str) else one for one in seats)
        self.state = self.shown = self.codec.begin(options or {}, self.seats)
        self.lines: list[Line] = []
        """What was told of the action under way, or of the last one; listened to if `dealt`."""
        self._fights = ruleset.fights() if opening else None
        self._dealt = dealt
        self._opening = [Step(self.seats[0].name, SET_UP), *opening]
        self._masters = [seat.name for seat in self.seats if seat.role == "gm"]
        self._pace = ruleset.policy()
        self._passed: tuple[str, ...] = ()
        self._actor = ""
        self._action: Struct | None = None
        self._answers: list[Answer] = []
        self._partial: dict[str, str | int | list[str]] = {}
        self._asked: Question | None = None
        self._run()

    @property
    def chance(self) -> Chance | None:
        """What is to be dealt before anybody can decide; nothing where chance is seeded."""
        return self._asked if isinstance(self._asked, Draw | Roll) else None

    @property
    def moment(self) -> Moment | None:
        """The decision that is due; None when the game is over."""
        if self.chance is not None:
            return None
        if self._asked is not None:
            return self.moments[0]
        if self._fights is None:
            seat = to_act(self.ruleset, self.state)
            return None if seat is None else Moment(seat, self.state, self.state)
        return next(self._to_act(self._fights), None)

    @property
    def moments(self) -> list[Moment]:
        """The decisions that are due: several where seats are asked at the same time."""
        if self._asked is None or self.chance is not None:
            moment = self.moment
            return [] if moment is None else [moment]
        answers, together = tuple(self._answers), isinstance(self._asked, Each)
        return [
            Moment(
                question.seat,
                self.state,
                self.shown,
                self._actor,
                self._action,
                answers,
                question,
                together,
            )
            for question in self._open()
        ]

    def _to_act(self, fights: Fights[Struct]) -> Iterator[Moment]:
        """Who may have the next move in a fight, and what kinds of it are meant.

        The game master keeps the pace that the game's own policy keeps, and decides how: whose turn
        it is when the rules leave that open is no way to win.
        """
        if fights.is_over(self.state, fights.standing(self.state)):
            return
        for seat in fights.to_act(self.state):
            if seat in self._passed:
                continue
            among = fights.deeds
            if seat in self._masters:
                assert self._pace is not None
                usual = self._pace.act(self.state, seat)
                if usual is None:
                    continue
                among = (tag(type(usual)),)
            yield Moment(seat, self.state, self.state, among=among)

    def moves(self, *, sensible: bool = False) -> list[Move]:
        """Everything that can be decided now."""
        moment = self.moment
        return [] if moment is None else moves_of(self.ruleset, moment, sensible=sensible)

    def make(self, move: Move | None) -> None:
        """Decide, and run on to the next decision; to decide nothing leaves it to the next seat."""
        moment = self.moment
        assert moment is not None, "the game is over"
        if move is None:
            assert moment.question is None, "a question has to be answered"
            self._passed = (*self._passed, moment.seat)
            return
        if moment.question is None:
            if not isinstance(move, Struct):
                raise Refused("", f"{moment.seat} is to act, and “{move}” is no action.")
            self._actor, self._action, self._answers = moment.seat, move, []
            self._passed = ()
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

    def deal(self, answer: Answer) -> None:
        """Say what chance brings."""
        assert self.chance is not None, "nothing is to be dealt"
        self._answers.append(self.chance.check(answer))
        self._run()

    def play(self, players: Mapping[str, Player]) -> None:
        """Let these players decide until the game is over; `Refused` when none of them does."""
        check_players(players, [seat.name for seat in self.seats])
        idle: set[str] = set()
        while (moment := self.moment) is not None:
            seat = moment.seat
            if seat not in players:
                raise Refused("", f"Nobody plays {seat}.")
            move = players[seat].decide(moment)
            if move is not None:
                idle.clear()
            elif moment.question is not None or seat in idle:
                raise Refused("", f"It’s up to {seat}, who decides nothing. Give back a move.")
            else:
                idle.add(seat)
            self.make(move)

    @property
    def worth(self) -> dict[str, float]:
        """What the end is worth to each seat, from 0 to 1; half where nobody has won, or all."""
        if self._fights is None and isinstance(self.ruleset, Scored):
            return self.ruleset.worth(self.state)
        if self._fights is None:
            winners = self.ruleset.view(self.state, None).won
            some = 0 < len(winners) < len(self.seats)
            return {seat.name: float(seat.name in winners) if some else 0.5 for seat in self.seats}
        won = self._fights.winner(self.state, self._fights.standing(self.state))
        sides = {seat.name: self._fights.side_of(seat) for seat in self.seats}
        return {seat: 0.5 if not won else float(side == won) for seat, side in sides.items()}

    def copy(self) -> Match:
        """Another match that stands where this one does; what is dealt there is its own."""
        other = copy(self)
        other._opening, other._answers = [*self._opening], [*self._answers]
        other._partial = {**self._partial}
        return other

    def _open(self) -> list[Decision]:
        """The questions that are not answered yet."""
        if isinstance(self._asked, Each):
            return [q for q in self._asked.questions if q.seat not in self._partial]
        assert self._asked is not None
        assert not isinstance(self._asked, Draw | Roll)
        return [self._asked]

    def _run(self) -> None:
        """Run the action again from its start, as far as its answers reach; then what opens."""
        while self._opening or self._action is not None:
            place = 0

            def answer(question: Question) -> Answer:
                nonlocal place
                if place == len(self._answers):
                    if self._dealt or not isinstance(question, Draw | Roll):
                        raise Asked(question)
                    self._answers.append(question.at(self.luck.randrange(question.size)))
                place += 1
                return self._answers[place - 1]

            state = self.codec.copy(self.state)
            self.lines = []
            game = Game(state, answer, self.seats, self.lines if self._dealt else None)
            try:
                if self._action is not None:
                    self.ruleset.perform(game, self._actor, self._action)
                else:
                    self.codec.perform(game, self._opening[0].by, self._opening[0].act)
                    self._opening.pop(0)
            except Asked as asked:
                self._asked, self.shown = asked.question, state
                return
            except Refused:
                self._asked = self._action = None
                raise
            self.state = self.shown = state
            self._asked = self._action = None
            self._answers = []


def fight_of(
    game: AnyRuleset | str,
    /,
    party: str = "",
    foes: str = "",
    seed: int | None = None,
    *,
    dealt: bool = False,
) -> Match:
    """A match that is a fight, with the game master in a seat: `"Brann, Wren"` against `"Wolf x3"`.

    One hero against one foe if nobody is named.

    >>> fight = fd.fight_of("deckahedron", "Brann, Wren", "Wolf x3", seed=4)
    >>> fight.play({seat.name: fd.PolicyPlayer("deckahedron") for seat in fight.seats})
    >>> sorted(fight.worth)
    ['Brann', 'GM', 'Wren']
    """
    ruleset = game_of(game)
    fights = ruleset.fights()
    if fights is None:
        raise Unreadable(f"Nobody can be set against each other in {ruleset.title} yet.")
    heroes = called_up(ruleset.title, fights, PARTY, party) or [Recruit(fights.heroes()[0])]
    others = called_up(ruleset.title, fights, FOES, foes) or [Recruit(fights.foes()[0])]
    mustered = fights.muster(heroes, others)
    opening, options = mustered.steps, mustered.options
    return Match(ruleset, mustered.seats, options, seed, opening=opening, dealt=dealt)


def moves_of(game: AnyRuleset | str, moment: Moment, *, sensible: bool = False) -> list[Move]:
    """Everything that a seat can decide at a moment: what a player chooses from.

    An action is a value of the game's own, an answer a name, a number or several names. With
    `sensible` a game may leave out what is hardly ever wise.
    """
    ruleset = game_of(game)
    if moment.question is not None:
        question = moment.question
        return sensible_answers(ruleset, moment.shown, question) if sensible else answers(question)
    state, seat, among = moment.state, moment.seat, moment.among
    return [*actions(ruleset, state, seat, sensible=sensible, among=among)]


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


def begin(
    ruleset: AnyRuleset,
    options: dict[str, object],
    party: str,
    foes: str,
    seed: int | None,
    *,
    dealt: bool = False,
) -> Match:
    """A duel of two where a game has no game master, else a fight of a party against foes."""
    if not ruleset.seating.game_master:
        if party or foes:
            raise Unreadable(f"{ruleset.title} is a duel of two: name no party and no foes.")
        return Match(ruleset, DUELLISTS, options, seed, dealt=dealt)
    if options:
        raise Unreadable(
            f"In {ruleset.title} a fight is laid out by the game: it takes no options."
        )
    return fight_of(ruleset, party, foes, seed, dealt=dealt)
