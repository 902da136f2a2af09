"""Phases: the first day, who comes later, Exploration and Downtime."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.fights import How, tell_the_end
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One
from fatedeck.games.realms_behind.rules.checks import draw_cards
from fatedeck.games.realms_behind.rules.derived import at_full_strength, draw_size, is_downed
from fatedeck.games.realms_behind.rules.families import (
    PARTY,
    SCENE,
    OfTheGm,
    OfTheGmInPlay,
    players,
)
from fatedeck.games.realms_behind.rules.turns import end_encounter, join_encounter
from fatedeck.games.realms_behind.state import Character, Table


class Begin(OfTheGm, frozen=True):
    """Begin the first day: everyone draws their hand from the freshly shuffled deck.

    Whose character is not finished yet comes later. RB-4.1, RB-4.3, RB-22.7.
    """

    says = Says("Begin the first day", SCENE)

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase == "creation"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase != "creation":
            return Refused("RB-4.1", "The first day has already begun.")
        if not any(character.ready for character in state.players.values()):
            return Refused("RB-22.7", "At least one player has to finish a character first.")
        return None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        late = [name for name, character in state.players.items() if not character.ready]
        return (Way(note=f"{' and '.join(late)} can come later." if late else ""),)

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        table.phase, table.day = "exploration", 1
        for character in table.players.values():
            if character.ready:
                come_into_play(game, character)
            else:
                character.waiting = True
                game.tell("{who} will come later.", "RB-22.7", who=character.name)
        game.tell("The first day begins.", "RB-4.1")


def come_into_play(game: Game[Table], character: Character) -> None:
    """At full strength, with a hand from the freshly shuffled deck. RB-4.1, RB-11.1."""
    character.waiting = False
    at_full_strength(character)
    draw_cards(game, character, draw_size(character))


def why_not_welcome(table: Table, seat: str, late: str) -> Refused | None:
    """Why a late character cannot come into play now. RB-22.7."""
    if not table.players[late].waiting:
        return Refused("RB-22.7", f"{late} isn’t waiting to come in.")
    if not table.players[late].ready:
        return Refused("RB-22.7", f"{late} has to finish a character first.")
    return None


class Welcome(OfTheGmInPlay, frozen=True):
    """Let a late character into play; in an Encounter it acts last. RB-22.7."""

    says = Says("Let someone into play", PARTY)
    seat: Annotated[str, Figure(players, why_not_welcome, clause="RB-22.1")]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        late = (name for name, character in state.players.items() if character.waiting)
        return [Way({"seat": name}, f"Let {name} into play") for name in late]

    def do(self, game: Game[Table], seat: str) -> None:
        welcome(game, game.state.players[self.seat])


def welcome(game: Game[Table], character: Character) -> None:
    """A late character joins the others. RB-22.7."""
    come_into_play(game, character)
    if game.state.phase == "encounter":
        join_encounter(game.state, character)
    joins = "{who} joins as {character}."
    game.tell(joins, "RB-22.7", who=character.name, character=character.title)


def why_not_enter(table: Table, seat: str, phase: str) -> Refused | None:
    """Why the phase cannot change to this one. RB-15.10."""
    if table.phase == phase:
        return Refused("RB-15.10", f"It’s already {phase.capitalize()}.")
    return None


class Enter(OfTheGmInPlay, frozen=True):
    """Go over to Exploration, which ends all Encounter effects, or to Downtime; Necrotic stays.

    RB-15.10.
    """

    says = Says("Change the phase", SCENE)
    phase: Annotated[
        Literal["exploration", "downtime"],
        One(("exploration", "downtime"), why_not_enter, called=str.capitalize),
    ]

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        phases = (phase for phase in ("exploration", "downtime") if phase != state.phase)
        ends = "End the Encounter: " if state.phase == "encounter" else "Go on to "
        return [Way({"phase": phase}, f"{ends}{phase.capitalize()}") for phase in phases]

    def do(self, game: Game[Table], seat: str) -> None:
        fought, order = game.state.phase == "encounter", list(game.state.order)
        end_encounter(game.state)
        game.state.phase = self.phase
        game.tell("{phase} begins.", "RB-15.10", phase=self.phase.capitalize())
        if fought:
            party, foes = (_how_they_stand(game.state, order, side) for side in ("party", "foes"))
            tell_the_end(game, "RB-15.10", party, foes)


def _how_they_stand(table: Table, order: list[str], side: str) -> dict[str, How]:
    """Everybody of a side who took part in an Encounter, and how each comes out of it."""
    found: dict[str, How] = {}
    for being in sorted(map(table.being, order), key=lambda being: being.name):
        if being.side == side:
            away: How = "left" if being.left_scene else "up"
            found[being.name] = "fallen" if being.dead or is_downed(being) else away
    return found
