"""How cards leave play, lie under others, and what follows when a static text ends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Literal

from fatedeck.engine.cards import move, shuffle
from fatedeck.engine.game import Game
from fatedeck.engine.story import listed
from fatedeck.games.adventurer_factory.data import Card, Host, IgnoreFill, ReduceNeed, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks import moments
from fatedeck.games.adventurer_factory.looks.wording import slot_word
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all, choose_card
from fatedeck.games.adventurer_factory.rules.stats import (
    HANDS,
    ignored_slots,
    is_printed,
    needs_met,
    occupants,
)
from fatedeck.games.adventurer_factory.state import (
    Mark,
    Player,
    Table,
    is_active,
    is_in_play,
    is_permanent,
)

NO_SLOT = "none"


def discard(game: Game[Table], seat: str, card: str, *, by_text: bool) -> None:
    """Put a card of the table into its owner's discard pile.

    `by_text` says that an action's cost or an effect does it, not a slot, Clean-up or AF-7.12: for
    Trash/Treasure. AF-1.7, AF-1.8, AF-9.8, AF-15.8, AF-18.47.
    """
    was_in_play = is_in_play(game.state.players[seat].cards[card])
    mark = _lift(game, seat, card, "discard")
    game.tell("{who}’s {card} is discarded.", "AF-1.7", who=seat, card=title(card))
    if by_text and was_in_play:
        _trash_treasure(game, seat, card)
    _follow(game, seat, card, mark)


def leave(game: Game[Table], seat: str, card: str, to: Literal["hand", "deck"]) -> None:
    """A card leaves the table for its owner's zone, and what hangs on it follows. AF-1.5."""
    _follow(game, seat, card, _lift(game, seat, card, to))


def _lift(game: Game[Table], seat: str, card: str, to: Literal["discard", "hand", "deck"]) -> Mark:
    """A card goes to its owner's zone and keeps no marks. AF-1.5, AF-1.6, AF-16.5."""
    player = game.state.players[seat]
    mark = player.cards.pop(card)
    if to == "discard":
        move(card, player.play, player.discard)
        player.discarded.append(card)
    elif to == "hand":
        move(card, player.play, player.shown)
    else:
        move(card, player.play, player.deck, "bag")
        shuffle(player.deck, player.peeked)  # AF-17.7
    _forget(player, card)
    return mark


def _follow(game: Game[Table], seat: str, card: str, mark: Mark) -> None:
    """What lay under a card that left is discarded, or stays in play, or is tested (Valet).

    Then what its static text did comes to an end. AF-16.4, AF-17.4.
    """
    printed = printed_on(card)
    if printed.host is not None:
        _lose_host(game, seat, card, mark, printed.host)
    if printed.ends and is_active(mark):
        static_ends(game, seat, printed)


def _lose_host(game: Game[Table], seat: str, card: str, mark: Mark, host: Host) -> None:
    player = game.state.players[seat]
    for hidden in list(mark.under):  # AF-18.50
        move(hidden, mark.under, player.discard)
        player.discarded.append(hidden)
        game.show(moments.cards, seat, f"Under {title(card)}", [hidden])
        game.tell("{card} was under {host}.", "AF-16.4", host=title(card), card=title(hidden))
    for attached in player.attached_to(card):
        if attached not in player.cards:
            continue
        if host.when_host_leaves == "detach":
            player.cards[attached].host = ""
        elif host.when_host_leaves == "discard_attached" or not detach(game, seat, attached):
            discard(game, seat, attached, by_text=True)  # AF-17.15


def _forget(player: Player, card: str) -> None:
    """A Hulking Physique whose named card has left may name another. AF-18.25."""
    for mark in player.cards.values():
        if mark.names == card:
            mark.names = ""


def _trash_treasure(game: Game[Table], seat: str, card: str) -> None:
    """Each own in-play card that a text discards gives its cost in Mind. AF-18.47, AF-20.13."""
    player = game.state.players[seat]
    for treasure, mark in list(player.cards.items()):
        printed = printed_on(treasure)
        for trigger in printed.triggers:
            if trigger.event == "own_in_play_card_discarded_by_action_or_effect" and is_active(
                mark
            ):
                act = Act(game, seat, treasure, printed, mark)
                act.cost_of_that_card = printed_on(card).cost
                carry_out_all(trigger.effect, act)


# Attaching


