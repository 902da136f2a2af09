"""What a day is spent on: searching in Exploration, asking around and working in Downtime."""

from __future__ import annotations

from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Count
from fatedeck.games.realms_behind.rules.called import name_of
from fatedeck.games.realms_behind.rules.checks import Terms, check, own_total
from fatedeck.games.realms_behind.rules.families import DAY, OfADay, own_skills
from fatedeck.games.realms_behind.rules.names import Skill, is_lore, proper_skill
from fatedeck.games.realms_behind.rules.techniques import ask_threshold
from fatedeck.games.realms_behind.state import Table

WAGE_THRESHOLD = 12


def further_actions(table: Table, seat: str) -> int:
    """How many actions are left today beside the one that is needed. RB-15.3."""
    return max(0, table.players[seat].actions_left(table.phase) - 1)


More = Annotated[
    int, Count(0, further_actions, label="Extra actions (+1 Advantage each)", clause="RB-15.3")
]


class Investigate(OfADay, frozen=True):
    """Search an area: Insight against a hidden threshold, +1 Advantage for each further action.

    RB-15.12.
    """

    says = Says("Investigate", DAY)
    more: More = 0

    def do(self, game: Game[Table], seat: str) -> None:
        search(game, seat, self, "insight", self.more)


def informing_skills(table: Table, seat: str) -> list[str]:
    """Insight, Diplomacy, or a Lore. RB-15.9."""
    return ["insight", "diplomacy", "lore", *filter(is_lore, table.players[seat].skills)]


class GatherInformation(OfADay, frozen=True):
    """Ask around: Insight, Diplomacy or a fitting Lore against a hidden threshold. RB-15.12."""

    says = Says("Gather Information", DAY)
    skill: Annotated[str, Skill(informing_skills, clause="RB-15.9")] = "insight"
    more: More = 0

    def do(self, game: Game[Table], seat: str) -> None:
        search(game, seat, self, proper_skill(self.skill), self.more)


def search(game: Game[Table], seat: str, action: OfADay, skill: str, more: int) -> None:
    """A hidden threshold; each further action gives +1 Advantage. RB-15.12."""
    character = game.state.players[seat]
    action.spend(character, more)
    threshold, _ = ask_threshold(game, f"{seat} uses {action.basic().name}", hidden=True)
    terms = Terms(skill, own_total(game, character, skill), threshold, hidden=True, advantage=more)
    if check(game, character, terms).success:
        found = game.text(
            game.state.gm, "finding", f"What does {name_of(game, seat)} find out?", "RB-21.7"
        )
        game.tell("{who} finds out: {found}", "RB-21.7", who=seat, found=found)


class WageLabor(OfADay, frozen=True):
    """Work for gold: a fitting skill against 12, one gold per success. RB-15.9."""

    says = Says("Work for gold", DAY)
    skill: Annotated[str, Skill(own_skills, clause="RB-2.7", said=True)]

    def do(self, game: Game[Table], seat: str) -> None:
        character, skill = game.state.players[seat], proper_skill(self.skill)
        self.spend(character)
        outcome = check(
            game, character, Terms(skill, own_total(game, character, skill), WAGE_THRESHOLD)
        )
        character.gold += outcome.successes
        game.tell("{who} earns {gold} gold.", "RB-15.9", who=seat, gold=outcome.successes)
