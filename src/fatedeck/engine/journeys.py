"""The ways that cards may go: what a game's rules name, and what is seen of them in play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import permutations
from typing import TypeAlias

from msgspec import Struct

from fatedeck.engine.cards import face
from fatedeck.engine.paths import piles

Lie: TypeAlias = Counter[tuple[str, str]]
"""How cards lie: pile by pile, by its path, how many of each face. Copies read the same."""


class Journey(Struct, frozen=True):
    """Cards may go from one pile to another between two questions, as these clauses say.

    `cards` tells which, with `*` for any letters, `?` for one and `|` between several. In the paths
    of the piles `*` is any name, the same in both; `+` is any name whatever. `by` are the actions
    that this belongs to; without any, all. `when` tells by the state that the card has come to in
    which cases it may go so.
    """

    cards: str
    source: str
    target: str
    clauses: tuple[str, ...]
    by: tuple[str, ...] = ()
    when: Callable[[Struct, str], bool] | None = None

    def __str__(self) -> str:
        only = f" by {', '.join(self.by)}" if self.by else ""
        told = ", ".join(self.clauses)
        if self.when is not None:
            case = (self.when.__doc__ or "not always").partition("\n")[0]
            told = f"{told}; when it may: {case}"
        return f"{self.source} to {self.target}{only} ({told})"

    def leads(self, card: str, source: str, target: str, do: str, state: Struct) -> bool:
        """Whether this is the way of that card by that action."""
        if (self.by and do not in self.by) or not _leads(self, card, source, target):
            return False
        return self.when is None or self.when(state, card)


def lie(state: object) -> Lie:
    """How the cards of a state lie."""
    return Counter((path, face(card)) for path, pile in piles(state) for card in pile)


def astray(ways: Sequence[Journey], before: Lie, state: Struct, do: str) -> str:
    """What is wrong with the ways that cards went by an action, as a sentence; empty if nothing."""
    after = lie(state)
    for card, sources, targets in _gone(before, after):
        if len(sources) != len(targets):
            lost = ", ".join(sources) or "nowhere"
            return f"{card} lies in no pile or in two; it came from {lost}"
        legs = {
            (source, target)
            for source in sources
            for target in targets
            if any(way.leads(card, source, target, do, state) for way in ways)
        }
        if any(legs.issuperset(zip(sources, some, strict=True)) for some in permutations(targets)):
            continue
        known = "; ".join(str(way) for way in ways if _begins(way, card, sources[0]))
        return f"{card} goes from {', '.join(sources)} to {', '.join(targets)}; it may go: {known}"
    return ""


def _gone(before: Lie, after: Lie) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each card that lies elsewhere now: the piles that it left, and those it came to."""
    lost, found = before - after, after - before
    for card in sorted({card for _, card in (*lost, *found)}):
        left = sorted(path for path, one in lost.elements() if one == card)
        yield card, left, sorted(path for path, one in found.elements() if one == card)


@cache
def _leads(way: Journey, card: str, source: str, target: str) -> bool:
    start = _begins(way, card, source)
    if start is None:
        return False
    same = start.groupdict().get("same")
    return re.fullmatch(_path(way.target, re.escape(same) if same else "[^/]+"), target) is not None


def _begins(way: Journey, card: str, source: str) -> re.Match[str] | None:
    if not _is_of(way, card):
        return None
    return re.fullmatch(_path(way.source, r"(?P<same>[^/]+)"), source)


def _path(path: str, same: str) -> str:
    return re.escape(path).replace(r"\*", same).replace(r"\+", "[^/]+")


@cache
def _is_of(way: Journey, card: str) -> bool:
    names = re.escape(way.cards).replace(r"\*", ".*").replace(r"\?", ".").replace(r"\|", "|")
    return re.fullmatch(names, card) is not None
