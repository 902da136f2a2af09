"""The story of a table as something to keep: prose by scenes, as Markdown or a page of HTML.

What was told at once is one paragraph; what was taken back did not happen, and who came and went is
no part of the story. Whatever people wrote stays text.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import groupby

from msgspec import Struct

from fatedeck.engine.story import listed
from fatedeck.table.protocol import StoryKind, StoryLine
from fatedeck.table.refusals import Limit

MOST_ON_A_PAGE = 4_000_000
MOST_LETTERS = 1_000_000
"""What can be set in print: some 400 pages."""
_ORDERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What a terminal would obey instead of showing it."""
_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


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
        return ", ".join(part for part in (about, by) if part)


class Paragraph(Struct, frozen=True):
    """What somebody said, or what one action told."""

    kind: StoryKind
    text: str
    by: str = ""
    to: tuple[str, ...] = ()


class Scene(Struct, frozen=True):
    """A part of the story: its title, or, before the first scene and on another day, the day."""

    title: str
    paragraphs: list[Paragraph]


def scenes(lines: Iterable[StoryLine]) -> list[Scene]:
    """The story by scenes, each on its day; `Limit` where no page holds it."""
    found: list[Scene] = []
    letters = 0
    day = ""
    for _, told in groupby(_that_count(lines), key=lambda line: (line.at, line.kind)):
        together = list(told)
        first = together[0]
        title = next((line.scene for line in together if line.scene), "")
        if (today := _day(first)) != day:
            found.append(Scene(f"{title}, {today}" if title else today, []))
            day = today
        elif title:
            found.append(Scene(title, []))
        text = _ORDERS.sub("", " ".join(line.text for line in together if not line.scene))
        letters += len(text)
        if letters > MOST_ON_A_PAGE:
            raise Limit("", "This story is too long for a page. Export the table instead.")
        if text:
            found[-1].paragraphs.append(Paragraph(first.kind, text, first.by, first.to))
    return found


def story(title: str, people: Sequence[Person], lines: Iterable[StoryLine]) -> dict[str, object]:
    """The story as plain data, for whoever sets it in print; `Limit` when no book holds it."""
    parts = scenes(lines)
    if sum(len(one.text) for scene in parts for one in scene.paragraphs) > MOST_LETTERS:
        raise Limit("", "This story is too long for a book. Save it as a page instead.")
    told = [
        {"title": scene.title, "paragraphs": [_in_words(one) for one in scene.paragraphs]}
        for scene in parts
    ]
    return {"title": title, "people": {one.name: one.told for one in people}, "scenes": told}


def markdown(title: str, people: Sequence[Person], lines: Iterable[StoryLine]) -> str:
    """The story in Markdown."""
    parts = [f"# {_plain(title)}", ""]
    for person in people:
        told = f", {_plain(person.told)}" if person.told else ""
        parts.append(f"- **{_plain(person.name)}**{told}")
    for scene in scenes(lines):
        parts += ["", f"## {_plain(scene.title)}"]
        for paragraph in scene.paragraphs:
            parts += ["", _in_markdown(paragraph)]
    return "\n".join(parts) + "\n"


def page(title: str, people: Sequence[Person], lines: Iterable[StoryLine]) -> str:
    """The story as a page of HTML that stands alone."""
    shown = html.escape(title)
    heroes = "".join(
        f"<li>{_face(person)}<b>{html.escape(person.name)}</b> "
        f"<span>{html.escape(person.told)}</span></li>"
        for person in people
    )
    body = "\n".join(
        f"<h2>{html.escape(scene.title)}</h2>\n" + "\n".join(map(_in_html, scene.paragraphs))
        for scene in scenes(lines)
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>{_STYLE}</style>\n"
        f"<h1>{shown}</h1>\n{f'<ul>{heroes}</ul>' if heroes else ''}\n{body}\n</html>\n"
    )


_STYLE = (
    "body{max-width:38rem;margin:2rem auto;padding:0 1rem;font:1.05rem/1.65 Georgia,serif;"
    "background:#f6f1e7;color:#1f1b16;overflow-wrap:anywhere}p{margin:.7rem 0}"
    "h2{font-size:1.25rem;margin:2.2rem 0 .6rem}.narration{font-style:italic;"
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


def _day(line: StoryLine) -> str:
    when = datetime.fromtimestamp(line.at / 1000, UTC)
    return f"{when.day} {when:%B %Y}"


def _plain(text: str) -> str:
    """Words in which no character means anything to Markdown."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
