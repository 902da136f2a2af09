"""What must hold for any game; every installed game is put to it."""

from __future__ import annotations

import contextlib
import os
import random
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest
from high_card import HighCard, Lay, Table
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from fatedeck.engine.actions import Action, offered
from fatedeck.engine.adventure_text import adventure_of
from fatedeck.engine.cards import Pile, move, move_all
from fatedeck.engine.codec import Codec, digest
from fatedeck.engine.drawn import Drawn
from fatedeck.engine.entries import Act, Answered, Did, Undid, act, read_record, write_record
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Asked, Game
from fatedeck.engine.imagine import imagine
from fatedeck.engine.journeys import Journey
from fatedeck.engine.laws import again, break_laws, shown
from fatedeck.engine.mentions import Present
from fatedeck.engine.offers import Count, Form, Many, Offer, One, Value, Words
from fatedeck.engine.paths import all_cards, piles
from fatedeck.engine.questions import Answer, Question
from fatedeck.engine.random_play import (
    AnyRecord,
    fill_in,
    hostile,
    new_record,
    plain_value,
    play,
    random_value,
    step,
)
from fatedeck.engine.record import Flight
from fatedeck.engine.replay import replay, verify
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see, see_all
from fatedeck.engine.view import View
from tests.lively import LIVELY
from tests.variants import tables

TABLES = [
    pytest.param(game, options, id=f"{game}-{number}")
    for number, (game, options) in enumerate(tables())
]
Options = dict[str, object]
SEEDS = st.integers(0, 2**32)

