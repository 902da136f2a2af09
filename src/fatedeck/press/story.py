"""An adventure as plain data for paper: what the game master reads, handouts, maps, who is met.

What the scenes put on the table is put on a table here, too: the maps are those that the page
draws, and the foes have the sheets that the game master sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from fatedeck.bots.machines import AnyRecord
from fatedeck.bots.trying import GM, make_ready, new_record
from fatedeck.engine.actions import Action
from fatedeck.engine.adventure import (
    ALL_HEROES,
    DEGREES,
    THE_HERO,
    Adventure,
    Check,
    Need,
    Outcome,
    Scene,
    Stage,
    Step,
)
from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.offers import tag
from fatedeck.engine.ruleset import AnyRuleset, find_game, games
from fatedeck.engine.seen import see
from fatedeck.engine.story import listed
from fatedeck.engine.titles import spoken
from fatedeck.engine.view import Entry, Sheet
from fatedeck.press.book import Line, plain, read_line

SAID = {"great": "Great", "good": "Good", "mixed": "Mixed", "bad": "Bad", "dire": "Dire"}
_WAYS_ON = ("From here:", "- ")
"""How notes begin that only say where one may go, which is listed anyway."""

_UNSAID = ("do", "who", "player", "words", "at")


class Spoken(Struct, frozen=True):
    """Words for the players or the game master, and when they are for them."""

    line: Line
    when: str = ""


class Result(Struct, frozen=True):
    """What a degree of a check brings."""

    degree: str
    line: Line
    brings: tuple[str, ...]


class Trial(Struct, frozen=True):
    """A check of a scene: how it is made, when it may be, and what it brings."""

    name: str
    how: str
    words: str
    when: str
    results: tuple[Result, ...]


class Person(Struct, frozen=True):
    """Somebody or something in a scene."""

    id: str
    title: str
    told: tuple[Spoken, ...]
    notes: tuple[Line, ...]


class Counted(Struct, frozen=True):
    """A clock, and what happens when it is full."""

    name: str
    size: int
    full: Line
    brings: tuple[str, ...]


class Set(Struct, frozen=True):
    """What is put on the table, step by step."""

    name: str
    steps: tuple[str, ...]


class Way(Struct, frozen=True):
    """A way on: its words, where it leads, and when it is open."""

    words: str
    to: str
    title: str
    when: str


class Token(Struct, frozen=True):
    """Somebody on a map."""

    label: str
    name: str
    x: int
    y: int


class Ground(Struct, frozen=True):
    """A space of a map that is not open ground."""

    x: int
    y: int
    kind: str


class Chart(Struct, frozen=True):
    """A map of square spaces. `tokens` are those who stand there when a fight begins."""

    title: str
    width: int
    height: int
    ground: tuple[Ground, ...]
    tokens: tuple[Token, ...]


class Place(Struct, frozen=True):
    """A scene as the game master reads it."""

    id: str
    title: str
    told: tuple[Spoken, ...]
    notes: tuple[Line, ...]
    people: tuple[Person, ...]
    trials: tuple[Trial, ...]
    clocks: tuple[Counted, ...]
    sets: tuple[Set, ...]
    ways: tuple[Way, ...]
    handouts: tuple[str, ...]
    charts: tuple[Chart, ...]
    ends: bool


class Tile(Struct, frozen=True):
    """A sheet of a map: so many spaces, what lies on them, and where its neighbours begin.

    `places` are where it lies among all sheets of the map, `across` to a row. Where nothing lies on
    several, they are alike, and one stands for them.
    """

    title: str
    columns: int
    rows: int
    ground: tuple[Patch, ...]
    marks: tuple[tuple[int, int, bool], ...]
    places: tuple[int, ...]
    across: int
    sheets: int


class Patch(Struct, frozen=True):
    """A space of a sheet. What lies there is `said` once for all that touch each other."""

    x: int
    y: int
    kind: str
    said: str


class Sheetlet(Struct, frozen=True):
    """A handout: a text on a sheet of its own."""

    title: str
    paragraphs: tuple[Line, ...]


class Foe(Struct, frozen=True):
    """Somebody who is met: figures and lines, for a stat block or a card.

    What wears them down is named first: so many boxes to tick.
    """

    name: str
    about: str
    worn: str
    boxes: int
    figures: tuple[tuple[str, str], ...]
    lines: tuple[Entry, ...]


class Told(Struct, frozen=True):
    """A whole adventure for paper."""

    title: str
    game: str
    about: str
    facts: tuple[str, ...]
    notes: tuple[Line, ...]
    places: tuple[Place, ...]
    handouts: tuple[Sheetlet, ...]
    charts: tuple[Chart, ...]
    foes: tuple[Foe, ...]
    licence: str


def find_adventure(name: str) -> str:
    """The text of an adventure: a file, or one of a box by its name."""
    path = Path(name).expanduser()
    if path.is_file():
        try:
            return path.read_text("utf-8")
        except (OSError, UnicodeError) as fault:
            raise Unreadable(f"{path} can’t be read.") from fault
    boxes = {title: text for ruleset in games() for title, text in ruleset.adventures.items()}
    if name not in boxes:
        raise Unreadable(f"There is no adventure “{name}”. In the boxes are: {', '.join(boxes)}.")
    return boxes[name]


def told(text: str) -> Told:
    """An adventure, read and laid out."""
    adventure = read_adventure(text)
    ruleset = find_game(adventure.game)
    titles = {scene.id: scene.title for scene in adventure.scenes}
    table = _Table(text, ruleset, adventure.fewest)
    places = tuple(_place(table, scene, titles) for scene in adventure.scenes)
    handouts = (one for scene in adventure.scenes for one in scene.handouts)
    return Told(
        adventure.title,
        ruleset.title,
        adventure.about,
        tuple(_facts(adventure)),
        _lines(adventure.notes),
        places,
        tuple(Sheetlet(one.title, _lines(one.text)) for one in handouts),
        tuple(_bare(place) for place in places if place.charts),
        tuple(_foes(table, adventure)),
        adventure.licence,
    )


def _facts(adventure: Adventure) -> Iterator[str]:
    """What one wants to know before choosing it."""
    few, most = adventure.fewest, adventure.most
    yield f"{few} to {most} heroes" if few != most else f"{few} heroes"
    if adventure.minutes:
        yield f"{adventure.minutes} minutes"
    if adventure.takes and few == 1:
        yield f"about {adventure.takes[0]} alone"
    if adventure.level:
        yield adventure.level
    if adventure.lives:
        lives = [f"{share} with {few + n}" for n, share in enumerate(adventure.lives)]
        yield f"of 100 parties come through: {listed(lives)}"


def _lines(text: str) -> tuple[Line, ...]:
    """Text in paragraphs."""
    parts = re.split(r"\n\s*\n", text.strip())
    return tuple(read_line(" ".join(part.split())) for part in parts if part.strip())


def _notes(text: str) -> tuple[Line, ...]:
    """Notes in paragraphs, without those that only say where one may go."""
    return tuple(line for line in _lines(text) if not plain(line).startswith(_WAYS_ON))


def _place(table: _Table, scene: Scene, titles: Mapping[str, str]) -> Place:
    return Place(
        scene.id,
        scene.title,
        tuple(Spoken(read_line(one.text), when(one.needs)) for one in scene.told),
        _notes(scene.notes),
        tuple(
            Person(
                thing.id,
                thing.title,
                tuple(Spoken(read_line(one.text), when(one.needs)) for one in thing.told),
                _notes(thing.notes),
            )
            for thing in scene.things
        ),
        tuple(_trial(table, check, titles) for check in scene.checks),
        tuple(
            Counted(
                clock.name,
                clock.size,
                read_line(clock.full.tell) if clock.full is not None else (),
                _brings(table, clock.full, titles) if clock.full is not None else (),
            )
            for clock in scene.clocks
        ),
        tuple(one for stage in scene.stages if (one := _set(table, stage)).steps),
        tuple(Way(way.words, way.to, titles[way.to], when(way.needs)) for way in scene.exits),
        tuple(one.title for one in scene.handouts),
        tuple(_charts(table, scene)),
        scene.is_end(),
    )


def when(needs: tuple[Need, ...]) -> str:
    """When something holds, in words.

    >>> when((Need("clue", "The door is open"), Need("clock", "The flood", holds=False, count=3)))
    'if they know “The door is open” and while “The flood” stands under 3'
    """
    said = []
    for need in needs:
        if need.kind == "clock":
            said.append(
                f"once “{need.name}” stands at {need.count}"
                if need.holds
                else f"while “{need.name}” stands under {need.count}"
            )
        else:
            said.append(f"{'if' if need.holds else 'unless'} they know “{need.name}”")
    return " and ".join(said)


def _trial(table: _Table, check: Check, titles: Mapping[str, str]) -> Trial:
    act = check.step.act
    return Trial(
        check.name,
        re.sub(r"^[a-z]", lambda first: first[0].upper(), _values(act)),
        str(act.get("words", "")),
        " ".join(filter(None, (when(check.needs), "only you call for it" if check.kept else ""))),
        tuple(
            Result(SAID[degree], read_line(brought.tell), _brings(table, brought, titles))
            for degree in DEGREES
            if (brought := check.brings.get(degree)) is not None
        ),
    )


def _values(act: Act) -> str:
    """What an action is done with, as a game master says it.

    >>> _values({"do": "call-check", "who": ["the hero"], "stat": "Stealth", "difficulty": 4})
    'Stealth, difficulty 4'
    """
    said = []
    for name, value in act.items():
        if name in _UNSAID or value in ("", [], THE_HERO, ALL_HEROES):
            continue
        if isinstance(value, bool):
            said.append(spoken(name) if value else "")
        elif isinstance(value, int):
            said.append(f"{spoken(name).lower()} {value}")
        else:
            said.append(
                spoken(str(value))
                if isinstance(value, str)
                else listed([str(one) for one in value])
            )
    return ", ".join(filter(None, said))


def _brings(table: _Table, outcome: Outcome, titles: Mapping[str, str]) -> tuple[str, ...]:
    """What happens besides the words, each as a short sentence."""
    said = [f"They know: {clue}." for clue in outcome.clues]
    said += [f"No longer: {clue}." for clue in outcome.lost]
    for name, ticks in outcome.clocks.items():
        said.append(f"{name}: {'+' if ticks > 0 else ''}{ticks}.")
    if outcome.stage:
        said.append(f"Set up “{outcome.stage}”.")
    if outcome.go:
        said.append(f"On to “{titles.get(outcome.go, outcome.go)}”.")
    said += [f"{_said(step, table.labels)}." for step in outcome.steps]
    return tuple(said)


def _set(table: _Table, stage: Stage) -> Set:
    steps = (step for step in stage.steps if not _is_on_the_map(step))
    return Set(stage.name, tuple(_said(step, table.labels) for step in steps))


def _is_on_the_map(step: Step) -> bool:
    """Whether a step lays out ground, which a map shows better."""
    return "spaces" in step.act or "width" in step.act or {"x", "y", "difficult"} <= step.act.keys()


def _said(step: Step, labels: Mapping[str, str]) -> str:
    do = str(step.act["do"])
    with_what = _values(step.act)
    at = f", at {step.act['at']}" if step.act.get("at") else ""
    heroes = f" (from {step.heroes} heroes on)" if step.heroes > 1 else ""
    return f"{labels.get(do, spoken(do))}{': ' if with_what else ''}{with_what}{at}{heroes}"


# Maps and foes: as they stand at a table where the stage has been set.


class _Table(Struct):
    """Where an adventure is about to be played, to see what its stages come to."""

    text: str
    ruleset: AnyRuleset
    heroes: int

    @property
    def labels(self) -> dict[str, str]:
        """What the game master's actions are called."""
        actions = (one for one in self.ruleset.actions if issubclass(one, Action))
        return {tag(action): action.says.label for action in actions}

    def staged(self, stages: list[Stage]) -> AnyRecord:
        """The table once these stages have been set, for as many heroes as can be."""
        record = new_record(self.text, self.heroes, "paper")
        make_ready(record)
        for stage in stages:
            for step in stage.steps:
                if record.why_not(GM, step.act) is None and not record.waiting_for:
                    record.do(GM, step.act)
        return record


