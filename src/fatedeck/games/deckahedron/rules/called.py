"""What people call those whom rules name by a seat, and foes that have no name of their own."""

from __future__ import annotations

from functools import cache

from fatedeck.engine import story
from fatedeck.engine.game import Game
from fatedeck.engine.names import heroes
from fatedeck.engine.story import Common, Named
from fatedeck.games.deckahedron.data import table_data
from fatedeck.games.deckahedron.state import Table


def called(table: Table) -> dict[str, Named]:
    """Heroes by their own names, ready foes by what they are."""
    kinds = _kinds()
    foes = {name: kinds[name] for name in table.foes if name in kinds}
    return {**foes, **heroes({seat: player.name for seat, player in table.players.items()})}


@cache
def _kinds() -> dict[str, Common]:
    return {foe.name: Common(foe.name.lower()) for foe in table_data().foes}


def name_of(game: Game[Table], name: str) -> str:
    """Somebody as they are called inside a question; where nobody listens, as rules name them."""
    return name if game.lines is None else story.who(called(game.state), name)
