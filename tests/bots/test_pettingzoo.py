"""The environments keep their libraries' contracts, and show an agent only what its seat sees."""

from __future__ import annotations

import random
import re
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import (  # type: ignore[import-untyped]
    api_test,
    parallel_api_test,
    render_test,
    seed_test,
)
from pettingzoo.test.seed_test import parallel_seed_test  # type: ignore[import-untyped]

from fatedeck.bots.encoding import Encoded
from fatedeck.bots.gymnasium import SeatEnv
from fatedeck.bots.ismcts import Searcher
from fatedeck.bots.match import DUELLISTS, Match, Moment, check_players, fight_of
from fatedeck.bots.moves import Move, answers
from fatedeck.bots.pettingzoo import env, parallel_env, raw_env
from fatedeck.bots.players import PolicyPlayer, RandomPlayer
from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.engine.game import Game
from fatedeck.engine.imagine import redeal
from fatedeck.engine.offers import tag
from fatedeck.engine.ruleset import find_game
from fatedeck.games.deckahedron.rules.attempts import Flip
from fatedeck.games.deckahedron.rules.families import Deed
from fatedeck.games.deckahedron.rules.scenes import EndTurn
from fatedeck.games.deckahedron.ruleset import Deckahedron
from fatedeck.games.deckahedron.state import Table

GAMES = (
    "adventurer-factory",
    "deck-of-adventures",
    "deckahedron",
    "realms-behind",
    "thousand-faces",
)
TWO = {
    "deck-of-adventures": "Clubs1, Diamonds1",
    "deckahedron": "Brann, Ysolde",
    "realms-behind": "Dhutlo, Tamsin",
    "thousand-faces": "Petra, Ludo",
}
"""Parties of two heroes."""


