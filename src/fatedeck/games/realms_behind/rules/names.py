"""Skills and elements by any of their names."""

from __future__ import annotations

import re
from collections.abc import Callable

from fatedeck.engine.errors import Refused
from fatedeck.engine.kinds import Asking, One, Spot
from fatedeck.engine.offers import Value
from fatedeck.games.realms_behind.data import book, proper_name

_LORE = re.compile(r"lore \(([^()/]+)\)")


class ByAnyName(One, frozen=True):
    """One of some names, or another name of it: Society, Radiant. RB-2.10, RB-12.4."""

    called: Callable[[str], str] | None = str.capitalize

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        meant = proper_name(value) if isinstance(value, str) else value
        return super().why_not(spot, asking, meant)


class Skill(ByAnyName, frozen=True):
    """A skill, or the Lore of a subject, learned or not. RB-2.9, RB-2.11."""

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        if isinstance(value, str) and is_lore(value):
            return None
        return super().why_not(spot, asking, value)


class OneOfSeveral(One, frozen=True):
    """One of some names, asked for only where there are several."""

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        names = list(self.legal(asking))
        if len(names) == 1:
            return Refused(self.clause, f"{spot.label}: there’s only one here, so you needn’t say.")
        return super().why_none(spot, asking)


def elements(*_: object) -> list[str]:
    """The kinds of damage. RB-12.4."""
    return list(book().elements)


def is_lore(skill: str) -> bool:
    """Whether this is the Lore of a named subject. RB-2.11."""
    return _subject(skill) != ""


def lore_of(subject: str) -> str:
    """The Lore of a named subject, as it is kept: `lore (old kings)`. RB-2.11."""
    return f"lore ({' '.join(subject.split()).lower()})"


def proper_skill(skill: str) -> str:
    """A skill by any of its names, or the Lore of a subject. RB-2.10, RB-2.11."""
    subject = _subject(skill)
    return lore_of(subject) if subject else proper_name(skill)


def _subject(skill: str) -> str:
    """What this is the Lore of; empty when it is no Lore."""
    found = _LORE.fullmatch(skill.strip().lower())
    return found[1].strip() if found else ""
