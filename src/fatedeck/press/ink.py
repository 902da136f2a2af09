"""How much ink a print may cost: in full colour, lightly on white, or in black."""

from __future__ import annotations

from colorsys import hls_to_rgb
from typing import Literal, TypeAlias

from msgspec import Struct

Ink: TypeAlias = Literal["full", "light", "bw"]


class Palette(Struct, frozen=True):
    """The colours that every card shares, as a template reads them."""

    ground: str
    ink: str
    soft: str
    line: str
    check: str
    cross: str
    gold: str
    red: str
    black: str


_COLOURED = Palette(
    ground="#fdf9ef",
    ink="#1f1b16",
    soft="#6b6152",
    line="#cfc3ab",
    check="#1d6b45",
    cross="#9c2338",
    gold="#a8761a",
    red="#a51d2f",
    black="#1b1b1f",
)


def palette(ink: Ink) -> Palette:
    """The shared colours in this ink. On white paper nothing is spent on the ground."""
    if ink == "full":
        return _COLOURED
    if ink == "light":
        return Palette(**{**_as_dict(_COLOURED), "ground": "#ffffff"})
    grey = dict.fromkeys(_as_dict(_COLOURED), "#000000")
    return Palette(**{**grey, "ground": "#ffffff", "soft": "#444444", "line": "#777777"})


def inked(colour: str, ink: Ink) -> str:
    """A colour that tells something, in this ink: in black and white it is black."""
    return "#000000" if ink == "bw" else colour


def hsl(hue: float, saturation: float, lightness: float) -> str:
    """A colour by its hue in degrees and its shares, as six digits."""
    parts = hls_to_rgb(hue / 360, lightness, saturation)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)


def mixed(over: str, ground: str, share: float) -> str:
    """A colour laid thinly over a ground, as one colour."""
    pairs = ((over[n : n + 2], ground[n : n + 2]) for n in (1, 3, 5))
    return "#" + "".join(
        f"{round(int(a, 16) * share + int(b, 16) * (1 - share)):02x}" for a, b in pairs
    )


def _as_dict(colours: Palette) -> dict[str, str]:
    return {name: getattr(colours, name) for name in colours.__struct_fields__}
