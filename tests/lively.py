"""Tables where much can happen at once, for the laws: a fight, hurts, cards and things."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from msgspec import Struct

from fatedeck.engine.codec import Codec
from fatedeck.engine.game import Seat
from fatedeck.engine.random_play import AnyRecord
from fatedeck.engine.record import Record, new_header
from fatedeck.engine.ruleset import find_game
from tests.games.adventurer_factory import test_laws as adventurer_factory
from tests.games.deck_of_adventures.test_fights import wild_table
from tests.games.deckahedron.test_table import OPTIONS, in_the_fray
from tests.games.realms_behind.brawls import brawl
from tests.games.thousand_faces import test_laws as thousand_faces

GM = Seat("GM", "gm")


def laid_out(
    game: str, seats: Sequence[Seat], state: Struct, options: dict[str, object] | None = None
) -> AnyRecord:
    """A record that begins with this state."""
    ruleset, secret = find_game(game), bytes(32)
    header = new_header(ruleset, tuple(seats), options or {}, secret)
    record = Record(ruleset, header, secret=secret)
    record.resume(0, Codec(ruleset).encode(state), None, [])
    return record


def _duel(seed: int) -> AnyRecord:
    state = adventurer_factory.crowded(random.Random(seed))
    return laid_out("adventurer-factory", [Seat(name) for name in state.order], state)


def _adventure(seed: int) -> AnyRecord:
    state = wild_table(random.Random(seed))
    return laid_out("deck-of-adventures", [GM, *map(Seat, state.seats)], state)


def _brawl(seed: int) -> AnyRecord:
    game = brawl(random.Random(seed), 6)
    return laid_out("realms-behind", game.seats, game.state)


def _faces(seed: int) -> AnyRecord:
    luck = random.Random(seed)
    state = thousand_faces.lively_table(thousand_faces.CAMPAIGNS[seed % 3], luck).state
    return laid_out("thousand-faces", [GM, *map(Seat, state.order)], state)


LIVELY: dict[str, Callable[[int], AnyRecord]] = {
    "adventurer-factory": _duel,
    "deck-of-adventures": _adventure,
    "deckahedron": lambda seed: in_the_fray(seed, OPTIONS[seed % 2]),
    "realms-behind": _brawl,
    "thousand-faces": _faces,
}
