"""What gives a Check an Upper or a Lower Hand."""

from __future__ import annotations

from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.rules.armour import lacks_prerequisite
from fatedeck.games.deck_of_adventures.rules.grid import Space, aura, in_aura
from fatedeck.games.deck_of_adventures.rules.lasting import lose
from fatedeck.games.deck_of_adventures.state import (
    ATTRIBUTE_OF,
    Character,
    CheckKind,
    Light,
    Outcome,
    Table,
    Zone,
)

HELPFUL = frozenset(("Keen Eye", "Stealth in the Shadows", "Handy", "Focused", "Cunning"))
"""Passive powers that give Checks a hand."""

REGENERATION = 6
"""How far an Aura of Regeneration reaches."""


def take_hand(
    state: Table, who: Character, stat: str, kind: CheckKind, against: str, tags: tuple[str, ...]
) -> int:
    """Add up every Upper (+) and Lower (-) Hand on this Check; effects for one Check are used up.

    Fatigue and lent cards are reckoned with the Check itself. DOA-103.
    """
    net = 0
    if state.map.light != "bright":
        net = hand_of_light(state, who, stat, "condition" if "condition" in tags else kind)
    if who.conditions:
        net += hand_of_conditions(state, who, stat, tags)
    if who.effects:
        net += _hand_of_effects(state, who, stat, kind, against, tags)
    if not HELPFUL.isdisjoint(who.powers):
        net += _hand_of_powers(state, who, stat, kind, tags)
    if state.map.terrain and stat == "AGL" and stands_on(state, who, "challenging"):
        net -= 1  # DOA-315
    if who.armour and state.switches.armor_penalty and lacks_prerequisite(state, who):
        net -= stat in ("AGL", "Finesse", "Stealth")  # DOA-226
    if stat == "Detection" and against:
        net -= _is_invisible(state, against)  # DOA-214
    if "terrain" in tags and "Frail Form" in who.vulnerabilities:
        net -= 1
    return net


def _is_invisible(state: Table, name: str) -> bool:
    other = state.characters.get(name)
    return other is not None and "Invisible" in other.conditions


def settle(who: Character, net: int) -> int:
    """The net hand after charms: Efficiency leaves none, Amplification doubles it. DOA-103."""
    if not net or not who.effects:
        return net
    names = {effect.name for effect in who.effects}
    if "Charm of Efficiency" in names:
        return 0
    return 2 * net if "Charm of Amplification" in names else net


def modifier_of(who: Character, stat: str) -> int:
    """The Modifier that counts now, for a Check and for a DR that it sets. DOA-47, DOA-109."""
    modifier = who.modifier(stat)
    return modifier + extra_modifier(who, stat) if who.effects else modifier


def extra_modifier(who: Character, stat: str) -> int:
    """What potions add to an Attribute and so to its Skills. DOA-47, DOA-370."""
    attribute = ATTRIBUTE_OF.get(stat, stat)
    raised = {
        effect.name: effect.amount for effect in who.effects if effect.on == f"modifier {attribute}"
    }
    return sum(raised.values())


def hand_of_light(state: Table, who: Character, stat: str, kind: CheckKind) -> int:
    """Partial darkness hampers Detection and Investigation, full darkness all. DOA-300, DOA-301.

    Checks to shake off conditions, Vitality Checks and KO draws are exempt. DOA-302.
    """
    light = light_at(state, who)
    looking = stat in ("Detection", "Investigation")
    if light == "bright":
        return 0
    if light == "partial" or state.switches.full_darkness:
        lower = 3 if light == "full" else 1
        return -lower if looking else 0
    return 0 if kind in ("condition", "ko") or stat == "VIT" else -1


def light_at(state: Table, who: Character) -> Light:
    """The light where a character is: a light source takes the darkness away. DOA-303."""
    place = place_of(who)
    if state.map.light == "bright" or place is None:
        return state.map.light
    for zone in state.zones:
        if zone.name == "Light" and place in zone_spaces(state, zone):
            return "bright"
    return state.map.light


def hand_of_conditions(state: Table, who: Character, stat: str, tags: tuple[str, ...]) -> int:
    """Entangled, Knocked Down, Frozen and Grappled. DOA-195 to DOA-197, DOA-207, DOA-208, DOA-216.

    "Agility Checks" are Checks with the Attribute itself, not with its Skills (DOA-196).
    """
    net = 0
    for condition in who.conditions:
        if condition == "Entangled":
            net -= stat == "AGL"
        elif condition == "Knocked Down":
            net -= stat in ("AGL", "STR")
        elif condition == "Frozen" and stat in ATTRIBUTE_OF:
            net -= not state.switches.frozen_scope or ATTRIBUTE_OF[stat] in ("AGL", "STR")
        elif condition == "Grappled":
            net -= "power" in tags
    return net


