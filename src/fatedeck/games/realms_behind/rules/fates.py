"""What the GM lets befall somebody: damage, healing, statuses, and what becomes of them."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, Noted, One, Words, YesNo
from fatedeck.games.realms_behind.data import book, proper_name
from fatedeck.games.realms_behind.rules.derived import is_down
from fatedeck.games.realms_behind.rules.families import PARTY, OfTheGmInPlay, everyone, why_not_yet
from fatedeck.games.realms_behind.rules.health import heal, hurt
from fatedeck.games.realms_behind.rules.names import ByAnyName, elements
from fatedeck.games.realms_behind.rules.statuses import afflict, relieve, status_names
from fatedeck.games.realms_behind.rules.turns import all_down, join_encounter
from fatedeck.games.realms_behind.state import Table

TOUCH = "Hurt, heal and more"
Fate: TypeAlias = Literal["lives", "dies", "leaves", "returns"]
Who: TypeAlias = Annotated[str, Figure(everyone, why_not_yet, label="Who", clause="RB-12.14")]
Stacks: TypeAlias = Annotated[int, Count(1, 20, clause="RB-16.1")]


def statuses(table: Table, seat: str) -> Noted:
    """All statuses, with the attribute and the suit that each belongs to. RB-16.26."""
    return Noted(status_names(), _group)


def _group(status: str) -> str:
    attribute = book().attributes[book().statuses[status].attribute]
    return f"{attribute.id.capitalize()}, {attribute.suit.capitalize()}"


def taunters(table: Table, seat: str, status: str) -> list[str]:
    """Who may have put the stacks there, which is kept for Taunted only. RB-16.13."""
    return everyone(table, seat) if proper_name(status) == "taunted" else []


def why_not_limited(table: Table, seat: str, element: str, status: str) -> Refused | None:
    """Why a status is not limited to an element. RB-16.25."""
    if proper_name(status) not in ("warded", "vulnerable"):
        return Refused("RB-16.25", "Only Warded and Vulnerable can be limited to an element.")
    return None


class Afflict(OfTheGmInPlay, frozen=True):
    """The GM puts stacks on someone; Taunted needs a taunter. RB-16.1, RB-16.13, RB-16.25."""

    says = Says("Put a status on someone", TOUCH)
    being: Who
    status: Annotated[str, ByAnyName(statuses, called=str.capitalize, clause="RB-16.26")]
    stacks: Stacks
    by: Annotated[
        str, Figure(taunters, why_not_yet, label="Taunted by", after=("status",), clause="RB-12.14")
    ] = ""
    element: Annotated[
        str,
        ByAnyName(
            elements,
            why_not_limited,
            called=str.capitalize,
            none="any",
            label="Only against",
            after=("status",),
            clause="RB-12.4",
        ),
    ] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        being, status = game.state.being(self.being), proper_name(self.status)
        element = proper_name(self.element)
        afflict(game, being, status, self.stacks, by=self.by, element=element)


class Relieve(OfTheGmInPlay, frozen=True):
    """The GM takes stacks of a status off someone. RB-16.1."""

    says = Says("Take a status off someone", TOUCH)
    being: Who
    status: Annotated[str, ByAnyName(statuses, called=str.capitalize, clause="RB-16.26")]
    stacks: Stacks

    def do(self, game: Game[Table], seat: str) -> None:
        relieve(game, game.state.being(self.being), proper_name(self.status), self.stacks)


class Cool(OfTheGmInPlay, frozen=True):
    """Full immersion puts out all Burning. RB-16.17."""

    says = Says("Dunk someone in water", TOUCH)
    being: Who

    def do(self, game: Game[Table], seat: str) -> None:
        being = game.state.being(self.being)
        relieve(game, being, "burning", being.statuses.burning)


class Hurt(OfTheGmInPlay, frozen=True):
    """Damage that comes from no attack: a fall, a fire. RB-12.4, RB-12.10, RB-12.13."""

    says = Says("Hurt someone", TOUCH)
    being: Who
    amount: Annotated[int, Count(1, 60, label="Damage", clause="RB-12.2")]
    element: Annotated[str, ByAnyName(elements, called=str.capitalize, clause="RB-12.4")] = (
        "physical"
    )
    past_resists: Annotated[bool, YesNo(label="Ignoring Resists")] = False

    def do(self, game: Game[Table], seat: str) -> None:
        damage = {proper_name(self.element): self.amount}
        hurt(game, game.state.being(self.being), damage, past_resists=self.past_resists)


def why_not_heal(table: Table, seat: str, being: str) -> Refused | None:
    if table.being(being).dead:
        return Refused("RB-13.4", f"{being} is dead. Decide that they live first.")
    return why_not_yet(table, seat, being)


class Heal(OfTheGmInPlay, frozen=True):
    """Healing that no technique gives. RB-13.5."""

    says = Says("Heal someone", TOUCH)
    being: Annotated[str, Figure(everyone, why_not_heal, label="Who", clause="RB-12.14")]
    amount: Annotated[int, Count(1, 60, label="Healing", clause="RB-13.5")]
    part: Annotated[
        Literal["", "shallow", "deep"],
        One(("shallow", "deep"), called=str.capitalize, none="as they like", label="Which part"),
    ] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        heal(game, game.state.being(self.being), self.amount, self.part)


def why_not_fate(table: Table, seat: str, fate: Fate, being: str) -> Refused | None:
    """Only the Downed die. RB-13.4."""
    if fate == "dies" and not is_down(table.being(being)):
        return Refused("RB-13.4", f"{being} isn’t Downed.")
    return None


class Decide(OfTheGmInPlay, frozen=True):
    """Whether a Downed one dies is the GM's to say; frightened ones may flee. RB-13.4, RB-16.19."""

    says = Says("Decide someone’s fate", TOUCH)
    being: Who
    fate: Annotated[
        Fate,
        One(
            get_args(Fate), why_not_fate, called=str.capitalize, after=("being",), clause="RB-13.4"
        ),
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        table, being = game.state, game.state.being(self.being)
        being.dead = self.fate == "dies"
        being.left_scene = self.fate == "leaves"
        if table.phase == "encounter" and self.fate == "returns":
            join_encounter(table, being)
        game.tell("{being} {fate}.", "RB-13.4", being=being.name, fate=self.fate)


class Judge(OfTheGmInPlay, frozen=True):
    """What becomes of a party that is wholly Downed. RB-13.8, RB-13.10."""

    says = Says("Decide the party’s fate", PARTY)
    words: Annotated[str, Words(label="What becomes of them?")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return all_down(state, "party")

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if not all_down(state, "party"):
            return Refused("RB-13.8", "Someone in the party is still standing.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        game.tell("The whole party is down. {words}", "RB-13.8", words=self.words)
