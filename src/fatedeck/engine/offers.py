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
from fatedeck.engine.questions import Meaning, between


def kebab(name: str) -> str:
    """A class's name as a tag: `EndTurn` is `end-turn`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


Value: TypeAlias = str | int | bool | list[str] | dict[str, int]


class One(Struct, frozen=True, tag="one", omit_defaults=True):
    """A parameter: one of these names. `asked` means that they are still to be asked for.

    A name without a label is its own. `taken` says which of them somebody has, and who: others
    may choose them all the same. What is `blank` is never chosen beforehand, be there only one.
    """

    name: str
    label: str
    options: tuple[str, ...] = ()
    notes: dict[str, str] = {}
    of: Meaning = ""
    default: str | None = None
    asked: bool = False
    labels: dict[str, str] = {}
    taken: dict[str, str] = {}
    blank: bool = False

    def why_not(self, value: Value) -> Refused | None:
        if value not in self.options and not self.asked:
            return Refused("", f"{self.label}: “{value}” is not one of {', '.join(self.options)}.")
        return None


class Many(Struct, frozen=True, tag="many", omit_defaults=True):
    """A parameter: from `least` to `most` of these names, `blank` as above.

    A form begins with the names of its `default`.
    """

    name: str
    label: str
    options: tuple[str, ...]
    least: int
    most: int
    notes: dict[str, str] = {}
    of: Meaning = ""
    asked: bool = False
    labels: dict[str, str] = {}
    blank: bool = False
    default: tuple[str, ...] = ()

    def why_not(self, value: Value) -> Refused | None:
        if not isinstance(value, list):
            return Refused("", f"{self.label}: say what you choose.")
        if not self.asked and any(name not in self.options for name in value):
            return Refused("", f"{self.label}: choose among {', '.join(self.options)}.")
        if len(set(value)) != len(value):
            return Refused("", f"{self.label}: name each choice once.")
        if not self.asked and not self.least <= len(value) <= self.most:
            return Refused("", f"{self.label}: choose {between(self.least, self.most)}.")
        return None


class Count(Struct, frozen=True, tag="count", omit_defaults=True):
    """A parameter: a whole number from `low` to `high`.

    A column of the map may name the `squares`, such as 3,4, that can be meant with the row.
    """

    name: str
    label: str
    low: int
    high: int
    default: int | None = None
    asked: bool = False
    of: Meaning = ""
    squares: tuple[str, ...] = ()

    def why_not(self, value: Value) -> Refused | None:
        if not isinstance(value, int) or isinstance(value, bool):
            return Refused("", f"{self.label}: “{value}” is not a whole number.")
        if not self.asked and not self.low <= value <= self.high:
            return Refused("", f"{self.label}: a number {between(self.low, self.high)}.")
        return None


class YesNo(Struct, frozen=True, tag="yes-no", omit_defaults=True):
    """A parameter: a yes or a no."""

    name: str
    label: str
    default: bool = False

    def why_not(self, value: Value) -> Refused | None:
        if not isinstance(value, bool):
            return Refused("", f"{self.label}: yes or no?")
        return None


class Words(Struct, frozen=True, tag="words", omit_defaults=True):
    """A parameter in free words; `of` says what may be tapped to write it, once or `several`."""

    name: str
    label: str
    longest: int = 400
    may_be_empty: bool = True
    of: Meaning = ""
    several: bool = False

    def why_not(self, value: Value) -> Refused | None:
        if not isinstance(value, str):
            return Refused("", f"{self.label}: answer in words.")
        if len(value) > self.longest:
            return Refused("", f"{self.label}: at most {self.longest} characters.")
        if not value.strip() and not self.may_be_empty:
            return Refused("", f"{self.label}: say at least a word.")
        return None


Param: TypeAlias = One | Many | Count | YesNo | Words


class Form(Struct, frozen=True, omit_defaults=True):
    """What is left to choose before an action can be done, and why what is chosen does not do.

    Fields that depend on others come without their values until those are chosen.
    """

    params: tuple[Param, ...] = ()
    why_not: str = ""
    clause: str = ""


class Offer(Struct, frozen=True, omit_defaults=True):
    """Something a seat may do, or may not do yet.

    `do` is the tag of an action of the game, `fixed` holds parameters that this offer has already
    settled, `params` the ones still open. `label` says what it does in the game's own words.
    `wanted` are the seats that have asked for it. What is `unlikely` is allowed, but nobody would
    be advised to do it now. What `warns` somebody is read before it is done.
    """

    do: str
    label: str
    group: str = ""
    params: tuple[Param, ...] = ()
    fixed: dict[str, Value] = {}
    clauses: tuple[str, ...] = ()
    note: str = ""
    why_not: str = ""
    cost: str = ""
    wanted: tuple[str, ...] = ()
    unlikely: bool = False
    warns: str = ""

    def action(self, **values: Value) -> dict[str, Value]:
        """The action that this offer makes with these parameters, each checked."""
        for param in self.params:
            refused = param.why_not(values[param.name]) if param.name in values else None
            if refused is not None:
                raise refused
        return {"do": self.do, **self.fixed, **values}


class Use(Struct, frozen=True, omit_defaults=True):
    """An offer, by its action and what it has settled, with a field that a thing would fill."""

    do: str
    name: str
    value: str
    fixed: dict[str, Value] = {}


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


class Action(Struct, frozen=True, forbid_unknown_fields=True, tag_field="do", tag=kebab):
    """Something a seat does. Its tag is the class's name in small letters: `end-turn`."""


@cache
def tag(action: type[Struct]) -> str:
    """The name of an action in offers and records."""
    return str(action.__struct_config__.tag)
