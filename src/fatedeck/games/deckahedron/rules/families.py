"""Who may do what, and when: said once for all actions of a kind."""

from __future__ import annotations

from operator import attrgetter
from typing import ClassVar

from fatedeck.engine.actions import Action
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.deckahedron.looks.wording import module_name
from fatedeck.games.deckahedron.rules.turns import conclude, why_not_act, why_not_gm, why_not_now
from fatedeck.games.deckahedron.state import Deckahedron, Module, Player, Table

_ASIDE = ("players", "foe_cards", "last", "die", "tale")
_table = attrgetter(*(name for name in Table.__struct_fields__ if name not in _ASIDE))
_DECKS = Deckahedron.__struct_fields__
_character = attrgetter(*(name for name in Player.__struct_fields__ if name not in _DECKS))


class Deed(Action[Table], frozen=True):
    """Something done at this table, where its modules are played. DKH-118."""

    modules: ClassVar[tuple[Module, ...]] = ()

    @staticmethod
    def rests_on(state: Table, seat: str) -> tuple[object, ...]:
        """The table and every character; of a deck and its discards only whether there are any."""
        people = [
            (_character(player), len(player.deck) > 0, len(player.discard) > 0)
            for player in state.players.values()
        ]
        return _table(state), people, len(state.foe_cards.discard) > 0

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return all(state.has(module) for module in cls.modules)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        for module in cls.modules:
            if not state.has(module):
                return Refused(
                    "DKH-118", f"This table plays without the {module_name(module)} module."
                )
        return None

    def perform(self, game: Game[Table], seat: str) -> None:
        super().perform(game, seat)
        conclude(game)


class BeforeTheStory(Deed, frozen=True):
    """What is settled before the first scene. DKH-8."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "creation"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.phase != "creation":
            return Refused("DKH-8", "You can only do that before the first scene.")
        return super().why_closed(state, seat)


class OfOneWhoMakesACharacter(Deed, frozen=True):
    """What a player settles about their character before it comes into play. DKH-9, DKH-124."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return is_made(state, seat)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if seat in state.players and not is_made(state, seat):
            return Refused("DKH-9", "You can only make characters before the first scene.")
        if seat not in state.players:
            return Refused("DKH-2", "The GM doesn’t have a character.")
        return super().why_closed(state, seat)


def is_made(state: Table, seat: str) -> bool:
    """Whether this player's character is still being made. DKH-9, DKH-124."""
    player = state.players.get(seat)
    return player is not None and (state.phase == "creation" or player.is_late)


class InTheStory(Deed, frozen=True):
    """What anybody does while the story is told; who comes late looks for none of it. DKH-124."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return state.phase == "play" and not is_made(state, seat)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return why_not_now(state) or super().why_closed(state, seat)


class OfTheGm(InTheStory, frozen=True):
    """What only the GM does. DKH-2."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat == state.gm

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_gm(state, seat)


class OfAPlayer(InTheStory, frozen=True):
    """What a player does at any time, in the spotlight or not. DKH-3."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return seat in state.players

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if seat not in state.players:
            return Refused("DKH-3", "Only a player with a Deckahedron can do that.")
        return None


class OfOneWhoIsAble(OfAPlayer, frozen=True):
    """What a player does at any time, unless incapacitated. DKH-50."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.players[seat].is_incapacitated():
            return Refused("DKH-50", "You’re incapacitated. Only rest or care will get you up.")
        return None


class InTheSpotlight(OfAPlayer, frozen=True):
    """What a player's character does when its turn has come. DKH-19, DKH-50, DKH-71."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or why_not_act(state, seat)


class InAFight(InTheSpotlight, frozen=True):
    """What nobody would look for without a foe in the fight. DKH-75."""

    @staticmethod
    def is_shown(state: Table, seat: str) -> bool:
        return bool(state.fighting())


# Who is meant


def players(table: Table, seat: str, *_: object) -> list[str]:
    """Every player."""
    return table.seats


def fighting(table: Table, seat: str, *_: object) -> list[str]:
    """Every foe that is still in the fight."""
    return table.fighting()
