"""Playing a card: Needs, slots, payment, the pending card, and its resolving. Chapters 7 to 9."""

from __future__ import annotations

from typing import Literal

from fatedeck.engine.cards import Pile, move
from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import Card, Trigger, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import slots_told
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all, titles
from fatedeck.games.adventurer_factory.rules.places import choose_slots, comes_on, discard
from fatedeck.games.adventurer_factory.rules.stats import (
    free_physiques,
    needs_met,
    occupants,
    placements,
)
from fatedeck.games.adventurer_factory.state import Mark, Player, Table, is_active, take_from_hand


def obstacle(
    player: Player,
    printed: Card,
    host: str = "",
    *,
    ignore_needs: bool = False,
    cost_change: int = 0,
    provided: dict[str, int] | None = None,
    filled: dict[str, str] | None = None,
) -> Literal["", "Mind", "Needs", "slots"]:
    """What keeps this seat from playing such a card, tested before anything changes.

    AF-7.2, AF-8.2, AF-8.7, AF-9.7, AF-17.13.
    """
    if player.mind < printed.cost + cost_change:
        return "Mind"
    if not ignore_needs and printed.needs and not needs_met(player, printed, provided):
        return "Needs"
    if printed.slots and not placements(
        player, printed, printed_on(host).host if host else None, filled
    ):
        return "slots"
    return ""


def put_into_play(
    game: Game[Table],
    seat: str,
    card: str,
    source: Pile | None = None,
    host: str = "",
    cost_change: int = 0,
) -> tuple[str, Mark]:
    """Steps 2 to 5 of a play: slots, their occupants, payment, the card lies there pending.

    Then the opponent's triggers on it are offered. AF-7.3 to AF-7.5, AF-7.8, AF-7.13. A cost change
    never takes a cost below 0. AF-7.11.
    """
    player, printed = game.state.players[seat], printed_on(card)
    way = _choose_way(game, seat, card, host)
    for slot, occupant in occupants(player).items() if way else ():
        if slot in way and occupant in player.cards:
            discard(game, seat, occupant, by_text=False)  # AF-9.6, AF-9.10
    player.mind -= max(0, printed.cost + cost_change)
    if source is None:
        card = take_from_hand(player, card, player.play)
    else:
        move(card, source, player.play)
    mark = Mark(slots=list(way), pending=True, host=host if host in player.cards else "")
    player.cards[card] = mark
    player.played = True
    if not host or not _fills_ignored(host):
        _name_freed(player, card, printed, way)
    if way:
        told = "{who} plays {card} {where}."
        game.tell(told, "AF-7.3", who=seat, card=printed.name, where=slots_told(way))
    else:
        game.tell("{who} plays {card}.", "AF-7.3", who=seat, card=printed.name)
    _contests(game, seat, card, mark)
    return card, mark


def resolve(game: Game[Table], seat: str, card: str, mark: Mark) -> None:
    """Step 7: the card becomes active, its one-offs happen, then triggers on "you play a card".

    A card that left play meanwhile resolves nothing, and nothing paid comes back; a suppressed one
    becomes active without its one-offs, then or later. AF-2.9, AF-7.6, AF-7.7, AF-17.3.
    """
    player, printed = game.state.players[seat], printed_on(card)
    if player.cards.get(card) is not mark:
        return
    mark.pending = False
    if is_active(mark):
        if printed.ends:
            comes_on(game, seat, card)
        if printed.on_play:
            carry_out_all(printed.on_play, Act(game, seat, card, printed, mark))
    for other, its_mark in list(player.cards.items()):
        for trigger in printed_on(other).triggers:  # AF-18.7
            if trigger.event == "self_plays_card" and other != card and is_active(its_mark):
                carry_out_all(trigger.effect, Act(game, seat, other, printed_on(other), its_mark))


def play_at_once(
    game: Game[Table],
    seat: str,
    card: str,
    source: Pile | None = None,
    host: str = "",
    cost_change: int = 0,
) -> None:
    """A card played by an effect or as a cost: no response chain of its own. AF-7.9, AF-7.10."""
    resolve(game, seat, *put_into_play(game, seat, card, source, host, cost_change))


def _choose_way(game: Game[Table], seat: str, card: str, host: str) -> tuple[str, ...]:
    """The slots for a card; the player picks where there is a choice. AF-9.3, AF-18.25."""
    printed = printed_on(card)
    if not printed.slots:
        return ()
    ways = placements(game.state.players[seat], printed, printed_on(host).host if host else None)
    if len(ways) > 1 and printed.slots[0] == "C1":  # the four Class slots are alike
        filled = occupants(game.state.players[seat])
        ways = [way for way in ways if way[0] not in filled][:1] or ways
    return choose_slots(game, seat, card, ways, "AF-9.3")


def _fills_ignored(host: str) -> bool:
    printed = printed_on(host).host
    return printed is not None and printed.fills_ignored


def _name_freed(player: Player, card: str, printed: Card, way: tuple[str, ...]) -> None:
    """A Hulking Physique names the card whose hand it frees. AF-18.25."""
    if printed.fills is None or not any("hand" in slot for slot in printed.slots):
        return
    wanted = 1 if printed.fills.any_of else len(printed.fills.all_of)
    for physique in free_physiques(player, printed)[: max(0, wanted - len(way))]:
        player.cards[physique].names = card


def _contests(game: Game[Table], seat: str, card: str, mark: Mark) -> None:
    """The other seat's triggers on a played card, each only while it is pending. AF-7.5, AF-18.5.

    Where several could react their controller orders them, or declines. AF-11.14.
    """
    table = game.state
    foe = table.other(seat)
    watching = table.players[foe]
    declined: list[str] = []
    while table.players[seat].cards.get(card) is mark:
        ready = {
            other: trigger
            for other, its_mark in watching.cards.items()
            if other not in declined
            for trigger in printed_on(other).triggers
            if trigger.event == "opponent_plays_card"
            and not (trigger.limit and trigger.key in its_mark.used)
            and is_active(its_mark)
        }
        if not ready:
            return
        other, trigger = next(iter(ready.items()))
        if len(ready) > 1:
            prompt, labels = "Which card reacts first?", titles(ready)
            other = game.choose(foe, "first-to-react", prompt, ready, "AF-11.14", labels=labels)
            trigger = ready[other]
        prompt = f"{seat} plays {title(card)}. Contest it with {title(other)}?"
        if not game.may(foe, "contest", prompt, "AF-18.5", yes="Contest", no="Let it through"):
            declined.append(other)
            continue
        _react(game, foe, other, trigger, card)


def _react(game: Game[Table], seat: str, other: str, trigger: Trigger, played: str) -> None:
    mark = game.state.players[seat].cards[other]
    mark.used.append(trigger.key)
    act = Act(game, seat, other, printed_on(other), mark)
    act.played = played
    carry_out_all(trigger.effect, act)
