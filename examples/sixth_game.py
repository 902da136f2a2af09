"""A sixth game, whole: two players draw, the higher card takes the round, three rounds win.

As a package with its line in `fatedeck.games` it is played online, in the terminal and by
machines; `docs/writing-a-game.md` goes on from here.
"""

from msgspec import Struct

import fatedeck as fd
from fatedeck.engine.actions import Action, Says
from fatedeck.engine.cards import Pile, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.ruleset import Ruleset, Seating
from fatedeck.engine.view import Counter, Sheet, View, Zone


class Board(Struct):
    deck: Pile
    gone: Pile
    rounds: dict[str, int]
    turn: str


class NoOptions(Struct):
    pass


class Draw(Action[Board], frozen=True):
    """Draw a card for each of you; the higher one takes the round. UP-1."""

    says = Says("Draw")

    @classmethod
    def why_closed(cls, state, seat):
        return None if state.turn == seat else Refused("UP-2", f"It’s {state.turn}’s turn.")

    def do(self, game, seat):
        board = game.state
        cards = {name: game.draw(board.deck, board.gone) for name in board.rounds}
        winner = max(cards, key=cards.get)
        board.rounds[winner] += 1
        board.turn = winner
        game.tell("{winner} draws {card} and takes it.", "UP-1", winner=winner, card=cards[winner])


class HighestUp(Ruleset[Board, NoOptions, Draw]):
    id, title, version = "highest-up", "Highest Up", "1.0.0"
    seating = Seating(game_master=False, fewest=2, most=2)
    State, Options, actions = Board, NoOptions, (Draw,)

    def begin(self, options, seats):
        rounds = {seat.name: 0 for seat in seats}
        return Board(shuffled(f"{n:02}" for n in range(1, 21)), Pile(), rounds, seats[0].name)

    def is_over(self, state):
        return max(state.rounds.values()) == 3

    def view(self, state, seat):
        taken = {name: Counter("Rounds", rounds) for name, rounds in state.rounds.items()}
        sheets = [Sheet(name, name, counters=[rounds]) for name, rounds in taken.items()]
        turn, won = ((), (state.turn,)) if self.is_over(state) else ((state.turn,), ())
        deck = [Zone("deck", "Deck", len(state.deck))]
        return View(turn=turn, zones=deck, sheets=sheets, won=won)  # who took the last round


game = HighestUp()
match = fd.Match(game, ["Ana", "Ben"], seed=1)
match.play({"Ana": fd.RandomPlayer(game), "Ben": fd.RandomPlayer(game)})
print(match.state.rounds, match.worth)
