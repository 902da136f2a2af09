"""The one place that calls the typesetter: plain data and a template in, a document out.

Templates (`templates/`) only draw. What they draw is passed as JSON, never as markup, so no text of
a game or a player can be taken for a command. No font but ours is ever looked at and no clock is
read: the same data gives the same bytes on every machine.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from fatedeck.engine.errors import FatedeckError, Unreadable
from fatedeck.engine.extras import extra

if TYPE_CHECKING:
    import typst

FOLDER = Path(__file__).parent
TEMPLATES = FOLDER / "templates"
FONTS = FOLDER / "fonts"

ARCHIVAL: tuple[typst.PDFStandard, ...] = ("ua-1", "a-2a")
"""Readable aloud and kept for good: a missing letter or a picture without words is an error."""

PLAIN: tuple[typst.PDFStandard, ...] = ("1.7",)
"""A PDF that promises nothing, for what is still to be worked on, as a sheet that gets fields."""

EPOCH = 1767225600
"""When every document says it was made: the first second of 2026."""

INCH = 25.4


class Unprintable(FatedeckError):
    """It cannot be set on the paper it was meant for, or in the letters that we have."""


def typeset(
    template: str,
    data: Mapping[str, object],
    *,
    standards: Sequence[typst.PDFStandard] = ARCHIVAL,
    true_size: bool = False,
) -> bytes:
    """A PDF, drawn by this template from this data.

    What is to be cut or measured has a `true_size`: viewers are told not to fit it to the page.
    """
    pdf = _compile(template, data, "pdf", standards, None)
    return _unscaled(pdf[0]) if true_size else pdf[0]


def pictures(template: str, data: Mapping[str, object], *, ppi: float = 300) -> list[bytes]:
    """Each page as a PNG that says how many pixels it has to the inch."""
    return [_measured(page, ppi) for page in _compile(template, data, "png", (), ppi)]


def placed(template: str, data: Mapping[str, object], label: str) -> list[dict[str, object]]:
    """What a template has noted down under a label with `metadata`: where its fields lie."""
    fonts = _fonts()
    import typst

    noted = typst.query(
        str(TEMPLATES / f"{template}.typ"),
        f"<{label}>",
        field="value",
        root=str(FOLDER),
        font_paths=fonts,
        ignore_system_fonts=True,
        sys_inputs=_inputs(data),
    )
    return msgspec.json.decode(noted, type=list[dict[str, object]])


def _compile(
    template: str,
    data: Mapping[str, object],
    form: typst.OutputFormat,
    standards: Sequence[typst.PDFStandard],
    ppi: float | None,
) -> list[bytes]:
    fonts = _fonts()
    import typst

    try:
        made: bytes | list[bytes] = typst.compile(
            str(TEMPLATES / f"{template}.typ"),
            root=str(FOLDER),
            font_paths=fonts,
            ignore_system_fonts=True,
            sys_inputs=_inputs(data),
            format=form,
            ppi=ppi,
            pdf_standards=list(standards),
            timestamp=EPOCH,
        )
    except typst.TypstError as fault:
        raise Unprintable(_sentence(fault.message, fault.diagnostic)) from fault
    return made if isinstance(made, list) else [made]


def _inputs(data: Mapping[str, object]) -> dict[str, str]:
    return {"data": msgspec.json.encode(data).decode()}


def _sentence(message: str, diagnostic: str) -> str:
    """What went wrong, for the person who wanted it printed."""
    said = re.search(r"assertion failed: (.+)", message)
    if said:
        return said[1]
    letter = re.search(r"the text `\"(.+?)\"` could not be displayed", message)
    if letter:
        return f"Our typefaces have no letter for “{letter[1]}”, so it can’t be printed."
    return f"The page could not be set: {diagnostic or message}"


@cache
def _fonts() -> typst.Fonts:
    """Our typefaces and no others. Asked for first, this also says when there is no press."""
    with extra("press", "Printing"):
        import typst
    if not any(FONTS.glob("*.ttf")):
        raise Unreadable("The press has no typefaces yet: `make setup` makes them.")
    return typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(FONTS)]
    )


_WISHES = b"/ViewerPreferences<<"


def _unscaled(pdf: bytes) -> bytes:
    """The same PDF, asking viewers to print it as large as it is.

    The typesetter writes the catalogue last, so that only the table behind it moves.
    """
    at = pdf.rindex(_WISHES) + len(_WISHES)
    assert pdf.count(b"endobj", at) == 1, "the catalogue is the last object"
    wish = b"/PrintScaling/None"
    head, _, start = (pdf[:at] + wish + pdf[at:]).rpartition(b"startxref\n")
    table, _, end = start.partition(b"\n")
    return head + b"startxref\n" + str(int(table) + len(wish)).encode() + b"\n" + end


_HEAD = 8 + 4 + 4 + 13 + 4  # a PNG's signature and its first chunk, which is always IHDR


def _measured(png: bytes, ppi: float) -> bytes:
    """The same PNG with a pHYs chunk: print shops read the size of a picture from it."""
    per_metre = round(ppi / INCH * 1000)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    framed = struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", zlib.crc32(chunk))
    return png[:_HEAD] + framed + png[_HEAD:]
