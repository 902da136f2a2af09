"""Creatures: how the GM brings them in, makes kinds of them, and takes them away."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Annotated, Literal, TypeAlias

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Listed, One, Words
from fatedeck.games.realms_behind.data import (
    DEFENCES,
    CreatureAttack,
    Growth,
    Kind,
    Reach,
    book,
    proper_name,
)
from fatedeck.games.realms_behind.rules.families import CREATURES, OfTheGmInPlay, creatures
from fatedeck.games.realms_behind.rules.field import fallen, why_not_stand
from fatedeck.games.realms_behind.rules.names import ByAnyName, elements
from fatedeck.games.realms_behind.state import Creature, Table

MOST_CREATURES = 30
HIGHEST_GROWTH = 20
LONGEST_NAME = 30
MOST_SPACES = 30


def kinds(table: Table, seat: str) -> list[str]:
    return list(book().creatures)


def kind_called(kind: str) -> str:
    return book().creatures[kind].name


def levels(table: Table, seat: str) -> list[str]:
    return list(book().levels)


def room(table: Table, seat: str) -> int:
    """How many more creatures there is room for."""
    return MOST_CREATURES - len(table.creatures)


Level: TypeAlias = Annotated[str, One(levels, called=str.capitalize, clause="RB-21.1")]
HowMany: TypeAlias = Annotated[int, Count(1, room, label="How many", clause="RB-21.1")]
Side: TypeAlias = Annotated[
    Literal["party", "foes"], One(("foes", "party"), called=str.capitalize, label="Side")
]


class Arriving(OfTheGmInPlay, frozen=True):
    """Creatures that come into the scene. RB-21.1."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not room(state, seat):
            text = f"There are already {MOST_CREATURES} creatures here."
            return Refused("RB-21.1", text)
        return None


class AddCreatures(Arriving, frozen=True):
    """Bring in creatures: every value is growth x level. RB-21.1, RB-21.3, RB-21.4, RB-21.6."""

    says = Says("Bring in creatures", CREATURES)
    kind: Annotated[str, Listed(kinds, called=kind_called, clause="RB-21.1")]
    level: Level = "regular"
    count: HowMany = 1
    side: Side = "foes"

    def do(self, game: Game[Table], seat: str) -> None:
        _bring_in(game, book().creatures[self.kind], self)


def per_level(what: str, low: int = 0) -> Count:
    """What a creature gains with each level. RB-21.1."""
    return Count(low, HIGHEST_GROWTH, label=f"{what} per level", clause="RB-21.1")


class MakeCreature(Arriving, frozen=True):
    """Bring in creatures of the GM's own making, by what they gain with each level. RB-21.1."""

    says = Says("Make a creature of your own", CREATURES)
    name: Annotated[str, Words(longest=LONGEST_NAME, clause="RB-21.1")]
    level: Level = "regular"
    count: HowMany = 1
    side: Side = "foes"
    health: Annotated[int, per_level("Health", 1)] = 3
    attack: Annotated[int, per_level("Attack")] = 2
    parry: Annotated[int, per_level("Parry Defence")] = 1
    dodge: Annotated[int, per_level("Dodge Defence")] = 1
    body: Annotated[int, per_level("Body Defence")] = 1
    mind: Annotated[int, per_level("Mind Defence")] = 1
    spirit: Annotated[int, per_level("Spirit Defence")] = 1
    luck: Annotated[int, per_level("Luck Defence")] = 1
    resists: Annotated[
        str, Words(longest=100, label="Resists per level, such as fire 2, frost -1")
    ] = ""
    skills: Annotated[str, Words(longest=200, label="Skills per level, such as awareness 2")] = ""
    element: Annotated[
        str, ByAnyName(elements, called=str.capitalize, label="Its attack deals", clause="RB-12.4")
    ] = "physical"
    range: Annotated[int, Count(1, MOST_SPACES, label="Range of its attack", clause="RB-21.6")] = 1
    speed: Annotated[int, Count(0, MOST_SPACES, clause="RB-21.6")] = 5

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if "/" in self.name:
            return Refused("RB-21.1", "Give your creature a name without a slash in it.")
        resists = _why_not_gains(self.resists, book().elements, "RB-12.4")
        return resists or _why_not_gains(self.skills, book().skills, "RB-2.7")

    def do(self, game: Game[Table], seat: str) -> None:
        growth = Growth(
            health=self.health,
            attack=self.attack,
            defences={defence: getattr(self, defence) for defence in sorted(DEFENCES)},
            resists=_gains(self.resists),
            skills=_gains(self.skills),
        )
        strikes = CreatureAttack(
            element=proper_name(self.element),
            range=Reach(close=True, spaces=self.range if self.range > 1 else 0),
        )
        kind = Kind(
            id="own",
            name=" ".join(self.name.split()),
            growth=growth,
            attack=strikes,
            behaviours=[],
            techniques=[],
            speed=self.speed,
        )
        _bring_in(game, kind, self, own=kind)


