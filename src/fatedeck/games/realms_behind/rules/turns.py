"""Whose turn it is, action points, and who may act now."""

from __future__ import annotations

from collections.abc import Sequence

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.realms_behind.data import BasicAction, book
from fatedeck.games.realms_behind.rules.derived import (
    at_full_strength,
    can_act,
    is_downed,
    keep_within_maxima,
    reactions_per_round,
    why_not_able,
)
from fatedeck.games.realms_behind.rules.field import standing
from fatedeck.games.realms_behind.rules.frames import AP_PER_TURN
from fatedeck.games.realms_behind.rules.statuses import (
    begin_turn_statuses,
    end_encounter_effects,
    forget_downed_taunters,
)
from fatedeck.games.realms_behind.rules.techniques import reactions
from fatedeck.games.realms_behind.state import Being, Table, put_all_in_order


def basic(action: str) -> BasicAction:
    """One of the book's actions. RB-15.9."""
    return book().actions[action]


def why_not_act(table: Table, being: Being, ap: int) -> Refused | None:
    """Why someone may not spend AP now: not their turn, Downed, or too few AP left.

    RB-4.8, RB-13.3, RB-15.4, RB-15.6.
    """
    if table.phase != "encounter":
        return Refused("RB-15.1", "You can only do that in an Encounter.")
    if table.whose_turn() != being.name:
        return Refused("RB-15.4", f"It’s {table.whose_turn()}’s turn.")
    if refused := why_not_able(being):
        return refused
    if being.ap < ap:
        return Refused("RB-15.6", f"That costs {ap} AP; {being.name} has {being.ap} left.")
    return None


def declare(game: Game[Table], being: Being, what: str, tags: Sequence[str]) -> bool:
    """Announce an action; reactions come first and may stop it. RB-15.8."""
    reactions(game, being, what, list(tags))
    if not can_act(being):
        game.tell("{being} can’t go on.", "RB-15.8", being=being.name)
        return False
    return True


def begin_turn(game: Game[Table]) -> None:
    """AP and reaction come back, statuses bite and fade; who is Downed is passed over.

    RB-15.6, RB-15.7, RB-16.3, RB-16.27.
    """
    table = game.state
    for _ in range(2 * len(table.order) + 1):
        being = table.being(table.order[table.turn])
        if being.is_here():
            being.ap = AP_PER_TURN
            being.reactions = reactions_per_round(being)
            being.attacked_with.clear()
            begin_turn_statuses(game, being)
            if not is_downed(being):
                game.tell(
                    "Round {round}: {being}’s turn.", "RB-15.5", round=table.round, being=being.name
                )
                return
            _end_of_turn(being)
        _next(table)


def pass_turn(game: Game[Table], being: Being) -> None:
    """Unused AP are lost; the next in the order begins. RB-15.6."""
    _end_of_turn(being)
    _next(game.state)
    begin_turn(game)


def conclude(game: Game[Table], on_paper: bool) -> None:
    """After an action everything falls that its maximum no longer holds, and the turn passes on.

    Who is not in play yet is at full strength whatever was bought. RB-3.14, RB-11.1, RB-22.7.
    """
    table = game.state
    if on_paper:
        put_all_in_order(table)
        for character in table.players.values():
            if character.waiting:
                at_full_strength(character)
            else:
                keep_within_maxima(character)
    forget_downed_taunters(table)
    if table.phase == "encounter":
        _come_round(table)
    skip_downed(game)


def _come_round(table: Table) -> None:
    """A foe of an earlier Encounter who can act again comes into this one. RB-13.3."""
    for creature in table.creatures.values():
        if creature.name not in table.order and can_act(creature):
            join_encounter(table, creature)


def skip_downed(game: Game[Table]) -> None:
    """When whoever is on turn goes down or leaves, the turn passes on. RB-13.3."""
    table = game.state
    if table.phase != "encounter" or not table.order:
        return
    being = table.being(table.whose_turn())
    if can_act(being):
        return
    if all(is_downed(other) for other in standing(table)):
        return
    pass_turn(game, being)


def _next(table: Table) -> None:
    table.turn += 1
    if table.turn >= len(table.order):
        table.turn = 0
        table.round += 1  # RB-15.5


def _end_of_turn(being: Being) -> None:
    being.ap = 0  # RB-15.6
    being.speed_this_turn = 0
    if being.bulwark_turns:
        being.bulwark_turns -= 1


def join_encounter(table: Table, being: Being) -> None:
    """Who comes into an encounter that is under way acts last in its order. RB-22.7.

    Who comes back to it keeps their place there, and finds a free space. RB-15.13.
    """
    if being.name not in table.order:
        being.reactions = reactions_per_round(being)
        table.order.append(being.name)
    find_room(table, being)


def find_room(table: Table, being: Being) -> None:
    """Whom nobody has placed finds a free space; the sides stand six spaces apart. RB-15.13."""
    others = {(b.x, b.y) for b in standing(table) if b is not being and b.placed}
    inside = being.x < table.width and being.y < table.height
    if being.placed and inside and (being.x, being.y) not in others:
        return
    being.placed = True
    middle = table.width // 2
    column = max(0, middle - 3) if being.side == "party" else min(table.width - 1, middle + 3)
    way = -1 if being.side == "party" else 1
    for across in [*range(column, -1 if way < 0 else table.width, way), *range(table.width)]:
        for down in range(table.height):
            if (across, down) not in others:
                being.x, being.y = across, down
                return


def end_encounter(table: Table) -> None:
    """The phase is over and all that lasts only an encounter ends. RB-15.10."""
    for being in table.beings():
        end_encounter_effects(being)
    table.order = []
    table.turn = 0
    table.round = 0
    table.difficult = []
    table.parley = None


def is_fought(table: Table) -> bool:
    """Whether an Encounter goes on in which a foe can still act. RB-15.10."""
    if table.phase == "encounter":
        for creature in table.creatures.values():
            if creature.side == "foes" and can_act(creature):
                return True
    return False


def all_down(table: Table, side: str) -> bool:
    """Whether a whole side is Downed, Stupefied or gone. RB-13.8, RB-13.10."""
    for being in table.beings():
        if being.side != side:
            continue
        if can_act(being):
            return False
    return True
