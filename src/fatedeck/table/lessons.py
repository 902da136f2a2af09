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
from fatedeck.table.protocol import (
    Answer,
    AskForm,
    AskUses,
    Do,
    LessonHeard,
    LessonMove,
    LessonNow,
)
from fatedeck.table.showing import shown


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
    there = shown(stage.record, lesson.learner, lesson.title, at, told)
    return LessonNow(number, at, len(lesson.stops), lesson.stops[at], there)
