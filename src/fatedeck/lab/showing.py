"""Results for people: lines for a terminal, small charts of characters, tables for a page."""

from __future__ import annotations

import html

from fatedeck.lab.intervals import Figure
from fatedeck.lab.results import Result, number, percent, share_of
from fatedeck.lab.sweeps import Sweep

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SHADES = " ░▒▓█"
WIDTH = 30


def bar(figure: Figure, width: int = WIDTH) -> str:
    """A share as a bar, with its interval drawn behind its end: `█████▌╌╌┤`."""
    full = _filled(figure.value, width)
    end = min(width, round(figure.high * width))
    tail = "╌" * max(0, end - len(full))
    return (full + tail).ljust(width)


def _filled(value: float, width: int) -> str:
    eighths = round(max(0.0, min(1.0, value)) * width * 8)
    whole, part = divmod(eighths, 8)
    return "█" * whole + (_EIGHTHS[part] if part else "")


def distribution(result: Result, most: int = 12) -> list[str]:
    """How many rounds fights took, a line for each number."""
    counted: dict[int, int] = {}
    for one in result.outcomes:
        counted[one.rounds] = counted.get(one.rounds, 0) + 1
    if not counted:
        return []
    rows = sorted(counted.items())
    if len(rows) > most:
        rest = sum(count for _, count in rows[most - 1 :])
        rows = [*rows[: most - 1], (rows[most - 1][0], rest)]
    top = max(count for _, count in rows)
    lines = []
    for place, (rounds, count) in enumerate(rows):
        more = "+" if len(counted) > most and place == most - 1 else " "
        drawn = _filled(count / top, WIDTH).ljust(WIDTH)
        lines.append(f"{rounds:>4}{more} {drawn} {share_of(count / result.fights)}")
    return lines


def sweep_table(sweep: Sweep) -> list[str]:
    """A line for each point: its values, a bar, the chance to win, who falls, the difference."""
    names = [vary.name for vary in sweep.varied]
    widths = [
        max(len(told), *(len(str(value)) for value in vary.values))
        for told, vary in zip(sweep.names, sweep.varied, strict=True)
    ]
    head = "  ".join(told.rjust(width) for told, width in zip(sweep.names, widths, strict=True))
    lines = [f"{head}  {'won by the party'.ljust(WIDTH + 12)}  fall  rounds  against the first"]
    for place, (point, result) in enumerate(zip(sweep.points, sweep.results, strict=True)):
        values = "  ".join(
            str(point[name]).rjust(width) for name, width in zip(names, widths, strict=True)
        )
        lines.append(
            f"{values}  {bar(result.won)} {percent(result.won):>11}  {result.falls.value:4.1f}"
            f"  {result.rounds.value:6.1f}  {'' if not place else more(sweep.difference(0, place))}"
        )
    return lines


def heat_map(sweep: Sweep) -> list[str]:
    """A sweep over two numbers as a square of shades, with the chance to win in each."""
    if len(sweep.varied) != 2:
        return []
    down, across = sweep.varied
    width = max(7, *(len(str(value)) + 1 for value in across.values))
    left = max(len(str(value)) for value in down.values)
    lines = [" " * (left + 1) + "".join(str(value).rjust(width) for value in across.values)]
    found = {
        (point[down.name], point[across.name]): result.won.value
        for point, result in zip(sweep.points, sweep.results, strict=True)
    }
    for row in down.values:
        cells = []
        for column in across.values:
            value = found.get((row, column))
            shade = "·" if value is None else _SHADES[min(4, int(value * 5))]
            said = "" if value is None else f"{100 * value:.0f}"
            cells.append(f" {shade * 2}{said.rjust(width - 3)}")
        lines.append(f"{str(row).rjust(left)} " + "".join(cells))
    return ["{} down, {} across, % won".format(*sweep.names), *lines]


def more(figure: Figure) -> str:
    """A difference with its interval, in points: `-12 (±4)`."""
    return f"{100 * figure.value:+.1f} (±{100 * figure.half:.1f})"


def as_html_table(sweep: Sweep) -> str:
    """A sweep as a small table, where a notebook shows it."""
    names = [vary.name for vary in sweep.varied]
    head = "".join(f"<th>{html.escape(told)}</th>" for told in sweep.names)
    head += "<th>won</th><th>fall</th><th>rounds</th><th>against the first</th>"
    body = []
    for place, (point, result) in enumerate(zip(sweep.points, sweep.results, strict=True)):
        values = "".join(f"<td>{html.escape(str(point[name]))}</td>" for name in names)
        against = more(sweep.difference(0, place)) if place else ""
        body.append(
            f"<tr>{values}<td>{percent(result.won)}</td><td>{number(result.falls)}</td>"
            f"<td>{number(result.rounds)}</td><td>{against}</td></tr>"
        )
    return f"<table><tr>{head}</tr>{''.join(body)}</table>"
