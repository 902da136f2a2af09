"""Everything that a seat does in and around a fight, one function per action."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures import actions as act
from fatedeck.games.deck_of_adventures.attacks import (
    Blow,
    attack,
    in_play,
    is_fighting,
    pair,
    spaces_between,
    weapon_in_hand,
    weapon_stat,
    why_not_harm,
    why_not_target,
)
from fatedeck.games.deck_of_adventures.characters import make_companion
from fatedeck.games.deck_of_adventures.checks import (
    check,
    contest,
    draw_world_target,
    release_world_target,
    target_of,
)
from fatedeck.games.deck_of_adventures.combat import (
    ACID_CLOUD,
    come_in,
    delay,
    end_combat,
    end_turn,
    pass_time,
    settle,
    skip,
    start_combat,
)
from fatedeck.games.deck_of_adventures.conditions import (
    MEANING,
    breath_minutes,
    cause_of,
    find_hidden,
    gain,
    harm,
    lose,
    shake_off,
    start_of_turn,
)
from fatedeck.games.deck_of_adventures.consequences import end_sustained, sustains
from fatedeck.games.deck_of_adventures.creatures import (
    join,
    place_creature,
    place_encounter,
    remove,
)
from fatedeck.games.deck_of_adventures.data import creatures, tables
from fatedeck.games.deck_of_adventures.decks import discard_top, spend_fate
from fatedeck.games.deck_of_adventures.grid import Space, between, distance, read_space
from fatedeck.games.deck_of_adventures.hands import place_of
from fatedeck.games.deck_of_adventures.health import heal, is_down, toughen_up
from fatedeck.games.deck_of_adventures.items import ready_shield, take_up, use_item, wear
from fatedeck.games.deck_of_adventures.mechanics import listed, works
from fatedeck.games.deck_of_adventures.movement import (
    drop_prone,
    fall,
    free_near,
    move_to,
    put_at,
    reachable,
    solid,
    speed_left,
    speed_of,
    standing,
    why_not_move,
)
from fatedeck.games.deck_of_adventures.powers import (
    spend_action,
    use_power,
    why_not_act,
    why_not_pay,
    why_not_use,
)
from fatedeck.games.deck_of_adventures.state import (
    Character,
    Combat,
    Effect,
    Map,
    Readied,
    Table,
    Terrain,
    Turn,
    Zone,
)

DISCARDS = ("Aggro", "Help", "Thwart", "Infuse", "Amplify", "Intensify")
HELP_REACH = 6
AGGRO_REACH = 2
ROUSE_REACH = 6
GROUND = {
    "challenging": "Challenging terrain",
    "half": "Half-height obstacles",
    "full": "Full-height obstacles",
    "wall": "Walls",
    "special": "Special ground",
    "plain": "Plain ground",
}
CLOUD = 4


def perform_combat(game: Game[Table], seat: str, action: Action) -> None:
    """Do what a seat wants to do in or around a fight, or refuse it."""
    kind = type(action)
    if kind in GM_ACTIONS:
        if seat != game.state.gm:
            raise Refused("DOA-2", "Only the Game Master may do that.")
        _decree(game, action)
    elif kind in ANY_TIME:
        _any_time(game, seat, action)
    else:
        who, turn = acting(game.state, seat)
        _take(game, who, turn, action)
    settle(game)


# Whose turn it is


def controller(state: Table, turn: Turn) -> str:
    """The seat that decides in a turn: the owner's, or that of whoever directs. DOA-213."""
    who = state.characters[turn.who]
    if turn.directed:
        charmer = state.characters.get(cause_of(who, "Enthralled"))
        if charmer is not None:
            return charmer.owner
    return who.owner


def why_not_turn(state: Table, seat: str) -> Refused | None:
    """Why it is not this seat's turn, or None. DOA-133."""
    combat = state.combat
    if combat is None:
        return Refused("DOA-133", "There is no fight: say what you do, without turns.")
    if combat.turn is None:
        return Refused("DOA-133", "Nobody's turn has begun.")
    if controller(state, combat.turn) != seat:
        return Refused("DOA-133", f"It is {combat.turn.who}'s turn.")
    return None


def acting(state: Table, seat: str) -> tuple[Character, Turn]:
    """Who acts for this seat now, and what is left of the turn."""
    if (refused := why_not_turn(state, seat)) is not None:
        raise refused
    combat = state.combat
    assert combat is not None
    turn = combat.turn
    assert turn is not None
    return state.characters[turn.who], turn


