"""Sweeps: the same fight with other numbers, and what the difference is.

Every point is played with the same luck, fight by fight, so that a small difference is seen with
few fights.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import FOES, PARTY
from fatedeck.engine.offers import Value
from fatedeck.engine.ruleset import find_game
from fatedeck.lab.encounter import Encounter, fights_of
from fatedeck.lab.intervals import Figure, difference
from fatedeck.lab.results import Result, pandas_frame, percent, polars_frame
from fatedeck.lab.running import Now, Wish, run_all

if TYPE_CHECKING:
    import polars

MOST_POINTS = 400
"""A sweep with more points than this is a search, and nobody reads its table."""

FEW = 8
"""So many points of a sweep are told in one line."""

Values = Mapping[str, Value]
Watch = Callable[[int, int, Now], None]


class Vary(Struct, frozen=True):
    """A number that takes several values."""

    name: str
    values: tuple[str | int, ...]


def read_vary(text: str) -> Vary:
    """What `--vary` says: `foes=1..8`, `stamina=2..10/2`, `power=d4,d6`.

    >>> read_vary("foes=1..3")
    Vary(name='foes', values=(1, 2, 3))
    """
    name, sign, said = (part.strip() for part in text.partition("="))
    if not sign or not name or not said:
        raise Refused("", f"“{text}”: write what is varied as foes=1..8 or power=d4,d6.")
    span = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})(?:/(\d{1,9}))?", said)
    if span is not None:
        low, high, step = int(span[1]), int(span[2]), int(span[3] or 1)
        if low > high or not step:
            raise Refused("", f"“{text}”: from {low} to {high} there is nothing to try.")
        if (high - low) // step >= MOST_POINTS:
            raise Refused("", f"“{text}”: that is more than {MOST_POINTS} points for one table.")
        return Vary(name, tuple(range(low, high + 1, step)))
    values = [one.strip() for one in said.split(",")]
    if not all(values) or len(set(values)) < len(values):
        raise Refused("", f"“{text}”: name each value once, separated by commas.")
    return Vary(name, tuple(int(v) if re.fullmatch(r"-?\d{1,9}", v) else v for v in values))


def points_of(varied: Sequence[Vary]) -> list[dict[str, Value]]:
    """Every point of a sweep, the last number changing fastest."""
    names = [vary.name for vary in varied]
    for name in names:
        if names.count(name) > 1:
            raise Refused("", f"“{name}” is varied twice.")
    count = 1
    for vary in varied:
        count *= len(vary.values)
    if count > MOST_POINTS:
        raise Refused("", f"That makes {count:,} points; a sweep has {MOST_POINTS} at most.")
    return [
        dict(zip(names, some, strict=True)) for some in product(*(vary.values for vary in varied))
    ]


class Sweep:
    """The results of all points, in order."""

    def __init__(self, varied: Sequence[Vary], results: Sequence[Result]) -> None:
        self.varied = list(varied)
        self.points = points_of(varied)[: len(results)]
        self.results = list(results)

    @property
    def title(self) -> str:
        """What is tried, from the first point to the last, and which numbers are varied."""
        first, last = (self.results[place].encounter.title for place in (0, -1))
        sides = zip(first.split(" against "), last.split(" against "), strict=False)
        told = " against ".join(
            one if one == other else f"{one} to {other}" for one, other in sides
        )
        return f"{told}; {' and '.join(self.names)} varied"

    @property
    def names(self) -> list[str]:
        """What is varied, for people: a setting says whose it is, as `foes’ level`."""
        settings = fights_of(find_game(self.results[0].encounter.game)).settings
        found = []
        for vary in self.varied:
            bare = vary.name.removeprefix(f"{PARTY}.").removeprefix(f"{FOES}.")
            owner = {PARTY: "heroes’ ", FOES: "foes’ "}.get(settings.get(bare, ""), "")
            found.append(f"{owner}{bare}" if owner else vary.name)
        return found

    def difference(self, first: int, second: int) -> Figure:
        """How much likelier the party wins at the second point than at the first.

        Both are compared fight by fight, as far as both were played.
        """
        one, other = self.results[first].outcomes, self.results[second].outcomes
        known = {outcome.number: outcome.won == 1 for outcome in other}
        both = [(o.won == 1, known[o.number]) for o in one if o.number in known]
        return difference([a for a, _ in both], [b for _, b in both])

    def rows(self) -> list[dict[str, object]]:
        """A row for each point: its values, and every figure with its interval."""
        names = list(dict.fromkeys(name for one in self.results for name in one.figures()))
        rows = []
        for place, (point, result) in enumerate(zip(self.points, self.results, strict=True)):
            figures, row = result.figures(), dict[str, object](point)
            row["fights"] = result.fights
            for name in names:
                figure = figures.get(name)
                row[name] = figure.value if figure else None
                row[f"{name}_low"] = figure.low if figure else None
                row[f"{name}_high"] = figure.high if figure else None
            against = self.difference(0, place)
            row["won_more"] = against.value
            row["won_more_low"], row["won_more_high"] = against.low, against.high
            rows.append(row)
        return rows

    def to_csv(self) -> str:
        """The rows as CSV."""
        rows, text = self.rows(), io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]) if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def to_parquet(self, path: Path) -> None:
        """The rows as a Parquet file."""
        self.to_polars().write_parquet(path)

    def to_polars(self) -> polars.DataFrame:
        """The rows as a DataFrame of polars, where that is installed."""
        return polars_frame(self.rows())

    def to_pandas(self) -> object:
        """The same as a DataFrame of pandas, where that is installed."""
        return pandas_frame(self.rows())

    def __repr__(self) -> str:
        won = ", ".join(percent(result.won) for result in self.results[:FEW])
        more = ", …" if len(self.results) > FEW else ""
        return f"<{self.title}: {len(self.results)} points, won {won}{more}>"

    def _repr_html_(self) -> str:
        from fatedeck.lab.showing import as_html_table

        return as_html_table(self)


def run_sweep(
    make: Callable[[Values], Encounter],
    varied: Sequence[Vary],
    wish: Wish,
    out: Path | None = None,
    watch: Watch | None = None,
) -> Sweep:
    """Play every point of a sweep; each of them is looked through before the first is played."""
    if not varied:
        raise Refused("", "What is to be varied? Name it as foes=1..8.")
    encounters = [make(point) for point in points_of(varied)]
    places = {encounter.digest: place for place, encounter in enumerate(encounters)}

    def told(now: Now) -> None:
        if watch is not None:
            watch(places[now.encounter.digest], len(encounters), now)

    results = run_all(encounters, wish, out, told)
    return Sweep(varied, [result for result in results if result.fights])
