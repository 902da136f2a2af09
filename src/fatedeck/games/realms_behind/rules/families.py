"""Who may do what, and when: said once for all actions of a kind."""

from __future__ import annotations

from collections.abc import Iterable
from operator import attrgetter
from typing import Annotated, ClassVar

from fatedeck.engine.actions import ONE_WAY, Action, Way
from fatedeck.engine.errors import Refused, Said
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Noted
from fatedeck.engine.offers import tag
from fatedeck.games.realms_behind.data import BasicAction, book
from fatedeck.games.realms_behind.rules.berserk import why_not_calmly
from fatedeck.games.realms_behind.rules.checks import skill_names
from fatedeck.games.realms_behind.rules.derived import check_total, why_not_able
from fatedeck.games.realms_behind.rules.field import fallen, standing
from fatedeck.games.realms_behind.rules.names import is_lore
from fatedeck.games.realms_behind.rules.turns import (
    all_down,
    conclude,
    declare,
    is_fought,
    why_not_act,
)
from fatedeck.games.realms_behind.state import Being, Character, Table

TURN, HAND, DAY, TECHNIQUES, THINGS = "Your turn", "Your hand", "The day", "Techniques", "Items"
SCENE, PARTY, CREATURES = "The scene", "The party", "Creatures"
"""Headings under which several chapters offer something."""
IMPROVISED = 1
"""AP of what no action is made for: about three seconds. RB-15.9."""

_CARDS = ("deck", "hand", "discard", "revealed")
_FIELDS = [name for name in Character.__struct_fields__ if name != "title"]
_sheet_and_cards = attrgetter(*_FIELDS)
_sheet = attrgetter(*(name for name in _FIELDS if name not in _CARDS))


class Deed(Action[Table], frozen=True):
    """Something done at this table; then all falls that its maximum no longer holds. RB-3.14.

    When no foe is left standing the table says so: the Encounter can be ended. RB-15.10.
    """

    on_paper: ClassVar[bool] = True
    """Whether what is written on a sheet may change by it."""

    def perform(self, game: Game[Table], seat: str) -> None:
        fought = is_fought(game.state)
        super().perform(game, seat)
        conclude(game, self.on_paper)
        if fought and game.state.phase == "encounter" and not is_fought(game.state):
            game.tell("No foe is left standing. The GM can end the Encounter.", "RB-15.10")

    @classmethod
    def basic(cls) -> BasicAction:
        """The action of the book that this is: its phase, its cost, its tags. RB-15.9."""
        return book().actions[tag(cls)]


# Players


class OfAPlayer(Deed, frozen=True):
    """What a player does, whether the character is in play or not. RB-22.1."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat in state.players

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat not in state.players:
            return Refused("RB-22.1", f"“{seat}” doesn’t play a character here.")
        return None


class OnASheet(OfAPlayer, frozen=True):
    """What a character is made of and owns: settled outside Encounters, or before play. RB-22.7."""

    in_an_encounter: ClassVar[Said] = (
        "RB-15.1",
        "You can’t do that in the middle of an Encounter.",
    )

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return OnASheet.why_closed(state, seat) is None

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        return state.phase, state.day, _sheet(state.players[seat])

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase == "encounter" and not state.players[seat].waiting:
            return Refused(*cls.in_an_encounter)
        return None


class WhileMaking(OnASheet, frozen=True):
    """What can be done, or taken back, until a character is finished. RB-2.13."""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return cls.why_closed(state, seat) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].ready:
            return Refused("RB-2.13", "You can only do that while creating your character.")
        return None


class InPlay(OfAPlayer, frozen=True):
    """What takes a character in play. RB-22.7."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return why_not_in_play(state, seat) is None

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        if state.phase == "encounter":
            return ()
        own = _sheet_and_cards(state.players[seat])
        return state.phase, state.day, state.workspace, state.parley, presence(state), own

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_in_play(state, seat)


class OfOneWhoIsAble(InPlay, frozen=True):
    """What takes someone who can act: not Downed, not Stupefied, on the scene. RB-4.8, RB-13.3."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_able(state.players[seat])


class Improvised(OfOneWhoIsAble, frozen=True):
    """What no action of the book is made for; in an Encounter it costs 1 AP. RB-15.9."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase != "encounter":
            return None
        actor = state.players[seat]
        return why_not_act(state, actor, IMPROVISED) or why_not_calmly(state, actor)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return (Way(cost=f"{IMPROVISED} AP"),) if state.phase == "encounter" else ONE_WAY

    @staticmethod
    def pays(game: Game[Table], character: Character, what: str, *tags: str) -> bool:
        """Pay for it and say so; whether it can still be done. RB-15.8, RB-15.9."""
        if game.state.phase != "encounter":
            return True
        character.ap -= IMPROVISED
        return declare(game, character, what, tags)


class OfADay(OfOneWhoIsAble, frozen=True):
    """What uses up an action of the day: Exploration has five, Downtime one. RB-15.3, RB-15.11."""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase == cls.basic().phase

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        phase = cls.basic().phase
        if state.phase != phase:
            return Refused("RB-15.1", f"You can only do that in {phase.capitalize()}.")
        if state.players[seat].actions_left(phase) < cls.basic().cost.ap:
            return Refused("RB-15.3", f"You have no {phase.capitalize()} actions left today.")
        return None

    @classmethod
    def spend(cls, character: Character, more: int = 0) -> None:
        """Use up what it costs of the day, and further actions. RB-15.3, RB-15.12."""
        if cls.basic().phase == "exploration":
            character.exploration_actions -= cls.basic().cost.ap + more
        else:
            character.downtime_actions -= cls.basic().cost.ap + more


# Turns