def person(state: Table, name: str) -> Character:
    """The character of that name."""
    who = state.characters.get(name)
    if who is None or who.making:
        raise Refused("DOA-2", f"There is no “{name}” at this table.")
    return who


# The Game Master


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
        act.HoldBreath,
        act.PassTime,
        act.LayCloud,
    )
)


def _decree(game: Game[Table], action: Action) -> None:
    state = game.state
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
            start_combat(game, action.surprised, groups=action.groups, home=action.home)
        case act.EndCombat():
            _combat(state)
            end_combat(game)
        case act.Withdraw():
            _withdraw(game, person(state, action.who))
        case act.SkipTurn():
            _skip(game)
        case act.Fall():
            fall(game, person(state, action.who), action.feet, softened=action.save)
        case act.Inflict():
            if action.condition not in MEANING or action.condition == "Knocked Out":
                raise Refused("DOA-187", f"“{action.condition}” is no condition to inflict.")
            gain(game, person(state, action.who), action.condition)
        case act.Harm():
            past_armour = action.kind != "physical"  # DOA-221
            harm(game, person(state, action.who), action.damage, bypass=past_armour)
        case act.HoldBreath():
            _hold_breath(game, person(state, action.who), action.minutes, action.damage)
        case act.PassTime():
            if state.combat is not None:
                raise Refused("DOA-186", "In a fight, time goes by turns.")
            pass_time(game, action.rounds)
        case act.LayCloud():
            _lay_cloud(game, person(state, action.who), action.at)


def _combat(state: Table) -> Combat:
    if state.combat is None:
        raise Refused("DOA-183", "There is no fight.")
    return state.combat


def _place(game: Game[Table], action: act.PlaceCreature) -> None:
    state = game.state
    start = read_space(action.at) if action.at else None
    if action.at and (start is None or not _on_map(state, start)):
        raise Refused("DOA-149", f"“{action.at}” is no space of the map.")
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
    remove(state, who)
    game.tell(f"{who.name} is taken off the table.", "DOA-263")


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


def _withdraw(game: Game[Table], who: Character) -> None:
    """Fled, surrendered or captured: out of the fight. DOA-183, DOA-185."""
    combat = _combat(game.state)
    if not is_fighting(game.state, who) or who.name in combat.gone:
        raise Refused("DOA-183", f"{who.name} is not in this fight.")
    combat.gone.append(who.name)
    game.tell(f"{who.name} leaves the fight.", "DOA-183")


def _skip(game: Game[Table]) -> None:
    combat = _combat(game.state)
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


def _lay_cloud(game: Game[Table], boss: Character, at: str) -> None:
    """An acid cloud, 4 spaces on a side. DOA-364."""
    space = read_space(at)
    if space is None or not _on_map(game.state, space):
        raise Refused("DOA-149", f"“{at}” is no space of the map.")
    zone = Zone(ACID_CLOUD, boss.name, space[0], space[1], CLOUD, "cube", rounds=10)
    game.state.zones.append(zone)
    game.tell(f"An acid cloud fills 4 by 4 spaces from {at}.", "DOA-364")


# At any time


ANY_TIME = frozenset(
    (
        act.ToughenUp,
        act.ComeIn,
        act.Trigger,
        act.UseAce,
        act.UsePower,
        act.Dismiss,
        act.Treat,
        act.Rouse,
        act.TakeUp,
        act.Wear,
        act.ReadyShield,
        act.UseItem,
    )
)


def own(state: Table, seat: str, name: str = "") -> Character:
    """The seat's character: the one named, the one who acts, or the player's own. DOA-2."""
    combat = state.combat
    turn = combat.turn if combat is not None else None
    if not name and turn is not None and controller(state, turn) == seat:
        return state.characters[turn.who]
    who = person(state, name or seat)
    if who.owner != seat:
        raise Refused("DOA-2", f"{who.name} is not yours to play.")
    return who


def _turn_of(state: Table, seat: str, who: Character) -> Turn | None:
    """The turn in which a seat acts for a character; outside a fight there are none.

    One who is directed by another does not act for itself. DOA-65, DOA-133, DOA-213.
    """
    if state.combat is None:
        return None
    turn = state.combat.turn
    if turn is None or turn.who != who.name:
        raise Refused("DOA-133", f"It is not {who.name}'s turn.")
    if controller(state, turn) != seat:
        raise Refused("DOA-213", f"{who.name} is Enthralled: another directs this turn.")
    return turn


