"""The grid as the page draws it: the ground, the tokens, and where one may go."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from fatedeck.engine.drawn import Drawn
from fatedeck.engine.view import Gadget
from fatedeck.games.deck_of_adventures.rules.ground import is_laid
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.health import is_down
from fatedeck.games.deck_of_adventures.rules.movement import speed_left, why_not_move
from fatedeck.games.deck_of_adventures.rules.turns import controller
from fatedeck.games.deck_of_adventures.rules.ways import reachable
from fatedeck.games.deck_of_adventures.state import Map, Table, Wall

Token: TypeAlias = dict[str, str | int | bool | None]
"""Somebody on the grid, as the page draws it."""


def grid_gadgets(
    state: Table, seats: Iterable[str | None], drawn: Drawn
) -> dict[str | None, Gadget]:
    """The grid with its tokens; for the seat that acts, also the spaces it can reach."""
    placed = [
        who
        for who in state.characters.values()
        if place_of(who) is not None
        and not who.dead
        and not (state.combat is not None and who.name in state.combat.gone)
    ]
    if not is_laid(state):
        return {}
    tokens: list[Token] = [
        {
            "id": who.name,
            "label": token_label(who.name),
            "side": who.side,
            "x": who.x,
            "y": who.y,
            "down": is_down(who) or "Knocked Down" in who.conditions,
        }
        for who in placed
    ]
    public = drawn.gadgets.part(_grid, state.map, state.walls, tokens, [])
    turn = state.combat.turn if state.combat is not None else None
    found = dict.fromkeys(seats, public)
    if turn is not None and (acting := controller(state, turn)) in found:
        who = state.characters[turn.who]
        if why_not_move(state, who, turn) is None:
            reach = [
                list(space) for space in sorted(reachable(state, who, speed_left(state, turn)))
            ]
            found[acting] = drawn.gadgets.part(_grid, state.map, state.walls, tokens, reach)
    return found


def _grid(ground: Map, walls: list[Wall], tokens: list[Token], reach: list[list[int]]) -> Gadget:
    terrain = [
        {"x": one.x, "y": one.y, "kind": f"{one.kind}, {one.note}" if one.note else one.kind}
        for one in ground.terrain
    ]
    for wall in walls:
        for name in wall.spaces:
            x, _, y = name.partition(",")
            terrain.append({"x": int(x), "y": int(y), "kind": "wall"})
    where = ", ".join(f"{token['id']} on {token['x']},{token['y']}" for token in tokens)
    data: dict[str, object] = {
        "width": ground.width,
        "height": ground.height,
        "tokens": tokens,
        "terrain": terrain,
        "reach": reach,
        "ground": ground.ground,
    }
    title = "The map" if tokens else "Nobody is on the map yet"
    return Gadget("grid", title, data, f"{where or title}.")


def token_label(name: str) -> str:
    """Two signs for a token: initials, or the number of one among equals.

    >>> [token_label(name) for name in ("Ana", "Melee Guard", "Melee Guard 2", "Captain (Dealer)")]
    ['An', 'MG', 'M2', 'CD']
    """
    words = [word.strip("(),") for word in name.split()]
    if len(words) > 1 and words[-1].isdigit():
        return f"{words[0][0]}{words[-1]}"
    return "".join(word[0] for word in words[:2] if word) if len(words) > 1 else name[:2]
