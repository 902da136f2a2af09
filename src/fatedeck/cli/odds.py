"""The odds command: a question about a game, a seat's next draws in a record, its best choice."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from sys import stderr
from time import monotonic
from typing import Literal

from msgspec import Struct
from rich.console import Console
from rich.progress import Progress

from fatedeck.cli.reading import console, load_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.offers import Count, Many, One, Param, Value, Words
from fatedeck.engine.prospects import Course, CourseStudy, Prospect, SpendingStudy, Study
from fatedeck.engine.record import Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.odds.best import best_answers, spend
from fatedeck.odds.counting import count, without
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.distribution import Distribution, say
from fatedeck.odds.luck import luck_of
from fatedeck.odds.showing import (
    Choice,
    Odds,
    as_csv,
    as_json,
    as_svg,
    bars,
    choices_as_csv,
    course_as_data,
    odds_as_data,
)

Form = Literal["bars", "json", "csv", "svg"]


def show_odds(
    game: str,
    question: str | None,
    settings: list[str],
    gone: list[str],
    record: Path | None,
    at: int | None,
    seat: str | None,
    form: Form,
) -> None:
    """Print the odds that were asked for."""
    ruleset = find_game(game)
    if record is not None:
        prospects = _from_record(ruleset, record, at, seat, question)
    elif question is None:
        _list_questions(ruleset)
        return
    else:
        asked = _inquiry(ruleset, question)
        values = _values(asked, settings)
        if isinstance(asked, Study):
            prospects = [asked.pose(values)]
        elif gone:
            raise Refused("", f"The question “{question}” has no deck to take cards out of.")
        elif isinstance(asked, CourseStudy):
            _show_course(asked.pose(values), form)
            return
        else:
            spending = asked.pose(values)
            spent = [(str(card.card), card.passed) for card in spend(spending)]
            _show_choices(f"{spending.title}: checks passed in all", spent, form)
            return
    prospects = [without(prospect, gone) for prospect in prospects]
    if form == "bars":
        for prospect in prospects:
            title = f"{prospect.title}, from {len(prospect.cards)} cards"
            _show(title, count(prospect), prospect.good)
        return
    _print([odds_as_data(prospect) for prospect in prospects], form)


def show_best(
    game: str, path: Path | None, at: int | None, seat: str | None, limit: float, form: Form
) -> None:
    """Print what each answer to a seat's open question is worth, the best first."""
    if path is None:
        raise Unreadable("Which table? Name its --record.")
    record = _replayed(find_game(game), path, at)
    name = record.seat(_named(seat)).name
    asked = record.question_for(name)
    began = monotonic()
    with Progress(console=Console(stderr=True), transient=True, disable=not stderr.isatty()) as bar:
        task = bar.add_task("Running the rules to every end", total=1.0)

        def watch(done: float) -> None:
            bar.update(task, completed=done)
            if monotonic() - began > limit:
                raise Refused(
                    "", f"That takes longer than {limit:g} s; {done:.0%} is done. Raise --limit."
                )

        options = best_answers(record, name, watch=watch)
    title = asked.prompt if asked is not None else ""
    _show_choices(f"{title} ({name})", [(o.answer, o.worth) for o in options], form)


def show_luck(path: Path) -> None:
    """Print the luck of each seat in a record, check by check."""
    header, entries = load_record(path)
    found = luck_of(find_game(header.game), header, entries)
    if not found:
        raise Refused("", "No draw in this record can be judged.")
    for luck in found:
        console.print(f"{luck.seat}: {luck.words()}", style="bold")
        for drawn in luck.draws:
            odds = count(drawn.prospect)
            chance = say(odds.at_least(drawn.outcome))
            title, outcome = drawn.prospect.title, drawn.outcome
            console.print(f"  {title}: {outcome} (this or better: {chance})")
    console.print("Luck is luck: once the table has ended, `fatedeck verify` proves every card.")


def _show(title: str, odds: Distribution[str], good: tuple[str, ...]) -> None:
    console.print(title, style="bold")
    for line in bars(odds):
        console.print("  " + line)
    if good:
        console.print(f"  success: {say(odds.any_of(good))}")


