"""Kinds of parameters: what may be chosen for a field of an action.

    target: Annotated[str, Figure(beside, nobody=("DOA-163", "Nobody is beside you."))]
    way: Literal["ranged", "melee"]

A kind knows the legal values of its field: the form shows exactly these, and the action is carried
out with exactly these. The functions that a kind is given take the state, the seat, and then the
values of the fields named in `after`, or what is `meant` by them. A field whose type says it all
needs no kind: `Literal`, `bool`, a number with limits, words.

A field with a default is left alone where there is nothing to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import islice
from typing import ClassVar, TypeAlias

import msgspec
from msgspec import Struct

from fatedeck.engine import offers
from fatedeck.engine.errors import Refused, Said, Unlisted
from fatedeck.engine.offers import Param, Value
from fatedeck.engine.questions import Meaning, between

Among: TypeAlias = tuple[str, ...] | Callable[..., Iterable[str]]
"""Names to choose from. A mapping says with each name what it is."""
Reason: TypeAlias = Callable[..., Refused | None]
"""Why a name or number may not be chosen: of the state, the seat, it, and what is chosen."""
Bound: TypeAlias = int | Callable[..., int]

_MENTIONED = 12
"""Names that a refusal lists at most."""


class Noted(Mapping[str, str]):
    """Names to choose from, with notes that are written only when somebody reads them."""

    def __init__(self, names: Collection[str], note: Callable[[str], str]) -> None:
        self._names = names
        self._note = note

    def __getitem__(self, name: str) -> str:
        if name not in self._names:
            raise KeyError(name)
        return self._note(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


class Asking(Struct, frozen=True):
    """Who fills in a form, at which table, what is chosen already, and what is meant by it."""

    state: Struct
    seat: str
    chosen: Mapping[str, Value] = {}
    meant: dict[Callable[..., object], object] = msgspec.field(default_factory=dict)

    def means(self, meant: Callable[..., object], *chosen: object) -> object:
        """What is meant by some choices, made once for all who ask."""
        if meant not in self.meant:
            self.meant[meant] = meant(self.state, self.seat, *chosen)
        return self.meant[meant]


NOBODY = Asking(Struct(), "")
"""What is the same at every table may be asked by nobody at none."""


class Spot(Struct, frozen=True):
    """Where a kind stands: a field of an action, what people call it, and its default."""

    name: str
    label: str
    default: Value | None = None


class Kind(Struct, frozen=True, kw_only=True):
    """What may be chosen for a field; a refusal names its `clause`.

    `after` names the earlier fields that this depends on. Where all functions would make the same
    of them, as a power in use out of who, which and for how much, `meant` makes it, once.
    """

    label: str = ""
    after: tuple[str, ...] = ()
    meant: Callable[..., object] | None = None
    clause: str = ""

    def param(self, spot: Spot, asking: Asking) -> Param:
        """The field as a form shows it, with all that may be chosen."""
        raise NotImplementedError

    def outline(self, spot: Spot) -> Param:
        """The field as an offer tells it at every table: what differs is left to be asked for."""
        return self.param(spot, NOBODY)

    def is_free(self) -> bool:
        """Whether there is something to choose at every table."""
        return True

    def may_stay(self) -> bool:
        """Whether the field may be left as it is by default at every table."""
        return False

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        """Why there is nothing to choose, or None if there is something."""
        return None

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        """Why this may not be chosen, or None if it may."""
        refused = self.param(spot, asking).why_not(value)
        return refused and Refused(self.clause, refused.sentence)

    def why_not_now(self, asking: Asking, value: Value) -> Refused | None:
        """Why a value that is known to be one of the field's may not be chosen just now."""
        return None

    def is_known(self, asking: Asking) -> bool:
        """Whether everything that this depends on has been chosen."""
        return not self.after or set(self.after) <= asking.chosen.keys()

    def _between(self, low: Bound, high: Bound, asking: Asking) -> tuple[int, int]:
        """Two bounds as they are for whoever asks."""
        if isinstance(low, int) and isinstance(high, int):
            return low, high
        given = self._given(asking)
        return (
            low if isinstance(low, int) else low(*given),
            high if isinstance(high, int) else high(*given),
        )

    def _given(self, asking: Asking) -> tuple[object, ...]:
        return (asking.state, asking.seat, *self._chosen(asking))

    def _chosen(self, asking: Asking) -> tuple[object, ...]:
        """What is chosen for the fields that this depends on, or what is meant by it."""
        if not self.after:
            return ()
        meant = self.meant
        if meant is not None and meant in asking.meant:
            return (asking.meant[meant],)
        chosen = tuple(map(asking.chosen.__getitem__, self.after))
        return chosen if meant is None else (asking.means(meant, *chosen),)


