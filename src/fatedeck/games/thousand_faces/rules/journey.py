"""What the GM buys with Journey points: wonders, unexpected arrivals, a return to life."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, One, Words
from fatedeck.engine.names import free_name
from fatedeck.engine.story import capital
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import points, stamina
from fatedeck.games.thousand_faces.rules.families import (
    InTheCampaign,
    WhereThereIsOne,
    fighting,
    players,
)
from fatedeck.games.thousand_faces.rules.gm_moves import WhatHappens
from fatedeck.games.thousand_faces.state import Arrival, Table

GROUP = "Journey"
EXHIBITION = "an exhibition of power"
USES = ("a heroic spark", "a place transformed", EXHIBITION)


class ForAJourneyPoint(InTheCampaign, frozen=True):
    """What costs 1 Journey point. TFA-282."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or points.why_not_spend_journey(state)


def why_not_spend_on(table: Table, seat: str, use: str) -> Refused | None:
    """An exhibition belongs to 9-hour chapter 4. TFA-282."""
    if use == EXHIBITION and (table.options.campaign == "one-shot" or table.chapter != 4):
        return Refused(
            "TFA-282", "You can only hold an exhibition in chapter 4 of a longer campaign."
        )
    return None


class SpendJourney(ForAJourneyPoint, frozen=True):
    """Narration for 1 Journey point. TFA-282."""

    says = Says("Spend a Journey point", GROUP, cost="1 Journey point")
    on: Annotated[str, One(USES, why_not_spend_on, called=capital, clause="TFA-282")]
    text: WhatHappens = ""

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_journey(game, self.on)
        game.state.exhibitions += self.on == EXHIBITION
        if self.text:
            game.tell("{text}", "TFA-282", text=self.text)


class Arrive(ForAJourneyPoint, frozen=True):
    """In a dire situation an NPC whom the PCs have met enters. TFA-283."""

    says = Says("An unexpected arrival", GROUP, cost="1 Journey point")
    name: Annotated[str, Words(label="Who?", longest=60)]

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_journey(game, f"the unexpected arrival of {self.name}")
        here = arrived(game.state, seat)
        game.state.arrivals.append(Arrival(free_name(self.name, here)))


ADD, KEEP, INFORM = "add a die", "keep a foe from acting", "give information"
HELPS = {ADD: "adds a die", KEEP: "keeps a foe from acting", INFORM: "gives information"}
DICE = ("d4", "d6", "d10")


def arrived(table: Table, seat: str) -> list[str]:
    return [arrival.name for arrival in table.arrivals]


def why_not_help(table: Table, seat: str, how: str) -> Refused | None:
    """Nobody can be kept from acting where there is no foe. TFA-283."""
    if how == KEEP and not fighting(table, seat):
        return Refused("TFA-283", "There’s no foe to keep from acting.")
    return None


def who_gets_a_die(table: Table, seat: str, how: str) -> list[str]:
    return table.order if how == ADD else []


def dice(table: Table, seat: str, how: str) -> tuple[str, ...]:
    return DICE if how == ADD else ()


def who_is_kept(table: Table, seat: str, how: str) -> list[str]:
    return fighting(table, seat) if how == KEEP else []


class ArrivalActs(WhereThereIsOne, InTheCampaign, frozen=True):
    """The arrival adds a die to one PC's attack power, keeps one foe from acting, or informs.

    Whom it keeps from acting is free again at its next spotlight. TFA-283.
    """

    says = Says("The arrival acts", GROUP)
    name: Annotated[str, One(arrived, label="Who", clause="TFA-283")]
    how: Annotated[str, One((ADD, KEEP, INFORM), why_not_help, called=capital)]
    seat: Annotated[str, Figure(who_gets_a_die, label="For", after=("how",), clause="TFA-2")] = ""
    die: Annotated[str, One(dice, after=("how",), clause="TFA-283")] = "d4"
    foe: Annotated[str, Figure(who_is_kept, after=("how",), clause="TFA-329")] = ""
    text: WhatHappens = ""

    def do(self, game: Game[Table], seat: str) -> None:
        state = game.state
        for arrival in state.arrivals:
            if arrival.name == self.name:
                arrival.keeps = self.foe
        if self.how == ADD:
            state.players[self.seat].dice.append(self.die)
        kept = [arrival.keeps for arrival in state.arrivals]
        for foe in state.foes:
            foe.held = foe.name in kept
        told = and_words("{who} {how}.", self.text)
        game.tell(told, "TFA-283", who=self.name, how=HELPS[self.how], text=self.text)


def why_not_return(table: Table, seat: str, who: str) -> Refused | None:
    """Only the dead return to life. TFA-284."""
    if "dead" not in table.players[who].conditions:
        return Refused("TFA-284", f"{who} isn’t dead.")
    return None


class ReturnToLife(ForAJourneyPoint, frozen=True):
    """1 Journey point brings a dead PC back; it may cost something in the fiction. TFA-284."""

    says = Says("Return to life", GROUP, cost="1 Journey point")
    seat: Annotated[str, Figure(players, why_not_return, label="Who", clause="TFA-2")]
    cost: Annotated[str, Words(label="At what price?")] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return any("dead" in player.conditions for player in state.players.values())

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_journey(game, f"the return of {self.seat}")
        stamina.get_up(game, self.seat, stamina.BUST + 1)
        told = and_words("{seat} is alive again.", self.cost)
        game.tell(told, "TFA-284", seat=self.seat, text=self.cost)