@contextmanager
def quietly() -> Iterator[None]:
    """Both libraries would rather have no action mask beside the numbers, and say so."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=UserWarning)
        yield


@pytest.mark.parametrize("gm", [False, True], ids=["led", "gm"])
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests(game: str, gm: bool) -> None:
    with quietly():
        api_test(env(game, gm=gm), num_cycles=30)
        seed_test(partial(env, game, gm=gm), num_cycles=10)
        render_test(partial(env, game, gm=gm))


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoos_own_tests_for_all_at_once(game: str) -> None:
    made = partial(parallel_env, game, party=TWO.get(game, ""))
    with quietly():
        parallel_api_test(made(), num_cycles=20)
        parallel_seed_test(made, num_cycles=10)


def test_what_there_is_not_is_named_before_a_game_begins() -> None:
    duel = "adventurer-factory"
    anybody = RandomPlayer(duel)
    slips: dict[str, Callable[[], object]] = {
        "no game “duel”": lambda: SeatEnv("duel"),
        "no seat “player_2” here. Did you mean": lambda: SeatEnv(duel, seat="player_2"),
        "no seat “Ben” here. There are: player_0, player_1.": lambda: SeatEnv(
            duel, others={"Ben": anybody}
        ),
        "player_1 is the seat that decides here": lambda: SeatEnv(
            duel, seat="player_1", others={"player_1": anybody}
        ),
        "duel of two: name no party": lambda: env(duel, party="Brann"),
        "it takes no options": lambda: env("deckahedron", {"modules": []}),
        "There’s no foe called “Wolff”": lambda: parallel_env("deckahedron", foes="Wolff"),
        "no seat “Ana” here": lambda: env(duel).action_space("Ana"),
    }
    for sentence, slip in slips.items():
        with pytest.raises(FatedeckError, match=re.escape(sentence)):
            slip()


def test_who_is_no_player_is_named_before_a_game_begins() -> None:
    no_players: dict[str, object] = {"player_1": "random"}
    with pytest.raises(Unreadable, match="“random” is no player for player_1"):
        check_players(no_players, DUELLISTS)
    with pytest.raises(Unreadable, match="Say who plays each seat"):
        check_players("random", DUELLISTS)
    with pytest.raises(Unreadable, match="is no player for player_0"):
        check_players({"player_0": RandomPlayer}, DUELLISTS)


def test_all_who_are_asked_at_once_have_to_move() -> None:
    turns = parallel_env("thousand-faces", party="Petra, Ludo", foes="Soldier")
    turns.reset(seed=1)
    with pytest.raises(Unreadable, match="is to decide too"):
        turns.step({})
    with pytest.raises(Unreadable, match="no seat “Zoe” here"):
        turns.step({"Zoe": 0})


@pytest.mark.parametrize("game", GAMES)
def test_gymnasiums_own_test(game: str) -> None:
    with quietly():
        check_env(SeatEnv(game, party=TWO.get(game, "")), skip_render_check=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_by_masked_chance_ends(game: str) -> None:
    turns, luck = raw_env(game, party=TWO.get(game, "")), random.Random(game)
    turns.reset(seed=3)
    agents = turns.possible_agents
    rewards = dict.fromkeys(agents, 0.0)
    for agent in turns.agent_iter():
        observation, reward, termination, truncation, _ = turns.last()
        rewards[agent] += reward
        if termination or truncation:
            turns.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal) == len(turns.moves)
        for other in agents:
            assert other == agent or not turns.observe(other)["action_mask"].any()
        turns.step(int(luck.choice(list(legal))))
    if game == "adventurer-factory":
        assert sorted(rewards.values()) in ([-1, 1], [0, 0])
    else:
        assert len(set(rewards.values())) == 1  # heroes win and lose together


def test_who_decides_at_once_by_the_rules_is_asked_at_once() -> None:
    """When a hero attempts something the others are asked together whether they help. TFA-53."""
    luck = random.Random(2)
    turns = parallel_env("thousand-faces", party="Petra, Ludo, Sanne", foes="Soldier x3")
    seen, _ = turns.reset(1)
    asked: list[str] = []
    while turns.agents and len(asked) < 2:
        legal: dict[str, list[int]] = {
            agent: np.flatnonzero(one["action_mask"]).tolist() for agent, one in seen.items()
        }
        asked = [agent for agent, mask in legal.items() if mask]
        moves = {agent: luck.choice(mask or [0]) for agent, mask in legal.items()}
        seen, *_ = turns.step(moves)
    assert len(asked) == 2


def test_what_is_not_masked_is_a_move() -> None:
    duel = raw_env("adventurer-factory")
    duel.reset(seed=2)
    game = find_game("adventurer-factory")
    assert isinstance(game, Encoded)
    labels = game.labels()
    assert len({*labels}) == len(labels)
    observation = duel.observe(duel.agent_selection)
    names = {labels[place] for place in np.flatnonzero(observation["action_mask"])}
    assert names == {*duel.moves.values()}
    assert "end-main" in names
    with pytest.raises(AssertionError):
        duel.step(labels.index("attack"))
    assert "Turn 1" in duel.shown()


@pytest.mark.parametrize("game", GAMES)
def test_an_observation_leaks_nothing(game: str) -> None:
    """Hidden cards dealt anew change no number of what an agent is shown."""
    ruleset = find_game(game)
    turns, luck = raw_env(game, party=TWO.get(game, ""), gm=True), random.Random(5)
    turns.reset(seed=5)
    for _ in range(25):
        if turns.is_over:
            break
        for agent in turns.possible_agents:
            before = turns.observe(agent)
            true = turns._match.shown
            world = turns._match.codec.copy(true)
            redeal(ruleset, world, agent, luck)
            turns._match.shown = world
            after = turns.observe(agent)
            turns._match.shown = true
            assert (before["observation"] == after["observation"]).all()
            assert (before["action_mask"] == after["action_mask"]).all()
        legal = np.flatnonzero(turns.observe(turns.agent_selection)["action_mask"])
        turns.step(int(luck.choice(list(legal))))


def test_one_seat_plays_against_a_policy() -> None:
    """The rule of thumb wins more of the duels than chance does, from either seat."""
    duel = find_game("adventurer-factory")
    seat = SeatEnv("adventurer-factory", others={DUELLISTS[1]: PolicyPlayer(duel)})
    lost = 0
    for seed in range(6):
        _, _ = seat.reset(seed=seed)
        over, reward = False, 0.0
        luck = random.Random(seed)
        while not over:
            legal = np.flatnonzero(seat.action_masks())
            _, reward, terminated, truncated, _ = seat.step(np.int64(luck.choice(list(legal))))
            over = terminated or truncated
        lost += reward < 0
    assert lost >= 5
    _, reward, over, _, info = seat.step(np.int64(0))
    assert (reward, over, info) == (-1.0, True, {"illegal": True})


def test_another_player_makes_the_very_move_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """A flip that is no attack has no place among the moves of a fight; it is made all the same."""
    made: list[str] = []
    perform = Deckahedron.perform

    class Tries:
        """Attempts something, then ends its turn."""

        def decide(self, moment: Moment) -> Move:
            if moment.question is not None:
                return answers(moment.question)[0]
            assert isinstance(moment.state, Table)
            return EndTurn() if moment.state.acted else Flip("strength")

    def listen(self: Deckahedron, game: Game[Table], seat: str, action: Deed) -> None:
        perform(self, game, seat, action)
        made.append(f"{seat} {tag(type(action))}")

    monkeypatch.setattr(Deckahedron, "perform", listen)
    others = {"Ysolde": Tries()}
    seat = SeatEnv("deckahedron", party="Ysolde, Brann", foes="Troll", seat="Brann", others=others)
    seat.reset(seed=1)
    while not seat._turns.is_over and "Ysolde flip" not in made:
        seat.step(np.int64(np.flatnonzero(seat.action_masks())[0]))
    assert "Ysolde flip" in made
    assert "Ysolde attack" not in made


@pytest.mark.parametrize("game", sorted(TWO))
def test_a_match_seats_a_game_master(game: str) -> None:
    """Heroes by rule of thumb fight foes that are led at random, within the policy's pace."""
    ruleset = find_game(game)
    match = fight_of(ruleset, seed=1)
    by_thumb, at_random = PolicyPlayer(ruleset), RandomPlayer(ruleset, 1)
    match.play({seat.name: at_random if seat.role == "gm" else by_thumb for seat in match.seats})
    assert match.moves() == []
    worth = match.worth
    assert worth["GM"] in (0, 1)
    assert sum(worth.values()) == 1


