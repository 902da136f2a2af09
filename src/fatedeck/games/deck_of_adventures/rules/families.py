"""Who may do what, and when: said once for all actions of a kind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from fatedeck.engine.actions import Action
from fatedeck.engine.errors import Refused, Said
from fatedeck.engine.game import Game
from fatedeck.games.deck_of_adventures.rules.turns import (
    Cost,
    acting,
    is_here,
    own,
    spend_action,
    turn_for,
    turn_of,
    why_not_able,
    why_not_act,
    why_not_turn,
)
from fatedeck.games.deck_of_adventures.state import Character, Table, Turn

MAKE, CHECK, FATE, REST = "Your character", "Check", "Fate", "Rest"
TABLE, EPIC = "The table", "Epic Event"
MOVE, ACT, REACT, ITEMS = "Move", "Act", "React", "Items"
SCENE, FIGHT = "Scene", "Fight"
MAJOR, MINOR = "Major", "Minor"
TAKES: dict[str, Cost] = {MAJOR: "major", MINOR: "minor", "": "free"}
"""The Action that an offer's cost stands for. DOA-133."""


class Deed(Action[Table], frozen=True):
    """Something done at this table."""


def ground(state: Table) -> tuple[object, ...]:
    """What all can see of the table and of everybody at it, which most offers rest on at peace.

    Not what people own, know and can pay for, nor what lies in the decks.
    """
    figures = [
        (
            (who.name, who.kind, who.side, who.owner, who.level, who.making, who.dead, who.stable),
            (who.hp, who.max_hp, who.x, who.y, who.conditions, who.effects, who.deck),
            (who.companion_of, who.target_with),
        )
        for who in state.characters.values()
    ]
    place = (state.map, state.zones, state.walls, state.distances)
    course = (state.switches, state.power_set, state.epic, state.rest)
    return figures, place, course, state.seats


def own_ground(state: Table, seat: str) -> tuple[object, ...]:
    """What a seat's own people are offered rests on at peace: the table, and all that is theirs."""
    if state.combat is not None:
        return ()
    own = [who for who in state.characters.values() if who.owner == seat]
    return *ground(state), own, [len(state.cards(who).deck) > 0 for who in own if who.deck]


# The Game Master


class OfTheGm(Deed, frozen=True):
    """What only the Game Master does. DOA-2."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat == state.gm

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        if state.combat is not None:
            return ()
        told = (state.narrator, state.last is not None and state.last.who, list(state.decks))
        gear = [
            (who.weapon, who.weapons, who.armour, who.quick_rests)
            for who in state.characters.values()
        ]
        return *ground(state), gear, told

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat != state.gm:
            return Refused("DOA-2", "Only the Game Master can do that.")
        return super().why_closed(state, seat)


class AboutSomebody(OfTheGm, frozen=True):
    """What nobody would look for before there is somebody at the table."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return any(map(is_here, state.characters.values()))


class InAFight(Deed, frozen=True):
    """What is done only while there is a fight. DOA-183."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.combat is not None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.combat is None:
            return Refused("DOA-183", "There’s no fight going on.")
        return super().why_closed(state, seat)


class AtPeace(Deed, frozen=True):
    """What is done only outside a fight. DOA-186."""

    not_now: ClassVar[Said] = ("DOA-186", "You can’t do that during a fight.")

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.combat is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return Refused(*cls.not_now) if state.combat else super().why_closed(state, seat)


class OfTheGmInAFight(OfTheGm, InAFight, frozen=True):
    """What the Game Master does while there is a fight. DOA-183."""


class OfTheGmAtPeace(OfTheGm, AtPeace, frozen=True):
    """What the Game Master does outside a fight. DOA-186."""


# A player with a character


class OfAPlayer(Deed, frozen=True):
    """What a player does with their character. DOA-2."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat in state.characters

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat not in state.characters:
            return Refused("DOA-2", "You need a character for that.")
        return None


class OfOneWhoMakesACharacter(OfAPlayer, frozen=True):
    """What is settled while a character is made. DOA-316."""

    settled: ClassVar[Said] = (
        "DOA-316",
        "Your character is finished. Ask the Game Master for a new one.",
    )

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.characters[seat].making

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        return None if state.characters[seat].making else Refused(*cls.settled)


