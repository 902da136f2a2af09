"""Fields in a PDF, so that a sheet can be filled in on a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from io import BytesIO

from fatedeck.engine.extras import extra

POINTS = 72 / 25.4
"""In a millimetre."""


def with_fields(pdf: bytes, fields: Iterable[Mapping[str, object]]) -> bytes:
    """The same PDF with a text field at each of these places, which are told in millimetres."""
    with extra("press", "A sheet to fill in"):
        from pypdf import PdfWriter
        from pypdf.generic import (
            ArrayObject,
            BooleanObject,
            DictionaryObject,
            FloatObject,
            NameObject,
            NumberObject,
            TextStringObject,
        )

    writer = PdfWriter(clone_from=BytesIO(pdf))
    helvetica = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
            NameObject("/Encoding"): NameObject("/WinAnsiEncoding"),
        }
    )
    made = ArrayObject()
    for field in fields:
        page = writer.pages[int(_number(field["page"])) - 1]
        left = _number(field["x"]) * POINTS
        top = float(page.mediabox.height) - _number(field["y"]) * POINTS
        right, bottom = (
            left + _number(field["width"]) * POINTS,
            top - _number(field["height"]) * POINTS,
        )
        widget = DictionaryObject(
            {
                NameObject("/Type"): NameObject("/Annot"),
                NameObject("/Subtype"): NameObject("/Widget"),
                NameObject("/FT"): NameObject("/Tx"),
                NameObject("/T"): TextStringObject(str(field["name"])),
                NameObject("/TU"): TextStringObject(str(field["name"])),
                NameObject("/V"): TextStringObject(""),
                NameObject("/DA"): TextStringObject(f"/Helv {_number(field['size']):g} Tf 0 g"),
                NameObject("/F"): NumberObject(4),
                NameObject("/Q"): NumberObject(1 if _number(field["width"]) < 70 else 0),
                NameObject("/Rect"): ArrayObject(
                    [FloatObject(round(one, 3)) for one in (left, bottom, right, top)]
                ),
                NameObject("/P"): page.indirect_reference,
            }
        )
        reference = writer._add_object(widget)
        made.append(reference)
        page[NameObject("/Annots")] = ArrayObject([*(page.annotations or ()), reference])
    fonts = DictionaryObject({NameObject("/Helv"): writer._add_object(helvetica)})
    writer.root_object[NameObject("/AcroForm")] = DictionaryObject(
        {
            NameObject("/Fields"): made,
            NameObject("/NeedAppearances"): BooleanObject(True),
            NameObject("/DR"): DictionaryObject({NameObject("/Font"): fonts}),
            NameObject("/DA"): TextStringObject("/Helv 10 Tf 0 g"),
        }
    )
    with BytesIO() as written:
        writer.write(written)
        return written.getvalue()


def _number(value: object) -> float:
    assert isinstance(value, int | float)
    return value
