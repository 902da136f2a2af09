"""Kinds of fields that older records and scenarios write in another way, too."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine import kinds
from fatedeck.engine.errors import Refused
from fatedeck.engine.kinds import Asking, Many, Spot
from fatedeck.engine.offers import Value


class YesOrNo(kinds.YesNo, frozen=True):
    """A yes or a no, perhaps in words."""

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        return None if value in ("no", "yes") else super().why_not(spot, asking, value)


class Spaces(Many, frozen=True):
    """Spaces of the map, perhaps in one line: 3,4 3,5."""

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        return super().why_not(spot, asking, listed(value) if isinstance(value, str) else value)


YesNo: TypeAlias = bool | Literal["no", "yes"]


def is_yes(value: bool | str) -> bool:
    """What was said, however it was written."""
    return value is True or value == "yes"


def listed(spaces: list[str] | str) -> list[str]:
    """The spaces that were named, however they were written."""
    return spaces.split() if isinstance(spaces, str) else spaces