def _any_time(game: Game[Table], seat: str, action: Action) -> None:
    state = game.state
    match action:
        case act.UsePower():
            who = own(state, seat, action.who)
            why_not_awake(who)
            turn = _turn_of(state, seat, who)
            use_power(game, who, turn, action.power, action.targets, action.cost)
        case act.ToughenUp():
            toughen_up(game, own(state, seat, action.who or _wounded(state, seat)), action.points)
        case act.ComeIn():
            come_in(game, _delayed(state, seat))
        case act.Trigger():
            _trigger(game, seat, action)
        case act.UseAce():
            _use_ace(game, seat, own(state, seat, action.who), action.ace)
        case act.Dismiss():
            who = own(state, seat)
            if not sustains(state, who):
                raise Refused("DOA-340", f"{who.name} sustains no power.")
            end_sustained(state, who)
            game.tell(f"{who.name} lets the power end.", "DOA-340")
        case act.Treat():
            _treat(game, seat, own(state, seat), person(state, action.target))
        case act.Rouse():
            _rouse(game, seat, own(state, seat), person(state, action.target))
        case act.TakeUp():
            who = own(state, seat)
            take_up(game, who, _turn_of(state, seat, who), action.weapon)
        case act.Wear():
            wear(game, own(state, seat), action.armour)
        case act.ReadyShield():
            who = own(state, seat)
            ready_shield(game, who, _turn_of(state, seat, who), action.shield)
        case act.UseItem():
            who = own(state, seat)
            why_not_awake(who)
            on = person(state, action.on) if action.on else who
            if on is not who and spaces_between(state, who, on) > 1:
                raise Refused("DOA-180", f"{on.name} is out of reach.")
            use_item(game, who, _turn_of(state, seat, who), action.item, on)


def why_not_awake(who: Character) -> None:
    """A Knocked Out character cannot act until treated. DOA-209."""
    if is_down(who):
        raise Refused("DOA-209", f"{who.name} is Knocked Out and cannot act until treated.")


def _wounded(state: Table, seat: str) -> str:
    return next(
        (who.name for who in state.characters.values() if who.owner == seat and who.wounds), ""
    )


def _delayed(state: Table, seat: str) -> str:
    combat = state.combat
    names = combat.delayed if combat is not None else []
    for name in names:
        if state.characters[name].owner == seat:
            return name
    raise Refused("DOA-135", "You have not delayed a turn this round.")


def _trigger(game: Game[Table], seat: str, action: act.Trigger) -> None:
    """The readied Power is used at its trigger; it is paid already. DOA-141."""
    state = game.state
    combat = _combat(state)
    for name, readied in sorted(combat.readied.items()):
        who = state.characters[name]
        if who.owner == seat and action.who in ("", name) and not is_down(who):
            del combat.readied[name]
            game.tell(f"{name}: “{readied.trigger}” has come.", "DOA-141")
            use_power(game, who, None, readied.power, action.targets, readied.cost, paid=True)
            return
    raise Refused("DOA-141", "You hold no action ready.")


def _use_ace(game: Game[Table], seat: str, who: Character, ace: str) -> None:
    """Aces Wild: spend a held Ace for its effect instead of a redraw."""
    state = game.state
    if "Aces Wild" not in who.powers:
        raise Refused("DOA-166", f"{who.name} does not have Aces Wild.")
    options = who.power_options.get("Aces Wild", ["AC", "AD"])
    if not any(option.startswith(ace) for option in options):
        raise Refused("DOA-395", f"{who.name} has not chosen the effect of {ace}.")
    if ace not in state.cards(who).fate:
        raise Refused("DOA-24", f"{who.name} does not hold {ace}.")
    why_not_awake(who)
    if ace == "AC":
        combat = _combat(state)
        turn = combat.turn
        if turn is None or state.characters[turn.who].side == who.side:
            raise Refused("DOA-166", "AC interrupts an enemy's turn.")
        spend_fate(game, who, ace)
        combat.turns.append(Turn(who.name, speed=0, minor=0, kind="extra"))
        return
    turn = _turn_of(state, seat, who)
    if turn is not None:
        spend_action(turn, "minor")
    spend_fate(game, who, ace)
    allies = [one for one in (who, *state.allies(who)) if not is_down(one)]
    if ace == "AD":
        if game.may(who.owner, "Regain 3 PP yourself?", yes="3 PP for me", no="1 PP each"):
            who.pp = min(who.max_pp, who.pp + 3)
        else:
            for one in allies[:4]:
                one.pp = min(one.max_pp, one.pp + 1)
    elif ace == "AH":
        near = [one.name for one in allies if one is who or spaces_between(state, who, one) <= 5]
        heal(game, state.characters[game.choose(who.owner, "2 HP for whom?", near)], 2)
    else:
        foes = [
            one.name
            for one in state.characters.values()
            if one.side != who.side and not is_down(one) and in_play(state, one)
        ]
        if not foes:
            raise Refused("DOA-166", "There is nobody to hit.")
        target = state.characters[game.choose(who.owner, "Hit whom?", foes)]
        attack(game, who, target, Blow("weapon", weapon=weapon_in_hand(who), sure=True))


