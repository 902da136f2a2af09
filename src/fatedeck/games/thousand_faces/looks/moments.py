"""What everybody sees when cards are turned, revealed or drawn, or dice fall."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fatedeck.engine.fights import How
from fatedeck.engine.story import Moment, Tone, Turned
from fatedeck.engine.view import Gadget
from fatedeck.games.thousand_faces.data import RESULTS, SIGNS, readings

TONES: tuple[Tone, ...] = ("", "bad", "mixed", "good", "great")


def turning(who: str, aim: str, suit: str, cards: Sequence[str]) -> Moment:
    """A flip that is still open: somebody may flash back, or others help. TFA-176."""
    shown = readings(suit)
    turned = tuple(Turned(card, SIGNS[shown[card]]) for card in cards)
    return Moment(who, aim, turned, Gadget("edge", aim, {"edge": suit}))


def flip(who: str, aim: str, suit: str, cards: Sequence[str], resolver: str, result: int) -> Moment:
    """A flip: the sign next to the suit is read, and one card counts. TFA-22, TFA-33, TFA-63."""
    shown = readings(suit)
    turned = tuple(Turned(card, SIGNS[shown[card]], card == resolver) for card in cards)
    gadget = Gadget("edge", aim, {"edge": suit})
    verdict = f"{SIGNS[result]} {RESULTS[result]}"
    return Moment(who, aim, turned, gadget, verdict, TONES[result])


def fight_over(party: Iterable[How], foes: Iterable[How]) -> Moment:
    """A fight that has ended, and how: nothing was turned for it. TFA-336."""
    match "up" in party, "up" in foes:
        case True, False:
            verdict = "You’ve won."
        case False, True:
            verdict = "You’ve lost."
        case _:
            verdict = "Neither side has won."
    return Moment("The fight is over", verdict=verdict)
