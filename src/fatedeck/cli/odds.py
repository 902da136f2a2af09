"""The odds command: a question about a game, a seat's next draws in a record, its best choice."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.cli.asking import (
    Form,
    Wanted,
    choices_of,
    from_deck,
    held_by,
    left_of,
    named,
    replayed,
    values_of,
)
from fatedeck.cli.reading import console, load_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Seat
from fatedeck.engine.offers import Value
from fatedeck.engine.prospects import CourseStudy, PlightStudy, Prospect, SpendingStudy, Study
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.odds.asking import AnyStudy, known_question, question_of, questions_of
from fatedeck.odds.counting import count, take_out, without
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.dilemmas import dilemma, plight
from fatedeck.odds.distribution import Distribution, say
from fatedeck.odds.luck import luck_of
from fatedeck.odds.plans import Held, spend, when_to_draw_anew, when_to_redraw, when_to_stop
from fatedeck.odds.scales import Scales
from fatedeck.odds.showing import (
    Choice,
    Odds,
    as_csv,
    as_json,
    as_svg,
    bars,
    choice_of,
    choices_as_csv,
    columns_of,
    course_as_data,
    odds_as_data,
    option_as_data,
)
from fatedeck.terminal.console import Console, Passing

_PACE = 0.25
"""Seconds between two looks at a search."""

Plan = Literal["stop", "redraw", "reshuffle"]


def show_odds(game: str, question: str | None, wanted: Wanted) -> None:
    """Print the odds that were asked for."""
    ruleset = find_game(game)
    _check_table(wanted)
    asked = known_question(ruleset, question) if question is not None else None
    if wanted.record is not None and asked is None:
        _show_prospects(_from_record(ruleset, question, wanted), wanted)
    elif question is None:
        _list_questions(ruleset)
    else:
        asked = question_of(ruleset, question)
        values = values_of(asked, wanted.settings, at_table=wanted.record is not None)
        if isinstance(asked, Study):
            prospect = from_deck(ruleset, asked.pose(values), wanted)
            if prospect.again == "all" and (refused := asked.why_not_anew(prospect)):
                raise refused
            _show_prospects([prospect], wanted)
        elif isinstance(asked, CourseStudy):
            _show_course(ruleset, asked, values, wanted)
        elif isinstance(asked, SpendingStudy):
            _show_spending(ruleset, asked, values, wanted)
        else:
            _show_plight(ruleset, asked, values, wanted)


def _check_table(wanted: Wanted) -> None:
    if wanted.record is None and (wanted.at is not None or wanted.seat is not None):
        raise Unreadable("--at and --seat need a table. Name its --record.")


def show_plan(game: str, question: str | None, plan: Plan, wanted: Wanted) -> None:
    """Print when to stop drawing, or what to redraw, for everything that one may hold."""
    ruleset = find_game(game)
    _check_table(wanted)
    if question is None:
        raise Unreadable("Which draw? Name a question, such as check.")
    asked = question_of(ruleset, question)
    values = values_of(asked, wanted.settings, at_table=wanted.record is not None)
    if plan == "reshuffle":
        _show_reshuffle(ruleset, asked, values, wanted)
        return
    if wanted.form == "svg":
        raise _no_picture()
    held, prospect, words = _planned(ruleset, asked, plan, values, wanted)
    worths = [
        choice_of(f"{_holding(prospect, one)}: {word}", worth)
        for one in reversed(held)
        for word, worth in zip(words, (one.stop, one.draw), strict=True)
    ]
    if wanted.form != "bars":
        _show_choices("", worths, wanted.form)
        return
    console.print(f"{prospect.title}, from {len(prospect.cards)} cards", style="bold")
    for one in reversed(held):
        best = words[0] if one.stop >= one.draw else words[1]
        figures = f"{float(one.stop):8.2f} against {float(one.draw):8.2f}"
        console.print(f"  {_padded(_holding(prospect, one), 34)} {best:<12} {figures}")


def _planned(
    ruleset: AnyRuleset, asked: AnyStudy, plan: Plan, values: dict[str, Value], wanted: Wanted
) -> tuple[list[Held], Prospect, tuple[str, str]]:
    """What may be held, of which draw, and what the two choices are called."""
    if isinstance(asked, Study) and asked.worth and asked.pose(values).again:
        raise Refused("", "That draw is redrawn when it fails. Ask without it.")
    if isinstance(asked, Study) and plan == "stop" and asked.per_card is not None:
        prospect = from_deck(ruleset, asked.pose(values), wanted)
        held = when_to_stop(prospect, asked.worth.__getitem__, asked.per_card)
        return held, prospect, ("stop", "draw another")
    if isinstance(asked, Study) and plan == "redraw" and asked.per_redraw is not None:
        prospect, worth = from_deck(ruleset, asked.pose(values), wanted), asked.worth.__getitem__
        if asked.anew is None:
            held = when_to_redraw(prospect, worth, asked.per_redraw)
        else:
            if refused := asked.why_not_anew(prospect):
                raise refused
            anew = replace(asked.anew(values), cards=prospect.cards)
            held = when_to_draw_anew(prospect, anew, worth, asked.per_redraw)
        return held, prospect, ("keep", "redraw")
    raise Refused("", f"Nobody can {plan} in “{asked.name}”.")


def _show_reshuffle(
    ruleset: AnyRuleset, asked: AnyStudy, values: dict[str, Value], wanted: Wanted
) -> None:
    """The draw as the deck lies, and with the discards shuffled in first."""
    if not isinstance(asked, Study) or not asked.shuffles:
        raise Refused("", f"Nobody can shuffle discards in before “{asked.name}”.")
    prospect = from_deck(ruleset, asked.pose(values), wanted)
    discards = list(wanted.gone)
    if wanted.record is not None:
        record = replayed(ruleset, wanted.record, wanted.at)
        discards += ruleset.discarded(record.state, record.seat(named(wanted.seat)).name)
    if not discards:
        raise Refused("", "There are no discards to shuffle in. Name them with --without.")
    if strange := [card for card in discards if card not in prospect.classes]:
        raise Refused("", f"{strange[0]} is in the discards, and this question doesn’t know it.")
    lying = replace(prospect, title=f"{prospect.title}, the deck as it is")
    shuffled = replace(
        prospect,
        title=f"{prospect.title}, discards shuffled in",
        cards=(*prospect.cards, *discards),
    )
    _show_prospects([lying, shuffled], wanted)
    if wanted.form == "bars":
        as_it_lies, anew = (count(one).mean(asked.worth.__getitem__) for one in (lying, shuffled))
        better = "Shuffle them in" if anew > as_it_lies else "Leave the deck as it is"
        worths = f"{float(as_it_lies):.2f} as it is, {float(anew):.2f} shuffled"
        console.print(f"{better}: on average it’s worth {worths}.")


def _show_spending(
    ruleset: AnyRuleset, asked: SpendingStudy, values: dict[str, Value], wanted: Wanted
) -> None:
    pile = left_of(ruleset, asked.cards, wanted, known=asked.known)
    hand = held_by(ruleset, wanted) if wanted.record is not None else None
    spending = asked.pose_from(values, hand, pile)
    spent = [choice_of(str(card.card), card.passed) for card in spend(spending)]
    _show_choices(f"{spending.title}: checks passed in all", spent, wanted.form)


def _show_plight(
    ruleset: AnyRuleset, asked: PlightStudy[Struct], values: dict[str, Value], wanted: Wanted
) -> None:
    """What each answer is worth when this happens, at a table laid out for it or at a record's."""
    seats: tuple[Seat, ...] = (Seat("GM", "gm"), Seat("You"))
    if wanted.record is None:
        seat = "You"
        take_out(asked.cards, wanted.gone)
        state = asked.stage(values, seats, list(wanted.gone))
    else:
        if wanted.gone:
            raise Unreadable("The record says which cards are gone. Leave --without out.")
        record = replayed(ruleset, wanted.record, wanted.at)
        if record.flight is not None:
            raise Refused("", "There’s an action in progress. Ask for its --best answer.")
        seat, seats = record.seat(named(wanted.seat)).name, record.header.seats
        state = record.state
    scales = Scales(
        ruleset,
        plight(ruleset, state, seat, seats),
        decide=asked.settle,
        happens=lambda game: asked.happens(game, seat, values),
        limit=wanted.limit,
    )
    _show_weighed(f"{scales.prompt} ({seat})", scales, wanted)