def _show_course(course: Course, form: Form) -> None:
    if form == "bars":
        _show(course.title, run_to_the_end(course), course.good)
    else:
        _print([course_as_data(course)], form)


def _show_choices(title: str, worths: list[tuple[str, Fraction]], form: Form) -> None:
    choices = [Choice(choice, str(worth), float(worth)) for choice, worth in worths]
    if form == "svg":
        raise Refused("", "Choices are told as bars, --json or --csv, not as a picture.")
    if form != "bars":
        console.print(as_json(choices) if form == "json" else choices_as_csv(choices))
        return
    console.print(title, style="bold")
    name = max(len(choice.choice) for choice in choices)
    for choice in choices:
        console.print(f"  {choice.choice:<{name}}  {choice.worth:10.3f}")


def _print(data: list[Odds], form: Literal["json", "csv", "svg"]) -> None:
    console.print({"json": as_json, "csv": as_csv, "svg": as_svg}[form](data))


def _inquiries(ruleset: AnyRuleset) -> list[Study | CourseStudy | SpendingStudy]:
    return [*ruleset.studies(), *ruleset.courses(), *ruleset.spendings()]


def _list_questions(ruleset: AnyRuleset) -> None:
    asked = _inquiries(ruleset)
    if not asked:
        raise Refused("", f"{ruleset.title} has no questions of its own; use --record.")
    for inquiry in asked:
        usual = inquiry.usual
        names = [
            f"[{param.name}={_choices(param)}]"
            if param.name in usual
            else f"{param.name}={_choices(param)}"
            for param in inquiry.params
        ]
        console.print(f"{inquiry.name} {' '.join(names)}", style="bold")
        console.print(f"    {inquiry.about}")


def _choices(param: Param) -> str:
    match param:
        case One() | Many():
            return "|".join(param.options) if len(param.options) <= 8 else "NAME"
        case Count():
            return f"{param.low}..{param.high}"
        case Words():
            return "WORDS"


def _inquiry(ruleset: AnyRuleset, name: str) -> Study | CourseStudy | SpendingStudy:
    for inquiry in _inquiries(ruleset):
        if inquiry.name == name:
            return inquiry
    known = ", ".join(inquiry.name for inquiry in _inquiries(ruleset)) or "none"
    raise Unreadable(f"{ruleset.title} knows no question “{name}”. It knows: {known}.")


def _values(inquiry: Study | CourseStudy | SpendingStudy, settings: list[str]) -> dict[str, Value]:
    """What the question needs, read from name=value, the rest as usual."""
    values = dict(inquiry.usual)
    params = {param.name: param for param in inquiry.params}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in params:
            raise Unreadable(f"“{setting}” is not one of: {', '.join(params)} (name=value).")
        param = params[name]
        value: Value = text
        if isinstance(param, Count):
            if not text.removeprefix("-").removeprefix("+").isdecimal():
                raise Unreadable(f"{name} is a whole number, not “{text}”.")
            value = int(text)
        elif isinstance(param, Many):
            value = [part for part in text.split(",") if part]
        param.check(value)
        values[name] = value
    for name in params:
        if name not in values:
            raise Unreadable(f"Say {name}={_choices(params[name])}.")
    return values


def _from_record(
    ruleset: AnyRuleset, path: Path, at: int | None, seat: str | None, title: str | None
) -> list[Prospect]:
    record = _replayed(ruleset, path, at)
    prospects = record.ruleset.prospects(record.state, record.seat(_named(seat)).name)
    found = [p for p in prospects if title is None or title.lower() in p.title.lower()]
    if not found:
        raise Refused("", f"{seat} has no draw ahead whose odds could be told.")
    return found


def _replayed(ruleset: AnyRuleset, path: Path, at: int | None) -> Record[Struct, Struct, Struct]:
    header, entries = load_record(path)
    if header.game != ruleset.id:
        raise Refused("", f"That record is of {header.game}, not of {ruleset.id}.")
    return replay(ruleset, header, entries, to=at)


def _named(seat: str | None) -> str:
    if seat is None:
        raise Unreadable("Whose odds? Name a --seat.")
    return seat
