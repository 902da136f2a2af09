"""The odds of flips: which cards may come, and what each would read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.data_files import data_file
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import Count, One, Value, Words
from fatedeck.engine.prospects import Judged, Prospect, Study
from fatedeck.games.thousand_faces import data
from fatedeck.games.thousand_faces.data import (
    ATTRIBUTES,
    SIGNS,
    SUITS,
    base_flips,
    blessing_cards,
    deck_cards,
    numbers,
    readings,
    wound_cards,
)
from fatedeck.games.thousand_faces.rules.calls import CallMove
from fatedeck.games.thousand_faces.rules.moves import attributes_of
from fatedeck.games.thousand_faces.rules.stamina import FEWEST
from fatedeck.games.thousand_faces.state import Player, Table

ORDER = tuple(SIGNS.values())
POWERS = ("d4", "d6", "d10")
ADDED = Words("added", "Wound and blessing cards in your deck, such as W1,B2")
NETS = {"-2": -2, "-1": -1, "0": 0, "+1": 1, "+2": 2}


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts in choosing: the last result, cards, XP, tokens, being out, what may come."""

    result: int
    card: int
    xp: int
    harm: int
    wound: int
    out: int
    deck: int


worth = data_file(data.__file__, "worth", Worth)
"""What counts as better."""


def prospects(table: Table, seat: str) -> list[Prospect]:
    """A player's flips with each attribute, from the cards not seen, at each net modifier.

    TFA-6, TFA-22, TFA-26.
    """
    player = table.players.get(seat)
    if player is None or not player.attributes or player.deck.is_empty():
        return []
    unseen = _unseen(table, player)
    flips = [
        _flip(f"{attribute.title()}, net {net}", unseen, player.suit(attribute), step)
        for attribute in ATTRIBUTES
        for net, step in NETS.items()
        if abs(step) < len(player.deck)
    ]
    return [*flips, *_moves(player, unseen)]


def foreseen(table: Table, seat: str, action: Struct) -> list[Prospect]:
    """The flip of a move that the GM would call, if nothing is added. TFA-19 to TFA-21."""
    player = table.players.get(seat)
    if not isinstance(action, CallMove) or player is None or player.deck.is_empty():
        return []
    return [
        flip
        for flip in _moves(player, _unseen(table, player))
        if flip.given == {"move": action.move, "attribute": _with(action)}
    ]


def _with(action: CallMove) -> str:
    """The attribute that is called for; where a move has only one, that."""
    return action.attribute or attributes_of(data.moves()[action.move])[0]


def _moves(player: Player, unseen: list[str]) -> list[Prospect]:
    """Each move with each of its attributes, if the situation adds nothing. TFA-19, TFA-21."""
    faces = [*base_flips(), *(card.face for card in player.moves if card.face.attrs)]
    return [
        replace(
            _flip(f"{face.name}, {attribute.title()}", unseen, player.suit(attribute), 0),
            do="attempt",
            given={"move": face.id, "attribute": attribute},
            supposing="if nothing is added",
        )
        for face in faces
        for attribute in attributes_of(face)
    ]


def unseen(table: Table, seat: str) -> list[str]:
    """What a player's next flip may turn. TFA-6."""
    player = table.players.get(seat)
    return _unseen(table, player) if player is not None else []


def judged(before: Table, after: Table) -> list[Judged]:
    """The last flip of a player alone, against what the deck could have given.

    All cards due were turned, or a wound card was the last. TFA-22, TFA-26, TFA-47.
    """
    last = after.last
    if last is None or last == before.last or last.owner != last.seat or not last.attribute:
        return []
    player = before.players[last.seat]
    unseen = _unseen(before, player)
    whole = len(last.cards) == 1 + abs(last.net) or last.cards[-1] in wound_cards()
    if not whole or not set(last.cards) <= set(unseen):
        return []
    title = f"{last.attribute.title()}, net {last.net:+}"
    flip = _flip(title, unseen, player.suit(last.attribute), last.net)
    shown = SIGNS[readings(player.suit(last.attribute))[last.resolver]]
    return [Judged(last.seat, flip, shown)]


def standing(table: Table, seat: str) -> Fraction:
    """How well off a player is, by `worth.yaml`. TFA-95, TFA-99, TFA-109, TFA-121, TFA-122."""
    player = table.players.get(seat)
    if player is None:
        raise Refused("TFA-1", "The odds can’t choose for the GM.")
    last = table.last.result if table.last is not None and table.last.seat == seat else 0
    cards = unseen(table, seat)
    shown = sum(readings(player.suit(name))[card] for card in cards for name in ATTRIBUTES)
    counts = worth()
    return (
        Fraction(counts.result * last)
        + counts.card * (len(player.deck) + len(player.discard))
        + counts.xp * player.xp
        + counts.harm * player.harm
        + counts.wound * player.wounds
        + counts.out * (not player.is_able())
        + counts.deck * Fraction(shown, len(ATTRIBUTES) * len(cards) or 1)
    )