def _charts(table: _Table, scene: Scene) -> Iterator[Chart]:
    """The maps of a scene: bare, and with those who stand there in each of its stages."""
    opening = [stage for stage in scene.stages if not stage.name]
    for stage in [None, *(stage for stage in scene.stages if stage.name)]:
        record = table.staged([*opening, *([stage] if stage is not None else [])])
        for gadget in see(record, GM).view.gadgets:
            if gadget.kind == "grid":
                chart = _chart(gadget.data, stage.name if stage is not None else scene.title)
                if chart.ground:
                    yield chart


def _bare(place: Place) -> Chart:
    """The bare map of a place, to be laid on the table."""
    return msgspec.structs.replace(place.charts[0], title=place.title)


class _Board(Struct):
    """A grid as the page is sent it."""

    width: int
    height: int
    terrain: list[_Space] = []
    tokens: list[_Stands] = []


class _Space(Struct):
    x: int
    y: int
    kind: str


class _Stands(Struct):
    id: str
    label: str
    side: str
    x: int
    y: int


def _chart(data: Mapping[str, object], title: str) -> Chart:
    board = msgspec.convert(data, type=_Board)
    return Chart(
        title,
        board.width,
        board.height,
        tuple(Ground(one.x, one.y, one.kind) for one in board.terrain),
        tuple(
            Token(_mark(one.label), one.id, one.x, one.y)
            for one in board.tokens
            if one.side == "foes"
        ),
    )


