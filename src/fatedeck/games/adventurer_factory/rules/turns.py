"""How a turn begins and ends: the deal, the Resource Step, Clean-up. Chapters 5, 6 and 13."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.data import title
from fatedeck.games.adventurer_factory.looks import moments
from fatedeck.games.adventurer_factory.rules import places
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all, holds, titles
from fatedeck.games.adventurer_factory.rules.endings import is_decided
from fatedeck.games.adventurer_factory.rules.rituals import settle, watch
from fatedeck.games.adventurer_factory.rules.using import said, use, why_not_use
from fatedeck.games.adventurer_factory.rules.words.piles import Move
from fatedeck.games.adventurer_factory.rules.zones import draw
from fatedeck.games.adventurer_factory.state import Player, Table, is_active

CAP = 10
HAND = 5


# Before the first turn, chapter 5


def deal(game: Game[Table]) -> None:
    """Who is Player 1 is chance unless agreed; each seat draws 5, without a mulligan.

    Player 1 begins with 2 Mind and the first turn, Player 2 with 4. AF-5.1 to AF-5.8.
    """
    table = game.state
    first = table.first or game.pick(list(table.players))
    table.order = [first, *(seat for seat in table.players if seat != first)]
    for number, (seat, mind) in enumerate(zip(table.order, (2, 4), strict=True), 1):
        table.players[seat].mind = mind
        drawn = [draw(game, seat, told=False) for _ in range(HAND)]
        game.show(moments.cards, seat, "Opening hand", drawn, seat)
        told = "{who} is Player {number}: {mind} Mind and {n} cards to start."
        own = told + " You draw {cards}."
        cards = [*map(title, drawn)]
        game.tell(
            told,
            "AF-5.3",
            "AF-5.4",
            only={seat: own},
            who=seat,
            number=number,
            mind=mind,
            n=HAND,
            cards=cards,
        )
    _begin_turn(game, first)


# Resource Step, chapter 6


def _begin_turn(game: Game[Table], seat: str) -> None:
    """1 Mind for each card in play, at least 1; what is above 10 is lost; draw a card.

    Nobody acts in between. AF-6.2 to AF-6.8.
    """
    table, player = game.state, game.state.players[seat]
    table.turn += 1
    table.active = seat
    table.step = "main"
    if player.passing == "mine":
        player.passing = ""
    n = len(player.in_play()) or 1
    mind = player.mind + n
    player.mind = min(CAP, mind)
    told = _OVER_THE_CAP if mind > CAP else _GAINS
    game.tell(told, "AF-6.2", "AF-6.5", turn=table.turn, who=seat, n=n, mind=player.mind)
    draw(game, seat)


_GAINS = "Turn {turn}: {who} gains {n} Mind, for {mind} in all."
_OVER_THE_CAP = "Turn {turn}: {who} gains {n} Mind, for {mind} in all (anything over that is lost)."


# Clean-up and the end of the turn, chapter 13


def end_turn(game: Game[Table]) -> None:
    """Clean-up; own end-of-turn triggers; durations and marks end; then who is beaten.

    AF-6.1, AF-13.1 to AF-13.5.
    """
    table = game.state
    seats = (table.active, table.other(table.active))
    table.step = "clean-up"
    before = watch(table)
    for seat in seats:
        cards = table.players[seat].cards
        for card, mark in [(card, mark) for card, mark in cards.items() if mark.consumed]:
            if cards.get(card) is mark:
                places.discard(game, seat, card, by_text=False)  # AF-15.6, AF-15.8
    settle(game, before)
    for seat in seats:
        _offer_spell_book(game, seat)
    _own_triggers(game, table.active)
    before = watch(table)
    played = table.players[table.active].played
    for seat in seats:
        _end_durations(game, seat)
    table.events.clear()
    settle(game, before)
    if not is_decided(game, played):
        _begin_turn(game, seats[1])


def _offer_spell_book(game: Game[Table], seat: str) -> None:
    """A seat may use one unused Spell Book on a Spell that went this turn. AF-13.2, AF-18.44."""
    table, player = game.state, game.state.players[seat]
    if not player.discarded:
        return
    usable = [
        (card, number)
        for card in player.cards
        for number in printed_on(card).replies
        if _recovers(player, card, number) and why_not_use(table, seat, card, number) is None
    ]
    if not usable:
        return
    card, number = usable[0]
    prompt = f"Use {title(card)} before the turn ends? {said(card, number)}"
    if game.may(seat, "recover", prompt, "AF-13.2", yes="Use", no="Pass"):
        use(game, seat, card, number)


def _recovers(player: Player, card: str, number: int) -> bool:
    """Whether an action takes back what was discarded this turn, and something is there."""
    return any(
        isinstance(effect, Move)
        and effect.filter.discarded_this_turn
        and any(
            gone in player.discard.top and effect.filter.type in printed_on(gone).types
            for gone in player.discarded
        )
        for effect in printed_on(card).actions[number - 1].effect
    )


def _own_triggers(game: Game[Table], seat: str) -> None:
    """Loot, Cashflow, Magic Staff: the active player orders them. AF-13.3, AF-11.14.

    Copies of one card come to the same in any order.
    """
    due = _due(game, seat)
    while due:
        card = next(iter(due))
        if len({printed_on(each).id for each in due}) > 1:
            prompt, labels = "Which card comes next?", titles(due)
            card = game.choose(seat, "next-trigger", prompt, due, "AF-13.3", labels=labels)
        before = watch(game.state)
        due.pop(card)()
        settle(game, before)
        cards = game.state.players[seat].cards
        due = {card: run for card, run in due.items() if card in cards and is_active(cards[card])}


def _due(game: Game[Table], seat: str) -> dict[str, Callable[[], None]]:
    """What the end of a seat's turn sets off, as things stand when it comes. AF-20.13."""
    found: dict[str, Callable[[], None]] = {}
    player = game.state.players[seat]
    for card, mark in player.cards.items():
        printed = printed_on(card)
        if not (printed.triggers or printed.host) or not is_active(mark):
            continue
        for trigger in printed.triggers:
            if trigger.event == "end_of_own_turn":
                act = Act(game, seat, card, printed, mark)
                if trigger.cond is None or holds(act, trigger.cond):
                    found[card] = partial(carry_out_all, trigger.effect, act)
        if printed.host and printed.host.discard_attached_at and player.attached_to(card):
            found[card] = partial(_empty_host, game, seat, card)
    return found


