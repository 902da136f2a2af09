"""Using a card's action: its gate, its costs, its effect. Chapter 10."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, TypeAlias

from fatedeck.engine.actions import Way
from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.engine.kinds import CardOf, Count
from fatedeck.games.adventurer_factory.data import (
    AnyCost,
    Consume,
    DiscardHand,
    DiscardOwn,
    DiscardThis,
    OneOf,
    Pay,
    PlayAndAttach,
    PlayCost,
    RollBoth,
    ShowHandCost,
    ShowTopCost,
    ShuffleDiscards,
    ShuffleThis,
    title,
)
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import say_action, say_cost
from fatedeck.games.adventurer_factory.rules.acts import (
    Act,
    carry_out,
    carry_out_all,
    choose_card,
    choose_die,
    gate_holds,
    roll_for,
    titles,
)
from fatedeck.games.adventurer_factory.rules.blows import LABELS
from fatedeck.games.adventurer_factory.rules.places import discard, leave
from fatedeck.games.adventurer_factory.rules.playing import obstacle
from fatedeck.games.adventurer_factory.rules.rituals import settle, watch
from fatedeck.games.adventurer_factory.rules.stats import fits, fitting_in_play
from fatedeck.games.adventurer_factory.state import (
    Player,
    Table,
    is_active,
    is_permanent,
    take_from_hand,
)


def on_the_table(table: Table, seat: str) -> list[str]:
    return list(table.players[seat].cards)


def last_action(table: Table, seat: str, card: str) -> int:
    return len(printed_on(card).actions)


OwnCard: TypeAlias = Annotated[str, CardOf(on_the_table, clause="AF-10.2")]
ItsAction: TypeAlias = Annotated[int, Count(1, last_action, after=("card",), clause="AF-10.1")]
"""The actions of a card are numbered from 1, as they are printed."""


def ways_to_use(table: Table, seat: str, *, encounter: bool) -> Iterator[Way]:
    """The actions of a seat's cards, with the Encounter cost or without it. AF-10.5, AF-10.6."""
    for card in table.players[seat].cards:
        printed = printed_on(card)
        for number in printed.encounters if encounter else printed.replies:
            label = f"{printed.name}: {say_action(printed.actions[number - 1])}"
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
        return Refused("AF-10.2", "Only your own active cards can be used.")
    if mark.consumed:
        return Refused("AF-15.4", "A Consumed card can use no further action.")
    printed = printed_on(card)
    if not 1 <= number <= len(printed.actions):
        return Refused("AF-10.1", "The card has no such action.")
    action = printed.actions[number - 1]
    if action.key in mark.used:
        return Refused("AF-10.3", "Each action of a card can be used once a turn.")
    for cost in action.costs:
        if (refused := _why_not_pay(player, card, cost, seen_by_all)) is not None:
            return refused
    if action.gate is not None and not gate_holds(table, seat, card, action.gate):
        return Refused("AF-10.14", f"{printed.name}: its condition does not hold now.")
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
    if game.lines is not None:
        game.tell(f"{seat} uses {printed.name}: “{say_action(action)}”", "AF-10.7")
    for cost in action.costs:
        _pay(act, cost)
    if printed.consumable and act.still_here():
        mark.consumed = True
    carry_out_all(action.effect, act)
    return act


def option_name(card: str, number: int) -> str:
    """An action as an answer names it: the card, with the action's number where it has several."""
    return card if len(printed_on(card).actions) == 1 else f"{card} ({number})"


# Costs, AF-20.1


def _why_not_pay(
    player: Player, card: str, cost: AnyCost, seen_by_all: bool = False
) -> Refused | None:
    """Why this part of a cost cannot be paid in full. AF-10.8, AF-20.1."""
    match cost:
        case Pay(n=int()):
            if getattr(player, cost.stat) < cost.n:
                return Refused(
                    "AF-10.8", f"You need {cost.n} {LABELS[cost.stat]} for {title(card)}."
                )
        case Pay(n="x") | Consume() | DiscardThis() | ShuffleThis() | RollBoth():
            if isinstance(cost, DiscardThis) and is_permanent(card, player.cards[card]):
                return Refused("AF-17.2", "It can never be discarded.")
        case Pay():
            if not _activatable(player, card):
                return Refused("AF-20.1", "No attached card has a cost that you can pay.")
        case DiscardOwn():
            if len(_own_discards(player, cost)) < cost.n:
                return Refused("AF-10.8", "You have no card in play that you could discard for it.")
        case DiscardHand() | ShowHandCost():
            n = cost.n if isinstance(cost, DiscardHand) else cost.show.n
            if player.hand_size() < n:
                return Refused("AF-10.8", "Your hand is empty.")
        case ShuffleDiscards():
            if len(player.discard) < cost.n:
                return Refused("AF-18.20", f"Your discard pile needs {cost.n} cards for it.")
        case ShowTopCost():
            if not player.deck_size():
                return Refused("AF-18.4", "Your deck is empty.")
        case PlayCost():
            if not (player.hand_size() if seen_by_all else playable(player, card, cost.play)):
                return Refused("AF-20.1", "No card of your hand could be played and attached here.")
        case OneOf():
            if not _payable(player, card, cost):
                return Refused("AF-10.10", "You can pay none of its costs.")
    return None


