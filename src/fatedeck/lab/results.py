"""What comes out of many fights: each figure with its interval, and fights worth a look."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from fatedeck.engine.errors import NotInstalled
from fatedeck.engine.extras import extra
from fatedeck.engine.ruleset import find_game
from fatedeck.lab.blocks import record_of
from fatedeck.lab.encounter import Encounter, fights_of, pack
from fatedeck.lab.intervals import Figure, deviation, mean, percentiles, share
from fatedeck.lab.playing import Outcome

if TYPE_CHECKING:
    import polars

FAIR = 0.8
WORDS = ((0.95, "easy"), (FAIR, "fair"), (0.5, "hard"), (0.2, "deadly"), (0.0, "hopeless"))
"""What people call a fight that the party wins so often, at least."""

MEANING = (
    "What the words mean: the party wins "
    + ", ".join(f"{100 * least:.0f} % ({word})" for least, word in WORDS[:-1])
    + f" of all fights or more, or less ({WORDS[-1][1]})."
)
"""The words and what they stand for, as a sentence."""

OFTEN = 0.5
"""Somebody who falls in so many fights is named where the fight is called fair or easy."""


class Result:
    """Many fights of one encounter. All figures are reckoned from `outcomes`, in their order."""

    def __init__(self, encounter: Encounter, seed: str, outcomes: Sequence[Outcome]) -> None:
        self.encounter, self.seed = encounter, seed
        self.outcomes = sorted(outcomes, key=lambda one: one.number)
        self.sides = encounter.sides
        self._fights = fights_of(find_game(encounter.game))
        self.is_duel = self._fights.is_duel

    @property
    def fights(self) -> int:
        """How many were played."""
        return len(self.outcomes)

    @cached_property
    def won(self) -> Figure:
        """How often the first side won."""
        return self._share(lambda one: one.won == 1)

    @cached_property
    def lost(self) -> Figure:
        """How often the other side won."""
        return self._share(lambda one: one.won == 2)

    @cached_property
    def drawn(self) -> Figure:
        """How often it ended and nobody won."""
        return self._share(lambda one: one.won == 0 and not one.stuck)

    @cached_property
    def unended(self) -> Figure:
        """How often it had no end."""
        return self._share(lambda one: bool(one.stuck))

    @cached_property
    def stuck(self) -> dict[str, tuple[int, int]]:
        """Why fights had no end: how many, and the number of the first."""
        found: dict[str, tuple[int, int]] = {}
        for one in self.outcomes:
            if one.stuck:
                count, first = found.get(one.stuck, (0, one.number))
                found[one.stuck] = count + 1, first
        return found

    @cached_property
    def rounds(self) -> Figure:
        """How many rounds they take on average."""
        return mean([one.rounds for one in self.outcomes])

    @cached_property
    def falls(self) -> Figure:
        """How many of the first side are down at the end."""
        return mean([len(one.fell) for one in self.outcomes])

    @cached_property
    def unhurt(self) -> Figure:
        """How often nobody of the first side is down at the end."""
        return self._share(lambda one: not one.fell)

    @cached_property
    def felled(self) -> Figure:
        """How many of the other side are down at the end."""
        return mean([one.felled for one in self.outcomes])

    @cached_property
    def fell(self) -> dict[str, Figure]:
        """How often each of the first side is down at the end, the likeliest first."""
        counted = Counter(name for one in self.outcomes for name in one.fell)
        return {name: share(count, self.fights) for name, count in counted.most_common()}

    @cached_property
    def left(self) -> dict[str, Figure]:
        """What the first side has left, all together."""
        names = self.outcomes[0].left if self.outcomes else {}
        return {name: mean([one.left.get(name, 0) for one in self.outcomes]) for name in names}

    @cached_property
    def spread(self) -> dict[str, tuple[int, int, int]]:
        """What a tenth stays under, the middle, and what a tenth goes beyond."""
        if not self.outcomes:
            return {}
        found = {"rounds": percentiles([one.rounds for one in self.outcomes])}
        for name in self.left:
            found[name] = percentiles([one.left.get(name, 0) for one in self.outcomes])
        return found

    @cached_property
    def swings(self) -> Figure:
        """How often the lead changes sides."""
        return mean([one.swings for one in self.outcomes])

    @cached_property
    def luck(self) -> float:
        """How much is left to luck, from 0 to 1: 1 where each outcome is as likely."""
        return 4 * self.won.value * (1 - self.won.value)

    @cached_property
    def scatter(self) -> dict[str, float]:
        """How far rounds and what is left lie from their averages."""
        found = {"rounds": deviation([one.rounds for one in self.outcomes])}
        for name in self.left:
            found[name] = deviation([one.left.get(name, 0) for one in self.outcomes])
        return found

    @cached_property
    def decided(self) -> Figure:
        """The round from which on the winner led, of the fights that somebody won."""
        return mean([one.decided for one in self.outcomes if one.won])

    @cached_property
    def if_first(self) -> dict[str, Figure]:
        """How often the first side wins if it loses somebody first, and if the other side does."""
        found: dict[str, Figure] = {}
        for place, side in enumerate(() if self.is_duel else self.sides, 1):
            some = [one for one in self.outcomes if one.first == place]
            if some:
                found[side] = share(sum(one.won == 1 for one in some), len(some))
        return found

    @cached_property
    def odd(self) -> dict[str, int]:
        """The numbers of fights worth a look."""
        found: dict[str, int] = {}
        ended = [one for one in self.outcomes if not one.stuck]
        if ended:
            found["longest"] = max(ended, key=lambda one: (one.rounds, one.moves)).number
            found["shortest"] = min(ended, key=lambda one: (one.rounds, one.moves)).number
            found["most swings"] = max(ended, key=lambda one: one.swings).number
        rare = 1 if self.won.value < 0.5 else 2
        unlikely = next((one.number for one in ended if one.won == rare), None)
        if unlikely is not None:
            found["unlikely win" if rare == 1 else "unlikely loss"] = unlikely
        no_end = next((one.number for one in self.outcomes if one.stuck), None)
        if no_end is not None:
            found["without an end"] = no_end
        return found

    @property
    def verdict(self) -> str:
        """In a few words: `hard: won 62 % (±3), two fall on average`.

        Where the interval spans several words, the first and the last of them.
        """
        if self.is_duel:
            return f"{self.sides[0]} wins {percent(self.won)}"
        low, high = _word(self.won.low), _word(self.won.high)
        word = low if low == high else f"{low} to {high}"
        name, often = next(iter(self.fell.items()), ("", Figure(0, 0, 1, 0)))
        if self.won.value >= FAIR and often.value >= OFTEN:
            word += f", but {self.called(name)} falls {percent(often, bare=True)}"
        falls = round(self.falls.value, 1)
        many = _number(falls)
        fall = "falls" if falls in (0, 1) else "fall"
        average = " on average" if falls else ""
        return f"{word}: won {percent(self.won)}, {many} {fall}{average}"

    def called(self, name: str) -> str:
        """One of the party, by both names of whoever has two: `Marn (Clubs1)`."""
        return name if self.encounter.start else self._fights.full_name(name)

    def record(self, number: int) -> str:
        """One of these fights as a record, for `fatedeck replay` or the page."""
        return record_of(pack(self.encounter), self.seed, number)

    def figures(self) -> dict[str, Figure]:
        """Every figure by a name that a table can have as its column."""
        found = {
            "won": self.won,
            "lost": self.lost,
            "drawn": self.drawn,
            "without_end": self.unended,
            "rounds": self.rounds,
            "fallen": self.falls,
            "nobody_falls": self.unhurt,
            "felled": self.felled,
            "swings": self.swings,
            "decided_in_round": self.decided,
        }
        found |= {f"falls_{name}": figure for name, figure in self.fell.items()}
        found |= {f"left_{name}": figure for name, figure in self.left.items()}
        for name, figure in zip(("party", "foes"), self.if_first.values(), strict=False):
            found[f"won_if_{name}_lose_first"] = figure
        return found

    def rows(self) -> list[dict[str, object]]:
        """A row for each fight."""
        return [
            {
                "fight": one.number,
                "won": {1: self.sides[0], 2: self.sides[1]}.get(one.won, ""),
                "rounds": one.rounds,
                "moves": one.moves,
                "fallen": len(one.fell),
                "felled": one.felled,
                "swings": one.swings,
                "decided_in_round": one.decided,
                **{f"left_{name}": left for name, left in one.left.items()},
                "stuck": one.stuck,
            }
            for one in self.outcomes
        ]

    def to_polars(self) -> polars.DataFrame:
        """A row for each fight, where polars is installed."""
        return polars_frame(self.rows())

    def to_pandas(self) -> object:
        """The same as a DataFrame of pandas, where that is installed."""
        return pandas_frame(self.rows())

    def __repr__(self) -> str:
        return f"<{self.encounter.title}: {self.verdict}; {self.fights} fights>"

    def _repr_html_(self) -> str:
        """The result as a small table, where a notebook shows it."""
        rows = "".join(
            f"<tr><td>{html.escape(name)}</td><td style='text-align:right'>"
            f"{html.escape(said)}</td></tr>"
            for name, said in told(self)
        )
        title = html.escape(self.encounter.title)
        return f"<b>{title}</b><br>{html.escape(self.verdict)}<table>{rows}</table>"

    def _share(self, is_so: Callable[[Outcome], bool]) -> Figure:
        return share(sum(map(is_so, self.outcomes)), self.fights)


def told(result: Result) -> list[tuple[str, str]]:
    """What people want to know, line by line."""
    ours, theirs = result.sides
    lines = [
        ("fights", f"{result.fights:,}"),
        (f"won by {ours}", percent(result.won)),
        (f"won by {theirs}", percent(result.lost)),
    ]
    if result.drawn.value:
        lines.append(("won by nobody, both sides out", percent(result.drawn)))
    lines.append(("rounds", number(result.rounds, result.spread.get("rounds"))))
    if not result.is_duel:
        lines.append(("fall on average", number(result.falls)))
        lines.append(("nobody falls", percent(result.unhurt)))
        lines += [
            (f"{result.called(name)} falls", percent(figure))
            for name, figure in result.fell.items()
        ]
    for name, figure in result.left.items():
        if not figure.value:
            continue
        lines.append((f"{name} left", number(figure, result.spread.get(name))))
    lines.append(("the lead changes", number(result.swings)))
    lines.append(("decided in round", number(result.decided)))
    for side, figure in result.if_first.items():
        loses = "loses" if side == ours else "lose"
        lines.append((f"won by {ours} if {side} {loses} somebody first", percent(figure)))
    for why, (count, first) in result.stuck.items():
        lines.append((f"without an end ({count}, the first is fight {first})", why))
    return lines


def percent(figure: Figure, *, bare: bool = False) -> str:
    """`62 % (±3)`; where the interval is narrow, with a decimal."""
    half = 100 * figure.half
    digits = 0 if half >= 0.95 else 1
    said = share_of(figure.value, digits)
    return said if bare else f"{said} (±{half:.{digits}f})"


def share_of(value: float, digits: int = 0) -> str:
    """A share in percent; only what never happened is 0 %, and what always did 100 %.

    >>> share_of(0.62), share_of(1 / 200), share_of(0.9996), share_of(0.9996, 1)
    ('62 %', 'under 1 %', 'over 99 %', 'over 99.9 %')
    """
    least = 10**-digits
    if 0 < 100 * value < least:
        return f"under {least:g} %"
    if 100 - least < 100 * value < 100:
        return f"over {100 - least:g} %"
    return f"{100 * value:.{digits}f} %"


def number(figure: Figure, spread: tuple[int, int, int] | None = None) -> str:
    """`3.2 (±0.1), mostly 2 to 5`."""
    if spread and spread[0] != spread[2]:
        mostly = f", mostly {spread[0]} to {spread[2]}"
    else:
        mostly = f", mostly {spread[0]}" if spread and figure.half else ""
    return f"{figure.value:.2f} (±{figure.half:.2f}){mostly}"


def _word(won: float) -> str:
    return next(word for least, word in WORDS if won >= least)


def _number(value: float) -> str:
    words = ("nobody", "one", "two", "three", "four", "five", "six", "seven", "eight")
    return words[int(value)] if value.is_integer() and value < len(words) else f"{value:.1f}"


def polars_frame(rows: list[dict[str, object]]) -> polars.DataFrame:
    """Rows as a table of polars."""
    with extra("lab", "A table of polars"):
        import polars
    return polars.DataFrame(rows, infer_schema_length=None)


def pandas_frame(rows: list[dict[str, object]]) -> object:
    """Rows as a DataFrame of pandas, which no extra of ours brings."""
    try:
        pandas = import_module("pandas")
    except ImportError as missing:
        raise NotInstalled("This needs pandas: pip install pandas") from missing
    made: object = pandas.DataFrame(rows)
    return made