class One(Kind, frozen=True):
    """One of some names. With words for `none` the field may also be left empty.

    `unless` says of a name why it may not be chosen just now; `nobody` says it of all of them;
    `called` is what people read for a name. Those that are `spared`, such as a friend whom an
    attack could strike, come last and are never chosen beforehand: where there are some, only one
    who stands alone before them is. Nor is one of several that must be `said`, such as what
    somebody tries it with.
    """

    among: Among
    unless: Reason | None = None
    nobody: Said = ("", "")
    none: str = ""
    called: Callable[[str], str] | None = None
    spared: Callable[..., bool] | None = None
    said: bool = False

    of: ClassVar[Meaning] = ""

    def is_free(self) -> bool:
        return isinstance(self.among, tuple) and bool(self.among) and self.unless is None

    def may_stay(self) -> bool:
        return bool(self.none)

    def names(self, asking: Asking) -> Iterable[str]:
        """All names that could be meant."""
        return self._names(asking, self._chosen(asking))

    def legal(self, asking: Asking) -> Iterator[str]:
        """Those that may be chosen."""
        chosen = self._chosen(asking)
        names = self._names(asking, chosen)
        if self.unless is None:
            return iter(names)
        return (name for name in names if self._reason(asking, name, chosen) is None)

    def param(self, spot: Spot, asking: Asking) -> Param:
        options, notes = self.options(asking)
        spared = self.spared_of(asking, options)
        named = [name for name in options if name and name not in spared]
        alone = spared and len(named) == 1
        return offers.One(
            spot.name,
            spot.label,
            tuple(sorted(options, key=spared.__contains__)),
            notes,
            of=self.of,
            default=named[0] if alone else _text(spot.default),
            labels=self.labels(options),
            blank=bool(spared and not alone) or (self.said and len(named) > 1),
        )

    def outline(self, spot: Spot) -> Param:
        if self.is_free():
            return self.param(spot, NOBODY)
        return offers.One(
            spot.name, spot.label, of=self.of, default=_text(spot.default), asked=True
        )

    def options(self, asking: Asking) -> tuple[tuple[str, ...], dict[str, str]]:
        """What may be chosen, and what there is to say of it."""
        chosen = self._chosen(asking)
        names = self._names(asking, chosen)
        options = [name for name in names if self._reason(asking, name, chosen) is None]
        notes = {name: names[name] for name in options} if isinstance(names, Mapping) else {}
        if self.none:
            options, notes = ["", *options], {"": self.none, **notes}
        return tuple(options), {name: note for name, note in notes.items() if note}

    def spared_of(self, asking: Asking, options: Iterable[str]) -> set[str]:
        """Those of these that are only chosen on purpose."""
        spared = self.spared
        if spared is None:
            return set()
        state, seat, chosen = asking.state, asking.seat, self._chosen(asking)
        return {name for name in options if name and spared(state, seat, name, *chosen)}

    def labels(self, options: Iterable[str]) -> dict[str, str]:
        """What people read for these names."""
        return {} if self.called is None else {name: self.called(name) for name in options if name}

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        if next(self.legal(asking), None) is not None:
            return None
        chosen = self._chosen(asking)
        reasons = (self._reason(asking, name, chosen) for name in self._names(asking, chosen))
        return (
            Refused(*self.nobody)
            if self.nobody[1]
            else next(filter(None, reasons), None)
            or Refused(self.clause, f"{spot.label}: there’s nothing to choose from.")
        )

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        if value == spot.default and (self.may_stay() or self.why_none(spot, asking) is not None):
            return None
        chosen = self._chosen(asking) if self.after else ()
        if isinstance(value, str) and value in self._names(asking, chosen):
            return self._reason(asking, value, chosen)
        there = [self._said(name) for name in islice(self.names(asking), _MENTIONED + 1) if name]
        text = f"{spot.label}: “{self._said(value)}” is not one of {_listed(there)}."
        if len(there) == 1:
            text = f"{spot.label}: this can only be {there[0]}, not “{self._said(value)}”."
        unknown = Unlisted(self.clause, text, self._said(value))
        return self.why_none(spot, asking) or unknown

    def why_not_now(self, asking: Asking, value: Value) -> Refused | None:
        if not isinstance(value, str) or not value:
            return None
        return self._reason(asking, value, self._chosen(asking) if self.after else ())

    def _said(self, value: Value) -> str:
        """What people read for this, which may be no name at all."""
        try:
            return self.called(value) if self.called and isinstance(value, str) else str(value)
        except LookupError:
            return str(value)

    def _names(self, asking: Asking, chosen: tuple[object, ...]) -> Iterable[str]:
        if isinstance(self.among, tuple):
            return self.among
        if not chosen:
            return self.among(asking.state, asking.seat)
        return self.among(asking.state, asking.seat, *chosen)

    def _reason(self, asking: Asking, name: str, chosen: tuple[object, ...]) -> Refused | None:
        if self.unless is None:
            return None
        if not chosen:
            return self.unless(asking.state, asking.seat, name)
        return self.unless(asking.state, asking.seat, name, *chosen)


