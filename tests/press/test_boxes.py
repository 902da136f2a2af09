"""Boxes: a net that closes around its cards, and fits on paper."""

from __future__ import annotations

import re
import subprocess
from io import BytesIO

import pytest
from pypdf import PdfReader

from fatedeck.press.boxes import Net, boxes, folds, net, outline
from fatedeck.press.compiler import Unprintable
from fatedeck.press.packs import packs
from fatedeck.press.printing import Style, choose


def test_a_box_is_as_large_as_its_cards_and_a_little_more() -> None:
    """54 poker cards of 0.32 mm are 17.28 mm; with 1.5 mm of room on every side."""
    (pack,) = packs(choose("deck-of-adventures"))

    assert net(pack, 0.32) == Net(65, 90.4, 18.78)
    assert net(pack, 0.01).deep == 8  # a shallower one would not fold


def test_the_outline_encloses_every_part_of_the_net() -> None:
    """Back, front and two sides; the glued flap; two lids with tucked flaps; four dust flaps."""
    wide, high, deep = 65.0, 90.0, 20.0
    body = 2 * wide * high + 2 * deep * high
    glue = 10 * (high + high - 2 * 4) / 2
    lids = 2 * (wide * deep + (wide - 2) * 13 - 2 * 4 * 4 / 2)
    dust = 4 * 20 * (deep + deep - 2 * 1.5) / 2  # as long as the box is deep

    assert _area(outline(Net(wide, high, deep))) == pytest.approx(body + glue + lids + dust)


def test_every_fold_lies_within_the_net() -> None:
    box = Net(65, 90, 20)

    assert len(folds(box)) == 4 + 2 * 3 + 2
    for x1, y1, x2, y2 in folds(box):
        assert 0 < x1 <= x2 <= box.width
        assert 0 < y1 <= y2 < box.height


def test_a_box_has_its_name_its_count_and_whose_work_it_is() -> None:
    made = boxes("thousand-faces", sets=["deck", "items"])
    pages = PdfReader(BytesIO(made.pdf)).pages
    told = subprocess.run(["pdftotext", "-", "-"], input=made.pdf, capture_output=True, check=True)
    words = re.sub(r"\s+", " ", told.stdout.decode())

    assert made.told == "A Thousand Faces of Adventure: 2 boxes."
    assert len(pages) == 2
    assert "A Thousand Faces of Adventure The Deckahedron 20 cards" in words
    assert "Shandy Brown" in words


def test_the_same_box_is_the_same_bytes() -> None:
    assert boxes("high-card").pdf == boxes("high-card").pdf


def test_all_cards_of_the_duel_fit_one_box_on_either_paper() -> None:
    """105 cards are 35 mm deep: the net lies on its side."""
    for paper, width in (("a4", 297), ("letter", 279.4)):
        style = Style(paper="a4" if paper == "a4" else "letter", ink="bw")
        (page,) = PdfReader(BytesIO(boxes("adventurer-factory", style).pdf)).pages
        assert float(page.mediabox.width) == pytest.approx(width * 72 / 25.4, abs=0.01)


def test_a_box_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(Unprintable, match="A box for 2100 cards is larger than the paper"):
        boxes("adventurer-factory", copies=20)


def _area(path: str) -> float:
    """The area within a path of straight lines; the notch for a thumb counts as its chord."""
    points: list[tuple[float, float]] = []
    x = y = 0.0
    for step, numbers in re.findall(r"([MLHVaZ])([^MLHVaZ]*)", path):
        values = [float(number) for number in numbers.split()]
        if step in "ML":
            x, y = values
        elif step == "H":
            x = values[0]
        elif step == "V":
            y = values[0]
        elif step == "a":
            x, y = x + values[-2], y + values[-1]
        points.append((x, y))
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2
