"""What may be asked away from any table: rules, odds, and how an adventure would go."""

from __future__ import annotations

import re
from collections.abc import Mapping
from time import monotonic

from fatedeck.bots.beginning import skeleton
from fatedeck.bots.checking import problems
from fatedeck.bots.trying import Run, Tries, summary, tries
from fatedeck.engine.adventure_text import read_adventure
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.marked_yaml import Misread
from fatedeck.engine.offers import Count, One, Param, Value
from fatedeck.engine.prospects import CourseStudy, Study
from fatedeck.engine.rulebook import Clause
from fatedeck.engine.ruleset import find_game, games
from fatedeck.mcp.telling import Eyes, field_told, odds_told
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.showing import course_as_data, odds_as_data

PATIENCE = 20.0
"""Seconds that a fight may be reckoned, and an adventure played again and again."""
MOST_CLAUSES = 20
MOST_TRIES = 200


def games_told() -> str:
    """The games that are installed, what they are, and who sits there."""
    lines = []
    for ruleset in games():
        seating = ruleset.seating
        master = "a game master and " if seating.game_master else ""
        players = f"{master}{seating.fewest} to {seating.most} players"
        box = f" Adventures: {', '.join(ruleset.adventures)}." if ruleset.adventures else ""
        lines.append(f"- {ruleset.id}: {ruleset.title}. {ruleset.summary} For {players}.{box}")
    return "\n".join(lines)


def rules_told(game: str, words: str) -> str:
    """A clause by its number, all that have some words, or the headings of the rules."""
    rules = find_game(game).rules
    if not words.strip():
        lines = [
            f"- {heading}: {clauses[0].id} to {clauses[-1].id}"
            for heading, clauses in rules.sections().items()
        ]
        return "\n".join(lines)
    number = words.strip()
    known = number.upper() in rules.clauses or number in rules.clauses
    if known or re.fullmatch(r"[A-Z]+-\d[\d.]*", number.upper()):
        return clause_told(rules.clause(number))
    found = rules.search(words)
    if not found:
        raise Unreadable(f"No rule of {find_game(game).title} has the words “{words}”.")
    more = len(found) - MOST_CLAUSES
    told = [clause_told(clause) for clause in found[:MOST_CLAUSES]]
    return "\n".join([*told, *([f"And {more} more; use other words."] if more > 0 else [])])


def clause_told(clause: Clause) -> str:
    """A clause with its number."""
    return f"{clause.id}: {clause.text}"


def rulebook(game: str) -> str:
    """The whole rules of a game, as text."""
    lines = []
    for heading, clauses in find_game(game).rules.sections().items():
        lines += [f"## {heading}", *map(clause_told, clauses), ""]
    return "\n".join(lines)


def study_told(game: str, question: str, settings: Mapping[str, Value]) -> str:
    """The exact odds of a question about a game; without one, what may be asked."""
    ruleset = find_game(game)
    studies: list[Study | CourseStudy] = [*ruleset.studies(), *ruleset.courses()]
    asked = next((study for study in studies if study.name == question), None)
    if asked is None:
        if question:
            known = ", ".join(study.name for study in studies) or "none"
            raise Unreadable(f"{ruleset.title} has no question “{question}”. It has: {known}.")
        return "\n".join(_listed(studies))
    values = _values(asked, settings)
    if isinstance(asked, Study):
        return odds_told([odds_as_data(asked.pose(values))])
    course = asked.pose(values)
    began = monotonic()

    def watch(_: float) -> None:
        if monotonic() - began > PATIENCE:
            raise Refused("", f"That takes longer than {PATIENCE:g} seconds to reckon.")

    return odds_told([course_as_data(course, run_to_the_end(course, watch))])


def _listed(studies: list[Study | CourseStudy]) -> list[str]:
    eyes = Eyes("", {})
    return [
        f"- {study.name}: {study.about} Say "
        + "; ".join(field_told(param, eyes) for param in study.params)
        for study in studies
    ]


def _as_asked(param: Param, value: Value) -> Value:
    """A number as the question takes it: an assistant may write it with quotes or without."""
    if isinstance(param, One) and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(param, Count) and isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return value


def _values(asked: Study | CourseStudy, settings: Mapping[str, Value]) -> dict[str, Value]:
    """What the question needs, the rest as usual."""
    params = {param.name: param for param in asked.params}
    values = dict(asked.usual)
    for name, value in settings.items():
        if name not in params:
            raise Unreadable(f"“{name}” is not one of: {', '.join(params)}.")
        values[name] = _as_asked(params[name], value)
        if (refused := params[name].why_not(values[name])) is not None:
            raise refused
    if missing := [param for name, param in params.items() if name not in values]:
        told = "; ".join(field_told(param, Eyes("", {})) for param in missing)
        raise Unreadable(f"Say also {told}.")
    return values


def prepared(game: str, text: str, times: int) -> str:
    """What is wrong with an adventure, and how it goes when the machine plays it so often.

    Without a text, one to begin from. It is played less often where that takes too long.
    """
    if not text.strip():
        return skeleton(find_game(game))
    try:
        adventure = read_adventure(text)
    except Misread as misread:
        raise Unreadable(f"Line {misread.line}: {misread}") from misread
    found = problems(text)
    if found:
        return "\n".join(f"Line {problem.line}: {problem.sentence}" for problem in found)
    about = f"“{adventure.title}”, {len(adventure.scenes)} scenes: nothing is wrong with it."
    if times == 0:
        return about
    counts = range(adventure.fewest, adventure.most + 1)
    until = monotonic() + PATIENCE
    runs: list[Run] = []
    for run in tries(text, min(times, MOST_TRIES), counts):
        runs.append(run)
        if monotonic() > until:
            break
    return "\n".join([about, *summary(Tries(adventure, runs), counts)])
