"""A bot: it decides from what its seat may see. This one likes to attack."""

import fatedeck as fd

game = fd.game("adventurer-factory")


class Brawler:
    """Plays every card that it can, then attacks."""

    def decide(self, moment):
        moves = fd.moves_of(game, moment)
        liked = ("play", "use", "attack", "yes")
        return min(moves, key=lambda move: [not fd.said(move).startswith(word) for word in liked])


match = fd.Match(game, ["Brawler", "Anybody"], seed=5)
match.play({"Brawler": Brawler(), "Anybody": fd.RandomPlayer(game, seed=6)})
print(f"{game.view(match.state, None).won[0]} has won.")
