"""What is installed on its own (`pip install 'fatedeck[bots]'`), and what is said where it is not.

with extra("bots"):
    import numpy
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from fatedeck.engine.errors import NotInstalled


@contextmanager
def extra(name: str, what: str = "This") -> Iterator[None]:
    """Import what an extra brings; where that is missing, a sentence says how to install it."""
    try:
        yield
    except ImportError as missing:
        raise not_installed(name, what) from missing


def not_installed(name: str, what: str = "This") -> NotInstalled:
    """What is said where this extra is needed.

    >>> print(not_installed("lab", "A picture"))
    A picture needs a part of fatedeck that isn’t installed: pip install 'fatedeck[lab]'
    """
    needs = f"{what} needs a part of fatedeck that isn’t installed"
    return NotInstalled(f"{needs}: pip install 'fatedeck[{name}]'")