laws = settings(max_examples=4, suppress_health_check=[HealthCheck.too_slow])


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_no_card_is_made_or_lost(game: str, options: Options, seed: int) -> None:
    record = new_record(find_game(game), seed, options)
    before = all_cards(record.state)

    def same(record: AnyRecord) -> None:
        assert all_cards(record.state) == before

    play(record, random.Random(seed), 40, same)


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_a_refused_action_changes_nothing(game: str, options: Options, seed: int) -> None:
    luck = random.Random(seed)
    record = new_record(find_game(game), seed, options)
    codec = Codec(record.ruleset)
    for _ in range(12):
        play(record, luck, 3)
        if record.waiting_for:
            continue
        for seat in record.header.seats:
            for offer in record.ruleset.offers(record.state, seat.name):
                trial = again(record)
                before = codec.encode(trial.state)
                try:
                    trial.do(seat.name, fill_in(trial.ruleset, trial.state, seat.name, offer, luck))
                except Refused as refused:
                    assert refused.sentence
                    assert codec.encode(trial.state) == before
                    assert trial.drain() == []
                else:
                    assert not offer.why_not, f"{offer.do} is said to be refused, and is not"


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_whatever_a_client_sends_is_done_or_refused(game: str, options: Options, seed: int) -> None:
    """Unknown cards, wrong seats, numbers out of range: a sentence, and nothing is lost."""
    luck = random.Random(seed)
    record = new_record(find_game(game), seed, options)
    codec = Codec(record.ruleset)
    cards = all_cards(record.state)
    seats = [seat.name for seat in record.header.seats]
    words = [*seats, *luck.sample(cards, min(8, len(cards))), "", "nobody", "<b>x</b>", "x" * 5000]
    for _ in range(60):
        play(record, luck, 1)
        if record.waiting_for:
            seat = luck.choice(record.waiting_for)
            wrong: list[Answer] = ["", "nobody", -1, 10**9, ["nobody"], {"Ana": 1}]
            trial = again(record)
            with contextlib.suppress(Refused):
                trial.answer(seat, luck.choice(wrong))
            continue
        known = words + [name for name, _ in piles(record.state)] + _offered_words(record)[:40]
        trial = again(record)
        with contextlib.suppress(Refused):
            trial.do(luck.choice(seats), hostile(record.ruleset, known, luck))
        assert all_cards(trial.state) == cards
        assert codec.copy(trial.state) == trial.state


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_replaying_the_record_gives_the_same_state(game: str, options: Options, seed: int) -> None:
    record = new_record(find_game(game), seed, options)
    play(record, random.Random(seed), 40)
    header, entries = read_record(write_record(record.header, record.drain()))
    again = replay(record.ruleset, header, entries)
    assert again.hash == record.hash
    assert again.asked == record.asked
    assert [told.line for told in again.log] == [told.line for told in record.log]


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_replaying_in_another_process_gives_the_same_state(
    game: str, options: Options, tmp_path: Path
) -> None:
    record = new_record(find_game(game), 7, options)
    play(record, random.Random(7), 60)
    kept = tmp_path / "game.jsonl"
    kept.write_text(write_record(record.header, record.drain()), "utf-8")
    program = (
        "import sys, pathlib\n"
        "from fatedeck.engine.entries import read_record\n"
        "from fatedeck.engine.replay import replay\n"
        "from fatedeck.engine.ruleset import find_game\n"
        "header, entries = read_record(pathlib.Path(sys.argv[1]).read_text('utf-8'))\n"
        "print(replay(find_game(header.game), header, entries).hash)\n"
    )
    for seed in ("1", "4242"):
        ran = subprocess.run(
            [sys.executable, "-c", program, str(kept)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout.strip() == record.hash


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_undo_then_redo_gives_the_same_state(game: str, options: Options, seed: int) -> None:
    luck = random.Random(seed)
    record = new_record(find_game(game), seed, options)
    play(record, luck, 25)
    before, back = record.hash, record.n
    if record.flight is not None:
        record.cancel(record.header.seats[0].name)
    start = luck.randint(1, back)
    done = _actions(record, start)
    if start == record.n:
        return
    record.undo(start, record.header.seats[0].name)
    for flight in done:
        record.do(flight.seat, flight.action)
        for answered in flight.answers:
            if answered.seat and not isinstance(answered.answer, dict):
                record.answer(answered.seat, answered.answer)
    assert record.hash == before


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_saving_and_loading_gives_the_same_question(game: str, options: Options, seed: int) -> None:
    def loads(record: AnyRecord) -> None:
        loaded = again(record)
        assert loaded.asked == record.asked
        assert loaded.waiting_for == record.waiting_for
        assert loaded.hash == record.hash
        for seat in (*(seat.name for seat in record.header.seats), None):
            assert see(loaded, seat).view == see(record, seat).view

    play(new_record(find_game(game), seed, options), random.Random(seed), 25, loads)


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_two_worlds_that_a_seat_cannot_tell_apart(game: str, options: Options, seed: int) -> None:
    """Hidden cards are dealt anew; what the seat is shown is the same to the byte."""
    luck = random.Random(seed)
    record = new_record(find_game(game), seed, options)
    codec = Codec(record.ruleset)
    for _ in range(12):
        play(record, luck, 2)
        if record.waiting_for:
            continue
        for seat in (*(seat.name for seat in record.header.seats), None):
            world = imagine(record.ruleset, record.state, seat, luck)
            other = again(record, codec.encode(world))
            assert shown(other, seat) == shown(record, seat)
            if seat is None:
                continue
            mine = [o for o in record.ruleset.offers(record.state, seat) if not o.why_not]
            if mine:
                offer = luck.choice(mine)
                action = fill_in(record.ruleset, record.state, seat, offer, luck)
                assert _first_seen(record, seat, action) == _first_seen(other, seat, action)


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_what_is_remembered_is_what_would_be_drawn_anew(
    game: str, options: Options, seed: int
) -> None:
    record = new_record(find_game(game), seed, options)
    ruleset, drawn = record.ruleset, Drawn()
    actions = tuple(action for action in ruleset.actions if issubclass(action, Action))
    eyes = [None, *(seat.name for seat in record.header.seats)]

    def same(record: AnyRecord) -> None:
        state = record.state
        drawn.turn_over()
        assert ruleset.views(state, eyes, drawn) == [ruleset.view(state, seat) for seat in eyes]
        made = [ruleset.making(state, seat) if seat else None for seat in eyes]
        assert ruleset.makings(state, eyes, drawn) == made
        sitting = list(filter(None, eyes))
        for seat, found in zip(sitting, ruleset.offers_to_each(state, sitting), strict=True):
            anew = offered(actions, state, seat, afresh=True)
            assert offered(actions, state, seat) == anew
            assert found == ruleset.offers(state, seat)

    play(record, random.Random(seed), 40, same)


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_what_is_asked_reads_the_same_when_an_action_runs_again(
    game: str, options: Options, seed: int
) -> None:
    """What is noted beside a question is left out where its answer is known, and nowhere else."""
    record = new_record(find_game(game), seed, options)
    codec = Codec(record.ruleset, adventure_of(options))

    def same(record: AnyRecord) -> None:
        if record.flight is None:
            return
        given = iter(record.flight.answers)

        def answer(question: Question) -> Answer:
            if (known := next(given, None)) is None:
                raise Asked(question)
            return record.ruleset.former.read(question, known.key, known.answer)

        game = Game(codec.decode(record.quiet[record.n]), answer, record.header.seats, [])
        with pytest.raises(Asked) as asked:
            codec.perform(game, record.flight.seat, record.flight.action)
        assert asked.value.question == record.asked

    play(record, random.Random(seed), 40, same)


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_what_may_be_taken_back_is_the_same_by_what_was_drawn_before(
    game: str, options: Options, seed: int
) -> None:
    record = new_record(find_game(game), seed, options)
    luck, drawn = random.Random(seed), Drawn()
    eyes = [None, *(seat.name for seat in record.header.seats)]

    def judged(done: Flight, record: AnyRecord, drawn: Drawn | None) -> bool | None:
        done.revealed = None
        record.judge(drawn)
        return done.revealed

    def same(record: AnyRecord) -> None:
        done = record.flight or record.last
        if done is not None:
            assert judged(done, record, drawn) == judged(done, record, None)
        if luck.random() < 0.7:  # else it was drawn at an earlier point, which must not count
            drawn.turn_over()
            see_all(record, eyes, len(record.log), drawn)

    play(record, random.Random(seed), 40, same)


@pytest.mark.parametrize(("game", "options"), TABLES)
@settings(max_examples=2, suppress_health_check=[HealthCheck.too_slow])
@given(seed=SEEDS)
def test_offers_rest_on_nothing_but_what_they_say(game: str, options: Options, seed: int) -> None:
    """One value of somebody, or of the table, is what it was at another time or of another one."""
    _hold_offers_to_their_ground(new_record(find_game(game), seed, options), random.Random(seed))


@pytest.mark.parametrize("game", LIVELY)
@settings(max_examples=2, suppress_health_check=[HealthCheck.too_slow])
@given(seed=st.integers(0, 1000))
def test_nor_do_they_where_much_can_happen(game: str, seed: int) -> None:
    _hold_offers_to_their_ground(LIVELY[game](seed), random.Random(seed))


def _hold_offers_to_their_ground(record: AnyRecord, luck: random.Random) -> None:
    ruleset, codec = record.ruleset, Codec(record.ruleset)
    actions = tuple(action for action in ruleset.actions if issubclass(action, Action))
    seats = [seat.name for seat in record.header.seats]
    past = [codec.copy(record.state)]

    def same(record: AnyRecord) -> None:
        for seat in seats:
            offered(actions, record.state, seat)
        past.append(codec.copy(record.state))
        changed, other = codec.copy(record.state), codec.copy(luck.choice(past))
        luck.choice((_change_somebody, _change_table))(changed, other, luck)
        for seat in seats:
            with contextlib.suppress(*NO_SUCH_TABLE):
                anew = offered(actions, changed, seat, afresh=True)
                assert offered(actions, changed, seat) == anew

    play(record, luck, 40, same)


NO_SUCH_TABLE = (LookupError, ValueError, TypeError, AttributeError, Refused)
"""What rules may stumble over at a table that no play leads to."""


def _change_somebody(state: Struct, other: Struct, luck: random.Random) -> None:
    for name in state.__struct_fields__:
        people, others = getattr(state, name), getattr(other, name)
        if isinstance(people, dict) and people and others:
            one, model = luck.choice(list(people.values())), luck.choice(list(others.values()))
            if isinstance(one, Struct) and type(one) is type(model):
                field = luck.choice(one.__struct_fields__)
                if field not in ("name", "owner", "kind"):
                    setattr(one, field, getattr(model, field))


def _change_table(state: Struct, other: Struct, luck: random.Random) -> None:
    field = luck.choice(state.__struct_fields__)
    if not isinstance(getattr(state, field), dict):
        setattr(state, field, getattr(other, field))


@pytest.mark.parametrize(("game", "options"), TABLES)
@laws
@given(seed=SEEDS)
def test_the_machine_plays_by_the_rules_and_from_what_it_sees(
    game: str, options: Options, seed: int
) -> None:
    luck = random.Random(seed)
    record = new_record(find_game(game), seed, options)
    policy = record.ruleset.policy()
    if policy is None:
        return
    names = [seat.name for seat in record.header.seats]
    for _ in range(40):
        if record.waiting_for:
            question = record.question_for(record.waiting_for[0])
            assert question is not None
            record.answer(question.seat, policy.answer(record.state, question))
            continue
        acting = []
        for name in names:
            action = policy.act(record.state, name)
            world = imagine(record.ruleset, record.state, name, luck)
            assert policy.act(world, name) == action
            if action is not None:
                acting.append((name, action))
        if not acting:
            break
        name, action = luck.choice(acting)
        record.do(name, act(action))


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_a_whole_record_is_proved_fair(game: str, options: Options) -> None:
    record = new_record(find_game(game), 11, options)
    record.salt(record.header.seats[0].name, "the cat walked over my keyboard")
    play(record, random.Random(11), 30)
    if record.flight is not None:
        record.cancel(record.header.seats[0].name)
    record.open()
    verdict = verify(record.ruleset, write_record(record.header, record.drain()))
    assert verdict.fair, verdict.sentence


def _offered_words(record: AnyRecord) -> list[str]:
    """Names that offers mention now: right words, to be put in wrong places."""
    return [
        option
        for seat in record.header.seats
        for offer in record.ruleset.offers(record.state, seat.name)
        for param in offer.params
        if isinstance(param, One | Many)
        for option in param.options
    ]


def _first_seen(record: AnyRecord, seat: str, action: Act) -> object:
    """What a seat is shown when it acts, up to the first card that chance brings."""
    trial = again(record, record.quiet[record.n])
    trial._chance = _no_chance
    try:
        trial.do(seat, action)
    except Refused as refused:
        return str(refused)
    except _Chance:
        return "chance"
    return shown(trial, seat)


class _Chance(Exception):
    """A card is drawn: from here on the worlds may differ."""


def _no_chance(question: object, n: int, k: int) -> str:
    raise _Chance


def _actions(record: AnyRecord, since: int) -> list[Flight]:
    """The actions that led from a quiet point to the present one, undone ones left out."""
    flights: dict[int, Flight] = {}
    latest = 0
    for entry in record.entries:
        match entry:
            case Did():
                flights[entry.n] = Flight(entry.seat, entry.action)
                latest = entry.n
            case Answered():
                flights[latest].answers.append(entry)
            case Undid():
                flights = {n: flight for n, flight in flights.items() if n < entry.to}
            case _:
                pass
    return [flight for n, flight in sorted(flights.items()) if since <= n < record.n]


@pytest.mark.parametrize("may_be_empty", [True, False])
def test_random_play_leaves_words_out_only_where_they_may_be(may_be_empty: bool) -> None:
    luck, words = random.Random(1), Words("why", "Why?", may_be_empty=may_be_empty)
    said = [random_value(words, luck) for _ in range(40)]
    assert ("" in said) is may_be_empty
    assert all(words.why_not(each) is None for each in said)


def test_random_play_that_was_refused_often_leaves_more_as_it_is() -> None:
    luck = random.Random(1)
    name, size = Words("who", "Who?", may_be_empty=False), Count("size", "Size", 0, 99, 5)
    assert len({plain_value(name, luck) for _ in range(40)}) > 10
    assert [plain_value(size, luck) for _ in range(40)].count(5) > 10


def test_random_play_reaches_an_end() -> None:
    record = new_record(find_game("high-card"), 3)
    luck = random.Random(3)
    while not record.ruleset.is_over(record.state) or record.waiting_for:
        step(record, luck)
    assert see(record, "Ana").over
    assert digest(record.quiet[record.n]) == record.hash


CONVERTED = [
    pytest.param(game, options, id=f"{game}-{number}")
    for number, (game, options) in enumerate(tables())
    if all(issubclass(action, Action) for action in find_game(game).actions)
]


@pytest.mark.parametrize(("game", "options"), CONVERTED)
def test_every_law_is_kept(game: str, options: Options) -> None:
    """What is offered is accepted, what is refused is not offered, nothing hidden is told."""
    laws = ("accepted", "refused", "hidden", "said")
    broken = list(break_laws(find_game(game), actions=200, options=options, laws=laws))
    assert [str(one) for one in broken] == []


@pytest.mark.parametrize(("game", "options"), CONVERTED)
def test_cards_go_as_named_and_nobody_is_meant_who_has_left(game: str, options: Options) -> None:
    laws = ("ways", "meant")
    broken = list(break_laws(find_game(game), actions=60, options=options, laws=laws))
    assert [str(one) for one in broken] == []


@pytest.mark.parametrize("game", LIVELY)
def test_where_much_happens_cards_go_as_named_and_nobody_is_meant_who_has_left(game: str) -> None:
    """At tables with a fight, foes that are sent away, hurts and things of all kinds."""
    laws = ("ways", "meant")
    broken = list(break_laws(find_game(game), actions=60, laws=laws, table=LIVELY[game]))
    assert [str(one) for one in broken] == []


def test_a_way_that_is_not_always_open_says_when_it_is() -> None:
    def is_night(state: Struct, card: str) -> bool:
        """Cards sleep at night. HC-9."""
        return False

    way = Journey("*", "deck", "hand", ("HC-1",), by=("lay",), when=is_night)
    assert str(way) == "deck to hand by lay (HC-1; when it may: Cards sleep at night. HC-9.)"


def test_a_broken_law_is_told() -> None:
    """A game that offers what it refuses, one that hides nothing, one that loses a card.

    One that lays a card where no rule says, one that keeps it nowhere while somebody is asked, and
    one that names a card that has left.
    """

    class Offering(HighCard):
        def form(self, state: Table, seat: str, offer: Offer, chosen: Mapping[str, Value]) -> Form:
            return Form(() if chosen else (One("card", "Card", ("01", "02", "03")),))

    class Telling(HighCard):
        def view(self, state: Table, seat: str | None) -> View:
            return View(banner=str(state))

    class Losing(HighCard):
        def perform(self, game: Game[Table], seat: str, action: Lay) -> None:
            super().perform(game, seat, action)
            game.state.gone.top.clear()

    class Straying(HighCard):
        def perform(self, game: Game[Table], seat: str, action: Lay) -> None:
            super().perform(game, seat, action)
            move_all(game.state.gone, game.state.deck, "bag")

    class Keeping(HighCard):
        def perform(self, game: Game[Table], seat: str, action: Lay) -> None:
            kept = Pile()
            move(action.card, game.state.players[seat].hand, kept)
            game.may(seat, "sure", "Are you sure?")
            move(action.card, kept, game.state.players[seat].hand)
            super().perform(game, seat, action)

    class Naming(HighCard):
        def present(self, state: Table) -> Present:
            return {"": {name: state.turn != name for name in state.players}}

    for game, law in (
        (Offering(), {"accepted"}),
        (Telling(), {"hidden"}),
        (Losing(), {"cards", "ways"}),
        (Straying(), {"ways"}),
        (Keeping(), {"cards", "ways"}),
        (Naming(), {"meant"}),
    ):
        broken = break_laws(game, actions=60)
        assert {one.law for one in broken} == law
