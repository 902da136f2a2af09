"""The evenings of a table: when each began and ended, what is told of it, and when the next one is.

A recap is read from the story, as everyone may read it: it holds nothing that was hidden, and what
was undone since is not in it.
"""

from __future__ import annotations

import collections
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import NamedTuple

import msgspec
from msgspec import Struct

from fatedeck.engine.story import Common, Named, worded
from fatedeck.engine.telling import NO_LONGER, NOTED
from fatedeck.engine.view import Sheet
from fatedeck.table.links import Member
from fatedeck.table.protocol import (
    SPECTATORS,
    Drawn,
    Recap,
    ScenePlayed,
    SessionInfo,
    Sessions,
    StoryLine,
)
from fatedeck.table.rows import PaperRow, StoryRow
from fatedeck.table.story import Body, kept_tale

SESSIONS, NOTES = "sessions", "notes"
MOST_SESSIONS = 500
_ANYONE = Member(SPECTATORS, "spectator")
_SCENES, _NOTED, _FIGHTS, _TOLD, _TURNS, _LAST = 8, 8, 6, 8, 4, 2
"""Lines of a recap: scenes, what was learned, fights, what people told, great and dire turns,
where it stopped."""
_BRIEF, _BEGINNING = 300, 160
"""The letters of such a line, and of one from a scene: a recap is read in a minute."""
_LATE = 40
"""How many lines from the end something still tells where it stopped."""
_FEW_DRAWS = 3
"""Fewer draws say nothing about luck."""
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
    hurt: list[str] = []


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


class _Read(NamedTuple):
    """A line as everybody reads it, and what it was made from."""

    line: StoryLine
    body: Body


def heroes_of(sheets: Iterable[Sheet]) -> dict[str, str]:
    """What the hero of each player is called."""
    return {sheet.owner: named(sheet) for sheet in sheets if sheet.owner and sheet.side}


def named(sheet: Sheet) -> str:
    """What a figure is called, without who plays it."""
    return sheet.hero or sheet.title.removesuffix(f" ({sheet.owner})")


def hurt_of(sheets: Iterable[Sheet]) -> list[str]:
    """Which heroes are not well, and what they have left.

    >>> from fatedeck.engine.view import Counter
    >>> bar = Counter("Vitality", 3, 5, bar=True)
    >>> hurt_of([Sheet("Ana", "Marn (Ana)", "Ana", counters=[bar], side="hero")])
    ['Marn: Vitality 3 of 5']
    """
    hurt = []
    for sheet in sheets:
        if not sheet.owner or sheet.side != "hero":
            continue
        left = [
            f"{bar.label} {bar.value} of {bar.most}"
            for bar in sheet.counters
            if bar.bar and bar.most is not None and bar.value < bar.most
        ]
        if told := ["down"] if sheet.down else left:
            hurt.append(f"{named(sheet)}: {', '.join(told)}")
    return hurt


def recaps(
    sessions: Sequence[Session], rows: Sequence[StoryRow], heroes: Mapping[str, str]
) -> Sessions:
    """What is told of each session that has ended, the latest first, and how long all played.

    People are called by the names of their heroes.
    """
    tales = [kept_tale(row) for row in rows]
    read = [_Read(line, tale.body) for tale in tales if (line := tale.read_by(_ANYONE)) is not None]
    times = [one.line.at for one in read]
    told, hours = [], 0
    for number, session in enumerate(sessions, 1):
        since = bisect_left(times, session.began)
        here = read[since : bisect_right(times, session.ended) if session.ended else len(read)]
        hours += _played([one.line for one in here])
        if session.ended:
            scene = _scene([one.line for one in read[:since] if not one.line.undone])
            counts = [one for one in here if not one.line.undone]
            played = _played([one.line for one in here])
            told.append(_recap(number, session, counts, heroes, scene, played))
    return Sessions(told[::-1], hours)


