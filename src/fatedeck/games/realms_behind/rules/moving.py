"""Moving on the ground: Move, Run and Step."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Asking, Count, Spot
from fatedeck.engine.offers import Value
from fatedeck.games.realms_behind.rules.berserk import must_attack, why_not_calmly
from fatedeck.games.realms_behind.rules.derived import speed
from fatedeck.games.realms_behind.rules.families import TURN, OnATurn
from fatedeck.games.realms_behind.rules.field import (
    Space,
    is_difficult,
    is_in_reach,
    reach,
    steps,
    why_not_stand,
)
from fatedeck.games.realms_behind.rules.turns import declare
from fatedeck.games.realms_behind.state import Being, Table


def running(being: Being) -> int:
    """How far a Run leads. RB-15.13."""
    return 4 * speed(being)


def stepping(being: Being) -> int:
    """How far a Step leads. RB-15.13."""
    return 1


class Line(Count, frozen=True):
    """A column or a row. Whether a space can be reached is said of both together."""

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        return None

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        return None if isinstance(value, int) else super().why_not(spot, asking, value)


def line(axis: Literal["x", "y"], spaces: Callable[[Being], int]) -> Line:
    """The columns or rows that whoever is on turn gets to at most, and which squares. RB-15.13."""

    def at(being: Being) -> int:
        return being.x if axis == "x" else being.y

    def first(table: Table, seat: str) -> int:
        being = table.being(table.whose_turn())
        return max(0, at(being) - spaces(being))

    def last(table: Table, seat: str) -> int:
        being = table.being(table.whose_turn())
        edge = table.width if axis == "x" else table.height
        return min(edge - 1, at(being) + spaces(being))

    def squares(table: Table, seat: str) -> Iterable[str]:
        being = table.being(table.whose_turn())
        step = steps(table, being, [(being.x, being.y)])
        there = step if spaces is stepping else reach(table, being, spaces(being))
        return [f"{x},{y}" for x, y in there]

    if axis == "x":
        return Line(first, last, label="Column", clause="RB-15.13", of="column", squares=squares)
    return Line(first, last, label="Row", clause="RB-15.13", of="row")


class Going(OnATurn, frozen=True):
    """Going to a space; a Berserk one only to where someone can still be attacked. RB-16.10."""

    x: int
    y: int

    @classmethod
    def spaces(cls, table: Table, being: Being) -> Iterable[Space]:
        """The spaces that it may lead to. RB-15.13."""
        raise NotImplementedError

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        being = state.being(state.whose_turn())
        hindered = being.statuses.berserk or is_difficult(state, being.x, being.y)
        if not hindered and cls is not Step:
            return None
        if all(cls(*space).why_not(state, seat) for space in cls.spaces(state, being)):
            nowhere = Refused("RB-15.13", "There’s nowhere to go.")
            return why_not_calmly(state, being) or nowhere
        return None

    def why_not(self, state: Table, seat: str) -> Refused | None:
        being = state.being(state.whose_turn())
        if (refused := self.why_not_there(state, being)) is not None:
            return refused
        targets = must_attack(state, being)
        if not targets:
            return None
        at, ap = (being.x, being.y), being.ap
        being.x, being.y, being.ap = self.x, self.y, ap - self.ap()
        then = must_attack(state, being)
        (being.x, being.y), being.ap = at, ap
        if not then:
            return Refused(
                "RB-16.10", f"{being.name} is Berserk and has to go for {targets[0].name}."
            )
        return None

    def why_not_there(self, table: Table, being: Being) -> Refused | None:
        """Why it does not lead there. RB-15.13."""
        raise NotImplementedError

    def why_not_within(self, table: Table, being: Being, spaces: int) -> Refused | None:
        """Why so many spaces do not lead there: never into Difficult terrain. RB-15.13."""
        x, y = self.x, self.y
        if (refused := why_not_stand(table, being, x, y)) is not None:
            return refused
        if is_difficult(table, x, y):
            return Refused("RB-15.13", f"{x},{y} is Difficult terrain. Use a Step to get there.")
        if not is_in_reach(table, being, x, y, spaces):
            return Refused("RB-15.13", f"{x},{y} is out of reach: you can move {spaces} spaces.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        """Whoever was pushed or slowed by a reaction may not get there any more. RB-15.8."""
        being, there = game.state.being(game.state.whose_turn()), f"{self.x},{self.y}"
        being.ap -= self.ap()
        if not declare(game, being, f"{self.basic().id} to {there}", self.basic().tags):
            return
        if self.why_not_there(game.state, being):
            game.tell(
                "{being} can’t get to {there} any more.", "RB-15.8", being=being.name, there=there
            )
            return
        self.arrive(game, being)

    def arrive(self, game: Game[Table], being: Being) -> None:
        being.x, being.y = self.x, self.y
        game.tell("{being} moves to {x},{y}.", "RB-15.13", being=being.name, x=self.x, y=self.y)


class Move(Going, frozen=True):
    """Move up to Speed. RB-15.8, RB-15.13."""

    says = Says("Move", TURN)
    calmly = False
    x: Annotated[int, line("x", speed)]
    y: Annotated[int, line("y", speed)]

    @classmethod
    def spaces(cls, table: Table, being: Being) -> Iterable[Space]:
        return reach(table, being, speed(being))

    def why_not_there(self, table: Table, being: Being) -> Refused | None:
        return self.why_not_within(table, being, speed(being))


class Run(Going, frozen=True):
    """Move up to four times Speed. RB-15.8, RB-15.13."""

    says = Says("Run", TURN)
    x: Annotated[int, line("x", running)]
    y: Annotated[int, line("y", running)]

    @classmethod
    def spaces(cls, table: Table, being: Being) -> Iterable[Space]:
        return reach(table, being, running(being))

    def why_not_there(self, table: Table, being: Being) -> Refused | None:
        return self.why_not_within(table, being, running(being))


class Step(Going, frozen=True):
    """Move one space into any terrain, without setting off reactions. RB-15.13."""

    says = Says("Step", TURN)
    calmly = False
    x: Annotated[int, line("x", stepping)]
    y: Annotated[int, line("y", stepping)]

    @classmethod
    def spaces(cls, table: Table, being: Being) -> Iterable[Space]:
        return steps(table, being, [(being.x, being.y)])

    def why_not_there(self, table: Table, being: Being) -> Refused | None:
        if max(abs(being.x - self.x), abs(being.y - self.y)) != 1:
            return Refused("RB-15.13", "A Step only takes you to a space next to you.")
        return why_not_stand(table, being, self.x, self.y)

    def do(self, game: Game[Table], seat: str) -> None:
        being = game.state.being(game.state.whose_turn())
        being.ap -= self.ap()
        self.arrive(game, being)