def attach(game: Game[Table], seat: str, card: str, host_card: str) -> None:
    """An in-play card is laid under a host. AF-16.1, AF-16.3, AF-16.6."""
    player = game.state.players[seat]
    mark, host = player.cards[card], printed_on(host_card).host
    assert host is not None
    was_active = is_active(mark)
    mark.host = host_card
    if host.fills_ignored:
        mark.slots = []
    if not is_in_play(mark):
        _forget(player, card)
    game.tell(
        "{card} is attached to {who}’s {host}.",
        "AF-16.1",
        card=title(card),
        who=seat,
        host=title(host_card),
    )
    if was_active and not is_active(mark):
        goes_off(game, seat, card, mark)


def can_attach(player: Player, card: str, host_card: str) -> bool:
    """Whether an in-play card can go under this host: nothing lies under itself. AF-16.1.

    A card activated under Echoes of Life stays there; Flourish takes none that is attached already.
    """
    mark, host = player.cards[card], printed_on(host_card).host
    assert host is not None
    if not has_room(player, host_card):
        return False
    if mark.activated or mark.host == host_card or (mark.host and host.rewrite):
        return False
    above = host_card
    while above and above != card:
        above = player.cards[above].host
    return not above


def has_room(player: Player, host_card: str) -> bool:
    """Whether one card more may be attached to this host. AF-20.9."""
    host = printed_on(host_card).host
    assert host is not None
    under = len(player.attached_to(host_card)) + len(player.cards[host_card].under)
    return host.max is None or under < host.max


def detach(game: Game[Table], seat: str, card: str) -> bool:
    """A card comes out from under Valet if its Needs are met and free slots are there. AF-18.27.

    It then takes them and works again, without one-offs. False when it could not be played so.
    """
    player, printed = game.state.players[seat], printed_on(card)
    mark = player.cards[card]
    ways = _free_ways(player, card)
    if not needs_met(player, printed) or not ways:
        return False
    mark.slots = [*choose_slots(game, seat, card, ways, "AF-18.27")]
    mark.host = ""
    game.tell("{card} is detached and works again.", "AF-18.27", card=title(card))
    if is_active(mark):
        comes_on(game, seat, card)
    return True


def _free_ways(player: Player, card: str) -> list[tuple[str, ...]]:
    """The slots that a card could fill now without pushing another out of them.

    One that a Hulking Physique still names fills a hand less. AF-18.25, AF-18.27.
    """
    printed = printed_on(card)
    if printed.fills is None or any(slot in ignored_slots(player) for slot in printed.slots):
        return [()]
    filled = occupants(player)
    some, every = printed.fills.any_of, printed.fills.all_of
    ways: list[tuple[str, ...]] = [(slot,) for slot in some] if some else [every]
    freed = min(len(ways[0]), sum(mark.names == card for mark in player.cards.values()))
    if freed:
        ways = [
            tuple(slot for slot in ways[0] if slot not in left)
            for left in combinations([slot for slot in ways[0] if slot in HANDS], freed)
        ]
    return [way for way in ways if not any(slot in filled for slot in way)]


def end_activations(game: Game[Table], seat: str) -> None:
    """Activations under Echoes of Life end: as if those cards had left play. AF-16.8, AF-18.14."""
    player = game.state.players[seat]
    activated = [(card, mark) for card, mark in player.cards.items() if mark.activated]
    for card, mark in activated:
        if player.cards.get(card) is not mark:
            continue
        was_active, printed = is_active(mark), printed_on(card)
        player.cards[card] = Mark(host=mark.host)
        _forget(player, card)
        if printed.host is not None:
            _lose_host(game, seat, card, mark, printed.host)
        if was_active and printed.ends:
            static_ends(game, seat, printed)


# Suppressing


def suppress(game: Game[Table], seat: str, card: str) -> None:
    """A card's text is off until the turn ends; it stays in play and in its slot. AF-17.3."""
    mark = game.state.players[seat].cards[card]
    was_active = is_active(mark)
    mark.suppressed = True
    told = "{who}’s {card} has no effect until the turn ends."
    game.tell(told, "AF-17.3", who=seat, card=title(card))
    if was_active:
        goes_off(game, seat, card, mark)


def goes_off(game: Game[Table], seat: str, card: str, mark: Mark) -> None:
    """A card on the table stops working. AF-17.4."""
    if printed_on(card).ends:
        mark.names = ""
        static_ends(game, seat, printed_on(card))


