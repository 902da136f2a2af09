"""The turn: Resource, Main, Encounter and Clean-up Step, the end of the turn and of the game.

Chapters 5, 6, 12, 13 and 14.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from fatedeck.engine.errors import Refused
from fatedeck.engine.game import Game
from fatedeck.games.adventurer_factory.data import Card, Move, Trigger, title
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.looks.wording import say_action
from fatedeck.games.adventurer_factory.rules.acts import Act, carry_out_all, holds, titles
from fatedeck.games.adventurer_factory.rules.attacks import LABELS, simple_attack, simple_parley
from fatedeck.games.adventurer_factory.rules.effects import draw
from fatedeck.games.adventurer_factory.rules.places import (
    comes_on,
    discard,
    discard_attached,
    end_activations,
)
from fatedeck.games.adventurer_factory.rules.plays import (
    put_into_play,
    resolve,
    why_not_discard,
    why_not_played,
)
from fatedeck.games.adventurer_factory.rules.reasons import afresh, reason
from fatedeck.games.adventurer_factory.rules.ritual import settle, watch
from fatedeck.games.adventurer_factory.rules.uses import chain, use, why_not_use
from fatedeck.games.adventurer_factory.state import Mark, Player, Table, is_active, is_in_play

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
        if game.lines is not None:
            player = f"{seat} is Player {number}, begins with {mind} Mind"
            own = f"{player} and draws {', '.join(map(title, drawn))}."
            game.tell(f"{player} and draws {HAND} cards.", "AF-5.3", "AF-5.4", only={seat: own})
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
    gained = max(1, sum(is_in_play(mark) for mark in player.cards.values()))
    had = player.mind
    player.mind = min(CAP, had + gained)
    if game.lines is not None:
        lost = f", above {CAP} it is lost" if had + gained > CAP else ""
        told = f"Turn {table.turn}: {seat} gains {gained} Mind and has {player.mind}{lost}."
        game.tell(told, "AF-6.2", "AF-6.5")
    draw(game, seat)


# Main Step


def why_not_now(table: Table, seat: str, step: str) -> Refused | None:
    """Why it is not this seat's moment: its turn and the right step. AF-6.9, AF-7.1, AF-12.1."""
    if table.step == "over":
        return reason("AF-14.3", "The game is over.")
    if table.active != seat:
        return reason("AF-7.1", "Wait for your own turn.")
    if table.step != step:
        return (
            reason("AF-6.9", "Your Main Step is over; hold an Encounter or none.")
            if step == "main"
            else reason("AF-12.1", "End your Main Step first.")
        )
    return None


def why_not_play(table: Table, seat: str, card: str) -> Refused | None:
    """Why this seat may not play this hand card now. AF-7.1, AF-7.2."""
    if (refused := why_not_now(table, seat, "main")) is not None:
        return refused
    player = table.players[seat]
    if card not in player.hand.top and card not in player.shown.top:
        return reason("AF-7.1", "You do not hold that card.")
    return why_not_played(player, printed_on(card))


def play(game: Game[Table], seat: str, card: str) -> None:
    """Play a card from hand: it lies there pending, is answered, and resolves. AF-7.3, AF-11.7."""
    if (refused := why_not_play(game.state, seat, card)) is not None:
        raise afresh(refused)
    before = watch(game.state)
    card, mark = put_into_play(game, seat, card)
    settle(game, before)
    chain(game, seat)
    before = watch(game.state)
    resolve(game, seat, card, mark)
    settle(game, before)


def why_not_use_now(table: Table, seat: str, card: str, number: int) -> Refused | None:
    """Why this action may not be used in the own Main Step. AF-10.5, AF-10.6."""
    if (refused := why_not_now(table, seat, "main")) is not None:
        return refused
    if card in table.players[seat].cards and number in printed_on(card).encounters:
        return reason("AF-10.6", "That is an Encounter: end your Main Step first.")
    return why_not_use(table, seat, card, number)


def use_action(game: Game[Table], seat: str, card: str, number: int) -> None:
    """Use an action in the Main Step; then it may be answered. AF-10.5, AF-11.1."""
    if (refused := why_not_use_now(game.state, seat, card, number)) is not None:
        raise afresh(refused)
    use(game, seat, card, number)
    chain(game, seat)


