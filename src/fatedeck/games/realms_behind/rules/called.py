"""What people call those whom rules name by a seat or a card; creatures have numbered names."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.engine.names import heroes
from fatedeck.games.realms_behind.rules.cards import IN_WORDS
from fatedeck.games.realms_behind.state import Table


def called(state: Table) -> dict[str, str]:
    """Heroes by their own names, cards in words."""
    return IN_WORDS | heroes({seat: who.title for seat, who in state.players.items()})


def name_of(game: Game[Table], seat: str) -> str:
    """Somebody as they are called in a question; where nobody listens, as rules name them."""
    return seat if game.lines is None else called(game.state).get(seat, seat)
