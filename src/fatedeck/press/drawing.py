"""Pictures as SVG: engravings for cards that are read, backs, and the pattern of an edge.

Everything is drawn from names: the same card has the same picture, on every sheet and each time.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin
from pathlib import Path

import msgspec
from msgspec import Struct

from fatedeck.engine.view import Look
from fatedeck.press.ink import Ink, hsl, mixed


class Edge(Struct, frozen=True):
    """One edge of a square card: its suit, and the colour and pattern that tell it apart."""

    suit: str
    colour: str
    pattern: str


class Reading(Struct, frozen=True):
    """What an edge's value reads as: so many marks of one kind, and how that is said."""

    mark: str
    times: int
    words: str


class Signs(Struct, frozen=True):
    """The signs of the table, as the page draws them too: `signs.json`."""

    paths: dict[str, str]
    edges: dict[str, tuple[Edge, ...]]
    readings: dict[str, tuple[Reading, ...]]


class Engravings(Struct, frozen=True):
    """What a card that is read may show: strokes, found by words; `engravings.json`."""

    strokes: dict[str, str]
    words: list[tuple[str, str]]
    hues: dict[str, int]


@cache
def signs() -> Signs:
    """The signs, read once."""
    return msgspec.json.decode(_beside("signs.json"), type=Signs)


@cache
def engravings() -> Engravings:
    """The strokes, read once."""
    return msgspec.json.decode(_beside("engravings.json"), type=Engravings)


def found(table: Iterable[tuple[str, str]], words: str) -> str:
    """What the first fitting row of a table stands for; nothing when none fits."""
    return next((name for sign, name in table if re.search(sign, words.lower())), "")


def seed_of(name: str) -> int:
    """A number from a name, the same as the page makes: spread enough to pick shapes by."""
    seed = 2166136261
    for letter in name:
        seed = (seed ^ ord(letter)) * 16777619 & 0xFFFFFFFF
    seed ^= seed >> 15
    return seed * 2246822519 & 0xFFFFFFFF


def hue_of(group: str, title: str) -> int:
    """The hue of a card's own people, or one that its group has by its name."""
    known = engravings().hues.get(group.lower())
    return known if known is not None else seed_of(group or title) % 24 * 15


WIDE, HIGH = 100, 70


def engraved_ground(title: str, kinds: str, hue: int, ink: Ink) -> str:
    """What lies behind a card's picture: light, hills, stars or rings, and a winding line."""
    seed = seed_of(title)
    near, far, pale = hsl(hue, 0.46, 0.47), hsl(hue, 0.52, 0.21), hsl(hue, 0.62, 0.8)
    if ink != "full":
        line = "#000000" if ink == "bw" else hsl(hue, 0.45, 0.42)
        winding = "".join(
            _line(guilloche(number, WIDE, HIGH), line, 0.3, 0.45) for number in (seed, seed >> 3)
        )
        return _svg(WIDE, HIGH, winding)
    light = 30 + seed % 5 * 10
    drawn = [
        f"<defs><radialGradient id='l' cx='{light}%' cy='24%' r='95%'>"
        f"<stop offset='0' stop-color='{near}'/><stop offset='1' stop-color='{far}'/>"
        f"</radialGradient></defs><rect width='{WIDE}' height='{HIGH}' fill='url(#l)'/>"
    ]
    if re.search("spell|potion|magic|wizard", kinds.lower()):
        drawn += [_star(title, n) for n in range(16)]
    elif re.search("pet|minion|race|class|warrior", kinds.lower()):
        drawn.append(
            f"<circle cx='{light + 10}' cy='18' r='9' fill='{hsl(44, 0.8, 0.74)}' opacity='.75'/>"
        )
        for n in range(3):
            y, a = 44 + n * 8, (seed >> n * 3) % 14
            drawn.append(
                f"<path d='M0 {y + a * 0.4:.1f}Q{20 + a} {y - 12 + n * 3} {46 + a} {y}T100 "
                f"{y - 4 + a * 0.3:.1f}V70H0Z' fill='{hsl(hue, 0.55, 0.17)}' "
                f"opacity='{0.35 + n * 0.22:.2f}'/>"
            )
    elif re.search("feature|rogue", kinds.lower()):
        rays = "".join(
            f"M50 40L{_at(50, 40, 90, n / 18)}L{_at(50, 40, 90, (n + 0.5) / 18)}Z"
            for n in range(18)
        )
        drawn.append(f"<path d='{rays}' fill='{hsl(hue, 0.6, 0.62)}' opacity='.16'/>")
    else:
        drawn += [
            f"<circle cx='50' cy='36' r='{r}' fill='none' stroke='{pale}' stroke-width='.45' "
            "opacity='.42'/>"
            for r in (14, 22, 30, 38, 46, 54)
        ]
    drawn.append(_line(guilloche(seed, WIDE, HIGH), pale, 0.45, 0.42))
    drawn.append(_line(guilloche(seed >> 3, WIDE, HIGH), pale, 0.45, 0.25))
    return _svg(WIDE, HIGH, "".join(drawn))