# On one's turn


def _take(game: Game[Table], who: Character, turn: Turn, action: Action) -> None:
    state = game.state
    match action:
        case act.Move():
            move_to(game, who, turn, action.to)
        case act.EndTurn():
            if (refused := why_not_end(state, who, turn)) is not None:
                raise refused
            end_turn(game)
        case act.DropProne():
            drop_prone(game, who, turn)
        case act.ImprovisedAttack():
            _improvise(game, who, turn, person(state, action.target))
        case act.StrikeWall():
            _strike_wall(game, who, turn, action.wall)
        case act.Rush():
            if (refused := why_not_rush(who, turn)) is not None:
                raise refused
            spend_action(turn, "major")
            turn.rushed = True
            game.tell(f"{who.name} rushes: speed counts double.", "DOA-162")
        case act.Grapple():
            _grapple(game, who, turn, person(state, action.target))
        case act.Hide():
            _hide(game, who, turn, action.observers)
        case act.Inspect():
            _inspect(game, who, turn, action)
        case act.Convince():
            _convince(game, who, turn, person(state, action.target))
        case act.Recall():
            _recall(game, who, turn, action.about)
        case act.UseDiscard():
            _use_discard(game, who, turn, action)
        case act.StandUp():
            if "Knocked Down" not in who.conditions:
                raise Refused("DOA-161", "You are on your feet.")
            spend_action(turn, "minor")
            lose(game, who, "Knocked Down")
            turn.speed = max(turn.speed, speed_of(state, who))
        case act.StopBurning():
            if "Burned" not in who.conditions:
                raise Refused("DOA-202", "You are not burning.")
            spend_action(turn, "minor")
            turn.beat_flames = True
            if not shake_off(game, who, "Burned", "GUT"):
                harm(game, who, 1, bypass=True)
        case act.BreakFree():
            _break_free(game, who, turn)
        case act.PickUp():
            if all(effect.name != "Disarmed" for effect in who.effects):
                raise Refused("DOA-156", "Your weapon is in your hand.")
            spend_action(turn, "major")
            who.effects = [effect for effect in who.effects if effect.name != "Disarmed"]
            game.tell(f"{who.name} picks up the weapon.", "DOA-156")
        case act.Interact():
            spend_action(turn, "minor")
            game.tell(f"{who.name}: {action.what}", "DOA-156")
        case act.OtherAction():
            _other(game, who, turn, action)
        case act.CommandCompanion():
            _command(game, who, turn, person(state, action.companion))
        case act.Ready():
            _ready(game, who, turn, action)
        case act.Delay():
            if (refused := why_not_delay(state, turn)) is not None:
                raise refused
            delay(game)


def why_not_rush(who: Character, turn: Turn) -> Refused | None:
    if turn.rushed:
        return Refused("DOA-162", "You are rushing already.")
    if "Grappled" in who.conditions:
        return Refused("DOA-216", "Grappled: you have no speed, not even extra speed.")
    if "Entangled" in who.conditions:
        return Refused("DOA-195", "Entangled: you cannot move until you break free.")
    return why_not_act(turn, "major")


def why_not_delay(state: Table, turn: Turn) -> Refused | None:
    """A turn that has begun cannot be delayed, nor the last one of a round. DOA-135."""
    if not _acts_later(state, turn):
        return Refused("DOA-135", "Nobody acts after you this round: take your turn.")
    if turn.kind != "turn" or turn.acted or turn.spent or turn.used_power:
        return Refused("DOA-135", "You have begun your turn; it cannot be delayed any more.")
    return None


def _acts_later(state: Table, turn: Turn) -> bool:
    """Whether somebody else is still to act this round."""
    waiting = state.combat.queue if state.combat is not None else []
    others = (state.characters.get(name) for name in waiting if name != turn.who)
    return any(who is not None and not is_down(who) and in_play(state, who) for who in others)


