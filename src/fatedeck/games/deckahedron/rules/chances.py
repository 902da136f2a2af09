"""How likely a flip succeeds, for whoever says how hard it is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from fatedeck.engine.story import Named
from fatedeck.games.deckahedron.data import FaceTable, Stat, readings, wound_faces
from fatedeck.games.deckahedron.rules.checks import circumstances
from fatedeck.games.deckahedron.rules.flips import DIFFICULTIES, STEPS, within
from fatedeck.games.deckahedron.state import ONE_MORE_ACTION, Table, rank_of

SUCCESS = 3
"""✔, the least reading that is a success. DKH-22."""


def unseen(table: Table, seat: str) -> list[str]:
    """The cards that a player's next flip may turn: all that lie face down. DKH-4, DKH-5."""
    player = table.players.get(seat)
    if player is None:
        return []
    exhausted = player.exhaustion if table.options.stamina == "heroic" else ()
    return sorted([*player.deck, *exhausted, *player.discard.bag])


def at_each_difficulty(
    table: Table, seat: str, name: Named, stat: Stat, helped: int, against: str
) -> dict[str, str]:
    """How likely a player succeeds at each difficulty, with what eases or hinders.

    There is nothing to say of a deck that would run out in the middle of the flip. DKH-18, DKH-87,
    DKH-96.
    """
    player = table.players[seat]
    cards, rank = unseen(table, seat), rank_of(player, stat)
    helped += circumstances(table, seat, player, stat, against)
    helped += ONE_MORE_ACTION in player.conditions
    notes: dict[str, str] = {}
    for difficulty in DIFFICULTIES:
        step = within(STEPS[difficulty] + helped)
        if abs(step) < len(player.deck):
            chance = of_success(cards, table.options.faces, rank, step)
            notes[difficulty] = f"{percent(chance)} for {name}"
    return notes


def of_success(cards: Sequence[str], faces: FaceTable, rank: int, step: int) -> Fraction:
    """How likely the best or the worst of the cards turned shows a success. DKH-21 to DKH-24.

    A Wound card is the last that is turned. DKH-63.

    >>> from fatedeck.games.deckahedron.data import deckahedron
    >>> str(of_success(deckahedron(), "classic", 3, 1))
    '77/95'
    """
    edges, wounds = readings(faces), wound_faces()
    kinds = [(edges[card][rank] >= SUCCESS, card in wounds) for card in cards]
    hits, misses = kinds.count((True, False)), kinds.count((False, False))
    last_hits = kinds.count((True, True))
    settling, others = (hits, misses) if step >= 0 else (misses, hits)
    return _chance(settling, others, last_hits, len(cards), 1 + abs(step), best=step >= 0)


@lru_cache(maxsize=4096)
def _chance(
    settling: int, others: int, last_hits: int, left: int, turns: int, *, best: bool
) -> Fraction:
    """The same of so many cards that are `left`.

    A success settles the best of several, a failure the worst; behind any of the `others` the next
    is turned. Of those that are the last in any case `last_hits` succeed.
    """
    if not turns:
        return Fraction(not best)
    settled = Fraction((settling if best else 0) + last_hits, left)
    if not others:
        return settled
    then = _chance(settling, others - 1, last_hits, left - 1, turns - 1, best=best)
    return settled + Fraction(others, left) * then


def percent(chance: Fraction) -> str:
    """A chance as people say it.

    >>> percent(Fraction(7, 13)), percent(Fraction(1, 285))
    ('54%', 'under 1%')
    """
    return "under 1%" if 0 < chance < Fraction(1, 200) else f"{round(100 * chance)}%"