class OfOneWhoGrows(OfAPlayer, frozen=True):
    """What XP buys while a character is made, and later between fights. DOA-316, DOA-333."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        who = state.characters[seat]
        if who.dead:
            return False
        return who.making or (state.combat is None and (who.xp > 0 or who.respec))

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        return state.combat is None, state.switches, state.characters[seat]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.characters[seat].dead:
            return Refused("DOA-263", "You have no character in play.")
        if state.combat is not None and not state.characters[seat].making:
            return Refused("DOA-333", "You can’t do that during a fight.")
        return None


class OfOneWhoIsRemade(OfOneWhoGrows, frozen=True):
    """What is settled at creation, and again only in a respec. DOA-332, DOA-334."""

    settled: ClassVar[Said]

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return _may_be_remade(state.characters[seat])

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        return None if _may_be_remade(state.characters[seat]) else Refused(*cls.settled)


def _may_be_remade(who: Character) -> bool:
    return who.making or who.respec


class OfOneInPlay(OfAPlayer, frozen=True):
    """What a player does once the character is made, as long as it lives. DOA-65, DOA-263."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return is_here(state.characters[seat])

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        known = own_ground(state, seat)
        return (*known, state.decks[seat].fate) if known else ()

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.characters[seat].making:
            return Refused("DOA-65", "Make a character first.")
        if state.characters[seat].dead:
            return Refused("DOA-65", f"{seat} is dead. Ask the Game Master for a new character.")
        return None


class OfOneAwake(OfOneInPlay, frozen=True):
    """What a player does unless the character is Knocked Out. DOA-209."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_able(state, state.characters[seat])


# In and around a fight


class InATurn(Deed, frozen=True):
    """What nobody would look for but the seat that decides in a turn. DOA-133."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return turn_for(state, seat) is not None


class OnATurn(InATurn, frozen=True):
    """What is done with a turn, by the seat that decides in it. DOA-133, DOA-168, DOA-213.

    The Action that it costs is spent before `act` is called.
    """

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return cls.why_needless(state, *acting(state, seat)) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        turn = turn_for(state, seat)
        if turn is None:
            return why_not_turn(state, seat)
        who = state.characters[turn.who]
        return (
            cls.why_needless(state, who, turn)
            or cls.why_unable(state, who, turn)
            or why_not_act(turn, TAKES[cls.says.cost])
        )

    @classmethod
    def why_needless(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        """Why nobody would look for it on this turn, or None."""
        return None

    @classmethod
    def why_unable(cls, state: Table, who: Character, turn: Turn) -> Refused | None:
        """Why it cannot be done on this turn, whatever Actions are left, or None."""
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        who, turn = acting(game.state, seat)
        spend_action(turn, TAKES[self.says.cost])
        self.act(game, who, turn)

    def act(self, game: Game[Table], who: Character, turn: Turn) -> None:
        """The rule, for the one whose turn it is."""
        raise NotImplementedError


class OnATurnOrAtPeace(Deed, frozen=True):
    """What takes an Action of one's turn in a fight, and nothing outside one. DOA-65, DOA-133."""

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        return own_ground(state, seat)

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        if state.combat is not None:
            return turn_for(state, seat) is not None
        who = state.characters.get(seat)
        return who is not None and is_here(who) and why_not_able(state, who) is None

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := why_not_own(state, seat)) is not None:
            return refused
        turn = turn_of(state, seat, own(state, seat))
        return why_not_act(turn, TAKES[cls.says.cost]) if turn is not None else None

    def do(self, game: Game[Table], seat: str) -> None:
        who = own(game.state, seat)
        turn = turn_of(game.state, seat, who)
        if turn is not None:
            spend_action(turn, TAKES[self.says.cost])
        self.act(game, who)

    def act(self, game: Game[Table], who: Character) -> None:
        """The rule, for the one who acts for this seat."""
        raise NotImplementedError


def why_not_own(state: Table, seat: str, name: str = "") -> Refused | None:
    """Why a seat cannot act now with a character: named, acting, or the player's own. DOA-2."""
    try:
        who = own(state, seat, name)
        if (refused := why_not_able(state, who)) is None:
            turn_of(state, seat, who)
    except Refused as other:
        return other
    return refused


# Who is meant


NOBODY: Said = ("DOA-68", "No one is in play yet.")


def everyone(state: Table, seat: str, *_: object) -> Iterator[str]:
    """Everybody who is at the table, made and alive."""
    return (who.name for who in state.characters.values() if is_here(who))


def crowd(state: Table, seat: str, *_: object) -> int:
    """How many are at the table."""
    return sum(map(is_here, state.characters.values()))


def dealers(state: Table, seat: str, *_: object) -> Iterator[str]:
    """All of them who have a deck of their own. DOA-53."""
    return (name for name in everyone(state, seat) if state.characters[name].is_dealer)


def players(state: Table, seat: str, *_: object) -> list[str]:
    """Every player, by the character's name: in the making, in play or dead."""
    return state.seats
