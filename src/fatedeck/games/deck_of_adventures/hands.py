"""What gives a Check an Upper or a Lower Hand."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.state import Character, CheckKind, Outcome, Table


def hand_on_check(
    state: Table,
    who: Character,
    stat: str,
    kind: CheckKind,
    against: str,
    tags: tuple[str, ...],
) -> int:
    """Every Upper (+) and Lower (-) Hand on this Check, added up; effects for one Check are used."""
    return 0


def after_check(game: Game[Table], who: Character, outcome: Outcome) -> None:
    """What follows from having drawn this."""