def pay_to_discard(game: Game[Table], seat: str, card: str) -> None:
    """Pay 1 Mind to discard an own in-play card; no chain opens. AF-7.12."""
    table = game.state
    refused = why_not_now(table, seat, "main") or why_not_discard(table.players[seat], card)
    if refused is not None:
        raise afresh(refused)
    before = watch(table)
    table.players[seat].mind -= 1
    discard(game, seat, card, by_text=False)
    settle(game, before)


def end_main(game: Game[Table], seat: str) -> None:
    """The Encounter Step begins; skipped or forbidden, it is over. AF-12.10 to AF-12.13."""
    table, player = game.state, game.state.players[seat]
    if (refused := why_not_now(table, seat, "main")) is not None:
        raise afresh(refused)
    table.step = "encounter"
    skips, player.skip_next = player.skip_next, False
    if skips or player.forbidden == table.turn:
        if game.lines is not None:
            game.tell(f"{seat} holds no Encounter this turn.", "AF-12.10")
        _end_turn(game)


# Encounter Step, chapter 12


def why_not_encounter(table: Table, seat: str, card: str, number: int) -> Refused | None:
    """Why this Encounter action may not be held now. AF-10.6, AF-12.1."""
    if (refused := why_not_now(table, seat, "encounter")) is not None:
        return refused
    if card in table.players[seat].cards and number in printed_on(card).replies:
        return reason("AF-10.6", "That action is not an Encounter.")
    return why_not_use(table, seat, card, number)


def encounter(game: Game[Table], seat: str, card: str, number: int) -> None:
    """One action with the Encounter cost and its answers; then the turn ends.

    Nothing more can be chosen after it. AF-11.8, AF-12.2, AF-12.9.
    """
    if (refused := why_not_encounter(game.state, seat, card, number)) is not None:
        raise afresh(refused)
    game.state.players[seat].held = True
    use(game, seat, card, number, encounter=True)
    chain(game, seat)
    _end_turn(game)


def attack(game: Game[Table], seat: str) -> None:
    """A Simple Attack as the Encounter. AF-12.3."""
    _simple(game, seat, simple_attack)


def parley(game: Game[Table], seat: str) -> None:
    """A Simple Parley as the Encounter. AF-12.4."""
    _simple(game, seat, simple_parley)


def _simple(game: Game[Table], seat: str, blow: Callable[[Act], None]) -> None:
    if (refused := why_not_now(game.state, seat, "encounter")) is not None:
        raise afresh(refused)
    game.state.players[seat].held = True
    before = watch(game.state)
    blow(Act(game, seat, "", _NO_CARD, _NO_MARK, True))
    settle(game, before)
    chain(game, seat)
    _end_turn(game)


_NO_CARD = Card("", "", "", (), 0, {}, None)
_NO_MARK = Mark()


def no_encounter(game: Game[Table], seat: str) -> None:
    """Hold none. AF-12.1, AF-12.12."""
    if (refused := why_not_now(game.state, seat, "encounter")) is not None:
        raise afresh(refused)
    _end_turn(game)


# Clean-up and the end of the turn, chapter 13


def _end_turn(game: Game[Table]) -> None:
    """Clean-up; own end-of-turn triggers; durations and marks end; then who is beaten.

    AF-6.1, AF-13.1 to AF-13.5.
    """
    table = game.state
    seats = (table.active, table.other(table.active))
    table.step = "clean-up"
    before = watch(table)
    for seat in seats:
        for card, mark in list(table.players[seat].cards.items()):
            if mark.consumed and table.players[seat].cards.get(card) is mark:
                discard(game, seat, card, by_text=False)  # AF-15.6, AF-15.8
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
    if not _is_decided(game, played):
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
    said = say_action(printed_on(card).actions[number - 1])
    if game.may(
        seat, f"{title(card)} before the turn ends? {said}", "AF-13.2", yes="Use", no="Pass"
    ):
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
            notes = titles(game, [*due])
            card = game.choose(seat, "Which trigger next?", due, "AF-13.3", notes=notes)
        before = watch(game.state)
        due.pop(card)(game)
        settle(game, before)
        cards = game.state.players[seat].cards
        due = {card: run for card, run in due.items() if card in cards and is_active(cards[card])}