def _holding(prospect: Prospect, held: Held) -> str:
    """What one holds: the result, how near, and after how many cards."""
    _, _, away = held.outcome.rpartition(" ")
    result = prospect.names.get(held.outcome, held.outcome)
    near = f" at {away}" if away.isdecimal() else ""
    after = f", {held.drawn} drawn" if prospect.draws > 2 else ""
    return f"{result}{near}{after}"


def show_best(game: str, question: str | None, wanted: Wanted) -> None:
    """Print what each answer to a seat's open question, or each action, is worth; best first."""
    if wanted.record is None:
        raise Unreadable("Which table? Name its --record.")
    if question is not None:
        raise Unreadable(f"--best asks what the table asks. Leave “{question}” out.")
    if wanted.gone:
        raise Unreadable("The record says which cards are gone. Leave --without out.")
    ruleset = find_game(game)
    record = replayed(ruleset, wanted.record, wanted.at)
    name = record.seat(named(wanted.seat)).name
    asked = record.question_for(name)
    if asked is None and record.flight is not None:
        raise Refused("", f"Nothing is being asked of {name} right now.")
    title = asked.prompt if asked is not None else "What to do now"
    _show_weighed(
        f"{title} ({name})", Scales(ruleset, dilemma(record, name), limit=wanted.limit), wanted
    )


