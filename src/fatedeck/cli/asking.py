"""What was asked on the command line: a question, its settings, the deck or table it is about."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from pathlib import Path
from typing import Literal, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.cli.reading import load_record
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.offers import Count, Many, One, Param, Value, Words, YesNo
from fatedeck.engine.prospects import CourseStudy, PlightStudy, Prospect, SpendingStudy, Study
from fatedeck.engine.record import Record
from fatedeck.engine.replay import replay
from fatedeck.engine.ruleset import AnyRuleset
from fatedeck.odds.asking import AnyStudy
from fatedeck.odds.counting import take_out

_WHOLE = re.compile(r"[+-]?[0-9]{1,400}")

Form = Literal["bars", "json", "csv", "svg"]


class Wanted(Struct, frozen=True):
    """What was asked on the command line, beside the game and its question."""

    settings: list[str]
    gone: list[str]
    record: Path | None
    at: int | None
    seat: str | None
    limit: float
    form: Form


Flag = TypeVar("Flag", bound=str)


def one_at_most(flags: Mapping[Flag, bool]) -> Flag | None:
    """The one of these flags that is set, if one is."""
    found = [flag for flag, is_set in flags.items() if is_set]
    if len(found) > 1:
        raise Unreadable(f"Use --{found[0]} or --{found[1]}, not both.")
    return found[0] if found else None


def values_of(
    inquiry: AnyStudy, settings: list[str], *, at_table: bool = False
) -> dict[str, Value]:
    """What the question needs, read from name=value, the rest as usual.

    What a table itself tells is not to be said as well.
    """
    values = dict(inquiry.usual)
    params = {param.name: param for param in inquiry.params}
    told: tuple[str, ...] = ()
    if at_table and isinstance(inquiry, SpendingStudy):
        told = (inquiry.hand,)
    elif at_table and isinstance(inquiry, CourseStudy):
        told = (inquiry.hand, *inquiry.told)
    elif at_table and isinstance(inquiry, PlightStudy):
        told = inquiry.staged
    elif at_table and isinstance(inquiry, Study):
        told = inquiry.told
    said: set[str] = set()
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals or name not in params:
            raise Unreadable(f"“{setting}” is not one of: {', '.join(params)} (name=value).")
        if name in told:
            raise Unreadable(f"The record already gives {name}. Leave it out.")
        if name in said:
            raise Unreadable(f"You gave {name} twice.")
        said.add(name)
        param = params[name]
        value: Value = text
        if isinstance(param, Count):
            if not _WHOLE.fullmatch(text):
                raise Unreadable(f"{name} is a whole number, not “{text}”.")
            value = int(text)
        elif isinstance(param, Many):
            value = [part for part in text.split(",") if part]
        if (refused := param.why_not(value)) is not None:
            raise refused
        values[name] = value
    for name in params:
        if name not in values and name not in told:
            raise Unreadable(f"Say {name}={choices_of(params[name])}.")
    return values


def choices_of(param: Param) -> str:
    """What a parameter may be, as a hint."""
    match param:
        case One() | Many():
            return "|".join(param.options) if len(param.options) <= 8 else "NAME"
        case Count():
            return f"{param.low}..{param.high}"
        case YesNo():
            return "yes|no"
        case Words():
            return "WORDS"


def from_deck(ruleset: AnyRuleset, prospect: Prospect, wanted: Wanted) -> Prospect:
    """The prospect from the cards that are left, none of them passed over."""
    fresh = *prospect.cards, *prospect.passed_over
    left = left_of(ruleset, fresh, wanted, known=prospect.classes)
    cards = tuple(card for card in left if card not in prospect.passed_over)
    return replace(prospect, cards=cards)


def left_of(
    ruleset: AnyRuleset,
    fresh: tuple[str, ...],
    wanted: Wanted,
    *,
    known: Container[str] = (),
    in_fight: bool = False,
) -> tuple[str, ...]:
    """A fresh deck, or what a seat of a record may still draw, without the cards gone.

    That must be cards of a fresh deck, or others that the question knows.
    """
    cards = fresh
    if wanted.record is not None:
        record = replayed(ruleset, wanted.record, wanted.at)
        seat = record.seat(named(wanted.seat)).name
        of = ruleset.remaining if in_fight else ruleset.unseen
        cards = tuple(of(record.state, seat))
        if not cards:
            raise Refused("", f"{seat} has no deck to draw from.")
        if strange := [card for card in cards if card not in fresh and card not in known]:
            raise Refused(
                "",
                f"This question’s deck has no {strange[0]}, but {seat} might draw it.",
            )
    return take_out(cards, wanted.gone)


def held_by(ruleset: AnyRuleset, wanted: Wanted) -> tuple[str, ...]:
    """The hand of a seat of a record."""
    assert wanted.record is not None
    record = replayed(ruleset, wanted.record, wanted.at)
    return tuple(ruleset.held(record.state, record.seat(named(wanted.seat)).name))


def replayed(ruleset: AnyRuleset, path: Path, at: int | None) -> Record[Struct, Struct, Struct]:
    """The table of a record after so many of its entries."""
    header, entries = load_record(path)
    if header.game != ruleset.id:
        raise Refused("", f"That record is from {header.game}, not {ruleset.id}.")
    if at is not None and at > len(entries):
        raise Refused("", f"That record has {len(entries)} entries, not {at}.")
    return replay(ruleset, header, entries, to=at)


def named(seat: str | None) -> str:
    """The seat whose odds are wanted."""
    if seat is None:
        raise Unreadable("Whose odds? Name a --seat.")
    return seat
