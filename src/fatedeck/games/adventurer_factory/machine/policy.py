"""A quick rule-of-thumb player: every card and action is worth so much, the best is taken."""

from __future__ import annotations

from msgspec import Struct

from fatedeck.engine.game import NO, YES
from fatedeck.engine.questions import Answer, Choose, Decision, Number, Several
from fatedeck.engine.ruleset import Policy
from fatedeck.games.adventurer_factory.data import Card, die
from fatedeck.games.adventurer_factory.data import card as printed_on
from fatedeck.games.adventurer_factory.machine.moves import ATTACK, END_MAIN, NO_ENCOUNTER, PARLEY
from fatedeck.games.adventurer_factory.machine.reasons import reason
from fatedeck.games.adventurer_factory.machine.thumb import Thumb, card_worth, worth_alone
from fatedeck.games.adventurer_factory.rules.encounters import Encounter
from fatedeck.games.adventurer_factory.rules.families import Move
from fatedeck.games.adventurer_factory.rules.main_step import Play, Use
from fatedeck.games.adventurer_factory.rules.playing import obstacle
from fatedeck.games.adventurer_factory.rules.responses import PASS, PASS_TURN, replies
from fatedeck.games.adventurer_factory.rules.stats import (
    for_and_against,
    occupants,
    placements,
    symbols,
)
from fatedeck.games.adventurer_factory.rules.using import why_not_use
from fatedeck.games.adventurer_factory.state import Player, Table

TEMPERS = {"careful": 2.0, "bold": 0.4}
"""How much its own Health and Willpower are worth to a player of another temper."""


class RuleOfThumb(Policy[Table]):
    """Plays what is worth most, card by card; answers what is asked in the same spirit."""

    def __init__(self, caution: float = 1.0) -> None:
        self.caution = caution

    def act(self, state: Table, seat: str) -> Move | None:
        if state.active != seat:
            return None
        if state.step == "main":
            return best_main_move(state, seat, self.caution)
        return best_encounter(state, seat, self.caution) if state.step == "encounter" else None

    def answer(self, state: Table, question: Decision) -> Answer:
        if isinstance(question, Choose):
            return choose(state, question, self.caution)
        if isinstance(question, Number):
            return _number(state, question)
        if isinstance(question, Several):
            player = state.players[question.seat]
            ranked = sorted(
                question.options, key=lambda card: -card_worth(player, printed_on(card))
            )
            return ranked[: question.least]
        return ""

    def reason(self, state: Table, seat: str, move: Struct | str) -> str:
        return reason(state, seat, move)


# Moves


def best_main_move(table: Table, seat: str, caution: float = 1.0) -> Move:
    """Play the best card that costs no better one its slot; use what is worth its cost."""
    player = table.players[seat]
    thumb = Thumb(table, seat, caution)
    provided, filled = symbols(player), occupants(player)
    best, most = None, 0.0
    for card in player.holds():
        printed = printed_on(card)
        if printed.cost > player.mind:
            continue
        if obstacle(player, printed, provided=provided, filled=filled):
            continue
        worth = card_worth(player, printed, provided) - _replaced(player, printed, filled)
        worth -= 0.12 * printed.cost
        if worth > most:
            best, most = card, worth
    if best is not None:
        return Play(best)
    chosen: Move = END_MAIN
    most = 0.0
    for card, number in replies(table, seat):
        worth = thumb.action(card, number)
        if worth > most:
            chosen, most = Use(card, number), worth
    return chosen


def best_encounter(table: Table, seat: str, caution: float = 1.0) -> Move:
    """The Encounter with the best expected share of what the other seat has left."""
    thumb = Thumb(table, seat, caution)
    chosen: Move = ATTACK
    most = thumb.blow("attack")
    parley = thumb.blow("parley")
    if parley > most:
        chosen, most = PARLEY, parley
    for card, mark in table.players[seat].cards.items():
        if mark.consumed:
            continue
        for number in printed_on(card).encounters:
            if why_not_use(table, seat, card, number) is None:
                worth = thumb.action(card, number)
                if worth > most:
                    chosen, most = Encounter(card, number), worth
    return chosen if most > 0 else NO_ENCOUNTER


def _replaced(player: Player, printed: Card, filled: dict[str, str]) -> float:
    """What the cards are worth that would have to go for this one."""
    if not printed.slots or not filled:
        return 0.0
    return min(
        sum(worth_alone(card) + 1.0 for card in {filled[slot] for slot in way if slot in filled})
        for way in placements(player, printed, None, filled)
    )


# Answers


def choose(table: Table, question: Choose, caution: float = 1.0) -> str:
    """The usual answer, by what the question is about."""
    options, seat = question.options, question.seat
    match question.name:
        case "respond":
            return _respond(table, seat, options, caution)
        case "die":
            return max(options, key=lambda each: die(each).average)
        case "slot":
            filled = occupants(table.players[seat])
            return min(options, key=lambda way: _crowd(filled, way))
        case "discard-own" | "discard-from-hand" | "discard-attached" | "crowded" | "show":
            return min(options, key=worth_alone)
        case "negate":
            return options[-1]
        case "contest":
            mine, theirs = for_and_against(table, seat, "parley")
            return YES if mine >= theirs else NO
        case "draw-offer":
            return NO
        case "search" | "play-and-attach" | "from-discards" | "activate":
            player = table.players[seat]
            return max(options, key=lambda card: _wanted(player, card))
        case "target":
            return _target(table, seat, options)
        case "other-encounter":
            return "attack" if _attacks(table, seat) else "parley"
        case "choose-one":
            return _either(table, seat, options)
        case _:
            return options[0]


def _attacks(table: Table, seat: str) -> bool:
    """Whether a Simple Attack is worth at least as much as a Simple Parley."""
    thumb = Thumb(table, seat)
    return thumb.blow("attack") >= thumb.blow("parley")


def _respond(table: Table, seat: str, options: tuple[str, ...], caution: float) -> str:
    """Answer with what is worth most now, if it is worth its cost."""
    chosen, most = PASS, 0.3
    if len(options) == len((PASS, PASS_TURN)):
        return chosen
    thumb = Thumb(table, seat, caution)
    for option in options:
        if option not in (PASS, PASS_TURN):
            card, _, number = option.partition(" (")
            worth = thumb.action(card, int(number[:-1] or 1))
            if worth > most:
                chosen, most = option, worth
    return chosen


def _either(table: Table, seat: str, options: tuple[str, ...]) -> str:
    if "simple_attack" in options:
        return "simple_attack" if _attacks(table, seat) else "simple_parley"
    return "play_card" if "play_card" in options else options[-1]


def _crowd(filled: dict[str, str], way: str) -> float:
    slots = [slot for slot in way.split("+") if slot in filled]
    return sum(worth_alone(filled[slot]) for slot in slots)


def _wanted(player: Player, card: str) -> float:
    return card_worth(player, printed_on(card)) if "#" in card else 0.5


def _target(table: Table, seat: str, options: tuple[str, ...]) -> str:
    """Harm the other seat's best card; of one's own, a Consumed one or the least."""
    theirs = [card for card in options if card in table.players[table.other(seat)].cards]
    if theirs:
        return max(theirs, key=worth_alone)
    marks = table.players[seat].cards
    return min(options, key=lambda card: (not marks[card].consumed, worth_alone(card)))


def _number(table: Table, question: Number) -> int:
    if question.name == "pay-x":
        return max(question.low, question.high - 2)
    return question.high