def _payable(player: Player, card: str, cost: OneOf) -> list[AnyCost]:
    return [part for part in cost.costs if _why_not_pay(player, card, part) is None]


def _own_discards(player: Player, cost: DiscardOwn) -> list[str]:
    """In-play cards to pay with, the card itself among them, never a permanent one. AF-10.12."""
    return [
        card
        for card in fitting_in_play(player, cost.filter)
        if not is_permanent(card, player.cards[card])
    ]


def _activatable(player: Player, host: str) -> list[str]:
    return [
        card
        for card in player.attached_to(host)
        if not player.cards[card].activated and printed_on(card).cost <= player.mind
    ]


def playable(player: Player, host: str, play: PlayAndAttach) -> list[str]:
    """The hand cards that could be played and attached to this host. AF-7.9, AF-20.6."""
    return [
        card
        for card in player.holds()
        if fits(player, card, play.filter)
        and not obstacle(
            player,
            printed_on(card),
            host,
            ignore_needs=play.ignore_needs,
            cost_change=play.cost_change,
        )
    ]


def _pay(act: Act, cost: AnyCost) -> None:
    """Pay one part of a cost; what is paid is no damage. AF-2.12, AF-10.10."""
    game, player, seat = act.game, act.player, act.seat
    match cost:
        case Consume():
            act.mark.consumed = True
        case DiscardThis():
            discard(game, seat, act.card, by_text=True)
        case ShuffleThis():
            leave(game, seat, act.card, "deck")
        case Pay():
            _pay_counter(act, cost)
        case DiscardOwn():
            for _ in range(cost.n):
                options = _own_discards(player, cost)
                card = choose_card(game, seat, "Discard which of your cards?", options, "AF-10.12")
                discard(game, seat, card, by_text=True)
        case DiscardHand():
            for _ in range(cost.n):
                discard_from_hand(act, seat)
        case ShuffleDiscards():
            cards = list(player.discard)
            if len(cards) > cost.n:
                prompt = f"Shuffle which {cost.n} cards into your deck?"
                cards = game.several(
                    seat, prompt, cards, cost.n, cost.n, "AF-18.20", notes=titles(game, cards)
                )
            for card in cards:
                move(card, player.discard, player.deck, "bag")
            shuffle(player.deck, player.peeked)
        case RollBoth():
            mine = choose_die(game, seat, "parley")  # AF-18.45: both choose, then both roll
            theirs = choose_die(game, act.foe_seat, "parley")
            act.roll_self = roll_for(game, seat, "parley", mine)[1]
            act.roll_opponent = roll_for(game, act.foe_seat, "parley", theirs)[1]
            if game.lines is not None:
                game.tell(
                    f"{seat} rolls {act.roll_self}, {act.foe_seat} {act.roll_opponent}.", "AF-3.7"
                )
        case ShowHandCost() | ShowTopCost():
            carry_out(cost.show, act)
        case PlayCost():
            carry_out(cost.play, act)
        case OneOf():
            parts = _payable(player, act.card, cost)
            if len(parts) == 1:
                _pay(act, parts[0])
            else:
                named = {say_cost(part): part for part in parts}
                _pay(act, game.choose_among(seat, "Pay with what?", named, "AF-10.10"))


def _pay_counter(act: Act, cost: Pay) -> None:
    player = act.player
    if isinstance(cost.n, int):
        amount = cost.n
    elif cost.n == "x":
        have: int = getattr(player, cost.stat)
        label = LABELS[cost.stat]
        prompt = f"Pay how much {label}?"
        amount = act.game.number(act.seat, prompt, 0, have, "AF-10.11") if have else 0
        act.x = amount
    else:
        options = _activatable(player, act.card)
        act.chosen = choose_card(act.game, act.seat, "Activate which card?", options, "AF-18.14")
        amount = printed_on(act.chosen).cost
    setattr(player, cost.stat, getattr(player, cost.stat) - amount)


def discard_from_hand(act: Act, seat: str) -> None:
    """The owner of a hand picks one of its cards to discard. AF-17.11."""
    player = act.table.players[seat]
    hand = player.holds()
    card = hand[0]
    if len(hand) > 1:
        card = act.game.choose(
            seat, "Discard which card of your hand?", hand, "AF-17.11", notes=titles(act.game, hand)
        )
    drop_from_hand(act.game, seat, card)
    act.cost_of_discarded_card = printed_on(card).cost  # AF-18.33


def drop_from_hand(game: Game[Table], seat: str, card: str) -> None:
    """A hand card goes to the discard pile."""
    player = game.state.players[seat]
    card = take_from_hand(player, card, player.discard)
    player.discarded.append(card)
    if game.lines is not None:
        game.tell(f"{seat} discards {title(card)} from the hand.", "AF-1.7")
