"""Whom a power may be aimed at: who fits, who is in reach, and who stands in an area."""

from __future__ import annotations

from fatedeck.engine import story
from fatedeck.engine.errors import Refused
from fatedeck.games.deck_of_adventures.effects import Area, by_tier
from fatedeck.games.deck_of_adventures.rules import (
    attacks,
    grid,
    ground,
    hands,
    health,
    lasting,
    mechanics,
    sight,
    special_powers,
    turns,
)
from fatedeck.games.deck_of_adventures.rules.called import called
from fatedeck.games.deck_of_adventures.rules.grid import Space
from fatedeck.games.deck_of_adventures.rules.mechanics import Use
from fatedeck.games.deck_of_adventures.state import Character, Side, Table

# One target


def candidates(state: Table, use: Use) -> list[Character]:
    """Everyone whom this power may be aimed at now. DOA-169, DOA-181."""
    return [who for who in state.characters.values() if why_not_aim(state, use, who) is None]


def why_not_aim(state: Table, use: Use, other: Character) -> Refused | None:
    """Why this power cannot be aimed at someone, or None. DOA-169, DOA-180, DOA-181."""
    if not mechanics.fits(use.who, other, use.how.whom, side_in_turn(state, use.who)):
        return Refused("DOA-169", f"You can’t use {use.entry.called} on {other.name}.")
    return _why_out_of_reach(state, use, other) or _why_spared(state, use, other)


def side_in_turn(state: Table, who: Character) -> Side:
    """The side for which someone acts now: that of whoever directs an Enthralled one. DOA-213."""
    turn = state.combat.turn if state.combat is not None else None
    if turn is not None and turn.directed and turn.who == who.name:
        charmer = state.characters.get(lasting.cause_of(who, "Enthralled"))
        if charmer is not None:
            return charmer.side
    return who.side


def _why_out_of_reach(state: Table, use: Use, other: Character) -> Refused | None:
    power, how = use.entry, use.how
    if other.dead:
        return Refused("DOA-169", f"You can’t use {power.called} on {other.name}.")
    if health.is_down(other) and not (how.heals or (how.attack and other.is_dealer)):
        text = f"{other.name} is down, and {power.called} does nothing for them."
        return Refused("DOA-169", text)
    if (refused := sight.why_not_target(state, use.who, other, _reach(use))) is not None:
        return refused
    if how.point and not _common_point(state, use, [other]):
        return Refused("DOA-346", f"You can’t see a point whose area would cover {other.name}.")
    if how.avenge and other.name not in to_avenge(state, use.who):
        return Refused(
            "DOA-166", f"{other.name} hasn’t hurt any of your allies since your last turn."
        )
    return special_powers.why_of_no_use(use, other)


def _reach(use: Use) -> int:
    """How far a power can be aimed: its range, and into an area from its middle. DOA-180."""
    how = use.how
    if how.area == "ring" or how.rule == "momentum":
        return max(how.size) or 1
    reach = mechanics.reach_of(use.who, use.entry, how)
    return reach + max(how.size) if how.point else reach


def _why_spared(state: Table, use: Use, other: Character) -> Refused | None:
    """Whom a charm spares, and all but one for whom it is an eye for an eye. DOA-212, DOA-354."""
    if not use.how.harms(use.tier):
        return None
    if use.how.wounds() and "Eye for an Eye" in use.who.vulnerabilities:
        foe = attacks.last_to_hit(state, use.who)
        alone = by_tier(use.how.targets, use.tier) == 1
        if foe is not None and (alone or _why_out_of_reach(state, use, foe) is not None):
            return attacks.why_not_harm(state, use.who, [other])
    return attacks.why_not_against(state, use.who, [other])


def to_avenge(state: Table, who: Character) -> list[str]:
    """Those who hurt an ally since this one's last turn. Attack, Vengeance."""
    combat = state.combat
    if combat is None:
        return []
    since = next(
        (
            int(mark.split()[0])
            for mark in reversed(combat.used)
            if mark.endswith(f" turn {who.name}")
        ),
        0,
    )
    names = {
        deed.by
        for deed in combat.deeds
        if deed.since >= since
        and deed.to != who.name
        and deed.to in state.characters
        and state.characters[deed.to].side == who.side
        and deed.by in state.characters
        and state.characters[deed.by].side != who.side
    }
    return sorted(name for name in names if not health.is_down(state.characters[name]))


# Several targets


def least_targets(use: Use) -> int:
    """Targets that must be named: none where the power can do without. DOA-341."""
    spared = use.how.save is not None and use.how.save.from_tier > use.tier
    cleans = use.how.rule == "cleanse" and use.tier == 0
    return int(mechanics.wants_targets(use.how) and not spared and not cleans)


def most_targets(use: Use) -> int:
    """Targets that may be named, by the Power Points spent. DOA-341."""
    return by_tier(use.how.targets, use.tier) if mechanics.wants_targets(use.how) else 0


