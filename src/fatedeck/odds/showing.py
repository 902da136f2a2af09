"""Odds for people and for other programs: bars, CSV, JSON and SVG."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from unicodedata import east_asian_width

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.offers import Value
from fatedeck.engine.prospects import RUNS, Course, Measure, Prospect
from fatedeck.odds.counting import count
from fatedeck.odds.distribution import Distribution, per_cent, say
from fatedeck.odds.scales import Option


class Chance(Struct, frozen=True):
    """The chance of one outcome: exactly, and as a decimal number for drawing."""

    outcome: str
    exactly: str
    chance: float


class Odds(Struct, frozen=True):
    """The odds of a prospect or a course as data; `success` is what a player calls one.

    `cards` is how many may come, 0 where none are drawn. So many runs were `played` where they are
    not counted. The draw is made by the action `do` with what is `given`, `supposing` the rest.
    """

    title: str
    cards: int
    chances: tuple[Chance, ...]
    success: Chance | None = None
    clauses: tuple[str, ...] = ()
    do: str = ""
    played: int = 0
    given: dict[str, Value] = {}
    supposing: str = ""


def odds_as_data(prospect: Prospect) -> Odds:
    """The counted odds of a prospect."""
    odds = count(prospect)
    success = _success(odds, prospect.good)
    cards = 0 if prospect.rolled else len(prospect.cards)
    return Odds(
        prospect.title,
        cards,
        _chances(odds),
        success,
        prospect.clauses,
        prospect.do,
        given=prospect.given,
        supposing=prospect.supposing,
    )


def course_as_data(course: Course, odds: Distribution[str]) -> Odds:
    """The odds of how a course ends; it names no cards."""
    played = RUNS if course.play is not None else 0
    success = _success(odds, course.good)
    return Odds(course.title, 0, _chances(odds), success, course.clauses, played=played)


def _chances(odds: Distribution[str]) -> tuple[Chance, ...]:
    each = ((outcome, odds[outcome]) for outcome in odds)
    return tuple(Chance(outcome, str(chance), float(chance)) for outcome, chance in each)


def _success(odds: Distribution[str], good: tuple[str, ...]) -> Chance | None:
    chance = odds.any_of(good)
    return Chance(say(chance), str(chance), float(chance)) if good else None


class Choice(Struct, frozen=True, omit_defaults=True):
    """One answer to a question and what it is worth on average.

    An estimate from so many games `played` is not told exactly; it is right within `give_or_take`
    in 19 of 20 cases. `said` is how it compares, in the game's terms.
    """

    choice: str
    exactly: str
    worth: float
    played: int = 0
    give_or_take: float = 0.0
    said: str = ""

    def figures(self) -> str:
        """What it is worth, as a person reads it in a column."""
        if not self.played:
            return f" {self.worth:10.3f}"
        return f"≈{self.worth:10.3f} ± {self.give_or_take:.3f}"


def choice_of(choice: str, worth: Fraction) -> Choice:
    return Choice(choice, str(worth), float(worth))


def option_as_data(option: Option) -> Choice:
    """What a choice was found to be worth, or roughly so."""
    if not option.played:
        return choice_of(option.label or option.answer, option.worth)
    said = option.label or option.answer
    return Choice(said, "", float(option.worth), option.played, option.give_or_take)


def in_terms(choices: Sequence[Choice], measure: Measure) -> tuple[Choice, ...]:
    """The choices, the best first, each with how it compares in the game's terms.

    >>> two = [Choice("Strike", "", 90.0), Choice("Wait", "", 60.0)]
    >>> [choice.said for choice in in_terms(two, Measure("HP", 20))]
    ['best', '1.5 HP worse']
    """
    return tuple(replace(one, said=_compared(one, choices[0], measure)) for one in choices)


def _compared(choice: Choice, best: Choice, measure: Measure) -> str:
    if measure.chance:
        return f"{round(100 * choice.worth)}% {measure.chance}"
    if not measure.unit:
        return ""
    less = round((best.worth - choice.worth) / measure.each, 1)
    if choice is best:
        return "best"
    return f"{less:g} {measure.unit} worse" if less else "just as good"


LONGEST_BAR, SHORTEST_BAR = 40, 10


def bars(odds: Distribution[str], columns: int = 100, *, exact: bool = True) -> list[str]:
    """A bar chart in text, the best outcome on top; the bars leave room for the rest of a line."""
    name = max(map(columns_of, odds))
    widest = max(odds[outcome] for outcome in odds)
    fractions = {outcome: _readable(str(odds[outcome])) if exact else "" for outcome in odds}
    exactly = max(map(len, fractions.values()))
    width = min(LONGEST_BAR, max(SHORTEST_BAR, columns - name - exactly - len("    >99.99%")))
    lines = []
    for outcome in reversed(list(odds)):
        length = int(odds[outcome] * width * 8 / widest)
        bar = "█" * (length // 8) + ("", *"▏▎▍▌▋▊▉")[length % 8]
        gap = " " * (name - columns_of(outcome))
        share = f"{gap}{outcome} {bar:<{width}} {per_cent(odds[outcome]):>7}"
        lines.append(f"{share}  {fractions[outcome]}".rstrip())
    return lines


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes; some signs are two wide.

    >>> columns_of("✔✔"), columns_of("✅")
    (2, 2)
    """
    return sum(2 if east_asian_width(sign) in "WF" else 1 for sign in text)