def _show_weighed(title: str, scales: Scales[Struct, Struct, Struct], wanted: Wanted) -> None:
    """Weigh, and print what was found by then."""
    if wanted.form == "svg":
        raise _no_picture()
    how = _weigh(scales, wanted.limit)
    choices = [option_as_data(option) for option in scales.options()]
    if not choices:
        raise Refused("", f"{how.sentence} Nothing was weighed yet. Raise --limit.")
    _show_choices(title, choices, wanted.form)
    note = f"{how.sentence} {scales.note()}".strip()
    if note and not how.called_off:
        (console if wanted.form == "bars" else _errors()).print(note)
    if how.called_off:
        raise Refused("", note)


def _errors() -> Console:
    """Where everything goes that is not the answer itself."""
    return Console(stderr=True)


class _Cut(Struct, frozen=True):
    """How weighing was cut short, if it was."""

    sentence: str = ""
    called_off: bool = False


def _weigh(scales: Scales[Struct, Struct, Struct], limit: float) -> _Cut:
    """Weigh until all is done, the time is up or somebody calls it off (Ctrl-C).

    A terminal shows meanwhile how far it is and what has been found.
    """
    began, told = monotonic(), 0.0
    try:
        with Passing() as passing:
            while scales.turn():
                spent = monotonic() - began
                if spent > limit:
                    return _Cut(f"Stopped after {limit:g} s.")
                if passing.is_seen and spent - told > _PACE:
                    told = spent
                    found = list(map(option_as_data, scales.options()))
                    passing.show("Weighing", max(scales.done, spent / limit), *_lines(found))
    except KeyboardInterrupt:
        return _Cut(f"Stopped by you after {monotonic() - began:.0f} s.", called_off=True)
    return _Cut()


@contextmanager
def _watching(limit: float) -> Iterator[Callable[[float], None]]:
    """A bar that shows how far a long search is, a limit of time, and a word when it is stopped."""
    began, done, told = monotonic(), 0.0, 0.0
    try:
        with Passing() as passing:

            def watch(share: float) -> None:
                nonlocal done, told
                done, spent = share, monotonic() - began
                if spent - told > _PACE:
                    told = spent
                    passing.show("Running the rules to every end", share)
                if spent > limit:
                    raise Refused(
                        "",
                        f"That takes longer than {limit:g} s ({share:.0%} is done). Raise --limit.",
                    )

            yield watch
    except KeyboardInterrupt:
        raise Refused("", f"Stopped; {done:.0%} was done.") from None


def show_luck(path: Path) -> None:
    """Print the luck of each seat in a record, check by check."""
    header, entries = load_record(path)
    found = luck_of(find_game(header.game), header, entries)
    if not found:
        raise Refused("", "No draw in this record can be judged.")
    for luck in found:
        console.print(f"{luck.seat}: {luck.words()}", style="bold")
        came, expected = luck.successes()
        if expected:
            console.print(f"  successes: {came}, expected {float(expected):.1f}")
        for drawn in luck.draws:
            odds = count(drawn.prospect)
            chance = say(odds.at_least(drawn.outcome))
            title, outcome = drawn.prospect.title, drawn.outcome
            console.print(f"  {title}: {outcome} (this or better: {chance})")
    console.print("Luck is luck: once the table has ended, `fatedeck verify` proves every card.")