def _mark(label: str) -> str:
    """What a token is marked with, short enough for one space of a map.

    >>> _mark("GW"), _mark("Ember hound 7"), _mark("Veil clerk")
    ('GW', 'E7', 'Vc')
    """
    if len(label) <= _MARK:
        return label
    number = re.sub(r"\D", "", label)
    letters = "".join(word[0] for word in label.split() if word[0].isalpha())
    return f"{letters[:1]}{number}" if number else letters[:2]


_MARK = 3


def _foes(table: _Table, adventure: Adventure) -> Iterator[Foe]:
    """Everybody who is met in a fight, once."""
    known: set[str] = set()
    for scene in adventure.scenes:
        for stage in scene.stages:
            for sheet in see(table.staged([stage]), GM).view.sheets:
                name = re.sub(r" \d+$", "", sheet.title)
                if sheet.side == "foe" and name not in known:
                    known.add(name)
                    yield foe(sheet, name)


def foe(sheet: Sheet, name: str) -> Foe:
    """The sheet of a foe, short enough for a card: what it has none of is left out."""
    worn = next((one for one in sheet.counters if one.bar), next(iter(sheet.counters), None))
    figures = [(one.label, str(one.value)) for one in sheet.counters if one.value]
    short = [one for one in sheet.entries if one.text and len(one.text) <= 4]
    figures += [(one.title, one.text) for one in short if one.text != "+0"]
    lines = tuple(one for one in sheet.entries if one not in short)
    about = sheet.about if sheet.about != name else ""
    return Foe(
        name,
        about,
        worn.label if worn is not None else "",
        min(worn.value, MOST_BOXES) if worn is not None else 0,
        tuple(figures),
        lines,
    )


