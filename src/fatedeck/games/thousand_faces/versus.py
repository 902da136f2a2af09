"""Player versus player: the defender says what is lost."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import catalogue, combat, equipment, stamina
from fatedeck.games.thousand_faces.deeds import Deed
from fatedeck.games.thousand_faces.state import Table

LOSSES = (
    "nothing",
    "Stamina",
    "a Wound",
    "1 XP",
    "a Pack card",
    "a precious Pack card",
    "an item",
    "something in the fiction",
)


def settle_between_players(game: Game[Table], deed: Deed, result: int) -> None:
    """No attack power: the defender alone says what the own PC loses.

    The attacker may add something bad for the own PC; the GM takes nothing. TFA-253 to TFA-256.
    """
    defender, player = deed.versus, game.state.players[deed.versus]
    things = [item.name for item in player.items if not item.secret]
    stock = {
        "1 XP": player.xp,
        "a Pack card": player.pack,
        "a precious Pack card": player.precious,
        "an item": len(things),
    }
    possible = [loss for loss in LOSSES if stock.get(loss, 1)]
    loss = game.choose(
        defender,
        f"{deed.seat}’s {deed.face.name} comes out {catalogue.SIGNS[result]}. What do you lose?",
        possible,
        "TFA-253",
        "TFA-256",
    )
    told = game.text(defender, "How does it come out?", "TFA-253")
    price = game.text(deed.seat, "Anything bad for your own PC?", "TFA-254")
    game.tell(f"{defender} loses {loss}. {told} {price}".strip(), "TFA-253", "TFA-255")
    if loss == "Stamina":
        points = game.number(defender, "How much Stamina?", 1, 10, "TFA-253")
        stamina.lose_stamina(game, defender, points, "physical")
    elif loss == "a Wound":
        combat.take_wound(game, combat.Blow(defender))
    elif loss == "1 XP":
        player.xp -= 1
    elif loss in ("a Pack card", "a precious Pack card"):
        equipment.drop(game, defender, loss)
    elif loss == "an item":
        equipment.drop(game, defender, game.choose(defender, "Which item?", things, "TFA-253"))
