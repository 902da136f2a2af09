"""Where cards lie on sheets of paper, in millimetres: plain arithmetic, before anything is drawn.

Backs lie behind their fronts. Printed on both sides and turned over the long edge, a sheet mirrors
from side to side; folded in the middle, it mirrors about the fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from fatedeck.press.compiler import Unprintable

Paper: TypeAlias = Literal["a4", "letter"]
Backs: TypeAlias = Literal["duplex", "fold", "none"]
Cut: TypeAlias = Literal["marks", "lines", "none"]

PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210, 297), "letter": (215.9, 279.4)}

REACH = 5.0
"""What most printers leave white along the edges of the paper."""

MARK = 4.0
"""How long a crop mark is where there is room."""

CLEAR = 0.6
"""What lies between the bleed of a card and its crop mark."""


class Size(Struct, frozen=True):
    """A card as it is cut."""

    name: str
    width: float
    height: float


POKER = Size("poker", 63.5, 88.9)
TAROT = Size("tarot", 69.85, 120.65)
SMALL_SQUARE = Size("small square", 63.5, 63.5)
SQUARE = Size("square", 88.9, 88.9)


class Spacing(Struct, frozen=True):
    """How cards are set on a sheet."""

    paper: Paper = "a4"
    backs: Backs = "duplex"
    cut: Cut = "marks"
    gap: float = 0
    bleed: float = 3
    offset: tuple[float, float] = (0, 0)


class Slot(Struct, frozen=True):
    """One card on a sheet: where its cut corner lies, and how far it bleeds on each side.

    `card` is its place among the cards of the set; a back has the one in front of it.
    """

    x: float
    y: float
    card: int
    bleed: tuple[float, float, float, float]


class Sheet(Struct, frozen=True):
    """One side of a sheet. `fold` is where it is folded, from the top; `lines` are to be cut."""

    width: float
    height: float
    fronts: list[Slot]
    backs: list[Slot]
    lines: list[tuple[float, float, float, float]]
    fold: float | None = None


class _Grid(Struct, frozen=True):
    """So many cards in rows and columns on paper that is so wide and high."""

    width: float
    height: float
    columns: int
    rows: int


def sheets(count: int, size: Size, spacing: Spacing) -> list[Sheet]:
    """Every side that is printed, in order: each front is followed by its back."""
    grid = _grid(size, spacing)
    held = grid.columns * grid.rows
    made: list[Sheet] = []
    for first in range(0, count, held):
        cards = range(first, min(first + held, count))
        if spacing.backs == "fold":
            made.append(_folded(cards, size, spacing, grid))
        else:
            made += _sides(cards, size, spacing, grid)
    return made


def held_by_a_sheet(size: Size, spacing: Spacing) -> int:
    """How many cards of this size one sheet takes."""
    grid = _grid(size, spacing)
    return grid.columns * grid.rows


def _grid(size: Size, spacing: Spacing) -> _Grid:
    """The way of laying the paper that takes more cards; upright where both take the same."""
    short, long = PAPERS[spacing.paper]
    halves = 2 if spacing.backs == "fold" else 1
    ways = [
        _Grid(
            width,
            height,
            _fitting(width - 2 * REACH, size.width, spacing.gap),
            _fitting((height - 2 * REACH - (halves - 1) * spacing.gap) / halves, size.height,
                     spacing.gap),
        )
        for width, height in ((short, long), (long, short))
    ]  # fmt: skip
    best = max(ways, key=lambda way: way.columns * way.rows)
    if best.columns * best.rows == 0:
        raise Unprintable(
            f"A {size.name} card of {size.width:g} by {size.height:g} mm with these gaps doesn’t "
            f"fit on {spacing.paper.upper() if spacing.paper == 'a4' else 'Letter'} paper."
        )
    return best


def _fitting(room: float, one: float, gap: float) -> int:
    return max(0, int((room + gap + 1e-6) // (one + gap)))


def _sides(cards: Sequence[int], size: Size, spacing: Spacing, grid: _Grid) -> list[Sheet]:
    wide = _extent(grid.columns, size.width, spacing.gap)
    high = _extent(grid.rows, size.height, spacing.gap)
    left, top = (grid.width - wide) / 2, (grid.height - high) / 2
    fronts = [
        _slot(card, n % grid.columns, n // grid.columns, (left, top), size, spacing, grid)
        for n, card in enumerate(cards)
    ]
    lines = _cuts(fronts, size, spacing, grid)
    front = Sheet(grid.width, grid.height, fronts, [], lines)
    if spacing.backs == "none":
        return [front]
    behind = [mirrored(slot, size, grid.width, spacing.offset) for slot in fronts]
    return [front, Sheet(grid.width, grid.height, [], behind, [])]


def mirrored(slot: Slot, size: Size, width: float, offset: tuple[float, float]) -> Slot:
    """The back of a card on a sheet turned over its long side: side to side, never up and down."""
    left, top, right, bottom = slot.bleed
    x = width - slot.x - size.width + offset[0]
    return Slot(_mm(x), _mm(slot.y + offset[1]), slot.card, (right, top, left, bottom))


def _folded(cards: Sequence[int], size: Size, spacing: Spacing, grid: _Grid) -> Sheet:
    """Fronts above the fold, each back as far below it."""
    wide = _extent(grid.columns, size.width, spacing.gap)
    high = _extent(grid.rows, size.height, spacing.gap)
    fold = grid.height / 2
    corner = ((grid.width - wide) / 2, fold - spacing.gap / 2 - high)
    fronts = [
        _slot(card, n % grid.columns, n // grid.columns, corner, size, spacing, grid)
        for n, card in enumerate(cards)
    ]
    behind = []
    for slot in fronts:
        left, top, right, bottom = slot.bleed
        y = _mm(2 * fold - slot.y - size.height)
        behind.append(Slot(slot.x, y, slot.card, (left, bottom, right, top)))
    lines = _cuts([*fronts, *behind], size, spacing, grid)
    return Sheet(grid.width, grid.height, fronts, behind, lines, fold=fold)


def _slot(
    card: int,
    column: int,
    row: int,
    corner: tuple[float, float],
    size: Size,
    spacing: Spacing,
    grid: _Grid,
) -> Slot:
    """A card in its column and row. Towards a neighbour it bleeds at most half the gap."""
    inner = min(spacing.bleed, spacing.gap / 2)
    last_row = grid.rows - 1 if spacing.backs != "fold" else grid.rows
    bleed = (
        spacing.bleed if column == 0 else inner,
        spacing.bleed if row == 0 else inner,
        spacing.bleed if column == grid.columns - 1 else inner,
        spacing.bleed if row == last_row else inner,
    )
    x = corner[0] + column * (size.width + spacing.gap)
    y = corner[1] + row * (size.height + spacing.gap)
    return Slot(_mm(x), _mm(y), card, bleed)


def _extent(count: int, one: float, gap: float) -> float:
    return count * one + (count - 1) * gap


def _cuts(
    slots: Sequence[Slot], size: Size, spacing: Spacing, grid: _Grid
) -> list[tuple[float, float, float, float]]:
    """Hairlines to cut along: short ones in the margin, or from edge to edge; never on a face."""
    if spacing.cut == "none":
        return []
    upright = sorted({x for slot in slots for x in (slot.x, _mm(slot.x + size.width))})
    level = sorted({y for slot in slots for y in (slot.y, _mm(slot.y + size.height))})
    if spacing.cut == "lines":
        return [(x, 0, x, grid.height) for x in upright] + [(0, y, grid.width, y) for y in level]
    clear = spacing.bleed + CLEAR
    near_x, far_x = upright[0] - clear, upright[-1] + clear
    near_y, far_y = level[0] - clear, level[-1] + clear
    above, below = max(0, near_y - MARK), min(grid.height, far_y + MARK)
    left, right = max(0, near_x - MARK), min(grid.width, far_x + MARK)
    return [
        line
        for x in upright
        for line in ((x, above, x, near_y), (x, far_y, x, below))
    ] + [
        line
        for y in level
        for line in ((left, y, near_x, y), (far_x, y, right, y))
    ]  # fmt: skip


def _mm(value: float) -> float:
    return round(value, 4)
