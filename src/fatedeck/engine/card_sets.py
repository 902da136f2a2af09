"""Cards as they lie in the box: which are printed together, and how many of each."""

from __future__ import annotations

from msgspec import Struct


class CardSet(Struct, frozen=True, omit_defaults=True):
    """Cards that belong together on paper; `cards` counts copies by the names of their faces.

    Of some, `each` player needs one set.
    """

    id: str
    title: str
    cards: dict[str, int]
    about: str = ""
    each: bool = False
