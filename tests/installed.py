"""What an installer would bring along with fatedeck."""

from __future__ import annotations

from importlib.metadata import distribution

from packaging.requirements import Requirement


def needed(*extras: str) -> set[str]:
    """The packages that come with fatedeck here, and with these extras of it."""
    looked: set[tuple[str, str]] = set()
    ahead = [("fatedeck", extra) for extra in ("", *extras)]
    while ahead:
        name, extra = one = ahead.pop()
        if one in looked:
            continue
        looked.add(one)
        for line in distribution(name).requires or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
                ahead += [(wanted.name, part) for part in ("", *wanted.extras)]
    return {name for name, _ in looked} - {"fatedeck"}
