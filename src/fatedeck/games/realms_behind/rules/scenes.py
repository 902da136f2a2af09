"""The scene: where everyone stands, what the ground is like, and who is talked to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Words, YesNo
from fatedeck.games.realms_behind.rules.families import SCENE, OfTheGmInPlay, everyone, why_not_yet
from fatedeck.games.realms_behind.rules.field import why_not_stand
from fatedeck.games.realms_behind.state import Parley, Table


def last_column(table: Table, seat: str) -> int:
    return table.width - 1


def last_row(table: Table, seat: str) -> int:
    return table.height - 1


def every_space(table: Table, seat: str) -> list[str]:
    return [f"{x},{y}" for y in range(table.height) for x in range(table.width)]


Column: TypeAlias = Annotated[
    int,
    Count(0, last_column, label="Column", clause="RB-15.13", of="column", squares=every_space),
]
Row: TypeAlias = Annotated[int, Count(0, last_row, label="Row", clause="RB-15.13", of="row")]


class PlaceBeing(OfTheGmInPlay, frozen=True, tag="place"):
    """Put someone on a free space. RB-15.13."""

    says = Says("Place someone", SCENE)
    being: Annotated[str, Figure(everyone, why_not_yet, label="Who", clause="RB-12.14")]
    x: Column
    y: Row

    def why_not(self, state: Table, seat: str) -> Refused | None:
        return why_not_stand(state, state.being(self.being), self.x, self.y)

    def do(self, game: Game[Table], seat: str) -> None:
        being = game.state.being(self.being)
        being.x, being.y, being.placed = self.x, self.y, True
        game.tell("{being} is now at {x},{y}.", "RB-15.13", being=self.being, x=self.x, y=self.y)


class Ground(OfTheGmInPlay, frozen=True):
    """Make a space Difficult terrain or clear it. RB-15.13."""

    says = Says("Make a space Difficult", SCENE)
    x: Column
    y: Row
    difficult: bool

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way({"difficult": True}), Way({"difficult": False}, "Clear a space")]

    def do(self, game: Game[Table], seat: str) -> None:
        table, space = game.state, f"{self.x},{self.y}"
        spaces = {*table.difficult, space} if self.difficult else {*table.difficult} - {space}
        table.difficult = sorted(spaces)
        word = "Difficult" if self.difficult else "open"
        game.tell(f"The ground at {{space}} is {word} now.", "RB-15.13", space=space)


class OpenDialogue(OfTheGmInPlay, frozen=True):
    """Before the first statement the GM fixes how many concessions are needed. RB-15.14."""

    says = Says("Open a dialogue", SCENE)
    with_whom: Annotated[str, Words(longest=40, label="With")]
    needed: Annotated[int, Count(1, 20, label="Concessions needed", clause="RB-15.14")]
    hidden: Annotated[bool, YesNo(label="Hide the number")] = False

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.parley = Parley(self.with_whom, self.needed, self.hidden)
        open_to_all = "A dialogue with {whom} opens. It takes {n} {n:concession|concessions}."
        told = "A dialogue with {whom} opens." if self.hidden else open_to_all
        only = {game.state.gm: open_to_all} if self.hidden else None
        game.tell(told, "RB-15.14", only=only, whom=self.with_whom, n=self.needed)


class Workspace(OfTheGmInPlay, frozen=True):
    """Say whether there is a workspace here. RB-20.1."""

    says = Says("Set up a workspace", SCENE)
    there: bool

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        label = "Close the workspace" if state.workspace else ""
        yield Way({"there": not state.workspace}, label)

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.workspace = self.there
        game.tell(f"There is {'a' if self.there else 'no'} workspace here.", "RB-20.1")
