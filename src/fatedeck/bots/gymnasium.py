"""One seat of a game as a Gymnasium environment; other players decide for the others.

from fatedeck.bots.gymnasium import SeatEnv

seat = SeatEnv("adventurer-factory")
numbers, info = seat.reset(seed=7)
numbers, reward, over, broken_off, info = seat.step(seat.action_masks().argmax())
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from fatedeck.bots.match import Player, check_players, seat_among
from fatedeck.bots.pettingzoo import raw_env
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.extras import extra

with extra("bots", "An environment"):
    import gymnasium
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray

Numbers = NDArray[np.float32]


class SeatEnv(gymnasium.Env[Numbers, np.int64]):
    """A seat, the first of its game unless another is named, against `others`.

    Whoever is not named among them plays at random; the game's own policy leads the foes.
    `action_masks` says which moves are possible, as masked learners ask for it.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  (Gymnasium reads a plain dict)

    def __init__(
        self,
        game: str = "adventurer-factory",
        options: dict[str, object] | None = None,
        *,
        seat: str = "",
        others: Mapping[str, Player] | None = None,
        party: str = "",
        foes: str = "",
    ) -> None:
        self._turns = raw_env(game, options, party=party, foes=foes)
        agents = self._turns.possible_agents
        self.seat = seat_among(agents, seat or agents[0])
        self._others = others or {}
        check_players(self._others, agents)
        if self.seat in self._others:
            raise Unreadable(f"{self.seat} is the seat that decides here, and none of the others.")
        self._luck = random.Random()
        self.render_mode = "ansi"
        space = self._turns.observation_space(self.seat)
        assert isinstance(space, spaces.Dict)
        numbers = space["observation"]
        assert isinstance(numbers, spaces.Box)
        self.observation_space = numbers
        places = self._turns.action_space(self.seat)
        assert isinstance(places, spaces.Discrete)
        self.action_space = places

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Numbers, dict[str, object]]:
        """Begin a new game, and play to the seat's first decision."""
        super().reset(seed=seed)
        game_seed = int(self.np_random.integers(2**31))
        self._luck.seed(game_seed)
        self._turns.reset(game_seed)
        self._run_on()
        return self._seen(), {}

    def step(self, action: np.int64) -> tuple[Numbers, float, bool, bool, dict[str, object]]:
        """Decide, and play to the next decision; what is not possible loses the game."""
        if int(action) not in np.flatnonzero(self.action_masks()):
            return self._seen(), -1.0, True, False, {"illegal": True}
        self._turns.step(int(action))
        self._run_on()
        turns = self._turns
        over, broken_off = turns.terminations[self.seat], turns.truncations[self.seat]
        return self._seen(), float(turns.rewards[self.seat]), over, broken_off, {}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which moves are possible now."""
        return self._turns.observe(self.seat)["action_mask"].astype(np.bool_)

    def render(self) -> str:
        """What a spectator sees."""
        return self._turns.shown()

    def _run_on(self) -> None:
        """Let the others decide until it is this seat's decision, or over."""
        turns = self._turns
        while not turns.is_over and (agent := turns.agent_selection) != self.seat:
            if agent in self._others:
                turns.decide(self._others[agent])
            else:
                turns.step(self._luck.choice(list(turns.due[agent])))

    def _seen(self) -> Numbers:
        return self._turns.observe(self.seat)["observation"].astype(np.float32)
