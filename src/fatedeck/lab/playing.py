"""One fight, from its first card to its end: the rules themselves, chance from a seeded stream."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.adventure_text import adventure_of
from fatedeck.engine.codec import SET_UP, Codec
from fatedeck.engine.entries import Header, write_record
from fatedeck.engine.errors import FatedeckError, Refused
from fatedeck.engine.fights import Bout, Step, step
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.imagine import suppose
from fatedeck.engine.questions import Answer, Chance, Decision, Draw, Each, Question, Roll
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import Policy, find_game
from fatedeck.engine.situation import lay_out
from fatedeck.lab.encounter import OWN, Encounter, fights_of, from_table, resolved, staged, unpack
from fatedeck.lab.policies import Lucky, policy_of

MOST_MOVES = 3000
"""A fight that is not over by then has no end that these policies can find."""


class Outcome(Struct, frozen=True, array_like=True):
    """How one fight ended. Sides are told by their place: 1 the first, 2 the other, 0 nobody.

    `fell` are those of the first side who were down at the end, `felled` counts the other's. `left`
    is what the first side had left, all together. `first` is who lost somebody first, `swings` how
    often the lead changed sides, `decided` the round from which on the winner led. `stuck` says why
    a fight had no end.
    """

    number: int
    won: int
    rounds: int
    moves: int
    fell: tuple[str, ...] = ()
    felled: int = 0
    left: dict[str, int] = {}
    first: int = 0
    swings: int = 0
    decided: int = 0
    stuck: str = ""


class _NotYet(BaseException):
    """Something is asked while only what asks nothing is being prepared."""


class Luck:
    """Where chance comes from in one fight: a stream for each seat's actions.

    So what a hero draws stays the same when there is one foe more, and two encounters that are
    played with the same numbers differ by what is different, not by luck.
    """

    def __init__(self, seed: str, number: int) -> None:
        self._name = f"{seed}/{number}"
        self._streams: dict[str, Callable[[], float]] = {}

    def of(self, seat: str) -> Callable[[], float]:
        stream = self._streams.get(seat)
        if stream is None:
            stream = self._streams[seat] = self.new(seat).random
        return stream

    def new(self, what: str) -> random.Random:
        named = blake2b(f"{self._name}/{what}".encode(), digest_size=8).digest()
        return random.Random(int.from_bytes(named, "big"))


class Arena:
    """An encounter made ready to be fought many times.

    What asks nothing, as making characters mostly does, is done once; from the first card on every
    fight plays for itself.
    """

    def __init__(self, encounter: Encounter, seed: str = "lab") -> None:
        self.encounter = encounter = resolved(encounter)
        self.seed = seed
        self.ruleset = find_game(encounter.game)
        self.fights = fights_of(self.ruleset)
        self._codec = Codec(self.ruleset, adventure_of(encounter.options))
        ours = policy_of(self.ruleset, encounter.play)
        theirs = policy_of(self.ruleset, encounter.against)
        first = self.fights.sides[0]
        self._policies: dict[str, Policy[Struct]] = {
            seat.name: ours if _is_of(seat, first, encounter.seats) else theirs
            for seat in encounter.seats
        }
        self._masters = tuple(seat.name for seat in encounter.seats if seat.role == "gm")
        self._lucky = [policy for policy in (ours, theirs) if isinstance(policy, Lucky)]
        self._stages = _stages(encounter)
        self._ready, self._done = self._prepare()

    def _prepare(self) -> tuple[bytes, int]:
        """The table before the first stage that asks anything, and how many stages are done."""
        encounter = self.encounter
        if encounter.start:
            ready = encounter.start
        else:
            ready = self._codec.encode(self._codec.begin(encounter.options, encounter.seats))
        for place, stage in enumerate(self._stages):
            try:
                state = self._codec.decode(ready)
                ready = self._codec.encode(self._take(state, stage, place, _wait, ""))
            except _NotYet:
                return ready, place
        return ready, len(self._stages)

    def check(self) -> None:
        """Lay it out once; whatever is wrong with it is told before the first fight."""
        state = self._begin(_Dealer(self, Luck(self.seed, 0)))
        if not self.fights.is_on(state):
            raise Refused("", "There is no fight here: one of the two sides has nobody standing.")

    def fight(self, number: int) -> Outcome:
        """The fight with this number; the same seed and number give the same fight anywhere."""
        luck = Luck(self.seed, number)
        self._seed_policies(luck)
        dealer = _Dealer(self, luck)
        try:
            state = self._begin(dealer)
        except FatedeckError as fault:
            return Outcome(number, 0, 0, 0, stuck=str(fault))
        game = Game(state, dealer.answer, self.encounter.seats, None)

        def perform(seat: str, action: Struct) -> Struct:
            dealer.acts(state, seat)
            self.ruleset.perform(game, seat, action)
            return state

        return self._fight_out(number, state, perform)

    def record(self, number: int) -> str:
        """The fight with this number as a record, for a replay or for the page."""
        luck = Luck(self.seed, number)
        self._seed_policies(luck)
        dealer, encounter = _Dealer(self, luck), self.encounter
        header = Header(
            self.ruleset.id, self.ruleset.version, encounter.seats, dict(encounter.options)
        )
        record = Record(self.ruleset, header, chance=dealer.chance)
        stages = list(self._stages)
        if encounter.start or encounter.given is not None:
            state, laid = self._until_laid_out(dealer)
            record.fork_from(1, self._codec.encode(state))
            stages = stages[laid:]

        def run(seat: str, begin: Callable[[], None]) -> Struct:
            dealer.seat = seat
            begin()
            while record.waiting_for:
                asked = record.waiting_for[0]
                question = record.question_for(asked)
                assert question is not None
                record.answer(asked, dealer.decide(record.state, question))
            state: Struct = record.state
            return state

        for stage in stages:
            assert isinstance(stage, Step)
            dealer.script(stage)
            seat = stage.by or encounter.seats[0].name
            is_setup = stage.act == SET_UP
            run(seat, record.set_up if is_setup else partial(record.do, stage.by, stage.act))
        dealer.script(None)
        self._fight_out(
            number,
            record.state,
            lambda seat, action: run(seat, lambda: record.do(seat, step(seat, action).act)),
        )
        return write_record(header, record.entries)

    def _fight_out(
        self, number: int, state: Struct, perform: Callable[[str, Struct], Struct]
    ) -> Outcome:
        """Let the policies decide until it is over; what happened on the way is noted."""
        fights, policies = self.fights, self._policies
        standing = full = fights.standing(state)
        moves = turns = swings = first = leader = decided = rounds = 0
        heroes = max(1, full[0])
        last, stuck = "", ""
        while not fights.is_over(state, standing):
            action: Struct | None = None
            seat = ""
            for seat in fights.to_act(state):
                action = policies[seat].act(state, seat)
                if action is not None:
                    break
            if action is None:
                stuck = "Nobody knew what to do next."
                break
            rounds = fights.round(state) or 1 + turns // heroes
            if seat != last:
                turns += seat not in self._masters
                last = seat
            try:
                state = perform(seat, action)
            except FatedeckError as fault:
                stuck = f"{seat} was refused: {fault}"
                break
            moves += 1
            now = fights.standing(state)
            if now != standing:
                standing = now
                ours, theirs = now[0] * full[1], now[1] * full[0]
                first = first or (1 if now[0] < full[0] else 2 if now[1] < full[1] else 0)
                leads = 1 if ours > theirs else 2 if theirs > ours else leader
                if leads != leader:
                    swings += leader != 0
                    leader, decided = leads, rounds
            if moves >= MOST_MOVES:
                stuck = f"It went on and on: {MOST_MOVES} moves, and both sides still stand."
                break
        return self._outcome(number, state, rounds, moves, first, swings, decided, stuck)

    def _outcome(
        self,
        number: int,
        state: Struct,
        rounds: int,
        moves: int,
        first: int,
        swings: int,
        decided: int,
        stuck: str,
    ) -> Outcome:
        fights = self.fights
        winner = "" if stuck else fights.winner(state, fights.standing(state))
        ours, theirs = fights.sides
        left: dict[str, int] = {}
        fell: list[str] = []
        felled = 0
        for fighter in fights.fighters(state):
            if fighter.side == theirs:
                felled += not fighter.up
                continue
            for name, number_left in fighter.left.items():
                left[name] = left.get(name, 0) + number_left
            if not fighter.up:
                fell.append(fighter.name)
        won = 1 if winner == ours else 2 if winner == theirs else 0
        return Outcome(
            number, won, rounds, moves, tuple(fell), felled, left, first, swings, decided, stuck
        )

    def _seed_policies(self, luck: Luck) -> None:
        for place, policy in enumerate(self._lucky):
            policy.luck = luck.new(f"policy {place}")

    def _begin(self, dealer: _Dealer) -> Struct:
        """The table as this fight begins."""
        state: Struct = self._codec.decode(self._ready)
        if self.encounter.of:
            suppose(self.ruleset, state, self.encounter.of, dealer.imagines())
        for place in range(self._done, len(self._stages)):
            state = self._deal(state, place, dealer)
        dealer.script(None)
        return state

    def _until_laid_out(self, dealer: _Dealer) -> tuple[Struct, int]:
        """The table as the file or the record gives it, and how many stages that were."""
        codec, encounter = self._codec, self.encounter
        if encounter.start:
            return codec.decode(encounter.start), 0
        state = codec.begin(encounter.options, encounter.seats)
        laid = 1 + next(n for n, stage in enumerate(self._stages) if stage is None)
        for place in range(laid):
            state = self._deal(state, place, dealer)
        return state, laid

    def _deal(self, state: Struct, place: int, dealer: _Dealer) -> Struct:
        stage = self._stages[place]
        seat = (stage.by if stage is not None else "") or self.encounter.seats[0].name
        dealer.script(stage)
        dealer.acts(state, seat)
        return self._take(state, stage, place, dealer.answer, seat)

    def _take(
        self,
        state: Struct,
        stage: Step | None,
        place: int,
        answer: Callable[[Question], Answer],
        seat: str,
    ) -> Struct:
        """One stage of the preparation: the set-up, the given situation, or a step."""
        if stage is None:
            assert self.encounter.given is not None
            return lay_out(state, self.encounter.given)
        game = Game(state, answer, self.encounter.seats, None)
        try:
            self._codec.perform(game, stage.by, stage.act)
        except Refused as refused:
            what = "The set-up" if stage.act == SET_UP else f"“{stage.act['do']}” by {stage.by}"
            raise Refused("", f"{what} is refused: {refused}") from refused
        return state


class _Dealer:
    """Answers what one fight asks: what a step names, then chance by luck, choices by policy."""

    def __init__(self, arena: Arena, luck: Luck) -> None:
        self._policies, self._luck = arena._policies, luck
        self.seat = ""
        self._state: Struct | None = None
        self._uniform: Callable[[], float]
        self._cards: list[str | int] = []
        self._answers: list[tuple[str, str | int | list[str]]] = []

    def script(self, step: Step | None) -> None:
        """From here on what this step names comes first."""
        self._cards = list(step.chance) if step is not None else []
        self._answers = list(step.answers) if step is not None else []

    def acts(self, state: Struct, seat: str) -> None:
        """From here on this seat's action runs, at this table."""
        self.seat, self._state = seat, state
        self._uniform = self._luck.of(seat)

    def imagines(self) -> random.Random:
        """Where what nobody may know comes from."""
        return self._luck.new("what is hidden")

    def answer(self, question: Question) -> Answer:
        if type(question) is Draw:
            if self._cards:
                return self._drawn(question)
            cards = question.cards
            return cards[int(self._uniform() * len(cards))]
        if type(question) is Roll:
            return self._drawn(question)
        assert self._state is not None
        if type(question) is Each:
            answers: dict[str, str | int | list[str]] = {}
            for part in question.questions:
                answers[part.seat] = self.decide(self._state, part)
            return answers
        return self.decide(self._state, question)

    def chance(self, question: Chance, n: int, k: int) -> Answer:
        """The same for a record, which asks for chance by its place."""
        self._uniform = self._luck.of(self.seat)
        return self._drawn(question)

    def _drawn(self, question: Chance) -> Answer:
        if self._cards:
            return question.check(self._cards.pop(0))
        return question.at(int(self._uniform() * question.size))

    def decide(self, state: Struct, question: Decision) -> str | int | list[str]:
        if self._answers and self._answers[0][0] == question.seat:
            answer: Answer = question.check(self._answers.pop(0)[1])
        else:
            answer = self._policies[question.seat].answer(state, question)
        assert not isinstance(answer, dict)
        return answer