def as_json(found: Sequence[Odds] | Sequence[Choice]) -> str:
    return msgspec.json.encode(list(found)).decode()


def choices_as_csv(choices: Sequence[Choice]) -> str:
    """One row a choice, the best first, with a heading; an estimate has nothing exact to tell."""
    rows = [f"{_quoted(c.choice)},{c.exactly},{c.worth:.6f},{c.give_or_take:.6f}" for c in choices]
    return "\n".join(["choice,exactly,worth,give_or_take", *rows])


def as_csv(all_odds: Sequence[Odds]) -> str:
    """One row an outcome, with a heading."""
    rows = ["title,outcome,exactly,chance"]
    for odds in all_odds:
        rows += [
            ",".join((_quoted(odds.title), _quoted(c.outcome), c.exactly, f"{c.chance:.6f}"))
            for c in odds.chances
        ]
    return "\n".join(rows)


def as_svg(all_odds: Sequence[Odds]) -> str:
    """Bars as a picture of their own; beside the longest there is room for its figures."""
    row, width = 26, 640
    chances = [chance for odds in all_odds for chance in odds.chances]
    left = max(80, 20 + _WIDE * max(columns_of(chance.outcome) for chance in chances))
    room = max(60, width - left - 16 - _NARROW * max(len(_figures(one)) for one in chances))
    parts: list[str] = []
    y = 0
    for odds in all_odds:
        parts.append(f'<text x="8" y="{y + 20}" class="title">{escape(odds.title)}</text>')
        y += row + 4
        widest = max(chance.chance for chance in odds.chances)
        for chance in reversed(odds.chances):
            length = room * chance.chance / widest
            middle = y + row * 2 / 3
            parts += [
                f'<text x="{left - 10}" y="{middle:.0f}" text-anchor="end">'
                f"{escape(chance.outcome)}</text>",
                f'<rect x="{left}" y="{y + 4}" width="{length:.1f}" height="{row - 8}" rx="3"/>',
                f'<text x="{left + length + 8:.1f}" y="{middle:.0f}" class="figure">'
                f"{escape(_figures(chance))}</text>",
            ]
            y += row
        y += 10
    style = (
        "text{font:14px sans-serif;fill:#1f1b16}.figure{font-size:12px}.title{font-weight:bold}"
        "rect{fill:#1f4d3f}.ground{fill:#fffdf8}"
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {y}" role="img">'
        f'<style>{style}</style><rect class="ground" width="{width}" height="{y}"/>'
        f"{''.join(parts)}</svg>"
    )


_WIDE, _NARROW = 8, 7
"""Pixels that a sign of a name and of a figure take."""


def _figures(chance: Chance) -> str:
    share, exactly = per_cent(Fraction(chance.exactly)), _readable(chance.exactly)
    return f"{exactly} · {share}" if exactly else share


def _readable(exactly: str) -> str:
    """A fraction that a person can read; those of long courses only programs can."""
    return exactly if len(exactly) <= 24 else ""


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
