"""Using a card's action: its gate, its costs, its effect. Chapter 10."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Way
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, Count
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.data import title
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all, gate_holds
from fatedeck.games.adventurer_factory.rules.rituals import settle, watch
from fatedeck.games.adventurer_factory.state import Table, is_active


def on_the_table(table: Table, seat: str) -> list[str]:
    return list(table.players[seat].cards)


def last_action(table: Table, seat: str, card: str) -> int:
    return len(printed_on(card).actions)


OwnCard: TypeAlias = Annotated[str, CardOf(on_the_table, called=title, clause="AF-10.2")]
ItsAction: TypeAlias = Annotated[int, Count(1, last_action, after=("card",), clause="AF-10.1")]
"""The actions of a card are numbered from 1, as they are printed."""


def ways_to_use(table: Table, seat: str, *, encounter: bool) -> Iterator[Way]:
    """The actions of a seat's cards, with the Encounter cost or without it. AF-10.5, AF-10.6."""
    for card in table.players[seat].cards:
        printed = printed_on(card)
        for number in printed.encounters if encounter else printed.replies:
            label = f"{printed.name}: {said(card, number).removeprefix('Encounter: ')}"
            refused = why_not_use(table, seat, card, number)
            yield Way({"card": card, "action": number}, label, why_not=refused)


def why_not_use(
    table: Table, seat: str, card: str, number: int, *, seen_by_all: bool = False
) -> Refused | None:
    """Why this action of this card cannot be used now, whatever the moment.

    Only one's own active, not Consumed cards; each action once a turn; the gate; the whole cost.
    With `seen_by_all` the answer rests only on what both seats see. AF-10.2 to AF-10.4, AF-10.7,
    AF-10.8, AF-10.14, AF-15.4.
    """
    player = table.players[seat]
    mark = player.cards.get(card)
    if mark is None or not is_active(mark):
        return Refused("AF-10.2", "You can only use your own active cards.")
    if mark.consumed:
        return Refused("AF-15.4", "That card is Consumed, so it has no more actions.")
    printed = printed_on(card)
    if not 1 <= number <= len(printed.actions):
        return Refused("AF-10.1", "That card has no such action.")
    action = printed.actions[number - 1]
    if action.key in mark.used:
        return Refused("AF-10.3", "You’ve already used that this turn.")
    for cost in action.costs:
        if (refused := cost.why_not(player, card, seen_by_all=seen_by_all)) is not None:
            return refused
    if action.gate is not None and not gate_holds(table, seat, card, action.gate):
        return Refused("AF-10.14", f"{printed.name} can’t be used yet: its condition isn’t met.")
    return None


def use(game: Game[Table], seat: str, card: str, number: int, *, encounter: bool = False) -> None:
    """Use an action as one event; the chain of responses is the caller's. AF-10.7, AF-18.37."""
    before = watch(game.state)
    act = perform(game, seat, card, number, encounter=encounter)
    settle(game, before, {seat: act.restored})


def perform(
    game: Game[Table], seat: str, card: str, number: int, *, encounter: bool = False
) -> Act:
    """Mark it used, pay the whole cost, turn a Consumable, carry out the effect.

    Consumable is the only type with rules of its own (AF-15.1); a Consumed card stays in play, with
    its slot, modifiers and symbols, until Clean-up (AF-15.5). The effect comes even if the cost
    took the card away. AF-10.7, AF-10.13, AF-10.16, AF-15.2.
    """
    printed = printed_on(card)
    mark = game.state.players[seat].cards[card]
    action = printed.actions[number - 1]
    act = Act(game, seat, card, printed, mark, encounter)
    mark.used.append(action.key)
    told = "{who} uses {card}: “{text}”"
    game.tell(told, "AF-10.7", who=seat, card=printed.name, text=action.text)
    for cost in action.costs:
        cost.pay(act)
    if printed.consumable and act.still_here():
        mark.consumed = True
    carry_out_all(action.effect, act)
    return act


def option_name(card: str, number: int) -> str:
    """An action as an answer names it: the card, with the action's number where it has several."""
    return card if len(printed_on(card).actions) == 1 else f"{card} ({number})"


def said(card: str, number: int) -> str:
    """What an action says."""
    return printed_on(card).actions[number - 1].text