def _empty_host(game: Game[Table], seat: str, card: str) -> None:
    """Magic Staff's Spells go, used or not. AF-18.29."""
    for attached in game.state.players[seat].attached_to(card):
        if attached in game.state.players[seat].cards:
            places.discard(game, seat, attached, by_text=True)


def _end_durations(game: Game[Table], seat: str) -> None:
    """Durations until now, turn flags and use marks end. AF-10.4, AF-13.3, AF-14.7.

    All at once: a card that was woken and suppressed does not work again in between. AF-16.8.
    """
    table, player = game.state, game.state.players[seat]
    for card, mark in player.cards.items():
        if mark.used:
            mark.used = []
        if mark.suppressed and not mark.activated:
            mark.suppressed = False
            if is_active(mark):
                places.comes_on(game, seat, card)
    places.end_activations(game, seat)
    if player.effects:
        player.effects = [each for each in player.effects if each.until > table.turn]
    if player.wards:
        player.wards = [ward for ward in player.wards if ward.turn > table.turn]
    if seat == table.active:
        player.skipped = player.counts_as_skipped or not player.held  # AF-12.12
        player.held = player.counts_as_skipped = False
        player.forbidden = player.forbidden if player.forbidden > table.turn else 0
    player.immune = player.played = player.offered_draw = False
    player.discarded = []
    player.attack_rolls = []
    if player.passing == "turn":
        player.passing = ""