def why_not_end(state: Table, who: Character, turn: Turn) -> Refused | None:
    """A turn may not end on a friend's space (DOA-145); a Cowardly Ally hides first (DOA-354)."""
    place = place_of(who)
    if place is None:
        return None
    gone = state.combat.gone if state.combat is not None else ()
    for other in state.characters.values():
        if other.x != who.x or other.y != who.y or other is who or other.name in gone:
            continue
        if other.hp and not other.dead:
            return Refused("DOA-145", "You may not end your turn in another's space: move on.")
    if "Cowardly Ally" in who.vulnerabilities and cowering_spaces(state, who, turn):
        return Refused("DOA-354", "Cowardly Ally: end your turn where an ally shields you.")
    return None


def cowering_spaces(state: Table, who: Character, turn: Turn) -> list[Space]:
    """Where a Cowardly Ally must go after attacking: an ally between it and an enemy.

    None when it is shielded already, has not attacked, or can reach no such space.
    """
    here = place_of(who)
    if here is None or not turn.attacks or why_not_move(state, who, turn) is not None:
        return []
    if _is_shielded(state, who, here):
        return []
    ways = reachable(state, who, speed_left(turn))
    return sorted(space for space in ways if _is_shielded(state, who, space))


def _is_shielded(state: Table, who: Character, space: Space) -> bool:
    standing_ones = standing(state, who)
    friends = {place for place, other in standing_ones.items() if other.side == who.side}
    return any(
        friends.intersection(between(space, place))
        for place, other in standing_ones.items()
        if other.side != who.side
    )


def why_not_improvise(state: Table, who: Character) -> Refused | None:
    """Only without an attack Power. DOA-167."""
    if any(works(who, power).attack for power in who.powers):
        return Refused("DOA-167", "You have an attack Power: use that.")
    return None


def _improvise(game: Game[Table], who: Character, turn: Turn, target: Character) -> None:
    """An improvised attack, if the Game Master permits: 1 damage at 1 space, LH. DOA-167."""
    for refused in (
        why_not_improvise(game.state, who),
        why_not_act(turn, "major"),
        why_not_target(game.state, who, target, 1),
        why_not_harm(game.state, who, [target]),
    ):
        if refused is not None:
            raise refused
    if target.side == who.side:
        raise Refused("DOA-169", f"{target.name} is no enemy.")
    if not game.may(game.state.gm, f"May {who.name} make an improvised attack?", "DOA-167"):
        game.tell("The Game Master does not permit that.", "DOA-167")
        return
    spend_action(turn, "major")
    turn.attacks.append("weapon")
    attack(game, who, target, Blow("weapon", hand=-1))


def _strike_wall(game: Game[Table], who: Character, turn: Turn, name: str) -> None:
    """A conjured wall has AR 3, no AP and 6 HP; its Target Card comes from the World deck."""
    state = game.state
    wall = next((one for one in state.walls if name in one.spaces), None)
    if wall is None:
        raise Refused("DOA-181", f"There is no wall on {name}.")
    space, here = read_space(name), place_of(who)
    weapon = weapon_in_hand(who)
    mystic = "Attack, Mystic" in who.powers
    reach = 12 if mystic else weapon.range
    if space is None or here is None or distance(here, space) > reach:
        raise Refused("DOA-180", "The wall is out of reach.")
    spend_action(turn, "major")
    if not wall.target:
        wall.target = draw_world_target(game)
    stat = who.primary if mystic and who.primary else weapon_stat(who)
    if check(game, who, stat, wall.target, 3, kind="attack").success:
        wall.hp = max(0, wall.hp - (1 if mystic else weapon.damage))
        game.tell(f"The wall has {wall.hp} HP left.", "DOA-170")
    if not wall.hp:
        release_world_target(state, wall.target)
        state.walls.remove(wall)
        game.tell("The wall falls.", "DOA-177")


def _grapple(game: Game[Table], who: Character, turn: Turn, target: Character) -> None:
    """Contested Brute vs Finesse or Brute; a target that fails is Entangled. DOA-163, DOA-216."""
    if target is who or is_down(target):
        raise Refused("DOA-163", f"{target.name} cannot be grappled.")
    if (refused := why_not_target(game.state, who, target, 1)) is not None:
        raise refused
    spend_action(turn, "major")
    result = contest(game, who, "Brute", [(target, ("Finesse", "Brute"))])
    if not result[target.name].success:
        held = "Grappled" if game.state.switches.grapple else "Entangled"
        gain(game, target, held, who.name)


def hide_kind(who: Character) -> str:
    """Hiding is a Major Action; Stealthy Surprise makes it a Minor one. DOA-164."""
    return "minor" if "Stealthy Surprise" in who.powers else "major"


