"""What is used up: potions, a pot of water, a meal."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.games.realms_behind.data import UsedUp
from fatedeck.games.realms_behind.looks.things import capital, the_thing, thing_called
from fatedeck.games.realms_behind.rules.derived import can_act, gear_of, will_max
from fatedeck.games.realms_behind.rules.families import THINGS, Improvised, OfOneWhoIsAble
from fatedeck.games.realms_behind.rules.field import apart, standing
from fatedeck.games.realms_behind.rules.health import heal
from fatedeck.games.realms_behind.rules.statuses import relieve
from fatedeck.games.realms_behind.state import Being, Character, Table

CLOSE = 1
FED = "eaten"
"""What is noted of the day when somebody has eaten."""


def use_of(character: Character, item: str) -> UsedUp:
    """What a thing does when it is used up; most do nothing. RB-20.17."""
    return gear_of(character.items[item]).use or UsedUp()


def consumables(table: Table, seat: str) -> list[str]:
    """What somebody has to drink or to pour. RB-20.17."""
    character = table.players[seat]
    return [
        item.name
        for item in character.items.values()
        if gear_of(item).use and not use_of(character, item.name).cheers
    ]


def meals(table: Table, seat: str) -> list[str]:
    """What somebody has to serve. RB-20.17."""
    character = table.players[seat]
    return [name for name in character.items if use_of(character, name).cheers]


def why_not_use_up(table: Table, seat: str, item: str) -> Refused | None:
    """Why a thing is not used up now: in an Encounter it has to be in the hand. RB-20.17."""
    if table.phase == "encounter" and table.players[seat].items[item].place != "equipped":
        return Refused("RB-20.17", f"Take {the_thing(item)} into your hand first.")
    return None


def companions(table: Table, seat: str, *_: object) -> list[str]:
    """Everyone on one's own side, oneself first. RB-20.17."""
    own = table.players[seat]
    others = [who.name for who in standing(table) if who is not own and who.side == own.side]
    return [seat, *others]


def why_not_reach(table: Table, seat: str, name: str, *_: object) -> Refused | None:
    """Why somebody is given nothing: they are too far away. RB-20.17."""
    if apart(table, table.players[seat], table.being(name)) > CLOSE:
        return Refused("RB-20.17", f"{name} is too far away; come to close range.")
    return None


class UseUp(Improvised, frozen=True):
    """Drink a potion, empty a pot, or do it for a companion at close range, Downed or not.

    As a manipulation action it may be answered. RB-20.17.
    """

    says = Says("Drink or pour", THINGS)
    item: Annotated[
        str,
        One(consumables, why_not_use_up, called=thing_called, label="Item", clause="RB-20.17"),
    ]
    target: Annotated[
        str, Figure(companions, why_not_reach, label="For", none="yourself", clause="RB-20.17")
    ] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return super().is_shown(state, seat) and bool(consumables(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        thing, use = the_thing(self.item), use_of(character, self.item)
        if not self.pays(game, character, f"use {thing}", "manipulation"):
            return
        target = self.target or seat
        if refused := why_not_reach(game.state, seat, target):
            nothing = "{thing} comes to nothing: {sentence}"
            game.tell(nothing, "RB-15.8", thing=capital(thing), sentence=refused.sentence)
            return
        del character.items[self.item]
        told = "{who} uses up {thing}." if target == seat else "{who} uses up {thing} on {target}."
        game.tell(told, "RB-20.17", who=seat, thing=thing, target=target)
        _takes(game, game.state.being(target), use)


def _takes(game: Game[Table], target: Being, use: UsedUp) -> None:
    """What a potion or a pot of water does to somebody. RB-20.17."""
    heal(game, target, use.heals, "shallow")
    relieve(game, target, "burning", use.cools)
    if calmed := min(use.calms, target.madness):
        target.madness -= calmed
        calms = "{target} calms down to {madness} Madness."
        game.tell(calms, "RB-20.17", target=target.name, madness=target.madness)


def hungry(table: Table) -> list[Character]:
    """Who can eat, and has not eaten today. RB-20.17."""
    return [who for who in table.players.values() if can_act(who) and not who.used_today.get(FED)]


class Serve(OfOneWhoIsAble, frozen=True):
    """A meal outside an Encounter: everyone who can eat regains Will, once a day. RB-20.17."""

    says = Says("Serve a meal", THINGS)
    item: Annotated[str, One(meals, called=thing_called, label="Item", clause="RB-20.17")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return super().is_shown(state, seat) and bool(meals(state, seat))

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        if state.phase == "encounter":
            return ()
        return *OfOneWhoIsAble.rests_on(state, seat), [who.name for who in hungry(state)]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase == "encounter":
            return Refused("RB-20.17", "Nobody eats in the middle of an Encounter.")
        if not hungry(state):
            return Refused("RB-20.17", "Everyone has already eaten today.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        character = game.state.players[seat]
        cheers = use_of(character, self.item).cheers
        del character.items[self.item]
        game.tell("{who} serves {thing}.", "RB-20.17", who=seat, thing=the_thing(self.item))
        for who in hungry(game.state):
            who.used_today[FED] = 1
            who.will = min(will_max(who), who.will + cheers)
            game.tell("{who} eats: Will {will}.", "RB-20.17", who=who.name, will=who.will)
