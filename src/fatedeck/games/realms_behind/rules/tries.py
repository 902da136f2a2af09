"""Checks that players start: trying something, contests, and being asked to assist."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Words
from fatedeck.games.realms_behind.rules.cards import SUITS
from fatedeck.games.realms_behind.rules.checks import (
    Terms,
    ask_to_assist,
    check,
    contest,
    in_capitals,
    own_total,
)
from fatedeck.games.realms_behind.rules.families import (
    DAY,
    HAND,
    Against,
    Improvised,
    OfAPlayer,
    all_skills,
    everyone,
    own_skills,
    why_not_in_play,
    why_not_met,
)
from fatedeck.games.realms_behind.rules.names import Skill, proper_skill
from fatedeck.games.realms_behind.rules.techniques import ask_threshold
from fatedeck.games.realms_behind.state import Table

ANY_SUIT = "any"


class Try(Improvised, frozen=True):
    """Try something that needs a check; the GM names threshold, demand and circumstance.

    RB-5.1, RB-21.7.
    """

    says = Says("Try something", DAY)
    skill: Annotated[str, Skill(own_skills, clause="RB-2.7", said=True)]
    what: Annotated[str, Words(longest=200, label="What do you do?")] = ""
    target: Against = ""

    def do(self, game: Game[Table], seat: str) -> None:
        table, character = game.state, game.state.players[seat]
        skill = proper_skill(self.skill)
        if not self.pays(game, character, "try something"):
            return
        what = self.what or "something"
        named = skill.capitalize()
        game.tell("{who} tries {what} ({skill}).", "RB-21.7", who=seat, what=what, skill=named)
        threshold, hidden = ask_threshold(game, f"{seat} tries {what} ({named})")
        asked, options = "Which suit do they have to answer in?", (ANY_SUIT, *SUITS)
        labels = {ANY_SUIT: "Any suit", **in_capitals(SUITS)}
        demand = game.choose(table.gm, "demand", asked, options, "RB-7.1", labels=labels)
        asked = "What do the circumstances add?"
        circumstance = game.number(table.gm, "circumstance", asked, -20, 20, "RB-5.3")
        terms = Terms(
            skill,
            own_total(game, character, skill) + circumstance,
            threshold,
            self.target,
            hidden=hidden,
            demand="" if demand == ANY_SUIT else demand,
        )
        check(game, character, terms)


def why_not_oppose(table: Table, seat: str, opponent: str) -> Refused | None:
    """Why a contest with this one cannot be had. RB-5.13."""
    if opponent == seat:
        return Refused("RB-5.13", "You need someone else for a contest.")
    return why_not_met(table, seat, opponent)


class Contest(Improvised, frozen=True):
    """Contest directly with someone. RB-5.13."""

    says = Says("Contest with someone", DAY)
    skill: Annotated[str, Skill(own_skills, label="Your skill", clause="RB-2.7", said=True)]
    opponent: Annotated[
        str,
        Figure(
            everyone,
            why_not_oppose,
            ("RB-5.13", "No one else is here."),
            label="With",
            clause="RB-5.13",
        ),
    ]
    opponent_skill: Annotated[
        str, Skill(all_skills, label="Their skill", clause="RB-2.7", said=True)
    ]

    def do(self, game: Game[Table], seat: str) -> None:
        table, character = game.state, game.state.players[seat]
        if self.pays(game, character, f"contest with {self.opponent}"):
            skills = proper_skill(self.skill), proper_skill(self.opponent_skill)
            contest(game, character, skills[0], table.being(self.opponent), skills[1])


class Willing(OfAPlayer, frozen=True):
    """Be asked, or not, whether to assist others' checks. RB-9.1."""

    says = Says("Assist others", HAND)
    willing: bool

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return why_not_in_play(state, seat) is None

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        willing = state.players[seat].willing
        label = "Stop asking me to assist" if willing else "Ask me to assist others"
        return (Way({"willing": not willing}, label),)

    def do(self, game: Game[Table], seat: str) -> None:
        ask_to_assist(game, seat, willing=self.willing)