def _due(game: Game[Table], seat: str) -> dict[str, Callable[[Game[Table]], None]]:
    """What the end of the own turn sets off, as things are when it comes. AF-20.13."""
    found: dict[str, Callable[[Game[Table]], None]] = {}
    player = game.state.players[seat]
    for card, mark in player.cards.items():
        printed = printed_on(card)
        if not (printed.triggers or printed.host) or not is_active(mark):
            continue
        for trigger in printed.triggers:
            if trigger.event == "end_of_own_turn":
                act = Act(game, seat, card, printed, mark)
                if trigger.cond is None or holds(act, trigger.cond):
                    found[card] = partial(_run_trigger, act=act, trigger=trigger)
        if printed.host and printed.host.discard_attached_at and player.attached_to(card):
            found[card] = partial(_empty_host, seat=seat, card=card)
    return found


def _run_trigger(game: Game[Table], act: Act, trigger: Trigger) -> None:
    carry_out_all(trigger.effect, act)


def _empty_host(game: Game[Table], seat: str, card: str) -> None:
    """Magic Staff's Spells go, used or not. AF-18.29."""
    for attached in game.state.players[seat].attached_to(card):
        if attached in game.state.players[seat].cards:
            discard_attached(game, seat, attached)


def _end_durations(game: Game[Table], seat: str) -> None:
    """Durations until now, turn flags and use marks end. AF-10.4, AF-13.3, AF-14.7."""
    table, player = game.state, game.state.players[seat]
    for card, mark in player.cards.items():
        mark.used = []
        if mark.suppressed:
            mark.suppressed = False
            if is_active(mark):
                comes_on(game, seat, card)
    end_activations(game, seat)
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


# The end of the game, chapter 14


def _is_decided(game: Game[Table], played: bool) -> bool:
    """Who is beaten when a turn ends, and whether that ends the game.

    By 0 Health or Willpower, either seat; by an empty deck and no card played, the active player.
    Both beaten is a draw. AF-14.1 to AF-14.5, AF-14.9.
    """
    table = game.state
    beaten = [
        seat
        for seat, player in table.players.items()
        if not player.health
        or not player.willpower
        or (seat == table.active and not played and not player.deck_size())
    ]
    if game.lines is not None:
        for seat in beaten:
            _tell_why(game, seat)
    if len(beaten) == 2:
        finish(game, "", "Both are beaten: a draw.", "AF-14.3")
    elif beaten:
        finish(game, table.other(beaten[0]), f"{beaten[0]} is beaten.", "AF-14.3")
    elif table.longest and table.turn >= table.longest:
        finish(game, "", f"Turn {table.turn} is over: a draw.", "AF-14.9")
    else:
        return False
    return True


def _tell_why(game: Game[Table], seat: str) -> None:
    """By what a seat is beaten. AF-14.2, AF-14.4."""
    player = game.state.players[seat]
    at_zero = [LABELS[name] for name in ("health", "willpower") if not getattr(player, name)]
    if at_zero:
        game.tell(f"{seat} has 0 {' and 0 '.join(at_zero)}.", "AF-14.2")
    else:
        game.tell(f"{seat} has no deck left and played no card this turn.", "AF-14.4")


def finish(game: Game[Table], winner: str, sentence: str, clause: str) -> None:
    """The game ends, won or drawn."""
    table = game.state
    table.step = "over"
    table.winner = winner
    table.ending = sentence + (f" {winner} wins." if winner else "")
    if game.lines is not None:
        game.tell(table.ending, clause)


def why_not_offer_draw(table: Table, seat: str) -> Refused | None:
    """One offer per seat and turn. AF-14.7."""
    if table.step == "over":
        return reason("AF-14.3", "The game is over.")
    if table.players[seat].offered_draw:
        return reason("AF-14.7", "You have offered a draw this turn; wait for the next one.")
    return None


def offer_draw(game: Game[Table], seat: str) -> None:
    """The other seat accepts or declines at once. AF-14.6."""
    if (refused := why_not_offer_draw(game.state, seat)) is not None:
        raise afresh(refused)
    game.state.players[seat].offered_draw = True
    other = game.state.other(seat)
    if game.may(other, f"{seat} offers a draw.", "AF-14.6", yes="Accept", no="Decline"):
        finish(game, "", "A draw is agreed.", "AF-14.6")
    elif game.lines is not None:
        game.tell(f"{other} declines the draw.", "AF-14.7")


def concede(game: Game[Table], seat: str) -> None:
    """A seat may give up at any time; that is no action. AF-10.18, AF-14.8."""
    if game.state.step == "over":
        raise Refused("AF-14.3", "The game is over.")
    finish(game, game.state.other(seat), f"{seat} concedes.", "AF-14.8")
