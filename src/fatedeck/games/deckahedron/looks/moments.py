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
