"""The story of a table as something to keep: prose by evenings and scenes, as Markdown or HTML.

What was told at once is one paragraph; what was taken back did not happen, and who came and went is
no part of the story. Whatever people wrote stays text.
"""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby

from msgspec import Struct

from fatedeck.engine.story import capital, listed
from fatedeck.table.protocol import StoryKind, StoryLine
from fatedeck.table.refusals import Limit
from fatedeck.table.sessions import Session

MOST_ON_A_PAGE = 4_000_000
MOST_LETTERS = 1_000_000
"""What can be set in print: some 400 pages."""
_ORDERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal would obey instead of showing it."""
_MARKS = re.compile(r"[\\`*_\[<>~]|&(?=#?\w+;)")
"""What Markdown reads anywhere in a line; no tag stays whole, whoever reads it."""
_OPENINGS = re.compile(r"^(?:[#+\-]|\d{1,9}(?=[.)](?:\s|$)))")
"""What it reads at the beginning of one; of a number, the sign behind it."""


class Person(Struct, frozen=True):
    """Somebody the story is about: their name, who plays them, what they are, and how they look.

    `face` is an address that holds a picture itself; it is empty where nobody brought one.
    """

    name: str
    played_by: str = ""
    about: str = ""
    face: str = ""

    @property
    def told(self) -> str:
        """What stands behind the name."""
        by = f"played by {self.played_by}" if self.played_by not in ("", self.name) else ""
        about = self.about if self.about != self.name else ""
        if by and about.endswith("."):
            return f"{about} {capital(by)}."
        return ", ".join(part for part in (about, by) if part)


class Paragraph(Struct, frozen=True):
    """What somebody said, or what one action told."""

    kind: StoryKind
    text: str
    by: str = ""
    to: tuple[str, ...] = ()


class Scene(Struct, frozen=True):
    """A part of an evening: its title, which it may lack, or the day where another has begun."""

    title: str
    paragraphs: list[Paragraph]


class Evening(Struct, frozen=True):
    """An evening: what it is called, its scenes, and where people said that they left off."""

    title: str
    scenes: list[Scene]
    words: str = ""


class Book(Struct, frozen=True):
    """All that a chronicle is made from, as its reader may read it.

    `notes` are what the group has noted down.
    """

    title: str
    people: Sequence[Person]
    lines: Sequence[StoryLine]
    sessions: Sequence[Session]
    notes: str = ""


def evenings(lines: Iterable[StoryLine], sessions: Sequence[Session]) -> list[Evening]:
    """The story by evenings; `Limit` where no page holds it.

    An evening that goes on in the scene where the last one stopped begins with its title.
    """
    told = _that_count(lines)
    letters = sum(len(line.text) for line in told)
    if letters > MOST_ON_A_PAGE:
        raise Limit("", "This story is too long for a page. Export the table instead.")
    begins = [session.began for session in sessions[1:]]
    by_session: dict[int, list[StoryLine]] = {}
    for line in told:
        by_session.setdefault(bisect_right(begins, line.at), []).append(line)
    found: list[Evening] = []
    scene = ""
    for number, session in enumerate(sessions):
        here = by_session.get(number, [])
        if not here and not session.words:
            continue
        today = _day(here[0].at if here else session.began)
        title = f"Session {number + 1}, {today}" if len(sessions) > 1 else today
        found.append(Evening(title, _scenes(here, scene, today), session.words))
        scene = next((line.scene for line in reversed(here) if line.scene), scene)
    return found


def _scenes(lines: Iterable[StoryLine], scene: str, day: str) -> list[Scene]:
    """The scenes of an evening that begins in this scene, on this day."""
    found: list[Scene] = [Scene(scene, [])]
    for _, told in groupby(lines, key=lambda line: (line.at, line.kind)):
        together = list(told)
        first = together[0]
        begun = next((line.scene for line in together if line.scene), "")
        scene = begun or scene
        if (today := _day(first.at)) != day:
            found.append(Scene(f"{scene}, {today}" if scene else today, []))
            day = today
        elif begun:
            found.append(Scene(scene, []))
        text = _ORDERS.sub("", " ".join(line.text for line in together if not line.scene))
        if text:
            found[-1].paragraphs.append(Paragraph(first.kind, text, first.by, first.to))
    return found if found[0].paragraphs else found[1:]


_LEFT_OFF, _NOTES = "Where we left off: ", "What we noted down"


def story(book: Book) -> dict[str, object]:
    """The story as plain data, for whoever sets it in print; `Limit` when no book holds it."""
    told = []
    for evening in evenings(book.lines, book.sessions):
        scenes = evening.scenes or [Scene("", [])]
        for number, scene in enumerate(scenes):
            above = [] if number else [evening.title]
            paragraphs = [_in_words(one) for one in scene.paragraphs]
            if evening.words and number == len(scenes) - 1:
                paragraphs.append(_LEFT_OFF + evening.words)
            title = ": ".join([*above, *filter(None, [scene.title])])
            told.append(ScenePrinted(title, paragraphs))
    if book.notes:
        told.append(ScenePrinted(_NOTES, book.notes.splitlines()))
    if sum(len(text) for one in told for text in one.paragraphs) > MOST_LETTERS:
        raise Limit("", "This story is too long for a book. Save it as a page instead.")
    people = {one.name: one.told for one in book.people}
    printed = [{"title": one.title, "paragraphs": one.paragraphs} for one in told]
    return {"title": book.title, "people": people, "scenes": printed}


class ScenePrinted(Struct, frozen=True):
    """A scene as it is set in print."""

    title: str
    paragraphs: list[str]


def markdown(book: Book) -> str:
    """The story in Markdown."""
    parts = [f"# {_plain(book.title)}", ""]
    for person in book.people:
        told = f", {_plain(person.told)}" if person.told else ""
        parts.append(f"- **{_plain(person.name)}**{told}")
    for evening in evenings(book.lines, book.sessions):
        parts += ["", f"## {_plain(evening.title)}"]
        for scene in evening.scenes:
            if scene.title:
                parts += ["", f"### {_plain(scene.title)}"]
            for paragraph in scene.paragraphs:
                parts += ["", _in_markdown(paragraph)]
        if evening.words:
            parts += ["", f"*{_LEFT_OFF}{_plain(_ORDERS.sub('', evening.words))}*"]
    if book.notes:
        parts += ["", f"## {_NOTES}"]
        for line in filter(str.strip, book.notes.splitlines()):
            parts += ["", _plain(_ORDERS.sub("", line))]
    return "\n".join(parts) + "\n"


def page(book: Book) -> str:
    """The story as a page of HTML that stands alone."""
    shown = html.escape(book.title)
    heroes = "".join(
        f"<li>{_face(person)}<b>{html.escape(person.name)}</b> "
        f"<span>{html.escape(person.told)}</span></li>"
        for person in book.people
    )
    body = "\n".join(map(_evening_in_html, evenings(book.lines, book.sessions)))
    if book.notes:
        noted = html.escape(_ORDERS.sub("", book.notes).strip())
        body += f'\n<h2>{_NOTES}</h2>\n<p class="noted">{noted}</p>'
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>{_STYLE}</style>\n"
        f"<h1>{shown}</h1>\n{f'<ul>{heroes}</ul>' if heroes else ''}\n{body}\n</html>\n"
    )


def _evening_in_html(evening: Evening) -> str:
    parts = [f"<h2>{html.escape(evening.title)}</h2>"]
    for scene in evening.scenes:
        if scene.title:
            parts.append(f"<h3>{html.escape(scene.title)}</h3>")
        parts += map(_in_html, scene.paragraphs)
    if evening.words:
        words = html.escape(_ORDERS.sub("", evening.words))
        parts.append(f'<p class="words">{_LEFT_OFF}{words}</p>')
    return "\n".join(parts)


_STYLE = (
    "body{max-width:38rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.65 Georgia,serif;"
    "background:#f6f1e7;color:#1f1b16;overflow-wrap:anywhere}p{margin:.7rem 0}"
    "h2{font-size:1.4rem;margin:2.4rem 0 .6rem}h3{font-size:1.1rem;margin:1.6rem 0 .4rem}"
    ".noted{white-space:pre-line}.words{font-weight:700}.narration{font-style:italic;"
    "border-left:3px solid #b9821b;padding-left:.9rem}.whisper,.note,li span{color:#6b6255}"
    "ul{list-style:none;padding:0}li{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;"
    "margin:.4rem 0}.face{display:grid;place-items:center;width:2.2rem;height:2.2rem;"
    "border-radius:50%;background:#1f4d3f;color:#f3efe3;font-weight:700}"
)


def _face(person: Person) -> str:
    if person.face:
        return f'<img class="face" alt="" src="{html.escape(person.face)}">'
    return f'<span class="face" aria-hidden="true">{html.escape(person.name[:1].upper())}</span>'


def _that_count(lines: Iterable[StoryLine]) -> list[StoryLine]:
    return [line for line in lines if line.text and not line.undone and line.kind != "event"]


def _said(paragraph: Paragraph) -> str:
    """How words are introduced, behind the name."""
    if paragraph.kind == "note":
        return "in a note"
    return f"to {listed(paragraph.to)}, aside" if paragraph.to else ""


def _in_words(paragraph: Paragraph) -> str:
    if paragraph.kind in ("play", "narration"):
        return paragraph.text
    return f"{paragraph.by} {_said(paragraph)}".rstrip() + f": “{paragraph.text}”"


def _in_markdown(paragraph: Paragraph) -> str:
    by, text = _plain(paragraph.by), _plain(paragraph.text)
    if paragraph.kind == "narration":
        return f"> {text} — {by}"
    if paragraph.kind == "play":
        return text
    said = f"**{by}** {_plain(_said(paragraph))}".rstrip()
    return f"{said}: “{text}”"


def _in_html(paragraph: Paragraph) -> str:
    by, text = html.escape(paragraph.by), html.escape(paragraph.text)
    if paragraph.kind == "narration":
        told = f"{text} — <b>{by}</b>"
    elif paragraph.kind == "play":
        told = text
    else:
        said = f"<b>{by}</b> {html.escape(_said(paragraph))}".rstrip()
        told = f"{said}: “{text}”"
    return f'<p class="{paragraph.kind}">{told}</p>'


def _day(at: int) -> str:
    when = datetime.fromtimestamp(at / 1000, UTC)
    return f"{when.day} {when:%B %Y}"


def _plain(text: str) -> str:
    r"""Words in which no character means anything to Markdown.

    >>> print(_plain("1. Go (now)! *Issa* hums."), _plain("# Here, D-4"), sep="; ")
    1\. Go (now)! \*Issa\* hums.; \# Here, D-4
    """
    safe = _MARKS.sub(r"\\\g<0>", " ".join(text.split()))
    return _OPENINGS.sub(lambda f: f"{f[0]}\\" if f[0].isdigit() else f"\\{f[0]}", safe)
