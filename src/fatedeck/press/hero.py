"""A character's sheet as plain data: empty, or filled from a table, a record or a hero's file.

It shows what the seat's own view shows, and nothing else. How large each thing is, the game says
(`Ruleset.paper`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.bots.machines import AnyRecord
from fatedeck.engine.cards import face as face_of
from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.heroes import read_hero
from fatedeck.engine.offers import One
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.seen import see
from fatedeck.engine.titles import faces_at
from fatedeck.engine.view import Counter, Entry, Face, Paper, Sheet, View

PLAYERS = ("Ana", "Ben")
SECRET = b"a table to read a sheet from"


class Cell(Struct, frozen=True):
    """A figure; on an empty sheet it has no value."""

    label: str
    value: str
    note: str = ""


class Ticks(Struct, frozen=True):
    """What goes up and down: boxes to tick, and which of them are ticked now.

    What is counted is ticked from the first box on; what is lost, from the last one back.
    """

    label: str
    boxes: int
    ticked: tuple[int, ...]
    value: str


class Section(Struct, frozen=True):
    """Lines in words, and empty lines to write on."""

    title: str
    entries: tuple[Entry, ...]
    lines: int


class HeroSheet(Struct, frozen=True):
    """All that stands on the sheet of one character."""

    name: str
    player: str
    about: str
    written: tuple[str, ...]
    chief: tuple[Cell, ...]
    ticked: tuple[Ticks, ...]
    small: tuple[Cell, ...]
    cells: dict[str, tuple[Cell, ...]]
    sections: tuple[Section, ...]


def empty(ruleset: AnyRuleset) -> HeroSheet:
    """The sheet of nobody yet, to be filled in by hand."""
    paper, shown = ruleset.paper, _own(see(seated(ruleset), PLAYERS[0]).view, PLAYERS[0])
    small = [one.label for one in shown.counters if one.label not in _named(paper)]
    return HeroSheet(
        name="",
        player="",
        about="",
        written=paper.written,
        chief=tuple(Cell(label, "") for label in paper.chief),
        ticked=tuple(Ticks(label, boxes, (), "") for label, boxes in _boxes(paper).items()),
        small=tuple(Cell(label, "") for label in small),
        cells={
            title: tuple(Cell(label, "") for label in labels)
            for title, labels in paper.cells.items()
        },
        sections=tuple(Section(title, (), lines) for title, lines in paper.lines.items()),
    )


def filled(record: AnyRecord, seat: str) -> HeroSheet:
    """The sheet of the character that a seat plays, as the seat sees it."""
    return seen_by(record.ruleset, see(record, seat).view, seat, faces_at(record))


def seen_by(ruleset: AnyRuleset, view: View, seat: str, faces: Mapping[str, Face]) -> HeroSheet:
    """The sheet of a seat's character in what that seat is shown."""
    paper, shown = ruleset.paper, _own(view, seat)
    name = shown.title.removesuffix(f" ({seat})")
    figures = {one.label: one for one in shown.counters}
    bare = {
        label: str(figures[base].value) for label, base in paper.rests_on.items() if base in figures
    }
    groups = _groups(shown, view, seat, faces)
    sections = [
        Section(title, tuple(groups.get(title, ())), 1 if title in groups else lines)
        for title, lines in paper.lines.items()
    ]
    sections += [
        Section(title, tuple(entries), 0)
        for title, entries in groups.items()
        if title not in paper.cells and title not in paper.lines
    ]
    if shown.conditions:
        held = tuple(Entry(one.name, one.text, "Conditions") for one in shown.conditions)
        sections.insert(0, Section("Conditions", held, 0))
    return HeroSheet(
        name=name,
        player=seat if seat != name else "",
        about=shown.about.removeprefix(name).removeprefix(", ")
        if shown.about != shown.title
        else "",
        written=(),
        chief=tuple(_cell(figures[label]) for label in paper.chief if label in figures),
        ticked=tuple(
            _ticks(figures[label], boxes, is_left=label in paper.left)
            for label, boxes in _boxes(paper).items()
            if label in figures
        ),
        small=tuple(_cell(one) for one in shown.counters if one.label not in _named(paper)),
        cells={
            title: _all_cells(labels, groups.get(title, []), bare)
            for title, labels in paper.cells.items()
        },
        sections=tuple(sections),
    )


