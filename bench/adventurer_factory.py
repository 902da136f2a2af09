"""Adventurer Factory: random games and search iterations a second, on one core.

Run from the root: `python -m bench.adventurer_factory`.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from fatedeck.bots.ismcts import HORIZON, Searcher
from fatedeck.bots.match import Match
from fatedeck.bots.moves import answers, as_answer
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.paths import all_cards
from fatedeck.engine.questions import Answer, Draw, Each, Question, Roll
from fatedeck.engine.ruleset import find_game
from fatedeck.games.adventurer_factory import ruleset
from fatedeck.games.adventurer_factory.machine.moves import legal_moves
from fatedeck.games.adventurer_factory.ruleset import DuelOptions

DECKS = ("iron_road", "silver_tongue", "ley_lines")


def main(arguments: Sequence[str] = ()) -> None:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m bench.adventurer_factory")
    parser.add_argument(
        "games", type=int, nargs="?", default=10_000, help="random games to play, 10,000 if unsaid"
    )
    games: int = parser.parse_args(arguments).games
    luck = random.Random(1)
    turns = 0
    begun = time.process_time()
    for n in range(games):
        turns += random_game(luck, DECKS[n % 3], DECKS[n // 3 % 3], whole=n % 50 == 0)
    spent = time.process_time() - begun
    print(f"random play: {games} games of {turns / games:.0f} turns, {games / spent:.0f} games/s")
    for horizon in (None, HORIZON, 2):
        what = "full playouts" if horizon is None else f"a horizon of {horizon} turns"
        print(f"ISMCTS: {iterations_a_second(horizon):.0f} iterations/s with {what}")
    print("where the time of full playouts goes:")
    for name, share in where_it_goes():
        print(f"  {name}: {share:.0%}")


def random_game(luck: random.Random, mine: str, theirs: str, *, whole: bool) -> int:
    """One game by chance; its length in turns. With `whole` its cards are counted at the end."""
    table = ruleset.begin(
        DuelOptions(decks={"Ana": mine, "Ben": theirs}), (Seat("Ana"), Seat("Ben"))
    )
    before = all_cards(table) if whole else []

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw | Roll):
            return question.at(int(luck.random() * question.size))
        if isinstance(question, Each):
            return {q.seat: str(luck.choice(answers(q))) for q in question.questions}
        return as_answer(luck.choice(answers(question)))

    game = Game(table, answer)
    ruleset.setup(game)
    while table.step != "over":
        ruleset.perform(game, table.active, luck.choice(legal_moves(table, table.active)))
    if whole and all_cards(table) != before:
        raise AssertionError("a card was made or lost")
    return table.turn


def iterations_a_second(horizon: int | None) -> float:
    """From the first move of a game, where playouts are longest; processor time."""
    duel = find_game("adventurer-factory")
    moment = Match(duel, ("Ana", "Ben"), seed=5).moment
    if moment is None:
        raise AssertionError("the game has not begun")
    search = Searcher(duel, seconds=None, iterations=600, horizon=horizon, seed=1)
    begun = time.process_time()
    done = search.think(moment).iterations
    return done / (time.process_time() - begun)


def where_it_goes() -> list[tuple[str, float]]:
    """The share of each module in the time of a search, the largest first."""
    duel = find_game("adventurer-factory")
    moment = Match(duel, ("Ana", "Ben"), seed=5).moment
    if moment is None:
        raise AssertionError("the game has not begun")
    profile = cProfile.Profile()
    profile.enable()
    Searcher(duel, seconds=None, iterations=200, horizon=None, seed=1).think(moment)
    profile.disable()
    shares: dict[str, float] = {}
    for (file, _, _), (_, _, spent, _, _) in pstats.Stats(profile).stats.items():  # type: ignore[attr-defined]
        where = Path(file).stem if file.endswith(".py") else "built in"
        shares[where] = shares.get(where, 0.0) + spent
    total = sum(shares.values())
    return sorted(((name, spent / total) for name, spent in shares.items()), key=lambda s: -s[1])[
        :8
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
