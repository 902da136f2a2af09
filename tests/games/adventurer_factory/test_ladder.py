"""The seven rivals, and what the machine says of its own moves."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from fatedeck.bots.machines import levels, machine, machines, make_move
from fatedeck.bots.match import Match
from fatedeck.bots.players import PolicyPlayer
from fatedeck.bots.turning import turning_points
from fatedeck.engine.codec import Codec
from fatedeck.engine.decks import Rival
from fatedeck.engine.imagine import imagine
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.machine.reasons import reason
from fatedeck.games.adventurer_factory.odds.outlook import worth
from fatedeck.games.adventurer_factory.rules.decks import (
    faults,
    find_deck,
    known_decks,
    read,
    rivals,
    unmet_needs,
)
from fatedeck.games.adventurer_factory.rules.encounters import Attack
from fatedeck.games.adventurer_factory.rules.main_step import Play
from fatedeck.games.adventurer_factory.state import Table
from tests.games.adventurer_factory.duel import ANA, BEN, Side, duel

DUEL = find_game("adventurer-factory")


def test_seven_rivals_climb_from_the_weakest_machine_to_the_strongest() -> None:
    ways = list(levels(DUEL))
    assert ways == ["random", "machine", "ismcts-quick", "ismcts", "ismcts-deep"]
    assert sorted(ways) == sorted(machines(DUEL))
    climbed = [ways.index(rival.machine) for rival in rivals()]
    assert len(climbed) == 7
    assert climbed == sorted(climbed)
    assert (climbed[0], climbed[-1]) == (0, len(ways) - 1)


@pytest.mark.parametrize("rival", rivals(), ids=lambda rival: rival.id)
def test_a_rival_has_words_a_face_and_a_deck_that_can_be_played(rival: Rival) -> None:
    """AF-4.1, AF-4.2, AF-23.2."""
    assert all((rival.name, rival.about, rival.says, rival.beaten, rival.face))
    deck = known_decks()[rival.deck]
    assert (faults(deck), unmet_needs(deck)) == ([], [])
    assert find_deck(deck.name.upper()) is deck
    assert read(rival.deck).wrong == []


def test_nobody_brings_a_deck_to_other_games() -> None:
    other = find_game("deckahedron")
    assert other.deck_box() is None
    assert other.rivals() == []
    assert levels(other) == {}


def test_the_machine_says_what_it_reckoned() -> None:
    table = duel(Side(play=["knight#1", "sword#1"]), Side(health=7))
    told = reason(table, ANA, Attack())
    # 1d8 against Defence 0 takes 4.5 on average, a parley with 1d1 takes 1
    assert told == (
        "I reckoned 4 from an attack and 1 from a parley. You had 7 Health and 20 Willpower left."
    )
    assert reason(table, ANA, Play("knight#2")) == (
        "Knight first: it provides 1 Knight, and the good cards ask for that."
    )


def test_a_reason_tells_nothing_that_the_other_seat_cannot_see() -> None:
    """The same move has the same reason in every world that the other seat cannot tell apart."""
    luck = random.Random(5)
    match = Match(DUEL, (ANA, BEN), seed=3)
    thumb, asked = PolicyPlayer(DUEL), 0
    while asked < 40 and (moment := match.moment) is not None:
        move = thumb.decide(moment)
        if isinstance(move, Struct | str):
            state = moment.shown
            assert isinstance(state, Table)
            told = reason(state, moment.seat, move)
            other = imagine(DUEL, state, state.other(moment.seat), luck)
            assert isinstance(other, Table)
            assert reason(other, moment.seat, move) == told
            played = printed_on(move.card).name if isinstance(move, Play) else ""
            hidden = {printed_on(card).name for card in state.players[moment.seat].hand.top}
            named = {name for name in hidden - {played} if f"{name} " in told}
            on_table = {printed_on(card).name for card in state.players[moment.seat].cards}
            assert named <= on_table
            asked += bool(told)
        match.make(move)
    assert asked == 40


def test_a_won_game_was_turned_by_what_helped_the_winner() -> None:
    """Only turns after which the winner was much likelier to win, and what was done in them.

    What changed neither anybody's Health or Willpower nor a card in play is not among it.
    """
    record = new_record(DUEL, 5)
    while not DUEL.is_over(record.state):
        seat = (record.waiting_for or DUEL.view(record.state, None).turn)[0]
        move = machine(DUEL.id, "machine").move(record, seat)
        assert move is not None
        make_move(record, seat, move)
    turns = turning_points(DUEL, record.header, record.entries)
    assert turns
    assert {turn.seat for turn in turns} == {*DUEL.view(record.state, None).won}
    assert all(turn.after - turn.before >= 0.1 for turn in turns)
    assert [turn.n for turn in turns] == sorted(turn.n for turn in turns)
    codec = Codec(DUEL)
    for turn in turns:
        before = codec.decode(record.quiet[turn.n])
        assert isinstance(before, Table)
        assert before.step == "main"  # the chances are those at the beginning of a turn
        assert turn.before == worth(before)[turn.seat]
        for n in turn.did:
            one, other = (codec.decode(record.quiet[at]) for at in (n, n + 1))
            assert isinstance(one, Table)
            assert isinstance(other, Table)
            assert one.turn == before.turn
            assert DUEL.is_over(other) or any(
                (mine.health, mine.willpower, *mine.cards)
                != (then.health, then.willpower, *then.cards)
                for mine, then in zip(one.players.values(), other.players.values(), strict=True)
            )


@pytest.mark.parametrize("seed", range(6))
def test_what_was_lost_again_later_turned_nothing(seed: int) -> None:
    record = new_record(DUEL, seed)
    while not DUEL.is_over(record.state):
        seat = (record.waiting_for or DUEL.view(record.state, None).turn)[0]
        move = machine(DUEL.id, "random").move(record, seat)
        assert move is not None
        make_move(record, seat, move)
    begun: dict[int, tuple[int, Table]] = {}
    for n in sorted(record.quiet):
        there = Codec(DUEL).decode(record.quiet[n])
        assert isinstance(there, Table)
        begun.setdefault(there.turn, (n, there))
    for turn in turning_points(DUEL, record.header, record.entries):
        later = [worth(there)[turn.seat] for n, there in begun.values() if n > turn.n]
        assert all(chance > turn.before for chance in later)


def test_the_wanderer_has_no_reason() -> None:
    record = new_record(DUEL, 1)
    why = machine(DUEL.id, "random").why(record, ANA, Attack())
    assert why == "No reason at all: I play whatever comes to hand."