def seated(ruleset: AnyRuleset) -> AnyRecord:
    """A table where somebody may sit down, as a new one is offered first."""
    masters = [Seat("GM", "gm")] if ruleset.seating.game_master else []
    players = [Seat(name) for name in PLAYERS[: ruleset.seating.fewest]]
    header = new_header(ruleset, (*masters, *players), ruleset.tonight, SECRET)
    record: AnyRecord = Record(ruleset, header, secret=SECRET)
    record.set_up()
    return record


def hero_of(ruleset: AnyRuleset, hero: str) -> HeroSheet:
    """The sheet of a hero: a ready-made one by name, or one from a file."""
    path = Path(hero).expanduser()
    return hero_in(ruleset, _text_of(path)) if path.is_file() else hero_named(ruleset, hero)


def hero_in(ruleset: AnyRuleset, text: str) -> HeroSheet:
    """The sheet of the hero in the text of a file."""
    record = seated(ruleset)
    name = _bring(record, PLAYERS[0], text)
    return replace(filled(record, PLAYERS[0]), name=name, player="")


def hero_named(ruleset: AnyRuleset, hero: str) -> HeroSheet:
    """The sheet of a ready-made hero."""
    record = seated(ruleset)
    name = _take(record, PLAYERS[0], hero)
    return replace(filled(record, PLAYERS[0]), name=name, player="")


def hero_at(record_file: Path, seat: str) -> tuple[AnyRuleset, HeroSheet]:
    """The sheet of a seat's character at the end of a record."""
    header, entries = read_record(_text_of(record_file))
    ruleset = find_game(header.game)
    record = replay(ruleset, header, entries)
    players = [one.name for one in header.seats if one.role == "player"]
    if seat not in players:
        raise Unreadable(f"Nobody plays as “{seat}” there. The players are: {', '.join(players)}.")
    return ruleset, filled(record, seat)


def ready_made(ruleset: AnyRuleset) -> dict[str, str]:
    """The heroes that are ready to be taken: what they are called, and their names in the game."""
    return _ready_made(seated(ruleset), PLAYERS[0])


def _ready_made(record: AnyRecord, seat: str) -> dict[str, str]:
    seen = see(record, seat)
    making = seen.view.making
    for offer in seen.offers if making is not None and making.ready_made else ():
        if making is not None and offer.do == making.ready_made:
            form = record.form(seat, offer, {})
            named = next(one for one in form.params if isinstance(one, One))
            return {named.labels.get(name, name): name for name in named.options}
    return {}


def _take(record: AnyRecord, seat: str, hero: str) -> str:
    """Take a ready-made hero; what it is called."""
    known = _ready_made(record, seat)
    named = {title.casefold(): name for title, name in known.items()}
    named |= {name.casefold(): name for name in known.values()}
    if hero.casefold() not in named:
        between = "; " if any(", " in title for title in known) else ", "
        there = f" Ready-made ones are: {between.join(known)}." if known else ""
        raise Unreadable(f"There is no file and no hero called “{hero}”.{there}")
    making = see(record, seat).view.making
    assert making is not None
    offer = next(one for one in see(record, seat).offers if one.do == making.ready_made)
    form = record.form(seat, offer, {})
    field = next(one for one in form.params if isinstance(one, One))
    taken = named[hero.casefold()]
    record.do(seat, {"do": offer.do, **offer.fixed, field.name: taken})
    return next(title for title, name in known.items() if name == taken)


def _bring(record: AnyRecord, seat: str, text: str) -> str:
    """Make a hero from its file again; what it is called."""
    hero = read_hero(text)
    try:
        record.do(seat, {"do": "making.bring", "hero": text})
    except Refused as refused:
        raise Unreadable(f"{hero.name} can’t be made: {refused.sentence}") from refused
    return hero.name