def _star(title: str, n: int) -> str:
    x, y = seed_of(f"{title}{n}") % 96 + 2, seed_of(f"{n}{title}") % 64 + 3
    radius = 0.4 + seed_of(str(n)) % 3 * 0.3
    return f"<circle cx='{x}' cy='{y}' r='{radius:.1f}' fill='#fff6d8' opacity='.85'/>"


def engraved_emblem(title: str, kinds: str, hue: int, ink: Ink, name: str = "") -> str:
    """What a card's picture shows: strokes by name, or what its title or its kinds call for."""
    table = engravings()
    name = name or found(table.words, title) or found(table.words, kinds) or "spark"
    strokes = table.strokes[name]
    if ink == "full":
        shadow = (
            f"<path d='{strokes}' transform='translate(1.4 1.8)' fill='none' stroke='#000' "
            "opacity='.45'/>"
        )
        over = f"<path d='{strokes}' fill='#fffaeb' fill-opacity='.16' stroke='#fff8e6'/>"
        return _svg(64, 64, f"<g {_ROUND} stroke-width='3'>{shadow}{over}</g>")
    colour = "#000000" if ink == "bw" else hsl(hue, 0.6, 0.27)
    over = f"<path d='{strokes}' fill='#fff' fill-opacity='.85' stroke='{colour}'/>"
    return _svg(64, 64, f"<g {_ROUND} stroke-width='2.4'>{over}</g>")


_ROUND = "stroke-linejoin='round' stroke-linecap='round'"


def guilloche(seed: int, width: float, height: float) -> str:
    """A line that winds around the middle, as on a banknote; the seed says how often."""
    petals, inner = 5 + seed % 6, 0.34 + (seed >> 4) % 5 * 0.07
    points = []
    for n in range(180):
        turn = n / 180 * 2 * pi
        reach = 0.5 + inner * 0.5 * cos(petals * turn + seed % 7) + 0.16 * sin((petals + 3) * turn)
        x = width / 2 + cos(turn) * reach * width * 0.62
        points.append(f"{x:.1f} {height / 2 + sin(turn) * reach * height * 0.78:.1f}")
    return f"M{'L'.join(points)}Z"


