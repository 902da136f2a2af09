"""A game as a PettingZoo environment (AEC): the agents move in turn, illegal moves are masked.

    from fatedeck.bots.pettingzoo import env

    duel = env("adventurer-factory")
    duel.reset(seed=7)
    for agent in duel.agent_iter():
        observation, reward, termination, truncation, info = duel.last()
        legal = None if termination or truncation else observation["action_mask"]
        duel.step(None if legal is None else duel.action_space(agent).sample(legal))

An observation is what the agent's seat may see, as numbers, with the mask of its moves; `labels`
names the moves. A win is worth 1, a loss -1, a draw 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

import numpy as np
from gymnasium import spaces
from msgspec import Struct
from numpy.typing import NDArray
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from fatedeck.bots.match import Match
from fatedeck.bots.moves import Move, Scored, answers
from fatedeck.engine.questions import Decision
from fatedeck.engine.ruleset import find_game

AGENTS = ("player_0", "player_1")


@runtime_checkable
class Encoded(Protocol):
    """What a game offers to machines that learn: its positions and moves as numbers and names."""

    def labels(self) -> tuple[str, ...]: ...

    def features(self, state: Struct, seat: str, /) -> list[float]: ...

    def label_actions(self, state: Struct, seat: str, /) -> Mapping[str, Move]: ...

    def label_answers(
        self, state: Struct, question: Decision, answers: Sequence[Move], /
    ) -> Mapping[str, Move]: ...


def env(game: str = "adventurer-factory", options: dict[str, object] | None = None) -> AECEnv:
    """The environment with PettingZoo's own guards: order, bounds, and an end on illegal moves."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, options), illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's own name for it)
    """The environment itself. `options` are those of a table of the game."""

    metadata = {  # noqa: RUF012  (PettingZoo reads a plain dict)
        "render_modes": ["ansi"],
        "name": "fatedeck_v1",
        "is_parallelizable": False,
    }

    def __init__(self, game: str, options: dict[str, object] | None = None) -> None:
        super().__init__()
        ruleset = find_game(game)
        assert isinstance(ruleset, Encoded), f"{ruleset.title} has no encoding"
        assert isinstance(ruleset, Scored), f"{ruleset.title} does not say who has won"
        self._ruleset, self._encoded, self._scored = find_game(game), ruleset, ruleset
        self._options = options or {}
        self._seed: int | None = None
        self.labels = ruleset.labels()
        self._places = {label: place for place, label in enumerate(self.labels)}
        self.possible_agents = [*AGENTS]
        self.render_mode = "ansi"
        self._begin(0)
        size = len(self._encoded.features(self._match.shown, AGENTS[0]))
        space = spaces.Dict(
            {
                "observation": spaces.Box(-10.0, 10.0, (size,), np.float32),
                "action_mask": spaces.Box(0, 1, (len(self.labels),), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(len(self.labels)) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[object]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a game anew; the same seed gives the same cards and dice."""
        self.agents = [*AGENTS]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in AGENTS}
        self._begin(seed)

    def _begin(self, seed: int | None) -> None:
        self._match = Match(self._ruleset, AGENTS, self._options, seed)
        self._look()

    def _look(self) -> None:
        """Whose decision is due, and its moves by name."""
        moment = self._match.moment
        if moment is None:
            self._moves: Mapping[str, Move] = {}
            return
        self.agent_selection = moment.seat
        if moment.question is None:
            self._moves = self._encoded.label_actions(moment.state, moment.seat)
        else:
            ways = answers(moment.question)
            self._moves = self._encoded.label_answers(moment.shown, moment.question, ways)

    def observe(self, agent: str) -> dict[str, NDArray[np.generic]]:
        """What this agent's seat may see; a mask without moves while another is to decide."""
        mask = np.zeros(len(self.labels), np.int8)
        if agent == self.agent_selection:
            mask[[self._places[label] for label in self._moves]] = 1
        numbers = self._encoded.features(self._match.shown, agent)
        return {"observation": np.array(numbers, np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Decide for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        label = self.labels[action]
        assert label in self._moves, f"“{label}” is not possible now"
        self._match.make(self._moves[label])
        self._look()
        if self._match.moment is None:
            worth = self._scored.worth(self._match.state)
            self.rewards = {each: 2 * worth[each] - 1 for each in AGENTS}
            self.terminations = dict.fromkeys(AGENTS, True)
        self._accumulate_rewards()

    def render(self) -> str:
        """What a spectator sees, in a line."""
        return self._ruleset.view(self._match.shown, None).banner

    def close(self) -> None:
        """Nothing is held open."""
