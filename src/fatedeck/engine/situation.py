"""A starting situation: only what differs from a fresh set-up, laid over the state.

A pile is given as a list of cards, the topmost first. With `...` at its end the rest of what was
there stays shuffled below; without, the pile holds exactly these. A number is that many cards,
whichever they are; `rest` is all that is left over. Cards are taken from the piles beside it (those
of the same character), then from the table's own: none is made or lost.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import msgspec
from msgspec import Struct

from fatedeck.engine.cards import Pile, move
from fatedeck.engine.errors import Unreadable
from fatedeck.engine.marked_yaml import Marked, Misread
from fatedeck.engine.paths import find, piles
from fatedeck.engine.unfit import why_unfit

S = TypeVar("S", bound=Struct)


def lay_out(state: S, given: Marked) -> S:
    """The state with a situation laid over it, checked against the game's own types."""
    wanted_piles: list[tuple[str, str, Marked]] = []
    whole = msgspec.to_builtins(state)
    _patch(whole, state, given, "", "", wanted_piles)
    try:
        patched = msgspec.convert(whole, type(state))
    except msgspec.ValidationError as fault:
        raise Misread(
            given.line, f"The situation does not fit the game: {why_unfit(fault, whole)}"
        ) from fault
    _all_known(patched, given)
    if wanted_piles:
        _Deal(patched, wanted_piles).deal()
    return patched


def _patch(
    plain: object,
    current: object,
    given: Marked,
    path: str,
    holder: str,
    wanted: list[tuple[str, str, Marked]],
) -> None:
    """Lay one mapping over the plain data of what is there, setting piles aside."""
    for name, value in given.mapping(path or "given").items():
        below = f"{path}/{name}" if path else name
        there = _part(current, name)
        inside = path if isinstance(current, Struct) else holder
        if isinstance(there, Pile):
            wanted.append((inside, below, value))
        elif isinstance(plain, list):
            place = _place(plain, name)
            if place is None:
                raise Misread(value.line, f"There is no “{name}” in {path}.")
            _patch(plain[place], there, value, below, below, wanted)
        elif isinstance(plain, dict):
            if isinstance(value.value, dict) and isinstance(there, Struct | dict | list):
                part = plain.setdefault(name, msgspec.to_builtins(there))
                _patch(part, there, value, below, inside, wanted)
            elif isinstance(current, Struct) and name not in current.__struct_fields__:
                known = ", ".join(current.__struct_fields__)
                where = path or "the state"
                raise Misread(value.line, f"There is no “{name}” in {where}. You can use: {known}.")
            else:
                plain[name] = value.plain()
        else:
            raise Misread(value.line, f"{path} has no parts.")


def _part(current: object, name: str) -> object:
    try:
        return find(current, name) if current is not None else None
    except Unreadable:
        return None


def _place(items: list[object], name: str) -> int | None:
    for place, item in enumerate(items):
        if isinstance(item, dict) and name in (item.get("name"), item.get("id")):
            return place
    return None


def _all_known(state: object, given: Marked) -> None:
    """Every name of the situation is one of the game's: a typo is never silently passed over."""
    if not isinstance(given.value, dict) or isinstance(state, Pile):
        return
    for name, value in given.value.items():
        try:
            part = find(state, name)
        except Unreadable as unknown:
            raise Misread(value.line, str(unknown)) from unknown
        _all_known(part, value)


class _Deal:
    """Giving piles the cards they are to have.

    Every pile has a holder, the character (or the table) it belongs to. A card for a holder comes
    from that holder's own piles, else from the table's, else from another hand that holds it.
    """

    def __init__(self, state: Struct, wanted: list[tuple[str, str, Marked]]) -> None:
        self.piles = dict(piles(state))
        self.wanted = {path: given for _, path, given in wanted}
        self.holder = {path: path.rpartition("/")[0] for path in self.piles}
        self.holder |= {path: holder for holder, path, _ in wanted}
        self.before = {path: list(pile) for path, pile in self.piles.items()}
        self.loose = {path: self.before[path].copy() for path in self.wanted}

    def deal(self) -> None:
        for path in self.wanted:
            pile = self.piles[path]
            pile.top, pile.bag, pile.bottom = [], [], []
        for path, given in self.wanted.items():
            for card, line in _named(given):
                self._take(card, path, line)
                self.piles[path].top.append(card)
        for path, given in self.wanted.items():
            if isinstance(given.value, int):
                self._fill(path, given.value, given.line)
        for path, cards in self.loose.items():
            for card in cards:
                self._lay_back(card, path)
        for pile in self.piles.values():
            pile.bag.sort()

    def _take(self, card: str, path: str, line: int) -> None:
        holder = self.holder[path]
        owned = any(card in self.before[p] for p in self.piles if self.holder[p] == holder)
        near = [p for p in self.piles if self.holder[p] == holder]
        common = [p for p in self.piles if not self.holder[p] and p not in near]
        others = [] if owned else [p for p in self.piles if p not in near and p not in common]
        for place in (*near, *common, *others):
            if card in self.loose.get(place, ()):
                self.loose[place].remove(card)
                return
            if place not in self.wanted and card in self.piles[place]:
                move(card, self.piles[place], Pile())
                return
        raise Misread(line, f"There is no card {card} left for {path}.")

    def _fill(self, path: str, count: int, line: int) -> None:
        pile, holder = self.piles[path], self.holder[path]
        near = [p for p in self.piles if self.holder[p] == holder and p != path]
        common = [p for p in self.piles if not self.holder[p] and p not in near and p != path]
        for place in (path, *near, *common):
            source = self.loose[place] if place in self.wanted else self.piles[place].bag
            while len(pile) < count and source:
                pile.bag.append(source.pop(0))
        if len(pile) != count:
            raise Misread(line, f"There aren’t {count} cards left for {path}.")

    def _lay_back(self, card: str, path: str) -> None:
        """A card that no pile has claimed goes under an open pile, else where cards are drawn."""
        near = [p for p in self.piles if self.holder[p] == self.holder[path]]
        common = [p for p in self.piles if not self.holder[p]]
        open_ones = [p for p in (path, *near, *common) if p in self.wanted and self._is_open(p)]
        drawn = [p for p in (*near, *common) if p not in self.wanted and self.piles[p].bag]
        target = next(iter((*open_ones, *drawn)), None)
        if target is None:
            line = self.wanted[path].line
            raise Misread(line, f"{card} has nowhere to go; end one pile with `...` or `rest`.")
        self.piles[target].bag.append(card)

    def _is_open(self, path: str) -> bool:
        given = self.wanted[path].value
        if isinstance(given, list):
            return bool(given) and given[-1].value == "..."
        return given == "rest"


def _named(given: Marked) -> Iterator[tuple[str, int]]:
    if isinstance(given.value, list):
        for card in given.value:
            if card.value != "...":
                yield card.words("a card"), card.line
    elif not isinstance(given.value, int) and given.value != "rest":
        raise Misread(given.line, "A pile is a list of cards, a number of cards, or `rest`.")
