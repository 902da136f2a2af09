"""The odds command: a question about a game, or a seat's next draws in a record."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from fatedeck.cli.reading import console, load_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.offers import Count, Many, One, Value
from fatedeck.engine.prospects import Prospect, Study
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.odds.counting import count, without
from fatedeck.odds.distribution import say
from fatedeck.odds.luck import luck_of
from fatedeck.odds.showing import as_csv, as_json, as_svg, bars, odds_as_data

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
        _list_studies(ruleset)
        return
    else:
        prospects = [_pose(_study(ruleset, question), settings)]
    prospects = [without(prospect, gone) for prospect in prospects]
    if form == "bars":
        for prospect in prospects:
            _show(prospect)
        return
    data = [odds_as_data(prospect) for prospect in prospects]
    console.print({"json": as_json, "csv": as_csv, "svg": as_svg}[form](data))


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


def _show(prospect: Prospect) -> None:
    odds = count(prospect)
    console.print(f"{prospect.title}, from {len(prospect.cards)} cards", style="bold")
    for line in bars(odds):
        console.print("  " + line)
    if prospect.good:
        console.print(f"  success: {say(odds.any_of(prospect.good))}")


def _list_studies(ruleset: AnyRuleset) -> None:
    studies = ruleset.studies()
    if not studies:
        raise Refused("", f"{ruleset.title} has no questions of its own; use --record.")
    for study in studies:
        names = " ".join(f"{param.name}={_choices(param)}" for param in study.params)
        console.print(f"{study.name} {names}", style="bold")
        console.print(f"    {study.about}")


def _choices(param: object) -> str:
    match param:
        case One() | Many():
            return "|".join(param.options) if len(param.options) <= 8 else "NAME"
        case Count():
            return f"{param.low}..{param.high}"
    return "WORDS"


def _study(ruleset: AnyRuleset, name: str) -> Study:
    for study in ruleset.studies():
        if study.name == name:
            return study
    known = ", ".join(study.name for study in ruleset.studies()) or "none"
    raise Unreadable(f"{ruleset.title} knows no question “{name}”. It knows: {known}.")


def _pose(study: Study, settings: list[str]) -> Prospect:
    values: dict[str, Value] = {}
    params = {param.name: param for param in study.params}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in params:
            raise Unreadable(f"“{setting}” is not one of: {', '.join(params)} (name=value).")
        param = params[name]
        value: Value = text
        if isinstance(param, Count):
            if not text.lstrip("-").isdigit():
                raise Unreadable(f"{name} is a whole number, not “{text}”.")
            value = int(text)
        elif isinstance(param, Many):
            value = [part for part in text.split(",") if part]
        param.check(value)
        values[name] = value
    for name in params:
        if name not in values:
            raise Unreadable(f"Say {name}={_choices(params[name])}.")
    return study.pose(values)


def _from_record(
    ruleset: AnyRuleset, path: Path, at: int | None, seat: str | None, title: str | None
) -> list[Prospect]:
    header, entries = load_record(path)
    if header.game != ruleset.id:
        raise Refused("", f"That record is of {header.game}, not of {ruleset.id}.")
    record = replay(ruleset, header, entries, to=at)
    if seat is None:
        raise Unreadable("Whose odds? Name a --seat.")
    prospects = record.ruleset.prospects(record.state, record.seat(seat).name)
    found = [p for p in prospects if title is None or title.lower() in p.title.lower()]
    if not found:
        raise Refused("", f"{seat} has no draw ahead whose odds could be told.")
    return found
