"""What is said on a turn: recalling something useful, and statements in a dialogue."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Words
from fatedeck.games.realms_behind.data import SOCIAL
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.checks import Terms, check, known, own_total
from fatedeck.games.realms_behind.rules.families import TURN, Against, OnMyTurn, own_skills
from fatedeck.games.realms_behind.rules.names import ByAnyName, Skill, proper_skill
from fatedeck.games.realms_behind.rules.techniques import ask_threshold, concede
from fatedeck.games.realms_behind.rules.turns import declare
from fatedeck.games.realms_behind.state import Outcome, Table


class OfWords(OnMyTurn, frozen=True):
    """What is said on a turn, and checked against a threshold of the GM's. RB-15.9."""

    def checked(
        self, game: Game[Table], seat: str, skill: str, what: str, target: str = ""
    ) -> Outcome | None:
        """Pay, say it, and check it; nothing comes of it if a reaction stops it. RB-15.8."""
        character, basic, skill = game.state.players[seat], self.basic(), proper_skill(skill)
        character.ap -= basic.cost.ap
        if not declare(game, character, basic.name, basic.tags):
            return None
        if what:
            told = "{who} uses {action}: {what}"
            game.tell(told, "RB-15.9", who=seat, action=basic.name, what=what)
        about = f": {what}" if what else ""
        threshold, hidden = ask_threshold(
            game, f"{seat} uses {basic.name} with {skill.capitalize()}{about}"
        )
        terms = Terms(skill, own_total(game, character, skill), threshold, target, hidden)
        return check(game, character, terms)


class RecallKnowledge(OfWords, frozen=True):
    """A fitting skill against the GM's threshold; success gives one useful fact. RB-15.9."""

    says = Says("Recall Knowledge", TURN)
    skill: Annotated[str, Skill(own_skills, clause="RB-2.7", said=True)]
    about: Annotated[str, Words(longest=100)] = ""

    def do(self, game: Game[Table], seat: str) -> None:
        outcome = self.checked(game, seat, self.skill, self.about)
        if outcome is not None and outcome.success:
            asked = (
                f"What does {name_of(game, seat)} "
                f"recall{f' about {self.about}' if self.about else ''}?"
            )
            fact = game.text(game.state.gm, "fact", asked, "RB-15.9")
            game.tell("{who} recalls: {fact}", "RB-15.9", who=seat, fact=fact)


class Parlay(OfWords, frozen=True):
    """One statement with a social skill; each success is one concession.

    It is aimed at whom the dialogue is with, if nobody else is named. RB-15.14, RB-16.13.
    """

    says = Says("Parlay", TURN)
    skill: Annotated[str, ByAnyName(SOCIAL, clause="RB-15.14")]
    statement: Annotated[str, Words(longest=200, label="You say")] = ""
    target: Against = ""

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.parley is None:
            return Refused("RB-15.14", "The GM has to open a dialogue first.")
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        target, parley = self.target, game.state.parley
        if not target and parley is not None and parley.with_whom in known(game.state):
            target = parley.with_whom
        outcome = self.checked(game, seat, self.skill, self.statement, target)
        if outcome is not None:
            concede(game, outcome)
