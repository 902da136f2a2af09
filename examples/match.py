"""A match: many duels between two ways of playing, each with other cards."""

from collections import Counter

import fatedeck as fd

game = fd.game("adventurer-factory")
players = {"Thumb": fd.PolicyPlayer(game), "Anybody": fd.RandomPlayer(game, seed=1)}
won = Counter()
for seed in range(40):
    seats = ["Thumb", "Anybody"] if seed % 2 else ["Anybody", "Thumb"]
    match = fd.Match(game, seats, seed=seed)
    match.play(players)
    won.update(game.view(match.state, None).won)
for name, duels in won.most_common():
    print(f"{name} has won {duels} of 40 duels.")
