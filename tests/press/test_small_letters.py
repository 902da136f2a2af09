"""Nothing that is meant to be read is set in letters below 6.5 pt, whatever is printed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO
from math import sqrt

import pypdf
import pytest

from fatedeck import press
from fatedeck.engine.ruleset import find_game

LEAST = 6.5

PRODUCTS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "skills": ("deckahedron", lambda: press.cards("deckahedron", sets=["skills"]).pdf),
    "jokers": ("deck-of-adventures", lambda: press.cards("deck-of-adventures").pdf),
    "odds": ("deck-of-adventures", lambda: press.book("deck-of-adventures").pdf),
    "page": ("deckahedron", lambda: press.reference("deckahedron").pdf),
    "hero": ("deck-of-adventures", lambda: press.sheet("deck-of-adventures", "Ilse").pdf),
    "Letter": ("realms-behind", lambda: press.sheet("realms-behind", "Tamsin", "letter").pdf),
    "aids": ("deckahedron", lambda: press.aids("deckahedron", "letter").pdf),
    "map": ("realms-behind", lambda: press.adventure("the-clerk-of-lost-names").book),
    "maps": ("deck-of-adventures", lambda: press.adventure("the-locked-granary").maps),
}


def sizes(pdf: bytes) -> Iterator[tuple[float, str]]:
    """Every stretch of text in a PDF, and how large it is set."""
    found: list[tuple[float, str]] = []

    def seen(text: str, cm: list[float], tm: list[float], _font: object, size: float) -> None:
        if text.strip():
            found.append((size * _scale(cm) * _scale(tm), text.strip()))

    for page in pypdf.PdfReader(BytesIO(pdf)).pages:
        page.extract_text(visitor_text=seen)
    yield from found


def _scale(matrix: list[float]) -> float:
    return sqrt(abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]))


def too_small(pdf: bytes, emblem: tuple[str, ...] = ()) -> list[tuple[float, str]]:
    """What is set too small; the ranks in an emblem are a drawing."""
    return [
        (round(size, 2), text)
        for size, text in sizes(pdf)
        if size < LEAST - 0.01 and text not in emblem
    ]


@pytest.mark.parametrize("product", PRODUCTS)
def test_nothing_is_too_small_to_read(product: str) -> None:
    game, made = PRODUCTS[product]
    emblem = find_game(game).paper.circle
    assert not too_small(made(), (*emblem, *"".join(emblem)))
