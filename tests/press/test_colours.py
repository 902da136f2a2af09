"""The four edges of a square card are told apart by everybody, also on grey paper."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from fatedeck.press.drawing import Edge, signs

# How colours look to people without one kind of cone: Machado, Oliveira and Fernandes (2009).
SEEN = {
    "by most": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "without green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "without blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("printing", ["classic", "current"])
def test_edges_are_told_apart_by_colour(printing: str, seen: str) -> None:
    """Two colours 20 apart are no longer shades of one; the older four came within 9."""
    looks = [_lab(_seen(edge, seen)) for edge in signs().edges[printing]]

    assert min(dist(a, b) for a, b in combinations(looks, 2)) > 20


@pytest.mark.parametrize("printing", ["classic", "current"])
def test_edges_are_told_apart_in_grey_and_by_pattern(printing: str) -> None:
    edges = signs().edges[printing]
    greys = sorted(_lab(_seen(edge, "by most"))[0] for edge in edges)

    assert min(b - a for a, b in pairwise(greys)) > 12
    assert len({edge.pattern for edge in edges}) == 4


def _seen(edge: Edge, seen: str) -> tuple[float, ...]:
    """The light of an edge's colour as somebody sees it, in linear sRGB."""
    parts = [int(edge.colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    light = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    mixed = (sum(m * c for m, c in zip(row, light, strict=True)) for row in SEEN[seen])
    return tuple(min(1, max(0, c)) for c in mixed)


def _lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """CIELAB under daylight, in which distances are what eyes make of them."""
    r, g, b = light
    x = _cube_root((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047)
    y = _cube_root(0.2126 * r + 0.7152 * g + 0.0722 * b)
    z = _cube_root((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(t: float) -> float:
    return float(t ** (1 / 3)) if t > 0.008856 else 7.787 * t + 16 / 116
