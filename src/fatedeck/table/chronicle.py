"""The story of a table as something to keep: Markdown, or a page of HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby

from fatedeck.table.protocol import StoryLine

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


def markdown(title: str, lines: Sequence[StoryLine]) -> str:
    """The story in Markdown; whatever people wrote stays text."""
    parts = [f"# {_plain(title)}", ""]
    for line in _in_words(lines):
        text = _plain(line.text)
        if line.kind == "narration":
            told = f"> {text} — {_plain(line.by)}"
        elif line.kind == "chat":
            told = f"**{_plain(line.by)}**: {text}"
        elif line.kind in ("whisper", "note"):
            to = f" to {_plain(', '.join(line.to))}" if line.to else ""
            told = f"**{_plain(line.by)}** ({line.kind}{to}): {text}"
        else:
            told = f"*{text}*" if line.kind == "event" else text
        clauses = f" ({_plain(', '.join(line.clauses))})" if line.clauses else ""
        told = f"~~{told}{clauses}~~" if line.undone else told + clauses
        parts += [f"{told}  "]
    return "\n".join(parts) + "\n"


def page(title: str, lines: Sequence[StoryLine]) -> str:
    """The story as a page of HTML that stands alone; whatever people wrote stays text."""
    shown = html.escape(title)
    days = groupby(_in_words(lines), key=lambda line: _when(line).date())
    body = "\n".join(
        f"<h2>{day.day} {day:%B %Y}</h2>\n" + "\n".join(map(_paragraph, told)) for day, told in days
    )
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{shown}</title>\n<style>{_STYLE}</style>\n"
        f'<h1>{shown}</h1>\n{body}\n<p class="event">Times are UTC.</p>\n</html>\n'
    )


def _in_words(lines: Sequence[StoryLine]) -> list[StoryLine]:
    return [line for line in lines if line.text]


_STYLE = (
    "body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 Georgia,serif;"
    "background:#f6f1e7;color:#1f1b16;overflow-wrap:anywhere}p{margin:.3rem 0}h2{font-size:1.1rem;"
    "margin:1.5rem 0 .5rem}.narration{font-style:italic;border-left:3px solid #b9821b;"
    "padding-left:.8rem}.event,.clause,time{color:#6b6255;font-size:.85em}"
)


def _paragraph(line: StoryLine) -> str:
    by, text = html.escape(line.by), html.escape(line.text)
    if line.kind == "narration":
        told = f"{text} — <b>{by}</b>"
    elif line.kind == "chat":
        told = f"<b>{by}</b>: {text}"
    elif line.kind in ("whisper", "note"):
        to = f" to {html.escape(', '.join(line.to))}" if line.to else ""
        told = f"<b>{by}</b> ({line.kind}{to}): {text}"
    else:
        told = text
    if line.clauses:
        told += f' <span class="clause">{html.escape(", ".join(line.clauses))}</span>'
    told = f"<del>{told}</del>" if line.undone else told
    return f'<p class="{line.kind}"><time>{_when(line):%H:%M}</time> {told}</p>'


def _when(line: StoryLine) -> datetime:
    return datetime.fromtimestamp(line.at / 1000, UTC)


def _plain(text: str) -> str:
    """Words in which no character means anything to Markdown."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
