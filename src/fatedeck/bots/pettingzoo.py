"""A game as a PettingZoo environment: the agents move in turn, illegal moves are masked.

    from fatedeck.bots.pettingzoo import env

    duel = env("adventurer-factory")
    duel.reset(seed=7)
    for agent in duel.agent_iter():
        observation, reward, termination, truncation, info = duel.last()
        legal = None if termination or truncation else observation["action_mask"]
        duel.step(None if legal is None else duel.action_space(agent).sample(legal))

An observation is what the agent's seat may see, as numbers, with the mask of its moves; `moves` of
the environment itself names them. A win is worth 1, a loss -1, a draw 0. Games with a game master
are fights: the heroes are the agents, and the game's own policy leads the foes unless the game
master is an agent too. `parallel_env` asks all at once who decide at the same time by the rules.
"""

from __future__ import annotations

import sys
from typing import Literal, TypeAlias, get_args

from fatedeck.bots.encoding import MOST, encoding_of
from fatedeck.bots.match import Match, Moment, Player, begin, moves_of, seat_among
from fatedeck.bots.moves import Move
from fatedeck.bots.players import PolicyPlayer
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.extras import extra
from fatedeck.engine.ruleset import find_game

with extra("bots", "An environment"):
    import numpy as np
    from gymnasium import spaces
    from numpy.typing import NDArray
    from pettingzoo import AECEnv, ParallelEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

LONGEST = 600
"""Decisions after which a game is broken off."""

Observation = dict[str, NDArray[np.generic]]
RenderMode: TypeAlias = Literal["ansi", "human"]