@pytest.mark.parametrize(
    ("dealt", "worth"),
    [
        (("12", "01", "11", "02"), {"Ana": 0.5, "Ben": 0.5}),  # 01 under 02, 12 over 11
        (("12", "11", "02", "01"), {"Ana": 1.0, "Ben": 0.0}),
    ],
)
def test_a_game_that_only_says_who_has_won_is_worth_that(
    dealt: tuple[str, ...], worth: dict[str, float]
) -> None:
    """Two cards each, Ana's first; both lay their lowest card first."""
    match = Match(find_game("high-card"), ("Ana", "Ben"), {"tokens": 0}, dealt=True)
    for card in dealt:
        match.deal(card)
    while match.moment is not None:
        match.make(min(match.moves(), key=str))
    assert match.worth == worth


def test_a_game_without_a_worth_is_not_searched() -> None:
    with pytest.raises(Unreadable, match="High Card has no “worth”"):
        Searcher(find_game("high-card"))


def test_a_match_can_be_dealt_by_hand() -> None:
    """With chance as a decision too, the cards are those that are named."""
    match = Match(find_game("high-card"), ("Ana", "Ben"), dealt=True)
    for card in ("12", "01", "03", "02"):
        assert match.moment is None
        chance = match.chance
        assert chance is not None
        assert chance.size in (12, 11, 10, 9)
        other = match.copy()
        match.deal(card)
        assert other.chance == chance
    moment = match.moment
    assert moment is not None
    assert moment.seat == "Ana"
    assert sorted(str(move) for move in match.moves()) == ["Lay(card='01')", "Lay(card='12')"]