def _scene(lines: Sequence[StoryLine]) -> str:
    """The scene that these lines end in, by its title."""
    return next((line.scene for line in reversed(lines) if line.scene), "")


def _played(lines: Sequence[StoryLine]) -> int:
    """How long people played: from line to line, where they were not silent for too long."""
    gaps = (after.at - before.at for before, after in pairwise(lines))
    return sum(gap for gap in gaps if gap <= _A_BREAK)


def _recap(
    number: int,
    session: Session,
    here: Sequence[_Read],
    heroes: Mapping[str, str],
    scene: str,
    played: int,
) -> Recap:
    """What is told of a session that began in this scene."""
    lines = [one.line for one in here]
    moments = [line.moment for line in lines if line.moment is not None]
    theirs = [moment for moment in moments if moment.who in heroes and moment.tone]
    turns = [
        f"{heroes[moment.who]}{_for(moment.aim)}: {moment.verdict}"
        for moment in theirs
        if moment.tone in _TELLING and moment.verdict
    ]
    drawn = collections.Counter(moment.who for moment in theirs)
    well = collections.Counter(moment.who for moment in theirs if moment.tone in ("great", "good"))
    badly = collections.Counter(moment.who for moment in theirs if moment.tone in ("bad", "dire"))
    return Recap(
        number=number,
        began=session.began,
        ended=session.ended,
        words=session.words,
        told=[_brief(_quoted(line, heroes)) for line in lines if line.kind == "narration"][-_TOLD:],
        turns=[_brief(turn) for turn in dict.fromkeys(turns)][-_TURNS:],
        luck=[
            Drawn(heroes[who], count, well[who], badly[who], luck(count, well[who], badly[who]))
            for who, count in sorted(drawn.items())
            if count >= _FEW_DRAWS
        ],
        stopped=[_brief(text) for text in _stopped(here)],
        next=session.next,
        played=played,
        fights=[_brief(_fight(one)) for one in here if one.line.fight][-_FIGHTS:],
        scene=_scene(lines) or scene,
        scenes=_scenes(here, scene)[-_SCENES:],
        noted=_noted(here)[-_NOTED:],
        hurt=session.hurt,
    )


def _for(aim: str) -> str:
    """What was tried, without how hard it was.

    >>> _for("Strength, easy"), _for("")
    (', Strength', '')
    """
    return f", {aim.partition(',')[0]}" if aim else ""


def _quoted(line: StoryLine, heroes: Mapping[str, str]) -> str:
    return f"{heroes.get(line.by, line.by)}: {line.text}"


_OWN_WORDS = re.compile(r"(\{\w+\}: )?\{(text|words)\}")


def _is_told(one: _Read) -> bool:
    """Whether a line is read from an adventure, or in somebody's own words: not what rules tell."""
    line, body = one
    if line.kind != "play" or not line.text or line.scene or line.fight:
        return False
    if body.values:
        return _OWN_WORDS.fullmatch(body.text) is not None
    return not body.clauses and line.moment is None


def _scenes(here: Sequence[_Read], scene: str) -> list[ScenePlayed]:
    """The scenes of a session; the one it began in only where something was told in it.

    How the last one goes on is told as where it stopped.
    """
    told: list[tuple[str, list[str]]] = [(scene, [])]
    for one in here:
        if one.line.scene:
            told.append((one.line.scene, []))
        elif _is_told(one):
            told[-1][1].append(_brief(one.line.text, _BEGINNING))
    *earlier, (last, begins) = told
    scenes = [
        *(
            ScenePlayed(title, list(dict.fromkeys([*words[:1], *words[-1:]])))
            for title, words in earlier
        ),
        ScenePlayed(last, begins[:1]),
    ]
    return scenes if scenes[0].words else scenes[1:]


def _noted(here: Sequence[_Read]) -> list[str]:
    """What the heroes learned in a session, and still hold true."""
    known: dict[str, None] = {}
    for _, body in here:
        clue = str(body.values.get("clue", ""))
        if body.text == NOTED:
            known[clue] = None
        elif body.text == NO_LONGER:
            known.pop(clue, None)
    return list(known)