def _hand_of_effects(
    state: Table, who: Character, stat: str, kind: CheckKind, against: str, tags: tuple[str, ...]
) -> int:
    """Effects that lie on the drawer; one of each name counts. DOA-105, DOA-290 to DOA-298."""
    counted: dict[str, int] = {}
    kept = []
    for effect in who.effects:
        if effect.hand and _concerns(state, who, effect.on, stat, kind, tags):
            if effect.name == "Aggro" and (kind != "attack" or against == effect.by):
                kept.append(effect)  # attacks on the Defender neither suffer nor use it (DOA-293)
                continue
            counted[effect.name] = effect.hand
            if effect.uses:
                effect.uses -= 1
                if not effect.uses:
                    continue
        kept.append(effect)
    if len(kept) < len(who.effects):
        who.effects = kept
    return sum(counted.values())


def _concerns(
    state: Table, who: Character, on: str, stat: str, kind: CheckKind, tags: tuple[str, ...]
) -> bool:
    if not on or on == stat or on in tags:
        return True
    if on == "sight":
        return stat == "Investigation"  # DOA-201
    if on == "hearing":
        return "conversation" in tags  # DOA-201
    if on == "attack":
        return kind == "attack"
    if on == "turn":
        turn = state.combat.turn if state.combat is not None else None
        return turn is None or turn.who == who.name
    return False


def _hand_of_powers(
    state: Table, who: Character, stat: str, kind: CheckKind, tags: tuple[str, ...]
) -> int:
    """Passive powers: Keen Eye, Stealth in the Shadows, Handy, Focused, Cunning."""
    net = 0
    for power in who.powers:
        if power == "Keen Eye":
            net += stat == "Detection" and "observe" in tags
        elif power == "Stealth in the Shadows":
            net += stat == "Stealth" and light_at(state, who) != "bright"
        elif power == "Handy":
            net += "trade" in tags
        elif power == "Focused" and "lasting" in tags:
            net += 1 if stat in who.power_options.get(power, ()) else -1
        elif power == "Cunning" and kind == "check" and stat in who.power_options.get(power, ()):
            turn = state.combat.turn if state.combat is not None else None
            net += turn is not None and turn.who == who.name and turn.acted <= 1
    return net


def place_of(who: Character) -> Space | None:
    """The space where a character stands, if it is on the map."""
    return None if who.x is None or who.y is None else (who.x, who.y)


def stands_on(state: Table, who: Character, kind: str) -> bool:
    """Whether its space is terrain of this kind."""
    return any(
        terrain.x == who.x and terrain.y == who.y and terrain.kind == kind
        for terrain in state.map.terrain
    )


def zone_spaces(state: Table, zone: Zone) -> list[Space]:
    """The spaces of a zone, round its bearer if it has one. DOA-346."""
    bearer = state.characters.get(zone.on)
    place = place_of(bearer) if bearer is not None else None
    x, y = place or (zone.x, zone.y)
    if zone.shape == "aura":
        return aura((x, y), zone.size)
    span = range(zone.size) if zone.shape == "cube" else range(-zone.size, zone.size + 1)
    return [(x + across, y + down) for down in span for across in span]


def after_check(game: Game[Table], who: Character, outcome: Outcome) -> None:
    """What follows from having drawn this: the Aura of Regeneration; old wounds. DOA-380."""
    state = game.state
    if state.combat is None:
        who.wounds.clear()
        return
    if outcome.stat == "Stealth" and not outcome.success and who.name in state.combat.unseen:
        lose(game, who, "Hidden")  # a failed Stealth Check ends hiding (DOA-165)
        state.combat.unseen.pop(who.name, None)
    if outcome.used[-1:] != outcome.target[-1:]:
        return
    turn = state.combat.turn
    if turn is not None and turn.who == who.name and outcome.success:
        turn.suited = True
    for other in state.characters.values():
        if other.side == who.side and other is not who and other.effects:
            _regenerate(game, other, who)


def _regenerate(game: Game[Table], bearer: Character, who: Character) -> None:
    """An ally in the aura regains 1 PP for a suited draw, once per round. Aura of Regeneration."""
    here, there = place_of(bearer), place_of(who)
    inside = here is None or there is None or in_aura(there, here, REGENERATION)
    for effect in bearer.effects:
        if effect.name != "Aura of Regeneration" or not inside or who.pp >= who.max_pp:
            continue
        combat = game.state.combat
        mark = f"{combat.round if combat else 0} {effect.name} {who.name}"
        if combat is not None and mark not in combat.used:
            combat.used.append(mark)
            who.pp += 1
            told = "{who} regains 1 PP in {bearer}’s aura."
            game.tell(told, "DOA-340", who=who.name, bearer=bearer.name)
