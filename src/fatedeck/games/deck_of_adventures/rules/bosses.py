"""What a Boss does besides its turn: Adversary Actions, House Actions, acid clouds."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fatedeck.engine.actions import Says
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import Figure, Square
from fatedeck.engine.story import capital
from fatedeck.games.deck_of_adventures.data import every_power
from fatedeck.games.deck_of_adventures.rules import aims, grid, ground, health, mechanics, turns
from fatedeck.games.deck_of_adventures.rules.called import name_of
from fatedeck.games.deck_of_adventures.rules.families import FIGHT, OfTheGmInAFight
from fatedeck.games.deck_of_adventures.rules.ground import OnTheMap
from fatedeck.games.deck_of_adventures.rules.powers import use_power, why_not_work
from fatedeck.games.deck_of_adventures.state import Character, Combat, Table, Zone

ACID_CLOUD = "Acid cloud"
NONE = {"none": "None"}
CLOUD = 4
"""Spaces on a side of an acid cloud. DOA-364."""


def adversary_actions(game: Game[Table]) -> bool:
    """After another's turn a Boss may act, each Adversary Action once a round. DOA-360, DOA-363.

    Every Boss is asked, one after the other. True when an extra turn has begun.
    """
    combat = game.state.combat
    after = game.state.characters.get(combat.after) if combat is not None else None
    if combat is None or after is None:
        return False
    adversary = adversary_powers()
    for boss in list(game.state.characters.values()):
        if boss.kind not in ("dealer", "boss") or boss is after or health.is_down(boss):
            continue
        if boss.name in combat.asked:
            continue
        if adversary.isdisjoint(boss.powers) or not turns.in_play(game.state, boss):
            continue
        ready = [
            power
            for power in boss.powers
            if _is_ready(game.state, combat, boss, power, after, "adversary")
        ]
        if not ready:
            continue
        combat.asked.append(boss.name)
        prompt = (
            f"{capital(name_of(game, after.name))}’s turn is over. "
            f"Which Adversary Action does {name_of(game, boss.name)} take?"
        )
        power = game.choose(
            game.state.gm, "adversary-action", prompt, (*ready, "none"), "DOA-360", labels=NONE
        )
        if power != "none":
            combat.used.append(f"{combat.round} {boss.name}: {power}")
            _act_out_of_turn(game, boss, power)
            if combat.turns:
                return True
    return False


@cache
def adversary_powers() -> frozenset[str]:
    """The names of all powers that are Adversary Actions. DOA-360."""
    return frozenset(
        name for name, power in every_power("current").items() if power.type == "adversary"
    )


def house_actions(game: Game[Table]) -> None:
    """In its home a Boss uses one at the beginning of every round, once it has begun. DOA-361."""
    combat = game.state.combat
    if combat is None:
        return
    for name in combat.home:
        boss = game.state.characters.get(name)
        if boss is None or health.is_down(boss) or name in combat.gone:
            continue
        ready = [
            power
            for power in boss.powers
            if _is_ready(game.state, combat, boss, power, boss, "house")
        ]
        started = f"{name} keeps house" in combat.used
        if not ready:
            continue
        options = ready if started else [*ready, "none"]
        prompt = f"Which House Action does {name} take?"
        power = game.choose(game.state.gm, "house-action", prompt, options, "DOA-361", labels=NONE)
        if power != "none":
            combat.used.append(f"{name} keeps house")
            _act_out_of_turn(game, boss, power)


def _is_ready(
    state: Table, combat: Combat, boss: Character, power: str, after: Character, kind: str
) -> bool:
    """Whether a Boss could use a power of this kind now, after someone's turn. DOA-360."""
    if mechanics.listed(boss, power).type != kind:
        return False
    if f"{combat.round} {boss.name}: {power}" in combat.used:
        return False
    if power == "Adversary Major Action" and not after.is_dealer:
        return False
    use = mechanics.use_of(state, boss, power)
    if min(use.entry.pp, default=0) > boss.pp or why_not_work(state, use) is not None:
        return False
    return aims.why_nobody(state, use) is None


def _act_out_of_turn(game: Game[Table], boss: Character, power: str) -> None:
    use = mechanics.use_of(game.state, boss, power)
    if mechanics.wants_targets(use.how):
        options = [other.name for other in aims.candidates(game.state, use)]
        target = game.choose(
            game.state.gm, "on-whom", f"Who do you aim {use.entry.called} at?", options, "DOA-360"
        )
        use.targets = [game.state.characters[target]]
    boss.pp -= min(use.entry.pp, default=0)
    use_power(game, use)


def bosses(state: Table, seat: str) -> list[str]:
    return [
        who.name for who in state.characters.values() if who.kind == "boss" and turns.is_here(who)
    ]


class LayCloud(OfTheGmInAFight, OnTheMap, frozen=True):
    """A boss's acid cloud, 4 spaces on a side; turns in it start with an Agility Check. DOA-364."""

    says = Says("Acid cloud", FIGHT)
    who: Annotated[str, Figure(bosses, clause="DOA-364", label="By")]
    at: Annotated[str, Square(ground.every_space, clause="DOA-149", label="Corner")]

    @classmethod
    def is_shown(cls, state: Table, seat: str) -> bool:
        return bool(bosses(state, seat))

    def do(self, game: Game[Table], seat: str) -> None:
        space = grid.read_space(self.at)
        assert space is not None
        game.state.zones.append(Zone(ACID_CLOUD, self.who, *space, CLOUD, "cube", rounds=10))
        game.tell("An acid cloud fills 4 by 4 spaces from {at}.", "DOA-364", at=self.at)
