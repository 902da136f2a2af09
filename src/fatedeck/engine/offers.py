"""What a seat may do now, as data that a form can be made from.

An offer names an action and the parameters still to be chosen. What is not allowed now is offered
too where a player would look for it, with the reason and its clause in `why_not`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import TypeAlias

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.questions import between


def _kebab(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


Value: TypeAlias = str | int | bool | list[str] | dict[str, int]


class One(Struct, frozen=True, tag="one", omit_defaults=True):
    """A parameter: one of these names."""

    name: str
    label: str
    options: tuple[str, ...]
    notes: dict[str, str] = {}

    def check(self, value: Value) -> None:
        if value not in self.options:
            raise Refused("", f"{self.label}: “{value}” is not one of {', '.join(self.options)}.")


class Many(Struct, frozen=True, tag="many", omit_defaults=True):
    """A parameter: from `least` to `most` of these names."""

    name: str
    label: str
    options: tuple[str, ...]
    least: int
    most: int
    notes: dict[str, str] = {}

    def check(self, value: Value) -> None:
        if not isinstance(value, list) or any(name not in self.options for name in value):
            raise Refused("", f"{self.label}: choose among {', '.join(self.options)}.")
        if len(set(value)) != len(value):
            raise Refused("", f"{self.label}: name each choice once.")
        if not self.least <= len(value) <= self.most:
            raise Refused("", f"{self.label}: choose {between(self.least, self.most)}.")


class Count(Struct, frozen=True, tag="count", omit_defaults=True):
    """A parameter: a whole number from `low` to `high`."""

    name: str
    label: str
    low: int
    high: int

    def check(self, value: Value) -> None:
        if not isinstance(value, int) or isinstance(value, bool):
            raise Refused("", f"{self.label}: “{value}” is not a whole number.")
        if not self.low <= value <= self.high:
            raise Refused("", f"{self.label}: a number {between(self.low, self.high)}.")


class Words(Struct, frozen=True, tag="words", omit_defaults=True):
    """A parameter in free words."""

    name: str
    label: str
    longest: int = 400
    may_be_empty: bool = True

    def check(self, value: Value) -> None:
        if not isinstance(value, str):
            raise Refused("", f"{self.label}: answer in words.")
        if len(value) > self.longest:
            raise Refused("", f"{self.label}: at most {self.longest} characters.")
        if not value.strip() and not self.may_be_empty:
            raise Refused("", f"{self.label}: say at least a word.")


Param: TypeAlias = One | Many | Count | Words


class Offer(Struct, frozen=True, omit_defaults=True):
    """Something a seat may do, or may not do yet.

    `do` is the tag of an action of the game, `fixed` holds parameters that this offer has already
    settled, `params` the ones still open. `label` says what it does in the game's own words.
    """

    do: str
    label: str
    group: str = ""
    params: tuple[Param, ...] = ()
    fixed: dict[str, Value] = {}
    clauses: tuple[str, ...] = ()
    note: str = ""
    why_not: str = ""

    def action(self, **values: Value) -> dict[str, Value]:
        """The action that this offer makes with these parameters, each checked."""
        for param in self.params:
            if param.name in values:
                param.check(values[param.name])
        return {"do": self.do, **self.fixed, **values}


def offer(
    do: type[Struct],
    label: str,
    *params: Param,
    group: str = "",
    fixed: dict[str, Value] | None = None,
    clauses: Iterable[str] = (),
    note: str = "",
    refused: Refused | None = None,
) -> Offer:
    """An offer of this action, with the reason why not when there is one."""
    clauses = tuple(clauses)
    if refused is not None and refused.clause and refused.clause not in clauses:
        clauses = (*clauses, refused.clause)
    return Offer(
        tag(do),
        label,
        group,
        params,
        fixed or {},
        clauses,
        note,
        refused.sentence if refused else "",
    )


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=_kebab):
    """Something a seat does. Its tag is the class's name in small letters: `end-turn`."""


@cache
def tag(action: type[Struct]) -> str:
    """The name of an action in offers and records."""
    return str(action.__struct_config__.tag)
