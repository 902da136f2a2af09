"""The environment keeps PettingZoo's contract and shows an agent only what its seat may see."""

from __future__ import annotations

import random
import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from fatedeck.bots.pettingzoo import AGENTS, env, raw_env
from fatedeck.engine.imagine import redeal
from fatedeck.engine.ruleset import find_game


def test_pettingzoos_own_api_test() -> None:
    with warnings.catch_warnings():  # it would rather have no action mask beside the numbers
        warnings.filterwarnings("ignore", message="Observation", category=UserWarning)
        api_test(env(), num_cycles=200)


def test_pettingzoos_own_seed_test() -> None:
    seed_test(env, num_cycles=60)


@pytest.mark.parametrize("seed", range(3))
def test_a_game_by_masked_chance_ends(seed: int) -> None:
    duel, luck = raw_env("adventurer-factory"), random.Random(seed)
    duel.reset(seed=seed)
    rewards = dict.fromkeys(AGENTS, 0.0)
    for agent in duel.agent_iter():
        observation, reward, termination, truncation, _ = duel.last()
        rewards[agent] += reward
        if termination or truncation:
            duel.step(None)
            continue
        legal = np.flatnonzero(observation["action_mask"])
        assert len(legal)
        other = AGENTS[1 - AGENTS.index(agent)]
        assert not duel.observe(other)["action_mask"].any()
        duel.step(int(luck.choice(list(legal))))
    assert sorted(rewards.values()) in ([-1, 1], [0, 0])


def test_what_is_not_masked_is_a_move() -> None:
    duel = raw_env("adventurer-factory")
    duel.reset(seed=2)
    assert len({*duel.labels}) == len(duel.labels)
    observation = duel.observe(duel.agent_selection)
    names = {duel.labels[place] for place in np.flatnonzero(observation["action_mask"])}
    assert "end-main" in names
    with pytest.raises(AssertionError):
        duel.step(duel.labels.index("attack"))
    assert "Turn 1" in duel.render()


def test_an_observation_leaks_nothing() -> None:
    """Hidden cards dealt anew change no number of what an agent is shown."""
    game = find_game("adventurer-factory")
    duel, luck = raw_env("adventurer-factory"), random.Random(5)
    duel.reset(seed=5)
    for _ in range(150):
        if any(duel.terminations.values()):
            break
        for agent in AGENTS:
            before = duel.observe(agent)
            true = duel._match.shown
            world = duel._match.codec.copy(true)
            redeal(game, world, agent, luck)
            duel._match.shown = world
            after = duel.observe(agent)
            duel._match.shown = true
            assert (before["observation"] == after["observation"]).all()
            assert (before["action_mask"] == after["action_mask"]).all()
        legal = np.flatnonzero(duel.observe(duel.agent_selection)["action_mask"])
        duel.step(int(luck.choice(list(legal))))
