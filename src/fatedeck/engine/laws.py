"""What must hold for any game, tried by random play: our own games, and any from outside.

    for broken in break_laws(find_game("lantern"), actions=3000):
        print(broken)

Each law looks at a table between two random steps. Whoever writes a game runs them with
`fatedeck laws GAME`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from typing import TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Act, act, read_record, write_record
from fatedeck.engine.errors import Diverged, Refused
from fatedeck.engine.forms import all_forms
from fatedeck.engine.game import Game
from fatedeck.engine.imagine import imagine
from fatedeck.engine.journeys import astray, lie
from fatedeck.engine.mentions import left, meant, names
from fatedeck.engine.offers import Form, Offer, tag
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Choose, Draw, Each, Question, Roll, Several
from fatedeck.engine.random_play import WORDS, AnyRecord, fill_in, new_record, play, random_answer
from fatedeck.engine.record import Flight, Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.engine.seen import see

SOME = 4
"""Offers that are tried after each step."""
STRETCH = 60
"""Steps that one table is played before the next is set up."""
LATEST = 20
"""Lines of the story that are read after each step."""
_HOLE = re.compile(r"\{\w+(:[^{}]*)?\}")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Broken(Struct, frozen=True):
    """A law that does not hold: which, how, and how to see it again."""

    law: str
    how: str
    seed: int

    def __str__(self) -> str:
        return f"{self.law}: {self.how} (seed {self.seed})"


class Breach(Exception):
    """A law does not hold."""


Law: TypeAlias = Callable[[AnyRecord, random.Random], None]


def break_laws(
    ruleset: AnyRuleset,
    *,
    actions: int = 3000,
    seed: int = 0,
    options: dict[str, object] | None = None,
    laws: Sequence[str] = (),
    table: Callable[[int], AnyRecord] | None = None,
) -> Iterator[Broken]:
    """Play at random and tell each law that is broken, once a table.

    `table` lays out a table where much can happen, from a seed, instead of a new one.
    """
    wanted = {name: law for name, law in LAWS.items() if not laws or name in laws}
    for number in range(seed, seed + max(1, actions // STRETCH)):
        luck, standing = random.Random(number), dict(wanted)
        record = table(number) if table else new_record(ruleset, number, options)
        cards = all_cards(record.state)
        for _ in range(STRETCH):
            if ruleset.is_over(record.state) and not record.waiting_for:
                break
            for name, law in list(standing.items()):
                try:
                    law(record, luck)
                except Breach as breach:
                    del standing[name]
                    yield Broken(name, str(breach), number)
            play(record, luck, 1)
            if all_cards(record.state) != cards:
                yield Broken("cards", "a card was made or lost", number)
                break
        if table is None:
            yield from _unrepeatable(record, number)


def offered_is_accepted(record: AnyRecord, luck: random.Random) -> None:
    """What is offered, filled in within its limits, is accepted, and stays so to its end."""
    if record.waiting_for:
        return
    for seat, offer in _some_offers(record, luck, possible=True):
        trial = again(record)
        action: Act = {"do": offer.do, **offer.fixed}
        try:
            action = fill_in(trial.ruleset, trial.state, seat, offer, luck)
            trial.do(seat, action)
            while trial.waiting_for:
                asked = trial.question_for(trial.waiting_for[0])
                assert asked is not None
                trial.answer(asked.seat, random_answer(asked, luck))
        except Refused as refused:
            raise Breach(f"{seat} is offered {action}, and is refused: {refused}") from refused


def refused_is_not_offered(record: AnyRecord, luck: random.Random) -> None:
    """What an offer says cannot be done is refused, and nothing changes by trying."""
    if record.waiting_for:
        return
    codec = Codec(record.ruleset)
    for seat, offer in _some_offers(record, luck, possible=False):
        trial = again(record)
        before = codec.encode(trial.state)
        try:
            trial.do(seat, fill_in(record.ruleset, record.state, seat, offer, luck))
        except Refused as refused:
            if not refused.sentence or codec.encode(trial.state) != before or trial.drain():
                raise Breach(f"refusing “{offer.label}” leaves a trace") from refused
        else:
            raise Breach(f"{seat} may “{offer.label}”, though it is said: {offer.why_not}")


def a_seat_sees_only_its_own(record: AnyRecord, luck: random.Random) -> None:
    """Cards that are hidden from a seat are dealt anew: what it is shown stays the same."""
    if record.waiting_for:
        return
    codec = Codec(record.ruleset)
    for seat in (*(seat.name for seat in record.header.seats), None):
        world = imagine(record.ruleset, record.state, seat, luck)
        other = again(record, codec.encode(world))
        if shown(other, seat) != shown(record, seat):
            raise Breach(f"{seat or 'a spectator'} can tell which cards are hidden")


def cards_go_as_the_rules_say(record: AnyRecord, luck: random.Random) -> None:
    """At every question each card lies in one pile, and has come there by a way that is named."""
    if record.ruleset.journeys:
        for seat, action in _some_actions(record, luck):
            _follow_the_cards(record, seat, action, luck)


def nobody_is_meant_who_has_left(record: AnyRecord, luck: random.Random) -> None:
    """Who has left is named nowhere when an action is done, and nobody is asked about them."""
    if record.ruleset.present(record.state):
        for seat, action in _some_actions(record, luck):
            _call_the_names(record, seat, action, luck)


def what_is_said_is_whole(record: AnyRecord, luck: random.Random) -> None:
    """A story names all that its templates ask for, and a question and its options have names."""
    lines = [told.line for told in record.log[-LATEST:]] + record.progress.lines
    for line in lines:
        for seat in (None, *line.only):
            if _HOLE.search(line.read_by(seat)):
                raise Breach(f"the story says “{line.read_by(seat)}”")
    for seat in record.waiting_for:
        question = record.question_for(seat)
        assert question is not None
        if not _NAME.fullmatch(question.name):
            raise Breach(f"a question is named “{question.name}”: “{question.prompt}”")


def shown(record: AnyRecord, seat: str | None) -> bytes:
    """All that a seat is sent, and all that it is told when it asks what may be chosen."""
    forms = msgspec.json.encode(all_forms(record.ruleset, record.state, seat) if seat else [])
    try:
        msgspec.json.decode(forms, type=list[Form])
    except msgspec.ValidationError as fault:
        raise Breach(f"{seat} is told what no form can say: {fault}") from fault
    return msgspec.json.encode(see(record, seat)) + forms


LAWS: dict[str, Law] = {
    "accepted": offered_is_accepted,
    "refused": refused_is_not_offered,
    "hidden": a_seat_sees_only_its_own,
    "said": what_is_said_is_whole,
    "ways": cards_go_as_the_rules_say,
    "meant": nobody_is_meant_who_has_left,
}


def unreached(ruleset: AnyRuleset, tables: Iterable[AnyRecord]) -> list[str]:
    """Fields of actions that no form led to while these tables were played on at random."""
    actions: Sequence[type[Struct]] = ruleset.actions
    wanted = {(tag(one), name) for one in actions for name in one.__struct_fields__}
    for number, record in enumerate(tables):
        if not wanted:
            break
        play(record, random.Random(number), STRETCH, lambda now: _tick_off(now, wanted))
    return sorted(f"{do}.{name}" for do, name in wanted)


def _tick_off(record: AnyRecord, wanted: set[tuple[str, str]]) -> None:
    if record.waiting_for or not wanted:
        return
    for seat, offer in _offers(record):
        if any(do == offer.do for do, _ in wanted):
            form = record.ruleset.form(record.state, seat, offer, {})
            names = {*offer.fixed, *(param.name for param in (*offer.params, *form.params))}
            wanted -= {(offer.do, name) for name in names}


def again(record: AnyRecord, snapshot: bytes | None = None) -> AnyRecord:
    """The record as if it had been saved and loaded; with another snapshot, another world."""
    made: AnyRecord = Record(record.ruleset, record.header, secret=record._secret)
    flight = msgspec.json.encode(record.flight) if record.flight else None
    made.resume(
        record.n,
        snapshot or record.quiet[record.n],
        msgspec.json.decode(flight, type=Flight) if flight else None,
        record.salts,
    )
    made.log = list(record.log)
    return made


def _offers(record: AnyRecord) -> list[tuple[str, Offer]]:
    return [
        (seat.name, offer)
        for seat in record.header.seats
        for offer in record.ruleset.offers(record.state, seat.name)
    ]


def _some_offers(
    record: AnyRecord, luck: random.Random, *, possible: bool
) -> list[tuple[str, Offer]]:
    """A few of the offers that are possible now, or of those that are not."""
    found = [(seat, offer) for seat, offer in _offers(record) if (not offer.why_not) is possible]
    return luck.sample(found, min(SOME, len(found)))


def _some_actions(record: AnyRecord, luck: random.Random) -> Iterator[tuple[str, Act]]:
    """A few of the actions that are possible now, and what sends the foes away."""
    if record.waiting_for:
        return
    ruleset, state = record.ruleset, record.state
    for seat, offer in _some_offers(record, luck, possible=True):
        with suppress(Refused):
            yield seat, fill_in(ruleset, state, seat, offer, luck)
    master = next((seat.name for seat in record.header.seats if seat.role == "gm"), "")
    farewell = ruleset.dismiss(state) if master else None
    if farewell is not None:
        yield master, act(farewell)


def _follow_the_cards(record: AnyRecord, seat: str, action: Act, luck: random.Random) -> None:
    lay = lie(record.state)

    def look(state: Struct, question: Question | None) -> None:
        nonlocal lay
        if wrong := astray(record.ruleset.journeys, lay, state, str(action["do"])):
            raise Breach(f"by {action} of {seat}, {wrong}")
        lay = lie(state)

    _watch(record, seat, action, luck, look)


def _call_the_names(record: AnyRecord, seat: str, action: Act, luck: random.Random) -> None:
    before = record.ruleset.present(record.state)

    def look(state: Struct, question: Question | None) -> None:
        gone = left(before, record.ruleset.present(state))
        said = names(state) if question is None else _options(question)
        named = ((path, name) for path, name in said if name not in WORDS)
        if wrong := meant(named, gone, record.ruleset.mentions):
            raise Breach(f"by {action} of {seat}, {wrong}")

    _watch(record, seat, action, luck, look)


def _watch(
    record: AnyRecord,
    seat: str,
    action: Act,
    luck: random.Random,
    look: Callable[[Struct, Question | None], None],
) -> None:
    """Do an action beside the record, with answers by chance; look at each question.

    And once more in the end, when nothing is asked.
    """
    codec = Codec(record.ruleset)
    state = codec.copy(record.state)

    def answer(question: Question) -> Answer:
        look(state, question)
        return _by_chance(question, luck)

    with suppress(Refused):
        codec.perform(Game(state, answer, record.header.seats), seat, action)
        look(state, None)


def _by_chance(question: Question, luck: random.Random) -> Answer:
    if isinstance(question, Draw | Roll):
        return question.at(luck.randrange(question.size))
    if not isinstance(question, Each):
        return random_answer(question, luck)
    answers: dict[str, str | int | list[str]] = {}
    for one in question.questions:
        answer = random_answer(one, luck)
        assert not isinstance(answer, dict)
        answers[one.seat] = answer
    return answers


def _options(question: Question) -> Iterator[tuple[str, str]]:
    """What a question lets somebody choose from, as words of a state are told."""
    for one in question.questions if isinstance(question, Each) else (question,):
        if isinstance(one, Choose | Several):
            yield from ((f"asked/{one.name}", option) for option in one.options)


def _unrepeatable(record: AnyRecord, seed: int) -> Iterator[Broken]:
    """A record that is played again must come to the same state."""
    header, entries = read_record(write_record(record.header, record.drain()))
    try:
        hash_again = replay(record.ruleset, header, entries).hash
    except Diverged as fault:
        yield Broken("replay", str(fault), seed)
    else:
        if hash_again != record.hash:
            yield Broken("replay", "played again, it ends in another state", seed)
