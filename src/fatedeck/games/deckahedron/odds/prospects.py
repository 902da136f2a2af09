"""The odds of flips: which cards may come, and what each would read."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from fatedeck.engine.data_files import data_file
from fatedeck.engine.errors import Refused
from fatedeck.engine.offers import One, Value, Words
from fatedeck.engine.prospects import Judged, Prospect, Study
from fatedeck.games.deckahedron import data
from fatedeck.games.deckahedron.data import (
    EDGES,
    STATS,
    FaceTable,
    Stat,
    blessings,
    deckahedron,
    readings,
    sign,
    wound_faces,
)
from fatedeck.games.deckahedron.rules.attempts import CallForFlip
from fatedeck.games.deckahedron.rules.chances import unseen
from fatedeck.games.deckahedron.rules.flips import DIFFICULTIES, STEPS, difficulty_at
from fatedeck.games.deckahedron.rules.stamina import stamina_left
from fatedeck.games.deckahedron.state import ONE_MORE_ACTION, Difficulty, Player, Table, rank_of

GREEN_TO_FLIP_AGAIN = 2
RANKS = {str(rank): edge.capitalize() for rank, edge in enumerate(EDGES, 1)}


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What counts in choosing: the last reading, Stamina, tokens, the mean reading to come."""

    green: int

    reading: int
    stamina: int
    harm: int
    wound: int
    incapacitated: int
    deck: int


worth = data_file(data.__file__, "worth", Worth)
"""What counts as better."""


def prospects(table: Table, seat: str) -> list[Prospect]:
    """A player's flips on each stat at each difficulty, from the cards not seen. DKH-4, DKH-23."""
    player = table.players.get(seat)
    if player is None or not player.spread:
        return []
    cards = unseen(table, seat)
    faces = table.options.faces
    flips = {
        (stat, difficulty): replace(
            _flip(
                f"{stat.capitalize()}, {difficulty}",
                cards,
                faces,
                rank_of(player, stat),
                difficulty,
            ),
            given={"stat": stat},
            supposing=f"if {difficulty}",
        )
        for stat in STATS
        for difficulty in DIFFICULTIES
        if abs(STEPS[difficulty]) < len(player.deck)
    }
    return [*flips.values(), *_blows(table, player, flips)]


def foreseen(table: Table, seat: str, action: Struct) -> list[Prospect]:
    """The flip that the GM would call for. DKH-15 to DKH-19."""
    player = table.players.get(seat)
    if not isinstance(action, CallForFlip) or player is None or not player.spread:
        return []
    if abs(STEPS[action.difficulty]) >= len(player.deck) or action.stat not in STATS:
        return []
    title, rank = f"{action.stat.capitalize()}, {action.difficulty}", rank_of(player, action.stat)
    return [_flip(title, unseen(table, seat), table.options.faces, rank, action.difficulty)]


def _blows(
    table: Table, player: Player, flips: Mapping[tuple[Stat, Difficulty], Prospect]
) -> list[Prospect]:
    """Attacks: ✔ and ✔✔ hit whatever the foe flips, which settles how hard and at what price.

    DKH-18, DKH-72, DKH-73.
    """
    step = STEPS[player.difficulty] + (ONE_MORE_ACTION in player.conditions)
    stats: dict[str, Stat] = {"melee": "strength", "ranged": "dexterity"}
    return [
        replace(
            flip, title=f"{foe}, {way}", do="attack", given={"foe": foe, "way": way}, supposing=""
        )
        for foe in table.fighting()
        if table.has("attack_simple")
        for way, stat in stats.items()
        if (flip := flips.get((stat, difficulty_at(step)))) is not None
    ]


def judged(before: Table, after: Table) -> list[Judged]:
    """The last flip of a player, against what the deck could have given.

    All cards due were turned, or a Wound card was the last. DKH-21, DKH-23, DKH-63.
    """
    last = after.last
    if last is None or last == before.last or last.who not in before.players:
        return []
    player = before.players[last.who]
    cards = unseen(before, last.who)
    whole = len(last.cards) == 1 + abs(last.step) or set(last.cards[-1:]) <= set(wound_faces())
    if not last.cards or not whole or not set(last.cards) <= set(cards):
        return []
    stat = next(stat for stat in STATS if stat == last.stat)
    difficulty = difficulty_at(last.step)
    title = f"{stat.capitalize()}, {difficulty}"
    flip = _flip(title, cards, before.options.faces, rank_of(player, stat), difficulty)
    return [Judged(last.who, flip, sign(last.reading))]


