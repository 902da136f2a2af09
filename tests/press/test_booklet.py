import re
import subprocess
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import integers
from pypdf import PdfReader

from fatedeck.engine.ruleset import find_game
from fatedeck.press.booklet import BLANK, folded, imposed
from fatedeck.press.books import book_pdf


def test_eight_pages_are_two_sheets() -> None:
    assert imposed(8) == [(7, 0), (1, 6), (5, 2), (3, 4)]


@given(integers(min_value=1, max_value=200))
def test_a_folded_booklet_reads_from_front_to_back(pages: int) -> None:
    """Lay the sheets on each other, fold them, and turn the pages."""
    sides = imposed(pages)
    leaves = [(sides[n], sides[n + 1]) for n in range(0, len(sides), 2)]
    first_half = [page for front, back in leaves for page in (front[1], back[0])]
    second_half = [page for front, back in reversed(leaves) for page in (back[1], front[0])]

    read = [page for page in first_half + second_half if page != BLANK]
    assert read == list(range(pages))
    assert len(sides) * 2 == -(-pages // 4) * 4


@pytest.mark.parametrize(("page", "wide", "high"), [("a4", 297, 210), ("letter", 279.4, 215.9)])
def test_a_booklet_is_as_large_as_its_paper_turned(page: str, wide: float, high: float) -> None:
    made = book_pdf(find_game("high-card"), "letter" if page == "letter" else "a4", booklet=True)
    read = PdfReader(BytesIO(made))

    sheet = read.pages[0].mediabox
    assert float(sheet.width) == pytest.approx(wide / 25.4 * 72, abs=0.1)
    assert float(sheet.height) == pytest.approx(high / 25.4 * 72, abs=0.1)
    assert "High Card" in read.pages[0].extract_text()
    assert read.viewer_preferences is not None
    assert str(read.viewer_preferences["/Duplex"]) == "/DuplexFlipShortEdge"


@pytest.fixture(scope="module")
def book() -> bytes:
    return book_pdf(find_game("deckahedron"))


@pytest.fixture(scope="module")
def booklet(book: bytes) -> bytes:
    return folded(book)


def read_aloud(pdf: bytes, file: Path) -> list[str]:
    """The tags and their texts in the order of reading, as poppler finds them."""
    file.write_bytes(pdf)
    told = subprocess.run(
        ["pdfinfo", "-struct-text", file], capture_output=True, check=True
    ).stdout.decode("utf-8", "replace")
    return [line for line in told.splitlines() if "/BBox" not in line and "Object" not in line]


def test_a_booklet_reads_aloud_in_the_order_of_the_book(tmp_path: Path) -> None:
    book = book_pdf(find_game("high-card"))
    told = read_aloud(folded(book), tmp_path / "booklet.pdf")

    assert told == read_aloud(book, tmp_path / "book.pdf")
    headings = [line.split('"')[1] for line in told if line.strip().startswith("H1")]
    assert (headings[0], headings[-1]) == ("Contents", "Index")
    assert any("High Card" in line for line in told)


def test_a_booklet_keeps_the_promises_of_its_book(book: bytes, booklet: bytes) -> None:
    read = PdfReader(BytesIO(booklet))
    assert read.xmp_metadata is not None
    promised = read.xmp_metadata.stream.get_data().decode()

    assert "<pdfuaid:part>1<" in promised
    assert "<pdfaid:part>2<" in promised
    assert "<pdfaid:conformance>A<" in promised
    assert f"<xmpTPg:NPages>{len(read.pages)}<" in promised
    kept = {"/Lang", "/OutputIntents", "/StructTreeRoot", "/MarkInfo"}
    assert kept <= read.root_object.keys()
    assert read.pdf_header == "%PDF-1.7"
    assert read.trailer["/ID"] == PdfReader(BytesIO(book)).trailer["/ID"]
    assert {str(sheet["/Tabs"]) for sheet in read.pages} == {"/S"}
    assert booklet == folded(book)
    assert len(booklet) < 1.5 * len(book)


def test_every_text_of_a_booklet_has_its_tag(booklet: bytes) -> None:
    """What a drawing marks, the tree of tags names once, on its sheet; and nothing else."""
    read: Any = PdfReader(BytesIO(booklet))
    marked = [
        (sheet.indirect_reference.idnum, drawing.idnum, int(mark))
        for sheet in read.pages
        for drawing in sheet["/Resources"]["/XObject"].values()
        for mark in re.findall(rb"/MCID (\d+)", drawing.get_object().get_data())
    ]
    named = []

    def walk(tag: Any) -> None:
        assert not isinstance(tag, int), "a number on a page, and a page has no texts of its own"
        if tag.get("/Type") == "/MCR":
            named.append((tag.raw_get("/Pg").idnum, tag.raw_get("/Stm").idnum, tag["/MCID"]))
        for part in tag.get("/K", ()):
            walk(part.get_object())

    walk(read.root_object["/StructTreeRoot"])
    assert len(named) > 1000
    assert sorted(named) == sorted(marked)


def test_the_links_of_a_booklet_lead_to_their_headings(book: bytes, booklet: bytes) -> None:
    """A chapter in the contents leads to the half of the sheet where its page lies."""
    read: Any = PdfReader(BytesIO(booklet))
    sides = imposed(len(PdfReader(BytesIO(book)).pages))
    middle = float(read.pages[0].mediabox.width) / 2
    assert sides[2][1] == 2, "the contents, the third page, are on the right of the third side"
    links = [
        link for one in read.pages[2]["/Annots"] if (link := one.get_object())["/Rect"][0] > middle
    ]
    assert len(links) > 5

    for link in links:
        way = link["/Dest"]
        if isinstance(way, str):
            way = read.named_destinations[way].dest_array
        page = int(link["/Contents"].rpartition(" ")[2]) - 1  # the cover is the first
        side = next(n for n, both in enumerate(sides) if page in both)
        assert way[0].idnum == read.pages[side].indirect_reference.idnum
        assert (way[2] > middle) == (sides[side][1] == page)
