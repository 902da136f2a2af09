"""From the screen to the kitchen table: cards, sheets and books; cards for other tables."""

from fatedeck.press.books import adventure, aids, book, chronicle, reference, sheet
from fatedeck.press.printing import Product, Style, cards

__all__ = [
    "Product",
    "Style",
    "adventure",
    "aids",
    "book",
    "cards",
    "chronicle",
    "reference",
    "sheet",
]
