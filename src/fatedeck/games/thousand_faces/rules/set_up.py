"""Set-up: the table as it is unpacked, the tutorial, the touchstones and The Hearth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, TypeAlias

from msgspec.structs import replace

from fatedeck.engine.actions import Says
from fatedeck.engine.cards import shuffled
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game, Seat
from fatedeck.engine.kinds import One, Words
from fatedeck.games.thousand_faces import data as catalogue
from fatedeck.games.thousand_faces.rules.choosing import deal, is_drafting
from fatedeck.games.thousand_faces.rules.families import (
    InSetUp,
    OfAPlayerAtAnyTime,
    OfTheGmAtAnyTime,
    WhereThereIsOne,
)
from fatedeck.games.thousand_faces.state import LATE, Options, Player, Table

TOUCHSTONES = "Touchstones"
START_PACK = 2
FEWEST_TITLES = 3
WOUND_COPIES = 24
"""The wound supply never runs out: more copies than a table can use. TFA-17."""


def begin(options: Options, seats: Sequence[Seat]) -> Table:
    """The table as it is unpacked: a shuffled Deckahedron each. TFA-3, TFA-14, TFA-312, TFA-326."""
    gm = next(seat.name for seat in seats if seat.role == "gm")
    players = {seat.name: _new_player() for seat in seats if seat.role == "player"}
    table = Table(
        options,
        gm,
        list(players),
        players,
        blessings=shuffled(catalogue.blessing_cards()),
        wounds=shuffled(catalogue.wound_cards() * WOUND_COPIES),
    )
    used = catalogue.campaign_moves(options.campaign)
    if options.campaign == "thirty-hour":
        table.one_ring = list(catalogue.envelope(1))
        table.two_rings = list(catalogue.envelope(2))
    shut = (*table.one_ring, *table.two_rings)
    table.supply = [move for move in used if move not in shut]
    if options.tutorial:
        _prepare_tutorial(table)
    return table


def _new_player() -> Player:
    """A blank sheet beside a shuffled Deckahedron. TFA-3, TFA-312."""
    return Player(deck=shuffled(catalogue.deck_cards()), pack=START_PACK)


def join(state: Table, seat: str) -> None:
    """Who comes late makes a PC while the others play, in the last seat clockwise. TFA-375."""
    if state.phase == "over":
        raise Refused("TFA-309", "The campaign is over.")
    if state.phase == "tutorial" or is_drafting(state):
        now = "Sarukkan’s Chamber is" if state.phase == "tutorial" else "Move cards are"
        raise Refused("TFA-375", f"{now} being played out. Sit down when that’s over.")
    if state.foe(seat) is not None:
        raise Refused("TFA-375", f"There’s a foe called {seat}. Choose another name.")
    state.order.append(seat)
    state.players[seat] = _new_player()
    state.players[seat].conditions.append(LATE)


def _prepare_tutorial(table: Table) -> None:
    """Sarukkan's Chamber: 2 or 3 prepared PCs without Pack cards. TFA-328."""
    if len(table.players) not in (2, 3):
        raise Refused("TFA-328", "Sarukkan’s Chamber is for 2 or 3 players.")
    table.phase = "tutorial"
    prepared = catalogue.tables().tutorial
    for (_, player), sheet in zip(table.seated(), prepared, strict=False):
        player.name = str(sheet["pc"])
        player.attributes = {name: int(sheet[name]) for name in catalogue.ATTRIBUTES}
        player.pack = 0


class EndTutorial(OfTheGmAtAnyTime, frozen=True):
    """The timer of Sarukkan's Chamber has run out: set-up begins from fresh decks. TFA-328."""

    says = Says("End the tutorial", "Campaign")

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase == "tutorial"

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.phase != "tutorial":
            return Refused("TFA-328", "There’s no tutorial to end.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        seats = game.seats or [Seat(state.gm, "gm"), *(Seat(name) for name in state.order)]
        fresh = begin(replace(state.options, tutorial=False), seats)
        for name in Table.__struct_fields__:
            setattr(state, name, getattr(fresh, name))
        deal(game)
        game.tell("The tutorial is over; set-up begins.", "TFA-328")


# The Hearth


class SayHome(OfAPlayerAtAnyTime, frozen=True):
    """Say what makes the PC feel at home. TFA-325."""

    says = Says("Say what feels like home", "The Hearth")
    text: Annotated[str, Words(label="Home is")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase == "creation"

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].home = self.text
        game.tell("What feels like home to {who}: “{text}”", "TFA-325", who=seat, text=self.text)


class AgreeHearth(OfTheGmAtAnyTime, frozen=True):
    """Write down the one Hearth that the group agrees on. TFA-310, TFA-325."""

    says = Says("Write down The Hearth", "Campaign")
    text: Annotated[str, Words(label="The Hearth")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return state.phase != "tutorial"

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.hearth = self.text
        game.tell("The Hearth: {text}", "TFA-310", "TFA-325", text=self.text)


# Touchstones

Title: TypeAlias = Annotated[str, Words(60, label="Title of a book, film, game or show")]


class WriteTouchstones(InSetUp, frozen=True):
    """Each seat writes 3 or 4 titles. TFA-313."""

    says = Says("Write your touchstones", TOUCHSTONES)
    first: Title
    second: Title
    third: Title
    fourth: Title = ""

    def titles(self) -> list[str]:
        """The titles, each once."""
        named = (self.first, self.second, self.third, self.fourth)
        return [title for title in dict.fromkeys(named) if title]

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if len(self.titles()) < FEWEST_TITLES:
            return Refused("TFA-313", "Write at least three different titles.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        if seat == game.state.gm:
            game.state.gm_touchstones = self.titles()
        else:
            game.state.players[seat].touchstones = self.titles()
        game.tell("{player} writes {titles}.", "TFA-313", player=seat, titles=self.titles())


def written(state: Table) -> list[str]:
    """All titles on the list. TFA-313."""
    lists = [player.touchstones for _, player in state.seated()]
    return [title for titles in (*lists, state.gm_touchstones) for title in titles]


def free_titles(state: Table, seat: str) -> list[str]:
    """The titles that nobody has circled yet. TFA-313."""
    circled = (state.gm_touchstone, *(player.touchstone for player in state.players.values()))
    return [title for title in dict.fromkeys(written(state)) if title not in circled]


def circle_turn(state: Table) -> str:
    """Whose turn it is to circle: each player in turn, the GM last. TFA-313."""
    for seat, player in state.seated():
        if not player.touchstone:
            return seat
    return "" if state.gm_touchstone else state.gm


class CircleTouchstone(WhereThereIsOne, InSetUp, frozen=True):
    """Circle in turn a title that is not yet circled; none is rejected later. TFA-313, TFA-314."""

    says = Says("Circle a title", TOUCHSTONES)
    title: Annotated[str, One(free_titles, clause="TFA-313")]

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not state.gm_touchstones or any(not p.touchstones for p in state.players.values()):
            return Refused("TFA-313", "Everyone writes 3 or 4 titles first.")
        circler = circle_turn(state)
        if circler != seat:
            return Refused("TFA-313", f"It’s {circler or 'nobody'}’s turn to circle.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        if seat == game.state.gm:
            game.state.gm_touchstone = self.title
        else:
            game.state.players[seat].touchstone = self.title
        game.tell("{player} circles {title}.", "TFA-313", "TFA-314", player=seat, title=self.title)
