"""A deck that is also a body: what it is worth to lose its cards, or to be hurt instead."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol, TypeVar

from msgspec import Struct

from fatedeck.engine.cards import Pile, move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import PlightStudy
from fatedeck.engine.questions import Answer, Question

S = TypeVar("S", bound=Struct)


class Body(Protocol):
    """A character with a deck, and what was lost of it."""

    deck: Pile
    discard: Pile
    exhaustion: Pile
    harm: int
    wounds: int


def wound_study(
    title: str,
    points: Count,
    most_exhausted: int,
    cards: tuple[str, ...],
    suffer: Callable[[Game[S], str, int], None],
    lay_out: Callable[[Mapping[str, Value], tuple[Seat, ...]], tuple[S, Body, Pile]],
    clause: str,
    *more: One,
    settle: Callable[[S, Question], Answer | None] | None = None,
) -> PlightStudy[S]:
    """Ask what is best when points are to be lost: cards, Harm or a Wound.

    `lay_out` gives a fresh table, the one body at it and the supply of wound cards; some cards
    are then discarded, some exhausted, and each Wound has put a card into the discards. `clause`
    is the rule by which cards are exhausted, `more` is what else `lay_out` wants to know.
    """
    known = (
        Count("exhausted", "Cards exhausted already", 0, most_exhausted),
        Count("harm", "Harm tokens already", 0, 2),
        Count("wounds", "Wound tokens already", 0, 2),
    )

    def happens(game: Game[S], seat: str, values: Mapping[str, Value]) -> None:
        suffer(game, seat, int(str(values["points"])))

    def stage(values: Mapping[str, Value], seats: tuple[Seat, ...], gone: list[str]) -> S:
        table, body, supply = lay_out(values, seats)
        for card in gone:
            move(card, body.deck, body.discard)
        exhausted = int(str(values["exhausted"]))
        if exhausted > len(body.deck):
            text = f"You can’t exhaust {exhausted} cards: only {len(body.deck)} are left."
            raise Refused(clause, text)
        for card in sorted(body.deck)[:exhausted]:
            move(card, body.deck, body.exhaustion, "bag")
        body.harm, body.wounds = int(str(values["harm"])), int(str(values["wounds"]))
        for card in list(supply)[: body.wounds]:
            move(card, supply, body.discard)
        return table

    usual: dict[str, Value] = {count.name: 0 for count in known}
    usual |= {one.name: one.options[0] for one in more}
    return PlightStudy(
        "wound", title, (points, *known, *more), happens, stage, tuple(usual), usual, cards, settle
    )