def _stopped(here: Sequence[_Read]) -> list[str]:
    """What was told last; where nobody told anything, what was done last without reckoning."""
    late = here[-_LATE:]
    told = [one.line.text for one in late if _is_told(one)]
    return (told or [one.line.text for one in late if _is_plain(one)])[-_LAST:]


def _is_plain(one: _Read) -> bool:
    """Whether a line of the rules says what happened without cards and numbers."""
    line, body = one
    if line.kind != "play" or not line.text or line.scene or line.fight or line.moment:
        return False
    return not any(
        name in ("card", "cards") or isinstance(value, int) for name, value in body.values.items()
    )


def _fight(one: _Read) -> str:
    """How a fight ended; of several of a kind, how many they are."""
    values = {
        name: _by_kinds(value) if isinstance(value, list) else value
        for name, value in one.body.values.items()
    }
    return worded(one.body.text, values)


_NUMBERED = re.compile(r"(.+) \d+")


def _by_kinds(names: Sequence[Named]) -> list[str]:
    """Those who differ by a number only as one: it is not told which of them was which.

    >>> _by_kinds([Common("grunt"), "Grunt 2", "Grunt 3", "Hild"]), _by_kinds([Common("wolf")])
    (['three grunts', 'Hild'], ['the wolf'])
    """
    kinds: dict[str, list[Named]] = {}
    for name in names:
        noun = name.noun if isinstance(name, Common) else name
        found = _NUMBERED.fullmatch(noun)
        kinds.setdefault((found[1] if found else noun).casefold(), []).append(name)
    return [
        _several(len(alike), alike[0]) if len(alike) > 1 else _one(alike[0])
        for alike in kinds.values()
    ]


def _one(name: Named) -> str:
    return name.the if isinstance(name, Common) else name


_WORDS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _several(count: int, first: Named) -> str:
    """So many of a kind, the first of whom has no number, or the lowest.

    >>> _several(2, Common("wolf")), _several(12, "Harpy 2"), _several(3, "Drowned Guard")
    ('two wolves', '12 Harpies', 'three Drowned Guards')
    """
    noun = first.noun if isinstance(first, Common) else _NUMBERED.sub(r"\1", first)
    for end, many in _MANY:
        if noun.endswith(end):
            noun = noun.removesuffix(end) + many
            break
    return f"{_WORDS[count - 2] if count - 2 < len(_WORDS) else count} {noun}"


_MANY = (
    *(("olf", "olves"), ("elf", "elves"), ("thief", "thieves"), ("man", "men")),
    *((f"{vowel}y", f"{vowel}ys") for vowel in "aeou"),
    *(("y", "ies"), ("s", "ses"), ("x", "xes"), ("ch", "ches"), ("sh", "shes"), ("", "s")),
)
"""How a word ends for one, and for several."""


def _brief(text: str, most: int = _BRIEF) -> str:
    """As much of a line as a recap has room for, in whole sentences where they are short enough.

    >>> _brief("The ford is dry."), _brief("It is long, " + "so long, " * 99)[-12:]
    ('The ford is dry.', 'so long, so…')
    >>> _brief("The ford is dry. " * 6 + "On and on " * 99)[-27:]
    ' is dry. The ford is dry. …'
    """
    if len(text) <= most:
        return text
    cut = text[: most - 2]
    sentences = 1 + max(cut.rfind(f"{end} ") for end in ".!?”")
    if sentences > most // 4:
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
    """The next date as a calendar file, RFC 5545; three hours long, with a word an hour before."""
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
        f"DESCRIPTION:{_escaped(f'Your table: {address}')}",
        f"URL:{address}",
        "BEGIN:VALARM",
        "ACTION:DISPLAY",
        f"DESCRIPTION:{_escaped(f'{name} begins in an hour.')}",
        "TRIGGER:-PT1H",
        "END:VALARM",
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
