"""What the Game Master lays down in and around a fight."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures.data import creatures
from fatedeck.games.deck_of_adventures.rules import actions as act
from fatedeck.games.deck_of_adventures.rules.attacks import pair
from fatedeck.games.deck_of_adventures.rules.characters import make_companion
from fatedeck.games.deck_of_adventures.rules.combat import (
    ACID_CLOUD,
    end_combat,
    pass_time,
    skip,
    start_combat,
)
from fatedeck.games.deck_of_adventures.rules.conditions import MEANING, breath_minutes, gain, harm
from fatedeck.games.deck_of_adventures.rules.creatures import (
    join,
    known_creatures,
    leave_fight,
    place_creature,
    place_encounter,
    remove,
)
from fatedeck.games.deck_of_adventures.rules.grid import Space, read_space
from fatedeck.games.deck_of_adventures.rules.hands import place_of
from fatedeck.games.deck_of_adventures.rules.health import heal
from fatedeck.games.deck_of_adventures.rules.movement import (
    fall,
    free_near,
    put_at,
    solid,
    standing,
)
from fatedeck.games.deck_of_adventures.rules.turns import is_fighting, person, the_fight
from fatedeck.games.deck_of_adventures.state import Character, Effect, Map, Table, Terrain, Zone

GROUND = {
    "challenging": "Challenging terrain",
    "half": "Half-height obstacles",
    "full": "Full-height obstacles",
    "wall": "Walls",
    "special": "Special ground",
    "plain": "Plain ground",
}
CLOUD = 4
"""Spaces on a side of an acid cloud. DOA-364."""
GM_ACTIONS = frozenset(
    (
        act.PlaceCreature,
        act.PlaceEncounter,
        act.BondCompanion,
        act.RemoveCreature,
        act.LayMap,
        act.LayTerrain,
        act.SetLight,
        act.SetPlace,
        act.StateDistance,
        act.SetCover,
        act.StartCombat,
        act.EndCombat,
        act.Withdraw,
        act.SkipTurn,
        act.Fall,
        act.Inflict,
        act.Harm,
        act.Heal,
        act.HoldBreath,
        act.PassTime,
        act.LayCloud,
    )
)


SUFFERED = (act.Fall, act.Inflict, act.Harm, act.Heal, act.HoldBreath, act.Withdraw, act.SetCover)
"""What happens to somebody, and so not to the dead."""


def decree(game: Game[Table], action: Action) -> None:
    """Do what the Game Master decrees. DOA-2."""
    state = game.state
    if isinstance(action, SUFFERED) and person(state, action.who).dead:
        raise Refused("DOA-263", f"{action.who} is dead.")
    match action:
        case act.PlaceCreature():
            _place(game, action)
        case act.PlaceEncounter():
            for who in place_encounter(state):
                join(game, who)
            game.tell("The example encounter is laid out.", "DOA-372")
        case act.BondCompanion():
            _bond(game, action)
        case act.RemoveCreature():
            _remove(game, person(state, action.who))
        case act.LayMap():
            state.map = Map(action.width, action.height, light=state.map.light)
            state.zones.clear()
            for who in state.characters.values():
                who.x = who.y = None
            game.tell(f"A map of {action.width} by {action.height} spaces.", "DOA-149")
        case act.LayTerrain():
            _lay_terrain(game, action)
        case act.SetLight():
            state.map.light = action.light
            game.tell(f"The light is now: {action.light}.", "DOA-300")
        case act.SetPlace():
            put_at(state, person(state, action.who), _free_space(state, action.who, action.at))
            game.tell(f"{action.who} stands on {action.at}.", "DOA-149")
        case act.StateDistance():
            person(state, action.who)
            person(state, action.other)
            state.distances[pair(action.who, action.other)] = action.spaces
            game.tell(f"{action.who} and {action.other}: {action.spaces} spaces.", "DOA-149")
        case act.SetCover():
            _set_cover(game, action)
        case act.StartCombat():
            start_combat(
                game,
                action.surprised,
                groups=act.is_yes(action.groups),
                home=act.is_yes(action.home),
            )
        case act.EndCombat():
            the_fight(state)
            end_combat(game)
        case act.Withdraw():
            _withdraw(game, person(state, action.who))
        case act.SkipTurn():
            _skip(game)
        case act.Fall():
            fall(game, person(state, action.who), action.feet, softened=act.is_yes(action.save))
        case act.Inflict():
            if action.condition not in MEANING or action.condition == "Knocked Out":
                raise Refused("DOA-187", f"“{action.condition}” is no condition to inflict.")
            gain(game, person(state, action.who), action.condition)
        case act.Harm():
            past_armour = action.kind != "physical"  # DOA-221
            harm(game, person(state, action.who), action.damage, bypass=past_armour)
        case act.Heal():
            who = person(state, action.who)
            if not heal(game, who, action.points):
                raise Refused("DOA-269", f"{who.name} cannot regain HP now.")
        case act.HoldBreath():
            _hold_breath(game, person(state, action.who), action.minutes, action.damage)
        case act.PassTime():
            if state.combat is not None:
                raise Refused("DOA-186", "In a fight, time goes by turns.")
            pass_time(game, action.rounds)
        case act.LayCloud():
            _lay_cloud(game, person(state, action.who), action.at)


# Creatures


def _place(game: Game[Table], action: act.PlaceCreature) -> None:
    state = game.state
    start = read_space(action.at) if action.at else None
    if action.at and (start is None or not _on_map(state, start)):
        raise Refused("DOA-149", f"“{action.at}” is no space of the map.")
    creature = known_creatures(state).get(action.creature)
    if action.phases and creature is not None and creature.kind != "boss":
        raise Refused("DOA-362", f"Only a Boss has phases; {action.creature} is none.")
    placed = []
    for _ in range(action.number):
        who = place_creature(state, action.creature, action.side, action.phases)
        placed.append(who)
        if start is not None:
            free = free_near(state, start, 20, standing(state, who), solid(state))
            if free:
                put_at(state, who, free[0])
        game.tell(f"{who.name} is on the table.", "DOA-372")
    for who in placed:  # all have their decks before the first of them is asked
        join(game, who)


def _bond(game: Game[Table], action: act.BondCompanion) -> None:
    state = game.state
    dealer = person(state, action.who)
    if not dealer.is_dealer:
        raise Refused("DOA-58", f"{dealer.name} is no Dealer.")
    found = creatures("current")
    if action.creature not in found:
        raise Refused("DOA-372", f"The Bestiary knows no “{action.creature}”.")
    companion = make_companion(state, dealer, action.creature)
    here = place_of(dealer)
    if here is not None:
        free = free_near(state, here, 2, standing(state, companion), solid(state))
        free = [space for space in free if space != here]
        if free:
            put_at(state, companion, free[0])
    game.tell(f"{companion.name} is now {dealer.name}'s Companion.", "DOA-58")
    join(game, companion)


def _remove(game: Game[Table], who: Character) -> None:
    if who.kind == "pc":
        raise Refused("DOA-263", "A player's character stays at the table.")
    state = game.state
    if state.combat is not None:
        turns = [turn for turn in state.combat.turns if turn.who == who.name]
        if turns:
            raise Refused("DOA-133", f"It is {who.name}'s turn: end it first.")
    remove(game, who)
    game.tell(f"{who.name} is taken off the table.", "DOA-263")


# The ground


def _on_map(state: Table, space: Space) -> bool:
    return 0 <= space[0] < state.map.width and 0 <= space[1] < state.map.height


def _free_space(state: Table, name: str, at: str) -> Space:
    space = read_space(at)
    if space is None or not _on_map(state, space):
        raise Refused("DOA-149", f"“{at}” is no space of the map; write it like 3,4.")
    other = standing(state, person(state, name)).get(space)
    if other is not None or space in solid(state):
        raise Refused("DOA-146", f"{at} is taken.")
    return space


def _lay_terrain(game: Game[Table], action: act.LayTerrain) -> None:
    state = game.state
    spaces = [read_space(name) for name in action.spaces.split()]
    wrong = [space for space in spaces if space is None or not _on_map(state, space)]
    if wrong or not spaces:
        raise Refused("DOA-149", "Name spaces of the map like: 3,4 3,5.")
    state.map.terrain = [one for one in state.map.terrain if (one.x, one.y) not in spaces]
    for space in spaces:
        if space is not None and action.kind != "plain":
            state.map.terrain.append(Terrain(space[0], space[1], action.kind, action.note))
    game.tell(f"{GROUND[action.kind]}: {action.spaces}.", "DOA-309", "DOA-314")


def _set_cover(game: Game[Table], action: act.SetCover) -> None:
    """The Game Master decides which cover applies. DOA-308, DOA-309."""
    who = person(game.state, action.who)
    if action.attacker:
        person(game.state, action.attacker)
    who.effects = [
        effect
        for effect in who.effects
        if not (effect.name == "Cover" and effect.on == action.attacker)
    ]
    if action.cover != "by the map":
        amount = ("none", "partial", "full", "total").index(action.cover)
        who.effects.append(Effect("Cover", amount=amount, on=action.attacker, until="combat"))
    game.tell(f"{who.name}'s cover: {action.cover}.", "DOA-309")


def _lay_cloud(game: Game[Table], boss: Character, at: str) -> None:
    """An acid cloud, 4 spaces on a side. DOA-364."""
    space = read_space(at)
    if space is None or not _on_map(game.state, space):
        raise Refused("DOA-149", f"“{at}” is no space of the map.")
    zone = Zone(ACID_CLOUD, boss.name, space[0], space[1], CLOUD, "cube", rounds=10)
    game.state.zones.append(zone)
    game.tell(f"An acid cloud fills 4 by 4 spaces from {at}.", "DOA-364")


# The fight


def _withdraw(game: Game[Table], who: Character) -> None:
    """Fled, surrendered or captured: out of the fight. DOA-183, DOA-185."""
    combat = the_fight(game.state)
    if not is_fighting(game.state, who) or who.name in combat.gone:
        raise Refused("DOA-183", f"{who.name} is not in this fight.")
    combat.gone.append(who.name)
    leave_fight(game, combat, who)
    game.tell(f"{who.name} leaves the fight.", "DOA-183")


def _skip(game: Game[Table]) -> None:
    combat = the_fight(game.state)
    turn = combat.turn
    if turn is None or turn.kind != "turn":
        raise Refused("DOA-138", "There is no turn to skip.")
    if turn.who in combat.skipped:
        raise Refused("DOA-139", f"{turn.who} was skipped already this round; end the turn.")
    if turn.acted or turn.spent:
        raise Refused("DOA-138", f"{turn.who} has begun to act; end the turn instead.")
    skip(game)


def _hold_breath(game: Game[Table], who: Character, minutes: int, damage: int) -> None:
    """Breath lasts 1 + 2 x VIT minutes, one less per damage taken; then it runs out. DOA-211."""
    left = breath_minutes(who) - damage - minutes
    if left < 0:
        gain(game, who, "Suffocating")
    else:
        game.tell(f"{who.name} can hold its breath {left} more minutes.", "DOA-211")
