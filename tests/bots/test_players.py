"""The players made of code decide legally, end their games, and see only what their seat sees."""

from __future__ import annotations

import random

import pytest
from msgspec import Struct

from fatedeck.bots.ismcts import Searcher
from fatedeck.bots.match import Match, Moment, moment_of
from fatedeck.bots.moves import actions, as_answer, as_move, imagine_here, said, to_act
from fatedeck.bots.players import PolicyPlayer, RandomPlayer
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import act
from fatedeck.engine.paths import all_cards, find
from fatedeck.engine.random_play import new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory.machine.moves import ATTACK
from tests.games.adventurer_factory.duel import ANA, Side, duel

DUEL = find_game("adventurer-factory")
SEATS = ("Ana", "Ben")


def quick(seed: int = 0, **budget: int) -> Searcher:
    return Searcher(
        DUEL, seconds=None, iterations=budget.get("iterations", 12), horizon=4, seed=seed
    )


@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_between_any_two(seed: int) -> None:
    match = Match(DUEL, SEATS, seed=seed)
    cards = all_cards(match.state)
    match.play({"Ana": quick(seed), "Ben": RandomPlayer(DUEL, seed)})
    assert DUEL.is_over(match.state)
    assert all_cards(match.state) == cards
    assert match.moves() == []


def test_the_rule_of_thumb_beats_chance() -> None:
    won = 0
    for seed in range(20):
        match = Match(DUEL, SEATS, seed=seed)
        me = SEATS[seed % 2]
        other = SEATS[1 - seed % 2]
        match.play({me: PolicyPlayer(DUEL), other: RandomPlayer(DUEL, seed)})
        won += find(match.state, "winner") == me
    assert won >= 18


def test_the_same_seed_gives_the_same_game() -> None:
    ends = []
    for _ in range(2):
        match = Match(DUEL, SEATS, seed=3)
        match.play({"Ana": quick(5), "Ben": PolicyPlayer(DUEL)})
        ends.append(Codec(DUEL).encode(match.state))
    assert ends[0] == ends[1]


def test_a_search_keeps_to_its_budget() -> None:
    match = Match(DUEL, SEATS, seed=4)
    moment = match.moment
    assert moment is not None
    assert len(match.moves()) > 1
    thought = quick(iterations=20).think(moment)
    assert 20 <= thought.iterations < 20 + len(match.moves())
    timed = Searcher(DUEL, seconds=0.05, seed=1).think(moment)
    assert timed.iterations >= len(match.moves()) - 1
    assert thought.move in match.moves()
    assert all(0 <= worth <= 1 for worth in thought.worth.values())


STRONG = ["knight#5", "pike#5"]


@pytest.mark.parametrize(
    ("health", "most"),
    [(1, 150), (20, 250)],
    ids=["only the attack saves Ana", "whatever she does wins"],
)
def test_a_search_does_not_ponder_what_is_clear(health: int, most: int) -> None:
    """One Health is left to Ben and he cannot answer: a few rounds show what the moves come to."""
    table = duel(
        Side(play=["knight#1", "sword#1"], health=health),
        Side(play=STRONG if health == 1 else [], health=1),
        step="encounter",
    )
    thought = quick(iterations=2000).think(Moment(ANA, table, table))
    assert thought.move == ATTACK
    assert thought.worth["attack"] == 1
    assert thought.iterations < most


@pytest.mark.parametrize("seed", range(4))
def test_a_search_sees_only_what_its_seat_may_see(seed: int) -> None:
    """In a world that the seat cannot tell from the true one it decides the same."""
    match, luck = Match(DUEL, SEATS, seed=seed), random.Random(seed)
    codec = Codec(DUEL)
    for _ in range(12):
        moment = match.moment
        if moment is None:
            break
        if moment.question is None:
            world = codec.copy(moment.state)
            for group in DUEL.hidden(world, moment.seat):
                cards = [card for cards in group for card in cards]
                luck.shuffle(cards)
                for places in group:
                    places[:] = [cards.pop() for _ in places]
                group[0].sort()
            other = Moment(moment.seat, world, world)
            assert quick(seed).think(moment).move == quick(seed).think(other).move
        match.make(luck.choice(match.moves()))


def test_a_search_decides_in_a_record() -> None:
    """Between two actions and in the middle of one, from the record that a table keeps."""
    record = new_record(DUEL, 6)
    player, asked = quick(2), 0
    for _ in range(60):
        for seat in SEATS:
            moment = moment_of(record, seat)
            if moment is None:
                continue
            move = player.decide(moment)
            if moment.question is None:
                assert isinstance(move, Struct)
                record.do(seat, act(move))
            else:
                asked += 1
                record.answer(seat, as_answer(move))
            break
        if DUEL.is_over(record.state):
            break
    assert asked
    assert record.n > 10


def test_any_game_has_moves_from_its_offers() -> None:
    """A game without quick ways is played from its offers; its hidden cards are dealt anew."""
    record = new_record(find_game("deckahedron"), 3)
    found = {
        seat.name: actions(record.ruleset, record.state, seat.name) for seat in record.header.seats
    }
    assert any(found.values())
    world = Codec(record.ruleset).copy(record.state)
    imagine_here(record.ruleset, world, record.header.seats[0].name, random.Random(1))
    assert all_cards(world) == all_cards(record.state)
    assert to_act(DUEL, Match(DUEL, SEATS, seed=1).state) in SEATS


def test_lists_of_names_are_keys() -> None:
    assert as_move(["a", "b"]) == ("a", "b")
    assert as_answer(("a", "b")) == ["a", "b"]
    assert said(("a", "b")) == "('a', 'b')"
