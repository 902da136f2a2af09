"""Booklets: pages in the order in which a printer needs them, two on each side of a sheet.

Printed on both sides, turned over the short edge, laid on each other and folded once, they read
from front to back.
"""

from __future__ import annotations

from io import BytesIO

BLANK = -1
"""A page that stays empty, for the folding to come out even."""


def imposed(pages: int) -> list[tuple[int, int]]:
    """Which pages lie side by side, left and right, side by side of every sheet, counted from 0.

    >>> imposed(6)
    [(-1, 0), (1, -1), (5, 2), (3, 4)]
    """
    even = -(-pages // 4) * 4
    sides = [(even - 1 - n, n) if n % 2 == 0 else (n, even - 1 - n) for n in range(even // 2)]
    return [
        (left if left < pages else BLANK, right if right < pages else BLANK)
        for left, right in sides
    ]


def folded(pdf: bytes) -> bytes:
    """A PDF of small pages as a booklet on sheets that are twice as wide.

    It is for printing only: what reads the pages aloud stays with the book itself.
    """
    from pypdf import PageObject, PdfReader, PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, StreamObject

    reader = PdfReader(BytesIO(pdf))
    width, height = reader.pages[0].mediabox.width, reader.pages[0].mediabox.height
    writer = PdfWriter()

    def drawing(page: PageObject) -> StreamObject:
        """A page as a picture that a sheet can show anywhere."""
        contents = page.get_contents()
        picture = DecodedStreamObject()
        picture.set_data(contents.get_data() if contents is not None else b"")
        picture[NameObject("/Type")] = NameObject("/XObject")
        picture[NameObject("/Subtype")] = NameObject("/Form")
        picture[NameObject("/BBox")] = page.mediabox
        picture[NameObject("/Resources")] = page["/Resources"].clone(writer)
        return picture.flate_encode()

    for side in imposed(len(reader.pages)):
        sheet = writer.add_blank_page(2 * width, height)
        shown, drawn = DictionaryObject(), []
        for place, number in enumerate(side):
            if number != BLANK:
                name = f"/P{number}"
                shown[NameObject(name)] = writer._add_object(drawing(reader.pages[number]))
                drawn.append(f"q 1 0 0 1 {place * width} 0 cm {name} Do Q")
        stream = DecodedStreamObject()
        stream.set_data("\n".join(drawn).encode())
        sheet[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): shown})
        sheet[NameObject("/Contents")] = writer._add_object(stream)
    writer.add_metadata(reader.metadata or {})
    wishes = writer.create_viewer_preferences()
    wishes[NameObject("/PrintScaling")] = NameObject("/None")
    wishes[NameObject("/Duplex")] = NameObject("/DuplexFlipShortEdge")
    with BytesIO() as made:
        writer.write(made)
        return made.getvalue()