def _show(
    title: str, odds: Distribution[str], good: tuple[str, ...], *, played: bool = False
) -> None:
    console.print(title, style="bold")
    for line in bars(odds, console.width - 2, exact=not played):
        console.print("  " + line)
    if good:
        within = ", within 0.7 points, 19 times in 20" if played else ""
        console.print(f"  success: {say(odds.any_of(good))}{within}")


def _show_prospects(prospects: list[Prospect], wanted: Wanted) -> None:
    if wanted.form == "bars":
        for prospect in prospects:
            deck = "" if prospect.rolled else f", from {len(prospect.cards)} cards"
            _show(f"{prospect.title}{deck}", count(prospect), prospect.good)
    else:
        _print([odds_as_data(prospect) for prospect in prospects], wanted.form)


def _show_course(
    ruleset: AnyRuleset, asked: CourseStudy, values: dict[str, Value], wanted: Wanted
) -> None:
    if not asked.cards and (wanted.gone or wanted.record is not None):
        raise Refused("", f"The question “{asked.name}” has no deck to take cards out of.")
    cards = left_of(ruleset, asked.cards, wanted, known=asked.known, in_fight=True)
    if asked.hand and wanted.record is not None:
        held = held_by(ruleset, wanted)
        values, cards = {**values, asked.hand: ",".join(held)}, (*held, *cards)
    with _watching(wanted.limit) as watch:
        course = asked.pose_from(values, cards)
        odds = run_to_the_end(course, watch)
    if wanted.form == "bars":
        _show(course.title, odds, course.good, played=course.play is not None)
    else:
        _print([course_as_data(course, odds)], wanted.form)


def _show_choices(title: str, choices: list[Choice], form: Form) -> None:
    if form == "svg":
        raise _no_picture()
    if form != "bars":
        console.print(as_json(choices) if form == "json" else choices_as_csv(choices))
        return
    console.print(title, style="bold")
    for line in _lines(choices):
        console.print(line)


def _lines(choices: list[Choice]) -> list[str]:
    name = max((columns_of(choice.choice) for choice in choices), default=0)
    return [f"  {_padded(choice.choice, name)} {choice.figures()}" for choice in choices]


def _padded(text: str, columns: int) -> str:
    return text + " " * (columns - columns_of(text))


def _no_picture() -> Refused:
    return Refused("", "Choices come as bars, --json or --csv, not as a picture.")


def _print(data: list[Odds], form: Literal["json", "csv", "svg"]) -> None:
    console.print({"json": as_json, "csv": as_csv, "svg": as_svg}[form](data))


def _list_questions(ruleset: AnyRuleset) -> None:
    asked = questions_of(ruleset)
    if not asked:
        raise Refused("", f"{ruleset.title} has no questions of its own; use --record.")
    for inquiry in asked:
        usual = inquiry.usual
        names = [
            f"[{param.name}={choices_of(param)}]"
            if param.name in usual
            else f"{param.name}={choices_of(param)}"
            for param in inquiry.params
        ]
        console.print(f"{inquiry.name} {' '.join(names)}", style="bold")
        console.print(f"    {inquiry.about}")


def _from_record(ruleset: AnyRuleset, title: str | None, wanted: Wanted) -> list[Prospect]:
    """The next draws of a seat, those whose title has these words."""
    assert wanted.record is not None
    if wanted.settings:
        raise Unreadable(
            f"“{wanted.settings[0]}” doesn’t belong to any question of {ruleset.title}."
        )
    record = replayed(ruleset, wanted.record, wanted.at)
    seat = record.seat(named(wanted.seat)).name
    prospects = ruleset.prospects(record.state, seat)
    found = [p for p in prospects if title is None or title.lower() in p.title.lower()]
    if not found:
        raise Refused("", f"{seat} has nothing to draw right now.")
    return [without(prospect, wanted.gone) for prospect in found]
