"""What the GM buys with Shadow points: disadvantages, traps, first strikes."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from msgspec import field

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Many, One, Words
from fatedeck.games.thousand_faces.looks.wording import and_words
from fatedeck.games.thousand_faces.rules import combat, points
from fatedeck.games.thousand_faces.rules.families import (
    InTheCampaign,
    WhereThereIsOne,
    all_foes,
    fighting,
    players,
)
from fatedeck.games.thousand_faces.rules.gm_moves import why_not_attack, why_not_hurt
from fatedeck.games.thousand_faces.state import Circumstance, Table

GROUP = "Shadow"


def shadow(table: Table, seat: str) -> int:
    """The Shadow points that there are. TFA-279."""
    return table.shadow


def how_many(table: Table, seat: str, *_: object) -> int:
    return len(table.order)


Whom: TypeAlias = Annotated[str, Figure(players, why_not_hurt, label="Player", clause="TFA-2")]
Points: TypeAlias = Annotated[int, Count(1, shadow, label="Shadow points", clause="TFA-279")]
InIt: TypeAlias = Annotated[
    list[str], Many(Figure(players), 0, how_many, label="Who is in it", clause="TFA-2")
]


class ForShadowPoints(InTheCampaign, frozen=True):
    """What costs at least 1 Shadow point. TFA-279."""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        return super().why_closed(state, seat) or points.why_not_spend_shadow(state, 1)


class BuyDisadvantage(ForShadowPoints, frozen=True):
    """1 Shadow point makes 1 disadvantage for every PC in a circumstance. TFA-274."""

    says = Says("Add a disadvantage", GROUP, cost="1 Shadow point")
    name: Annotated[str, Words(label="Circumstance", longest=60)]
    seats: InIt

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if self.name in circumstances(state, seat):
            text = f"You’ve already bought “{self.name}”. You can say who is in it for free."
            return Refused("TFA-274", text)
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_shadow(game, 1)
        game.state.circumstances.append(Circumstance(self.name, self.seats))
        told = "{circumstance}: 1 disadvantage for {who}."
        game.tell(told, "TFA-274", circumstance=self.name, who=self.seats or "nobody yet")


def circumstances(table: Table, seat: str) -> list[str]:
    return [circumstance.name for circumstance in table.circumstances]


class MoveCircumstance(WhereThereIsOne, InTheCampaign, frozen=True):
    """Say who is in a circumstance now, at no further cost; nobody ends it. TFA-274."""

    says = Says("Say who is affected", GROUP)
    name: Annotated[str, One(circumstances, label="Circumstance", clause="TFA-274")]
    seats: InIt = field(default_factory=list)

    def do(self, game: Game[Table], seat: str) -> None:
        for circumstance in game.state.circumstances:
            if circumstance.name == self.name:
                circumstance.seats = self.seats
        who = self.seats or "nobody"
        game.tell("{circumstance}: {who}.", "TFA-274", circumstance=self.name, who=who)


class SpringTrap(ForShadowPoints, frozen=True):
    """A trap: attack power equal to the Shadow points spent, unrevealed. TFA-90, TFA-275."""

    says = Says("Spring a trap", GROUP)
    seat: Whom
    points: Points
    text: Annotated[str, Words(label="What trap?")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_shadow(game, self.points)
        game.tell(and_words("A trap!", self.text), "TFA-275", text=self.text)
        combat.attack(game, self.seat, str(self.points))


class StrikeFirst(ForShadowPoints, frozen=True):
    """A surprising or ready enemy strikes without Defy Danger, with the points as attack power.

    TFA-276, TFA-280.
    """

    says = Says("Let the enemy strike first", GROUP)
    seat: Whom
    foe: Annotated[str, Figure(all_foes, why_not_attack, label="Who", clause="TFA-329")]
    points: Points

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(fighting(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        points.spend_shadow(game, self.points)
        game.tell("{foe} strikes first!", "TFA-276", foe=self.foe)
        combat.attack(game, self.seat, str(self.points), foe=game.state.foe(self.foe))
