"""Where cards lie: how many fit, that backs lie behind their fronts, where to cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis.strategies import floats, integers, sampled_from

from fatedeck.press.compiler import Unprintable
from fatedeck.press.sheets import (
    PAPERS,
    POKER,
    REACH,
    SMALL_SQUARE,
    SQUARE,
    TAROT,
    Backs,
    Paper,
    Size,
    Spacing,
    held_by_a_sheet,
    sheets,
)

SIZES = [POKER, TAROT, SMALL_SQUARE, SQUARE]


@pytest.mark.parametrize(
    ("size", "paper", "backs", "gap", "held"),
    [
        (POKER, "a4", "duplex", 0, 9),  # 3 x 63.5 = 190.5 of 200, 3 x 88.9 = 266.7 of 287
        (POKER, "letter", "duplex", 0, 9),  # 266.7 of 269.4
        (SMALL_SQUARE, "a4", "duplex", 0, 12),  # 4 x 63.5 = 254 of 287
        (SMALL_SQUARE, "letter", "duplex", 3, 12),  # 196.5 of 205.9, 263 of 269.4
        (POKER, "a4", "duplex", 6, 8),  # on its side: 4 x 63.5 + 18 = 272, 2 x 88.9 + 6 = 183.8
        (POKER, "letter", "duplex", 6, 6),
        (POKER, "a4", "fold", 0, 4),
        (POKER, "letter", "fold", 0, 4),
        (SMALL_SQUARE, "a4", "fold", 0, 6),
        (SMALL_SQUARE, "letter", "fold", 0, 6),
        (TAROT, "a4", "none", 0, 4),  # two rows of 120.65, two columns of 69.85
        (SQUARE, "a4", "none", 0, 6),  # two columns of 88.9, three rows
    ],
)
def test_how_many_cards_a_sheet_takes(
    size: Size, paper: Paper, backs: Backs, gap: float, held: int
) -> None:
    assert held_by_a_sheet(size, Spacing(paper, backs, gap=gap)) == held


@given(
    integers(1, 40),
    sampled_from(SIZES),
    sampled_from([*PAPERS]),
    sampled_from([0.0, 3.0, 6.0]),
    floats(-3, 3),
    floats(-3, 3),
)
def test_every_back_lies_behind_its_front_also_on_the_last_sheet(
    count: int, size: Size, paper: Paper, gap: float, right: float, down: float
) -> None:
    """Turned over its long side a sheet mirrors from side to side; then the drift is added."""
    made = sheets(count, size, Spacing(paper, gap=gap, offset=(right, down)))

    assert len(made) % 2 == 0
    for front, behind in zip(made[::2], made[1::2], strict=True):
        by_card = {slot.card: slot for slot in behind.backs}
        assert len(by_card) == len(front.fronts)
        for slot in front.fronts:
            back = by_card[slot.card]
            assert back.x - right == pytest.approx(front.width - slot.x - size.width, abs=1e-3)
            assert back.y - down == pytest.approx(slot.y, abs=1e-3)


@given(integers(1, 40), sampled_from(SIZES), sampled_from([*PAPERS]))
def test_folded_in_the_middle_every_back_meets_its_front(
    count: int, size: Size, paper: Paper
) -> None:
    for sheet in sheets(count, size, Spacing(paper, "fold")):
        assert sheet.fold == sheet.height / 2
        for slot, back in zip(sheet.fronts, sheet.backs, strict=True):
            above = sheet.fold - (slot.y + size.height)
            assert (back.card, back.x) == (slot.card, slot.x)
            assert back.y - sheet.fold == pytest.approx(above, abs=1e-3)


@given(
    integers(1, 40),
    sampled_from(SIZES),
    sampled_from([*PAPERS]),
    sampled_from(["duplex", "fold", "none"]),
    sampled_from([0.0, 3.0, 5.5]),
)
def test_all_cards_lie_once_within_reach_and_none_on_another(
    count: int, size: Size, paper: Paper, backs: Backs, gap: float
) -> None:
    made = sheets(count, size, Spacing(paper, backs, gap=gap))

    assert [slot.card for sheet in made for slot in sheet.fronts] == [*range(count)]
    for sheet in made:
        slots = [*sheet.fronts, *sheet.backs]
        for slot in slots:
            assert REACH - 1e-3 <= slot.x <= sheet.width - size.width - REACH + 1e-3
            assert REACH - 1e-3 <= slot.y <= sheet.height - size.height - REACH + 1e-3
        for n, slot in enumerate(slots):
            for other in slots[:n]:
                beside = abs(slot.x - other.x) >= size.width + gap - 1e-3
                assert beside or abs(slot.y - other.y) >= size.height + gap - 1e-3


def test_marks_lie_in_the_margin_and_never_on_a_face() -> None:
    """Nine poker cards on A4: the block is 190.5 by 266.7 mm, 9.75 and 15.15 from the edges."""
    (sheet,) = sheets(9, POKER, Spacing(backs="none", bleed=3))

    assert len(sheet.lines) == 4 * 2 + 4 * 2  # no gap: four cuts each way, a mark at either end
    for x1, y1, x2, y2 in sheet.lines:
        if x1 == x2:
            assert y2 <= 15.15 - 3 or y1 >= 297 - 15.15 + 3
        else:
            assert x2 <= 9.75 - 3 or x1 >= 210 - 9.75 + 3


def test_towards_a_neighbour_a_card_bleeds_half_the_gap() -> None:
    (sheet,) = sheets(9, POKER, Spacing(backs="none", bleed=3, gap=2))

    assert [sheet.fronts[n].bleed for n in (0, 4, 8)] == [(3, 3, 1, 1), (1, 1, 1, 1), (1, 1, 3, 3)]


def test_a_card_that_no_paper_takes_is_refused() -> None:
    with pytest.raises(Unprintable, match="doesn’t fit on A4"):
        sheets(1, Size("poster", 400, 300), Spacing())
