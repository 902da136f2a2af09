"""What each answer is worth when the rules ask a player how to bear a loss."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.bodies import wound_study
from fatedeck.engine.cards import Pile
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, Value
from fatedeck.engine.prospects import PlightStudy
from fatedeck.games.deckahedron.data import deckahedron
from fatedeck.games.deckahedron.rules.creation import unpack
from fatedeck.games.deckahedron.rules.stamina import HARM_WORTH, lose_stamina
from fatedeck.games.deckahedron.state import STAMINA, Options, Player, Table


def plights() -> list[PlightStudy[Table]]:
    """What may be asked about losses: which conversion, if any. DKH-58 to DKH-61."""
    title = "You’re told to lose Stamina: lose it, or turn some of it into a Harm or a Wound?"
    points = Count("points", "Points of Stamina to lose", HARM_WORTH, 20)
    return [
        wound_study(title, points, STAMINA - 1, deckahedron(), _told_to_lose, _laid_out, "DKH-43")
    ]


def _told_to_lose(game: Game[Table], seat: str, points: int) -> None:
    if seat not in game.state.players:
        raise Refused("DKH-2", "The GM has no Stamina to lose.")
    lose_stamina(game, seat, points)


def _laid_out(values: Mapping[str, Value], seats: tuple[Seat, ...]) -> tuple[Table, Player, Pile]:
    """A fresh deck in heroic mode; all ranks are 2, as nothing else is said. DKH-43."""
    table = unpack(Options(modules=["combat"]), seats)
    table.phase = "play"
    [player] = table.players.values()
    player.spread = True
    return table, player, table.wound_supply