class Listed(One, frozen=True):
    """One of what the game's own lists name, which are the same from first to last at a table.

    So an adventure that names something else is told so before anybody plays it.
    """


class Figure(One, frozen=True):
    """Somebody at the table."""

    of: ClassVar[Meaning] = "figure"


class Aimed(Figure, frozen=True):
    """Somebody who is meant, or nobody: a single one is chosen beforehand, of several none is.

    Where it `aims` at nobody, as what strikes no one does not, nobody is chosen beforehand.
    """

    aims: Callable[..., bool] = lambda *_: True

    def param(self, spot: Spot, asking: Asking) -> Param:
        found = super().param(spot, asking)
        assert isinstance(found, offers.One)
        if not self.aims(*self._given(asking)):
            return found
        names = tuple(filter(None, found.options))
        alone = names[0] if len(names) == 1 else None
        return msgspec.structs.replace(
            found, options=(*names, ""), default=alone, blank=alone is None
        )


class Hero(One, frozen=True, kw_only=True):
    """A ready-made character, taken as it is; `taken` says which ones are played, and by whom."""

    taken: Callable[..., dict[str, str]]

    of: ClassVar[Meaning] = "hero"

    def param(self, spot: Spot, asking: Asking) -> Param:
        param = super().param(spot, asking)
        assert isinstance(param, offers.One)
        return msgspec.structs.replace(param, taken=self.taken(*self._given(asking)))


class Square(One, frozen=True):
    """A square of the map."""

    of: ClassVar[Meaning] = "square"


class CardOf(One, frozen=True):
    """A card that lies somewhere."""

    of: ClassVar[Meaning] = "card"


