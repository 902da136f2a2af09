"""The evenings of a table: when each began and ended, what is told of it, and when the next one is.

A recap is read from the story, as everyone may read it: it holds nothing that was hidden, and what
was undone since is not in it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import msgspec
from msgspec import Struct

from fatedeck.table.links import Member
from fatedeck.table.protocol import SPECTATORS, Drawn, Recap, SessionInfo, Sessions, StoryLine
from fatedeck.table.rows import PaperRow, StoryRow
from fatedeck.table.story import kept_tale

SESSIONS, NOTES = "sessions", "notes"
MOST_SESSIONS = 500
_ANYONE = Member(SPECTATORS, "spectator")
_FIGHTS, _TOLD, _TURNS, _LAST = 6, 8, 6, 3
"""Lines of a recap: fights, what people told, great and dire turns, where it stopped."""
_BRIEF = 300
"""The letters of such a line: a recap is read in a minute."""
_TELLING = ("great", "dire")
_A_BREAK = 60 * 60_000
"""A longer silence than this is no play, in milliseconds."""


class Session(Struct):
    """One evening, in milliseconds since 1970; `ended` is 0 while it lasts.

    `words` are what was said at the end, `next` is when the next one is, or 0.
    """

    began: int
    ended: int = 0
    words: str = ""
    next: int = 0


class Note(Struct, frozen=True):
    """What somebody wrote down, the how manieth edition, when, and who."""

    text: str = ""
    edition: int = 0
    at: int = 0
    by: str = ""


def sessions_in(papers: dict[str, PaperRow], began: int) -> list[Session]:
    """Every session of a table; the first one began with the table."""
    paper = papers.get(SESSIONS)
    return msgspec.json.decode(paper.body, type=list[Session]) if paper else [Session(began)]


def note_in(papers: dict[str, PaperRow], name: str) -> Note:
    paper = papers.get(name)
    return msgspec.json.decode(paper.body, type=Note) if paper else Note()


def notes_of(place: int) -> str:
    """Where a seat's own notes are kept; the group's for `SPECTATORS`."""
    return NOTES if place == SPECTATORS else f"{NOTES}/{place}"


def written(table_id: str, name: str, body: object) -> PaperRow:
    """A paper that is kept with a table."""
    return PaperRow(table_id=table_id, name=name, body=msgspec.json.encode(body).decode())


def info(sessions: Sequence[Session]) -> SessionInfo:
    """The session that lasts, or the last one, as everyone sees it."""
    last = sessions[-1]
    return SessionInfo(len(sessions), last.began, last.ended, last.next)


# Recaps


def recaps(sessions: Sequence[Session], rows: Sequence[StoryRow]) -> Sessions:
    """What is told of each session that has ended, the latest first, and how long all played."""
    lines = [line for row in rows if (line := kept_tale(row).read_by(_ANYONE)) is not None]
    times = [line.at for line in lines]
    told, hours = [], 0
    for number, session in enumerate(sessions, 1):
        until = bisect_right(times, session.ended) if session.ended else len(lines)
        here = lines[bisect_left(times, session.began) : until]
        hours += _played(here)
        if session.ended:
            told.append(_recap(number, session, here))
    return Sessions(told[::-1], hours)


def _played(lines: Sequence[StoryLine]) -> int:
    """How long people played: from line to line, where they were not silent for too long."""
    gaps = (after.at - before.at for before, after in pairwise(lines))
    return sum(gap for gap in gaps if gap <= _A_BREAK)


def _recap(number: int, session: Session, lines: Sequence[StoryLine]) -> Recap:
    here = [line for line in lines if not line.undone]
    narrated = [line for line in here if line.kind == "narration"]
    played = [line.text for line in here if line.kind == "play" and line.text]
    moments = [line.moment for line in here if line.moment is not None]
    turns = [
        f"{moment.who}: {moment.aim}: {moment.verdict}" if moment.aim else moment.verdict
        for moment in moments
        if moment.tone in _TELLING and moment.verdict
    ]
    judged = [moment for moment in moments if moment.who and moment.tone]
    drawn = Counter(moment.who for moment in judged)
    well = Counter(moment.who for moment in judged if moment.tone in ("great", "good"))
    badly = Counter(moment.who for moment in judged if moment.tone in ("bad", "dire"))
    return Recap(
        number=number,
        began=session.began,
        ended=session.ended,
        words=session.words,
        told=[_brief(f"{line.by}: {line.text}") for line in narrated[-_TOLD:]],
        turns=[_brief(turn) for turn in turns[-_TURNS:]],
        luck=[
            Drawn(who, count, well[who], badly[who], luck(count, well[who], badly[who]))
            for who, count in sorted(drawn.items())
        ],
        stopped=[_brief(text) for text in played[-_LAST:]],
        next=session.next,
        played=_played(lines),
        fights=[_brief(line.text) for line in here if line.fight][-_FIGHTS:],
        scene=next((line.scene for line in reversed(here) if line.scene), ""),
    )


def _brief(text: str) -> str:
    """As much of a line as a recap has room for, in whole sentences where they are short enough.

    >>> _brief("The ford is dry."), _brief("It is long, " + "so long, " * 99)[-12:]
    ('The ford is dry.', 'so long, so…')
    >>> _brief("The ford is dry. " * 6 + "On and on " * 99)[-27:]
    ' is dry. The ford is dry. …'
    """
    if len(text) <= _BRIEF:
        return text
    cut = text[: _BRIEF - 2]
    sentences = 1 + max(cut.rfind(f"{end} ") for end in ".!?”")
    if sentences > _BRIEF // 4:
        return f"{cut[:sentences]} …"
    return f"{cut.rpartition(' ')[0] or cut}…"


def luck(draws: int, well: int, badly: int) -> str:
    """How somebody's draws went: those that came to something, the others were never judged.

    >>> luck(1, 0, 1), luck(2, 2, 0)
    ('drew once, and it went badly', 'drew twice, and both times it went well')
    >>> luck(7, 3, 2), luck(4, 0, 0)
    ('drew 7 times: 3 went well, 2 badly, 2 so-so', 'drew 4 times, and every time it went so-so')
    """
    went = {"well": well, "badly": badly, "so-so": draws - well - badly}
    ways = {how: count for how, count in went.items() if count}
    times = {1: "once", 2: "twice"}.get(draws, f"{draws} times")
    if len(ways) == 1:
        (how,) = ways
        each = {1: "", 2: "both times "}.get(draws, "every time ")
        return f"drew {times}, and {each}it went {how}"
    (first, count), *others = ways.items()
    said = [f"{count} went {first}", *(f"{count} {how}" for how, count in others)]
    return f"drew {times}: {', '.join(said)}"


# The next date


def calendar(table_id: str, name: str, game: str, address: str, at: int, now: int) -> str:
    """The next date as a calendar file, RFC 5545; three hours long."""
    begins = datetime.fromtimestamp(at / 1000, UTC)
    stamp = datetime.fromtimestamp(now / 1000, UTC)
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//fatedeck//table//EN",
        "BEGIN:VEVENT",
        f"UID:{table_id}-{at}@fatedeck",
        f"DTSTAMP:{stamp:%Y%m%dT%H%M%SZ}",
        f"DTSTART:{begins:%Y%m%dT%H%M%SZ}",
        f"DTEND:{begins + timedelta(hours=3):%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_escaped(f'{name} ({game})')}",
        *([f"URL:{address}"] if address else []),
        "END:VEVENT",
        "END:VCALENDAR",
    ]
    return "".join(f"{part}\r\n" for line in lines for part in _folded(line))


def _escaped(text: str) -> str:
    for sign in ("\\", ";", ","):
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _folded(line: str) -> list[str]:
    """A line in pieces of at most 75 bytes, each after the first with a space before it."""
    pieces, piece = [], ""
    for sign in line:
        if len((piece + sign).encode()) > 74:
            pieces.append(piece)
            piece = " "
        piece += sign
    return [*pieces, piece]
