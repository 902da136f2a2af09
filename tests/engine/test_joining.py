"""Somebody sits down when the game is on."""

from __future__ import annotations

import random

import pytest

from fatedeck.bots.machines import make_move
from fatedeck.bots.trying import make_ready
from fatedeck.engine.entries import act, read_record, write_record
from fatedeck.engine.errors import Diverged, Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.laws import break_laws
from fatedeck.engine.paths import all_cards
from fatedeck.engine.random_play import AnyRecord, new_record, play, step
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.replay import replay, restore
from fatedeck.engine.ruleset import find_game
from fatedeck.engine.seen import see
from fatedeck.engine.tale import Played, Tale
from tests.engine.parley import ruleset as parley

WITH_A_GM = ("deck-of-adventures", "deckahedron", "realms-behind", "thousand-faces")
SECRET = b"l" * 32


def under_way(game: str, **options: object) -> AnyRecord:
    """Ana and Ben play already, and the story has begun."""
    ruleset = find_game(game)
    seats = [Seat("GM", "gm"), Seat("Ana"), Seat("Ben")]
    header = new_header(ruleset, seats, {**ruleset.tonight, **options}, SECRET)
    record: AnyRecord = Record(ruleset, header, secret=SECRET, keep_states=True)
    record.set_up()
    make_ready(record)
    opening = ruleset.opening(record.state)
    if opening is not None:
        record.do("GM", act(opening))
    return record


def makes_a_hero(record: AnyRecord, seat: str) -> None:
    """As the machine would, until there is nothing left to make."""
    policy = record.ruleset.policy()
    assert policy is not None
    while record.ruleset.making(record.state, seat) is not None:
        move = policy.act(record.state, seat)
        assert move is not None
        make_move(record, seat, move)


def party(record: AnyRecord) -> tuple[str, ...]:
    """The heroes who can act."""
    stands = record.ruleset.party(record.state)
    assert stands is not None
    return stands.able


@pytest.mark.parametrize("game", WITH_A_GM)
def test_who_comes_late_makes_a_hero_while_the_others_play(game: str) -> None:
    """DKH-124, DOA-397, RB-22.7, TFA-375."""
    record = under_way(game)

    record.join("Cleo")

    assert record.ruleset.making(record.state, "Cleo") is not None
    assert party(record) == ("Ana", "Ben")  # nobody waits for Cleo
    makes_a_hero(record, "Cleo")
    if game == "realms-behind":
        record.do("GM", {"do": "welcome", "seat": "Cleo"})
    assert party(record) == ("Ana", "Ben", "Cleo")
    assert "Cleo" in [sheet.owner for sheet in record.ruleset.view(record.state, None).sheets]


@pytest.mark.parametrize("game", WITH_A_GM)
def test_a_story_that_is_told_goes_on_while_somebody_makes_a_hero(game: str) -> None:
    record = under_way(game)
    record.join("Cleo")
    assert isinstance(record.state, Played)

    record.state.tale = Tale(where="the-ford", told=["the-ford#1"])

    stands = record.ruleset.party(record.state)
    assert stands is not None
    assert stands.begun


@pytest.mark.parametrize("game", ["deck-of-adventures", "realms-behind"])
def test_a_story_does_not_begin_before_there_are_heroes(game: str) -> None:
    record = new_record(find_game(game))
    assert isinstance(record.state, Played)

    record.state.tale = Tale(where="the-ford")

    stands = record.ruleset.party(record.state)
    assert stands is not None
    assert not stands.begun


@pytest.mark.parametrize("game", WITH_A_GM)
def test_a_late_arrival_is_played_again_and_taken_up(game: str) -> None:
    record = under_way(game)
    first_line = record.header
    record.join("Cleo")
    makes_a_hero(record, "Cleo")

    header, entries = read_record(write_record(first_line, record.drain()))
    again = replay(record.ruleset, header, entries, secret=SECRET)
    taken_up = restore(record.ruleset, header, entries, keep_states=True)

    assert [seat.name for seat in header.seats] == ["GM", "Ana", "Ben"]
    for other in (again, taken_up):
        assert other.header.seats == record.header.seats
        assert (other.hash, other.n, other.first) == (record.hash, record.n, record.first)
        assert see(other, "Cleo").view == see(record, "Cleo").view
    forged = [e for e in entries if getattr(e, "action", {}) != {"do": "sit-down"}]
    with pytest.raises(Diverged):
        replay(record.ruleset, header, forged, secret=SECRET)


def test_nobody_is_unseated_by_going_back() -> None:
    record = under_way("deckahedron")
    record.join("Cleo")

    refused = record.why_not_take_back("Cleo")
    assert refused is not None
    with pytest.raises(Refused, match="no step"):
        record.undo(record.first - 1, "GM")

    record.do("GM", {"do": "narrate", "words": "A door opens."})
    record.undo(record.first, "GM")  # as far as that
    assert record.seat("Cleo").role == "player"
    with pytest.raises(Refused, match="sits at the table already"):
        record.do("Cleo", {"do": "sit-down"})


def test_a_question_is_answered_before_anybody_sits_down() -> None:
    record = under_way("deckahedron")
    record.do("Ana", {"do": "flip", "stat": "strength"})
    assert record.waiting_for

    assert record.why_not_join("Cleo") is None
    with pytest.raises(Refused, match="still going on"):
        record.join("Cleo")
    assert [seat.name for seat in record.header.seats] == ["GM", "Ana", "Ben"]


def test_seats_stay_as_they_are_where_there_is_no_room_or_no_rule_for_it() -> None:
    duel = new_record(find_game("adventurer-factory"))
    with pytest.raises(Refused, match="for 2 players"):
        duel.join("Cleo")

    plug_in: AnyRecord = new_record(parley)
    with pytest.raises(Refused, match="only take a free seat"):
        plug_in.join("Cleo")

    full = under_way("thousand-faces")
    for name in ("Cleo", "Dan", "Eve"):
        full.join(name)
    with pytest.raises(Refused, match="5 players"):
        full.join("Finn")
    namesakes = under_way("deckahedron")
    with pytest.raises(Refused, match="same name"):
        namesakes.join("Ana")


def late_at(game: str, seed: int) -> AnyRecord:
    """A table somewhere in a game that was played at random, where somebody has just sat down."""
    record, luck = new_record(find_game(game), seed), random.Random(seed)
    play(record, luck, 20 + seed % 50)
    while record.flight is not None or record.why_not_join("Zoe") is not None:
        if record.ruleset.is_over(record.state):
            return late_at(game, seed + 1000)
        step(record, luck)
    record.join("Zoe")
    return record


@pytest.mark.parametrize("game", WITH_A_GM)
def test_all_laws_hold_with_somebody_who_has_come_late(game: str) -> None:
    """No card is made or lost, nobody sees more than before, what is offered can be done."""
    broken = break_laws(
        find_game(game), actions=100, seed=3, table=lambda seed: late_at(game, seed)
    )

    assert list(broken) == []


@pytest.mark.parametrize("game", WITH_A_GM)
def test_no_card_of_others_moves_when_somebody_sits_down(game: str) -> None:
    record = under_way(game)
    before = all_cards(record.state)

    record.join("Cleo")

    after = list(all_cards(record.state))
    for card in before:
        after.remove(card)
    assert after  # what Cleo has brought
