"""What each answer is worth when the rules ask a player how to pay for a blow."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.bodies import wound_study
from fatedeck.engine.cards import Pile
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import PlightStudy
from fatedeck.engine.questions import Answer, Number, Question
from fatedeck.games.thousand_faces.data import ATTRIBUTES, deck_cards
from fatedeck.games.thousand_faces.rules.combat import suffer
from fatedeck.games.thousand_faces.rules.set_up import begin
from fatedeck.games.thousand_faces.state import Campaign, Options, Player, Table

CAMPAIGNS: tuple[Campaign, ...] = ("one-shot", "nine-hour", "thirty-hour")


def plights() -> list[PlightStudy[Table]]:
    """What may be asked about an attack whose power is known: how to pay. TFA-99 to TFA-101."""
    title = "An attack comes in: lose the Stamina, or take Harm or a Wound?"
    points = Count("points", "Attack power after armour", 1, 20)
    campaign = One("campaign", "Campaign", CAMPAIGNS)
    return [
        wound_study(
            title,
            points,
            12,
            deck_cards(),
            _struck,
            _laid_out,
            "TFA-102",
            campaign,
            settle=_fill_slots,
        )
    ]


def _fill_slots(table: Table, asked: Question) -> Answer | None:
    """Tokens on slots cost nothing else, so all that may be are put there. TFA-100, TFA-107."""
    return asked.high if isinstance(asked, Number) and "TFA-100" in asked.clauses else None


def _struck(game: Game[Table], seat: str, points: int) -> None:
    if seat not in game.state.players:
        raise Refused("TFA-1", "Nobody can strike the GM.")
    suffer(game, seat, points)


def _laid_out(values: Mapping[str, Value], seats: tuple[Seat, ...]) -> tuple[Table, Player, Pile]:
    """A fresh deck, no armour; all attributes are of rank 2, as nothing else is said. TFA-14."""
    campaign = next(name for name in CAMPAIGNS if name == values["campaign"])
    table = begin(Options(campaign=campaign), seats)
    table.phase = "play"
    [player] = table.players.values()
    player.attributes = dict.fromkeys(ATTRIBUTES, 2)
    return table, player, table.wounds
