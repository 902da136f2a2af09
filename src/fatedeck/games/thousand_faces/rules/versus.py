"""Player versus player: the defender says what is lost."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import combat, effects, equipment, stamina
from fatedeck.games.thousand_faces.rules.efforts import Effort
from fatedeck.games.thousand_faces.state import Item, Player, Table

LOSSES = {
    "stamina": "Stamina",
    "harm": "a Harm",
    "wound": "a Wound",
    "xp": "1 XP",
    "pack": equipment.PACK_CARD,
    "precious": equipment.PRECIOUS_CARD,
    "item": "an item",
    "fiction": "something in the fiction",
}
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


def settle_between_players(game: Game[Table], effort: Effort, result: int) -> None:
    """The move costs what it always does. No attack power: each says what the own PC loses.

    The defender says it first and tells how it comes out; then the attacker may add something bad
    for the own PC; the GM takes nothing. What a thief takes, the thief has. TFA-250, TFA-253 to
    TFA-256.
    """
    verbs = effort.face.do.get(catalogue.KEYS[result], ())
    stood = game.state.players[effort.seat].is_able()
    effects.carry_out_verbs(game, effort, [verb for verb in verbs if verb.startswith(COSTS)])
    for verb in verbs:
        if verb.startswith("suggest "):
            points = int(verb.removeprefix("suggest "))
            if not effects.pays_for_suggestion(game, effort, points):
                return
    attacker, defender = effort.seat, effort.versus
    if stood and not game.state.players[attacker].is_able():
        game.tell(
            "{face} fails: {attacker} is incapacitated.",
            "TFA-131",
            face=effort.face.name,
            attacker=attacker,
        )
        return
    sign = catalogue.SIGNS[result]
    losses = _say_losses(
        game, defender, f"{attacker}’s {effort.face.name} comes out {sign}. What do you lose?"
    )
    told = game.text(defender, "outcome", "How does it come out?", "TFA-253")
    own = _say_losses(game, attacker, "Does your own PC lose anything?")
    price = game.text(attacker, "own-price", "Does anything bad happen to your own PC?", "TFA-254")
    words = "” “".join(text for text in (told, price) if text)
    lost = [LOSSES[loss] for loss in losses] or "nothing"
    line = and_words("{who} loses {lost}.", words)
    game.tell(line, "TFA-253", "TFA-255", who=defender, lost=lost, text=words)
    for loss in losses:
        _lose(game, defender, loss, attacker if effort.face.id in THEFT else "")
    if own:
        mine = [LOSSES[loss] for loss in own]
        game.tell("{who} loses {lost}.", "TFA-254", who=attacker, lost=mine)
    for loss in own:
        _lose(game, attacker, loss)


def _say_losses(game: Game[Table], seat: str, prompt: str) -> list[str]:
    """Any kinds of what the PC has, or none. TFA-121, TFA-253, TFA-254."""
    player = game.state.players[seat]
    stock = {
        "harm": game.state.has_harm(),
        "xp": player.xp,
        "pack": player.pack,
        "precious": player.precious,
        "item": len(_open_items(player)),
    }
    possible = {loss: label for loss, label in LOSSES.items() if stock.get(loss, 1)}
    clauses = ("TFA-253", "TFA-254", "TFA-256")
    most = len(possible)
    labels = {loss: capital(label) for loss, label in possible.items()}
    return game.several(seat, "losses", prompt, possible, 0, most, *clauses, labels=labels)


def _open_items(player: Player) -> list[Item]:
    return [item for item in player.items if not item.secret]


def _lose(game: Game[Table], seat: str, loss: str, thief: str = "") -> None:
    match loss:
        case "stamina":
            prompt = "How much Stamina do you lose?"
            points = game.number(seat, "how-much-stamina", prompt, 1, 10, "TFA-253")
            stamina.lose_stamina(game, seat, points, "physical")
        case "harm":
            combat.take_harm(game, combat.Blow(seat))
        case "wound":
            combat.take_wound(game, combat.Blow(seat))
        case "xp":
            player = game.state.players[seat]
            player.xp = max(0, player.xp - 1)  # a flip in between may have cost the last one
        case "pack" | "precious" | "item":
            _lose_thing(game, seat, loss, thief)


def _lose_thing(game: Game[Table], seat: str, loss: str, thief: str) -> None:
    """An item or a Pack card is gone, or a thief has it. TFA-253, TFA-256."""
    thing = LOSSES[loss]
    if loss == "item":
        names = [item.name for item in _open_items(game.state.players[seat])]
        thing = game.choose(seat, "which-item", "Which item do you lose?", names, "TFA-253")
    if thief:
        equipment.hand_over(game, seat, thief, thing)
    else:
        equipment.drop(game, seat, thing)