def _hide(game: Game[Table], who: Character, turn: Turn, observers: tuple[str, ...]) -> None:
    """Contested Stealth vs Detection of each observer; those who fail lose sight. DOA-164."""
    state = game.state
    watching = [person(state, name) for name in dict.fromkeys(observers)]
    if not watching or any(one.side == who.side or is_down(one) for one in watching):
        raise Refused("DOA-164", "Name the enemies that you hide from.")
    spend_action(turn, hide_kind(who))
    result = contest(game, who, "Stealth", [(one, ("Detection",)) for one in watching])
    unseen = [name for name, outcome in result.items() if not outcome.success]
    combat = _combat(state)
    if unseen:
        combat.unseen[who.name] = sorted({*combat.unseen.get(who.name, []), *unseen})
        gain(game, who, "Hidden")


def _difficulty(game: Game[Table], what: str) -> int:
    return game.number(game.state.gm, f"DR for {what}?", 0, 6, "DOA-69")


def _inspect(game: Game[Table], who: Character, turn: Turn, action: act.Inspect) -> None:
    """Detection or Investigation reveals one fact to that player. DOA-157."""
    state = game.state
    target = person(state, action.target) if action.target else None
    if (refused := why_not_act(turn, "minor")) is not None:
        raise refused
    about = target.name if target is not None else "the ground"
    difficulty = _difficulty(game, f"{who.name} to inspect {about}")
    spend_action(turn, "minor")
    hidden = target is not None and "Invisible" in target.conditions
    card = target_of(game, target) if target is not None else draw_world_target(game)
    outcome = check(
        game,
        who,
        action.skill,
        card,
        difficulty,
        hand=-1 if hidden else 0,
        tags=("sight", "observe"),
    )
    if target is None:
        release_world_target(state, card)
    if not outcome.success:
        return
    if target is not None:
        find_hidden(game, who, target)
    fact = _fact(game, who, target)
    if game.may(state.gm, "May everybody hear it?", "DOA-157", yes="All", no=who.owner):
        game.tell(f"{who.name} learns: {fact}", "DOA-157")
    else:
        mine = {who.owner: f"{who.name} learns: {fact}", state.gm: f"{who.name} learns: {fact}"}
        game.tell(f"{who.name} learns something.", "DOA-157", only=mine)


def _fact(game: Game[Table], who: Character, target: Character | None) -> str:
    kinds = ["something else"]
    if target is not None:
        kinds = ["HP", "AP", "PP", "a Vulnerability", *kinds]
    kind = game.choose(game.state.gm, f"What does {who.name} learn?", kinds, "DOA-157")
    if target is not None and kind == "HP":
        return f"{target.name} has {target.hp} HP."
    if target is not None and kind == "AP":
        return f"{target.name} has {target.ap + target.power_ap} AP."
    if target is not None and kind == "PP":
        return f"{target.name} has {target.pp} PP."
    if target is not None and kind == "a Vulnerability":
        new = [name for name in target.vulnerabilities if name not in target.known][:1]
        target.known += new
        return f"{target.name}: {', '.join(new) or 'no Vulnerability'}."
    return game.text(game.state.gm, "Tell the fact.", "DOA-157", secret=True)


def _convince(game: Game[Table], who: Character, turn: Turn, target: Character) -> None:
    """Bluffing against a GM-set DR; success makes the target change its course. DOA-158."""
    if (refused := why_not_act(turn, "minor")) is not None:
        raise refused
    difficulty = _difficulty(game, f"{who.name} to convince {target.name}")
    spend_action(turn, "minor")
    card = target_of(game, target)
    tags = ("hearing",)
    if check(game, who, "Bluffing", card, difficulty, against=target.name, tags=tags).success:
        game.tell(f"{target.name} changes its course of action.", "DOA-158")


def _recall(game: Game[Table], who: Character, turn: Turn, about: str) -> None:
    """Knowledge against a GM-set DR; success tells whether the character knows. DOA-159."""
    if (refused := why_not_act(turn, "minor")) is not None:
        raise refused
    difficulty = _difficulty(game, f"{who.name} to recall {about or 'a fact'}")
    spend_action(turn, "minor")
    card = draw_world_target(game)
    if check(game, who, "Knowledge", card, difficulty).success:
        game.tell(f"{who.name} may know it; the Game Master tells.", "DOA-159")
    release_world_target(game.state, card)


def discard_name(who: Character) -> str:
    """The discard mechanic of a character: one, by its Role or as agreed. DOA-299, DOA-352."""
    if who.discard_power:
        return who.discard_power
    return next((row.discard for row in tables().roles if row.role == who.role), "")


