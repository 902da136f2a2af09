"""What everybody sees when cards are drawn: the circle with its target, and what it comes to."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.story import Line, Moment, Said, Tone, Turned
from fatedeck.engine.view import Gadget
from fatedeck.games.deck_of_adventures.rules.circle import CLAUSE, NAMES, distance, ranks_in_range
from fatedeck.games.deck_of_adventures.state import CARD_NAMES, RANKS, Degree, Outcome

TONES: dict[Degree, Tone] = {
    "critical": "great",
    "major": "great",
    "suited_success": "good",
    "color_success": "good",
    "success": "good",
    "suited_miss": "bad",
    "color_miss": "bad",
    "miss": "bad",
}


def check(
    outcome: Outcome,
    reach: int,
    gm: str,
    against: str = "",
    named: str = "",
    because: str = "",
    *,
    settled: bool = True,
) -> Moment:
    """A Check as far as it has come: the nearer to the Target Card, the better. DOA-68, DOA-72.

    Whom it is `against`, if anybody, is `named` as people do; what made it necessary stands first.
    What is drawn behind the screen is for the Game Master's eyes, a secret DR for nobody's.
    DOA-376.
    """
    target, secret = outcome.target, outcome.hidden == "difficulty"
    modifier = f" {outcome.modifier:+}" if outcome.modifier else ""
    difficulty = "" if secret else f", DR {outcome.difficulty}"
    whose = f"{named}, " if named else ""
    made = f"{because}: " if because else ""
    aim = f"{made}{outcome.title}{modifier} against {whose}{_named(target)}{difficulty}"
    turned = tuple(
        Turned(card, _apart(card, target), counts=not settled or card == outcome.used)
        for card in outcome.drawn
    )
    return Moment(
        outcome.who,
        f"{outcome.title}, behind the screen" if outcome.hidden == "all" else aim,
        turned,
        circle(outcome, reach, outcome.used, secret=secret, settled=settled),
        NAMES[outcome.degree] if settled else "",
        TONES[outcome.degree] if settled else "",
        (gm,) if outcome.hidden == "all" else (),
        "" if outcome.hidden == "all" else against,
    )


def settled(
    outcome: Outcome, reach: int, gm: str, against: str = "", named: str = "", because: str = ""
) -> tuple[Moment, Line]:
    """A Check that is over, and the line of the story that it leaves."""
    return check(outcome, reach, gm, against, named, because), told(outcome, gm, because)


def told(outcome: Outcome, gm: str, because: str = "") -> Line:
    """The line of the story that a Check leaves. DOA-376."""
    drawing = "{because}: " * bool(because) + "{who} draws {drawn}"
    drawing += " and uses {used}" * (len(outcome.drawn) > 1)
    whole = drawing + " against {target} ({stat}, DR {difficulty}): {degree}."
    short = drawing + " against {target} ({stat}): {degree}."
    values: dict[str, Said] = {
        "who": outcome.who,
        "drawn": outcome.drawn or "no card",
        "used": outcome.used,
        "target": outcome.target,
        "stat": f"{outcome.title} {outcome.modifier:+}" if outcome.modifier else outcome.title,
        "difficulty": outcome.difficulty,
        "degree": NAMES[outcome.degree],
    }
    if because:
        values["because"] = because
    template = {"": whole, "difficulty": short, "all": ""}[outcome.hidden]
    only = {gm: whole} if outcome.hidden else {}
    return Line(template, (CLAUSE[outcome.degree],), only, values=values)


def circle(outcome: Outcome, reach: int, card: str, *, secret: bool, settled: bool) -> Gadget:
    """The circle of ranks with target, range and the card that counts. DOA-72, DOA-73."""
    inside = [] if secret else ranks_in_range(outcome.target[:-1], max(0, reach))
    target, counts = _named(outcome.target), _named(card) or "nothing"
    return Gadget(
        "circle",
        f"{outcome.who}: {outcome.title}",
        {"ranks": list(RANKS), "target": outcome.target[:-1], "range": inside, "drawn": card[:-1]},
        f"Target {target}, {'DR hidden' if secret else 'range ' + ' '.join(inside)}, "
        f"drawn {counts}{f': {NAMES[outcome.degree]}' if settled else ''}.",
    )


def _named(card: str) -> str:
    return CARD_NAMES.get(card, card)


def drawn(who: str, aim: str, cards: Sequence[str], *seen_by: str) -> Moment:
    """Cards that lie open and are judged by nothing: a Target Card, a Rest Card, a discard."""
    return Moment(who, aim, tuple(Turned(card) for card in cards), seen_by=seen_by)


def _apart(card: str, target: str) -> str:
    apart = distance(card[:-1], target[:-1])
    return f"{apart} away" if apart else "on target"