def back(look: Look, name: str, width: float, height: float, bleed: float, ink: Ink) -> str:
    """The back of a game's cards, in millimetres, with what is cut off around it.

    It looks the same after every turn that its card can make, and its pattern runs off the edge:
    a printer that drifts gives nothing away.
    """
    ground, line = {
        "full": (look.ground, look.line),
        "light": ("#ffffff", look.ground),
        "bw": ("#ffffff", "#000000"),
    }[ink]
    seed, middle_x, middle_y = seed_of(name), width / 2, height / 2
    across, down = width + 2 * bleed, height + 2 * bleed
    lattice = [
        _line(_slanted(middle_x, middle_y, across, down, width / 11, shift), colour, 0.16)
        for shift, colour in (
            (0.0, mixed(line, ground, 0.5)),
            (width / 33, mixed(line, ground, 0.25)),
        )
    ]
    # Eight, twelve or sixteen petals: a quarter turn brings each onto another.
    petals, reach = (8, 12, 16)[seed % 3], width * 0.36
    rosettes = [
        _line(_rosette(middle_x, middle_y, reach, petals, depth, shift), line, 0.28)
        for depth in (0.12, 0.24, 0.36)
        for shift in (0.0, pi / petals)
    ]
    star = [
        _ray((middle_x, middle_y), width * long, width * wide, first + n / 4, ground, line)
        for long, wide, first in ((0.15, 0.04, 1 / 8), (0.21, 0.05, 0.0))
        for n in range(4)
    ]
    disc = (
        f"<circle cx='{middle_x:.3f}' cy='{middle_y:.3f}' r='{width * 0.4:.3f}' fill='{ground}' "
        f"stroke='{line}' stroke-width='.5'/>"
        f"<circle cx='{middle_x:.3f}' cy='{middle_y:.3f}' r='{width * 0.385:.3f}' fill='none' "
        f"stroke='{line}' stroke-width='.2'/>"
    )
    ends = _ends(middle_x, width, height, ground, line) if height > width * 1.1 else ""
    drawn = (
        f"<rect x='{-bleed}' y='{-bleed}' width='{across}' height='{down}' fill='{ground}'/>"
        + "".join(lattice)
        + ends
        + disc
        + "".join((*rosettes, *star))
    )
    return _svg_at(-bleed, -bleed, across, down, drawn)


def _ray(
    middle: tuple[float, float], long: float, wide: float, turn: float, ground: str, line: str
) -> str:
    """A ray of a compass rose, one half of it filled."""
    tip, foot = _at(*middle, long, turn), f"{middle[0]:.3f} {middle[1]:.3f}"
    left, right = _at(*middle, wide, turn - 1 / 8), _at(*middle, wide, turn + 1 / 8)
    return (
        f"<path d='M{tip}L{left}L{foot}Z' fill='{line}'/><path d='M{tip}L{right}L{foot}Z' "
        f"fill='{ground}' stroke='{line}' stroke-width='.25'/>"
    )


def _ends(middle: float, width: float, height: float, ground: str, line: str) -> str:
    """A small rosette above and below the middle of a tall back."""
    return "".join(
        f"<circle cx='{middle:.3f}' cy='{y:.3f}' r='{width * 0.085:.3f}' fill='{ground}' "
        f"stroke='{line}' stroke-width='.3'/>"
        + _line(_rosette(middle, y, width * 0.07, 8, 0.3, 0.0), line, 0.2)
        for y in (width * 0.135, height - width * 0.135)
    )


def edge_bar(edge: Edge, length: float, depth: float, bleed: float, ink: Ink) -> str:
    """One side of a square card's frame, lying along the top, told by colour and by pattern."""
    bar, over = ("#ffffff", "#000000") if ink == "bw" else (edge.colour, "#ffffff")
    pattern = {"dots": _dots, "bars": _bars, "waves": _waves}.get(edge.pattern)
    if pattern is None and ink == "bw":
        bar = "#000000"
    shape = f"M{-bleed} {-bleed}H{length + bleed}L{length - depth} {depth}H{depth}Z"
    outline = " stroke='#000000' stroke-width='.2'" if ink == "bw" else ""
    drawn = f"<path d='{shape}' fill='{bar}'{outline}/>"
    drawn += pattern(length, depth, over) if pattern else ""
    return _svg_at(-bleed, -bleed, length + 2 * bleed, depth + bleed, drawn)


