"""Checks that the GM calls for, and the luck that the GM gives."""

from __future__ import annotations

from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count, Figure, One, YesNo
from fatedeck.games.realms_behind.rules.cards import SUITS
from fatedeck.games.realms_behind.rules.checks import Terms, check, own_total
from fatedeck.games.realms_behind.rules.derived import total
from fatedeck.games.realms_behind.rules.families import (
    CREATURES,
    PARTY,
    OfTheGmInPlay,
    all_skills,
    creatures,
    everyone,
    players,
    why_not_met,
    why_not_yet,
)
from fatedeck.games.realms_behind.rules.names import ByAnyName, Skill, proper_skill
from fatedeck.games.realms_behind.state import Table

MOST_LUCK = 10
USUAL = 11
"""What the rules themselves set for a helper, and add to for a project. RB-9.2, RB-20.5."""
OFTEN = ("awareness", "stealth", "athletics", "insight", "diplomacy", "lore")
"""Skills that a scene most often calls for; they head the list."""


def skills_by_use(table: Table, seat: str, *_: object) -> list[str]:
    """The 24 skills, those that are often called for first. RB-2.7."""
    return [*OFTEN, *(skill for skill in all_skills(table, seat) if skill not in OFTEN)]


def why_not_against(table: Table, seat: str, target: str, who: str) -> Refused | None:
    """A check is aimed at somebody else who is there. RB-13.4, RB-16.13."""
    if target == who:
        return Refused("RB-16.13", "Aim the check at someone else, or at nobody.")
    return why_not_met(table, seat, target)


Threshold: TypeAlias = Annotated[int, Count(0, 40, clause="RB-21.7")]
Demand: TypeAlias = Annotated[
    str, One(SUITS, called=str.capitalize, none="any suit", label="Answer in", clause="RB-7.1")
]
Circumstance: TypeAlias = Annotated[int, Count(-20, 20, clause="RB-5.3")]
Advantage: TypeAlias = Annotated[
    int, Count(0, MOST_LUCK, label="Advantage (Good Luck)", clause="RB-8.8")
]
Disadvantage: TypeAlias = Annotated[
    int, Count(0, MOST_LUCK, label="Disadvantage (Bad Luck)", clause="RB-8.8")
]


def why_not_call(table: Table, seat: str, who: str) -> Refused | None:
    if table.players[who].dead:
        return Refused("RB-13.4", f"{who} is dead.")
    return why_not_yet(table, seat, who)


def aimed_by(who: str) -> Figure:
    """Whom a check is aimed at, or nobody; `who` is the field of who makes it. RB-16.13."""
    return Figure(
        everyone, why_not_against, none="nobody", label="Against", after=(who,), clause="RB-16.13"
    )


class CallCheck(OfTheGmInPlay, frozen=True, kw_only=True):
    """A check that a character did not choose to make. RB-5.11, RB-5.14, RB-8.8, RB-21.7."""

    says = Says("Call for a check", PARTY)
    seat: Annotated[str, Figure(players, why_not_call, label="Who", clause="RB-22.1")]
    threshold: Threshold = USUAL
    skill: Annotated[str, Skill(skills_by_use, called=str.capitalize, clause="RB-2.7")]
    hidden: Annotated[bool, YesNo(label="Hide the threshold")] = False
    demand: Demand = ""
    circumstance: Circumstance = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    target: Annotated[str, aimed_by("seat")] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        character, skill = game.state.players[self.seat], proper_skill(self.skill)
        terms = Terms(
            skill,
            own_total(game, character, skill) + self.circumstance,
            self.threshold,
            self.target,
            hidden=self.hidden,
            demand=self.demand,
            advantage=self.advantage,
            disadvantage=self.disadvantage,
            forced=True,
        )
        check(game, character, terms)


class CreatureCheck(OfTheGmInPlay, frozen=True, kw_only=True):
    """A creature's check turns up the top of the GM deck. RB-5.12, RB-7.9, RB-21.2."""

    says = Says("A creature makes a check", CREATURES)
    creature: Annotated[str, Figure(creatures, label="Who", clause="RB-21.1")]
    threshold: Threshold = USUAL
    skill: Annotated[str, ByAnyName(skills_by_use, called=str.capitalize, clause="RB-2.7")]
    demand: Demand = ""
    circumstance: Circumstance = 0
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0
    target: Annotated[str, aimed_by("creature")] = ""

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(state.creatures)

    def do(self, game: Game[Table], seat: str) -> None:
        creature, skill = game.state.creatures[self.creature], proper_skill(self.skill)
        terms = Terms(
            skill,
            total(creature, skill) + self.circumstance,
            self.threshold,
            self.target,
            hidden=True,
            demand=self.demand,
            advantage=self.advantage,
            disadvantage=self.disadvantage,
        )
        check(game, creature, terms)


class GiveLuck(OfTheGmInPlay, frozen=True):
    """Good or Bad Luck for the next check of someone, whatever it is; gone with the phase.

    RB-8.8, RB-15.10, RB-21.7.
    """

    says = Says("Give luck to someone’s next check", PARTY)
    being: Annotated[str, Figure(everyone, why_not_yet, label="Whose", clause="RB-12.14")]
    advantage: Advantage = 0
    disadvantage: Disadvantage = 0

    def do(self, game: Game[Table], seat: str) -> None:
        luck = self.advantage - self.disadvantage
        game.state.being(self.being).luck_next = luck
        word = "Advantage" if luck > 0 else "Disadvantage"
        count = f"{word} {abs(luck)}" if luck else "neither Advantage nor Disadvantage"
        game.tell(
            "{being}’s next check has {count} from the GM.",
            "RB-8.8",
            "RB-21.7",
            being=self.being,
            count=count,
        )
