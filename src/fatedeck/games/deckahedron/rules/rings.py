"""Partial circles on cards, and how many of them can be closed at once.

Cards lie upright on a square grid, each card once. A side circle closes where a card with a half on
its right edge lies directly left of one with a half on its left edge. A corner circle closes where
four cards meet with their quarters: upper left se, upper right sw, lower left ne, lower right nw.
DKH-99, DKH-101, DKH-123.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

from fatedeck.games.deckahedron.data import Corner, Rings, trait_cards

Spot: TypeAlias = tuple[int, int]
Block: TypeAlias = dict[str, Spot]
Pair: TypeAlias = tuple[str, str]

PLAIN = "plain"
AROUND: tuple[tuple[Corner, Spot], ...] = (
    ("se", (0, 0)),
    ("sw", (1, 0)),
    ("ne", (0, 1)),
    ("nw", (1, 1)),
)


@cache
def closed_circles(cards: tuple[str, ...]) -> tuple[str, ...]:
    """The border of each circle in a best lay-out of these cards: plain, or a class.

    Corner quarters make plain circles; two halves of one class make a circle of that class, any
    other two a plain one. DKH-123.
    """
    options = [_with_corner(cards, corner) for corner, _ in AROUND]
    lefts = [card for card in cards if "e" in trait_cards()[card].rings.sides]
    rights = [card for card in cards if "w" in trait_cards()[card].rings.sides]
    most_pairs = min(len(lefts), len(rights))
    best: tuple[str, ...] = ()
    for size in range(min(map(len, options)), -1, -1):
        if len(best) >= size + most_pairs:
            break
        for blocks in _block_sets(options, size):
            pairs = _most_pairs(blocks, lefts, rights)
            if len(blocks) + len(pairs) > len(best):
                best = (PLAIN,) * len(blocks) + tuple(_border(*pair) for pair in pairs)
            if len(best) == size + most_pairs:
                break
    return best


def fits(border: str, circle: str) -> bool:
    """A bonus with a class border needs a circle of its class; a plain one fits any. DKH-100."""
    return border in (PLAIN, circle)


def _border(left: str, right: str) -> str:
    group = trait_cards()[left].group
    return group if trait_cards()[right].group == group else PLAIN


def _block_sets(options: list[list[str]], size: int) -> Iterator[list[Block]]:
    """Ways to lay this many corner blocks that share no card.

    Cards with the same partial circles are alike here, so only one set of each kind comes up.
    """
    spots = [spot for _, spot in AROUND]
    blocks = [
        dict(zip(four, spots, strict=True))
        for four in product(*options)
        if len(set(four)) == len(four)
    ]
    known: set[tuple[tuple[Rings, ...], ...]] = set()

    def choose(chosen: list[Block]) -> Iterator[list[Block]]:
        kind = tuple(sorted((_kind(block) for block in chosen), key=repr))
        if kind in known:
            return
        known.add(kind)
        if len(chosen) == size:
            yield chosen
            return
        for block in blocks:
            if not any(card in other for other in chosen for card in block):
                yield from choose([*chosen, block])

    yield from choose([])


def _kind(block: Block) -> tuple[Rings, ...]:
    return tuple(trait_cards()[card].rings for card in block)


def _most_pairs(blocks: list[Block], lefts: list[str], rights: list[str]) -> list[Pair]:
    """As many left halves put to right halves as can lie on the grid with these blocks."""
    best: list[Pair] = []
    most = min(len(lefts), len(rights))

    def match(place: int, pairs: list[Pair]) -> None:
        nonlocal best
        if len(pairs) > len(best):
            best = pairs
        if place == len(lefts) or len(best) == most:
            return
        left = lefts[place]
        for right in sorted(rights, key=lambda card: _border(left, card) == PLAIN):
            if all(right != taken for _, taken in pairs):
                more = [*pairs, (left, right)]
                if can_lie(blocks, more):
                    match(place + 1, more)
        match(place + 1, pairs)

    match(0, [])
    return best


def can_lie(blocks: list[Block], pairs: list[Pair]) -> bool:
    """Whether blocks and pairs can lie on one grid: no card twice, no two cards on one spot."""
    pieces: list[Block] = [dict(block) for block in blocks]
    for left, right in pairs:
        first = _piece_with(pieces, left)
        second = _piece_with(pieces, right)
        x, y = first[left]
        if first is second:
            if second[right] != (x + 1, y):
                return False
            continue
        dx, dy = x + 1 - second[right][0], y - second[right][1]
        moved = {card: (a + dx, b + dy) for card, (a, b) in second.items()}
        if any(spot in first.values() for spot in moved.values()):
            return False
        pieces = [piece for piece in pieces if piece is not first and piece is not second]
        pieces.append({**first, **moved})
    return True


def _piece_with(pieces: list[Block], card: str) -> Block:
    for piece in pieces:
        if card in piece:
            return piece
    piece = {card: (0, 0)}
    pieces.append(piece)
    return piece


def _with_corner(cards: Sequence[str], corner: Corner) -> list[str]:
    return [card for card in cards if corner in trait_cards()[card].rings.corners]
