"""Short and long rests."""

from __future__ import annotations

from typing import Annotated

from msgspec import field

from fatedeck.engine.actions import Says
from fatedeck.engine.cards import shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Many
from fatedeck.games.realms_behind.rules.checks import draw_cards
from fatedeck.games.realms_behind.rules.derived import draw_size, fortune_max, total, will_max
from fatedeck.games.realms_behind.rules.families import PARTY, OfTheGmInPlay, players, why_not_yet
from fatedeck.games.realms_behind.rules.growth import dancing_dream, forced_dream
from fatedeck.games.realms_behind.rules.health import heal
from fatedeck.games.realms_behind.rules.phases import welcome
from fatedeck.games.realms_behind.rules.turns import end_encounter
from fatedeck.games.realms_behind.state import Character, Table

SHORT_RESTS = 2
EXPLORATION_ACTIONS = 5
DOWNTIME_ACTIONS = 1
"""An Exploration action takes one to three hours, a Downtime action a day. RB-15.2, RB-15.3."""


class ShortRest(OfTheGmInPlay, frozen=True):
    """The whole party rests about an hour, at most twice a day, however long it lasts.

    RB-14.1 to RB-14.6, RB-14.9 to RB-14.11.
    """

    says = Says("Short rest", PARTY)

    @classmethod
    def why_closed(cls, state: Table, seat: str) -> Refused | None:
        if (refused := super().why_closed(state, seat)) is not None:
            return refused
        if state.short_rests >= SHORT_RESTS:
            return Refused(
                "RB-14.2", "You’ve had both short rests today. Only a long rest is left."
            )
        return None

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        _leave_encounter(table)
        table.short_rests += 1
        game.tell("The party takes a short rest.", "RB-14.2")
        for character in _resting(table):
            character.will = min(will_max(character), character.will + total(character, "resolve"))
            gained = character.fortune + total(character, "theurgy")
            character.fortune = min(fortune_max(character), gained)
            character.madness = max(0, character.madness - total(character, "resilience"))
            heal(game, character, total(character, "medicine") + 1, "shallow")
            draw_cards(game, character, total(character, "insight"))


class LongRest(OfTheGmInPlay, frozen=True):
    """8 to 10 hours; the day ends, and everyone wakes with a new hand. Dreams come over some.

    In order: cards recombined and shuffled (and a dream, if one is dreamed), one Necrotic off,
    healing, Will and Fortune to maximum, Madness 0, the new hand. RB-14.7 to RB-14.11, RB-1.9.
    """

    says = Says("Long rest", PARTY)
    dreamers: Annotated[
        list[str],
        Many(
            Figure(players, why_not_yet, clause="RB-17.3"),
            0,
            lambda table, seat: len(table.players),
            label="Dreams come over",
            clause="RB-17.3",
        ),
    ] = field(default_factory=list)

    def do(self, game: Game[Table], seat: str) -> None:
        table = game.state
        _leave_encounter(table)
        game.tell("The party takes a long rest.", "RB-14.7")
        for character in _resting(table):
            shuffle(character.deck, character.hand, character.discard, character.revealed)
            if character.name in self.dreamers:
                forced_dream(game, character)
            elif character.dream:
                dancing_dream(game, character, character.dream)
            character.dream = ""
            if character.statuses.necrotic:
                character.statuses.necrotic -= 1
            heal(game, character, character.body + total(character, "medicine"))
            character.will = will_max(character)
            character.fortune = fortune_max(character)
            character.madness = 0
            character.used_today.clear()
            character.exploration_actions = EXPLORATION_ACTIONS
            character.downtime_actions = DOWNTIME_ACTIONS
            draw_cards(game, character, draw_size(character))
        table.short_rests = 0
        table.day += 1
        game.tell("Day {day} begins.", "RB-14.1", day=table.day)
        for character in table.players.values():
            if character.waiting and character.ready:
                welcome(game, character)


def _leave_encounter(table: Table) -> None:
    """A rest ends the Encounter phase and what lasts only that long. RB-14.10."""
    if table.phase == "encounter":
        table.phase = "exploration"
    end_encounter(table)


def _resting(table: Table) -> list[Character]:
    """Everyone in play who rests, Downed or not. RB-14.9, RB-14.11."""
    return [c for c in table.players.values() if not c.dead and not c.waiting]