def _dots(length: float, depth: float, colour: str) -> str:
    """A row of dots along the middle of the bar."""
    step, radius = depth * 0.66, depth * 0.17
    count = int((length / 2 - depth) / step)
    dots = "".join(
        f"M{length / 2 + n * step - radius:.2f} {depth / 2:.2f}"
        f"a{radius:.2f} {radius:.2f} 0 1 0 {2 * radius:.2f} 0"
        f"a{radius:.2f} {radius:.2f} 0 1 0 {-2 * radius:.2f} 0"
        for n in range(-count, count + 1)
    )
    return f"<path d='{dots}' fill='{colour}'/>"


def _bars(length: float, depth: float, colour: str) -> str:
    """Strokes across the bar."""
    step = depth * 0.5
    count = int((length / 2 - depth) / step)
    strokes = "".join(
        f"M{length / 2 + n * step:.2f} {depth * 0.18:.2f}V{depth * 0.82:.2f}"
        for n in range(-count, count + 1)
    )
    return _line(strokes, colour, depth * 0.15)


def _waves(length: float, depth: float, colour: str) -> str:
    """Two waving lines along the bar."""
    half = depth * 0.62
    count = int((length - 2 * depth) / half)
    start = (length - count * half) / 2
    waves = "".join(
        f"M{start:.2f} {depth * y:.2f}q{half / 2:.2f} {-depth * 0.3:.2f} {half:.2f} 0"
        + f"t{half:.2f} 0" * (count - 1)
        for y in (0.34, 0.68)
    )
    return _line(waves, colour, depth * 0.12)


def _slanted(x: float, y: float, across: float, down: float, step: float, shift: float) -> str:
    """Lines both ways over a box around a middle, equally far from it on every side."""
    reach = (across + down) / 2
    count = int(2 * reach / step) + 1
    return "".join(
        _clipped(x, y, across / 2, down / 2, by)
        for n in range(-count, count + 1)
        for by in ((n * step - shift, n * step + shift) if shift else (n * step,))
    )


def _clipped(x: float, y: float, half_width: float, half_height: float, by: float) -> str:
    """The two slanted lines that pass the middle at this distance, as far as the box reaches."""
    low, high = max(-half_width, -half_height - by), min(half_width, half_height - by)
    if low >= high:
        return ""
    return (
        f"M{x + low:.2f} {y + low + by:.2f}L{x + high:.2f} {y + high + by:.2f}"
        f"M{x - low:.2f} {y + low + by:.2f}L{x - high:.2f} {y + high + by:.2f}"
    )


def _rosette(x: float, y: float, reach: float, petals: int, depth: float, shift: float) -> str:
    points = []
    for n in range(0, 360, 3):
        turn = n / 180 * pi
        radius = reach * (1 - depth + depth * cos(petals * (turn + shift)))
        points.append(f"{x + cos(turn) * radius:.2f} {y + sin(turn) * radius:.2f}")
    return f"M{'L'.join(points)}Z"


def _at(x: float, y: float, reach: float, turn: float) -> str:
    angle = turn * 2 * pi - pi / 2
    return f"{x + reach * cos(angle):.3f} {y + reach * sin(angle):.3f}"


def _line(path: str, colour: str, width: float, opacity: float = 1) -> str:
    thin = f" opacity='{opacity}'" if opacity < 1 else ""
    return f"<path d='{path}' fill='none' stroke='{colour}' stroke-width='{width:.2f}'{thin}/>"


def _svg(width: float, height: float, drawn: str) -> str:
    return _svg_at(0, 0, width, height, drawn)


def _svg_at(x: float, y: float, width: float, height: float, drawn: str) -> str:
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width:g}' height='{height:g}' "
        f"viewBox='{x:g} {y:g} {width:g} {height:g}'>{drawn}</svg>"
    )


def _beside(name: str) -> bytes:
    return Path(__file__).with_name(name).read_bytes()
