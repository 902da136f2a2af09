from io import BytesIO

import pytest
from hypothesis import given
from hypothesis.strategies import integers
from pypdf import PdfReader

from fatedeck.engine.ruleset import find_game
from fatedeck.press.booklet import BLANK, imposed
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


@pytest.mark.parametrize(("page", "wide", "high"), [("a4", 296, 210), ("letter", 279.4, 215.9)])
def test_a_booklet_is_as_large_as_its_paper_turned(page: str, wide: float, high: float) -> None:
    made = book_pdf(find_game("high-card"), "letter" if page == "letter" else "a4", booklet=True)
    read = PdfReader(BytesIO(made))

    sheet = read.pages[0].mediabox
    assert float(sheet.width) == pytest.approx(wide / 25.4 * 72, abs=0.1)
    assert float(sheet.height) == pytest.approx(high / 25.4 * 72, abs=0.1)
    assert "High Card" in read.pages[0].extract_text()
    assert read.viewer_preferences is not None
    assert str(read.viewer_preferences["/Duplex"]) == "/DuplexFlipShortEdge"
