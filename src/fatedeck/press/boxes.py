"""Tuck boxes: the net of a box that fits a set of cards, to cut out, fold and glue."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from fatedeck.press import licences
from fatedeck.press.compiler import Unprintable, typeset
from fatedeck.press.drawing import back
from fatedeck.press.ink import Ink
from fatedeck.press.motif import motif
from fatedeck.press.packs import Pack, packs
from fatedeck.press.printing import Chosen, Product, Style, choose
from fatedeck.press.sheets import PAPERS, REACH, Paper

ROOM = 1.5
"""How much wider and higher a box is than its cards, in millimetres."""
SHALLOWEST = 8.0
GLUE, TUCK, THUMB, CORNER = 10.0, 13.0, 8.0, 4.0
"""The flap that is glued, the ones that are tucked in, the notch for a thumb, cut corners."""


class Net(Struct, frozen=True):
    """A box laid flat, from the left: glue, back, side, front, side; lids above and below the back.

    Each name is where that part begins.
    """

    wide: float
    high: float
    deep: float

    @property
    def back(self) -> float:
        return GLUE

    @property
    def side(self) -> float:
        return GLUE + self.wide

    @property
    def front(self) -> float:
        return self.side + self.deep

    @property
    def far_side(self) -> float:
        return self.front + self.wide

    @property
    def top(self) -> float:
        return self.deep + TUCK

    @property
    def width(self) -> float:
        return self.far_side + self.deep

    @property
    def height(self) -> float:
        return self.high + 2 * self.top


def net(pack: Pack, thick: float) -> Net:
    """The box for a pack: its cards, and a little room to get them out."""
    deep = max(SHALLOWEST, pack.count * thick + ROOM)
    return Net(pack.size.width + ROOM, pack.size.height + ROOM, round(deep, 2))


def outline(box: Net) -> str:
    """Where a net is cut, as a path: up around the lid, along the top, and back below."""
    over = _lid(box, box.top, -1)
    under = _lid(box, box.top + box.high, 1)
    start, end, low = box.top, box.top + box.high, box.width
    notch = f"H{box.front + box.wide / 2 - THUMB:g}a{THUMB} {THUMB} 0 0 0 {2 * THUMB} 0"
    top = f"{over}{_dust(box, box.side, start, -1)}{notch}{_dust(box, box.far_side, start, -1)}"
    bottom = f"{_dust(box, box.far_side, end, 1)}{_dust(box, box.side, end, 1)}{under}"
    backwards = _reversed(bottom)
    glue = f"L0 {end - CORNER:g}V{start + CORNER:g}Z"
    return f"M{box.back:g} {start:g}{top}L{low:g} {start:g}V{end:g}{backwards}{glue}"


def _lid(box: Net, edge: float, way: int) -> str:
    """The lid on the back and the flap that is tucked in, from left to right."""
    left, right = box.back, box.back + box.wide
    hinge, tip = edge + way * box.deep, edge + way * (box.deep + TUCK)
    points = [
        (left, edge),
        (left, hinge),
        (left + 1, hinge),
        (left + 1, tip - way * CORNER),
        (left + 1 + CORNER, tip),
        (right - 1 - CORNER, tip),
        (right - 1, tip - way * CORNER),
        (right - 1, hinge),
        (right, hinge),
        (right, edge),
    ]
    return _through(points)


def _dust(box: Net, left: float, edge: float, way: int) -> str:
    """A flap on a side that keeps the cards in, from left to right."""
    reach = edge + way * min(box.wide * 0.45, max(box.deep, TUCK))
    right = left + box.deep
    slant = min(1.5, box.deep / 4)
    return _through([(left, edge), (left + slant, reach), (right - slant, reach), (right, edge)])


def _through(points: Sequence[tuple[float, float]]) -> str:
    return "".join(f"L{x:g} {y:g}" for x, y in points)


def _reversed(path: str) -> str:
    """Corners of a path from its last to its first; those below lie in their order already."""
    corners = [corner for corner in path.split("L") if corner]
    groups = [corners[:4], corners[4:8], corners[8:]]
    return "".join(f"L{corner}" for group in groups for corner in reversed(group))


def folds(box: Net) -> list[tuple[float, float, float, float]]:
    """Where a net is folded: between its sides, at its lids and flaps."""
    start, end = box.top, box.top + box.high
    upright = [(x, start, x, end) for x in (box.back, box.side, box.front, box.far_side)]
    level = [
        (left, y, right, y)
        for y in (start, end)
        for left, right in (
            (box.back, box.side),
            (box.side, box.front),
            (box.far_side, box.width),
        )
    ]
    tucks = [(box.back + 1, y, box.side - 1, y) for y in (TUCK, box.height - TUCK)]
    return upright + level + tucks


def boxes(
    game: str,
    style: Style | None = None,
    *,
    options: Mapping[str, object] | None = None,
    sets: Sequence[str] = (),
    deck: str = "",
    copies: int = 1,
    thick: float = 0.32,
) -> Product:
    """A box for each chosen set of cards, one to a sheet."""
    return boxed(choose(game, options, sets, deck, copies), style or Style(), thick)


def boxed(chosen: Chosen, style: Style, thick: float = 0.32) -> Product:
    """A box for each set of these cards, as a PDF."""
    pdf = typeset("box", boxes_data(chosen, style, thick), true_size=True)
    count = len(packs(chosen))
    return Product(pdf, f"{chosen.game.title}: {count} {'box' if count == 1 else 'boxes'}.")


def boxes_data(chosen: Chosen, style: Style, thick: float = 0.32) -> dict[str, object]:
    """Everything that the template draws: a sheet for each pack."""
    return {
        "title": f"{chosen.game.title}: boxes to fold",
        "boxes": [_as_data(chosen, pack, net(pack, thick), style) for pack in packs(chosen)],
        "licence": licences.lines(chosen.game),
    }


def _as_data(chosen: Chosen, pack: Pack, box: Net, style: Style) -> dict[str, object]:
    width, height = _sheet(pack, box, style.paper)
    look, ground, line = chosen.game.look, *_colours(chosen, style.ink)
    return {
        "width": width,
        "height": height,
        "x": round((width - box.width) / 2, 3),
        "y": round((height - box.height) / 2 - 4, 3),
        "net": {name: getattr(box, name) for name in _MEASURES},
        "outline": outline(box),
        "folds": folds(box),
        "ground": ground,
        "line": line,
        "panel": back(look, chosen.game.id, box.wide, box.high, 0, style.ink),
        "emblem": motif(look, line),
        "game": chosen.game.title,
        "set": pack.title,
        "count": f"{pack.count} cards",
    }


_MEASURES = ("wide", "high", "deep", "back", "side", "front", "far_side", "top", "width", "height")


def _colours(chosen: Chosen, ink: Ink) -> tuple[str, str]:
    look = chosen.game.look
    if ink == "full":
        return look.ground, look.line
    return "#ffffff", look.ground if ink == "light" else "#000000"


def _sheet(pack: Pack, box: Net, paper: Paper) -> tuple[float, float]:
    """The paper upright or on its side, whichever takes the net."""
    short, long = PAPERS[paper]
    for width, height in ((short, long), (long, short)):
        if box.width <= width - 2 * REACH and box.height <= height - 2 * REACH - _FOOT:
            return width, height
    raise Unprintable(
        f"A box for {pack.count} cards is larger than the paper; make one for fewer cards."
    )


_FOOT = 8
