"""Between a game's plain data and bytes: states, actions and options of one ruleset."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Generic, TypeVar

import msgspec
from msgspec import Struct

from fatedeck.engine.actions import fields
from fatedeck.engine.adventure import THE_HERO, Adventure, steps_in
from fatedeck.engine.adventure_text import OPTION, adventure_of, options_of
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.fiat import FIAT, Fiat, perform_fiat
from fatedeck.engine.game import Game, OthersAsked, Seat
from fatedeck.engine.house import check_house, without_house
from fatedeck.engine.kinds import Asking, Listed
from fatedeck.engine.making import MAKING, NOT_ALONE, Maker, MakingAction, make
from fatedeck.engine.names import LONGEST, did_you_mean
from fatedeck.engine.offers import tag
from fatedeck.engine.questions import COUNTABLE, Answer, Decision
from fatedeck.engine.ruleset import Ruleset
from fatedeck.engine.story import Line
from fatedeck.engine.tale import Played, open_tale, telling
from fatedeck.engine.telling import TAGS, OfAnAdventure, TaleAction, meant
from fatedeck.engine.unfit import why_unfit
from fatedeck.engine.view import Making
from fatedeck.engine.wandering import WANDERING, wander

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)

SET_UP: Act = {"do": "set-up"}
SIT_DOWN: Act = {"do": "sit-down"}
"""What somebody does who comes when the game is on: see `Ruleset.join`."""

_FIAT_TAGS = {tag(fiat): fiat for fiat in FIAT}
_MAKING_TAGS = {tag(action): action for action in MAKING}


def digest(snapshot: bytes) -> str:
    """The SHA-256 of a snapshot."""
    return hashlib.sha256(snapshot).hexdigest()


class Codec(Generic[S, Opt, A]):
    """Reads and writes what one game keeps, with the adventure that is told at its table."""

    def __init__(self, ruleset: Ruleset[S, Opt, A], adventure: Adventure | None = None) -> None:
        self.ruleset = ruleset
        self.adventure = adventure
        self._encoder = msgspec.msgpack.Encoder()
        self._decoder: msgspec.msgpack.Decoder[S] = msgspec.msgpack.Decoder(ruleset.State)
        self._tags = {tag(action): action for action in ruleset.actions}

    def encode(self, state: S) -> bytes:
        return self._encoder.encode(state)

    def decode(self, snapshot: bytes) -> S:
        return self._decoder.decode(snapshot)

    def to_json(self, state: S) -> msgspec.Raw:
        """A state as a record carries it."""
        return msgspec.Raw(msgspec.json.encode(state))

    def from_json(self, kept: msgspec.Raw) -> S:
        """A state that a record carries."""
        try:
            return msgspec.json.decode(kept, type=self.ruleset.State)
        except msgspec.DecodeError as fault:
            raise Unreadable(
                f"A kept state of {self.ruleset.title} can’t be read: {fault}."
            ) from fault

    def copy(self, state: S) -> S:
        """Another state just like this one."""
        return self._decoder.decode(self._encoder.encode(state))

    def begin(self, options: dict[str, object], seats: Sequence[Seat]) -> S:
        """The table as it is unpacked, for these seats and options."""
        if why_not := self.ruleset.seating.why_not(seats):
            raise Refused("", why_not)
        check_house(self.ruleset.id, options)
        state = self.ruleset.begin(self.options(options), seats)
        if (adventure := adventure_of(options)) is not None:
            if not isinstance(state, Played):
                raise Unreadable(f"{self.ruleset.title} is played without adventures.")
            if adventure.game != self.ruleset.id:
                raise Unreadable(f"“{adventure.title}” is an adventure for {adventure.game}.")
            state.tale = open_tale(adventure)
        return state

    def options(self, options: dict[str, object]) -> Opt:
        """The options of a table, checked; an unknown name or value is refused."""
        options = {name: value for name, value in without_house(options).items() if name != OPTION}
        unknown = [name for name in options if name not in self.ruleset.Options.__struct_fields__]
        if unknown:
            known = self.ruleset.Options.__struct_fields__
            near = did_you_mean(unknown[0], known)
            there = ", ".join(known) or "none"
            raise Unreadable(f"There is no option “{unknown[0]}”.{near} You can use: {there}.")
        for name, value in options.items():
            if isinstance(value, int) and abs(value) > COUNTABLE:
                raise Unreadable(f"{name}: that is too large; {COUNTABLE} is the most.")
        try:
            return msgspec.convert(options, self.ruleset.Options)
        except msgspec.ValidationError as fault:
            why = why_unfit(fault, options, self.ruleset.Options)
            raise Unreadable(f"An option doesn’t make sense: {why}") from fault

    def action(self, act: Act) -> A | Fiat | TaleAction | MakingAction:
        """An action of this game, or one that all games share, from plain data."""
        name = str(act.get("do"))
        own: type[A | Fiat] | None = self._tags.get(name) or _FIAT_TAGS.get(name)
        shared: type[TaleAction | MakingAction] | None = TAGS.get(name) or _MAKING_TAGS.get(name)
        wanted: type[A | Fiat | TaleAction | MakingAction] | None = own or shared
        if wanted is None:
            near = did_you_mean(name, (*self._tags, *_FIAT_TAGS, *TAGS, *_MAKING_TAGS))
            none = f"{self.ruleset.title} has no action called “{name[:LONGEST]}”.{near}"
            raise Refused("", none if near else f"{none} You can use: {', '.join(self._tags)}.")
        for what, value in act.items():
            if isinstance(value, int) and abs(value) > COUNTABLE:
                raise Refused("", f"{what}: {value} is too large; {COUNTABLE} is the most.")
        try:
            return msgspec.convert(act, wanted)
        except msgspec.ValidationError as fault:
            unfit = Refused("", f"{name}: {why_unfit(fault, act, wanted)}")
            raise _other_fields(name, wanted, act) or unfit from fault

    def is_fiat(self, act: Act) -> bool:
        return str(act.get("do")) in _FIAT_TAGS

    def perform(self, game: Game[S], seat: str, act: Act) -> None:
        """Run an action, the set-up, a late arrival, or the game master's fiat.

        When a fight begins or ends, what players wished for before is past.
        """
        state = game.state
        if not isinstance(state, Played) or not state.is_wished:
            self._perform(game, seat, act)
            return
        fought = self._is_fought(game.state)
        self._perform(game, seat, act)
        if fought != self._is_fought(game.state):
            state.forget_wishes()

    def _is_fought(self, state: S) -> bool:
        party = self.ruleset.party(state)
        return party is not None and bool(party.foes)

    def _perform(self, game: Game[S], seat: str, act: Act) -> None:
        if act == SET_UP:
            self.ruleset.setup(game)
            return
        if act == SIT_DOWN:
            self.ruleset.join(game, seat)
            return
        action = self.action(act)
        if isinstance(action, FIAT):
            self._decree(game, seat, action)
        elif isinstance(action, TaleAction):
            self._tell(game, seat, action)
        elif isinstance(action, MAKING):
            self._make(game, seat, action)
        else:
            self.ruleset.perform(game, seat, action)

    def _decree(self, game: Game[S], seat: str, fiat: Fiat) -> None:
        def decreed() -> None:
            perform_fiat(game, seat, fiat, self.ruleset.view)
            self._still_whole(game.state)

        self.ruleset.decree(game, decreed)

    def _tell(self, game: Game[S], seat: str, action: TaleAction) -> None:
        """An action of the tale; what it does in the game, the game master does."""

        def does(act: Act, lines: list[Line]) -> None:
            self.perform(game.beside(game.state, lines), gm, act)

        def clears(lines: list[Line]) -> None:
            self.ruleset.clear_the_fallen(game.beside(game.state, lines))

        gm = next((seat.name for seat in game.seats if seat.role == "gm"), "")
        oracle = self.ruleset.oracle()
        fights = self.ruleset.begins_a_fight
        called = self.ruleset.called(game.state)
        state = telling(
            game.state, game.seats, self.adventure, oracle, does, clears, fights, called
        )
        if state is None:
            raise Refused("", f"{self.ruleset.title} is played without a tale.")
        if isinstance(action, OfAnAdventure) and seat == gm:
            self._begin(game, gm, action)
        where = state.tale.where
        action.perform(game.beside(state, game.lines), seat)
        assert isinstance(game.state, Played)
        game.state.tale = state.tale
        if state.tale.where != where:
            self.ruleset.leave_scene(game)

    def _begin(self, game: Game[S], gm: str, action: OfAnAdventure) -> None:
        """The story begins the game, where it has not begun."""
        opening = self.ruleset.opening(game.state) if action.begins else None
        if opening is None:
            return
        try:
            self.ruleset.perform(game, gm, opening)
        except Refused:
            if action.begins == "must":
                raise

    def _make(self, game: Game[S], seat: str, action: MakingAction) -> None:
        """Several steps of making a character at once; what they ask is answered where it can be.

        A brought character has answers of its own, the machine knows the others.
        """
        policy = self.ruleset.policy()

        def answering(known: Sequence[Answer]) -> Game[S]:
            answers = list(known)

            def answer(question: Decision) -> Answer | None:
                with suppress(Refused):
                    if answers:
                        return question.check(answers.pop(0))
                return None if policy is None else policy.answer(game.state, question)

            return game.answered(seat, answer)

        def does(act: Act, known: Sequence[Answer]) -> None:
            self.perform(answering(known), seat, act)

        def alone(act: Act, known: Sequence[Answer]) -> None:
            before, told = self.encode(game.state), len(game.lines or ())
            try:
                self.perform(answering(known).asking_only(seat), seat, act)
            except OthersAsked:
                self._put_back(game, before, told)
                raise Refused("", NOT_ALONE) from None

        def now() -> Making | None:
            return self.ruleset.making(game.state, seat)

        make(Maker(self.ruleset.id, self.ruleset.title, seat, now, does, alone), game, action)

    def _put_back(self, game: Game[S], before: bytes, told: int) -> None:
        """Undo an action that was broken off in the middle."""
        was = self.decode(before)
        for field in was.__struct_fields__:
            setattr(game.state, field, getattr(was, field))
        if game.lines is not None:
            del game.lines[told:]

    def _still_whole(self, state: S) -> None:
        """A decree may not leave a value that the game does not allow or could not show."""
        try:
            self.copy(state)
            self.ruleset.view(state, None)
        except msgspec.ValidationError as fault:
            raise Refused("", f"That can’t be: {why_unfit(fault)}") from fault
        except LookupError as fault:
            raise Refused("", "That can’t be: this game has nothing by that name.") from fault


def with_text(ruleset: Ruleset[S, Opt, A], options: dict[str, object]) -> dict[str, object]:
    """The options of a new table; an adventure of the box that they name is there with its text.

    So a table keeps the text that it was begun with, whatever becomes of the box. What the
    adventure says of the table's options holds. One that is brought along is looked through first.
    """
    name = options.get(OPTION)
    if not isinstance(name, str):
        return options
    if "\n" in name:
        _look_through(ruleset, adventure_of(options), options)
        return {**options, **options_of(name)}
    text = text_of(ruleset, name)
    if text is None:
        known = f" Try: {', '.join(ruleset.adventures)}." if ruleset.adventures else ""
        raise Unreadable(f"There is no adventure “{name}” for {ruleset.title}.{known}")
    return {**options, **options_of(text)}


def text_of(ruleset: Ruleset[S, Opt, A], name: str) -> str | None:
    """An adventure of the box by its name; free play is another one each time."""
    if name == WANDERING and ruleset.wandering is not None:
        return wander(ruleset.id, ruleset.wandering, random.SystemRandom())
    return ruleset.adventures.get(name)


def _look_through(
    ruleset: Ruleset[S, Opt, A], adventure: Adventure | None, options: dict[str, object]
) -> None:
    """Every step of an adventure is an action that the game has, and names what its lists have."""
    if adventure is None or adventure.game != ruleset.id:
        return
    codec = Codec(ruleset)
    fewest = max(ruleset.seating.fewest, adventure.fewest)
    heroes = (Seat(f"Hero {n}") for n in range(fewest))
    state = codec.begin({**options, **adventure.options}, (Seat("GM", "gm"), *heroes))
    for step in steps_in(adventure):
        try:
            action = codec.action(meant(step.act, THE_HERO, [THE_HERO]))
            refused = _unlisted(type(action), step.act, Asking(state, "GM"))
        except Refused as fault:
            refused = fault
        if refused is not None:
            said = f"The adventure cannot be played: line {step.line}: {refused}"
            raise Unreadable(said) from refused


def _other_fields(name: str, action: type[Struct], act: Act) -> Refused | None:
    """Why this is none of an action because of a field that it has not, or that is left out."""
    known = msgspec.structs.fields(action)
    names = [field.encode_name for field in known]
    for what in act:
        if what not in ("do", *names):
            near, has = did_you_mean(what, names), ", ".join(names) or "nothing"
            return Refused("", f"{name} takes no “{what[:LONGEST]}”.{near} It takes: {has}.")
    lacking = [f"“{field.name}”" for field in known if field.required and field.name not in act]
    return Refused("", f"{name} needs {' and '.join(lacking)}.") if lacking else None


def _unlisted(action: type[Struct], act: Act, asking: Asking) -> Refused | None:
    """Why an action is none because of a name that the game's own lists do not have."""
    for spot, kind in fields(action):
        if isinstance(kind, Listed) and spot.name in act:
            value = act[spot.name]
            if value not in ("", *kind.names(asking)):
                return kind.why_not(spot, asking, value)
    return None
