"""The story of a table as something to keep: Markdown, or a page of HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from datetime import UTC, datetime

from fatedeck.table.protocol import StoryLine

_MARKS = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~&])")


def markdown(title: str, lines: Sequence[StoryLine]) -> str:
    """The story in Markdown; whatever people wrote stays text."""
    parts = [f"# {_plain(title)}", ""]
    for line in lines:
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
    body = "\n".join(map(_paragraph, lines))
    return (
        f'<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>{shown}</title>\n'
        "<style>body{max-width:40rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 Georgia,serif;"
        "background:#f6f1e7;color:#1f1b16}p{margin:.3rem 0}.narration{font-style:italic;"
        "border-left:3px solid #b9821b;padding-left:.8rem}.event,.clause,time{color:#6b6255;"
        "font-size:.85em}</style>\n"
        f"<h1>{shown}</h1>\n{body}\n</html>\n"
    )


def _paragraph(line: StoryLine) -> str:
    when = datetime.fromtimestamp(line.at / 1000, UTC).strftime("%H:%M")
    by = f"<b>{html.escape(line.by)}</b> " if line.by else ""
    to = f"({line.kind} to {html.escape(', '.join(line.to))}) " if line.to else ""
    text = html.escape(line.text)
    clauses = html.escape(", ".join(line.clauses))
    told = f"{by}{to}{text}" + (f' <span class="clause">{clauses}</span>' if clauses else "")
    told = f"<del>{told}</del>" if line.undone else told
    return f'<p class="{line.kind}"><time>{when}</time> {told}</p>'


def _plain(text: str) -> str:
    """Words in which no character means anything to Markdown."""
    return _MARKS.sub(r"\\\1", " ".join(text.split()))