def env(
    game: str = "adventurer-factory",
    options: dict[str, object] | None = None,
    *,
    party: str = "",
    foes: str = "",
    gm: bool = False,
    render_mode: RenderMode = "ansi",
) -> AECEnv:
    """The environment with PettingZoo's own guards: order, bounds, and an end on illegal moves.

    `party` and `foes` say who fights, such as "Brann, Ysolde" and "Wolf x2". What `render` shows is
    a text; in the mode “human” it is written to the terminal.
    """
    raw = raw_env(game, options, party=party, foes=foes, gm=gm, render_mode=render_mode)
    guarded = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    guarded = wrappers.AssertOutOfBoundsWrapper(guarded)
    return wrappers.OrderEnforcingWrapper(guarded)


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  (PettingZoo's own name for it)
    """The environment itself. `options` are those of a table of the game."""

    metadata = {  # noqa: RUF012  (PettingZoo reads a plain dict)
        "render_modes": ["ansi", "human"],
        "name": "fatedeck_v2",
        "is_parallelizable": False,
    }

    def __init__(
        self,
        game: str,
        options: dict[str, object] | None = None,
        *,
        party: str = "",
        foes: str = "",
        gm: bool = False,
        render_mode: RenderMode = "ansi",
    ) -> None:
        super().__init__()
        self._ruleset = find_game(game)
        self._options, self._party, self._foes = options or {}, party, foes
        self._match = self._begin(0)
        masters = [seat.name for seat in self._match.seats if seat.role == "gm"]
        self._led = [] if gm else masters
        self._leader = PolicyPlayer(self._ruleset) if self._led else None
        self.possible_agents = [s.name for s in self._match.seats if s.name not in self._led]
        if render_mode not in get_args(RenderMode):
            modes = ", ".join(get_args(RenderMode))
            raise Unreadable(f"There is no render mode “{render_mode}”. There are: {modes}.")
        self._encoding = encoding_of(self._ruleset, self._match.shown, self.possible_agents[0])
        self._due: dict[str, dict[int, Move]] = {}
        self._decided = 0
        self.render_mode = render_mode
        space = spaces.Dict(
            {
                "observation": spaces.Box(-MOST, MOST, (self._encoding.numbers,), np.float32),
                "action_mask": spaces.Box(0, 1, (self._encoding.places,), np.int8),
            }
        )
        discrete = spaces.Discrete(self._encoding.places)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = dict.fromkeys(self.possible_agents, discrete)
        self.agent_selection = self.possible_agents[0]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[object]:
        return self.observation_spaces[seat_among(self.possible_agents, agent)]

    def action_space(self, agent: str) -> spaces.Space[object]:
        return self.action_spaces[seat_among(self.possible_agents, agent)]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Begin a new game; the same seed gives the same cards and dice."""
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._match = self._begin(seed)
        self._decided = 0
        self._look()

    def _begin(self, seed: int | None) -> Match:
        return begin(self._ruleset, self._options, self._party, self._foes, seed)

    def _look(self) -> None:
        """Let the game's own policy lead; then whose decisions are due, and their moves by place.

        Who can do nothing leaves it to the next.
        """
        self._due = {}
        match = self._match
        while (moment := match.moment) is not None and not self._due:
            if moment.seat in self._led:
                assert self._leader is not None
                match.make(self._leader.decide(moment))
            elif not (ways := match.moves()):
                match.make(None)
            else:
                self.agent_selection = moment.seat
                self._due = {moment.seat: self._encoding.moves(moment, ways)}
        for other in match.moments[1:]:
            if other.seat not in self._led:
                ways = moves_of(self._ruleset, other)
                self._due[other.seat] = self._encoding.moves(other, ways)

    def observe(self, agent: str) -> Observation:
        """What this agent's seat may see; a mask without moves while another is to decide."""
        seat_among(self.possible_agents, agent)
        return self.seen(agent, self._due[agent] if agent == self._deciding else {})

    def seen(self, agent: str, moves: dict[int, Move]) -> Observation:
        """What an agent's seat may see, with these moves."""
        mask = np.zeros(self._encoding.places, np.int8)
        mask[list(moves)] = 1
        asked = (due.question for due in self._match.moments if due.seat == agent)
        numbers = self._encoding.position(self._match.shown, agent, next(asked, None))
        return {"observation": np.array(numbers, np.float32), "action_mask": mask}

    @property
    def _deciding(self) -> str:
        return self.agent_selection if self._due else ""

    @property
    def moment(self) -> Moment:
        """The decision that is due."""
        moment = self._match.moment
        assert moment is not None, "the game is over"
        return moment

    @property
    def is_over(self) -> bool:
        """Whether nobody decides any more."""
        return any((*self.terminations.values(), *self.truncations.values()))

    @property
    def due(self) -> dict[str, dict[int, Move]]:
        """Who decides now, and between which moves: the first of them is asked first."""
        return self._due

    @property
    def moves(self) -> dict[int, str]:
        """The moves of whoever is to decide, in words."""
        moves = self._due.get(self._deciding, {})
        return {place: self._encoding.label(place, move) for place, move in moves.items()}

    def step(self, action: int | None) -> None:
        """Decide for the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        assert action is not None
        moves = self._due[agent]
        assert action in moves, "that is not possible now"
        self._make(moves[int(action)])

    def decide(self, player: Player) -> None:
        """Let a player decide for the agent whose turn it is: just what it wants, or nothing."""
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._make(player.decide(self.moment))

    def _make(self, move: Move | None) -> None:
        self._match.make(move)
        self._decided += 1
        self._look()
        if self._match.moment is None:
            worth = self._match.worth
            self.rewards = {each: 2 * worth[each] - 1 for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._decided >= LONGEST:
            self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()

    def lose(self, agents: list[str]) -> None:
        """End the game here: these agents have lost it."""
        self._due = {}
        self.rewards = {agent: -float(agent in agents) for agent in self.agents}
        self.terminations = dict.fromkeys(self.agents, True)

    def render(self) -> str | None:
        """What a spectator sees, given back or written to the terminal."""
        if self.render_mode == "ansi":
            return self.shown()
        sys.stdout.write(f"{self.shown()}\n")
        return None

    def shown(self) -> str:
        """What a spectator sees: where the game is, and how everyone stands."""
        view = self._ruleset.view(self._match.shown, None)
        stand = [
            f"{sheet.title}: " + ", ".join(f"{one.label} {one.value}" for one in sheet.counters)
            for sheet in view.sheets
            if sheet.counters
        ]
        return "\n".join(filter(None, [view.banner, *stand]))

    def close(self) -> None:
        """Nothing is held open."""


def parallel_env(
    game: str = "thousand-faces",
    options: dict[str, object] | None = None,
    *,
    party: str = "",
    foes: str = "",
    gm: bool = False,
) -> ParallelEnv:
    """The same for agents that all move at once: who has nothing to decide waits.

    Whoever is asked at the same time by the rules decides at the same time. The move of an agent
    whose mask is empty counts for nothing.
    """
    return raw_parallel_env(raw_env(game, options, party=party, foes=foes, gm=gm))


class raw_parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801
    """The environment in which all agents are asked at once."""

    metadata = {"render_modes": ["ansi"], "name": "fatedeck_parallel_v2"}  # noqa: RUF012

    def __init__(self, turns: raw_env) -> None:
        self._turns = turns
        self.possible_agents = turns.possible_agents
        self.agents: list[str] = []
        self.observation_spaces = turns.observation_spaces
        self.action_spaces = turns.action_spaces
        self.render_mode = "ansi"

    def observation_space(self, agent: str) -> spaces.Space[object]:
        return self.observation_spaces[seat_among(self.possible_agents, agent)]

    def action_space(self, agent: str) -> spaces.Space[object]:
        return self.action_spaces[seat_among(self.possible_agents, agent)]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, object]]]:
        """Begin a new game."""
        self._turns.reset(seed, options)
        self.agents = [*self.possible_agents]
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, object]],
    ]:
        """Decide for everybody who is asked; what is not possible loses and ends the game."""
        turns, agents = self._turns, self.agents
        for agent in actions:
            seat_among(self.possible_agents, agent)
        if lacking := [agent for agent in turns.due if agent not in actions]:
            raise Unreadable(f"{lacking[0]} is to decide too: give every agent’s move at once.")
        wrong = [agent for agent, moves in turns.due.items() if actions[agent] not in moves]
        if wrong:
            turns.lose(wrong)
        for _ in range(len(turns.due)):
            turns.step(actions[turns.agent_selection])
        over, broken_off = dict(turns.terminations), dict(turns.truncations)
        if turns.is_over:
            self.agents = []
        rewards = {agent: turns.rewards[agent] for agent in agents}
        return self._seen(), rewards, over, broken_off, {agent: {} for agent in agents}

    def _seen(self) -> dict[str, Observation]:
        due = self._turns.due
        return {
            agent: self._turns.seen(agent, due.get(agent, {})) for agent in self.possible_agents
        }

    def render(self) -> str:
        """What a spectator sees."""
        return self._turns.shown()

    def close(self) -> None:
        """Nothing is held open."""
