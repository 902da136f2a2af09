"""Who may do what, and when: said once for all actions of a kind."""

from __future__ import annotations

from operator import attrgetter

from fatedeck.engine.actions import Action, fields
from fatedeck.engine.errors import Refused
from fatedeck.engine.kinds import Asking, One
from fatedeck.games.thousand_faces.state import Player, Table

_WORDS = ("magic", "off_limits", "hearth", "background", "home")
_OF_A_TABLE = ("players", "blessings", "wounds", "last", "last_power", "tale", *_WORDS)
_OF_A_PLAYER = ("deck", "discard", *_WORDS)
_table = attrgetter(*(name for name in Table.__struct_fields__ if name not in _OF_A_TABLE))
_sheet = attrgetter(*(name for name in Player.__struct_fields__ if name not in _OF_A_PLAYER))


def _of(player: Player) -> tuple[object, ...]:
    return _sheet(player), not player.deck.is_empty(), not player.discard.is_empty()


class Deed(Action[Table], frozen=True):
    """Something done at this table, until the campaign is over. TFA-309."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase != "over"

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        """For a player the table, their own character, and what all can see of the others.

        For the GM everybody's. Of a deck and its discards only whether there are any.
        """
        table = _table(state)
        if seat not in state.players:
            return table, [_of(player) for player in state.players.values()]
        others = [
            (
                (who.conditions, who.away, who.harm, who.wounds, who.items),
                (who.moves, who.touchstones, who.touchstone, who.fateful),
            )
            for _, who in state.seated()
        ]
        return table, _of(state.players[seat]), others

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return Refused("TFA-309", "The campaign is over.") if state.phase == "over" else None


class WhereThereIsOne(Deed, frozen=True):
    """What nobody looks for while its first field has nothing to choose from."""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        _, kind = fields(cls)[0]
        assert isinstance(kind, One)
        return next(iter(kind.names(Asking(state, seat))), None) is not None


# In set-up as well as in the story


class OfAPlayerAtAnyTime(Deed, frozen=True):
    """What a player does in set-up as well as in the story. TFA-2."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat in state.players

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_no_character(state, seat)


class OfTheGmAtAnyTime(Deed, frozen=True):
    """What the GM does in set-up as well as in the story. TFA-2."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_gm(state, seat)


# Set-up


class InSetUp(Deed, frozen=True):
    """What is settled before the first scene, or by who comes late. TFA-327, TFA-375."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "creation" or is_late(state, seat)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.phase != "creation" and not is_late(state, seat):
            return super().why_closed(state, seat) or Refused(
                "TFA-327", "You can only do that during set-up."
            )
        return None


class OfOneWhoMakesACharacter(OfAPlayerAtAnyTime, InSetUp, frozen=True):
    """What a player settles about their character before the first scene. TFA-316 to TFA-323."""


class OfTheGmInSetUp(OfTheGmAtAnyTime, InSetUp, frozen=True):
    """What only the GM does before the first scene. TFA-2, TFA-327."""


# The players


class OfAPlayer(Deed, frozen=True):
    """What a player does while the story is told, whether the character can act or not. TFA-2.

    Who comes late looks for none of it. TFA-375.
    """

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat in state.players and is_told(state) and not is_late(state, seat)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return why_not_told(state) or why_no_character(state, seat)


class OfOneWhoIsAble(OfAPlayer, frozen=True):
    """What only a PC who can act does. TFA-95."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return why_not_act(state, seat)


class WhatMayBeForgotten(OfOneWhoIsAble, frozen=True):
    """What a mercy flashback lets a player do although time and place have passed. TFA-183."""

    @staticmethod
    def use_leave(player: Player) -> None:
        """It is done: the leave for it is used up. What the GM turns down uses up nothing."""
        player.mercy = False


# The GM


class OfTheGm(Deed, frozen=True):
    """What only the GM does while the story is told, the tutorial included. TFA-2."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat == state.gm and is_told(state)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return why_not_gm(state, seat) or why_not_told(state)


class InTheCampaign(OfTheGm, frozen=True):
    """What the GM would not look for in the tutorial: points, days, chapters. TFA-328."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "play"


# Their reasons


def is_late(state: Table, seat: str) -> bool:
    """Whoever sits there makes a PC while the others play. TFA-375."""
    return seat in state.players and state.players[seat].is_late


def is_told(state: Table) -> bool:
    """The story is told, or the tutorial. TFA-327, TFA-328."""
    return state.phase in ("play", "tutorial")


def why_not_told(state: Table) -> Refused | None:
    """Why nothing happens in the story now. TFA-309, TFA-327."""
    if is_told(state):
        return None
    if state.phase == "over":
        return Refused("TFA-309", "The campaign is over.")
    return Refused("TFA-327", "Play hasn’t begun yet.")


def why_not_gm(state: Table, seat: str) -> Refused | None:
    """Only the GM controls the world. TFA-2."""
    if seat != state.gm:
        return Refused("TFA-2", f"Only {state.gm}, who runs the world, can do that.")
    return None


def why_no_character(state: Table, seat: str) -> Refused | None:
    """The GM has no character. TFA-2."""
    if seat not in state.players:
        return Refused("TFA-2", "Only a player’s character can do that.")
    return None


def why_not_act(state: Table, seat: str) -> Refused | None:
    """Why a PC can do nothing at all now. TFA-95."""
    player = state.players.get(seat)
    if player is not None and is_told(state) and player.is_able():
        return None
    if is_late(state, seat):
        return Refused("TFA-375", f"{seat} isn’t in play yet. Make your character first.")
    unable = Refused("TFA-95", f"{seat} is incapacitated until the GM says otherwise.")
    return why_not_told(state) or why_no_character(state, seat) or unable


# Who is meant


def players(state: Table, seat: str, *_: object) -> list[str]:
    """Every player's character."""
    return state.order


def able(state: Table, seat: str, *_: object) -> list[str]:
    """Every PC who can act. TFA-95."""
    return state.able()


def other_players(state: Table, seat: str, *_: object) -> list[str]:
    """Every other player's character."""
    return [other for other in state.order if other != seat]


def all_foes(state: Table, seat: str, *_: object) -> list[str]:
    """Every foe on the table, in the fight or out of it."""
    return [foe.name for foe in state.foes]


def fighting(state: Table, seat: str, *_: object) -> list[str]:
    """Every foe that is still in the fight. TFA-118, TFA-336."""
    return [foe.name for foe in state.foes if foe.is_up()]