MOST_BOXES = 30

INCH = 25.4
MARGIN = 7.0
"""What a sheet of a map leaves free on each side, in millimetres."""


def tiles(chart: Chart, width: float, height: float) -> list[Tile]:
    """The sheets of a map, an inch to a space, on paper of this size, from the upper left.

    The paper is used as it lies; whoever prints chooses the way that takes fewer sheets.
    """
    columns = -(-chart.width // int((width - 2 * MARGIN) / INCH))
    rows = -(-chart.height // int((height - 2 * MARGIN) / INCH))
    across, down = -(-chart.width // columns), -(-chart.height // rows)
    patches = _patches(chart)
    alike: dict[tuple[int, int, tuple[Patch, ...], int], list[int]] = {}
    for place in range(rows * columns):
        x, y = place % columns * across, place // columns * down
        wide, high = min(across, chart.width - x), min(down, chart.height - y)
        here = tuple(
            Patch(one.x - x, one.y - y, one.kind, one.said)
            for one in patches
            if x <= one.x < x + wide and y <= one.y < y + high
        )
        alike.setdefault((wide, high, here, place if here else -1), []).append(place)
    made = []
    for (wide, high, here, _), places in alike.items():
        marks = [(at, 0, False) for at in (0, wide)] + [(0, at, True) for at in (0, high)]
        title = chart.title + _which(places, rows * columns)
        made.append(
            Tile(title, wide, high, here, tuple(marks), tuple(places), columns, rows * columns)
        )
    return made


def _which(places: Sequence[int], sheets: int) -> str:
    """Which of the sheets of a map this is, or these are.

    >>> _which([0], 1), _which([2], 4), _which([0, 2], 4)
    ('', ', sheet 3 of 4', ', sheets 1 and 3 of 4: nothing lies there, print this one 2 times')
    """
    if sheets == 1:
        return ""
    numbers = [str(place + 1) for place in places]
    if len(places) == 1:
        return f", sheet {numbers[0]} of {sheets}"
    named = f"{', '.join(numbers[:-1])} and {numbers[-1]}"
    return f", sheets {named} of {sheets}: nothing lies there, print this one {len(places)} times"


def _patches(chart: Chart) -> list[Patch]:
    """The ground of a map, each kind named in the first space of those that lie together."""
    kinds = {(one.x, one.y): one.kind for one in chart.ground}
    named: set[tuple[int, int]] = set()
    patches = []
    for x, y in sorted(kinds, key=lambda at: (at[1], at[0])):
        kind = kinds[x, y]
        first = (x, y) not in named
        if first:
            together = [(x, y)]
            while together:
                at = together.pop()
                if at not in named and kinds.get(at) == kind:
                    named.add(at)
                    near = ((1, 0), (-1, 0), (0, 1), (0, -1))
                    together += [(at[0] + a, at[1] + b) for a, b in near]
        words = kind.partition(", ")[2] or kind
        patches.append(Patch(x, y, kind, words if first else ""))
    return patches