def standing(table: Table, seat: str) -> Fraction:
    """How well off a player is, by `worth.yaml`, as that player knows the own deck. DKH-56."""
    player = table.players.get(seat)
    if player is None:
        raise Refused("DKH-2", "The odds can’t choose for the GM.")
    cards = unseen(table, seat)
    edges = readings(table.options.faces)
    ranks = [rank_of(player, stat) for stat in STATS]
    shown = sum(edges[card][rank] for card in cards for rank in ranks)
    last = table.last.reading if table.last is not None and table.last.who == seat else 0
    counts = worth()
    return (
        Fraction(counts.reading * last + counts.stamina * stamina_left(table, player))
        + counts.harm * player.harm
        + counts.wound * player.wounds
        + counts.green * player.green_tokens
        + counts.incapacitated * player.is_incapacitated()
        + counts.deck * Fraction(shown, len(ranks) * len(cards) or 1)
    )


def studies() -> list[Study]:
    """What may be asked about Deckahedron away from a table."""
    rank = One("rank", "Rank", tuple(RANKS), RANKS)
    difficulty = One("difficulty", "Difficulty", DIFFICULTIES)
    counts = worth()
    return [
        Study(
            "flip",
            "A flip from a fresh deck of 20 plus whatever was added. A Wound card stops it.",
            (rank, difficulty, Words("added", "Wound and Blessing cards in it, such as W1,B2")),
            _pose,
            {"added": ""},
            worth={sign(reading): counts.reading * reading for reading in (1, 2, 3, 4)},
            per_redraw=GREEN_TO_FLIP_AGAIN * counts.green,
            anew=_eased,
            shuffles=True,
            told=("added",),
        )
    ]


def _eased(values: Mapping[str, Value]) -> Prospect:
    """The flip that 2 green tokens buy: one step easier. DKH-95."""
    step = next(STEPS[name] for name in DIFFICULTIES if name == values["difficulty"])
    return _pose({**values, "difficulty": difficulty_at(step + 1)})


def discarded(table: Table, seat: str) -> list[str]:
    """The cards face up in a player's discard pile. DKH-31."""
    player = table.players.get(seat)
    return sorted([*player.discard.top, *player.discard.bottom]) if player is not None else []


def _pose(values: Mapping[str, Value]) -> Prospect:
    """A flip of a rank at a difficulty from a fresh deck; both face tables are alike. DKH-21."""
    difficulty = next(name for name in DIFFICULTIES if name == values["difficulty"])
    rank = int(str(values["rank"]))
    cards = [*sorted(deckahedron()), *_added(str(values.get("added", "")))]
    return _flip(f"Rank {rank}, {difficulty}", cards, "classic", rank, difficulty)


def _added(text: str) -> list[str]:
    """The Wound and Blessing cards that are named. DKH-61, DKH-108."""
    cards = [card.strip() for card in text.split(",") if card.strip()]
    known = (*wound_faces(), *blessings())
    if strange := [card for card in cards if card not in known]:
        raise Refused("DKH-61", f"“{strange[0]}” is not one of {', '.join(known)}.")
    return cards


def _flip(
    title: str, cards: list[str], faces: FaceTable, rank: int, difficulty: Difficulty
) -> Prospect:
    """The best or the worst of the cards turned, of which a Wound card is the last. DKH-63."""
    step = STEPS[difficulty]
    order = tuple(sign(reading) for reading in (1, 2, 3, 4))
    return Prospect(
        title,
        tuple(cards),
        _signs(faces, rank),
        order,
        1 + abs(step),
        "best" if step >= 0 else "worst",
        good=order[2:],
        do="flip",
        clauses=("DKH-21", "DKH-23"),
        stops=wound_faces(),
    )


@cache
def _signs(faces: FaceTable, rank: int) -> dict[str, str]:
    """What every card shows on the edge of a rank. DKH-21."""
    return {card: sign(edges[rank]) for card, edges in readings(faces).items()}
