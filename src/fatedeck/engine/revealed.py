"""What an action has shown: a card that lay hidden from its taker, or words for single eyes.

Nobody takes back alone what has shown such a thing, or peeking would cost nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.questions import Choose, Each, Question, Several
from fatedeck.engine.ruleset import Ruleset
from fatedeck.engine.story import Line
from fatedeck.engine.view import Zone

S = TypeVar("S", bound=Struct)
Opt = TypeVar("Opt", bound=Struct)
A = TypeVar("A", bound=Struct)


def has_revealed(
    ruleset: Ruleset[S, Opt, A],
    taker: str,
    seats: Sequence[str],
    snapshot: bytes,
    unpack: Callable[[bytes], S],
    after: S,
    lines: Iterable[Line],
    asked: Question | None,
    drawn: Drawn,
) -> bool:
    """Whether an action has shown anyone a card that lay hidden from its taker, or more.

    A card counts as hidden when it lay on the table and the taker did not see it: one that comes
    from the box was no secret. Words that only some may read count, unless they say what the game
    master has decreed, and so does a question that offers cards which were hidden from whom it
    asks. The table as it was is a `snapshot`, unpacked only where what was `drawn` of it does not
    say enough.
    """
    if not all(line.is_for_all or line.fiat for line in lines):
        return True
    if asked is not None and _names_hidden_cards(ruleset, unpack(snapshot), asked):
        return True
    readers: list[str | None] = [taker, *(seat for seat in seats if seat != taker), None]
    saw = drawn.known(snapshot, readers) or ruleset.views(unpack(snapshot), readers, drawn)
    sees = drawn.views(ruleset.views, after, readers)
    new = [_new_cards(then.zones, now.zones) for then, now in zip(saw, sees, strict=True)]
    if not any(new):
        return False
    known = _cards(saw[0].zones)
    shown = set(new[0]).union(*(cards - known for cards in new[1:]))
    if not shown:
        return False
    lay = Counter(_strings(msgspec.to_builtins(unpack(snapshot))))
    return any(lay[card] > known[card] for card in shown)


def _new_cards(then: Sequence[Zone], now: Sequence[Zone]) -> Counter[str]:
    """The cards that are seen now and were not then; zones that were not drawn anew hold none."""
    if then == now:
        return Counter()
    before, after = {id(zone) for zone in then}, {id(zone) for zone in now}
    seen = _cards(zone for zone in now if id(zone) not in before)
    return seen - _cards(zone for zone in then if id(zone) not in after) if seen else seen


def _cards(zones: Iterable[Zone]) -> Counter[str]:
    """The cards that are seen, however many of each."""
    return Counter(card.name for zone in zones for card in zone.cards)


def _names_hidden_cards(ruleset: Ruleset[S, Opt, A], before: S, asked: Question) -> bool:
    for question in asked.questions if isinstance(asked, Each) else (asked,):
        if isinstance(question, Choose | Several):
            groups = ruleset.hidden(before, question.seat)
            hidden = {card for group in groups for cards in group for card in cards}
            named = hidden.intersection(question.options)
            if named and named.difference(_cards(ruleset.view(before, question.seat).zones)):
                return True
    return False


def _strings(plain: object) -> Iterator[str]:
    """Every word in a state; a card is one of them."""
    if isinstance(plain, str):
        yield plain
    elif isinstance(plain, dict):
        for key, value in plain.items():
            yield from _strings(key)
            yield from _strings(value)
    elif isinstance(plain, list | tuple):
        for value in plain:
            yield from _strings(value)
