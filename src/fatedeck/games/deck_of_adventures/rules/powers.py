"""Using a power: who may use it on whom, what it costs, and how it is carried out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.data import Power
from fatedeck.games.deck_of_adventures.rules.attacks import (
    Blow,
    attack,
    reveal,
    sees,
    spaces_between,
    weapon_in_hand,
    why_not_against,
    why_not_harm,
    why_not_target,
)
from fatedeck.games.deck_of_adventures.rules.checks import check, target_of
from fatedeck.games.deck_of_adventures.rules.conditions import primary_stat
from fatedeck.games.deck_of_adventures.rules.consequences import apply, infused, resist
from fatedeck.games.deck_of_adventures.rules.grid import (
    DIRECTIONS,
    Space,
    aura,
    cone,
    distance,
    in_a_row_round,
    line,
    read_space,
    square,
)
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.health import heal, is_down, treated
from fatedeck.games.deck_of_adventures.rules.lasting import (
    MINUTE,
    cause_of,
    drop_named,
    end_sustained,
    end_where,
    replace_effect,
)
from fatedeck.games.deck_of_adventures.rules.mechanics import (
    Area,
    Mechanics,
    Use,
    action_kind,
    by_tier,
    costs,
    fits,
    listed,
    reach_of,
    wants_targets,
    works,
)
from fatedeck.games.deck_of_adventures.rules.movement import (
    solid,
    visible_spaces,
)
from fatedeck.games.deck_of_adventures.rules.special_powers import RULES
from fatedeck.games.deck_of_adventures.rules.turns import in_play, spend_action, why_not_act
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Effect,
    Side,
    Table,
    Turn,
    Zone,
)

PLAIN_ATTACKS = ("Attack, Weapon", "Attack, Mystic")
"""The attacks that never end a sustained power. DOA-340."""

BLESSING = "Stealth's Blessing"


# Actions of a turn


# Using a power


def why_not_use(state: Table, who: Character, turn: Turn | None, power: str) -> Refused | None:
    """Why this power cannot be used now, whatever the target, or None. DOA-169, DOA-342."""
    if power not in who.powers:
        return Refused("DOA-166", f"{who.name} does not have {power}.")
    entry, how = listed(who, power), works(who, power)
    if how.discard:
        return Refused("DOA-286", f"{power} is a discard mechanic: use it as such.")
    if how.passive:
        return Refused("DOA-339", f"{power} is always on and needs no action.")
    if entry.type in ("adversary", "house"):
        return Refused("DOA-360", f"{power} comes after another's turn or at a round's start.")
    if turn is None and state.combat is not None:
        return Refused("DOA-133", f"It is not {who.name}'s turn.")
    if turn is not None:
        if how.attack and "Multiattack" in who.powers and turn.multiattack:
            pass
        elif (refused := why_not_act(turn, action_kind(entry, how))) is not None:
            return refused
        if how.second and how.attack not in turn.attacks:
            return Refused("DOA-396", f"{power} needs an attack of that kind earlier this turn.")
        if how.after_moving > turn.moved:
            return Refused("DOA-166", f"{power} comes only after moving {how.after_moving} spaces.")
        if how.after_suited and not turn.suited:
            return Refused("DOA-166", f"{power} follows a Suited Success of yours this turn.")
    elif how.after_moving or how.second or how.avenge:
        return Refused("DOA-166", f"{power} is for a fight.")
    elif how.rule == "momentum":
        return Refused("DOA-338", f"{power} is used during a move on your turn.")
    if (price := min(costs(state, who, entry))) > who.pp:
        return Refused("DOA-342", f"{power} costs {price} PP; you have {who.pp}.")
    if how.avenge and not to_avenge(state, who):
        return Refused("DOA-166", "No ally of yours was hurt since your last turn.")
    return why_not_vulnerable(state, who, how, power)


def why_not_vulnerable(state: Table, who: Character, how: Mechanics, power: str) -> Refused | None:
    """What Pacifist and No Mercy forbid. DOA-354."""
    if how.attack == "weapon" and any(effect.name == "Disarmed" for effect in who.effects):
        return Refused("DOA-166", "Your weapon lies on the ground: pick it up first.")
    if not who.vulnerabilities:
        return None
    if "Pacifist" in who.vulnerabilities and how.wounds():
        return Refused("DOA-354", f"{who.name} is a Pacifist and may cause no harm.")
    if "No Mercy" in who.vulnerabilities and not how.is_offensive and unavenged(state, who):
        return Refused("DOA-354", f"No mercy: only offensive powers until {who.name} is avenged.")
    return None


def unavenged(state: Table, who: Character) -> list[str]:
    """Those who attacked it in this fight and still stand. No Mercy."""
    combat = state.combat
    if combat is None:
        return []
    attackers = {hit.by for hit in combat.hits if hit.to == who.name}
    attackers |= {deed.by for deed in combat.deeds if deed.to == who.name}
    return sorted(
        name
        for name in attackers
        if name in state.characters
        and not is_down(state.characters[name])
        and in_play(state, state.characters[name])
    )


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
    return sorted(name for name in names if not is_down(state.characters[name]))


def candidates(state: Table, who: Character, power: str) -> list[Character]:
    """Everyone whom this power may be aimed at now. DOA-169, DOA-181."""
    entry, how = listed(who, power), works(who, power)
    side, reach = side_in_turn(state, who), aimed_reach(who, entry, how)
    return [
        other
        for other in state.characters.values()
        if fits(who, other, how.whom, side)
        and _why_not_reach(state, who, power, how, other, reach) is None
    ]


def aimed_reach(who: Character, entry: Power, how: Mechanics) -> int:
    """How far a power can be aimed: its range, and into an area from its middle. DOA-180."""
    if how.area == "ring" or how.rule == "momentum":
        return max(how.size) or 1
    reach = reach_of(who, entry, how)
    return reach + max(how.size) if how.point else reach


def side_in_turn(state: Table, who: Character) -> Side:
    """The side for which someone acts now: that of whoever directs an Enthralled one. DOA-213."""
    turn = state.combat.turn if state.combat is not None else None
    if turn is not None and turn.directed and turn.who == who.name:
        charmer = state.characters.get(cause_of(who, "Enthralled"))
        if charmer is not None:
            return charmer.side
    return who.side


def why_not_aim(
    state: Table, who: Character, power: str, entry: Power, how: Mechanics, other: Character
) -> Refused | None:
    """Why this power cannot be aimed at someone, or None. DOA-169, DOA-180, DOA-181."""
    if not fits(who, other, how.whom, side_in_turn(state, who)):
        return Refused("DOA-169", f"{power} cannot be used on {other.name}.")
    return _why_not_reach(state, who, power, how, other, aimed_reach(who, entry, how))


def _why_not_reach(
    state: Table, who: Character, power: str, how: Mechanics, other: Character, reach: int
) -> Refused | None:
    if other.dead:
        return Refused("DOA-169", f"{power} cannot be used on {other.name}.")
    if is_down(other) and not (how.heals or (how.attack and other.is_dealer)):
        return Refused("DOA-169", f"{other.name} is down; {power} does nothing to it.")
    if (refused := why_not_target(state, who, other, reach)) is not None:
        return refused
    if how.avenge and other.name not in to_avenge(state, who):
        return Refused("DOA-166", f"{other.name} hurt none of your allies since your last turn.")
    return None


def use_power(
    game: Game[Table],
    who: Character,
    turn: Turn | None,
    power: str,
    names: Sequence[str],
    cost: int,
    *,
    paid: bool = False,
) -> None:
    """Use a power: pay, then let it work on each target. DOA-166, DOA-179, DOA-338 to DOA-345."""
    state = game.state
    entry, how = _entry(who, power)
    if not paid:
        if (refused := why_not_use(state, who, turn, power)) is not None:
            raise refused
        why_not_pay(state, who, entry, cost)
    tiers = costs(state, who, entry)
    tier = tiers.index(cost) if cost in tiers else 0
    targets = _targets(state, who, power, entry, how, names, tier)
    if how.harms(tier) and how.whom != "self" and wants_targets(how):
        why_not = why_not_harm if how.wounds() else why_not_against
        if (refused := why_not(state, who, targets)) is not None:
            raise refused
    elif how.attack and (refused := why_not_harm(state, who, _all_inside(state, who, how, tier))):
        raise refused
    where = _where(game, who, entry, how, tier)
    if not wants_targets(how) and how.whom != "self":
        targets = _inside(state, who, how, where, tier)
    if not paid:
        if turn is None and not _may_use_in_epic(game, who, power):
            return
        _pay(game, who, turn, entry, how, cost)
    if entry.sustained:
        end_sustained(game, who)
    else:
        _end_by_other_power(game, who, power, how)
    if game.lines is not None:
        at = f" on {', '.join(target.name for target in targets)}" if targets else ""
        game.tell(f"{who.name} uses {entry.display or power}{at}.", "DOA-166")
    if not how.attack:
        reveal(game, who)
    if how.rule:
        RULES[how.rule](game, Use(who, turn, power, entry, how, tier, targets))
    elif how.attack:
        _attack_all(game, who, turn, entry, how, tier, targets)
    else:
        _affect_all(game, who, how, tier, targets, where, power)
    if how.told and game.lines is not None:
        game.tell(f"The Game Master says: {how.told}.", "DOA-3")
    if turn is not None:
        turn.used_power = True
    if how.attack:
        reveal(game, who)


def _may_use_in_epic(game: Game[Table], who: Character, power: str) -> bool:
    """Powers keep out of an Epic Event unless the Game Master allows it. DOA-247."""
    epic = game.state.epic
    if epic is None or epic.result:
        return True
    prompt = f"{who.name} wants to use {power} in “{epic.name}”. Allow it?"
    if who.owner == game.state.gm or game.may(game.state.gm, prompt, "DOA-247"):
        return True
    game.tell("The Game Master does not allow that Power here.", "DOA-247")
    return False


def _entry(who: Character, power: str) -> tuple[Power, Mechanics]:
    if power not in who.powers:
        raise Refused("DOA-166", f"{who.name} does not have {power}.")
    return listed(who, power), works(who, power)


def why_not_pay(state: Table, who: Character, entry: Power, cost: int) -> None:
    """Refuse a cost that is not listed or not there. DOA-341, DOA-342."""
    tiers = costs(state, who, entry)
    if cost not in tiers:
        listed_costs = " or ".join(map(str, tiers))
        raise Refused("DOA-341", f"{entry.id} costs {listed_costs} PP, not {cost}.")
    if cost > who.pp:
        raise Refused("DOA-342", f"{entry.id} would cost {cost} PP; {who.name} has {who.pp}.")


def _pay(
    game: Game[Table], who: Character, turn: Turn | None, entry: Power, how: Mechanics, cost: int
) -> None:
    """Power Points are paid when the power is declared, and lost on a miss. DOA-179."""
    who.pp -= cost
    if turn is None:
        return
    if how.attack and turn.multiattack and "Multiattack" in who.powers:
        turn.multiattack -= 1
        return
    spend_action(turn, action_kind(entry, how))
    if how.attack and "Multiattack" in who.powers:
        turn.multiattack += 1


def _targets(
    state: Table,
    who: Character,
    power: str,
    entry: Power,
    how: Mechanics,
    names: Sequence[str],
    tier: int,
) -> list[Character]:
    """The targets that were named, each checked. DOA-169, DOA-180, DOA-181."""
    if not wants_targets(how):
        return [who] if how.whom == "self" else []
    if how.save is not None and how.save.from_tier > tier and not names:
        return []
    most = by_tier(how.targets, tier)
    if len(set(names)) != len(names):
        raise Refused("DOA-341", "Name each target once.")
    if not 1 <= len(names) <= most:
        raise Refused("DOA-341", f"{power} takes {'1 target' if most == 1 else f'up to {most}'}.")
    targets = []
    for name in names:
        other = state.characters.get(name)
        if other is None:
            raise Refused("DOA-181", f"There is no {name} here.")
        if (refused := why_not_aim(state, who, power, entry, how, other)) is not None:
            raise refused
        targets.append(other)
    if how.area == "ring" and not _in_a_row(who, targets):
        raise Refused("DOA-166", "The targets must stand in a row round you, without a gap.")
    if how.point and not _common_point(state, who, entry.range, how, tier, targets):
        raise Refused("DOA-346", "No point in sight has all of them in its area.")
    return targets


def _in_a_row(who: Character, targets: list[Character]) -> bool:
    place = place_of(who)
    spaces = [space for target in targets if (space := place_of(target)) is not None]
    return place is None or len(spaces) < 2 or in_a_row_round(place, spaces)


def _common_point(
    state: Table, who: Character, reach: int, how: Mechanics, tier: int, targets: list[Character]
) -> bool:
    """Whether some visible point in range has all targets in its area. Mystic Entangle."""
    spaces = [space for target in targets if (space := place_of(target)) is not None]
    here = place_of(who)
    if here is None or len(spaces) < len(targets):
        return True
    size = by_tier(how.size, tier)
    shared = set(_area(how.area, spaces[0], size))
    for space in spaces[1:]:
        shared &= set(_area(how.area, space, size))
    blocked = solid(state)
    return any(distance(here, space) <= reach and space not in blocked for space in shared)


def _area(area: Area, centre: Space, size: int) -> list[Space]:
    return square(centre, size) if area == "square" else aura(centre, size)


def _where(
    game: Game[Table], who: Character, entry: Power, how: Mechanics, tier: int
) -> tuple[str, Space | None]:
    """The direction of a cone or line, or the point of an area. DOA-346 to DOA-348."""
    if how.area in ("cone", "line") and place_of(who) is not None:
        ways = [
            way
            for way in DIRECTIONS
            if not how.attack
            or why_not_harm(game.state, who, _inside(game.state, who, how, (way, None), tier))
            is None
        ]
        return game.choose(who.owner, f"{entry.id}: which way?", ways, "DOA-348"), None
    if how.point and not wants_targets(how) and place_of(who) is not None:
        spaces = visible_spaces(game.state, who, entry.range)
        name = game.choose(who.owner, f"{entry.id}: round which space?", spaces, "DOA-346")
        return "", read_space(name)
    return "", None


def _all_inside(state: Table, who: Character, how: Mechanics, tier: int) -> list[Character]:
    """Everyone whom an attack on an area can hit, whichever way it goes."""
    if how.area not in ("cone", "line"):
        return _inside(state, who, how, ("", None), tier)
    found: list[Character] = []
    for way in DIRECTIONS:
        found += _inside(state, who, how, (way, None), tier)
    return found


def _inside(
    state: Table, who: Character, how: Mechanics, where: tuple[str, Space | None], tier: int
) -> list[Character]:
    """Everyone in the area: friends too, the user not. DOA-344, DOA-345."""
    size = by_tier(how.size, tier)
    here = place_of(who)
    found = []
    direction, point = where
    if here is not None:
        if how.area == "cone":
            spaces = set(cone(here, direction, size))
        elif how.area == "line":
            spaces = set(line(here, direction, size))
        else:
            spaces = set(_area(how.area, point or here, size))
    else:
        spaces = set()
    for other in state.characters.values():
        if other is who and not how.point:
            continue
        if not in_play(state, other) or (is_down(other) and not (how.attack and other.is_dealer)):
            continue
        place = place_of(other)
        near = place in spaces if here is not None else spaces_between(state, who, other) <= size
        if near and (other is who or sees(state, who, other)):
            found.append(other)
    return found


def _attack_all(
    game: Game[Table],
    who: Character,
    turn: Turn | None,
    entry: Power,
    how: Mechanics,
    tier: int,
    targets: list[Character],
) -> None:
    """One Check per target, each with its own Target Card and AR. DOA-178."""
    weapon = weapon_in_hand(who)
    kind: Literal["weapon", "mystic"] = "weapon" if how.attack == "weapon" else "mystic"
    for target in targets:
        if is_down(who):
            break
        blow = Blow(kind, how.hand, by_tier(how.bonus, tier), weapon)
        outcome = attack(game, who, target, blow, entry.id, tier)
        hit = outcome is None or outcome.success
        after_blow(game, who, target, entry.id, how, tier, hit=hit)
    if turn is not None:
        turn.attacks.append(kind)


def after_blow(
    game: Game[Table],
    who: Character,
    target: Character,
    power: str,
    how: Mechanics,
    tier: int,
    *,
    hit: bool,
) -> None:
    """What an attack Power does besides the damage: a Save, a weapon struck from the hand."""
    if is_down(target):
        return
    demand = how.on_hit
    if demand is not None and tier >= demand.from_tier and (hit or demand.always):
        resist(game, who, target, demand, tier, "", power, on_hit=True)
    if hit and how.disarms and not is_down(target):
        replace_effect(target, Effect("Disarmed", by=who.name, until="combat"))
        if game.lines is not None:
            game.tell(f"{target.name}'s weapon falls to the ground.", "DOA-166")


def _affect_all(
    game: Game[Table],
    who: Character,
    how: Mechanics,
    tier: int,
    targets: list[Character],
    where: tuple[str, Space | None],
    power: str,
) -> None:
    chosen = ""
    if how.choices:
        chosen = game.choose(who.owner, f"{power}: which?", how.choices, "DOA-341")
    if how.zone and where[1] is not None:
        state = game.state
        state.zones = [z for z in state.zones if not (z.name == power and z.by == who.name)]
        shape: Literal["aura", "square"] = "square" if how.area == "square" else "aura"
        x, y = where[1]
        state.zones.append(
            Zone(power, who.name, x, y, by_tier(how.size, tier), shape, rounds=MINUTE)
        )
    drained = 0
    for target in targets:
        if how.save is not None and tier >= how.save.from_tier:
            drained += resist(game, who, target, how.save, tier, chosen, power)
        give = how.better if how.better is not None and "Heal 2" in who.powers else how.give
        if give is not None:
            if how.heals and "Knocked Out" in target.conditions:
                _treat_with_power(game, who, target, by_tier(give.heal, tier))
            else:
                apply(game, who, target, give, tier, chosen)
    if how.drains and drained:
        heal(game, who, drained)


def _treat_with_power(game: Game[Table], who: Character, target: Character, amount: int) -> None:
    """A healing power on one who is Knocked Out needs a Check: DR 5 less its turns. DOA-258."""
    outcome = check(
        game,
        who,
        primary_stat(who),
        target_of(game, target),
        max(0, 5 - target.ko_turns),
        against=target.name,
        tags=("power",),
    )
    amount += infused(who)
    treated(game, outcome, who, target, amount)


def _end_by_other_power(game: Game[Table], who: Character, power: str, how: Mechanics) -> None:
    """Mystic Amplification ends with any power but Weapon and Mystic Attacks; a blessing with any.

    The second attack of DOA-396 is one of those. DOA-340.
    """
    if power not in PLAIN_ATTACKS and not how.second:
        drop_named(who, "Mystic Amplification")
    if power != BLESSING:
        end_where(game, lambda effect: effect.name == BLESSING and effect.by == who.name)