def _text_of(path: Path) -> str:
    try:
        return path.read_text("utf-8")
    except (OSError, UnicodeError) as fault:
        raise Unreadable(f"{path} can’t be read.") from fault


def _own(view: View, seat: str) -> Sheet:
    mine = (one for one in view.sheets if one.owner == seat and one.side in ("", "hero"))
    found = next(mine, None)
    if found is None:
        raise Unreadable(f"{seat} has no character.")
    return found


def _boxes(paper: Paper) -> dict[str, int]:
    return {**paper.left, **paper.counted}


def _named(paper: Paper) -> set[str]:
    return {*paper.chief, *_boxes(paper)}


def _cell(counter: Counter) -> Cell:
    return Cell(counter.label, str(counter.value), counter.note)


def _ticks(counter: Counter, boxes: int, *, is_left: bool) -> Ticks:
    """A counter as boxes: what is lost is ticked from the end, what is counted from the beginning.

    >>> _ticks(Counter("HP", 4, 6), 14, is_left=True).ticked
    (4, 5)
    >>> _ticks(Counter("Harm", 1, 2), 2, is_left=False).ticked
    (0,)
    >>> _ticks(Counter("AP", 0, 0), 4, is_left=True)  # nothing was there to be lost
    Ticks(label='AP', boxes=4, ticked=(), value='0')
    """
    most = counter.most or max(boxes, counter.value)
    lost = range(counter.value, counter.most or counter.value)
    ticked = lost if is_left else range(counter.value)
    return Ticks(counter.label, most, tuple(ticked), str(counter.value))


def _groups(
    sheet: Sheet, view: View, seat: str, faces: Mapping[str, Face]
) -> dict[str, list[Entry]]:
    """The lines of a sheet by their groups, with the cards that lie open before the seat."""
    groups: dict[str, list[Entry]] = {}
    told = {entry.title for entry in sheet.entries}  # nothing is told twice
    for entry in sheet.entries:
        told_of = replace(entry, title=_capital(entry.title), text=_capital(entry.text))
        groups.setdefault(entry.group or "Notes", []).append(told_of)
    for zone in view.zones:
        if zone.owner != seat or zone.layout != "row" or zone.title in told:
            continue
        for card in zone.cards:
            face = faces.get(face_of(card.name), Face(card.name))
            if face.title not in told:
                title = _titled(face.title, card.note)
                groups.setdefault(zone.title, []).append(Entry(title, _capital(face.text)))
    return groups


def _capital(text: str) -> str:
    """Words as they begin a line; a die keeps its small letter.

    >>> _capital("one deep breath"), _capital("d4, melee")
    ('One deep breath', 'd4, melee')
    """
    return re.sub(r"^[a-z]+\b", lambda word: word[0].capitalize(), text)


def _titled(title: str, note: str) -> str:
    """What a card is called, and what is noted on it; a name that was written on it comes first.

    >>> _titled("Fury", "studied"), _titled("... Sword", "Kresk's Sword, d4"), _titled("Rest", "")
    ('Fury (studied)', "Kresk's Sword (d4)", 'Rest')
    """
    name, _, rest = note.partition(", ")
    if title.strip(".… ") in name:
        title, note = name, rest
    return f"{title} ({note})" if note else title


def _all_cells(
    labels: Sequence[str], entries: Sequence[Entry], bare: Mapping[str, str]
) -> tuple[Cell, ...]:
    """Each of the known figures, with its value: its own, or the one that it rests on."""
    own = {entry.title: _value(entry.text) for entry in entries}
    values = {label: bare[label] for label in labels if label in bare} | own
    names = [*labels, *(name for name in values if name not in labels)]
    return tuple(Cell(name, values.get(name, "")) for name in names)


def _value(text: str) -> str:
    """The figure of a line, or its figures, without what is said about them.

    >>> _value("+2 (Primary Skill)"), _value("1d1, 1d4")
    ('+2', '1d1, 1d4')
    """
    return re.split(r"(?<!,) ", text)[0]
