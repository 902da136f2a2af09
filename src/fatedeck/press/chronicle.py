"""An ended table's record as a small book: who was there, and what happened, scene by scene.

What was told at once is one paragraph, and short ones are read in one breath; what was taken back
did not happen. A reader sees what
everybody at the table could read, or with a seat what that seat read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import groupby
from pathlib import Path

from msgspec import Struct

from fatedeck.bots.machines import AnyRecord
from fatedeck.engine.entries import read_record
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.files import record_text
from fatedeck.engine.record import Told
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.seen import see
from fatedeck.engine.story import Moment
from fatedeck.engine.titles import faces_at, title
from fatedeck.engine.view import Face
from fatedeck.press.drawing import engravings, found, seed_of

BEGINNING = "How it began"
ORNAMENTS = ("banner", "flower", "lantern", "moon", "ribbon", "scroll", "spark", "spiral")
"""Engravings that suit any scene."""


class Card(Struct, frozen=True):
    """A card that was turned: what it is called, what it read, whether it counted."""

    title: str
    reads: str
    counts: bool


class Drawn(Struct, frozen=True):
    """Cards that were turned, by whom, for what, and how well it went."""

    who: str
    aim: str
    cards: tuple[Card, ...]
    verdict: str
    tone: str


class Passage(Struct, frozen=True):
    """What one action told, and what was drawn for it."""

    text: str
    drawn: tuple[Drawn, ...] = ()


class Part(Struct, frozen=True):
    """A scene: its title, a picture for it, and what happened."""

    title: str
    picture: str
    passages: tuple[Passage, ...]


class Figure(Struct, frozen=True):
    """Somebody the story is about."""

    name: str
    about: str
    picture: str


class Chronicle(Struct, frozen=True):
    """The whole story."""

    title: str
    game: str
    figures: tuple[Figure, ...]
    parts: tuple[Part, ...]


class Scene(Struct, frozen=True):
    """A scene as somebody else has told it: its title, and its paragraphs."""

    title: str
    paragraphs: list[str]


class Story(Struct, frozen=True):
    """A story that is told already: its title, who is in it with a line each, its scenes."""

    title: str
    people: dict[str, str]
    scenes: list[Scene]


def retold(ruleset: AnyRuleset, story: Story) -> Chronicle:
    """A story with pictures."""
    colour = ruleset.look.ground
    people = (
        Figure(name, about, _picture(name, about, colour))
        for name, about in ((_letters(n), _letters(a)) for n, a in story.people.items())
    )
    parts = (
        Part(
            _letters(one.title),
            _picture(one.title, "", colour),
            tuple(Passage(_letters(text)) for text in one.paragraphs),
        )
        for one in story.scenes
        if one.paragraphs
    )
    made = Chronicle(_letters(story.title), ruleset.title, tuple(people), tuple(parts))
    if not made.parts:
        raise Unreadable("Nothing has happened there that could be told.")
    return made


_NOT_OURS = re.compile(r"[^\u0020-\u024f\u0370-\u03ff\u0400-\u045f\u2010-\u2026€−✔✗✅♠♥♦♣]")


def _letters(text: str) -> str:
    """What people wrote, in the letters that our typefaces have; little pictures are left out.

    >>> _letters("Run! 🏃 Беги!")
    'Run! Беги!'
    """
    return " ".join(_NOT_OURS.sub(" ", text).split())


def read_chronicle(
    record: Path | str, name: str = "", seat: str | None = None
) -> tuple[AnyRuleset, Chronicle]:
    """The story of a record, by its text or by the file that somebody kept it in."""
    header, entries = read_record(record_text(record))
    seats = [one.name for one in header.seats]
    if seat is not None and seat not in seats:
        raise Unreadable(f"Nobody sits there as “{seat}”. The seats are: {', '.join(seats)}.")
    ruleset = find_game(header.game)
    return ruleset, chronicle(replay(ruleset, header, entries), name, seat)


def chronicle(record: AnyRecord, name: str = "", seat: str | None = None) -> Chronicle:
    """The story of a table, as this seat read it, or as everybody did."""
    ruleset, telling = record.ruleset, record.telling
    adventure = telling.adventure if telling is not None else None
    named = name or (adventure.title if adventure is not None else "An evening at the table")
    colour = ruleset.look.ground
    parts = tuple(_parts(record.log, seat, faces_at(record), colour))
    if not parts:
        raise Unreadable("Nothing has happened there that could be told.")
    return Chronicle(named, ruleset.title, tuple(_figures(record, seat, colour)), parts)


def _figures(record: AnyRecord, seat: str | None, colour: str) -> Iterable[Figure]:
    for sheet in see(record, seat).view.sheets:
        if sheet.owner and sheet.side in ("hero", "foe"):
            name = sheet.title.removesuffix(f" ({sheet.owner})")
            by = f"played by {sheet.owner}" if sheet.owner != name else ""
            about = "" if sheet.about in (sheet.title, name) else sheet.about
            about = about.removeprefix(f"{name}, ")
            words = ", ".join(filter(None, ((about or sheet.kind).rstrip("."), by)))
            yield Figure(name, words, _picture(name, f"{sheet.kind} {about}", colour))


def _parts(
    log: Iterable[Told], seat: str | None, faces: Mapping[str, Face], colour: str
) -> Iterable[Part]:
    heading, passages = BEGINNING, list[Passage]()
    for _, group in groupby((told for told in log if not told.undone), key=lambda told: told.n):
        words: list[str] = []
        drawn: list[Drawn] = []
        for told in group:
            line = told.line
            if line.scene:
                if words or drawn:
                    passages.append(Passage(" ".join(words), _only_the_last(drawn)))
                    words, drawn = [], []
                if passages:
                    yield Part(heading, _picture(heading, "", colour), _in_one_breath(passages))
                heading, passages = line.scene, []
                continue
            if text := line.read_by(seat):
                words.append(text)
            moment = line.shown_to(seat)
            # Cards that nobody sees are a row of nothing; how many they are is said in words.
            if moment is not None and any(one.card for one in moment.turned):
                drawn.append(_drawn(moment, faces))
        if words or drawn:
            passages.append(Passage(" ".join(words), _only_the_last(drawn)))
    if passages:
        yield Part(heading, _picture(heading, "", colour), _in_one_breath(passages))


_BREATH = 320
"""How long a paragraph of short ones grows, in letters."""

_SAID = re.compile(r"[^.:]{1,30}: ")


def _in_one_breath(passages: Iterable[Passage]) -> tuple[Passage, ...]:
    """Short passages as one paragraph, up to the next cards; what somebody said stands alone.

    >>> [one.text for one in _in_one_breath(map(Passage, ["A turn ends.", "Another begins."]))]
    ['A turn ends. Another begins.']
    """
    told: list[Passage] = []
    for one in passages:
        last = told[-1] if told else None
        alone = last is None or last.drawn or _SAID.match(last.text) or _SAID.match(one.text)
        if last is None or alone or len(last.text) + len(one.text) > _BREATH:
            told.append(one)
        else:
            told[-1] = Passage(f"{last.text} {one.text}".strip(), one.drawn)
    return tuple(told)


def _drawn(moment: Moment, faces: Mapping[str, Face]) -> Drawn:
    cards = tuple(
        Card(title(one.card, {}, faces) if one.card else "", one.reads, one.counts)
        for one in moment.turned
    )
    return Drawn(moment.who, moment.aim, cards, moment.verdict, moment.tone)


def _only_the_last(drawn: Iterable[Drawn]) -> tuple[Drawn, ...]:
    """A draw that was shown card by card, as it stood in the end."""
    return tuple({(one.who, one.aim): one for one in drawn}.values())


def _picture(words: str, kinds: str, colour: str) -> str:
    """A small engraving for some words; the same words have the same one."""
    table = engravings()
    name = found(table.words, words) or found(table.words, kinds)
    strokes = table.strokes[name or ORNAMENTS[seed_of(words) % len(ORNAMENTS)]]
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 64 64'>"
        f"<path d='{strokes}' fill='none' stroke='{colour}' stroke-width='2' "
        "stroke-linejoin='round' stroke-linecap='round'/></svg>"
    )
