"""A game as it is played and kept: a snapshot at each quiet point, plus the answers in flight.

Between two actions the table is *quiet*: the state alone is the game. While an action waits for an
answer it is *in flight*: its snapshot, the action and the answers so far are the game, and running
the action again from the snapshot leads back to the same open question. Answering, undoing,
resuming after a crash and forking are this one mechanism.

Everything that happens is also an entry of the record, kept as JSON Lines behind a header. Entries
are only ever added; an undo is an entry too.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.adventure_text import adventure_of
from fatedeck.engine.chance import (
    LONGEST_SALT,
    NO_SALTS,
    Salt,
    commitment,
    salted,
    sealed_answer,
)
from fatedeck.engine.codec import SET_UP, SIT_DOWN, Codec, digest
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.entries import (
    Act,
    Answered,
    Cancelled,
    Did,
    Entry,
    Forked,
    Header,
    Opened,
    Quiet,
    Salted,
    Undid,
)
from fatedeck.engine.errors import Diverged, Refused
from fatedeck.engine.game import Asked, Game, Seat
from fatedeck.engine.house import with_house
from fatedeck.engine.names import called, no_seat, played, twins_in_order
from fatedeck.engine.offers import Form, Many, Offer, One, Param, Value
from fatedeck.engine.questions import (
    Answer,
    Chance,
    Decision,
    Draw,
    Each,
    Question,
    Roll,
    asked_of,
)
from fatedeck.engine.revealed import has_revealed
from fatedeck.engine.ruleset import Ruleset
from fatedeck.engine.story import Line
from fatedeck.engine.tale import Telling, telling
from fatedeck.engine.telling import TAGS, tale_form

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)

MOST_STATE = 250_000
"""The bytes of a state that a table may grow to: each step keeps one, and everyone is shown it."""

_ASK = "whoever runs the table can rewind it"


def new_header(
    ruleset: Ruleset[S, Opt, A],
    seats: Sequence[Seat],
    options: Mapping[str, object],
    secret: bytes | None = None,
) -> Header:
    """The first line of a new record, with the house rules of this process."""
    seal = commitment(secret) if secret is not None else ""
    options = with_house(ruleset.id, options)
    return Header(ruleset.id, ruleset.version, tuple(seats), options, seal)


def joined(header: Header, name: str) -> Header:
    """The same with one more player, who came when the game was on."""
    return replace(header, seats=(*header.seats, Seat(name)))


class Flight(Struct):
    """The action under way: its answers so far, and those of an `Each` that are not all in yet.

    `revealed` says whether it has shown what was hidden from its taker; None until that is judged.
    """

    seat: str
    action: Act
    answers: list[Answered] = []
    partial: dict[str, str | int | list[str]] = {}
    revealed: bool | None = None


class Progress(Struct, Generic[S]):
    """How far the action in flight has come: the state now, what was told, what is asked."""

    state: S
    lines: list[Line]
    asked: Question | None = None


class Told(Struct):
    """A line of the story with the quiet point its action began at; undone lines stay."""

    n: int
    line: Line
    undone: bool = False


class Record(Generic[S, Opt, A]):
    """One game being played.

    `header` names everyone who sits there now, who came late too. `entries` are those made since
    they were last drained, `quiet` the known snapshots by number, `first` the earliest that one can
    go back to, `log` the story, `last` the action that led to this quiet point. `secret` is the
    sealed stream's; without one, `chance` answers instead. With `keep_states` every quiet entry
    carries its state, so that the game can be taken up from it.
    """

    def __init__(
        self,
        ruleset: Ruleset[S, Opt, A],
        header: Header,
        *,
        secret: bytes | None = None,
        chance: Callable[[Chance, int, int], Answer] | None = None,
        keep_states: bool = False,
    ) -> None:
        self.ruleset = ruleset
        self.header = header
        self.entries: list[Entry] = []
        self.quiet: dict[int, bytes] = {}
        self.n = 0
        self.first = 1
        self.furthest = 0
        self.log: list[Told] = []
        self.flight: Flight | None = None
        self.salts: list[Salt] = []
        self.opened = False
        self.people: frozenset[str] = frozenset()
        """The seats of people, as far as the machine knows: its heroes go where theirs go."""
        self._secret = secret
        self._chance = chance or self._sealed
        self._keep_states = keep_states
        self._codec = Codec(ruleset, adventure_of(header.options))
        self.last: Flight | None = None
        state = self._codec.begin(header.options, header.seats)
        self.quiet[0] = self._codec.encode(state)
        self._progress: Progress[S] | None = Progress(state, [])

    # What is

    @property
    def progress(self) -> Progress[S]:
        """How far the game has come; what was laid aside is taken up from its snapshot."""
        if self._progress is None:
            self._progress = Progress(self._codec.decode(self.quiet[self.n]), [])
        return self._progress

    @progress.setter
    def progress(self, progress: Progress[S]) -> None:
        self._progress = progress

    def lay_aside(self) -> None:
        """Let go of the state while the table is quiet: its snapshot, much smaller, is the game."""
        if self.flight is None:
            self._progress = None

    @property
    def state(self) -> S:
        """The state now, in the middle of an action too. Look, do not touch."""
        return self.progress.state

    @property
    def asked(self) -> Question | None:
        """The open question."""
        return self._progress.asked if self._progress is not None else None

    @property
    def waiting_for(self) -> tuple[str, ...]:
        """The seats whose answer is still out."""
        if self.asked is None or self.flight is None:
            return ()
        return tuple(s for s in asked_of(self.asked) if s not in self.flight.partial)

    def question_for(self, seat: str) -> Decision | None:
        """What this seat is asked and has not answered."""
        if seat not in self.waiting_for:
            return None
        asked = self.asked
        if isinstance(asked, Each):
            return asked.of(seat)
        return None if asked is None or isinstance(asked, Draw | Roll) else asked

    @property
    def telling(self) -> Telling | None:
        """The tale that is told here, to look at; None in a game without a game master."""
        return self.telling_of(self.state)

    def telling_of(self, state: S) -> Telling | None:
        """The tale as it stands in this state, a copy perhaps."""
        oracle = self.ruleset.oracle()
        fights = self.ruleset.begins_a_fight
        return telling(state, self.header.seats, self._codec.adventure, oracle, fights=fights)

    def form(self, seat: str, offer: Offer, chosen: Mapping[str, Value]) -> Form:
        """What is left to choose of an offer, with all that may be chosen."""
        if offer.do in TAGS and (tale := self.telling) is not None:
            form = tale_form(tale, seat, offer, chosen)
        else:
            form = self.ruleset.form(self.state, seat, offer, chosen)
        return replace(form, params=tuple(map(self._as_called, form.params)))

    def _as_called(self, param: Param) -> Param:
        """A field in which heroes go by their names, and twins stand by their numbers."""
        if not isinstance(param, One | Many):
            return param
        labels = self.heroes_among(param.options, param.labels)
        options = tuple(twins_in_order(param.options))
        return replace(param, options=options, labels={**param.labels, **labels})

    def heroes_among(self, options: Iterable[str], known: Container[str]) -> dict[str, str]:
        """What people read for those who can be chosen by their seats, but for the `known` ones."""
        seats = {seat.name for seat in self.header.seats}
        chosen = [option for option in options if option in seats and option not in known]
        called = self.ruleset.called(self.state) if chosen else {}
        return {
            seat: played(hero.removesuffix(f" ({seat})"), seat)
            for seat in chosen
            if isinstance(hero := called.get(seat), str)
        }

    @property
    def hash(self) -> str:
        """The SHA-256 of the last quiet state."""
        return digest(self.quiet[self.n])

    def seat(self, name: str) -> Seat:
        for seat in self.header.seats:
            if seat.name == name:
                return seat
        raise Refused("", no_seat(name, [seat.name for seat in self.header.seats]))

    def why_not(self, seat: str, action: Act) -> Refused | None:
        """Why a seat could not begin this now, or None; found out by beginning it on a copy."""
        return self._why_not_on(self._codec.copy(self.state), self.header.seats, seat, action)

    def foretell(self, seat: str, action: Act) -> list[str]:
        """What this seat alone would read of an action until it asks something, tried on a copy."""
        lines: list[Line] = []
        game = Game(self._codec.copy(self.state), _ask, self.header.seats, lines)
        with suppress(Asked):
            self._codec.perform(game, seat, action)
        return [text for line in lines if (text := line.read_by(seat)) and not line.read_by(None)]

    # What happens

    def set_up(self) -> None:
        """Deal what the game deals before its first action."""
        if self.n > 0:
            raise Refused("", "The table has been set up already.")
        self._start(Flight(self.header.seats[0].name, SET_UP))

    def do(self, seat: str, action: Act) -> None:
        """Begin an action. A refused action leaves everything as it was.

        While a question is open only what a game allows at any time may be done; it calls off
        what is under way.
        """
        self.seat(seat)
        if self.opened:
            raise Refused("", "This table has ended.")
        if action == SET_UP:
            raise Refused("", "The table is set up once, before the first action.")
        if action == SIT_DOWN:
            raise Refused("", f"{seat} sits at the table already.")
        if self.flight is not None and self._is_any_time(action):
            self._codec.action(action)
            self.cancel(seat)
        if self.flight is not None:
            raise Refused("", f"Waiting for {_names(self.waiting_for)} to answer.")
        if self._codec.is_fiat(action) and self.seat(seat).role != "gm":
            raise Refused("", "Only the game master can do that.")
        self._start(Flight(seat, action))

    def why_not_join(self, name: str) -> Refused | None:
        """Why nobody can sit down under this name while the game is on, or None.

        They can at the next quiet point: while a question is open they wait.
        """
        if self.opened:
            return Refused("", "This table has ended.")
        seats = joined(self.header, name).seats
        if why_not := self.ruleset.seating.why_not(seats):
            return Refused("", why_not)
        return self._why_not_on(self._codec.decode(self.quiet[self.n]), seats, name, SIT_DOWN)

    def join(self, name: str) -> None:
        """Somebody sits down in a seat of their own. No going back makes them get up again."""
        if (refused := self.why_not_join(name)) is not None:
            raise refused
        before = self.header
        self.header = joined(before, name)
        try:
            self._start(Flight(name, SIT_DOWN))
        except Refused:
            self.header = before
            raise
        self.first = self.n

    def answer(self, seat: str, answer: Answer, *, by: str = "") -> None:
        """Answer the open question; the game master may answer for a seat (`by`)."""
        self.seat(seat)
        question = self.question_for(seat)
        if question is None or self.flight is None:
            raise Refused("", f"Nothing is being asked of {seat} right now.")
        if by and self.seat(by).role != "gm":
            raise Refused("", "Only the game master can answer for someone else.")
        answer = question.check(answer)
        flight = self.flight
        if not isinstance(self.asked, Each):
            given = Answered(question.key, answer, seat, by)
            self._continue(flight, given, [given])
            return
        part = Answered(question.key, answer, seat, by, part=True)
        partial = {**flight.partial, seat: answer}
        if len(partial) < len(self.asked.questions):
            flight.partial = partial
            self._add(part)
        else:
            together = {part.seat: partial[part.seat] for part in self.asked.questions}
            whole = Answered(self.asked.key, together, seat, by)
            self._continue(flight, whole, [part, whole])

    def cancel(self, by: str) -> None:
        """Call off the action in flight."""
        if self.flight is None:
            raise Refused("", "There’s nothing to cancel.")
        self._add(Cancelled(by))
        self.flight = None
        self.progress = Progress(self._codec.decode(self.quiet[self.n]), [])

    def undo(self, to: int, by: str) -> None:
        """Go back to a quiet point. Undo never draws again: the same place gets the same card."""
        if (refused := self.why_not_undo(to)) is not None:
            raise refused
        self._add(Undid(to, by))
        self._take_back(to)

    def why_not_undo(self, to: int) -> Refused | None:
        """Why the game cannot go back to this quiet point, or None if it can."""
        if self.opened:
            return Refused("", "This table has ended.")
        in_reach = self.first <= to <= self.n and to in self.quiet
        if not in_reach or (to == self.n and self.flight is None):
            return Refused("", f"There’s no step {to} to go back to.")
        return None

    def why_not_take_back(self, seat: str) -> Refused | None:
        """Why this seat may not take back its own last action, or None if it may."""
        last = self.flight or self.last
        if last is None or last.seat != seat:
            return Refused("", "The last action wasn’t yours.")
        if last.action in (SET_UP, SIT_DOWN):
            return Refused("", "There’s nothing to take back yet.")
        if self._is_any_time(last.action):
            return Refused("", "That can’t be undone.")
        if set(last.partial).union(*(given.seats for given in last.answers)) - {"", seat}:
            return Refused("", f"Another seat has answered since; {_ASK}.")
        self.judge()
        if last.revealed is not False:
            return Refused("", f"A card has been seen since; {_ASK}.")
        return None

    def judge(self, drawn: Drawn | None = None) -> None:
        """Look whether the last action has revealed something, while it is known what was before.

        A game master, who may rewind, is not held to that; chance is, whatever it showed. What was
        `drawn` last spares drawing it again.
        """
        last = self.flight or self.last
        before = self.quiet.get(self.n if self.flight is not None else self.n - 1)
        if last is None or last.revealed is not None or before is None:
            return
        if any(given.seats != {last.seat} for given in last.answers):
            last.revealed = True
        elif self.seat(last.seat).role == "gm":
            last.revealed = False
        else:
            lines = self.progress.lines or [
                told.line for told in self.log if told.n == self.n - 1 and not told.undone
            ]
            seats = [seat.name for seat in self.header.seats]
            last.revealed = has_revealed(
                self.ruleset,
                last.seat,
                seats,
                before,
                self._codec.decode,
                self.state,
                lines,
                self.asked,
                Drawn() if drawn is None else drawn,
            )

    def take_back(self, seat: str) -> None:
        """A seat takes back its own last action."""
        refused = self.why_not_take_back(seat)
        if refused is not None:
            raise refused
        self.undo(self.n if self.flight is not None else self.n - 1, seat)

    def salt(self, seat: str, words: str) -> None:
        """Add a salt; it counts from the first quiet point that was never played past."""
        self.seat(seat)
        if self.opened or not words.strip() or len(words) > LONGEST_SALT or "\n" in words:
            longest = f"A salt is one line of 1 to {LONGEST_SALT} characters"
            raise Refused("", f"{longest}, added before the end.")
        salt = Salt(seat, words, self.furthest + 1)
        self._add(Salted(seat, words, salt.since))
        self.salts.append(salt)

    def open(self) -> None:
        """End the table and open its secret, so that everyone can verify it."""
        if self.opened:
            raise Refused("", "The secret is open already.")
        self.opened = True
        self._add(Opened((self._secret or b"").hex()))

    def seal(self, secret: bytes) -> None:
        """From here on chance comes from this sealed stream: a replayed record is played on."""
        self._secret = secret
        self._chance = self._sealed

    def drain(self) -> list[Entry]:
        """The entries made since the last call, for whoever keeps them."""
        entries, self.entries = self.entries, []
        return entries

    # How

    def _why_not_on(self, copy: S, seats: Sequence[Seat], seat: str, action: Act) -> Refused | None:
        """Why a seat could not begin this on a copy of the game, or None."""
        game = Game(copy, _ask, seats, [])
        try:
            self._codec.perform(game, seat, action)
        except Refused as refused:
            return refused.with_traceback(None)
        except Asked:
            return None
        return None

    def _is_any_time(self, action: Act) -> bool:
        return str(action.get("do")) in self.ruleset.any_time

    def _start(self, flight: Flight) -> None:
        if self.flight is not None:
            raise Refused("", "Something is still going on at this table.")
        self._continue(flight, None, [Did(self.n, flight.seat, flight.action)])

    def _continue(self, flight: Flight, given: Answered | None, entries: list[Entry]) -> None:
        """Run the action with one more answer; on any refusal all is as it was before."""
        answers = [*flight.answers, given] if given is not None else list(flight.answers)
        known = len(answers)
        progress = self._advance(flight, answers)
        snapshot = self._snapshot(progress.state) if progress.asked is None else b""
        for entry in (*entries, *answers[known:]):
            self._add(entry)
        flight.answers = answers
        flight.partial = {}
        flight.revealed = flight.revealed or None
        if progress.asked is None:
            self.flight = None
            self.last = flight
            self._settle(progress.state, snapshot, progress.lines)
        else:
            self.flight = flight
            self.progress = progress

    def _advance(self, flight: Flight, answers: list[Answered]) -> Progress[S]:
        """Run the action in flight as far as its answers reach, adding what chance answers."""
        state = self._codec.decode(self.quiet[self.n])
        lines: list[Line] = []
        place = 0

        def answer(question: Question) -> Answer:
            nonlocal place
            if place < len(answers):
                given = answers[place]
                place += 1
                return self.ruleset.former.read(question, given.key, given.answer)
            if isinstance(question, Draw | Roll):
                drawn = self._chance(question, self.n, place)
                answers.append(
                    Answered(
                        question.key,
                        drawn,
                        at=question.index(drawn),
                        of=question.size,
                        copies=question.copies(drawn),
                    )
                )
                place += 1
                return drawn
            raise Asked(question)

        game = Game(state, answer, self.header.seats, lines, lambda: place < len(answers))
        try:
            self._codec.perform(game, flight.seat, flight.action)
        except Asked as asked:
            return Progress(state, self._naming(state, lines), asked.question)
        except Refused as refused:
            # A rule that keeps its refusal in a name would hold on to itself, and to the state.
            raise refused.with_traceback(None) from None
        if place < len(answers):
            raise Diverged("The record holds more answers than the rules ask for.")
        return Progress(state, self._naming(state, lines))

    def _naming(self, state: S, lines: list[Line]) -> list[Line]:
        """What was told, with everyone as they are called now."""
        called = self.ruleset.called(state) if lines else {}
        return [line.naming(called) for line in lines] if called else lines

    def _snapshot(self, state: S) -> bytes:
        """A state as it is kept; one that has grown beyond all bounds is refused."""
        snapshot = self._codec.encode(state)
        if len(snapshot) > max(MOST_STATE, len(self.quiet[self.n])):
            raise Refused("", "This table is full. Take something away before you add more.")
        return snapshot

    def _settle(self, state: S, snapshot: bytes, lines: list[Line]) -> None:
        """The action is done: the table is quiet again."""
        self.log.extend(Told(self.n, line) for line in lines)
        self.n += 1
        self.furthest = max(self.furthest, self.n)
        self.quiet[self.n] = snapshot
        self.progress = Progress(state, [])
        if self._keep_states:
            self._add(Quiet(self.n, self.hash, self._codec.to_json(state)))
        else:
            self._add(Quiet(self.n, self.hash))

    def _take_back(self, to: int) -> None:
        for told in self.log:
            told.undone = told.undone or told.n >= to
        if self.flight is not None:
            self.log.extend(Told(self.n, line, undone=True) for line in self.progress.lines)
        for later in range(to + 1, self.n + 1):
            self.quiet.pop(later, None)
        self.flight = None
        self.last = None
        self.n = to
        self.progress = Progress(self._codec.decode(self.quiet[to]), [])

    def fork_from(self, n: int, snapshot: bytes) -> None:
        """Begin at quiet point `n` of another table, with this state."""
        if self.n > 0 or self.flight is not None:
            raise Refused("", "The game has begun here already.")
        state = self._codec.decode(snapshot)
        self.first = n
        self._add(Forked(n, digest(snapshot), self._codec.to_json(state)))
        self.resume(n, snapshot, None, [])

    def resume(
        self,
        n: int,
        snapshot: bytes,
        flight: Flight | None,
        salts: list[Salt],
        last: Flight | None = None,
    ) -> None:
        """Take up a kept game: its last quiet point, what led to it, and what was in flight.

        When the rules have changed and now ask something else, the table goes back to its quiet
        point and says so.
        """
        self.n = n
        self.furthest = max(n, self.furthest)
        self.quiet[n] = snapshot
        self.salts = list(salts)
        self.last = last
        self.flight = None
        self.progress = Progress(self._codec.decode(snapshot), [])
        if flight is None:
            return
        try:
            self.progress = self._advance(flight, list(flight.answers))
            self.flight = flight
        except (Diverged, Refused) as changed:
            self._add(Cancelled("the rules"))
            sentence = f"The rules have changed, so {flight.seat}’s last action was taken back."
            self.log.append(Told(n, Line(f"{sentence} {changed}", fiat=True)))

    def _sealed(self, question: Chance, n: int, k: int) -> Answer:
        if self._secret is None:
            raise Asked(question)
        salts = salted(self.salts, n) if self.salts else NO_SALTS
        return sealed_answer(self._secret, salts, n, k, question)

    def _add(self, entry: Entry) -> None:
        self.entries.append(entry)


def _names(seats: tuple[str, ...]) -> str:
    return " and ".join(map(called, seats)) or "chance"


def _ask(question: Question) -> Answer:
    raise Asked(question)
