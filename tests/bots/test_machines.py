"""The machine at a live table: it never stalls, and it never throws a move away."""

from __future__ import annotations

from pathlib import Path

import pytest

from fatedeck.bots.ismcts import Searcher
from fatedeck.bots.machines import _others, _Own, _Search, make_move, make_some_move
from fatedeck.bots.match import Match, Moment
from fatedeck.bots.moves import Move
from fatedeck.cli.keeping import new_game
from fatedeck.cli.play import _Terminal
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Did, act
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Seat
from fatedeck.engine.random_play import AnyRecord, new_record
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory.rules.encounters import Attack
from fatedeck.games.adventurer_factory.rules.endings import Concede
from fatedeck.games.adventurer_factory.rules.main_step import EndMain, Play
from fatedeck.games.deckahedron.rules.creation import BeginPlay, Spread
from fatedeck.games.deckahedron.rules.scenes import EndSession

DUEL = find_game("adventurer-factory")


def a_duel(seed: int = 0) -> tuple[AnyRecord, str, str]:
    record = new_record(DUEL, seed)
    [seat] = record.ruleset.view(record.state, None).turn
    return record, seat, next(s.name for s in record.header.seats if s.name != seat)


def try_move(record: AnyRecord, seat: str, move: Move) -> object:
    return make_some_move(record, seat, move, lambda way: make_move(record, seat, way))


@pytest.mark.parametrize("seed", range(8))
def test_a_machine_that_is_refused_takes_another_legal_action(seed: int) -> None:
    record, seat, _ = a_duel(seed)
    before = record.n
    assert try_move(record, seat, Play("club#99")) is None
    done = [entry for entry in record.entries if isinstance(entry, Did)]
    assert record.n > before or record.flight is not None
    assert done[-1].seat == seat
    assert done[-1].action != act(Concede())


def test_a_machine_whose_answer_is_refused_gives_another() -> None:
    record, policy = new_record(DUEL, 1), DUEL.policy()
    assert policy is not None
    while not record.waiting_for:
        [seat] = record.ruleset.view(record.state, None).turn
        move = policy.act(record.state, seat)
        assert move is not None
        record.do(seat, act(move))
    before = len(record.entries)
    assert try_move(record, record.waiting_for[0], "no such answer") is None
    assert len(record.entries) > before


def test_a_machine_that_is_refused_out_of_turn_waits() -> None:
    record, _, other = a_duel()
    before = Codec(DUEL).encode(record.state)
    assert isinstance(try_move(record, other, EndMain()), Refused)
    assert Codec(DUEL).encode(record.state) == before


def test_what_ends_the_game_is_never_done_instead() -> None:
    """Neither giving up nor the game master's last word."""
    record, seat, _ = a_duel()
    assert not any(isinstance(move, Concede) for move in _others(record, seat))
    story = new_record(find_game("deckahedron"), 1)
    for name in ("Ana", "Ben"):
        story.do(name, act(Spread(2, 2, 2)))
    story.do("GM", act(BeginPlay()))
    found = _others(story, "GM")
    assert found
    assert not any(isinstance(move, EndSession) for move in found)


def test_the_terminal_goes_on_when_its_machine_is_refused(tmp_path: Path) -> None:
    class Stubborn:
        quick = True

        def move(self, record: AnyRecord, seat: str, /) -> Move | None:
            return Attack() if seat in record.ruleset.view(record.state, None).turn else None

        def why(self, record: AnyRecord, seat: str, move: Move, /) -> str:
            return ""

    kept = new_game(DUEL, (Seat("Ana"), Seat("Ben")), {"first": "Ben"}, tmp_path / "duel.jsonl")
    terminal = _Terminal(kept, {"Ben": Stubborn()})
    before = kept.record.n
    assert terminal._machine_steps()
    kept.leave()
    assert kept.record.n > before


def test_a_search_without_time_plays_the_rule_of_thumb() -> None:
    policy = DUEL.policy()
    assert policy is not None
    others = 0
    for seed in range(12):
        match = Match(DUEL, ("Ana", "Ben"), seed=seed)
        for _ in range(6):
            moment = match.moment
            assert moment is not None
            usual = (
                policy.act(moment.state, moment.seat)
                if moment.question is None
                else policy.answer(moment.shown, moment.question)
            )
            thought = Searcher(DUEL, seconds=0.0, seed=seed).think(moment)
            assert thought.iterations == 0
            assert thought.move == usual
            others += match.moves(sensible=True)[0] != usual
            match.make(thought.move)
    assert others > 10  # so the first of the moves would have been another


def test_a_search_makes_a_character_by_the_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    """While characters are made nobody has the turn, and there is nothing to search."""
    story = find_game("deckahedron")
    monkeypatch.setattr(type(story), "worth", lambda self, state: {}, raising=False)
    policy = story.policy()
    assert policy is not None
    record = new_record(story, 1)
    found = _Search(story, _Own(policy), 1.0).move(record, "Ben")
    assert found is not None
    assert found == policy.act(record.state, "Ben")


class Undecided:
    """A player that never decides anything."""

    def decide(self, moment: Moment) -> Move | None:
        return None


def test_a_match_in_which_nobody_decides_says_so() -> None:
    match = Match(find_game("adventurer-factory"), ["Ana", "Ben"], seed=1)
    with pytest.raises(Refused, match="who decides nothing"):
        match.play({"Ana": Undecided(), "Ben": Undecided()})
