"""The drawing that stands for a game, as on its tile and at its table; and covers with it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from math import cos, pi, sin
from textwrap import wrap

from fatedeck.engine.view import Look
from fatedeck.press.drawing import signs

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


def motif(look: Look, colour: str) -> str:
    """The emblem of a game in one colour, as an SVG of 100 by 100."""
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>"
        f"{strokes(look, colour)}</svg>"
    )


def strokes(look: Look, colour: str) -> str:
    """The lines of the emblem, for a drawing that has more in it."""
    draw = {
        "compass": _compass,
        "ring": _ring,
        "road": _road,
        "gate": _gate,
        "circle": _circle,
    }.get(look.emblem, _lozenge)
    return (
        f"<g fill='none' stroke='{colour}' stroke-width='1.4' stroke-linecap='round' "
        f"stroke-linejoin='round'>{''.join(draw(colour))}</g>"
    )


def cover(look: Look, title: str, words: str) -> str:
    """The front of a book as a picture by itself: the emblem, the title, what it is."""
    lines = wrap(title, 15)
    titled = "".join(
        f"<text x='300' y='{590 + 70 * n}' font-size='58' font-weight='600'>{escape(line)}</text>"
        for n, line in enumerate(lines)
    )
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 600 900' width='600' height='900'>"
        f"<title>{escape(title)}: {escape(words)}</title>"
        f"<rect width='600' height='900' fill='{look.ground}'/>"
        f"<g fill='none' stroke='{look.line}'><rect x='28' y='28' width='544' height='844' "
        "stroke-width='3'/><rect x='38' y='38' width='524' height='824' stroke-width='1'/></g>"
        f"<g transform='translate(120 120) scale(3.6)'>{strokes(look, look.line)}</g>"
        f"<g fill='{look.line}' text-anchor='middle' font-family='Fraunces, Georgia, serif'>"
        f"{titled}<text x='300' y='{600 + 70 * len(lines)}' font-size='30' "
        f"font-style='italic'>{escape(words)}</text></g></svg>"
    )


def on_circle(radius: float, turn: float, x: float = 50, y: float = 50) -> tuple[float, float]:
    """A point on a circle; turn 0 is the top, and a whole turn is 1."""
    angle = turn * 2 * pi - pi / 2
    return round(x + radius * cos(angle), 2), round(y + radius * sin(angle), 2)


def arc(radius: float, start: float, end: float) -> str:
    """An arc around the middle from one turn to another, clockwise, as a path."""
    a, b = on_circle(radius, start), on_circle(radius, end)
    large = int(end - start > 0.5)
    return f"M{a[0]} {a[1]}A{radius} {radius} 0 {large} 1 {b[0]} {b[1]}"


def _sign(name: str, x: float, y: float, scale: float, colour: str) -> str:
    return (
        f"<path d='{signs().paths[name]}' transform='translate({x:.2f} {y:.2f}) scale({scale})' "
        f"fill='{colour}' stroke='none'/>"
    )


def _ring_of(radius: float, width: float = 1.4, y: float = 50) -> str:
    return f"<circle cx='50' cy='{y}' r='{radius}' stroke-width='{width}'/>"


def _spokes(inner: float, outer: float, turns: Iterable[float], width: float, y: float = 50) -> str:
    lines = (
        "M{} {}L{} {}".format(*on_circle(inner, turn, y=y), *on_circle(outer, turn, y=y))
        for turn in turns
    )
    return f"<path d='{''.join(lines)}' stroke-width='{width}'/>"


def _compass(colour: str) -> Iterable[str]:
    yield _ring_of(40)
    yield _ring_of(36.5, 0.7)
    yield _spokes(36.5, 40, (n / 32 for n in range(32)), 0.8)
    rays = [(n / 4 + 1 / 8, 22, 6) for n in range(4)] + [(n / 4, 34, 9) for n in range(4)]
    for turn, long, wide in rays:
        tip = on_circle(long, turn)
        for side, fill in ((turn - 1 / 8, "none"), (turn + 1 / 8, colour)):
            edge = on_circle(wide, side)
            yield f"<path d='M{tip[0]} {tip[1]}L{edge[0]} {edge[1]}L50 50Z' fill='{fill}'/>"
    for n, suit in enumerate(("anchor", "bulb", "crescent", "dart")):
        x, y = on_circle(30.5, n / 4 + 1 / 8)
        yield _sign(suit, x - 3.6, y - 3.6, 0.3, colour)


def _ring(colour: str) -> Iterable[str]:
    yield f"<path d='{arc(37, 0.055, 0.965)}' stroke-width='7' opacity='.35'/>"
    yield f"<path d='{arc(40.5, 0.05, 0.97)}'/><path d='{arc(33.5, 0.075, 0.93)}'/>"
    for n in range(30):
        turn = (n + 0.5) / 33 + 0.055
        a, b, c = on_circle(34, turn), on_circle(37.5, turn + 0.018), on_circle(40.2, turn)
        yield f"<path d='M{a[0]} {a[1]}Q{b[0]} {b[1]} {c[0]} {c[1]}' stroke-width='.8'/>"
    yield _sign("dragon", 36, 1, 1.05, colour)
    yield _sign("anvil", 28, 31, 1.85, colour)
    yield "<path d='M38 26l2 3M50 23v4M62 26l-2 3'/>"


def _road(colour: str) -> Iterable[str]:
    yield _ring_of(13, y=36)
    yield _spokes(17, 22, ((n - 4) / 20 for n in range(9)), 1.4, 36)
    hills = "M6 56Q20 38 34 48T62 46T94 52"
    yield f"<path d='{hills}V58H6Z' fill='{colour}' stroke='none' opacity='.3'/><path d='{hills}'/>"
    yield (
        "<path d='M47 49C60 55 68 60 52 66S18 76 20 94H72C66 84 62 78 70 70S72 54 52 49Z' "
        f"fill='{colour}' stroke='none' opacity='.85'/>"
    )
    yield "<path d='M10 66h12M80 64h12M78 80h14M8 82h8' stroke-width='1'/>"
    yield "<path d='M82 78V66a4 4 0 0 1 8 0v12z'/>"


def _gate(colour: str) -> Iterable[str]:
    yield _ring_of(30, y=52)
    yield _ring_of(36, y=52)
    yield _spokes(30, 36, (n / 20 for n in range(20)), 1, 52)
    moon = "M57 30a13 13 0 1 0 9 21 15 15 0 0 1-9-21z"
    stars = (
        "M36 36l.9 2 2 .9-2 .9-.9 2-.9-2-2-.9 2-.9zM64 58l.7 1.5 1.5.7-1.5.7-.7 1.5-.7-1.5-1.5-.7 "
        "1.5-.7z"
    )
    yield f"<path d='{moon}{stars}' fill='{colour}' stroke='none'/>"
    yield "<path d='M42 81C47 70 46 66 50 60C54 66 53 70 58 81M25 66Q38 58 50 64T76 64'/>"
    yield "<path d='M8 12h84M14 18h72M4 92h92'/>"


def _circle(colour: str) -> Iterable[str]:
    yield _ring_of(43)
    yield _ring_of(31)
    near = arc(37, 3.5 / 13, 6.5 / 13)
    yield f"<path d='{near}' stroke-width='11' stroke-linecap='butt' opacity='.3'/>"
    for n, rank in enumerate(RANKS):
        x, y = on_circle(37, n / 13)
        yield (
            f"<text x='{x}' y='{y + 2.8:.2f}' text-anchor='middle' font-size='8' "
            f"font-family='Fraunces, Georgia, serif' font-weight='600' fill='{colour}' "
            f"stroke='none'>{rank}</text>"
        )
    for n, suit in enumerate(("spades", "hearts", "clubs", "diamonds")):
        x, y = on_circle(15, n / 4)
        yield _sign(suit, x - 6, y - 6, 0.5, colour)


def _lozenge(colour: str) -> Iterable[str]:
    for reach in (14, 26, 38):
        yield f"<path d='M50 {50 - reach}L{50 + reach} 50L50 {50 + reach}L{50 - reach} 50Z'/>"
    for n in range(4):
        x, y = on_circle(38, n / 4 + 1 / 8)
        yield f"<circle cx='{x}' cy='{y}' r='4' fill='{colour}' stroke='none'/>"
    yield f"<path d='M50 43 57 50 50 57 43 50z' fill='{colour}' stroke='none'/>"
