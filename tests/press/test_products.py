"""Every product of the press, opened as a reader and as a printer opens it."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Mapping
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader
from pypdf.generic import StreamObject

from fatedeck import press
from fatedeck.press.boxes import boxes

GRANARY = "the-locked-granary"
PRODUCTS: Mapping[str, Callable[[], bytes]] = {
    "cards": lambda: press.cards("deckahedron", sets=["wounds"]).pdf,
    "cards to fold": lambda: (
        press.cards("deckahedron", press.Style(backs="fold", ink="bw"), sets=["wounds"]).pdf
    ),
    "a box": lambda: boxes("deckahedron", sets=["wounds"]).pdf,
    "a book": lambda: press.book("high-card").pdf,
    "a booklet": lambda: press.book("high-card", "letter", booklet=True).pdf,
    "a page": lambda: press.reference("realms-behind").pdf,
    "a sheet": lambda: press.sheet("thousand-faces").pdf,
    "aids": lambda: press.aids("adventurer-factory").pdf,
    "an adventure": lambda: press.adventure(GRANARY).book,
    "an adventure to fold": lambda: press.adventure(GRANARY, booklet=True).book,
    "handouts": lambda: press.adventure(GRANARY).handouts,
    "maps": lambda: press.adventure(GRANARY).maps,
    "a chronicle": lambda: (
        press.chronicle(min(Path("tests/records/deckahedron").glob("story*.jsonl"))).pdf
    ),
}


@pytest.mark.parametrize("name", PRODUCTS)
def test_a_product_is_tagged_archival_and_has_something_on_every_page(
    name: str, tmp_path: Path
) -> None:
    """PDF/UA-1 and PDF/A-2a, as its own metadata says; and no page is empty when it is drawn."""
    made = PRODUCTS[name]()
    read = PdfReader(BytesIO(made))
    catalogue = read.root_object
    metadata = catalogue["/Metadata"].get_object()
    assert isinstance(metadata, StreamObject)
    standards = metadata.get_data()

    assert b"<pdfuaid:part>1</pdfuaid:part>" in standards
    assert b"<pdfaid:part>2</pdfaid:part>" in standards
    assert b"<pdfaid:conformance>A</pdfaid:conformance>" in standards
    assert "/StructTreeRoot" in catalogue
    assert str(catalogue["/Lang"]) == "en-GB"
    (tmp_path / "made.pdf").write_bytes(made)
    draw = ["pdftoppm", "-gray", "-r", "18", "made.pdf", "page"]
    subprocess.run(draw, cwd=tmp_path, check=True, capture_output=True)
    pages = [path.read_bytes() for path in sorted(tmp_path.glob("page*.pgm"))]
    assert len(pages) == len(read.pages)
    assert all(min(page[20:]) < 200 for page in pages)


@pytest.mark.parametrize("name", [*PRODUCTS, "a sheet to fill in"])
def test_a_product_is_sound(name: str, tmp_path: Path) -> None:
    """Every object is where the file says it is, and can be unpacked."""
    made = PRODUCTS.get(name, lambda: press.sheet("deckahedron", fillable=True).pdf)()
    (tmp_path / "made.pdf").write_bytes(made)
    ran = subprocess.run(
        ["qpdf", "--check", "made.pdf"], cwd=tmp_path, capture_output=True, text=True, check=False
    )

    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_an_adventure_folds_into_a_booklet() -> None:
    """Two pages on each side of A4: half as many sides, the last sheet filled up."""
    pages = len(PdfReader(BytesIO(press.adventure(GRANARY).book)).pages)
    sides = PdfReader(BytesIO(press.adventure(GRANARY, "a4", booklet=True).book)).pages

    assert len(sides) == -(-pages // 4) * 2
    assert float(sides[0].mediabox.width) == pytest.approx(297 / 25.4 * 72, abs=1)
