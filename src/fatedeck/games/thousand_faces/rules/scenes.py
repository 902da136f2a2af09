"""Scenes and days as the GM tells them, and who gets up again."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One, Words
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces.rules import points, spans, stamina
from fatedeck.games.thousand_faces.rules.families import InTheCampaign, players
from fatedeck.games.thousand_faces.rules.gm_moves import WhatHappens
from fatedeck.games.thousand_faces.state import Table

GROUP = "World"
HEARTH = "The Hearth"
PLACES = ("outside", "town", HEARTH)
HEALING = "peaceful, with healing"
PEACEFUL = "peaceful"
DAYS = (PEACEFUL, "a situation demands attention")


def why_not_there(table: Table, seat: str, place: str) -> Refused | None:
    """Why a scene cannot be at this place, or None. TFA-310."""
    if place == HEARTH and not table.hearth_available:
        text = "The Hearth isn’t available on this side of the threshold."
        return Refused("TFA-310", text)
    return None


class SetScene(InTheCampaign, frozen=True):
    """Say where the PCs are: outside, in town, at The Hearth, or where they were.

    TFA-194, TFA-203, TFA-339, TFA-345.
    """

    says = Says("Set a scene", GROUP)
    text: Annotated[str, Words(label="Scene")] = ""
    place: Annotated[
        str, One(PLACES, why_not_there, called=capital, none="where they are", clause="TFA-339")
    ] = ""
    healing: Annotated[
        str, One(("none", HEALING), called=capital, none="as before", clause="TFA-203")
    ] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        if self.place == "town" and not state.town:
            state.town_days = 0
        if self.place:
            state.town, state.at_hearth = self.place == "town", self.place == HEARTH
            state.peaceful = False
        if self.healing:
            state.peaceful = self.healing == HEALING
        state.scene = self.text
        spans.scene_ends(state)
        told = "A new scene: {place}." if self.place else "A new scene."
        game.tell("{text}" if self.text else told, "TFA-327", text=self.text, place=self.place)


def why_not_such_a_day(table: Table, seat: str, how: str) -> Refused | None:
    """A second peaceful day in town costs 1 Journey point. TFA-195, TFA-282."""
    return points.why_not_spend_journey(table) if table.town and how == PEACEFUL else None


class NewDay(InTheCampaign, frozen=True):
    """A day passes; a second peaceful one in town costs 1 Journey point. TFA-195, TFA-196."""

    says = Says("A new day", GROUP)
    how: Annotated[str, One(DAYS, why_not_such_a_day, called=capital, label="It is")]
    text: WhatHappens = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if state.combat or state.pursuit is not None:
            return Refused("TFA-197", "Finish the fight or the chase first.")
        return super().why_closed(state, seat)

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        state.town_days = state.town_days + 1 if state.town else 0
        if state.town and self.how == PEACEFUL:
            points.spend_journey(game, "a second peaceful day in town")
        state.day += 1
        spans.day_ends(state)
        text = self.text or ("A quiet day." if self.how == PEACEFUL else "Something happens.")
        game.tell("Day {day}. {text}", "TFA-196", day=state.day, text=text)


def why_not_restore(table: Table, seat: str, who: str) -> Refused | None:
    """Why this PC does not get up by the GM's word, or None. TFA-284, TFA-294."""
    if table.players[who].is_late:
        return Refused("TFA-375", f"{who} isn’t in play yet.")
    if table.players[who].is_able():
        return Refused("TFA-294", f"{who} is already up.")
    if "dead" in table.players[who].conditions:
        return Refused("TFA-284", f"{who} is dead. It takes a Journey point to bring them back.")
    return None


class Restore(InTheCampaign, frozen=True):
    """Narrate an incapacitation as survivable: the PC gets up. TFA-95, TFA-294."""

    says = Says("Get someone back up", GROUP)
    seat: Annotated[str, Figure(players, why_not_restore, label="Who", clause="TFA-2")]
    stamina: Annotated[int, Count(0, 20, label="Stamina regained")] = 4

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return len(state.able()) < len(state.living())

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        yield Way(unlikely=state.combat > 0)

    def do(self, game: Game[Table], seat: str) -> None:
        stamina.get_up(game, self.seat, self.stamina)
        game.tell("{seat} gets up again.", "TFA-294", seat=self.seat)


class SetPace(InTheCampaign, frozen=True):
    """How many spotlights of others pass between two replacements in a mini-game. TFA-235."""

    says = Says("Set the pace of mini-games", GROUP)
    spotlights: Annotated[int, Count(0, 9)]

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.pace = self.spotlights
        told = "{pace} {pace:spotlight passes|spotlights pass} between two replacements."
        game.tell(told, "TFA-235", pace=self.spotlights)
