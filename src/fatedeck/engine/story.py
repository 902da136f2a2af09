"""What is told and shown while the rules are at work: lines of the story, and moments.

A line is kept as a template with its values and is put into words when somebody reads it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.view import Gadget

Said: TypeAlias = str | int | Sequence[str]
"""What a template names: a name, a number, or several names."""

Tone: TypeAlias = Literal["", "great", "good", "mixed", "bad", "dire"]

_NAMED = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")


class Turned(Struct, frozen=True, omit_defaults=True):
    """A card as it came, or the side of a die: what it reads, and whether it is what counts.

    Face down it has no name.
    """

    card: str = ""
    reads: str = ""
    counts: bool = True
    die: int = 0


class Moment(Struct, frozen=True, omit_defaults=True):
    """Something that was drawn, flipped, rolled or revealed, as everybody at the table sees it.

    `who` is the figure it happens to, `aim` says for what, `turned` is in the order it came, the
    gadget explains what decides. With `seen_by` only these seats see what is on the cards.
    """

    who: str
    aim: str = ""
    turned: tuple[Turned, ...] = ()
    gadget: Gadget | None = None
    verdict: str = ""
    tone: Tone = ""
    seen_by: tuple[str, ...] = ()

    def read_by(self, seat: str | None) -> Moment:
        """The moment as this seat sees it."""
        if not self.seen_by or seat in self.seen_by:
            return self
        face_down = (Turned(),) * len(self.turned)
        return replace(self, turned=face_down, gadget=None, verdict="", tone="")


def die_from_cards(who: str, die: str, cards: Sequence[str], value: int) -> Moment:
    """A die that is read from cards: the last one shows the number."""
    *blank, last = cards or ("",)
    turned = (*(Turned(card, counts=False) for card in blank), Turned(last, str(value)))
    return Moment(who, die, turned, verdict=str(value))


def die_rolled(who: str, die: str, sides: int, value: int) -> Moment:
    """A real die."""
    return Moment(who, die, (Turned(reads=str(value), die=sides),), verdict=str(value))


def cards_drawn(who: str, aim: str, cards: Sequence[str], tone: Tone = "") -> Moment:
    """Cards that lie open, and nothing is read from them."""
    return Moment(who, aim, tuple(Turned(card) for card in cards), tone=tone)


class Line(Struct, frozen=True):
    """One line of the story: what everyone may read, and what single seats read instead.

    `scene` is the title of the scene that begins with it.
    """

    template: str
    clauses: tuple[str, ...] = ()
    only: dict[str, str] = {}
    fiat: bool = False
    values: Mapping[str, Said] = {}
    moment: Moment | None = None
    scene: str = ""

    @property
    def text(self) -> str:
        """The line as everybody reads it."""
        return worded(self.template, self.values)

    def read_by(self, seat: str | None) -> str:
        """The line as this seat reads it; empty when it is not for its eyes."""
        mine = self.template if seat is None else self.only.get(seat, self.template)
        return worded(mine, self.values)

    def shown_to(self, seat: str | None) -> Moment | None:
        """The moment as this seat sees it."""
        return self.moment and self.moment.read_by(seat)

    @property
    def is_for_all(self) -> bool:
        """Whether everybody reads and sees the same."""
        return not self.only and (self.moment is None or not self.moment.seen_by)


def worded(template: str, values: Mapping[str, Said]) -> str:
    """A template in words.

    >>> worded("{who} draws {n} {n:card|cards}: {cards}.", {"who": "Ana", "n": 2, "cards": "KQ"})
    'Ana draws 2 cards: KQ.'
    """
    if not values:
        return template
    return _NAMED.sub(
        lambda found: _word(values.get(found[1], found[0]), found[2], found[3]), template
    )


def _word(value: Said, one: str | None, many: str | None) -> str:
    if one is not None and many is not None:
        count = value if isinstance(value, int) else len(value)
        return one if count == 1 else many
    return str(value) if isinstance(value, str | int) else listed(value)


def capital(text: str) -> str:
    """A text with a capital letter in front; the rest of it stays.

    >>> capital("very easy"), capital("raise Dexterity")
    ('Very easy', 'Raise Dexterity')
    """
    return text[:1].upper() + text[1:]


def listed(names: Sequence[str]) -> str:
    """Names as people say them.

    >>> listed(["Ana"]), listed(["Ana", "Ben"]), listed(["Ana", "Ben", "Cy"])
    ('Ana', 'Ana and Ben', 'Ana, Ben and Cy')
    """
    *most, last = names or [""]
    return f"{', '.join(most)} and {last}" if most else last
