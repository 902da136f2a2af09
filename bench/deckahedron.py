"""How fast Deckahedron's rules run: checks driven by a policy, and a live action.

The rules are run by the driver below; times are processor time, because machines are shared.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from time import process_time

from fatedeck.engine.entries import Header
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.questions import Answer, Draw, Each, Question, Roll
from fatedeck.engine.record import Record
from fatedeck.engine.seen import see
from fatedeck.games.deckahedron import ruleset
from fatedeck.games.deckahedron.rules.checks import check
from fatedeck.games.deckahedron.rules.decks import must_reshuffle, reshuffle
from fatedeck.games.deckahedron.state import Options, Table

SEATS = (Seat("GM", "gm"), *(Seat(name) for name in ("Ana", "Ben", "Cleo", "Dov")))


def driver(seed: int) -> Callable[[Question], Answer]:
    """Answers chance from a seeded stream and every choice by the game's own policy."""
    uniform = random.Random(seed).random
    policy = ruleset.policy()
    table = ruleset.begin(Options(), SEATS)

    def answer(question: Question) -> Answer:
        if isinstance(question, Draw):
            cards = question.cards
            return cards[int(uniform() * len(cards))]
        assert not isinstance(question, Roll | Each)
        return policy.answer(table, question)

    return answer


def checks(count: int, step: int) -> float:
    """Checks per second: the rule itself, with the forced reshuffle at the end of each turn."""
    table = ruleset.begin(Options(), SEATS)
    game: Game[Table] = Game(table, driver(1))
    ana = table.players["Ana"]
    start = process_time()
    for _ in range(count):
        check(game, "Ana", "strength", step)
        if must_reshuffle(ana):
            reshuffle(ana)
    return count / (process_time() - start)


def live(count: int) -> float:
    """Milliseconds for one live action: record, offers and views for five seats."""
    record = Record(ruleset, Header(ruleset.id, "bench", SEATS), secret=b"bench")
    record.set_up()
    for seat in SEATS[1:]:
        record.do(seat.name, {"do": "take-sample", "character": "Wren"})
    record.do("GM", {"do": "begin-play"})
    start = process_time()
    for _ in range(count):
        record.do("GM", {"do": "call-for-flip", "player": "Ana", "stat": "strength"})
        for seat in SEATS:
            see(record, seat.name, len(record.log) - 1)
        record.drain()
    return (process_time() - start) / count * 1000


def main() -> None:
    print(f"{'checks a second, standard':42}{checks(200_000, 0):>12,.0f}")
    print(f"{'checks a second, difficult':42}{checks(50_000, -1):>12,.0f}")
    print(f"{'live action with views of 5 seats, ms':42}{live(500):>12.3f}")


if __name__ == "__main__":
    main()