_GAIN = re.compile(r"(.*\S) (-?\d)")


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _why_not_gains(text: str, known: Container[str], clause: str) -> Refused | None:
    """Why this does not say what is gained with each level, as `fire 2, frost -1` does."""
    for part in _parts(text):
        gain = _GAIN.fullmatch(part)
        if gain is None:
            return Refused("RB-21.1", f"Write it like “fire 2, frost -1”, not “{part}”.")
        if proper_name(gain[1]) not in known:
            return Refused(clause, f"There’s nothing called “{gain[1]}” here.")
    return None


def _gains(text: str) -> dict[str, int]:
    found = {}
    for part in _parts(text):
        name, _, number = part.rpartition(" ")
        found[proper_name(name)] = int(number)
    return dict(sorted(found.items()))


def _bring_in(
    game: Game[Table], kind: Kind, action: AddCreatures | MakeCreature, own: Kind | None = None
) -> None:
    """Each under a name of its own, on a free space. RB-21.3, RB-21.6."""
    table, level = game.state, book().levels[action.level]
    names: list[str] = []
    for _ in range(action.count):
        number = 1
        while (name := f"{kind.name} {number}") in table.creatures or name in table.players:
            number += 1
        creature = Creature(
            name=name,
            kind=kind.id,
            level=level,
            health=kind.growth.health * level,
            side=action.side,
            own=own,
        )
        creature.x = min(table.width - 1, table.width // 2 + 3)
        while why_not_stand(table, creature, creature.x, creature.y) and _further(table, creature):
            pass
        creature.placed = True
        table.creatures[name] = creature
        names.append(name)
        if table.phase == "encounter":
            table.order.append(name)
    game.tell(
        "{names} {names:appears|appear}.",
        "RB-21.1",
        "RB-22.5",
        only={table.gm: "{names} ({level}) {names:appears|appear}."},
        names=names,
        level=action.level,
    )


def _further(table: Table, creature: Creature) -> bool:
    creature.y += 1
    if creature.y >= table.height:
        creature.y = 0
        creature.x += 1
    return creature.x < table.width


def why_not_remove(table: Table, seat: str, creature: str) -> Refused | None:
    if table.whose_turn() == creature:
        return Refused("RB-15.4", f"It’s {creature}’s turn. End it first.")
    return None


class RemoveCreature(OfTheGmInPlay, frozen=True):
    """A creature leaves the table for good; nobody is Taunted by it any more. RB-16.13, RB-21.1."""

    says = Says("Remove a creature", CREATURES)
    creature: Annotated[str, Figure(creatures, why_not_remove, clause="RB-21.1")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.creatures)

    def do(self, game: Game[Table], seat: str) -> None:
        _remove(game.state, self.creature)
        game.tell("{name} is gone.", "RB-21.1", name=self.creature)


def _remove(table: Table, name: str) -> None:
    """Nobody is Taunted by it any more, and no turn waits for it. RB-16.13."""
    del table.creatures[name]
    for being in table.beings():
        being.taunted.pop(name, None)
    if name in table.order:
        place = table.order.index(name)
        table.order.remove(name)
        if place < table.turn:
            table.turn -= 1


class ClearTheFallen(OfTheGmInPlay, frozen=True):
    """Take all foes who are Downed off the table when the Encounter is over. RB-21.1."""

    says = Says("Clear the fallen", CREATURES)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(fallen(state)) and state.phase != "encounter"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase == "encounter":
            return Refused("RB-15.1", "An Encounter is under way. End it first.")
        return None if fallen(state) else Refused("RB-21.1", "No foe is down.")

    def do(self, game: Game[Table], seat: str) -> None:
        clear_the_fallen(game)


def clear_the_fallen(game: Game[Table]) -> None:
    """All foes who are Downed leave the table for good. RB-21.1."""
    if names := fallen(game.state):
        for name in names:
            _remove(game.state, name)
        game.tell("{who} {who:is|are} cleared away.", "RB-21.1", who=names)
