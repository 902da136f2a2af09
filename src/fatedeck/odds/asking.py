"""What may be asked about a game away from its tables, by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.names import did_you_mean
from fatedeck.engine.offers import One, Param, Value
from fatedeck.engine.prospects import CourseStudy, PlightStudy, Prospect, SpendingStudy, Study
from fatedeck.engine.ruleset import AnyRuleset, find_game
from fatedeck.odds.counting import count, take_out
from fatedeck.odds.courses import run_to_the_end
from fatedeck.odds.distribution import Distribution

AnyStudy: TypeAlias = Study | CourseStudy | SpendingStudy | PlightStudy[Struct]


def ask(
    game: str, question: str, /, *, without: Iterable[str] = (), **settings: Value
) -> Distribution[str]:
    """The exact odds of a question about a game: a draw, or how a fight ends.

    `without` names cards that are gone from the deck; settings that are left out are the usual
    ones. `questions` tells what may be asked, and `settings` what belongs to a question.

    >>> flip = fd.odds.ask("deckahedron", "flip", rank=3, difficulty="easy")
    >>> flip["✔✔"], flip.at_least("✔")
    (Fraction(17, 38), Fraction(77, 95))
    >>> fd.odds.ask("deckahedron", "fight", rank=3, foe=2, stamina=4, foe_stamina=4).quantile(0.5)
    'the foe falls'
    """
    asked = question_of(find_game(game), question)
    values = settled(asked, settings)
    match asked:
        case Study():
            prospect = left_to_draw(asked.pose(values), without)
            if prospect.again == "all" and (refused := asked.why_not_anew(prospect)):
                raise refused
            return count(prospect)
        case CourseStudy():
            return run_to_the_end(asked.pose_from(values, take_out(asked.cards, without)))
        case _:
            raise Refused(
                "", f"“{question}” weighs choices. Ask it with: fatedeck odds {game} {question}"
            )


def questions(game: str) -> dict[str, str]:
    """What may be asked about a game, and what each question is about.

    >>> fd.odds.questions("deck-of-adventures")["check"]
    'A Check from a fresh deck of 52.'
    """
    return {asked.name: asked.about for asked in questions_of(find_game(game))}


def settings(game: str, question: str) -> dict[str, Param]:
    """What a question has to be told: each setting, with all that may be said for it.

    >>> fd.odds.settings("deckahedron", "flip")["rank"].options
    ('1', '2', '3', '4')
    """
    return {param.name: param for param in question_of(find_game(game), question).params}


def questions_of(ruleset: AnyRuleset) -> list[AnyStudy]:
    """All that may be asked about a game away from its tables."""
    return [*ruleset.studies(), *ruleset.courses(), *ruleset.spendings(), *ruleset.plights()]


def question_of(ruleset: AnyRuleset, name: str) -> AnyStudy:
    """The question of this name, or a sentence that names those there are."""
    if (asked := known_question(ruleset, name)) is not None:
        return asked
    known = [asked.name for asked in questions_of(ruleset)]
    none = f"{ruleset.title} has no question called “{name}”.{did_you_mean(name, known)}"
    raise Unreadable(f"{none} You can ask: {', '.join(known) or 'none'}.")


def known_question(ruleset: AnyRuleset, name: str) -> AnyStudy | None:
    """The question of this name, if the game has one."""
    return next((asked for asked in questions_of(ruleset) if asked.name == name), None)


def settled(inquiry: AnyStudy, given: Mapping[str, Value]) -> dict[str, Value]:
    """What a question needs, each value checked, the rest as usual."""
    values = dict(inquiry.usual)
    params = {param.name: param for param in inquiry.params}
    for name, value in given.items():
        if name not in params:
            none = f"“{inquiry.name}” has no “{name}”.{did_you_mean(name, params)}"
            raise Unreadable(f"{none} It has: {', '.join(params)}.")
        param = params[name]
        if isinstance(param, One) and isinstance(value, int):
            value = str(value)
        if (refused := param.why_not(value)) is not None:
            raise refused
        values[name] = value
    if missing := [name for name in params if name not in values]:
        raise Unreadable(f"“{inquiry.name}” also needs: {', '.join(missing)}.")
    return values


def left_to_draw(prospect: Prospect, gone: Iterable[str]) -> Prospect:
    """The prospect from the cards that are left, none of them passed over."""
    left = take_out((*prospect.cards, *prospect.passed_over), gone)
    return replace(prospect, cards=tuple(card for card in left if card not in prospect.passed_over))