def why_not_discard(state: Table, who: Character, turn: Turn) -> Refused | None:
    """Why the discard mechanic is not there, or None. DOA-286."""
    if not who.is_dealer or not discard_name(who):
        return Refused("DOA-286", f"{who.name} has no discard mechanic.")
    if who.level < 2:
        return Refused("DOA-286", "The discard mechanic comes with level 2.")
    if len(state.cards(who).deck) < 2 and not _endless(state, who):
        return Refused("DOA-21", "Your deck holds fewer than 2 cards.")
    return why_not_act(turn, "minor")


def _endless(state: Table, who: Character) -> bool:
    """The later Intensify has no number of cards."""
    return discard_name(who) == "Intensify" and state.switches.intensify


def discard_cap(state: Table, who: Character) -> int:
    """The most cards that may be discarded: even, by level, not more than the deck. DOA-288."""
    if who.level < 2:
        return 0
    return min(tables().level(who.level).discard_cap, len(state.cards(who).deck) // 2 * 2)


def discard_targets(state: Table, who: Character) -> list[str]:
    """Whom Help or Thwart may go to: within 6 spaces. DOA-295, DOA-297, DOA-298."""
    name = discard_name(who)
    if name not in ("Help", "Thwart"):
        return []
    return [
        other.name
        for other in state.characters.values()
        if other is not who
        and (other.side == who.side) == (name == "Help")
        and not is_down(other)
        and in_play(state, other)
        and spaces_between(state, who, other) <= HELP_REACH
    ]


def _use_discard(game: Game[Table], who: Character, turn: Turn, action: act.UseDiscard) -> None:
    """Discard an even number of cards; every 2 are worth 1 Upper or Lower Hand. DOA-286 to DOA-298.

    Only one such effect lies on a character: a new one replaces the old (DOA-290).
    """
    state = game.state
    if (refused := why_not_discard(state, who, turn)) is not None:
        raise refused
    name = discard_name(who)
    cards = 0 if _endless(state, who) else action.cards
    if not _endless(state, who):
        if cards % 2 or not cards:
            raise Refused("DOA-289", "Discard an even number of cards, at least 2.")
        if cards > discard_cap(state, who):
            raise Refused("DOA-288", f"You may discard at most {discard_cap(state, who)} cards.")
    if name in ("Help", "Thwart") and action.target not in discard_targets(state, who):
        raise Refused(
            "DOA-298", f"{name} needs {'an ally' if name == 'Help' else 'an enemy'} near."
        )
    spend_action(turn, "minor")
    if cards:
        discard_top(game, who, cards)
    hand = cards // 2
    if name == "Aggro":
        for other in state.characters.values():
            near = spaces_between(state, who, other) <= AGGRO_REACH
            if other is not who and near and in_play(state, other) and not is_down(other):
                _lay_discard(other, Effect(name, -hand, by=who.name, on="attack", uses=1), who)
    elif name == "Thwart":
        _lay_discard(person(state, action.target), Effect(name, -hand, by=who.name), who)
    elif name == "Help":
        _help(state, who, person(state, action.target), hand)
    elif name == "Intensify" and not _endless(state, who):
        _lay_discard(who, Effect(name, hand, by=who.name, uses=1, until="combat"), who)
    else:
        _lay_discard(who, Effect(name, amount=hand, by=who.name, until="combat"), who)
    game.tell(f"{who.name} uses {name} ({hand}).", "DOA-287")


def _help(state: Table, who: Character, ally: Character, hand: int) -> None:
    """Help: the ally's next Check; later all its Checks to the end of its next turn. DOA-295."""
    if state.switches.help:
        effect = Effect("Help", hand, by=who.name, until="end", of=ally.name, rounds=1)
    else:
        effect = Effect("Help", hand, by=who.name, uses=1, until="combat")
    _lay_discard(ally, effect, who)


def _lay_discard(target: Character, effect: Effect, by: Character) -> None:
    if effect.until == "ended":
        effect.until, effect.of, effect.rounds = "start", by.name, 1
    target.effects = [other for other in target.effects if other.name not in DISCARDS]
    target.effects.append(effect)


def _break_free(game: Game[Table], who: Character, turn: Turn) -> None:
    """Entangled: DR 3 Strength; Grappled: a contest with the holder. DOA-195, DOA-216."""
    if "Grappled" in who.conditions:
        spend_action(turn, "major")
        holder = game.state.characters.get(cause_of(who, "Grappled"))
        if holder is None or is_down(holder):
            lose(game, who, "Grappled")
            return
        stat = game.choose(who.owner, "Get loose with", ("Brute", "Finesse"), "DOA-216")
        if not contest(game, who, stat, [(holder, ("Brute",))])[holder.name].success:
            lose(game, who, "Grappled")
    elif "Entangled" in who.conditions:
        spend_action(turn, "major")
        shake_off(game, who, "Entangled", "STR")
    else:
        raise Refused("DOA-195", "Nothing holds you.")
    turn.speed = max(turn.speed, speed_of(game.state, who))


def why_not_treat(state: Table, who: Character, target: Character) -> Refused | None:
    """Why this one cannot be treated with Craft. DOA-258, DOA-260."""
    if "Knocked Out" not in target.conditions or target.dead:
        return Refused("DOA-258", f"{target.name} is not Knocked Out.")
    if target is who or spaces_between(state, who, target) > 1:
        return Refused("DOA-260", f"Treating {target.name} needs you within 1 space.")
    return None


def _treat(game: Game[Table], seat: str, who: Character, target: Character) -> None:
    """Craft against the victim's Target Card, DR 5 less its own turns gone by, at least 0: 1 HP.

    DOA-258 to DOA-260.
    """
    why_not_awake(who)
    if (refused := why_not_treat(game.state, who, target)) is not None:
        raise refused
    turn = _turn_of(game.state, seat, who)
    if turn is not None:
        spend_action(turn, "major")
    difficulty = max(0, 5 - target.ko_turns)
    outcome = check(game, who, "Craft", target_of(game, target), difficulty, against=target.name)
    if outcome.success:
        heal(game, target, 1 + (outcome.degree == "critical"))


def _rouse(game: Game[Table], seat: str, who: Character, target: Character) -> None:
    """Another creature within 6 spaces ends Charmed or Enthralled. DOA-212, DOA-213."""
    why_not_awake(who)
    held = [name for name in ("Charmed", "Enthralled") if name in target.conditions]
    if not held or target is who:
        raise Refused("DOA-212", f"{target.name} is not under a spell that you can end.")
    if spaces_between(game.state, who, target) > ROUSE_REACH:
        raise Refused("DOA-212", f"{target.name} is farther than 6 spaces away.")
    turn = _turn_of(game.state, seat, who)
    if turn is not None:
        spend_action(turn, "major")
    for condition in held:
        lose(game, target, condition)


def _other(game: Game[Table], who: Character, turn: Turn, action: act.OtherAction) -> None:
    """The Game Master may permit other Actions. DOA-134, DOA-151."""
    if (refused := why_not_act(turn, action.kind)) is not None:
        raise refused
    if not game.may(game.state.gm, f"{who.name}, {action.kind}: {action.what}?", "DOA-151"):
        game.tell("The Game Master does not permit that.", "DOA-151")
        return
    spend_action(turn, action.kind)
    game.tell(f"{who.name}: {action.what}", "DOA-151")


def why_not_command(state: Table, who: Character, companion: Character) -> Refused | None:
    """Why this Companion cannot be commanded. DOA-63."""
    if companion.companion_of != who.name:
        return Refused("DOA-63", f"{companion.name} is not {who.name}'s Companion.")
    if is_down(companion):
        return Refused("DOA-381", f"{companion.name} is out of the fight.")
    if not companion.target_with:
        return Refused("DOA-63", f"{companion.name} takes turns of its own.")
    return None


def _command(game: Game[Table], who: Character, turn: Turn, companion: Character) -> None:
    """A Minor Action: the Companion moves up to its speed and takes one Action. DOA-63."""
    if (refused := why_not_command(game.state, who, companion)) is not None:
        raise refused
    spend_action(turn, "minor")
    game.tell(f"{who.name} commands {companion.name}.", "DOA-63")
    inner = Turn(companion.name, kind="command", limit="one")
    _combat(game.state).turns.append(inner)
    start_of_turn(game, companion, inner)
    inner.speed = speed_of(game.state, companion)


def _ready(game: Game[Table], who: Character, turn: Turn, action: act.Ready) -> None:
    """A Major Action may be held for a stated trigger; its PP are paid now. DOA-141."""
    state = game.state
    entry = listed(who, action.power)
    if (refused := why_not_use(state, who, turn, action.power)) is not None:
        raise refused
    if entry.type != "major":
        raise Refused("DOA-141", "Only a Major Action can be held ready.")
    why_not_pay(state, who, entry, action.cost)
    spend_action(turn, "major")
    who.pp -= action.cost
    _combat(state).readied[who.name] = Readied(action.power, action.cost, action.trigger)
    game.tell(f"{who.name} readies {action.power}: “{action.trigger}”.", "DOA-141")
