"""What everybody sees when cards are turned or dice fall."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.story import Moment, Tone, Turned
from fatedeck.engine.view import Gadget
from fatedeck.games.deckahedron.data import EDGES, FaceTable, readings, sign
from fatedeck.games.deckahedron.state import Outcome

VERDICTS = ("", "Categorical failure", "Failure", "Success", "Unconditional success")
TONES: tuple[Tone, ...] = ("", "dire", "bad", "good", "great")


def turning(who: str, aim: str, rank: int, cards: Sequence[str], printing: FaceTable) -> Moment:
    """A flip whose result card is still to be named. DKH-25."""
    edges = readings(printing)
    turned = tuple(Turned(card, sign(edges[card][rank])) for card in cards)
    return Moment(who, aim, turned, Gadget("edge", aim, {"edge": EDGES[rank - 1]}))


def flip(outcome: Outcome, aim: str, rank: int, printing: FaceTable) -> Moment:
    """A flip: the edge of the rank is read, and one card counts. DKH-21 to DKH-25."""
    edges = readings(printing)
    turned = tuple(
        Turned(card, sign(edges[card][rank]), counts=card == outcome.card) for card in outcome.cards
    )
    gadget = Gadget("edge", aim, {"edge": EDGES[rank - 1]})
    verdict, tone = VERDICTS[outcome.reading], TONES[outcome.reading]
    return Moment(outcome.who, aim, turned, gadget, verdict, tone)


def number(who: str, die: str, cards: Sequence[str], value: int) -> Moment:
    """A die that is read from the cards: the last one shows the number. DKH-35 to DKH-37."""
    *blank, last = cards or ("",)
    turned = (*(Turned(card, counts=False) for card in blank), Turned(last, str(value)))
    return Moment(who, die, turned, verdict=str(value))


def roll(who: str, die: str, sides: int, value: int) -> Moment:
    """A real die. DKH-39."""
    return Moment(who, die, (Turned(reads=str(value), die=sides),), verdict=str(value))


def drawn(who: str, aim: str, cards: Sequence[str], tone: Tone = "") -> Moment:
    """Cards that lie open, and nothing is read from them."""
    return Moment(who, aim, tuple(Turned(card) for card in cards), tone=tone)
