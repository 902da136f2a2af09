"""Fit the weights of Adventurer Factory's outlook again: `tools/fit_outlook.py --games 30000`.

Rules of thumb play each other with every pair of starter decks, and with decks made up by chance so
that every card is met. Each game begins with some moves by chance, to see positions of every kind;
from there on nobody errs, and what the positions came to is fitted by logistic regression.
"""

from __future__ import annotations

import argparse
import itertools
import random
from pathlib import Path

import numpy as np
import yaml
from numpy.typing import NDArray

from fatedeck.bots.moves import as_answer, sensible_answers
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Draw, Each, Question, Roll
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.data import COPIES, catalogue
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.machine.policy import RuleOfThumb
from fatedeck.games.adventurer_factory.odds import outlook
from fatedeck.games.adventurer_factory.rules.decks import SIZE, Deck, starter_decks, write_text
from fatedeck.games.adventurer_factory.ruleset import DuelOptions
from fatedeck.games.adventurer_factory.state import Table

FILE = Path(outlook.__file__).parents[1] / "data" / "outlook.yaml"
DUEL = find_game("adventurer-factory")
IDS = tuple(catalogue())
SAMPLES = 3
"""So many positions of a game are kept: those of one game are too much alike."""

Numbers = NDArray[np.float64]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--to", type=Path, default=FILE, help="where the weights are written")
    chosen = parser.parse_args()
    rows, ends = positions(chosen.games, random.Random(chosen.seed))
    kept = len(ends) * 9 // 10
    weights = fit(rows[:kept], ends[:kept])
    print(f"{kept} positions; loss on the {len(ends) - kept} that were held back: ", end="")
    print(f"{loss(weights, rows[kept:], ends[kept:]):.4f}")
    chosen.to.write_text(written(fit(rows, ends)), "utf-8")


# Games


def positions(games: int, luck: random.Random) -> tuple[Numbers, Numbers]:
    """Positions at the beginning of turns as numbers, and what they came to for the active seat."""
    pairs = itertools.cycle(itertools.product(starter_decks(), repeat=2))
    rows, ends = [], []
    for n, pair in zip(range(games), pairs, strict=False):
        decks = [made_up(luck), made_up(luck)] if n % 4 == 3 else [*pair]
        seen, winner = play(decks, luck)
        for active, row in seen:
            rows.append(row)
            ends.append(0.5 if not winner else float(winner == active))
    return np.array(rows, np.float64), np.array(ends, np.float64)


def play(decks: list[str], luck: random.Random) -> tuple[list[tuple[str, list[float]]], str]:
    """Some positions of one game, each with the seat whose turn it is, and the winner."""
    seats = (Seat("Ana"), Seat("Ben"))
    table = ruleset.begin(DuelOptions(decks=dict(zip(("Ana", "Ben"), decks, strict=True))), seats)
    sober, whim = luck.randrange(18), luck.choice((0.0, 0.1, 0.2, 0.4))
    thumb = RuleOfThumb()

    def by_chance() -> bool:
        return table.turn < sober and luck.random() < whim

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw | Roll):
            return question.at(luck.randrange(question.size))
        if isinstance(question, Each):
            return {part.seat: str(thumb.answer(table, part)) for part in question.questions}
        if by_chance():
            return as_answer(luck.choice(sensible_answers(DUEL, table, question)))
        return thumb.answer(table, question)

    game = Game(table, answer)
    ruleset.setup(game)
    seen, turn = [], 0
    while table.step != "over":
        if table.turn != turn:
            turn = table.turn
            if turn >= sober:
                seen.append((table.active, row_of(table)))
        move = thumb.act(table, table.active)
        if move is None or by_chance():
            move = luck.choice(ruleset.legal_actions(table, table.active, sensible=True))
        ruleset.perform(game, table.active, move)
    seen = seen[: 2 * SAMPLES]
    return luck.sample(seen, min(SAMPLES, len(seen))), table.winner


def made_up(luck: random.Random) -> str:
    """A deck by chance around one Class and one Race, as text."""
    symbols, names = set(), []
    for kind in ("Class", "Race"):
        one = luck.choice([card for card in catalogue().values() if kind in card.types])
        symbols |= {*one.provides}
        names += [one.name] * (COPIES if kind == "Class" else 2)
    pool = [
        card.name
        for card in catalogue().values()
        if not {"Class", "Race"} & {*card.types} and {*card.needs} <= symbols
    ]
    names += luck.sample(pool * COPIES, SIZE - len(names))
    return write_text(Deck({name: names.count(name) for name in names}))


def row_of(table: Table) -> list[float]:
    """A position as numbers: the sights and cards of the active seat, then of the waiting one."""
    row: list[float] = []
    seats = (table.active, table.other(table.active))
    for seat, seen in zip(seats, outlook.sights(table), strict=True):
        row += map(float, seen)
        player = table.players[seat]
        for cards in (player.cards, player.holds()):
            counted = dict.fromkeys(IDS, 0.0)
            for card in cards:
                counted[printed_on(card).id] += 1
            row += counted.values()
    return [*row, 1.0]


# The fit


def fit(rows: Numbers, ends: Numbers, spread: float = 0.3) -> Numbers:
    """Logistic regression by Newton's method.

    Before any game is seen a weight is taken to lie about 0 with this standard deviation, so that a
    card which is hardly ever met there weighs little.
    """
    weights = np.zeros(rows.shape[1])
    penalty = np.full(rows.shape[1], 1 / spread**2)
    for _ in range(30):
        share = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (share - ends) + penalty * weights
        curve = (rows * (share * (1 - share))[:, None]).T @ rows + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        weights -= step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def loss(weights: Numbers, rows: Numbers, ends: Numbers) -> float:
    """The mean logarithmic loss."""
    share = np.clip(1 / (1 + np.exp(-rows @ weights)), 1e-6, 1 - 1e-6)
    return float(-(ends * np.log(share) + (1 - ends) * np.log(1 - share)).mean())


def written(weights: Numbers) -> str:
    """The weights as the game reads them."""
    numbers = iter([round(float(weight), 4) for weight in weights])
    sides = {
        side: {
            "sights": {name: next(numbers) for name in outlook.SIGHTS},
            "play": {name: next(numbers) for name in IDS},
            "hand": {name: next(numbers) for name in IDS},
        }
        for side in ("active", "waiting")
    }
    whole = {"turn": next(numbers), **sides}
    head = "# Made by tools/fit_outlook.py; what each number is for stands in outlook.py.\n"
    return head + yaml.safe_dump(whole, sort_keys=False)


if __name__ == "__main__":
    main()
