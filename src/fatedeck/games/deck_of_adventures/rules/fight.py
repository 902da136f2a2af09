"""Everything that a seat does in and around a fight: who may, and which rule does it."""

from __future__ import annotations

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.offers import Action
from fatedeck.games.deck_of_adventures.rules import actions as act
from fatedeck.games.deck_of_adventures.rules.attacks import (
    Blow,
    attack,
    spaces_between,
    weapon_in_hand,
    why_not_harm,
)
from fatedeck.games.deck_of_adventures.rules.combat import come_in, settle
from fatedeck.games.deck_of_adventures.rules.decks import spend_fate
from fatedeck.games.deck_of_adventures.rules.decrees import GM_ACTIONS, decree
from fatedeck.games.deck_of_adventures.rules.health import heal, is_down, toughen_up
from fatedeck.games.deck_of_adventures.rules.items import ready_shield, take_up, use_item, wear
from fatedeck.games.deck_of_adventures.rules.lasting import end_sustained, sustains
from fatedeck.games.deck_of_adventures.rules.maneuvers import rouse, take, treat
from fatedeck.games.deck_of_adventures.rules.mechanics import works
from fatedeck.games.deck_of_adventures.rules.powers import use_power, why_not_vulnerable
from fatedeck.games.deck_of_adventures.rules.turns import (
    acting,
    in_play,
    must_be_able,
    own,
    person,
    spend_action,
    the_fight,
    turn_of,
)
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn

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


def perform_combat(game: Game[Table], seat: str, action: Action) -> None:
    """Do what a seat wants to do in or around a fight, or refuse it."""
    kind = type(action)
    if kind in GM_ACTIONS:
        if seat != game.state.gm:
            raise Refused("DOA-2", "Only the Game Master may do that.")
        decree(game, action)
    elif kind in ANY_TIME:
        _any_time(game, seat, action)
    else:
        who, turn = acting(game.state, seat)
        take(game, who, turn, action)
    settle(game)


# At any time


def _any_time(game: Game[Table], seat: str, action: Action) -> None:
    state = game.state
    match action:
        case act.UsePower():
            who = own(state, seat, action.who)
            must_be_able(game.state, who)
            turn = turn_of(state, seat, who)
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
            end_sustained(game, who)
            game.tell(f"{who.name} lets the power end.", "DOA-340")
        case act.Treat():
            treat(game, seat, own(state, seat), person(state, action.target))
        case act.Rouse():
            rouse(game, seat, own(state, seat), person(state, action.target))
        case act.TakeUp():
            who = own(state, seat)
            must_be_able(state, who)
            take_up(game, who, turn_of(state, seat, who), action.weapon)
        case act.Wear():
            who = own(state, seat)
            must_be_able(state, who)
            wear(game, who, action.armour)
        case act.ReadyShield():
            who = own(state, seat)
            must_be_able(state, who)
            ready_shield(game, who, turn_of(state, seat, who), action.shield)
        case act.UseItem():
            who = own(state, seat)
            must_be_able(game.state, who)
            on = person(state, action.on) if action.on else who
            if on is not who and spaces_between(state, who, on) > 1:
                raise Refused("DOA-180", f"{on.name} is out of reach.")
            use_item(game, who, turn_of(state, seat, who), action.item, on)


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
    combat = the_fight(state)
    for name, readied in sorted(combat.readied.items()):
        who = state.characters[name]
        if who.owner == seat and action.who in ("", name) and not is_down(who):
            how = works(who, readied.power)
            if (refused := why_not_vulnerable(state, who, how, readied.power)) is not None:
                raise refused
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
    must_be_able(game.state, who)
    if ace == "AC":
        combat = the_fight(state)
        turn = combat.turn
        if turn is None or state.characters[turn.who].side == who.side:
            raise Refused("DOA-166", "AC interrupts an enemy's turn.")
        spend_fate(game, who, ace)
        combat.turns.append(Turn(who.name, speed=0, minor=0, kind="extra"))
        return
    turn = turn_of(state, seat, who)
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
            if one.side != who.side
            and not is_down(one)
            and in_play(state, one)
            and why_not_harm(state, who, [one]) is None
        ]
        if not foes:
            raise Refused("DOA-166", "There is nobody to hit.")
        target = state.characters[game.choose(who.owner, "Hit whom?", foes)]
        attack(game, who, target, Blow("weapon", weapon=weapon_in_hand(who), sure=True))