def _wait(question: Question) -> Answer:
    raise _NotYet


def _is_of(seat: Seat, first: str, seats: Sequence[Seat]) -> bool:
    """Whether the first side's policy decides for a seat: every hero's, or the first duellist's."""
    has_master = any(one.role == "gm" for one in seats)
    return seat.role != "gm" if has_master else seat.name == first


def _stages(encounter: Encounter) -> tuple[Step | None, ...]:
    """What is done before a fight; None is where the given situation is laid out."""
    setup = encounter.setup or Step("", SET_UP)
    before = () if encounter.start else (setup,)
    given = (None,) if encounter.given is not None else ()
    return (*before, *given, *encounter.steps)


def at_table(table: Bout) -> Encounter:
    """The fight at a table, or one with named foes; else the next that its scene has ready."""
    try:
        return from_table(table)
    except Refused:
        for encounter in () if table.foes else staged(table):
            with suppress(FatedeckError):
                Arena(encounter).check()
                return encounter
        raise


def from_record(
    record: Record[Struct, Struct, Struct], foes: str = "", play: str = OWN, against: str = OWN
) -> Encounter:
    """This table, now: the fight at it, or one with these foes."""
    if record.waiting_for:
        waiting = " and ".join(record.waiting_for)
        raise Refused("", f"The table is waiting for {waiting} to answer. Take it up after that.")
    header = record.header
    state = Codec(record.ruleset).encode(record.state)
    found = at_table(
        Bout(header.game, foes=foes, seats=header.seats, options=header.options, start=state)
    )
    return replace(found, play=play, against=against)


@lru_cache(maxsize=64)
def arena_of(packed: bytes, seed: str) -> Arena:
    """The arena of an encounter that came as bytes; a process makes each of them ready once."""
    return Arena(unpack(packed), seed)