def studies() -> list[Study]:
    """What may be asked about this game away from a table."""
    suits = One("suit", "Suit", SUITS)
    net = One("net", "Net modifier", tuple(NETS))
    xp = Count("xp", "XP for a flashback when it fails, and to raise what comes then", 0, 4)
    about = "A flip from a fresh Deckahedron of 20 plus whatever was added. A wound card stops it."
    die = One("die", "Attack power", POWERS)
    counts = worth()
    return [
        Study(
            "flip",
            about,
            (suits, net, xp, ADDED),
            _pose,
            {"net": "0", "xp": 0, "added": ""},
            {sign: counts.result * shown for shown, sign in SIGNS.items()},
            per_redraw=counts.xp,
            anew=lambda values: _pose({**values, "xp": 0}),
            fewest=FEWEST,
            shuffles=True,
            told=("added",),
        ),
        Study("power", "An attack power revealed from a fresh deck.", (die,), _pose_power),
    ]


def added_cards() -> tuple[str, ...]:
    """The cards that may come into a Deckahedron. TFA-42, TFA-45."""
    return *wound_cards(), *blessing_cards()


def added(values: Mapping[str, Value], known: tuple[str, ...]) -> tuple[str, ...]:
    """The cards that are named as added to a Deckahedron; they must be known ones."""
    text = str(values.get("added", ""))
    cards = tuple(card.strip() for card in text.split(",") if card.strip())
    if strange := [card for card in cards if card not in known]:
        raise Refused("TFA-45", f"“{strange[0]}” is not one of {', '.join(known)}.")
    return cards


def remaining(table: Table, seat: str) -> list[str]:
    """All that is not exhausted: the deck and the discards, which are shuffled in. TFA-77.

    What else there is of a Deckahedron is exhausted, and so nothing else may lie there.
    """
    player = table.players.get(seat)
    if player is None:
        return []
    if strange := sorted(card for card in player.exhaustion if card not in deck_cards()):
        raise Refused("TFA-86", f"{strange[0]} is in {seat}’s Exhaustion pile. Ask for --best.")
    return sorted([*player.deck, *player.discard])


def discarded(table: Table, seat: str) -> list[str]:
    """The cards in a player's discard pile. TFA-77."""
    player = table.players.get(seat)
    return sorted(player.discard) if player is not None else []


def _pose_power(values: Mapping[str, Value]) -> Prospect:
    """A blank is passed over, so the card is any of those with a number. TFA-82 to TFA-85."""
    die = str(values["die"])
    usable = {card: str(n) for card, n in numbers(die).items() if card in deck_cards()}
    order = tuple(sorted(set(usable.values()), key=int))
    every = (*deck_cards(), *added_cards())
    return Prospect(
        f"Attack power {die}",
        tuple(sorted(usable)),
        usable,
        order,
        clauses=("TFA-82",),
        passed_over=tuple(card for card in every if card not in usable),
    )


def _pose(values: Mapping[str, Value]) -> Prospect:
    """A flip; an XP buys a flashback, a whole flip anew from the cards left, each more a step.

    TFA-176 to TFA-178.
    """
    suit, net = str(values["suit"]), str(values["net"])
    cards = [*sorted(deck_cards()), *added(values, added_cards())]
    plain = _flip(f"{suit.title()}, net {net}", cards, suit, NETS[net])
    if not values.get("xp"):
        return plain
    steps = int(str(values["xp"])) - 1
    title = f"{plain.title}, a flashback when it fails" + (f" raised by {steps}" if steps else "")
    return replace(plain, title=title, again="all", raised=steps)


def _unseen(table: Table, player: Player) -> list[str]:
    """Undrawn cards, and exhausted ones where they lie face down. TFA-6, TFA-120."""
    exhausted = () if table.options.stamina == "heroic" else player.exhaustion
    return sorted([*player.deck, *exhausted])


def _flip(title: str, cards: list[str], suit: str, net: int) -> Prospect:
    """The best or the worst of the cards turned, of which a wound card is the last.

    TFA-22, TFA-26, TFA-47, TFA-48.
    """
    return Prospect(
        title,
        tuple(cards),
        _signs(suit),
        ORDER,
        1 + abs(net),
        "best" if net >= 0 else "worst",
        good=ORDER[2:],
        clauses=("TFA-22", "TFA-26"),
        stops=wound_cards(),
    )


@cache
def _signs(suit: str) -> dict[str, str]:
    """What every card shows in a suit. TFA-23."""
    return {card: SIGNS[shown] for card, shown in readings(suit).items()}
