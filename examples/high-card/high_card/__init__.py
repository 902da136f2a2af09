"""High Card: two cards each, the highest card takes the round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Struct

from fatedeck.engine.actions import Action, Says
from fatedeck.engine.cards import Pile, move, move_all, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.journeys import Journey
from fatedeck.engine.kinds import CardOf
from fatedeck.engine.ruleset import Ruleset, Seating
from fatedeck.engine.view import Counter, Face, Sheet, View, Zone, seen


class Player(Struct):
    hand: Pile
    laid: Pile
    tokens: int
    rounds: int = 0


class Table(Struct):
    deck: Pile
    players: dict[str, Player]
    turn: str
    gone: Pile


class HouseRules(Struct):
    tokens: int = 1


def hand(table: Table, seat: str) -> list[str]:
    return sorted(table.players[seat].hand)


class Lay(Action[Table], frozen=True):
    """Lay a card; a token may swap it. When all have laid, the highest wins. HC-2, HC-3."""

    says = Says("Lay a card")
    card: Annotated[str, CardOf(hand, nobody=("HC-4", "You have laid all your cards."))]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return None if state.turn == seat else Refused("HC-2", f"It is {state.turn}'s turn.")

    def do(self, game: Game[Table], seat: str) -> None:
        table, player, card = game.state, game.state.players[seat], self.card
        move(card, player.hand, player.laid)
        swap = "Spend your token to swap?"
        if player.tokens and game.may(seat, "swap", swap, "HC-3", yes="Swap", no="Keep"):
            player.tokens -= 1
            move(card, player.laid, table.gone)
            card = game.draw(table.deck, player.laid)
        game.tell("{seat} lays {card}.", "HC-2", seat=seat, card=card)
        seats = list(table.players)
        table.turn = seats[(seats.index(seat) + 1) % len(seats)]
        if all(len(other.laid) for other in table.players.values()):
            finish_round(game)


def finish_round(game: Game[Table]) -> None:
    """The highest card takes the round. HC-2."""
    players = game.state.players
    winner = max(players, key=lambda name: players[name].laid.top[0])
    players[winner].rounds += 1
    game.tell("{winner} wins the round.", "HC-2", winner=winner)
    for player in players.values():
        move_all(player.laid, game.state.gone)


class HighCard(Ruleset[Table, HouseRules, Lay]):
    id, title, version = "high-card", "High Card", "1.0.0"
    summary = "Lay a card; the highest takes the round."
    learn = "Two cards each, one token to swap a card. Most rounds won wins."
    attribution, licence = "High Card by the fatedeck authors.", "MIT"
    seating = Seating(game_master=False, fewest=2, most=4)
    State, Options, actions = Table, HouseRules, (Lay,)
    open_questions = False
    journeys = (
        Journey("*", "players/*/hand", "players/*/laid", ("HC-2",)),
        Journey("*", "deck", "players/*/laid", ("HC-3",)),
        Journey("*", "players/*/+", "gone", ("HC-2", "HC-3")),
        Journey("*", "deck", "gone", ("HC-2", "HC-3")),
    )

    def begin(self, options: HouseRules, seats: Sequence[Seat]) -> Table:
        players = {seat.name: Player(Pile(), Pile(), options.tokens) for seat in seats}
        return Table(shuffled(f"{n:02}" for n in range(1, 13)), players, seats[0].name, Pile())

    def setup(self, game: Game[Table]) -> None:
        """Deal two cards each. HC-1."""
        for player in game.state.players.values():
            for _ in range(2):
                game.draw(game.state.deck, player.hand)

    def is_over(self, state: Table) -> bool:
        """All hands are empty. HC-4."""
        return not any(len(player.hand) for player in state.players.values())

    def view(self, state: Table, seat: str | None) -> View:
        zones = [Zone("deck", "Deck", len(state.deck))]
        sheets = []
        for name, player in state.players.items():
            mine = seen(sorted(player.hand)) if name == seat else []
            zones.append(Zone(f"{name}/hand", "Hand", len(player.hand), mine, name, "hand"))
            zones.append(Zone(f"{name}/laid", "Laid", len(player.laid), seen(player.laid), name))
            tokens = Counter(
                "Tokens", player.tokens, path=f"players/{name}/tokens", clauses=("HC-3",)
            )
            rounds = Counter("Rounds", player.rounds, clauses=("HC-4",))
            sheets.append(Sheet(name, name, name, counters=[tokens, rounds]))
        most = max(player.rounds for player in state.players.values())
        won = [name for name, player in state.players.items() if player.rounds == most]
        over = self.is_over(state)
        return View(turn=(state.turn,), zones=zones, sheets=sheets, won=tuple(won) if over else ())

    def hidden(self, state: Table, seat: str | None) -> list[list[list[str]]]:
        others = [player.hand.top for name, player in state.players.items() if name != seat]
        return [[state.deck.bag, *others]]

    def faces(self, options: HouseRules) -> dict[str, Face]:
        return {f"{n:02}": Face(str(n)) for n in range(1, 13)}


ruleset = HighCard()
