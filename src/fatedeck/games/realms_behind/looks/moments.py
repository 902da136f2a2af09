"""What everybody sees when cards are revealed or drawn."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine.story import Moment, Tone, Turned
from fatedeck.games.realms_behind.rules.cards import RANK
from fatedeck.games.realms_behind.state import Outcome


def revealing(outcome: Outcome, cards: Iterable[str], is_open: bool) -> Moment:
    """What is revealed of a check that is not settled yet: any card may count. RB-8.3, RB-8.4."""
    turned = tuple(Turned(card, str(RANK[card])) for card in cards)
    return Moment(outcome.actor, _aim(outcome, is_open), turned)


def check(outcome: Outcome, cards: Iterable[str], is_open: bool) -> Moment:
    """A check: the cards in the order they came, and which rank counted. RB-5.2, RB-8.4."""
    verdict, tone = _verdict(outcome)
    rank = outcome.rank
    turned = tuple(Turned(card, str(RANK[card]), RANK[card] == rank) for card in cards)
    return Moment(outcome.actor, _aim(outcome, is_open), turned, verdict=verdict, tone=tone)


def drawn(who: str, aim: str, cards: Iterable[str], *seen_by: str) -> Moment:
    """Cards that only some may see. RB-22.2, RB-22.6."""
    return Moment(who, aim, tuple(Turned(card) for card in cards), seen_by=seen_by)


def _aim(outcome: Outcome, is_open: bool) -> str:
    """What a check is about; a hidden threshold and a creature's values are the GM's. RB-22.5."""
    skill = outcome.skill.capitalize()
    if not is_open:
        return skill
    against = "a hidden threshold" if outcome.hidden else outcome.threshold
    return f"{skill} {outcome.modifier:+} against {against}"


def _verdict(outcome: Outcome) -> tuple[str, Tone]:
    if not outcome.success:
        return "Failure", "bad" if outcome.rank else "dire"
    if outcome.successes == 1:
        return "Success", "good"
    return f"{outcome.successes} successes", "great"
