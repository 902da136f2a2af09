"""What one seat may see, built from nothing.

A game's `view(state, seat)` adds what the seat may see; it never deletes from the whole. A page or
a terminal draws zones, sheets and gadgets from this data alone, for any game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, TypeAlias

from msgspec import Struct

from fatedeck.engine import notebook
from fatedeck.engine.offers import Value

Fact: TypeAlias = str | int | bool | Sequence[str | int] | None


class Face(Struct, frozen=True, omit_defaults=True):
    """How a card looks and reads. `kind` picks the drawing; `facts` are what that drawing shows.

    Where there is little room it goes by `short`, or by its `sign`. Its picture shows an `emblem`
    before a `ground` (hills, rays, rings or stars). `signs` are those that stand for a fact, by the
    fact's name. What they look like is in `press/signs.json` and `press/engravings.json`.
    """

    title: str
    kind: str = "plain"
    text: str = ""
    facts: dict[str, Fact] = {}
    clauses: tuple[str, ...] = ()
    short: str = ""
    sign: str = ""
    emblem: str = ""
    ground: str = ""
    signs: dict[str, tuple[str, ...]] = {}

    def _repr_html_(self) -> str:
        return notebook.card(self)


class Shown(Struct, frozen=True, omit_defaults=True):
    """A card that a seat sees: its name, and what lies on it just now.

    `brief` is what of the note has to be seen at a glance, in a word or two on a small card.
    """

    name: str
    note: str = ""
    brief: str = ""


Layout: TypeAlias = Literal["pile", "hand", "row"]
Purpose: TypeAlias = Literal["", "hand", "deck", "discard", "play", "stock"]
"""What a place for cards is for. The stock is what the box holds: nobody looks there in a fight."""


class Zone(Struct, frozen=True, omit_defaults=True):
    """A place for cards. `cards` are those that are seen, the topmost first; `count` counts all.

    Places of one `group`, such as a foe's deck and discards, lie together under its name.
    """

    id: str
    title: str
    count: int
    cards: list[Shown] = []
    owner: str = ""
    layout: Layout = "pile"
    path: str = ""
    purpose: Purpose = ""
    group: str = ""


class Counter(Struct, frozen=True, omit_defaults=True):
    """A number on a sheet. With a `path` the game master may set it.

    A `bar` is what somebody has left: it stands at the figure, not only on its sheet.
    """

    label: str
    value: int
    most: int | None = None
    path: str = ""
    note: str = ""
    clauses: tuple[str, ...] = ()
    bar: bool = False


class Condition(Struct, frozen=True, omit_defaults=True):
    """Something that holds for a character, and what it means."""

    name: str
    text: str = ""
    clauses: tuple[str, ...] = ()


class Entry(Struct, frozen=True, omit_defaults=True):
    """A line of a sheet in words: equipment, a power, a move. Its `id` is how actions name it."""

    title: str
    text: str = ""
    group: str = ""
    clauses: tuple[str, ...] = ()
    id: str = ""


Side: TypeAlias = Literal["", "hero", "friend", "foe"]


class Sheet(Struct, frozen=True, omit_defaults=True):
    """A figure at the table, hero or foe, or with no `side` the table itself.

    `conditions_path` is the list the GM may change; `kind` is what a portrait is made from besides
    the name; `at` is the square it stands on; `acts` says whether it is to act now. `hero` is the
    hero's own name where the title also says who plays it; of twins, the `number` tells which. All
    see who is `down` and can do nothing.
    """

    id: str
    title: str
    owner: str = ""
    about: str = ""
    counters: list[Counter] = []
    conditions: list[Condition] = []
    entries: list[Entry] = []
    conditions_path: str = ""
    side: Side = ""
    kind: str = ""
    at: str = ""
    acts: bool = False
    hero: str = ""
    number: int = 0
    down: bool = False


class Gadget(Struct, frozen=True, omit_defaults=True):
    """A drawing of its own, such as the circle of ranks or a grid; `kind` says which."""

    kind: str
    title: str
    data: dict[str, object] = {}
    text: str = ""


class Look(Struct, frozen=True, omit_defaults=True):
    """How a game looks before a card is turned: its emblem, the colours of its backs, square cards.

    Emblems that a page can draw: circle, compass, gate, lozenge, ring, road. In a `duel` what lies
    before two players faces each other, one's own below.
    """

    emblem: str = "lozenge"
    ground: str = "#3d4a52"
    line: str = "#e8e2d2"
    square: bool = False
    duel: bool = False


class Paper(Struct, frozen=True, omit_defaults=True):
    """What a character's sheet shows on paper, by the names of its figures and groups of lines.

    `chief` are the figures that a player looks at all the time. What somebody has `left` and what
    is `counted` have boxes to tick, so many on an empty sheet; all other figures are small. `cells`
    are the groups of lines that are figures by themselves, with their names; one without a line is
    as good as the figure it `rests_on`. `lines` are the other groups with the empty lines they
    have, `written` what players tell of themselves. Figures that pick the
    edge of a card stand beside these `edges`. For cards beside the sheet there are the `conditions`
    that may hold, told by their clauses where they have no text, and for a wheel to turn the ranks
    that go around in a `circle`.
    """

    chief: tuple[str, ...] = ()
    left: dict[str, int] = {}
    counted: dict[str, int] = {}
    cells: dict[str, tuple[str, ...]] = {}
    rests_on: dict[str, str] = {}
    lines: dict[str, int] = {}
    written: tuple[str, ...] = ()
    edges: Literal["", "classic", "current"] = ""
    conditions: tuple[Condition, ...] = ()
    circle: tuple[str, ...] = ()


class Dial(Struct, frozen=True, omit_defaults=True):
    """A clock of the story: something that draws nearer, tick by tick."""

    name: str
    at: int
    of: int


class Watch(Struct, frozen=True, omit_defaults=True):
    """A timer that counts real minutes, as a courtesy, since the scene of this title began."""

    name: str
    minutes: int
    scene: str


class SceneTold(Struct, frozen=True, omit_defaults=True):
    """Where the story is: what was told, who was shown, where it may lead.

    `told` is what was told in this scene, paragraph by paragraph, with the name of whom or what
    one shows. `ways` are the words of the ways on that are open, `wishes` what
    players want next. During a fight or a rest all are `busy`, and the scene waits.
    What is `over` was `lost` when no hero is left who could go on.
    `notes` and `untold` are for the game master alone.
    """

    adventure: str = ""
    title: str = ""
    there: list[Entry] = []
    ways: tuple[str, ...] = ()
    clues: tuple[str, ...] = ()
    facts: tuple[str, ...] = ()
    clocks: list[Dial] = []
    timers: list[Watch] = []
    handouts: list[Entry] = []
    wishes: dict[str, str] = {}
    answer: str = ""
    over: bool = False
    lost: bool = False
    busy: bool = False
    notes: str = ""
    untold: list[Entry] = []
    told: list[Entry] = []


class Suggestion(Struct, frozen=True, omit_defaults=True):
    """A good way to take a step: what people read, and the actions that it comes to."""

    id: str
    label: str
    note: str = ""
    acts: tuple[dict[str, Value], ...] = ()


class Stepper(Struct, frozen=True, omit_defaults=True):
    """A number that goes up and down step by step: the actions for one less and one more."""

    label: str
    value: int
    less: dict[str, Value] = {}
    more: dict[str, Value] = {}
    note: str = ""


class MakingStep(Struct, frozen=True, omit_defaults=True):
    """A step of making a character: a question, and what the answer means for play.

    `do` names the actions that belong to it, of which it is about those for one of `among`, if
    there are any. `so_far` says what is settled, `waits` for whom it waits. What `must` not be
    settled may be left as it is. The numbers of its form add up to `total`, if there is one; or
    each has a stepper. `chances` says by such a number how often what `chance_of` names comes off,
    of a hundred tries. Where the suggestions are all there is to choose, they are `complete`.
    A surprise leaves `typed` as it is: what is in somebody’s own words.
    """

    id: str
    title: str
    about: str
    do: tuple[str, ...] = ()
    among: tuple[str, ...] = ()
    done: bool = False
    must: bool = True
    so_far: str = ""
    waits: str = ""
    total: int = 0
    suggestions: tuple[Suggestion, ...] = ()
    complete: bool = False
    steppers: tuple[Stepper, ...] = ()
    chance_of: str = ""
    chances: dict[str, int] = {}
    typed: dict[str, str] = {}


class PointsLeft(Struct, frozen=True, omit_defaults=True):
    """What is left to spend while a character is made."""

    name: str
    left: int
    of: int


class Making(Struct, frozen=True, omit_defaults=True):
    """The steps in which a seat makes its character, and what it has left to spend.

    `ready_made` is the action that takes a ready-made one instead, `finish` the action that ends
    it; where there is none, all who are ready begin together.
    """

    steps: tuple[MakingStep, ...]
    points: tuple[PointsLeft, ...] = ()
    ready_made: str = ""
    finish: str = ""

    @property
    def ready(self) -> bool:
        """Whether nothing is missing that a character needs."""
        return all(step.done or not step.must for step in self.steps)


class Chapter(Struct, frozen=True, omit_defaults=True):
    """A part of a campaign and what it is about; `won` is what was won in it."""

    title: str
    about: str = ""
    won: str = ""
    clauses: tuple[str, ...] = ()


class Campaign(Struct, frozen=True, omit_defaults=True):
    """A story over several sessions: how long it is meant to be, and how far it has come.

    `at` is the chapter that is told now, counted from 0. By the game's own count this is `session`
    of about `sessions`; `opening` is what a later one begins with, and `opens` the action that does
    it. `downtime` says who has time for what between two scenes.
    """

    title: str
    hours: int = 0
    session: int = 0
    sessions: int = 0
    opening: str = ""
    chapters: tuple[Chapter, ...] = ()
    at: int = 0
    downtime: tuple[Entry, ...] = ()
    opens: str = ""

    def told(self) -> str:
        """How far it has come, in a line."""
        parts = [f"{self.title}: about {self.hours} hours" if self.hours else self.title]
        if self.sessions > 1:
            parts.append(f"session {self.session} of about {self.sessions}")
        if self.chapters:
            here = f"chapter {self.at + 1} of {len(self.chapters)}"
            parts.append(f"{here}, {self.chapters[self.at].title}")
        return "; ".join(parts) + "."


class View(Struct, frozen=True, omit_defaults=True):
    """All that one seat may see of the game itself. `turn` names the seats that are to act.

    `order` are the figures by the ids of their sheets in the order in which they act, whoever acts
    now first. `task` is what this seat's turn leaves it to do, or what it should know while others
    act, as one sentence to this seat; `deed` is the action that does it, where it is one: it stands
    before all others.
    `making` are the steps in which it makes its character, while it does. `won` are the seats that
    have won, once the game is over. `campaign` is how far a story over several sessions has come.
    """

    banner: str = ""
    turn: tuple[str, ...] = ()
    zones: list[Zone] = []
    sheets: list[Sheet] = []
    gadgets: list[Gadget] = []
    order: tuple[str, ...] = ()
    task: str = ""
    tale: SceneTold | None = None
    making: Making | None = None
    won: tuple[str, ...] = ()
    campaign: Campaign | None = None
    deed: str = ""


def seen(cards: Iterable[str], note: str = "") -> list[Shown]:
    """Cards that may be seen, one `Shown` each."""
    return [shown(card, note) for card in cards]


def own_pile(
    owner: str, place: str, title: str, count: int, cards: list[Shown], purpose: Purpose
) -> Zone:
    """A pile before a player, which the game master may reach into."""
    path = f"players/{owner}/{place}"
    return Zone(f"{owner}/{place}", title, count, cards, owner, path=path, purpose=purpose)


def own_row(owner: str, title: str, cards: list[Shown]) -> Zone:
    """Cards that lie open in a row before a player."""
    place = title.lower().replace(" ", "-")
    return Zone(f"{owner}/{place}", title, len(cards), cards, owner, "row", purpose="play")


# The same card and the same line are on many tables: they are kept once.


@lru_cache(maxsize=8192)
def shown(card: str, note: str = "") -> Shown:
    return Shown(card, note)


@lru_cache(maxsize=8192)
def entry(title: str, text: str = "", group: str = "", clauses: tuple[str, ...] = ()) -> Entry:
    return Entry(title, text, group, clauses)
