"""Filling in the form of an offer, one field after the other, as each makes the next one known."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import TypeVar

from msgspec import Struct

from fatedeck.engine.entries import Act
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, Form, Many, Offer, One, Param, Use, Value
from fatedeck.engine.ruleset import Ruleset

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


def fill(
    form: Callable[[Mapping[str, Value]], Form], offer: Offer, choose: Callable[[Param], Value]
) -> Act:
    """The action that comes of an offer when `choose` decides each field of its form."""
    chosen: dict[str, Value] = {}
    while (param := next_field(form, chosen)) is not None:
        chosen[param.name] = choose(param)
    return offer.action(**chosen)


def fillings(
    form: Callable[[Mapping[str, Value]], Form],
    offer: Offer,
    choices: Callable[[Param], Iterable[Value]],
    looks: int = sys.maxsize,
) -> Iterator[Act]:
    """Every action that comes of an offer when `choices` gives what to try for each field.

    The form is looked at so many times at most: where little fits, that may be before the end.
    """
    begun: list[Iterator[dict[str, Value]]] = [iter([{}])]
    while begun and looks:
        chosen = next(begun[-1], None)
        if chosen is None:
            begun.pop()
            continue
        looks -= 1
        now = form(chosen)
        param = next((param for param in now.params if param.name not in chosen), None)
        if param is not None:
            begun.append(_each(chosen, param.name, choices(param)))
        elif not now.why_not:
            yield offer.action(**chosen)


def _each(
    chosen: Mapping[str, Value], name: str, values: Iterable[Value]
) -> Iterator[dict[str, Value]]:
    return ({**chosen, name: value} for value in values)


def next_field(
    form: Callable[[Mapping[str, Value]], Form], chosen: Mapping[str, Value]
) -> Param | None:
    """The next field to fill in; None when the form is whole, `Refused` when it does not do."""
    now = form(chosen)
    param = next((param for param in now.params if param.name not in chosen), None)
    if param is None and now.why_not:
        raise Refused(now.clause, now.why_not)
    return param


def uses(ruleset: Ruleset[S, Opt, A], state: S, seat: str, names: Collection[str]) -> list[Use]:
    """What a seat may do with something that goes by these names."""
    return [
        Use(offer.do, param.name, name, offer.fixed)
        for offer in ruleset.offers(state, seat)
        if offer.params and not offer.why_not
        for param in ruleset.form(state, seat, offer, {}).params
        for name in _meant(param)
        if name in names
    ]


def _meant(param: Param) -> tuple[str, ...]:
    """The names that would fill a field; a column is filled by a square, and its row with it."""
    if isinstance(param, One | Many):
        return param.options
    return param.squares if isinstance(param, Count) else ()


def all_forms(ruleset: Ruleset[S, Opt, A], state: S, seat: str) -> list[Form]:
    """Everything that a seat is told when it opens each form that is offered to it."""
    return [
        ruleset.form(state, seat, offer, {})
        for offer in ruleset.offers(state, seat)
        if offer.params and not offer.why_not
    ]
