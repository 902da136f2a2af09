"""The odds of flips: which cards may come, and what each would read."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.offers import One, Value
from fatedeck.engine.prospects import Judged, Prospect, Study
from fatedeck.games.thousand_faces.catalogue import (
    ATTRIBUTES,
    SIGNS,
    SUITS,
    deck_cards,
    readings,
    wound_cards,
)
from fatedeck.games.thousand_faces.state import Player, Table

ORDER = tuple(SIGNS.values())
NETS = {"-2": -2, "-1": -1, "0": 0, "+1": 1, "+2": 2}


def prospects(table: Table, seat: str) -> list[Prospect]:
    """A player's flips with each attribute, from the cards not seen, at each net modifier.

    With a wound card among them a flip of several cards may stop short, so only one card is shown.
    TFA-6, TFA-22, TFA-26, TFA-47.
    """
    player = table.players.get(seat)
    if player is None or not player.attributes or not len(player.deck):
        return []
    unseen = _unseen(table, player)
    wounded = any(card in wound_cards() for card in unseen)
    return [
        _flip(f"{attribute.title()}, net {net}", unseen, player.suit(attribute), step)
        for attribute in ATTRIBUTES
        for net, step in NETS.items()
        if abs(step) < len(player.deck) and not (wounded and step)
    ]


def judged(before: Table, after: Table) -> list[Judged]:
    """The last flip of a player alone, against what the deck could have given. TFA-22, TFA-26."""
    last = after.last
    if last is None or last == before.last or last.owner != last.seat or not last.attribute:
        return []
    player = before.players[last.seat]
    unseen = _unseen(before, player)
    if len(last.cards) != 1 + abs(last.net) or not set(last.cards) <= set(unseen):
        return []
    title = f"{last.attribute.title()}, net {last.net:+}"
    flip = _flip(title, unseen, player.suit(last.attribute), last.net)
    shown = SIGNS[readings(player.suit(last.attribute))[last.resolver]]
    return [Judged(last.seat, flip, shown)]


def studies() -> list[Study]:
    """What may be asked about this game away from a table."""
    suits = One("suit", "Suit", SUITS)
    net = One("net", "Net modifier", tuple(NETS))
    return [Study("flip", "A flip from a fresh Deckahedron of 20.", (suits, net), _pose)]


def _pose(values: Mapping[str, Value]) -> Prospect:
    suit, net = str(values["suit"]), str(values["net"])
    return _flip(f"{suit.title()}, net {net}", sorted(deck_cards()), suit, NETS[net])


def _unseen(table: Table, player: Player) -> list[str]:
    """Undrawn cards, and exhausted ones where they lie face down. TFA-6, TFA-120."""
    exhausted = () if table.options.stamina == "heroic" else player.exhaustion
    return sorted([*player.deck, *exhausted])


def _flip(title: str, cards: list[str], suit: str, net: int) -> Prospect:
    read = readings(suit)
    return Prospect(
        title,
        tuple(cards),
        {card: SIGNS[read[card]] for card in sorted(set(cards))},
        ORDER,
        1 + abs(net),
        "best" if net >= 0 else "worst",
        good=ORDER[2:],
        do="attempt",
        clauses=("TFA-22", "TFA-26"),
    )
