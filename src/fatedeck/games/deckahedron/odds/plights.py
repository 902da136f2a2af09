"""What each answer is worth when the rules ask a player how to bear a loss."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, Value
from fatedeck.engine.prospects import PlightStudy
from fatedeck.games.deckahedron.data import deckahedron
from fatedeck.games.deckahedron.rules.creation import unpack
from fatedeck.games.deckahedron.rules.stamina import HARM_WORTH, lose_stamina
from fatedeck.games.deckahedron.state import STAMINA, Options, Table


def plights() -> list[PlightStudy[Table]]:
    """What may be asked about losses: which conversion, if any. DKH-58 to DKH-60."""
    return [
        PlightStudy(
            "wound",
            "Told to lose so many points: lose them, or turn some into a Harm or a Wound?",
            (
                Count("points", "Points of Stamina to lose", HARM_WORTH, 20),
                Count("exhausted", "Cards exhausted already", 0, STAMINA - 1),
                Count("harm", "Harm tokens already", 0, 2),
                Count("wounds", "Wound tokens already", 0, 2),
            ),
            _told_to_lose,
            _laid_out,
            ("exhausted", "harm", "wounds"),
            {"exhausted": 0, "harm": 0, "wounds": 0},
            tuple(deckahedron()),
        )
    ]


def _told_to_lose(game: Game[Table], seat: str, values: Mapping[str, Value]) -> None:
    if seat not in game.state.players:
        raise Refused("DKH-2", "The GM loses no Stamina.")
    lose_stamina(game, seat, int(str(values["points"])))


def _laid_out(values: Mapping[str, Value], seats: tuple[Seat, ...], gone: list[str]) -> Table:
    """A fresh deck in heroic mode, some cards of it discarded and some exhausted. DKH-43, DKH-61.

    All ranks are 2, as nothing else is said; a Wound has put a card into the discards.
    """
    table = unpack(Options(modules=["combat"]), seats)
    table.phase = "play"
    [player] = table.players.values()
    player.spread = True
    for card in gone:
        move(card, player.deck, player.discard)
    exhausted = int(str(values["exhausted"]))
    if exhausted > len(player.deck):
        left = len(player.deck)
        raise Refused("DKH-43", f"{exhausted} cards cannot be exhausted: {left} are left.")
    for card in sorted(player.deck)[:exhausted]:
        move(card, player.deck, player.exhaustion, "bag")
    player.harm, player.wounds = int(str(values["harm"])), int(str(values["wounds"]))
    for card in list(table.wound_supply)[: player.wounds]:
        move(card, table.wound_supply, player.discard)
    return table