class OnATurn(Deed, frozen=True):
    """What is done on a turn: by a player, or by the GM for a creature. RB-15.4, RB-15.6."""

    on_paper = False
    calmly: ClassVar[bool] = True
    """Whether a Berserk one has to attack first. RB-16.10."""

    @classmethod
    def ap(cls) -> int:
        """What it costs: what the book says, or nothing."""
        return cls.basic().cost.ap if tag(cls) in book().actions else 0

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "encounter" and on_turn(state, seat) is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat != state.gm and (refused := why_not_in_play(state, seat)) is not None:
            return refused
        being = on_turn(state, seat)
        if being is None:
            return Refused("RB-15.4", "It isn’t a creature’s turn.")
        refused = why_not_act(state, being, cls.ap())
        if refused is None and cls.calmly and being.statuses.berserk:
            return why_not_calmly(state, being)
        return refused

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return (Way(cost=f"{cls.ap()} AP"),) if cls.ap() else ONE_WAY


class OnMyTurn(OnATurn, frozen=True):
    """What only a player's character does on its turn. RB-22.1."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat in state.players

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat not in state.players:
            return why_not_in_play(state, seat)
        return super().why_closed(state, seat)


# The game master


class OfTheGm(Deed, frozen=True):
    """What only the GM does. RB-22.1."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return None if seat == state.gm else Refused("RB-22.1", "Only the GM can do that.")


class OfTheGmInPlay(OfTheGm, frozen=True):
    """What the GM does from the first day on. RB-4.1."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return why_not_begun(state) is None

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        if state.phase == "encounter":
            return ()
        ready = [who.ready for who in state.players.values()]
        space, fae = (state.width, state.height, state.workspace), len(state.fae_deck)
        lost = all_down(state, "party")
        there = (presence(state), fallen(state))
        return state.phase, state.short_rests, space, fae, ready, lost, *there

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_begun(state)


# What is asked


def why_not_begun(table: Table) -> Refused | None:
    """Why nothing happens yet. RB-4.1."""
    if table.phase == "creation":
        return Refused("RB-4.1", "The first day hasn’t begun yet.")
    return None


def why_not_in_play(table: Table, seat: str) -> Refused | None:
    """Why nobody acts for this seat yet. RB-4.1, RB-22.1, RB-22.7."""
    if seat not in table.players:
        return Refused("RB-22.1", f"“{seat}” doesn’t play a character here.")
    if (refused := why_not_begun(table)) is not None:
        return refused
    if table.players[seat].waiting:
        return Refused(
            "RB-22.7", "You aren’t in play yet. You’ll join at dawn, or when the GM lets you in."
        )
    return None


def presence(table: Table) -> list[tuple[str, bool, bool, bool]]:
    """Who there is, and who is not in play yet, has left or is dead: what outsiders ask of them."""
    return [(who.name, who.waiting, who.left_scene, who.dead) for who in table.beings()]


def on_turn(table: Table, seat: str) -> Being | None:
    """For whom a seat acts: its own character, or for the GM the creature whose turn it is."""
    return table.creatures.get(table.whose_turn()) if seat == table.gm else table.players.get(seat)


# Who is meant


def foes_of(table: Table, being: Being) -> list[str]:
    """Everyone on the ground who is of another side."""
    return [other.name for other in standing(table) if other.side != being.side]


def is_friend(table: Table, seat: str, name: str, *_: object) -> bool:
    """Whether somebody is of the side for which a seat acts now."""
    being = on_turn(table, seat)
    return being is not None and table.being(name).side == being.side


def players(table: Table, seat: str, *_: object) -> list[str]:
    """Every player, in play or not."""
    return list(table.players)


def everyone(table: Table, seat: str, *_: object) -> list[str]:
    """Every player and every creature, in play or not."""
    return [*table.players, *table.creatures]


def creatures(table: Table, seat: str, *_: object) -> list[str]:
    """Every creature, wherever it is."""
    return list(table.creatures)


def why_not_yet(table: Table, seat: str, name: str, *_: object) -> Refused | None:
    """Why nothing can be done to this one yet. RB-22.7."""
    if name in table.players and table.players[name].waiting:
        return Refused("RB-22.7", f"{name} isn’t in play yet. The GM can let them in.")
    return None


def others(table: Table, seat: str, *_: object) -> list[str]:
    """Everyone on the scene but whoever this seat acts for."""
    own = on_turn(table, seat)
    return [being.name for being in standing(table) if being is not own]


def why_not_aim(table: Table, seat: str, target: str) -> Refused | None:
    """Why no check is aimed at this one. RB-16.13."""
    if target == seat:
        return Refused("RB-16.13", "Aim your check at someone else, or at nobody.")
    return why_not_met(table, seat, target)


def why_not_met(table: Table, seat: str, name: str, *_: object) -> Refused | None:
    """Why this one is not there to be met. RB-13.4, RB-22.7."""
    if (refused := why_not_yet(table, seat, name)) is not None:
        return refused
    if not table.being(name).is_here():
        return Refused("RB-13.4", f"{name} isn’t here any more.")
    return None


Against = Annotated[
    str, Figure(everyone, why_not_aim, label="Against", none="nobody", clause="RB-16.13")
]


def all_skills(table: Table, seat: str, *_: object) -> tuple[str, ...]:
    """The 24 skills. RB-2.7."""
    return skill_names()


def own_skills(table: Table, seat: str, *_: object) -> Noted:
    """All skills and the own Lores, with what they come to. RB-2.8, RB-2.11."""
    character = table.players[seat]
    names = (*skill_names(), *filter(is_lore, character.skills))
    return Noted(names, lambda skill: f"total {check_total(character, skill)}")


def own_things(table: Table, seat: str, *_: object) -> list[str]:
    """Everything that the character of a seat carries. RB-19.1."""
    return list(table.players[seat].items)
