"""What people call those whom rules name by their seats."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.engine.names import heroes
from fatedeck.games.thousand_faces.state import Table


def called(state: Table) -> dict[str, str]:
    """Heroes by their own names."""
    return heroes({seat: player.name for seat, player in state.players.items()})


def name_of(game: Game[Table], seat: str) -> str:
    """Somebody as they are called in a question; where nobody listens, as rules name them."""
    return seat if game.lines is None else called(game.state).get(seat, seat)
