"""The Encounter Step: a Simple Attack, a Simple Parley, a card's Encounter, or none. Chapter 12."""

from __future__ import annotations

from collections.abc import Iterable

from fatedeck.engine.actions import Says, Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import Card
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules import using
from fatedeck.games.adventurer_factory.rules.acts import Act
from fatedeck.games.adventurer_factory.rules.blows import blow
from fatedeck.games.adventurer_factory.rules.families import InTheEncounterStep
from fatedeck.games.adventurer_factory.rules.responses import chain
from fatedeck.games.adventurer_factory.rules.rituals import settle, watch
from fatedeck.games.adventurer_factory.rules.stats import dice, for_and_against
from fatedeck.games.adventurer_factory.rules.turns import end_turn
from fatedeck.games.adventurer_factory.state import Kind, Mark, Table

GROUP = "Encounter"
_NO_CARD, _NO_MARK = Card("", "", "", (), 0, {}, None), Mark()


class Attack(InTheEncounterStep, frozen=True):
    """Hold a Simple Attack. AF-12.3."""

    says = Says("Simple Attack", GROUP)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way(note=_takes(state, seat, "attack", "Health"))]

    def do(self, game: Game[Table], seat: str) -> None:
        _hold_simple(game, seat, "attack")


class Parley(InTheEncounterStep, frozen=True):
    """Hold a Simple Parley. AF-12.4."""

    says = Says("Simple Parley", GROUP)

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return [Way(note=_takes(state, seat, "parley", "Willpower"))]

    def do(self, game: Game[Table], seat: str) -> None:
        _hold_simple(game, seat, "parley")


def _takes(table: Table, seat: str, kind: Kind, counter: str) -> str:
    """What a blow takes with the best die, in a word or two."""
    mine, theirs = for_and_against(table, seat, kind)
    delta, best = mine - theirs, dice(table, seat, kind)[-1]
    if best.sides == 1:  # nothing is rolled
        return f"{max(0, best.count + best.plus + delta)} from their {counter}"
    return f"{best}{f' {delta:+}' if delta else ''} from their {counter}"


def _hold_simple(game: Game[Table], seat: str, kind: Kind) -> None:
    game.state.players[seat].held = True
    before = watch(game.state)
    blow(Act(game, seat, "", _NO_CARD, _NO_MARK, True), kind)
    settle(game, before)
    chain(game, seat)
    end_turn(game)


class Encounter(InTheEncounterStep, frozen=True):
    """Hold an Encounter of one of your cards, the first action printed being 1.

    Its answers follow, then the turn ends; nothing more can be chosen. AF-11.8, AF-12.1, AF-12.2,
    AF-12.9.
    """

    says = Says("Hold an Encounter", GROUP)
    card: using.OwnCard
    action: using.ItsAction = 1

    @classmethod
    def ways(cls, state: Table, seat: str) -> Iterable[Way]:
        return using.ways_to_use(state, seat, encounter=True)

    def why_not(self, state: Table, seat: str) -> Refused | None:
        if self.action in printed_on(self.card).replies:
            return Refused("AF-10.6", "That action is not an Encounter.")
        return using.why_not_use(state, seat, self.card, self.action)

    def do(self, game: Game[Table], seat: str) -> None:
        game.state.players[seat].held = True
        using.use(game, seat, self.card, self.action, encounter=True)
        chain(game, seat)
        end_turn(game)


class NoEncounter(InTheEncounterStep, frozen=True):
    """Hold none. AF-12.1, AF-12.12."""

    says = Says("No Encounter", GROUP)

    def do(self, game: Game[Table], seat: str) -> None:
        end_turn(game)
