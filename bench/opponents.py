"""How strong the players of Adventurer Factory are: both seats, every pair of starter decks.

Run from the root: `python -m bench.opponents thumb random --games 400`, then
`python -m bench.opponents ismcts thumb --games 108 --seconds 1`. Intervals are Wilson's, 95 %. With
`--iterations` a search is measured by what it does, not by how busy the machine is; `--seed` gives
other games.
"""

from __future__ import annotations

import argparse
import itertools
import math
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass

from fatedeck.bots.ismcts import HORIZON, Searcher
from fatedeck.bots.match import Match, Player
from fatedeck.bots.players import PolicyPlayer, RandomPlayer
from fatedeck.engine.paths import find
from fatedeck.engine.ruleset import AnyRuleset, find_game

DECKS = ("iron_road", "silver_tongue", "ley_lines")
SEATS = ("Ana", "Ben")
PLAYERS = ("random", "thumb", "ismcts")


@dataclass(frozen=True)
class Budget:
    """What a search may spend on a move, and how far it looks ahead; 0 turns is to the end."""

    seconds: float | None
    iterations: int | None = None
    horizon: int = HORIZON


@dataclass(frozen=True)
class Pairing:
    """One game to be played: who sits where, with which decks."""

    first: str
    second: str
    decks: tuple[str, str]
    seed: int
    budget: Budget


@dataclass(frozen=True)
class Score:
    """Wins, draws and games of one player, and the share with its interval."""

    wins: int
    draws: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval of the share of wins, 95 %."""
        z, n = 1.959964, self.games
        share = self.wins / n
        middle = (share + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
        return middle - half, middle + half


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.opponents")
    parser.add_argument("player", choices=PLAYERS)
    parser.add_argument("against", choices=PLAYERS)
    parser.add_argument("--games", type=int, default=108)
    parser.add_argument("--seconds", type=float, default=1.0, help="at most, a move of the search")
    parser.add_argument("--iterations", type=int, help="a move, instead of seconds")
    parser.add_argument("--horizon", type=int, default=HORIZON, help="turns; 0 plays to the end")
    parser.add_argument("--seed", type=int, default=0, help="of the first game")
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args()
    seconds = None if chosen.iterations else chosen.seconds
    budget = Budget(seconds, chosen.iterations, chosen.horizon)
    measure(chosen.player, chosen.against, chosen.games, budget, chosen.workers, chosen.seed)


def measure(
    player: str, against: str, games: int, budget: Budget, workers: int, seed: int = 0
) -> None:
    """Play the games and print the share that was won."""
    begun = time.perf_counter()
    pairings = pair(player, against, games, budget, seed)
    won, drawn = 0, 0
    by_decks: dict[str, list[int]] = {}
    with ProcessPoolExecutor(workers) as pool:
        for pairing, winner in zip(pairings, pool.map(play, pairings), strict=True):
            mine = 0 if pairing.first == player else 1
            won += winner == mine
            drawn += winner is None
            tally = by_decks.setdefault(pairing.decks[mine], [0, 0])
            tally[0] += winner == mine
            tally[1] += 1
            done = sum(games for _, games in by_decks.values())
            print(f"  {won} of {done} after {time.perf_counter() - begun:.0f} s", flush=True)
    score = Score(won, drawn, len(pairings))
    low, high = score.interval
    print(
        f"{player} against {against}: {won} of {score.games} won "
        f"({won / score.games:.1%}, 95 % interval {low:.1%} to {high:.1%}), {drawn} drawn, "
        f"{time.perf_counter() - begun:.0f} s with {workers} workers"
    )
    for deck, (wins, games) in by_decks.items():
        print(f"  with {deck}: {wins} of {games}")


def pair(player: str, against: str, games: int, budget: Budget, first: int) -> list[Pairing]:
    """Every pair of decks in both seats, again and again."""
    ways = itertools.cycle(itertools.product(DECKS, DECKS, (False, True)))
    found = []
    for seed, (own, other, swapped) in zip(range(first, first + games), ways, strict=False):
        if swapped:
            found.append(Pairing(against, player, (other, own), seed, budget))
        else:
            found.append(Pairing(player, against, (own, other), seed, budget))
    return found


def play(pairing: Pairing) -> int | None:
    """0 if the first seat wins, 1 if the second does, None for a draw. Ana is always Player 1."""
    ruleset = find_game("adventurer-factory")
    options: dict[str, object] = {
        "decks": dict(zip(SEATS, pairing.decks, strict=True)),
        "first": SEATS[0],
    }
    match = Match(ruleset, SEATS, options, pairing.seed)
    names = (pairing.first, pairing.second)
    match.play(
        {
            seat: player(ruleset, name, pairing.seed, pairing.budget)
            for seat, name in zip(SEATS, names, strict=True)
        }
    )
    winner = find(match.state, "winner")
    return None if not winner else SEATS.index(str(winner))


def player(ruleset: AnyRuleset, name: str, seed: int, budget: Budget) -> Player:
    if name == "random":
        return RandomPlayer(ruleset, seed)
    if name == "thumb":
        return PolicyPlayer(ruleset)
    return Searcher(
        ruleset,
        seconds=budget.seconds,
        iterations=budget.iterations,
        horizon=budget.horizon or None,
        seed=seed,
    )


if __name__ == "__main__":
    main()
