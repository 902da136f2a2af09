"""Lessons on the page: the table at a stop, drawn as any other, and what a learner does there.

Nothing is kept. A move comes with the number of stops behind the learner; the lesson is played up
to there, the move is judged, and the next stop is sent. The page shows it as it shows any table.
"""

from __future__ import annotations

from functools import cache

from fatedeck.engine.errors import Refused
from fatedeck.engine.forms import uses
from fatedeck.engine.lesson import NOTHING_TO_DO, Lesson
from fatedeck.engine.offers import Offer
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.engine.seen import read
from fatedeck.engine.stage import Stage
from fatedeck.table.invites import COLOURS
from fatedeck.table.protocol import (
    PROTOCOL,
    Answer,
    AskForm,
    AskUses,
    Do,
    Fairness,
    LessonHeard,
    LessonMove,
    LessonNow,
    SeatInfo,
    StoryLine,
    TableInfo,
    Welcome,
    You,
)
from fatedeck.table.scene import draw


@cache
def lessons_of(ruleset: AnyRuleset) -> list[Lesson]:
    """What teaches a game, stage by stage."""
    return [Lesson(text) for text in ruleset.lessons]


def hear(game: str, number: int, move: LessonMove) -> LessonHeard:
    """What comes of a move at a stop of a lesson, or of only looking."""
    lessons = lessons_of(find_game(game))
    if not 1 <= number <= len(lessons):
        raise Refused("", "There’s no such lesson.")
    lesson = lessons[number - 1]
    if move.at >= len(lesson.stops):
        raise Refused("", "This lesson is over.")
    if move.look:
        return LessonHeard(_now(lesson, number, move.at))
    stage, _ = lesson.stage(move.at)
    said, stop = move.said, lesson.stops[move.at]
    if isinstance(said, AskForm):
        offer = Offer(said.do, "", fixed=said.fixed)
        return LessonHeard(form=stage.record.form(lesson.learner, offer, said.chosen))
    if isinstance(said, AskUses):
        known = uses(stage.ruleset, stage.record.state, lesson.learner, said.names)
        return LessonHeard(uses=known)
    if isinstance(said, Do):
        refused = lesson.why_not_do(move.at, stage, said.action)
    elif isinstance(said, Answer):
        refused = lesson.why_not_answer(move.at, stage, said.answer)
    else:
        refused = Refused(stop.rule, stop.hint) if stop.waits else None
    if refused is not None:
        raise refused
    if move.at + 1 == len(lesson.stops):
        raise NOTHING_TO_DO
    return LessonHeard(_now(lesson, number, move.at + 1))


def _now(lesson: Lesson, number: int, at: int) -> LessonNow:
    stage, told = lesson.stage(at)
    record, seat = stage.record, lesson.learner
    place = next(n for n, other in enumerate(record.header.seats) if other.name == seat)
    lines = [
        StoryLine(
            told + k, at, "play", line.text, n=line.n, clauses=line.clauses, moment=line.moment
        )
        for k, line in enumerate(read(record.log[told:], seat), 1)
    ]
    you = You("player", seat, place)
    scene = draw(record, seat, []).scene()
    shown = Welcome(PROTOCOL, you, _table(lesson, stage), at, scene, lines)
    return LessonNow(number, at, len(lesson.stops), lesson.stops[at], shown)


def _table(lesson: Lesson, stage: Stage) -> TableInfo:
    """The table around a lesson: nobody else is there, and nothing is kept."""
    ruleset, header = stage.ruleset, stage.record.header
    seats = [
        SeatInfo(
            n,
            seat.name,
            "gm" if seat.role == "gm" else "player",
            True,
            True,
            False,
            "",
            COLOURS[n % len(COLOURS)],
        )
        for n, seat in enumerate(header.seats)
    ]
    return TableInfo(
        "",
        ruleset.id,
        ruleset.version,
        lesson.title,
        header.options,
        "playing",
        seats,
        0,
        False,
        False,
        False,
        Fairness("", [], ""),
        [],
        "",
        None,
        False,
        "",
        ruleset.any_time,
        likely=ruleset.likely,
        asks_twice=ruleset.asks_twice,
    )
