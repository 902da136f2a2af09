"""Ritual of the Eldritch Flows: tokens for stats that have risen in one event. AF-18.37."""

from __future__ import annotations

from typing import Literal, TypeAlias

from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import Stat, Trigger, watchers
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all
from fatedeck.games.adventurer_factory.rules.stats import stat
from fatedeck.games.adventurer_factory.state import Mark, Table, is_active

Watched: TypeAlias = list[tuple[str, str, Mark, Trigger, list[int]]]


def watch(table: Table) -> Watched | None:
    """The stats before an event, for every Ritual that is active then."""
    found: Watched | None = None
    rituals = watchers()
    for seat, player in table.players.items():
        if rituals.isdisjoint(player.cards):
            continue
        for card, mark in player.cards.items():
            for trigger in printed_on(card).triggers:
                if trigger.event == "self_stat_increases" and is_active(mark):
                    found = found or []
                    values = [_read(table, seat, each) for each in trigger.stats]
                    found.append((seat, card, mark, trigger, values))
    return found


def settle(
    game: Game[Table], before: Watched | None, restored: dict[str, int] | None = None
) -> None:
    """One token for each stat that is higher after the event; restoring never counts. AF-11.10.

    The Ritual must be active before and after. AF-18.37.
    """
    for seat, card, mark, trigger, values in before or ():
        if game.state.players[seat].cards.get(card) is not mark or not is_active(mark):
            continue
        for each, old in zip(trigger.stats, values, strict=True):
            back = (restored or {}).get(seat, 0) if each == "willpower" else 0
            if _read(game.state, seat, each) - back > old:
                carry_out_all(trigger.effect, Act(game, seat, card, printed_on(card), mark))


def _read(table: Table, seat: str, name: Stat | Literal["willpower"]) -> int:
    if name == "willpower":
        return table.players[seat].willpower
    return stat(table, seat, name)
