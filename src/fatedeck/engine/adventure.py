"""An adventure as plain data: scenes, who and what is there, ways on, checks, stages, clocks.

The text is fixed; what has happened at a table is kept apart from it (`tale.py`). How it is written
down is `adventure_text.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from fatedeck.engine.entries import Act
from fatedeck.engine.story import Tone

THE_HERO, ALL_HEROES = "the hero", "all heroes"
"""Who is meant in a block that cannot know who plays."""
DEGREES: tuple[Tone, ...] = ("great", "good", "mixed", "bad", "dire")

_NEAREST: dict[Tone, tuple[Tone, ...]] = {
    "great": ("great", "good"),
    "good": ("good", "great"),
    "mixed": ("mixed", "good"),
    "bad": ("bad", "dire"),
    "dire": ("dire", "bad"),
}


class Need(Struct, frozen=True):
    """What must hold: a clue is known or not yet, a clock stands at `count` or under it."""

    kind: str
    name: str
    holds: bool = True
    count: int = 0


class Exit(Struct, frozen=True):
    """A way on to another scene, in the words of the link."""

    to: str
    words: str
    line: int
    needs: tuple[Need, ...] = ()


class Step(Struct, frozen=True):
    """One action of the game master, for a table with at least so many heroes."""

    act: Act
    line: int
    heroes: int = 1


class Outcome(Struct, frozen=True):
    """What something brings: words, clues, ticks of clocks, a stage, another scene, actions."""

    line: int
    tell: str = ""
    clues: tuple[str, ...] = ()
    lost: tuple[str, ...] = ()
    clocks: dict[str, int] = {}
    stage: str = ""
    go: str = ""
    steps: tuple[Step, ...] = ()


class Stage(Struct, frozen=True):
    """What the game master puts on the table; without a name when the scene opens."""

    name: str
    steps: tuple[Step, ...]
    line: int


class Check(Struct, frozen=True):
    """A draw that decides, and what each degree brings, where what it `needs` holds.

    Players may ask for it unless it is `kept`.
    """

    name: str
    step: Step
    brings: dict[Tone, Outcome]
    line: int
    kept: bool = False
    needs: tuple[Need, ...] = ()

    def outcome(self, tone: Tone) -> Outcome | None:
        """What a result of this tone brings: what is written for it, or for the one beside it."""
        written = (self.brings.get(degree) for degree in _NEAREST.get(tone, ()))
        return next((outcome for outcome in written if outcome is not None), None)


class Clock(Struct, frozen=True):
    """Something that draws nearer, tick by tick, and what happens when it is full."""

    name: str
    size: int
    line: int
    shown: bool = True
    full: Outcome | None = None


class Timer(Struct, frozen=True):
    """A watch that somebody lays on the table when the scene opens: it counts, and does nothing.

    `minutes` are for each number of heroes from the fewest on; one figure is for all of them.
    """

    name: str
    minutes: tuple[int, ...]
    line: int

    def with_heroes(self, more: int) -> int:
        """How many minutes it is set for, with so many more heroes than the fewest."""
        return self.minutes[min(more, len(self.minutes) - 1)]


class Handout(Struct, frozen=True):
    """A text that is shown on its own, to all or to one; it may lie with a thing of the scene."""

    title: str
    text: str
    line: int
    thing: str = ""


class Told(Struct, frozen=True):
    """Words for the players, once what they need holds.

    Whom or what they name by a link can be looked at from then on.
    """

    text: str
    line: int
    names: tuple[str, ...] = ()
    needs: tuple[Need, ...] = ()


class Thing(Struct, frozen=True):
    """Somebody or something in a scene: what is told of it, and what only the game master reads."""

    id: str
    title: str
    line: int
    told: tuple[Told, ...] = ()
    notes: str = ""


class Scene(Struct, frozen=True):
    """A place of the story: what is told, who is there, what may be done, where it leads."""

    id: str
    title: str
    line: int
    told: tuple[Told, ...] = ()
    notes: str = ""
    things: tuple[Thing, ...] = ()
    handouts: tuple[Handout, ...] = ()
    exits: tuple[Exit, ...] = ()
    stages: tuple[Stage, ...] = ()
    checks: tuple[Check, ...] = ()
    clocks: tuple[Clock, ...] = ()
    timers: tuple[Timer, ...] = ()
    about: tuple[str, ...] = ()

    def thing(self, name: str) -> Thing | None:
        return next((thing for thing in self.things if thing.id == name), None)

    def check(self, name: str) -> Check | None:
        return next((check for check in self.checks if check.name == name), None)

    def is_end(self) -> bool:
        """Whether nothing leads on from here: then the story ends."""
        outcomes = [outcome for check in self.checks for outcome in check.brings.values()]
        return not self.exits and not any(outcome.go for outcome in outcomes)


class Adventure(Struct, frozen=True):
    """A whole adventure. `defeat` is the scene that follows when every hero has fallen.

    `lives` are how many parties in a hundred come through it, by the number of heroes, from the
    fewest on, and `takes` how many minutes it is: as the machine's own tries have shown.
    """

    title: str
    game: str
    scenes: tuple[Scene, ...]
    about: str = ""
    fewest: int = 1
    most: int = 4
    minutes: str = ""
    level: str = ""
    licence: str = ""
    options: dict[str, object] = {}
    defeat: str = ""
    lives: tuple[int, ...] = ()
    takes: tuple[int, ...] = ()
    notes: str = ""

    def scene(self, name: str) -> Scene | None:
        return next((scene for scene in self.scenes if scene.id == name), None)

    def clocks(self) -> list[Clock]:
        return [clock for scene in self.scenes for clock in scene.clocks]

    def clock(self, name: str) -> Clock | None:
        return next((clock for clock in self.clocks() if clock.name == name), None)


def outcomes(scene: Scene) -> Iterator[Outcome]:
    """Everything that a scene's checks and clocks may bring."""
    for check in scene.checks:
        yield from check.brings.values()
    for clock in scene.clocks:
        if clock.full is not None:
            yield clock.full


def needed_in(scene: Scene) -> Iterator[tuple[int, tuple[Need, ...]]]:
    """What the words, the ways on and the checks of a scene ask for, each with its line."""
    for told in (*scene.told, *(told for thing in scene.things for told in thing.told)):
        yield told.line, told.needs
    for way in scene.exits:
        yield way.line, way.needs
    for check in scene.checks:
        yield check.line, check.needs


def steps_in(adventure: Adventure) -> Iterator[Step]:
    """Everything that an adventure has done in the game."""
    for scene in adventure.scenes:
        for stage in scene.stages:
            yield from stage.steps
        for check in scene.checks:
            yield check.step
        for outcome in outcomes(scene):
            yield from outcome.steps


def find_stage(adventure: Adventure, name: str) -> Stage | None:
    """A stage by its name, in whichever scene it stands."""
    stages = (stage for scene in adventure.scenes for stage in scene.stages)
    return next((stage for stage in stages if stage.name == name), None)
