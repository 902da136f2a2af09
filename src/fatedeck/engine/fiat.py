"""The game master's fiat: the rules serve the table, so the game master can always mend it.

Setting a counter, moving a card, adding or lifting a condition and awarding are ordinary recorded
actions that work on any game's state by path; whoever doesn't see a number isn't told it. Answering
for a seat, cancelling what is pending and rewinding are the record's own (`Record.answer`,
`Record.cancel`, `Record.undo`). All are marked in the story as fiat.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from msgspec import Struct

from fatedeck.engine.cards import Pile, Place, move
from fatedeck.engine.errors import Refused, Unreadable
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Action
from fatedeck.engine.paths import assign, find
from fatedeck.engine.questions import COUNTABLE
from fatedeck.engine.story import Line
from fatedeck.engine.view import View

S = TypeVar("S", bound=Struct)


class SetCounter(Action, frozen=True, tag="fiat.set"):
    """Set a number, words, or a yes or no of the state."""

    path: str
    value: int | bool | str
    reason: str = ""


class Award(Action, frozen=True, tag="fiat.award"):
    """Add to a number of the state, or take away with a negative amount; it stays at least 0."""

    path: str
    amount: int
    reason: str = ""


class MoveCard(Action, frozen=True, tag="fiat.move"):
    """Move a card from one pile to another."""

    card: str
    source: str
    target: str
    place: Place = "top"
    reason: str = ""


class AddCondition(Action, frozen=True, tag="fiat.add"):
    """Add a word to a list of conditions."""

    path: str
    condition: str
    reason: str = ""


class LiftCondition(Action, frozen=True, tag="fiat.lift"):
    """Take a word off a list of conditions."""

    path: str
    condition: str
    reason: str = ""


Fiat: TypeAlias = SetCounter | Award | MoveCard | AddCondition | LiftCondition
FIAT = (SetCounter, Award, MoveCard, AddCondition, LiftCondition)


def perform_fiat(
    game: Game[S], seat: str, fiat: Fiat, view: Callable[[S, str | None], View]
) -> None:
    """Do what the game master decrees; what cannot be is refused and changes nothing.

    By its view each seat is told of it.
    """
    unknowing = _unknowing(game, seat, fiat, view)
    try:
        told = _decree(game.state, fiat, [seat.name for seat in game.seats])
    except Unreadable as unreadable:
        raise Refused("", str(unreadable)) from unreadable
    because = f" ({fiat.reason})" if fiat.reason else ""
    whole = f"The GM decides: {told}{because}."
    if None not in unknowing or isinstance(fiat, MoveCard):
        game.add(Line(whole, fiat=True))
        return
    knowing = {one.name: whole for one in game.seats if one.name not in unknowing}
    game.add(Line(f"The GM changes {_said(fiat.path)}{because}.", only=knowing, fiat=True))


def _unknowing(
    game: Game[S], seat: str, fiat: Fiat, view: Callable[[S, str | None], View]
) -> set[str | None]:
    """Who doesn't see what is decreed: others of its figure's numbers are the game master's alone.

    Everybody sees a figure's conditions.
    """
    if isinstance(fiat, MoveCard):
        return set()
    shown = view(game.state, seat)
    if any(sheet.conditions_path == fiat.path for sheet in shown.sheets):
        return set()
    known, above = _numbers(shown), fiat.path.rpartition("/")[0]
    unknowing: set[str | None] = set()
    for reader in (*(one.name for one in game.seats), None):
        read = _numbers(view(game.state, reader))
        unread = known - read
        if fiat.path not in read and (
            fiat.path in unread or (above and any(p.startswith(f"{above}/") for p in unread))
        ):
            unknowing.add(reader)
    return unknowing


def _numbers(view: View) -> set[str]:
    """The paths of all numbers that a view shows."""
    return {counter.path for sheet in view.sheets for counter in sheet.counters if counter.path}


def _decree(state: Struct, fiat: Fiat, seats: list[str]) -> str:
    if isinstance(fiat, SetCounter):
        if find(state, fiat.path) in seats or fiat.path.endswith(("/name", "/id")):
            raise Refused(
                "", f"{_said(fiat.path)} is the name others know it by, so it can’t be changed."
            )
        assign(state, fiat.path, fiat.value)
        return f"{_said(fiat.path)} is {_told(fiat.value)}"
    if isinstance(fiat, Award):
        now = find(state, fiat.path)
        if not isinstance(now, int) or isinstance(now, bool):
            raise Refused("", f"{_said(fiat.path)} is not a number.")
        then = max(0, now + fiat.amount)
        if then > COUNTABLE:
            raise Refused("", f"{then} is too large; {COUNTABLE} is the most.")
        assign(state, fiat.path, then)
        return f"{_said(fiat.path)} {fiat.amount:+}, now {then}"
    if isinstance(fiat, MoveCard):
        source, target = _pile(state, fiat.source), _pile(state, fiat.target)
        if fiat.card not in source:
            raise Refused("", f"{fiat.card} is not in {_said(fiat.source)}.")
        move(fiat.card, source, target, fiat.place)
        return f"a card goes from {_said(fiat.source)} to {_said(fiat.target)}"
    conditions = find(state, fiat.path)
    above = find(state, fiat.path.rpartition("/")[0]) if "/" in fiat.path else state
    if isinstance(above, Pile):
        raise Refused("", "You can move cards, but never make or lose one.")
    if not isinstance(conditions, list) or any(not isinstance(name, str) for name in conditions):
        raise Refused("", f"{_said(fiat.path)} is not a list of conditions.")
    if isinstance(fiat, AddCondition):
        conditions.append(fiat.condition)
        return f"{fiat.condition} is added to {_said(fiat.path)}"
    if fiat.condition not in conditions:
        raise Refused("", f"{fiat.condition} is not in {_said(fiat.path)}.")
    conditions.remove(fiat.condition)
    return f"{fiat.condition} is lifted from {_said(fiat.path)}"


def _pile(state: Struct, path: str) -> Pile:
    pile = find(state, path)
    if not isinstance(pile, Pile):
        raise Refused("", f"{_said(path)} is not a pile of cards.")
    return pile


def _told(value: int | bool | str) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"“{value}”" if isinstance(value, str) else str(value)


ABBREVIATED = 2
"""Names so short are abbreviations, such as HP and XP."""


def _said(path: str) -> str:
    """A path as a game master says it.

    >>> _said("players/Ana/green_tokens"), _said("characters/Marn/max_hp")
    ('Ana’s green tokens', 'Marn’s max HP')
    """
    *above, last = path.split("/")
    owner = f"{above[-1]}’s " if above else ""
    words = last.split("_")
    return owner + " ".join(word.upper() if len(word) <= ABBREVIATED else word for word in words)
