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


class Common(Struct, frozen=True):
    """Somebody who goes by a common noun, such as a wolf: told with an article, unlike a name."""

    noun: str

    @property
    def the(self) -> str:
        return f"the {self.noun}"

    @property
    def a(self) -> str:
        return f"{'an' if self.noun[0] in 'aeiou' else 'a'} {self.noun}"


Named: TypeAlias = str | Common
Said: TypeAlias = Named | int | Sequence[Named]
"""What a template names: a name, somebody of a kind, a number, or several names."""

Tone: TypeAlias = Literal["", "great", "good", "mixed", "bad", "dire"]

_NAMED = re.compile(r"\{(\w+)(!a)?(?::([^{}|]*)\|([^{}|]*))?\}")
_BEGINS = re.compile(r"(^|[.!?] |“)$")


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
    gadget explains what decides. With `seen_by` only these seats see what is on the cards. What is
    done `against` one figure is shown with what it did to that one, and not to others.
    """

    who: str
    aim: str = ""
    turned: tuple[Turned, ...] = ()
    gadget: Gadget | None = None
    verdict: str = ""
    tone: Tone = ""
    seen_by: tuple[str, ...] = ()
    against: str = ""

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

    `scene` is the title of the scene that begins with it; with a `fight` one ends as it says.
    """

    template: str
    clauses: tuple[str, ...] = ()
    only: dict[str, str] = {}
    fiat: bool = False
    values: Mapping[str, Said] = {}
    moment: Moment | None = None
    scene: str = ""
    fight: bool = False

    @property
    def text(self) -> str:
        """The line as everybody reads it."""
        return worded(self.template, self.values)

    def read_by(self, seat: str | None) -> str:
        """The line as this seat reads it; empty when it is not for its eyes."""
        mine = self.template if seat is None else self.only.get(seat, self.template)
        return worded(mine, self.values)

    def naming(self, called: Mapping[str, Named]) -> Line:
        """The line with everyone in it as people call them; see `AS_IT_IS`."""
        if not any(_is_called(value, called) for value in self.values.values()):
            return self
        values = {
            name: value if name in AS_IT_IS else _called(value, called)
            for name, value in self.values.items()
        }
        return replace(self, values=values)

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
    >>> worded("{who!a} appears. {who} bites {whom}.", {"who": Common("wolf"), "whom": "Ana"})
    'A wolf appears. The wolf bites Ana.'
    """
    if not values:
        return template
    return _NAMED.sub(lambda found: _word(found, values.get(found[1], found[0])), template)


def _word(found: re.Match[str], value: Said) -> str:
    new, one, many = found[2], found[3], found[4]
    if one is not None and many is not None:
        if isinstance(value, int):
            return one if value == 1 else many
        return one if isinstance(value, Common) or len(value) == 1 else many
    if isinstance(value, str | int):
        return str(value)
    if isinstance(value, Common):
        said = value.a if new else value.the
    else:
        said = listed([name if isinstance(name, str) else name.the for name in value])
        if not value or isinstance(value[0], str):
            return said
    return capital(said) if _BEGINS.search(found.string[: found.start()]) else said


AS_IT_IS = ("player", "text", "words")
"""Values of a template that stay as they are: a person, not their hero; what somebody says."""


def _is_called(value: Said, called: Mapping[str, Named]) -> bool:
    if isinstance(value, str):
        return value in called
    return isinstance(value, Sequence) and any(isinstance(n, str) and n in called for n in value)


def _called(value: Said, called: Mapping[str, Named]) -> Said:
    if isinstance(value, str):
        return called.get(value, value)
    if isinstance(value, int | Common):
        return value
    return [called.get(name, name) if isinstance(name, str) else name for name in value]


def who(called: Mapping[str, Named], name: str) -> str:
    """Somebody, or something, as they are called inside a sentence.

    >>> who({"Tom": "Marn", "Wolf": Common("wolf")}, "Tom"), who({"Wolf": Common("wolf")}, "Wolf")
    ('Marn', 'the wolf')
    """
    found = called.get(name, name)
    return found if isinstance(found, str) else found.the


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
