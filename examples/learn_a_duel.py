"""A player of Adventurer Factory learns by playing against chance: masked PPO, some minutes.

    pip install "fatedeck[bots,lab]" sb3-contrib
    python examples/learn_a_duel.py curve.svg 15

It prints how many of a hundred duels it wins after each lesson, against chance and against the rule
of thumb, and draws both curves. It is told what its seat may see and which moves there are, and
nothing else.
"""

from __future__ import annotations

import sys
from time import monotonic

import altair as alt
import numpy as np
from sb3_contrib import MaskablePPO

import fatedeck as fd
from fatedeck.bots.gymnasium import SeatEnv

GAME, RIVAL = "adventurer-factory", "player_1"


def wins(model: MaskablePPO, duel: SeatEnv, duels: int) -> int:
    """Of so many duels, how many it wins."""
    won = 0
    for number in range(duels):
        numbers, _ = duel.reset(seed=1_000_000 + number)
        over, reward = False, 0.0
        while not over:
            move, _ = model.predict(numbers, action_masks=duel.action_masks(), deterministic=True)
            numbers, reward, ended, broken_off, _ = duel.step(np.int64(move))
            over = ended or broken_off
        won += reward > 0
    return won


def draw(rows: list[dict[str, object]], duels: int, path: str) -> None:
    """The curves as a picture."""
    lines = alt.Chart(alt.Data(values=rows)).mark_line(point=True)
    axis = alt.Scale(domain=[0, duels])
    drawn = lines.encode(
        x=alt.X("decisions:Q", title="decisions it has learned from"),
        y=alt.Y("won:Q", title=f"duels won of {duels}", scale=axis),
        color=alt.Color(
            "against:N", title="against", scale=alt.Scale(range=["#1f4d3f", "#a8572a"])
        ),
    )
    title = "Adventurer Factory: masked PPO, learning against chance"
    drawn.properties(title=title, width=520, height=280).save(path)


def main(path: str, lessons: int = 15, steps: int = 4096, duels: int = 100) -> None:
    began = monotonic()
    thumb = fd.PolicyPlayer(GAME)
    against = {"chance": SeatEnv(GAME), "the rule of thumb": SeatEnv(GAME, others={RIVAL: thumb})}
    batch = steps // 16
    model = MaskablePPO("MlpPolicy", SeatEnv(GAME), n_steps=steps // 2, batch_size=batch, seed=1)
    rows: list[dict[str, object]] = []
    for decisions in range(0, lessons * steps + 1, steps):
        if decisions:
            model.learn(steps, reset_num_timesteps=False)
        won = {name: wins(model, duel, duels) for name, duel in against.items()}
        rows += [{"decisions": decisions, "against": name, "won": won[name]} for name in won]
        told = ", ".join(f"{won[name]} against {name}" for name in won)
        print(f"{decisions:6} decisions, {monotonic() - began:4.0f} s: {told}", flush=True)
    draw(rows, duels, path)


if __name__ == "__main__":
    main(*(sys.argv[1:2] or ["curve.svg"]), *map(int, sys.argv[2:3]))
