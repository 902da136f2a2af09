"""Player versus player: the defender says what is lost."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules import combat, effects, equipment, stamina
from fatedeck.games.thousand_faces.rules.deeds import Deed
from fatedeck.games.thousand_faces.state import Item, Player, Table

LOSSES = (
    "Stamina",
    "a Harm",
    "a Wound",
    "1 XP",
    "a Pack card",
    "a precious Pack card",
    "an item",
    "something in the fiction",
)
COSTS = (
    "expend ",
    "magic cost ",
    "deplete item",
    "lose charge",
    "destroy item",
    "marked",
    "face down ",
)
"""How the verbs begin that are a move's price, whomever it is turned against. TFA-250."""

THEFT = ("pick_pockets",)
"""Moves by which a PC takes what another has. TFA-256."""


def settle_between_players(game: Game[Table], deed: Deed, result: int) -> None:
    """The move costs what it always does. No attack power: each says what the own PC loses.

    The defender says it first and tells how it comes out; then the attacker may add something bad
    for the own PC; the GM takes nothing. What a thief takes, the thief has. TFA-250, TFA-253 to
    TFA-256.
    """
    verbs = deed.face.do.get(catalogue.KEYS[result], ())
    stood = game.state.players[deed.seat].is_able()
    effects.carry_out_verbs(game, deed, [verb for verb in verbs if verb.startswith(COSTS)])
    for verb in verbs:
        if verb.startswith("suggest "):
            points = int(verb.removeprefix("suggest "))
            if not effects.pays_for_suggestion(game, deed, points):
                return
    attacker, defender = deed.seat, deed.versus
    if stood and not game.state.players[attacker].is_able():
        game.tell(
            "{face} fails: {attacker} is incapacitated.",
            "TFA-131",
            face=deed.face.name,
            attacker=attacker,
        )
        return
    sign = catalogue.SIGNS[result]
    losses = _say_losses(
        game, defender, f"{attacker}’s {deed.face.name} comes out {sign}. What do you lose?"
    )
    told = game.text(defender, "come-out", "How does it come out?", "TFA-253")
    own = _say_losses(game, attacker, "Does your own PC lose anything by it?")
    price = game.text(attacker, "anything-bad-own", "Anything bad for your own PC?", "TFA-254")
    game.tell(
        f"{defender} loses {' and '.join(losses) or 'nothing'}. {told} {price}".strip(),
        "TFA-253",
        "TFA-255",
    )
    for loss in losses:
        _lose(game, defender, loss, attacker if deed.face.id in THEFT else "")
    if own:
        game.tell("{attacker} loses {join}.", "TFA-254", attacker=attacker, join=" and ".join(own))
    for loss in own:
        _lose(game, attacker, loss)


def _say_losses(game: Game[Table], seat: str, prompt: str) -> list[str]:
    """Any kinds of what the PC has, or none. TFA-121, TFA-253, TFA-254."""
    player = game.state.players[seat]
    stock = {
        "a Harm": game.state.has_harm(),
        "1 XP": player.xp,
        "a Pack card": player.pack,
        "a precious Pack card": player.precious,
        "an item": len(_open_items(player)),
    }
    possible = [loss for loss in LOSSES if stock.get(loss, 1)]
    return game.several(
        seat, "say-losses", prompt, possible, 0, len(possible), "TFA-253", "TFA-254", "TFA-256"
    )


def _open_items(player: Player) -> list[Item]:
    return [item for item in player.items if not item.secret]


def _lose(game: Game[Table], seat: str, loss: str, thief: str = "") -> None:
    player = game.state.players[seat]
    if loss == "an item":
        names = [item.name for item in _open_items(player)]
        loss = game.choose(seat, "item", "Which item?", names, "TFA-253")
    if loss == "Stamina":
        points = game.number(seat, "much-stamina", "How much Stamina?", 1, 10, "TFA-253")
        stamina.lose_stamina(game, seat, points, "physical")
    elif loss == "a Harm":
        combat.take_harm(game, combat.Blow(seat))
    elif loss == "a Wound":
        combat.take_wound(game, combat.Blow(seat))
    elif loss == "1 XP":
        player.xp -= 1
    elif loss != "something in the fiction":
        if thief:
            equipment.hand_over(game, seat, thief, loss)
        else:
            equipment.drop(game, seat, loss)
