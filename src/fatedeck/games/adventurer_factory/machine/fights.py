"""Duels of this game for the lab: one deck against another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fatedeck.engine.decks import OPTION
from fatedeck.engine.fights import Fighter, Fights, Mustered, Recruit, Step
from fatedeck.engine.game import Seat
from fatedeck.games.adventurer_factory.rules import decks
from fatedeck.games.adventurer_factory.state import Table

FIRST, SECOND = "Ana", "Ben"


class Duels(Fights[Table]):
    """Two decks, dealt anew each time; chance decides who begins. AF-5.5."""

    sides = (FIRST, SECOND)
    kinds = ("deck", "deck")

    def called(self, options: Mapping[str, object]) -> tuple[str, str]:
        chosen = options.get(OPTION)
        brought = chosen if isinstance(chosen, dict) else {}
        named = (str(brought.get(seat, seat)) for seat in self.sides)
        first, second = (self.at_table().get(name, name) for name in named)
        return (first, second) if first != second else (f"{first}, first", f"{second}, second")

    def heroes(self) -> list[str]:
        return [deck.id for deck in decks.box().decks]

    def at_table(self) -> dict[str, str]:
        return {deck.id: deck.name for deck in decks.box().decks}

    def foes(self) -> list[str]:
        return self.heroes()

    def muster(self, party: Sequence[Recruit], foes: Sequence[Recruit]) -> Mustered:
        seats = Seat(FIRST), Seat(SECOND)
        return Mustered(seats, (), {OPTION: {FIRST: party[0].name, SECOND: foes[0].name}})

    def meet(self, foes: Sequence[Recruit]) -> list[Step]:
        return []

    def is_on(self, state: Table) -> bool:
        return state.step != "over"

    def to_act(self, state: Table) -> Sequence[str]:
        return (state.active,)

    def standing(self, state: Table) -> tuple[int, int]:
        """What is nearest to its end, Health or Willpower. AF-14.1."""
        first, second = (state.players[seat] for seat in self.sides)
        return min(first.health, first.willpower), min(second.health, second.willpower)

    def is_over(self, state: Table, standing: tuple[int, int]) -> bool:
        return state.step == "over"

    def winner(self, state: Table, standing: tuple[int, int]) -> str:
        return state.winner

    def side_of(self, seat: Seat) -> str:
        return seat.name

    def round(self, state: Table) -> int:
        """Both have had a turn. AF-6.1."""
        return (state.turn + 1) // 2

    def fighters(self, state: Table) -> list[Fighter]:
        return [
            Fighter(
                seat,
                seat,
                bool(player.health and player.willpower),
                {
                    "Health": player.health,
                    "Willpower": player.willpower,
                    "Mind": player.mind,
                    "deck": len(player.deck),
                },
            )
            for seat, player in state.players.items()
        ]
