"""Advantages and disadvantages of a flip that the rules know of."""

from __future__ import annotations

from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.data import MoveFace
from fatedeck.games.thousand_faces.rules.learning import level_of
from fatedeck.games.thousand_faces.state import Edge, Foe, Table


def lasting(state: Table, seat: str, face: MoveFace, attribute: str, foe: Foe | None) -> int:
    """All advantages minus all disadvantages that stay after the flip. TFA-27, TFA-216, TFA-274."""
    player = state.players[seat]
    net = catalogue.level_modifier(level_of(player, face)) if face.levels else 0
    if attribute == "str" and player.is_berserk:
        net += 1
    for circumstance in state.circumstances:
        net -= seat in circumstance.seats
    apex = _apex(state, face, foe)
    if apex and player.has("apex_predator"):
        net += apex
    if face.id in ("called_shot", "its_a_trap"):
        net += any(touches_magic(state, ally) for ally in state.beside(seat))
    if face.id == "called_shot" and foe is not None and foe.surprised:
        net += 1
    return net


def use_up(
    state: Table, seat: str, foe: Foe | None, edge: str = "", *, attacks: bool, red_token: bool
) -> int:
    """Take away the one-time advantages and disadvantages of this flip; what they come to.

    Answers acted on, what waits for a flip against this foe, red tokens; for an attack also an
    opening and a fresh weakness. TFA-29, TFA-345, TFA-348, TFA-349.
    """
    player = state.players[seat]
    net = 0
    against = foe.name if foe is not None else ""
    for held in list(player.edges):
        if held.foe == against if held.foe else held.text == edge:
            net += held.amount
            player.edges.remove(held)
    if foe is None:
        return net
    if red_token and foe.red_tokens:
        foe.red_tokens -= 1
        net += 1
    if attacks:
        net += foe.opening + foe.weakness_fresh
        foe.opening, foe.weakness_fresh = 0, False
    return net


def lend(state: Table, seat: str, amount: int, text: str, foe: str = "") -> None:
    """Note an advantage or disadvantage for a later flip."""
    state.players[seat].edges.append(Edge(amount, text, foe))


def _apex(state: Table, face: MoveFace, foe: Foe | None) -> int:
    """Apex Predator: in combat on Discern and Weak Spot; hunting, on shots and traps."""
    if face.id in ("discern", "weak_spot"):
        return int(state.combat > 0)
    if face.id == "called_shot":
        return int(foe is not None and foe.elusive)
    if face.id == "its_a_trap":
        return int(any(other.elusive and other.is_up() for other in state.foes))
    return 0


def touches_magic(state: Table, seat: str) -> bool:
    """Reach Out With Your Feelings, touching an undepleted magic item. TFA-353."""
    player = state.players[seat]
    return player.has("reach_out") and any(item.is_magic and item.charges for item in player.items)
