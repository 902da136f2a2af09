"""How numbers are said."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number of things.

    >>> counted(1, "card"), counted(3, "green token")
    ('1 card', '3 green tokens')
    """
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
