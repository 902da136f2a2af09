"""A player of Adventurer Factory learns by playing against chance: masked PPO, some minutes.

    pip install "fatedeck[bots]" sb3-contrib matplotlib
    python examples/learn_a_duel.py curve.webp

It prints how many of a hundred duels it wins after each lesson, against chance and against the rule
of thumb, and draws both curves. It is told what its seat may see and which moves there are, and
nothing else.
"""

from __future__ import annotations

import sys
from time import monotonic

import numpy as np
from matplotlib.figure import Figure
from sb3_contrib import MaskablePPO

from fatedeck.bots.gymnasium import SeatEnv
from fatedeck.bots.pettingzoo import AGENTS
from fatedeck.bots.players import PolicyPlayer
from fatedeck.engine.ruleset import find_game

GAME = "adventurer-factory"
LESSONS, STEPS, DUELS = 15, 4_096, 100


def wins(model: MaskablePPO, duel: SeatEnv) -> int:
    """Of so many duels, how many it wins."""
    won = 0
    for number in range(DUELS):
        numbers, _ = duel.reset(seed=1_000_000 + number)
        over, reward = False, 0.0
        while not over:
            move, _ = model.predict(numbers, action_masks=duel.action_masks(), deterministic=True)
            numbers, reward, ended, broken_off, _ = duel.step(np.int64(move))
            over = ended or broken_off
        won += reward > 0
    return won


def draw(curves: dict[str, list[int]], path: str) -> None:
    """The curves as a picture."""
    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for (against, won), colour in zip(curves.items(), ("#1f4d3f", "#a8572a"), strict=True):
        axes.plot([STEPS * n for n in range(len(won))], won, "o-", color=colour, label=against)
    axes.axhline(50, color="#8a7f6a", linestyle="--", linewidth=1)
    axes.set(xlabel="decisions it has learned from", ylabel="duels won of 100", ylim=(0, 100))
    axes.set_title("Adventurer Factory: masked PPO, learning against chance")
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=110)


def main(path: str) -> None:
    began = monotonic()
    thumb = PolicyPlayer(find_game(GAME))
    against = {"against chance": SeatEnv(GAME)}
    against["against the rule of thumb"] = SeatEnv(GAME, others={AGENTS[1]: thumb})
    model = MaskablePPO("MlpPolicy", SeatEnv(GAME), n_steps=2048, batch_size=256, seed=1)
    curves: dict[str, list[int]] = {name: [] for name in against}
    for lesson in range(LESSONS + 1):
        if lesson:
            model.learn(STEPS, reset_num_timesteps=False)
        for name, duel in against.items():
            curves[name].append(wins(model, duel))
        won = ", ".join(f"{curve[-1]} {name}" for name, curve in curves.items())
        print(f"{lesson * STEPS:6} decisions, {monotonic() - began:4.0f} s: {won}", flush=True)
    draw(curves, path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "curve.webp")
