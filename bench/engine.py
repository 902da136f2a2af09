"""How fast the engine itself is: running an action again, copying a table, starting the program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from time import perf_counter

from msgspec import Struct

from fatedeck.engine.cards import Pile, shuffled
from fatedeck.engine.codec import Codec
from fatedeck.engine.entries import Header
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Action, Offer
from fatedeck.engine.record import Record
from fatedeck.engine.ruleset import Ruleset, Seating
from fatedeck.engine.view import View


class Table(Struct):
    deck: Pile
    hand: Pile


class Options(Struct):
    pass


class Ask(Action, frozen=True):
    """Ask a hundred times, every other time for a card."""


class Hundred(Ruleset[Table, Options, Ask]):
    id, title, version, summary, learn = "hundred", "Hundred", "1", "", ""
    attribution, licence = "", "MIT"
    seating = Seating(game_master=False, fewest=1, most=1)
    State, Options, actions = Table, Options, (Ask,)

    def begin(self, options: Struct, seats: Sequence[Seat]) -> Table:
        return Table(shuffled(f"C{n:02}" for n in range(54)), Pile())

    def offers(self, state: Table, seat: str) -> list[Offer]:
        return []

    def perform(self, game: Game[Table], seat: str, action: Ask) -> None:
        for _ in range(50):
            game.draw(game.state.deck, game.state.hand)
            game.may(seat, "go", "Go on?")

    def view(self, state: Table, seat: str | None) -> View:
        return View()


def timed(run: object, count: int) -> float:
    assert callable(run)
    start = perf_counter()
    for _ in range(count):
        run()
    return (perf_counter() - start) / count


def main() -> None:
    ruleset = Hundred()
    record = Record(ruleset, Header("hundred", "1", (Seat("Ana"),)), secret=bytes(32))
    record.set_up()
    record.do("Ana", {"do": "ask"})
    for _ in range(49):
        record.answer("Ana", "Yes")
    flight = record.flight
    assert flight is not None
    again = timed(lambda: record.resume(record.n, record.quiet[record.n], flight, []), 500)
    codec = Codec(ruleset)
    copied = timed(lambda: codec.copy(record.state), 5000)
    start = timed(
        lambda: subprocess.run(
            [sys.executable, "-m", "fatedeck", "--help"], stdout=subprocess.DEVNULL, check=True
        ),
        10,
    )
    print(f"  {'running an action with 99 answers again':<44}{again * 1e3:8.3f} ms  (bar 0.5)")
    print(f"  {'copying a table':<44}{copied * 1e6:8.1f} µs")
    print(f"  {'start of fatedeck --help':<44}{start:8.3f} s   (bar 0.3)")


if __name__ == "__main__":
    main()
