"""The circle of ranks: how near a card lies to the Target Card, and what that is called."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from fatedeck.games.deck_of_adventures.state import RANKS, Degree, Match, Switches

DEGREES: tuple[Degree, ...] = (
    "critical",
    "major",
    "suited_success",
    "color_success",
    "success",
    "suited_miss",
    "color_miss",
    "miss",
)
NAMES: dict[Degree, str] = {
    "critical": "Critical Success",
    "major": "Major Success",
    "suited_success": "Suited Success",
    "color_success": "Color Success",
    "success": "Success",
    "suited_miss": "Suited Miss",
    "color_miss": "Color Miss",
    "miss": "Miss",
}
CLAUSE: dict[Degree, str] = {
    "critical": "DOA-82",
    "major": "DOA-83",
    "suited_success": "DOA-85",
    "color_success": "DOA-86",
    "success": "DOA-87",
    "suited_miss": "DOA-88",
    "color_miss": "DOA-89",
    "miss": "DOA-90",
}
STRICTNESS: dict[Match, int] = {"": 0, "colour": 1, "suit": 2}
RANK = {rank: place for place, rank in enumerate(RANKS, start=1)}


class Verdict(Struct, frozen=True):
    """What one card is worth against a Target Card; `merit` orders cards. DOA-102."""

    distance: int
    degree: Degree
    success: bool
    merit: tuple[bool, int, int]


FARTHEST = 6
"""No two ranks lie farther apart. DOA-72."""


def distance(rank: str, other: str) -> int:
    """How far two ranks lie apart on the circle of 13: from 0 to 6. DOA-71, DOA-72.

    >>> distance("K", "2"), distance("8", "J")
    (2, 3)
    """
    apart = abs(RANK[rank] - RANK[other])
    return apart if apart <= 6 else 13 - apart


def ranks_in_range(target: str, reach: int) -> list[str]:
    """The ranks inside a range of a rank, in the order of the circle. DOA-73, DOA-75.

    So range 3 around an 8 is 5 to J, and "below 5 or above J" is Q K A 2 3 4; range 3 around a 3 is
    K to 6. DOA-96, DOA-97, DOA-114.
    """
    middle = RANK[target] - 1
    reach = min(6, reach)
    return [RANKS[(middle + step) % 13] for step in range(-reach, reach + 1)]


def initiative(target: str) -> int:
    """The place of a Target Card in the order: A first, then K, Q, J, 10 down to 2. DOA-124.

    >>> [initiative(card) for card in ("AC", "KD", "2S")]
    [0, 1, 12]
    """
    return (13 - RANKS.index(target[:-1])) % 13


def order_told(target: str) -> str:
    """How soon a Target Card lets one act, as people say it. DOA-124.

    >>> order_told("9S"), order_told("AC")
    ('Turns go from the Ace and King down to 2: 5 ranks act sooner, 7 later.', 'An Ace acts first.')
    """
    sooner = initiative(target)
    if not sooner:
        return "An Ace acts first."
    ranks = "1 rank acts" if sooner == 1 else f"{sooner} ranks act"
    return f"Turns go from the Ace and King down to 2: {ranks} sooner, {12 - sooner} later."


def wanted(target: str, reach: int, match: Match = "") -> str:
    """Which cards succeed against a Target Card, as people say it. DOA-73, DOA-74, DOA-358.

    >>> wanted("8C", 3), wanted("8C", 0, "suit"), wanted("8C", 7, "colour")
    ('5 to J', '8 of the same suit', 'any card of the same colour')

    Round the circle nobody counts: those cards are named, or the few that fail.

    >>> wanted("QC", 3), wanted("4C", 4), wanted("QC", 2)
    ('9, 10, J, Q, K, A or 2', 'anything but 9, 10, J or Q', '10 to A')
    """
    inside = ranks_in_range(target[:-1], max(0, reach))
    matching = {"": "", "colour": " of the same colour", "suit": " of the same suit"}[match]
    if len(inside) == len(RANKS):
        return f"any card{matching}"
    if reach <= 0:
        return f"{inside[0]}{matching}"
    if inside[-1] == "A" or RANK[inside[0]] < RANK[inside[-1]]:
        return f"{inside[0]} to {inside[-1]}{matching}"
    outside = [rank for rank in RANKS if rank not in inside]
    if not match and 2 * len(outside) < len(inside):
        return f"anything but {_either(outside)}"
    return f"{_either(inside)}{matching}"


def _either(ranks: list[str]) -> str:
    *most, last = ranks
    return f"{', '.join(most)} or {last}" if most else last


def same_colour(card: str, other: str) -> bool:
    """C and S are black, D and H red; a suit match is a colour match too. DOA-1, DOA-92."""
    return (card[-1] in "CS") == (other[-1] in "CS")


@cache
def judge(card: str, target: str, reach: int, match: Match = "") -> Verdict:
    """The degree of a drawn card: the first of the eight that fits, best first.

    A required match that is missing makes it a Miss of the kind its suit shows, even at distance 0.
    Critical and Major look at the drawn rank alone; suit and colour are the drawn card's. A range
    under 0 exists only with the switch `negative_dr`: -1 needs a Major of the colour, -2 the very
    card, less cannot succeed. There is no critical failure.
    DOA-74, DOA-81 to DOA-95.
    """
    apart = distance(card[:-1], target[:-1])
    suited = card[-1] == target[-1]
    coloured = same_colour(card, target)
    matched = match == "" or suited or (match == "colour" and coloured)
    if reach >= 0:
        inside = apart <= reach
    elif reach == -1:
        inside = apart == 0 and coloured
    else:
        inside = reach == -2 and apart == 0 and suited
    success = matched and inside
    degree: Degree
    if not success:
        degree = "suited_miss" if suited else "color_miss" if coloured else "miss"
    elif apart == 0:
        degree = "critical" if suited else "major"
    else:
        degree = "suited_success" if suited else "color_success" if coloured else "success"
    return Verdict(apart, degree, success, (success, -apart, -DEGREES.index(degree)))


def effective_range(difficulty: int, modifier: int, switches: Switches) -> int:
    """How far from the Target Card a card may lie: DR + Mod, the DR at least 0.

    A negative Modifier demands a match instead of shrinking the DR; the switches `negative_mod` and
    `negative_dr` make it lower the DR too, and let the range fall under 0.
    DOA-48, DOA-52, DOA-74, DOA-76.
    """
    if modifier < 0 and switches.negative_mod:
        difficulty += modifier
    if difficulty < 0 and not switches.negative_dr:
        difficulty = 0
    return difficulty + modifier if modifier > 0 else difficulty


def required_match(modifier: int, match: Match = "") -> Match:
    """Mod -1 needs the colour, Mod -2 the suit; the stricter demand holds. DOA-51, DOA-358."""
    own: Match = "" if modifier >= 0 else "colour" if modifier == -1 else "suit"
    return own if STRICTNESS[own] > STRICTNESS[match] else match


@cache
def reported_rank(card: str, target: str, modifier: int) -> str:
    """The drawn rank shifted by at most the Modifier toward the Target Card. DOA-79, DOA-383.

    >>> reported_rank("JH", "8C", 1), reported_rank("8S", "3D", 1), reported_rank("KS", "2H", 3)
    ('10', '7', '2')
    """
    rank = RANK[card[:-1]]
    gap = (RANK[target[:-1]] - rank) % 13
    step = 1 if gap <= 6 else -1
    shift = min(max(0, modifier), gap if step == 1 else 13 - gap)
    return RANKS[(rank - 1 + step * shift) % 13]