class Many(Kind, frozen=True):
    """From `least` to `most` of some names, each once; a form begins with the `first` of them."""

    one: One
    least: Bound
    most: Bound
    first: Callable[..., Iterable[str]] | None = None

    def is_free(self) -> bool:
        return False

    def param(self, spot: Spot, asking: Asking) -> Param:
        options, notes = self.one.options(asking)
        least, most = self._between(self.least, self.most, asking)
        labels = self.one.labels(options)
        first = set(self.first(asking.state, asking.seat) if self.first is not None else ())
        return offers.Many(
            spot.name,
            spot.label,
            options,
            least,
            max(least, min(most, len(options))),
            notes,
            of=self.one.of,
            labels=labels,
            blank=bool(self.one.spared_of(asking, options)),
            default=tuple(option for option in options if option in first),
        )

    def outline(self, spot: Spot) -> Param:
        if isinstance(self.least, int) and isinstance(self.most, int) and self.one.is_free():
            return self.param(spot, NOBODY)
        return offers.Many(spot.name, spot.label, (), 0, 0, of=self.one.of, asked=True)

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        fewest, most = self._between(self.least, self.most, asking)
        least = max(1, fewest)
        enough = most >= least
        if enough and sum(1 for _ in islice(self.one.legal(asking), least)) == least:
            return None
        none = self.one.why_none(spot, asking)
        wanted = f"there are fewer than {least}" if enough else "there’s nothing to choose from"
        return none or Refused(self.clause, f"{spot.label}: {wanted}.")

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        if not isinstance(value, list) or len(set(value)) != len(value):
            return Refused(self.clause, f"{spot.label}: name each choice once.")
        if value == spot.default and self.why_none(spot, asking) is not None:
            return None
        least, most = self._between(self.least, self.most, asking)
        if not least <= len(value) <= most:
            wanted = between(least, most) if least else f"at most {most}"
            return Refused(self.clause, f"{spot.label}: choose {wanted}.")
        names = self.one.names(asking)
        known = names if isinstance(names, list) else set(names)
        for name in value:
            if name in known and self.one.why_not_now(asking, name) is None:
                continue
            one = Spot(spot.name, spot.label)
            if (refused := self.one.why_not(one, asking, name)) is not None:
                return refused
        return None


class Count(Kind, frozen=True):
    """A whole number. `unless` says of a number why it may not be chosen just now.

    A column of the map may name the `squares` that can be meant with the row after it.
    """

    low: Bound
    high: Bound
    unless: Reason | None = None
    of: Meaning = ""
    squares: Callable[..., Iterable[str]] | None = None

    def is_free(self) -> bool:
        if not isinstance(self.low, int) or not isinstance(self.high, int):
            return False
        return self.unless is None and self.low < self.high

    def param(self, spot: Spot, asking: Asking) -> Param:
        low, high = self._between(self.low, self.high, asking)
        squares = () if self.squares is None else tuple(self.squares(*self._given(asking)))
        default = _number(spot.default)
        return offers.Count(spot.name, spot.label, low, high, default, of=self.of, squares=squares)

    def outline(self, spot: Spot) -> Param:
        if isinstance(self.low, int) and isinstance(self.high, int) and not self.after:
            return self.param(spot, NOBODY)
        default = _number(spot.default)
        return offers.Count(spot.name, spot.label, 0, 0, default, asked=True, of=self.of)

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        low, high = self._between(self.low, self.high, asking)
        if high < low or low == high == spot.default:
            return Refused(self.clause, f"{spot.label}: there’s nothing to choose from.")
        return None

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        if value == spot.default and self.why_none(spot, asking) is not None:
            return None
        return self.why_not_now(asking, value) or Kind.why_not(self, spot, asking, value)

    def why_not_now(self, asking: Asking, value: Value) -> Refused | None:
        if self.unless is None or not isinstance(value, int):
            return None
        state, seat, *chosen = self._given(asking)
        return self.unless(state, seat, value, *chosen)


class YesNo(Kind, frozen=True):
    """A yes or a no."""

    def param(self, spot: Spot, asking: Asking) -> Param:
        return offers.YesNo(spot.name, spot.label, default=bool(spot.default))


class Words(Kind, frozen=True):
    """Free words. Where the field has a default, they may be left out.

    Squares may be tapped to be written down: `Words(of="square", several=True)`.
    """

    longest: int = 400
    of: Meaning = ""
    several: bool = False

    def param(self, spot: Spot, asking: Asking) -> Param:
        may_be_empty = spot.default is not None
        return offers.Words(
            spot.name, spot.label, self.longest, may_be_empty, self.of, self.several
        )


def _text(default: Value | None) -> str | None:
    return default if isinstance(default, str) else None


def _number(default: Value | None) -> int | None:
    return default if isinstance(default, int) else None


def _listed(names: Iterable[str]) -> str:
    some = [name for name in islice(names, _MENTIONED + 1) if name]
    more = ["…"] if len(some) > _MENTIONED else []
    return ", ".join([*some[:_MENTIONED], *more])
