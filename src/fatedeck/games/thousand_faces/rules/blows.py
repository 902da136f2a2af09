"""Blows against foes: attack power dealt, armour squares ticked off, Stamina lost."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.game import Game
from fatedeck.games.thousand_faces.data import half
from fatedeck.games.thousand_faces.rules import equipment, numbers
from fatedeck.games.thousand_faces.rules.called import name_of
from fatedeck.games.thousand_faces.state import Foe, Table

ARMOUR_SQUARE = 3
"""What one armour square of a foe cancels. TFA-119."""


def strike(
    game: Game[Table],
    seat: str,
    foe: Foe | None,
    weapon: str,
    *,
    power: str = "",
    plus: int = 0,
    times: int = 1,
    dice: Sequence[str] = (),
    rolls: int = 1,
    halved: bool = False,
    melee: bool = True,
) -> int:
    """Deal attack power: the weapon's or a named one, more dice, more rolls, then the halving.

    The acting player reveals. Whatever adds to an attack adds here: a weakness, the die of an
    arrival, Bloody, But Unbowed. TFA-89, TFA-91, TFA-118, TFA-142, TFA-283, TFA-356.
    """
    player = game.state.players[seat]
    power = power or equipment.weapon_power(player, weapon)
    points = times * (numbers.total(game, seat, [power] * rolls) + plus)
    dice = [*dice, *player.dice]
    player.dice = []
    if foe is not None and foe.weakness:
        dice.append("d4")
    points += numbers.total(game, seat, dice)
    points += unbowed(game.state, seat)
    if halved:
        points = half(points)
    return hurt(game, seat, foe, points, melee=melee)


def unbowed(state: Table, seat: str) -> int:
    """Bloody, But Unbowed: +1 for each token on the pile, and each Harm on the card. TFA-356."""
    player = state.players[seat]
    card = player.card("bloody_but_unbowed")
    if card is None or card.face_down:
        return 0
    return player.harm + player.wounds + card.harm


def hurt(game: Game[Table], seat: str, foe: Foe | None, points: int, *, melee: bool) -> int:
    """A foe's Stamina falls by the attack power its armour lets through. TFA-118, TFA-119."""
    state, player = game.state, game.state.players[seat]
    state.last_power = points
    if foe is None:
        game.tell("{seat} deals attack power {points}.", "TFA-118", seat=seat, points=points)
        return points
    squares = min(foe.armour, -(-points // ARMOUR_SQUARE))
    if squares and not foe.armour_barred:
        prompt = (
            f"{name_of(game, seat)} hits {foe.name} with {points}. "
            "How many armour squares do you tick off?"
        )
        ticked = game.number(state.gm, "armour-squares", prompt, 0, squares, "TFA-119")
        foe.armour -= ticked
        if ticked:
            kept = min(points, ARMOUR_SQUARE * ticked)
            told = "{foe}’s armour takes {kept} of {points}."
            game.tell(told, "TFA-119", foe=foe.name, kept=kept, points=points)
            points -= kept
    looked = foe.looks()
    dealt, beyond = points, max(0, points - foe.stamina)
    foe.stamina = max(0, foe.stamina - points)
    if dealt:
        player.struck, player.strike, player.beyond = foe.name, dealt, beyond
        player.struck_in_melee = melee  # TFA-340
    foe.surprised = False
    told = "{seat} hits {foe} for {dealt}." if dealt else "{seat} hits {foe}, and it does nothing."
    if not foe.stamina:
        told += " {foe} is out of the fight."
    elif foe.looks() != looked:
        told += " {foe} is {looks}."
    game.tell(told, "TFA-118", seat=seat, foe=foe.name, dealt=dealt, looks=foe.looks())
    return dealt
