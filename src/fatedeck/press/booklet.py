"""Booklets: pages in the order in which a printer needs them, two on each side of a sheet.

Printed on both sides, turned over the short edge, laid on each other and folded once, they read
from front to back. Read aloud, they do so unfolded: the tags of a book keep the order of its
chapters wherever its pages lie, and only have to be told where that is.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from fatedeck.engine.extras import extra

if TYPE_CHECKING:
    from pypdf import PdfWriter
    from pypdf.generic import IndirectObject

BLANK = -1
"""A page that stays empty, for the folding to come out even."""


class Place(NamedTuple):
    """Where a page has gone: onto a sheet, as a drawing there, so far from the left."""

    sheet: IndirectObject
    drawing: IndirectObject
    left: float


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

    As the book is tagged and archival, so is the booklet.
    """
    with extra("press", "A booklet"):
        from pypdf import PdfWriter
        from pypdf.generic import ArrayObject, NameObject, NumberObject

    writer = PdfWriter(clone_from=BytesIO(pdf))
    pages: list[Any] = list(writer.pages)
    sheets = ArrayObject()
    places: dict[int, Place] = {}
    for side in imposed(len(pages)):
        laid = _sheet(writer, [pages[number] if number != BLANK else None for number in side])
        places |= laid
        sheets.append(next(iter(laid.values())).sheet)
    for way in writer._objects:
        if isinstance(way, ArrayObject) and way[1:2] == ["/XYZ"]:  # to a heading, from a link
            place = places[way[0].idnum]
            way[0] = place.sheet
            _shift(way, (2,), place.left)
    root: Any = writer.root_object
    _retag(root["/StructTreeRoot"], places)
    for number in places:
        writer._objects[number - 1] = None  # all of it is in its drawing now

    root["/Pages"][NameObject("/Kids")] = sheets
    root["/Pages"][NameObject("/Count")] = NumberObject(len(sheets))
    root.pop("/PageLabels", None)
    count = b"<xmpTPg:NPages>%d<"
    about = root["/Metadata"].get_data().replace(count % len(pages), count % len(sheets))
    root["/Metadata"].set_data(about)
    root["/ViewerPreferences"][NameObject("/PrintScaling")] = NameObject("/None")
    root["/ViewerPreferences"][NameObject("/Duplex")] = NameObject("/DuplexFlipShortEdge")
    writer.pdf_header = pdf[:8].decode()
    with BytesIO() as made:
        writer.write(made)
        return made.getvalue()


def _sheet(writer: PdfWriter, side: list[Any]) -> dict[int, Place]:
    """Lay pages side by side on a sheet, as drawings that keep their tags and their links."""
    from pypdf.generic import ArrayObject, DecodedStreamObject, DictionaryObject, NameObject

    size = next(page.mediabox for page in side if page is not None)
    sheet: Any = writer.add_blank_page(2 * size.width, size.height)
    drawings, links, strokes = DictionaryObject(), ArrayObject(), []
    places: dict[int, Place] = {}
    for at, page in enumerate(side):
        if page is None:
            continue
        name, left = f"/P{at}", at * float(size.width)
        drawing = page["/Contents"]
        drawing[NameObject("/Type")] = NameObject("/XObject")
        drawing[NameObject("/Subtype")] = NameObject("/Form")
        drawing[NameObject("/BBox")] = size
        for kept in ("/Resources", "/StructParents", "/Group"):
            if kept in page:
                drawing[NameObject(kept)] = page.raw_get(kept)
        drawings[NameObject(name)] = drawing.indirect_reference
        strokes.append(f"q 1 0 0 1 {left:f} 0 cm {name} Do Q")
        for link in page.get("/Annots", ()):
            _shift(link.get_object()["/Rect"], (0, 2), left)
            links.append(link)
        here = Place(sheet.indirect_reference, drawing.indirect_reference, left)
        places[page.indirect_reference.idnum] = here
    drawn = DecodedStreamObject()
    drawn.set_data("\n".join(strokes).encode())
    sheet[NameObject("/Contents")] = writer._add_object(drawn)
    sheet[NameObject("/Resources")] = DictionaryObject({NameObject("/XObject"): drawings})
    sheet[NameObject("/Tabs")] = NameObject("/S")
    if links:
        sheet[NameObject("/Annots")] = links
    return places


def _retag(tag: Any, places: dict[int, Place]) -> Place | None:
    """Tell a tag, and all below it, where it lies now: what has many parts, where the first is."""
    from pypdf.generic import DictionaryObject, NameObject, NumberObject

    place = places[tag.raw_get("/Pg").idnum] if "/Pg" in tag else None
    parts: Any = tag.get("/K", ())
    for n, part in enumerate(parts):
        if isinstance(part, NumberObject):  # a text, by its number on the page
            parts[n] = DictionaryObject({NameObject("/Type"): NameObject("/MCR")})
            parts[n][NameObject("/Pg")] = tag.raw_get("/Pg")
            parts[n][NameObject("/MCID")] = part
    below = [_retag(part.get_object(), places) for part in parts]
    if place:
        tag[NameObject("/Pg")] = place.sheet
        if "/MCID" in tag:  # its number is the one in the drawing
            tag[NameObject("/Stm")] = place.drawing
    place = place or next(filter(None, below), None)
    for look in tag.get("/A", ()):
        if place and "/BBox" in look:
            _shift(look["/BBox"], (0, 2), place.left)
    return place


def _shift(numbers: Any, which: tuple[int, ...], far: float) -> None:
    from pypdf.generic import FloatObject

    for n in which:
        numbers[n] = FloatObject(float(numbers[n]) + far)