def comes_on(game: Game[Table], seat: str, card: str) -> None:
    """A card begins to work: slots that it makes others ignore are free. AF-18.2."""
    if not printed_on(card).ends:
        return
    player = game.state.players[seat]
    for static in printed_on(card).statics:
        if isinstance(static, IgnoreFill) and static.cards == "all":
            for mark in player.cards.values():
                mark.slots = [slot for slot in mark.slots if slot not in static.slots]


def static_ends(game: Game[Table], seat: str, printed: Card) -> None:
    """What follows when Hulking Physique, Beltpouch or Dwarf Gauntlet stops. AF-17.4, AF-7.13."""
    for static in printed.statics:
        if isinstance(static, IgnoreFill):
            _fill_again(game, seat)
        elif isinstance(static, ReduceNeed):
            _discard_unmet(game, seat, static)


def _discard_unmet(game: Game[Table], seat: str, static: ReduceNeed) -> None:
    """Every own in-play Weapon whose Needs are not met right then goes. AF-18.13."""
    player = game.state.players[seat]
    unmet = [
        card
        for card in player.in_play()
        if is_printed(card, static.filter) and not needs_met(player, printed_on(card))
    ]
    for card in unmet:
        if card in player.cards:
            discard(game, seat, card, by_text=True)


def _fill_again(game: Game[Table], seat: str) -> None:
    """Freed cards fill their slots at once; the controller discards until none is crowded.

    Each time a card that lies in a crowded slot, never a permanent one. AF-9.11.
    """
    player = game.state.players[seat]
    for card in player.in_play():
        mark = player.cards[card]
        host = printed_on(mark.host).host if mark.host else None
        if host is None or not host.fills_ignored:
            mark.slots += _missing(game, seat, card, mark)
    while crowded := _crowded(player):
        prompt = "That slot is full. Which card do you discard?"
        card = choose_card(game, seat, "crowded", prompt, crowded, "AF-9.11")
        discard(game, seat, card, by_text=True)


def _missing(game: Game[Table], seat: str, card: str, mark: Mark) -> Sequence[str]:
    """The slots that a card lists, does not fill, and is no longer excused from."""
    player, fills = game.state.players[seat], printed_on(card).fills
    ignored = ignored_slots(player)
    if fills is None or any(slot in ignored for slot in (*fills.any_of, *fills.all_of)):
        return []
    excused = sum(other.names == card for other in player.cards.values())
    if fills.any_of:
        if mark.slots or excused:
            return []
        return choose_slots(game, seat, card, [(slot,) for slot in fills.any_of], "AF-9.3")
    missing = [slot for slot in fills.all_of if slot not in mark.slots]
    hands = tuple(slot for slot in missing if slot in HANDS)
    if excused and len(hands) > excused:  # one Hulking Physique of two is left
        return choose_slots(game, seat, card, [(slot,) for slot in hands], "AF-9.3")
    return missing if len(hands) > excused else [slot for slot in missing if slot not in HANDS]


def choose_slots(
    game: Game[Table], seat: str, card: str, ways: Sequence[tuple[str, ...]], clause: str
) -> tuple[str, ...]:
    """The controller picks where a card lies, told what each slot holds. AF-9.3, AF-9.6."""
    if len(ways) == 1:
        return ways[0]
    named = {"+".join(way) or NO_SLOT: way for way in ways}
    labels = {name: " and ".join(map(slot_word, way)) or "No slot" for name, way in named.items()}
    filled = occupants(game.state.players[seat])
    notes = {
        name: f"in place of {listed([*dict.fromkeys(gone)])}"
        for name, way in named.items()
        if (gone := [title(filled[slot]) for slot in way if slot in filled])
    }
    prompt = f"Which slot does {title(card)} go into?"
    return game.choose_among(seat, "slot", prompt, named, clause, labels=labels, notes=notes)


def _crowded(player: Player) -> list[str]:
    """The cards that may go from slots with more than one card in them."""
    held: dict[str, list[str]] = {}
    for card, mark in player.cards.items():
        for slot in mark.slots:
            held.setdefault(slot, []).append(card)
    crowd = [card for cards in held.values() if len(cards) > 1 for card in cards]
    return [card for card in dict.fromkeys(crowd) if not is_permanent(card, player.cards[card])]
