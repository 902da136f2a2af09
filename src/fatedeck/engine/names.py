"""Names that tell twins apart, and heroes from those who play them."""

from __future__ import annotations

from collections.abc import Container


def free_name(wanted: str, taken: Container[str]) -> str:
    """A name that nothing of its kind has yet.

    >>> free_name("Sword", ["Sword", "Sword 2"]), free_name("Sword", [])
    ('Sword 3', 'Sword')
    """
    name, number = wanted, 2
    while name in taken:
        name, number = f"{wanted} {number}", number + 1
    return name


def played(hero: str, seat: str) -> str:
    """A hero with whoever plays it, as everybody at the table calls it.

    >>> played("Petra", "Tom"), played("", "Tom"), played("Tom", "Tom")
    ('Petra (Tom)', 'Tom', 'Tom')
    """
    return f"{hero} ({seat})" if hero and hero != seat else seat