def why_nobody(state: Table, use: Use) -> Refused | None:
    """Why a power that must be aimed at someone cannot be, or None. DOA-180."""
    everyone = state.characters.values()
    if not least_targets(use) or any(why_not_aim(state, use, who) is None for who in everyone):
        return None
    fitting = [who for who in everyone if _is_meant(state, use, who)]
    away = {who.name: ground.spaces_between(state, use.who, who) for who in fitting}
    nearest = min(away, key=away.__getitem__, default="")
    if not nearest or away[nearest] <= _reach(use):
        return Refused("DOA-180", "No one is in reach.")
    far, name = away[nearest], story.who(called(state), nearest)
    return Refused("DOA-180", f"No one is in reach: {name} is nearest, {far} spaces away.")


def _is_meant(state: Table, use: Use, other: Character) -> bool:
    """Whether somebody else who is still up could be aimed at from nearer by. DOA-169."""
    meant = mechanics.fits(use.who, other, use.how.whom, side_in_turn(state, use.who))
    return meant and other is not use.who and turns.is_up(state, other)


def why_not_together(state: Table, use: Use) -> Refused | None:
    """Why these targets do not go together, each of them being a fair one, or None."""
    targets = use.targets
    if len(targets) < least_targets(use):
        return why_nobody(state, use) or Refused("DOA-341", f"{use.entry.called} needs a target.")
    if use.how.area == "ring" and not _in_a_row(use.who, targets):
        return Refused("DOA-166", "The targets must be in a row around you, without a gap.")
    if use.how.point and len(targets) > 1 and not _common_point(state, use, targets):
        return Refused("DOA-346", "You can’t see a point whose area would cover them all.")
    if targets and use.how.wounds() and mechanics.wants_targets(use.how):
        return attacks.why_not_harm(state, use.who, targets)
    return None


def _in_a_row(who: Character, targets: list[Character]) -> bool:
    place = hands.place_of(who)
    spaces = [space for target in targets if (space := hands.place_of(target)) is not None]
    return place is None or len(spaces) < 2 or grid.in_a_row_round(place, spaces)


def _common_point(state: Table, use: Use, targets: list[Character]) -> bool:
    """Whether some visible point in range has all targets in its area. Mystic Entangle."""
    spaces = [space for target in targets if (space := hands.place_of(target)) is not None]
    here = hands.place_of(use.who)
    if here is None or len(spaces) < len(targets):
        return True
    size = by_tier(use.how.size, use.tier)
    shared = set.intersection(*(set(_area(use.how.area, space, size)) for space in spaces))
    blocked = ground.solid(state)
    return any(
        grid.distance(here, one) <= use.entry.range
        and ground.is_on_map(state, one)
        and one not in blocked
        for one in shared
    )


# Areas


def _area(area: Area, centre: Space, size: int) -> list[Space]:
    return grid.square(centre, size) if area == "square" else grid.aura(centre, size)


def why_not_hit(state: Table, use: Use) -> Refused | None:
    """Why nobody whom an attack on an area can hit may be harmed, whichever way it goes."""
    if not use.how.attack or mechanics.wants_targets(use.how):
        return None
    ways: tuple[str, ...] = tuple(grid.DIRECTIONS) if use.how.area in ("cone", "line") else ("",)
    hit = [who for way in ways for who in inside(state, use, way)]
    return attacks.why_not_harm(state, use.who, hit)


def friends_inside(state: Table, use: Use) -> list[Character]:
    """Friends whom a harmful area round its user would strike too. DOA-344, DOA-345."""
    how = use.how
    is_round = how.area in ("aura", "square") and not how.point and not how.rule
    if not is_round or how.whom == "self" or mechanics.wants_targets(how):
        return []
    if not how.harms(use.tier):
        return []
    side = side_in_turn(state, use.who)
    return [other for other in inside(state, use) if other.side == side]


def inside(state: Table, use: Use, way: str = "", point: Space | None = None) -> list[Character]:
    """Everyone in the area: friends too, the user not. DOA-344, DOA-345.

    A cone or a line goes one way; another area lies round its user, or round a point.
    """
    who, how = use.who, use.how
    size = by_tier(how.size, use.tier)
    here = hands.place_of(who)
    spaces: set[Space] = set()
    if here is not None and how.area in ("cone", "line"):
        spaces.update((grid.cone if how.area == "cone" else grid.line)(here, way, size))
    elif here is not None:
        spaces.update(_area(how.area, point or here, size))
    found = []
    for other in state.characters.values():
        if other is who and not how.point:
            continue
        if not turns.in_play(state, other) or (
            health.is_down(other) and not (how.attack and other.is_dealer)
        ):
            continue
        place = hands.place_of(other)
        near = (
            place in spaces
            if here is not None
            else ground.spaces_between(state, who, other) <= size
        )
        if near and (other is who or sight.sees(state, who, other)):
            found.append(other)
    return found
