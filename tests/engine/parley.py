"""A small game for the engine's own tests: it asks every kind of question."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct

from fatedeck.engine.cards import Pile, shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Action, Count, Offer, Words, offer
from fatedeck.engine.questions import Choose, Number
from fatedeck.engine.ruleset import Ruleset, Seating
from fatedeck.engine.view import View

Mood = Literal["calm", "angry"]


class Speaker(Struct):
    hand: Pile
    favour: Annotated[int, Meta(ge=0, le=9)] = 0
    moods: list[Mood] = []


class Table(Struct):
    deck: Pile
    discard: Pile
    players: dict[str, Speaker]
    said: str = ""
    bids: dict[str, int] = {}
    last: int = 0


class Rules(Struct):
    cards: int = 6


class Bid(Action, frozen=True):
    """Every player bids at once; the highest draws."""


class Wait(Action, frozen=True):
    """Do nothing at all."""


class Say(Action, frozen=True):
    words: str = ""


class Gamble(Action, frozen=True):
    stake: int


class Parley(Ruleset[Table, Rules, Bid | Wait | Say | Gamble]):
    id, title, version = "parley", "Parley", "1.0.0"
    summary = learn = "A game for tests."
    attribution, licence = "ours", "MIT"
    seating = Seating(game_master=True, fewest=1, most=4)
    State, Options, actions = Table, Rules, (Bid, Wait, Say, Gamble)

    def begin(self, options: Rules, seats: Sequence[Seat]) -> Table:
        cards = shuffled(f"C{n}" for n in range(1, options.cards + 1))
        return Table(cards, Pile(), {s.name: Speaker(Pile()) for s in seats if s.role == "player"})

    def offers(self, state: Table, seat: str) -> list[Offer]:
        return [
            offer(Bid, "Bid"),
            offer(Wait, "Wait"),
            offer(Say, "Say", Words("words", "Words")),
            offer(Gamble, "Gamble", Count("stake", "Stake", 0, 3), refused=why_not_gamble(state)),
        ]

    def perform(self, game: Game[Table], seat: str, action: Bid | Wait | Say | Gamble) -> None:
        match action:
            case Bid():
                bid(game)
            case Say():
                game.state.said = action.words or game.text(seat, "say", "What do you say?")
                game.tell(f"{seat} says: {game.state.said}")
            case Gamble():
                gamble(game, seat, action.stake)

    def view(self, state: Table, seat: str | None) -> View:
        return View(banner=state.said)


def bid(game: Game[Table]) -> None:
    table = game.state
    questions = [Number(name, "bid", "Your bid?", 0, 5) for name in table.players]
    answers = game.each(questions)
    table.bids = {name: int(str(answer)) for name, answer in answers.items()}
    if len(set(table.bids.values())) < len(table.bids):
        raise Refused("P-1", "Two bids are the same; somebody bids again.")
    winner = max(table.bids, key=lambda name: table.bids[name])
    card = game.draw(table.deck, table.players[winner].hand)
    game.tell(f"{winner} draws.", "P-2", only={winner: f"You draw {card}."})


def gamble(game: Game[Table], seat: str, stake: int) -> None:
    table = game.state
    if (refused := why_not_gamble(table)) is not None:
        raise refused
    table.last = game.roll(6)
    if table.last < 4 and game.may(
        seat, "roll-once-more", "Roll once more?", yes="Roll", no="Stay"
    ):
        table.last = game.roll(6)
    kept = game.several(seat, "keep", "Keep which?", ["red", "blue", "green"], 1, 2)
    table.said = ",".join(kept)
    table.players[seat].favour = min(9, table.last + stake)


def why_not_gamble(table: Table) -> Refused | None:
    return Refused("P-3", "The dice are gone.") if table.said == "no dice" else None


def ask_both() -> list[Choose]:
    return [
        Choose("Ana", "left", "Left?", ("left", "right")),
        Choose("Ben", "right", "Right?", ("left", "right")),
    ]


ruleset = Parley()
