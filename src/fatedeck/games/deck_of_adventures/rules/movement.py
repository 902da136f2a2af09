"""Movement: speed, what may be entered, where a turn may end, falling."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from msgspec import Struct

from fatedeck.engine.actions import Meaning, Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Asking, Spot, Square
from fatedeck.engine.offers import Value
from fatedeck.games.deck_of_adventures.rules import (
    conditions,
    grid,
    ground,
    hands,
    health,
    lasting,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.families import MAJOR, MINOR, MOVE, OnATurn
from fatedeck.games.deck_of_adventures.rules.grid import Space
from fatedeck.games.deck_of_adventures.rules.ways import (
    HALF,
    are_hostile,
    reachable,
    stopping_places,
    straight_way,
    way_to,
)
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn


def speed_of(state: Table, who: Character) -> int:
    """The spaces a character may move this turn, before Rush. DOA-142, DOA-6.

    Halvings round up and are applied one after another; a fall takes speed until healed.
    """
    if "Entangled" in who.conditions or "Grappled" in who.conditions or health.is_down(who):
        return 0  # DOA-195, DOA-216
    speed = max(0, who.speed - who.lost_speed)
    if "Favored Terrain" in who.powers:
        speed += 2 * _on_own_terrain(state, who, "Favored Terrain")
    if who.effects:
        if lasting.has_effect(who, "Levitated"):
            return 0
        speed += 2 * _now(who, "Lend Vigor")
        if _now(who, "Slow"):
            speed = -(-speed // 2)
        if _now(who, "Speed Boost"):
            speed *= 2
    if who.conditions:
        speed = -(-speed // 2) if "Knocked Down" in who.conditions else speed  # DOA-197
        speed = -(-speed // 2) if "Frozen" in who.conditions else speed  # DOA-207
    if who.fatigue >= 3 and state.switches.fatigue:
        speed = -(-speed // 2)
    return speed


def _now(who: Character, name: str) -> bool:
    """Whether an effect for "its next turn" is for the turn that starts now."""
    return any(
        effect.name == name and (effect.until != "end" or effect.rounds <= 1)
        for effect in who.effects
    )


def _on_own_terrain(state: Table, who: Character, power: str) -> bool:
    chosen = who.power_options.get(power, [])
    return any(
        terrain.x == who.x and terrain.y == who.y and (terrain.note in chosen or not chosen)
        for terrain in state.map.terrain
    )


def speed_left(state: Table, turn: Turn) -> int:
    """Half spaces that may still be moved this turn, as its mover is now. DOA-143, DOA-162."""
    if turn.limit == "either" and turn.acted:
        return 0  # DOA-192
    speed = speed_of(state, state.characters[turn.who])
    if turn.speed is not None:
        speed = min(speed, turn.speed)
    return max(0, speed * HALF * (2 if turn.rushed else 1) - turn.spent)


def _carry_along(game: Game[Table], who: Character, turn: Turn, start: Space) -> None:
    """Momentum: those carried end next to the mover, as near as a free space lets them."""
    state = game.state
    for name in turn.carried:
        other = state.characters.get(name)
        if other is None:
            continue
        taken, blocked = ground.standing(state, other), ground.solid(state)
        around = ground.free_near(state, (who.x or 0, who.y or 0), 1, taken, blocked)
        place = hands.place_of(other)
        if around and place is not None and grid.distance(place, (who.x or 0, who.y or 0)) > 1:
            ground.put_at(state, other, min(around, key=lambda space: grid.distance(space, start)))
            game.tell("{other} is carried along.", "DOA-338", other=other.name)


def can_move_on(state: Table, who: Character, turn: Turn) -> bool:
    """Whether there is a free space that somebody can still reach this turn. DOA-145."""
    return why_not_move(state, who, turn) is None and bool(
        reachable(state, who, speed_left(state, turn))
    )


def why_not_end(state: Table, who: Character, turn: Turn) -> Refused | None:
    """A turn may not end on a friend's space (DOA-145); a Cowardly Ally hides first (DOA-354).

    Who cannot move on may stay.
    """
    place = hands.place_of(who)
    if place is None:
        return None
    across, down = place
    gone = state.combat.gone if state.combat is not None else ()
    for other in state.characters.values():
        if other.x != across or other.y != down or other is who or other.name in gone:
            continue
        if other.hp and not other.dead and can_move_on(state, who, turn):
            return Refused(
                "DOA-145", "You can’t end your turn in someone else’s space. Move on first."
            )
    if "Cowardly Ally" in who.vulnerabilities and cowering_spaces(state, who, turn):
        return Refused(
            "DOA-354", "You’re a Cowardly Ally: end your turn where an ally shields you."
        )
    return None


def cowering_spaces(state: Table, who: Character, turn: Turn) -> list[Space]:
    """Where a Cowardly Ally must go after attacking: an ally between it and an enemy.

    None when it is shielded already, has not attacked, or can reach no such space.
    """
    here = hands.place_of(who)
    if here is None or not turn.attacks or why_not_move(state, who, turn) is not None:
        return []
    if _is_shielded(state, who, here):
        return []
    ways = reachable(state, who, speed_left(state, turn))
    return sorted(space for space in ways if _is_shielded(state, who, space))


def _is_shielded(state: Table, who: Character, space: Space) -> bool:
    standing_ones = ground.standing(state, who)
    friends = {place for place, other in standing_ones.items() if other.side == who.side}
    return any(
        friends.intersection(grid.between(space, place))
        for place, other in standing_ones.items()
        if other.side != who.side
    )


# Actions


def why_not_move(state: Table, who: Character, turn: Turn) -> Refused | None:
    """Why this character may not move at all now, or None."""
    if (refused := _why_held(who)) is not None:
        return refused
    if not state.map.width:
        return Refused("DOA-149", "There’s no map. Tell the Game Master where you go.")
    if hands.place_of(who) is None:
        return Refused(
            "DOA-149", f"{who.name} isn’t on the map yet. The Game Master will place them."
        )
    if turn.limit == "either" and turn.acted:
        return Refused(
            "DOA-192", "You’re Stunned and have taken your Action, so you can’t move too."
        )
    if speed_left(state, turn) < HALF:
        return Refused("DOA-150", "You have no speed left this turn.")
    return None


def _why_held(who: Character) -> Refused | None:
    if "Entangled" in who.conditions:
        return Refused("DOA-195", "You can’t move: you’re Entangled. Break free first.")
    if "Grappled" in who.conditions:
        return Refused("DOA-216", "You can’t move: you’re Grappled. Break free first.")
    return None


def _why_not_reach(state: Table, who: Character, space: Space) -> Refused:
    """The reason why a space cannot be moved to."""
    other = ground.standing(state, who).get(space)
    name = grid.space_name(space)
    if other is not None and are_hostile(who, other):
        return Refused("DOA-146", f"{other.name} is on {name}: you can’t enter their space.")
    if other is not None:
        return Refused(
            "DOA-145", f"{other.name} is on {name}, and you couldn’t move on from there."
        )
    if space in ground.solid(state):
        return Refused("DOA-309", f"There’s something on {name}. Go round it.")
    return Refused("DOA-142", f"{name} is too far to reach this turn.")


def spaces_in_reach(state: Table, seat: str) -> list[str]:
    """Where the one whose turn it is may stop. DOA-143 to DOA-147."""
    who, turn = turns.acting(state, seat)
    places = stopping_places(state, who, speed_left(state, turn))
    return [grid.space_name(space) for space in sorted(places)]


class Within(Square, frozen=True):
    """A space that a move can reach; one of them is judged without looking for all."""

    def why_none(self, spot: Spot, asking: Asking) -> Refused | None:
        assert isinstance(asking.state, Table)
        who, _ = turns.acting(asking.state, asking.seat)
        here = hands.place_of(who)
        steps = grid.square(here, 1) if here is not None else []
        if any(straight_way(asking.state, who, here or step, step) for step in steps):
            return None
        return super().why_none(spot, asking)

    def why_not(self, spot: Spot, asking: Asking, value: Value) -> Refused | None:
        if asking.means(walk_to, value) is not None:
            return None
        assert isinstance(asking.state, Table)
        who, _ = turns.acting(asking.state, asking.seat)
        space = grid.read_space(value) if isinstance(value, str) else None
        if space is None:
            return Refused("DOA-143", f"There’s no space called “{value}”. Write it like this: 3,4")
        return _why_not_reach(asking.state, who, space)


class Walk(Struct, frozen=True):
    """A move that can be made: by whom, on which turn, from where to where, what it costs."""

    who: Character
    turn: Turn
    start: Space
    space: Space
    cost: int
    steps: int
    diagonals: int


def walk_to(state: Table, seat: str, name: Value) -> Walk | None:
    """The cheapest way to a space for the one whose turn it is, or None if there is none."""
    who, turn = turns.acting(state, seat)
    here, space = hands.place_of(who), grid.read_space(name) if isinstance(name, str) else None
    if here is None or space is None:
        return None
    way = way_to(state, who, space, speed_left(state, turn))
    return None if way is None else Walk(who, turn, here, space, *way)


class Move(Meaning[Table, Walk], OnATurn, frozen=True):
    """Move to a space by the cheapest way there. DOA-143 to DOA-147."""

    says = Says("Move", MOVE)
    to: Annotated[
        str,
        Within(spaces_in_reach, nobody=("DOA-146", "There’s no free space that you can reach.")),
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        left = speed_left(state, turns.acting(state, seat)[1]) / HALF
        yield Way(note=f"{left:g} {'space' if left == 1 else 'spaces'} left")

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return why_not_move(state, who, turn)

    def means(self, asking: Asking) -> Walk:
        walk = asking.means(walk_to, self.to)
        assert isinstance(walk, Walk)
        return walk

    def carry_out(self, game: Game[Table], walk: Walk) -> None:
        who, turn = walk.who, walk.turn
        turn.spent += walk.cost
        turn.moved += walk.steps
        turn.diagonals += walk.diagonals
        ground.put_at(game.state, who, walk.space)
        game.tell("{who} moves to {to}.", "DOA-143", who=who.name, to=self.to)
        _carry_along(game, who, turn, walk.start)


class StandUp(OnATurn, frozen=True):
    """Get up from the ground. DOA-161."""

    says = Says("Get up", MOVE, MINOR)

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        lies = "Knocked Down" in who.conditions
        return None if lies else Refused("DOA-161", "You’re already on your feet.")

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        lasting.lose(game, who, "Knocked Down")


class DropProne(OnATurn, frozen=True):
    """Drop to the ground for 1 speed. DOA-199."""

    says = Says("Drop prone", MOVE)

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        lies = "Knocked Down" in who.conditions
        return Refused("DOA-199", "You’re already on the ground.") if lies else None

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        if speed_left(state, turn) < HALF:
            return Refused("DOA-199", "Dropping prone takes 1 speed; you have none left.")
        return None

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        turn.spent += HALF
        conditions.gain(game, who, "Knocked Down")


class Rush(OnATurn, frozen=True):
    """Speed counts double this turn. DOA-162."""

    says = Says("Rush", MOVE, MAJOR)

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        return Refused("DOA-162", "You’re already rushing.") if turn.rushed else _why_held(who)

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        turn.rushed = True
        game.tell("{who} rushes and can move twice as far.", "DOA-162", who=who.name)
