"""What each answer is worth when the rules ask a player how to pay for a blow."""

from __future__ import annotations

from collections.abc import Mapping

from fatedeck.engine.cards import move
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.offers import Count, One, Value
from fatedeck.engine.prospects import PlightStudy
from fatedeck.engine.questions import Answer, Number, Question
from fatedeck.games.thousand_faces.data import ATTRIBUTES, deck_cards
from fatedeck.games.thousand_faces.rules.combat import suffer
from fatedeck.games.thousand_faces.rules.set_up import begin
from fatedeck.games.thousand_faces.state import Campaign, Options, Table

CAMPAIGNS: tuple[Campaign, ...] = ("one-shot", "nine-hour", "thirty-hour")


def plights() -> list[PlightStudy[Table]]:
    """What may be asked about an attack whose power is known: how to pay. TFA-99 to TFA-101."""
    return [
        PlightStudy(
            "wound",
            "Struck with so much attack power: lose the Stamina, or take Harm or a Wound?",
            (
                Count("points", "Attack power after armour", 1, 20),
                Count("exhausted", "Cards exhausted already", 0, 12),
                Count("wounds", "Wound tokens already", 0, 2),
                Count("harm", "Harm tokens already", 0, 2),
                One("campaign", "Campaign", CAMPAIGNS),
            ),
            _struck,
            _laid_out,
            ("exhausted", "wounds", "harm", "campaign"),
            {"exhausted": 0, "wounds": 0, "harm": 0, "campaign": "one-shot"},
            tuple(deck_cards()),
            _fill_slots,
        )
    ]


def _fill_slots(table: Table, asked: Question) -> Answer | None:
    """Tokens on slots cost nothing else, so all that may be are put there. TFA-100, TFA-107."""
    return asked.high if isinstance(asked, Number) and "TFA-100" in asked.clauses else None


def _struck(game: Game[Table], seat: str, values: Mapping[str, Value]) -> None:
    if seat not in game.state.players:
        raise Refused("TFA-1", "Nobody strikes the GM.")
    suffer(game, seat, int(str(values["points"])))


def _laid_out(values: Mapping[str, Value], seats: tuple[Seat, ...], gone: list[str]) -> Table:
    """A fresh deck, some cards of it discarded and some exhausted, no armour. TFA-14, TFA-110.

    All attributes are of rank 2, as nothing else is said; a Wound has put a card into the discards.
    """
    campaign = next(name for name in CAMPAIGNS if name == values["campaign"])
    table = begin(Options(campaign=campaign), seats)
    table.phase = "play"
    [player] = table.players.values()
    player.attributes = dict.fromkeys(ATTRIBUTES, 2)
    for card in gone:
        move(card, player.deck, player.discard)
    exhausted = int(str(values["exhausted"]))
    if exhausted > len(player.deck):
        left = len(player.deck)
        raise Refused("TFA-102", f"{exhausted} cards cannot be exhausted: {left} are left.")
    for card in sorted(player.deck)[:exhausted]:
        move(card, player.deck, player.exhaustion, "bag")
    player.harm, player.wounds = int(str(values["harm"])), int(str(values["wounds"]))
    for card in list(table.wounds)[: player.wounds]:
        move(card, table.wounds, player.discard)
    return table
